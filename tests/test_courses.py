"""Which way a river bends, and where that cannot be known."""

from __future__ import annotations

import pytest

from carcassonne_judge.legality import objections
from carcassonne_judge.position_file import read_text

FORK = """
boxes: [river-2]
readings: {{river.u_turn: {reading}}}
players: [A, B]
board: |
  {first}  river-2/monastery  river-2/fork
turn: {{player: A, tile: river-2/curve}}
play:
  - {{place: river-2/curve, at: [2, -1]}}
"""


@pytest.mark.parametrize("reading", ["immediate", "any"])
@pytest.mark.parametrize(("first", "turns_back"), [("river-2/spring", True), (".", False)])
def test_which_arm_of_a_fork_the_water_comes_in_by_goes_by_the_spring(
    first: str, reading: str, turns_back: bool
) -> None:
    (case,) = read_text(FORK.format(first=first, reading=reading))
    (part,) = case.parts
    against = [
        clause.id for move in part.moves(case.board) for clause in objections(case.board, move)
    ]
    assert bool(against) == turns_back


def test_a_river_without_a_bend_may_bend_either_way() -> None:
    (case,) = read_text("""
boxes: [river-2]
readings: {river.u_turn: any}
players: [A, B]
board: |
  river-2/monastery  river-2/monastery  river-2/monastery
turn: {player: A, tile: river-2/curve}
play:
  - {place: river-2/curve, at: [3, 0]}
""")
    (part,) = case.parts
    assert not [it for move in part.moves(case.board) for it in objections(case.board, move)]
