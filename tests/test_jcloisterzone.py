from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carcassonne_judge import library
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile
from carcassonne_judge.game import Run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.importers.assertions import agrees
from carcassonne_judge.importers.jcloisterzone import (
    NeedsBox,
    SavedGame,
    parse,
    read,
    rules_of,
    tile_names,
)
from carcassonne_judge.position import Figure, InvalidPosition, Spot, Token

Save = dict[str, Any]


def place(tile: str, x: int, y: int, turned: int = 0, **more: object) -> Save:
    payload = {"tileId": tile, "rotation": f"R{turned}", "position": [x, y]}
    return {"type": "PLACE_TILE", "payload": payload, **more}


def deploy(x: int, y: int, feature: str, location: str, figure: str = "0.small.1") -> Save:
    pointer = {"position": [x, y], "feature": feature, "location": location}
    return {"type": "DEPLOY_MEEPLE", "payload": {"pointer": pointer, "meepleId": figure}}


def step(x: int, y: int) -> Save:
    return {"type": "MOVE_NEUTRAL_FIGURE", "payload": {"figureId": "dragon.1", "to": [x, y]}}


def fairy(to: object) -> Save:
    return {"type": "MOVE_NEUTRAL_FIGURE", "payload": {"figureId": "fairy.1", "to": to}}


PASS: Save = {"type": "PASS", "payload": {}}
COMMIT: Save = {"type": "COMMIT", "payload": {"random": 0.5}}
UNDO: Save = {"type": "UNDO", "payload": {}}


def save(*replay: Save, **more: object) -> Save:
    return {
        "setup": {
            "sets": {"basic:1": 1},
            "elements": {"small-follower": 7, "farmers": True},
            "rules": {},
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
        },
        "players": [{"name": "Ana", "slot": 0}, {"name": "Berta", "slot": 1}],
        "replay": list(replay),
        **more,
    }


def imported(game: object) -> SavedGame:
    return parse(json.dumps(game).encode(), "game.jcz")


def points(run: Run) -> dict[str, int]:
    return dict(run.end.totals if run.end else run.board.position.scores)


CITY_OF_TWO = (
    place("BA/C", 0, -1, 180),
    deploy(0, -1, "City", "S"),
    COMMIT,
)


# What is set up -------------------------------------------------------------------------------


def test_the_start_is_laid_and_everybody_has_followers() -> None:
    game = imported(save())
    assert game.board.tiles[Cell(0, 0)].tile.id == "D"
    assert game.start.players == ("Ana", "Berta")
    assert game.start.turn == "Ana"
    assert game.start.supply("Berta", "follower") == 7
    assert game.parts == ()
    assert game.unfinished is None
    assert game.play().lines == ()
    assert game.table(game.play()).position == game.start


def test_players_of_one_name_are_numbered_and_nameless_ones_too() -> None:
    seats = [{"name": "Ana"}, {"name": "Ana"}, {"name": " "}, {}, {"name": "Ana 2"}]
    players = imported(save(players=seats)).start.players
    assert players == ("Ana", "Ana 2", "Player 3", "Player 4", "Ana 2 2")


@pytest.mark.parametrize(("tiles", "edition"), [("basic:1", "c1"), ("basic:2", "c2")])
def test_the_set_tells_the_edition(tiles: str, edition: str) -> None:
    game = save()
    game["setup"]["sets"] = {tiles: 1, "tower:1": 0}
    assert imported(game).rules.readings["edition"] == edition


def test_small_cities_pay_half_where_the_game_says_so() -> None:
    game = save(*CITY_OF_TWO)
    assert points(imported(game).play()) == {"Ana": 4}
    game["setup"]["rules"] = {"tiny-city-scoring": "2", "wagon-move": "C1"}
    assert points(imported(game).play()) == {"Ana": 2}


def take_back(x: int, y: int, feature: str, location: str, figure: str = "0.small.1") -> Save:
    where = {"position": [x, y], "feature": feature, "location": location}
    pointer = {"featurePointer": where, "meepleId": figure}
    return {"type": "RETURN_MEEPLE", "payload": {"source": "FESTIVAL", "pointer": pointer}}


def at_the_festival(*replay: Save, **rules: str) -> Save:
    before = (place("BA/RFr", 1, 0), deploy(1, 0, "Road", "WE"), COMMIT)
    game = save(*before, place("BA/L", 0, 1), COMMIT, *replay)
    game["setup"] |= {"rules": rules}
    game["setup"]["sets"]["festival"] = 1
    game["setup"]["elements"]["festival"] = True
    return game


FESTIVAL_TILE = place("FE/CR", -1, 0)


def test_a_figure_is_taken_back_at_the_festival() -> None:
    run = imported(at_the_festival(FESTIVAL_TILE, take_back(1, 0, "Road", "WE"), COMMIT)).play()
    assert [ruling.refusals for ruling in run.rulings] == [(), (), ()]
    assert run.board.position.supply("Ana", "follower") == 7


def test_an_abbot_is_recalled_for_what_he_is_worth() -> None:
    pointer = {
        "meepleId": "0.abbot.1",
        "featurePointer": {"position": [1, 0], "feature": "Garden", "location": "I"},
    }
    recall = {"type": "RETURN_MEEPLE", "payload": {"source": "ABBOT_RETURN", "pointer": pointer}}
    abbot = deploy(1, 0, "Garden", "I")
    abbot["payload"]["meepleId"] = "0.abbot.1"
    other = (place("BA/L", 0, 1), COMMIT)
    game = save(place("BA/RFrG", 1, 0), abbot, COMMIT, *other, place("BA/L", 1, 1), recall, COMMIT)
    game["setup"]["sets"] = {"basic:2": 1}
    game["setup"]["elements"] |= {"abbot": 1, "garden": True}
    run = imported(game).play()
    assert [ruling.refusals for ruling in run.rulings] == [(), (), ()]
    assert run.board.position.supply("Ana", "abbot") == 1
    assert run.board.position.scores["Ana"] == 4


def test_what_may_be_taken_back_is_compared() -> None:
    game = imported(at_the_festival(FESTIVAL_TILE))
    run = game.play()
    said = {
        "Available action ReturnMeeple for FESTIVAL": True,
        "ReturnMeeple FESTIVAL options: {0.small.1,Road,WE,[1,0]}": True,
        "ReturnMeeple FESTIVAL options: {0.small.1,City,N,[-1,0]}": False,
        "ReturnMeeple FESTIVAL options: {0.small.1,Road,NS,[1,0]}": False,
        "ReturnMeeple FESTIVAL options: {0.giant.1,Road,WE,[1,0]}": False,
    }
    assert dict(agrees(said, run, game.table(run))) == said


def build(x: int, y: int) -> Save:
    pointer = {"position": [x, y], "feature": "Tower", "location": "I"}
    return {"type": "PLACE_TOKEN", "payload": {"token": "TOWER_PIECE", "pointer": pointer}}


def capture(x: int, y: int, feature: str, location: str, figure: str) -> Save:
    where = {"position": [x, y], "feature": feature, "location": location}
    pointer = {"featurePointer": where, "meepleId": figure}
    return {"type": "CAPTURE_FOLLOWER", "payload": {"pointer": pointer}, "player": 1}


def free(figure: str, message: str = "PAY_RANSOM") -> Save:
    return {"type": message, "payload": {"meepleId": figure}}


def at_the_tower(*replay: Save) -> Save:
    """Ana scores a city and stands on a road and a field; Berta may build beside them."""
    road = (place("BA/RFr", 1, 0), deploy(1, 0, "Road", "WE"), COMMIT)
    game = save(*CITY_OF_TWO, place("TO/F", 0, 1), COMMIT, *road, place("BA/L", -1, 1), *replay)
    game["setup"]["sets"]["tower:1"] = 1
    game["setup"]["elements"] |= {"tower": 1, "big-follower": 1}
    return game


ANAS = (build(0, 1), COMMIT, place("BA/L", 1, 1), deploy(1, 1, "Monastery", "I"), COMMIT)
CAPTURED = (place("BA/L", -2, 1), build(0, 1), capture(1, 1, "Monastery", "I", "0.small.1"))


def test_what_may_be_built_and_captured_is_compared() -> None:
    game = imported(at_the_tower(*ANAS, *CAPTURED[:2]))
    said: dict[str, bool | None] = {
        "Available action CaptureFollower": True,
        "CaptureFollower options: {0.small.1,Monastery,I,[1,1]}": True,
        "CaptureFollower options: {0.small.1,Road,WE,[1,0]}": False,
    }
    run = game.play()
    assert dict(agrees(said, run, game.table(run))) == said
    game = imported(at_the_tower())
    said = {
        "Available action TowerPiece for TOWER_PIECE": True,
        "Available action TowerPiece for WHITE_TOWER_PIECE": None,
        "Tower piece TOWER_PIECE options: [0,1]": True,
        "Tower piece TOWER_PIECE options: [0,1]; [1,0]": False,
        "Tower piece WHITE_TOWER_PIECE options: [0,1]": None,
        "Available action CaptureFollower": False,
    }
    run = game.play()
    assert dict(agrees(said, run, game.table(run))) == said


def test_a_prisoner_is_made_and_bought_back() -> None:
    game = imported(at_the_tower(*ANAS, *CAPTURED, COMMIT, free("0.small.1")))
    run = game.play()
    assert [ruling.refusals for ruling in run.rulings if ruling.refusals] == []
    assert run.board.position.supply("Ana", "follower") == 5
    table = game.table(run)
    assert table.position.supply("Ana", "follower") == 6
    assert dict(table.position.scores) == {"Ana": 1, "Berta": 3}


def test_who_is_nobodys_prisoner_is_not_bought_back() -> None:
    game = imported(at_the_tower(*ANAS, free("0.small.1"), COMMIT))
    with pytest.raises(InvalidPosition, match=r"PAY_RANSOM: nobody holds figure '0\.small\.1'"):
        game.play()


def test_only_a_figure_that_is_there_is_taken_back() -> None:
    game = imported(at_the_festival(FESTIVAL_TILE, take_back(-1, 0, "City", "N"), COMMIT))
    with pytest.raises(InvalidPosition, match=r"RETURN_MEEPLE FESTIVAL: figure '0\.small\.1' is"):
        game.play()


@pytest.mark.parametrize(
    ("rule", "value"), [("meeple", "figures"), ("follower", "followers"), ("", "figures")]
)
def test_figures_or_followers_as_the_game_has_it(rule: str, value: str) -> None:
    rules = {"festival-return": rule} if rule else {}
    assert imported(at_the_festival(**rules)).rules.readings["fiesta.returnable"] == value


def test_a_game_without_rules_takes_those_in_force_by_default() -> None:
    game = save(*CITY_OF_TWO)
    del game["setup"]["rules"]
    assert imported(game).rules.readings["base.small_city"] == "full"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jcz"
    path.write_text(json.dumps(save(*CITY_OF_TWO)))
    assert points(read(path).play()) == {"Ana": 4}
    assert [book.box for book in rules_of(path).books] == ["base"]


def test_every_tile_of_the_base_game_has_a_name_there() -> None:
    rules = library.rule_set()
    assert {tile.id for tile in tile_names(rules).values()} == set(rules.tiles)


# What is done ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "turned", "feature", "location", "segment"),
    [
        ("BA/Rr", 0, "Road", "SW", "road"),
        ("BA/Rr", 90, "Road", "NW", "road"),
        ("BA/RFr", 90, "Road", "NS", "road"),
        ("BA/RFr", 0, "Road", "WE", "road"),
        ("BA/RFr", 0, "Field", "NL.NR.EL.WR", "north"),
        ("BA/RFr", 180, "Field", "ER.SL.SR.WL", "north"),
        ("BA/L", 0, "Monastery", "I", "monastery"),
        ("BA/L", 90, "Field", "NL.NR.EL.ER.SL.SR.WL.WR", "meadow"),
        ("BA/CFC.2", 180, "City", "N", "south-city"),
        ("BA/Ccc", 0, "City", "_S", "city"),
        ("BA/Cccc+", 0, "City", "NWSE", "city"),
        ("BA/CcRr", 0, "Field", "EL.SR", "middle"),
    ],
)
def test_a_pointer_finds_the_segment_as_the_tile_lies(
    tile: str, turned: int, feature: str, location: str, segment: str
) -> None:
    game = imported(save(place(tile, 5, 5, turned), deploy(5, 5, feature, location, "1.small.3")))
    assert game.unfinished is not None
    placing, deploying = game.unfinished.moves(game.board)
    assert isinstance(placing, PlaceTile)
    assert placing.placed.quarters == turned // 90
    assert deploying == MoveFigure(Figure("follower", "Berta"), Spot(Cell(5, 5), segment))


def test_a_part_ends_with_its_commit_and_the_next_player_goes_on() -> None:
    game = imported(
        save(
            *CITY_OF_TWO,
            place("BA/RFr", 1, 0),
            deploy(1, 0, "Road", "WE", "1.small.1"),
            COMMIT,
            place("BA/RFr", -1, 0),
            PASS,
        )
    )
    run = game.play()
    assert [ruling.refusals for ruling in run.rulings] == [(), ()]
    assert points(run) == {"Ana": 4}
    table = game.table(run).position
    assert table.turn == "Ana"
    assert Cell(-1, 0) in table.tiles
    assert table.supply("Ana", "follower") == 7
    assert table.supply("Berta", "follower") == 6


def test_the_player_who_placed_the_tile_is_the_one_that_the_message_names() -> None:
    game = imported(save(place("BA/RFr", 1, 0, player=1), COMMIT))
    assert game.parts[0].player == "Berta"
    assert imported(save(place("BA/RFr", 1, 0), COMMIT)).parts[0].player is None


def test_a_move_against_the_rules_is_translated_and_the_referee_refuses_it() -> None:
    run = imported(save(place("BA/L", 1, 0), COMMIT)).play()
    refused = [refusal.clause for refusal in run.rulings[0].refusals]
    assert [clause.id for clause in refused if clause] == ["base/place-match-edges"]


def test_undo_takes_the_last_message_back() -> None:
    game = imported(
        save(
            place("BA/RFr", 1, 0),
            UNDO,
            place("BA/C", 0, -1, 180),
            deploy(0, -1, "Field", "NL.NR.EL.ER.WL.WR"),
            UNDO,
            deploy(0, -1, "City", "S"),
            COMMIT,
        )
    )
    assert [message.number for message in game.messages] == [3, 6, 7]
    assert points(game.play()) == {"Ana": 4}


def test_a_tile_that_fitted_nowhere_left_the_game_before_the_next_was_placed() -> None:
    game = save(
        place("BA/C", 0, -1, 180),
        COMMIT,
        gameAnnotations={"drawOrder": ["BA/L", "BA/C", "BA/CFC.2"]},
    )
    game["setup"]["start"] = [{"tile": "BA/Cccc+", "x": 0, "y": 0}]
    saved = imported(game)
    run = saved.play()
    assert run.rulings[0].moves[0] == Discard(saved.tiles["BA/L"])
    assert run.rulings[0].refusals == ()
    assert run.board.position.discarded == (saved.tiles["BA/L"],)
    assert saved.table(run).position.hand == saved.tiles["BA/CFC.2"]


def test_a_tile_passed_over_that_would_have_fitted_is_not_thrown_away() -> None:
    game = save(place("BA/C", 0, -1, 180), COMMIT, gameAnnotations={"drawOrder": ["BA/L", "BA/C"]})
    saved = imported(game)
    assert [type(move) for move in saved.play().rulings[0].moves] == [PlaceTile]
    assert saved.undrawn == ()


def test_the_game_ends_after_the_turn_that_the_file_names() -> None:
    replay = (place("BA/RFr", 1, 0), deploy(1, 0, "Road", "WE"), COMMIT)
    assert imported(save(*replay)).play().end is None
    run = imported(save(*replay, gameAnnotations={"endTurn": 1})).play()
    assert points(run) == {"Ana": 2, "Berta": 0}
    assert imported(save(*replay, gameAnnotations={"endTurn": 2})).play().end is None


def test_the_game_ends_with_the_last_tile() -> None:
    row = (each for x in range(1, 72) for each in (place("BA/RFr", x, 0), COMMIT))
    game = save(*row)
    assert imported(game).play().end is not None
    game["setup"]["sets"] = {"basic:1": 2}
    assert imported(game).play().end is None


# What it asserts ------------------------------------------------------------------------------

TWO_TURNS = (
    *CITY_OF_TWO,
    place("BA/RFr", 1, 0),
    deploy(1, 0, "Road", "WE", "1.small.1"),
    COMMIT,
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Ana has 4 points", True),
        ("Ana has 4 points.", True),
        ("Ana has 1 point", False),
        ("Berta has 2 points.", True),
        ("Clara has 0 points", False),
        ("Ana scored city for 4 points", True),
        ("Ana scored city for 3 points", False),
        ("Ana scored road for 4 points", False),
        ("Berta scored city for 4 points", False),
        ("Berta scored road for 2 points", True),
        ("Berta scored fairy for 1 point", None),
        ("Undo is not allowed", None),
        ("Phase is GameOverPhase", None),
        ("Player can pass", None),
        ("the moon is full", None),
    ],
)
def test_points_are_held_against_ours(text: str, holds: bool | None) -> None:
    game = imported(save(*TWO_TURNS, gameAnnotations={"endTurn": 2}, test={"assertions": [text]}))
    assert agrees(game.assertions, game.play()) == ((text, holds),)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("TilePlacement BA/RFr options: [-1,0] - [0,180]; [2,0] - [0,180]", False),
        ("TilePlacement BA/RRRR options: [-1,0] - [0,90,180,270]; [2,0] - [0,90,180,270]", True),
        ("TilePlacement BA/RRRR options: [-1,0] - [0]; [2,0] - [0]", False),
        ("TilePlacement XX/Y options: [-1,0] - [0]", False),
        ("Available action TilePlacement for BA/RRRR", True),
        ("Available action TilePlacement for BA/Cccc+.", False),
        ("Available action Meeple for SmallFollower", False),
    ],
)
def test_placements_are_held_against_ours(text: str, holds: bool) -> None:
    game = imported(save(*TWO_TURNS))
    run = game.play()
    assert agrees([text], run, game.table(run)) == ((text, holds),)
    assert agrees([text], run) == ((text, holds),)


def test_whoever_can_place_the_tile_drawn_must() -> None:
    drawing = save(*TWO_TURNS, gameAnnotations={"drawOrder": ["BA/C", "BA/RFr", "BA/L"]})
    game = imported(drawing)
    run = game.play()
    said = ("Player can't pass",)
    assert agrees(said, run, game.table(run)) == ((*said, True),)
    assert agrees(said, run) == ((*said, None),)
    named = ("Available action TilePlacement for BA/L", *said)
    assert agrees(named, run) == ((named[0], True), (named[1], True))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Available action Meeple for SmallFollower", True),
        ("Available action Meeple for BigFollower", False),
        ("Available action Meeple for Nobody", None),
        ("Meeple SmallFollower options: {Field,NL.NR.EL.WR,[1,0]}; {Field,SL,[1,0]}", False),
        (
            (
                "Meeple SmallFollower options: {Road,WE,[1,0]}; {Field,NL.NR.EL.WR,[1,0]};"
                " {Field,ER.SL.SR.WL,[1,0]}"
            ),
            True,
        ),
        ("Meeple SmallFollower options: {Road,WE,[7,7]}", False),
        ("Meeple Nobody options: {Road,WE,[1,0]}", None),
        ("Player can't pass", None),
    ],
)
def test_claims_are_held_against_ours_in_the_middle_of_a_part(
    text: str, holds: bool | None
) -> None:
    game = imported(save(place("BA/RFr", 1, 0)))
    run = game.play()
    assert run.rulings == ()
    assert agrees([text], run, game.table(run)) == ((text, holds),)


# What cannot be read --------------------------------------------------------------------------


def with_setup(**changed: object) -> Save:
    game = save()
    game["setup"] |= changed
    return game


def starting(*tiles: object) -> Save:
    return with_setup(start=list(tiles))


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        ([], "game.jcz: Expected `object`, got `array`"),
        ({}, "missing required field `setup`"),
        ({**save(), "players": []}, "players"),
        ({**save(), "players": "Ana"}, "Expected `array`, got `str` - at `$.players`"),
        ({**save(), "players": [{}] * 21}, "players"),
        ({**save(), "replay": 7}, "replay"),
        (with_setup(sets={"chess:1": 1}), "set 'chess:1': nobody here knows such a set"),
        (with_setup(sets={}), "set 'basic' is missing"),
        (with_setup(sets={"basic:1": "one"}), "setup.sets"),
        (
            with_setup(elements={"farmers": True, "wizard": 1}),
            "element 'wizard': nobody here knows such an element",
        ),
        (
            with_setup(elements={"small-follower": 7}),
            "element 'farmers' is left out: no reading of base does without it",
        ),
        (with_setup(elements={"farmers": True, "small-follower": -1}), "is no number of figures"),
        (with_setup(elements={"farmers": True, "small-follower": 1e9}), "is no number of figures"),
        (with_setup(elements={"farmers": True, "small-follower": "x"}), "is no number of figures"),
        (with_setup(rules={"moon": "full"}), "rule 'moon': nobody here knows such a rule"),
        (
            with_setup(rules={"tiny-city-scoring": True}),
            "rule 'tiny-city-scoring': no reading stands for 'true'; known: 4, 2",
        ),
        (starting({"tile": "BA/ZZ", "x": 0, "y": 0}), "setup.start: no tile 'BA/ZZ'"),
        (starting({"tile": "BA/L", "x": 0}), "missing required field `y`"),
        (starting({"tile": "BA/L", "x": 0, "y": 10**7}), "setup.start[0].y"),
        (starting({"tile": "BA/L", "x": 0, "y": 0, "rotation": 45}), "not 45"),
        (starting({"tile": "BA/L", "x": 0, "y": 0, "rotation": 360}), "not 360"),
        (starting(*[{"tile": "BA/L", "x": 0, "y": 0}] * 2), "two tiles on (0,0)"),
        (save(gameAnnotations={"drawOrder": ["BA/ZZ"]}), "drawOrder: no tile 'BA/ZZ'"),
        (save(UNDO), "message 1, UNDO: nothing is left to undo"),
        (save({"payload": {}}), "game.jcz: message 1: Object missing required field `type`"),
        (save({"type": "PASS", "payload": []}), "game.jcz: message 1: Expected `object | null`"),
        (save(PASS, {**PASS, "player": 2}), "message 2, PASS: there is no player 2"),
    ],
)
def test_what_makes_no_sense_is_named(game: object, complaint: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        imported(game)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("game.jcz: ")


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"type": "DANCE"}, "message 1, DANCE: nobody here knows such a message"),
        ({"type": "PLACE_TILE"}, "message 1, PLACE_TILE: Object missing required field `tileId`"),
        (place("BA/ZZ", 1, 0), "message 1, PLACE_TILE: no tile 'BA/ZZ' in the boxes in play"),
        (place("BA/L", 1, 0, 45), "not 45"),
        (place("BA/L", 10**7, 0), "position"),
        (
            {"type": "PLACE_TILE", "payload": {"tileId": [], "rotation": 0, "position": 0}},
            "Expected `str`, got `array`",
        ),
        (
            {
                "type": "PLACE_TILE",
                "payload": {"tileId": "BA/L", "rotation": "N", "position": [1, 0]},
            },
            "'N' is no rotation",
        ),
        (deploy(1, 0, "Road", "WE"), "message 1, DEPLOY_MEEPLE: no tile lies on (1,0)"),
        (deploy(0, 0, "Road", "NS"), "no road at 'NS' on D at (0,0)"),
        (deploy(0, 0, "Road", "I"), "no road at 'I' on D at (0,0)"),
        (deploy(0, 0, "Road", ""), "no road at '' on D at (0,0)"),
        (deploy(0, 0, "Road", "up"), "no place on a tile is called 'up'"),
        (deploy(0, 0, "Moat", "N"), "no feature is called 'Moat'"),
        (deploy(0, 0, "City", "N", "2.small.1"), "nobody has a figure '2.small.1'"),
        (deploy(0, 0, "City", "N", "0.giant.1"), "nobody has a figure '0.giant.1'"),
        (deploy(0, 0, "City", "N", "small"), "nobody has a figure 'small'"),
        (deploy(0, 0, "City", "N", "0.pig.1"), "box traders-and-builders is not in play"),
        (step(0, 1), "no dragon is on the table"),
    ],
)
def test_a_message_that_makes_no_sense_is_named_when_its_turn_comes(
    message: Save, complaint: str
) -> None:
    with pytest.raises(InvalidPosition) as caught:
        imported(save(message, COMMIT)).play()
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("game.jcz: message 1, ")


def test_a_mark_on_tiles_that_are_not_in_play_means_nothing() -> None:
    elements = {"small-follower": 7, "farmers": True, "pig-herd": True}
    assert [book.box for book in imported(with_setup(elements=elements)).rules.books] == ["base"]


@pytest.mark.parametrize(("herd", "value"), [({"pig-herd": True}, "counts"), ({}, "ignored")])
def test_what_an_element_left_out_means_is_a_reading(herd: Save, value: str) -> None:
    elements = {"small-follower": 7, "farmers": True, **herd}
    game = with_setup(sets={"basic:1": 1, "river/2:1": 1}, elements=elements)
    assert imported(game).rules.readings["river-2.pig_herd"] == value


ELEMENTS = {"small-follower": 7, "farmers": True, "dragon": True, "fairy": True}
DRAGON_GAME = with_setup(sets={"basic:1": 1, "princess-and-dragon:1": 1}, elements=ELEMENTS)


@pytest.mark.parametrize(
    ("option", "to"),
    [
        (
            "next-follower",
            {
                "featurePointer": {"position": [0, 1], "feature": "Monastery", "location": "I"},
                "meepleId": "0.small.1",
            },
        ),
        ("on-tile", [0, 1]),
    ],
)
@pytest.mark.parametrize("moves", ["before-scoring", "after-scoring"])
def test_the_dragon_and_the_fairy_are_moved(option: str, to: object, moves: str) -> None:
    """The dragon's steps are parts of their own; the fairy pays when the next turn begins."""
    steps = [step(0, 3), COMMIT] if moves == "before-scoring" else [COMMIT, step(0, 3)]
    replay = [
        *(place("BA/L", 0, 1), deploy(0, 1, "Monastery", "I"), COMMIT),
        *(place("DG/F.v", 0, 2), PASS, COMMIT),
        *(place("DG/C.d", 0, 3, 180), fairy(to), *steps),
        *(place("BA/L", 1, 1), COMMIT),
        *(place("BA/L", 1, 2), fairy(to), COMMIT),
    ]
    setup = {**DRAGON_GAME["setup"], "rules": {"fairy-placement": option, "dragon-move": moves}}
    saved = imported({**DRAGON_GAME, "setup": setup, "replay": replay})
    run = saved.play()
    assert [len(ruling.moves) for ruling in run.rulings] == [2, 1, 2, 1, 1, 2]
    assert points(run) == {"Ana": 1}
    assert Token("dragon", Cell(0, 3)) in run.board.position.tokens
    assert saved.unfinished is None


def test_what_no_tile_shows_that_is_placed_may_be_left_out() -> None:
    assert imported(DRAGON_GAME).parts == ()
    with pytest.raises(InvalidPosition, match="element 'princess' is left out"):
        imported({**DRAGON_GAME, "replay": [place("DG/Ccc.p", 0, -1)]})


@pytest.fixture
def only_the_base_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "box_ids", lambda: ("base",))


@pytest.mark.usefixtures("only_the_base_game")
@pytest.mark.parametrize(
    ("make", "box", "where"),
    [
        (lambda: with_setup(sets={"basic:1": 1, "river/2:1": 1}), "river-2", "set 'river/2:1'"),
        (
            lambda: with_setup(elements={"small-follower": 7, "farmers": True, "abbot": 1}),
            "abbot",
            "element 'abbot'",
        ),
        (
            lambda: save({"type": "PLACE_TOKEN", "payload": {"token": "TUNNEL_A"}}),
            "tunnel",
            "message 1, PLACE_TOKEN TUNNEL_A",
        ),
        (
            lambda: save({"type": "MOVE_NEUTRAL_FIGURE", "payload": {"figureId": "mage.1"}}),
            "mage-and-witch",
            "message 1, MOVE_NEUTRAL_FIGURE mage.1",
        ),
        (
            lambda: save({"type": "CIRCLE_REMOVE_OR_DEPLOY"}),
            "corn-circles",
            "message 1, CIRCLE_REMOVE_OR_DEPLOY",
        ),
    ],
)
def test_a_box_that_is_not_built_yet_is_named(
    make: Callable[[], Save], box: str, where: str
) -> None:
    game = make()
    game["replay"].append(COMMIT)
    with pytest.raises(NeedsBox) as caught:
        imported(game).play()
    assert caught.value.box == box
    assert str(caught.value) == f"game.jcz: {where}: needs box {box}, which is not built yet"


def test_a_message_of_a_box_that_says_nothing_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "box_ids", lambda: ("base", "corn-circles"))
    with pytest.raises(
        InvalidPosition, match="nobody has said yet what it does in box corn-circles"
    ):
        imported(save({"type": "CIRCLE_REMOVE_OR_DEPLOY"}, COMMIT)).play()


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe{}", b"\x00", b'{"a":' * 100_000, b'{"setup": \xff}', b"<xml/>"]
)
def test_what_is_no_saved_game_at_all(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jcz"
    path.write_bytes(data)
    with pytest.raises(InvalidPosition, match="not a saved game"):
        read(path)


def test_a_file_that_is_not_there_is_a_folder_or_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(InvalidPosition, match="No such file"):
        read(tmp_path / "none.jcz")
    with pytest.raises(InvalidPosition, match="Is a directory"):
        read(tmp_path)
    large = tmp_path / "large.jcz"
    large.write_bytes(b" " * (16 * 1024 * 1024 + 1))
    with pytest.raises(InvalidPosition, match="larger than 16 MiB"):
        rules_of(large)


def test_a_truncated_file_is_refused_wherever_it_breaks_off() -> None:
    data = json.dumps(save(*TWO_TURNS)).encode()
    for end in range(len(data)):
        with pytest.raises(InvalidPosition):
            parse(data[:end], "game.jcz")
