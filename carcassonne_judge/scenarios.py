"""Runs position files that say what they expect, and tells where the ruling is another.

``python -m carcassonne_judge.scenarios`` writes anew which shipped scenario cites which clause.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct

from carcassonne_judge import library
from carcassonne_judge.changes import MoveFigure
from carcassonne_judge.game import Run, run
from carcassonne_judge.legality import Option
from carcassonne_judge.locale import language, say
from carcassonne_judge.phrases import figure_phrase, move_phrase
from carcassonne_judge.position import Change, JudgeError, Player, Spot
from carcassonne_judge.position_file import STDIN, Case, FaultsError, Phrase, read
from carcassonne_judge.position_file.source import load
from carcassonne_judge.problems import Problem, problems
from carcassonne_judge.rules import Clause, UnsettledError
from carcassonne_judge.scoring import Verdict, judge, total
from carcassonne_judge.suite import INDEX, named_after, suite
from carcassonne_judge.turn import Prospect, over, prospects, successor

_NOTHING: Final = "–"
_ENDINGS: Final = (".yaml", ".yml")


class Difference(Struct, frozen=True):
    """One thing that was expected of a ruling, and what was found instead."""

    key: str
    expected: str
    found: str


class Outcome(Struct, frozen=True, dict=True):
    """How a case comes out: the rulings, the legal moves and the problems that it asks for."""

    case: Case
    run: Run
    judged: Verdict | None
    legal: tuple[Prospect, ...]
    problems: tuple[Problem, ...]

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The ids of all the clauses that were cited."""
        cited: list[Clause] = []
        for ruling in self.run.rulings:
            cited += ruling.clauses
        cited += self.run.end.clauses if self.run.end else ()
        cited += self.judged.clauses if self.judged else ()
        cited += [option.offered_by for option in _options(self.legal)]
        cited += [clause for problem in self.problems for clause in problem.clauses]
        return tuple(dict.fromkeys(clause.id for clause in cited))

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Where it is not what the case expects."""
        compared = (compare(self) for compare in _COMPARED)
        return tuple(each for each in compared if each and each.expected != each.found)


class Result(Struct, frozen=True):
    """What came of one case of a file: where it differs, and the clauses it cites."""

    path: Path
    title: str
    differences: tuple[Difference, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether everything is as expected."""
        return not self.differences

    @property
    def expected(self) -> str:
        """What was expected where it differs."""
        return "; ".join(f"{each.key}: {each.expected}" for each in self.differences)

    @property
    def found(self) -> str:
        """What was found there instead."""
        return "; ".join(f"{each.key}: {each.found}" for each in self.differences)


def run_case(case: Case) -> Outcome:
    """Rule on everything that a case asks for.

    Raises:
        FaultsError: a phrase of it fits nothing on the table as it then lies.
    """
    ran = run(case.board, case.parts, end=case.end)
    expect = case.expect
    return Outcome(
        case=case,
        run=ran,
        judged=judge(ran.board.feature_at(case.judge.spot(ran.board))) if case.judge else None,
        legal=prospects(case.board) if expect and expect.legal is not None else (),
        problems=problems(case.board) if expect and expect.problems is not None else (),
    )


def run_paths(
    paths: Iterable[str | os.PathLike[str]] = (), readings: Mapping[str, str] | None = None
) -> Iterator[Result]:
    """Run the cases in some files and folders, one by one; of the shipped suite if none is named.

    Raises:
        FaultsError: there is no such file or folder.
    """
    folder = suite()
    named = tuple(map(Path, paths)) or ((folder,) if folder else ())
    for path in named:
        if not path.exists() and os.fspath(path) != STDIN:
            load(os.fspath(path))
    for path in named:
        for file in _files(path):
            yield from run_file(file, readings)


def run_file(file: Path, readings: Mapping[str, str] | None = None) -> Iterator[Result]:
    """Run the cases in one file; a file that cannot be read agrees with nothing."""
    try:
        cases = read(os.fspath(file), readings)
    except FaultsError as error:
        yield Result(file, "", (Difference(say("file"), _NOTHING, str(error)),))
        return
    for case in cases:
        title = case.title.get(language()) or next(iter(case.title.values()), "")
        try:
            outcome = run_case(case)
            yield Result(file, title, outcome.differences, outcome.clauses)
        except JudgeError as error:
            yield Result(file, title, (Difference(say("ruling"), _NOTHING, str(error)),))


def _files(path: Path) -> Iterable[Path]:
    """A file itself, or all the position files in a folder and those within it."""
    if not path.is_dir():
        return (path,)
    return sorted(file for file in path.rglob("*") if file.suffix in _ENDINGS)


# What is compared -----------------------------------------------------------------------------


def _scores(outcome: Outcome) -> Difference | None:
    """The points of play and end; whoever is not named is expected to have none."""
    expect = outcome.case.expect
    if expect is None or expect.scores is None:
        return None
    found = total(outcome.run.lines)
    players = dict.fromkeys((*outcome.case.position.players, *expect.scores, *found))
    wanted = {player: expect.scores.get(player, 0) for player in players}
    return _difference("scores", wanted, {player: found[player] for player in players})


def _lines(outcome: Outcome) -> Difference | None:
    """Every line; in which order they come is no matter."""
    expect = outcome.case.expect
    if expect is None or expect.lines is None:
        return None
    found: defaultdict[Player, list[str]] = defaultdict(list)
    for line in outcome.run.lines:
        found[line.player].append(f"{line.times} × {line.clause.points} {line.clause.id}")
    wanted = {
        player: [f"{line.times} × {line.points} {line.clause}" for line in lines]
        for player, lines in expect.lines.items()
    }
    return _difference("lines", _listed(wanted), _listed(found))


def _holders(outcome: Outcome) -> Difference | None:
    """Who holds each feature named: when it was scored in play, or else as it now lies."""
    expect = outcome.case.expect
    if expect is None or expect.holders is None:
        return None
    wanted = {phrase.text: sorted(players) for phrase, players in expect.holders}
    found = {phrase.text: sorted(_held(outcome, phrase)) for phrase, _ in expect.holders}
    return _difference("holders", _listed(wanted), _listed(found))


def _held(outcome: Outcome, phrase: Phrase) -> tuple[Player, ...]:
    board = outcome.run.board
    spot = phrase.spot(board)
    scored = [
        verdict
        for ruling in outcome.run.rulings
        for verdict in ruling.verdicts
        if spot in verdict.feature.spots
    ]
    return (scored[-1] if scored else judge(board.feature_at(spot))).holders


def _forbidden(outcome: Outcome) -> Difference:
    """The clauses against the moves: none, where the case does not speak of it."""
    expect = outcome.case.expect
    wanted = (expect.forbidden if expect else None) or frozenset()
    refused = [refusal for ruling in outcome.run.rulings for refusal in ruling.refusals]
    nothing = say("no clause offers it")
    found = {refusal.clause.id if refusal.clause else nothing for refusal in refused}
    return Difference("forbidden", _list(wanted), _list(found))


def _home(outcome: Outcome) -> Difference | None:
    """Who goes home, figure by figure or how many."""
    expect = outcome.case.expect
    if expect is None or expect.home is None:
        return None
    found: defaultdict[Player, list[str]] = defaultdict(list)
    for ruling in outcome.run.rulings:
        for going in ruling.homecomings:
            figure = going.answer.figure
            if figure.at is not None:
                found[figure.owner].append(_standing(outcome, figure.kind, figure.at))
    wanted: dict[Player, list[str] | str] = {}
    came: dict[Player, list[str] | str] = dict(found)
    for player, who in expect.home.items():
        if isinstance(who, int):
            wanted[player] = str(who)
            came[player] = str(len(found[player]))
        else:
            board = outcome.run.board
            wanted[player] = [_standing(outcome, *phrase.figure(board)) for phrase in who]
    return _difference("home", _listed(wanted), _listed(came))


def _standing(outcome: Outcome, kind: str, spot: Spot) -> str:
    placed = outcome.run.board.tiles[spot.cell]
    return f"{figure_phrase(placed, spot, kind, outcome.case.rules)} at {spot.cell}"


def _legal(outcome: Outcome) -> Difference | None:
    """The legal placements, or how many; with the claims, where the case names any."""
    case = outcome.case
    if case.expect is None or case.expect.legal is None:
        return None
    if isinstance(case.expect.legal, int):
        return Difference("legal", str(case.expect.legal), str(len(outcome.legal)))
    written = [case.move(phrase.text) for phrase in case.expect.legal]
    wanted = [move.moves(case.board) for move in written]
    found: list[tuple[Change, ...]] = [(each.option.move,) for each in outcome.legal]
    if any(move.figures or move.takes for move in written):
        claims = [(each.option.move, it.option.move) for each in outcome.legal for it in each.then]
        found += [moves for moves in claims if isinstance(moves[1], MoveFigure)]
    said = [move_phrase(moves, case.board) for moves in wanted]
    return Difference("legal", _list(said), _list(move_phrase(m, case.board) for m in found))


def _problems(outcome: Outcome) -> Difference | None:
    """The clauses that ``check`` cites; a problem that goes against none is told by its kind."""
    expect = outcome.case.expect
    if expect is None or expect.problems is None:
        return None
    found = {clause.id for problem in outcome.problems for clause in problem.clauses}
    found |= {problem.kind for problem in outcome.problems if not problem.clauses}
    return Difference("problems", _list(expect.problems), _list(found))


def _next(outcome: Outcome) -> Difference | None:
    """Whose turn comes next; nobody's where the game is over, or where something is owed first."""
    expect = outcome.case.expect
    if expect is None or expect.next is None:
        return None
    board = outcome.run.board
    for owed in board.position.owed[:1]:
        waits = say("{player} has to decide first: {clause}")
        found_first = waits.format(player=owed.player, clause=owed.clause)
        return Difference("next", expect.next or say("nobody"), found_first)
    found = None if over(board) else successor(board)
    following = "" if over(board) else found.answer if found else board.position.turn
    return Difference("next", expect.next or say("nobody"), following or say("nobody"))


def _unsettled(outcome: Outcome) -> Difference:
    """What the rulebooks leave open: nothing, where the case does not speak of it."""
    expect, end = outcome.case.expect, outcome.run.end
    errors: list[UnsettledError] = [*(end.unsettled if end else ())]
    judged = [*(end.verdicts if end else ()), *([outcome.judged] if outcome.judged else ())]
    for ruling in outcome.run.rulings:
        errors += ruling.unsettled
        judged += ruling.verdicts
    errors += [error for verdict in judged for error in verdict.unsettled]
    if expect is None or expect.unsettled is None:
        return Difference(say("unsettled"), _NOTHING, _list(map(str, errors)))
    found = {each.clause.id for error in errors for each in error.findings}
    return Difference(say("unsettled"), _list(expect.unsettled), _list(found))


_COMPARED: Final[tuple[Callable[[Outcome], Difference | None], ...]] = (
    _forbidden,
    _unsettled,
    _scores,
    _lines,
    _holders,
    _home,
    _legal,
    _problems,
    _next,
)


def _options(legal: Iterable[Prospect]) -> Iterator[Option]:
    for prospect in legal:
        yield prospect.option
        yield from _options(prospect.then)


def _list(texts: Iterable[str]) -> str:
    return ", ".join(sorted(texts)) or _NOTHING


def _listed(texts: Mapping[str, Iterable[str] | str]) -> dict[str, str]:
    """Some texts by what they are about; a list of none is as good as none at all."""
    found = {
        about: said if isinstance(said, str) else _list(said)
        for about, said in sorted(texts.items())
    }
    return {about: said for about, said in found.items() if said not in (_NOTHING, "0")}


def _difference(key: str, wanted: Mapping[str, object], found: Mapping[str, object]) -> Difference:
    return Difference(key, _said(wanted), _said(found))


def _said(values: Mapping[str, object]) -> str:
    return ", ".join(f"{about} {value}" for about, value in values.items()) or _NOTHING


# Which scenario cites which clause ------------------------------------------------------------


def index(folder: Path) -> dict[str, list[str]]:
    """The files of a suite that cite each clause, the one named after it first."""
    files: defaultdict[str, set[str]] = defaultdict(set)
    for file in _files(folder):
        path = file.relative_to(folder).as_posix()
        for result in run_file(file):
            for clause in result.clauses:
                files[clause].add(path)
    known = {clause.id for book in library.find().values() for clause in book.clauses.values()}
    for clause in known:
        if (folder / named_after(clause)).exists():
            files[clause].add(named_after(clause))
    return {
        clause: sorted(paths, key=lambda path: (path != named_after(clause), path))
        for clause, paths in sorted(files.items())
    }


def coverage(results: Iterable[Result]) -> dict[str, tuple[str, ...]]:
    """The files that cite each clause of every box, or one that rests on it."""
    clauses = {
        clause.id: clause for book in library.find().values() for clause in book.clauses.values()
    }
    found: dict[str, Counter[str]] = {name: Counter() for name in clauses}
    for result in results:
        reached = list(result.clauses)
        for name in reached:
            reached += [other for other in clauses[name].rests_on if other not in reached]
        for name in reached:
            found[name][os.fspath(result.path)] += 1
    return {name: tuple(files) for name, files in found.items()}


def write_index(folder: Path) -> None:
    """Write which scenarios of a suite cite which clause, beside them."""
    text = json.dumps(index(folder), indent=1, ensure_ascii=False)
    (folder / INDEX).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    here = suite()
    if here is not None:
        write_index(here)
