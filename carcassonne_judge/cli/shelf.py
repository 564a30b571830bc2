"""The answers of the commands that look something up: they ask no question of a board."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

import click

from carcassonne_judge import library
from carcassonne_judge.cli.options import Asked
from carcassonne_judge.cli.pictures import Album
from carcassonne_judge.locale import say, say_many
from carcassonne_judge.position import Kind, Segment
from carcassonne_judge.report import catalogue
from carcassonne_judge.rules import Clause, Rulebook, RuleSet, TileSheet, Word
from carcassonne_judge.suite import citing, suite

if TYPE_CHECKING:
    from carcassonne_judge.report.cards import Cards

_EDITION: Final = "edition"
_NESW: Final = 4
_NO_RULE: Final = "info"
"""The phase of clauses that say nothing to rule by."""

Books = Mapping[str, Rulebook]


@cache
def _books() -> Books:
    """What the data files say that every box holds, in the order of the shelf; no rules."""
    books = (library.contents_of(box) for box in library.box_ids())
    return {book.box: book for book in sorted(books, key=lambda book: (book.shelf, book.box))}


def _only(box: str | None) -> Books:
    """The boxes to look in: all of them, or the one that is called so."""
    if box is None:
        return _books()
    plain = box.strip().casefold().replace("_", "-")
    for book in _books().values():
        if plain == book.box or plain in book.aliases:
            return {book.box: book}
    text = say("no box '{name}'; the boxes are {boxes}")
    raise click.ClickException(text.format(name=box, boxes=", ".join(_books())))


def _in_force(asked: Asked) -> Mapping[str, str]:
    """The readings in force where all boxes are in play."""
    return RuleSet(asked.readings, _books().values()).readings


# Clauses and readings -------------------------------------------------------------------------


def readings(asked: Asked, box: str | None) -> int:
    """What the rulebooks leave open."""
    books = _only(box).values()
    found = [(reading, book.box) for book in books for reading in book.readings.values()]
    lines: list[str] = []
    for reading, _ in found:
        lines += [*([""] if lines else []), *catalogue.reading_page(reading, asked.width)]
    lines = lines or [say("These boxes leave nothing open.")]
    asked.answer([catalogue.reading_data(reading, box) for reading, box in found], lines)
    return 0


def clauses(asked: Asked, box: str | None, search: str | None) -> int:
    """The clauses of some boxes, or those that say something."""
    books = _only(box)
    found = [clause for book in books.values() for clause in book.clauses.values()]
    if asked.readings:
        in_force = _in_force(asked)
        found = [clause for clause in found if clause.in_force(in_force)]
    if search is not None:
        found = [clause for clause in found if _says(clause, search.casefold())]
        if not found:
            raise click.ClickException(say("no clause says '{text}'").format(text=search))
    data = [catalogue.clause_data(each, citing(each.id)) for each in found] if asked.json else []
    asked.answer(data, catalogue.clause_list(books, found, asked.width))
    return 0


def _says(clause: Clause, text: str) -> bool:
    said = (clause.id, *clause.text.values(), *clause.source)
    return any(text in each.casefold() for each in said)


def clause(asked: Asked, name: str, box: str | None) -> int:
    """All there is to know about one clause."""
    one = _clause(name, _only(box))
    scenarios = citing(one.id)
    page = catalogue.clause_page(_books(), one, scenarios, asked.width)
    asked.answer([catalogue.clause_data(one, scenarios)], page)
    return 0


def _clause(name: str, books: Books) -> Clause:
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
    near = difflib.get_close_matches(name, [*known, *(each.partition("/")[2] for each in known)], 1)
    maybe = say("; did you mean {words}?").format(words=near[0]) if near else ""
    text = say("no clause '{name}'").format(name=name) + maybe
    raise click.ClickException(f"{text} ({say('rules --search finds them')})")


# Tiles ----------------------------------------------------------------------------------------


def tiles(asked: Asked, query: str | None, box: str | None, sides: str | None, album: Album) -> int:
    """The tiles that are called so, show such a thing, or can be turned to show such sides."""
    from carcassonne_judge.report.cards import Cards

    books = _only(box)
    cards = Cards(_books())
    names = cards.names
    if sides is not None:
        _check_sides(sides, names)
    found = [
        (sheet, turned)
        for sheet in _sheets(books, asked)
        if query is None or _is_called(sheet, query) or _shows(sheet, query)
        for turned in ([None] if sides is None else catalogue.turnings(sheet, sides, names))
    ]
    if not found:
        wanted = " ".join(filter(None, (query, sides)))
        raise click.ClickException(say("no tile '{name}'").format(name=wanted))
    if album.wanted:
        album.add_sheets(_books(), found)
    if asked.json:
        asked.answer([catalogue.tile_data(sheet, names, turned) for sheet, turned in found], ())
        return 0
    lines: list[str] = []
    for sheet, turned in found:
        lines += cards.card(sheet, turned)
    asked.answer((), [*lines, "", _summary([sheet for sheet, _ in found], cards)])
    return 0


def _sheets(books: Books, asked: Asked) -> Iterator[TileSheet]:
    """The tiles of some boxes; of one edition, if that was asked."""
    edition = _in_force(asked)[_EDITION] if _EDITION in asked.readings else ""
    for book in books.values():
        for sheet in book.tiles.values():
            if not edition or not sheet.editions or edition in sheet.editions:
                yield sheet


def _summary(found: list[TileSheet], cards: Cards) -> str:
    sheets = {sheet.tile.id: sheet for sheet in found}.values()
    faces = len(sheets)
    named = {sheet.tile.id for sheet in sheets}
    copies = sum([sheet.copies for sheet in sheets if sheet.plain not in named])
    shown = {segment.kind for sheet in sheets for segment in sheet.tile.segments}
    told = say_many("{count} face", "{count} faces", faces).format(count=faces)
    told += ", " + say_many("{count} tile", "{count} tiles", copies).format(count=copies)
    return f"{told} · {cards.legend(shown)}"


def _segments() -> Iterator[Segment]:
    for book in _books().values():
        for sheet in book.tiles.values():
            yield from sheet.tile.segments


def _check_sides(sides: str, names: Mapping[Kind, str]) -> None:
    reaching = {segment.kind for segment in _segments() if segment.ports}
    shown = [letter for kind, letter in names.items() if kind in reaching]
    if len(sides) != _NESW or not {*shown, *catalogue.ANY_SIDE}.issuperset(sides.upper()):
        text = say("'{sides}' are no four sides: write {letters} for north, east, south, west")
        raise click.UsageError(text.format(sides=sides, letters=" ".join(shown)))


def _is_called(sheet: TileSheet, query: str) -> bool:
    """Whether a tile has such an id, or a name that holds it."""
    wanted = query.casefold()
    names = (sheet.tile.id, sheet.tile.id.partition("/")[2], *sheet.jcloisterzone)
    heard = [name.casefold() for name in names]
    return wanted in heard or (len(wanted) > 1 and any(wanted in name for name in heard))


def _shows(sheet: TileSheet, query: str) -> bool:
    """Whether a tile shows such a thing: a kind of feature, or a mark, in either language."""
    wanted = query.casefold()
    for segment in sheet.tile.segments:
        for word in _words_for(segment):
            said = (*word.one.values(), *word.many.values(), *word.also)
            if any(wanted == each.casefold() for each in said):
                return True
    return False


def _words_for(segment: Segment) -> Iterator[Word]:
    for book in _books().values():
        if segment.kind in book.kinds:
            yield book.kinds[segment.kind]
        for mark in segment.marks:
            for unit in (mark, mark.removesuffix("s")):
                if unit in book.units:
                    yield book.units[unit]


# Boxes ----------------------------------------------------------------------------------------


def boxes(asked: Asked) -> int:
    """The boxes and what is in them."""
    books = list(_books().values())
    shown = _shown()
    data = [catalogue.box_data(each, _scenarios_of(each), _share(each, shown)) for each in books]
    asked.answer(data, () if asked.json else [catalogue.box_table(books, data)])
    return 0


def _shown() -> frozenset[str]:
    """The clauses that the shipped scenarios cite, or that one so cited rests on."""
    known = {clause.id: clause for book in _books().values() for clause in book.clauses.values()}
    reached = [name for name in known if citing(name)]
    for name in reached:
        reached += [other for other in known[name].rests_on if other not in reached]
    return frozenset(reached)


def _share(book: Rulebook, shown: frozenset[str]) -> int:
    """How many of a box's clauses that rule on anything are shown, in per cent."""
    ruling = [clause.id for clause in book.clauses.values() if clause.phase != _NO_RULE]
    return 100 * sum(name in shown for name in ruling) // max(len(ruling), 1)


def _scenarios_of(book: Rulebook) -> int:
    """How many files of scenarios are about a box."""
    folder = suite()
    return len(list((folder / book.box.replace("-", "_")).glob("*.yaml"))) if folder else 0
