"""What lies on the table, whose turn it is, and what of that turn is done, closed and owed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.geometry import SIDES, TURNS, Cell, Port, Side

Kind = str
Player = str


class JudgeError(Exception):
    """Whatever keeps the judge from ruling."""


class InvalidPosition(JudgeError):
    """A position, or a game, that cannot be read; the message says where and what to do."""


COMPLETE: Final = "complete"
"""The occasion on which a feature is judged because it has just been completed."""

END: Final = "end"
"""The occasion on which a feature is judged because the game is over."""

NEUTRAL: Final[Player] = "neutral"
"""Whose figures are that belong to nobody."""

OPEN_COUNTRY: Final = "field"
"""What a side shows where nothing takes the whole of it."""


class Spot(NamedTuple):
    """One segment of one placed tile: where a figure stands, a node of the feature graph."""

    cell: Cell
    segment: str


class Segment(Struct, frozen=True):
    """A piece of one feature printed on a tile.

    ``ports`` are where it reaches the tile's sides, ``beside`` names the segments of the same
    tile that it lies against, ``marks`` counts what is printed on it (shields, an inn).
    """

    name: str
    kind: Kind
    ports: frozenset[Port] = frozenset()
    beside: frozenset[str] = frozenset()
    marks: Mapping[str, int] = {}

    def __hash__(self) -> int:
        """Segments are told apart by where they lie first."""
        return hash((self.name, self.kind, self.ports))

    def turned(self, quarters: int) -> Segment:
        """This segment after so many clockwise quarter-turns of its tile."""
        if not quarters:
            return self
        ports = frozenset(port.turned(quarters) for port in self.ports)
        return Segment(self.name, self.kind, ports, self.beside, self.marks)


class Lie(NamedTuple):
    """What a tile shows when it lies turned some way.

    ``ports`` is the segment at each port, ``rim`` for each side the segments by the half of it
    that they take (the whole is ``""``), ``faces`` what each side shows.
    """

    segments: tuple[Segment, ...]
    ports: Mapping[Port, Segment]
    rim: tuple[Mapping[str, Segment], ...]
    faces: tuple[Kind, ...]

    @classmethod
    def of(cls, segments: tuple[Segment, ...]) -> Lie:
        """What these segments show together."""
        ports = {port: segment for segment in segments for port in segment.ports}
        rim = tuple(
            {port.half: segment for port, segment in ports.items() if port.side == side}
            for side in SIDES
        )
        faces = tuple(at[""].kind if "" in at else OPEN_COUNTRY for at in rim)
        return cls(segments, ports, rim, faces)


class Tile(Struct, frozen=True, dict=True):
    """A tile as printed, north up.

    ``face`` says where its picture comes from: ``printed`` on the tile of the box, the
    ``default`` that stands in for a face nobody has published, or ``declared`` by a position.
    """

    id: str
    segments: tuple[Segment, ...]
    marks: Mapping[str, int] = {}
    face: str = "printed"

    def __hash__(self) -> int:
        """Tiles are told apart by their id first."""
        return hash(self.id)

    @cached_property
    def lies(self) -> tuple[Lie, ...]:
        """What it shows for each of the four ways it may lie, by quarter-turns."""
        return tuple(
            Lie.of(tuple(segment.turned(quarters) for segment in self.segments))
            for quarters in TURNS
        )

    @cached_property
    def turnings(self) -> Mapping[int, tuple[int, ...]]:
        """The ways it may lie that look different, each with the turns that look the same."""
        alike: dict[frozenset[object], list[int]] = {}
        for quarters, lie in enumerate(self.lies):
            alike.setdefault(_look(lie), []).append(quarters)
        return {same[0]: tuple(same) for same in alike.values()}


def _look(lie: Lie) -> frozenset[object]:
    """What can be seen of a tile, whatever its segments are called."""
    ports = {segment.name: (segment.kind, segment.ports) for segment in lie.segments}
    return frozenset(
        (
            segment.kind,
            segment.ports,
            frozenset(segment.marks.items()),
            frozenset(ports[name] for name in segment.beside),
        )
        for segment in lie.segments
    )


class PlacedTile(Struct, frozen=True, dict=True):
    """A tile lying on the table, turned so many quarters clockwise.

    ``laid_over`` are the segments that lie on it besides those printed: bridges and the like.
    """

    tile: Tile
    cell: Cell
    quarters: int = 0
    laid_over: tuple[Segment, ...] = ()

    @cached_property
    def lie(self) -> Lie:
        """What it shows, as it now lies: the printed segments, turned, and any laid over them."""
        lie = self.tile.lies[self.quarters]
        return Lie.of((*lie.segments, *self.laid_over)) if self.laid_over else lie

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments it shows."""
        return self.lie.segments

    @property
    def ports(self) -> Mapping[Port, Segment]:
        """The segment at each port."""
        return self.lie.ports

    @cached_property
    def named(self) -> Mapping[str, Spot]:
        """Where its segments lie, by their names."""
        return {segment.name: Spot(self.cell, segment.name) for segment in self.lie.segments}

    @cached_property
    def spots(self) -> Mapping[Spot, Segment]:
        """Its segments by where they lie."""
        return {self.named[segment.name]: segment for segment in self.lie.segments}

    @property
    def borders(self) -> Iterable[tuple[Spot, Spot]]:
        """Which of its segments lie against each other."""
        for spot, own in self.spots.items():
            for name in own.beside:
                yield spot, self.named[name]

    def with_segments(self, laid_over: Iterable[Segment]) -> PlacedTile:
        """The same tile with these segments laid over it."""
        return replace(self, laid_over=tuple(laid_over))

    def face(self, side: Side) -> Kind:
        """What a side shows: the kind that takes the whole of it, else open country."""
        return self.lie.faces[side]


class Figure(NamedTuple):
    """A wooden figure: where it stands, or who holds it, or else its owner has it in supply."""

    kind: str
    owner: Player
    at: Spot | None = None
    held_by: Player | None = None

    @property
    def in_supply(self) -> bool:
        """Whether its owner has it at hand."""
        return self.at is None and self.held_by is None


class Figures(tuple[Figure, ...]):  # noqa: SLOT001 -- its indexes are kept once made
    """All the figures of a game, which know where they stand and who has them at hand."""

    @cached_property
    def standing(self) -> Mapping[Spot, tuple[Figure, ...]]:
        """The figures on the table, by where they stand."""
        found: defaultdict[Spot, tuple[Figure, ...]] = defaultdict(tuple)
        for figure in self:
            if figure.at is not None:
                found[figure.at] += (figure,)
        return dict(found)

    @cached_property
    def supply(self) -> Mapping[Player, Mapping[str, int]]:
        """How many figures of each kind every player has at hand."""
        found: defaultdict[Player, Counter[str]] = defaultdict(Counter)
        for figure in self:
            if figure.in_supply:
                found[figure.owner][figure.kind] += 1
        return found

    def with_moved(self, figure: Figure, moved: Figure) -> Figures:
        """The figures once one of them is moved; one that nobody has comes from nowhere."""
        figures = list(self)
        if figure in figures:
            figures[figures.index(figure)] = moved
        else:
            figures.append(moved)
        return Figures(figures)


class Token(Struct, frozen=True):
    """Anything else a box puts on the table or in front of a player."""

    kind: str
    at: Cell | Spot | None = None
    owner: Player | None = None
    side: Side | None = None
    value: int = 1

    @property
    def cells(self) -> frozenset[Cell]:
        """The cell it lies on, if any."""
        cell = self.at.cell if isinstance(self.at, Spot) else self.at
        return frozenset({cell}) if cell else frozenset()


class Change(Struct, frozen=True):
    """Something that may happen to a position: a move if a player chooses it."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return frozenset()

    def on(self, position: Position) -> Position:
        """The position after this change."""
        raise NotImplementedError

    def made(self, _position: Position) -> bool:
        """Whether it has been made already, so that nobody can make it again."""
        return False


class Score(Change, frozen=True):
    """A feature put down to be judged, and on what occasion: complete, or what a box says."""

    spot: Spot
    occasion: str = COMPLETE

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(closed=(*position.closed, self))

    def made(self, position: Position) -> bool:
        """Whether it has been put down already."""
        return self in position.closed


class Owed(Change, frozen=True):
    """Something that a player must decide before play goes on, and the clause that says so.

    ``after`` are the clauses under which others have to decide first, whoever's turn it is.
    """

    player: Player
    clause: str
    about: Spot | None = None
    after: frozenset[str] = frozenset()

    def on(self, position: Position) -> Position:
        """The position after this change: what is owed comes in the order of turns."""
        order, owed = position.in_turn, position.owed
        places = [each for each, it in enumerate(owed, 1) if self._comes_after(it, order)]
        at = max(places, default=0)
        mine = Owed(self.player, self.clause, self.about)
        return position._replace(owed=(*owed[:at], mine, *owed[at:]))

    def _comes_after(self, other: Owed, order: tuple[Player, ...]) -> bool:
        if other.clause in self.after:
            return True
        return order.index(other.player) <= order.index(self.player)


class Position(NamedTuple):
    """Everything a referee sees when called to the table.

    ``tiles`` are stacks, the topmost last; ``scores`` are points; ``hand`` is the tile drawn;
    ``done``, ``closed`` and ``owed`` are what the player whose turn it is has done so far, what
    that has closed and not yet scored, and what somebody has to decide; ``discarded`` are the
    tiles out of the game.
    """

    tiles: Mapping[Cell, tuple[PlacedTile, ...]]
    figures: Figures = Figures()
    tokens: tuple[Token, ...] = ()
    players: tuple[Player, ...] = ()
    scores: Mapping[Player, int] = MappingProxyType({})
    turn: Player = ""
    hand: Tile | None = None
    done: tuple[Change, ...] = ()
    closed: tuple[Score, ...] = ()
    owed: tuple[Owed, ...] = ()
    discarded: tuple[Tile, ...] = ()

    @property
    def in_turn(self) -> tuple[Player, ...]:
        """The players in the order of turns, beginning with the one whose turn it is."""
        first = self.players.index(self.turn) if self.turn in self.players else 0
        return self.players[first:] + self.players[:first]

    def owed_under(self, clause: str) -> tuple[Owed, ...]:
        """What is owed next, if it is owed under this clause."""
        return tuple(owed for owed in self.owed[:1] if owed.clause == clause)

    def tokens_of(self, kind: str) -> tuple[Token, ...]:
        """The tokens of one kind, wherever they are."""
        return tuple(token for token in self.tokens if token.kind == kind)

    def standing_on(self, cells: Iterable[Cell]) -> tuple[Figure, ...]:
        """The figures on any segment of the given cells."""
        where = frozenset(cells)
        return tuple(figure for figure in self.figures if figure.at and figure.at.cell in where)

    def supply(self, player: Player, kind: str) -> int:
        """How many figures of one kind a player has at hand."""
        return self.figures.supply.get(player, {}).get(kind, 0)
