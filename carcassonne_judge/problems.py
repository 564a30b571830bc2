"""All that is wrong with a position, for ``check``: said only where it is certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, PlaceTile
from carcassonne_judge.geometry import SIDES, Cell, Side
from carcassonne_judge.legality import fits, objections
from carcassonne_judge.position import (
    NEUTRAL,
    Change,
    Figure,
    Figures,
    PlacedTile,
    Player,
    Position,
    Spot,
)
from carcassonne_judge.rules import Clause, Question, RuleSet, UnsettledError, question

CLASH: Final = "clash"
"""Two sides that touch do not fit."""

APART: Final = "apart"
"""Tiles that hang together with none of the others."""

COPIES: Final = "copies"
"""More of a tile than the boxes hold."""

TILES: Final = "tiles"
"""More tiles of a box than it holds."""

FIGURES: Final = "figures"
"""More figures of a kind than a player has."""

NO_PLACE: Final = "no place"
"""A figure where none of its kind may stand."""

BOTH: Final = "both"
"""Two figures of which the later could not have been deployed."""


@question
def lasts() -> Question[[Board], bool]:
    """Does everything stay where it was put, figures and tiles alike?"""
    return Question("lasts")


class Problem(Struct, frozen=True):
    """One thing that is wrong with a position: what, and the clauses it goes against.

    ``about`` is what it is found at; ``cells`` and ``figures`` are all that it concerns. Where too
    many are counted, ``thing`` is the tile, the box or the kind of figure, ``count`` how many there
    are and ``limit`` how many there may be.
    """

    kind: str
    clauses: tuple[Clause, ...]
    about: Cell | Figure | Player | None = None
    cells: tuple[Cell, ...] = ()
    figures: tuple[Figure, ...] = ()
    side: Side | None = None
    player: Player | None = None
    thing: str = ""
    count: int = 0
    limit: int = 0

    @property
    def clause(self) -> Clause | None:
        """The clause that it goes against first of all."""
        return self.clauses[0] if self.clauses else None


def problems(board: Board) -> tuple[Problem, ...]:
    """All that is wrong with a position: with how the tiles lie, with counts, with figures."""
    found = (
        *_clashes(board),
        *_islands(board),
        *_tiles(board),
        *_figures(board),
        *_misplaced(board),
        *_both_claimed(board),
    )
    return tuple(dict.fromkeys(found))


def _clashes(board: Board) -> Iterator[Problem]:
    """Sides that touch and do not fit."""
    for cell, placed in board.tiles.items():
        for side in (Side.E, Side.S):
            other = board.tiles.get(cell.beside(side))
            against = _against(board.rules, placed, other, side) if other else None
            if other and against:
                cells = (cell, other.cell)
                yield Problem(CLASH, (against,), other.cell, cells=cells, side=side)


def _against(rules: RuleSet, placed: PlacedTile, other: PlacedTile, side: Side) -> Clause | None:
    """The clause by which two tiles do not fit across a side; nothing if they may."""
    try:
        found = rules.settle(fits(), placed, other, side)
    except UnsettledError:
        return None
    return None if found.answer else found.clause


def _islands(board: Board) -> Iterator[Problem]:
    """Tiles that hang together with none of the others, however they may have been laid."""
    islands = sorted(_hanging_together(board.tiles), key=len, reverse=True)
    if len(islands) < len(("one", "other")):
        return
    mainland = islands[0]
    tiles = {cell: pile for cell, pile in board.position.tiles.items() if cell in mainland}
    table = Board(_bare(board.position)._replace(tiles=tiles), board.rules)
    for island in islands[1:]:
        cells = tuple(sorted(island))
        moves = [PlaceTile(board.position.tiles[cell][0]) for cell in cells]
        each = [_objections(table, move) for move in moves]
        if all(each):
            clauses = tuple(dict.fromkeys(clause for found in each for clause in found))
            yield Problem(APART, clauses, cells[0], cells=cells)


def _hanging_together(cells: Iterable[Cell]) -> Iterator[frozenset[Cell]]:
    """The cells in groups that share sides."""
    left = set(cells)
    while left:
        group: set[Cell] = set()
        edge = {min(left)}
        while edge:
            group |= edge
            edge = {near for cell in edge for near in map(cell.beside, SIDES)} & left - group
        left -= group
        yield frozenset(group)


def _bare(position: Position) -> Position:
    """The position between two turns, with nobody on the table and no tile in hand."""
    return position._replace(figures=Figures(), hand=None, done=(), closed=(), owed=())


def _objections(board: Board, move: Change) -> tuple[Clause, ...]:
    """What a move goes against; nothing where the rulebooks do not say."""
    try:
        return objections(board, move)
    except UnsettledError:
        return ()


def _tiles(board: Board) -> Iterator[Problem]:
    """More tiles than the boxes hold: of one picture, and in all."""
    known = board.rules.tiles
    used: Counter[str] = Counter()
    by_box: Counter[str] = Counter()
    hand = board.position.hand
    for tile, count in (board.used + Counter([hand] if hand else ())).items():
        sheet = known.get(tile.id)
        if sheet is None:
            continue
        used[tile.id] += count
        by_box[sheet.box] += count
        if sheet.plain:
            used[sheet.plain] += count
    for name, count in used.items():
        sheet = known[name]
        _, says = board.rules.tile_total[sheet.box]
        if count > sheet.copies:
            clauses = (says,) if says else ()
            last = _last_laid(board, name)
            yield Problem(COPIES, clauses, last, thing=name, count=count, limit=sheet.copies)
    for box, count in by_box.items():
        limit, says = board.rules.tile_total[box]
        if count > limit:
            yield Problem(TILES, (says,) if says else (), thing=box, count=count, limit=limit)


def _last_laid(board: Board, name: str) -> Cell | None:
    """Where the last of some copies of a tile lies."""
    known = board.rules.tiles
    laid = [
        cell
        for cell, pile in board.position.tiles.items()
        for placed in pile
        for sheet in [known.get(placed.tile.id)]
        if sheet and name in (placed.tile.id, sheet.plain)
    ]
    return laid[-1] if laid else None


def _figures(board: Board) -> Iterator[Problem]:
    """More figures than a player has."""
    owned = Counter((figure.owner, figure.kind) for figure in board.position.figures)
    for (player, kind), count in owned.items():
        about = board.rules.figures.get(kind)
        limit = about.neutral if about and player == NEUTRAL else about.count if about else count
        if about and count > limit:
            says = (about.clause, *about.less)
            yield Problem(
                FIGURES,
                tuple(board.rules.clauses[name] for name in says if name in board.rules.clauses),
                player,
                player=player,
                thing=kind,
                count=count,
                limit=limit,
            )


def _misplaced(board: Board) -> Iterator[Problem]:
    """Figures where none of their kind may stand."""
    for figure in board.position.figures:
        about, spot = board.rules.figures.get(figure.kind), figure.at
        region = board.regions.get(spot) if spot else None
        if not about or not spot or not region or region.kind in about.stands_on:
            continue
        clauses = _had_it_come(board, figure, ())
        yield Problem(NO_PLACE, clauses, figure, (spot.cell,), (figure,), player=figure.owner)


def _both_claimed(board: Board) -> Iterator[Problem]:
    """Two figures on one segment, or where two tiles meet: the later found it claimed."""
    stays = board.rules.ask(lasts(), board)
    if not stays or not all(found.answer for found in stays):
        return
    standing = board.position.figures.standing
    for spot, figures in standing.items():
        if spot not in board.regions:
            continue
        pairs = list(combinations(figures, 2))
        for near in _continued(board, spot):
            pairs += ((one, other) for one in figures for other in standing.get(near, ()))
        for one, other in pairs:
            late, early = _had_it_come(board, other, (one,)), _had_it_come(board, one, (other,))
            if late and early and one.at and other.at:
                cells = tuple(dict.fromkeys((one.at.cell, other.at.cell)))
                clauses = tuple(dict.fromkeys((*late, *early)))
                yield Problem(BOTH, clauses, other, cells, (one, other))


def _continued(board: Board, spot: Spot) -> Iterator[Spot]:
    """The segments east and south of one that go on with it."""
    placed = board.tiles[spot.cell]
    own = placed.spots[spot]
    found = set()
    for port in own.ports:
        other = board.tiles.get(spot.cell.beside(port.side))
        beyond = other.ports.get(port.facing) if other else None
        if other and beyond and beyond.kind == own.kind and other.cell > spot.cell:
            found.add(Spot(other.cell, beyond.name))
    yield from sorted(found)


def _had_it_come(board: Board, figure: Figure, there: tuple[Figure, ...]) -> tuple[Clause, ...]:
    """What its owner would have gone against, deploying it as soon as the tile was laid.

    ``there`` are those who stood on the table; with any, only what they are in the way of counts.
    """
    if figure.at is None:
        return ()
    placed = board.position.tiles[figure.at.cell][-1]
    idle = Figure(figure.kind, figure.owner)
    position = _bare(board.position)._replace(
        turn=figure.owner, done=(PlaceTile(placed),), figures=Figures((idle,))
    )
    move = MoveFigure(idle, figure.at)
    alone = _objections(board.with_position(position), move)
    if not there:
        return alone
    crowded = position._replace(figures=Figures((idle, *there)))
    found = _objections(board.with_position(crowded), move)
    return tuple(clause for clause in found if clause not in alone)
