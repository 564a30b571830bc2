"""Holds what is written in a position file against the shapes it may have, gathering faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from carcassonne_judge.position_file.cases import Phrase, nearest
from carcassonne_judge.position_file.source import Entries, Fault, Items, Node, Text
from carcassonne_judge.position_keys import keys_of

T = TypeVar("T", bound=msgspec.Struct)

_NUMBERS: Final = frozenset(
    ("at", "origin", "score", "scores", "supply", "turned", "value", "which")
)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_ERROR: Final = re.compile(r"(?P<what>.*?)(?: - at (?:key in )?`\$(?P<path>[^`]*)`)?")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_MISREAD: Final = frozenset(("yes", "no", "on", "off", "true", "false", "null", "~", ""))
_WANTED: Final = {
    "array": "a list",
    "object": "a map (key: value)",
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "float": "a number",
}


class Shapes:
    """What is written in a file, asked for in the shapes it should have; faults are gathered."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def fault(self, node: Node, text: object) -> None:
        """Remember that something is wrong, and where."""
        self.faults.append(Fault(self.source, node.line, node.column, str(text)))

    def phrase(self, node: Text) -> Phrase:
        """A text to be read later, which knows where it is written."""
        return Phrase(node.value, self.source, node.line, node.column)

    def entry(self, node: Node, shape: type[T]) -> T | None:
        """A map with the keys of a shape; nothing where it is amiss, which is then remembered."""
        keys = keys_of(shape)
        entries = {key: each for key, each in self.known(node, keys).items() if key in keys}
        before = len(self.faults)
        self._numbers(entries)
        if len(self.faults) > before or not isinstance(node, Entries):
            return None
        plain = {key: data(each) for key, each in entries.items()}
        try:
            return msgspec.convert(plain, shape, strict=False)
        except msgspec.ValidationError as error:
            self._misshapen(node, str(error))
            return None

    def known(self, node: Node, keys: Iterable[str]) -> Mapping[str, Node]:
        """The entries of a map; a key that is none of those known is a fault."""
        if not isinstance(node, Entries):
            self.fault(node, f"{_seen(node)}, where a map (key: value) belongs")
            return {}
        wanted = tuple(keys)
        for key, where in node.keys.items():
            if key not in wanted:
                near = nearest(key, wanted)
                remedy = f"did you mean '{near}'?" if near else f"the keys are {', '.join(wanted)}"
                self.fault(where, f"no key '{key}' here; {remedy}")
        return node.items

    def map(self, node: Node | None, what: str) -> Iterator[tuple[Text, Node]]:
        """The entries of a map with keys of one's own, each key with its place."""
        if isinstance(node, Entries):
            for key, value in node.items.items():
                yield node.keys[key], value
        elif node is not None:
            self.fault(node, f"{_seen(node)}, where a map belongs: {what}")

    def list(self, node: Node | None, what: str) -> Iterator[Node]:
        """The items of a list."""
        if isinstance(node, Items):
            yield from node.items
        elif node is not None:
            self.fault(node, f"{_seen(node)}, where a list belongs: {what}")

    def texts(self, node: Node | None, what: str) -> Iterator[Text]:
        """One text, or a list of them."""
        for item in node.items if isinstance(node, Items) else (node,) if node else ():
            text = self.text(item, what)
            if text:
                yield text

    def text(self, node: Node, what: str) -> Text | None:
        """A text that is not empty."""
        if isinstance(node, Text) and node.value.strip():
            return node
        self.fault(node, f"{_seen(node)}, where a text belongs: {what}")
        return None

    def truth(self, node: Node | None) -> bool:
        """Whether ``true`` is written there."""
        if node is None:
            return False
        if isinstance(node, Text) and node.value in ("true", "false"):
            return node.value == "true"
        self.fault(node, f"{_seen(node)}, where true or false belongs")
        return False

    def number(self, node: Node) -> int | None:
        """A whole number, written plainly."""
        if isinstance(node, Text) and not node.style and _NUMBER.fullmatch(node.value):
            return int(node.value)
        quoted = isinstance(node, Text) and node.style and _NUMBER.fullmatch(node.value)
        remedy = "write it without quotes" if quoted else "write it plainly, as 90 or -1"
        self.fault(node, f"{_seen(node)}, where a whole number belongs; {remedy}")
        return None

    def name(self, node: Text) -> str:
        """The name of a player, which other programs must not take for something else."""
        if not node.style and node.value.casefold() in _MISREAD:
            said = node.value or "nothing"
            self.fault(
                node,
                f"a player called {said} wants quotes, '{node.value}': "
                "YAML takes the bare word for true, false or nothing",
            )
        return node.value

    def _numbers(self, entries: Mapping[str, Node]) -> None:
        """Make sure that what has to be a number is one."""
        for key in _NUMBERS & entries.keys():
            node = entries[key]
            if isinstance(node, Text) and key != "at":
                self.number(node)
            for item in _within(node):
                self.number(item)

    def _misshapen(self, node: Node, said: str) -> None:
        """Put an error of the shapes in words, at the place where it belongs."""
        found = _ERROR.fullmatch(said)
        what, path = (found["what"], found["path"] or "") if found else (said, "")
        where = _follow(node, path)
        missing = re.search(r"missing required field `(.*)`", what)
        expected = re.fullmatch(r"Expected `([^`]*)`(?: of length (\d+))?, got (.*)", what)
        if missing:
            self.fault(where, f"the key '{missing[1]}' is missing here")
        elif expected and expected[2]:
            self.fault(where, f"a list of {expected[2]} belongs here, as [0, 1]")
        elif expected:
            shapes = [each for each in expected[1].split(" | ") if each != "null"]
            wanted = " or ".join(_WANTED.get(each, each) for each in shapes)
            self.fault(where, f"{_seen(where)}, where {wanted} belongs")
        else:
            self.fault(where, what)


def _within(node: Node) -> Iterable[Node]:
    if isinstance(node, Entries):
        return node.items.values()
    return node.items if isinstance(node, Items) else ()


def _follow(node: Node, path: str) -> Node:
    """The node at the end of a path, or as far as it goes."""
    for key, index in _STEP.findall(path):
        if isinstance(node, Entries) and key in node.items:
            node = node.items[key]
        elif isinstance(node, Items) and index:
            node = node.items[int(index)]
    return node


def _seen(node: Node) -> str:
    """What stands there, in a few words."""
    if isinstance(node, Items):
        return "a list"
    if isinstance(node, Entries):
        return "a map"
    value = node.value if isinstance(node, Text) else ""
    if not value.strip():
        return "nothing"
    longest = 40
    short = value if len(value) <= longest else value[:longest] + "…"
    return f"'{short.strip()}'"


def data(node: Node) -> Any:
    """The same as plain lists, maps and texts."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Entries):
        return {key: data(value) for key, value in node.items.items()}
    return [data(item) for item in node.items] if isinstance(node, Items) else None
