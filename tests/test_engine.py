"""What any box may ask of the engine, shown with boxes made up for it."""

from __future__ import annotations

from functools import partial

import pytest

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
    PlaceTile,
    PutToken,
    Recall,
    Scored,
    SetAside,
    Under,
    laid,
    part,
)
from carcassonne_judge.game import Part, ready, run
from carcassonne_judge.geometry import Cell, Port, Side
from carcassonne_judge.legality import objections, offers, options, placeable
from carcassonne_judge.library import tile
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
    Token,
)
from carcassonne_judge.rules import Rulebook, UnknownReadingError, UnsettledError
from carcassonne_judge.scoring import GAME_ENDS, Verdict, awards, final, judge, pays, scores
from carcassonne_judge.turn import (
    Ruling,
    Wave,
    afterwards,
    drawn,
    follows,
    handed_on,
    moved,
    over,
    precedes,
    prospects,
    returns,
    rule_on,
    successor,
    waits,
)
from tests.toy_boxes import (
    TILES,
    arenas,
    box,
    bridges,
    builders,
    castles,
    claim,
    clause,
    covers,
    crowns,
    dragons,
    fairies,
    figure,
    foremen,
    giants,
    hills,
    inns,
    meadows,
    place,
    placed,
    recalls,
    rules,
    spot,
    squares,
    table,
    tolls,
    towers,
    traders,
    tunnels,
    walls,
)

ROAD = "A 0 0, inn 0 1, A 0 2 2"


def verdict(position: Position, where: str, *boxes: Rulebook, **readings: str) -> Verdict:
    """Judge the feature at a spot as it lies."""
    return judge(Board(position, rules(*boxes, **readings)).feature_at(spot(where)))


def play(position: Position, boxes: tuple[Rulebook, ...], *moves: Change) -> Ruling:
    """Rule on the moves of one part of a turn."""
    return rule_on(Board(position, rules(*boxes)), moves)


def show(*verdicts: Verdict) -> list[str]:
    """Write out each score line: ``ana 3 x 2 base/city-score``."""
    lines = (line for each in verdicts for line in each.lines)
    return [f"{line.player} {line.times} x {line.clause.points} {line.clause.id}" for line in lines]


def came_of(ruling: Ruling) -> list[str]:
    """Name the clause of each consequence."""
    return [found.clause.id for found in ruling.consequences]


# --- how clauses combine ---------------------------------------------------------------------


def test_a_clause_replaces_another_where_it_applies() -> None:
    """The inn's road is worth double when complete, and nothing when it is not."""
    position = table(ROAD, "ana follower 0 0 road")
    assert show(verdict(position, "0 0 road", inns)) == ["ana 3 x 2 inns/double"]
    assert show(verdict(position, "0 0 road")) == ["ana 3 x 1 base/road-score"]
    half = table("A 0 0, inn 0 1", "ana follower 0 0 road")
    assert show(*final(Board(half, rules(inns))).verdicts) == ["ana 2 x 0 inns/nothing"]


def test_a_clause_that_replaces_nothing_comes_on_top() -> None:
    """The order of the boxes does not matter."""
    position = table(ROAD, "ana follower 0 0 road")
    lines = ["ana 3 x 2 inns/double", "ana 3 x 1 towers/one-more"]
    assert show(verdict(position, "0 0 road", inns, towers)) == lines
    assert show(verdict(position, "0 0 road", towers, inns)) == lines


def rival(points: int, times: int = 3) -> Rulebook:
    """Make a box that replaces the same clause as the inns."""
    book = box("rival", clause("rival/road", points, "base/road-score"))
    book.rule(scores("road"), "road")(lambda road: times if road.complete else None)
    return book


def test_two_clauses_that_replace_the_same_one_and_agree_count_once() -> None:
    """Several inns make two a tile, not four."""
    position = table(ROAD, "ana follower 0 0 road")
    assert show(verdict(position, "0 0 road", inns, rival(2))) == ["ana 3 x 2 inns/double"]


def test_two_clauses_that_replace_the_same_one_and_differ_are_unsettled() -> None:
    """The verdict names both, and gives no points."""
    found = verdict(table(ROAD, "ana follower 0 0 road"), "0 0 road", inns, rival(5))
    (error,) = found.unsettled
    assert {each.clause.id for each in error.findings} == {"inns/double", "rival/road"}
    assert found.lines == ()
    assert {each.id for each in found.clauses} >= {"inns/double", "rival/road", "base/majority"}


def test_rivals_are_compared_though_what_they_replace_is_silent() -> None:
    """Both replace a clause that did not answer here."""
    one = box("one", clause("one/x", 4, "base/nothing"))
    two = box("two", clause("two/x", 5, "base/nothing"))
    for book in (one, two):
        book.rule(scores("road"), "x")(lambda _road: 1)
    assert verdict(table(ROAD, "ana follower 0 0 road"), "0 0 road", one, two).unsettled


def test_a_reading_of_a_box_that_is_not_in_play_is_not_asked_otherwise() -> None:
    """A clause that goes by it is not in force, and no other value of it can be tried."""
    book = box("guest", clause("guest/road", 2, when={"absent.reading": frozenset({"x"})}))
    book.rule(scores("road"), "road")(lambda _road: 1)
    found = rules(book)
    road = Board(table(ROAD, "ana follower 0 0 road"), found).feature_at(spot("0 0 road"))
    assert [each.clause.id for each in judge(road).worth] == ["base/road-score"]
    assert found.depended_on <= found.known.keys()


def test_what_two_boxes_offer_is_offered_though_both_replace_the_same() -> None:
    """Offers add up: one is no answer that would contradict the other."""
    one = box("one", clause("one/x", None, "base/no-take-back"))
    two = box("two", clause("two/x", None, "base/no-take-back"))
    one.rule(offers(), "x")(lambda _board: iter([Pass("ana")]))
    two.rule(offers(), "x")(lambda _board: iter([Pass("bea")]))
    found = options(Board(table("A 0 0"), rules(one, two)))
    assert [each.move for each in found] == [Pass("ana"), Pass("bea")]


def test_a_later_box_may_settle_how_two_others_combine() -> None:
    """Its clause replaces both."""
    book = box("both", clause("both/road", 3, "inns/double", "rival/road", "base/road-score"))
    book.rule(scores("road"), "road")(lambda road: len(road.cells))
    found = verdict(table(ROAD, "ana follower 0 0 road"), "0 0 road", inns, rival(5), book)
    assert show(found) == ["ana 3 x 3 both/road"]


def test_a_clause_may_say_that_the_rulebooks_are_silent() -> None:
    """Where its rule answers, the question is unsettled, and it names what it is silent on."""
    silent = clause("mute/road", 0, silent_on=frozenset({"inns/double"}))
    book = box("mute", silent)
    book.rule(scores("road"), "road")(lambda _road: 0)
    (error,) = verdict(table(ROAD, "ana follower 0 0 road"), "0 0 road", inns, book).unsettled
    assert [each.clause.id for each in error.findings] == ["inns/double", "mute/road"]
    assert "inns/double says 3" in str(error)


def test_what_two_clauses_let_a_player_do_adds_up_though_they_replace_the_same_one() -> None:
    """Neither contradicts the other, and both moves are on offer."""
    one = box("one", clause("one/x", 0, "base/no-take-back"))
    two = box("two", clause("two/x", 0, "base/no-take-back"))
    knight, thief = (Figure("follower", "ana", spot(at)) for at in ("0 0 road", "0 1 road"))
    one.rule(offers(), "x")(lambda _board: iter([MoveFigure(knight)]))
    two.rule(offers(), "x")(lambda _board: iter([MoveFigure(thief)]))
    board = Board(table(ROAD, "ana follower 0 0 road", "ana follower 0 1 road"), rules(one, two))
    offered = {option.offered_by.id: option.move for option in options(board)}
    assert (offered["one/x"], offered["two/x"]) == (MoveFigure(knight), MoveFigure(thief))


def test_what_no_box_knows_is_unsettled() -> None:
    """A kind of feature without a rulebook, a figure without a weight."""
    board = Board(table("keep 0 0", "ana follower 0 0 castle"), rules())
    found = judge(board.feature_at(spot("0 0 castle")))
    assert found.majority is not None
    assert found.clauses
    with pytest.raises(UnsettledError, match="“closes castle”: no clause says"):
        _ = found.feature.complete
    acrobat = verdict(table("A 0 0", "ana acrobat 0 0 road"), "0 0 road")
    assert (acrobat.majority, acrobat.holders, acrobat.lines) == (None, (), ())
    assert "weighs acrobat" in str(acrobat.unsettled[0])


def test_what_is_printed_on_a_feature_is_listed_in_one_order() -> None:
    fair = tile("fair", {"road": {"ports": "N S", "inn": "1", "fair": "1"}})
    cells = [PlacedTile(fair, Cell(0, y)) for y in range(3)]
    lying = {each.cell: (each,) for each in cells}
    (road,) = Board(Position(lying), rules(inns)).features
    assert list(road.region.marks.items()) == [("fair", 3), ("inn", 3)]


def test_a_clause_that_pays_must_say_how_much() -> None:
    """It does not load."""
    with pytest.raises(ValueError, match="mute/road names no points"):
        box("mute", clause("mute/road")).rule(scores("road"), "road")


def test_readings_are_text_and_must_exist() -> None:
    """Other names and values are understood, and unknown ones list the known."""
    assert rules(base__farm_scoring="seed003").readings["base.farms"] == "devir"
    assert rules(printing="r1").readings["base.small_city"] == "half"
    assert rules(printing="r1", base__small_city="full").readings["base.small_city"] == "full"
    with pytest.raises(UnknownReadingError, match="it may be r3, r2, r1, devir"):
        rules(base__farms="r4")
    with pytest.raises(UnknownReadingError, match="they have edition, printing"):
        rules(colour="red")


# --- who holds a feature ------------------------------------------------------------------------


def test_weights_ties_and_what_breaks_them() -> None:
    """A giant outweighs a follower; of players who tie, the one on the hill prevails."""
    position = table("A 0 0, U 0 1 1, A 0 2 2", "ana follower 0 0 road", "bea giant 0 2 road")
    found = verdict(position, "0 0 road", giants)
    assert found.majority is not None
    assert (found.majority.strength, found.holders) == ({"ana": 1, "bea": 2}, ("bea",))
    tied = table("E 0 0 2, hill 0 1", "bea follower 0 0 city", "ana follower 0 1 city")
    assert verdict(tied, "0 0 city").holders == ("ana", "bea")
    assert verdict(tied, "0 0 city", hills).holders == ("ana",)


def test_points_beside_those_of_the_holders() -> None:
    """The fairy's owner is paid without the majority, and again when the game ends."""
    fairy = Token("fairy", spot("0 0 road"), owner="ana")
    position = table(
        "A 0 0, U 0 1 1",
        "ana follower 0 0 road",
        "bea follower 0 1 road",
        "bea follower 0 1 road",
        tokens=(fairy,),
    )
    ending = final(Board(position, rules(fairies)))
    assert show(*ending.verdicts) == ["bea 2 x 1 base/final-per-segment", "ana 1 x 3 fairies/three"]
    assert ending.scores == {"bea": 2, "ana": 4}
    assert "fairies/one" in [each.id for each in ending.clauses]


def _only(move: Change, _board: Board) -> tuple[Change, ...]:
    return (move,)


def test_what_a_turn_pays_when_it_begins() -> None:
    """It is told with the turn that it opens, once, and not with a second tile of that turn."""
    fairy = Token("fairy", spot("0 0 road"), owner="bea")
    board = Board(table("A 0 0", tokens=(fairy,)), rules(fairies))
    moves = (place("U 0 1 1"), Discard(placed("E 9 9").tile), place("U 0 2 1"), place("U 0 3 1"))
    played = run(board, [Part(partial(_only, move)) for move in moves])
    assert [[each.clause.id for each in ruling.lines] for ruling in played.rulings] == [
        [],
        ["fairies/again"],
        [],
        [],
    ]
    assert played.board.position.scores == {"bea": 1}
    first = played.rulings[0].board
    assert handed_on(first).position.scores == {"bea": 1}
    assert drawn(first, placed("U 9 9").tile).position.scores == {"bea": 1}


def test_a_tile_laid_aside_is_not_out_of_the_game() -> None:
    """Nothing is placed, and the tile may be drawn again."""
    board = drawn(Board(table("A 0 0"), rules()), placed("U 9 9").tile)
    assert board.position.hand is not None
    after = rule_on(board, [SetAside(board.position.hand)]).board.position
    assert (after.hand, after.discarded) == (None, ())


def test_a_token_goes_to_a_spot_and_is_a_players_there() -> None:
    fairy = Token("fairy", Cell(0, 0))
    board = Board(table("A 0 0, U 0 1 1", tokens=(fairy,)), rules(fairies))
    step = MoveToken(fairy, spot("0 1 road"), "ana")
    assert step.cells == {Cell(0, 0), Cell(0, 1)}
    assert moved(board, step).position.tokens == (Token("fairy", spot("0 1 road"), "ana"),)


def test_what_stays_unsettled_at_the_end_keeps_the_rest() -> None:
    """Neither awards nor payments that contradict each other stop the ruling."""
    fairy = Token("fairy", spot("0 0 road"), owner="ana")
    position = table("A 0 0", "ana follower 0 0 road", tokens=(fairy,))
    silent = box(
        "mute",
        clause("mute/three", 9, silent_on=frozenset({"fairies/three"})),
    )
    silent.rule(awards(), "three")(lambda _verdict: {"ana": 1})
    silent.rule(pays(GAME_ENDS), "three")(lambda _board: {"ana": 1})
    ending = final(Board(position, rules(fairies, silent)))
    assert (ending.lines, len(ending.unsettled)) == ((), 1)
    assert ending.verdicts[0].unsettled
    assert {"fairies/three", "mute/three"} <= {each.id for each in ending.clauses}


# --- a part of a turn ---------------------------------------------------------------------------


def test_place_claim_and_then_rule() -> None:
    """What one tile closes may be claimed, is scored, and the follower comes home at once."""
    position = table("E 0 0 2", "ana follower")
    ruling = play(position, (), place("E 0 1"), claim("ana follower 0 1 city"))
    assert ruling.refusals == ()
    assert ruling.scores == {"ana": 4}
    assert [found.answer.figure for found in ruling.homecomings] == [
        figure("ana follower 0 1 city")
    ]
    assert ruling.board.position.scores == {"ana": 4}
    assert ruling.board.position.supply("ana", "follower") == 1
    assert [each.id for each in ruling.clauses][-1] == "base/turn-clockwise"


def test_a_turn_may_be_laid_down_and_taken_up_again() -> None:
    """What is done and closed lies in the position, so a board built from it goes on."""
    position = table("E 0 0 2", "ana follower")
    put, take = place("E 0 1"), claim("ana follower 0 1 city")
    halfway = moved(Board(position, rules()), put).position
    assert (len(halfway.done), [score.occasion for score in halfway.closed]) == (1, ["complete"])
    later = rule_on(Board(halfway, rules()), [take])
    at_once = rule_on(Board(position, rules()), [put, take])
    assert later.lines == at_once.lines
    assert later.board.position == at_once.board.position


def test_the_turn_goes_round_the_table_until_the_last_tile() -> None:
    """Then the game is over."""
    board = Board(table("A 0 0", "ana follower"), rules())
    found = successor(board)
    assert found is not None
    assert (found.answer, found.clause.id) == ("bea", "base/turn-clockwise")
    assert handed_on(board).position.turn == "bea"
    assert over(board) is None
    full = board.position._replace(discarded=(TILES["inn"],) * 71)
    last = over(Board(full, rules()))
    assert last is not None
    assert last.id == "base/end-last-tile"
    assert last in play(full, (), Pass()).clauses


def test_what_comes_before_scoring_is_owed_step_by_step() -> None:
    """The ruling stops at what is owed; the answers go on; whom the dragon meets goes home."""
    dragon = Token("dragon", Cell(0, 1))
    position = table("B 0 0, B 0 1, B 1 1", "bea follower 0 0 meadow", tokens=(dragon,))
    board = Board(position, rules(dragons))
    first, there = MoveToken(dragon, Cell(0, 0)), Token("dragon", Cell(0, 0))
    woken = rule_on(board, [place("lair 0 -1")])
    assert (woken.waves, [owed.player for owed in woken.board.position.owed]) == ((), ["ana"])
    offered = [option.move for option in options(woken.board)]
    assert offered == [Pass(), first, MoveToken(dragon, Cell(1, 1))]
    (refusal,) = rule_on(woken.board, [claim("ana follower 0 -1 meadow")]).refusals[:1]
    assert refusal.clause is not None
    led = rule_on(woken.board, [first])
    assert [owed.player for owed in led.board.position.owed] == ["bea"]
    assert came_of(led) == ["dragons/eats", "dragons/moves"]
    back = objections(led.board, MoveToken(there, Cell(0, 1)))
    assert [on.id for on in back] == ["dragons/not-back"]
    ended = rule_on(led.board, [MoveToken(there, Cell(0, -1))])
    assert ended.board.position.owed == ()
    at_once = rule_on(board, [place("lair 0 -1"), first, MoveToken(there, Cell(0, -1))])
    assert at_once.board.position == ended.board.position


def test_one_thing_is_decided_at_a_time() -> None:
    """What another clause asks for before scoring waits until the first has been answered."""
    asks = box("asks", clause("asks/first"), clause("asks/then"))
    for key in ("first", "then"):
        name = f"asks/{key}"

        def owes(board: Board, name: str = name) -> list[Change]:
            answered = any(isinstance(it, Pass) and it.clause == name for it in board.position.done)
            return [] if answered else [Owed("ana", name)]

        def answers(board: Board, name: str = name) -> list[Change] | None:
            return [Pass()] if board.position.owed_under(name) else None

        asks.rule(precedes(), key)(owes)
        asks.rule(offers(), key)(answers)
    asked = play(table("A 0 0", "ana follower 0 0 road"), (asks,), place("A 0 1 2"))
    assert [owed.clause for owed in asked.board.position.owed] == ["asks/first"]
    again = rule_on(asked.board, [Pass()])
    assert [owed.clause for owed in again.board.position.owed] == ["asks/then"]
    assert again.waves == ()
    assert rule_on(again.board, [Pass()]).scores == {"ana": 2}


def test_what_happens_by_itself_comes_before_what_is_decided() -> None:
    """Whoever decides sees the table as it then lies."""
    asks = box("asks", clause("asks/ask"), clause("asks/home"))
    home = MoveFigure(Figure("follower", "ana", Spot(Cell(0, 0), "road")))
    asks.rule(precedes(), "ask")(lambda _board: [Owed("ana", "asks/ask")])
    asks.rule(precedes(), "home")(lambda _board: [home])
    asked = play(table("A 0 0", "ana follower 0 0 road"), (asks,), place("A 0 1 2"))
    assert came_of(asked) == ["asks/home", "asks/ask"]
    assert asked.board.position.supply("ana", "follower") == 1


def test_what_follows_is_asked_once_more_when_all_is_scored() -> None:
    """So that something may come last of all; it waits as long as anything is owed."""
    last = box("last", clause("last/x"))

    def when_scored(wave: Wave) -> list[Change]:
        return [Owed("ana", "last/x")] if Scored() in part(wave.after.position) else []

    last.rule(follows(), "x")(when_scored)
    ruled = play(table("A 0 0", "ana follower 0 0 road"), (last,), place("A 0 1 2"))
    assert ruled.scores == {"ana": 2}
    assert ruled.board.position.owed == (Owed("ana", "last/x"),)
    asks = box("asks", clause("asks/bea"))
    asks.rule(afterwards(), "bea")(lambda _waves: [Owed("bea", "asks/bea")])
    both = play(table("A 0 0", "ana follower 0 0 road"), (last, asks), place("A 0 1 2"))
    assert both.board.position.owed == (Owed("bea", "asks/bea"),)


def test_what_clauses_offer_adds_up() -> None:
    """Two that replace the same one are no rivals there."""
    one = box("one", clause("one/x", None, "base/no-take-back"))
    two = box("two", clause("two/x", None, "base/no-take-back"))
    moves = [Pass("ana", "one/x"), Pass("ana", "two/x")]
    one.rule(offers(), "x")(lambda _board: moves[:1])
    two.rule(offers(), "x")(lambda _board: moves[1:])
    offered = [option.move for option in options(Board(table("A 0 0"), rules(one, two)))]
    assert offered == moves


def test_what_a_move_entails_comes_about_there_and_then() -> None:
    """Points pass from one to another at once, and are counted once in the ruling."""
    position = table("U 0 0", "ana follower")._replace(scores={"ana": 5, "bea": 1})
    board = Board(position, rules(tolls))
    moves = [place("U 1 0"), claim("ana follower 1 0 road")]
    halfway = moved(moved(board, moves[0]), moves[1])
    assert dict(halfway.position.scores) == {"ana": 3, "bea": 3}
    ruling = rule_on(board, moves)
    assert came_of(ruling) == ["tolls/pays", "tolls/receives"]
    assert ruling.scores == {"ana": -2, "bea": 2}
    assert dict(ruling.board.position.scores) == {"ana": 3, "bea": 3}
    (seen,) = [it for it in prospects(moved(board, moves[0])) if it.option.move == moves[1]]
    assert came_of(seen.ruling) == ["tolls/pays", "tolls/receives"]


def test_a_move_that_does_not_answer_what_is_owed_is_refused() -> None:
    """Under the clause that it is owed under."""
    position = table("B 0 0, B 0 1", tokens=(Token("dragon", Cell(0, 1)),))
    woken = rule_on(Board(position, rules(dragons)), [place("lair 0 -1")])
    far = MoveToken(Token("dragon", Cell(0, 1)), Cell(7, 7))
    assert [refusal.clause.id for refusal in rule_on(woken.board, [far]).refusals if refusal.clause]


def test_one_more_part_and_only_one() -> None:
    """It is remembered with what was done, so the second part earns no third."""
    position = table("U 0 0 1", "ana builder 0 0 road")
    first = play(position, (builders,), place("U 0 1 1"))
    assert came_of(first) == ["builders/again"]
    assert successor(first.board) is None
    again = handed_on(first.board)
    assert again.position.turn == "ana"
    second = rule_on(again, [place("U 0 2 1")])
    assert second.refusals == ()
    assert second.consequences == ()
    assert handed_on(second.board).position.turn == "bea"


def test_the_second_part_has_a_tile_of_its_own() -> None:
    """It is offered, and may be claimed, just as the first was."""
    position = table("U 0 0 1", "ana builder 0 0 road", "ana follower")
    again = handed_on(play(position, (builders,), place("U 0 1 1")).board)
    in_hand = drawn(again, placed("U 9 9").tile)
    offered = [option.move for option in options(in_hand) if option.legal]
    assert place("U 0 2 1") in offered
    laid_again = moved(in_hand, place("U 0 2 1"))
    assert any(option.legal for option in options(laid_again))
    assert objections(laid_again, place("U 0 3 1"))


def test_a_second_part_earned_before_scoring_leaves_the_first_as_it_is() -> None:
    """The tile laid is still the one of this part until it has been scored."""
    dragon = Token("dragon", Cell(1, 0))
    position = table("U 0 0 1, B -1 0", "ana builder 0 0 road", tokens=(dragon,))
    halted = play(position, (foremen, dragons), place("lair 1 0"))
    assert halted.board.position.owed
    assert ExtraTurn("ana") in halted.board.position.done
    assert laid(halted.board.position) == {Cell(1, 0)}
    eaten = rule_on(halted.board, [MoveToken(dragon, Cell(0, 0))])
    dragon = Token("dragon", Cell(0, 0))
    eaten = rule_on(eaten.board, [MoveToken(dragon, Cell(-1, 0))])
    assert eaten.board.position.supply("ana", "builder") == 1
    assert laid(eaten.board.position) == set()
    assert successor(eaten.board) is None


def test_things_go_to_whoever_closed_the_city() -> None:
    """A consequence with its clause, nobody standing there."""
    ruling = play(table("wine 0 0"), (traders,), place("E 0 1"))
    assert ruling.board.position.tokens == (Token("wine", owner="ana", value=2),)
    assert came_of(ruling) == ["traders/goods"]
    assert [each.id for each in ruling.verdicts[0].clauses][-2:] == [
        "base/unoccupied-no-score",
        "base/city-score",
    ]


def test_a_token_is_handed_over_once() -> None:
    position = table("E 0 -1 2", tokens=(Token("crown", Cell(0, -1), "bea"),))
    ruling = rule_on(Board(position, rules(crowns)), [place("E 0 0")])
    assert came_of(ruling) == ["crowns/passes"]
    assert ruling.board.position.tokens == (Token("crown", owner="ana"),)


def square() -> Position:
    """Lay a table where one tile closes bea's city and bea's road, and cid holds her marker."""
    position = table("E 0 -1 2, A -1 0 3", "bea follower 0 -1 city", "bea follower -1 0 road")
    marker = Figure("marker", "bea", held_by="cid")
    return position._replace(figures=Figures((*position.figures, marker)))


def test_of_several_alternatives_the_best_is_taken_unless_one_was_chosen() -> None:
    """The alternatives are listed, and the marker goes back once."""
    best = play(square(), (squares,), place("ways 0 0"))
    assert best.scores == {"bea": 6, "cid": 4}
    assert Figure("marker", "bea") in best.board.position.figures
    (choice,) = [f.answer for f in best.consequences if isinstance(f.answer, OneOf)]
    awards = [first for first, *_ in choice.alternatives]
    lesser = Choose("cid", "squares/copy", awards.index(Award("cid", 2)))
    assert play(square(), (squares,), place("ways 0 0"), lesser).scores == {"bea": 6, "cid": 2}


def test_one_rule_brings_about_what_several_clauses_say() -> None:
    """Each change rests on the clause it is under, and a choice goes by the points of each."""
    own = clause("sums/own", 1)
    other = clause("sums/other", 3)
    book = box("sums", own, other)

    @book.rule(afterwards(), "own")
    def both(_waves: tuple[Wave, ...]) -> list[Change]:
        dear, cheap = Under(other, Award("bea", 2)), Award("bea", 4)
        return [Under(other, Award("ana", 1)), OneOf("bea", ((cheap,), (dear,)))]

    ruled = play(square(), (book,), place("ways 0 0"))
    assert [(line.player, line.points, line.clause.id) for line in ruled.lines][-2:] == [
        ("ana", 3, "sums/other"),
        ("bea", 6, "sums/other"),
    ]
    move = PutToken(Token("wine", Cell(0, 0)))
    assert Under(own, move).cells == move.cells
    assert Under(own, MoveFigure(figure("ana follower 0 0 road"))).made(square())


def test_whoever_owes_something_answers_in_the_turn_of_another() -> None:
    """His answer is no turn of his: what was done in this turn is still known."""
    book = box("asks", clause("asks/bea"))

    @book.rule(afterwards(), "bea")
    def she_decides(_waves: tuple[Wave, ...]) -> list[Change]:
        return [Owed("bea", "asks/bea")]

    @book.rule(offers(), "bea")
    def to_pass(board: Board) -> list[Change] | None:
        return [Pass()] if board.position.owed_under("asks/bea") else None

    board = Board(table("E 0 -1 2"), rules(book))
    parts = [
        Part(lambda _board: (place("D 0 0"),)),
        Part(lambda _board: (Pass(),), "bea"),
    ]
    asked, answered = run(board, parts).rulings
    assert asked.board.position.owed == (Owed("bea", "asks/bea"),)
    assert (answered.refusals, answered.board.position.turn) == ((), "ana")
    assert answered.board.position.done[0] == place("D 0 0")
    assert ready(answered.board).position.turn == "bea"


def test_a_closed_feature_may_wait_for_the_next_wave() -> None:
    """The arena is complete at once and judged when all have gathered, by heads."""
    position = table(
        f"arena 0 0, {meadows((1, 1))}",
        "ana follower 0 0 arena",
        "bea follower 1 0 meadow",
        "bea follower -1 0 meadow",
    )
    ruling = play(position, (arenas,), place("B 1 1"))
    assert [[line.points for line in wave.lines] for wave in ruling.waves] == [[], [6]]
    assert [[it.clause.id for it in wave.waiting] for wave in ruling.waves] == [
        ["arenas/gather"],
        [],
    ]
    assert arenas.clauses["gather"] in ruling.clauses
    assert ruling.scores == {"bea": 6}
    assert all(who.at is None for who in ruling.board.position.figures)


def test_what_a_feature_waits_by_is_cited() -> None:
    """The road is judged after the monastery, and the ruling names the clause that says so."""
    polite = box("polite", clause("polite/last"))

    @polite.rule(waits("road"), "last")
    def while_others_are_due(road: Feature) -> bool:
        return any(other.kind != "road" for other in road.board.due)

    position = table(f"{meadows((0, 1))}, A 0 0, A 0 2 2", "ana follower 0 0 road")
    ruling = play(position, (polite,), place("inn 0 1"))
    assert [[v.feature.kind for v in wave.verdicts] for wave in ruling.waves] == [
        ["monastery"],
        ["road"],
    ]
    assert polite.clauses["last"] in ruling.clauses
    alone = play(table("A 0 0", "ana follower 0 0 road"), (polite,), place("A 0 1 2"))
    assert polite.clauses["last"] not in alone.clauses


def test_what_has_been_played_is_counted_laid_covered_or_thrown_away() -> None:
    """The tile in hand has not been played."""
    position = table("D 0 0, E 1 0, D 0 1")
    position = position._replace(
        tiles={**position.tiles, Cell(0, 1): (placed("D 0 1"), placed("E 0 1"))},
        discarded=(placed("C 0 0").tile,),
        hand=placed("V 0 0").tile,
    )
    used = Board(position, rules()).used
    assert {tile.id: count for tile, count in used.items()} == {"D": 2, "E": 2, "C": 1}


def test_where_everything_waits_nothing_does() -> None:
    """A road that waits for nothing is judged all the same."""
    shy = box("shy", clause("shy/x"))
    shy.rule(waits("road"), "x")(lambda _road: True)
    ruling = play(table("A 0 0", "ana follower 0 0 road"), (shy,), place("A 0 1 2"))
    assert [len(wave.verdicts) for wave in ruling.waves] == [0, 1]


def test_only_the_lord_goes_home_and_no_castle_is_paid_twice() -> None:
    """The garrison has a say and stays, and the end of the game is another occasion."""
    position = table(
        f"keep 0 0, {meadows((1, 1))}",
        "ana follower 0 0 castle",
        "bea follower 1 0 meadow",
        "bea follower -1 0 meadow",
    )
    ruling = play(position, (castles,), place("B 1 1"))
    assert ruling.scores == {"bea": 9}
    assert [who.at is None for who in ruling.board.position.figures] == [True, False, False]
    assert not [line for each in final(ruling.board).verdicts for line in each.lines if line.points]


def test_a_feature_may_be_put_down_to_be_judged_once() -> None:
    """A second time it is in what is closed already."""
    twice = box("twice", clause("twice/x"))
    twice.rule(follows(), "x")(lambda _wave: (Score(spot("0 0 meadow"), "asked"),) * 2)
    board = Board(table("B 0 0", "ana follower 0 0 meadow"), rules(twice))
    assert Score(spot("0 0 meadow"), "asked").made(
        Score(spot("0 0 meadow"), "asked").on(board.position)
    )


def test_steps_come_in_the_order_that_their_clauses_say() -> None:
    """Whatever the order of the rules, and of the boxes."""
    early = box("early", clause("early/x"))
    later = box("a-later", clause("a-later/x", after=frozenset({"early/x"})))
    early.rule(afterwards(), "x")(lambda _waves: (PutToken(Token("first")),))
    later.rule(afterwards(), "x")(lambda _waves: (PutToken(Token("second")),))
    ruling = play(table("A 0 0"), (later, early), place("A 0 1 2"))
    assert [token.kind for token in ruling.board.position.tokens] == ["first", "second"]


def test_what_a_rulebook_leaves_open_in_a_turn_is_kept_with_the_ruling() -> None:
    """Whether a move is allowed, who goes home, what follows."""
    torn = box("torn", clause("torn/a"), clause("torn/b", silent_on=frozenset({"torn/a"})))
    torn.rule(returns(), "a")(lambda _figure, _feature: False)
    torn.rule(follows(), "b")(lambda _wave: ())
    ruling = play(table("A 0 0", "ana follower 0 0 road"), (torn,), place("A 0 1 2"))
    assert len(ruling.unsettled) == 2
    assert {"torn/a", "torn/b"} <= {each.id for each in ruling.clauses}


# --- what may be done ---------------------------------------------------------------------------


def test_a_box_may_allow_what_another_forbids() -> None:
    """A tile on top of another: only where it fits, and what it closes is scored."""
    position = table("E 0 0 2, A 1 0", "bea follower 0 0 city")._replace(hand=placed("E 9 9").tile)
    board = Board(position, rules(covers))
    on_top = [option for option in options(board) if option.move.cells == {Cell(0, 0)}]
    assert {option.offered_by.id for option in on_top} == {"covers/on-top"}
    moves = [option.move for option in on_top if option.legal]
    assert [move.placed.quarters for move in moves if isinstance(move, PlaceTile)] == [0, 2, 3]
    plain = objections(Board(position, rules()), place("E 0 0"))
    assert [each.id for each in plain] == ["base/place-empty-cell"]


def test_a_box_may_have_a_figure_recalled_in_a_way_of_its_own() -> None:
    monk = figure("ana follower 0 0 monastery")
    board = Board(table("B 0 0", "ana follower 0 0 monastery"), rules(recalls))
    assert [option.move for option in options(board) if option.legal] == [Recall(monk)]
    assert objections(board, Recall(monk)) == ()
    assert [clause.id for clause in objections(board, MoveFigure(monk))] == ["base/no-take-back"]
    after = moved(board, Recall(monk))
    assert after.position.supply("ana", "follower") == 1
    assert [clause.id for clause in objections(after, Recall(monk))] == ["recalls/once"]


def test_covering_makes_the_features_anew() -> None:
    """The board grown over a cover is the board from scratch."""
    ruling = play(table("E 0 0 2, E 0 1"), (covers,), place("R 0 1"))
    assert ruling.verdicts == ()
    city = ruling.board.feature_at(spot("0 1 city"))
    assert (len(city.cells), city.complete) == (2, False)
    again = play(ruling.board.position, (covers,), place("E 0 1"))
    assert [len(each.feature.cells) for each in again.verdicts] == [2]


def test_what_lies_over_a_tile_counts_with_it() -> None:
    """A bridge laid in the same move makes a placement legal and a road."""
    position = table("A 0 0")._replace(hand=placed("B 9 9").tile)
    bridge = Token("bridge", Cell(0, 1), side=Side.N)
    board = Board(position, rules(bridges))
    assert objections(board, place("B 0 1"))
    assert not objections(board, place("B 0 1", bridge))
    over_it = moved(board, place("B 0 1", bridge))
    assert len(over_it.feature_at(spot("0 0 road")).cells) == 2


def test_features_may_be_joined_though_they_do_not_meet() -> None:
    """The two mouths of a tunnel are one road."""
    board = Board(table("tunnel 0 0, B 0 -1"), rules(tunnels))
    grown = moved(board, place("tunnel 0 -2 2"))
    road = grown.feature_at(spot("0 0 mouth"))
    assert len(road.cells) == 2
    assert road.count("tunnel") == 2


def test_what_lies_against_what_across_a_side() -> None:
    """A field on the side of a wall borders its city."""
    board = Board(table("wall 0 0, B 1 0"), rules(walls))
    field = board.feature_at(spot("1 0 meadow"))
    assert [near.kind for near in board.feature_at(spot("0 0 city")).touching("field")] == ["field"]
    assert field.touching("city") == frozenset()
    assert not objections(board, place("B 0 1"))


def test_a_tile_that_fits_nowhere_is_discarded_and_no_other() -> None:
    """A city with four gates beside fields alone."""
    position = table("B 0 0")._replace(hand=placed("C 9 9").tile)
    board = Board(position, rules())
    assert not placeable(board, placed("C 9 9").tile)
    (option,) = options(board)
    assert (option.move, option.offered_by.id) == (
        Discard(placed("C 9 9").tile),
        "base/place-unplaceable",
    )
    assert option.legal
    assert rule_on(board, [option.move]).board.position.discarded == (placed("C 9 9").tile,)
    fitting = drawn(board, placed("B 9 9").tile, "bea")
    assert fitting.position.turn == "bea"
    assert [each.id for each in objections(fitting, Discard(placed("B 9 9").tile))] == [
        "base/place-must"
    ]


def test_every_placement_with_every_claim_and_what_scores() -> None:
    """One of those that look alike; a follower only where nobody stands."""
    position = table("E 0 0 2", "bea follower 0 0 city", "ana follower")
    (nowhere,) = prospects(Board(position._replace(hand=placed("X 9 9").tile), rules()))
    assert nowhere.option.move == Discard(placed("X 9 9").tile)
    board = Board(position._replace(hand=placed("E 9 9").tile), rules())
    closing = [each for each in prospects(board) if each.ruling.scores]
    (one,) = closing
    assert one.ruling.scores == {"bea": 4}
    assert [claim.option.move for claim in one.then] == [
        MoveFigure(Figure("follower", "ana"), spot("0 1 meadow"))
    ]


def test_ports_are_read_by_both_their_names() -> None:
    """Half-sides as tiles and as phrases write them."""
    assert Port.parse("NNW") == Port.parse("NL") == Port(Side.N, "L")
    assert Port(Side.W, "R").compass == "WNW"
    assert Port(Side.S).compass == "S"
    with pytest.raises(ValueError, match="no port 'Q'"):
        Port.parse("Q")


def test_a_move_that_only_an_exception_allows_is_ruled_on_by_the_exception() -> None:
    position, on_top = table("E 0 0, B 1 0"), place("E 1 0")
    ruling = play(position, (covers,), on_top)
    assert [(found.answer, found.clause.id) for found in ruling.allowed] == [
        (on_top, "covers/on-top")
    ]
    assert "covers/on-top" in {clause.id for clause in ruling.clauses}
    assert play(position, (), on_top).allowed == ()


def test_an_exception_does_not_help_where_something_else_forbids_the_move() -> None:
    ruling = play(table("E 0 0, B 1 0"), (covers,), place("E 1 0 3"))
    assert [refusal.clause.id for refusal in ruling.refusals if refusal.clause] == [
        "base/place-match-edges"
    ]
    assert ruling.allowed == ()


def test_under_other_rules_an_answer_that_nobody_is_asked_for_is_left_out() -> None:
    """And what nobody has answered there is left undecided."""

    def answer(board: Board) -> tuple[Change, ...]:
        if not board.position.owed:
            raise InvalidPosition("nobody is asked")
        return (Pass(),)

    parts = [
        Part(lambda _board: (place("D 0 0"),)),
        Part(answer, "bea"),
        Part(lambda _board: (place("D 1 0"),)),
    ]
    plain = Board(table("E 0 -1 2"), rules())
    turns = [each.halfway.position.turn for each in run(plain, parts, otherwise=True).rulings]
    assert turns == ["ana", "bea"]
    with pytest.raises(InvalidPosition):
        run(plain, parts)
    asks = box("asks", clause("asks/bea"))
    asks.rule(afterwards(), "bea")(lambda _waves: [Owed("bea", "asks/bea")])
    asking = Board(table("E 0 -1 2"), rules(asks))
    undecided = run(asking, [parts[0], parts[2]], otherwise=True).rulings
    assert [each.halfway.position.turn for each in undecided] == ["ana", "bea"]
    assert undecided[1].refusals == ()
