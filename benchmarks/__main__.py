"""Measures the judge: ``python -m benchmarks``. What each line means is in ``README.md``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from benchmarks.games import (
    Step,
    base_game,
    country,
    huge_field,
    river_game,
    shelf_game,
    straight_road,
)
from benchmarks.measure import Cost, in_turns, of_call, of_command
from carcassonne_judge.board import Board, graph
from carcassonne_judge.drawing.table import draw
from carcassonne_judge.legality import options
from carcassonne_judge.library import rule_set
from carcassonne_judge.position import Position
from carcassonne_judge.position_file import write
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.scoring import final
from carcassonne_judge.turn import prospects, rule_on

JUDGE = ("-m", "carcassonne_judge")
IMPORTS = ("-c", "import click, yaml, networkx")
COMMANDS = (("--help",), ("rules",), ("tiles",), ("schema",))


class Result(NamedTuple):
    """One line of the table: what was measured, what it came to, and the bound it keeps to."""

    what: str
    measured: float
    unit: str
    bound: float
    graphs: float | None = None


def in_process(rules: RuleSet) -> list[Result]:
    """The costs of one game, each also as a multiple of building its last board's graph."""
    steps = base_game()
    last = Board(steps[-1].before.position, rules)
    spots = list(last.regions)

    def each(ask: Callable[[Step], object], game: Sequence[Step] = steps) -> Callable[[], Cost]:
        return lambda: of_call(lambda: [ask(step) for step in game])

    def reasons(step: Step) -> object:
        ruling = rule_on(step.before, step.ruling.moves)
        return ruling.lines, ruling.clauses, ruling.board

    built, listed, claimed, replayed, shelf, river = in_turns(
        5,
        lambda: of_call(lambda: [graph(last.tiles, spots) for _ in range(20)]),
        each(lambda step: list(options(step.before))),
        each(lambda step: prospects(step.before)),
        each(reasons),
        each(reasons, shelf_game()),
        each(reasons, river_game()),
    )
    one = built.seconds / 20
    turns = len(steps)

    def result(what: str, seconds: float, bound: float) -> Result:
        return Result(what, seconds * 1000, "ms", bound, seconds / one)

    return [
        result("the graph of a 72-tile board", one, float("inf")),
        result("placements of a drawn tile", listed.seconds / turns, 1.5),
        result("placements × claims with scores", claimed.seconds / turns, 20),
        result("a 72-tile game with every ruling", replayed.seconds, 200),
        result("120 tiles of ten boxes round Carcassonne", shelf.seconds, 2000),
        result("120 tiles of eleven boxes along a river", river.seconds, 2000),
    ]


def large(rules: RuleSet) -> list[Result]:
    """How the end of the game grows with the board."""

    def ending(position: Position) -> Callable[[], Cost]:
        return lambda: of_call(lambda: final(Board(position, rules)).scores)

    def growth(what: str, small: Position, big: Position, bound: float) -> Result:
        few, many = in_turns(5, ending(small), ending(big))
        return Result(what, many.seconds / few.seconds, "×", bound)

    return [
        growth("score of 1,000 → 10,000 tiles", country(rules, 1000), country(rules, 10_000), 13),
        growth(
            "a road of 400 → 4,000 tiles", straight_road(rules, 400), straight_road(rules, 4000), 13
        ),
        growth("a field of 400 → 4,000 tiles", huge_field(rules, 400), huge_field(rules, 4000), 13),
    ]


def drawing(rules: RuleSet) -> list[Result]:
    """What it takes to draw a board, and how that grows with it."""

    def drawn(tiles: int) -> Callable[[], Cost]:
        board = Board(country(rules, tiles), rules)
        return lambda: of_call(lambda: draw(board).svg)

    one, small, big = in_turns(3, drawn(72), drawn(1000), drawn(10_000))
    return [
        Result("the SVG of a 72-tile board", one.seconds * 1000, "ms", 300),
        Result("SVG of 1,000 → 10,000 tiles", big.seconds / small.seconds, "×", 13),
    ]


def cold(rules: RuleSet, folder: Path) -> list[Result]:
    """Whole commands beside the bare imports of their libraries."""
    finished, wide = folder / "finished.yaml", folder / "wide.yaml"
    end = base_game()[-1].ruling.board.position
    finished.write_text(write(end, rules), encoding="utf-8")
    wide.write_text(write(country(rules, 10_000), rules), encoding="utf-8")
    commands = [("score", str(finished)), *COMMANDS]
    bare, *costs = in_turns(
        15,
        lambda: of_command(IMPORTS, folder),
        *(_command(command, folder) for command in commands),
    )
    bounds = [1.4, *(0.6 for _ in COMMANDS)]
    names = ["score of a finished 72-tile file", *(" ".join(command) for command in COMMANDS)]
    (heavy,) = in_turns(1, _command(("score", str(wide)), folder))
    return [
        *(
            Result(f"{name} / bare imports", cost.seconds / bare.seconds, "×", bound)
            for name, cost, bound in zip(names, costs, bounds, strict=True)
        ),
        Result("score of 10,000 tiles, memory", heavy.mebibytes, "MiB", 200),
    ]


def _command(arguments: tuple[str, ...], folder: Path) -> Callable[[], Cost]:
    return lambda: of_command((*JUDGE, *arguments), folder)


def main() -> int:
    """Measure, print the table, and say by the exit status whether every bound was kept."""
    rules = rule_set()
    with tempfile.TemporaryDirectory() as folder:
        results = [*cold(rules, Path(folder)), *in_process(rules), *large(rules), *drawing(rules)]
    rows = [
        (
            result.what,
            f"{result.measured:.2f} {result.unit}",
            "" if result.bound == float("inf") else f"≤ {result.bound:g} {result.unit}",
            "" if result.graphs is None else f"{result.graphs:.1f}",
            "over" if result.measured > result.bound else "",
        )
        for result in results
    ]
    headers = ("", "measured", "bound", "in graphs", "")
    sys.stdout.write(tabulate(rows, headers, disable_numparse=True) + "\n")
    return int(any(result.measured > result.bound for result in results))


if __name__ == "__main__":
    sys.exit(main())
