"""The Tower: pieces that reach out for followers, prisoners, exchanges and ransoms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import (
    Award,
    MoveFigure,
    MoveToken,
    PutToken,
    Scored,
    laid,
    part,
)
from carcassonne_judge.geometry import SIDES, Cell
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts
from carcassonne_judge.position import Change, Figure, Owed, Player, Position, Spot, Token
from carcassonne_judge.rulebooks.base import FOLLOWER
from carcassonne_judge.rulebooks.tower import FAIRY, PIECE, TOWER
from carcassonne_judge.scoring import GAME_ENDS, pays
from carcassonne_judge.turn import entails, spared

book = load_rulebook(__package__)

EXCHANGE: Final = book.clauses["exchange-choice"].id


# Towers and their pieces ----------------------------------------------------------------------


def _towers(board: Board) -> Iterator[Spot]:
    """Where a tower stands, or may be begun."""
    for cell in sorted(board.tiles):
        placed = board.tiles[cell]
        yield from (spot for spot, segment in placed.spots.items() if segment.kind == TOWER)


def _foundations(board: Board, cell: Cell | Spot | None) -> list[Spot]:
    """The tower foundation on a cell, if it has one."""
    placed = board.tiles.get(cell) if isinstance(cell, Cell) else None
    spots = placed.spots.items() if placed else ()
    return [spot for spot, segment in spots if segment.kind == TOWER]


def _height(position: Position, cell: Cell) -> int:
    """How many pieces a tower is made of."""
    return sum(token.value for token in position.tokens_of(PIECE) if cell in token.cells)


def _occupied(board: Board, tower: Spot) -> bool:
    """Whether a follower stands on top of a tower."""
    return bool(board.position.figures.standing.get(tower))


def _is_open(board: Board, tower: Spot) -> bool:
    return _height(board.position, tower.cell) > 0 and not _occupied(board, tower)


def _builds(move: Change) -> bool:
    """Whether a move is that of putting a tower piece on the table."""
    return isinstance(move, PutToken) and move.token.kind == PIECE


def _chosen(move: Change) -> bool:
    """Whether a move is one of those of which a player makes one after placing his tile."""
    if isinstance(move, MoveFigure):
        return move.figure.held_by is None
    return isinstance(move, PutToken | MoveToken) and move.token.kind in (PIECE, FAIRY)


def _in_time(position: Position) -> bool:
    """Whether a tile has been placed in this part of the turn and nothing been scored yet."""
    return bool(laid(position)) and Scored() not in part(position)


@book.rule(offers(), "actions")
def builds_or_climbs(board: Board) -> Iterator[Change] | None:
    """A piece may go on any tower, a follower on top of any open one."""
    position = board.position
    return _pieces_and_guards(board) if _in_time(position) else None


def _pieces_and_guards(board: Board) -> Iterator[Change]:
    position = board.position
    for tower in _towers(board):
        yield PutToken(Token(PIECE, tower.cell, position.turn))
    supply = position.figures.supply.get(position.turn, {})
    kinds = [kind for kind in board.rules.figures if kind in board.rules.followers & supply.keys()]
    for tower in _towers(board):
        if _is_open(board, tower) and tower.cell not in laid(position):
            yield from (MoveFigure(Figure(kind, position.turn), tower) for kind in kinds)


@book.rule(forbids(PutToken), "actions")
def out_of_order(board: Board, move: PutToken) -> bool:
    """A tower piece is put after the tile has been placed and before the scoring."""
    return _builds(move) and not _in_time(board.position)


@book.rule(forbids(PutToken), "one-action")
def something_done_already(board: Board, move: PutToken) -> bool:
    """Who has deployed a figure, moved something or put a piece does not put another."""
    return _builds(move) and any(map(_chosen, part(board.position)))


@book.rule(forbids(MoveFigure), "one-action")
def a_piece_put_already(board: Board, move: MoveFigure) -> bool:
    """Who has put a tower piece deploys no figure, and takes off none but his own in range."""
    done = any(map(_builds, part(board.position)))
    takes_back = move.figure.at is not None and move.to is None and move.held_by is None
    own = move.figure.owner == board.position.turn and _captures(board, move)
    return done and (move.deploys or (takes_back and not own))


@book.rule(forbids(MoveToken), "one-action")
def no_fairy_besides(board: Board, move: MoveToken) -> bool:
    """Who has put a tower piece does not move the fairy."""
    return move.token.kind == FAIRY and any(map(_builds, part(board.position)))


@book.rule(forbids(PutToken), "foundation")
def no_foundation(board: Board, move: PutToken) -> bool:
    """A tower piece goes where a tower foundation is."""
    return _builds(move) and not _foundations(board, move.token.at)


@book.rule(forbids(PutToken), "closed")
def guarded(board: Board, move: PutToken) -> bool:
    """No piece goes on a tower with a follower on top."""
    towers = _foundations(board, move.token.at)
    return _builds(move) and any(_occupied(board, tower) for tower in towers)


def _dealt(position: Position) -> str:
    """The clause that says how many pieces each has at the beginning."""
    key = f"pieces-{max(len(position.players), 2)}"
    return key if key in book.clauses else "pieces-7"


def _none_left(key: str, board: Board, move: PutToken) -> bool:
    """A player puts no more pieces than he was dealt."""
    position, limit = board.position, book.clauses[key].limit or 0
    own = [token for token in position.tokens_of(PIECE) if token.owner == position.turn]
    dealt = _dealt(position) == key
    return _builds(move) and dealt and sum(token.value for token in own) >= limit


for _key in book.clauses:
    if _key.startswith("pieces-"):
        book.rule(forbids(PutToken), _key)(partial(_none_left, _key))


# Followers on towers --------------------------------------------------------------------------


def _onto(board: Board, move: MoveFigure) -> Spot | None:
    """The tower that a move puts a figure on, if it does."""
    return move.to if board.kind_at(move.to) == TOWER else None


@book.rule(forbids(MoveFigure), "top-place")
def on_whatever_tile(board: Board, move: MoveFigure) -> bool | None:
    """The tile just placed is not the only one on which a follower may climb a tower."""
    tower = _onto(board, move)
    return False if tower and _is_open(board, tower) else None


@book.rule(forbids(MoveFigure), "min-height")
def bare_foundation(board: Board, move: MoveFigure) -> bool:
    """Nobody stands on a tower of which there is no piece yet."""
    tower = _onto(board, move)
    return tower is not None and not _height(board.position, tower.cell)


@book.rule(forbids(MoveFigure), "top-who")
def no_climber(board: Board, move: MoveFigure) -> bool:
    """A figure that may not stand wherever an ordinary follower may does not climb."""
    kinds = board.rules.figures
    ordinary, own = kinds[FOLLOWER], kinds.get(move.figure.kind)
    climbs = own is not None and own.follower and ordinary.stands_on <= own.stands_on
    return _onto(board, move) is not None and not climbs


@book.rule(closes(TOWER), "top-final")
def never_completed(_tower: Feature) -> bool:
    """A tower is no feature that is completed."""
    return False


@book.rule(counts(TOWER), "top-final")
def nobody_has_a_say(_tower: Feature) -> tuple[Figure, ...]:
    """A tower belongs to nobody."""
    return ()


# Captures -------------------------------------------------------------------------------------


def _just_built(board: Board) -> Cell | None:
    """Where the player has just put a tower piece, having done nothing since."""
    for last in part(board.position)[-1:]:
        if isinstance(last, PutToken) and _builds(last) and isinstance(last.token.at, Cell):
            return last.token.at
    return None


def _reached(position: Position, tower: Cell) -> frozenset[Cell]:
    """The cells that a tower reaches: its own, and in each direction as many as it is high."""
    reached = {tower}
    for side in SIDES:
        cell = tower
        for _ in range(_height(position, tower)):
            cell = cell.beside(side)
            reached.add(cell)
    return frozenset(reached)


def _captures(board: Board, move: MoveFigure) -> bool:
    """Whether a move takes a figure off the table from a tower that has just been raised."""
    tower, at = _just_built(board), move.figure.at
    return (
        tower is not None
        and at is not None
        and move.to is None
        and at.cell in _reached(board.position, tower)
    )


def _imprisons(move: MoveFigure) -> bool:
    """Whether a move takes a figure from the table into somebody's hand."""
    return move.figure.at is not None and move.held_by is not None


@book.rule(offers(), "capture")
def one_follower(board: Board) -> Iterator[Change] | None:
    """Once a piece has been put, a follower may be taken off the table."""
    position = board.position
    if not _in_time(position) or not any(map(_builds, part(position))):
        return None
    there = dict.fromkeys(board.followers_on(board.tiles))
    others = (MoveFigure(who, held_by=position.turn) for who in there if who.owner != position.turn)
    return iter([*others, *(MoveFigure(who) for who in there if who.owner == position.turn)])


@book.rule(forbids(MoveFigure), "capture")
def no_piece_was_put(board: Board, move: MoveFigure) -> bool:
    """Nobody is captured but right after a piece has been put, by whoever put it."""
    by_another = move.held_by != board.position.turn
    return _imprisons(move) and (by_another or _just_built(board) is None)


@book.rule(forbids(MoveFigure), "range")
def too_far(board: Board, move: MoveFigure) -> bool:
    """Who stands outside the tower's range is not captured."""
    off = move.figure.at is not None and move.to is None
    return off and _just_built(board) is not None and not _captures(board, move)


@book.rule(forbids(MoveFigure), "capture-targets")
def no_follower(board: Board, move: MoveFigure) -> bool:
    """What is no follower is not captured."""
    captured = _imprisons(move) or _captures(board, move)
    return captured and move.figure.kind not in board.rules.followers


@book.rule(forbids(MoveFigure), "capture-own")
def own_goes_home(board: Board, move: MoveFigure) -> bool | None:
    """One's own follower in range may be taken off, and goes home."""
    if move.figure.owner != board.position.turn:
        return None
    if _imprisons(move):
        return True
    return False if _captures(board, move) else None


@book.rule(forbids(MoveFigure), "top-follower-safe")
def safe_on_top(board: Board, move: MoveFigure) -> bool:
    """Who stands on top of a tower is not captured."""
    at = move.figure.at
    captured = _imprisons(move) or _captures(board, move)
    return captured and at is not None and board.regions[at].kind == TOWER


@book.rule(spared(), "top-follower-safe")
def no_dragon_reaches_him(figure: Figure, board: Board) -> bool:
    """Who stands on top of a tower stays wherever the dragon comes."""
    return board.kind_at(figure.at) == TOWER


# Exchanges ------------------------------------------------------------------------------------


def _prisoners(board: Board, owner: Player, holder: Player) -> tuple[Figure, ...]:
    """The followers of one player that another holds."""
    return tuple(
        who
        for who in board.position.figures
        if who.kind in board.rules.followers and (who.owner, who.held_by) == (owner, holder)
    )


def _in_exchange(before: Board, move: Change) -> tuple[Figure, Mapping[str, Figure]] | None:
    """The prisoner that a move makes, and those to be had for him, by their kinds."""
    if not isinstance(move, MoveFigure) or not _imprisons(move) or move.held_by is None:
        return None
    captured = Figure(move.figure.kind, move.figure.owner, held_by=move.held_by)
    theirs = _prisoners(before, move.held_by, move.figure.owner)
    return captured, {who.kind: who for who in theirs}


@book.rule(entails(), "exchange")
def both_go_home(before: Board, move: Change) -> Iterable[Change] | None:
    """A prisoner just made is exchanged for one that his owner holds."""
    found = _in_exchange(before, move)
    if found and len(found[1]) == 1:
        return (MoveFigure(found[0]), *map(MoveFigure, found[1].values()))
    return None


@book.rule(entails(), "exchange-choice")
def says_which(before: Board, move: Change) -> Iterable[Change] | None:
    """Of several kinds, whoever captured says which comes back."""
    found = _in_exchange(before, move)
    if found and len(found[1]) > 1:
        return (Owed(before.position.turn, EXCHANGE),)
    if before.position.owed_under(EXCHANGE):
        return tuple(MoveFigure(who) for who in _last_captured(before))
    return None


def _last_captured(board: Board) -> tuple[Figure, ...]:
    """The prisoner that was made last in this turn."""
    made = [
        Figure(move.figure.kind, move.figure.owner, held_by=move.held_by)
        for move in board.position.done
        if isinstance(move, MoveFigure) and _imprisons(move)
    ]
    return tuple(made[-1:])


@book.rule(offers(), "exchange-choice")
def one_of_each_kind(board: Board) -> Iterator[Change] | None:
    """A follower of each kind that the other holds may come back."""
    owed = board.position.owed_under(EXCHANGE)
    captured = _last_captured(board)
    if not owed or not captured:
        return None
    theirs = _prisoners(board, owed[0].player, captured[0].owner)
    return map(MoveFigure, dict.fromkeys(theirs))


# Ransoms --------------------------------------------------------------------------------------


def _bought_back(board: Board, move: Change) -> bool:
    """Whether a move takes a prisoner home that nobody owes."""
    return (
        isinstance(move, MoveFigure)
        and move.figure.held_by is not None
        and move.figure.kind in board.rules.followers
        and move.to is None
        and move.held_by is None
        and not board.position.owed_under(EXCHANGE)
    )


@book.rule(offers(), "ransom")
def any_prisoner(board: Board) -> Iterator[Change] | None:
    """A follower that somebody holds may be bought back."""
    position = board.position
    if position.owed or Scored() in part(position):
        return None
    followers = board.rules.followers
    held = (who for who in position.figures if who.held_by and who.kind in followers)
    return map(MoveFigure, dict.fromkeys(held))


@book.rule(entails(), "ransom")
def its_owner_pays(before: Board, move: Change) -> Iterable[Change] | None:
    """Whoever buys a prisoner back pays for him."""
    if not isinstance(move, MoveFigure) or not _bought_back(before, move):
        return None
    return (Award(move.figure.owner, 1, move.figure),)


@book.rule(entails(), "ransom-received")
def the_captor_is_paid(before: Board, move: Change) -> Iterable[Change] | None:
    """Whoever held the prisoner receives what is paid."""
    if not isinstance(move, MoveFigure) or not _bought_back(before, move):
        return None
    return (Award(move.figure.held_by or "", 1, move.figure),)


@book.rule(forbids(MoveFigure), "ransom")
def somebody_elses(board: Board, move: MoveFigure) -> bool:
    """Nobody buys back the follower of another."""
    return _bought_back(board, move) and move.figure.owner != board.position.turn


@book.rule(forbids(MoveFigure), "ransom-time")
def after_the_scoring(board: Board, move: MoveFigure) -> bool:
    """Nobody is bought back once the turn has been scored."""
    return _bought_back(board, move) and Scored() in part(board.position)


@book.rule(forbids(MoveFigure), "ransom-once")
def a_second_one(board: Board, move: MoveFigure) -> bool:
    """No second prisoner is bought back in the same turn."""
    paid = any(isinstance(done, Award) and _is_ransom(done) for done in board.position.done)
    return _bought_back(board, move) and paid


def _is_ransom(award: Award) -> bool:
    """Whether an award is the receipt or the payment for a prisoner."""
    return award.earned_by is not None and award.earned_by.held_by not in (None, award.player)


@book.rule(forbids(MoveFigure), "ransom-points")
def cannot_pay(board: Board, move: MoveFigure) -> bool:
    """Nobody pays with points that he has not."""
    owner = move.figure.owner
    left = board.position.scores.get(owner, 0) + book.clauses["ransom"].times(1)
    return _bought_back(board, move) and left < 0


# The end of the game --------------------------------------------------------------------------


@book.rule(pays(GAME_ENDS), "prisoners-final")
def nothing_for_prisoners(board: Board) -> Mapping[Player, int] | None:
    """A prisoner earns nothing."""
    followers = board.rules.followers
    held = Counter(
        who.owner for who in board.position.figures if who.held_by and who.kind in followers
    )
    return held or None
