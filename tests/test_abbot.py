"""The abbot's recall beside boxes that move other pieces, and in a turn that is laid down."""

from __future__ import annotations

import pytest

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, MoveToken, PutToken, Recall
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import objections
from carcassonne_judge.position import Change, Figure, Owed, Spot, Token
from carcassonne_judge.position_file import read_text, write
from carcassonne_judge.turn import brought_about, moved

ABBOT = Figure("abbot", "Ana", Spot(Cell(0, 0), "garden"))
RECALL = Recall(ABBOT)
FAIRY = Token("fairy", Cell(0, 0))
PIECES: list[Change] = [PutToken(Token("floor", Cell(1, 0))), MoveToken(FAIRY, Cell(1, 0))]
TABLE = """
boxes: [abbot]
players: [Ana, Ben]
board: |
  U*   U
figures: {Ana: abbot at 0 0}
turn: {player: Ana}
done: [{place: U, at: [1, 0]}]
"""


@pytest.fixture(name="board")
def _board() -> Board:
    """Ana has just placed a tile beside her abbot's garden, where a fairy stands."""
    board = read_text(TABLE)[0].board
    return board.with_position(board.position._replace(tokens=(FAIRY,)))


def against(board: Board, move: Change) -> list[str]:
    return [clause.id for clause in objections(board, move)]


@pytest.mark.parametrize("piece", PIECES)
def test_it_is_the_recall_or_another_piece(board: Board, piece: Change) -> None:
    assert against(board, piece) == []
    assert against(board, RECALL) == []
    assert against(moved(board, piece), RECALL) == ["abbot/recall-instead"]
    assert against(moved(board, RECALL), piece) == ["abbot/recall-instead"]


def test_what_is_owed_after_the_recall_may_be_done(board: Board) -> None:
    after = moved(board, RECALL)
    owing = after.position._replace(owed=(Owed("Ana", "abbot/recall"),))
    assert against(after.with_position(owing), PIECES[1]) == []


def test_a_piece_may_be_moved_once_the_turn_is_scored(board: Board) -> None:
    assert against(brought_about(moved(board, RECALL)).board, PIECES[1]) == []


def test_he_is_recalled_once_and_by_his_owner(board: Board) -> None:
    assert against(moved(board, RECALL), RECALL) == [
        "abbot/recall",
        "abbot/recall-instead",
    ]
    others = Recall(ABBOT._replace(owner="Ben"))
    assert against(board, others) == ["abbot/recall"]


def test_he_goes_home_at_once_and_is_paid_once(board: Board) -> None:
    after = moved(board, RECALL)
    assert after.position.supply("Ana", "abbot") == 1
    ruling = brought_about(after)
    assert ruling.scores == {"Ana": 2}
    assert brought_about(ruling.board).scores == {}
    halfway = after.with_position(after.position._replace(done=ruling.board.position.done[:-1]))
    assert brought_about(halfway).scores == {}


def test_a_turn_laid_down_after_the_recall_is_taken_up(board: Board) -> None:
    after = moved(board.with_position(board.position._replace(tokens=())), RECALL)
    text = write(after.position, after.rules)
    assert "{recall: abbot on garden at 0 0, player: Ana}" in text
    assert brought_about(read_text(text)[0].board).scores == {"Ana": 2}


def test_home_from_elsewhere_is_no_recall(board: Board) -> None:
    assert against(board, MoveFigure(ABBOT)) == ["base/no-take-back"]
