"""A run of play: parts of turns ruled on one after another, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, PlaceTile, SetAside
from carcassonne_judge.position import Change, InvalidPosition, Player
from carcassonne_judge.scoring import FinalRuling, ScoreLine, final
from carcassonne_judge.turn import Refusal, Ruling, handed_on, opening, rule_on, successor


class Part(Struct, frozen=True, eq=False):
    """One part of a turn as somebody wrote it down, to be read on the table as it then lies.

    ``moves`` reads it and raises ``InvalidPosition`` where it makes no sense on that table;
    ``player`` is who made it, where that was written.
    """

    moves: Callable[[Board], tuple[Change, ...]]
    player: Player | None = None


class Run(Struct, frozen=True):
    """The rulings on some parts of turns, in order, and on the end of the game if it was asked."""

    start: Board
    rulings: tuple[Ruling, ...]
    end: FinalRuling | None

    @property
    def board(self) -> Board:
        """The table after the last part, before anybody goes on."""
        return self.rulings[-1].board if self.rulings else self.start

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every point scored, in play and at the end."""
        in_play = tuple(line for ruling in self.rulings for line in ruling.lines)
        return (*in_play, *(self.end.lines if self.end else ()))


def run(board: Board, parts: Iterable[Part], *, end: bool = False, otherwise: bool = False) -> Run:
    """Rule on parts of turns one after another and, if asked, on the end of the game.

    Played ``otherwise`` than they were written down for, under other rules, the answers that
    nobody is asked for are left out, and what nobody has answered is left undecided.

    Raises:
        InvalidPosition: a part makes no sense on the table as it then lies.
    """
    played = _played_otherwise(board, parts) if otherwise else rule_on_each(board, parts)
    rulings = tuple(played)
    last = rulings[-1].board if rulings else board
    return Run(board, rulings, final(last) if end else None)


def rule_on_each(board: Board, parts: Iterable[Part]) -> Iterator[Ruling]:
    """Rule on parts of turns one after another, as they come.

    Raises:
        InvalidPosition: a part makes no sense on the table as it then lies.
    """
    before: Board | None = None
    for part in parts:
        ruling = _ruled(board, before, part)
        yield ruling
        before = ruling.board


def _ruled(board: Board, before: Board | None, part: Part) -> Ruling:
    """The ruling on a part, played on a table or, if there was one, after the part before."""
    table = board if before is None else ready(before)
    against: tuple[Refusal, ...] = ()
    answering = [owed.player for owed in table.position.owed[:1]]
    if part.player and part.player not in (table.position.turn, *answering):
        table = table.with_position(table.position._replace(turn=part.player, done=()))
        found = successor(before) if before is not None else None
        moves = part.moves(table)
        against = (Refusal(moves[0], found.clause),) if found and moves else ()
    ruling = rule_on(table, part.moves(table))
    began = () if before is None or before.position.owed else opening(before)
    return replace(ruling, refusals=(*against, *ruling.refusals), opening=began)


def _played_otherwise(board: Board, parts: Iterable[Part]) -> Iterator[Ruling]:
    """The rulings on those parts that make sense on the table as it comes to lie."""
    before: Board | None = None
    for part in parts:
        try:
            ruling = _ruled(board, before, part)
            if before is not None and before.position.owed and _begins(ruling.moves):
                undecided = before.with_position(before.position._replace(owed=()))
                ruling = _ruled(board, undecided, part)
        except InvalidPosition:
            continue
        yield ruling
        before = ruling.board


def _begins(moves: Iterable[Change]) -> bool:
    """Whether some moves begin a part of their own, and answer nothing."""
    return any(isinstance(move, PlaceTile | Discard | SetAside) for move in moves)


def ready(board: Board) -> Board:
    """The table on which the next part is played: handed on, unless something is still owed."""
    return board if board.position.owed else handed_on(board)
