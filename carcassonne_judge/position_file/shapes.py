"""Holds what is written in a position file against the shapes it may have, gathering faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from carcassonne_judge.locale import phrase, say
from carcassonne_judge.position_file.cases import Phrase, maybe, nearest
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
    "array": phrase("a list"),
    "object": phrase("a map (key: value)"),
    "str": phrase("text"),
    "int": phrase("a whole number"),
    "bool": phrase("true or false"),
    "float": phrase("a number"),
}


class Shapes:
    """What is written in a file, asked for in the shapes it should have; faults are gathered."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def fault(self, node: Node, text: object) -> None:
        """Remember that something is wrong, and where."""
        self.faults.append(Fault(self.source, node.line, node.column, str(text)))

    def missing(self, node: Node, key: str) -> None:
        """Remember that a map lacks a key."""
        self.fault(node, say("the key '{key}' is missing here").format(key=key))

    def _where(self, node: Node, wanted: str) -> None:
        """Remember that something else belongs there."""
        self.fault(
            node, say("{seen}, where {wanted} belongs").format(seen=_seen(node), wanted=wanted)
        )

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
            self._where(node, say("a map (key: value)"))
            return {}
        wanted = tuple(keys)
        for key, where in node.keys.items():
            if key not in wanted:
                near = nearest(key, wanted)
                known = say("the keys are {keys}").format(keys=", ".join(wanted))
                text = say("no key '{key}' here; {remedy}")
                self.fault(where, text.format(key=key, remedy=maybe(near) or known))
        return node.items

    def map(self, node: Node | None, what: str) -> Iterator[tuple[Text, Node]]:
        """The entries of a map with keys of one's own, each key with its place."""
        if isinstance(node, Entries):
            for key, value in node.items.items():
                yield node.keys[key], value
        elif node is not None:
            text = say("{seen}, where a map belongs: {what}")
            self.fault(node, text.format(seen=_seen(node), what=what))

    def list(self, node: Node | None, what: str) -> Iterator[Node]:
        """The items of a list."""
        if isinstance(node, Items):
            yield from node.items
        elif node is not None:
            text = say("{seen}, where a list belongs: {what}")
            self.fault(node, text.format(seen=_seen(node), what=what))

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
        text = say("{seen}, where a text belongs: {what}")
        self.fault(node, text.format(seen=_seen(node), what=say(what)))
        return None

    def truth(self, node: Node | None) -> bool:
        """Whether ``true`` is written there."""
        if node is None:
            return False
        if isinstance(node, Text) and node.value in ("true", "false"):
            return node.value == "true"
        self._where(node, say("true or false"))
        return False

    def number(self, node: Node) -> int | None:
        """A whole number, written plainly."""
        if isinstance(node, Text) and not node.style and _NUMBER.fullmatch(node.value):
            return int(node.value)
        quoted = isinstance(node, Text) and node.style and _NUMBER.fullmatch(node.value)
        text = say("{seen}, where a whole number belongs; write it plainly, as 90 or -1")
        if quoted:
            text = say("{seen}, where a whole number belongs; write it without quotes")
        self.fault(node, text.format(seen=_seen(node)))
        return None

    def name(self, node: Text) -> str:
        """The name of a player, which other programs must not take for something else."""
        if not node.style and node.value.casefold() in _MISREAD:
            text = say(
                "a player called {name} wants quotes, '{text}': "
                "YAML takes the bare word for true, false or nothing"
            )
            self.fault(node, text.format(name=node.value or say("nothing"), text=node.value))
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
            self.missing(where, missing[1])
        elif expected and expected[2]:
            text = say("a list of {count} belongs here, as [0, 1]")
            self.fault(where, text.format(count=expected[2]))
        elif expected:
            shapes = [each for each in expected[1].split(" | ") if each != "null"]
            wanted = [say(_WANTED[each]) if each in _WANTED else each for each in shapes]
            self._where(where, f" {say('or')} ".join(wanted))
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
        return say("a list")
    if isinstance(node, Entries):
        return say("a map")
    value = node.value if isinstance(node, Text) else ""
    if not value.strip():
        return say("nothing")
    longest = 40
    short = value if len(value) <= longest else value[:longest] + "…"
    return say("'{text}'").format(text=short.strip())


def data(node: Node) -> Any:
    """The same as plain lists, maps and texts."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Entries):
        return {key: data(value) for key, value in node.items.items()}
    return [data(item) for item in node.items] if isinstance(node, Items) else None
