"""The feature graph: which segments make one feature, what it touches, when it closes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import networkx as nx
from msgspec import Struct

from carcassonne_judge.geometry import OTHER_HALF, SIDES, Cell, Side
from carcassonne_judge.position import (
    COMPLETE,
    Change,
    Figure,
    Kind,
    PlacedTile,
    Position,
    Segment,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rules import Finding, Question, RuleSet, question

Tiles = Mapping[Cell, PlacedTile]
Regions = Mapping[Spot, "Region"]


class Pool(NamedTuple):
    """Features judged together though nothing joins them, and the spot they have in common."""

    kind: Kind
    parts: tuple[Feature, ...]
    about: Spot


@question
def lays_over() -> Question[[Position, PlacedTile], tuple[Segment, ...]]:
    """Which segments lie on this tile besides those printed on it, as it now lies?"""
    return Question("lays over")


@question
def touches() -> Question[[Board, PlacedTile, PlacedTile, Side], Iterable[tuple[Spot, Spot]]]:
    """Which segments of these two tiles lie against each other across this side?"""
    return Question("touches")


@question
def joins() -> Question[[Board], Iterable[tuple[Spot, Spot]]]:
    """Which spots are one feature though they do not meet at a side?"""
    return Question("joins")


@question
def pools() -> Question[[Board], Iterable[Pool]]:
    """Which features are judged together at the end of the game, though nothing joins them?"""
    return Question("pools")


@question
def closes(kind: Kind) -> Question[[Feature], bool]:
    """Is this feature complete, going by itself and the cells round about it?"""
    return Question("closes", kind)


class Region(Struct, frozen=True, eq=False):
    """What a feature is in itself, whatever board it is seen on: shared, never changed.

    ``gaps`` counts the ports of it that give onto empty cells.
    """

    kind: Kind
    spots: frozenset[Spot]
    cells: frozenset[Cell]
    gaps: int
    marks: Mapping[str, int]


class Board:
    """A position, read as features under a set of rules."""

    def __init__(
        self,
        position: Position,
        rules: RuleSet,
        tiles: Tiles | None = None,
        regions: Regions | None = None,
        free: frozenset[Cell] | None = None,
    ) -> None:
        self.position = position
        self.rules = rules
        self.tiles: Tiles = (
            {cell: self.as_it_lies(pile[-1]) for cell, pile in position.tiles.items()}
            if tiles is None
            else tiles
        )
        self.regions: Regions = self._joined() if regions is None else regions
        self._free = free
        self._seen: dict[Region, Feature] = {}

    def _joined(self) -> Regions:
        """The components of the graph of all segments, by spot."""
        found = _from_scratch(self.tiles, _spots(self.tiles.values()))
        if not self.rules.answers(joins()):
            return found
        loose = Board(self.position, self.rules, self.tiles, found)
        pairs = [pair for each in self.rules.ask(joins(), loose) for pair in each.answer]
        return found | _by_spot(_joined_up(found, pairs))

    @property
    def free(self) -> frozenset[Cell]:
        """The empty cells that share a side with a tile."""
        if self._free is None:
            beside = {cell.beside(side) for cell in self.tiles for side in SIDES}
            self._free = frozenset(beside - self.tiles.keys())
        return self._free

    @cached_property
    def used(self) -> Counter[Tile]:
        """Every tile that has been played, and how often: laid, covered, or put out of the game."""
        position = self.position
        used = Counter(placed.tile for pile in position.tiles.values() for placed in pile)
        used.update(position.discarded)
        return used

    def as_it_lies(self, placed: PlacedTile, tokens: tuple[Token, ...] = ()) -> PlacedTile:
        """A tile with all that lies over it, the given tokens included."""
        if not self.rules.answers(lays_over()):
            return placed
        table = self.position
        table = table._replace(tokens=(*table.tokens, *tokens)) if tokens else table
        found = self.rules.ask(lays_over(), table, placed)
        laid = tuple(segment for each in found for segment in each.answer)
        return placed if laid == placed.laid_over else placed.with_segments(laid)

    def grown(self, change: Change) -> Board:
        """The board after a change, sharing every region that the change does not meet."""
        board = self.with_position(change.on(self.position))
        for cell in change.cells:
            if cell in board.position.tiles:
                board = board.with_tile(board.as_it_lies(board.position.tiles[cell][-1]))
        return board

    def with_position(self, position: Position) -> Board:
        """The same tiles under other figures and tokens."""
        return Board(position, self.rules, self.tiles, self.regions, self._free)

    def with_tile(self, placed: PlacedTile) -> Board:
        """The board on which one cell shows this tile."""
        before = self.tiles.get(placed.cell)
        if before == placed:
            return self
        tiles = {**self.tiles, placed.cell: placed}
        if self.rules.answers(joins()):
            return Board(self.position, self.rules, tiles)
        if before:
            regions = _rebuilt(tiles, self.regions, before)
            return Board(self.position, self.rules, tiles, regions, self._free)
        beside = {placed.cell.beside(side) for side in SIDES}
        free = (self.free | {cell for cell in beside if cell not in tiles}) - {placed.cell}
        return Board(self.position, self.rules, tiles, _merged(tiles, self.regions, placed), free)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature on the table."""
        return tuple(map(self._view, dict.fromkeys(self.regions.values())))

    @cached_property
    def pools(self) -> tuple[Feature, ...]:
        """What is judged together at the end of the game, besides the features."""
        return tuple(
            Feature(_nowhere(pool.kind), self, parts=pool.parts, about=pool.about)
            for found in self.rules.ask(pools(), self)
            for pool in found.answer
        )

    @property
    def due(self) -> tuple[Feature, ...]:
        """What is closed or put down to be judged, each on its occasion."""
        scores = (score for score in self.position.closed if score.spot in self.regions)
        asked = (self.feature_at(score.spot).on(score.occasion) for score in scores)
        return tuple(f for f in dict.fromkeys(asked) if f.occasion != COMPLETE or f.complete)

    def kind_at(self, spot: Spot | None) -> Kind:
        """The kind of feature that one segment belongs to; nothing where there is no such spot."""
        return self.regions[spot].kind if spot is not None and spot in self.regions else ""

    def feature_at(self, spot: Spot) -> Feature:
        """The feature that one segment belongs to."""
        return self._view(self.regions[spot])

    def _view(self, region: Region) -> Feature:
        seen = self._seen.get(region)
        if seen is None:
            seen = self._seen[region] = Feature(region, self)
        return seen

    def near(self, cells: Iterable[Cell]) -> tuple[Feature, ...]:
        """The features on these cells and on those round about them."""
        where = {near for cell in cells for near in (cell, *cell.around)}
        spots = _spots(self.tiles[cell] for cell in sorted(where & self.tiles.keys()))
        return tuple(map(self._view, dict.fromkeys([self.regions[spot] for spot in spots])))

    def touching(self, feature: Feature) -> frozenset[Feature]:
        """The features that lie against this one."""
        own = feature.spots
        found = set()
        for cell in feature.cells:
            for one, other in self._borders(cell):
                if (one in own) != (other in own):
                    found.add(self.feature_at(other if one in own else one))
        return frozenset(found)

    def _borders(self, cell: Cell) -> Iterator[tuple[Spot, Spot]]:
        """Which segments lie against each other on a cell and across its sides."""
        placed = self.tiles[cell]
        yield from placed.borders
        if not self.rules.answers(touches()):
            return
        for side in SIDES:
            other = self.tiles.get(cell.beside(side))
            for found in self.rules.ask(touches(), self, placed, other, side) if other else ():
                yield from found.answer

    def followers_on(self, cells: Iterable[Cell]) -> tuple[Figure, ...]:
        """The followers on any segment of the given cells."""
        standing = self.position.standing_on(cells)
        return tuple(figure for figure in standing if figure.kind in self.rules.followers)


class Feature:
    """A city, road, field or the like: a region as it is seen on one board.

    ``occasion`` is why it is being judged: empty where it is only looked at. A pool has no spots
    of its own: ``parts`` are its features, and ``about`` is the spot they have in common. Two
    views of one region on the same occasion are equal.
    """

    def __init__(
        self,
        region: Region,
        board: Board,
        occasion: str = "",
        parts: tuple[Feature, ...] = (),
        about: Spot | None = None,
    ) -> None:
        self.region = region
        self.board = board
        self.occasion = occasion
        self.parts = parts
        self.about = about

    def __eq__(self, other: object) -> bool:
        """Whether it is the same region, on the same occasion."""
        if not isinstance(other, Feature):
            return NotImplemented
        return self.region is other.region and self.occasion == other.occasion

    def __hash__(self) -> int:
        """Equal features have equal hashes."""
        return hash(self.region)

    @property
    def spots(self) -> frozenset[Spot]:
        """The segments that make it."""
        return self.region.spots

    @property
    def ground(self) -> frozenset[Spot]:
        """Where it lies: its own segments and, of a pool, those of its parts."""
        return self.spots.union(*(part.spots for part in self.parts))

    @property
    def kind(self) -> Kind:
        """What the feature is."""
        return self.region.kind

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells it lies on."""
        return self.region.cells

    @property
    def ring(self) -> frozenset[Cell]:
        """The cells round about its own."""
        return frozenset[Cell]().union(*(cell.around for cell in self.cells)) - self.cells

    @property
    def open(self) -> bool:
        """Whether some port of it gives onto an empty cell."""
        return self.region.gaps > 0

    @cached_property
    def completion(self) -> Finding[bool]:
        """Whether the rules hold it finished, and by which clause.

        Raises:
            UnsettledError: no clause in play knows such a feature, or several disagree.
        """
        return self.board.rules.settle(closes(self.kind), self)

    @property
    def complete(self) -> bool:
        """Whether the rules hold it finished."""
        return self.completion.answer

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures standing on it."""
        standing, spots = self.board.position.figures.standing, self.region.spots
        if len(spots) < len(standing):
            found = [spot for spot in spots if spot in standing]
        else:
            found = [spot for spot in standing if spot in spots]
        own = [figure for spot in sorted(found) for figure in standing[spot]]
        return (*own, *(who for part in self.parts for who in part.figures))

    @property
    def followers(self) -> tuple[Figure, ...]:
        """The followers standing on it."""
        return tuple(who for who in self.figures if who.kind in self.board.rules.followers)

    @property
    def due(self) -> bool:
        """Whether it is still to be judged in this part of the turn."""
        return any(score.spot in self.spots for score in self.board.position.closed)

    def count(self, mark: str) -> int:
        """How many of a mark are printed on it."""
        return self.region.marks.get(mark, 0)

    def has(self, mark: str) -> bool:
        """Whether a mark is printed on it at all."""
        return self.count(mark) > 0

    def touching(self, kind: Kind) -> frozenset[Feature]:
        """The features of one kind that lie against it."""
        return frozenset(near for near in self.board.touching(self) if near.kind == kind)

    def on(self, occasion: str) -> Feature:
        """The same feature, judged on some occasion."""
        return Feature(self.region, self.board, occasion, self.parts, self.about)


def graph(tiles: Tiles, spots: Collection[Spot]) -> nx.Graph[Spot]:
    """The graph of these segments, joined where they continue each other across a side."""
    joined: nx.Graph[Spot] = nx.Graph()
    joined.add_nodes_from(spots)
    for cell in dict.fromkeys([spot.cell for spot in spots]):
        pairs = _continued(tiles, tiles[cell], (Side.E, Side.S))
        joined.add_edges_from([pair for pair in pairs if pair[0] in joined and pair[1] in joined])
    return joined


def _continued(
    tiles: Tiles, placed: PlacedTile, sides: Iterable[Side] = SIDES
) -> Iterator[tuple[Spot, Spot]]:
    """Which of a tile's segments go on as which of its neighbours' across some sides."""
    for side in sides:
        other = tiles.get(placed.cell.beside(side))
        if other is None:
            continue
        rim = other.lie.rim[side.opposite]
        for half, segment in placed.lie.rim[side].items():
            beyond = rim.get(OTHER_HALF[half])
            if beyond is not None and beyond.kind == segment.kind:
                yield placed.named[segment.name], other.named[beyond.name]


def _from_scratch(tiles: Tiles, spots: Collection[Spot]) -> dict[Spot, Region]:
    """The regions that are the components of the graph of these segments."""
    pieces: dict[Spot, tuple[Segment, int]] = {}
    for cell in dict.fromkeys([spot.cell for spot in spots]):
        pieces |= _pieces(tiles, tiles[cell])
    components = nx.connected_components(graph(tiles, spots))
    return _by_spot(_region({spot: pieces[spot] for spot in each}) for each in components)


def _merged(tiles: Tiles, regions: Regions, placed: PlacedTile) -> dict[Spot, Region]:
    """The regions once a tile lies on an empty cell: those it meets are filled or made one."""
    filled: Counter[Region] = Counter()
    for side in SIDES:
        other = tiles.get(placed.cell.beside(side))
        if other is not None:
            rim = other.lie.rim[side.opposite].values()
            filled.update([regions[other.named[segment.name]] for segment in rim])
    pieces = _pieces(tiles, placed)
    met = {spot: {_region({spot: piece})} for spot, piece in pieces.items()}
    for own, beyond in _continued(tiles, placed):
        met[own].add(regions[beyond])
    groups: list[set[Region]] = [{region} for region in filled]
    for group in met.values():
        apart = [each for each in groups if group.isdisjoint(each)]
        groups = [*apart, group.union(*[each for each in groups if each not in apart])]
    made = (_one_of(group, sum([filled[region] for region in group])) for group in groups)
    return {**regions, **_by_spot(made)}


def _rebuilt(tiles: Tiles, regions: Regions, before: PlacedTile) -> dict[Spot, Region]:
    """The regions once a cell shows another tile: those on it and beside it are made anew."""
    cell = before.cell
    beside = (tiles[c] for side in SIDES if (c := cell.beside(side)) in tiles)
    met = {regions[spot] for spot in (*before.spots, *_spots(beside))}
    spots = {spot for region in met for spot in region.spots} - before.spots.keys()
    kept = {spot: region for spot, region in regions.items() if spot not in before.spots}
    return kept | _from_scratch(tiles, spots | tiles[cell].spots.keys())


def _joined_up(regions: Regions, pairs: Iterable[tuple[Spot, Spot]]) -> Iterator[Region]:
    """The regions that some pairs of spots make one."""
    met: nx.Graph[Region] = nx.Graph()
    met.add_edges_from((regions[one], regions[other]) for one, other in pairs)
    return (_one_of(part) for part in nx.connected_components(met))


def _spots(tiles: Iterable[PlacedTile]) -> list[Spot]:
    return [spot for placed in tiles for spot in placed.spots]


def _pieces(tiles: Tiles, placed: PlacedTile) -> dict[Spot, tuple[Segment, int]]:
    """The segments of a tile by where they lie, each with its number of gaps."""
    free = [placed.cell.beside(side) not in tiles for side in SIDES]
    return {
        spot: (segment, sum([free[port.side] for port in segment.ports]))
        for spot, segment in placed.spots.items()
    }


def _region(pieces: Mapping[Spot, tuple[Segment, int]]) -> Region:
    """The region that some segments make, each with its number of gaps."""
    found = pieces.values()
    return Region(
        next(iter(found))[0].kind,
        frozenset(pieces),
        frozenset([spot.cell for spot in pieces]),
        sum([gaps for _, gaps in found]),
        _sum(segment.marks for segment, _ in found if segment.marks),
    )


def _sum(marks: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for each in marks:
        for mark, count in each.items():
            found[mark] = found.get(mark, 0) + count
    return dict(sorted(found.items()))


def _nowhere(kind: Kind) -> Region:
    """The region of what has no segment of its own."""
    return Region(kind, frozenset(), frozenset(), 0, {})


def _one_of(regions: Collection[Region], filled: int = 0) -> Region:
    """The region that several make together, when so many of their gaps have been filled."""
    if len(regions) == 1 and not filled:
        return next(iter(regions))
    return Region(
        next(iter(regions)).kind,
        frozenset[Spot]().union(*[region.spots for region in regions]),
        frozenset[Cell]().union(*[region.cells for region in regions]),
        sum([region.gaps for region in regions]) - filled,
        _sum(region.marks for region in regions if region.marks),
    )


def _by_spot(regions: Iterable[Region]) -> dict[Spot, Region]:
    found: dict[Spot, Region] = {}
    for region in regions:
        found.update(dict.fromkeys(region.spots, region))
    return found
