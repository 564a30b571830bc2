"""Inns & Cathedrals: a road or city with more at stake, and a follower who counts twice."""

from __future__ import annotations

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.legality import forbids, has_no_place
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import weighs
from carcassonne_judge.position import Figure
from carcassonne_judge.rulebooks.base import CITY, ROAD, SHIELDS
from carcassonne_judge.rulebooks.inns_and_cathedrals import BIG_FOLLOWER, CATHEDRAL, INN
from carcassonne_judge.scoring import scores

book = load_rulebook(__package__)


@book.rule(scores(ROAD), "inn-road-complete")
def inn_by_a_finished_road(road: Feature) -> int | None:
    """Each tile earns more when an inn lies on a complete road."""
    return len(road.cells) if road.complete and road.has(INN) else None


@book.rule(scores(ROAD), "inn-road-incomplete")
def inn_by_an_unfinished_road(road: Feature) -> int | None:
    """Each tile earns nothing when an inn lies on an incomplete road."""
    return len(road.cells) if not road.complete and road.has(INN) else None


@book.rule(scores(CITY), "cathedral-complete-tile")
def cathedral_in_a_finished_city(city: Feature) -> int | None:
    """Each tile earns more when a cathedral stands in a complete city."""
    return len(city.cells) if city.complete and city.has(CATHEDRAL) else None


@book.rule(scores(CITY), "cathedral-complete-shield")
def shields_of_a_finished_cathedral_city(city: Feature) -> int | None:
    """Each shield earns more when a cathedral stands in a complete city."""
    return (city.count(SHIELDS) or None) if city.complete and city.has(CATHEDRAL) else None


@book.rule(scores(CITY), "cathedral-incomplete-tile")
def cathedral_in_an_unfinished_city(city: Feature) -> int | None:
    """Each tile earns nothing when a cathedral stands in an incomplete city."""
    return len(city.cells) if not city.complete and city.has(CATHEDRAL) else None


@book.rule(scores(CITY), "cathedral-incomplete-shield")
def shields_of_an_unfinished_cathedral_city(city: Feature) -> int | None:
    """Each shield earns nothing when a cathedral stands in an incomplete city."""
    return (city.count(SHIELDS) or None) if not city.complete and city.has(CATHEDRAL) else None


@book.rule(weighs(BIG_FOLLOWER), "big-follower")
def counts_twice(_figure: Figure, _feature: Feature) -> int:
    """The big follower counts as two ordinary ones in a majority."""
    return 2


@book.rule(forbids(MoveFigure), "big-follower")
def no_place_for_an_ordinary_one(board: Board, move: MoveFigure) -> bool:
    """The big follower stands only where an ordinary follower may."""
    return move.figure.kind == BIG_FOLLOWER and has_no_place(board, move)
