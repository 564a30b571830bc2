"""What the boxes hold, told: their clauses, readings and tiles. Nothing here asks a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from carcassonne_judge.geometry import SIDES, TURNS, Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import Kind, PlacedTile
from carcassonne_judge.report import sentence, strong, table, wrapped
from carcassonne_judge.rules import Clause, Reading, Rulebook, TileSheet

Data = dict[str, Any]
Books = Mapping[str, Rulebook]

_INDENT: Final = "  "
_SHOWN: Final = 5
"""So many scenarios are named on a clause's page."""

ANY_SIDE: Final = ".?*_"
"""What stands for a side that may show anything."""


def clause_data(clause: Clause, scenarios: Sequence[str] = ()) -> Data:
    """A clause, as data."""
    return {
        "id": clause.id,
        "text": clause.text[language()],
        "source": list(clause.source),
        "certainty": clause.certainty,
        "phase": clause.phase,
        "points": clause.points,
        "unit": clause.unit or None,
        "limit": clause.limit,
        "replaces": sorted(clause.replaces),
        "rests_on": sorted(clause.rests_on),
        "silent_on": sorted(clause.silent_on),
        "after": sorted(clause.after),
        "when": {name: sorted(values) for name, values in sorted(clause.when.items())},
        "scenarios": list(scenarios),
    }


def clause_list(books: Books, shown: Iterable[Clause], width: int | None) -> list[str]:
    """Some clauses, each with its text, box by box."""
    clauses = list(shown)
    found: list[str] = []
    for book in books.values():
        own = [clause for clause in clauses if clause.id.partition("/")[0] == book.box]
        if not own:
            continue
        number = say_many("{count} clause", "{count} clauses", len(own)).format(count=len(own))
        found += ["", strong(f"{book.name[language()]} · {number}"), ""]
        room = max(len(clause.id) for clause in own)
        if width is not None:
            room = min(room, width // 3)
        for clause in own:
            hanging = " " * (room + 3)
            first = f"{clause.id:<{room}}   "
            if len(first) > len(hanging):
                found.append(clause.id)
                first = hanging
            found += wrapped(clause.text[language()], width, hanging, first)
    return found[1:]


def clause_page(
    books: Books, clause: Clause, scenarios: Sequence[str], width: int | None
) -> list[str]:
    """All there is to know about one clause."""
    replaced_by = [
        other.id
        for book in books.values()
        for other in book.clauses.values()
        if clause.id in other.replaces
    ]
    rested_on_by = [
        other.id
        for book in books.values()
        for other in book.clauses.values()
        if clause.id in other.rests_on
    ]
    rows = [
        (say("Source"), list(clause.source)),
        (say("Certainty"), [certainty(clause.certainty)]),
        (say("Concerns"), [phase(clause.phase)]),
        (say("Points"), points(books, clause)),
        (say("In force"), [in_force(clause)]),
        (say("Replaces"), sorted(clause.replaces)),
        (say("Replaced by"), replaced_by),
        (say("Rests on"), sorted(clause.rests_on)),
        (say("Presupposed by"), rested_on_by),
        (say("Silent on"), sorted(clause.silent_on)),
        (say("Comes after"), sorted(clause.after)),
        (say("Scenarios"), _first(scenarios)),
    ]
    found = [strong(clause.id), *wrapped(clause.text[language()], width, _INDENT), ""]
    return found + _sheet(rows, width)


def _first(scenarios: Sequence[str]) -> list[str]:
    """The first few of them, and how many more there are."""
    more = len(scenarios) - _SHOWN
    if more <= 0:
        return list(scenarios)
    told = say_many("and {count} more", "and {count} more", more).format(count=more)
    return [*scenarios[:_SHOWN], told]


def _sheet(rows: Iterable[tuple[str, Sequence[str]]], width: int | None) -> list[str]:
    """Names of things and, beside them, what they are; left out where there is nothing."""
    told = [(name, entries) for name, entries in rows if entries]
    room = max((len(name) for name, _ in told), default=0)
    hanging = " " * (len(_INDENT) + room + 3)
    found = []
    for name, entries in told:
        for at, entry in enumerate(entries):
            first = f"{_INDENT}{'' if at else name:<{room}}   "
            found += wrapped(entry, width, hanging + "  ", first)
    return found


def certainty(value: str) -> str:
    """How far a clause has been verified, in words."""
    return {
        "printed": say("printed in a rulebook or its official clarifications"),
        "seed": say("from the Spanish articles that the boxes were described in"),
        "engine": say("taken from the behaviour of another program, not from a rulebook"),
        "unverified": say("not verified: no rulebook text was found"),
    }.get(value, value)


def phase(value: str) -> str:
    """What a clause is about, in words."""
    return {
        "setup": say("the box and the setup"),
        "turn": say("the course of a turn"),
        "placement": say("placing a tile"),
        "deployment": say("deploying a figure"),
        "completion": say("when a feature is complete"),
        "majority": say("who holds a feature"),
        "scoring": say("what is scored during the game"),
        "after-scoring": say("what follows the scoring"),
        "final": say("the final scoring"),
        "info": say("background, not a rule"),
    }.get(value, value)


def points(books: Books, clause: Clause) -> list[str]:
    """What a clause pays, in words."""
    if clause.points is None:
        return []
    paid = say_many("{points} point", "{points} points", clause.points)
    if not clause.unit:
        return [paid.format(points=clause.points)]
    words = [book.units[clause.unit] for book in books.values() if clause.unit in book.units]
    unit = words[0].one[language()] if words else clause.unit
    return [
        say("{points} for each {unit}").format(points=paid, unit=unit).format(points=clause.points)
    ]


def in_force(clause: Clause) -> str:
    """Under which readings a clause is in force, in words."""
    if not clause.when:
        return say("always, where its box is in play")
    return " · ".join(
        f"{name}: {_either(sorted(values))}" for name, values in sorted(clause.when.items())
    )


def _either(values: Sequence[str]) -> str:
    return f" {say('or')} ".join(values)


def reading_data(reading: Reading, box: str) -> Data:
    """A reading, as data."""
    return {
        "name": reading.name,
        "box": box,
        "question": reading.question[language()],
        "default": reading.default,
        "values": {value: text[language()] for value, text in reading.values.items()},
        "aliases": sorted(reading.aliases),
        "also": dict(reading.also),
        "sets": {value: dict(others) for value, others in reading.sets.items() if others},
        "contested": dict(reading.contested) if reading.contested is not None else None,
        "house": reading.house,
        "source": list(reading.source),
    }


def reading_page(reading: Reading, width: int | None) -> list[str]:
    """A reading: its question, its values, and which one is the default."""
    found = [strong(reading.name), *wrapped(reading.question[language()], width, _INDENT)]
    room = max(len(value) for value in reading.values)
    hanging = " " * (2 * len(_INDENT) + room + 3)
    for value, text in reading.values.items():
        told = text[language()]
        if value == reading.default:
            told = f"{told} · {say('default')}"
        found += wrapped(told, width, hanging, f"{_INDENT * 2}{value:<{room}}   ")
    also = [f"{other} = {value}" for other, value in reading.also.items()]
    notes = [
        (say("Also written"), [", ".join([*sorted(reading.aliases), *also])]),
        (say("Contested"), [_contested(reading)]),
        (say("House rule"), [say("an option of other programs that no rulebook has")])
        if reading.house
        else ("", []),
        (say("Source"), list(reading.source)),
    ]
    return found + _sheet([(name, list(filter(None, each))) for name, each in notes], width)


def _contested(reading: Reading) -> str:
    if reading.contested is None:
        return ""
    under = ", ".join(f"{name}: {value}" for name, value in reading.contested.items())
    return say("under {readings}").format(readings=under) if under else say("always")


def turnings(sheet: TileSheet, sides: str, names: Mapping[Kind, str]) -> tuple[int, ...]:
    """The ways to turn a tile, of those that look different, so that its sides show these."""
    wanted = sides.upper()
    return tuple(
        quarters
        for quarters in TURNS
        if quarters in sheet.tile.turnings
        and all(
            letter in ANY_SIDE or names[sheet.tile.lies[quarters].faces[side]] == letter
            for side, letter in zip(SIDES, wanted, strict=True)
        )
    )


def tile_data(sheet: TileSheet, names: Mapping[Kind, str], quarters: int | None = None) -> Data:
    """A tile as a box lists it, as data; turned so many quarters, if it was looked for by sides."""
    placed = PlacedTile(sheet.tile, Cell(0, 0), quarters or 0)
    data: Data = {
        "tile": sheet.tile.id,
        "box": sheet.box,
        "copies": sheet.copies,
        "sides": "".join(names[placed.face(side)] for side in SIDES),
        "segments": [
            {
                "name": segment.name,
                "kind": segment.kind,
                "ports": [port.compass for port in sorted(segment.ports)],
                "beside": sorted(segment.beside),
                "marks": dict(segment.marks),
            }
            for segment in placed.segments
        ],
        "marks": dict(sheet.tile.marks),
        "face": sheet.tile.face,
        "editions": list(sheet.editions),
        "plain": sheet.plain or None,
        "jcloisterzone": list(sheet.jcloisterzone),
    }
    return data if quarters is None else {**data, "turned": quarters * 90}


def mark_phrase(books: Iterable[Rulebook], mark: str, count: int) -> str:
    """So many of a mark, in the words of the boxes: "1 shield"."""
    shelf = tuple(books)
    names = (mark, mark.removesuffix("s"))
    units = (book.units[name] for name in names for book in shelf if name in book.units)
    word = next(units, None)
    if word is None:
        token = next((book.tokens[mark] for book in shelf if mark in book.tokens), None)
        bare = token.one[language()] if token else mark
        return f"{count} {bare}" if count > 1 else bare
    return f"{count} {(word.one if count == 1 else word.many)[language()]}"


def box_data(book: Rulebook, scenarios: int, shown: int) -> Data:
    """A box, as data; ``shown`` is how many of its clauses the scenarios show, in per cent."""
    return {
        "box": book.box,
        "name": book.name[language()],
        "aliases": sorted(book.aliases),
        "editions": list(book.editions),
        "tiles": sum(sheet.copies for sheet in book.tiles.values() if not sheet.plain),
        "figures": {kind: about.count for kind, about in book.figures.items()},
        "readings": sorted(book.readings),
        "clauses": len(book.clauses),
        "scenarios": scenarios,
        "shown": shown,
    }


def box_table(books: Iterable[Rulebook], boxes: Sequence[Data]) -> str:
    """The boxes, one a line."""
    figures = [
        ", ".join(
            f"{about.count} {(about.word.one if about.count == 1 else about.word.many)[language()]}"
            for about in book.figures.values()
            if about.count
        )
        for book in books
    ]
    headers = [
        say("box"),
        say("name"),
        say("editions"),
        say("tiles"),
        say("a player has"),
        say("clauses"),
        say("scenarios"),
        say("shown"),
    ]
    rows = [
        [
            box["box"],
            box["name"],
            " ".join(box["editions"]),
            str(box["tiles"]),
            has,
            str(box["clauses"]),
            str(box["scenarios"]),
            f"{box['shown']} %",
        ]
        for box, has in zip(boxes, figures, strict=True)
    ]
    return table([sentence(header) for header in headers], rows, right=(3, 5, 6, 7))
