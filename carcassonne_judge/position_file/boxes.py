"""Reads what a position file says about its boxes, their readings, and tiles of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carcassonne_judge.geometry import PORTS, NoPortError, Port
from carcassonne_judge.library import (
    BASE,
    UnknownBoxError,
    box_ids,
    find,
    tile,
)
from carcassonne_judge.locale import phrase, say
from carcassonne_judge.position import Segment, Tile
from carcassonne_judge.position_file.cases import maybe, nearest
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
            shapes.fault(box, _either(str(error), nearest(box.value, box_ids())))
            whole = False
    found: dict[str, str] = {}
    for key, value in shapes.map(readings, "readings: {edition: c3}"):
        reading = _reading(shapes, key, value, books) if whole else {}
        for name in reading.keys() & found.keys():
            again = say("the reading {name} again, by another name; keep one of them")
            shapes.fault(key, again.format(name=name))
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
    text = shapes.text(value, phrase("the value of a reading"))
    if text is None:
        return {}
    try:
        return RuleSet({key.value: text.value}, books.values()).given
    except UnknownReadingError as error:
        names = {name for book in books.values() for name in book.readings}
        known = key.value in names
        near = "" if known else nearest(key.value, tuple(names))
        shapes.fault(text if known else key, _either(str(error), near))
        return {}


def _either(error: str, near: str) -> str:
    """An error, and what somebody may have meant."""
    return f"{error}; {maybe(near)}" if near else error


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
        shapes.fault(face, say("a map of segments belongs here: {road: {ports: N S}}"))
        return None
    entry: dict[str, Any] = data(face)
    for name, each in face.items.items():
        if isinstance(entry[name], str) and isinstance(each, Text) and not each.value:
            entry[name] = {}
    try:
        found = tile(key.value, entry, face="declared")
    except (ValueError, AttributeError, TypeError) as error:
        reason = say("segments are maps, and marks are whole numbers")
        if isinstance(error, NoPortError):
            form = say("no port '{port}'; ports: {ports}")
            reason = form.format(port=error.port, ports=" ".join(PORTS))
        text = say("the face of '{tile}': {reason}; write {{road: {{ports: N S}}}}")
        shapes.fault(face, text.format(tile=key.value, reason=reason))
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
            known = say("kinds: {kinds}").format(kinds=", ".join(sorted(kinds)))
            text = say("no box in play has a feature '{kind}'; {remedy}")
            shapes.fault(where, text.format(kind=segment.kind, remedy=maybe(near) or known))
        for name in sorted(segment.beside - names):
            text = say("beside '{name}': the tile has no such segment; name one of its own")
            shapes.fault(where, text.format(name=name))
        for port in sorted(segment.ports):
            other = taken.get(port)
            if other:
                text = say("'{one}' and '{other}' are both at {port}; give it to one of them")
                both = {"one": segment.name, "other": other.name}
                shapes.fault(where, text.format(**both, port=port.compass))
            taken[port] = segment
    return len(shapes.faults) == before
