"""The tiles of the boxes, drawn as sheets: each with its name and how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from carcassonne_judge.drawing.looks import Looks
from carcassonne_judge.drawing.picture import Entry, Picture, wide
from carcassonne_judge.drawing.svg import element, moved, title, words
from carcassonne_judge.drawing.table import Drawing
from carcassonne_judge.drawing.tiles import INK
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import PlacedTile
from carcassonne_judge.rules import Rulebook, TileSheet

_ACROSS: Final = 8
_STEP: Final = 132.0
_DOWN: Final = 146.0
_MARGIN: Final = 20.0
_HEAD: Final = 44.0
_LIKELY: Final = "default"
"""What the box says of a face that nobody has published."""

_DOUBT: Final = element(
    "circle", r=7.5, fill="#fffdf5", stroke=INK, stroke_width=1, stroke_dasharray="2 1.5"
) + words("?", (0.0, 0.0), 10, fill=INK, font_weight="bold")


def sheets(
    books: Mapping[str, Rulebook],
    found: Sequence[tuple[TileSheet, int | None]],
    prefix: str = "",
) -> Drawing:
    """Some tiles, box by box; each as printed, or turned so many quarters.

    ``prefix`` keeps the names of two pictures on one page apart.
    """
    picture = Picture(Looks(books.values()), prefix)
    by_box: dict[str, list[tuple[TileSheet, int | None]]] = {}
    for sheet, turned in found:
        by_box.setdefault(sheet.box, []).append((sheet, turned))
    most = max(map(len, by_box.values()), default=1)
    across = min(_ACROSS, max(most, 4))
    width = 2 * _MARGIN + _STEP * across
    y = _MARGIN
    for box, tiles in by_box.items():
        copies = sum(sheet.copies for sheet, _ in tiles if not sheet.plain)
        count = say_many("{count} tile", "{count} tiles", copies).format(count=copies)
        head = f"{books[box].name[language()]} · {count}"
        picture.drawn.append(
            words(head, (_MARGIN, y + 14), 19, text_anchor="start", fill=INK, font_weight="bold")
        )
        y += _HEAD
        for at, (sheet, turned) in enumerate(tiles):
            corner = _MARGIN + 12 + _STEP * (at % across), y + _DOWN * (at // across)
            picture.drawn.append(_tile(picture, sheet, turned or 0, corner))
        y += _DOWN * -(-len(tiles) // across)
    legend = [*picture.legend()]
    if any(sheet.tile.face == _LIKELY for sheet, _ in found):
        legend.append(Entry(_DOUBT, say("face not published: this one stands in for it")))
    y += picture.flow(legend, (_MARGIN, y), width - 2 * _MARGIN) + _MARGIN
    name = ", ".join(books[box].name[language()] for box in by_box)
    return Drawing(picture.told(width, y, name, say("The tiles and how many there are")), width, y)


def _tile(picture: Picture, sheet: TileSheet, quarters: int, corner: tuple[float, float]) -> str:
    placed = PlacedTile(sheet.tile, Cell(0, 0), quarters)
    x, y = corner
    name = sheet.tile.id.rpartition("/")[2] + (f"/{quarters * 90}" if quarters else "")
    lines = _lines(f"{name} × {sheet.copies}")
    return element(
        "g",
        title(f"{sheet.tile.id} × {sheet.copies}"),
        *picture.tile(placed, corner),
        element("g", _DOUBT, transform=moved((x + 90, y + 10)))
        if sheet.tile.face == _LIKELY
        else "",
        *(
            words(told, (x + 50, y + 111 + 12 * at), 10.5, fill=INK)
            for at, told in enumerate(lines)
        ),
        class_="tile",
        data_tile=sheet.tile.id,
    )


def _lines(told: str) -> list[str]:
    """A name, in two lines where it is too long for one."""
    if wide(told, 10.5) <= _STEP - 8:
        return [told]
    breaks = [at for at, letter in enumerate(told) if letter == "-"]
    if not breaks:
        return [told]
    middle = min(breaks, key=lambda at: abs(at - len(told) / 2)) + 1
    return [told[:middle], told[middle:]]
