"""Reads YAML as data alone: every scalar as text, and every node with its line and column."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import yaml
from msgspec import Struct

from carcassonne_judge.locale import large, phrase, say
from carcassonne_judge.position import InvalidPosition

STDIN: Final = "-"
MOST_BYTES: Final = 16 * 1024 * 1024
MOST_NODES: Final = 500_000
DEEPEST: Final = 20

_LOADER: Final[Any] = getattr(yaml, "CLoader", yaml.Loader)
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_MARK: Final = "\ufeff"
_YAML_SAYS: Final = (
    phrase("block sequence entries are not allowed in this context"),
    phrase("could not find expected ':'"),
    phrase("did not find expected ',' or ']'"),
    phrase("did not find expected ',' or '}'"),
    phrase("did not find expected '-' indicator"),
    phrase("did not find expected <document start>"),
    phrase("did not find expected alphabetic or numeric character"),
    phrase("did not find expected key"),
    phrase("did not find expected node content"),
    phrase("found a tab character that violates indentation"),
    phrase("found character that cannot start any token"),
    phrase("found undefined tag handle"),
    phrase("found unexpected ':'"),
    phrase("found unexpected document indicator"),
    phrase("found unexpected end of stream"),
    phrase("found unknown escape character"),
    phrase("mapping keys are not allowed in this context"),
    phrase("mapping values are not allowed in this context"),
)
"""What the reader of YAML finds wrong, as it says it."""


class Fault(Struct, frozen=True):
    """What is wrong in a file, where, and what to do about it; line and column from one."""

    source: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        """The fault as it is printed; without a line where it is about the whole file."""
        where = f"{self.line}:{self.column}:" if self.line else ""
        return f"{self.source}:{where} {self.text}"


class FaultsError(InvalidPosition):
    """All that is wrong with a file, one line each."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        found = dict.fromkeys(faults)
        self.faults = tuple(sorted(found, key=lambda fault: (fault.line, fault.column)))
        super().__init__("\n".join(map(str, self.faults)))


class Node(Struct, eq=False):
    """Anything written in a file, and where; line and column from one."""

    line: int
    column: int


class Text(Node, eq=False):
    """A scalar, as it is written; ``style`` is its quotes, ``|`` or ``>``, empty where plain."""

    value: str
    style: str = ""


class Items(Node, eq=False):
    """A list."""

    items: list[Node] = []


class Entries(Node, eq=False):
    """A map: its values by key, and where the keys are."""

    items: dict[str, Node] = {}
    keys: dict[str, Text] = {}


class Source(Struct, frozen=True):
    """A file that has been read: its name, its lines, and what is written in it."""

    name: str
    lines: tuple[str, ...]
    root: Node


def load(path: str) -> str:
    """The text of a file, or of the standard input for ``-``.

    Raises:
        FaultsError: it is missing, no file, too large, or no UTF-8.
    """
    try:
        data = _bytes(path)
    except FileNotFoundError:
        raise _about(path, say("there is no such file; check its name and the folder")) from None
    except IsADirectoryError:
        raise _about(path, say("this is a folder; name a file in it")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        text = say("it cannot be read ({reason}); check the file and its rights")
        raise _about(path, text.format(reason=reason)) from None
    if len(data) > MOST_BYTES:
        limit = MOST_BYTES // 1024 // 1024
        text = say("it is larger than {limit} MiB; a position has to be smaller")
        raise _about(path, text.format(limit=limit))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").splitlines() or [""]
        if data[: error.start].endswith((b"\n", b"\r")):
            before.append("")
        text = say("byte {byte} is no UTF-8; save the file as UTF-8").format(
            byte=f"0x{data[error.start]:02x}"
        )
        raise FaultsError([Fault(path, len(before), len(before[-1]) + 1, text)]) from None


def _bytes(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _about(source: str, text: str) -> FaultsError:
    return FaultsError([Fault(source, 0, 0, text)])


def parse(text: str, name: str) -> Source:
    """What is written in a YAML document.

    Raises:
        FaultsError: it is no YAML, or more than data, too large or too deep; all at once.
    """
    plain = text.removeprefix(_MARK)
    odd = _UNPRINTABLE.search(plain)
    if odd:
        before = (plain[: odd.start()] + ".").splitlines()
        what = say("a character that cannot be printed ({character}); take it out").format(
            character=f"U+{ord(odd.group()):04X}"
        )
        raise FaultsError([Fault(name, len(before), len(before[-1]), what)])
    builder = _Builder(name)
    try:
        for event in yaml.parse(plain, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        builder.broken(error, plain.splitlines())
    except RecursionError:
        builder.too_deep(0, 0)
    if builder.root is None:
        what = say("the file is empty; it has to hold a position")
        builder.faults.append(Fault(name, 0, 0, what))
    if builder.faults or builder.root is None:
        raise FaultsError(builder.faults)
    return Source(name, tuple(plain.splitlines()), builder.root)


class _Open(Struct, eq=False):
    """A list or map that is being read."""

    node: Items | Entries
    anchor: str | None
    nodes_before: int
    height: int = 0
    key: Text | None = None
    wants_value: bool = False


class _Anchored(Struct, frozen=True):
    node: Node
    nodes: int
    height: int


class _Builder:
    """Puts a document together from its events, in one pass and within limits."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.faults: list[Fault] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._nodes = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        """Go on with the next event."""
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._begin_document(event)

    def broken(self, error: yaml.MarkedYAMLError, lines: list[str]) -> None:
        """Say where this stops being YAML."""
        mark = error.problem_mark or error.context_mark
        row = lines[mark.line] if mark and mark.line < len(lines) else ""
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        said = error.problem or error.context or phrase("it cannot be read")
        remedy = say("check indentation, colons, brackets and quotes")
        if mark and "\t" in row[: mark.column + 1] and not row[: mark.column].strip():
            remedy = say("indent with spaces, not with tabs")
        elif "cannot start any token" in said:
            remedy = say("put quotes round the text")
        text = say("no YAML: {said}; {remedy}").format(said=say(said), remedy=remedy)
        self.faults.append(Fault(self.name, line, column, text))
        self.root = self.root or Node(line, column)

    def too_deep(self, line: int, column: int) -> None:
        """Give up on a file that nests too deep.

        Raises:
            FaultsError: always.
        """
        text = say("more than {limit} levels deep; no position needs as many")
        self._stop(line, column, text.format(limit=DEEPEST))

    def _stop(self, line: int, column: int, text: str) -> None:
        raise FaultsError([*self.faults, Fault(self.name, line, column, text)])

    def _fault(self, node: Node, text: str) -> None:
        self.faults.append(Fault(self.name, node.line, node.column, text))

    def _count(self, node: Node, nodes: int) -> None:
        self._nodes += nodes
        if self._nodes > MOST_NODES:
            text = say("more than {limit} values once aliases are written out; split the file")
            self._stop(node.line, node.column, text.format(limit=large(MOST_NODES)))

    def _begin_document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            mark = event.start_mark
            text = say("a second document begins here; write several cases as one list")
            self._stop(mark.line + 1, mark.column + 1, text)

    def _scalar(self, event: Any) -> None:
        mark, style = event.start_mark, event.style
        value = event.value
        node = Text(mark.line + 1, mark.column + 1, value, "" if style is None else style)
        self._count(node, 1)
        if event.tag is not None:
            self._tagged(node, event.tag)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(node, 1, 0)
        self._add(node, 0)

    def _tagged(self, node: Node, tag: str) -> None:
        said = tag.replace("tag:yaml.org,2002:", "!!")
        text = say("the tag {tag}: a position is data without tags; take it out")
        self._fault(node, text.format(tag=said))

    def _begin(self, event: Any) -> None:
        mark = event.start_mark
        kind = Entries if isinstance(event, yaml.MappingStartEvent) else Items
        node = kind(mark.line + 1, mark.column + 1)
        if len(self._open) >= DEEPEST:
            self.too_deep(node.line, node.column)
        self._count(node, 1)
        if event.tag is not None:
            self._tagged(node, event.tag)
        self._open.append(_Open(node, event.anchor, self._nodes - 1))

    def _end(self) -> None:
        done = self._open.pop()
        height = done.height + 1
        if done.anchor is not None:
            nodes = self._nodes - done.nodes_before
            self._anchors[done.anchor] = _Anchored(done.node, nodes, height)
        self._add(done.node, height)

    def _alias(self, event: Any) -> None:
        mark = event.start_mark
        node = Text(mark.line + 1, mark.column + 1, "")
        name = event.anchor
        known = self._anchors.get(name)
        if any(each.anchor == name for each in self._open):
            text = say("*{name} stands inside what it names; write it out")
            self._fault(node, text.format(name=name))
        elif known is None:
            text = say("nothing was named &{name} before *{name}; text with * wants quotes")
            self._fault(node, text.format(name=name))
        else:
            if len(self._open) + known.height > DEEPEST:
                self.too_deep(node.line, node.column)
            self._count(node, known.nodes)
            self._add(known.node, known.height)
            return
        self._add(node, 0)

    def _add(self, node: Node, height: int) -> None:
        if not self._open:
            self.root = node
            return
        into = self._open[-1]
        into.height = max(into.height, height)
        if isinstance(into.node, Items):
            into.node.items.append(node)
        elif not into.wants_value:
            into.wants_value = True
            into.key = self._key(into.node, node)
        else:
            into.wants_value = False
            if into.key is not None:
                into.node.items[into.key.value] = node

    def _key(self, entries: Entries, node: Node) -> Text | None:
        """Remember a key, unless it is none or was there before."""
        if not isinstance(node, Text):
            text = say("a key has to be a word, not a list or a map; write 'key: value'")
            self._fault(node, text)
            return None
        before = entries.keys.get(node.value)
        if before:
            text = say("the key '{key}' again, first in line {line}; keep one of them")
            self._fault(node, text.format(key=node.value, line=before.line))
            return None
        entries.keys[node.value] = node
        return node


def rows(source: Source, text: Text) -> Iterator[tuple[int, str, int]]:
    """The lines of a block of text: each with its line in the file and where it begins there."""
    if text.style != "|":
        for row in text.value.split("\n"):
            yield text.line, row, text.column + bool(text.style)
        return
    line = text.line
    for row in text.value.split("\n"):
        line += 1
        written = source.lines[line - 1] if line <= len(source.lines) else ""
        yield line, row, len(written) - len(row) + 1
