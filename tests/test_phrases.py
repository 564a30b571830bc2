"""What the table says is read, and what is said is read back as the same."""

import pytest

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile
from carcassonne_judge.geometry import Cell
from carcassonne_judge.library import find, rule_set, tile
from carcassonne_judge.phrases import (
    MoveText,
    PhraseError,
    Words,
    figure_phrase,
    held_phrase,
    move_phrase,
    read_cell,
    read_figure,
    read_figure_kind,
    read_move,
    read_segment,
    read_spot,
    split_holder,
    split_place,
    spot_phrase,
)
from carcassonne_judge.position import Figure, PlacedTile, Position, Spot
from carcassonne_judge.rules import FigureKind, Rulebook, RuleSet, Word

BASE = rule_set()
EVERYWHERE = frozenset(("city", "road", "field", "monastery"))


def _word(en: str, es: str, ens: str, ess: str) -> Word:
    return Word(one={"en": en, "es": es}, many={"en": ens, "es": ess})


TOY = Rulebook(
    box="toy",
    clauses={},
    figures={
        "big-follower": FigureKind(
            "big-follower",
            _word("big follower", "gran seguidor", "big followers", "grandes seguidores"),
            1,
            follower=True,
            stands_on=EVERYWHERE,
        ),
        "phantom": FigureKind(
            "phantom",
            _word("phantom", "fantasma", "phantoms", "fantasmas"),
            1,
            follower=True,
            stands_on=EVERYWHERE,
        ),
        "mayor": FigureKind(
            "mayor",
            _word("mayor", "alcalde", "mayors", "alcaldes"),
            1,
            follower=True,
            stands_on=frozenset(("city",)),
        ),
        "builder": FigureKind(
            "builder",
            _word("builder", "constructor", "builders", "constructores"),
            1,
            follower=False,
            stands_on=frozenset(("city", "road")),
        ),
    },
)
RULES = RuleSet({}, [*find(["base"]).values(), TOY])


def lay(name: str, quarters: int = 0, cell: tuple[int, int] = (0, 0)) -> PlacedTile:
    return PlacedTile(BASE.tiles[name].tile, Cell(*cell), quarters)


def table(*placed: PlacedTile) -> Board:
    return Board(Position({each.cell: (each,) for each in placed}), RULES)


@pytest.mark.parametrize("text", ["0 -1", "0,-1", "(0,-1)", " ( 0 , -1 ) ", "0, −1", "+0 -1"])
def test_a_cell_is_read_however_it_is_written(text: str) -> None:
    assert read_cell(text) == Cell(0, -1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "'0' is no cell; write it as 0,-1"),
        ("a b", "is no cell"),
        ("01", "is no cell"),
        ("1000001 0", "(1000001,0) is off the table; cells go up to ±1,000,000"),
        ("99999999999 0", "is no cell"),
    ],
)
def test_what_is_no_cell(text: str, said: str) -> None:
    with pytest.raises(PhraseError) as caught:
        read_cell(text)
    assert said in str(caught.value)


def test_places_and_holders_are_split_off() -> None:
    assert split_place("thief S at 0 1") == ("thief S", Cell(0, 1))
    assert split_place("constructor en camino O en (0,-1)") == (
        "constructor en camino O",
        Cell(0, -1),
    )
    assert split_holder("follower held by B") == ("follower", "B")
    assert split_holder("seguidor en manos de Ana María") == ("seguidor", "Ana María")
    assert split_holder("knight at 0 1") is None
    with pytest.raises(PhraseError, match="does not say where; write 'knight at 0 1'"):
        split_place("knight")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("name", sorted(BASE.tiles))
def test_every_segment_is_said_and_read_back(name: str, quarters: int, language: str) -> None:
    placed = lay(name, quarters, (3, -2))
    board = table(placed)
    phrases = set()
    for spot in placed.spots:
        said = spot_phrase(placed, spot, RULES, language)
        assert spot_phrase(board, spot, RULES, language) == said
        assert read_spot(said, board, RULES) == spot
        phrases.add(said)
        for kind in ("follower", "big-follower", "phantom", "builder", "mayor"):
            who = figure_phrase(placed, spot, kind, RULES, language)
            if placed.spots[spot].kind in RULES.figures[kind].stands_on:
                assert read_figure(who, placed, RULES) == (kind, spot), who
    assert len(phrases) == len(placed.spots)


def test_sides_are_said_only_where_they_tell_two_apart_and_as_the_tile_lies() -> None:
    road = lay("W", 1)
    assert [spot_phrase(road, spot, BASE) for spot in road.spots] == [
        "road S at (0,0)",
        "road W at (0,0)",
        "road N at (0,0)",
        "field E at (0,0)",
        "field SSW at (0,0)",
        "field NNW at (0,0)",
    ]
    start = lay("D")
    assert [figure_phrase(start, spot, "follower", BASE) for spot in start.spots] == [
        "knight",
        "thief",
        "farmer ENE",
        "farmer S",
    ]


@pytest.mark.parametrize(
    ("text", "name", "quarters", "kind", "segment"),
    [
        ("knight", "D", 0, "follower", "city"),
        ("KNIGHT", "D", 0, "follower", "city"),
        ("knight N", "D", 0, "follower", "city"),
        ("knight E", "D", 1, "follower", "city"),
        ("thief S", "W", 0, "follower", "south-road"),
        ("thief south", "W", 0, "follower", "south-road"),
        ("highwayman s", "W", 0, "follower", "south-road"),
        ("monk", "A", 0, "follower", "monastery"),
        ("farmer NNE", "V", 0, "follower", "north-east"),
        ("farmer NR", "V", 0, "follower", "north-east"),
        ("farmer N", "V", 0, "follower", "north-east"),
        ("farmer ENE", "D", 0, "follower", "north"),
        ("farmer north", "D", 0, "follower", "north"),
        ("farmer south-west", "W", 0, "follower", "south-west"),
        ("caballero", "D", 0, "follower", "city"),
        ("ladrón O", "W", 0, "follower", "west-road"),
        ("ladron oeste", "W", 0, "follower", "west-road"),
        ("LADRÓN S", "W", 0, "follower", "south-road"),
        ("monje", "B", 0, "follower", "monastery"),
        ("granjero  NNE", "V", 0, "follower", "north-east"),
        ("granjero ONO", "D", 0, "follower", "north"),
        ("follower on city", "D", 0, "follower", "city"),
        ("seguidor en ciudad", "D", 0, "follower", "city"),
        ("big knight N", "D", 0, "big-follower", "city"),
        ("gran caballero", "D", 0, "big-follower", "city"),
        ("big follower on road", "D", 0, "big-follower", "road"),
        ("builder on road W", "W", 0, "builder", "west-road"),
        ("constructor en camino O", "W", 0, "builder", "west-road"),
        ("builder on city", "D", 0, "builder", "city"),
        ("phantom knight", "D", 0, "phantom", "city"),
        ("caballero fantasma", "D", 0, "phantom", "city"),
        ("mayor", "D", 0, "mayor", "city"),
        ("alcalde", "D", 0, "mayor", "city"),
    ],
)
def test_figures_are_read(text: str, name: str, quarters: int, kind: str, segment: str) -> None:
    placed = lay(name, quarters)
    assert read_figure(text, placed, RULES) == (kind, Spot(placed.cell, segment))


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "thief",
            "W",
            "'thief' fits more than one segment; W at (0,0) has: thief E, thief S, thief W",
        ),
        (
            "monk",
            "D",
            "'monk' fits no segment; D at (0,0) has: knight, thief, farmer ENE, farmer S",
        ),
        ("knight S", "D", "'knight S' fits no segment"),
        ("farmer E", "D", "'farmer E' fits more than one segment"),
        ("ladrón", "W", "W at (0,0) has: ladrón E, ladrón S, ladrón W"),
        ("big monk", "D", "D at (0,0) has: big knight, big thief, big farmer ENE, big farmer S"),
        ("builder", "D", "D at (0,0) has: builder on city, builder on road"),
        ("nite", "D", "nobody is called 'nite'; did you mean 'knight'? D at (0,0) has: knight"),
        ("xyzzy", "D", "nobody is called 'xyzzy'; D at (0,0) has: knight"),
        ("", "D", "nobody is called ''"),
    ],
)
def test_a_phrase_that_fits_no_segment_or_two_says_what_there_is(
    text: str, name: str, said: str
) -> None:
    with pytest.raises(PhraseError) as caught:
        read_figure(text, lay(name), RULES)
    assert said in str(caught.value)


def test_spots_are_read_on_the_table() -> None:
    board = table(lay("D"), lay("W", 0, (0, 1)))
    assert read_spot("city at 0 0", board, RULES) == Spot(Cell(0, 0), "city")
    assert read_spot("ciudad en 0 0", board, RULES) == Spot(Cell(0, 0), "city")
    assert read_spot("road S at (0,1)", board, RULES) == Spot(Cell(0, 1), "south-road")
    assert read_spot("Farm NNE at 0,1", board, RULES) == Spot(Cell(0, 1), "north")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("city", "'city' does not say where; write 'city at 0 1'"),
        ("city at 5 5", "no tile lies at (5,5); name a cell that has one"),
        (
            "road at 0 1",
            "'road' fits more than one segment; W at (0,1) has: road E, road S, road W",
        ),
        ("camino en 0 1", "W at (0,1) has: camino E, camino S, camino W, campo N"),
        (
            "cty at 0 0",
            "no feature is called 'cty'; did you mean 'city'? D at (0,0) has: city, road",
        ),
        ("qqq at 0 0", "no feature is called 'qqq'; D at (0,0) has: city"),
        ("monastery at 0 0", "'monastery' fits no segment"),
    ],
)
def test_a_spot_that_is_none_says_what_there_is(text: str, said: str) -> None:
    with pytest.raises(PhraseError) as caught:
        read_spot(text, table(lay("D"), lay("W", 0, (0, 1))), RULES)
    assert said in str(caught.value)


def test_what_has_no_port_is_told_apart_by_its_name() -> None:
    twin = tile("twin", {"west": {"kind": "monastery"}, "east": {"kind": "monastery"}})
    placed = PlacedTile(twin, Cell(0, 0), 1)
    for spot in placed.spots:
        assert figure_phrase(placed, spot, "follower", BASE) == f"monk {spot.segment}"
        assert read_figure(f"monk {spot.segment}", placed, BASE) == ("follower", spot)
        assert read_segment(f"monastery {spot.segment}", placed, BASE) == spot


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (
            "E at 0,-2 turned 180 knight S",
            MoveText(tile="E", cell=Cell(0, -2), turned=180, figure="knight S"),
        ),
        ("E at 0 -2", MoveText(tile="E", cell=Cell(0, -2))),
        ("a/b at (0,-2) knight", MoveText(tile="a/b", cell=Cell(0, -2), figure="knight")),
        ("A: E at 0,-2", MoveText("A", tile="E", cell=Cell(0, -2))),
        (
            "Ana María: E* en 0,-2 girada 180° caballero S",
            MoveText("Ana María", tile="E*", cell=Cell(0, -2), turned=180, figure="caballero S"),
        ),
        ("take knight at 0 1", MoveText(take="knight at 0 1")),
        ("B: toma caballero en 0 1", MoveText("B", take="caballero en 0 1")),
        (
            "E at 0,-2 take knight at 0 1",
            MoveText(tile="E", cell=Cell(0, -2), take="knight at 0 1"),
        ),
        (
            "J at 0,1 on top of B turned 90 farmer",
            MoveText(tile="J", cell=Cell(0, 1), on_top_of="B", turned=90, figure="farmer"),
        ),
        ("J en 0 1 encima de B", MoveText(tile="J", cell=Cell(0, 1), on_top_of="B")),
        ("discard C", MoveText(discard="C")),
        ("A: descarta C", MoveText("A", discard="C")),
    ],
)
def test_moves_are_read(text: str, move: MoveText) -> None:
    assert read_move(text) == move


@pytest.mark.parametrize("text", ["", "E", "E 0 1", "E at x y", "A:", "take", "discard"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(
        PhraseError, match="is no move; write it as 'E at 0,-2 turned 180 knight S'"
    ):
        read_move(text)


def test_moves_are_said_as_they_are_read() -> None:
    board = table(lay("D"))
    placed = lay("E", 2, (0, -1))
    claim = MoveFigure(Figure("follower", "A"), Spot(Cell(0, -1), "city"))
    said = move_phrase([PlaceTile(placed), claim], board)
    assert said == "E at (0,-1) turned 180 knight"
    assert read_move(said) == MoveText(tile="E", cell=Cell(0, -1), turned=180, figure="knight")
    spanish = move_phrase([PlaceTile(placed), claim], board, "es")
    assert spanish == "E en (0,-1) girada 180 caballero"
    home = MoveFigure(Figure("follower", "A", Spot(Cell(0, 0), "road")))
    assert move_phrase([home], board) == "take thief at (0,0)"
    assert move_phrase([home], board, "es") == "toma ladrón en (0,0)"
    assert move_phrase([Discard(placed.tile)], board) == "discard E"
    assert move_phrase([MoveFigure(Figure("follower", "A"))], board) == ""


def test_a_tile_laid_on_another_is_said_to_be() -> None:
    board = table(lay("D"))
    cover = PlaceTile(lay("E", 2))
    assert move_phrase([cover], board) == "E at (0,0) on top of D turned 180"
    assert move_phrase([cover], board, "es") == "E en (0,0) encima de D girada 180"
    read = read_move(move_phrase([cover], board))
    assert read == MoveText(tile="E", cell=Cell(0, 0), on_top_of="D", turned=180)


def test_words() -> None:
    en, es = Words(RULES, "en"), Words(RULES, "es")
    assert (en.kind("city"), en.kinds("city")) == ("city", "cities")
    assert (es.kind("city"), es.kinds("city"), es.gender("city")) == ("ciudad", "ciudades", "f")
    assert (es.gender("follower"), es.gender("nobody")) == ("m", "m")
    assert (en.role("city"), es.role("road")) == ("knight", "ladrón")
    assert en.role("farmland") == "farmland"
    assert (en.figure("follower"), es.figures("follower")) == ("follower", "seguidores")
    assert (en.unit("tile", 1), en.unit("tile", 0), es.unit("shield", 2)) == (
        "tile",
        "tiles",
        "escudos",
    )
    assert en.kind("castle") == en.kinds("castle") == "castle"
    assert en.token("fairy") == "fairy"
    assert en.unit("acre", 2) == "acre"


@pytest.mark.parametrize(
    ("figure", "kind", "n", "english", "spanish"),
    [
        ("follower", "city", 1, "knight", "caballero"),
        ("follower", "road", 2, "2 thieves", "2 ladrones"),
        ("big-follower", "city", 1, "big knight", "gran caballero"),
        ("big-follower", "city", 2, "2 big knights", "2 grandes caballeros"),
        ("phantom", "city", 1, "phantom knight", "caballero fantasma"),
        ("phantom", "city", 2, "2 phantom knights", "2 caballeros fantasma"),
        ("builder", "road", 1, "builder on road", "constructor en camino"),
        ("builder", "road", 3, "3 builders on road", "3 constructores en camino"),
        ("mayor", "city", 1, "mayor", "alcalde"),
        ("acrobat", "road", 1, "acrobat on road", "acrobat en camino"),
        ("follower", "castle", 1, "follower on castle", "seguidor en castle"),
    ],
)
def test_who_stands_there(figure: str, kind: str, n: int, english: str, spanish: str) -> None:
    assert Words(RULES, "en").standing(figure, kind, n) == english
    assert Words(RULES, "es").standing(figure, kind, n) == spanish


def test_kinds_of_figures_are_named() -> None:
    assert read_figure_kind("seguidores", BASE) == "follower"
    assert read_figure_kind("Big Follower", RULES) == "big-follower"
    assert split_holder(held_phrase("phantom", "B", RULES)) == ("phantom", "B")
    with pytest.raises(PhraseError, match="no figure 'dragon' in the boxes in play; they have"):
        read_figure_kind("dragon", BASE)
