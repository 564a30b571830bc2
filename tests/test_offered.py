"""What boxes add to a turn, said and read."""

from __future__ import annotations

import pytest

from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    Award,
    Choose,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Recall,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import offers
from carcassonne_judge.offered import choice_phrase, offer_phrase, read_choice, split_then
from carcassonne_judge.position import NEUTRAL, Change, Figure, Figures, Position, Token
from carcassonne_judge.position_file import FaultsError, read_text, write
from carcassonne_judge.position_file.cases import Phrase, Tiles, WrittenMove, written_move
from carcassonne_judge.report.sentences import deed
from carcassonne_judge.rules import FigureKind, Rulebook, RuleSet, Taking, Word
from tests.toy_boxes import box, clause, rules, spot, table

MARKER = Word({"en": "marker", "es": "marcador"}, {"en": "markers", "es": "marcadores"})
HELD = Figure("marker", "bea", held_by="cid")
OFFERED: list[Change] = [
    Pass(),
    MoveFigure(Figure("marker", NEUTRAL), held_by="ana"),
    MoveFigure(HELD),
    MoveToken(Token("dragon", Cell(0, 0)), Cell(0, 1)),
    PutToken(Token("dragon", Cell(0, 0))),
    PutToken(Token("dragon", spot("0 0 road"))),
    PutToken(Token("dragon", owner="ana")),
    MoveFigure(Figure("follower", "ana", spot("0 0 road")), spot("0 0 monastery")),
    MoveFigure(Figure("follower", "ana", spot("0 0 road"))),
    MoveFigure(Figure("follower", "ana", spot("0 0 road")), held_by="bea"),
    MoveFigure(Figure("follower", "ana", held_by="bea")),
]


def markers() -> Rulebook:
    """A box with markers, one of them nobody's, in which anything may be done."""
    book = box(
        "markers",
        clause("markers/anything"),
        figures={
            "marker": FigureKind(
                "marker", MARKER, 1, follower=False, stands_on=frozenset(), neutral=1
            )
        },
        takes={"follower": Taking(1)},
        welcomes=frozenset({"castle"}),
    )
    book.rule(offers(), "anything")(lambda _board: OFFERED)
    return book


@pytest.fixture(name="rule_set")
def _rule_set() -> RuleSet:
    return rules(markers())


@pytest.fixture(name="board")
def _board(rule_set: RuleSet) -> Board:
    position = table("A 0 0", "ana follower 0 0 road")
    return Board(position._replace(figures=Figures((*position.figures, HELD))), rule_set)


def test_every_move_on_offer_has_a_phrase_in_each_language(board: Board) -> None:
    assert [offer_phrase(move, board) for move in OFFERED] == [
        "pass",
        "take neutral marker",
        "give back marker of bea",
        "dragon to (0,1)",
        "dragon at (0,0)",
        "dragon to road at (0,0)",
        "dragon",
        "move thief at (0,0) to monastery at (0,0)",
        "take thief at (0,0)",
        "capture thief at (0,0) of ana",
        "take back follower of ana from bea",
    ]
    assert offer_phrase(OFFERED[1], board, "es") == "toma marcador neutral"
    assert offer_phrase(OFFERED[10], board, "es") == "recupera seguidor de ana de bea"
    assert offer_phrase(OFFERED[7], board, "es") == "mueve ladrón en (0,0) a monasterio en (0,0)"


def read(text: str, board: Board) -> tuple[Change, ...]:
    move = written_move(Phrase(text, "typed"), Tiles(board.rules))
    return move.moves(board)


def test_what_follows_is_read_as_it_is_said(board: Board) -> None:
    assert read("then pass", board) == (Pass(),)
    assert read("ana: then Toma marcador NEUTRAL", board) == (OFFERED[1],)
    assert read("then pass then take neutral marker", board) == (Pass(), OFFERED[1])
    with pytest.raises(FaultsError, match="nothing on offer is called so; there is: pass; take"):
        read("then dance", board)


def test_what_follows_a_placement_is_read_on_the_table_after_it(board: Board) -> None:
    first, then = read("A at 0,1 turned 180 then pass", board)
    assert isinstance(first, PlaceTile)
    assert then == Pass()


def test_choices_are_said_and_read(board: Board) -> None:
    said = choice_phrase(1, "markers/anything")
    assert said == "choose 2 of markers/anything"
    assert choice_phrase(1, "markers/anything", "es") == "elige 2 de markers/anything"
    assert read(f"then cid: {said}", board) == (Choose("cid", "markers/anything", 1),)
    assert read(f"then {said}", board) == (Choose("ana", "markers/anything", 1),)
    assert read_choice("choose 0 of x") is None
    assert read_choice("pass") is None
    assert split_then("E at 0,1 luego paso") == ("E at 0,1", ("paso",))


def test_moves_of_a_file_may_be_answers_alone() -> None:
    (case,) = read_text("players: [A]\ntiles: [{tile: A, at: [0, 0]}]\nplay: [{then: pass}]")
    (move,) = case.written
    assert isinstance(move, WrittenMove)
    with pytest.raises(FaultsError, match="nothing on offer is called so"):
        move.moves(case.board)


def test_boxes_take_figures_and_make_room_for_followers(rule_set: RuleSet) -> None:
    follower = rule_set.figures["follower"]
    assert follower.count == 6
    assert "castle" in follower.stands_on


def test_a_figure_recalled_is_not_said_as_one_taken_back(board: Board) -> None:
    recall = Recall(board.position.figures[0])
    assert offer_phrase(recall, board) == "recall thief at (0,0)"
    assert offer_phrase(recall, board, "es") == "retira ladrón en (0,0)"
    assert deed(board, recall) == "recall ana's thief"
    position = board.position._replace(
        done=(recall,), scores=dict.fromkeys(("ana", "bea", "cid"), 0)
    )
    written = write(position, board.rules)
    assert "{recall: thief at 0 0, player: ana}" in written


def test_an_award_in_a_turn_under_way_is_written(rule_set: RuleSet) -> None:
    position = Position(
        {},
        players=("ana", "bea", "cid"),
        turn="ana",
        scores={"ana": 0, "bea": 0, "cid": 0},
        done=(Award("cid", 4, HELD), Award("ana", 1)),
    )
    written = write(position, rule_set)
    assert "{award: 4, player: cid, earned_by: marker, owner: bea, from_holder: cid}" in written
    assert "{award: 1, player: ana}" in written
