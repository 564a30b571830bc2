"""The River II: two branches that go on and never meet, and a herd of pigs on the bank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import MoveFigure, PlaceTile
from carcassonne_judge.courses import Course
from carcassonne_judge.legality import forbids
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import Player
from carcassonne_judge.rulebooks.base import CITY, FIELD
from carcassonne_judge.rulebooks.river_2 import PIG_HERD, RIVER, SPRING
from carcassonne_judge.scoring import Verdict, awards

book = load_rulebook(__package__)

COURSE: Final = Course(RIVER, SPRING)

book.rule(forbids(PlaceTile), "must-continue")(COURSE.breaks_off)
book.rule(forbids(PlaceTile), "no-u-turn")(COURSE.turns_back_at_once)
book.rule(forbids(PlaceTile), "no-u-turn-any")(COURSE.turns_back)
book.rule(forbids(MoveFigure), "followers")(COURSE.bears)


@book.rule(forbids(PlaceTile), "branches-apart")
def joins_the_branches(board: Board, move: PlaceTile) -> bool:
    """A tile does not join two ends of the river."""
    return len(COURSE.joined(board, move.placed)) > 1


@book.rule(closes(RIVER), "followers")
def never(_river: Feature) -> bool:
    """The river is never scored."""
    return False


@book.rule(awards(FIELD), "pig-herd")
def herd_on_a_field(field: Verdict) -> Mapping[Player, int] | None:
    """Whoever holds the field of a herd earns more for each complete city."""
    if not field.feature.has(PIG_HERD):
        return None
    cities = sum(city.complete for city in field.feature.touching(CITY))
    return dict.fromkeys(field.holders, cities) or None if cities else None
