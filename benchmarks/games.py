"""Boards and games to measure with, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from carcassonne_judge.board import Board
from carcassonne_judge.changes import PlaceTile
from carcassonne_judge.geometry import TURNS, Cell, Side
from carcassonne_judge.legality import matches, options
from carcassonne_judge.position import Change, Figure, Figures, PlacedTile, Position, Tile
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.turn import drawn, handed_on, moved, rule_on

PLAYERS = ("A", "B")
FOLLOWERS = 7


class Step(NamedTuple):
    """A turn of a game: the table with the tile in hand, and what was done."""

    board: Board
    moves: tuple[Change, ...]


def opening(rules: RuleSet) -> Board:
    """The table before the first turn: the start tile, and every follower in supply."""
    start = PlacedTile(rules.tiles["D"].tile, Cell(0, 0))
    figures = Figures(Figure("follower", who) for who in PLAYERS for _ in range(FOLLOWERS))
    position = Position({start.cell: (start,)}, figures, players=PLAYERS, turn=PLAYERS[0])
    return Board(position, rules)


def stack(rules: RuleSet, chance: random.Random) -> list[Tile]:
    """The other tiles of the base game, shuffled."""
    sheets = [sheet for sheet in rules.tiles.values() if not sheet.plain]
    tiles = [sheet.tile for sheet in sheets for _ in range(sheet.copies)]
    tiles.remove(rules.tiles["D"].tile)
    chance.shuffle(tiles)
    return tiles


def game(rules: RuleSet, seed: int = 7) -> Iterator[Step]:
    """Play a whole game by chance: compact boards, a follower wherever one may go half the time."""
    chance = random.Random(seed)  # noqa: S311 -- the same game every time
    board = opening(rules)
    for tile in stack(rules, chance):
        board = drawn(board, tile)
        legal = [option.move for option in options(board) if option.legal]
        move = min(chance.sample(legal, min(3, len(legal))), key=_distance)
        moves: tuple[Change, ...] = (move,)
        if isinstance(move, PlaceTile):
            claims = [each.move for each in options(moved(board, move)) if each.legal]
            if claims and chance.random() < 1 / 2:
                moves = (move, chance.choice(claims))
        yield Step(board, moves)
        board = handed_on(rule_on(board, moves).board)


def _distance(move: Change) -> int:
    return sum(abs(cell.x) + abs(cell.y) for cell in move.cells)


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
