"""A building on two tiles, of which one is drawn and the other waits beside the stack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, laid
from carcassonne_judge.geometry import SIDES
from carcassonne_judge.legality import placeable, placements
from carcassonne_judge.majority import strongest
from carcassonne_judge.position import END, Change, Figure, Kind, PlacedTile, Player, Tile
from carcassonne_judge.rules import Rulebook
from carcassonne_judge.turn import Wave, waits

BOTH: Final = 2


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

    # The rules of the half kept aside

    def to_place(self, board: Board) -> Iterable[Change] | None:
        """When nothing else is in hand the reserved half is the tile to be placed."""
        ways = [
            placed
            for half in self._waiting(board)
            for placed in placements(board, half, board.free)
        ]
        return list(map(PlaceTile, ways)) or None

    def to_discard(self, board: Board) -> Iterable[Change] | None:
        """A reserved half that has no place leaves the game, though nobody has it in hand."""
        return [Discard(it) for it in self._waiting(board) if not placeable(board, it)] or None

    def to_discard_in_hand(self, board: Board) -> Iterable[Change] | None:
        """A reserved half in hand that has no place leaves the game."""
        hand = board.position.hand
        return (Discard(hand),) if hand and self.is_among(hand, self.due(board)) else None

    def is_passed_over(self, board: Board, move: PlaceTile) -> bool | None:
        """While one half lies alone no tile may be placed but the reserved half."""
        return self._is_another(board, move.placed.tile)

    def is_passed_over_by_discarding(self, board: Board, move: Discard) -> bool | None:
        """While one half lies alone no other tile is drawn, so none can be thrown away."""
        return self._is_another(board, move.tile)

    def is_away(self, board: Board, move: PlaceTile) -> bool | None:
        """The second half must be placed against the first, building to building."""
        if not self.is_among(move.placed.tile, self.reserved(board)):
            return None
        return not self.joins(board, move.placed)

    def has_no_room(self, board: Board, move: PlaceTile) -> bool | None:
        """The first half must be placed so that the reserved one can still join it."""
        if not self.is_half(move.placed.tile) or self.reserved(board):
            return None
        table = board.grown(move)
        halves = self.reserved(table).values()
        return bool(halves) and not any(placeable(table, half) for half in halves)

    def leaves_too(self, waves: tuple[Wave, ...]) -> Iterator[Change]:
        """When the drawn half leaves the game, the reserved one leaves with it."""
        return map(Discard, self.left_over(waves[0].judged))

    def plays_it_last(self, board: Board) -> Player | None:
        """After the last tile drawn the next player still plays the reserved half."""
        players = board.position.in_turn
        return players[1 % len(players)] if self._is_the_last(board) else None

    def is_not_over(self, board: Board) -> bool | None:
        """The game is not over while the reserved half is still to be played."""
        return False if self._is_the_last(board) else None

    # The rules of the building

    def is_occupied(self, board: Board, move: MoveFigure) -> bool | None:
        """Nobody may be put in a building where somebody is."""
        if move.to is None or board.kind_at(move.to) != self.kind:
            return None
        return bool(board.feature_at(move.to).followers) or None

    def is_surrounded(self, building: Feature) -> bool:
        """Both its halves are there, and all the cells round about are filled."""
        return len(building.cells) == BOTH and building.ring <= building.board.tiles.keys()

    def garrison(self, building: Feature) -> tuple[Figure, ...] | None:
        """When it is completed every follower on its tiles or those round about has a say."""
        return self._garrison(building) if self.is_just_completed(building) else None

    def garrison_of_an_unfinished_one(self, building: Feature) -> tuple[Figure, ...] | None:
        """At the end, too, every follower on its tiles or those round about has a say."""
        return None if building.complete else self._garrison(building)

    def nobody_any_more(self, building: Feature) -> tuple[Figure, ...] | None:
        """At the end nobody has a say in a building that was completed before."""
        return () if building.complete and building.occasion == END else None

    def heads(self, _figure: Figure, building: Feature) -> int | None:
        """Heads are counted for it."""
        return 1 if building.kind == self.kind else None

    def all_who_tie(
        self, _building: Feature, strength: Mapping[Player, int]
    ) -> frozenset[Player] | None:
        """Players who tie for the majority hold it each."""
        leaders = strongest(strength)
        return leaders if len(leaders) > 1 else None

    def tiles_of_an_unfinished_one(self, building: Feature) -> int | None:
        """An unfinished one earns for each of its tiles and of those round about at the end."""
        return None if building.complete else self.tiles(building)

    def waits_for_the_others(self, building: Feature) -> bool:
        """It is counted once all else that was completed is scored and its figures are home."""
        board = building.board
        return any(not board.rules.answers(waits(other.kind)) for other in board.due)

    def sends_home(self, figure: Figure, building: Feature) -> bool | None:
        """Only the follower in it goes home; the others stay at their posts."""
        return figure.at in building.spots if building.kind == self.kind else None

    def is_just_completed(self, building: Feature) -> bool:
        """Whether it is scored because it is complete, and not at the end of the game."""
        return building.complete and building.occasion != END

    def tiles(self, building: Feature) -> int:
        """How many of its own tiles and of those round about are there."""
        return len((building.cells | building.ring) & building.board.tiles.keys())

    def _garrison(self, building: Feature) -> tuple[Figure, ...]:
        return building.board.followers_on(building.cells | building.ring)

    def _waiting(self, board: Board) -> Collection[Tile]:
        """The reserved half, where it is the tile of the turn and nothing is in hand."""
        if board.position.hand or laid(board.position):
            return ()
        return self.due(board).values()

    def _is_another(self, board: Board, tile: Tile) -> bool | None:
        """Whether a tile is not the reserved half; no answer where none is due."""
        due = self.due(board)
        return not self.is_among(tile, due) if due else None

    def _is_the_last(self, board: Board) -> bool:
        """Whether nothing but the reserved half is left to be played."""
        reserved = len(self.reserved(board))
        total = sum(tiles for tiles, _ in board.rules.tile_total.values())
        return bool(reserved) and board.used.total() + reserved >= total

    @property
    def _halves(self) -> Mapping[str, Tile]:
        """The two halves in the box, by name."""
        sheets = self.book.tiles.items()
        return {name: it.tile for name, it in sheets if not it.plain and self.is_half(it.tile)}

    def _name(self, tile: Tile) -> str:
        """What a half goes by, whatever its picture."""
        sheet = self.book.tiles.get(tile.id)
        return (sheet.plain if sheet else "") or tile.id
