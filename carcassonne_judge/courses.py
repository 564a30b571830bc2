"""What flows from a spring across one tile after another, and where it bends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, PlaceTile
from carcassonne_judge.geometry import SIDES, Cell, Side
from carcassonne_judge.position import Kind, PlacedTile, Tile


class Bend(NamedTuple):
    """How it passes over a tile: in at one side and out at another."""

    enters: Side
    leaves: Side

    @property
    def turn(self) -> int:
        """Which way it bends, in clockwise quarters: nought where it goes straight on."""
        return (self.leaves - self.enters.opposite) % len(SIDES)


class Course(NamedTuple):
    """A kind of feature that flows from a spring, which bears a mark of that name."""

    kind: Kind
    spring: str

    def passes(self, tile: Tile) -> bool:
        """Whether it is on a tile at all."""
        return any(segment.kind == self.kind for segment in tile.segments)

    def has_begun(self, board: Board) -> bool:
        """Whether any of it lies on the table."""
        return any(self.passes(placed.tile) for placed in board.tiles.values())

    def joined(self, board: Board, placed: PlacedTile) -> tuple[Side, ...]:
        """The sides at which a tile would continue it."""
        return tuple(side for side, _ in self._joined(board, placed))

    def breaks_off(self, board: Board, move: PlaceTile) -> bool:
        """Whether a tile of it would lie apart, once it has begun."""
        placed = move.placed
        passes = self.passes(placed.tile) and self.has_begun(board)
        return passes and not self.joined(board, placed)

    def turns_back_at_once(self, board: Board, move: PlaceTile) -> bool:
        """Whether two tiles in a row would bend it the same way."""
        return self._turns_back(board, move.placed, at_once=True)

    def turns_back(self, board: Board, move: PlaceTile) -> bool:
        """Whether it would bend the same way twice, be it after going straight on."""
        return self._turns_back(board, move.placed, at_once=False)

    def bears(self, board: Board, move: MoveFigure) -> bool:
        """Whether a figure would stand on it."""
        return board.kind_at(move.to) == self.kind

    def _turns_back(self, board: Board, placed: PlacedTile, *, at_once: bool) -> bool:
        """Whether it would bend a second time the same way: at once, or after going straight on."""
        for side, other in self._joined(board, placed):
            before = self._bend_before(board, other, side.opposite, at_once=at_once)
            bends = [Bend(side, out) for out in self._sides(placed) if out != side]
            if before and any(bend.turn == before.turn for bend in bends):
                return True
        return False

    def _sides(self, placed: PlacedTile) -> list[Side]:
        return [side for side in SIDES if placed.face(side) == self.kind]

    def _joined(self, board: Board, placed: PlacedTile) -> Iterator[tuple[Side, PlacedTile]]:
        """The sides at which it goes on from another tile, with that tile."""
        for side in self._sides(placed):
            other = board.tiles.get(placed.cell.beside(side))
            if other and other.face(side.opposite) == self.kind:
                yield side, other

    def _bend_before(
        self, board: Board, placed: PlacedTile, leaves: Side, *, at_once: bool
    ) -> Bend | None:
        """The last bend before it leaves a tile, if there is one and it is known."""
        seen: set[Cell] = set()
        while placed.cell not in seen:
            seen.add(placed.cell)
            ways = [side for side in self._sides(placed) if side != leaves]
            if len(ways) > 1:
                ways = [side for side in ways if self._comes_from(board, placed, side)]
            if not ways:
                return None
            bend = Bend(ways[0], leaves)
            before = board.tiles.get(placed.cell.beside(bend.enters))
            if bend.turn:
                return bend
            if at_once or before is None:
                return None
            placed, leaves = before, bend.enters.opposite
        return None

    def _comes_from(self, board: Board, placed: PlacedTile, side: Side) -> bool:
        """Whether the spring lies beyond a side of a tile."""
        seen, edge = {placed.cell}, [placed.cell.beside(side)]
        while edge:
            there = board.tiles.get(edge.pop())
            if there is None or there.cell in seen:
                continue
            seen.add(there.cell)
            if any(segment.marks.get(self.spring) for segment in there.segments):
                return True
            edge += [other.cell for _, other in self._joined(board, there)]
        return False
