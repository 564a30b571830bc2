"""El Alcázar de Toledo: a walled city whose gates may face anything."""

from __future__ import annotations

from collections.abc import Iterator

from carcassonne_judge.board import Board, Feature, closes, touches
from carcassonne_judge.changes import PlaceTile
from carcassonne_judge.geometry import SIDES, Port, Side
from carcassonne_judge.legality import fits, forbids
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import PlacedTile, Segment, Spot
from carcassonne_judge.rulebooks.alcazar import ALCAZAR
from carcassonne_judge.rulebooks.base import CITY, FIELD, ROAD

book = load_rulebook(__package__)


def _gate(tile: PlacedTile | None, side: Side) -> Segment | None:
    """The city of the Alcázar on a side of a tile, if that is what it shows."""
    segment = tile.ports.get(Port(side)) if tile else None
    return segment if segment and ALCAZAR in segment.marks else None


@book.rule(fits(), "placement-any-edge")
def a_gate_fits_anything(tile: PlacedTile, other: PlacedTile, side: Side) -> bool | None:
    """A side of the Alcázar may lie against any side."""
    return True if _gate(tile, side) or _gate(other, side.opposite) else None


@book.rule(forbids(PlaceTile), "later-tiles-show-city")
def no_city_towards_the_alcazar(board: Board, move: PlaceTile) -> bool:
    """A tile laid beside the Alcázar must show city to it, unless it is another."""
    tile, cell = board.as_it_lies(move.placed, move.tokens), move.placed.cell
    return any(
        tile.face(side) != CITY
        for side in SIDES
        if _gate(board.tiles.get(cell.beside(side)), side.opposite) and not _gate(tile, side)
    )


@book.rule(closes(CITY), "walled-where-no-city-adjoins")
def no_side_onto_an_empty_cell(city: Feature) -> bool | None:
    """The city of the Alcázar is complete when nothing of it gives onto an empty cell."""
    return not city.open if city.has(ALCAZAR) else None


@book.rule(closes(ROAD), "completes-roads")
def it_ends_at_the_alcazar(road: Feature) -> bool | None:
    """A road with no open end is complete, one or more of its ends being at the Alcázar."""
    if road.open:
        return None
    tiles = road.board.tiles
    beyond = (
        _gate(tiles.get(spot.cell.beside(port.side)), port.side.opposite)
        for spot in road.spots
        for port in tiles[spot.cell].spots[spot].ports
    )
    return True if any(beyond) else None


@book.rule(touches(), "field-contact")
def fields_that_reach_it(
    _board: Board, tile: PlacedTile, other: PlacedTile, side: Side
) -> Iterator[tuple[Spot, Spot]] | None:
    """A field that reaches a side of the Alcázar borders its city."""
    for inner, outer, facing in ((tile, other, side), (other, tile, side.opposite)):
        city = _gate(inner, facing)
        if city:
            reaching = outer.lie.rim[facing.opposite].values()
            fields = (segment for segment in reaching if segment.kind == FIELD)
            return ((inner.named[city.name], outer.named[field.name]) for field in fields)
    return None
