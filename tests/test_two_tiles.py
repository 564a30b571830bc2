"""A building on two tiles, one drawn and one reserved, shown with a box made up for it."""

from __future__ import annotations

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, PlaceTile
from carcassonne_judge.geometry import Cell
from carcassonne_judge.library import tile
from carcassonne_judge.position import PlacedTile, Tile
from carcassonne_judge.rules import Rulebook, TileSheet
from carcassonne_judge.turn import handed_on, moved
from carcassonne_judge.two_tiles import TwoTiles
from tests.toy_boxes import box, clause, place, rules, table

FACES = {
    "bath/hot": {"bath": {"ports": "E"}},
    "bath/cold": {"bath": {"ports": "W"}},
    "bath/tiled": {"bath": {"ports": "W"}, "meadow": {"kind": "field", "ports": "NL"}},
    "bath/garden": {"meadow": {"kind": "field", "ports": "NL NR"}},
}
TILES = {name: tile(name, entry) for name, entry in FACES.items()}
PLAIN = {"bath/tiled": "bath/cold"}


def sheets() -> dict[str, TileSheet]:
    return {name: TileSheet(it, "bath", 1, (), PLAIN.get(name, "")) for name, it in TILES.items()}


baths: Rulebook = box("bath", clause("bath/x"), sheets=sheets)
HALVES = TwoTiles(baths, "bath")


def board(*laid: str, discarded: tuple[Tile, ...] = ()) -> Board:
    """Lay tiles of the box in a row, from (1,0) eastwards, beside a monastery."""
    position = table("B 0 0")._replace(discarded=discarded)
    row = [PlacedTile(TILES[name], Cell(at, 0)) for at, name in enumerate(laid, 1)]
    tiles = {**position.tiles, **{each.cell: (each,) for each in row}}
    return Board(position._replace(tiles=tiles), rules(baths))


def test_whichever_half_lies_alone_the_other_is_reserved() -> None:
    """A tile of the box that shows nothing of the building is no half."""
    assert not HALVES.is_half(TILES["bath/garden"])
    assert HALVES.reserved(board()) == {}
    assert HALVES.reserved(board("bath/hot")) == {"bath/cold": TILES["bath/cold"]}
    assert HALVES.reserved(board("bath/cold")) == {"bath/hot": TILES["bath/hot"]}
    assert HALVES.reserved(board("bath/garden")) == {}
    assert HALVES.reserved(board("bath/hot", "bath/cold")) == {}
    assert HALVES.reserved(board("bath/hot", discarded=(TILES["bath/cold"],))) == {}


def test_a_copy_with_another_picture_goes_for_the_same_half() -> None:
    """It may be laid in place of the plain one."""
    assert HALVES.reserved(board("bath/tiled")) == {"bath/hot": TILES["bath/hot"]}
    reserved = HALVES.reserved(board("bath/hot"))
    assert HALVES.is_among(TILES["bath/tiled"], reserved)
    assert not HALVES.is_among(TILES["bath/hot"], reserved)
    assert not HALVES.is_among(TILES["bath/garden"], reserved)


def test_it_is_due_from_the_next_turn_on() -> None:
    """Whoever lays the first half is not the one who has to take the other."""
    first = moved(board(), PlaceTile(PlacedTile(TILES["bath/hot"], Cell(1, 0))))
    assert HALVES.reserved(first)
    assert not HALVES.due(first)
    assert HALVES.due(handed_on(first))


def test_halves_join_where_the_building_goes_on() -> None:
    """Side by side is not enough."""
    laid = board("bath/hot")
    assert HALVES.joins(laid, PlacedTile(TILES["bath/cold"], Cell(2, 0)))
    assert not HALVES.joins(laid, PlacedTile(TILES["bath/cold"], Cell(2, 0), 1))
    assert not HALVES.joins(laid, PlacedTile(TILES["bath/cold"], Cell(1, 1)))


def test_the_half_kept_aside_is_left_over_when_the_other_is_thrown_away() -> None:
    """Not when it has been laid before, nor for another tile."""
    thrown = Discard(TILES["bath/hot"])
    assert HALVES.left_over(moved(board(), thrown)) == (TILES["bath/cold"],)
    assert HALVES.left_over(moved(board("bath/cold"), thrown)) == ()
    assert HALVES.left_over(moved(board(), Discard(TILES["bath/garden"]))) == ()
    assert HALVES.left_over(moved(board("bath/hot"), place("E 0 1"))) == ()
