"""Rulings as data: what ``--json`` prints, under keys that stay as they are (``docs/json.md``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import Award, MoveFigure, OneOf, PlaceTile, Stay, resting
from carcassonne_judge.game import Run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language
from carcassonne_judge.offered import choice_phrase, offer_phrase
from carcassonne_judge.phrases import figure_phrase, move_phrase
from carcassonne_judge.position import Change, Figure, Player
from carcassonne_judge.report import sentences
from carcassonne_judge.rules import Clause, Finding, RuleSet, UnsettledError
from carcassonne_judge.scoring import FinalRuling, ScoreLine, Verdict, total
from carcassonne_judge.turn import Prospect, Refusal, Ruling, over, successor, taken

Data = dict[str, Any]


def at(cell: Cell) -> list[int]:
    """A cell, as a position file writes it."""
    return [cell.x, cell.y]


def feature(seen: Feature) -> Data:
    """What a feature is and where it lies."""
    place = sentences.where(seen)
    try:
        complete = None if not seen.spots else seen.complete
    except UnsettledError:
        complete = None
    return {
        "kind": seen.kind,
        "at": at(place.cell),
        "name": sentences.name(seen),
        "complete": complete,
        "occasion": seen.occasion or None,
        "tiles": len(seen.cells),
        "cells": [at(cell) for cell in sorted(seen.cells)],
        "marks": dict(sorted(seen.region.marks.items())),
    }


def verdict(judged: Verdict) -> Data:
    """How a feature stands."""
    held, board = judged.majority, judged.feature.board
    return {
        **feature(judged.feature),
        "figures": [
            {
                "player": figure.owner,
                "figure": sentences.standing(board, figure),
                "at": at(figure.at.cell) if figure.at else None,
                "weight": weight.answer,
                "clause": weight.clause.id,
            }
            for figure, weight in (held.weights if held else ())
        ],
        "holders": list(judged.holders),
        "held_by": held.held.clause.id if held else None,
        "ties": [tie.clause.id for tie in held.ties] if held else [],
        "lines": [line(each) for each in judged.lines],
        "unsettled": [unsettled(error) for error in judged.unsettled],
    }


def line(scored: ScoreLine) -> Data:
    """A line: so many times the points of a clause, to one player."""
    return {
        "player": scored.player,
        "times": scored.times,
        "unit": scored.clause.unit or None,
        "points": scored.points,
        "clause": scored.clause.id,
    }


def unsettled(error: UnsettledError) -> Data:
    """What the rulebooks do not say, and what each clause would give."""
    return {
        "question": f"{error.question.name} {error.question.about}".strip(),
        "answers": [{"clause": f.clause.id, "answer": _answer(f)} for f in error.findings],
    }


def _answer(found: Finding[object]) -> object:
    answer = found.answer
    if isinstance(answer, bool) or not isinstance(answer, int):
        return answer if isinstance(answer, bool) else _plain(answer)
    return answer if found.clause.points is None else found.clause.times(answer)


def _plain(answer: object) -> object:
    if isinstance(answer, Mapping):
        return {str(key): value for key, value in answer.items()}
    if isinstance(answer, frozenset | tuple):
        return sorted(map(str, answer))
    return str(answer)


def refusal(board: Board, against: Refusal) -> Data:
    """A move against the rules, and the clause it goes against."""
    return {
        "move": sentences.deed(board, against.move),
        "clause": against.clause.id if against.clause else None,
        "why": _why(against.clause) if against.clause else None,
    }


def _why(clause: Clause) -> str:
    return clause.why.get(language()) or clause.text[language()]


def ruling(ruled: Ruling, before: Board) -> Data:
    """All that a part of a turn brings about."""
    board = ruled.board
    return {
        "player": sentences.mover(before, ruled.halfway),
        "move": move_phrase(ruled.moves, before, language()),
        "legal": not ruled.refusals,
        "forbidden": [refusal(ruled.halfway, each) for each in ruled.refusals],
        "scores": _scores(ruled.scores, board),
        "totals": dict(board.position.scores),
        "features": [verdict(each) for each in ruled.verdicts],
        "consequences": [
            consequence(ruled, found) for found in (*ruled.opening, *ruled.consequences)
        ],
        "owed": owed(board),
        "unsettled": [unsettled(error) for error in ruled.unsettled],
        **_next(board),
    }


def owed(board: Board) -> list[Data]:
    """What has to be decided before play goes on; what is on offer, for the first of it."""
    return [
        {
            "player": each.player,
            "clause": each.clause,
            "about": at(each.about.cell) if each.about else None,
            "text": sentences.owing(board, each),
            "offers": [] if number else _offers(board),
        }
        for number, each in enumerate(board.position.owed)
    ]


def _offers(board: Board) -> list[str]:
    try:
        return sentences.offers(board)
    except UnsettledError:
        return []


def _next(board: Board) -> Data:
    """Who plays the next part, and whether the game is over."""
    try:
        last = over(board)
        found = None if last or board.position.owed else successor(board)
    except UnsettledError:
        return {"next": None, "over": None}
    goes_on = not last and found is None and not board.position.owed
    follows = board.position.turn if goes_on else None
    return {"next": found.answer if found else follows, "over": last.id if last else None}


def consequence(ruled: Ruling, found: Finding[Change]) -> Data:
    """Something that a rule brings about."""
    change = found.answer
    data: Data = {
        "change": type(change).__name__,
        "text": sentences.happening(ruled.halfway, change, found.clause),
        "clause": found.clause.id,
    }
    if isinstance(change, Award):
        data |= {
            "player": change.player,
            "times": change.times,
            "points": found.clause.times(change.times),
            "earned_by": change.earned_by.kind if change.earned_by else None,
        }
    if isinstance(change, OneOf):
        data |= {
            "player": change.player,
            "alternatives": _alternatives(ruled, change, found.clause),
            "taken": taken(ruled.halfway, change, found.clause) + 1,
        }
    if isinstance(change, Stay):
        data |= {"player": change.figure.owner, "figure": change.figure.kind}
    if isinstance(change, MoveFigure):
        data |= {
            "player": change.figure.owner,
            "figure": change.figure.kind,
            "from": _place(change.figure),
            "from_holder": change.figure.held_by,
            "to": at(change.to.cell) if change.to else None,
            "held_by": change.held_by,
        }
    return data


def _alternatives(ruled: Ruling, among: OneOf, clause: Clause) -> list[Data]:
    """What a player may choose among: what it gives, and how it is said beforehand."""
    found = []
    told = sentences.outcomes(ruled.after, among, clause)
    for number, each in enumerate(among.alternatives):
        scores: Counter[Player] = Counter()
        for change, under in (resting(it, clause) for it in each):
            if isinstance(change, Award):
                scores[change.player] += under.times(change.times)
        choose = choice_phrase(number, clause.id, language())
        found.append(
            {
                "number": number + 1,
                "text": told[number],
                "scores": dict(scores),
                "choose": f"{among.player}: {choose}",
            }
        )
    return found


def _place(figure: Figure) -> list[int] | None:
    return at(figure.at.cell) if figure.at else None


def _scores(scores: Mapping[Player, int], board: Board) -> dict[Player, int]:
    players = dict.fromkeys((*board.position.players, *scores))
    return {player: scores.get(player, 0) for player in players}


def run(ruled: Run) -> Data:
    """Some parts of turns and the end of the game, together and one by one."""
    steps = []
    before = ruled.start
    for each in ruled.rulings:
        steps.append(ruling(each, before))
        before = each.board
    totals: Mapping[Player, int] = ruled.board.position.scores
    data: Data = {"scores": _scores(total(ruled.lines), ruled.board)}
    if ruled.end is not None:
        totals = ruled.end.totals
    data["totals"] = _scores(totals, ruled.board)
    for key in ("features", "consequences", "forbidden", "unsettled"):
        data[key] = [entry for step in steps for entry in step[key]]
    data["owed"] = steps[-1]["owed"] if steps else []
    data["next"] = steps[-1]["next"] if steps else None
    data["over"] = steps[-1]["over"] if steps else None
    if ruled.end is not None:
        ended = end(ruled.end)
        data["features"] += ended["features"]
        data["unsettled"] += ended["unsettled"]
        data |= {"winners": ended["winners"], "payments": ended["payments"]}
    data["steps"] = steps
    return data


def end(ended: FinalRuling) -> Data:
    """The end of the game."""
    try:
        winners = [each for each in ended.totals if each in ended.winners.answer]
    except UnsettledError:
        winners = []
    return {
        "features": [verdict(each) for each in ended.verdicts],
        "payments": [
            line(ScoreLine(player, times, found.clause))
            for found in ended.payments
            for player, times in found.answer.items()
        ],
        "unsettled": [unsettled(error) for error in ended.unsettled],
        "winners": winners,
    }


def clauses(cited: Iterable[Clause]) -> Data:
    """The clauses that a ruling rests on: text, source, certainty."""
    return {
        clause.id: {
            "text": clause.text[language()],
            "source": list(clause.source),
            "certainty": clause.certainty,
            "rests_on": sorted(clause.rests_on),
        }
        for clause in sorted(dict.fromkeys(cited), key=lambda clause: clause.id)
    }


def readings(rules: RuleSet) -> dict[str, str]:
    """The readings in force."""
    return dict(rules.readings)


def prospect(seen: Prospect, board: Board) -> Data:
    """A legal move with what may follow it, and what each would score at once."""
    move = seen.option.move
    if not isinstance(move, PlaceTile):
        return {
            "move": offer_phrase(move, board, language()),
            "scores": _earned(seen.ruling.scores),
            "clause": seen.option.offered_by.id,
        }
    placed = move.placed
    under = sentences.covered(board, move)
    return {
        "at": at(placed.cell),
        "on_top_of": under.id if under else None,
        "turned": placed.quarters * 90,
        "same": [quarters * 90 for quarters in placed.tile.turnings[placed.quarters][1:]],
        "scores": _earned(seen.ruling.scores),
        "claims": [
            {"figure": claim_name(each, board), "scores": _earned(each.ruling.scores)}
            for each in seen.then
            if claims(each)
        ],
        "then": [prospect(each, seen.ruling.halfway) for each in seen.then if not claims(each)],
    }


def claims(seen: Prospect) -> bool:
    """Whether a move deploys a figure."""
    return isinstance(seen.option.move, MoveFigure) and seen.option.move.deploys


def claim_name(seen: Prospect, board: Board) -> str:
    """Who would stand where, or what else might be done, as a move says it: "thief S"."""
    move = seen.option.move
    if not isinstance(move, MoveFigure) or move.to is None:
        return offer_phrase(move, board, language())
    placed = seen.ruling.halfway.tiles[move.to.cell]
    return figure_phrase(placed, move.to, move.figure.kind, board.rules, language())


def _earned(scores: Mapping[Player, int]) -> dict[Player, int]:
    return {player: points for player, points in scores.items() if points}
