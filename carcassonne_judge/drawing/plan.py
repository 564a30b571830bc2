"""Where everything lies on a tile, worked out from its segments alone.

Walled areas lie along the half-sides that they take, with a wall from each stretch to the next;
ways run from side to side, to each other, or to the area or building where they end. What is
left is the fields. Where the lines drawn do not divide the tile as its segments say, a hedge
divides it further, or a passage lets a field through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise, product
from math import dist
from typing import Final, NamedTuple

from carcassonne_judge.drawing.faces import Edge, Face, Stroke, faces, sides
from carcassonne_judge.drawing.lines import (
    HALVES,
    MIDDLE,
    SIZE,
    Line,
    Point,
    along,
    aside,
    band,
    between,
    clearance,
    crossings,
    curve,
    enclosed,
    key,
    length,
    nearest,
    rim,
    shifted,
    straight,
    within,
)
from carcassonne_judge.position import Kind, PlacedTile, Segment

GROUND: Final = "ground"
WAY: Final = "way"
AREA: Final = "area"
BUILDING: Final = "building"
SHAPES: Final = (GROUND, WAY, AREA, BUILDING)
"""What a kind of feature may be drawn as."""

BUILT: Final = 13.0
"""How far a building reaches from where it stands."""

PASSAGE: Final = 7.0
"""Half the width of a passage."""

_SHALLOW: Final = 0.84
_CROSSED: Final = 0.75
_USUAL: Final = 1.1
_DEEP: Final = 1.75
"""How far a wall bends from its stretch of the rim to the middle, of twice the way."""

_OWN_CORNER: Final = 12.0
_OWN_WALL: Final = 5
"""So many points of a wall are left to a field when another is hedged off beside it."""

_TRIED: Final = 48
"""So many ways of ending the roads of a tile are tried."""

_SQUARE: Final = ((29.0, 29.0), (71.0, 29.0), (71.0, 71.0), (29.0, 71.0))
_GRID: Final = tuple((x * SIZE / 16, y * SIZE / 16) for y in range(1, 16) for x in range(1, 16))
_FROM_RIM: Final = 0.0

Shapes = Mapping[Kind, str]


class Bridge(NamedTuple):
    """Where one way passes over another: its middle, and the line of what passes over."""

    at: Point
    line: Line
    over: str


class Passage(NamedTuple):
    """Where a field goes on though something is drawn across it: over a way, or under an area."""

    of: str
    outline: Line
    under: bool


def printed(placed: PlacedTile) -> tuple[Segment, ...]:
    """What a tile shows as it was printed, with what it lies over, before it is turned."""
    back = -placed.quarters % 4
    return (*placed.tile.segments, *(each.turned(back) for each in placed.laid_over))


def shape_of(segment: Segment, shapes: Shapes) -> str:
    """What a segment is drawn as; where nobody says, by the sides that it reaches."""
    if not segment.ports and shapes.get(segment.kind) != GROUND:
        return BUILDING
    return shapes.get(segment.kind, AREA)


def halves_of(segment: Segment) -> frozenset[int]:
    """The half-sides that a segment takes, numbered clockwise from the north-west corner."""
    found: set[int] = set()
    for side, half in segment.ports:
        found.update(2 * side + at for at, name in enumerate("LR") if half in ("", name))
    return frozenset(found)


class Plan:
    """Where everything lies on one tile, north up."""

    def __init__(self, segments: Sequence[Segment], shapes: Shapes) -> None:
        self.segments = {segment.name: segment for segment in segments}
        self.shape = {segment.name: shape_of(segment, shapes) for segment in segments}
        self.halves = {segment.name: halves_of(segment) for segment in segments}
        self.owner = {half: name for name in self.of(AREA, GROUND) for half in self.halves[name]}
        self._deep = self._over_one_another()
        self.walls = {name: self._walls(name) for name in self.of(AREA)}
        self.areas = {name: self._outline(name) for name in self.of(AREA)}
        self.buildings: dict[str, Point] = {}
        self.ways: dict[str, tuple[Line, ...]] = {}
        self.hubs: tuple[Point, ...] = ()
        self.ends: dict[str, Point] = {}
        self.hedges: list[Line] = []
        self.passages: list[Passage] = []
        self.glades: dict[str, list[Line]] = {}
        self.fields: dict[str, list[Face]] = {}
        self._lay_ways()
        self._place_buildings()

    def of(self, *shapes: str) -> list[str]:
        """The segments drawn as one of these shapes."""
        return [name for name, shape in self.shape.items() if shape in shapes]

    @property
    def paved(self) -> bool:
        """Whether no field lies on the tile at all."""
        return not self.of(GROUND)

    # Walled areas -----------------------------------------------------------------------------

    def _over_one_another(self) -> frozenset[frozenset[str]]:
        """The areas that cross each other: either takes sides on both sides of the other."""
        found = set()
        for one, other in product(self.of(AREA), repeat=2):
            gaps = [set(gap) for gap in self._gaps(one)]
            if one != other and sum(bool(gap & self.halves[other]) for gap in gaps) > 1:
                found.add(frozenset((one, other)))
        return frozenset(found)

    def _gaps(self, name: str) -> list[tuple[int, ...]]:
        """The stretches of the rim between those that an area takes, each clockwise."""
        own = self.halves[name]
        found = []
        for start in sorted(own):
            gap = []
            at = (start + 1) % HALVES
            while at not in own:
                gap.append(at)
                at = (at + 1) % HALVES
            if gap:
                found.append(tuple(gap))
        return found

    def _walls(self, name: str) -> list[Line]:
        """The walls of an area, each across the far side of a stretch that it does not take."""
        return [self._wall(name, gap) for gap in self._gaps(name)]

    def _wall(self, name: str, gap: Sequence[int]) -> Line:
        a, b = rim(gap[0]), rim(gap[-1] + 1)
        chord = between(a, b)
        others = {self.owner.get(half, "") for half in gap}
        areas = [other for other in others if self.shape.get(other) == AREA]
        crossed = any(frozenset((name, other)) in self._deep for other in areas)
        beyond = (self.owner.get(gap[0], ""), self.owner.get(gap[-1], ""))
        hemmed = any(self.shape.get(other) == AREA for other in beyond)
        if dist(chord, MIDDLE) < 1:
            own = _centre([between(rim(half), rim(half + 1)) for half in self.halves[name]])
            away = dist(own, MIDDLE)
            far = _OWN_CORNER * (1.5 if areas and away else 1.0)
            bend = between(MIDDLE, own, far / away) if away else MIDDLE
        elif crossed:
            bend = between(chord, MIDDLE, _CROSSED)
        elif len(gap) <= 2 and areas:  # noqa: PLR2004 -- a side
            bend = between(chord, MIDDLE, _DEEP)
        else:
            bend = between(chord, MIDDLE, _SHALLOW if hemmed else _USUAL)
        return curve(a, bend, b)

    def _outline(self, name: str) -> Line:
        """An area all round: along its stretches of the rim, and along its walls between them."""
        own = self.halves[name]
        if len(own) == HALVES:
            return tuple(rim(at) for at in range(HALVES))
        by_start = {key(wall[0]): wall for wall in self.walls[name]}
        start = min(half for half in own if (half - 1) % HALVES not in own)
        points: list[Point] = []
        at = start
        for _ in range(HALVES):
            if at in own:
                points.append(rim(at))
                at = (at + 1) % HALVES
            else:
                wall = by_start[key(rim(at))]
                points += wall[:-1]
                while at not in own:
                    at = (at + 1) % HALVES
            if at == start:
                break
        return tuple(points)

    # Ways and buildings -----------------------------------------------------------------------

    def _lay_ways(self) -> None:
        """Let the ways end where the fields say that they do."""
        best: _Laid | None = None
        for chosen in islice(product(*self._endings()), _TRIED):
            laid = _Laid(self, dict(chosen))
            if best is None or laid.cost < best.cost:
                best = laid
            if not laid.cost:
                break
        if best is None:
            best = _Laid(self, {})
        self.ways, self.buildings = best.ways, dict(best.buildings)
        self.hubs, self.ends = best.hubs, best.ends
        self.hedges, self.passages = best.hedges, best.passages
        self.fields, self.glades = best.fields, best.glades
        self.strokes = best.strokes

    def _endings(self) -> list[list[tuple[str, str]]]:
        """Where each way with one end on the rim may end otherwise, the likeliest first."""
        single = [name for name in self.of(WAY) if len(self.segments[name].ports) == 1]
        buildings = self.of(BUILDING)
        found = []
        for name in single:
            kind = self.segments[name].kind
            others = [o for o in single if o != name and self.segments[o].kind == kind]
            near = set(self.segments[name].beside)
            near |= {o.name for o in self.segments.values() if name in o.beside}
            at_areas = [area for area in self.of(AREA) if area in near]
            at_buildings = [each for each in buildings if each in near]
            told = [*at_buildings, *at_areas]
            if any(other in near for other in others):
                told = [_HUB]
            if len(at_buildings) == 1 and at_areas == [] and self._stands_at_area(at_buildings[0]):
                told = [f"{at_buildings[0]}@"]
            rest = [*self.of(AREA), *([_HUB] if others else []), *buildings, _NOWHERE]
            if others and not at_areas:
                rest = [_HUB, *[each for each in rest if each != _HUB]]
            if buildings and len(self.of(BUILDING)) == 1 and not self.of(AREA):
                rest = [*buildings, *[each for each in rest if each not in buildings]]
            options = list(dict.fromkeys([*told, *([] if told else rest)]))
            found.append([(name, option) for option in options or [_NOWHERE]])
        return found

    def _stands_at_area(self, building: str) -> bool:
        return any(self.shape[each] == AREA for each in self.segments[building].beside)

    def _place_buildings(self) -> None:
        """Stand the other buildings where there is room, near what they lie beside."""
        left = [name for name in self.of(BUILDING) if name not in self.buildings]
        left = left if len(left) > 2 else left[::-1]  # noqa: PLR2004 -- in a square
        round_about = len(left) > 1 and self._is_free(MIDDLE, 2 * BUILT)
        for number, name in enumerate(left):
            near = [
                each
                for each in self.segments[name].beside
                if each in self.areas or each in self.ways
            ]
            if len(near) > 1:
                one, other = (self._lines_of(each) for each in near[:2])
                a, b = nearest(one, other)
                self.buildings[name] = between(a, b)
            elif round_about and len(left) > 2:  # noqa: PLR2004 -- in a square
                self.buildings[name] = _SQUARE[number % len(_SQUARE)]
            elif self._is_free(MIDDLE, BUILT):
                self.buildings[name] = MIDDLE
            else:
                self.buildings[name] = self._roomiest()

    def _lines_of(self, name: str) -> list[Point]:
        lines = self.walls[name] if name in self.walls else self.ways[name]
        return [point for line in lines for point in line]

    def _is_free(self, point: Point, room: float) -> bool:
        return self._room(point) >= room

    def _room(self, point: Point) -> float:
        """How far from a point the nearest line, building or side is."""
        side = min(point[0], point[1], SIZE - point[0], SIZE - point[1])
        built = min((dist(point, each) - BUILT for each in self.buildings.values()), default=SIZE)
        return min(clearance(point, self.drawn), side + _FROM_RIM, built)

    def _roomiest(self) -> Point:
        """Where on the tile is most room; of equals, nearest to the middle."""
        return max(_GRID, key=lambda p: (round(self._room(p)), -dist(p, MIDDLE)))

    @cached_property
    def drawn(self) -> tuple[Point, ...]:
        """Points along all the lines that divide the tile, close to each other."""
        found: list[Point] = []
        for stroke in self.strokes:
            if stroke.kind != "rim":
                found += stroke.line
        for hedge in self.hedges:
            found += straight(hedge[0], hedge[-1], 4)
        return tuple(found)

    # Where there is room ----------------------------------------------------------------------

    @cached_property
    def _seen(self) -> list[tuple[Point, str, float]]:
        """Points of the tile, each with the segment that it lies on and how much room it has."""
        found = []
        fields = [(name, face.outline) for name, own in self.fields.items() for face in own]
        glades = [(name, line) for name, lines in self.glades.items() for line in lines]
        areas = list(self.areas.items())
        for point in _GRID:
            for name, outline in (*glades, *areas, *fields):
                if within(point, outline):
                    found.append((point, name, self._room(point)))
                    break
        return found

    def places(
        self, name: str, count: int, taken: Iterable[Point] = (), room: float = 18.0
    ) -> list[Point]:
        """So many places for things to stand on a segment, away from those that are taken."""
        used = list(taken)
        found: list[Point] = []
        for place in islice(self._candidates(name, used, room), count):
            found.append(place)
            used.append(place)
        return found

    def _candidates(self, name: str, used: list[Point], wanted: float) -> Iterator[Point]:
        shape = self.shape.get(name)
        if shape == BUILDING:
            at = self.buildings[name]
            for step in ((0.0, 0.0), (14.0, 0.0), (-14.0, 0.0), (0.0, 14.0), (0.0, -14.0)):
                yield shifted(at, step)
        if shape == WAY:
            line = max(self.ways[name], key=length)
            parts = (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6)
            while True:
                yield max(
                    (along(line, part) for part in parts),
                    key=lambda p: min(20.0, clearance(p, used)),
                )
        own = [(point, room) for point, on, room in self._seen if on == name]
        if not own:
            own = [(self._anchor(name), 0.0)]
        while True:
            yield max(
                own,
                key=lambda at: (
                    round(min(at[1], wanted, 0.62 * clearance(at[0], used)), 1),
                    -dist(at[0], MIDDLE),
                ),
            )[0]

    def _anchor(self, name: str) -> Point:
        lines = [*self.glades.get(name, ()), *(face.outline for face in self.fields.get(name, ()))]
        if name in self.areas:
            lines.append(self.areas[name])
        return _centre(max(lines, key=lambda line: abs(enclosed(line)))) if lines else MIDDLE

    def anywhere(self, taken: Iterable[Point], room: float = 18.0) -> Point:
        """A place for what belongs to the whole tile: open country, if there is room."""
        used = list(taken)
        return max(
            self._seen,
            key=lambda at: (
                min(at[2], room, 0.62 * clearance(at[0], used))
                + (2.0 if self.shape.get(at[1]) == GROUND else 0.0),
                -dist(at[0], MIDDLE),
            ),
            default=(MIDDLE, "", 0.0),
        )[0]

    @property
    def bridges(self) -> Iterator[Bridge]:
        """Where ways pass over others: the later of two."""
        lines = [(name, line) for name, own in self.ways.items() for line in own]
        for at, (name, line) in enumerate(lines):
            for under, other in lines[:at]:
                if under != name:
                    yield from (Bridge(p, line, name) for p in _met(line, other))


_HUB: Final = "(hub)"
_NOWHERE: Final = "(nowhere)"


def _met(one: Line, other: Line) -> Iterator[Point]:
    """Where two ways cross, other than where either ends."""
    ends = {key(one[0]), key(one[-1]), key(other[0]), key(other[-1])}
    for _, _, point in crossings(one, other):
        if key(point) not in ends:
            yield point
    shared = {key(point) for point in one} & {key(point) for point in other}
    yield from shared - ends


def _centre(points: Sequence[Point]) -> Point:
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


class _Laid:
    """The ways of a tile with their ends chosen, and what that leaves to be mended."""

    def __init__(self, plan: Plan, chosen: Mapping[str, str]) -> None:
        self.plan = plan
        self.chosen = chosen
        self.buildings: dict[str, Point] = {}
        self.ways: dict[str, tuple[Line, ...]] = {}
        self.ends: dict[str, Point] = {}
        self.hedges: list[Line] = []
        self.passages: list[Passage] = []
        self.fields: dict[str, list[Face]] = {}
        self.glades: dict[str, list[Line]] = {}
        self._carved: set[str] = set()
        self._lay()
        hubs = {key(self.ways[n][0][-1]) for n, end in chosen.items() if end == _HUB}
        self.hubs = tuple(hubs)
        self._divide()

    # Ways -------------------------------------------------------------------------------------

    def _lay(self) -> None:
        plan = self.plan
        through = [name for name in plan.of(WAY) if len(plan.segments[name].ports) != 1]
        for name in through:
            self.ways[name] = self._through(name)
        busy = {key(point) for lines in self.ways.values() for line in lines for point in line}
        busy_middle = key(MIDDLE) in busy
        for name, end in self.chosen.items():
            start = self._starts(name)[0]
            if end in plan.walls:
                self.ways[name] = (self._to_area(start, end),)
            elif end.endswith("@"):
                building = end[:-1]
                area = next(a for a in plan.segments[building].beside if a in plan.walls)
                line = self._to_area(start, area)
                self.ways[name] = (line,)
                self.buildings[building] = line[-1]
            elif end in plan.shape:
                at = self.buildings.get(end)
                if at is None:
                    at = between(start, MIDDLE, 1.56) if busy_middle else MIDDLE
                self.buildings[end] = at
                self.ways[name] = (straight(start, at),)
            else:
                self.ways[name] = (straight(start, MIDDLE),)
                if end == _NOWHERE:
                    self.ends[name] = MIDDLE

    def _starts(self, name: str) -> list[Point]:
        return [rim(2 * port.side + 1) for port in sorted(self.plan.segments[name].ports)]

    def _through(self, name: str) -> tuple[Line, ...]:
        starts = self._starts(name)
        if len(starts) == 2:  # noqa: PLR2004 -- from side to side
            a, b = starts
            if dist(between(a, b), MIDDLE) < 1:
                return (straight(a, b),)
            return (curve(a, MIDDLE, b),)
        return tuple(straight(start, MIDDLE) for start in starts)

    def _to_area(self, start: Point, area: str) -> Line:
        """From the rim to an area's wall, near to where one would come straight on."""
        walls = [point for wall in self.plan.walls[area] for point in wall[2:-2]]
        alone = sum(end == area for end in self.chosen.values()) < 2  # noqa: PLR2004 -- no other
        ahead = between(start, MIDDLE, 0.6 if alone else 0.4)
        end = min(walls, key=lambda p: dist(p, ahead) + 0.4 * _off(start, p))
        straight_on = _off(start, end)
        if straight_on < 1:
            return straight(start, end)
        inward = between(start, MIDDLE, min(1.0, 0.5 + straight_on / 60))
        return curve(start, inward, end)

    # Fields -----------------------------------------------------------------------------------

    def _divide(self) -> None:
        """Divide the tile along what is drawn, and mend what the segments say otherwise."""
        plan = self.plan
        self.strokes = [
            *sides(),
            *(Stroke(AREA, n, wall) for n, walls in plan.walls.items() for wall in walls),
            *(Stroke(WAY, n, line) for n, lines in self.ways.items() for line in lines),
        ]
        for _ in range(3):
            ground = self._ground(self.strokes)
            hedges = [hedge for face in ground for hedge in self._hedges(face)]
            if not hedges:
                break
            self.hedges += hedges
            self.strokes += [Stroke("hedge", "", hedge) for hedge in hedges]
        self._assign(ground)
        self._wrong = self._contacts()
        for name, own in self.fields.items():
            for one, other in pairwise(own):
                self.passages += self._passage(name, one, other)

    @property
    def cost(self) -> int:
        """How much had to be mended."""
        return 2 * (len(self.hedges) + len(self.passages)) + self._wrong

    def _ground(self, strokes: Sequence[Stroke]) -> list[Face]:
        """The faces that lie in no walled area."""
        areas = self.plan.areas.values()
        return [
            face
            for face in faces(strokes)
            if not any(within(face.inner, outline) for outline in areas)
        ]

    def _hedges(self, face: Face) -> list[Line]:
        """The hedges that a face needs where it lies along several fields."""
        owner = self.plan.owner
        rims = [at for at, edge in enumerate(face.edges) if edge.is_rim]
        owners = [owner.get(int(face.edges[at].stroke.of), "") for at in rims]
        if len(set(owners)) < 2:  # noqa: PLR2004 -- one field
            return []
        chains: list[list[Edge]] = []
        for place, at in enumerate(rims):
            following = rims[(place + 1) % len(rims)]
            if owners[place] != owners[(place + 1) % len(rims)]:
                count = (following - at) % len(face.edges) or len(face.edges)
                chain = [face.edges[(at + n) % len(face.edges)] for n in range(1, count)]
                fields = (owners[place], owners[(place + 1) % len(rims)])
                chains.append(self._along_walls(chain, fields) or chain or [face.edges[at]])
        spots = [_where(chain) for chain in chains]
        if len(spots) == 2:  # noqa: PLR2004 -- from one to the other
            return [nearest(*spots)]
        hub = max(range(len(spots)), key=lambda at: len(spots[at]))
        return [nearest(spot, spots[hub]) for at, spot in enumerate(spots) if at != hub]

    def _along_walls(self, chain: Sequence[Edge], fields: Iterable[str]) -> list[Edge]:
        """The walls in it that both fields lie beside."""
        known = self.plan.segments
        shared = frozenset.intersection(
            *(known[name].beside if name in known else frozenset() for name in fields)
        )
        return [edge for edge in chain if edge.stroke.kind == AREA and edge.stroke.of in shared]

    def _assign(self, ground: Sequence[Face]) -> None:
        """Say which field each face is."""
        plan = self.plan
        owner = plan.owner
        inland = [name for name in plan.of(GROUND) if not plan.halves[name]]
        empty = []
        for face in ground:
            names = [owner[half] for half in face.halves if half in owner]
            if names:
                self.fields.setdefault(names[0], []).append(face)
            else:
                empty.append(face)
        for face in empty:
            walls = {edge.stroke.of for edge in face.edges if edge.stroke.kind == AREA}
            free = [name for name in inland if name not in self.fields]
            free.sort(key=lambda name: len(walls ^ set(plan.segments[name].beside)))
            if free:
                self.fields[free[0]] = [face]
        for number, name in enumerate(each for each in inland if each not in self.fields):
            if name in self._carved or not self._carve(name):
                self._glade(name, number)

    def _carve(self, name: str) -> bool:
        """Hedge an inland field off, between the two areas that it lies beside."""
        beside = self.plan.segments[name].beside
        for owner, own in self.fields.items():
            for face in own:
                for one, other in zip(face.edges, (*face.edges[1:], face.edges[0]), strict=True):
                    met = {one.stroke.of, other.stroke.of}
                    if len(met) == 2 and met <= beside and not (one.is_rim or other.is_rim):  # noqa: PLR2004
                        self._hedge_off(name, owner, one, other)
                        return True
        return False

    def _hedge_off(self, name: str, owner: str, one: Edge, other: Edge) -> None:
        """Hedge a field off where two walls meet; the other keeps what it lies beside."""
        beside = self.plan.segments[owner].beside
        first, second = one.line[::-1], other.line
        a, b = (
            line[-min(_OWN_WALL, len(line)) if edge.stroke.of in beside else -1]
            for edge, line in ((one, first), (other, second))
        )
        self._carved.add(name)
        self.hedges.append((a, b))
        self.strokes.append(Stroke("hedge", "", (a, b)))
        self.fields.clear()
        ground = self._ground(self.strokes)
        self._assign(ground)

    def _glade(self, name: str, number: int) -> None:
        """Clear an inland field that the areas leave no room for, along the upper one's wall."""
        upper = [area for area in self.plan.walls if area in self.plan.segments[name].beside]
        if not upper:
            return
        walls = self.plan.walls[upper[0]]
        if not walls:
            return
        wall = walls[number % len(walls)]
        middle = wall[len(wall) // 2]
        part = wall[4:-4]
        out = shifted(middle, aside(part[0], part[-1], -26 if len(upper) > 1 else 26))
        self.glades.setdefault(name, []).append((*part, *curve(part[-1], out, part[0])[1:-1]))

    def _contacts(self) -> int:
        """How many walls a field touches that it does not lie beside, or the other way about."""
        wrong = 0
        for name, own in self.fields.items():
            met = {
                edge.stroke.of for face in own for edge in face.edges if edge.stroke.kind == AREA
            }
            beside = {each for each in self.plan.segments[name].beside if each in self.plan.areas}
            wrong += len(met ^ beside)
        return wrong

    def _passage(self, name: str, one: Face, other: Face) -> Iterator[Passage]:
        """A way for a field from one side of something to the other."""
        shared = [edge for edge in one.edges for back in other.edges if edge.number == back.number]
        if shared:
            edge = max(shared, key=lambda each: length(each.line))
            at = along(edge.line, 0.5)
            step = aside(edge.line[0], edge.line[-1], 12.0)
            yield Passage(
                name, band(shifted(at, step, -1), shifted(at, step), PASSAGE), under=False
            )
            return
        sides_ = [
            [p for edge in face.edges if edge.stroke.kind == AREA for p in edge.line]
            for face in (one, other)
        ]
        away = [line[0] for lines in self.ways.values() for line in lines] + [
            p for lines in self.ways.values() for line in lines for p in line
        ]
        spots = [
            [p for p in points if clearance(p, away) > 2 * PASSAGE] or points for points in sides_
        ]
        if all(spots):
            a, b = nearest(*spots)
            yield Passage(name, band(_beyond(b, a), _beyond(a, b), PASSAGE), under=True)


def _beyond(a: Point, b: Point) -> Point:
    """A little farther than from one point to another."""
    return between(a, b, 1 + 4.0 / (dist(a, b) or 1.0))


def _where(chain: Sequence[Edge]) -> list[Point]:
    """Where a hedge may meet what two fields have between them."""
    if len(chain) == 1 and chain[0].is_rim:
        return [chain[0].line[-1]]
    points = [point for edge in chain for point in edge.line]
    ends = max((len(points) - 1) // 3, 1) if len(points) < 8 else 2  # noqa: PLR2004 -- a short one
    return points[ends:-ends] or points


def _off(start: Point, point: Point) -> float:
    """How far a point is off the straight way inward from a middle of a side."""
    return abs(point[0] - start[0]) if start[0] == MIDDLE[0] else abs(point[1] - start[1])
