"""What check finds: said only where it is certain, each thing with its clause."""

from collections.abc import Mapping

import pytest

from carcassonne_judge.board import Board
from carcassonne_judge.game import run
from carcassonne_judge.geometry import Cell, Side
from carcassonne_judge.library import find, rule_set, tile
from carcassonne_judge.position import Figure, Figures, PlacedTile, Position, Spot
from carcassonne_judge.position_file import read_text
from carcassonne_judge.problems import (
    APART,
    BOTH,
    CLASH,
    COPIES,
    FIGURES,
    NO_PLACE,
    TILES,
    Problem,
    lasts,
    problems,
)
from carcassonne_judge.rules import Clause, Rulebook, RuleSet, Taking
from tests import toy_boxes as toys


def found(text: str, readings: Mapping[str, str] | None = None) -> tuple[Problem, ...]:
    (case,) = read_text(text, readings=readings)
    return problems(case.board)


def cited(problem: Problem) -> list[str]:
    return [clause.id for clause in problem.clauses]


def test_a_box_that_takes_figures_is_cited_where_there_are_too_many() -> None:
    book = toys.box("tours", toys.clause("tours/fewer"), takes={"follower": Taking(1, "fewer")})
    rules = toys.rules(book)
    hands = Figures([Figure("follower", "ana")] * 7)
    board = Board(toys.table("D 0 0")._replace(figures=hands), rules)
    (problem,) = problems(board)
    assert (problem.count, problem.limit) == (7, 6)
    assert [clause.id for clause in problem.clauses] == ["base/setup-followers", "tours/fewer"]


def test_nothing_is_wrong_with_a_table_that_may_have_come_about() -> None:
    assert not found(
        """
        players: [A, B]
        board: |
          B      G/90   .
          E/90   C      E/270
          U      D      U
        figures: {A: knight at 0 1, B: [knight at 2 1, knight at 1 0]}
        """
    )
    assert not found("players: [A]")


def test_sides_that_clash() -> None:
    (problem,) = found("board: D C")
    assert (problem.kind, cited(problem)) == (CLASH, ["base/place-match-edges"])
    assert (problem.cells, problem.side) == ((Cell(0, 0), Cell(1, 0)), Side.E)
    assert problem.clause
    assert problem.clause.id == "base/place-match-edges"


def test_tiles_that_hang_together_with_none_of_the_others() -> None:
    apart, corner = found(
        "board: D U U\n"
        "tiles: [{tile: U, at: [9, 9]}, {tile: U, at: [10, 9]}, {tile: B, at: [3, 1]}]"
    )
    assert (apart.kind, cited(apart)) == (APART, ["base/place-side-contact"])
    assert apart.cells == (Cell(9, 9), Cell(10, 9))
    assert cited(corner) == ["base/place-side-contact", "base/place-no-corner-only"]
    assert corner.about == Cell(3, 1)


def test_more_of_a_tile_than_there_are() -> None:
    (problem,) = found("board: C\nturn: {tile: C}\nplayers: [A]")
    assert (problem.kind, problem.thing, problem.count, problem.limit) == (COPIES, "C", 2, 1)
    assert cited(problem) == ["base/tile-count"]
    assert problem.about == Cell(0, 0)


def test_copies_with_a_garden_count_among_the_plain_ones() -> None:
    text = "board: |\n  F\ntiles:\n" + "".join(
        f"  - {{tile: {name}, at: [0, {2 * y}]}}\n"
        for y, name in enumerate(("H", "H", "H*"), start=2)
    )
    assert COPIES not in {each.kind for each in found(text)}
    more = [each for each in found(text + "discarded: [H]") if each.kind == COPIES]
    assert [(each.thing, each.count, each.limit) for each in more] == [("H", 4, 3)]
    stars = [each for each in found(text + "discarded: [H*]") if each.kind == COPIES]
    assert {(each.thing, each.count, each.limit) for each in stars} == {("H*", 2, 1), ("H", 4, 3)}


def test_more_tiles_than_there_are_under_a_reading() -> None:
    copies = {"U": 8, "V": 9, "W": 4, "D": 4, "E": 5, "B": 4, "L": 3, "K": 3, "J": 3, "R": 3}
    copies |= {"N": 3, "P": 3, "H": 3, "A": 2, "F": 2, "I": 2, "M": 2, "O": 2, "S": 2}
    copies |= {"C": 1, "G": 1, "Q": 1, "T": 1, "X": 1}
    out = ", ".join(name for name, count in copies.items() for _ in range(count))
    assert not found(f"discarded: [{out}]")
    (problem,) = found(f"discarded: [{out}]", {"base.tiles": "70"})
    assert (problem.kind, problem.thing, problem.count, problem.limit) == (TILES, "base", 72, 70)
    assert cited(problem) == ["base/tiles-70"]


def test_tiles_that_no_box_lists_are_not_counted() -> None:
    assert not found(
        "faces: {house: {road: {ports: E W}}}\ntiles:\n"
        + "".join(f"  - {{tile: house, at: [{x}, 0]}}\n" for x in range(3))
    )


def test_more_figures_than_a_player_has() -> None:
    (problem,) = found(
        "players: {A: {supply: {follower: 7}}, B: {}}\nboard: D\nfigures: {A: knight at 0 0}"
    )
    assert (problem.kind, problem.player, problem.thing) == (FIGURES, "A", "follower")
    assert (problem.count, problem.limit, cited(problem)) == (8, 7, ["base/setup-followers"])
    assert problem.about == "A"


@pytest.mark.parametrize(
    ("figures", "clash"),
    [
        ("{A: thief at 0 0, B: thief at 0 0}", True),
        ("{A: [thief at 0 0, thief at 0 0]}", True),
        ("{A: thief at 0 0, B: thief at 1 0}", True),
        ("{A: thief at 0 0, B: thief at 2 0}", False),
        ("{A: thief at 0 0, B: farmer S at 0 0}", False),
        ("{A: farmer S at 0 0, B: farmer N at 1 0}", False),
        ("{A: farmer S at 0 0, B: farmer S at 1 0}", True),
    ],
)
def test_two_figures_of_which_the_later_found_it_claimed(figures: str, *, clash: bool) -> None:
    problem = found(f"players: [A, B]\nboard: D U U\nfigures: {figures}")
    assert [cited(each) for each in problem] == [["base/deploy-unoccupied"]] * clash
    assert [each.kind for each in problem] == [BOTH] * clash
    if problem:
        assert len(problem[0].figures) == 2


def _clause(name: str) -> Clause:
    return Clause(id=f"toy/{name}", text={"en": name, "es": name}, source=("toy",))


def test_nothing_is_certain_where_a_box_moves_figures() -> None:
    book = Rulebook(box="toy", clauses={"moves": _clause("moves")}, rules=[])

    @book.rule(lasts(), "moves")
    def it_moves_them(_board: Board) -> bool:
        return False

    (case,) = read_text("players: [A, B]\nboard: D\nfigures: {A: thief at 0 0, B: thief at 0 0}")
    rules = RuleSet({}, [*find(["base"]).values(), book])
    assert problems(case.board)
    assert not problems(Board(case.position, rules))


def test_a_figure_where_none_of_its_kind_may_stand() -> None:
    garden = tile("garden", {"garden": {}, "meadow": {"kind": "field", "ports": "NL NR"}})
    spot = Spot(Cell(0, 0), "garden")
    figure = Figure("follower", "A", spot)
    position = Position(
        {spot.cell: (PlacedTile(garden, spot.cell),)}, Figures((figure,)), players=("A",)
    )
    (problem,) = problems(Board(position, rule_set()))
    assert (problem.kind, problem.about, cited(problem)) == (NO_PLACE, figure, ["base/deploy-role"])


def test_a_problem_may_go_against_no_clause_that_is_known() -> None:
    assert Problem(NO_PLACE, ()).clause is None


def test_a_file_can_show_somebody_where_he_may_not_stand() -> None:
    (case,) = read_text(
        "faces: {odd: {patch: {kind: farmland}, road: {ports: N}}}\nplayers: [A]\n"
        "board: odd\nfigures: {A: follower on farmland at 0 0}\nend: true"
    )
    (problem,) = problems(case.board)
    assert (problem.kind, cited(problem)) == (NO_PLACE, ["base/deploy-role"])
    assert case.place_of(case.position.figures[0]) == (4, 14)
    assert not run(case.board, case.parts, end=case.end).lines
