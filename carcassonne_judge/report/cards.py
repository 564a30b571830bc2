"""Tiles told one by one: a card of letters, and beside it what is to be known about it."""

from __future__ import annotations

from collections.abc import Mapping

from carcassonne_judge.drawing.letters import card, letters, signs
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import Kind, PlacedTile
from carcassonne_judge.report import strong
from carcassonne_judge.report.catalogue import Books, mark_phrase
from carcassonne_judge.rules import TileSheet

__all__ = ["legend", "letters", "tile_card"]


def tile_card(
    books: Books, sheet: TileSheet, names: Mapping[Kind, str], quarters: int | None = None
) -> list[str]:
    """A tile, drawn, and beside it what is to be known about it."""
    placed = PlacedTile(sheet.tile, Cell(0, 0), quarters or 0)
    turned = (
        "" if quarters is None else " · " + say("turned {degrees}°").format(degrees=quarters * 90)
    )
    copies = say_many("{count} copy", "{count} copies", sheet.copies).format(count=sheet.copies)
    notes = [strong(f"{sheet.tile.id} · {copies}{turned}"), *_segments(books, placed)]
    if sheet.plain:
        notes.append(say("counted among the copies of {tile}").format(tile=sheet.plain))
    if sheet.tile.face == "default":
        notes.append(say("face not published: this one stands in for it"))
    if sheet.editions:
        notes.append(say("editions: {editions}").format(editions=" ".join(sheet.editions)))
    if sheet.jcloisterzone:
        notes.append("JCloisterZone: " + " ".join(sheet.jcloisterzone))
    picture = card(placed, names, signs(books.values()))
    height = max(len(picture), len(notes))
    blank = " " * len(picture[0])
    left = [*picture, *[blank] * (height - len(picture))]
    right = [*notes, *[""] * (height - len(notes))]
    return [f"{one}   {other}".rstrip() for one, other in zip(left, right, strict=True)]


def _segments(books: Books, placed: PlacedTile) -> list[str]:
    """What lies on a tile, in words: "city N E, 1 shield; road S"."""
    kinds = {kind: word for book in books.values() for kind, word in book.kinds.items()}
    found = []
    for segment in placed.segments:
        kind = kinds[segment.kind].one[language()] if segment.kind in kinds else segment.kind
        ports = " ".join(port.compass for port in sorted(segment.ports))
        marks = [mark_phrase(books.values(), mark, n) for mark, n in segment.marks.items()]
        found.append(", ".join([f"{kind} {ports}".rstrip(), *marks]))
    return found


def legend(books: Books, names: Mapping[Kind, str]) -> str:
    """What the letters on the cards mean."""
    told = {kind: word.one[language()] for b in books.values() for kind, word in b.kinds.items()}
    return ", ".join(f"{letter} {told[kind]}" for kind, letter in names.items())
