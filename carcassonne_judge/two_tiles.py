"""A building on two tiles, of which one is drawn and the other waits beside the stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, PlaceTile
from carcassonne_judge.geometry import SIDES
from carcassonne_judge.position import Kind, PlacedTile, Tile
from carcassonne_judge.rules import Rulebook


class TwoTiles(NamedTuple):
    """A building on two tiles of a box: whichever half is drawn, the other is the reserved one.

    The reserved half is known by what lies on the table and what is out of the game. A half is
    any tile that shows the kind of feature; its copies with another picture go for the same half.
    """

    book: Rulebook
    kind: Kind

    def is_half(self, tile: Tile) -> bool:
        """Whether a tile is half of such a building."""
        return any(segment.kind == self.kind for segment in tile.segments)

    def reserved(self, board: Board) -> Mapping[str, Tile]:
        """The half kept aside, by its name, while the other lies on the table alone."""
        used = {tile: count for tile, count in board.used.items() if self.is_half(tile)}
        if sum(used.values()) != 1 or not used.keys().isdisjoint(board.position.discarded):
            return {}
        laid = self._name(*used)
        return {name: tile for name, tile in self._halves.items() if name != laid}

    def due(self, board: Board) -> Mapping[str, Tile]:
        """The half kept aside, unless the other was laid in this very turn."""
        done = board.position.done
        laid = [change.placed.tile for change in done if isinstance(change, PlaceTile)]
        return {} if any(map(self.is_half, laid)) else self.reserved(board)

    def is_among(self, tile: Tile, halves: Mapping[str, Tile]) -> bool:
        """Whether a tile is one of some halves, be it with another picture."""
        return self.is_half(tile) and self._name(tile) in halves

    def joins(self, board: Board, placed: PlacedTile) -> bool:
        """Whether a half would lie against another, building against building."""
        others = ((side, board.tiles.get(placed.cell.beside(side))) for side in SIDES)
        return any(
            other and placed.face(side) == self.kind == other.face(side.opposite)
            for side, other in others
        )

    def left_over(self, board: Board) -> tuple[Tile, ...]:
        """The half kept aside, where the other was put out of the game in this turn."""
        done = board.position.done
        out = {self._name(change.tile) for change in done if isinstance(change, Discard)}
        used = {self._name(tile) for tile in board.used if self.is_half(tile)}
        if len(used) != 1 or not used <= out & self._halves.keys():
            return ()
        return tuple(tile for name, tile in self._halves.items() if name not in used)

    @property
    def _halves(self) -> Mapping[str, Tile]:
        """The two halves in the box, by name."""
        sheets = self.book.tiles.items()
        return {name: it.tile for name, it in sheets if not it.plain and self.is_half(it.tile)}

    def _name(self, tile: Tile) -> str:
        """What a half goes by, whatever its picture."""
        sheet = self.book.tiles.get(tile.id)
        return (sheet.plain if sheet else "") or tile.id
