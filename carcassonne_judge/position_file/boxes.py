"""Reads what a position file says about its boxes, their readings, and tiles of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carcassonne_judge.geometry import Port
from carcassonne_judge.library import (
    BASE,
    UnknownBoxError,
    box_ids,
    find,
    tile,
)
from carcassonne_judge.position import Segment, Tile
from carcassonne_judge.position_file.cases import nearest
from carcassonne_judge.position_file.shapes import Shapes, data
from carcassonne_judge.position_file.source import Entries, Fault, FaultsError, Node, Text
from carcassonne_judge.rules import Rulebook, RuleSet, UnknownReadingError


def rules_of(
    shapes: Shapes, boxes: Node | None, readings: Node | None, given: Mapping[str, str]
) -> RuleSet | None:
    """The rules by which a case is played; ``given`` readings overrule the file's.

    Raises:
        FaultsError: no box in play has a reading that was given.
    """
    books: dict[str, Rulebook] = find([BASE])
    whole = True
    for box in shapes.texts(boxes, "boxes: [base]"):
        try:
            books |= find([box.value])
        except UnknownBoxError as error:
            near = nearest(box.value, box_ids())
            maybe = f"; did you mean '{near}'?" if near else ""
            shapes.fault(box, f"{error}{maybe}")
            whole = False
    found: dict[str, str] = {}
    for key, value in shapes.map(readings, "readings: {edition: c3}"):
        reading = _reading(shapes, key, value, books) if whole else {}
        for name in reading.keys() & found.keys():
            shapes.fault(key, f"the reading {name} again, by another name; keep one of them")
        found |= reading
    if not whole:
        return None
    chosen = _given(given, books)
    kept = {name: value for name, value in found.items() if name not in chosen.readings_set}
    return RuleSet(kept | chosen.named, books.values())


def _reading(
    shapes: Shapes, key: Text, value: Node, books: Mapping[str, Rulebook]
) -> Mapping[str, str]:
    """One reading under its own name, as a rule set would have it."""
    text = shapes.text(value, "the value of a reading")
    if text is None:
        return {}
    try:
        return RuleSet({key.value: text.value}, books.values()).given
    except UnknownReadingError as error:
        names = {name for book in books.values() for name in book.readings}
        known = key.value in names
        near = "" if known else nearest(key.value, tuple(names))
        shapes.fault(
            text if known else key, f"{error}{f'; did you mean {near!r}?' if near else ''}"
        )
        return {}


class _Given:
    """The readings named on the command line, and all that they set."""

    def __init__(self, named: Mapping[str, str], rules: RuleSet) -> None:
        self.named = dict(named)
        self.readings_set = set(named)
        for name, value in named.items():
            self.readings_set |= rules.known[name].sets.get(value, {}).keys()


def _given(given: Mapping[str, str], books: Mapping[str, Rulebook]) -> _Given:
    try:
        rules = RuleSet(given, books.values())
    except UnknownReadingError as error:
        raise FaultsError([Fault("--reading", 0, 0, str(error))]) from None
    return _Given(rules.given, rules)


def declared_face(shapes: Shapes, key: Text, face: Node, rules: RuleSet) -> Tile | None:
    """A tile that a position declares, in the notation of ``tiles.yaml``."""
    if not isinstance(face, Entries):
        shapes.fault(face, "a map of segments belongs here: {road: {ports: N S}}")
        return None
    entry: dict[str, Any] = data(face)
    for name, each in face.items.items():
        if isinstance(entry[name], str) and isinstance(each, Text) and not each.value:
            entry[name] = {}
    try:
        found = tile(key.value, entry, face="declared")
    except (ValueError, AttributeError, TypeError) as error:
        named = isinstance(error, ValueError) and str(error).startswith("no port")
        reason = str(error) if named else "segments are maps, and marks are whole numbers"
        shapes.fault(face, f"the face of '{key.value}': {reason}; write {{road: {{ports: N S}}}}")
        return None
    return found if _sound(shapes, face, found, rules) else None


def _sound(shapes: Shapes, face: Entries, found: Tile, rules: RuleSet) -> bool:
    """Whether a declared tile is one: known kinds, no port twice, neighbours that there are."""
    before = len(shapes.faults)
    names = {segment.name for segment in found.segments}
    kinds = {kind for book in rules.books for kind in book.kinds}
    taken: dict[Port, Segment] = {}
    for segment in found.segments:
        where = face.items.get(segment.name, face)
        if segment.kind not in kinds:
            near = nearest(segment.kind, tuple(kinds))
            maybe = f"; did you mean '{near}'?" if near else f"; kinds: {', '.join(sorted(kinds))}"
            shapes.fault(where, f"no box in play has a feature '{segment.kind}'{maybe}")
        for name in sorted(segment.beside - names):
            shapes.fault(
                where, f"beside '{name}': the tile has no such segment; name one of its own"
            )
        for port in sorted(segment.ports):
            other = taken.get(port)
            if other:
                text = f"'{segment.name}' and '{other.name}' are both at {port.compass}"
                shapes.fault(where, f"{text}; give it to one of them")
            taken[port] = segment
    return len(shapes.faults) == before
