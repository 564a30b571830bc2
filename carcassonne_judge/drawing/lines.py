"""Points, lines and the areas they enclose, on a tile that is 100 wide; y grows southwards."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import dist, hypot
from typing import Final

Point = tuple[float, float]
Line = tuple[Point, ...]

SIZE: Final = 100.0
"""How wide a tile is."""

MIDDLE: Final[Point] = (50.0, 50.0)

RIM: Final[Line] = (
    (0.0, 0.0), (50.0, 0.0), (100.0, 0.0), (100.0, 50.0),
    (100.0, 100.0), (50.0, 100.0), (0.0, 100.0), (0.0, 50.0),
)  # fmt: skip
"""The corners and the middles of the sides, clockwise from the north-west corner."""

HALVES: Final = len(RIM)
"""How many half-sides a tile has: number n runs from point n of the rim to the next one."""

_STEPS: Final = 16


def rim(at: int) -> Point:
    """A point of the rim, counted round and round."""
    return RIM[at % HALVES]


def key(point: Point) -> Point:
    """The same point, so rounded that two ways of reaching it agree."""
    return round(point[0], 3), round(point[1], 3)


def between(a: Point, b: Point, part: float = 0.5) -> Point:
    """The point so far on the way from one to another."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def curve(a: Point, bend: Point, b: Point, steps: int = _STEPS) -> Line:
    """From one point to another, drawn towards a third on the way."""
    found = [a]
    for step in range(1, steps):
        t = step / steps
        u = 1 - t
        found.append(
            (
                u * u * a[0] + 2 * u * t * bend[0] + t * t * b[0],
                u * u * a[1] + 2 * u * t * bend[1] + t * t * b[1],
            )
        )
    return (*found, b)


def straight(a: Point, b: Point, steps: int = 8) -> Line:
    """From one point to another, with points to branch off at."""
    return tuple(between(a, b, step / steps) for step in range(steps + 1))


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(map(dist, line, line[1:]))


def along(line: Sequence[Point], part: float) -> Point:
    """The point that lies so far along a line."""
    left = length(line) * part
    for a, b in itertools.pairwise(line):
        step = dist(a, b)
        if step and left <= step:
            return between(a, b, left / step)
        left -= step
    return line[-1]


def enclosed(outline: Sequence[Point]) -> float:
    """The area within an outline, above nought where it runs clockwise as one sees it."""
    return (
        sum(
            a[0] * b[1] - b[0] * a[1]
            for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
        )
        / 2
    )


def within(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies within an outline."""
    x, y = point
    inside = False
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def nearest(one: Iterable[Point], other: Iterable[Point]) -> tuple[Point, Point]:
    """The two points, one of each, that lie nearest to each other."""
    others = list(other)
    return min(((a, b) for a in one for b in others), key=lambda pair: dist(*pair))


def aside(a: Point, b: Point, far: float) -> Point:
    """The step to the right of somebody who walks from one point to another."""
    step = dist(a, b) or 1.0
    return -(b[1] - a[1]) / step * far, (b[0] - a[0]) / step * far


def shifted(point: Point, step: Point, times: float = 1.0) -> Point:
    """A point moved by a step."""
    return point[0] + step[0] * times, point[1] + step[1] * times


def beside(line: Sequence[Point], far: float) -> Line:
    """A line that runs so far to the right of another; none where that is no way at all."""
    if not far:
        return ()
    ends = [line[0], *line, line[-1]]
    return tuple(
        shifted(point, aside(ends[at], ends[at + 2], far)) for at, point in enumerate(line)
    )


def band(a: Point, b: Point, half: float) -> Line:
    """A strip from one point to another, so wide on either side."""
    step = aside(a, b, half)
    return shifted(a, step, -1), shifted(b, step, -1), shifted(b, step), shifted(a, step)


def turned(point: Point, quarters: int) -> Point:
    """A point of a tile after so many clockwise quarter-turns of it."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = SIZE - y, x
    return x, y


def crossings(one: Sequence[Point], other: Sequence[Point]) -> list[tuple[int, int, Point]]:
    """Where two lines cross, and after which point of either."""
    found = []
    for i, (a, b) in enumerate(itertools.pairwise(one)):
        left, right = min(a[0], b[0]), max(a[0], b[0])
        top, bottom = min(a[1], b[1]), max(a[1], b[1])
        for j, (c, d) in enumerate(itertools.pairwise(other)):
            if (
                (c[0] > right and d[0] > right)
                or (c[0] < left and d[0] < left)
                or (c[1] > bottom and d[1] > bottom)
                or (c[1] < top and d[1] < top)
            ):
                continue
            point = _crossing(a, b, c, d)
            if point is not None:
                found.append((i, j, point))
    return found


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two straight pieces cross or one meets the other, but for their ends meeting."""
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(across) < 1e-9:  # noqa: PLR2004 -- they run side by side
        return None
    s = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    t = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across
    near = 1e-6
    if not (-near < s < 1 + near and -near < t < 1 + near):
        return None
    at_end = [abs(part - round(part)) < near for part in (s, t)]
    if all(at_end):
        return None
    return (c, d)[round(t)] if at_end[1] else between(a, b, s)


def clearance(point: Point, obstacles: Iterable[Point]) -> float:
    """How far the nearest of some points is."""
    x, y = point
    return min((hypot(x - ox, y - oy) for ox, oy in obstacles), default=SIZE)
