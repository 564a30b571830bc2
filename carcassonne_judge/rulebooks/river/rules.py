"""The River: its tiles continue it, never turning back, and nobody stands on the water."""

from __future__ import annotations

from typing import Final

from carcassonne_judge.board import Feature, closes
from carcassonne_judge.changes import MoveFigure, PlaceTile
from carcassonne_judge.courses import Course
from carcassonne_judge.legality import forbids
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.rulebooks.river import RIVER, SPRING

book = load_rulebook(__package__)

COURSE: Final = Course(RIVER, SPRING)

book.rule(forbids(PlaceTile), "must-continue")(COURSE.breaks_off)
book.rule(forbids(PlaceTile), "no-u-turn")(COURSE.turns_back_at_once)
book.rule(forbids(PlaceTile), "no-u-turn-any")(COURSE.turns_back)
book.rule(forbids(MoveFigure), "followers")(COURSE.bears)


@book.rule(closes(RIVER), "followers")
def never(_river: Feature) -> bool:
    """The river is never scored."""
    return False
