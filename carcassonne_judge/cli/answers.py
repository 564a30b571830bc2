"""The answers of the commands that rule: a case is read, the judge is asked, the ruling told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from carcassonne_judge import game, position_file
from carcassonne_judge.board import Board
from carcassonne_judge.changes import laid
from carcassonne_judge.cli import asking
from carcassonne_judge.cli.options import AGAINST, NOT_SETTLED, Asked
from carcassonne_judge.cli.pictures import Album, title_of
from carcassonne_judge.game import Part, Run
from carcassonne_judge.locale import say, say_many
from carcassonne_judge.phrases import read_cell
from carcassonne_judge.position import END, Player, Spot
from carcassonne_judge.position_file import Case
from carcassonne_judge.problems import problems
from carcassonne_judge.report import (
    cited,
    data,
    faults,
    listed,
    listings,
    sentence,
    sentences,
    strong,
    wrapped,
)
from carcassonne_judge.report.rulings import Telling
from carcassonne_judge.rules import Clause, RuleSet
from carcassonne_judge.scoring import Verdict, final, judge, total
from carcassonne_judge.turn import Ruling, drawn, over, prospects

_SAVED_GAMES: Final = (".jcz", ".json")

Data = dict[str, Any]

Answer = tuple[Data, list[str], int]
"""An answer as data and as lines, and the exit status."""


class Wanted(NamedTuple):
    """Which moves somebody asks about."""

    tile: str | None
    player: str | None
    at: str | None
    why_not: str | None


def each(
    file: str, asked: Asked, answer: Callable[[Case, Asked], Answer], *, entries: str = ""
) -> int:
    """Answer a question about each position in a file, and give the exit status.

    Where the data are but a list, ``entries`` is the key that it is found under.
    """
    cases = position_file.read(file, asked.readings)
    found: list[Data] = []
    lines: list[str] = []
    status = 0
    for case in cases:
        told, said, code = answer(case, asked)
        if len(cases) > 1:
            title = title_of(case)
            lines += [*([""] if lines else []), strong(f"## {title}"), ""]
            told = {"title": title, **told}
        found += [{**told, **entry} for entry in told.pop(entries)] if entries else [told]
        lines += said
        status = status if status == AGAINST else code or status
    asked.answer(found if entries or len(cases) > 1 else found[0], lines)
    return status


def _ending(telling: Telling, *others: Iterable[str]) -> list[str]:
    """What stands below every ruling: the clauses, then what else is to be said."""
    told: list[str] = []
    for lines in (telling.rules_cited(), *map(list, others)):
        told += ["", *lines] if lines else []
    return told


def _round_about(case: Case, asked: Asked, telling: Telling, other: asking.Comparison) -> list[str]:
    """The clauses, what is wrong with the position, what was taken for granted, other readings."""
    return _ending(
        telling,
        _problem(case, asked),
        telling.circumstances(case.position),
        asking.told_apart(other, asked.width, every=asked.all_readings),
    )


def _problem(case: Case, asked: Asked) -> list[str]:
    """What is wrong with the position, in one line; ``check`` says it all."""
    found = problems(case.board)
    if not found:
        return []
    text = say_many(
        "The position has a problem: {first} (see: check)",
        "The position has {count} problems, the first: {first} (see: check)",
        len(found),
    ).format(count=len(found), first=faults.told(found[0], case.board))
    return wrapped(text, asked.width)


def _rest(rules: RuleSet, clauses: Iterable[Clause], other: asking.Comparison) -> Data:
    """What stands below every ruling, as data."""
    return {
        "clauses": data.clauses(clauses),
        "readings": data.readings(rules),
        "other_readings": list(other.differ),
    }


def _clauses(run: Run) -> Iterator[Clause]:
    for ruling in run.rulings:
        yield from ruling.clauses
    if run.end is not None:
        yield from run.end.clauses


# check, moves ---------------------------------------------------------------------------------


def check(case: Case, asked: Asked) -> Answer:
    """What is wrong with a position."""
    telling = Telling(case.rules, asked.width)
    rows, entries = [], []
    for problem in problems(case.board):
        text = faults.told(problem, case.board)
        place = case.place_of(problem.about) if problem.about is not None else None
        entries.append(
            {
                "line": place.line if place else None,
                "column": place.column if place else None,
                "text": text,
                "clause": problem.clause.id if problem.clause else None,
            }
        )
        where = f"{case.source}:{place.line}:{place.column}: " if place else ""
        rows.append((where + (text if where else sentence(text)), telling.cite(*problem.clauses)))
    if not rows:
        return {"problems": []}, [strong(say("Nothing is wrong with this position."))], 0
    head = say_many("{count} problem", "{count} problems", len(rows)).format(count=len(rows))
    told = [strong(head, "red"), *cited(rows, asked.width), *_ending(telling)]
    return {"problems": entries}, told, AGAINST


def moves(case: Case, asked: Asked, wanted: Wanted, album: Album) -> Answer:
    """Every legal move, or what forbids one."""
    board = _in_hand(case, wanted)
    if wanted.why_not is not None:
        return _why_not(case, board, wanted.why_not, asked)
    found = prospects(board)
    tiles = listings.tiles_to_place(board, found)
    if not tiles and not board.position.owed and not laid(board.position):
        raise click.UsageError(say("no tile is in hand; name one: --tile E"))
    forbidden = []
    if wanted.at is not None:
        cell = read_cell(wanted.at)
        found = tuple(seen for seen in found if listings.goes_to(seen, cell))
        forbidden = [each for tile in tiles for each in listings.barred(board, tile, cell)]
    if album.wanted:
        album.add(case, board, places=found)
    shown = [data.prospect(seen, board) for seen in found]
    told = {
        "tile": ", ".join(tile.id for tile in tiles) or None,
        "player": board.position.turn,
        "owed": data.owed(board),
        "count": sum("at" in entry for entry in shown),
        "moves": shown,
        "forbidden": [data.refusal(board, against) for against in forbidden],
    }
    telling = Telling(board.rules, asked.width)
    lines = listings.moves(telling, board, tiles, found, forbidden)
    return told, [*lines, *_ending(telling)], 0


def _in_hand(case: Case, wanted: Wanted) -> Board:
    """The table with the tile drawn, on the turn of the player who is asked about."""
    board = case.board
    position = board.position
    if wanted.player is not None and wanted.player not in position.players:
        raise click.UsageError(
            say("nobody is called '{player}'; there are {players}").format(
                player=wanted.player, players=", ".join(position.players)
            )
        )
    if wanted.tile is not None:
        return drawn(board, case.tile(wanted.tile), wanted.player)
    if wanted.player is not None:
        return board.with_position(position._replace(turn=wanted.player))
    return board


def _why_not(case: Case, board: Board, move: str, asked: Asked) -> Answer:
    (ruling,) = game.run(board, [case.part(move)]).rulings
    telling = Telling(case.rules, asked.width)
    against = [each.clause for each in ruling.refusals if each.clause]
    told = {
        "legal": not ruling.refusals,
        "forbidden": [data.refusal(ruling.halfway, each) for each in ruling.refusals],
        "unsettled": [data.unsettled(error) for error in ruling.unsettled],
        "clauses": data.clauses(against),
    }
    lines = telling.refusals(ruling)
    for error in ruling.unsettled:
        lines += cited(telling.unsettled(error), asked.width)
    status = AGAINST if ruling.refusals else NOT_SETTLED if ruling.unsettled else 0
    lines = lines or [strong(say("Nothing forbids this move."))]
    return told, [*lines, *_ending(telling)], status


# play, majority, score ------------------------------------------------------------------------


def play(
    case: Case,
    asked: Asked,
    written: Sequence[str],
    after: list[str],
    album: Album,
    *,
    keep: bool,
) -> Answer:
    """What moves bring about; the position after them is added to ``after`` if it is kept."""
    parts = (*case.parts, *(case.part(move) for move in written))
    if not parts and not case.end and case.judge is None:
        raise click.UsageError(say("no move to rule on; write one, as “E at 0,-2 turned 180”"))
    run, other = _run(case, asked, parts, end=case.end)
    telling = Telling(case.rules, asked.width, numbers=album.wanted)
    told = {**data.run(run), **_rest(case.rules, _clauses(run), other)}
    lines = telling.run(run) if parts or case.end else []
    status = asking.status(run)
    if case.judge is not None:
        verdicts = _judged(run.board, case.judge.spot(run.board), "")
        told["judged"] = [data.verdict(verdict) for verdict in verdicts]
        for verdict in verdicts:
            lines += [*([""] if lines else []), *telling.feature(verdict)]
        status = status or (NOT_SETTLED if asking.any_open(verdicts) else 0)
    if album.wanted:
        album.add(case, _ruled_on(run), telling.numbered)
    if keep:
        table = run.board if over(run.board) else game.ready(run.board)
        after.append(position_file.write(table.position, case.rules))
    return told, [*lines, *_round_about(case, asked, telling, other)], status


def _ruled_on(run: Run) -> Board:
    """The table as it lay when the last ruling was made, before figures went home."""
    return run.board if run.end is not None or not run.rulings else run.rulings[-1].halfway


def _run(
    case: Case, asked: Asked, parts: Sequence[Part], *, end: bool
) -> tuple[Run, asking.Comparison]:
    """Moves and perhaps the end of the game, and what they come to under other readings."""

    def otherwise(rules: RuleSet) -> Run:
        return game.run(asking.under(case.board, rules), parts, end=end, otherwise=True)

    run = game.run(case.board, parts, end=end)
    other = asking.compared(
        case.rules,
        asking.points(run),
        lambda rules: asking.points(otherwise(rules)),
        every=asked.all_readings,
    )
    return run, other


def majority(case: Case, asked: Asked, spot: str | None, album: Album) -> Answer:
    """Who holds every occupied feature, or one, on the table as the file shows it."""

    def ask(rules: RuleSet) -> tuple[Verdict, ...]:
        board = asking.under(case.board, rules)
        return _judged(board, case.spot(spot, board), "") if spot else final(board).verdicts

    def holders(verdicts: Iterable[Verdict]) -> asking.Answer:
        return {sentences.name(v.feature): listed(v.holders) or say("nobody") for v in verdicts}

    verdicts = ask(case.rules)
    other = asking.compared(
        case.rules, holders(verdicts), lambda rules: holders(ask(rules)), every=asked.all_readings
    )
    telling = Telling(case.rules, asked.width, numbers=album.wanted)
    lines: list[str] = []
    for verdict in verdicts:
        lines += [*([""] if lines else []), *telling.holding(verdict)]
    lines = lines or [strong(say("Nobody stands on any feature."))]
    if album.wanted:
        album.add(case, case.board, telling.numbered)
    features = []
    for verdict in verdicts:
        name = sentences.name(verdict.feature)
        others = [
            {"reading": each["reading"], "value": each["value"], "holders": each["differs"][name]}
            for each in other.differ
            if name in each["differs"]
        ]
        features.append({**data.verdict(verdict), "other_readings": others})
    lines += _round_about(case, asked, telling, other)
    status = NOT_SETTLED if asking.any_open(verdicts) else 0
    return {"features": features}, lines, status


def _clauses_of(verdicts: Iterable[Verdict]) -> Iterator[Clause]:
    return (clause for verdict in verdicts for clause in verdict.clauses)


def _judged(board: Board, spot: Spot, occasion: str) -> tuple[Verdict, ...]:
    """How a feature stands, and whatever it is judged together with."""
    feature = board.feature_at(spot)
    pools = [pool for pool in board.pools if feature in pool.parts]
    return tuple(judge(seen.on(occasion)) for seen in (feature, *pools))


def score(case: Case, asked: Asked, album: Album) -> Answer:
    """The end of the game, after the moves in the file."""
    run, other = _run(case, asked, case.parts, end=True)
    telling = Telling(case.rules, asked.width, numbers=album.wanted)
    told = {**data.run(run), **_rest(case.rules, _clauses(run), other)}
    ruled = telling.run(run)
    if album.wanted:
        album.add(case, run.board, telling.numbered)
    lines = [*ruled, *_round_about(case, asked, telling, other)]
    return told, lines, asking.status(run)


def score_one(case: Case, asked: Asked, spot: str, album: Album, *, now: bool) -> Answer:
    """One feature: as the file shows it, or at the end of the game after the moves in the file."""

    def ask(rules: RuleSet) -> tuple[Verdict, ...]:
        board = asking.under(case.board, rules)
        if not now:
            other_rules = rules is not case.rules
            board = game.run(board, case.parts, otherwise=other_rules).board
        return _judged(board, case.spot(spot, board), "" if now else END)

    def earned(verdicts: Iterable[Verdict]) -> dict[Player, int]:
        return dict(total(line for verdict in verdicts for line in verdict.lines))

    verdicts = ask(case.rules)
    scores = earned(verdicts)
    other = asking.compared(
        case.rules, scores, lambda rules: earned(ask(rules)), every=asked.all_readings
    )
    telling = Telling(case.rules, asked.width, numbers=album.wanted)
    lines = telling.verdict(scores, telling.concerned(verdicts))
    for verdict in verdicts:
        lines += ["", *telling.feature(verdict)]
    if album.wanted and verdicts:
        album.add(case, verdicts[0].feature.board, telling.numbered)
    lines += _round_about(case, asked, telling, other)
    told = {
        "scores": scores,
        "features": [data.verdict(verdict) for verdict in verdicts],
        **_rest(case.rules, _clauses_of(verdicts), other),
    }
    return told, lines, NOT_SETTLED if asking.any_open(verdicts) else 0


# show -----------------------------------------------------------------------------------------


def show(case: Case, _asked: Asked) -> Answer:
    """The table, drawn."""
    from carcassonne_judge.report import pictures

    told, lines = pictures.table(case.board, case.colours)
    return told, lines, 0


def draw(file: str, asked: Asked, album: Album) -> None:
    """Draw the tables in a file, one below the other if there are several."""
    for case in position_file.read(file, asked.readings):
        album.add(case, case.board)


# replay, import -------------------------------------------------------------------------------


def is_saved_game(path: str) -> bool:
    """Whether a file is a saved game, going by its name."""
    return Path(path).suffix.lower() in _SAVED_GAMES


def replay_saved(path: str, asked: Asked) -> Answer:
    """A saved game, move by move, and whether what it asserts holds."""
    from carcassonne_judge.importers import assertions, jcloisterzone

    _no_readings(asked)
    saved = jcloisterzone.read(path)
    run = Run(saved.board, tuple(_ruled(saved.board, saved.parts)), None)
    if saved.ended(run):
        run = Run(saved.board, run.rulings, final(run.board))
    held = assertions.agrees(saved.assertions, run, saved.table(run))
    return _replayed(run, saved.parts, held, asked)


def replay(case: Case, asked: Asked) -> Answer:
    """The moves of a position file, one by one."""
    if not case.parts:
        raise click.UsageError(say("this position has no moves under play:"))
    rulings = tuple(_ruled(case.board, case.parts))
    end = final(rulings[-1].board) if case.end else None
    return _replayed(Run(case.board, rulings, end), case.parts, (), asked)


def _ruled(board: Board, parts: Sequence[Part]) -> Iterator[Ruling]:
    """Rule on parts of turns; on a terminal, show how far it has got."""
    ruled = game.rule_on_each(board, parts)
    if not sys.stderr.isatty():
        yield from ruled
        return
    with click.progressbar(ruled, length=len(parts), file=sys.stderr) as shown:
        yield from shown


def _replayed(
    run: Run, parts: Sequence[Part], held: Sequence[tuple[str, bool | None]], asked: Asked
) -> Answer:
    rules, end = run.start.rules, run.end is not None
    other = asking.Comparison((), asked=False)
    if asked.all_readings:

        def otherwise(rules: RuleSet) -> Run:
            return game.run(asking.under(run.start, rules), parts, end=end, otherwise=True)

        other = asking.compared(
            rules,
            asking.points(run),
            lambda rules: asking.points(otherwise(rules)),
            every=True,
        )
    told = data.run(run)
    told["assertions"] = [{"text": text, "holds": holds} for text, holds in held]
    told |= _rest(rules, _clauses(run), other)
    telling = Telling(rules, asked.width)
    lines = listings.steps(telling, run)
    if run.end is not None:
        lines += ["", *telling.end(run.end, run)]
    lines += listings.assertions(held)
    status = asking.status(run)
    if any(holds is False for _, holds in held):
        status = AGAINST
    comparison = asking.told_apart(other, asked.width, every=asked.all_readings)
    return told, [*lines, *_ending(telling, comparison)], status


def _no_readings(asked: Asked) -> None:
    if asked.readings:
        text = say("a saved game brings its own readings; import it and set them in the file")
        raise click.UsageError(text)


def position_of(path: str, asked: Asked, after: int | None) -> str:
    """The position of a saved game after so many moves, or after all, as a position file."""
    from carcassonne_judge.importers import jcloisterzone

    _no_readings(asked)
    saved = jcloisterzone.read(path)
    parts = saved.parts
    if after is not None and after > len(parts):
        raise click.UsageError(
            say_many(
                "--after {after}: the game has {count} move",
                "--after {after}: the game has {count} moves",
                len(parts),
            ).format(after=after, count=len(parts))
        )
    run = Run(saved.board, tuple(_ruled(saved.board, parts[:after])), None)
    if after is None:
        table = saved.table(run)
    else:
        table = game.ready(run.board) if run.rulings else run.board
    return position_file.write(table.position, saved.rules)


# scenarios ------------------------------------------------------------------------------------


def scenarios(paths: Sequence[str], asked: Asked) -> Answer:
    """The shipped cases, or somebody's own: how many agree, and where the others differ."""
    from carcassonne_judge.scenarios import run_paths
    from carcassonne_judge.suite import suite

    if not paths and suite() is None:
        raise click.ClickException(say("no scenarios are shipped with this copy; name a folder"))
    results = []
    for result in run_paths(paths, asked.readings):
        results.append(result)
        if sys.stderr.isatty():
            click.echo(f"\r{len(results)}\r", nl=False, err=True)
    differ = [
        {
            "path": str(result.path),
            "title": result.title,
            "expected": result.expected,
            "found": result.found,
        }
        for result in results
        if not result.agrees
    ]
    agree = len(results) - len(differ)
    head = say_many("{count} case agrees.", "{count} cases agree.", agree).format(count=agree)
    lines = [strong(head)]
    for entry in differ:
        lines += ["", f"{entry['path']}: {entry['title']}".removesuffix(": ")]
        lines += [
            f"  {say('expected')}: {entry['expected']}",
            f"  {say('found')}: {entry['found']}",
        ]
    return {"agree": agree, "differ": differ}, lines, AGAINST if differ else 0
