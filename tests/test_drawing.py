"""What is drawn is what the segments say: every field of every tile, seen by another library."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from carcassonne_judge import library
from carcassonne_judge.drawing.lines import rim
from carcassonne_judge.drawing.looks import Looks
from carcassonne_judge.drawing.plan import AREA, GROUND, Plan
from carcassonne_judge.rules import TileSheet

BOOKS = [library.contents_of(name) for name in library.box_ids()]
LOOKS = Looks(BOOKS)
SHEETS = {name: sheet for book in BOOKS for name, sheet in book.tiles.items()}

BORDERED = {
    kinds[area]
    for sheet in SHEETS.values()
    for kinds in [{segment.name: segment.kind for segment in sheet.tile.segments}]
    for segment in sheet.tile.segments
    for area in segment.beside
    if segment.kind == "field"
}
"""The kinds of area that a field lies beside as far as any rule asks."""

NOT_DRAWN = {("abbey-and-mayor/city-and-city-across", "south"): {"north-city"}}
"""What a field cannot touch on a flat tile though the tile's data have it so."""

ROAD = 4.5
"""Half the width of a road."""

BUILDING = 6.0
HEDGE = 1.0
SPECK = 12.0
"""What is smaller than this, of a tile of ten thousand, no eye sees between two walls that meet."""


def pieces(shape: BaseGeometry) -> Iterator[Polygon]:
    parts = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    yield from (part for part in parts if isinstance(part, Polygon) and part.area > SPECK)


def open_country(plan: Plan) -> list[Polygon]:
    """The parts of the tile that nothing drawn divides."""
    walls = [Polygon(outline) for outline in plan.areas.values()]
    ways = [LineString(line).buffer(ROAD) for lines in plan.ways.values() for line in lines]
    houses = [Point(at).buffer(BUILDING) for at in plan.buildings.values()]
    hedges = [LineString(hedge).buffer(HEDGE) for hedge in plan.hedges]
    glades = [Polygon(glade).buffer(0) for own in plan.glades.values() for glade in own]
    passages = [Polygon(passage.outline) for passage in plan.passages]
    left = box(0, 0, 100, 100) - unary_union([*walls, *ways, *houses, *hedges])
    return list(pieces(unary_union([left, *passages]) | unary_union(glades)))


def reached(piece: Polygon) -> frozenset[int]:
    """The half-sides that a piece takes for the most part."""
    return frozenset(
        half
        for half in range(8)
        if piece.buffer(0.1).intersection(LineString((rim(half), rim(half + 1)))).length > 25
    )


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_the_fields_drawn_are_the_fields_of_the_tile(sheet: TileSheet) -> None:
    plan = Plan(sheet.tile.segments, LOOKS.shapes)
    drawn = open_country(plan)
    fields = {name: plan.halves[name] for name in plan.of(GROUND)}
    if plan.paved:  # the abbey: what is drawn round it is no field
        assert not any(name.kind == "field" for name in sheet.tile.segments)
        return
    assert sorted(map(sorted, map(reached, drawn))) == sorted(map(sorted, fields.values()))


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_a_field_is_drawn_where_it_lies_and_lies_beside_what_it_says(sheet: TileSheet) -> None:
    plan = Plan(sheet.tile.segments, LOOKS.shapes)
    drawn = open_country(plan)
    for name in plan.of(GROUND):
        outlines = [face.outline for face in plan.fields.get(name, ())]
        own = unary_union([Polygon(line).buffer(0) for line in (*outlines, *plan.glades.get(name, ()))])
        seen = max(drawn, key=lambda piece: piece.intersection(own).area)
        assert reached(seen) == plan.halves[name]
        met = {
            area
            for area in plan.of(AREA)
            if plan.segments[area].kind in BORDERED
            and seen.buffer(HEDGE / 2).intersection(Polygon(plan.areas[area])).area > SPECK / 2
        }
        beside = {area for area in plan.segments[name].beside if area in plan.areas}
        assert met == beside - NOT_DRAWN.get((sheet.tile.id, name), set()), name
