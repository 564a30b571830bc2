"""Where the Plaza's readings differ only beside a box that is made up: more points for a zone."""

from __future__ import annotations

import pytest

from carcassonne_judge import library
from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.position import Change, Figure, Figures, Token
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.turn import Ruling, rule_on
from tests import toy_boxes as toys

FAIRY = Token("fairy", toys.spot("0 0 road"))


def road_of_bea(*markers: Figure, **readings: str) -> Ruling:
    """Let ana close bea's road, where the fairy stands beside her thief."""
    chosen = {f"plaza.{name}": value for name, value in readings.items()}
    books = [*library.find(["base", "plaza"]).values(), toys.fairies]
    position = toys.table("A 0 0 3", "bea follower 0 0 road", tokens=(FAIRY,))
    own = (*position.figures, *markers, Figure("marker", "ana"))
    board = Board(position._replace(figures=Figures(own)), RuleSet(chosen, books))
    return rule_on(board, [toys.place("A 1 0 1")])


def of_bea(holder: str) -> Figure:
    return Figure("marker", "bea", held_by=holder)


def test_a_marker_copies_the_value_of_the_zone_without_what_the_fairy_gives() -> None:
    assert road_of_bea(of_bea("cid")).scores == {"bea": 5, "cid": 2}


def test_by_the_other_reading_it_copies_all_that_the_zone_brought() -> None:
    ruled = road_of_bea(of_bea("cid"), copied="all_points")
    assert ruled.scores == {"bea": 5, "cid": 5}
    assert "plaza/copy-all-points" in {line.clause.id for line in ruled.lines}


@pytest.mark.parametrize(("copied", "points"), [("zone_value", 2), ("all_points", 5)])
def test_the_neutral_marker_stands_for_whoever_received_most(copied: str, points: int) -> None:
    neutral = Figure("marker", "neutral", held_by="cid")
    assert road_of_bea(neutral, copied=copied).scores == {"bea": 5, "cid": points}


def test_what_a_marker_paid_is_copied_by_no_other_marker() -> None:
    """Bea's marker pays cid, and his own marker pays nobody for that."""
    ruled = road_of_bea(of_bea("cid"), Figure("marker", "cid", held_by="ana"), copied="all_points")
    assert ruled.scores == {"bea": 5, "cid": 5}


def test_a_marker_is_taken_in_a_later_turn_from_whoever_has_it_back() -> None:
    """Owed by whoever placed the tile, who has none; a marker in a hand is not on offer."""
    ruled = road_of_bea(of_bea("cid"), Figure("marker", "cid", held_by="bea"))
    (owed,) = ruled.board.position.owed
    assert (owed.player, owed.clause) == ("ana", "plaza/take-after-scoring")
    held: Change = MoveFigure(Figure("marker", "cid"), held_by="ana")
    answer = rule_on(ruled.board, [held])
    assert [it.clause.id for it in answer.refusals if it.clause] == ["plaza/take-after-scoring"]
