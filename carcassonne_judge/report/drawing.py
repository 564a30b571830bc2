"""The table, drawn in text: each tile a box that shows what its sides show and who stands on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from carcassonne_judge.geometry import SIDES, Cell, Side
from carcassonne_judge.locale import say
from carcassonne_judge.position import JudgeError, Kind, PlacedTile, Player, Position
from carcassonne_judge.rulebooks.base import SHIELDS
from carcassonne_judge.rules import Rulebook

_WIDE: Final = 9
"""The columns between two upright lines; there are four rows between two level ones."""

_MOST: Final = 40_000
"""The most cells that are drawn: beyond that a picture in text helps nobody."""

_BLANK: Final = (" " * _WIDE,) * 4
"""What an empty cell shows."""


class TooWideError(JudgeError):
    """A table that would not fit any page."""


def letters(books: Iterable[Rulebook]) -> dict[Kind, str]:
    """The capital that stands for each kind of feature on the tiles: the first of it not taken."""
    found: dict[Kind, str] = {}
    for book in books:
        shown = {segment.kind for sheet in book.tiles.values() for segment in sheet.tile.segments}
        for kind in book.kinds:
            if kind in shown:
                free = [letter for letter in kind.upper() if letter not in found.values()]
                found[kind] = (free or ["?"])[0]
    return found


def _mark(mark: str, count: int) -> str:
    """A mark as it is drawn: a cross for a shield, its name for anything else."""
    return "+" * count if mark == SHIELDS else mark


def inside(placed: PlacedTile, names: Mapping[Kind, str], figures: Iterable[Player]) -> list[str]:
    """What a tile shows: north; west, its name and east; what lies within; south."""
    north, east, south, west = (_face(placed, side, names) for side in SIDES)
    turned = f"/{placed.quarters * 90}" if placed.quarters else ""
    name = placed.tile.id.rpartition("/")[2]
    within = [names.get(s.kind, "?") for s in placed.segments if not s.ports]
    marks = [_mark(*mark) for s in placed.segments for mark in s.marks.items()]
    middle = _WIDE - 2
    return [
        f"{north:^{_WIDE}}",
        f"{west}{_short(name, middle - len(turned)) + turned:^{middle}}{east}",
        f"{_short(' '.join([*within, *marks, *figures]), _WIDE):^{_WIDE}}",
        f"{south:^{_WIDE}}",
    ]


def _face(placed: PlacedTile, side: Side, names: Mapping[Kind, str]) -> str:
    kind = placed.face(side)
    return names.get(kind, "?")


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def tile(placed: PlacedTile, names: Mapping[Kind, str]) -> list[str]:
    """One tile, framed."""
    rim = f"+{'-' * _WIDE}+"
    return [rim, *(f"|{line}|" for line in inside(placed, names, ())), rim]


def table(position: Position, names: Mapping[Kind, str]) -> list[str]:
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
    owners: dict[Cell, list[Player]] = {}
    for spot, figures in position.figures.standing.items():
        owners.setdefault(spot.cell, []).extend(figure.owner for figure in figures)
    rim = max(len(str(rows[0])), len(str(rows[-1])))
    head = "".join(f"{x:^{_WIDE + 1}}" for x in columns)
    drawn = [f"{'':{rim}}  {head}".rstrip()]
    for y in rows:
        drawn.append(f"{'':{rim}} {_level(position, columns, y)}".rstrip())
        for at, line in enumerate(_row(position, columns, y, names, owners)):
            number = str(y) if at == 1 else ""
            drawn.append(f"{number:>{rim}} {line}".rstrip())
    drawn.append(f"{'':{rim}} {_level(position, columns, rows[-1] + 1)}".rstrip())
    return drawn


def _level(position: Position, columns: range, y: int) -> str:
    """The level line above a row: drawn where a tile lies above or below it."""
    line = ""
    for x in (*columns, columns[-1] + 1):
        here = _lies(position, x, y) or _lies(position, x, y - 1)
        before = _lies(position, x - 1, y) or _lies(position, x - 1, y - 1)
        line += "+" if here or before else " "
        line += ("-" if here else " ") * _WIDE
    return line


def _row(
    position: Position,
    columns: range,
    y: int,
    names: Mapping[Kind, str],
    owners: Mapping[Cell, Sequence[Player]],
) -> list[str]:
    lines = list(_BLANK)
    for at, x in enumerate((*columns, columns[-1] + 1)):
        upright = "|" if _lies(position, x, y) or _lies(position, x - 1, y) else " "
        pile = position.tiles.get(Cell(x, y))
        shown = inside(pile[-1], names, owners.get(Cell(x, y), ())) if pile else _BLANK
        before = lines if at else [""] * len(lines)
        lines = [line + upright + cell for line, cell in zip(before, shown, strict=True)]
    return lines


def _lies(position: Position, x: int, y: int) -> bool:
    return Cell(x, y) in position.tiles
