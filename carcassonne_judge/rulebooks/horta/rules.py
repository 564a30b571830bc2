"""L'Horta Sud: what its road is worth, who may stand on its tile, and which cities it favours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.geometry import SIDES, Cell
from carcassonne_judge.legality import forbids
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import majority
from carcassonne_judge.position import PlacedTile, Player
from carcassonne_judge.rulebooks.base import CITY, FARMLAND, FIELD, ROAD
from carcassonne_judge.rulebooks.horta import HORTA, INN
from carcassonne_judge.rules import Question, question
from carcassonne_judge.scoring import Verdict, awards, scores

book = load_rulebook(__package__)


@question
def adjoins() -> Question[[Feature], bool]:
    """Does this city adjoin the tile of L'Horta Sud?"""
    return Question("adjoins L'Horta Sud")


def _is_horta(placed: PlacedTile) -> bool:
    return any(HORTA in segment.marks for segment in placed.segments)


def _horta_on(board: Board, cells: Iterable[Cell]) -> bool:
    return any(_is_horta(board.tiles[cell]) for cell in cells if cell in board.tiles)


@book.rule(forbids(MoveFigure), "deploy-road-only")
def beside_the_road(board: Board, move: MoveFigure) -> bool:
    """No follower may be put anywhere on the tile but on its road."""
    spot = move.to
    if spot is None or spot not in board.regions or move.figure.kind not in board.rules.followers:
        return False
    placed = board.tiles[spot.cell]
    return _is_horta(placed) and placed.spots[spot].kind != ROAD


@book.rule(scores(ROAD), "road-two-per-tile")
def road_through_the_orchards(road: Feature) -> int | None:
    """Each tile of a complete road through the orchards earns more."""
    return len(road.cells) if road.complete and road.has(HORTA) else None


@book.rule(scores(ROAD), "with-inn-additive")
def past_an_inn_as_well(road: Feature) -> int | None:
    """Each tile of a complete road through the orchards earns more than an inn makes of it."""
    return road_through_the_orchards(road) if road.has(INN) else None


@book.rule(scores(ROAD), "final-road-zero")
def unfinished_road_through_the_orchards(road: Feature) -> int | None:
    """Each tile of an incomplete road through the orchards earns nothing."""
    return len(road.cells) if not road.complete and road.has(HORTA) else None


@book.rule(adjoins(), "adjoining-side")
def beside_the_tile(city: Feature) -> bool:
    """It lies on the tile or on one that shares a side with it."""
    beside = {cell.beside(side) for cell in city.cells for side in SIDES}
    return _horta_on(city.board, city.cells | beside)


@book.rule(adjoins(), "adjoining-segment")
def on_the_tile(city: Feature) -> bool:
    """It lies on the tile itself."""
    return _horta_on(city.board, city.cells)


@book.rule(adjoins(), "adjoining-around")
def round_about_the_tile(city: Feature) -> bool:
    """It lies on the tile or on one of those round about."""
    return _horta_on(city.board, city.cells | city.ring)


def _favoured(city: Feature) -> bool:
    return city.complete and city.board.rules.settle(adjoins(), city).answer


@book.rule(scores(CITY), "city-plus-one")
def city_beside_the_orchards(city: Feature) -> int | None:
    """A complete city that adjoins the tile earns once more."""
    return 1 if _favoured(city) else None


@book.rule(scores(FIELD), "city-plus-one-field")
def field_of_cities_beside_the_orchards(field: Feature) -> int | None:
    """A field earns once more for each complete city that adjoins the tile."""
    return sum(map(_favoured, field.touching(CITY))) or None


def _city_of(farmland: Feature) -> Feature | None:
    """The city that some fields supply together."""
    return farmland.board.feature_at(farmland.about) if farmland.about else None


@book.rule(scores(FARMLAND), "city-plus-one-farmland")
def farmland_of_a_city_beside_the_orchards(farmland: Feature) -> int | None:
    """The fields round a complete city that adjoins the tile earn once more."""
    city = _city_of(farmland)
    return 1 if city and _favoured(city) else None


@book.rule(awards(FARMLAND), "city-plus-one-each-farmer")
def once_for_each_who_supplies_it(farmland: Verdict) -> Mapping[Player, int] | None:
    """Whoever holds a field beside a complete city that adjoins the tile earns once more."""
    city = _city_of(farmland.feature)
    if city is None or not _favoured(city):
        return None
    holders = (majority(field).holders for field in farmland.feature.parts)
    return dict.fromkeys(frozenset[Player]().union(*holders), 1)
