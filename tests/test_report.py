"""How rulings are told: every kind of thing that may happen, in words that agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from click import unstyle

from carcassonne_judge import locale
from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    MoveFigure,
    MoveToken,
    OneOf,
    Pass,
    PutToken,
)
from carcassonne_judge.game import Part, Run, run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.library import rule_set
from carcassonne_judge.position import (
    Change,
    Owed,
    PlacedTile,
    Player,
    Position,
    Score,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.report import (
    catalogue,
    cited,
    columns,
    data,
    drawing,
    listed,
    listings,
    sentence,
    sentences,
    wrapped,
)
from carcassonne_judge.report import (
    table as drawn_table,
)
from carcassonne_judge.report.rulings import Telling
from carcassonne_judge.rules import Clause, Finding, Question, RuleSet, UnsettledError
from carcassonne_judge.scoring import FinalRuling, final, judge
from carcassonne_judge.turn import Ruling, moved, prospects, rule_on
from tests import toy_boxes as toys

ROAD_OF_ANA = "ana follower 0 0 road"


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with locale.speaking("en"):
        yield


def plain(lines: list[str]) -> str:
    """Lines without what a terminal makes of them."""
    return "\n".join(map(unstyle, lines))


# Layout ---------------------------------------------------------------------------------------


def test_things_are_listed() -> None:
    assert listed([]) == ""
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "C"]) == "A, B and C"
    with locale.speaking("es"):
        assert listed(["Ana", "Blas"]) == "Ana y Blas"
        assert listed(["Ana", "Inés"]) == "Ana e Inés"
        assert listed(["Ana", "Hilario"]) == "Ana e Hilario"
        assert listed(["Ana", "Hierro"]) == "Ana y Hierro"


def test_text_is_wrapped_on_a_terminal_only() -> None:
    text = "one two three four five six seven eight"
    assert wrapped(text, None, "  ") == ["  " + text]
    assert wrapped(text, 24, "  ", "- ") == ["- one two three four", "  five six seven eight"]
    assert wrapped("", 24, "  ") == [""]


def test_clauses_stand_in_one_column() -> None:
    rows = [("short", "a/b"), ("a longer sentence", "c/d"), ("no clause", "")]
    assert cited(rows, None) == [
        "short               a/b",
        "a longer sentence   c/d",
        "no clause",
    ]
    narrow = cited([("word " * 20, "a/b")], 40)
    assert len(narrow) > 1
    assert narrow[-1].endswith("   a/b")
    assert all(len(line) <= 40 for line in narrow)


def test_tables_without_rows() -> None:
    assert columns([]) == []
    assert drawn_table(["One", "Two"], []).splitlines()[0].split() == ["One", "Two"]
    assert sentence("") == ""


# Sentences ------------------------------------------------------------------------------------

BOARD = Board(
    toys.table("U 0 0 1, D 0 -1", ROAD_OF_ANA, "bea follower"),
    toys.rules(),
)
ROAD = Spot(Cell(0, 0), "road")
ANA = toys.figure(ROAD_OF_ANA)
BEA = toys.figure("bea follower")
FAIRY = Token("fairy", Cell(0, 0))

HAPPENINGS: Mapping[str, tuple[Change, str, str]] = {
    "home": (
        MoveFigure(ANA),
        "ana's thief goes home",
        "el ladrón de ana vuelve a la reserva",
    ),
    "captured": (
        MoveFigure(ANA, held_by="bea"),
        "bea takes ana's thief",
        "bea se queda el ladrón de ana",
    ),
    "moved": (
        MoveFigure(BEA, ROAD),
        "bea's follower goes to the road at (0,0)",
        "el seguidor de bea ocupa el camino en (0,0)",
    ),
    "token": (
        PutToken(FAIRY),
        "fairy is put at (0,0)",
        "fairy: se pone en (0,0)",
    ),
    "token in a feature": (
        PutToken(Token("fairy", ROAD)),
        "fairy is put at (0,0)",
        "fairy: se pone en (0,0)",
    ),
    "received": (
        PutToken(Token("wine", owner="bea")),
        "bea receives: wine",
        "bea recibe: wine",
    ),
    "carried": (
        MoveToken(FAIRY, Cell(1, 0)),
        "fairy goes to (1,0)",
        "fairy: pasa a (1,0)",
    ),
    "once more": (ExtraTurn("ana"), "ana plays once more", "ana juega otra vez"),
    "given": (Award("ana", 2), "ana is given points", "ana recibe puntos"),
    "a choice": (
        OneOf("ana", ((Award("ana", 1),), (ExtraTurn("ana"),))),
        "ana has a choice: ana is given points / ana plays once more",
        "ana puede elegir: ana recibe puntos / ana juega otra vez",
    ),
    "chosen": (
        Choose("ana", "x/y", 1),
        "ana chooses number 2",
        "ana elige la número 2",
    ),
    "nothing": (Pass(), "nothing else is done", "no se hace nada más"),
    "scored": (
        Score(ROAD),
        "still to be scored: road at (0,0)",
        "queda por puntuar: camino en (0,0)",
    ),
    "owed": (Owed("bea", "x/y"), "bea has to decide first", "antes tiene que decidir bea"),
    "owed about": (
        Owed("bea", "x/y", ROAD),
        "bea has to decide first about the road at (0,0)",
        "antes tiene que decidir bea sobre el camino en (0,0)",
    ),
    "discarded": (
        Discard(toys.TILES["wall"]),
        "put wall out of the game",
        "sacar wall de la partida",
    ),
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_what_happens_is_told(name: str) -> None:
    change, english, spanish = HAPPENINGS[name]
    assert sentences.happening(BOARD, change) == english
    with locale.speaking("es"):
        assert sentences.happening(BOARD, change) == spanish


DEEDS: Mapping[str, tuple[Change, str, str]] = {
    "place": (
        toys.place("E 0 1 1"),
        "place E at (0,1) turned 90°",
        "colocar E en (0,1) girada 90°",
    ),
    "place on top": (
        toys.place("E 0 0 1"),
        "place E at (0,0) on top of U turned 90°",
        "colocar E en (0,0) encima de U girada 90°",
    ),
    "deploy": (
        MoveFigure(BEA, Spot(Cell(0, -1), "city")),
        "put a knight on the city at (0,-1)",
        "poner un caballero en la ciudad en (0,-1)",
    ),
    "deploy elsewhere": (
        MoveFigure(BEA, Spot(Cell(7, 7), "city")),
        "put a follower at (7,7)",
        "poner un seguidor en (7,7)",
    ),
    "carry": (
        MoveFigure(ANA, Spot(Cell(0, -1), "city")),
        "carry a knight to the city at (0,-1)",
        "llevar un caballero hasta la ciudad en (0,-1)",
    ),
    "take back": (MoveFigure(ANA), "take back ana's thief", "retirar el ladrón de ana"),
    "hand over": (
        MoveFigure(ANA, held_by="bea"),
        "hand over ana's thief",
        "entregar el ladrón de ana",
    ),
    "other": (Pass(), "nothing else is done", "no se hace nada más"),
}


@pytest.mark.parametrize("name", DEEDS)
def test_what_is_done_is_told(name: str) -> None:
    change, english, spanish = DEEDS[name]
    assert sentences.deed(BOARD, change) == english
    with locale.speaking("es"):
        assert sentences.deed(BOARD, change) == spanish


def test_a_tile_that_lies_on_another_is_said_so_once_it_lies_there() -> None:
    """The same tile, turned the same way, lies under it; a tile on an empty cell covers none."""
    board = Board(toys.table("U 0 0, U 1 0"), toys.rules(toys.covers))
    again, beside = toys.place("U 0 0"), toys.place("U 2 0")
    assert sentences.covered(moved(board, again), again) == again.placed.tile
    assert sentences.covered(moved(board, beside), beside) is None
    hand = board.position._replace(hand=toys.placed("W 9 9").tile)
    found = prospects(Board(hand, board.rules))
    told = listings.moves(Telling(board.rules), board, found, ())
    assert any("(0,0) on top of U" in line for line in told)
    named = [entry["on_top_of"] for entry in (data.prospect(each, board) for each in found)]
    assert {"U", None} == set(named)


@pytest.mark.parametrize(
    ("scores", "english", "spanish"),
    [
        ({}, "Nobody scores anything.", "Nadie se lleva nada."),
        ({"A": 4}, "A scores 4; B and C score nothing.", "A se lleva 4; B y C no se llevan nada."),
        (
            {"A": 4, "B": 4, "C": 1},
            "A and B score 4 each; C scores 1.",
            "A y B se llevan 4 cada uno; C se lleva 1.",
        ),
    ],
)
def test_who_scores_what_is_told(scores: dict[Player, int], english: str, spanish: str) -> None:
    assert sentences.earnings(scores, ["A", "B", "C"]) == english
    with locale.speaking("es"):
        assert sentences.earnings(scores, ["A", "B", "C"]) == spanish


def test_several_go_home() -> None:
    both = [ANA, ANA, toys.figure("bea follower 0 -1 city")]
    assert sentences.going_home(BOARD, both) == "ana's 2 thieves and bea's knight go home"
    assert sentences.standing(BOARD, BEA, 2) == "2 followers"


# Rulings --------------------------------------------------------------------------------------


def ruled(board: Board, *moves: Change) -> Ruling:
    return rule_on(board, moves)


def told(ruling: Ruling) -> str:
    telling = Telling(ruling.board.rules)
    return plain([*telling.ruling(ruling), *telling.rules_cited()])


def test_who_counts_though_he_stands_elsewhere() -> None:
    """A castle is held by all round about it: the report says who has a say."""
    rules = toys.rules(toys.castles)
    board = Board(
        toys.table(
            f"keep 0 0, {toys.meadows()}", "bea follower 0 0 castle", "ana follower 1 0 meadow"
        ),
        rules,
    )
    lines = Telling(rules).feature(judge(board.feature_at(Spot(Cell(0, 0), "castle"))))
    assert "those who have a say here:" in plain(lines)


def test_a_tie_that_is_broken() -> None:
    rules = toys.rules(toys.hills)
    board = Board(
        toys.table("hill 0 0, E 0 -1 2", "ana follower 0 0 city", "bea follower 0 -1 city"), rules
    )
    lines = plain(Telling(rules).holding(judge(board.feature_at(Spot(Cell(0, 0), "city")))))
    assert "ana and bea are tied" in lines
    assert "the tie goes to ana" in lines


def test_what_is_owed_is_told() -> None:
    rules = toys.rules(toys.dragons)
    board = Board(
        toys.table("B 0 0, B 1 0", "ana follower", tokens=(Token("dragon", Cell(0, 0)),)), rules
    )
    ruling = ruled(board, toys.place("lair 0 1"))
    assert "Ana has to decide first" in told(ruling)
    assert data.run(Run(board, (ruling,), None))["owed"][0]["player"] == "ana"


def test_points_given_by_a_rule_and_an_extra_part() -> None:
    rules = toys.rules(toys.builders)
    board = Board(
        toys.table("D 0 0", "ana builder 0 0 road", "ana follower 0 0 road", "bea follower"), rules
    )
    ruling = ruled(board, toys.place("U 1 0 1"))
    assert "Ana plays once more" in told(ruling)
    assert data.run(Run(board, (ruling,), None))["next"] == "ana"


def test_what_pays_at_the_end_besides_the_features() -> None:
    rules = toys.rules(toys.fairies)
    position = toys.table("D 0 0", ROAD_OF_ANA, tokens=(Token("fairy", owner="ana"),))
    end = final(Board(position, rules))
    assert [(each.clause.id, dict(each.answer)) for each in end.payments] == [
        ("fairies/one", {"ana": 1})
    ]
    assert "ana  1  × 1 = 1   fairies/one" in plain(Telling(rules).end(end))
    (payment,) = data.end(end)["payments"]
    assert (payment["player"], payment["points"], payment["clause"]) == ("ana", 1, "fairies/one")


def test_nobody_plays() -> None:
    end = FinalRuling(Board(Position({}), rule_set()), ())
    assert "Nobody plays." in plain(Telling(rule_set()).end(end))


# What is not settled --------------------------------------------------------------------------

PAYS = Clause("x/pays", {"en": "It pays.", "es": "Paga."}, ("nowhere",), points=3, unit="tile")
SAYS = Clause(
    "x/says", {"en": "It says.", "es": "Dice."}, ("one", "two", "three"), certainty="engine"
)
ASKED: Question[[], object] = Question("asked", "city")


def unsettled(*findings: Finding[object]) -> UnsettledError:
    return UnsettledError(ASKED, findings)


@pytest.mark.parametrize(
    ("answer", "clause", "words", "plain_answer"),
    [
        (True, SAYS, "yes", True),
        (False, SAYS, "no", False),
        (2, PAYS, "2 tiles × 3 = 6", 6),
        (2, SAYS, "2", 2),
        (frozenset({"A"}), SAYS, "A", ["A"]),
        (frozenset(), SAYS, "nobody", []),
        ({"A": 1}, SAYS, "A", {"A": 1}),
        ("else", SAYS, "else", "else"),
    ],
)
def test_what_each_clause_would_give(
    answer: object, clause: Clause, words: str, plain_answer: object
) -> None:
    error = unsettled(Finding(answer, clause))
    telling = Telling(rule_set())
    assert telling.unsettled(error)[1:] == [("  " + words, clause.id)]
    assert data.unsettled(error)["answers"] == [{"clause": clause.id, "answer": plain_answer}]


def test_where_no_clause_says() -> None:
    telling = Telling(rule_set())
    assert telling.unsettled(unsettled()) == [("not settled: “asked city”: no clause says", "")]
    ruling = ruled(BOARD, toys.place("E 0 -2 2"))
    open_ruling = Ruling(
        ruling.moves,
        ruling.refusals,
        ruling.waves,
        ruling.consequences,
        ruling.halfway,
        ruling.after,
        unsettled=(unsettled(),),
    )
    assert "no clause says" in told(open_ruling)
    end = FinalRuling(BOARD, (), (), (unsettled(),))
    assert "1 matter is not settled." in plain(telling.end(end))
    assert data.end(end)["unsettled"]


def test_how_certain_a_clause_is_and_where_it_is_printed() -> None:
    telling = Telling(rule_set())
    telling.cite(SAYS, None, SAYS)
    text = plain(telling.rules_cited())
    assert "(one, and 2 more)" in text
    assert "[taken from the behaviour of another program, not from a rulebook]" in text
    assert plain(Telling(rule_set()).rules_cited()) == ""
    narrow = Telling(rule_set(), 40)
    narrow.cite(PAYS)
    assert max(map(len, plain(narrow.rules_cited()).splitlines())) <= 60


@pytest.mark.parametrize(
    ("face", "words"),
    [("declared", "face declared by the position"), ("default", "its face is not published")],
)
def test_faces_that_nobody_printed_are_said(face: str, words: str) -> None:
    tile = Tile("x/y", (), face=face)
    position = Position({Cell(0, 0): (PlacedTile(tile, Cell(0, 0)),)})
    assert words in plain(Telling(rule_set()).circumstances(position))


def test_readings_that_are_not_the_default_are_said() -> None:
    rules = rule_set(readings={"base.farms": "r1"})
    assert Telling(rules).circumstances(Position({})) == ["Under base.farms: r1."]


# Games ----------------------------------------------------------------------------------------


def test_steps_against_the_rules_and_not_settled_are_marked() -> None:
    part = Part(lambda _: (toys.place("E 5 5"),))
    lines = plain(listings.steps(Telling(BOARD.rules), run(BOARD, [part])))
    assert "against base/place-side-contact" in lines
    assert listings.assertions([]) == []
    text = plain(listings.assertions([("a", True), ("b", False), ("c", None)]))
    assert "Assertions: 1 of 3 hold" in text
    assert "not about the rules  c" in text


def test_an_empty_table_is_drawn() -> None:
    told_data, lines = listings.table(Board(Position({}), rule_set()))
    assert lines[0] == "No tile lies on the table."
    assert told_data["picture"] == []


def test_what_else_lies_on_the_table_is_listed() -> None:
    tokens = (FAIRY, Token("wine", owner="bea"), Token("goods", ROAD), Token("bag"))
    board = Board(BOARD.position._replace(tokens=tokens), BOARD.rules)
    assert (
        "Besides: fairy (0,0), wine (bea), goods (road at (0,0)), bag" in listings.table(board)[1]
    )


def test_letters_are_told_apart() -> None:
    assert drawing.letters(rule_set().books) == {
        "city": "C",
        "road": "R",
        "field": "F",
        "monastery": "M",
    }


def test_long_names_are_cut() -> None:
    placed = toys.placed("hill 0 0 1")
    long = PlacedTile(Tile("box/a-very-long-name", placed.tile.segments), placed.cell, 1)
    inside = drawing.inside(long, {"city": "C"}, ["Maximiliano", "Bea"])
    assert all(len(line) == 9 for line in inside)
    assert "…" in inside[1]
    assert "…" in inside[2]


def test_a_wide_table_lines_up() -> None:
    position = Position(
        {Cell(x, y): (toys.placed(f"B {x} {y}"),) for x in range(-60, 60, 2) for y in (-1, 0)}
    )
    lines = drawing.table(position, drawing.letters(rule_set().books))
    assert len(lines) == 1 + 2 * 5 + 1
    assert max(map(len, lines)) <= 120 * 10 + 8


def test_clauses_and_readings_that_say_more() -> None:
    rules = RuleSet({}, rule_set().books)
    books = {book.box: book for book in rules.books}
    clause = Clause(
        "base/x", {"en": "X.", "es": "X."}, ("nowhere",), points=1, certainty="unverified"
    )
    page = plain(catalogue.clause_page(books, clause, ["a.yaml"], None))
    assert "1 point" in page
    assert "not verified" in page
    assert "a.yaml" in page
    assert catalogue.certainty("other") == catalogue.phase("other") == "other"
    assert catalogue.mark_phrase(books.values(), "inn", 1) == "inn"
    assert catalogue.mark_phrase(books.values(), "inn", 2) == "2 inn"


def test_a_feature_that_no_clause_closes_is_neither_complete_nor_not() -> None:
    board = Board(toys.table("keep 0 0"), toys.rules())
    feature: Feature = board.feature_at(Spot(Cell(0, 0), "castle"))
    assert sentences.condition(feature) == ("", None)
    assert data.feature(feature)["complete"] is None
