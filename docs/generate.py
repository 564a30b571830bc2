"""Writes ``docs/rulebooks.md``, every clause of every box, from the boxes' data files.

Run ``python docs/generate.py``; the tests check that the page is current.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from carcassonne_judge.library import box_ids, contents_of
from carcassonne_judge.rules import Clause, Reading, Rulebook

PAGE = Path(__file__).with_name("rulebooks.md")


def page() -> str:
    """The page as it should be."""
    books = sorted(map(contents_of, box_ids()), key=lambda book: (book.shelf, book.box))
    lines = [
        "# The rulebooks, clause by clause",
        "",
        "Generated from the boxes' data by `python docs/generate.py`. Every sentence is in our own",
        "words; the source says where to check it. *Printed*: read in a published text. *Seed*:",
        "stated by one of the documents this project began with. *Engine*: known only from the",
        "behaviour of other programs. *Unverified*: not read anywhere.",
    ]
    for book in books:
        lines += _book(book)
    return "\n".join(lines) + "\n"


def _book(book: Rulebook) -> Iterator[str]:
    yield from ("", f"## {book.name['en']} (`{book.box}`)")
    yield from ("", f"*{book.name['es']}.* Editions: {', '.join(book.editions)}.")
    if book.readings:
        yield from ("", "### Readings")
        for reading in book.readings.values():
            yield from _reading(reading)
    yield from ("", "### Clauses")
    for clause in book.clauses.values():
        yield from _clause(clause)


def _reading(reading: Reading) -> Iterator[str]:
    yield from ("", f"**`{reading.name}`** {reading.question['en']} {reading.question['es']}", "")
    for number, (value, text) in enumerate(reading.values.items()):
        default = " *(default)*" if number == 0 else ""
        yield f"- `{value}`{default}: {text['en']} / {text['es']}"
    yield f"- Sources: {'; '.join(reading.source)}."


def _clause(clause: Clause) -> Iterator[str]:
    yield from ("", f"#### `{clause.id}`", "", clause.text["en"], "", f"*{clause.text['es']}*", "")
    yield f"- {clause.certainty}: {'; '.join(clause.source)}"
    if clause.points is not None:
        yield f"- {clause.points} points per {clause.unit}"
    for word, ids in (
        ("replaces", clause.replaces),
        ("rests on", clause.rests_on),
        ("silent together with", clause.silent_on),
        ("comes after", clause.after),
    ):
        if ids:
            yield f"- {word} {', '.join(f'`{each}`' for each in sorted(ids))}"
    for reading, values in clause.when.items():
        yield f"- in force under `{reading}`: {', '.join(sorted(values))}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
