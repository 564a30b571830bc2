"""Who holds a feature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from carcassonne_judge.board import Feature
from carcassonne_judge.position import Figure, Kind, Player
from carcassonne_judge.rules import Clause, Finding, Question, question


@question
def counts(kind: Kind = "") -> Question[[Feature], tuple[Figure, ...]]:
    """Which figures have a say in who holds this feature?"""
    return Question("counts", kind)


@question
def weighs(figure: str = "") -> Question[[Figure, Feature], int]:
    """How many followers is this figure worth here?"""
    return Question("weighs", figure)


@question
def holds(kind: Kind = "") -> Question[[Feature, Mapping[Player, int]], frozenset[Player]]:
    """Which players hold this feature, each having such a strength in it?"""
    return Question("holds", kind)


@question
def breaks_tie(kind: Kind = "") -> Question[[Feature, frozenset[Player]], frozenset[Player]]:
    """Which of the players tied for this feature prevail?"""
    return Question("breaks tie", kind)


def strongest(strength: Mapping[Player, int]) -> frozenset[Player]:
    """The players who have the greatest strength, if it is above nought."""
    most = max(strength.values(), default=0)
    return frozenset(player for player, weight in strength.items() if weight == most > 0)


class Majority(Struct, frozen=True):
    """The weight of every figure that has a say, who holds the feature, and what breaks a tie."""

    voters: Finding[tuple[Figure, ...]]
    weights: tuple[tuple[Figure, Finding[int]], ...]
    held: Finding[frozenset[Player]]
    ties: tuple[Finding[frozenset[Player]], ...]

    @property
    def strength(self) -> Counter[Player]:
        """Each player's total weight, in followers."""
        return _strength(self.weights)

    @property
    def holders(self) -> frozenset[Player]:
        """The players who hold the feature."""
        return self.held.answer.intersection(*(tie.answer for tie in self.ties))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses it rests on."""
        weights = [weight.clause for _, weight in self.weights]
        return (self.voters.clause, *weights, self.held.clause, *(tie.clause for tie in self.ties))


def majority(feature: Feature) -> Majority:
    """Weigh every figure that has a say in a feature.

    Raises:
        UnsettledError: the rulebooks do not say who has a say, what a figure weighs or who holds.
    """
    rules = feature.board.rules
    voters = rules.settle(counts(feature.kind), feature)
    weights = tuple((who, rules.settle(weighs(who.kind), who, feature)) for who in voters.answer)
    held = rules.settle(holds(feature.kind), feature, _strength(weights))
    tied = len(held.answer) > 1
    ties = rules.ask(breaks_tie(feature.kind), feature, held.answer) if tied else []
    return Majority(voters, weights, held, tuple(ties))


def _strength(weights: tuple[tuple[Figure, Finding[int]], ...]) -> Counter[Player]:
    total: Counter[Player] = Counter()
    for figure, weight in weights:
        total[figure.owner] += weight.answer
    return total
