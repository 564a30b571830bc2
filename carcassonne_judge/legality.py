"""What a player may do, and what forbids the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, PlaceTile
from carcassonne_judge.geometry import SIDES, Cell, Side
from carcassonne_judge.position import Change, PlacedTile, Tile
from carcassonne_judge.rules import Clause, Finding, Question, RuleSet, question

C = TypeVar("C", bound=Change)


@question
def offers() -> Question[[Board], Iterable[Change]]:
    """What does this clause let the player whose turn it is do?"""
    return Question("offers", gathers=True)


@question
def stuck() -> Question[[Board], Iterable[Change]]:
    """What does this clause let a player do whose tile may be placed nowhere?"""
    return Question("stuck", gathers=True)


@question
def forbids(move: type[C]) -> Question[[Board, C], bool]:
    """Is such a move against the clause, or has it no objection where others would?

    Asked about ``Change``, it is about every kind of move.
    """
    return Question("forbids", "" if move is Change else move.__name__)


@question
def fits() -> Question[[PlacedTile, PlacedTile, Side], bool]:
    """May this tile lie against that one across this side, going by what they show?"""
    return Question("fits")


class Option(Struct, frozen=True):
    """A move, the clause that offers it, and the clauses that forbid it."""

    move: Change
    offered_by: Clause
    forbidden_by: tuple[Clause, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the move."""
        return not self.forbidden_by


def objections(board: Board, move: Change) -> tuple[Clause, ...]:
    """The clauses that a move goes against.

    Raises:
        UnsettledError: the rulebooks do not say whether it is allowed.
    """
    found = board.rules.ask(forbids(type(move)), board, move)
    return tuple(each.clause for each in found if each.answer)


def allowances(board: Board, move: Change) -> tuple[Clause, ...]:
    """The clauses by which a move is allowed that others, which they replace, would forbid.

    Raises:
        UnsettledError: the rulebooks do not say whether it is allowed.
    """
    found = board.rules.ask(forbids(type(move)), board, move)
    if any(each.answer for each in found):
        return ()
    return tuple(each.clause for each in found if each.clause.replaces)


def options(board: Board) -> Iterator[Option]:
    """Every move on offer, legal or not, with the reasons; what is owed comes before all else."""
    owed = {owed.clause for owed in board.position.owed[:1]}
    asked = board.rules.ask(offers(), board)
    placeable = False
    for option in _options(board, [it for it in asked if not owed or it.clause.id in owed]):
        placeable = placeable or (option.legal and isinstance(option.move, PlaceTile))
        yield option
    if board.position.hand and not owed and not placeable:
        yield from _options(board, board.rules.ask(stuck(), board))


def _options(board: Board, offered: list[Finding[Iterable[Change]]]) -> Iterator[Option]:
    for offer in offered:
        for move in offer.answer:
            yield Option(move, offer.clause, objections(board, move))


def has_no_place(board: Board, move: MoveFigure) -> bool:
    """Whether a figure would come onto a kind of feature on which none of its kind stands."""
    kind = board.kind_at(move.to)
    return bool(kind) and kind not in board.rules.figures[move.figure.kind].stands_on


def placeable(board: Board, tile: Tile) -> bool:
    """Whether a tile, once it is drawn, may be placed anywhere."""
    table = board.with_position(board.position._replace(hand=tile))
    placements = (
        move
        for offer in table.rules.ask(offers(), table)
        for move in offer.answer
        if isinstance(move, PlaceTile)
    )
    return any(not objections(table, move) for move in placements)


def placements(board: Board, tile: Tile, cells: Iterable[Cell]) -> Iterator[PlacedTile]:
    """Every way a tile fits its neighbours on some cells; of those that look alike the first."""
    for cell in sorted(cells):
        beside = [(side, board.tiles.get(cell.beside(side))) for side in SIDES]
        others = [(side, other) for side, other in beside if other]
        for quarters in tile.turnings:
            placed = PlacedTile(tile, cell, quarters)
            if all(matches(board.rules, placed, other, side) for side, other in others):
                yield placed


def matches(rules: RuleSet, placed: PlacedTile, other: PlacedTile, side: Side) -> bool:
    """Whether a tile may lie against another across this side, as both lie."""
    seen = (placed.tile, placed.quarters, placed.laid_over)
    beside = (other.tile, other.quarters, other.laid_over)
    return rules.settle_once((seen, beside, side), fits(), placed, other, side).answer
