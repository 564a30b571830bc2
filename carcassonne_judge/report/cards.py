"""Tiles told one by one: a card of letters, and beside it what is to be known about it."""

from __future__ import annotations

from collections.abc import Collection

from carcassonne_judge.drawing.letters import card, letters, signs
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import Kind, PlacedTile
from carcassonne_judge.report import strong
from carcassonne_judge.report.catalogue import Books, mark_phrase
from carcassonne_judge.rules import TileSheet


class Cards:
    """Cards of the tiles of some boxes; ``names`` are the letters of the kinds of feature."""

    def __init__(self, books: Books) -> None:
        self.names = letters(books.values())
        self._books = tuple(books.values())
        self._kinds = {kind: word for book in self._books for kind, word in book.kinds.items()}
        self._signs = signs(self._books)

    def card(self, sheet: TileSheet, quarters: int | None = None) -> list[str]:
        """A tile, drawn, and beside it what is to be known about it."""
        placed = PlacedTile(sheet.tile, Cell(0, 0), quarters or 0)
        copies = say_many("{count} copy", "{count} copies", sheet.copies).format(count=sheet.copies)
        told = [sheet.tile.id, copies]
        if quarters is not None:
            told.append(say("turned {degrees}°").format(degrees=quarters * 90))
        notes = [strong(" · ".join(told)), *self._segments(placed)]
        if sheet.plain:
            notes.append(say("counted among the copies of {tile}").format(tile=sheet.plain))
        if sheet.tile.face == "default":
            notes.append(say("face not published: this one stands in for it"))
        if sheet.editions:
            notes.append(say("editions: {editions}").format(editions=" ".join(sheet.editions)))
        if sheet.jcloisterzone:
            notes.append("JCloisterZone: " + " ".join(sheet.jcloisterzone))
        picture = card(placed, self.names, self._signs)
        height = max(len(picture), len(notes))
        blank = " " * len(picture[0])
        left = [*picture, *[blank] * (height - len(picture))]
        right = [*notes, *[""] * (height - len(notes))]
        return [f"{one}   {other}".rstrip() for one, other in zip(left, right, strict=True)]

    def _segments(self, placed: PlacedTile) -> list[str]:
        """What lies on a tile, in words: "city N E, 1 shield; road S"."""
        found = []
        for segment in placed.segments:
            ports = " ".join(port.compass for port in sorted(segment.ports))
            marks = [mark_phrase(self._books, mark, n) for mark, n in segment.marks.items()]
            found.append(", ".join([f"{self._kind(segment.kind)} {ports}".rstrip(), *marks]))
        return found

    def _kind(self, kind: Kind) -> str:
        return self._kinds[kind].one[language()] if kind in self._kinds else kind

    def legend(self, kinds: Collection[Kind]) -> str:
        """What the letters on the cards mean, of some kinds of feature."""
        shown = ((kind, letter) for kind, letter in self.names.items() if kind in kinds)
        return ", ".join(f"{letter} {self._kind(kind)}" for kind, letter in shown)
