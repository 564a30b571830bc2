"""A run of play: parts of turns ruled on one after another, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.board import Board
from carcassonne_judge.position import Change, Player
from carcassonne_judge.scoring import FinalRuling, ScoreLine, final
from carcassonne_judge.turn import Refusal, Ruling, handed_on, rule_on, successor


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


def run(board: Board, parts: Iterable[Part], *, end: bool = False) -> Run:
    """Rule on parts of turns one after another and, if asked, on the end of the game.

    Raises:
        InvalidPosition: a part makes no sense on the table as it then lies.
    """
    rulings = tuple(rule_on_each(board, parts))
    last = rulings[-1].board if rulings else board
    return Run(board, rulings, final(last) if end else None)


def rule_on_each(board: Board, parts: Iterable[Part]) -> Iterator[Ruling]:
    """Rule on parts of turns one after another, as they come.

    Raises:
        InvalidPosition: a part makes no sense on the table as it then lies.
    """
    before: Board | None = None
    for part in parts:
        table = board if before is None else ready(before)
        against: tuple[Refusal, ...] = ()
        if part.player not in (None, table.position.turn):
            table = table.with_position(table.position._replace(turn=part.player, done=()))
            found = successor(before) if before is not None else None
            moves = part.moves(table)
            against = (Refusal(moves[0], found.clause),) if found and moves else ()
        ruling = rule_on(table, part.moves(table))
        ruling = replace(ruling, refusals=(*against, *ruling.refusals))
        yield ruling
        before = ruling.board


def ready(board: Board) -> Board:
    """The table on which the next part is played: handed on, unless something is still owed."""
    return board if board.position.owed else handed_on(board)
