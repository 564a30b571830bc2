"""What a feature is worth, and to whom; the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.majority import Majority, counts, majority
from carcassonne_judge.position import END, Kind, Player
from carcassonne_judge.rules import Clause, Finding, Question, UnsettledError, in_order, question

GAME_ENDS: Final = "the game ends"
"""The moment after the last turn, when what is left on the table is paid for."""

TURN_BEGINS: Final = "a turn begins"
"""The moment before the player whose turn it is draws a tile."""


@question
def scores(kind: Kind) -> Question[[Feature], int]:
    """How many times over does this feature earn the clause's points?"""
    return Question("scores", kind, pays=True)


@question
def awards(kind: Kind = "") -> Question[[Verdict], Mapping[Player, int]]:
    """Who, besides the holders, earns the clause's points, and how many times over?"""
    return Question("awards", kind, pays=True)


@question
def pays(moment: str) -> Question[[Board], Mapping[Player, int]]:
    """Who earns the clause's points at this moment, and how many times over?"""
    return Question("pays", moment, pays=True)


@question
def wins() -> Question[[Mapping[Player, int]], frozenset[Player]]:
    """Who has won, with such points?"""
    return Question("wins")


class ScoreLine(Struct, frozen=True):
    """So many times the points of one clause, to one player."""

    player: Player
    times: int
    clause: Clause

    @property
    def points(self) -> int:
        """What the line adds to the player's score."""
        return self.clause.times(self.times)


class Verdict(Struct, frozen=True, dict=True):
    """How a feature stands: who holds it, what it is worth to each of them, and what is unsettled.

    ``majority`` is missing where the rulebooks do not say who holds the feature.
    """

    feature: Feature
    majority: Majority | None
    worth: tuple[Finding[int], ...]
    extra: tuple[Finding[Mapping[Player, int]], ...] = ()
    unsettled: tuple[UnsettledError, ...] = ()

    @property
    def holders(self) -> tuple[Player, ...]:
        """The players who hold the feature, in the order of the table."""
        held = self.majority.holders if self.majority else frozenset[Player]()
        return _in_order(held, self.feature.board)

    @property
    def points(self) -> int:
        """What the feature is worth to each holder, in points."""
        return sum(found.clause.times(found.answer) for found in self.worth)

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every point it gives, line by line; none while it is unsettled."""
        if self.unsettled:
            return ()
        held = [
            ScoreLine(player, found.answer, found.clause)
            for player in self.holders
            for found in self.worth
        ]
        return (*held, *_lines(self.extra, self.feature.board))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses it rests on, those that leave something unsettled included."""
        held = self.majority.clauses if self.majority else ()
        worth = [found.clause for found in (*self.worth, *self.extra)]
        silent = [found.clause for error in self.unsettled for found in error.findings]
        return (*self._completion, *held, *worth, *silent)

    @property
    def _completion(self) -> tuple[Clause, ...]:
        """The clause by which the feature is complete or not; a pool is neither."""
        if self.feature.about is not None:
            return ()
        try:
            return (self.feature.completion.clause,)
        except UnsettledError:
            return ()


def _in_order(players: Iterable[Player], board: Board) -> tuple[Player, ...]:
    order = {player: place for place, player in enumerate(board.position.players)}
    return tuple(sorted(players, key=lambda player: (order.get(player, len(order)), player)))


def _lines(
    findings: Iterable[Finding[Mapping[Player, int]]], board: Board
) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(player, found.answer[player], found.clause)
        for found in findings
        for player in _in_order(found.answer, board)
    )


def total(lines: Iterable[ScoreLine]) -> Counter[Player]:
    """Each player's points from some lines."""
    points: Counter[Player] = Counter()
    for line in lines:
        points[line.player] += line.points
    return points


def judge(feature: Feature) -> Verdict:
    """Judge a feature as it now lies on the table.

    What the rulebooks do not settle is kept in the verdict, which then gives no points.
    """
    rules = feature.board.rules
    unsettled: list[UnsettledError] = []
    held: Majority | None = None
    worth: list[Finding[int]] = []
    try:
        held = majority(feature)
    except UnsettledError as error:
        unsettled.append(error)
    try:
        worth = rules.ask(scores(feature.kind), feature)
    except UnsettledError as error:
        unsettled.append(error)
    verdict = Verdict(feature, held, tuple(worth), (), tuple(unsettled))
    if unsettled or not rules.answers(awards(feature.kind)):
        return verdict
    try:
        extra = tuple(rules.ask(awards(feature.kind), verdict))
    except UnsettledError as error:
        return Verdict(feature, held, tuple(worth), (), (error,))
    return Verdict(feature, held, tuple(worth), extra)


class FinalRuling(Struct, frozen=True, dict=True):
    """The end of the game: each feature or pool in which somebody has a say, and what else pays."""

    board: Board
    verdicts: tuple[Verdict, ...]
    payments: tuple[Finding[Mapping[Player, int]], ...] = ()
    unsettled: tuple[UnsettledError, ...] = ()

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every point scored at the end of the game."""
        judged = (line for verdict in self.verdicts for line in verdict.lines)
        return (*judged, *_lines(self.payments, self.board))

    @property
    def scores(self) -> Counter[Player]:
        """Each player's points of the end of the game."""
        return total(self.lines)

    @property
    def totals(self) -> Mapping[Player, int]:
        """Each player's points in all, with those scored before."""
        earned, before = self.scores, self.board.position.scores
        players = dict.fromkeys((*self.board.position.players, *before, *earned))
        return {player: before.get(player, 0) + earned[player] for player in players}

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses it rests on."""
        judged = (clause for verdict in self.verdicts for clause in verdict.clauses)
        paid = [found.clause for found in self.payments]
        silent = [found.clause for error in self.unsettled for found in error.findings]
        return (*dict.fromkeys(judged), *paid, *silent, self.winners.clause)

    @property
    def winners(self) -> Finding[frozenset[Player]]:
        """Who has won.

        Raises:
            UnsettledError: the rulebooks in play do not say.
        """
        return self.board.rules.settle(wins(), self.totals)


def final(board: Board) -> FinalRuling:
    """Judge, at the end of the game, every feature and pool in which anybody has a say.

    They come in the order that the rulebooks count them in.
    """
    asked = (feature.on(END) for feature in (*board.features, *board.pools))
    judged = [judge(feature) for feature in asked if _concerns_anybody(feature)]
    counted = [Finding(each, each.worth[0].clause) for each in judged if each.worth]
    others = [each for each in judged if not each.worth]
    verdicts = (*others, *(found.answer for found in in_order(counted)))
    try:
        payments, unsettled = tuple(board.rules.ask(pays(GAME_ENDS), board)), ()
    except UnsettledError as error:
        return FinalRuling(board, verdicts, (), (error,))
    return FinalRuling(board, verdicts, payments, unsettled)


def _concerns_anybody(feature: Feature) -> bool:
    try:
        return bool(feature.board.rules.settle(counts(feature.kind), feature).answer)
    except UnsettledError:
        return bool(feature.figures)
