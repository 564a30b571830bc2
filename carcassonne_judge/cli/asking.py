"""What the commands ask the judge: a case, ruled on under one reading after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypedDict

from carcassonne_judge.board import Board
from carcassonne_judge.cli.options import AGAINST, NOT_SETTLED
from carcassonne_judge.game import Run
from carcassonne_judge.locale import say
from carcassonne_judge.report import listed
from carcassonne_judge.report.told import Paragraph, Told
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.scoring import Verdict, total

Answer = Mapping[str, str | int]
"""What a question comes to in a word: the points by player, or the holders by feature."""

_FORBIDDEN: Final = "forbidden"
"""Where an answer says, besides the points, which clauses the moves go against."""

_NEVER_VARIED: Final = "edition"
_SETUP: Final = "setup"


def other_readings(rules: RuleSet, *, every: bool) -> Iterator[tuple[str, str]]:
    """The readings, and their other values, under which to ask once more.

    All on which a clause that was asked depends; or else those that are contested, where nobody
    has chosen. Which tiles there are is never asked otherwise.
    """
    for name in sorted(rules.depended_on):
        reading = rules.known[name]
        if every:
            if name == _NEVER_VARIED or _is_about_setup(rules, name):
                continue
        elif name in rules.given or not _contested(rules, name):
            continue
        for value in reading.values:
            if value != rules.readings[name]:
                yield name, value


def _is_about_setup(rules: RuleSet, name: str) -> bool:
    return all(clause.phase == _SETUP for clause in rules.clauses.values() if name in clause.when)


def _contested(rules: RuleSet, name: str) -> bool:
    under = rules.known[name].contested
    return under is not None and all(
        rules.readings.get(other) == value for other, value in under.items()
    )


class Difference(TypedDict):
    """What one other value of a reading would change."""

    reading: str
    value: str
    differs: dict[str, str | int]
    house: bool


class Comparison(NamedTuple):
    """What differs under other readings, and whether any other was asked."""

    differ: tuple[Difference, ...]
    asked: bool


def compared(
    rules: RuleSet, answer: Answer, ask: Callable[[RuleSet], Answer], *, every: bool
) -> Comparison:
    """Ask once more under each other reading that the answer may depend on."""
    others = tuple(other_readings(rules, every=every))
    differ = []
    for name, value in others:
        other = ask(rules.under(name, value))
        changed = {
            key: other.get(key, 0)
            for key in dict.fromkeys((*answer, *other))
            if other.get(key, 0) != answer.get(key, 0)
        }
        if changed:
            house = rules.known[name].house
            differ.append(Difference(reading=name, value=value, differs=changed, house=house))
    return Comparison(tuple(differ), bool(others))


def told_apart(comparison: Comparison, *, every: bool) -> list[Told]:
    """What the other readings would give, in sentences."""
    told: list[Told] = []
    for other in comparison.differ:
        changes = listed([_change(key, value) for key, value in other["differs"].items()])
        form = say("Under {reading}: {value}, {changes}.")
        if other["house"]:
            form = say("Under {reading}: {value}, which no rulebook has, {changes}.")
        text = form.format(reading=other["reading"], value=other["value"], changes=changes)
        told.append(Paragraph(text))
    if every:
        text = say("Under every other reading that applies the answer is the same.")
        if not comparison.asked:
            text = say("No rule asked here depends on a reading.")
        told.append(Paragraph(text))
    return told


def _change(key: str, value: str | int) -> str:
    """One thing that comes out otherwise: "B 11", or what the moves then go against."""
    if key != _FORBIDDEN:
        return f"{key} {value}"
    return say("against {clauses}").format(clauses=value) if value else say("not against the rules")


def points(run: Run) -> Answer:
    """What a run of play comes to: the points of each player, and what the moves go against."""
    scores = total(run.lines)
    refused = [refusal.clause for ruling in run.rulings for refusal in ruling.refusals]
    against = dict.fromkeys(clause.id for clause in refused if clause)
    of_each = {player: scores[player] for player in run.board.position.players}
    return {**of_each, _FORBIDDEN: ", ".join(against)}


def status(run: Run) -> int:
    """The exit status of a run of play."""
    if any(ruling.refusals for ruling in run.rulings):
        return AGAINST
    verdicts = [verdict for ruling in run.rulings for verdict in ruling.verdicts]
    open_matters = any(ruling.unsettled for ruling in run.rulings)
    if run.end is not None:
        verdicts += run.end.verdicts
        open_matters = open_matters or bool(run.end.unsettled)
    return NOT_SETTLED if open_matters or any_open(verdicts) else 0


def any_open(verdicts: Iterable[Verdict]) -> bool:
    """Whether anything in some verdicts is not settled."""
    return any(verdict.unsettled for verdict in verdicts)


def under(board: Board, rules: RuleSet) -> Board:
    """The same position under other rules."""
    return board if board.rules is rules else Board(board.position, rules)
