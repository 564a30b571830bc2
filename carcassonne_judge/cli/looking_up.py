"""The commands that look something up: they read the boxes' data and ask no question of a board."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import click

from carcassonne_judge import library
from carcassonne_judge.cli.bilingual import Argument, Command, Option
from carcassonne_judge.cli.options import AGAINST, Asked, for_all
from carcassonne_judge.locale import phrase, say, say_many
from carcassonne_judge.rules import Clause, Rulebook, RuleSet, TileSheet
from carcassonne_judge.suite import citing, suite

_BOX: Final = click.option(
    "--box", metavar=phrase("BOX"), cls=Option, help=phrase("Only this box.")
)
_FOUR: Final = 4


@cache
def _books() -> Mapping[str, Rulebook]:
    """What the data files say that every box holds, in the order of the shelf; no rules."""
    books = (library.contents_of(box) for box in library.box_ids())
    return {book.box: book for book in sorted(books, key=lambda book: (book.shelf, book.box))}


def _only(box: str | None) -> Mapping[str, Rulebook]:
    """The boxes to look in: all of them, or the one that is called so."""
    if box is None:
        return _books()
    one = library.contents_of(box)
    return {one.box: _books()[one.box]}


def _readings(asked: Asked) -> Mapping[str, str]:
    """The readings in force where all boxes are in play."""
    return RuleSet(asked.readings, _books().values()).readings


# rules ----------------------------------------------------------------------------------------


@click.command("rules", cls=Command, example=phrase("rules base/majority"))
@click.argument("clause", metavar=phrase("CLAUSE"), required=False, cls=Argument)
@_BOX
@click.option(
    "--search", metavar=phrase("TEXT"), cls=Option, help=phrase("Only clauses that say this.")
)
@click.option(
    "--readings", "list_readings", is_flag=True, cls=Option,
    help=phrase("List what the rulebooks leave open."),
)  # fmt: skip
@for_all
def rules(
    asked: Asked, clause: str | None, box: str | None, search: str | None, list_readings: bool
) -> int:
    """Look up clauses: text, source, points, when in force."""
    from carcassonne_judge.report import catalogue

    books = _only(box)
    if list_readings:
        _list_readings(books, asked)
        return 0
    if clause is not None:
        one = _clause(clause, books)
        data = [catalogue.clause_data(one, citing(one.id))]
        asked.answer(data, catalogue.clause_page(_books(), one, citing(one.id), asked.width))
        return 0
    found = [clause for book in books.values() for clause in book.clauses.values()]
    if asked.readings:
        in_force = _readings(asked)
        found = [clause for clause in found if clause.in_force(in_force)]
    if search is not None:
        found = [clause for clause in found if _says(clause, search)]
    if not found:
        raise click.ClickException(say("no clause says '{text}'").format(text=search))
    data = [catalogue.clause_data(each, citing(each.id)) for each in found] if asked.json else []
    asked.answer(data, catalogue.clause_list(books, found, asked.width))
    return 0


def _list_readings(books: Mapping[str, Rulebook], asked: Asked) -> None:
    from carcassonne_judge.report import catalogue

    found = [(reading, book.box) for book in books.values() for reading in book.readings.values()]
    lines: list[str] = []
    for reading, _ in found:
        lines += [*([""] if lines else []), *catalogue.reading_page(reading, asked.width)]
    lines = lines or [say("These boxes leave nothing open.")]
    asked.answer([catalogue.reading_data(reading, box) for reading, box in found], lines)


def _clause(name: str, books: Mapping[str, Rulebook]) -> Clause:
    """The clause with an id, or with such an id in one box alone.

    Raises:
        click.ClickException: there is none, or several.
    """
    known = {clause.id: clause for book in books.values() for clause in book.clauses.values()}
    if name in known:
        return known[name]
    ending = [clause for each, clause in known.items() if each.partition("/")[2] == name]
    if len(ending) == 1:
        return ending[0]
    if ending:
        text = say("'{name}' is a clause of several boxes: {clauses}").format(
            name=name, clauses=", ".join(clause.id for clause in ending)
        )
        raise click.ClickException(text)
    near = _nearest(name, [*known, *(each.partition("/")[2] for each in known)])
    maybe = say("; did you mean {words}?").format(words=near) if near else ""
    text = say("no clause '{name}'").format(name=name) + maybe
    raise click.ClickException(f"{text} ({say('rules --search finds them')})")


def _nearest(name: str, known: list[str]) -> str:
    import difflib

    return next(iter(difflib.get_close_matches(name, known, n=1)), "")


def _says(clause: Clause, text: str) -> bool:
    wanted = text.casefold()
    said = (clause.id, *clause.text.values(), *clause.source)
    return any(wanted in each.casefold() for each in said)


# tiles ----------------------------------------------------------------------------------------


@click.command("tiles", cls=Command, example=phrase("tiles --sides CRFR"))
@click.argument("query", metavar=phrase("TILE"), required=False, cls=Argument)
@_BOX
@click.option(
    "--sides", metavar="NESW", cls=Option,
    help=phrase("Only tiles whose sides show these, however turned; . is any."),
)  # fmt: skip
@for_all
def tiles(asked: Asked, query: str | None, box: str | None, sides: str | None) -> int:
    """Look up tiles: drawn, with how many there are."""
    from carcassonne_judge.report import catalogue, drawing

    books = _only(box)
    names = drawing.letters(_books().values())
    if sides is not None:
        _check_sides(sides, names)
    edition = asked.readings.get("edition") and _readings(asked)["edition"]
    found = [
        (sheet, turned)
        for book in books.values()
        for sheet in book.tiles.values()
        if query is None or _is_called(sheet, query) or _shows(sheet, query)
        if not edition or not sheet.editions or edition in sheet.editions
        for turned in ([None] if sides is None else catalogue.turnings(sheet, sides, names))
    ]
    if not found:
        wanted = " ".join(filter(None, (query, sides)))
        raise click.ClickException(say("no tile '{name}'").format(name=wanted))
    data = [catalogue.tile_data(sheet, names, turned) for sheet, turned in found]
    lines: list[str] = []
    for sheet, turned in found:
        lines += catalogue.tile_card(_books(), sheet, names, turned)
    if asked.json:
        asked.answer(data, ())
        return 0
    sheets = {sheet.tile.id: sheet for sheet, _ in found}.values()
    faces = sum(not sheet.plain for sheet in sheets)
    copies = sum(sheet.copies for sheet in sheets if not sheet.plain)
    shown = {segment.kind for sheet in sheets for segment in sheet.tile.segments}
    summary = say_many("{count} face", "{count} faces", faces).format(count=faces)
    summary += ", " + say_many("{count} tile", "{count} tiles", copies).format(count=copies)
    legend = catalogue.legend(_books(), {k: v for k, v in names.items() if k in shown})
    asked.answer(data, [*lines, "", f"{summary} · {legend}"])
    return 0


def _check_sides(sides: str, names: Mapping[str, str]) -> None:
    from carcassonne_judge.report import catalogue

    segments = [
        segment
        for book in _books().values()
        for sheet in book.tiles.values()
        for segment in sheet.tile.segments
    ]
    shown = [names[kind] for kind in names if any(s.kind == kind and s.ports for s in segments)]
    if len(sides) != _FOUR or not {*shown, *catalogue.ANY_SIDE}.issuperset(sides.upper()):
        raise click.UsageError(
            say("'{sides}' are no four sides: write {letters} for north, east, south, west").format(
                sides=sides, letters=" ".join(shown)
            )
        )


def _is_called(sheet: TileSheet, query: str) -> bool:
    """Whether a tile has such an id, or a name that holds it."""
    wanted = query.casefold()
    names = (sheet.tile.id, sheet.tile.id.partition("/")[2], *sheet.jcloisterzone)
    heard = [name.casefold() for name in names]
    return wanted in heard or (len(wanted) > 1 and any(wanted in name for name in heard))


def _shows(sheet: TileSheet, query: str) -> bool:
    """Whether a tile shows such a thing: a kind of feature, or a mark, in either language."""
    words = {
        each.casefold()
        for book in _books().values()
        for segment in sheet.tile.segments
        for word in (
            *[book.kinds[kind] for kind in (segment.kind,) if kind in book.kinds],
            *[
                book.units[u]
                for m in segment.marks
                for u in (m, m.removesuffix("s"))
                if u in book.units
            ],
        )
        for each in (*word.one.values(), *word.many.values(), *word.also)
    }
    return query.casefold() in words


# boxes, scenarios, schema ---------------------------------------------------------------------


@click.command("boxes", cls=Command, example=phrase("boxes"))
@for_all
def boxes(asked: Asked) -> int:
    """List the boxes and what is in them."""
    from carcassonne_judge.report import catalogue

    books = list(_books().values())
    data = [catalogue.box_data(book, _scenarios_of(book)) for book in books]
    asked.answer(data, () if asked.json else [catalogue.box_table(books, data)])
    return 0


def _scenarios_of(book: Rulebook) -> int:
    """How many files of scenarios are about a box."""
    folder = suite()
    return len(list((folder / book.box.replace("-", "_")).glob("*.yaml"))) if folder else 0


@click.command("scenarios", cls=Command, example=phrase("scenarios my-cases/"))
@click.argument("paths", metavar=phrase("PATH"), nargs=-1, cls=Argument)
@for_all
def scenarios(asked: Asked, paths: tuple[str, ...]) -> int:
    """Run the shipped cases, or your own, and say what agrees."""
    from carcassonne_judge.scenarios import run_paths

    if not paths and suite() is None:
        raise click.ClickException(say("no scenarios are shipped with this copy; name a folder"))
    results = []
    for result in run_paths(paths, asked.readings):
        results.append(result)
        if sys.stderr.isatty():
            click.echo(f"\r{len(results)}", nl=False, err=True)
    if sys.stderr.isatty():
        click.echo("\r", nl=False, err=True)
    differ = [
        {
            "path": str(each.path),
            "title": each.title,
            "expected": each.expected,
            "found": each.found,
        }
        for each in results
        if not each.agrees
    ]
    agree = len(results) - len(differ)
    lines = [say_many("{count} case agrees.", "{count} cases agree.", agree).format(count=agree)]
    for each in differ:
        lines += ["", f"{each['path']}: {each['title']}".removesuffix(": ")]
        lines += [f"  {say('expected')}: {each['expected']}", f"  {say('found')}: {each['found']}"]
    asked.answer({"agree": agree, "differ": differ}, lines)
    return AGAINST if differ else 0


@click.command("schema", cls=Command, example=phrase("schema > position.schema.json"))
@for_all
def schema(asked: Asked) -> int:
    """Print the JSON Schema of a position file."""
    del asked  # It is JSON in any case.
    from carcassonne_judge.position_file import keys

    click.echo(json.dumps(keys.schema(), ensure_ascii=False, indent=2))
    return 0


COMMANDS: Final[tuple[Any, ...]] = (rules, tiles, boxes, scenarios, schema)
"""In the order in which the help lists them."""
