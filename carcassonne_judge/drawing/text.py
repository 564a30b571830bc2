"""Tiles and tables drawn with characters: walled ground shaded, ways as lines, who stands where."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from carcassonne_judge.drawing.colours import NOBODYS, Livery
from carcassonne_judge.drawing.letters import letters
from carcassonne_judge.drawing.lines import SIZE, Line, Point, between, turned, within
from carcassonne_judge.drawing.looks import NO_PICTURE, Looks
from carcassonne_judge.drawing.plan import AREA, BUILDING, WAY, Plan, printed
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import say
from carcassonne_judge.position import (
    Figure,
    JudgeError,
    Kind,
    PlacedTile,
    Player,
    Position,
    Segment,
    Tile,
)
from carcassonne_judge.rules import Rulebook

WIDE: Final = 11
HIGH: Final = 5
"""The columns between two upright lines, and the rows between two level ones."""

_MOST: Final = 40_000
"""The most cells that are drawn: beyond that a picture in text helps nobody."""

_THIN: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_DOUBLE: Final = " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Lines that leave a character northwards (1), eastwards (2), southwards (4), westwards (8)."""

_SHADES: Final = "░▒▓█"
_HEDGE: Final = ":"

Painter = Callable[[str, str], str]
"""Gives a text a colour, by what it shows: ``area``, ``way``, ``water``, ``mark``, or a colour."""


class TooWideError(JudgeError):
    """A table that would not fit any page."""


class Sign(NamedTuple):
    """A character, and the colour that it is shown in."""

    text: str = " "
    colour: str = ""


Rows = list[list[Sign]]


class _Ground(NamedTuple):
    """A tile with nobody on it, and where nobody had better stand."""

    plan: Plan
    rows: Rows
    taken: Sequence[Point]


def unpainted(text: str, _colour: str) -> str:
    """A text as it is."""
    return text


class Draughtsman:
    """Draws tiles with characters, and remembers what it has drawn for the legend."""

    def __init__(
        self, books: Iterable[Rulebook], liveries: Mapping[Player, Livery] | None = None
    ) -> None:
        shelf = tuple(books)
        self.looks = Looks(shelf)
        self.liveries = liveries or {}
        self.letters = letters(shelf)
        areas = [kind for kind in self.letters if self.looks.shapes.get(kind) == AREA]
        self._shades = {kind: _SHADES[at % len(_SHADES)] for at, kind in enumerate(areas)}
        ways = [kind for kind in self.letters if self.looks.shapes.get(kind) == WAY]
        self._strokes = {kind: (_THIN, _DOUBLE)[at % 2] for at, kind in enumerate(ways)}
        self._plans: dict[tuple[Tile, tuple[Segment, ...], int], _Ground] = {}
        self.roles: dict[str, str] = {}
        self.marks: dict[str, str] = {}

    # A tile -----------------------------------------------------------------------------------

    def inside(
        self, placed: PlacedTile, figures: Sequence[tuple[Figure, str]] = (), pile: int = 1
    ) -> Rows:
        """What a tile shows, with the figures on it and what each is called there."""
        plan, ground, taken = self._ground(placed)
        rows = [list(row) for row in ground]
        named = Counter(figure.at.segment for figure, _ in figures if figure.at)
        for name, count in named.items():
            standing = [each for each in figures if each[0].at and each[0].at.segment == name]
            places = plan.places(name, count, taken)
            for (figure, role), at in zip(standing, places, strict=False):
                livery = self.liveries.get(figure.owner, NOBODYS)
                self.roles[role[:1].lower()] = role
                self._write(
                    rows, turned(at, placed.quarters), livery.letters + role[:1].lower(),
                    livery.colour,
                )  # fmt: skip
        if pile > 1:
            self._write(rows, (88.0, 90.0), f"×{pile}", "mark")
        return rows

    def _ground(self, placed: PlacedTile) -> _Ground:
        key = (placed.tile, placed.laid_over, placed.quarters)
        known = self._plans.get(key)
        if known is None:
            plan = Plan(printed(placed), self.looks.shapes)
            known = self._plans[key] = _Ground(plan, *self._drawn(plan, placed))
        return known

    def _drawn(self, plan: Plan, placed: PlacedTile) -> tuple[Rows, list[Point]]:
        quarters = placed.quarters
        rows = [[Sign()] * WIDE for _ in range(HIGH)]
        for hedge in plan.hedges:
            for column, row in _passed(tuple(turned(p, quarters) for p in hedge)):
                rows[row][column] = Sign(_HEDGE, "ground")
        for name in plan.of(WAY):
            self._way(rows, plan, name, quarters)
        for name in plan.of(AREA)[::-1]:
            self._area(rows, plan, name, quarters)
        for name in plan.of(BUILDING):
            letter = self.letters.get(plan.segments[name].kind, "?")
            self._write(rows, turned(plan.buildings[name], quarters), f"[{letter}]", "mark")
        return rows, self._marks(rows, plan, placed)

    def _area(self, rows: Rows, plan: Plan, name: str, quarters: int) -> None:
        outline = tuple(turned(p, quarters) for p in plan.areas[name])
        holes = [line for own in plan.glades.values() for line in own]
        glades = [tuple(turned(p, quarters) for p in line) for line in holes]
        passages = [
            tuple(turned(p, quarters) for p in passage.outline)
            for passage in plan.passages
            if passage.under
        ]
        shade = self._shades.get(plan.segments[name].kind, _SHADES[0])
        for row in range(HIGH):
            for column in range(WIDE):
                at = _point(column, row)
                if within(at, outline) and not any(within(at, hole) for hole in glades):
                    under = any(within(at, passage) for passage in passages)
                    rows[row][column] = Sign(_HEDGE if under else shade, "area")

    def _way(self, rows: Rows, plan: Plan, name: str, quarters: int) -> None:
        kind = plan.segments[name].kind
        strokes = self._strokes.get(kind, _THIN)
        leaving: defaultdict[tuple[int, int], int] = defaultdict(int)
        for line in plan.ways[name]:
            course = tuple(turned(p, quarters) for p in line)
            steps = list(_passed(course))
            _leave(leaving, steps, course)
        colour = "water" if strokes is _DOUBLE else "way"
        for (column, row), ways in leaving.items():
            before = rows[row][column].text
            joined = ways | (strokes.index(before) if before in strokes[1:] else 0)
            crossing = before not in (" ", _HEDGE) and before not in strokes
            rows[row][column] = Sign(strokes[ways if crossing else joined], colour)

    def _marks(self, rows: Rows, plan: Plan, placed: PlacedTile) -> list[Point]:
        """Write the marks, and say where they and the buildings stand."""
        taken: list[Point] = list(plan.buildings.values())
        own = [(name, *mark) for name, s in plan.segments.items() for mark in s.marks.items()]
        for name, mark, count in (*own, *(("", *each) for each in placed.tile.marks.items())):
            look = self.looks.mark(mark)
            if look.picture == NO_PICTURE:
                continue
            if name and plan.shape[name] != WAY:
                at = plan.places(name, 1, taken)[0]
            else:
                at = plan.anywhere(taken)
            taken.append(at)
            sign = look.letters or self.looks.mark_word(mark)[:3]
            self.marks[sign] = self.looks.mark_word(mark)
            self._write(rows, turned(at, placed.quarters), sign * min(count, 3), "mark")
        return taken

    def _write(self, rows: Rows, at: Point, text: str, colour: str) -> None:
        """Write where there is room for it, as near to a point as can be."""
        column = round(at[0] / SIZE * WIDE - len(text) / 2)
        column = max(0, min(WIDE - len(text), column))
        row = max(0, min(HIGH - 1, int(at[1] / SIZE * HIGH)))
        for step, letter in enumerate(text[:WIDE]):
            rows[row][column + step] = Sign(letter, colour)

    # The table --------------------------------------------------------------------------------

    def table(
        self,
        position: Position,
        role: Callable[[Figure], str],
        paint: Painter = unpainted,
    ) -> list[str]:
        """The tiles on the table, with the columns and rows numbered along the rim.

        Raises:
            TooWideError: the tiles lie too far apart for one picture.
        """
        if not position.tiles:
            return []
        across = [cell.x for cell in position.tiles]
        down = [cell.y for cell in position.tiles]
        columns = range(min(across), max(across) + 1)
        rows = range(min(down), max(down) + 1)
        if len(columns) * len(rows) > _MOST:
            raise TooWideError(
                say("the tiles lie too far apart to be drawn: {width} × {height} cells").format(
                    width=len(columns), height=len(rows)
                )
            )
        standing: defaultdict[Cell, list[tuple[Figure, str]]] = defaultdict(list)
        for spot, figures in position.figures.standing.items():
            standing[spot.cell] += [(figure, role(figure)) for figure in figures]
        rim = max(len(str(rows[0])), len(str(rows[-1])))
        head = "".join(f"{x:^{WIDE + 1}}" for x in columns)
        drawn = [f"{'':{rim}}  {head}".rstrip()]
        for y in rows:
            drawn.append(f"{'':{rim}} {_level(position, columns, y)}".rstrip())
            for at, line in enumerate(self._row(position, columns, y, standing, paint)):
                number = str(y) if at == HIGH // 2 else ""
                drawn.append(f"{number:>{rim}} {line}".rstrip())
        drawn.append(f"{'':{rim}} {_level(position, columns, rows[-1] + 1)}".rstrip())
        return drawn

    def _row(
        self,
        position: Position,
        columns: range,
        y: int,
        standing: Mapping[Cell, Sequence[tuple[Figure, str]]],
        paint: Painter,
    ) -> list[str]:
        lines = [""] * HIGH
        for x in (*columns, columns[-1] + 1):
            upright = "|" if _lies(position, x, y) or _lies(position, x - 1, y) else " "
            lines = [line + upright for line in lines]
            if x > columns[-1]:
                break
            pile = position.tiles.get(Cell(x, y))
            blank = [" " * WIDE] * HIGH
            if pile:
                shown = self.inside(pile[-1], standing.get(Cell(x, y), ()), len(pile))
                blank = [_painted(row, paint) for row in shown]
            lines = [line + row for line, row in zip(lines, blank, strict=True)]
        return lines

    def legend(self, kinds: Iterable[Kind]) -> str:
        """What the signs drawn mean."""
        told = []
        for kind in kinds:
            letter, word = self.letters.get(kind, "?"), self.looks.kind_word(kind)
            shape = self.looks.shapes.get(kind, BUILDING)
            sign = {
                AREA: self._shades.get(kind, _SHADES[0]),
                WAY: self._strokes.get(kind, _THIN)[10],
                BUILDING: f"[{letter}]",
            }.get(shape, "")
            told.append(" ".join(filter(None, (sign, letter if shape != BUILDING else "", word))))
        told += [f"{sign} {word}" for sign, word in self.marks.items() if not word.startswith(sign)]
        told += [f"{letter} {role}" for letter, role in self.roles.items()]
        return ", ".join(told)


def _level(position: Position, columns: range, y: int) -> str:
    """The level line above a row, with the names of the tiles below it."""
    line = ""
    for x in (*columns, columns[-1] + 1):
        here = _lies(position, x, y) or _lies(position, x, y - 1)
        before = _lies(position, x - 1, y) or _lies(position, x - 1, y - 1)
        line += "+" if here or before else " "
        if x > columns[-1]:
            break
        pile = position.tiles.get(Cell(x, y))
        name = _name(pile[-1]) if pile else ""
        line += f"{name:-<{WIDE}}" if here else " " * WIDE
    return line


def _name(placed: PlacedTile) -> str:
    """A tile's name as the picture in a position file has it, shortened."""
    end = f"/{placed.quarters * 90}" if placed.quarters else ""
    name = placed.tile.id.rpartition("/")[2]
    room = WIDE - len(end)
    return (name if len(name) <= room else name[: room - 1] + "…") + end


def _lies(position: Position, x: int, y: int) -> bool:
    return Cell(x, y) in position.tiles


def _point(column: int, row: int) -> Point:
    """The middle of a character."""
    return (column + 0.5) * SIZE / WIDE, (row + 0.5) * SIZE / HIGH


def _passed(line: Line) -> Iterator[tuple[int, int]]:
    """The characters that a line passes through, each once, side by side."""
    before: tuple[int, int] | None = None
    for a, b in itertools.pairwise(line):
        for step in range(13):
            x, y = between(a, b, step / 12)
            now = min(int(x / SIZE * WIDE), WIDE - 1), min(int(y / SIZE * HIGH), HIGH - 1)
            if before is not None and now != before:
                if now[0] != before[0] and now[1] != before[1]:
                    yield now[0], before[1]
                yield now
            elif before is None:
                yield now
            before = now


def _leave(
    leaving: dict[tuple[int, int], int], steps: Sequence[tuple[int, int]], line: Line
) -> None:
    """Note which way a line leaves each character that it passes."""
    for one, other in itertools.pairwise(steps):
        leaving[one] |= _towards(one, other)
        leaving[other] |= _towards(other, one)
    for end, at in ((line[0], steps[0]), (line[-1], steps[-1])):
        for edge, way in (
            (end[1] <= 0, 1),
            (end[0] >= SIZE, 2),
            (end[1] >= SIZE, 4),
            (end[0] <= 0, 8),
        ):
            if edge:
                leaving[at] |= way


def _towards(one: tuple[int, int], other: tuple[int, int]) -> int:
    if one[0] == other[0]:
        return 4 if other[1] > one[1] else 1
    return 2 if other[0] > one[0] else 8


def _painted(row: Sequence[Sign], paint: Painter) -> str:
    """A row, each stretch of one colour painted at once."""
    told, run, colour = "", "", ""
    for sign in row:
        if sign.colour != colour and run:
            told += paint(run, colour) if colour else run
            run = ""
        colour = sign.colour
        run += sign.text
    return told + (paint(run, colour) if colour else run)
