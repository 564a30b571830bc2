"""Reads what of a turn is done, closed and owed already: the file of a turn that is under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Recall,
    Scored,
    SetAside,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import phrase, say
from carcassonne_judge.phrases import PhraseError, read_figure_kind
from carcassonne_judge.position import (
    COMPLETE,
    Change,
    Figure,
    Owed,
    PlacedTile,
    Player,
    Score,
    Tile,
)
from carcassonne_judge.position_file.source import Entries, Items, Node, Text
from carcassonne_judge.position_file.table import Table
from carcassonne_judge.position_keys import ClosedEntry, DoneEntry, OwedEntry


class Halfway(Struct, frozen=True):
    """What of a turn is done, closed and owed, and the tiles out of the game."""

    done: tuple[Change, ...]
    closed: tuple[Score, ...]
    owed: tuple[Owed, ...]
    discarded: tuple[Tile, ...]


def halfway(table: Table, keys: Mapping[str, Node]) -> Halfway:
    """What of a turn is done, closed and owed as a file has it."""
    done = (
        _Done(table, item, entry).change()
        for item in table.list(keys.get("done"), "done: [{place: E, at: [0, 1]}]")
        for entry in [table.entry(item, DoneEntry)]
        if entry and isinstance(item, Entries)
    )
    closed = (
        _closed(table, item) for item in table.list(keys.get("closed"), "closed: [city at 0 1]")
    )
    owed = (_owed(table, item) for item in table.list(keys.get("owed"), "owed: [{player: A}]"))
    discarded = (table.tile(text) for text in table.texts(keys.get("discarded"), phrase("tiles")))
    return Halfway(
        done=tuple(change for change in done if change),
        closed=tuple(score for score in closed if score),
        owed=tuple(each for each in owed if each),
        discarded=tuple(tile for tile in discarded if tile),
    )


def _closed(table: Table, node: Node) -> Score | None:
    if isinstance(node, Text):
        spot = table.spot(node)
        return Score(spot) if spot else None
    entry = table.entry(node, ClosedEntry)
    if entry is None or not isinstance(node, Entries):
        return None
    at = node.items["spot"]
    spot = table.spot(at) if isinstance(at, Text) else None
    return Score(spot, entry.occasion or COMPLETE) if spot else None


def _owed(table: Table, node: Node) -> Owed | None:
    entry = table.entry(node, OwedEntry)
    if entry is None or not isinstance(node, Entries):
        return None
    who, about = node.items["player"], node.items.get("about")
    player = table.player(who) if isinstance(who, Text) else ""
    clause = table.clause(node.items["clause"], entry.clause)
    return Owed(player, clause, table.spot(about) if isinstance(about, Text) else None)


class _Done:
    """One thing done, as it is written."""

    def __init__(self, table: Table, node: Entries, entry: DoneEntry) -> None:
        self.table = table
        self.node = node
        self.entry = entry

    def change(self) -> Change | None:
        """What was done; nothing where the entry does not say."""
        ways: dict[str, Callable[[], Change | None]] = {
            "place": self._placed,
            "deploy": self._deployed,
            "take": partial(self._taken, "take", MoveFigure),
            "recall": partial(self._taken, "recall", Recall),
            "carry": self._carried,
            "discard": self._discarded,
            "set_aside": self._set_aside,
            "put": self._put,
            "move": self._moved,
            "give": self._given,
            "extra_turn": self._extra,
            "award": self._awarded,
            "choose": self._chosen,
            "judge": self._score,
            "passed": self._passed,
            "scored": Scored,
        }
        named = [way for way in ways if way in self.node.items]
        if len(named) != 1:
            text = say("one of these belongs here, and only one: {keys}")
            self.table.fault(self.node, text.format(keys=", ".join(ways)))
            return None
        return ways[named[0]]()

    def _text(self, key: str) -> Text | None:
        node = self.node.items.get(key)
        return node if isinstance(node, Text) else None

    def _player(self, key: str = "player") -> Player:
        node = self._text(key)
        if node is None:
            self.table.missing(self.node, key)
            return ""
        return self.table.player(node)

    def _placed(self) -> Change | None:
        if self.entry.at is None:
            self.table.missing(self.node, "at")
            return None
        cell = Cell(*self.entry.at)
        placed = self.table.placed(self.node, "place", cell, self.entry.turned)
        laid = self.node.items.get("tokens")
        tokens = [self.table.token(item) for item in laid.items] if isinstance(laid, Items) else []
        if placed is None or not self._lies(placed):
            return None
        return PlaceTile(placed, tuple(token for token in tokens if token))

    def _lies(self, placed: PlacedTile) -> bool:
        """Whether a tile that was placed lies on the table, as it has to."""
        pile = self.table.lying.get(placed.cell, ())
        if any(it.tile == placed.tile and it.quarters == placed.quarters for it in pile):
            return True
        if placed.cell not in self.table.unknown:
            text = say("what was placed lies on the table; put {tile} at {cell}, or leave this out")
            tile = f"{placed.tile.id}/{90 * placed.quarters}" if placed.quarters else placed.tile.id
            self.table.fault(self.node, text.format(tile=tile, cell=placed.cell))
        return False

    def _deployed(self) -> Change | None:
        text = self._text("deploy")
        found = self.table.figure_at(text) if text else None
        return MoveFigure(Figure(found[0], self._player()), found[1]) if found else None

    def _taken(self, key: str, way: type[MoveFigure]) -> Change | None:
        text = self._text(key)
        found = self.table.figure_at(text) if text else None
        return way(Figure(found[0], self._player(), found[1])) if found else None

    def _carried(self) -> Change | None:
        figure = self._figure("carry", self.entry.carry or "", "player")
        to = self._text("to")
        taker = self._player("to_holder") if "to_holder" in self.node.items else None
        return figure and MoveFigure(figure, self.table.spot(to) if to else None, taker)

    def _figure(self, key: str, kind: str, owner: str) -> Figure | None:
        """A figure told by its kind, its owner, and where it stood or who held it."""
        try:
            known = read_figure_kind(kind, self.table.rules)
        except PhraseError as error:
            self.table.fault(self.node.items[key], error)
            return None
        source = self._text("source")
        holder = self._player("from_holder") if "from_holder" in self.node.items else None
        at = self.table.spot(source) if source else None
        return Figure(known, self._player(owner), at, holder)

    def _awarded(self) -> Change:
        kind = self.entry.earned_by
        figure = self._figure("earned_by", kind, "owner") if kind else None
        return Award(self._player(), self.entry.award or 0, figure)

    def _discarded(self) -> Change | None:
        tile = self.table.tile(self.node.items["discard"])
        return Discard(tile) if tile else None

    def _put(self) -> Change | None:
        token = self.table.token(self.node.items["put"])
        return PutToken(token) if token else None

    def _moved(self) -> Change | None:
        token = self.table.token(self.node.items["move"])
        to = self.entry.to
        if to is None:
            self.table.fault(self.node, say("say where the token went, as to: [0, 1]"))
            return None
        text = self._text("to") if isinstance(to, str) else None
        where = (self.table.spot(text) if text else None) if isinstance(to, str) else Cell(*to)
        owner = self._player("owner") if "owner" in self.node.items else None
        return MoveToken(token, where, owner) if token and where else None

    def _set_aside(self) -> Change | None:
        tile = self.table.tile(self.node.items["set_aside"])
        return SetAside(tile) if tile else None

    def _given(self) -> Change | None:
        token = self.table.token(self.node.items["give"])
        return GiveToken(token, self._player()) if token else None

    def _extra(self) -> Change:
        return ExtraTurn(self._player("extra_turn"))

    def _chosen(self) -> Change:
        clause = self.table.clause(self.node.items["choose"], self.entry.choose or "")
        return Choose(self._player(), clause, self.entry.which)

    def _passed(self) -> Change:
        if "clause" not in self.node.items:
            return Pass()
        return Pass(self._player(), self.table.clause(self.node.items["clause"], self.entry.clause))

    def _score(self) -> Change | None:
        text = self._text("judge")
        spot = self.table.spot(text) if text else None
        return Score(spot, self.entry.occasion or COMPLETE) if spot else None
