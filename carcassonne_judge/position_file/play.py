"""Reads the moves of a position file, and what is expected of the ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import phrase, say
from carcassonne_judge.phrases import PhraseError
from carcassonne_judge.position import Player
from carcassonne_judge.position_file.cases import (
    Expectation,
    LineText,
    Phrase,
    WrittenMove,
    written_move,
)
from carcassonne_judge.position_file.source import Entries, Node, Text
from carcassonne_judge.position_file.table import Table
from carcassonne_judge.position_keys import ExpectEntry, MoveEntry

NOBODY: Final = ("nobody", "nadie")
_LINE: Final = re.compile(r"(\d{1,9})\s*[×x*]\s*(-?\d{1,9})\s+(\S+)")


class Play:
    """What is to be ruled on the table as a file has it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def moves(self, node: Node | None) -> Iterator[WrittenMove]:
        """The moves to rule on, in order."""
        for item in self.table.list(node, "play: [{place: E, at: [0, 1]}]"):
            try:
                move = self._move_text(item) if isinstance(item, Text) else self._move_entry(item)
            except PhraseError as error:
                self.table.fault(item, error)
                continue
            if move:
                yield move
                if not self.table.players:
                    text = say("nobody is there to move; name the players: [A, B]")
                    self.table.fault(item, text)

    def _move_text(self, node: Text) -> WrittenMove:
        move = written_move(self.table.phrase(node), self.table.tiles)
        if move.player is not None:
            self.table.player(Text(node.line, node.column, move.player, "'"))
        return move

    def _move_entry(self, node: Node) -> WrittenMove | None:
        entry = self.table.entry(node, MoveEntry)
        if entry is None or not isinstance(node, Entries):
            return None
        keys = node.items
        if (entry.place is None) != (entry.at is None):
            self.table.missing(node, "at" if entry.at is None else "place")
            return None
        if not keys.keys() & {"place", "figure", "take", "discard", "then"}:
            text = say("this does nothing; name a tile to place or discard, or a figure")
            self.table.fault(node, text)
        who = keys.get("player")
        player = self.table.player(who) if isinstance(who, Text) else None
        placed = None
        if entry.at is not None:
            placed = self.table.placed(node, "place", Cell(*entry.at), entry.turned)
        discarded = self.table.tile(keys["discard"]) if "discard" in keys else None
        figures = self.table.texts(keys.get("figure"), phrase("who is deployed, as 'knight S'"))
        takes = self.table.texts(keys.get("take"), phrase("who is taken, as 'knight at 0 1'"))
        follows = self.table.texts(keys.get("then"), phrase("what follows"))
        return WrittenMove(
            Phrase(_said(entry), self.table.source, node.line, node.column),
            player=player,
            placed=placed,
            figures=tuple(map(self.table.phrase, figures)),
            takes=tuple(map(self.table.phrase, takes)),
            discard=discarded,
            then=tuple(map(self.table.phrase, follows)),
        )

    def expected(self, node: Node | None) -> Expectation | None:
        """What the ruling has to be."""
        entry = self.table.entry(node, ExpectEntry) if node else None
        if entry is None or not isinstance(node, Entries):
            return None
        keys = node.items
        following = keys.get("next")
        return Expectation(
            scores=self._by_player(keys.get("scores"), entry.scores),
            lines=self._lines(keys["lines"]) if "lines" in keys else None,
            holders=self._holders(keys["holders"]) if "holders" in keys else None,
            forbidden=self._clauses(keys.get("forbidden")),
            unsettled=self._clauses(keys.get("unsettled")),
            home=self._home(keys["home"]) if "home" in keys else None,
            legal=self._legal(keys.get("legal"), entry.legal),
            problems=self._clauses(keys.get("problems")),
            next=self._following(following) if isinstance(following, Text) else None,
        )

    def _following(self, node: Text) -> Player | None:
        """Whose turn comes next: a player's, or nobody's where no player is called so."""
        if node.value in NOBODY and node.value not in self.table.players:
            return ""
        return self.table.player(node)

    def _by_player(
        self, node: Node | None, scores: Mapping[str, int] | None
    ) -> Mapping[Player, int] | None:
        for key, _ in self.table.map(node, "scores: {A: 12}"):
            self.table.player(key)
        return scores

    def _lines(self, node: Node) -> Mapping[Player, tuple[LineText, ...]]:
        return {
            self.table.player(key): tuple(
                filter(
                    None, map(self._line, self.table.texts(each, "lines: '6 × 2 base/city-score'"))
                )
            )
            for key, each in self.table.map(node, "lines: {A: ['6 × 2 base/city-score']}")
        }

    def _line(self, node: Text) -> LineText | None:
        found = _LINE.fullmatch(node.value.strip())
        if not found:
            text = say("'{text}' is no line; write it as '6 × 2 base/city-score'")
            self.table.fault(node, text.format(text=node.value))
            return None
        return LineText(int(found[1]), int(found[2]), self.table.clause(node, found[3]))

    def _clauses(self, node: Node | None) -> frozenset[str] | None:
        if node is None:
            return None
        named = self.table.texts(node, phrase("the ids of clauses"))
        return frozenset(self.table.clause(text, text.value) for text in named)

    def _holders(self, node: Node) -> tuple[tuple[Phrase, frozenset[Player]], ...]:
        return tuple(
            (
                self.table.phrase(key),
                frozenset(
                    map(
                        self.table.player,
                        self.table.texts(each, phrase("the players who hold it")),
                    )
                ),
            )
            for key, each in self.table.map(node, "holders: {city at 0 1: [A]}")
        )

    def _home(self, node: Node) -> Mapping[Player, int | tuple[Phrase, ...]]:
        found: dict[Player, int | tuple[Phrase, ...]] = {}
        for key, each in self.table.map(node, "home: {A: 2}"):
            if isinstance(each, Text) and not each.style and each.value.isdigit():
                found[self.table.player(key)] = int(each.value)
            else:
                phrases = self.table.texts(each, phrase("who goes home, as 'knight at 0 1'"))
                found[self.table.player(key)] = tuple(map(self.table.phrase, phrases))
        return found

    def _legal(
        self, node: Node | None, expected: int | list[str] | None
    ) -> int | tuple[Phrase, ...] | None:
        if isinstance(expected, int) or node is None:
            return expected if isinstance(expected, int) else None
        said = self.table.texts(node, phrase("moves, as 'E at 0,1 turned 90'"))
        return tuple(map(self.table.phrase, said))


def _said(entry: MoveEntry) -> str:
    """A move of several keys on one line."""
    said = []
    if entry.player is not None:
        said.append(f"{entry.player}:")
    if entry.place is not None and entry.at is not None:
        said.append(f"{entry.place} at {Cell(*entry.at)}")
    if entry.turned:
        said.append(f"turned {entry.turned}")
    said += [entry.figure] if isinstance(entry.figure, str) else entry.figure or []
    taken = [entry.take] if isinstance(entry.take, str) else entry.take or []
    said += [f"take {phrase}" for phrase in taken]
    if entry.discard is not None:
        said.append(f"discard {entry.discard}")
    return " ".join(said)
