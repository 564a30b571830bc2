"""Position files are read as written, refused with a place and a remedy, and written back."""

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carcassonne_judge import library, position_file
from carcassonne_judge.changes import (
    Choose,
    Discard,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Scored,
)
from carcassonne_judge.game import run
from carcassonne_judge.geometry import Cell, Side
from carcassonne_judge.position import (
    Change,
    Figure,
    Figures,
    InvalidPosition,
    Owed,
    PlacedTile,
    Position,
    Score,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.position_file import Case, FaultsError, LineText, read, read_text, write
from carcassonne_judge.position_file import boxes as boxes_of_a_file
from carcassonne_judge.problems import problems
from carcassonne_judge.rules import Clause, FigureKind, Rulebook, Word

BASE = library.rule_set()
SCHEMA = jsonschema.Draft202012Validator(position_file.schema())
DISPUTE = """\
title:
  en: Who scores?
  es: ¿Quién puntúa?
boxes: [base]                  # the boxes on the table
readings: {edition: c3}
players: [A, B]
board: |                       # north up
  B      G/90   .
  E/90   C      E/270
  U      D      U
origin: [-1, -1]
figures:
  A: knight at -1 0
  B: [knight at 1 0, knight at 0 -1]
turn: {player: A, tile: E}
play:
  - {place: E, at: [0, -2], turned: 180}
expect:
  scores: {A: 0, B: 14}
"""


def one(text: str, **readings: str) -> Case:
    (case,) = read_text(text, "f.yaml", readings)
    return case


def faults(text: str, **readings: str) -> list[str]:
    with pytest.raises(FaultsError) as caught:
        read_text(text, "f.yaml", readings)
    assert str(caught.value).splitlines() == [str(fault) for fault in caught.value.faults]
    return [str(fault).removeprefix("f.yaml:") for fault in caught.value.faults]


def spot(x: int, y: int, segment: str) -> Spot:
    return Spot(Cell(x, y), segment)


# What is read -------------------------------------------------------------------------------


def test_a_dispute_is_read_and_ruled_on() -> None:
    case = one(DISPUTE)
    position = case.position
    assert case.title == {"en": "Who scores?", "es": "¿Quién puntúa?"}
    assert case.rules.given == {"edition": "c3"}
    assert position.players == ("A", "B")
    assert position.turn == "A"
    assert position.hand is BASE.tiles["E"].tile or position.hand == BASE.tiles["E"].tile
    assert len(position.tiles) == 8
    assert position.tiles[Cell(-1, 0)][0].quarters == 1
    assert position.figures.standing == {
        spot(-1, 0, "city"): (Figure("follower", "A", spot(-1, 0, "city")),),
        spot(1, 0, "city"): (Figure("follower", "B", spot(1, 0, "city")),),
        spot(0, -1, "city"): (Figure("follower", "B", spot(0, -1, "city")),),
    }
    assert (position.supply("A", "follower"), position.supply("B", "follower")) == (6, 5)
    assert case.played == ("E at (0,-2) turned 180",)
    assert case.expect
    assert case.expect.scores == {"A": 0, "B": 14}
    ruled = run(case.board, case.parts, end=case.end)
    assert dict(ruled.rulings[0].scores) == {"B": 14}
    assert not ruled.rulings[0].refusals


def test_places_of_tiles_figures_and_players() -> None:
    case = one(DISPUTE)
    assert case.place_of(Cell(-1, 0)) == (9, 3)
    assert case.place_of(Cell(0, 0)) == (9, 10)
    assert case.place_of(Figure("follower", "B", spot(1, 0, "city"))) == (14, 7)
    assert case.place_of("B") == (6, 14)
    assert case.place_of(Cell(9, 9)) is None


def test_a_file_may_hold_several_cases() -> None:
    first, second = read_text("- {title: one}\n- title: two\n  players: [A]\n")
    assert (first.title, first.line) == ({"": "one"}, 1)
    assert (second.title, second.line) == ({"": "two"}, 2)


def test_what_is_left_out() -> None:
    case = one("players: [A, B]\nboard: D")
    assert case.position.turn == "A"
    assert case.position.hand is None
    assert case.position.scores == {"A": 0, "B": 0}
    assert case.position.supply("B", "follower") == 7
    assert (case.parts, case.end, case.judge, case.expect) == ((), False, None, None)


def test_players_with_more_to_say() -> None:
    case = one(
        "players: {A: {colour: red, score: 12, supply: {followers: 3}}, B: , C: {score: -1}}\n"
        "board: D\nfigures: {A: knight at 0 0}"
    )
    assert case.colours == {"A": "red"}
    assert case.position.scores == {"A": 12, "B": 0, "C": -1}
    assert case.position.supply("A", "follower") == 3
    assert case.position.supply("B", "follower") == 7


def test_texts_stay_as_they_are_written() -> None:
    case = one("players: ['No', 2, 007, Y, 'x: y']\ntitle: 12\nreadings: {base.tiles: 70}")
    assert case.position.players == ("No", "2", "007", "Y", "x: y")
    assert case.title == {"": "12"}
    assert case.rules.readings["base.tiles"] == "70"


@pytest.mark.parametrize(
    "board",
    [
        "board: |\n  D  E/180\n  .  U\n",
        "board: |\n\n  D  E/180\n  .  U\n\n",
        "board: |2-\n  D  E/180\n  .  U\n",
        "board: |\r\n  D  E/180\r\n  .  U\r\n",
        'board: "D E/180\\n. U"\n',
        (
            "tiles:\n- {tile: D, at: [0, 0]}\n- {tile: E, at: [1, 0], turned: 180}\n"
            "- {tile: U, at: [1, 1]}\n"
        ),
        "board: D\ntiles: [{tile: E, at: [1, 0], turned: 180}, {tile: U, at: [1, 1]}]\n",
        "board: |\n  BA/RCr  BA/C/180\n  .  BA/RFr\n",
    ],
)
def test_the_table_is_a_picture_or_a_list(board: str) -> None:
    tiles = {
        cell: (pile[0].tile.id, pile[0].quarters)
        for cell, pile in one(board).position.tiles.items()
    }
    assert tiles == {Cell(0, 0): ("D", 0), Cell(1, 0): ("E", 2), Cell(1, 1): ("U", 0)}


def test_figures_stand_under_a_tile_or_at_a_place_or_are_held() -> None:
    case = one(
        "players: [A, B]\n"
        "tiles:\n  - {tile: W, at: [0, 0], figures: {A: [thief S, granjero NNE], B: ladrón E}}\n"
        "figures: {A: [thief W at 0 0, follower held by B]}\n"
    )
    assert [each for each in case.position.figures if not each.in_supply] == [
        Figure("follower", "A", spot(0, 0, "south-road")),
        Figure("follower", "A", spot(0, 0, "north")),
        Figure("follower", "B", spot(0, 0, "east-road")),
        Figure("follower", "A", spot(0, 0, "west-road")),
        Figure("follower", "A", held_by="B"),
    ]
    assert case.position.supply("A", "follower") == 3


def test_a_tile_lies_on_another() -> None:
    case = one("board: D\ntiles: [{tile: B, at: [0, 0], on_top: true}]")
    assert [placed.tile.id for placed in case.position.tiles[Cell(0, 0)]] == ["D", "B"]
    assert case.board.tiles[Cell(0, 0)].tile.id == "B"


def test_faces_are_declared() -> None:
    case = one(
        "faces:\n  house: {copies: 1, monastery: , west: {kind: road, ports: N}, "
        "all: {kind: field, ports: NNW NNE, beside: monastery, tower: 2}}\n"
        "  E: {marks: {volcano: 1}}\n"
        "players: [A]\nboard: house/90 E\nfigures: {A: thief at 0 0}"
    )
    house = case.position.tiles[Cell(0, 0)][0]
    assert house.tile.face == "declared"
    assert [segment.kind for segment in house.tile.segments] == ["monastery", "road", "field"]
    assert house.tile.segments[2].marks == {"tower": 2}
    assert case.position.figures.standing.keys() == {spot(0, 0, "west")}
    assert case.position.tiles[Cell(1, 0)][0].tile.marks == {"volcano": 1}


def test_aliases_are_written_out() -> None:
    case = one("tiles: [&d {tile: D, at: &o [0, 0]}]\norigin: *o\nplayers: &p [A, B]")
    assert case.position.tiles.keys() == {Cell(0, 0)}


def test_readings_of_ones_own_overrule_the_files() -> None:
    text = "readings: {base.farm_scoring: third, base.tiles: 70}"
    assert one(text).rules.readings["base.farms"] == "r3"
    case = one(text, **{"base.farms": "devir"})
    assert case.rules.readings["base.farms"] == "devir"
    assert case.rules.readings["base.tiles"] == "70"
    assert case.given == {"base.farms": "devir"}
    assert one(text, printing="r1").rules.readings["base.farms"] == "r1"
    assert one("readings: {printing: r1}").rules.readings["base.farms"] == "r1"


def test_moves_are_read_on_the_table_as_it_then_lies() -> None:
    case = one(
        "players: [A, B]\nboard: D\nplay:\n"
        "  - {place: E, at: [0, -1], turned: 180, figure: knight}\n"
        "  - B at 0 1 monk\n"
        "  - {player: A, place: U, at: [1, 0], figure: [farmer S]}\n"
        "  - {take: farmer S at 1 0, player: A}\n"
        "  - {discard: C}\n"
        "  - A: V at -1,0 take monk at 0 1\n".replace("- A: V", "- 'B: V").replace(
            "monk at 0 1\n", "monk at 0 1'\n"
        )
    )
    ruled = run(case.board, case.parts)
    moves = [move for ruling in ruled.rulings for move in ruling.moves]
    assert [type(move) for move in moves] == [
        PlaceTile,
        MoveFigure,
        PlaceTile,
        MoveFigure,
        PlaceTile,
        MoveFigure,
        MoveFigure,
        Discard,
        PlaceTile,
        MoveFigure,
    ]
    assert moves[1] == MoveFigure(Figure("follower", "A"), spot(0, -1, "city"))
    assert moves[9] == MoveFigure(Figure("follower", "B", spot(0, 1, "monastery")))
    assert case.played == (
        "E at (0,-1) turned 180 knight",
        "B at 0 1 monk",
        "A: U at (1,0) farmer S",
        "A: take farmer S at 1 0",
        "discard C",
        "B: V at -1,0 take monk at 0 1",
    )


def test_a_move_that_makes_no_sense_says_where_it_is_written() -> None:
    case = one(
        "players: [A, B]\nboard: D\nplay:\n  - {place: E, at: [0, -1], turned: 180, figure: thief}"
    )
    with pytest.raises(InvalidPosition) as caught:
        run(case.board, case.parts)
    assert str(caught.value) == (
        "f.yaml:4:50: 'thief' fits no segment; E at (0,-1) has: knight, farmer"
    )
    for text, said in {
        "{take: knight at 0 0}": "f.yaml:4:12: A has nobody there; name one of his own figures",
        "{take: knight at 3 0}": "f.yaml:4:12: no tile lies at (3,0); name a cell that has one",
        "{take: knight}": "f.yaml:4:12: 'knight' does not say where; write 'knight at 0 1'",
        "{place: U, at: [1, 0], figure: thief at 9 9}": (
            "f.yaml:4:36: no tile lies at (9,9); name a cell that has one"
        ),
        "{figure: knight}": "f.yaml:4:14: 'knight' does not say where; write 'knight at 0 1'",
    }.items():
        case = one(f"players: [A, B]\nboard: D\nplay:\n  - {text}")
        with pytest.raises(InvalidPosition) as caught:
            run(case.board, case.parts)
        assert str(caught.value) == said


def test_the_figure_of_another_may_be_taken_to_be_told_why_not() -> None:
    case = one(
        "players: [A, B, C]\nboard: D\nfigures: {B: knight at 0 0, C: [thief at 0 0], "
        "A: thief at 0 0}\nplay:\n  - {take: [knight at 0 0, thief at 0 0]}"
    )
    (ruling,) = run(case.board, case.parts).rulings
    assert ruling.moves == tuple(
        MoveFigure(Figure("follower", owner, spot(0, 0, where)))
        for owner, where in (("B", "city"), ("A", "road"))
    )
    assert {it.clause.id for it in ruling.refusals if it.clause} == {"base/no-take-back"}


def test_it_has_to_be_plain_whose_figure_is_taken() -> None:
    case = one(
        "players: [A, B, C]\nboard: D\nfigures: {B: knight at 0 0, C: knight at 0 0}\n"
        "play:\n  - {take: knight at 0 0}"
    )
    with pytest.raises(InvalidPosition, match="A has nobody there"):
        run(case.board, case.parts)


def test_a_figure_may_be_put_on_another_tile_to_be_told_why_not() -> None:
    case = one(
        "players: [A]\nboard: D\nplay:\n"
        "  - {place: U, at: [1, 0], figure: [knight at 0 0, thief at 1 0]}\n"
    )
    ruling = run(case.board, case.parts).rulings[0]
    assert [move.to for move in ruling.moves if isinstance(move, MoveFigure)] == [
        spot(0, 0, "city"),
        spot(1, 0, "road"),
    ]
    assert "base/deploy-just-placed" in {each.clause.id for each in ruling.refusals if each.clause}


def test_what_is_named_beside_the_file() -> None:
    case = one(DISPUTE)
    assert case.tile("E*").id == "E*"
    assert case.spot("city at 0 0") == spot(0, 0, "city")
    moves = case.part("B: E at 0,-2 turned 180 knight").moves(case.board)
    assert moves[1] == MoveFigure(Figure("follower", "B"), spot(0, -2, "city"))
    for ask, said in (
        (lambda: case.tile("Z"), "Z: no tile 'Z'; did you mean 'X'? (carcassonne-judge tiles"),
        (lambda: case.spot("city"), "city: 'city' does not say where"),
        (lambda: case.part("E"), "E: 'E' is no move; write it as"),
        (lambda: case.part("C: E at 0,0"), "C: E at 0,0: there is no player 'C'; the players"),
        (lambda: case.part("E at 0,0 turned 9"), "turned 9: a tile is turned 0, 90, 180 or 270"),
    ):
        with pytest.raises(InvalidPosition) as caught:
            ask()
        assert said in str(caught.value)


def test_expectations() -> None:
    expect = one(
        "players: [A, B]\nboard: D\nexpect:\n"
        "  lines: {A: ['6 × 2 base/city-score', 1 x 3 base/farm-three-per-city]}\n"
        "  holders: {city at 0 0: [A, B], road at 0 0: []}\n"
        "  forbidden: [base/place-match-edges]\n"
        "  home: {A: 2, B: knight at 0 0}\n"
        "  legal: [E at 0 1]\n"
        "  problems: base/place-side-contact\n"
        "  next: B\n"
    ).expect
    assert expect
    assert expect.scores is None
    assert expect.lines == {
        "A": (LineText(6, 2, "base/city-score"), LineText(1, 3, "base/farm-three-per-city"))
    }
    assert expect.holders
    assert [(phrase.text, who) for phrase, who in expect.holders] == [
        ("city at 0 0", frozenset("AB")),
        ("road at 0 0", frozenset()),
    ]
    assert expect.forbidden == frozenset(["base/place-match-edges"])
    assert expect.home
    assert expect.home["A"] == 2
    assert isinstance(expect.home["B"], tuple)
    assert [phrase.text for phrase in expect.home["B"]] == ["knight at 0 0"]
    assert isinstance(expect.legal, tuple)
    assert [phrase.text for phrase in expect.legal] == ["E at 0 1"]
    assert expect.problems == frozenset(["base/place-side-contact"])
    assert expect.next == "B"
    counted = one("expect: {legal: 12}").expect
    assert counted
    assert counted.legal == 12


def test_a_feature_to_judge_is_read_once_the_moves_are_made() -> None:
    case = one("players: [A]\nboard: D\nplay: [E at 0 -1 turned 180]\njudge: city at 0 -1")
    assert case.judge
    with pytest.raises(InvalidPosition, match=r"f.yaml:4:8: no tile lies at \(0,-1\)"):
        case.judge.spot(case.board)
    assert case.judge.spot(run(case.board, case.parts).board) == spot(0, -1, "city")


def test_a_turn_that_is_under_way() -> None:
    position = one(
        "players: [A, B]\nboard: D E\nturn: {player: B}\nfigures: {B: knight at 1 0}\n"
        "done:\n"
        "  - {place: E, at: [1, 0]}\n"
        "  - {deploy: knight at 1 0, player: B}\n"
        "  - {take: thief at 0 0, player: B}\n"
        "  - {carry: follower, player: A, source: road at 0 0, to: city at 1 0}\n"
        "  - {carry: follower, player: A, from_holder: B, to_holder: A}\n"
        "  - {discard: C}\n  - {extra_turn: B}\n"
        "  - {choose: base/majority, which: 1, player: A}\n"
        "  - {judge: city at 0 0, occasion: recall}\n  - {passed: true}\n  - {scored: true}\n"
        "closed: [city at 0 0, {spot: road at 0 0, occasion: recall}]\n"
        "owed: [{player: A, clause: base/majority, about: city at 1 0}, "
        "{player: B, clause: base/majority}]\n"
        "discarded: [C, E*]\n"
    ).position
    assert position.turn == "B"
    assert position.done == (
        PlaceTile(PlacedTile(BASE.tiles["E"].tile, Cell(1, 0))),
        MoveFigure(Figure("follower", "B"), spot(1, 0, "city")),
        MoveFigure(Figure("follower", "B", spot(0, 0, "road"))),
        MoveFigure(Figure("follower", "A", spot(0, 0, "road")), spot(1, 0, "city")),
        MoveFigure(Figure("follower", "A", None, "B"), None, "A"),
        Discard(BASE.tiles["C"].tile),
        ExtraTurn("B"),
        Choose("A", "base/majority", 1),
        Score(spot(0, 0, "city"), "recall"),
        Pass(),
        Scored(),
    )
    assert position.closed == (
        Score(spot(0, 0, "city")),
        Score(spot(0, 0, "road"), "recall"),
    )
    assert position.owed == (
        Owed("A", "base/majority", spot(1, 0, "city")),
        Owed("B", "base/majority"),
    )
    assert [tile.id for tile in position.discarded] == ["C", "E*"]
    assert one(write(position, BASE)).position == position


# What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", " the file is empty; it has to hold a position"),
        ("# nothing\n", " the file is empty; it has to hold a position"),
        ("{}", "1:1: nothing is in it; write a position"),
        ("[]", "1:1: the list is empty; write a position in it"),
        ("x", "1:1: 'x', where a map (key: value) belongs"),
        ("[x]", "1:2: 'x', where a map (key: value) belongs"),
        ("a: [\n", "2:1: no YAML: did not find expected node content; check indentation"),
        ("a: b: c\n", "1:5: no YAML: mapping values are not allowed in this context; check"),
        ("title: x\n\tend: true\n", ("2:1: no YAML: found a tab character that violates "
         "indentation; indent with spaces, not with tabs")),
        ("title: @x\n", "1:8: no YAML: found character that cannot start any token; put quotes"),
        ("title: x\x07\n", "1:9: a character that cannot be printed (U+0007); take it out"),
        ("title: x\ntitle: y\n", "2:1: the key 'title' again, first in line 1; keep one of them"),
        ("title: !!python/object:os.system x\n", ("1:8: the tag !!python/object:os.system: a "
         "position is data without tags; take it out")),
        ("title: ! x\n", "1:8: the tag !: a position is data without tags; take it out"),
        ("players: !x [A]\n", "1:10: the tag !x"),
        ("title: *x\n", "1:8: nothing was named &x before *x; text with * wants quotes"),
        ("title: &x [*x]\n", "1:12: *x stands inside what it names; write it out"),
        ("title: x\n---\ntitle: y\n", "2:1: a second document begins here; write several cases"),
        ("? [a]\n: x\n", "1:3: a key has to be a word, not a list or a map; write 'key: value'"),
        ("[" * 21 + "]" * 21, "1:21: more than 20 levels deep"),
        ("titl: x", "1:1: no key 'titl' here; did you mean 'title'?"),
        ("qqq: x", "1:1: no key 'qqq' here; the keys are title, boxes, readings"),
        ("boxes: [bas]", "1:9: no box 'bas'; the boxes are"),
        ("readings: {base.frms: r3}", "1:12: no reading 'base.frms' in the boxes in play; they"),
        ("readings: {edition: c9}", "1:21: edition: no value 'c9'; it may be c3, c2, c1"),
        ("readings: {edition: []}", "1:21: a list, where a text belongs: the value of a reading"),
        ("readings: {base.farms: r3, base.farm_scoring: r1}", "1:28: the reading base.farms again"),
        ("players: [A, A]", "1:14: the player 'A' again; each is named once"),
        ("players: [No]", "1:11: a player called No wants quotes, 'No': YAML takes the bare word"),
        ("players: {on: }", "1:11: a player called on wants quotes, 'on'"),
        ("players: A", "1:10: 'A', where a list belongs: players: [A, B]"),
        ("players: [[A]]", "1:11: a list, where a text belongs: the name of a player"),
        ("players: {A: {score: x}}", "1:22: 'x', where a whole number belongs; write it plainly"),
        ("players: {A: {score: '3'}}", "1:22: '3', where a whole number belongs; write it without"),
        ("players: {A: {scor: 3}}", "1:15: no key 'scor' here; did you mean 'score'?"),
        ("players: {A: {supply: {knight: 3}}}", "1:24: no figure 'knight' in the boxes in play"),
        ("players: {A: {supply: {follower: -1}}}", "1:24: -1 of them; a player has none or more"),
        ("board: D E\n  U\n", "1:8: a picture of several rows begins with '|': write 'board: |'"),
        ("board: >\n  D E\n", "1:8: a picture of several rows begins with '|'"),
        ("board: |\n  D Q/45\n", "2:5: turned 45: a tile is turned 0, 90, 180 or 270 degrees"),
        ("board: |\n  D\n\n  D\n", "3:1: an empty row in the picture; write '.' for an empty cell"),
        ("board: |\n  D # start\n", "2:5: no comment can stand in the picture"),
        ("board: |\n  . Z\n", "2:5: no tile 'Z'; did you mean 'X'? (carcassonne-judge tiles lists"),
        ("board: |\n  D\ntiles: [{tile: E, at: [0, 0]}]", ("3:23: two tiles at (0,0): D lies there "
         "(line 2); move one, or say on_top: true if it lies on the other")),
        ("tiles: [{tile: E, at: [0, 0], on_top: true}]", "1:23: nothing lies at (0,0) for it to"),
        ("origin: [0]", "1:9: a list of 2 belongs here: origin: [-1, -1]"),
        ("origin: [a, 0]", "1:10: 'a', where a whole number belongs"),
        ("tiles: [{tile: 'e', at: [0, 0]}]", "1:16: no tile 'e'; did you mean 'E'?"),
        ("tiles: [{tile: BA/RCx, at: [0, 0]}]", "1:16: no tile 'BA/RCx'"),
        ("tiles: [{tile: E}]", "1:9: the key 'at' is missing here"),
        ("tiles: [{tile: [E], at: [0, 0]}]", "1:16: a list, where text belongs"),
        ("tiles: [{tile: E, at: 3}]", "1:23: '3', where a list belongs"),
        ("tiles: [{tile: E, at: [0, 1, 2]}]", "1:23: a list of 2 belongs here, as [0, 1]"),
        ("tiles: [{tile: E, at: [0, 1000001]}]", "1:23: (0,1000001) is off the table; cells go up"),
        ("tiles: [{tile: E, at: [0, 1e3]}]", "1:27: '1e3', where a whole number belongs"),
        ("tiles: [{tile: E, at: [0, 99999999999999999999]}]", "1:27: '99999999999999999999'"),
        ("tiles: [{tile: E, at: [0, 0], turned: 45}]", "1:39: turned 45: a tile is turned 0, 90"),
        ("tiles: [{tile: E, at: [0, 0], turned: 090}]", "1:39: '090', where a whole"),
        ("tiles: [{tile: E, at: [0, 0], on_top: maybe}]", "1:39: 'maybe', where true or false"),
        ("board: E*\nreadings: {edition: c1}", "1:8: tile 'E*' is of the editions c2 and c3, and"),
        ("board: E\nfigures: {A: knight at 0 0}", "2:11: there is no player 'A'; name players"),
        ("players: [Ana]\nboard: E\nfigures: {Anna: knight at 0 0}", ("3:11: there is no player "
         "'Anna'; did you mean 'Ana'?")),
        ("players: [A]\nboard: E\nfigures: {A: knight}", "3:14: 'knight' does not say where"),
        ("players: [A]\nboard: E\nfigures: {A: knight at 1 1}", "3:14: no tile lies at (1,1); put"),
        ("players: [A]\nboard: E\nfigures: {A: thief at 0 0}", ("3:14: 'thief' fits no segment; E "
         "at (0,0) has: knight, farmer")),
        ("players: [A]\nboard: W\nfigures: {A: thief at 0 0}", ("3:14: 'thief' fits more than one "
         "segment; W at (0,0) has: thief E, thief S, thief W, farmer N")),
        ("players: [A]\nfigures: {A: follower held by B}", "2:14: there is no player 'B'"),
        ("players: [A]\nfigures: {A: [[knight]]}", "2:15: a list, where a text belongs"),
        ("turn: {player: A}", "1:16: there is no player 'A'; name players"),
        ("turn: {tile: Z}", "1:14: no tile 'Z'"),
        ("tokens: [{token: fairy}]", "1:18: no box in play has a token 'fairy'; leave it out, or"),
        ("play: [E at 0 0]", "1:8: nobody is there to move; name the players: [A, B]"),
        ("players: [A]\nplay: [E to 0 0]", "2:8: 'E to 0 0' is no move; write it as"),
        ("players: [A]\nplay: ['B: E at 0 0']", "2:8: there is no player 'B'; the players are A"),
        ("players: [A]\nplay: [{place: E}]", "2:8: the key 'at' is missing here"),
        ("players: [A]\nplay: [{at: [0, 0]}]", "2:8: the key 'place' is missing here"),
        ("players: [A]\nplay: [{}]", "2:8: this does nothing; name a tile to place or discard, or"),
        ("players: [A]\nplay: [[]]", "2:8: a list, where a map (key: value) belongs"),
        ("end: yes", "1:6: 'yes', where true or false belongs"),
        ("judge: []", "1:8: a list, where a text belongs: a feature, as 'city at 0 1'"),
        ("expect: {scores: {A: 1}}", "1:19: there is no player 'A'"),
        ("players: [A]\nexpect: {lines: {A: [2 base/city-score]}}", ("2:22: '2 base/city-score' is "
         "no line; write it as '6 × 2 base/city-score'")),
        ("players: [A]\nexpect: {lines: {A: [2 x 1 base/city-scor]}}", ("2:22: no clause "
         "'base/city-scor' in the boxes in play; did you mean 'base/city-score'?")),
        ("expect: {forbidden: [base/qqqqq]}", ("1:22: no clause 'base/qqqqq' in the boxes in play; "
         "carcassonne-judge rules lists them")),
        ("expect: {legal: {}}", "1:17: a map, where a whole number or a list belongs"),
        ("faces: {h: {road: {ports: N Q}}}", "1:12: the face of 'h': no port 'Q'; ports: N E S W"),
        ("faces: {h: {road: {ports: N}, city: {ports: N}}}", "1:37: 'city' and 'road' are both"),
        ("faces: {h: {rod: {ports: N}}}", ("1:18: no box in play has a feature 'rod'; did you mean "
         "'road'?")),
        ("faces: {h: {road: {beside: x}}}", "1:19: beside 'x': the tile has no such segment"),
        ("faces: {h: x}", "1:12: a map of segments belongs here"),
        ("faces: {h: {road: x}}", "1:12: the face of 'h': segments are maps, and marks are whole"),
        ("faces: {h: {road: {inns: x}}}", "1:12: the face of 'h': segments are maps, and"),
        ("closed: [city at 0 0]", "1:10: no tile lies at (0,0)"),
        ("board: D\nclosed: [{spot: monk at 0 0}]", "2:17: no feature is called 'monk'"),
        ("players: [A]\nowed: [{player: A, clause: base/x}]", "2:28: no clause 'base/x' in the"),
        ("done: [{}]", "1:8: one of these belongs here, and only one: place, deploy, take"),
        ("done: [{place: E, at: [0, 0], scored: true}]", "1:8: one of these belongs here"),
        ("done: [{place: E}]", "1:8: the key 'at' is missing here"),
        ("board: E\ndone: [{take: knight at 0 0}]", "2:8: the key 'player' is missing here"),
        ("players: [A]\ndone: [{carry: x, player: A}]", "2:16: no figure 'x' in the boxes in play"),
        ("discarded: [Z]", "1:13: no tile 'Z'"),
    ],
)  # fmt: skip
def test_what_is_refused_where_and_what_to_do(text: str, said: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(said)


def test_all_faults_of_a_file_are_said_at_once() -> None:
    assert [fault.split(": ")[0] for fault in faults(
        "- players: [A]\n  tiles:\n  - {tile: Z, at: [0, 0], figures: {B: knight}}\n"
        "  - {tile: E, at: [1, 0], trned: 90}\n  figures: {A: knight at 0 0, C: knight at 1 0}\n"
        "- {ttle: x}\n- {boxes: [q], title: []}\n"
    )] == ["3:12", "4:27", "5:31", "6:4", "7:12"]  # fmt: skip


def test_a_reading_of_ones_own_is_refused() -> None:
    with pytest.raises(FaultsError) as caught:
        read_text("title: x", readings={"base.frms": "r3"})
    assert str(caught.value).startswith("--reading: no reading 'base.frms' in the boxes in play")


def test_an_alias_bomb_is_refused_before_it_goes_off() -> None:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        rows.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]")
    (fault,) = faults("\n".join(rows))
    assert fault.startswith("6:20: more than 500,000 values once aliases are written out")


def test_aliases_may_not_nest_too_deep_either() -> None:
    rows = ["a: &a [" + "[" * 10 + "]" * 10 + "]", "b: [" + "[" * 10 + "*a" + "]" * 11]
    (fault,) = faults("\n".join(rows))
    assert fault.startswith("2:15: more than 20 levels deep")


def test_too_many_tiles() -> None:
    row = " ".join(["B"] * 500)
    (fault,) = faults("board: |\n" + f"  {row}\n" * 101)
    assert fault.startswith("102:3: more than 50,000 tiles; split the position")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    def said(path: Path) -> str:
        with pytest.raises(FaultsError) as caught:
            read(str(path))
        return str(caught.value).removeprefix(str(path))

    assert said(tmp_path / "none.yaml") == ": there is no such file; check its name and the folder"
    assert said(tmp_path) == ": this is a folder; name a file in it"
    bad = tmp_path / "bad.yaml"
    bad.write_bytes("title: x\nplayers: [ñ".encode() + b"\xff]\n")
    assert said(bad) == ":2:12: byte 0xff is no UTF-8; save the file as UTF-8"
    bad.write_bytes(b"\xff\xfet\x00")
    assert said(bad).startswith(":1:1: byte 0xff is no UTF-8")
    bad.write_bytes(b"#" * (16 * 1024 * 1024 + 1))
    assert said(bad) == ": it is larger than 16 MiB; a position has to be smaller"
    with pytest.raises(FaultsError, match="it cannot be read"):
        read("a\0b")
    if os.getuid():
        bad.chmod(0)
        assert said(bad).startswith(": it cannot be read (Permission denied)")


def test_a_file_may_come_from_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufefftitle: ñ".encode())))
    (case,) = read("-")
    assert (case.source, case.title) == ("-", {"": "ñ"})


def test_pure_python_yaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carcassonne_judge.position_file.source._LOADER", yaml.Loader)
    case = one(DISPUTE)
    assert case.place_of(Cell(0, 0)) == (9, 10)
    assert faults("title: &x [*x]\n") == ["1:12: *x stands inside what it names; write it out"]


# What is written ----------------------------------------------------------------------------


def same(position: Position) -> Position:
    """The position with its figures in one order: figures are values, their order means nothing."""
    return position._replace(figures=Figures(sorted(position.figures, key=repr)))


def test_a_position_is_written_as_people_write_it() -> None:
    case = one(DISPUTE)
    text = write(case.position, case.rules, case.title, {"A": "red"})
    assert text == (
        'title:\n  en: "Who scores?"\n  es: "¿Quién puntúa?"\n'
        "boxes: [base]\nreadings: {edition: c3}\n"
        "players:\n  A: {colour: red}\n  B: {}\n"
        "board: |\n  B      G/90   .\n  E/90   C      E/270\n  U      D      U\n"
        "origin: [-1, -1]\n"
        "figures:\n  A: [knight at -1 0]\n  B: [knight at 1 0, knight at 0 -1]\n"
        "turn: {player: A, tile: E}\n"
    )
    assert one(text).position == case.position


def test_the_position_after_a_ruling_is_written_and_read_back() -> None:
    case = one(DISPUTE)
    after = run(case.board, case.parts).board.position
    again = one(write(after, case.rules)).position
    assert same(again) == same(after)


def test_what_cannot_be_written() -> None:
    nowhere = Figure("follower", "A", spot(0, 0, "city"))
    with pytest.raises(InvalidPosition, match="no tile shows 'city'"):
        write(Position({}, Figures((nowhere,)), players=("A",)), BASE)
    with pytest.raises(InvalidPosition, match="no tile shows 'city'"):
        write(Position({}, closed=(Score(spot(0, 0, "city")),)), BASE)
    with pytest.raises(InvalidPosition, match="cannot be written"):
        write(Position({}, done=(Owed("A", "base/majority"),)), BASE)


NAMES = st.one_of(
    st.sampled_from(
        ["A", "B", "No", "yes", "2", "~", "null", "x: y", "#", "'", '"', "é", "a b", "-"]
    ),
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8),
)
CELLS = st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4))
DECLARED = library.tile(
    "my house",
    {"house": {"kind": "monastery"}, "way": {"kind": "road", "ports": "N WNW"}},
    "declared",
)
SHEETS: list[Tile] = [*(sheet.tile for sheet in BASE.tiles.values()), DECLARED]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions that a file can hold, however odd."""
    players = tuple(draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)))
    player, tiles = st.sampled_from(players), st.sampled_from(SHEETS)
    table = {
        cell: tuple(
            PlacedTile(draw(tiles), cell, draw(st.integers(0, 3)))
            for _ in range(draw(st.sampled_from((1, 1, 1, 2))))
        )
        for cell in draw(st.lists(CELLS, max_size=8, unique=True))
    }
    spots = [each for pile in table.values() for each in pile[-1].spots]
    figures = [
        Figure("follower", owner, at) for owner, at in draw(
            st.lists(st.tuples(player, st.sampled_from(spots)), max_size=6)
        )
    ] if spots else []  # fmt: skip
    figures += draw(
        st.lists(st.builds(Figure, st.just("follower"), player, st.none(), player), max_size=2)
    )
    for owner in players:
        figures += [Figure("follower", owner)] * draw(st.integers(0, 8))
    somewhere = st.sampled_from(spots or [Spot(Cell(0, 0), "")])
    done: list[Change] = [PlaceTile(pile[-1]) for pile in list(table.values())[:1]]
    done += [MoveFigure(Figure("follower", players[0]), at) for at in spots[:1]]
    done += draw(st.lists(st.sampled_from([Pass(), Scored(), ExtraTurn(players[0])]), max_size=2))
    scores = st.builds(Score, somewhere, st.sampled_from(("complete", "recall")))
    owed = st.builds(Owed, player, st.just("base/majority"), somewhere | st.none())
    return Position(
        tiles=table,
        figures=Figures(figures),
        players=players,
        scores={each: draw(st.integers(-9, 999)) for each in players},
        turn=draw(player),
        hand=draw(st.none() | tiles),
        done=tuple(done) if draw(st.booleans()) else (),
        closed=tuple(draw(st.lists(scores, max_size=2))) if spots else (),
        owed=tuple(draw(st.lists(owed, max_size=2))) if spots else (),
        discarded=tuple(draw(st.lists(tiles, max_size=2))),
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(positions(), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
def test_what_is_written_is_read_back_as_the_same(position: Position, title: str) -> None:
    text = write(position, BASE, title)
    case = one(text)
    assert same(case.position) == same(position)
    assert case.title.get("", "") == (title if title.strip() else "")
    SCHEMA.validate(yaml.safe_load(text))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_spoilt_file_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DISPUTE)))
    cut = data.draw(st.integers(0, 6))
    put = data.draw(st.text("[]{}:,-&*!|>'\"#%@ \n\t/0AE\u2028\x85", max_size=4))
    with contextlib.suppress(InvalidPosition):
        for case in read_text(DISPUTE[:at] + put + DISPUTE[at + cut :]):
            run(case.board, case.parts)


# The schema, and what boxes add -------------------------------------------------------------


def test_the_schema_describes_the_file() -> None:
    schema = position_file.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    SCHEMA.validate(yaml.safe_load(DISPUTE))
    case = schema["$defs"]["CaseEntry"]["properties"]
    assert all("description" in each or "$ref" in str(each) for each in case.values())
    for wrong in ("titl: x", "tiles: [{tile: E}]", "origin: [1]", "play: [{plce: E}]"):
        with pytest.raises(jsonschema.ValidationError):
            SCHEMA.validate(yaml.safe_load(wrong))


TOY = Rulebook(
    box="toy",
    clauses={"toy/x": Clause(id="toy/x", text={}, source=())},
    shelf=9,
    figures={
        "big-follower": FigureKind(
            "big-follower",
            Word({"en": "big follower", "es": "gran seguidor"}, {"en": "big followers"}),
            1,
            follower=True,
            stands_on=frozenset(("city", "road", "field")),
        )
    },
    tokens={"dragon": Word({"en": "dragon"}, {"en": "dragons"})},
)


@pytest.fixture
def _with_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(_names: Iterable[str]) -> dict[str, Rulebook]:
        return {**library.find(["base"]), "toy": TOY}

    found: Callable[[Iterable[str]], dict[str, Rulebook]] = both
    monkeypatch.setattr(boxes_of_a_file, "find", found)


@pytest.mark.usefixtures("_with_a_box")
def test_figures_and_tokens_of_a_box() -> None:
    text = (
        "boxes: [base, toy]\nplayers: [A, B]\nboard: D\nfigures: {A: [big knight at 0 0]}\n"
        "tokens: [{token: dragon, at: [0, 1], owner: A, side: E, value: 3}, "
        "{token: dragon, at: road at 0 0}, {token: dragon}]\n"
        "done: [{place: D, at: [0, 0], tokens: [{token: dragon}]}, {put: {token: dragon}}, "
        "{move: {token: dragon}, to: [1, 1]}, {give: {token: dragon}, player: B}]\n"
    )
    case = one(text)
    assert case.position.figures[0] == Figure("big-follower", "A", spot(0, 0, "city"))
    assert case.position.supply("A", "big-follower") == 0
    assert case.position.supply("B", "big-follower") == 1
    assert case.position.tokens == (
        Token("dragon", Cell(0, 1), "A", Side.E, 3),
        Token("dragon", spot(0, 0, "road")),
        Token("dragon"),
    )
    assert case.position.done[1:] == (
        PutToken(Token("dragon")),
        MoveToken(Token("dragon"), Cell(1, 1)),
        GiveToken(Token("dragon"), "B"),
    )
    assert one(write(case.position, case.rules)).position == case.position


@pytest.mark.usefixtures("_with_a_box")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tokens: [{token: dragn}]", "1:18: no box in play has a token 'dragn'; did you mean"),
        ("tokens: [{token: dragon, side: X}]", "1:32: 'X' is no side; the sides are N E S W"),
        ("tokens: [{token: dragon, owner: A}]", "1:33: there is no player 'A'"),
        ("tokens: [{token: dragon, at: city at 0 0}]", "1:30: no tile lies at (0,0)"),
        ("done: [{move: {token: dragon}}]", "1:8: say where the token went, as to: [0, 1]"),
        (
            "done: [{place: E, at: [0, 1]}]",
            "1:8: what was placed lies on the table; put E at",
        ),
    ],
)
def test_tokens_that_are_refused(text: str, said: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(said)


# The page that explains it ------------------------------------------------------------------

PAGE = Path(__file__).parent.parent / "docs" / "position.md"
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_page_are_read_and_ruled_on(example: str) -> None:
    case = one(example)
    ruled = run(case.board, case.parts, end=case.end)
    assert not [refusal for ruling in ruled.rulings for refusal in ruling.refusals]
    assert not [each for each in problems(case.board) if case.written]
    SCHEMA.validate(yaml.safe_load(example))
    if case.expect and case.expect.lines:
        found = [(line.player, line.times, line.clause.id) for line in ruled.lines]
        wanted = case.expect.lines.items()
        assert found == [(who, line.times, line.clause) for who, all_ in wanted for line in all_]


def test_the_page_lists_the_tiles_as_they_are() -> None:
    rows = re.findall(
        r"^\| ([A-Z]) \| (. . . .) \| (.*?) \| (\d) \|$", PAGE.read_text(), re.MULTILINE
    )
    letters = {"city": "C", "road": "R", "field": "F"}
    plain = [sheet for sheet in BASE.tiles.values() if not sheet.plain]
    assert [(row[0], row[1], int(row[3])) for row in rows] == [
        (sheet.tile.id, " ".join(letters[face] for face in sheet.tile.lies[0].faces), sheet.copies)
        for sheet in plain
    ]
    assert [("shield" in row[2], "monastery" in row[2]) for row in rows] == [
        (
            any(segment.marks.get("shields") for segment in sheet.tile.segments),
            any(segment.kind == "monastery" for segment in sheet.tile.segments),
        )
        for sheet in plain
    ]


def test_the_page_names_every_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    keys = position_file.schema()["$defs"]["CaseEntry"]["properties"]
    assert [key for key in keys if not re.search(rf"`{key}[:`]|^{key}:", text, re.MULTILINE)] == []


def test_the_tile_that_is_said_to_lie_underneath_has_to_lie_there() -> None:
    (case,) = read_text("players: [A, B]\nboard: D")
    (cover,) = case.move("E at 0,0 on top of D turned 180").moves(case.board)
    assert cover == case.move("E at 0,0 turned 180").moves(case.board)[0]
    with pytest.raises(FaultsError, match=r"'B' does not lie at \(0,0\); D lies there"):
        case.move("E at 0,0 on top of B").moves(case.board)
    with pytest.raises(FaultsError, match=r"'B' does not lie at \(1,0\); nothing lies there"):
        case.move("E at 1,0 on top of B").moves(case.board)
