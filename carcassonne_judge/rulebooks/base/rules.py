"""The base game: cities, roads, monasteries and fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature, Pool, closes, pools
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, Scored, laid, part
from carcassonne_judge.geometry import SIDES, Side
from carcassonne_judge.legality import (
    fits,
    forbids,
    has_no_place,
    matches,
    offers,
    placeable,
    placements,
    stuck,
)
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, holds, majority, strongest, weighs
from carcassonne_judge.position import Change, Figure, PlacedTile, Player
from carcassonne_judge.problems import lasts
from carcassonne_judge.rulebooks.base import (
    CITY,
    FARMLAND,
    FIELD,
    FOLLOWER,
    MONASTERY,
    ROAD,
    SHIELDS,
)
from carcassonne_judge.scoring import Verdict, awards, scores, wins
from carcassonne_judge.turn import ends, plays_next, returns

book = load_rulebook(__package__)


@book.rule(offers(), "place-side-contact")
def beside_the_others(board: Board) -> Iterator[Change] | None:
    """The tile in hand may go beside any tile on the table that it fits, turned any way."""
    tile = board.position.hand
    if tile is None or laid(board.position):
        return None
    return (PlaceTile(placed) for placed in placements(board, tile, board.free))


@book.rule(stuck(), "place-unplaceable")
def out_of_the_game(board: Board) -> Iterable[Change] | None:
    """A tile that fits nowhere leaves the game, and another is drawn."""
    hand = board.position.hand
    return (Discard(hand),) if hand and not laid(board.position) else None


@book.rule(forbids(PlaceTile), "turn-order")
def a_second_tile(board: Board, _move: PlaceTile) -> bool:
    """A tile is placed once, at the beginning of a turn."""
    return bool(laid(board.position))


@book.rule(forbids(MoveFigure), "turn-order")
def out_of_order(board: Board, move: MoveFigure) -> bool:
    """A follower is deployed after the tile has been placed and before the scoring."""
    position = board.position
    return move.deploys and (not laid(position) or Scored() in part(position))


@book.rule(forbids(PlaceTile), "turn-draw-place")
def not_the_tile_drawn(board: Board, move: PlaceTile) -> bool:
    """The tile that is placed is the one that was drawn."""
    hand = board.position.hand
    return hand is not None and move.placed.tile.id != hand.id


@book.rule(forbids(Discard), "place-must")
def it_fits_somewhere(board: Board, move: Discard) -> bool:
    """A tile that can be placed must not be thrown away."""
    return placeable(board, move.tile)


@book.rule(forbids(PlaceTile), "place-empty-cell")
def cell_is_taken(board: Board, move: PlaceTile) -> bool:
    """A tile may only go onto an empty cell."""
    return move.placed.cell in board.tiles


@book.rule(forbids(PlaceTile), "place-side-contact")
def touches_nothing(board: Board, move: PlaceTile) -> bool:
    """A tile must share a side with one that lies on the table."""
    cell = move.placed.cell
    return bool(board.tiles) and all(cell.beside(side) not in board.tiles for side in SIDES)


@book.rule(forbids(PlaceTile), "place-no-corner-only")
def only_a_corner(board: Board, move: PlaceTile) -> bool:
    """To touch another tile at a corner alone is not enough."""
    cell = move.placed.cell
    beside = any(cell.beside(side) in board.tiles for side in SIDES)
    return not beside and not cell.around.isdisjoint(board.tiles)


@book.rule(forbids(PlaceTile), "place-match-edges")
def faces_clash(board: Board, move: PlaceTile) -> bool:
    """A tile may only go where every side fits its neighbour, as both would lie."""
    tile, cell = board.as_it_lies(move.placed, move.tokens), move.placed.cell
    beside = ((side, board.tiles.get(cell.beside(side))) for side in SIDES)
    others = ((side, board.as_it_lies(it, move.tokens)) for side, it in beside if it)
    return not all(matches(board.rules, tile, other, side) for side, other in others)


@book.rule(fits(), "place-match-edges")
def faces_match(tile: PlacedTile, other: PlacedTile, side: Side) -> bool:
    """Sides that touch must show the same thing."""
    return tile.face(side) == other.face(side.opposite)


@book.rule(offers(), "deploy-after-placing")
def onto_the_new_tile(board: Board) -> Iterable[Change] | None:
    """A follower may go from the supply onto any segment of the tile just placed."""
    position, new = board.position, laid(board.position)
    if not new or Scored() in part(position):
        return None
    supply = position.figures.supply.get(position.turn, {})
    kinds = [kind for kind in board.rules.figures if kind in board.rules.followers & supply.keys()]
    return (
        MoveFigure(Figure(kind, position.turn), spot)
        for kind in kinds
        for cell in new
        for spot, segment in board.tiles[cell].spots.items()
        if segment.kind in board.rules.figures[kind].stands_on
    )


def _deploys_a_follower(board: Board, move: MoveFigure) -> bool:
    return (
        move.to is not None and move.figure.at is None and move.figure.kind in board.rules.followers
    )


@book.rule(forbids(MoveFigure), "deploy-one")
def one_deployed_already(board: Board, move: MoveFigure) -> bool:
    """No second follower may be deployed in the same part of a turn."""
    return _deploys_a_follower(board, move) and any(
        isinstance(done, MoveFigure) and done.deploys for done in part(board.position)
    )


@book.rule(forbids(MoveFigure), "deploy-from-supply")
def not_from_the_supply(board: Board, move: MoveFigure) -> bool:
    """A follower must come from one's own supply."""
    return _deploys_a_follower(board, move) and (
        move.figure.owner != board.position.turn or not move.figure.in_supply
    )


@book.rule(forbids(MoveFigure), "deploy-none-left")
def none_left(board: Board, move: MoveFigure) -> bool:
    """Who has no follower left can only go on placing tiles."""
    figure = move.figure
    return _deploys_a_follower(board, move) and not board.position.supply(figure.owner, figure.kind)


@book.rule(forbids(MoveFigure), "deploy-just-placed")
def another_tile(board: Board, move: MoveFigure) -> bool:
    """A follower may only go onto the tile just placed."""
    new = laid(board.position)
    return (
        _deploys_a_follower(board, move)
        and bool(new)
        and move.to is not None
        and move.to.cell not in new
    )


@book.rule(forbids(MoveFigure), "deploy-role")
def no_place_for_it(board: Board, move: MoveFigure) -> bool:
    """A follower stands on a road, in a city, in a monastery or on a field, and nowhere else."""
    return move.figure.kind == FOLLOWER and has_no_place(board, move)


@book.rule(forbids(MoveFigure), "deploy-unoccupied")
def already_claimed(board: Board, move: MoveFigure) -> bool:
    """A feature on which a follower stands may not be claimed by another."""
    spot = move.to
    return spot is not None and spot in board.regions and bool(board.feature_at(spot).followers)


@book.rule(lasts(), "deploy-unoccupied")
def nothing_moves(_board: Board) -> bool:
    """Figures stay where they were deployed until they go home, and tiles where they were laid."""
    return True


@book.rule(forbids(MoveFigure), "no-take-back")
def taken_back(_board: Board, move: MoveFigure) -> bool:
    """A follower never comes home at its owner's wish."""
    return move.figure.at is not None and move.to is None and move.held_by is None


@book.rule(closes(ROAD), "road-complete")
@book.rule(closes(CITY), "city-complete")
def no_open_end(feature: Feature) -> bool:
    """Nothing of it gives onto an empty cell."""
    return not feature.open


@book.rule(closes(MONASTERY), "monastery-complete")
def surrounded(monastery: Feature) -> bool:
    """All the cells round about are filled."""
    return monastery.ring <= monastery.board.tiles.keys()


@book.rule(closes(FIELD), "farm-no-ingame-score")
def never(_field: Feature) -> bool:
    """A field is only ever judged at the end of the game."""
    return False


@book.rule(counts(), "role-separate")
def those_standing_on_it(feature: Feature) -> tuple[Figure, ...]:
    """The figures on the feature itself."""
    return feature.figures


@book.rule(weighs(FOLLOWER), "one-follower-one")
def one_each(_figure: Figure, _feature: Feature) -> int:
    """A follower counts once."""
    return 1


@book.rule(holds(), "unoccupied-no-score")
def nobody_there(_feature: Feature, strength: Mapping[Player, int]) -> frozenset[Player] | None:
    """A feature in which nobody has any strength belongs to nobody."""
    return None if strongest(strength) else frozenset()


@book.rule(holds(), "majority")
def the_strongest(_feature: Feature, strength: Mapping[Player, int]) -> frozenset[Player] | None:
    """The player with the greatest strength in a feature holds it."""
    leaders = strongest(strength)
    return leaders if len(leaders) == 1 else None


@book.rule(holds(), "majority-tie")
def all_who_tie(_feature: Feature, strength: Mapping[Player, int]) -> frozenset[Player] | None:
    """Players who tie for the greatest strength hold it each."""
    leaders = strongest(strength)
    return leaders if len(leaders) > 1 else None


@book.rule(returns(), "return-after-scoring")
def goes_home(_figure: Figure, _feature: Feature) -> bool:
    """A figure goes home from a feature that was scored."""
    return True


@book.rule(scores(ROAD), "road-score")
@book.rule(scores(CITY), "city-score")
def tiles_of_it(feature: Feature) -> int | None:
    """A complete road or city earns for each of its tiles."""
    return len(feature.cells) if feature.complete else None


@book.rule(scores(CITY), "city-small")
def small_city(city: Feature) -> int | None:
    """A complete city of the smallest size earns less for each tile in old printings."""
    return len(city.cells) if city.complete and _is_small(city) else None


@book.rule(scores(CITY), "city-shield")
def shields(city: Feature) -> int | None:
    """A complete city earns for each of its shields."""
    return city.count(SHIELDS) if city.complete and city.has(SHIELDS) else None


@book.rule(scores(CITY), "city-small-shield")
def shields_of_a_small_city(city: Feature) -> int | None:
    """A complete city of the smallest size earns less for a shield, too, in old printings."""
    return shields(city) if _is_small(city) else None


def _is_small(city: Feature) -> bool:
    return len(city.cells) == 2


@book.rule(scores(ROAD), "final-per-segment")
@book.rule(scores(CITY), "final-per-segment")
def tiles_of_it_unfinished(feature: Feature) -> int | None:
    """An incomplete road or city earns for each of its tiles at the end of the game."""
    return None if feature.complete else len(feature.cells)


@book.rule(scores(CITY), "final-shield")
def shields_of_an_unfinished_city(city: Feature) -> int | None:
    """An incomplete city earns for each of its shields at the end of the game."""
    return city.count(SHIELDS) if city.has(SHIELDS) and not city.complete else None


@book.rule(scores(MONASTERY), "monastery-score")
def monastery(place: Feature) -> int | None:
    """A complete monastery earns once."""
    return 1 if place.complete else None


@book.rule(scores(MONASTERY), "final-monastery")
def unfinished_monastery(place: Feature) -> int | None:
    """An incomplete monastery earns for its tile and each tile round about at the end."""
    return None if place.complete else len((place.cells | place.ring) & place.board.tiles.keys())


@book.rule(scores(FIELD), "farm-three-per-city")
def supplied_cities(field: Feature) -> int:
    """A field earns for each complete city it touches."""
    return sum(city.complete for city in field.touching(CITY))


@book.rule(pools(), "farm-r1")
@book.rule(pools(), "farm-r2")
@book.rule(pools(), "farm-supply-majority")
def fields_that_supply_a_city(board: Board) -> Iterator[Pool]:
    """The fields round a complete city supply it together."""
    for city in board.features:
        if city.kind == CITY and city.complete:
            fields = sorted(city.touching(FIELD), key=lambda field: min(field.spots))
            yield Pool(FARMLAND, tuple(fields), min(city.spots))


@book.rule(scores(FARMLAND), "farm-r1")
@book.rule(scores(FARMLAND), "farm-supply-majority")
def supplied_city(_farmland: Feature) -> int:
    """Whoever has most farmers on all fields round a complete city earns once for it."""
    return 1


@book.rule(awards(FARMLAND), "farm-r2")
def once_for_each_holder(farmland: Verdict) -> Mapping[Player, int]:
    """Whoever holds a field beside a complete city earns once for that city."""
    holders = (majority(field).holders for field in farmland.feature.parts)
    return dict.fromkeys(frozenset[Player]().union(*holders), 1)


def _threw_it_away(board: Board) -> bool:
    position = board.position
    return not laid(position) and any(isinstance(done, Discard) for done in position.done)


@book.rule(plays_next(), "place-unplaceable")
def draws_another(board: Board) -> Player | None:
    """Whoever puts a tile out of the game draws another."""
    return board.position.turn if _threw_it_away(board) else None


@book.rule(plays_next(), "turn-clockwise")
def the_next_round_the_table(board: Board) -> Player | None:
    """After a turn the next player round the table plays."""
    players = board.position.in_turn
    return None if _threw_it_away(board) else players[1 % len(players)]


def _is_played_out(board: Board) -> bool:
    return board.used.total() >= sum(tiles for tiles, _ in board.rules.tile_total.values())


@book.rule(ends(), "end-last-tile")
def last_tile(board: Board) -> bool:
    """The game is over with the turn in which the last tile is placed."""
    return _is_played_out(board)


@book.rule(forbids(PlaceTile), "end-last-tile")
def after_the_last_tile(board: Board, _move: PlaceTile) -> bool:
    """Nobody places a tile once the last one has been placed."""
    return _is_played_out(board)


@book.rule(wins(), "winner")
def most_points(totals: Mapping[Player, int]) -> frozenset[Player]:
    """Whoever has most points has won."""
    most = max(totals.values(), default=0)
    return frozenset(player for player, points in totals.items() if points == most)
