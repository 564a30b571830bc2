"""Sides, ports and cells: where things lie on the table."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

TURNS: Final = range(4)
"""The ways a tile may lie, in clockwise quarter-turns."""


class Side(IntEnum):
    """One side of a square tile, numbered clockwise from north."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def opposite(self) -> Side:
        """The side that lies against this one."""
        return SIDES[self ^ 2]

    def turned(self, quarters: int) -> Side:
        """This side after so many clockwise quarter-turns of its tile."""
        return SIDES[(self + quarters) % 4]


SIDES: Final = tuple(Side)

OTHER_HALF: Final = {"": "", "L": "R", "R": "L"}
"""The half of the neighbour's side that lies against a half of one's own."""

_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_COMPASS: Final = {
    "NL": "NNW",
    "NR": "NNE",
    "EL": "ENE",
    "ER": "ESE",
    "SL": "SSE",
    "SR": "SSW",
    "WL": "WSW",
    "WR": "WNW",
}
_HALF_SIDES: Final = {point: half for half, point in _COMPASS.items()}

PORTS: Final = (*Side.__members__, *_COMPASS)
"""What the ports are called: whole sides and their halves."""


class NoPortError(ValueError):
    """A port that no tile has."""

    def __init__(self, port: str) -> None:
        self.port = port
        super().__init__(f"no port {port!r}; ports: {' '.join(PORTS)}")


class Port(NamedTuple):
    """A place on a side where a segment meets its neighbour.

    The whole side for cities, roads and rivers; its left or right half, seen from
    the middle of the tile, for fields.
    """

    side: Side
    half: str = ""

    @classmethod
    def parse(cls, text: str) -> Port:
        """Read a port: a side ``N``, a half of it ``NL``, or its compass point ``NNW``.

        Raises:
            NoPortError: there is no such port.
        """
        name = _HALF_SIDES.get(text, text)
        if name not in _COMPASS and name not in Side.__members__:
            raise NoPortError(text)
        return cls(Side[name[0]], name[1:])

    def turned(self, quarters: int) -> Port:
        """This port after so many clockwise quarter-turns of its tile."""
        return _turned(self, quarters % 4)

    @property
    def facing(self) -> Port:
        """The port it meets on the neighbouring tile."""
        return _facing(self)

    @property
    def compass(self) -> str:
        """Its name in phrases: a side ``N``, or for half a side its compass point ``NNW``."""
        return _COMPASS.get(self.side.name + self.half, self.side.name)


@cache
def _turned(port: Port, quarters: int) -> Port:
    return Port(port.side.turned(quarters), port.half)


@cache
def _facing(port: Port) -> Port:
    return Port(port.side.opposite, OTHER_HALF[port.half])


class Cell(NamedTuple):
    """A square of the table; x grows eastwards and y southwards."""

    x: int
    y: int

    def beside(self, side: Side) -> Cell:
        """The cell across one side."""
        step_x, step_y = _STEPS[side]
        return Cell(self.x + step_x, self.y + step_y)

    @property
    def around(self) -> frozenset[Cell]:
        """The eight cells round about."""
        x, y = self
        return frozenset([Cell(x + step_x, y + step_y) for step_x, step_y in _AROUND])

    def __str__(self) -> str:
        """The cell as rulings print it: ``(0,-1)``."""
        return f"({self.x},{self.y})"
