"""Castillo de Argüeso: the rules of its castle, one function for each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, laid
from carcassonne_judge.legality import forbids, offers, placeable, placements, stuck
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, holds, strongest, weighs
from carcassonne_judge.position import END, Change, Figure, Player
from carcassonne_judge.rulebooks.argueso import CASTLE
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import Wave, afterwards, ends, plays_next, returns, waits
from carcassonne_judge.two_tiles import TwoTiles

book = load_rulebook(__package__)

HALVES = TwoTiles(book, CASTLE)


@book.rule(offers(), "second-tile-joins")
@book.rule(offers(), "second-tile-anywhere")
def the_reserved_half(board: Board) -> Iterable[Change] | None:
    """When nothing else is in hand the reserved half is the tile to be placed."""
    if board.position.hand or laid(board.position):
        return None
    halves = HALVES.due(board).values()
    ways = [placed for half in halves for placed in placements(board, half, board.free)]
    return list(map(PlaceTile, ways)) or None


@book.rule(offers(), "second-tile-unplaceable")
def no_place_for_the_reserved_half(board: Board) -> Iterable[Change] | None:
    """A reserved half that has no place leaves the game, though nobody has it in hand."""
    if board.position.hand or laid(board.position):
        return None
    halves = HALVES.due(board).values()
    return [Discard(half) for half in halves if not placeable(board, half)] or None


@book.rule(stuck(), "second-tile-unplaceable")
def no_place_for_the_half_in_hand(board: Board) -> Iterable[Change] | None:
    """A reserved half that has no place leaves the game."""
    hand = board.position.hand
    return (Discard(hand),) if hand and HALVES.is_among(hand, HALVES.due(board)) else None


@book.rule(forbids(PlaceTile), "second-tile-forced")
def another_tile_than_the_reserved_half(board: Board, move: PlaceTile) -> bool | None:
    """While one half lies alone no tile may be placed but the reserved half."""
    due = HALVES.due(board)
    return not HALVES.is_among(move.placed.tile, due) if due else None


@book.rule(forbids(Discard), "second-tile-forced")
def another_tile_thrown_away(board: Board, move: Discard) -> bool | None:
    """While one half lies alone no other tile is drawn, so none can be thrown away."""
    due = HALVES.due(board)
    return not HALVES.is_among(move.tile, due) if due else None


@book.rule(forbids(PlaceTile), "second-tile-joins")
def away_from_the_first_half(board: Board, move: PlaceTile) -> bool | None:
    """The second half must be placed against the first, castle side to castle side."""
    if not HALVES.is_among(move.placed.tile, HALVES.reserved(board)):
        return None
    return not HALVES.joins(board, move.placed)


@book.rule(forbids(PlaceTile), "first-tile-leaves-room")
def no_room_for_the_second_half(board: Board, move: PlaceTile) -> bool | None:
    """The first half must be placed so that the reserved one can still join it."""
    if not HALVES.is_half(move.placed.tile) or HALVES.reserved(board):
        return None
    table = board.grown(move)
    halves = HALVES.reserved(table).values()
    return bool(halves) and not any(placeable(table, half) for half in halves)


@book.rule(afterwards(), "reserved-leaves-too")
def its_partner_is_gone(waves: tuple[Wave, ...]) -> Iterator[Change]:
    """When the drawn half leaves the game, the reserved one leaves with it."""
    return map(Discard, HALVES.left_over(waves[0].judged))


def _nothing_left_but_the_reserved_half(board: Board) -> bool:
    reserved = len(HALVES.reserved(board))
    total = sum(tiles for tiles, _ in board.rules.tile_total.values())
    return bool(reserved) and board.used.total() + reserved >= total


@book.rule(plays_next(), "reserved-still-played")
def one_more_turn(board: Board) -> Player | None:
    """After the last tile drawn the next player still plays the reserved half."""
    players = board.position.in_turn
    return players[1 % len(players)] if _nothing_left_but_the_reserved_half(board) else None


@book.rule(ends(), "reserved-still-played")
def not_over_yet(board: Board) -> bool | None:
    """The game is not over while the reserved half is still to be played."""
    return False if _nothing_left_but_the_reserved_half(board) else None


@book.rule(forbids(MoveFigure), "deploy-second")
def somebody_is_lord_already(board: Board, move: MoveFigure) -> bool | None:
    """Nobody may be put in a castle where somebody is."""
    spot = move.to
    if spot is None or spot not in board.regions or board.regions[spot].kind != CASTLE:
        return None
    return bool(board.feature_at(spot).followers) or None


@book.rule(closes(CASTLE), "complete-surrounded")
def surrounded(castle: Feature) -> bool:
    """Both its halves are there, and all the cells round about are filled."""
    return len(castle.cells) == 2 and castle.ring <= castle.board.tiles.keys()


def _garrison(castle: Feature) -> tuple[Figure, ...]:
    return castle.board.followers_on(castle.cells | castle.ring)


@book.rule(counts(CASTLE), "majority-twelve-tiles")
def garrison(castle: Feature) -> tuple[Figure, ...] | None:
    """Every follower on the castle's tiles or those round about has a say."""
    return _garrison(castle) if castle.complete and castle.occasion != END else None


@book.rule(counts(CASTLE), "final-majority")
def garrison_of_an_unfinished_castle(castle: Feature) -> tuple[Figure, ...] | None:
    """At the end, too, every follower on the castle's tiles or round about has a say."""
    return None if castle.complete else _garrison(castle)


@book.rule(counts(CASTLE), "scored-once")
def nobody_any_more(castle: Feature) -> tuple[Figure, ...] | None:
    """At the end nobody has a say in a castle that was completed before."""
    return () if castle.complete and castle.occasion == END else None


@book.rule(weighs(), "weights-heads")
def heads(_figure: Figure, castle: Feature) -> int | None:
    """For the castle heads are counted."""
    return 1 if castle.kind == CASTLE else None


@book.rule(holds(CASTLE), "tie-shared")
def all_who_tie(_castle: Feature, strength: Mapping[Player, int]) -> frozenset[Player] | None:
    """Players who tie for the majority hold the castle each."""
    leaders = strongest(strength)
    return leaders if len(leaders) > 1 else None


def _tiles(castle: Feature) -> int:
    return len((castle.cells | castle.ring) & castle.board.tiles.keys())


@book.rule(scores(CASTLE), "value-twelve")
def tiles_of_the_castle(castle: Feature) -> int | None:
    """When it is completed the castle earns for each of its tiles and of those round about."""
    return _tiles(castle) if castle.complete and castle.occasion != END else None


@book.rule(scores(CASTLE), "final-per-tile")
def tiles_of_an_unfinished_castle(castle: Feature) -> int | None:
    """An unfinished castle earns for each of its tiles and of those round about at the end."""
    return None if castle.complete else _tiles(castle)


@book.rule(waits(CASTLE), "after-returns")
def until_the_others_have_gone_home(castle: Feature) -> bool:
    """The count waits until what else this turn completed is scored and its figures are home."""
    board = castle.board
    return any(not board.rules.answers(waits(other.kind)) for other in board.due)


@book.rule(returns(), "return-lord-only")
def only_the_lord(figure: Figure, castle: Feature) -> bool | None:
    """Only the lord goes home; the rest of the garrison stays at its post."""
    return figure.at in castle.spots if castle.kind == CASTLE else None
