"""Writes the pages that are made of data: the rulebooks, and where the documents' sentences are.

``docs/rulebooks.md`` is every clause of every box. ``docs/pictures`` has what the program draws:
the tiles of each box, and the tables that the pages show. ``docs/seeds-coverage.md`` has, for every
sentence of the three documents that the project began with, the clauses that state it and the
scenarios that try them. Run ``python docs/generate.py``; the tests check that all are current.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from carcassonne_judge import game, position_file
from carcassonne_judge.drawing.sheets import sheets
from carcassonne_judge.drawing.table import draw
from carcassonne_judge.library import box_ids, contents_of, read_yaml
from carcassonne_judge.report.scenes import scene
from carcassonne_judge.rules import Clause, Reading, Rulebook
from carcassonne_judge.suite import citing
from carcassonne_judge.turn import prospects

PAGE = Path(__file__).with_name("rulebooks.md")
COVERAGE = Path(__file__).with_name("seeds-coverage.md")
SENTENCES = Path(__file__).with_name("seeds-coverage.yaml")
PICTURES = Path(__file__).with_name("pictures")
MANY = PICTURES / "many.yaml"
SHARED_CITY = Path(__file__).parents[1] / "scenarios" / "disputes" / "shared-city.yaml"
SHOWN = 3

Documents = Mapping[str, Mapping[str, Any]]
Clauses = Mapping[str, Clause]


# Every clause ---------------------------------------------------------------------------------


def page() -> str:
    """The page of all rulebooks as it should be."""
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


# Every sentence of the documents --------------------------------------------------------------


def documents() -> Documents:
    """The sentences of the documents by document, section and line, each with its clauses."""
    return read_yaml(SENTENCES.read_text(encoding="utf-8"))


def clauses() -> Clauses:
    """Every clause of the boxes that there are, by its id."""
    books = map(contents_of, box_ids())
    return {clause.id: clause for book in books for clause in book.clauses.values()}


def unknown(said: Documents, known: Clauses) -> list[str]:
    """The clauses named there that a box does not have, though the box is there."""
    named = {name for _, _, ids in sentences(said) for name in ids}
    return sorted(name for name in named if _is_built(name) and name not in known)


def sentences(said: Documents) -> Iterator[tuple[str, str, list[str]]]:
    """Each sentence: its document, its line, and the clauses that state it."""
    for document, about in said.items():
        for lines in about["sections"].values():
            for line, ids in lines.items():
                yield document, line, ids


def tried_in(known: Clauses) -> Mapping[str, str]:
    """The scenarios that cite each clause, or else the nearest one that rests on it."""
    above: dict[str, list[str]] = {name: [] for name in known}
    for name, clause in known.items():
        for other in clause.rests_on:
            above[other].append(name)
    found = {}
    for name in known:
        reached = [name]
        for each in reached:
            reached += [other for other in above[each] if other not in reached]
        cited = next((each for each in reached if citing(each)), name)
        through = "" if cited == name else f"through `{cited}`: "
        found[name] = f"{through}{_links(citing(cited))}"
    return found


def coverage() -> str:
    """The page of all sentences as it should be.

    Raises:
        ValueError: a sentence names a clause that its box does not have.
    """
    said, known = documents(), clauses()
    wrong = unknown(said, known)
    if wrong:
        raise ValueError(f"no clause {', '.join(wrong)}")
    tried = tried_in(known)
    built = sum(all(map(_is_built, ids)) for _, _, ids in sentences(said))
    count = sum(1 for _ in sentences(said))
    lines = [
        "# Where every sentence of the documents went",
        "",
        "Generated by `python docs/generate.py` from `seeds-coverage.yaml`, the boxes' data and",
        "the index of scenarios. The project began with three Spanish documents. For each sentence",
        "of them, by section and line: the clauses that state it in our own words, and scenarios",
        "whose rulings cite those, or else a clause that rests on one. Where a line has several",
        "sentences, 17.2 is the second of line 17. Headings say nothing of their own, and have no",
        "row. Clauses marked *info* hold no rule, so that no ruling cites them.",
        "",
        f"{count} sentences." if built == count else f"{count} sentences; {built} are built.",
    ]
    for document, about in said.items():
        lines += ["", f"## Document {document}", "", about["about"]]
        for section, rows in about["sections"].items():
            lines += ["", f"### {section}", "", "| line | clauses | scenarios |", "|---|---|---|"]
            lines += (_row(line, ids, known, tried) for line, ids in rows.items())
    return "\n".join(lines) + "\n"


def _is_built(clause: str) -> bool:
    return clause.partition("/")[0] in box_ids()


def _row(line: str, ids: Iterable[str], known: Clauses, tried: Mapping[str, str]) -> str:
    stated, shown = [], []
    for name in ids:
        mark = ""
        if not _is_built(name):
            mark = " (box not built yet)"
        elif known[name].phase == "info":
            mark = " (info)"
        else:
            shown.append(tried[name])
        stated.append(f"`{name}`{mark}")
    return f"| {line} | {'<br>'.join(stated)} | {'<br>'.join(shown) or '–'} |"


def _links(paths: tuple[str, ...]) -> str:
    if not paths:
        return "none"
    told = [f"[{path.removesuffix('.yaml')}](../scenarios/{path})" for path in paths[:SHOWN]]
    more = len(paths) - SHOWN
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


# Pictures -------------------------------------------------------------------------------------


def pictures() -> Mapping[Path, str]:
    """What the program draws for the pages, as it should be."""
    books = {book.box: book for book in map(contents_of, box_ids())}
    found = {
        PICTURES / "boxes" / f"{box}.svg": sheets(books, [(it, None) for it in book.tiles.values()])
        for box, book in books.items()
        if book.tiles
    }
    (shared,) = position_file.read(str(SHARED_CITY))
    (ruling,) = game.run(shared.board, shared.parts).rulings
    features = [verdict.feature for verdict in ruling.verdicts]
    name = shared.title["en"]
    found[PICTURES / "shared-city.svg"] = draw(
        ruling.halfway, scene(ruling.halfway, features, name=name)
    )
    found[PICTURES / "moves.svg"] = draw(
        shared.board, scene(shared.board, (), prospects(shared.board), name=name)
    )
    (many,) = position_file.read(str(MANY))
    found[PICTURES / "many.svg"] = draw(
        many.board, scene(many.board, name=many.title["en"], colours=many.colours)
    )
    return {path: drawing.svg for path, drawing in found.items()}


def pages() -> Mapping[Path, str]:
    """Every page and picture that is made of data, as it should be."""
    return {PAGE: page(), COVERAGE: coverage(), **pictures()}


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
