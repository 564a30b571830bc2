"""What the lines drawn on a tile divide it into."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2, dist
from typing import Final, NamedTuple

from carcassonne_judge.drawing.lines import (
    HALVES,
    Line,
    Point,
    aside,
    between,
    crossings,
    enclosed,
    key,
    rim,
    shifted,
)

_SPECK: Final = 0.5
"""What is smaller than this is nothing that an eye sees."""


class Stroke(NamedTuple):
    """A line on a tile, and what it is a line of: a half-side, an area's wall, a way, a hedge."""

    kind: str
    of: str
    line: Line


class Edge(NamedTuple):
    """A piece of a stroke between two points where it meets others, walked one way."""

    stroke: Stroke
    line: Line
    number: int
    forward: bool

    @property
    def is_rim(self) -> bool:
        """Whether it is a half of a side of the tile."""
        return self.stroke.kind == "rim"


class Face(NamedTuple):
    """A part of the tile with nothing drawn through it; its edges, clockwise."""

    edges: tuple[Edge, ...]

    @property
    def outline(self) -> Line:
        """Its border, all round."""
        return tuple(point for edge in self.edges for point in edge.line[:-1])

    @property
    def halves(self) -> tuple[int, ...]:
        """The half-sides that it reaches."""
        return tuple(int(edge.stroke.of) for edge in self.edges if edge.is_rim)

    @property
    def inner(self) -> Point:
        """A point in it."""
        edge = max(self.edges, key=lambda each: dist(each.line[0], each.line[1]))
        a, b = edge.line[:2]
        return shifted(between(a, b), aside(a, b, 0.2))


def sides() -> list[Stroke]:
    """The half-sides of a tile."""
    return [Stroke("rim", str(at), (rim(at), rim(at + 1))) for at in range(HALVES)]


def faces(strokes: Sequence[Stroke]) -> list[Face]:
    """What some strokes, the half-sides among them, divide the tile into."""
    edges: list[Edge] = []
    for stroke, lines in zip(strokes, _cut(strokes), strict=True):
        for line in lines:
            number = len(edges) // 2
            edges.append(Edge(stroke, line, number, forward=True))
            edges.append(Edge(stroke, line[::-1], number, forward=False))
    leaving: defaultdict[Point, list[tuple[float, int]]] = defaultdict(list)
    for at, edge in enumerate(edges):
        a, b = edge.line[:2]
        leaving[key(a)].append((atan2(b[1] - a[1], b[0] - a[0]), at))
    after: dict[int, int] = {}
    for out in leaving.values():
        out.sort()
        for place, (_, at) in enumerate(out):
            after[at ^ 1] = out[place - 1][1]
    found, seen = [], set[int]()
    for first in range(len(edges)):
        walk = []
        at = first
        while at not in seen:
            seen.add(at)
            walk.append(edges[at])
            at = after[at]
        face = Face(tuple(walk))
        if walk and enclosed(face.outline) > _SPECK:
            found.append(face)
    return found


def _cut(strokes: Sequence[Stroke]) -> list[list[Line]]:
    """Each stroke in pieces, cut wherever another one meets or crosses it."""
    added: list[list[tuple[int, float, Point]]] = [[] for _ in strokes]
    drawn = [at for at, stroke in enumerate(strokes) if stroke.kind != "rim"]
    for one, other in combinations(drawn, 2):
        if strokes[one].kind == strokes[other].kind == "hedge":
            continue
        for i, j, point in crossings(strokes[one].line, strokes[other].line):
            added[one].append((i, dist(strokes[one].line[i], point), point))
            added[other].append((j, dist(strokes[other].line[j], point), point))
    lines = []
    meeting: defaultdict[Point, int] = defaultdict(int)
    for stroke, points in zip(strokes, added, strict=True):
        line = list(stroke.line)
        for at, _, point in sorted(points, reverse=True):
            if key(point) not in (key(line[at]), key(line[at + 1])):
                line.insert(at + 1, point)
        lines.append(line)
        for point in {key(point) for point in line}:
            meeting[point] += 1
    return [_pieces(line, meeting) for line in lines]


def _pieces(line: Sequence[Point], meeting: Mapping[Point, int]) -> list[Line]:
    """A line, cut at the points that several strokes have."""
    found: list[Line] = []
    piece = [line[0]]
    for point in line[1:]:
        piece.append(point)
        if meeting[key(point)] > 1:
            found.append(tuple(piece))
            piece = [point]
    if len(piece) > 1:
        found.append(tuple(piece))
    return found
