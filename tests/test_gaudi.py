"""What keeps a tile from being covered, besides followers: pieces that only other boxes bring."""

from __future__ import annotations

import pytest

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.cli import asking
from carcassonne_judge.game import run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import objections
from carcassonne_judge.library import find
from carcassonne_judge.position import PlacedTile, Spot, Token
from carcassonne_judge.position_file import read_text
from carcassonne_judge.problems import BOTH, problems
from carcassonne_judge.report.told import lines
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.turn import rule_on
from tests.toy_boxes import builders, figure, place, spot, table

FOLLOWERS = {"gaudi.blockers": "followers"}
BUILDER = "bea builder 0 0 road"


def game(readings: dict[str, str], *figures: str, tokens: tuple[Token, ...] = ()) -> Board:
    """A road with a piece on it, beside a Gaudí building that is under way."""
    rules = RuleSet(readings, [*find(("base", "gaudi")).values(), builders])
    position = table("U 0 0, U 1 0, U 2 0", *figures, tokens=tokens)
    cell = Cell(1, 1)
    house = PlacedTile(rules.tiles["gaudi/casa-vicens"].tile, cell)
    return Board(position._replace(tiles={**position.tiles, cell: (house,)}), rules)


def against(board: Board) -> list[str]:
    """What goes against laying a bend on top of the first tile of the road."""
    return [clause.id for clause in objections(board, place("V 0 0 3"))]


def test_a_builder_keeps_its_tile_from_being_covered() -> None:
    assert against(game({}, BUILDER)) == ["gaudi/cover-no-pieces"]
    assert against(game({}, "bea builder 1 0 road")) == []


@pytest.mark.parametrize("at", [Cell(0, 0), spot("0 0 road")])
def test_so_does_anything_else_that_lies_on_it(at: Cell | Spot) -> None:
    assert against(game({}, tokens=(Token("fairy", at),))) == ["gaudi/cover-no-pieces"]
    assert against(game({}, tokens=(Token("fairy", Cell(1, 0)),))) == []
    assert against(game({}, tokens=(Token("wine", owner="ana"),))) == []


def test_followers_alone_do_if_that_is_how_it_is_read() -> None:
    assert against(game(FOLLOWERS, BUILDER)) == []
    both = game(FOLLOWERS, BUILDER, "bea follower 0 0 road")
    assert against(both) == ["gaudi/cover-no-followers"]


def test_a_figure_underneath_then_goes_home_and_one_deployed_on_top_stays() -> None:
    board = game(FOLLOWERS, BUILDER, "ana builder")
    on_top = spot("0 0 road")
    ruling = rule_on(board, [place("V 0 0 3"), MoveFigure(figure("ana builder"), on_top)])
    assert [(found.answer.figure, found.clause.id) for found in ruling.homecomings] == [
        (figure(BUILDER), "gaudi/covered-pieces-go-home")
    ]


def test_tiles_that_may_have_been_covered_leave_nothing_certain() -> None:
    """Two followers on one road may have come together by a cover, if a building was laid."""
    two = ("ana follower 0 0 road", "bea follower 1 0 road")
    with_it = game({}, *two)
    tiles = {cell: pile for cell, pile in with_it.tiles.items() if cell != Cell(1, 1)}
    without = with_it.position._replace(tiles={cell: (tile,) for cell, tile in tiles.items()})
    assert [each.kind for each in problems(Board(without, with_it.rules))] == [BOTH]
    assert problems(with_it) == ()


def test_a_contested_reading_that_forbids_the_move_is_told() -> None:
    """That a Gaudí tile may be covered is contested, whether or not it changes any points."""
    (case,) = read_text(
        "boxes: [base, gaudi]\nplayers: [A, B]\nboard: D  gaudi/casa-vicens/90\n"
        "turn: {player: A, tile: A}\nplay: [A at 1 0 on top of gaudi/casa-vicens turned 90]"
    )

    def ask(rules: RuleSet) -> asking.Answer:
        return asking.points(run(Board(case.position, rules), case.parts))

    forbids = {"forbidden": "gaudi/never-on-top-of-gaudi-tile"}
    found = asking.compared(case.rules, ask(case.rules), ask, every=False)
    assert [each["differs"] for each in found.differ] == [forbids]
    assert lines(asking.told_apart(found, every=False), None) == [
        "Under gaudi.may_cover_gaudi: no, against gaudi/never-on-top-of-gaudi-tile."
    ]
    other = case.rules.under("gaudi.may_cover_gaudi", "no")
    back = asking.compared(other, ask(other), ask, every=True)
    assert "not against the rules" in lines(asking.told_apart(back, every=True), None)[0]
