"""A tile as a card of letters: what its sides show, what lies within, what is printed on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from carcassonne_judge.geometry import SIDES
from carcassonne_judge.position import Kind, PlacedTile
from carcassonne_judge.rules import Rulebook

_WIDE: Final = 9
"""The columns between two upright lines; there are four rows between two level ones."""


def letters(books: Iterable[Rulebook]) -> dict[Kind, str]:
    """The capital that stands for each kind of feature on the tiles: the first of it not taken."""
    found: dict[Kind, str] = {}
    for book in books:
        shown = {segment.kind for sheet in book.tiles.values() for segment in sheet.tile.segments}
        for kind in book.kinds:
            if kind in shown:
                free = [letter for letter in kind.upper() if letter not in found.values()]
                found[kind] = (free or ["?"])[0]
    return found


def signs(books: Iterable[Rulebook]) -> dict[str, str]:
    """The signs that stand for marks which the boxes give one."""
    looks = (book.looks().get("marks", {}) for book in books)
    return {mark: look.letters for marks in looks for mark, look in marks.items() if look.letters}


def card(placed: PlacedTile, names: Mapping[Kind, str], signed: Mapping[str, str]) -> list[str]:
    """A tile, framed: north; west, its name and east; what lies within; south."""
    north, east, south, west = (names.get(placed.face(side), "?") for side in SIDES)
    turned = f"/{placed.quarters * 90}" if placed.quarters else ""
    name = placed.tile.id.rpartition("/")[2]
    within = [names.get(segment.kind, "?") for segment in placed.segments if not segment.ports]
    marks = [
        signed[mark] * count if mark in signed else mark
        for segment in placed.segments
        for mark, count in segment.marks.items()
    ]
    middle = _WIDE - 2
    shown = [
        f"{north:^{_WIDE}}",
        f"{west}{_short(name, middle - len(turned)) + turned:^{middle}}{east}",
        f"{_short(' '.join([*within, *marks]), _WIDE):^{_WIDE}}",
        f"{south:^{_WIDE}}",
    ]
    rim = f"+{'-' * _WIDE}+"
    return [rim, *(f"|{line}|" for line in shown), rim]


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
