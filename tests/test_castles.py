"""The boxes whose second half is reserved, as the command line tells of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from carcassonne_judge.cli import main

TABLE = """
boxes: [{box}]
players: [A, B]
board: |
  .      B
  A/270  {box}/A
origin: [-1, -1]
turn: {{player: B}}
"""


def said(folder: Path, box: str, *command: str) -> str:
    """What the command line says of a table on which the first half lies."""
    file = folder / "table.yaml"
    file.write_text(TABLE.format(box=box), encoding="utf-8")
    name, *options = command
    return CliRunner().invoke(main, [name, str(file), *options]).output


@pytest.mark.parametrize("box", ["argueso", "mezquita"])
def test_the_reserved_half_is_listed_though_nothing_is_in_hand(tmp_path: Path, box: str) -> None:
    """It goes in one place, as it is printed."""
    assert f"B may place {box}/B in 1 way." in said(tmp_path, box, "moves")
    told = json.loads(said(tmp_path, box, "moves", "--json"))
    assert told["tile"] == f"{box}/B"
    assert [(move["at"], move["turned"]) for move in told["moves"]] == [([1, 0], 0)]


def test_where_it_may_go_anywhere_there_are_eleven_ways(tmp_path: Path) -> None:
    """The reading says so."""
    told = said(tmp_path, "argueso", "moves", "--reading", "castle.second_tile=anywhere")
    assert "B may place argueso/B in 11 ways." in told


@pytest.mark.parametrize("box", ["argueso", "mezquita"])
def test_what_bars_the_reserved_half_elsewhere_is_said(tmp_path: Path, box: str) -> None:
    """Each way of turning it comes with its clauses."""
    told = said(tmp_path, box, "moves", "--at", "0,1")
    assert f"B may not place {box}/B there." in told
    assert f"{box}/second-tile-joins" in told


@pytest.mark.parametrize("box", ["argueso", "mezquita"])
def test_another_tile_is_refused(tmp_path: Path, box: str) -> None:
    """The player does not draw."""
    told = said(tmp_path, box, "moves", "--tile", "E", "--why-not", "E at 0,1")
    assert f"{box}/second-tile-forced" in told
