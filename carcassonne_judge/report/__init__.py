"""Rulings told: sentences and tables in English and Spanish, pictures in text, and JSON.

What is here is how things are laid out on a page. It computes nothing of the game.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from carcassonne_judge.locale import language, say

BETWEEN: Final = 3
"""The least room between a sentence and the clause it rests on."""

_WIDEST: Final = 72
"""Sentences longer than this do not push the clauses of all others to the right."""

Row = tuple[str, str]
"""A sentence, and the ids of the clauses that it rests on."""


def listed(things: Sequence[str]) -> str:
    """Several things in one sentence: "A, B and C"."""
    if not things:
        return ""
    *first, last = things
    if not first:
        return last
    # In Spanish "y" becomes "e" before the sound of an i.
    sounds_alike = last.lower().startswith(("i", "í", "hi")) and not last.lower().startswith("hie")
    joint = "e" if language() == "es" and sounds_alike else say("and")
    return f"{', '.join(first)} {joint} {last}"


def sentence(text: str) -> str:
    """The same words, beginning with a capital letter."""
    return text[:1].upper() + text[1:]


def strong(text: str, colour: str | None = None) -> str:
    """Words that stand out on a terminal."""
    from click import style  # noqa: PLC0415 -- a ruling in JSON does without it

    return style(text, fg=colour, bold=True)


def wrapped(text: str, width: int | None, indent: str = "", first: str | None = None) -> list[str]:
    """A paragraph, in lines that fit the terminal; one line where there is none."""
    begin = indent if first is None else first
    if width is None:
        return [begin + text]
    room = max(width, len(indent) + 20)
    return textwrap.wrap(
        text,
        room,
        initial_indent=begin,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    ) or [begin.rstrip()]


def columns(rows: Iterable[Sequence[str]], align: Sequence[str] = ()) -> list[str]:
    """Some rows, each cell under the one above it, without the trailing blanks."""
    from tabulate import tabulate  # noqa: PLC0415 -- slow to import

    cells = [list(row) for row in rows]
    if not cells:
        return []
    drawn = tabulate(
        cells,
        tablefmt="plain",
        disable_numparse=True,
        colalign=tuple(align) or None,
        preserve_whitespace=True,
    )
    return [line.rstrip() for line in drawn.splitlines()]


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table with a head; the columns numbered in ``right`` hold numbers."""
    from tabulate import tabulate  # noqa: PLC0415 -- slow to import

    cells = [list(row) for row in rows]
    numbers = frozenset(right)
    align = ["right" if at in numbers else "left" for at in range(len(headers))]
    drawn = tabulate(
        cells,
        headers=list(headers),
        tablefmt="simple",
        disable_numparse=True,
        colalign=align if cells else None,
    )
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def cited(rows: Iterable[Row], width: int | None, indent: str = "") -> list[list[str]]:
    """The lines of each sentence and, to the right, all in one column, the clauses they rest on."""
    told = list(rows)
    lengths = [len(text) for text, clause in told if clause and len(text) <= _WIDEST]
    room = max(lengths, default=0)
    if width is not None:
        longest = max((len(clause) for _, clause in told), default=0)
        room = min(room, max(24, width - len(indent) - BETWEEN - longest))
    found: list[list[str]] = []
    for text, clause in told:
        if not clause:
            found.append(wrapped(text, width, indent))
            continue
        # A paragraph's last line is what the clause stands beside, if there is room for it.
        *above, last = wrapped(text, width, indent + _hanging(text), indent)
        column = len(indent) + room + BETWEEN
        if width is not None and max(len(last) + BETWEEN, column) + len(clause) > width:
            above, last = [*above, last], ""
        found.append([*above, f"{last + ' ' * BETWEEN:<{column}}{clause}"])
    return found


def _hanging(text: str) -> str:
    """The blanks that a row begins with, and two more where it goes on in the next line."""
    return " " * (len(text) - len(text.lstrip()) + 2)
