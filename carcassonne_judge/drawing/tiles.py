"""A tile's face, drawn: a symbol for each of its segments, and where its marks stand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from carcassonne_judge.drawing.faces import Edge
from carcassonne_judge.drawing.lines import (
    Line,
    Point,
    along,
    aside,
    beside,
    between,
    clearance,
    length,
    shifted,
    within,
)
from carcassonne_judge.drawing.looks import NO_PICTURE, Looks
from carcassonne_judge.drawing.plan import AREA, BUILDING, GROUND, WAY, Plan
from carcassonne_judge.drawing.svg import element, path
from carcassonne_judge.position import Segment

WALL: Final = "#5f4630"
MORTAR: Final = "#f3e4c8"
PAVED: Final = "#d9cfb8"
BARE: Final = "#c9d8a4"
"""The ground of a tile without fields, and what would be seen of ground that is none."""

HEDGE: Final = "#2f6b2a"
INK: Final = "#3b2f2f"

MARK: Final = 0.82
"""How large a mark is drawn, of its own size."""

BUILT: Final = 1.15
"""How large a building is drawn, of its own size."""

VILLAGE: Final = "village"
"""The picture of what stands where roads meet."""

_ROOFS: Final = "M2 9V6.5L5 4 8 6.5V9ZM11 17V14.5L14 12 17 14.5V17Z"
"""What the ground of walled areas is strewn with."""

_BRIDGE: Final = 15.0
_OFF_A_WAY: Final = 16.0
_OFF_A_WALL: Final = 4.6


def common(prefix: str) -> str:
    """What every picture of tiles has among its symbols, under names of its own."""
    roofs = element("path", d=_ROOFS, fill="#a8643a", fill_opacity="0.28")
    square = element("rect", width=100, height=100)
    return element(
        "pattern", roofs, id=f"{prefix}roofs", width=18, height=18, patternUnits="userSpaceOnUse"
    ) + element("clipPath", square, id=f"{prefix}square")


class Mark(NamedTuple):
    """A mark on a tile: where it stands, and on which segment, if on one."""

    name: str
    number: int
    at: Point
    segment: str = ""


class Face:
    """A tile's picture, north up."""

    def __init__(
        self,
        name: str,
        segments: Sequence[Segment],
        marks: Mapping[str, int],
        looks: Looks,
        prefix: str = "",
    ) -> None:
        self.name = prefix + name
        self.prefix = prefix
        self.plan = Plan(segments, looks.shapes)
        self.looks = looks
        self._on_tile = marks
        self._kinds = {segment.name: segment.kind for segment in segments}

    @cached_property
    def layers(self) -> tuple[tuple[str, str], ...]:
        """Its symbols from the ground up, each with the segment that it is of, if of one."""
        plan = self.plan
        ways = sorted(plan.of(WAY), key=lambda name: -self._width(name))
        over = [name for name in plan.of(GROUND) if self._over(name)]
        return (
            ("base", ""),
            *((f"{at}", name) for at, name in self._numbered(plan.of(GROUND))),
            *((f"{at}", name) for at, name in self._numbered(ways)),
            *((f"{at}", name) for at, name in self._numbered(plan.of(AREA)[::-1])),
            *((f"{at}o", name) for at, name in self._numbered(over)),
            ("top", ""),
        )

    def _numbered(self, names: Sequence[str]) -> list[tuple[int, str]]:
        order = list(self._kinds)
        return [(order.index(name), name) for name in names]

    def symbols(self) -> Iterator[str]:
        """The drawing of each layer, to be used by its name."""
        for layer, segment in self.layers:
            if layer == "base":
                colour = PAVED if self.plan.paved else BARE
                drawn = element("rect", width=100, height=100, fill=colour)
            elif layer == "top":
                drawn = self._top()
            elif layer.endswith("o"):
                drawn = "".join(self._over(segment))
            else:
                drawn = self._segment(segment)
            yield element("g", drawn, id=f"{self.name}-{layer}", clip_path=self._clip(layer))

    def _clip(self, layer: str) -> str | None:
        """Walls end at the rim."""
        return f"url(#{self.prefix}square)" if self.plan.walls and layer.isdecimal() else None

    def lit(self, segment: str) -> str:
        """A segment as it is lit in a ruling, in the fill and the stroke of its use."""
        plan = self.plan
        shape = plan.shape[segment]
        if shape == WAY:
            course = path(plan.ways[segment], closed=False)
            width = self._width(segment) + 8
            halo = element("path", d=course, fill="none", stroke_width=width)
            return halo + self._way(segment)
        if shape == BUILDING:
            x, y = plan.buildings[segment]
            return element("circle", cx=x, cy=y, r=18, fill="none")
        if shape == AREA:
            outlines: list[Line] = [plan.areas[segment]]
            edges = [beside(wall, _OFF_A_WALL) for wall in plan.walls[segment]]
        else:
            faces = plan.fields.get(segment, [])
            glades = plan.glades.get(segment, [])
            outlines = [face.outline for face in faces] + glades
            edges = [beside(each.line, self._off(each)) for face in faces for each in face.edges]
            edges = [line for line in edges if line] + [(*line, line[0]) for line in glades]
        ground = element("path", d=path(outlines, closed=True), stroke="none")
        lines = element("path", d=path(edges, closed=False), fill="none")
        return element("g", ground, lines, clip_path=f"url(#{self.prefix}square)")

    def _off(self, edge: Edge) -> float:
        """How far within a field its outline runs along an edge; nought where it does not."""
        if edge.stroke.kind == WAY:
            return self._width(edge.stroke.of) / 2 + 2.6
        return 0.0 if edge.is_rim else _OFF_A_WALL

    # Segments ---------------------------------------------------------------------------------

    def _segment(self, name: str) -> str:
        shape = self.plan.shape[name]
        if shape == WAY:
            return self._way(name)
        if shape == AREA:
            return self._area(name)
        colour = self.looks.colour(self._kinds[name], GROUND)
        outlines = [face.outline for face in self.plan.fields.get(name, ())]
        return element("path", d=path(outlines, closed=True), fill=colour)

    def _width(self, name: str) -> float:
        size = self.looks.kind(self._kinds[name]).size
        return size if size > 1 else 9.0

    def _way(self, name: str) -> str:
        plan = self.plan
        colour = self.looks.colour(self._kinds[name], WAY)
        width = self._width(name)
        course = path(plan.ways[name], closed=False)
        edge = darker(colour)
        end = plan.ends.get(name)
        joint = {"fill": "none", "stroke_linejoin": "round"}
        drawn = element("path", d=course, stroke=edge, stroke_width=width + 2.4, **joint)
        if end:
            drawn += element("circle", cx=end[0], cy=end[1], r=width * 0.85 + 1.2, fill=edge)
        drawn += element("path", d=course, stroke=colour, stroke_width=width, **joint)
        if end:
            drawn += element("circle", cx=end[0], cy=end[1], r=width * 0.85, fill=colour)
        return drawn

    def _area(self, name: str) -> str:
        plan = self.plan
        outline = path([plan.areas[name]], closed=True)
        walls = path(plan.walls[name], closed=False)
        return (
            element("path", d=outline, fill=self.looks.colour(self._kinds[name], AREA))
            + element("path", d=outline, fill=f"url(#{self.prefix}roofs)")
            + element("path", d=walls, fill="none", stroke=WALL, stroke_width=5)
            + element(
                "path", d=walls, fill="none", stroke=MORTAR, stroke_width=2.2,
                stroke_dasharray="3.2 2.6",
            )
        )  # fmt: skip

    def _over(self, name: str) -> list[str]:
        """The parts of a field that lie over what is drawn across it."""
        colour = self.looks.colour(self._kinds[name], GROUND)
        drawn = []
        for glade in self.plan.glades.get(name, ()):
            outline = path([glade], closed=True)
            drawn.append(element("path", d=outline, fill=colour, stroke=WALL, stroke_width=2.4))
        for passage in self.plan.passages:
            if passage.of == name:
                a, b, c, d = passage.outline
                outline = path([passage.outline], closed=True)
                if passage.under:
                    sides_ = path([(a, b), (d, c)], closed=False)
                    drawn += [
                        element("path", d=outline, fill=colour, fill_opacity="0.75"),
                        element("path", d=sides_, fill="none", stroke=HEDGE, stroke_width=1.4,
                                stroke_dasharray="3 2"),
                    ]  # fmt: skip
                    continue
                drawn.append(element("path", d=outline, fill=colour))
                mouths = [(between(p, q, 0.2), between(p, q, 0.8)) for p, q in ((a, b), (d, c))]
                drawn.append(
                    element("path", d=path(mouths, closed=False), stroke=INK, stroke_width=2.6,
                            fill="none", stroke_linecap="round")
                )  # fmt: skip
        return drawn

    # What lies over them ----------------------------------------------------------------------

    def _top(self) -> str:
        plan = self.plan
        drawn = []
        for name, lines in plan.ways.items():
            for line in lines:
                drawn += [self._ghost(name, piece) for piece in _inside(line, self._covers)]
        for passage in plan.passages:
            drawn += [self._wall_ghost(passage.outline)]
        for bridge in plan.bridges:
            drawn.append(self._bridge(bridge.at, bridge.line, bridge.over))
        if plan.hedges:
            course = path(plan.hedges, closed=False)
            drawn.append(
                element("path", d=course, fill="none", stroke=HEDGE, stroke_width=5,
                        stroke_linecap="round", stroke_dasharray="0.1 4.4",
                        clip_path=f"url(#{self.prefix}square)")
            )  # fmt: skip
        drawn.append(
            element("rect", width=100, height=100, fill="none", stroke=INK, stroke_width=1)
        )
        return "".join(drawn)

    @cached_property
    def _covers(self) -> list[Line]:
        """What ways pass under."""
        return [*self.plan.areas.values(), *(passage.outline for passage in self.plan.passages)]

    def _ghost(self, name: str, line: Line) -> str:
        colour = darker(self.looks.colour(self._kinds[name], WAY))
        width = self._width(name)
        step = aside(line[0], line[-1], width / 2)
        sides_ = [tuple(shifted(p, step, way) for p in line) for way in (-1, 1)]
        return element(
            "path", d=path(sides_, closed=False), fill="none", stroke=colour, stroke_width=1.6,
            stroke_dasharray="3 2.6",
        )  # fmt: skip

    def _wall_ghost(self, outline: Line) -> str:
        walls = [
            piece
            for own in self.plan.walls.values()
            for wall in own
            for piece in _inside(wall, [outline])
        ]
        return element(
            "path", d=path(walls, closed=False), fill="none", stroke=WALL, stroke_width=2,
            stroke_dasharray="2 2",
        )  # fmt: skip

    def _bridge(self, at: Point, line: Line, over: str) -> str:
        """A way going over another: its own course again, with railings."""
        first = min(line, key=lambda p: (p[0] - at[0]) ** 2 + (p[1] - at[1]) ** 2)
        place = line.index(first)
        a = line[max(place - 1, 0)]
        b = line[min(place + 1, len(line) - 1)]
        width = self._width(over)
        step = aside(a, b, 1)
        ahead = (step[1], -step[0])
        one, other = shifted(at, ahead, -_BRIDGE), shifted(at, ahead, _BRIDGE)
        colour = self.looks.colour(self._kinds[over], WAY)
        rails = [
            (shifted(one, step, far), shifted(other, step, far))
            for far in (-width / 2 - 1.6, width / 2 + 1.6)
        ]
        deck = path([(one, other)], closed=False)
        return (
            element("path", d=deck, stroke="#fffdf5", stroke_width=width + 7)
            + element("path", d=deck, stroke=colour, stroke_width=width)
            + element("path", d=path(rails, closed=False), fill="none", stroke=INK, stroke_width=2)
        )

    # Marks ------------------------------------------------------------------------------------

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The marks, each where it stands."""
        found: list[Mark] = []
        taken = [*self.plan.buildings.values(), *self.plan.hubs, *self.plan.ends.values()]
        for name, segment in self.plan.segments.items():
            for mark, count in segment.marks.items():
                look = self.looks.mark(mark)
                if look.picture == NO_PICTURE or not count:
                    continue
                at = self._place_of_mark(name, taken, look.size)
                taken += _round(at, look.size)
                found.append(Mark(mark, count, at, name))
        for mark, count in self._on_tile.items():
            look = self.looks.mark(mark)
            if look.picture == NO_PICTURE or not count:
                continue
            at = self.plan.anywhere(taken, 18 * look.size)
            taken += _round(at, look.size)
            found.append(Mark(mark, count, at))
        return tuple(found)

    @cached_property
    def taken(self) -> tuple[Point, ...]:
        """Where figures had better not stand."""
        marks = self.marks
        found = [*self.plan.buildings.values(), *self.plan.hubs, *self.plan.ends.values()]
        for mark in marks:
            found += _round(mark.at, self.looks.mark(mark.name).size)
        for name, at in self.emblems:
            found += _round(at, self.looks.kind(self._kinds[name]).size)
        return tuple(found)

    @cached_property
    def emblems(self) -> tuple[tuple[str, Point], ...]:
        """The areas that bear a picture of what they are, and where."""
        return tuple(
            (name, self.plan.places(name, 1)[0])
            for name in self.plan.of(AREA)
            if self.looks.kind(self._kinds[name]).picture
        )

    def kind(self, segment: str) -> str:
        """The kind of feature that a segment is of."""
        return self._kinds[segment]

    def _place_of_mark(self, name: str, taken: Sequence[Point], size: float) -> Point:
        if self.plan.shape[name] != WAY:
            return self.plan.places(name, 1, taken, 17 * size)[0]
        line = max(self.plan.ways[name], key=length)
        spots = []
        for part in (0.5, 0.3, 0.7, 0.15, 0.85):
            at, on = along(line, part), along(line, part + 0.04)
            step = aside(at, on, _OFF_A_WAY)
            spots += [shifted(at, step, way) for way in (1, -1)]
        spots = [p for p in spots if 9 < p[0] < 91 and 9 < p[1] < 91] or [along(line, 0.5)]  # noqa: PLR2004
        return max(
            spots,
            key=lambda p: min(clearance(p, self.plan.drawn), 0.7 * clearance(p, taken)),
        )


def _round(at: Point, size: float) -> list[Point]:
    """The points that a picture takes up."""
    far = 7.0 * (size - 1)
    if far < 1:
        return [at]
    return [at, *(shifted(at, step, far) for step in ((1, 0), (-1, 0), (0, 1), (0, -1)))]


def _inside(line: Line, outlines: Sequence[Line]) -> Iterator[Line]:
    """The pieces of a line that lie within one of some outlines."""
    fine: list[Point] = []
    for a, b in itertools.pairwise(line):
        fine += [between(a, b, step / 4) for step in range(4)]
    fine.append(line[-1])
    piece: list[Point] = []
    for point in fine[1:-1]:
        if any(within(point, outline) for outline in outlines):
            piece.append(point)
        else:
            if len(piece) > 2:  # noqa: PLR2004 -- longer than a wall is thick
                yield tuple(piece)
            piece = []
    if len(piece) > 2:  # noqa: PLR2004 -- longer than a wall is thick
        yield tuple(piece)


def darker(colour: str) -> str:
    """A colour, darker."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * 0.58):02x}" for part in parts)
