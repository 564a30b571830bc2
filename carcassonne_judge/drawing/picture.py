"""A picture being drawn: its symbols, what is drawn with them, and the legend below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from carcassonne_judge.drawing.colours import NOBODYS, Livery
from carcassonne_judge.drawing.icons import FIGURES, PICTURES
from carcassonne_judge.drawing.lines import Point, shifted, turned
from carcassonne_judge.drawing.looks import Looks
from carcassonne_judge.drawing.plan import AREA, BUILDING, GROUND, WAY, printed
from carcassonne_judge.drawing.svg import element, moved, title, words
from carcassonne_judge.drawing.tiles import (
    BUILT,
    HEDGE,
    INK,
    MARK,
    VILLAGE,
    WALL,
    Face,
    common,
    darker,
)
from carcassonne_judge.locale import say
from carcassonne_judge.position import Kind, PlacedTile, Segment, Tile
from carcassonne_judge.rules import Look

PAPER: Final = "#fbf8f0"
FONT: Final = "'DejaVu Sans', Verdana, 'Segoe UI', Arial, sans-serif"

_FIGURE: Final = 1.12
"""How large a figure is drawn, of its own size."""

_LINE: Final = 26.0
_WORDS: Final = 12.5
_LETTER: Final = 7.4
_SAMPLE: Final = 30.0
"""The height of a line of the legend, of its words, how wide a letter is, and a sample."""


_VILLAGE: Final = Look(picture=VILLAGE)
_ORDER: Final = {"kind": 0, "mark": 1, "token": 2, "figure": 3}


class Entry(NamedTuple):
    """A line of the legend: what is drawn, and what it is."""

    sample: str
    text: str
    sample_room: float = _SAMPLE


class Picture:
    """A picture being drawn. ``prefix`` keeps the names of two pictures on one page apart."""

    def __init__(self, looks: Looks, prefix: str = "") -> None:
        self.looks = looks
        self.prefix = prefix
        self.symbols: dict[str, str] = {}
        self.drawn: list[str] = []
        self._faces: dict[tuple[Tile, tuple[Segment, ...]], Face] = {}
        self._shown: dict[tuple[str, str], None] = {}
        self._notes: dict[str, None] = {}

    # What is drawn with ------------------------------------------------------------------------

    def face(self, placed: PlacedTile) -> Face:
        """A tile's face, whose symbols are among the picture's once it is drawn."""
        known = (placed.tile, placed.laid_over)
        face = self._faces.get(known)
        if face is None:
            name = f"f{len(self._faces)}"
            face = Face(name, printed(placed), placed.tile.marks, self.looks, self.prefix)
            self._faces[known] = face
            for symbol in face.symbols():
                self.symbols[symbol] = symbol
            self._note(face)
        return face

    def _note(self, face: Face) -> None:
        """Remember what a face shows, for the legend."""
        for segment in face.plan.segments.values():
            self._shown["kind", segment.kind] = None
        for mark in face.marks:
            self._shown["mark", mark.name] = None
        if face.plan.hedges:
            self._notes["hedge"] = None
        for passage in face.plan.passages:
            self._notes["under" if passage.under else "tunnel"] = None

    def lit(self, face: Face, segment: str) -> str:
        """The name of the symbol with which a segment of a face is lit."""
        name = f"{face.name}-{list(face.plan.segments).index(segment)}l"
        if name not in self.symbols:
            self.symbols[name] = element("g", face.lit(segment), id=name)
        return name

    def figure(
        self,
        kind: str,
        livery: Livery,
        at: Point,
        *,
        lying: bool = False,
        scale: float = 1.0,
        **data: str,
    ) -> str:
        """A figure in its player's colour, with its letters on it."""
        look = self.looks.figure(kind)
        self._shown["figure", kind] = None
        shape = look.picture if look.picture in FIGURES else "meeple"
        name = f"{self.prefix}{shape}"
        if name not in self.symbols:
            self.symbols[name] = element("g", FIGURES[shape], id=name)
        drawn = element(
            "use", href=f"#{name}", fill=livery.colour, transform="rotate(-90)" if lying else None
        )
        told = title(data.pop("title")) if "title" in data else ""
        letters = (livery.letters + (f"·{look.letters}" if look.letters else ""))[:4]
        drawn += words(
            letters, (0.0, 1.0), 7.2 if len(letters) < 2 else 5.6,  # noqa: PLR2004 -- a letter
            fill=livery.ink, font_weight="bold",
        ) if letters else ""  # fmt: skip
        return element(
            "g", told, drawn, class_="figure", transform=moved(at, _FIGURE * look.size * scale),
            **{f"data_{key}": value for key, value in data.items()},
        )  # fmt: skip

    def small(self, look: Look, at: Point, scale: float = MARK, count: int = 1) -> str:
        """A small picture, or a badge with letters; with how many there are, if several."""
        name = f"{self.prefix}p-{look.picture}"
        if look.picture not in PICTURES:
            name = f"{self.prefix}badge-{look.letters.encode().hex()}"
        if name not in self.symbols:
            self.symbols[name] = element("g", PICTURES.get(look.picture) or _badge(look), id=name)
        place = moved(at, scale * look.size)
        if count == 1:
            return f'<use href="#{name}" transform="{place}"/>'
        number = element("circle", cx=8, cy=-8, r=5.4, fill="#fffdf5", stroke=INK, stroke_width=0.8)
        number += words(str(count), (8.0, -8.0), 8.5, fill=INK, font_weight="bold")
        return element("g", f'<use href="#{name}"/>', number, transform=place)

    def mark(self, mark: str, at: Point, count: int = 1) -> str:
        """A mark."""
        return self.small(self.looks.mark(mark), at, count=count)

    def token(self, token: str, at: Point, count: int = 1) -> str:
        """A token, or several of them."""
        self._shown["token", token] = None
        return self.small(self.looks.token(token), at, count=count)

    # Tiles ------------------------------------------------------------------------------------

    def dots(self, colour: str) -> str:
        """What ground is strewn with that is lit in a colour."""
        name = f"{self.prefix}dots-{colour[1:]}"
        tint = element("rect", width=10, height=10, fill=colour, fill_opacity="0.14")
        dot = element("circle", cx=5, cy=5, r=1.5, fill=colour, fill_opacity="0.75")
        self.symbols[name] = element(
            "pattern", tint, dot, id=name, width=10, height=10, patternUnits="userSpaceOnUse"
        )
        return f"url(#{name})"

    def tile(
        self, placed: PlacedTile, at: Point, spots: Iterable[tuple[str, str]] = ()
    ) -> tuple[str, str]:
        """A tile with its upper left corner at a point: its ground, and what stands on it.

        ``spots`` are what each of its segments is to carry: its name, and attributes as they are.
        """
        face = self.face(placed)
        told = dict(spots)
        drawn = "".join(
            f'<use href="#{face.name}-{layer}"{told.get(segment, "")}/>'
            for layer, segment in face.layers
        )
        drawn = f'<g transform="{lain(placed, at)}">{drawn}</g>'
        pictures = [self.small(_VILLAGE, self.on(placed, hub, at), 1) for hub in face.plan.hubs]
        for name, where in face.plan.buildings.items():
            look = self.looks.kind(face.kind(name))
            building = self.small(look, self.on(placed, where, at), BUILT)
            pictures.append(f"<g{told.get(name, '')}>{building}</g>")
        pictures += [self.mark(m.name, self.on(placed, m.at, at), m.number) for m in face.marks]
        pictures += [
            self.small(self.looks.kind(face.kind(name)), self.on(placed, where, at))
            for name, where in face.emblems
        ]
        return drawn, "".join(pictures)

    @staticmethod
    def on(placed: PlacedTile, point: Point, at: Point) -> Point:
        """Where a point of a tile lies in the picture, given its upper left corner."""
        return shifted(at, turned(point, placed.quarters))

    # The legend -------------------------------------------------------------------------------

    def legend(self) -> Iterator[Entry]:
        """What the picture shows, each thing with its name."""
        samples = {"kind": self._kind, "mark": self._mark, "token": self._token}
        for what, name in sorted(self._shown, key=self._place_in_legend):
            if what == "figure":
                look = self.looks.figure(name)
                if look.picture != "meeple" or look.size != 1 or look.letters:
                    small = moved((0.0, 1.0), 0.95 / max(look.size, 1.0))
                    sample = element("g", self.figure(name, NOBODYS, (0, 0)), transform=small)
                    yield Entry(sample, self.looks.figure_word(name))
            else:
                yield samples[what](name)
        if "hedge" in self._notes:
            sample = element(
                "path", d="M-10 0H10", stroke=HEDGE, stroke_width=5, stroke_linecap="round",
                stroke_dasharray="0.1 4.4",
            )  # fmt: skip
            yield Entry(sample, say("hedge between two fields"))
        if "tunnel" in self._notes:
            sample = element("path", d="M-6-5H6M-6 5H6", stroke=INK, stroke_width=2.6) + element(
                "path", d="M-3-5V5M3-5V5", stroke=INK, stroke_width=1.2, stroke_dasharray="2 2"
            )
            yield Entry(sample, say("tunnel: the field goes on above"))
        if "under" in self._notes:
            sample = element(
                "path", d="M-6-9V9M6-9V9", stroke=HEDGE, stroke_width=1.4, stroke_dasharray="3 2"
            )
            yield Entry(sample, say("the field goes on underneath"))

    def _place_in_legend(self, shown: tuple[str, str]) -> tuple[int, int]:
        what, name = shown
        return _ORDER[what], self.looks.order(name) if what == "kind" else 0

    def _kind(self, kind: Kind) -> Entry:
        shape = self.looks.shapes.get(kind, "")
        colour = self.looks.colour(kind, shape or BUILDING)
        if shape == GROUND:
            sample = element("rect", x=-10, y=-8, width=20, height=16, fill=colour)
        elif shape == WAY:
            sample = element(
                "path", d="M-11 0H11", stroke=darker(colour), stroke_width=10
            ) + element("path", d="M-11 0H11", stroke=colour, stroke_width=8)
        elif shape == AREA:
            sample = element(
                "rect", x=-10, y=-8, width=20, height=16, fill=colour, stroke=WALL, stroke_width=2
            )
            if self.looks.kind(kind).picture:
                sample += self.small(self.looks.kind(kind), (0.0, 0.0), 0.6)
        else:
            size = max(self.looks.kind(kind).size, 1.0)
            sample = self.small(self.looks.kind(kind), (0.0, 1.0), 0.8 / size)
        return Entry(sample, self.looks.kind_word(kind))

    def _mark(self, mark: str) -> Entry:
        size = max(self.looks.mark(mark).size, 1.0)
        return Entry(
            self.small(self.looks.mark(mark), (0.0, 1.0), 0.9 / size), self.looks.mark_word(mark)
        )

    def _token(self, token: str) -> Entry:
        size = max(self.looks.token(token).size, 1.0)
        return Entry(
            self.small(self.looks.token(token), (0.0, 1.0), 0.9 / size),
            self.looks.token_word(token),
        )

    def flow(self, entries: Iterable[Entry], at: Point, width: float) -> float:
        """Draw a legend, line by line, and say how high it has become."""
        x, y = at[0], at[1] + _LINE / 2
        for entry in entries:
            room = entry.sample_room + wide(entry.text) + 18
            if x > at[0] and x + room > at[0] + width:
                x, y = at[0], y + _LINE
            self.drawn.append(
                element("g", entry.sample, transform=moved((x + entry.sample_room / 2, y)))
                + words(
                    entry.text, (x + entry.sample_room, y), _WORDS, text_anchor="start", fill=INK
                )
            )
            x += room
        return y + _LINE / 2 - at[1]

    def told(self, width: float, height: float, name: str, about: str) -> str:
        """The whole picture."""
        defs = element("defs", common(self.prefix), *self.symbols.values())
        return document(width, height, title(name) + element("desc", about), defs, *self.drawn)


def document(width: float, height: float, *content: str) -> str:
    """A whole SVG document on paper of a size."""
    size = {"width": round(width), "height": round(height)}
    return element(
        "svg", *content[:1], element("rect", fill=PAPER, **size), *content[1:],
        xmlns="http://www.w3.org/2000/svg", **size,
        viewBox=f"0 0 {round(width)} {round(height)}", font_family=FONT, role="img",
    ) + "\n"  # fmt: skip


def lain(placed: PlacedTile, at: Point) -> str:
    """How a face is moved and turned to lie with its upper left corner at a point."""
    turned = f" rotate({placed.quarters * 90} 50 50)" if placed.quarters else ""
    return f"translate({at[0]:g} {at[1]:g}){turned}"


def _badge(look: Look) -> str:
    """What stands for a thing that has no picture: its letters."""
    return element(
        "rect", x=-10, y=-8, width=20, height=16, rx=4, fill=look.colour or "#fffdf5", stroke=INK,
        stroke_width=1,
    ) + words(look.letters, (0.0, 0.0), 11, fill=INK)  # fmt: skip


def wide(text: str, size: float = _WORDS) -> float:
    """About how wide some words are."""
    return len(text) * _LETTER * size / _WORDS
