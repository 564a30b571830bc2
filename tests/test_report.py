"""How rulings are told: every kind of thing that may happen, in words that agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest
from click import unstyle

from carcassonne_judge import locale
from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    OneOf,
    Pass,
    PutToken,
    Under,
    laid,
)
from carcassonne_judge.cli import asking
from carcassonne_judge.drawing import letters
from carcassonne_judge.drawing.text import WIDE, Draughtsman
from carcassonne_judge.game import Part, Run, run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import rule_set
from carcassonne_judge.position import (
    NEUTRAL,
    Change,
    Figure,
    Figures,
    Owed,
    PlacedTile,
    Player,
    Position,
    Score,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.problems import problems
from carcassonne_judge.report import (
    catalogue,
    cited,
    columns,
    data,
    faults,
    listed,
    listings,
    pictures,
    sentence,
    sentences,
    wrapped,
)
from carcassonne_judge.report import (
    table as drawn_table,
)
from carcassonne_judge.report.rulings import Telling
from carcassonne_judge.report.told import Drawn, Paragraph, Reasons, Told, lines
from carcassonne_judge.rules import Clause, Finding, Question, RuleSet, UnsettledError
from carcassonne_judge.scoring import FinalRuling, final, judge
from carcassonne_judge.turn import Refusal, Ruling, drawn, moved, prospects, rule_on
from tests import toy_boxes as toys

ROAD_OF_ANA = "ana follower 0 0 road"


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with locale.speaking("en"):
        yield


def plain(told: Iterable[Told], width: int | None = None) -> str:
    """What is told, without what a terminal makes of it."""
    return "\n".join(map(unstyle, lines(told, width)))


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
        ["short               a/b"],
        ["a longer sentence   c/d"],
        ["no clause"],
    ]
    (narrow,) = cited([("word " * 20, "a/b")], 40)
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
        "fairy goes to the road at (0,0)",
        "fairy ocupa el camino en (0,0)",
    ),
    "received": (
        PutToken(Token("wine", owner="bea")),
        "bea receives: wine",
        "bea recibe: wine",
    ),
    "handed over": (
        GiveToken(Token("crown", owner="ana"), "bea"),
        "bea receives: crown",
        "bea recibe: crown",
    ),
    "carried": (
        MoveToken(FAIRY, Cell(1, 0)),
        "fairy goes to (1,0)",
        "fairy: pasa a (1,0)",
    ),
    "given back": (
        MoveFigure(Figure("follower", "bea", held_by="ana")),
        "ana gives back bea's follower",
        "ana devuelve el seguidor de bea",
    ),
    "nobody's": (
        MoveFigure(Figure("follower", NEUTRAL), held_by="ana"),
        "ana takes the neutral follower",
        "ana se queda el seguidor neutral",
    ),
    "once more": (ExtraTurn("ana"), "ana plays once more", "ana juega otra vez"),
    "given": (Award("ana", 2), "ana is given points", "ana recibe puntos"),
    "a choice": (
        OneOf("ana", ((Award("ana", 1),), (ExtraTurn("ana"),))),
        "ana has a choice: 1. ana is given points; 2. ana plays once more",
        "ana puede elegir: 1. ana recibe puntos; 2. ana juega otra vez",
    ),
    "a choice among features": (
        OneOf("ana", ((Award("ana", 2),), ()), (ROAD, None)),
        "ana has a choice: 1. road at (0,0): ana is given points; 2. nothing else is done",
        "ana puede elegir: 1. camino en (0,0): ana recibe puntos; 2. no se hace nada más",
    ),
    "under another clause": (
        Under(toys.clause("x/y", 2), Award("ana", 2)),
        "ana gets 4 points (2 × 2)",
        "ana recibe 4 puntos (2 × 2)",
    ),
    "paid": (
        Under(toys.clause("x/y", -2), Award("ana", 2)),
        "ana pays 4 points",
        "ana paga 4 puntos",
    ),
    "paid for somebody": (
        Under(toys.clause("x/y", -2), Award("ana", 1, Figure("follower", "bea"))),
        "ana pays 2 points for bea's follower",
        "ana paga 2 puntos por el seguidor de bea",
    ),
    "one's own is put": (
        PutToken(Token("wine", Cell(0, 1), "ana")),
        "wine is put at (0,1)",
        "wine: se pone en (0,1)",
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
    "capture": (MoveFigure(ANA, held_by="bea"), "capture ana's thief", "capturar el ladrón de ana"),
    "hand over": (
        MoveFigure(ANA._replace(at=None), held_by="bea"),
        "hand over ana's follower",
        "entregar el seguidor de ana",
    ),
    "put a token": (PutToken(FAIRY), "put a fairy at (0,0)", "poner fairy en (0,0)"),
    "take a token": (PutToken(Token("fairy")), "take a fairy", "llevarse fairy"),
    "move a token": (
        MoveToken(FAIRY, Cell(1, 0)),
        "move the fairy to (1,0)",
        "llevar fairy a (1,0)",
    ),
    "give a token": (
        GiveToken(Token("crown", owner="ana"), "bea"),
        "give bea the crown",
        "dar crown a bea",
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
    crossing = toys.placed("W 9 9").tile
    found = prospects(drawn(board, crossing))
    said = listings.moves(Telling(board.rules), board, (crossing,), found, ())
    assert "(0,0) on top of U" in plain(said)
    named = [entry["on_top_of"] for entry in (data.prospect(each, board) for each in found)]
    assert {"U", None} == set(named)


@pytest.mark.parametrize(
    ("scores", "english", "spanish"),
    [
        ({}, "Nobody scores.", "Nadie puntúa."),
        ({"A": 4}, "A scores 4; B and C score nothing.", "A se lleva 4; B y C no se llevan nada."),
        (
            {"A": 2, "B": 2, "C": 2},
            "A, B and C score 2 each.",
            "A, B y C se llevan 2 cada uno.",
        ),
        (
            {"A": 9, "B": 5, "C": 1},
            "A scores 9; B scores 5; C scores 1.",
            "A se lleva 9; B se lleva 5; C se lleva 1.",
        ),
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
    found = Telling(rules).feature(judge(board.feature_at(Spot(Cell(0, 0), "castle"))))
    assert "those who have a say here:" in plain([found])


def test_a_tie_that_is_broken() -> None:
    rules = toys.rules(toys.hills)
    board = Board(
        toys.table("hill 0 0, E 0 -1 2", "ana follower 0 0 city", "bea follower 0 -1 city"), rules
    )
    said = plain([Telling(rules).holding(judge(board.feature_at(Spot(Cell(0, 0), "city"))))])
    assert "ana and bea are tied" in said
    assert "the tie goes to ana" in said


def woken() -> tuple[Board, Ruling]:
    """A lair has sent the dragon out: ana leads it first."""
    rules = toys.rules(toys.dragons)
    board = Board(
        toys.table("B 0 0, B 1 0", "ana follower", tokens=(Token("dragon", Cell(0, 0)),)), rules
    )
    return board, ruled(board, toys.place("lair 0 1"))


def test_what_is_owed_is_told_first_with_what_is_on_offer() -> None:
    board, ruling = woken()
    assert told(ruling).splitlines()[:5] == [
        "Ana has to decide first:   dragons/moves",
        "  pass",
        "  dragon to (1,0)",
        "  dragon to (0,1)",
        "Rules cited",
    ]
    with locale.speaking("es"):
        assert told(ruling).splitlines()[:4] == [
            "Antes tiene que decidir ana:   dragons/moves",
            "  paso",
            "  dragon a (1,0)",
            "  dragon a (0,1)",
        ]
    found = data.run(Run(board, (ruling,), None))
    assert found["owed"] == [
        {
            "player": "ana",
            "clause": "dragons/moves",
            "about": None,
            "text": "ana has to decide first",
            "offers": ["pass", "dragon to (1,0)", "dragon to (0,1)"],
        }
    ]
    assert found["next"] is None
    assert asking.status(Run(board, (ruling,), None)) == 0
    steps = plain(listings.steps(Telling(board.rules), Run(board, (ruling,), None)))
    assert steps.endswith("ana has to decide first")


def test_where_something_is_owed_its_answers_are_the_moves() -> None:
    _, ruling = woken()
    table = ruling.board
    said = plain(listings.moves(Telling(table.rules), table, (), prospects(table), ()))
    assert said.splitlines() == [
        "Ana has to decide first:   dragons/moves",
        "  pass",
        "  dragon to (1,0)",
        "  dragon to (0,1)",
    ]
    assert [data.prospect(each, table)["move"] for each in prospects(table)] == [
        "pass",
        "dragon to (1,0)",
        "dragon to (0,1)",
    ]


def test_what_is_owed_though_the_rules_do_not_say_what_is_on_offer() -> None:
    quarrel = toys.box("quarrel", toys.clause("quarrel/silent", silent_on=frozenset({"x"})))
    quarrel.rule(forbids(MoveToken), "silent")(lambda _board, _move: True)
    _, ruling = woken()
    position = ruling.board.position
    board = Board(position, toys.rules(toys.dragons, quarrel))
    said = plain([Reasons(tuple(Telling(board.rules).owed(board)))])
    assert "not settled" in said
    assert data.owed(board)[0]["offers"] == []


def test_what_may_follow_a_placement_is_listed_with_its_clause() -> None:
    rules = toys.rules(markers := toys.box("markers", toys.clause("markers/take")))
    fairy, stone = Token("fairy", Cell(0, 0)), Token("stone", Cell(0, 1))
    first = toys.place("E 0 -1 2")

    def offered(board: Board) -> list[Change] | None:
        if not laid(board.position):
            return None
        there = [PutToken(stone)] if first in board.position.done else []
        return [Pass(), MoveToken(fairy, Cell(5, 5)), *there]

    markers.rule(offers(), "take")(offered)
    position = toys.table("D 0 0", "ana follower", tokens=(fairy,))
    board = drawn(Board(position, rules), toys.placed("E 0 0").tile)
    found = prospects(board)
    said = plain(
        listings.moves(Telling(rules), board, (toys.placed("E 0 0").tile,), found, ())
    ).splitlines()
    at = said.index("After placing, besides:")
    assert said[at + 1 :] == [
        "  fairy to (5,5)                  markers/take",
        "  stone at (0,1)  [(0,-1) 180°]   markers/take",
    ]
    moves = [data.prospect(each, board) for each in found]
    assert all(each["then"][0]["move"] == "fairy to (5,5)" for each in moves)
    assert moves[0]["then"][0] == {
        "move": "fairy to (5,5)",
        "scores": {},
        "clause": "markers/take",
    }
    assert all("fairy" not in claim["figure"] for each in moves for claim in each["claims"])


def test_what_is_left_to_do_in_a_turn_that_is_under_way() -> None:
    board = moved(
        drawn(Board(toys.table("D 0 0", "ana follower"), toys.rules()), toys.placed("U 0 0").tile),
        toys.place("U 0 1"),
    )
    telling = Telling(board.rules)
    said = plain(listings.moves(telling, board, (), prospects(board), ()))
    assert said.startswith("ana may still do this:")
    assert "  thief at (0,1)" in said
    bare = Board(board.position._replace(figures=Figures(())), board.rules)
    said = plain(listings.moves(telling, bare, (), prospects(bare), ()))
    assert said == "ana may do nothing more."


def squared() -> Position:
    """One tile closes bea's city and bea's road, and cid holds her marker."""
    position = toys.table("E 0 -1 2, A -1 0 3", "bea follower 0 -1 city", "bea follower -1 0 road")
    marker = Figure("marker", "bea", held_by="cid")
    return position._replace(figures=Figures((*position.figures, marker)))


def test_a_choice_is_told_with_its_alternatives_and_how_to_choose() -> None:
    board = Board(squared(), toys.rules(toys.squares))
    ruling = ruled(board, toys.place("ways 0 0"))
    said = told(ruling).splitlines()
    assert said[0] == "bea scores 6; cid scores 4."
    at = said.index("Cid has a choice; the best is taken unless another is named:   squares/copy")
    goes = "and cid gives back bea's marker"
    assert said[at + 1 : at + 5] == [
        f"  1. cid gets 2 points (2 × 1) {goes}   “cid: choose 1 of squares/copy”",
        f"  2. cid gets 4 points (4 × 1) {goes} – taken here   “cid: choose 2 of squares/copy”",
        "Cid gets 4 points (4 × 1)                                      squares/copy",
        "Cid gives back bea's marker                                    squares/copy",
    ]
    with locale.speaking("es"):
        spanish = told(ruling)
        assert "Cid puede elegir; si no nombra otra, se toma la mejor:" in spanish
        assert "cid recibe 2 puntos (2 × 1) y cid devuelve el marker de bea" in spanish
        assert "«cid: elige 2 de squares/copy»" in spanish
    lesser = ruled(board, toys.place("ways 0 0"), Choose("cid", "squares/copy", 0))
    assert "(2 × 1) and cid gives back bea's marker – taken here" in told(lesser)
    beyond = ruled(board, toys.place("ways 0 0"), Choose("cid", "squares/copy", 9))
    assert beyond.scores == ruling.scores


def test_a_choice_as_data() -> None:
    board = Board(squared(), toys.rules(toys.squares))
    found = data.ruling(ruled(board, toys.place("ways 0 0")), board)["consequences"]
    (choice,) = [each for each in found if each["change"] == "OneOf"]
    assert (choice["player"], choice["taken"]) == ("cid", 2)
    assert choice["alternatives"][1] == {
        "number": 2,
        "text": "cid gets 4 points (4 × 1) and cid gives back bea's marker",
        "scores": {"cid": 4},
        "choose": "cid: choose 2 of squares/copy",
    }
    (award,) = [each for each in found if each["change"] == "Award"]
    assert (award["player"], award["times"], award["points"]) == ("cid", 4, 4)
    assert award["earned_by"] is None
    (back,) = [each for each in found if each.get("from_holder")]
    assert (back["player"], back["from_holder"], back["to"]) == ("bea", "cid", None)


def test_points_that_a_figure_earned_are_told_with_it() -> None:
    board = BOARD
    clause = toys.clause("x/y", 3)
    given = Award("ana", 2, ANA)
    said = "ana gets 6 points (2 × 3) for ana's thief"
    assert sentences.happening(board, given, clause) == said
    with locale.speaking("es"):
        said = "ana recibe 6 puntos (2 × 3) por el ladrón de ana"
        assert sentences.happening(board, given, clause) == said


def test_why_a_move_is_refused() -> None:
    short = Clause("x/a", {"en": "A.", "es": "A."}, ("nowhere",), why={"en": "no", "es": "no"})
    plain_one = Clause("x/b", {"en": "It must not be.", "es": "No puede ser."}, ("nowhere",))
    assert sentences.reason([short, short], 0) == "no"
    assert sentences.reason([plain_one], 80) == "“It must not be.”"
    assert sentences.reason([plain_one], 5) == ""
    assert sentences.reason([short, plain_one], 80) == ""
    with locale.speaking("es"):
        assert sentences.reason([plain_one], 80) == "«No puede ser.»"
    against = data.refusal(BOARD, Refusal(MoveFigure(ANA), plain_one))
    assert against["why"] == "It must not be."


def test_what_scores_only_with_others_is_told_with_those() -> None:
    rules = toys.rules(base__farms="r1")
    board = Board(toys.table("E 0 0, E 0 -1 2", "ana follower 0 0 meadow"), rules)
    said = plain(Telling(rules).end(final(board)))
    assert "Farmland round" in said
    assert "Field at (0,0)" not in said
    far = Board(toys.table("E 0 0", "ana follower 0 0 meadow"), rules)
    said = plain(Telling(rules).end(final(far)))
    assert "  it scores nothing" in said.splitlines()


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
    assert max(map(len, plain(narrow.rules_cited(), 40).splitlines())) <= 60


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
    assert Telling(rules).circumstances(Position({})) == [Paragraph("Under base.farms: r1.")]


# Games ----------------------------------------------------------------------------------------


def test_steps_against_the_rules_and_not_settled_are_marked() -> None:
    part = Part(lambda _: (toys.place("E 5 5"),))
    said = plain(listings.steps(Telling(BOARD.rules), run(BOARD, [part])))
    assert "against base/place-side-contact" in said
    assert listings.assertions([]) == []
    text = plain(listings.assertions([("a", True), ("b", False), ("c", None)]))
    assert "Assertions: 1 of 3 hold" in text
    assert "not about the rules  c" in text


def test_an_empty_table_is_drawn() -> None:
    told_data, lines = pictures.table(Board(Position({}), rule_set()), {})
    assert lines[0] == "No tile lies on the table."
    assert told_data["picture"] == []


def test_what_else_lies_on_the_table_is_listed() -> None:
    tokens = (FAIRY, Token("wine", owner="bea"), Token("goods", ROAD), Token("bag"))
    board = Board(BOARD.position._replace(tokens=tokens), BOARD.rules)
    assert (
        "Besides: fairy (0,0), wine (bea), goods (road at (0,0)), bag"
        in pictures.table(board, {})[1]
    )


def test_letters_are_told_apart() -> None:
    assert letters.letters(rule_set().books) == {
        "city": "C",
        "road": "R",
        "field": "F",
        "monastery": "M",
    }


def test_long_names_are_cut() -> None:
    placed = toys.placed("hill 0 0 1")
    long = PlacedTile(Tile("box/a-very-long-name", placed.tile.segments), placed.cell, 1)
    card = letters.card(long, {"city": "C"}, {})
    assert all(len(line) == 11 for line in card)
    assert "…/90" in card[2]
    table = Position({long.cell: (long,)})
    lines = Draughtsman(rule_set().books).table(table, lambda figure: figure.kind)
    assert "+a-very-…/90+" in lines[1]


def test_a_wide_table_lines_up() -> None:
    position = Position(
        {Cell(x, y): (toys.placed(f"B {x} {y}"),) for x in range(-60, 60, 2) for y in (-1, 0)}
    )
    lines = Draughtsman(rule_set().books).table(position, lambda figure: figure.kind)
    assert len(lines) == 1 + 2 * 6 + 1
    assert max(map(len, lines)) <= 120 * (WIDE + 1) + 8


def test_clauses_and_readings_that_say_more() -> None:
    rules = RuleSet({}, rule_set().books)
    books = {book.box: book for book in rules.books}
    clause = Clause(
        "base/x", {"en": "X.", "es": "X."}, ("nowhere",), points=1, certainty="unverified"
    )
    page = plain([Drawn(tuple(catalogue.clause_page(books, clause, ["a.yaml"], None)))])
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


# Problems -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "english", "spanish"),
    [
        (
            toys.table(", ".join(f"B {x} 0" for x in (0, 1, 2, 5, 6))),
            "2 tiles are not connected with the others: (5,0), (6,0)",
            "2 losetas no están unidas a las demás: (5,0), (6,0)",
        ),
        (
            toys.table(", ".join(f"B {x} 0" for x in (*range(7), *range(9, 15)))),
            "6 tiles are not connected with the others: (9,0), (10,0), (11,0), (12,0), (13,0) …",
            "6 losetas no están unidas a las demás: (9,0), (10,0), (11,0), (12,0), (13,0) …",
        ),
        (
            toys.table(", ".join(f"B {x} 0" for x in range(73))),
            "73 tiles of the box “Base game”, which holds 72",
            "73 losetas de la caja «Juego básico», que trae 72",
        ),
        (
            toys.table("B 0 0", "ana follower 0 0 nowhere", *["ana follower"] * 7),
            "ana has 8 followers, and the boxes give 7",
            "ana tiene 8 seguidores, y las cajas dan 7",
        ),
        (
            toys.table("keep 0 0", "ana follower 0 0 castle"),
            "ana's follower on castle at (0,0) may not stand there",
            "el seguidor en castle de ana en (0,0) no puede estar ahí",
        ),
    ],
)
def test_problems_are_told(position: Position, english: str, spanish: str) -> None:
    board = Board(position, toys.rules())
    assert english in [faults.told(each, board) for each in problems(board)]
    with locale.speaking("es"):
        assert spanish in [faults.told(each, board) for each in problems(board)]


def test_an_occasion_is_called_what_its_box_calls_it() -> None:
    raids = toys.box("raids", occasions={"raid": {"en": "it is raided", "es": "la asaltan"}})
    road = Board(toys.table("U 0 0"), toys.rules(raids)).feature_at(toys.spot("0 0 road"))
    assert sentences.occasion(road.on("raid")) == "it is raided"
    assert sentences.occasion(road.on("flood")) == "flood"
    with locale.speaking("es"):
        assert sentences.occasion(road.on("raid")) == "la asaltan"
