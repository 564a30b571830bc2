"""Abbey & Mayor: the abbey in a gap, the mayor, the wagon that moves on, the barn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from carcassonne_judge.board import Board, Feature, touches
from carcassonne_judge.changes import (
    ExtraTurn,
    MoveFigure,
    Pass,
    PlaceTile,
    PutToken,
    Scored,
    laid,
    part,
)
from carcassonne_judge.geometry import SIDES, Cell, Port, Side
from carcassonne_judge.legality import fits, forbids, has_no_place, objections, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import weighs
from carcassonne_judge.position import (
    COMPLETE,
    END,
    Change,
    Figure,
    Owed,
    PlacedTile,
    Player,
    Position,
    Score,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rulebooks.abbey_and_mayor import (
    ABBEY,
    BARN,
    JOINED,
    MAYOR,
    PLACED,
    VOLCANO,
    WAGON,
)
from carcassonne_judge.rulebooks.base import CITY, FIELD, MONASTERY, ROAD, SHIELDS
from carcassonne_judge.rules import Finding, Question, question
from carcassonne_judge.scoring import Verdict, awards, scores
from carcassonne_judge.turn import (
    Wave,
    afterwards,
    ends,
    follows,
    plays_next,
    precedes,
    returns,
    spared,
)

book = load_rulebook(__package__)

MOVES_ON: Final = frozenset({book.clauses["wagon-move-c1"].id, book.clauses["wagon-move-c2"].id})
WAGON_ROADS: Final = frozenset({CITY, ROAD, MONASTERY})


@question
def reaches() -> Question[[Board, Figure], tuple[Spot, ...]]:
    """Where may this wagon go, now that its feature has been scored?"""
    return Question("reaches")


# The abbey ------------------------------------------------------------------------------------


def _is_abbey(tile: Tile) -> bool:
    return ABBEY in tile.marks


def _the_abbey() -> Tile:
    return next(sheet.tile for sheet in book.tiles.values() if _is_abbey(sheet.tile))


def _has_abbey(position: Position, player: Player) -> bool:
    """Whether a player has his abbey still: a token tells whose is played."""
    played = {token.owner for token in position.tokens_of(ABBEY)}
    return player in position.players and player not in played


def _is_gap(board: Board, cell: Cell) -> bool:
    return cell not in board.tiles and all(cell.beside(side) in board.tiles for side in SIDES)


def _gaps(board: Board) -> list[Cell]:
    return [cell for cell in sorted(board.free) if _is_gap(board, cell)]


def _could_place(board: Board) -> Iterator[Player]:
    """The players who could still place their abbeys, in the order of turns after this one."""
    first, *others = board.position.in_turn or ("",)
    asked = (*others, first) if _gaps(board) else ()
    return (player for player in asked if _has_abbey(board.position, player))


@book.rule(offers(), "abbey-use")
def into_a_gap(board: Board) -> Iterator[Change] | None:
    """Instead of drawing a tile a player may place his abbey in a gap, or leave it."""
    position = board.position
    if position.hand or laid(position) or not _has_abbey(position, position.turn):
        return None
    gaps = _gaps(board)
    if not gaps:
        return None
    return iter((*(PlaceTile(PlacedTile(_the_abbey(), cell)) for cell in gaps), Pass()))


@book.rule(forbids(PlaceTile), "abbey-use")
def no_gap(board: Board, move: PlaceTile) -> bool:
    """An abbey goes only where tiles lie on all four sides, and never when a tile is drawn."""
    if not _is_abbey(move.placed.tile):
        return False
    drawn = board.position.hand
    return drawn is not None or not _is_gap(board, move.placed.cell)


@book.rule(forbids(PlaceTile), "setup-abbey")
def no_second_abbey(board: Board, move: PlaceTile) -> bool:
    """A player has one abbey."""
    position = board.position
    return _is_abbey(move.placed.tile) and not _has_abbey(position, position.turn)


@book.rule(precedes(), "setup-abbey")
def his_abbey_is_played(board: Board) -> Iterator[Change]:
    """Whoever places an abbey has none any more."""
    position = board.position
    for done in part(position) if _has_abbey(position, position.turn) else ():
        if isinstance(done, PlaceTile) and _is_abbey(done.placed.tile):
            yield PutToken(Token(ABBEY, at=done.placed.cell, owner=position.turn))


@book.rule(fits(), "abbey-wildcard")
def anything_fits_it(tile: PlacedTile, other: PlacedTile, _side: Side) -> bool | None:
    """An abbey fits whatever its neighbours show."""
    return True if _is_abbey(tile.tile) or _is_abbey(other.tile) else None


@book.rule(forbids(PlaceTile), "abbey-wildcard")
def no_objection_to_an_abbey(_board: Board, move: PlaceTile) -> bool | None:
    """Nothing that its neighbours show keeps an abbey away."""
    return False if _is_abbey(move.placed.tile) else None


def _left_his_abbey(position: Position) -> bool:
    """Whether all that was done in this turn is that the abbey was left."""
    done = position.done
    return Pass() in done and not any(isinstance(it, PlaceTile) for it in done)


@book.rule(plays_next(), "abbey-left")
def draws_instead(board: Board) -> Player | None:
    """Whoever leaves his abbey draws a tile."""
    left = _left_his_abbey(board.position) and not _drawn_out(board)
    return board.position.turn if left else None


# The end of the game --------------------------------------------------------------------------


def _drawn_out(board: Board) -> bool:
    """Whether the last tile that is drawn has been placed, abbeys apart."""
    abbeys = sum(sheet.copies for sheet in book.tiles.values() if _is_abbey(sheet.tile))
    tiles = sum(number for number, _ in board.rules.tile_total.values())
    used = sum(count for tile, count in board.used.items() if not _is_abbey(tile))
    return used >= tiles - abbeys


@book.rule(ends(), "abbey-last")
def no_abbey_can_be_placed(board: Board) -> bool:
    """The game is over once nobody has an abbey that could be placed."""
    return _drawn_out(board) and not any(_could_place(board))


@book.rule(ends(), "abbey-lost")
def abbeys_are_lost(board: Board) -> bool:
    """The game is over with the last tile, save for an extra part of the same turn."""
    position = board.position
    more = ExtraTurn(position.turn) in part(position)
    return _drawn_out(board) and not (more and position.turn in _could_place(board))


@book.rule(forbids(PlaceTile), "abbey-lost")
def too_late_for_an_abbey(board: Board, move: PlaceTile) -> bool | None:
    """After the last tile an abbey is placed in an extra part of the same turn or never."""
    if not _is_abbey(move.placed.tile) or not _drawn_out(board):
        return None
    return ExtraTurn(board.position.turn) not in board.position.done


@book.rule(plays_next(), "abbey-last")
def whoever_has_an_abbey(board: Board) -> Player | None:
    """After the last tile those play, round the table, who can still place an abbey."""
    return next(_could_place(board), None) if _drawn_out(board) else None


@book.rule(follows(), "abbey-last")
def his_last_chance(wave: Wave) -> Iterator[Change] | None:
    """After the last tile an abbey that is left is lost."""
    position = wave.after.position
    if not (_left_his_abbey(position) and _drawn_out(wave.after)):
        return None
    mine = _has_abbey(position, position.turn)
    return iter([PutToken(Token(ABBEY, owner=position.turn))] if mine else [])


# The mayor ------------------------------------------------------------------------------------


@book.rule(forbids(MoveFigure), "mayor-place")
def no_city(board: Board, move: MoveFigure) -> bool:
    """The mayor stands only in a city."""
    return move.figure.kind == MAYOR and has_no_place(board, move)


@book.rule(weighs(MAYOR), "mayor-strength")
def as_many_as_shields(_mayor: Figure, feature: Feature) -> int:
    """The mayor counts as many followers as the city has shields."""
    return feature.count(SHIELDS)


# The wagon ------------------------------------------------------------------------------------


@book.rule(weighs(WAGON), "wagon-place")
def counts_once(_wagon: Figure, _feature: Feature) -> int:
    """The wagon counts as a follower does."""
    return 1


@book.rule(forbids(MoveFigure), "wagon-place")
def no_road_for_it(board: Board, move: MoveFigure) -> bool:
    """The wagon stands on a road, in a city or at a monastery."""
    return move.figure.kind == WAGON and has_no_place(board, move)


@book.rule(returns(WAGON), "wagon-move")
def it_waits(_wagon: Figure, feature: Feature) -> bool | None:
    """The wagon does not go home with the others."""
    return False if feature.occasion == COMPLETE and feature.kind in WAGON_ROADS else None


def _is_free(board: Board, spot: Spot) -> bool:
    """Whether a wagon may go there: nobody is there, and it is unfinished."""
    if board.regions[spot].kind not in board.rules.figures[WAGON].stands_on & WAGON_ROADS:
        return False
    feature = board.feature_at(spot)
    return not feature.followers and not feature.complete


@book.rule(reaches(), "wagon-move-c2")
def round_about(board: Board, wagon: Figure) -> tuple[Spot, ...]:
    """Onto its own tile or one of those round about."""
    if wagon.at is None:
        return ()
    cells = sorted({wagon.at.cell, *wagon.at.cell.around} & board.tiles.keys())
    spots = (spot for cell in cells for spot in board.tiles[cell].spots)
    return tuple(spot for spot in spots if _is_free(board, spot))


@book.rule(reaches(), "wagon-move-c1")
def along_a_road(board: Board, wagon: Figure) -> tuple[Spot, ...]:
    """To what is connected with its feature by a road, wherever there."""
    if wagon.at is None:
        return ()
    here = board.feature_at(wagon.at)
    near = (it for it in board.touching(here) if it.kind in WAGON_ROADS)
    spots = sorted(spot for it in near if {it.kind, here.kind} != {CITY} for spot in it.spots)
    return tuple(spot for spot in spots if _is_free(board, spot))


@book.rule(touches(), "wagon-abbey")
def it_runs_up_to_the_abbey(
    _board: Board, tile: PlacedTile, other: PlacedTile, side: Side
) -> list[tuple[Spot, Spot]] | None:
    """What ends at an abbey is connected with it."""
    if _is_abbey(other.tile):
        own = tile.ports.get(Port(side))
        return [(tile.named[own.name], spot) for spot in other.spots] if own else None
    beyond = other.ports.get(Port(side.opposite)) if _is_abbey(tile.tile) else None
    return [(spot, other.named[beyond.name]) for spot in tile.spots] if beyond else None


def _ways_on(board: Board, wagon: Figure) -> Finding[tuple[MoveFigure, ...]]:
    """The moves by which a wagon goes on, and the clause that says where it may go."""
    found = board.rules.settle(reaches(), board, wagon)
    moves = (MoveFigure(wagon, spot) for spot in found.answer)
    return Finding(tuple(it for it in moves if not objections(board, it)), found.clause)


def _freed(waves: tuple[Wave, ...]) -> Iterator[Figure]:
    """The wagons whose features were scored, where they still stand."""
    still = waves[-1].after.position.figures
    for wave in waves:
        for verdict in wave.verdicts:
            feature = verdict.feature
            if verdict.unsettled or feature.occasion != COMPLETE or feature.kind not in WAGON_ROADS:
                continue
            yield from (who for who in feature.figures if who.kind == WAGON and who in still)


@book.rule(afterwards(), "wagon-move-c1")
@book.rule(afterwards(), "wagon-move-c2")
def it_may_move_on(waves: tuple[Wave, ...]) -> Iterator[Change]:
    """Once all is scored each wagon that can go on may do so."""
    board = waves[-1].after
    for wagon in _freed(waves):
        found = _ways_on(board, wagon)
        if found.answer:
            yield Owed(wagon.owner, found.clause.id, wagon.at)


@book.rule(afterwards(), "wagon-home")
def it_cannot_move_on(waves: tuple[Wave, ...]) -> Iterator[Change]:
    """A wagon that can go nowhere goes home."""
    board = waves[-1].after
    for wagon in _freed(waves):
        if not _ways_on(board, wagon).answer:
            yield MoveFigure(wagon)


@book.rule(offers(), "wagon-move-c1")
@book.rule(offers(), "wagon-move-c2")
def it_moves_on_or_goes_home(board: Board) -> Iterator[Change]:
    """The wagon goes where it may, or home."""
    for owed in board.position.owed[:1]:
        if owed.clause in MOVES_ON:
            yield Pass()
            wagon = Figure(WAGON, owed.player, owed.about)
            for spot in board.rules.settle(reaches(), board, wagon).answer:
                yield MoveFigure(wagon, spot)


@book.rule(follows(), "wagon-home")
def it_did_not_move_on(wave: Wave) -> Iterator[Change] | None:
    """A wagon whose owner does not move it on goes home."""
    board = wave.after
    position = board.position
    if Scored() not in part(position):
        return None
    asked = {(owed.player, owed.about) for owed in position.owed if owed.clause in MOVES_ON}
    wagons = (who for who in position.figures if who.kind == WAGON and who.at in board.regions)
    waiting = (who for who in wagons if who.at and (who.owner, who.at) not in asked)
    return iter([MoveFigure(who) for who in waiting if who.at and _is_done(board, who.at)])


def _is_done(board: Board, spot: Spot) -> bool:
    feature = board.feature_at(spot)
    return feature.kind in WAGON_ROADS and feature.complete and not feature.due


# The barn -------------------------------------------------------------------------------------


def _meeting(board: Board, cell: Cell) -> Iterator[tuple[Spot, ...]]:
    """The fields that meet at each corner of a tile where four tiles all show field."""
    for side in SIDES:
        next_side = side.turned(1)
        corners = (
            (cell, side, next_side),
            (cell.beside(side), next_side, side.opposite),
            (cell.beside(side).beside(next_side), side.opposite, next_side.opposite),
            (cell.beside(next_side), next_side.opposite, side),
        )
        spots = [_at_corner(board, *corner) for corner in corners]
        if all(spots):
            yield tuple(spot for spot in spots if spot)


def _at_corner(board: Board, cell: Cell, side: Side, next_side: Side) -> Spot | None:
    """The field that takes the corner of a tile between two sides, if one does."""
    placed = board.tiles.get(cell)
    if placed is None:
        return None
    one, other = placed.ports.get(Port(side, "R")), placed.ports.get(Port(next_side, "L"))
    if one is None or one != other or one.kind != FIELD:
        return None
    return placed.named[one.name]


def _corners(board: Board) -> list[tuple[Spot, ...]]:
    """The fields that meet at corners of the tile just placed, its own first."""
    return [spots for cell in laid(board.position) for spots in _meeting(board, cell)]


def _barns(feature: Feature) -> tuple[Figure, ...]:
    return tuple(who for who in feature.figures if who.kind == BARN)


@book.rule(offers(), "barn-place")
def where_four_fields_meet(board: Board) -> Iterator[Change] | None:
    """A barn may go where four tiles that show field meet, one of them just placed."""
    position = board.position
    if Scored() in part(position) or not position.supply(position.turn, BARN):
        return None
    own = dict.fromkeys(spots[0] for spots in _corners(board))
    return (MoveFigure(Figure(BARN, position.turn), spot) for spot in own)


@book.rule(forbids(MoveFigure), "barn-place")
def no_place_for_a_barn(board: Board, move: MoveFigure) -> bool | None:
    """A barn goes instead of a follower, from the supply, where four fields meet."""
    position, barn = board.position, move.figure
    if barn.kind != BARN or move.to is None:
        return None
    mine = barn.in_supply and barn.owner == position.turn and position.supply(barn.owner, BARN) > 0
    taken = any(isinstance(done, MoveFigure) and done.deploys for done in part(position))
    meets = any(move.to in spots for spots in _corners(board))
    return taken or not mine or not meets


@book.rule(forbids(MoveFigure), "barn-second")
def a_barn_is_there(board: Board, move: MoveFigure) -> bool:
    """A field that has a barn gets no other."""
    spot = move.to
    if move.figure.kind != BARN or spot is None or spot not in board.regions:
        return False
    return bool(_barns(board.feature_at(spot)))


@book.rule(forbids(MoveFigure), "barn-no-farmers")
def no_farmer_beside_a_barn(board: Board, move: MoveFigure) -> bool:
    """No follower is deployed in a field that has a barn."""
    spot = move.to
    if spot is None or spot not in board.regions or not move.deploys:
        return False
    return move.figure.kind in board.rules.followers and bool(_barns(board.feature_at(spot)))


@book.rule(weighs(BARN), "barn-class")
def no_say(_barn: Figure, _field: Feature) -> int:
    """A barn is no follower and has no part in a majority."""
    return 0


@book.rule(returns(BARN), "barn-permanent")
def it_stays(_barn: Figure, _field: Feature) -> bool:
    """A barn stays where it is."""
    return False


@book.rule(spared(BARN), "dragon-not-eats")
def nothing_for_a_dragon(_barn: Figure, _board: Board) -> bool:
    """A barn stays wherever the dragon comes."""
    return True


@book.rule(forbids(MoveFigure), "volcano-allowed")
def no_objection_to_a_barn_on_a_volcano(board: Board, move: MoveFigure) -> bool | None:
    """A barn may be placed on the volcano just placed, where others may not."""
    barred = book.clauses["volcano-allowed"].replaces & board.rules.clauses.keys()
    if not board.rules.in_force(barred) or move.figure.kind != BARN or move.to is None:
        return None
    volcanoes = (it for it in laid(board.position) if board.tiles[it].tile.marks.get(VOLCANO))
    return False if move.to.cell in volcanoes else None


def _just_built(board: Board) -> frozenset[Feature]:
    """The fields that got a barn in this part of the turn."""
    return frozenset(
        board.feature_at(done.to)
        for done in part(board.position)
        if isinstance(done, MoveFigure) and done.figure.kind == BARN and done.to in board.regions
        if done.to
    )


@book.rule(precedes(), "barn-timing")
def fields_with_a_barn_are_scored(board: Board) -> Iterator[Change]:
    """A field that gets a barn, or comes to have one, is scored if farmers stand there."""
    new = _just_built(board)
    barns = (who.at for who in board.position.figures if who.kind == BARN and who.at)
    for field in dict.fromkeys(board.feature_at(spot) for spot in barns if spot in board.regions):
        if field.followers:
            yield Score(min(field.spots), PLACED if field in new else JOINED)


def _supplied(field: Feature) -> int:
    return sum(city.complete for city in field.touching(CITY))


@book.rule(scores(FIELD), "barn-now")
def farmers_of_a_new_barn(field: Feature) -> int | None:
    """Farmers whose field gets a barn earn for each complete city."""
    return _supplied(field) if field.occasion == PLACED else None


@book.rule(scores(FIELD), "barn-join")
def farmers_who_come_upon_a_barn(field: Feature) -> int | None:
    """Farmers whose field joins that of a barn earn less for each complete city."""
    return _supplied(field) if field.occasion == JOINED else None


@book.rule(scores(FIELD), "barn-farm-variant")
def farmers_counted_in_another_way(field: Feature) -> int | None:
    """Where fields are not counted one by one, what a barn's farmers earn is not said."""
    return 0 if field.occasion in (PLACED, JOINED) else None


@book.rule(awards(FIELD), "barn-farm-variant")
def barns_counted_in_another_way(verdict: Verdict) -> Mapping[Player, int] | None:
    """Nor what the barn itself earns at the end."""
    field = verdict.feature
    return {} if field.occasion == END and _barns(field) else None


@book.rule(awards(FIELD), "barn-final")
def barns_at_the_end(verdict: Verdict) -> Mapping[Player, int] | None:
    """At the end each owner of a barn earns for each complete city of its field."""
    field = verdict.feature
    cities = _supplied(field) if field.occasion == END else 0
    owners: Iterable[Player] = (barn.owner for barn in _barns(field))
    return dict.fromkeys(owners, cities) or None if cities else None
