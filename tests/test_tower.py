"""The Tower beside figures that no box on this shelf has yet."""

from __future__ import annotations

import pytest

from carcassonne_judge import library
from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, MoveToken, PutToken
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import objections, options
from carcassonne_judge.position import Change, Figure, Figures, PlacedTile, Token
from carcassonne_judge.rules import FigureKind, RuleSet
from carcassonne_judge.turn import moved, rule_on
from tests.toy_boxes import WORD, box, claim, place, table

HERE, THERE = Cell(1, 0), Cell(2, 0)
FLOOR = Token("tower-piece", HERE, "ana")


def rules() -> RuleSet:
    """The Tower, with a figure that stands in cities only and one that is no follower."""
    figures = {
        "regent": FigureKind("regent", WORD, 1, follower=True, stands_on=frozenset({"city"})),
        "mason": FigureKind("mason", WORD, 1, follower=False, stands_on=frozenset({"field"})),
    }
    books = library.rule_set(["tower"]).books
    return RuleSet({}, [*books, box("others", figures=figures)])


@pytest.fixture(name="board")
def _board() -> Board:
    """A tile was placed in the west; in the middle stands a foundation, in the east a tower."""
    shelf = rules()
    meadow = shelf.tiles["tower/meadow"].tile
    position = table("B 0 0", "ana regent", "ana follower")
    tiles = {cell: (PlacedTile(meadow, cell),) for cell in (HERE, THERE)}
    mason = Figure("mason", "bea", claim("bea mason 1 0 meadow").to)
    board = Board(
        position._replace(
            tiles={**position.tiles, **tiles},
            figures=Figures((*position.figures, mason)),
            tokens=(Token("tower-piece", THERE), Token("fairy", THERE)),
        ),
        shelf,
    )
    return moved(board, place("B -1 0"))


def against(board: Board, move: Change) -> list[str]:
    return [clause.id for clause in objections(board, move)]


def test_only_who_may_stand_anywhere_climbs(board: Board) -> None:
    assert against(board, claim("ana follower 2 0 tower")) == []
    assert against(board, claim("ana regent 2 0 tower")) == ["tower/top-who"]


def test_only_followers_are_captured(board: Board) -> None:
    (mason,) = board.position.standing_on([HERE])
    built = moved(board, PutToken(FLOOR))
    assert against(built, MoveFigure(mason, held_by="ana")) == ["tower/capture-targets"]
    assert not any(isinstance(it.move, MoveFigure) and it.legal for it in options(built))


def test_nobody_is_captured_without_a_piece(board: Board) -> None:
    (mason,) = board.position.standing_on([HERE])
    found = against(board, MoveFigure(mason, held_by="ana"))
    assert found == ["tower/capture", "tower/capture-targets"]


def test_a_piece_and_the_fairy_exclude_each_other(board: Board) -> None:
    fairy = MoveToken(Token("fairy", THERE), HERE)
    assert against(moved(board, PutToken(FLOOR)), fairy) == ["tower/one-action"]
    assert against(moved(board, fairy), PutToken(FLOOR)) == ["tower/one-action"]


def test_a_piece_goes_on_a_foundation_and_in_its_time(board: Board) -> None:
    astray = PutToken(Token("tower-piece", Cell(0, 0), "ana"))
    assert against(board, astray) == ["tower/foundation"]
    assert against(rule_on(board, ()).board, PutToken(FLOOR)) == ["tower/actions"]


def test_nobody_is_bought_back_once_the_turn_is_scored(board: Board) -> None:
    prisoner = Figure("follower", "ana", held_by="bea")
    figures = Figures((*board.position.figures, prisoner))
    after = rule_on(board.with_position(board.position._replace(figures=figures)), ()).board
    rich = after.with_position(after.position._replace(scores={"ana": 9}))
    assert against(rich, MoveFigure(prisoner)) == ["tower/ransom-time"]
