"""What an answer is made of: paragraphs, reasons with their clauses, tables; its lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import Spot
from carcassonne_judge.report import Row, catalogue, cited, strong, table, wrapped
from carcassonne_judge.rules import Clause

_IN = "  "
UNSURE = ("engine", "unverified")
"""How certain a clause is, where that has to be said."""

_LONGEST = 40
"""The most columns that the ids of clauses take up beside their texts."""


class Paragraph(NamedTuple):
    """A sentence or several; ``heading`` and ``colour`` make it stand out."""

    text: str
    heading: bool = False
    colour: str | None = None


class Reasons(NamedTuple):
    """Sentences with the clauses they rest on; ``headed`` if the first is what the rest is about.

    ``about`` are the segments that they speak of.
    """

    rows: tuple[Row, ...]
    headed: bool = False
    about: frozenset[Spot] = frozenset()


class Grid(NamedTuple):
    """A table with a head; the columns numbered in ``right`` hold numbers.

    ``about`` are the cells of the table in the game that its rows speak of.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    about: tuple[Cell, ...] = ()


class Cited(NamedTuple):
    """Clauses, each with its text and where it is printed."""

    clauses: tuple[Clause, ...]


class Drawn(NamedTuple):
    """Lines that are a picture, or laid out otherwise already."""

    lines: tuple[str, ...]


class Gap(NamedTuple):
    """A gap between two things."""


Told = Paragraph | Reasons | Grid | Cited | Drawn | Gap


def heading(text: str, colour: str | None = None) -> Paragraph:
    """Words that stand out."""
    return Paragraph(text, heading=True, colour=colour)


def lines(told: Iterable[Told], width: int | None) -> list[str]:
    """The lines of an answer on a terminal so wide, or on none."""
    return [line for each in told for line in _lines(each, width)]


def _lines(told: Told, width: int | None) -> Iterable[str]:
    match told:
        case Paragraph():
            found = wrapped(told.text, width)
            return [strong(line, told.colour) for line in found] if told.heading else found
        case Reasons():
            rows = cited(told.rows, width)
            if told.headed:
                rows[0] = [strong(line) for line in rows[0]]
            return [line for row in rows for line in row]
        case Grid():
            return table(told.headers, told.rows, told.right).splitlines()
        case Cited():
            return _clauses(told.clauses, width)
        case Drawn():
            return told.lines
    return [""]


def _clauses(clauses: tuple[Clause, ...], width: int | None) -> Iterator[str]:
    """Each clause: its id, its text, and where it is printed."""
    yield strong(say("Rules cited"))
    room = min(max(len(clause.id) for clause in clauses), _LONGEST)
    indent = _IN + " " * (room + 3)
    narrow = width is not None and width < len(indent) + _LONGEST
    if narrow:
        indent = _IN * 2
    for clause in clauses:
        first = f"{_IN}{clause.id:<{room}}   "
        if narrow:
            yield _IN + clause.id
            first = indent
        yield from wrapped(clause.text[language()], width, indent, first)
        yield from wrapped(f"({source(clause)})", width, indent)
        if clause.certainty in UNSURE:
            yield from wrapped(f"[{catalogue.certainty(clause.certainty)}]", width, indent)


def source(clause: Clause) -> str:
    """Where a clause is printed: the first place, and how many more there are."""
    first, *others = clause.source
    if not others:
        return first
    return say_many("{source}, and {count} more", "{source}, and {count} more", len(others)).format(
        source=first, count=len(others)
    )
