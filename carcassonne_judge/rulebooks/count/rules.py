"""The Count of Carcassonne: followers go into the city's quarters and come out where points are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import (
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Scored,
    part,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts
from carcassonne_judge.position import (
    END,
    NEUTRAL,
    Change,
    Figure,
    Kind,
    Owed,
    PlacedTile,
    Player,
    Position,
    Spot,
)
from carcassonne_judge.problems import lasts
from carcassonne_judge.rulebooks.base import CITY, FIELD, MONASTERY, ROAD
from carcassonne_judge.rulebooks.count import (
    BLACKSMITH_QUARTER,
    CARCASSONNE,
    CASTLE_QUARTER,
    CATHEDRAL_QUARTER,
    COUNT,
    DRAGON,
    MARKET_QUARTER,
)
from carcassonne_judge.rules import Question, question
from carcassonne_judge.scoring import GAME_ENDS, Verdict, awards, pays, scores
from carcassonne_judge.turn import Wave, afterwards, follows, over, precedes, spared

book = load_rulebook(__package__)

_FOR: Final[Mapping[Kind, frozenset[Kind]]] = {
    CASTLE_QUARTER: frozenset({CITY}),
    BLACKSMITH_QUARTER: frozenset({ROAD}),
    CATHEDRAL_QUARTER: frozenset({MONASTERY, "shrine"}),
    MARKET_QUARTER: frozenset({FIELD}),
}
"""The quarters, and the kinds of feature that each is for."""

_CLOCKWISE: Final = (CASTLE_QUARTER, MARKET_QUARTER, BLACKSMITH_QUARTER, CATHEDRAL_QUARTER)
_ONLY_INTO: Final[Mapping[str, frozenset[Kind]]] = {
    "mayor": frozenset({CASTLE_QUARTER}),
    "abbot": frozenset({CATHEDRAL_QUARTER}),
    "wagon": frozenset({CASTLE_QUARTER, BLACKSMITH_QUARTER, CATHEDRAL_QUARTER}),
}
_ENTER: Final = book.clauses["enter"].id
_LEAVE: Final = book.clauses["leave"].id
_FINAL: Final = frozenset({book.clauses["final-market"].id, book.clauses["final-any"].id})
_MOVES_THE_COUNT: Final = frozenset(
    {book.clauses[each].id for each in ("move-count", "count-clockwise", "count-follows")}
)


@question
def shut() -> Question[[Feature], bool]:
    """Is this feature none that a follower may come to from Carcassonne?"""
    return Question("shut to Carcassonne")


# The city and its quarters --------------------------------------------------------------------


@book.rule(forbids(PlaceTile), "setup")
def laid_before_the_game(board: Board, move: PlaceTile) -> bool:
    """The tiles of Carcassonne lie on the table from the beginning."""
    return _is_of_the_city(board, move.placed)


def _quarter(board: Board, spot: Spot | None) -> Kind:
    """The quarter that a spot is; nothing where it is none."""
    kind = board.kind_at(spot)
    return kind if kind in _FOR else ""


def _quarters(board: Board) -> Mapping[Kind, Spot]:
    """Where the quarters lie."""
    return {it.kind: min(it.spots) for it in board.features if it.kind in _FOR}


def _count(board: Board) -> Figure:
    """The count, wherever he is."""
    found = (figure for figure in board.position.figures if figure.kind == COUNT)
    return next(found, Figure(COUNT, NEUTRAL))


def _with_the_count(board: Board) -> Kind:
    """The quarter where the count stands: that of the castle, if nobody has moved him."""
    return _quarter(board, _count(board).at) or CASTLE_QUARTER


@book.rule(closes(CASTLE_QUARTER), "quarters")
@book.rule(closes(BLACKSMITH_QUARTER), "quarters")
@book.rule(closes(CATHEDRAL_QUARTER), "quarters")
@book.rule(closes(MARKET_QUARTER), "quarters")
def never(_quarter: Feature) -> bool:
    """A quarter is nothing that could be completed."""
    return False


@book.rule(counts(CASTLE_QUARTER), "leave-only")
@book.rule(counts(BLACKSMITH_QUARTER), "leave-only")
@book.rule(counts(CATHEDRAL_QUARTER), "leave-only")
@book.rule(counts(MARKET_QUARTER), "leave-only")
def nobody(_quarter: Feature) -> tuple[Figure, ...]:
    """Nobody has a say in a quarter."""
    return ()


@book.rule(lasts(), "where-others-stand")
def they_do_not_stay_where_they_were_put(_board: Board) -> bool:
    """Followers come to stand where others stand already."""
    return False


# Going in -------------------------------------------------------------------------------------


def _enters(board: Board, change: Change) -> bool:
    """Whether a change brings a follower from the supply into a quarter."""
    return (
        isinstance(change, MoveFigure)
        and change.deploys
        and change.figure.kind != COUNT
        and _quarter(board, change.to) != ""
    )


def _kept_out(kind: str, quarter: Kind) -> bool:
    """Whether figures of this kind may not go into that quarter."""
    return quarter not in _ONLY_INTO.get(kind, _FOR.keys())


def _ways_in(board: Board, player: Player) -> Iterator[Change]:
    supply = board.position.figures.supply.get(player, {})
    for kind in board.rules.figures:
        if kind in board.rules.followers and supply.get(kind):
            for quarter, spot in _quarters(board).items():
                if not _kept_out(kind, quarter):
                    yield MoveFigure(Figure(kind, player), spot)


def _has_cause(waves: tuple[Wave, ...]) -> bool:
    """Whether others scored in this part of the turn, and the player whose turn it is did not."""
    table = waves[-1].after
    scored = {
        player
        for wave in waves
        for verdict in wave.verdicts
        if verdict.points and not verdict.unsettled
        for player in verdict.holders
    }
    again = any(_enters(table, done) for done in table.position.done)
    return bool(scored) and table.position.turn not in scored and not again


@book.rule(afterwards(), "enter")
def may_go_in(waves: tuple[Wave, ...]) -> Iterator[Change] | None:
    """Whoever made others score, and did not score himself, may go into Carcassonne."""
    table = waves[-1].after
    player = table.position.turn
    if not _has_cause(waves) or not any(_ways_in(table, player)):
        return None
    return iter((Owed(player, _ENTER, after=book.clauses["enter"].after),))


@book.rule(offers(), "enter")
def into_any_quarter(board: Board) -> Iterator[Change]:
    """He puts a follower into any quarter, or none."""
    for owed in board.position.owed_under(_ENTER):
        yield Pass()
        yield from _ways_in(board, owed.player)


@book.rule(forbids(MoveFigure), "outside-features")
def no_way_in(board: Board, move: MoveFigure) -> bool:
    """Nobody goes into a quarter unless he may do so now."""
    goes_in = move.figure.kind != COUNT and _quarter(board, move.to) != ""
    return goes_in and not (board.position.owed_under(_ENTER) and move.figure.in_supply)


@book.rule(forbids(MoveFigure), "who")
def not_into_that_quarter(board: Board, move: MoveFigure) -> bool | None:
    """Some figures may go only into some quarters, and into those they may go."""
    quarter, kind = _quarter(board, move.to), move.figure.kind
    if not quarter or kind not in _ONLY_INTO:
        return None
    if _kept_out(kind, quarter):
        return True
    return False if board.position.owed_under(_ENTER) else None


# Towers and the dragon ------------------------------------------------------------------------


def _entered_by_the_dragon(board: Board, move: MoveToken) -> Cell | None:
    """The cell that the dragon would enter, if one of the city's tiles lies there."""
    cell = move.to
    if move.token.kind != DRAGON or not isinstance(cell, Cell) or cell not in board.tiles:
        return None
    return cell if _is_of_the_city(board, board.tiles[cell]) else None


def _is_of_the_city(board: Board, placed: PlacedTile) -> bool:
    """Whether a tile is one of the city's."""
    sheet = board.rules.tiles.get(placed.tile.id)
    return sheet is not None and sheet.box == book.box


def _is_all_city(board: Board, cell: Cell) -> bool:
    """Whether nothing lies outside the walls on one of the city's tiles."""
    kinds = {segment.kind for segment in board.tiles[cell].segments}
    return kinds <= {CARCASSONNE, *_FOR}


@book.rule(forbids(MoveFigure), "capture-targets")
def out_of_reach(board: Board, move: MoveFigure) -> bool:
    """A tower piece that was just put captures nobody who is in a quarter."""
    off = move.to is None and _quarter(board, move.figure.at) != ""
    put = any(isinstance(it, PutToken) for it in part(board.position)[-1:])
    return off and (move.held_by is not None or put)


@book.rule(spared(), "dragon-not-eats")
def no_dragon_gets_in(figure: Figure, board: Board) -> bool:
    """Whoever is in a quarter stays wherever the dragon comes."""
    return _quarter(board, figure.at) != ""


@book.rule(forbids(MoveToken), "dragon-count-tiles")
def not_inside_the_walls(board: Board, move: MoveToken) -> bool:
    """The dragon does not enter a tile that is all city."""
    cell = _entered_by_the_dragon(board, move)
    return cell is not None and _is_all_city(board, cell)


@book.rule(forbids(MoveToken), "dragon-keeps-off")
def not_onto_the_city(board: Board, move: MoveToken) -> bool:
    """The dragon enters no tile of the city."""
    return _entered_by_the_dragon(board, move) is not None


# The count ------------------------------------------------------------------------------------


def _entered(board: Board, done: Iterable[Change]) -> MoveFigure | None:
    """The move among what was done by which a follower has gone into Carcassonne."""
    return next((it for it in done if isinstance(it, MoveFigure) and _enters(board, it)), None)


def _just_entered(board: Board) -> MoveFigure | None:
    """The move by which a follower has just gone into Carcassonne, if that was done last."""
    return _entered(board, board.position.done[-1:])


def _is_where_he_went(board: Board, entered: MoveFigure) -> bool:
    return _quarter(board, entered.to) == _with_the_count(board)


def _may_be_moved(board: Board) -> bool:
    """Whether somebody has gone in and has still to say where the count goes."""
    owed = any(owed.clause in _MOVES_THE_COUNT for owed in board.position.owed)
    return owed or _just_entered(board) is not None


def _count_is_owed(wave: Wave, clause: str) -> Iterator[Change] | None:
    board = wave.after
    entered, name = _just_entered(board), book.clauses[clause].id
    if entered is None or any(owed.clause == name for owed in board.position.owed):
        return None
    return iter((Owed(entered.figure.owner, name),))


def _count_goes(board: Board, clause: str, to: Iterable[Kind]) -> Iterator[Change]:
    """The count's ways to other quarters, for whoever has to move him under a clause."""
    if board.position.owed_under(book.clauses[clause].id):
        lie = _quarters(board)
        here = _with_the_count(board)
        yield from (MoveFigure(_count(board), lie[quarter]) for quarter in to if quarter != here)


@book.rule(follows(), "move-count")
def may_move_the_count(wave: Wave) -> Iterator[Change] | None:
    """Whoever has gone in may move the count."""
    return _count_is_owed(wave, "move-count")


@book.rule(follows(), "count-clockwise")
def has_to_move_the_count_on(wave: Wave) -> Iterator[Change] | None:
    """Whoever has gone in moves the count one quarter on."""
    return _count_is_owed(wave, "count-clockwise")


@book.rule(follows(), "count-follows")
def has_to_let_the_count_follow(wave: Wave) -> Iterator[Change] | None:
    """Whoever has gone in moves the count to where he went."""
    entered = _just_entered(wave.after)
    there = entered is not None and _is_where_he_went(wave.after, entered)
    return None if there else _count_is_owed(wave, "count-follows")


@book.rule(offers(), "move-count")
def to_any_other_quarter(board: Board) -> Iterator[Change]:
    """The count goes to any other quarter, or stays."""
    if board.position.owed_under(book.clauses["move-count"].id):
        yield Pass()
    yield from _count_goes(board, "move-count", _FOR)


@book.rule(offers(), "count-clockwise")
def to_the_next_quarter(board: Board) -> Iterator[Change]:
    """The count goes to the next quarter."""
    at = _CLOCKWISE.index(_with_the_count(board)) + 1
    return _count_goes(board, "count-clockwise", (_CLOCKWISE[at % len(_CLOCKWISE)],))


@book.rule(offers(), "count-follows")
def to_the_same_quarter(board: Board) -> Iterator[Change]:
    """The count goes to the quarter where the follower is."""
    entered = _entered(board, board.position.done)
    to = (_quarter(board, entered.to),) if entered else ()
    return _count_goes(board, "count-follows", to)


@book.rule(forbids(MoveFigure), "count-stays")
def not_moved_now(board: Board, move: MoveFigure) -> bool:
    """The count is moved only when a follower has just gone in."""
    return move.figure.kind == COUNT and not _may_be_moved(board)


# Coming out -----------------------------------------------------------------------------------


def _ways_out(
    board: Board, player: Player, quarters: Iterable[Kind], features: Iterable[Feature]
) -> Iterator[MoveFigure]:
    """How a player's followers may come out of some quarters into some features."""
    inside = frozenset(quarters)
    figures = dict.fromkeys(
        who
        for who in board.position.figures
        if who.owner == player and _quarter(board, who.at) in inside
    )
    for who in figures:
        welcome = _FOR[_quarter(board, who.at)] & board.rules.figures[who.kind].stands_on
        for feature in features:
            if feature.kind in welcome:
                yield from (MoveFigure(who, spot) for spot in sorted(feature.spots))


def _free(board: Board) -> tuple[Kind, ...]:
    """The quarters where the count does not stand."""
    return tuple(quarter for quarter in _FOR if quarter != _with_the_count(board))


def _to_be_scored(board: Board) -> tuple[Feature, ...]:
    """What is about to be scored and may be come to."""
    return tuple(
        feature
        for feature in board.due
        if not any(found.answer for found in board.rules.ask(shut(), feature))
    )


@book.rule(shut(), "leave-unoccupied")
def nobody_is_there(feature: Feature) -> bool:
    """What nobody occupies is shut."""
    return not feature.followers


def _passed(position: Position, player: Player, clauses: frozenset[str]) -> bool:
    """Whether a player has passed already in this part of the turn."""
    return any(
        isinstance(done, Pass) and done.player == player and done.clause in clauses
        for done in part(position)
    )


def _from_the_left(position: Position, player: Player) -> tuple[Player, ...]:
    """All players, beginning to the left of one, who comes last."""
    at = position.players.index(player) + 1 if player in position.players else 0
    return position.players[at:] + position.players[:at]


@book.rule(precedes(), "leave")
def may_come_out(board: Board) -> Iterator[Change] | None:
    """Each player in turn may bring followers into what is about to be scored."""
    position = board.position
    due = _to_be_scored(board)
    for player in _from_the_left(position, position.turn):
        declined = _passed(position, player, frozenset({_LEAVE}))
        if not declined and any(_ways_out(board, player, _free(board), due)):
            return iter((Owed(player, _LEAVE),))
    return None


@book.rule(offers(), "leave")
def into_what_is_to_be_scored(board: Board) -> Iterator[Change]:
    """A follower comes out into something about to be scored, or none does."""
    for owed in board.position.owed_under(_LEAVE):
        yield Pass()
        yield from _ways_out(board, owed.player, _FOR, board.due)


def _comes_out(board: Board, move: MoveFigure) -> bool:
    """Whether a move brings a follower out of a quarter onto something else."""
    inside = move.figure.kind != COUNT and _quarter(board, move.figure.at) != ""
    return inside and move.to is not None


def _owes_an_exit(position: Position) -> bool:
    """Whether somebody is being asked whether he comes out."""
    return any(owed.clause in {_LEAVE, *_FINAL} for owed in position.owed[:1])


@book.rule(forbids(MoveFigure), "where-others-stand")
def nothing_against_joining_others(board: Board, move: MoveFigure) -> bool | None:
    """It matters neither what he has deployed nor who is there already."""
    position = board.position
    goes_in = bool(position.owed_under(_ENTER)) and _enters(board, move)
    comes_out = _comes_out(board, move) and _owes_an_exit(position)
    moves_the_count = move.figure.kind == COUNT and _may_be_moved(board)
    return False if goes_in or comes_out or moves_the_count else None


@book.rule(forbids(MoveFigure), "leave-blocked")
def the_count_stands_there(board: Board, move: MoveFigure) -> bool:
    """The count lets nobody out of his quarter."""
    own = _quarter(board, move.figure.at)
    return _comes_out(board, move) and own == _with_the_count(board)


@book.rule(forbids(MoveFigure), "leave-only")
def no_way_out(board: Board, move: MoveFigure) -> bool | None:
    """Nobody comes out of a quarter unless he may do so now, and into its kind of feature."""
    if not _comes_out(board, move) or not move.to or move.to not in board.regions:
        return None
    own = _FOR[_quarter(board, move.figure.at)]
    barred = not _owes_an_exit(board.position) or board.regions[move.to].kind not in own
    return barred or None


@book.rule(forbids(MoveFigure), "leave-unoccupied")
def not_scored_at_all(board: Board, move: MoveFigure) -> bool:
    """Nobody comes out into something complete that nobody occupies."""
    if not _comes_out(board, move) or not move.to or move.to not in board.regions:
        return False
    return bool(board.position.owed_under(_LEAVE)) and not board.feature_at(move.to).followers


# The end of the game --------------------------------------------------------------------------


def _fields(board: Board) -> Iterator[Feature]:
    return (feature for feature in board.features if feature.kind == FIELD)


def _unfinished(board: Board) -> Iterator[Feature]:
    kinds = frozenset[Kind]().union(*_FOR.values())
    return (it for it in board.features if it.kind in kinds and not it.complete)


Last = Callable[[Board, Player], Iterator[MoveFigure]]


def _out_of_the_market(board: Board, player: Player) -> Iterator[MoveFigure]:
    return _ways_out(board, player, (MARKET_QUARTER,), tuple(_fields(board)))


def _out_of_any_quarter(board: Board, player: Player) -> Iterator[MoveFigure]:
    return _ways_out(board, player, _FOR, tuple(_unfinished(board)))


def _answered_last(board: Board, clause: str) -> Player | None:
    """Who has just said, once the last turn was over, whether he comes out."""
    scored = Scored() in part(board.position)
    for last in board.position.done[-1:]:
        if isinstance(last, Pass) and last.clause == clause:
            return last.player
        if scored and isinstance(last, MoveFigure) and _comes_out(board, last):
            return last.figure.owner
    return None


def _asked_last(board: Board, clause: str, ways: Last) -> Iterator[Change] | None:
    """Who is asked next whether he comes out, once the last turn is over."""
    position, name = board.position, book.clauses[clause].id
    inside = any(_quarter(board, who.at) for who in position.figures if who.kind != COUNT)
    answered = _answered_last(board, name)
    if position.owed or not inside or (answered is None and over(board) is None):
        return None
    may_go = _free(board)
    for player in _from_the_left(position, answered or position.turn):
        free = (way for way in ways(board, player) if _quarter(board, way.figure.at) in may_go)
        if not _passed(position, player, _FINAL) and any(free):
            return iter((Owed(player, name, after=book.clauses[clause].after),))
    return None


def _asked_at_once(waves: tuple[Wave, ...], clause: str, ways: Last) -> Iterator[Change] | None:
    """After the last turn, unless its player has to be asked first whether he goes in."""
    board = waves[-1].after
    goes_in = _has_cause(waves) and any(_ways_in(board, board.position.turn))
    return None if goes_in else _asked_last(board, clause, ways)


def _asked_afterwards(wave: Wave, clause: str, ways: Last) -> Iterator[Change] | None:
    """After whatever had to be decided when the last turn was over."""
    board = wave.after
    entered = _just_entered(board)
    follows_him = book.clauses["count-follows"].in_force(board.rules.readings)
    stays = entered is not None and follows_him and _is_where_he_went(board, entered)
    open_still = Scored() not in part(board.position) or (entered is not None and not stays)
    return None if open_still else _asked_last(board, clause, ways)


def _last_ways(board: Board, clause: str, ways: Last) -> Iterator[Change]:
    for owed in board.position.owed_under(book.clauses[clause].id):
        yield Pass()
        yield from ways(board, owed.player)


@book.rule(afterwards(), "final-market")
def may_come_to_the_fields(waves: tuple[Wave, ...]) -> Iterator[Change] | None:
    """After the last turn followers may come out of the market."""
    return _asked_at_once(waves, "final-market", _out_of_the_market)


@book.rule(follows(), "final-market")
def may_still_come_to_the_fields(wave: Wave) -> Iterator[Change] | None:
    """The next player may bring a follower out of the market."""
    return _asked_afterwards(wave, "final-market", _out_of_the_market)


@book.rule(offers(), "final-market")
def onto_any_field(board: Board) -> Iterator[Change]:
    """A follower comes out of the market onto any field."""
    return _last_ways(board, "final-market", _out_of_the_market)


@book.rule(afterwards(), "final-any")
def may_come_to_anything(waves: tuple[Wave, ...]) -> Iterator[Change] | None:
    """After the last turn followers may come out of every quarter."""
    return _asked_at_once(waves, "final-any", _out_of_any_quarter)


@book.rule(follows(), "final-any")
def may_still_come_to_anything(wave: Wave) -> Iterator[Change] | None:
    """The next player may bring a follower out of any quarter."""
    return _asked_afterwards(wave, "final-any", _out_of_any_quarter)


@book.rule(offers(), "final-any")
def onto_anything_unfinished(board: Board) -> Iterator[Change]:
    """A follower comes out onto a field or something unfinished."""
    return _last_ways(board, "final-any", _out_of_any_quarter)


@book.rule(closes(CARCASSONNE), "setup")
def always(_city: Feature) -> bool:
    """The city is complete from the beginning."""
    return True


@book.rule(scores(FIELD), "city-is-city")
def by_the_walls(field: Feature) -> int | None:
    """A field by the walls earns for the city as for any other that is complete."""
    return len(field.touching(CARCASSONNE)) or None


@book.rule(scores(FIELD), "city-joined")
def by_the_walls_and_a_barn(field: Feature) -> int | None:
    """A field that comes upon a barn earns for the city as for any other that is complete."""
    return by_the_walls(field) if field.occasion == "barn-joined" else None


def _for_the_city(verdict: Verdict, players: Iterable[Player]) -> Mapping[Player, int] | None:
    """Once for each of some players if a field touches the walls."""
    cities = len(verdict.feature.touching(CARCASSONNE))
    return (dict.fromkeys(players, cities) or None) if cities else None


def _owners(verdict: Verdict, kind: str) -> frozenset[Player]:
    """Who has figures of some kind in a field."""
    return frozenset(who.owner for who in verdict.feature.figures if who.kind == kind)


@book.rule(awards(FIELD), "city-barn")
def barns_by_the_walls(verdict: Verdict) -> Mapping[Player, int] | None:
    """At the end a barn by the walls earns for the city, too."""
    final = verdict.feature.occasion == END
    return _for_the_city(verdict, _owners(verdict, "barn")) if final else None


@book.rule(awards(FIELD), "city-pig")
def pigs_by_the_walls(verdict: Verdict) -> Mapping[Player, int] | None:
    """A holder whose pig stands by the walls earns more for the city, too."""
    pigs = _owners(verdict, "pig")
    return _for_the_city(verdict, (who for who in verdict.holders if who in pigs))


@book.rule(awards(FIELD), "city-pig-herd")
def herd_by_the_walls(verdict: Verdict) -> Mapping[Player, int] | None:
    """A holder of the field of a herd earns more for the city, too."""
    return _for_the_city(verdict, verdict.holders) if verdict.feature.has("pig-herd") else None


@book.rule(pays(GAME_ENDS), "king-count-city")
def for_the_king(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the King earns for the city, too."""
    owners = [king.owner for king in board.position.tokens_of("king") if king.owner is not None]
    cities = sum(feature.kind == CARCASSONNE for feature in board.features)
    return dict.fromkeys(owners, cities) if owners and cities else None
