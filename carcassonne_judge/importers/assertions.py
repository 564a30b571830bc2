"""What the tests of JCloisterZone say in plain English, held against our rulings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    Discard,
    MoveFigure,
    PlaceTile,
    PutToken,
    Recall,
    laid,
    part,
)
from carcassonne_judge.game import Run, ready
from carcassonne_judge.geometry import Cell
from carcassonne_judge.importers.jcloisterzone import Pointer, spot, tile_names
from carcassonne_judge.importers.vocabulary import FIGURE_TYPES, FIGURES, TOKENS
from carcassonne_judge.legality import objections, options
from carcassonne_judge.position import Change, InvalidPosition, Kind, Player, Spot, Tile
from carcassonne_judge.rulebooks.base import CITY, FARMLAND, FIELD, MONASTERY, ROAD
from carcassonne_judge.scoring import Verdict, total
from carcassonne_judge.turn import drawn

ChangeT = TypeVar("ChangeT", bound=Change)

SCORED: Final[Mapping[str, frozenset[Kind]]] = {
    "city": frozenset({CITY}),
    "road": frozenset({ROAD}),
    "monastery": frozenset({MONASTERY}),
    "special-monastery": frozenset({MONASTERY}),
    "field": frozenset({FIELD, FARMLAND}),
    "garden": frozenset({"garden"}),
    "castle": frozenset({"castle"}),
}
"""The kinds of feature, by the names under which points are listed."""


def agrees(
    assertions: Iterable[str], run: Run, table: Board | None = None
) -> tuple[tuple[str, bool | None], ...]:
    """Whether each assertion holds; no answer where it is about another program, not the rules.

    ``table`` is the table where the game breaks off, if that is in the middle of a part.
    """
    said = tuple(assertions)
    last = table or (ready(run.board) if run.rulings else run.board)
    names = [found[1] for text in said for found in [re.match(_DRAWN, text)] if found]
    tile = tile_names(run.start.rules).get(names[0]) if names else None
    if tile and not laid(last.position):
        last = drawn(last, tile)
    judged = _Judged(run, last)
    return tuple((text, judged.holds(text)) for text in said)


@dataclass(frozen=True)
class _Judged:
    """What assertions are held against."""

    run: Run
    table: Board

    def holds(self, text: str) -> bool | None:
        plain = text.strip().removesuffix(".")
        for pattern, check in _CHECKS.items():
            found = re.fullmatch(pattern, plain)
            if found:
                return check(self, **found.groupdict())
        return None

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        judged = (verdict for ruling in self.run.rulings for verdict in ruling.verdicts)
        return (*judged, *(self.run.end.verdicts if self.run.end else ()))

    def has(self, player: Player, points: str) -> bool | None:
        end = self.run.end
        board = self.table if part(self.table.position) else self.run.board
        scores = end.totals if end else board.position.scores
        seated = player in self.run.start.position.players
        return seated and scores.get(player, 0) == int(points)

    def scored(self, player: Player, what: str, points: str) -> bool | None:
        if what not in SCORED:
            return None
        return any(
            int(points) in (total(verdict.lines)[player], _held(verdict, player))
            for verdict in self.verdicts
            if verdict.feature.kind in SCORED[what] and player in _concerned(verdict)
        )

    def cannot_pass(self) -> bool | None:
        position = self.table.position
        if position.hand is None or laid(position):
            return None
        return bool(objections(self.table, Discard(position.hand)))

    def may_be_placed(self, tile: str) -> bool | None:
        return bool(self._placements(tile))

    def placements(self, tile: str, options: str) -> bool | None:
        said = {
            (Cell(int(x), int(y)), int(degrees) // 90)
            for x, y, turned in re.findall(_PLACEMENT, options)
            for degrees in turned.split(",")
        }
        return said == self._placements(tile)

    def _placements(self, name: str) -> set[tuple[Cell, int]]:
        tile = tile_names(self.run.start.rules).get(name)
        return set(placements(drawn(self.table, tile))) if tile else set()

    def may_deploy(self, figure: str) -> bool | None:
        if figure not in FIGURE_TYPES:
            return None
        return bool(set(claims(self.table, FIGURE_TYPES[figure])))

    def may_take_back(self) -> bool:
        return bool(set(returns(self.table)))

    def returns(self, options: str) -> bool:
        try:
            said = {
                (FIGURES[word], spot(self.table, Pointer((int(x), int(y)), feature, location)))
                for word, feature, location, x, y in re.findall(_RETURN, options)
            }
        except (InvalidPosition, KeyError):
            return False
        return said == set(returns(self.table))

    def may_capture(self) -> bool:
        return bool(set(captures(self.table)))

    def captures(self, options: str) -> bool:
        players = self.run.start.position.players
        said = {
            (
                players[int(seat)],
                FIGURES[word],
                spot(self.table, Pointer((int(x), int(y)), feature, location)),
            )
            for seat, word, feature, location, x, y in re.findall(_CAPTURED, options)
        }
        return said == set(captures(self.table))

    def may_lay(self, token: str) -> bool | None:
        return bool(set(lays(self.table, TOKENS[token]))) if token in TOKENS else None

    def lays(self, token: str, options: str) -> bool | None:
        if token not in TOKENS:
            return None
        said = {Cell(int(x), int(y)) for x, y in re.findall(_CELL, options)}
        return said == set(lays(self.table, TOKENS[token]))

    def claims(self, figure: str, options: str) -> bool | None:
        if figure not in FIGURE_TYPES:
            return None
        try:
            said = {
                spot(self.table, Pointer((int(x), int(y)), feature, location))
                for feature, location, x, y in re.findall(_CLAIM, options)
            }
        except InvalidPosition:
            return False
        kind = FIGURE_TYPES[figure]
        return places(self.table, kind, said) == places(self.table, kind, claims(self.table, kind))


def _legal(board: Board, kind: type[ChangeT]) -> Iterator[ChangeT]:
    """The legal moves of one kind."""
    for option in options(board):
        if option.legal and isinstance(option.move, kind):
            yield option.move


def placements(board: Board) -> Iterator[tuple[Cell, int]]:
    """Where the tile in hand may be placed, in every rotation, also those that look the same."""
    for move in _legal(board, PlaceTile):
        placed = move.placed
        yield from ((placed.cell, same) for same in _alike(placed.tile, placed.quarters))


def _alike(tile: Tile, quarters: int) -> tuple[int, ...]:
    return next(same for same in tile.turnings.values() if quarters in same)


def places(board: Board, figure: str, spots: Iterable[Spot]) -> set[Spot]:
    """The spots; one for each feature where it is the same on which of its tiles a figure stands.

    So it is with what moves on, and with what is no follower.
    """
    if board.position.owed or figure not in board.rules.followers:
        return {min(board.regions[each].spots) for each in spots}
    return set(spots)


def claims(board: Board, figure: str) -> Iterator[Spot]:
    """Where a figure of one kind may be deployed, or may move on."""
    for move in _legal(board, MoveFigure):
        if move.figure.kind == figure and move.to is not None:
            yield move.to


def returns(board: Board, *, recalled: bool = False) -> Iterator[tuple[str, Spot]]:
    """Which figures may be taken back, or recalled in a way of their own; where they stand."""
    for move in _legal(board, MoveFigure):
        if move.to is not None or move.held_by is not None:
            continue
        if move.figure.at and isinstance(move, Recall) == recalled:
            yield move.figure.kind, move.figure.at


def captures(board: Board) -> Iterator[tuple[Player, str, Spot]]:
    """Whose figures may be taken off the table, by whomever: what each is, and where it stands."""
    for move in _legal(board, MoveFigure):
        if move.figure.at and move.to is None:
            yield move.figure.owner, move.figure.kind, move.figure.at


def lays(board: Board, token: str) -> Iterator[Cell]:
    """Where a token of one kind may be put."""
    for move in _legal(board, PutToken):
        if move.token.kind == token:
            yield from move.cells


def _held(verdict: Verdict, player: Player) -> int:
    """What the feature itself is worth to a player."""
    return verdict.points if player in verdict.holders else 0


def _concerned(verdict: Verdict) -> set[Player]:
    """The holders, and whoever else has a figure there."""
    return {*verdict.holders, *(figure.owner for figure in verdict.feature.figures)}


_DRAWN: Final = r"(?:Available action )?TilePlacement (?:for )?(\S+?)(?: options: .*|\.?$)"
_PLACEMENT: Final = r"\[(-?\d+),(-?\d+)\] - \[([\d,]+)\]"
_RETURN: Final = r"\{\d+\.(\w+)\.\d+,(\w+),([\w.]+),\[(-?\d+),(-?\d+)\]\}"
_CAPTURED: Final = r"\{(\d+)\.(\w+)\.\d+,(\w+),([\w.]+),\[(-?\d+),(-?\d+)\]\}"
_CELL: Final = r"\[(-?\d+),(-?\d+)\]"
_CLAIM: Final = r"\{(\w+),([\w.]+),\[(-?\d+),(-?\d+)\]\}"

_CHECKS: Final[Mapping[str, Callable[..., bool | None]]] = {
    r"(?P<player>.+) has (?P<points>-?\d+) points?": _Judged.has,
    r"(?P<player>.+) scored (?P<what>[\w-]+) for (?P<points>-?\d+) points?": _Judged.scored,
    r"Player can't pass": _Judged.cannot_pass,
    r"Available action TilePlacement for (?P<tile>\S+)": _Judged.may_be_placed,
    r"TilePlacement (?P<tile>\S+) options: (?P<options>.*)": _Judged.placements,
    r"Available action Meeple for (?P<figure>\w+)": _Judged.may_deploy,
    r"Available action ReturnMeeple for (?:FESTIVAL|PRINCESS)": _Judged.may_take_back,
    r"ReturnMeeple (?:FESTIVAL|PRINCESS) options: (?P<options>.*)": _Judged.returns,
    r"Available action CaptureFollower": _Judged.may_capture,
    r"CaptureFollower options: (?P<options>.*)": _Judged.captures,
    r"Available action TowerPiece for (?P<token>\w+)": _Judged.may_lay,
    r"Tower piece (?P<token>\w+) options: (?P<options>.*)": _Judged.lays,
    r"Meeple (?P<figure>\w+) options: (?P<options>.*)": _Judged.claims,
}
