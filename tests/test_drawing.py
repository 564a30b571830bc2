"""What is drawn is what the segments say: every field of every tile, seen by another library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from carcassonne_judge import library, locale, position_file
from carcassonne_judge.board import Board
from carcassonne_judge.changes import PlaceTile
from carcassonne_judge.drawing.colours import liveries
from carcassonne_judge.drawing.icons import FIGURES, PICTURES
from carcassonne_judge.drawing.lines import rim
from carcassonne_judge.drawing.looks import Looks
from carcassonne_judge.drawing.picture import document
from carcassonne_judge.drawing.plan import AREA, GROUND, SHAPES, Plan
from carcassonne_judge.drawing.png import NoRendererError, rendered
from carcassonne_judge.drawing.svg import element
from carcassonne_judge.drawing.table import (
    Scene,
    TooFarApartError,
    draw,
    draw_all,
    draw_series,
    spot_id,
)
from carcassonne_judge.drawing.text import WIDE, Draughtsman
from carcassonne_judge.geometry import Cell, Port
from carcassonne_judge.position import (
    Figure,
    Figures,
    PlacedTile,
    Position,
    Segment,
    Spot,
    Tile,
)
from carcassonne_judge.report.scenes import scene
from carcassonne_judge.rules import Rulebook, TileSheet
from carcassonne_judge.turn import Prospect, prospects

BOOKS = [library.contents_of(name) for name in library.box_ids()]
LOOKS = Looks(BOOKS)
EVERYTHING = library.rule_set(library.box_ids())
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


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with locale.speaking("en"):
        yield


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
        own = unary_union(
            [Polygon(line).buffer(0) for line in (*outlines, *plan.glades.get(name, ()))]
        )
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


# Any face that somebody may declare ------------------------------------------------------------


@st.composite
def faces(draw: st.DrawFn) -> tuple[Segment, ...]:
    """What nobody has printed: sides as they come, joined in any way."""
    ports: dict[tuple[str, int], list[str]] = {}
    for side in "NESW":
        kind = draw(
            st.sampled_from(["city", "road", "river", "field", "carcassonne", "unheard-of"])
        )
        number = draw(st.integers(0, 1))
        if kind != "field":
            ports.setdefault((kind, number), []).append(side)
        for half in "LR" if kind in ("field", "road", "river") else ():
            ports.setdefault(("field", draw(st.integers(2, 4))), []).append(side + half)
    for kind in draw(st.sets(st.sampled_from(["monastery", "tower", "field", "hut"]))):
        ports.setdefault((kind, 9), [])
    names = [f"{kind}{number}" for kind, number in ports]
    return tuple(
        Segment(
            f"{kind}{number}",
            kind,
            frozenset(map(Port.parse, own)),
            draw(st.frozensets(st.sampled_from(names), max_size=2)) - {f"{kind}{number}"},
            {"shields": draw(st.integers(0, 2)), "unheard-of": 1} if kind == "city" else {},
        )
        for (kind, number), own in ports.items()
    )


@settings(max_examples=150, deadline=None)
@given(faces())
def test_any_face_that_somebody_declares_is_drawn(segments: tuple[Segment, ...]) -> None:
    placed = PlacedTile(Tile("declared", segments, {"volcano": 1}), Cell(0, 0), 1)
    position = Position(
        {placed.cell: (placed,)},
        Figures(Figure("follower", "Ana", spot) for spot in placed.spots),
        players=("Ana",),
    )
    board = Board(position, EVERYTHING)
    told = parsed(draw(board).svg)
    spots = {each.get("data-spot") for each in told.iter() if each.get("class") == "spot"}
    assert spots == {spot_id(spot) for spot in placed.spots}
    figures = [each for each in told.iter() if each.get("class") == "figure"]
    assert len([each for each in figures if each.get("data-spot")]) == len(segments)
    told_in_text = Draughtsman(EVERYTHING.books).table(position, lambda figure: figure.kind)
    assert {len(line) for line in told_in_text[1:]} == {WIDE + 4}


# The table -------------------------------------------------------------------------------------


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 -- we have just drawn it


def table(text: str) -> position_file.Case:
    (case,) = position_file.read_text(text)
    return case


def drawn(text: str) -> ET.Element:
    case = table(text)
    return parsed(draw(case.board, Scene(colours=case.colours)).svg)


def classes(told: ET.Element, name: str) -> list[ET.Element]:
    return [each for each in told.iter() if each.get("class") == name]


def words(told: ET.Element) -> list[str]:
    return [each.text or "" for each in told.iter() if each.tag.endswith("}text")]


MANY = str(Path(__file__).parents[1] / "docs" / "pictures" / "many.yaml")


def test_a_table_that_came_to_lie_shows_in_the_end_what_it_shows_by_itself() -> None:
    """Ground, buildings, marks, figures and tokens: all that is drawn with a symbol."""

    def used(svg: str) -> Counter[str | None]:
        return Counter(each.get("href") for each in parsed(svg).iter() if each.tag.endswith("}use"))

    (case,) = position_file.read(MANY)
    bare = case.board.with_position(case.position._replace(figures=Figures(()), tokens=()))
    whole = draw(case.board).svg
    assert used(draw_series([case.board]).svg) == used(whole)
    assert used(draw_series([bare, case.board]).svg) == used(whole)


TWO = "players: [A, B]\nboard: |\n  D D\nfigures: {A: knight at 0 0, B: farmer S at 1 0}\n"


def test_every_spot_is_named_and_knows_its_feature() -> None:
    told = drawn(TWO)
    features = {each.get("data-spot"): each.get("data-feature") for each in classes(told, "spot")}
    assert features["0,0/road"] == features["1,0/road"] == "0,0/road"
    assert features["0,0/city"] != features["1,0/city"]
    assert features["0,0/south"] == features["1,0/south"]
    assert {each.get("data-cell") for each in classes(told, "tile")} == {"0,0", "1,0"}


def test_figures_stand_and_farmers_lie_in_the_colours_and_letters_of_their_players() -> None:
    told = drawn(
        "players: {Rojo: {}, Bea: {colour: verde}}\nboard: |\n  D D\n"
        "figures: {Rojo: knight at 0 0, Bea: farmer S at 1 0}\n"
    )
    standing = [each for each in classes(told, "figure") if each.get("data-spot")]
    by_player = {each.get("data-player"): each for each in standing}
    knight, farmer = by_player["Rojo"], by_player["Bea"]
    uses = {name: each.find("{*}use") for name, each in by_player.items()}
    assert uses["Rojo"] is not None
    assert uses["Bea"] is not None
    assert uses["Rojo"].get("fill") == "#d55e00"
    assert uses["Bea"].get("fill") == "#009e73"
    assert uses["Rojo"].get("transform") is None
    assert uses["Bea"].get("transform") == "rotate(-90)"
    assert (words(knight), words(farmer)) == (["R"], ["B"])
    assert (knight.get("data-spot"), farmer.get("data-spot")) == ("0,0/city", "1,0/south")


def test_what_players_are_called_cannot_break_the_picture() -> None:
    name = "<b>&\"'\u0001"
    board = table(TWO).board
    position = board.position._replace(players=(name, "B"), scores={name: 3})
    figures = Figures(f._replace(owner=name) for f in position.figures)
    told = parsed(
        draw(board.with_position(position._replace(figures=figures)), Scene(name=name)).svg
    )
    assert any(text.startswith("<b>&\"'") for text in words(told))


def test_names_that_begin_alike_have_letters_of_their_own() -> None:
    letters = {name: each.letters for name, each in liveries(["Ana", "Alba", "Eva", "Aa"]).items()}
    assert letters["Eva"] == "E"
    assert len(set(letters.values())) == len(letters)
    colours = [each.colour for each in liveries(["Azul", "Ana", "Bea"]).values()]
    assert colours[0] == "#0072b2"
    assert len(set(colours)) == len(colours)


def test_tiles_on_top_of_each_other_and_tokens_are_drawn() -> None:
    told = drawn(
        "boxes: [gaudi, tower, princess-and-dragon]\n"
        "players: [A, B]\n"
        "tiles: [{tile: gaudi/casa-vicens, at: [0, 0]}, {tile: D, at: [0, 0], on_top: true},\n"
        "  {tile: tower/meadow, at: [0, 1]}]\n"
        "tokens: [{token: tower-piece, at: [0, 1], owner: A, value: 3},\n"
        "  {token: dragon, at: [0, 0]}]\n"
    )
    assert "×2" in words(told)
    assert {each.get("data-token") for each in classes(told, "token")} == {"tower-piece", "dragon"}
    assert "3" in words(told)
    assert {"tower piece", "dragon", "tower"} <= set(words(told))


def test_a_feature_is_lit_on_every_tile_it_lies_on_under_its_number() -> None:
    board = table(TWO).board
    road = board.feature_at(Spot(Cell(0, 0), "road"))
    told = parsed(draw(board, scene(board, [road])).svg)
    (light,) = classes(told, "light")
    assert light.get("data-number") == "1"
    assert len(light) == 2
    (number,) = classes(told, "number")
    assert words(number) == ["1"]


def test_legal_cells_show_how_the_tile_may_be_turned() -> None:
    case = table(TWO + "turn: {player: A, tile: E}\n")
    moves = prospects(case.board)
    told = parsed(draw(case.board, scene(case.board, (), moves)).svg)
    places = {each.get("data-cell"): words(each) for each in classes(told, "place")}
    cells = {f"{m.placed.cell.x},{m.placed.cell.y}" for m in map(_placement, moves)}
    assert places.keys() == cells
    arrows = sum(text.endswith("°") for each in places.values() for text in each)
    assert arrows == len(moves)


def _placement(seen: Prospect) -> PlaceTile:
    assert isinstance(seen.option.move, PlaceTile)
    return seen.option.move


def test_several_tables_on_one_page_have_names_of_their_own() -> None:
    board = table(TWO).board
    told = draw_all([(board, Scene("one", prefix="a-")), (board, Scene("two", prefix="b-"))])
    page = parsed(told.svg)
    ids = [each.get("id") for each in page.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    known = set(ids)
    used = {each.get("href", "")[1:] for each in page.iter() if each.tag.endswith("}use")}
    assert used <= known


def test_a_picture_speaks_spanish() -> None:
    with locale.speaking("es"):
        assert {"ciudad", "camino", "campo"} <= set(words(drawn(TWO)))


def test_the_picture_grows_with_the_tiles_not_with_their_square() -> None:
    def size(tiles: int) -> int:
        placed = {
            Cell(x, 0): (PlacedTile(EVERYTHING.tiles["U"].tile, Cell(x, 0)),) for x in range(tiles)
        }
        return len(draw(Board(Position(placed), EVERYTHING)).svg)

    assert (size(400) - size(200)) / (size(200) - size(100)) == pytest.approx(2, rel=0.1)


def test_a_table_without_end_is_not_drawn() -> None:
    far = "tiles: [{tile: B, at: [0, 0]}, {tile: B, at: [900000, 900000]}]"
    with pytest.raises(TooFarApartError):
        draw(table(far).board)


def test_words_are_drawn_with_a_font_that_is_there() -> None:
    def png(text: str) -> bytes:
        return rendered(document(90, 30, "", element("text", text, y=20)), 90, 30)

    assert len({png("Ana"), png("Luis"), png("ñçő–"), png("")}) == 4


def test_where_no_font_is_there_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **_: b"a blank picture")
    with pytest.raises(NoRendererError, match="PNG needs a font"):
        rendered("<svg/>", 10, 10)


def test_what_cannot_be_rendered_is_no_traceback() -> None:
    with pytest.raises(NoRendererError):
        rendered("no picture", 10, 10)


# What things look like -------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=[book.box for book in BOOKS])
def test_what_a_box_says_of_looks_can_be_drawn(book: Rulebook) -> None:
    looks = book.looks()
    for things in looks:
        known = FIGURES if things == "figures" else PICTURES
        for name, look in looks[things].items():
            assert look.picture in (*known, "", "none"), name
    kinds = {segment.kind for sheet in book.tiles.values() for segment in sheet.tile.segments}
    marks = {mark for sheet in book.tiles.values() for mark in sheet.tile.marks}
    marks |= {m for sheet in book.tiles.values() for s in sheet.tile.segments for m in s.marks}
    assert looks["kinds"].keys() <= {*book.kinds, *kinds}
    assert looks["marks"].keys() <= marks | {"garden", "shields"}
    assert looks["tokens"].keys() <= book.tokens.keys()
    assert looks["figures"].keys() <= book.figures.keys()
    assert all(look.shape in ("", *SHAPES) for look in looks["kinds"].values())


ABBEY = "abbey"
"""It lies before a player, and is told in words."""


def test_every_kind_mark_token_and_figure_has_a_look_of_its_own() -> None:
    for sheet in SHEETS.values():
        for segment in sheet.tile.segments:
            assert not LOOKS.kind(segment.kind).letters
            assert not any(LOOKS.mark(m).letters not in ("", "+") for m in segment.marks)
        assert all(LOOKS.mark(mark).picture for mark in sheet.tile.marks)
    for book in BOOKS:
        assert all(LOOKS.token(token).picture for token in book.tokens if token != ABBEY)
        assert all(not LOOKS.figure(kind).letters for kind in book.figures)


def test_a_word_about_looks_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_contents", lambda _: {"look": {"kinds": {"city": {"hue": "x"}}}})
    with pytest.raises(ValueError, match="hue"):
        library._looks("a box of its own")
