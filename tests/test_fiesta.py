"""The Festival with figures of boxes made up for it: what may be taken back, and what besides."""

from __future__ import annotations

import pytest

from carcassonne_judge import library
from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, PlaceTile, Scored
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import forbids, objections, options
from carcassonne_judge.position import NEUTRAL, Figure, PlacedTile, Position
from carcassonne_judge.report.data import claim_name
from carcassonne_judge.rules import FigureKind, Rulebook, RuleSet
from carcassonne_judge.turn import prospects
from tests.toy_boxes import WORD, box, builders, claim, clause, figure, table

FIESTA = library.find(["fiesta"])["fiesta"]
TILE = FIESTA.tiles["fiesta/city-road-west"].tile
PHANTOM = FigureKind("phantom", WORD, 1, follower=True, stands_on=frozenset({"city", "field"}))

phantoms = box(
    "phantoms",
    clause("phantoms/after-the-festival", None, "fiesta/choose-one", "base/deploy-one"),
    figures={"phantom": PHANTOM},
)


@phantoms.rule(forbids(MoveFigure), "after-the-festival")
def still_the_phantom(_board: Board, move: MoveFigure) -> bool | None:
    """The phantom may be placed all the same."""
    return False if move.figure.kind == "phantom" and move.deploys else None


def rules(*boxes: Rulebook, returnable: str = "figures") -> RuleSet:
    books = [*library.rule_set().books, FIESTA, *boxes]
    return RuleSet({"fiesta.returnable": returnable}, books)


def festival(*figures: str) -> Position:
    """Ana has just placed a festival tile beside a road."""
    placed = PlacedTile(TILE, Cell(1, 0))
    before = table("U 0 0", *figures)
    tiles = {**before.tiles, placed.cell: (placed,)}
    return before._replace(tiles=tiles, done=(PlaceTile(placed),))


def offered(position: Position, rule_set: RuleSet) -> dict[Figure, tuple[str, ...]]:
    """The figures that may be taken back, each with what forbids it."""
    return {
        option.move.figure: tuple(clause.id for clause in option.forbidden_by)
        for option in options(Board(position, rule_set))
        if isinstance(option.move, MoveFigure) and option.move.to is None
    }


def against(position: Position, move: MoveFigure, rule_set: RuleSet) -> list[str]:
    return [clause.id for clause in objections(Board(position, rule_set), move)]


BUILDER = figure("ana builder 0 0 road")
THIEF = figure("ana follower 0 0 road")


@pytest.mark.parametrize(
    ("returnable", "figures"),
    [("figures", [BUILDER, THIEF]), ("followers", [THIEF])],
)
def test_figures_or_followers_as_the_reading_has_it(returnable: str, figures: list[Figure]) -> None:
    position = festival("ana builder 0 0 road", "ana follower 0 0 road", "bea follower 0 0 north")
    found = offered(position, rules(builders, returnable=returnable))
    assert found == dict.fromkeys(figures, ())


def test_only_followers_are_taken_back_or_deployed_where_followers_are_printed() -> None:
    rule_set = rules(builders, returnable="followers")
    position = festival("ana builder 0 0 road", "ana builder")
    back, deployed = MoveFigure(BUILDER), claim("ana builder 1 0 road")
    for move in (back, deployed):
        assert against(position, move, rule_set) == ["fiesta/fn6-rgg-followers"]
        assert against(position, move, rules(builders)) == []


def test_a_figure_that_is_no_follower_is_chosen_instead_of_deploying_as_well() -> None:
    position = festival("ana builder 0 0 road", "ana follower")
    taken = position._replace(done=(*position.done, MoveFigure(BUILDER)))
    assert against(taken, claim("ana follower 1 0 city"), rules(builders)) == ["fiesta/choose-one"]


def test_two_alike_on_one_spot_are_one_move() -> None:
    position = festival("ana follower 0 0 road", "ana follower 0 0 road")
    assert offered(position, rules()) == {THIEF: ()}


def test_what_belongs_to_nobody_stays() -> None:
    nobodys = Figure("follower", NEUTRAL, THIEF.at)
    position = festival("ana follower 0 0 road")
    crowded = position._replace(figures=type(position.figures)((*position.figures, nobodys)))
    assert offered(crowded, rules()) == {THIEF: ()}
    assert against(crowded, MoveFigure(nobodys), rules()) == ["fiesta/fn4-no-neutral"]


def test_a_captured_follower_is_not_on_offer() -> None:
    position = festival("ana follower 0 0 road")
    prisoner = Figure("follower", "ana", held_by="bea")
    held = position._replace(figures=type(position.figures)((*position.figures, prisoner)))
    assert offered(held, rules()) == {THIEF: ()}


def test_once_the_part_is_scored_nobody_comes_home_any_more() -> None:
    position = festival("ana follower 0 0 road")
    scored = position._replace(done=(*position.done, Scored()))
    assert offered(scored, rules()) == {}
    assert against(scored, MoveFigure(THIEF), rules()) == ["base/no-take-back"]


def test_a_later_box_may_let_its_figure_follow() -> None:
    position = festival("ana follower 0 0 road", "ana follower", "ana phantom")
    taken = position._replace(done=(*position.done, MoveFigure(THIEF)))
    rule_set = rules(phantoms)
    assert against(taken, claim("ana phantom 1 0 city"), rule_set) == []
    assert against(taken, claim("ana follower 1 0 city"), rule_set) == ["fiesta/choose-one"]


def test_the_tiles_are_ten_and_all_show_the_festival() -> None:
    sheets = FIESTA.tiles.values()
    assert sum(sheet.copies for sheet in sheets) == FIESTA.clauses["setup-shuffle"].limit
    assert all(sheet.tile.marks == {"festival": 1} for sheet in sheets)


def test_each_figure_that_may_be_taken_back_has_a_name_of_its_own() -> None:
    position = festival("ana follower 0 0 road", "ana follower 0 0 north")
    board = Board(position, rules())
    names = [claim_name(each, board) for each in prospects(board)]
    taken = ["take thief at (0,0)", "take farmer N at (0,0)"]
    assert [name for name in names if name.startswith("take")] == taken
