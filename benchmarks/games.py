"""Boards and games to measure with, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import yaml

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, Pass, PlaceTile
from carcassonne_judge.geometry import TURNS, Cell, Side
from carcassonne_judge.legality import matches, options
from carcassonne_judge.position import Change, Figure, Figures, PlacedTile, Position, Tile
from carcassonne_judge.position_file import read_text
from carcassonne_judge.rulebooks.base import FIELD
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.turn import Ruling, drawn, moved, rule_on

PLAYERS = ("A", "B")
SHELF = (
    "inns-and-cathedrals", "traders-and-builders", "princess-and-dragon", "tower",
    "abbey-and-mayor", "king-and-robber", "fiesta", "phantom", "abbot",
)  # fmt: skip
CARCASSONNE = """\
count/1 count/2  count/3  count/4
count/5 count/6  count/7  count/8
count/9 count/10 count/11 count/12
"""
ABBEY = "abbey-and-mayor/abbey"
RIVER = "river"
RIVER_ENDS = ("river/lake", "river-2/volcano-lake")


class Step(NamedTuple):
    """A part of a turn in a game: the table as it lay before it, and the ruling on it."""

    before: Board
    ruling: Ruling


def opening(
    lying: str = "D",
    boxes: Iterable[str] = (),
    players: Sequence[str] = PLAYERS,
    readings: Mapping[str, str] | None = None,
) -> Board:
    """The table before the first turn: tiles as in a position file, everything else in supply."""
    text = {
        "boxes": list(boxes),
        "players": {player: {} for player in players},
        "board": lying,
        "turn": {"player": players[0]},
    }
    (case,) = read_text(yaml.safe_dump(text, sort_keys=False), readings=readings)
    return case.board


def stack(board: Board, chance: random.Random) -> list[Tile]:
    """The tiles of the boxes in play that are drawn from the stack, shuffled: a river comes first.

    Left out are those on the table, and those that are laid or dealt out before the game.
    """
    rules = board.rules
    sheets = [
        sheet
        for name, sheet in rules.tiles.items()
        if not sheet.plain and name != ABBEY and sheet.box != "count"
    ]
    tiles = [sheet.tile for sheet in sheets for _ in range(sheet.copies)]
    for placed in board.tiles.values():
        if placed.tile in tiles:
            tiles.remove(placed.tile)
    chance.shuffle(tiles)
    return sorted(tiles, key=_comes)


def _comes(tile: Tile) -> int:
    """When a tile comes: on the river, at its end, or after it."""
    if not any(segment.kind == RIVER for segment in tile.segments):
        return len(RIVER_ENDS)
    return int(tile.id in RIVER_ENDS)


def play(
    board: Board, tiles: Iterable[Tile], chance: random.Random, *, compact: int = 1
) -> Iterator[Step]:
    """Play by chance, claiming something two times in three, a field seldom, and deciding all else.

    ``compact`` is among how many placements the one beside most tiles is taken.
    """
    for tile in tiles:
        board = drawn(board, tile)
        legal = _legal(board)
        few = chance.sample(legal, min(compact, len(legal)))
        placing = max(few, key=lambda move: _beside(board, move))
        moves = [placing]
        if isinstance(placing, PlaceTile):
            table = moved(board, placing)
            claims = [move for move in _legal(table) if not isinstance(move, PlaceTile | Pass)]
            if chance.randint(0, 3):
                claims = [move for move in claims if not _farms(table, move)]
            if claims and chance.randint(0, 2):
                moves.append(chance.choice(claims))
        while moves:
            step = Step(board, rule_on(board, moves))
            yield step
            board = step.ruling.board
            moves = [chance.choice(_legal(board))] if board.position.owed else []


def _legal(board: Board) -> list[Change]:
    return [option.move for option in options(board) if option.legal]


def _farms(board: Board, move: Change) -> bool:
    return isinstance(move, MoveFigure) and board.kind_at(move.to) == FIELD


def _beside(board: Board, move: Change) -> int:
    """How many tiles lie round about a tile where it is placed."""
    return sum(near in board.tiles for cell in move.cells for near in cell.around)


def base_game(seed: int = 7) -> tuple[Step, ...]:
    """A compact game of the base game's 72 tiles."""
    return _game(opening(), seed, 72)


def shelf_game(seed: int = 7) -> tuple[Step, ...]:
    """A compact game of 120 tiles that begins round Carcassonne, with the first shelf of boxes."""
    return _game(opening(CARCASSONNE, (*SHELF, "count"), "ABC"), seed, 120)


def river_game(seed: int = 7) -> tuple[Step, ...]:
    """A compact game of 120 tiles that begins at a spring, with the first shelf of boxes."""
    return _game(opening("river-2/spring", (*SHELF, "river", "river-2"), "ABC"), seed, 120)


def _game(board: Board, seed: int, tiles: int) -> tuple[Step, ...]:
    chance = random.Random(seed)  # noqa: S311 -- the same game every time
    return tuple(play(board, stack(board, chance)[:tiles], chance, compact=5))


def country(rules: RuleSet, tiles: int, seed: int = 7, width: int = 100) -> Position:
    """A wide board in which every side matches, with a follower on every third feature."""
    chance = random.Random(seed)  # noqa: S311 -- the same board every time
    known = [sheet.tile for sheet in rules.tiles.values() if not sheet.plain]
    lying: dict[Cell, tuple[PlacedTile, ...]] = {}
    for number in range(tiles):
        cell = Cell(number % width, number // width)
        chance.shuffle(known)
        for placed in (PlacedTile(tile, cell, turn) for tile in known for turn in TURNS):
            beside = [(side, lying.get(cell.beside(side))) for side in (Side.N, Side.W)]
            if all(matches(rules, placed, pile[-1], side) for side, pile in beside if pile):
                lying[cell] = (placed,)
                break
    return claimed(Position(lying, players=PLAYERS, turn=PLAYERS[0]), rules)


def straight_road(rules: RuleSet, tiles: int) -> Position:
    """One road of so many tiles, with a thief at its end."""
    tile = rules.tiles["U"].tile
    lying = {Cell(x, 0): (PlacedTile(tile, Cell(x, 0)),) for x in range(tiles)}
    return claimed(Position(lying, players=PLAYERS, turn=PLAYERS[0]), rules)


def huge_field(rules: RuleSet, tiles: int, width: int = 60) -> Position:
    """Monasteries on one field of so many tiles."""
    tile = rules.tiles["B"].tile
    cells = (Cell(number % width, number // width) for number in range(tiles))
    lying = {cell: (PlacedTile(tile, cell),) for cell in cells}
    return claimed(Position(lying, players=PLAYERS, turn=PLAYERS[0]), rules)


def claimed(position: Position, rules: RuleSet) -> Position:
    """The same table with a follower on every third feature."""
    features = sorted(min(feature.spots) for feature in Board(position, rules).features)
    figures = Figures(
        Figure("follower", PLAYERS[number % len(PLAYERS)], spot)
        for number, spot in enumerate(features[::3])
    )
    return position._replace(figures=figures)
