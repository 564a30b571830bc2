"""Torres de Serranos: a city or road that contains the Towers is worth more, or nothing."""

from __future__ import annotations

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.legality import forbids
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.rulebooks.base import CITY, ROAD, SHIELDS
from carcassonne_judge.rulebooks.serranos import RAISES, TOWERS
from carcassonne_judge.scoring import scores

book = load_rulebook(__package__)


@book.rule(forbids(MoveFigure), "towers-not-occupiable")
def onto_the_towers(board: Board, move: MoveFigure) -> bool | None:
    """Nobody may stand on the Towers themselves."""
    return board.kind_at(move.to) == TOWERS or None


@book.rule(closes(TOWERS), "towers-not-occupiable")
def never(_towers: Feature) -> bool:
    """The Towers are no feature that could be finished."""
    return False


@book.rule(scores(ROAD), "complete-bonus-tile")
@book.rule(scores(CITY), "complete-bonus-tile")
def tiles_below_the_towers(feature: Feature) -> int | None:
    """Each tile of a complete city or road with the Towers earns a bonus."""
    return len(feature.cells) if feature.complete and feature.has(TOWERS) else None


@book.rule(scores(CITY), "complete-bonus-shield")
def shields_below_the_towers(city: Feature) -> int | None:
    """Each shield of a complete city with the Towers earns a bonus."""
    return (city.count(SHIELDS) or None) if city.complete and city.has(TOWERS) else None


@book.rule(scores(ROAD), "exclusive-tile")
@book.rule(scores(CITY), "exclusive-tile")
def tiles_raised_already(feature: Feature) -> int | None:
    """The Towers earn nothing for a tile that something else makes worth more."""
    return tiles_below_the_towers(feature) if any(map(feature.has, RAISES)) else None


@book.rule(scores(CITY), "exclusive-shield")
def shields_raised_already(city: Feature) -> int | None:
    """The Towers earn nothing for a shield that something else makes worth more."""
    return shields_below_the_towers(city) if any(map(city.has, RAISES)) else None


@book.rule(scores(ROAD), "final-zero-tile")
@book.rule(scores(CITY), "final-zero-tile")
def unfinished_below_the_towers(feature: Feature) -> int | None:
    """Each tile of an incomplete city or road with the Towers earns nothing."""
    return len(feature.cells) if not feature.complete and feature.has(TOWERS) else None


@book.rule(scores(CITY), "final-zero-shield")
def shields_of_an_unfinished_city_below_the_towers(city: Feature) -> int | None:
    """Each shield of an incomplete city with the Towers earns nothing."""
    return (city.count(SHIELDS) or None) if not city.complete and city.has(TOWERS) else None
