"""What boxes add to a turn, said and read: every move on offer has one phrase in each language."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    MoveFigure,
    MoveToken,
    Pass,
    PutToken,
    Recall,
    SetAside,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.phrases import Words, move_phrase, spot_phrase
from carcassonne_judge.position import NEUTRAL, Change, Figure, Spot

_THEN: Final = re.compile(r"(?:^|\s+)(?:then|luego)\s+", re.IGNORECASE)
_CHOICE: Final = re.compile(
    r"(?:(?P<player>[^:]*[^:\s])\s*:\s*)?(?:choose|elige)\s+(?P<number>\d{1,4})\s+"
    r"(?:of|de)\s+(?P<clause>\S+)",
    re.IGNORECASE,
)
_SAID: Final = {
    "en": {
        "pass": "pass",
        "give": "take {figure}",
        "seize": "capture {figure}",
        "free": "take back {figure} from {holder}",
        "return": "give back {figure}",
        "carry": "move {figure} to {place}",
        "own": "{figure} of {owner}",
        "neutral": "neutral {figure}",
        "step": "{token} to {place}",
        "put": "{token} at {place}",
        "aside": "set {tile} aside",
    },
    "es": {
        "pass": "paso",
        "give": "toma {figure}",
        "seize": "captura {figure}",
        "free": "recupera {figure} de {holder}",
        "return": "devuelve {figure}",
        "carry": "mueve {figure} a {place}",
        "own": "{figure} de {owner}",
        "neutral": "{figure} neutral",
        "step": "{token} a {place}",
        "put": "{token} en {place}",
        "aside": "aparta {tile}",
    },
}


class Choice(NamedTuple):
    """A choice among points, said beforehand: which of the alternatives under a clause, from 0."""

    player: str | None
    clause: str
    which: int


def read_choice(text: str) -> Choice | None:
    """Read ``C: choose 2 of plaza/choose-one-zone``; nothing where it is no choice."""
    found = _CHOICE.fullmatch(text.strip())
    if not found or found["number"].strip("0") == "":
        return None
    return Choice(found["player"], found["clause"], int(found["number"]) - 1)


def choice_phrase(number: int, clause: str, language: str = "en") -> str:
    """How one of several alternatives under a clause is chosen, numbered from 0."""
    words = {"en": "choose {number} of {clause}", "es": "elige {number} de {clause}"}
    return words[language].format(number=number + 1, clause=clause)


def split_then(text: str) -> tuple[str, tuple[str, ...]]:
    """A move, and what follows it: ``E at 0,1 then take marker of B``."""
    first, *rest = _THEN.split(text)
    return first.strip(), tuple(each.strip() for each in rest)


def offer_phrase(move: Change, board: Board, language: str = "en") -> str:
    """A move that is on offer, in words that tell it from every other on offer."""
    say = _SAID[language]
    words = Words(board.rules, language)
    match move:
        case Pass():
            return say["pass"]
        case MoveToken(token=token, to=to):
            place = _place(to, board, language)
            return say["step"].format(token=words.token(token.kind), place=place)
        case SetAside(tile=tile):
            return say["aside"].format(tile=tile.id)
        case PutToken(token=token):
            name, place = words.token(token.kind), _place(token.at, board, language)
            form = say["step" if isinstance(token.at, Spot) else "put"]
            return form.format(token=name, place=place) if place else name
        case MoveFigure(figure=figure, to=to, held_by=holder) if not isinstance(move, Recall):
            carried = _carried(figure, to, holder, board, language)
            return carried or move_phrase([move], board, language)
    phrase = move_phrase([move], board, language)
    return split_then(phrase)[1][0] if isinstance(move, Recall) else phrase


def _carried(
    figure: Figure, to: Spot | None, holder: str | None, board: Board, language: str
) -> str:
    """A figure handed over, given back or moved on; nothing where it is deployed or goes home."""
    say = _SAID[language]
    name = Words(board.rules, language).figure(figure.kind)
    kind = "neutral" if figure.owner == NEUTRAL else "own"
    whose = say[kind].format(figure=name, owner=figure.owner)
    if holder is not None and figure.at:
        standing = move_phrase([MoveFigure(figure)], board, language).split(" ", 1)[1]
        return say["seize"].format(figure=say[kind].format(figure=standing, owner=figure.owner))
    if holder is not None:
        return say["give"].format(figure=whose)
    if figure.held_by is not None and to is None:
        if figure.kind in board.rules.followers:
            return say["free"].format(figure=whose, holder=figure.held_by)
        return say["return"].format(figure=whose)
    if figure.at and to:
        standing = move_phrase([MoveFigure(figure)], board, language).split(" ", 1)[1]
        place = spot_phrase(board, to, board.rules, language)
        return say["carry"].format(figure=standing, place=place)
    return ""


def _place(at: Cell | Spot | None, board: Board, language: str) -> str:
    if isinstance(at, Spot):
        return spot_phrase(board, at, board.rules, language)
    return "" if at is None else str(at)
