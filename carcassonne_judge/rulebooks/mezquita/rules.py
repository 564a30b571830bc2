"""Mezquita-Catedral de Córdoba: the rules of its building, one function for each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, laid
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import forbids, offers, placeable, placements, stuck
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, holds, strongest, weighs
from carcassonne_judge.position import END, Change, Figure, Player, Tile
from carcassonne_judge.rulebooks.mezquita import ARGUESO, ARGUESO_CASTLE, MOSQUE
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import Wave, afterwards, ends, plays_next, returns, waits
from carcassonne_judge.two_tiles import TwoTiles

book = load_rulebook(__package__)

HALVES = TwoTiles(book, MOSQUE)


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


def _is_neither_half(board: Board, tile: Tile) -> bool | None:
    """Whether a tile is neither of two halves, where one of the castle and one of this are due."""
    others = (other for other in board.rules.books if other.box == ARGUESO)
    castles = [TwoTiles(other, ARGUESO_CASTLE) for other in others]
    ways = [(halves, due) for halves in (HALVES, *castles) if (due := halves.due(board))]
    if len(ways) < 2:
        return None
    return not any(halves.is_among(tile, due) for halves, due in ways)


@book.rule(forbids(PlaceTile), "either-half-first")
def neither_reserved_half(board: Board, move: PlaceTile) -> bool | None:
    """Where a half of each building is due, either of them may be placed and nothing else."""
    return _is_neither_half(board, move.placed.tile)


@book.rule(forbids(Discard), "either-half-first")
def neither_reserved_half_thrown_away(board: Board, move: Discard) -> bool | None:
    """Where a half of each building is due, no other tile can be thrown away."""
    return _is_neither_half(board, move.tile)


@book.rule(forbids(PlaceTile), "second-tile-joins")
def away_from_the_first_half(board: Board, move: PlaceTile) -> bool | None:
    """The second half must be placed against the first, mosque to mosque."""
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
def somebody_is_there_already(board: Board, move: MoveFigure) -> bool | None:
    """Nobody may be put in a mosque where somebody is."""
    spot = move.to
    if spot is None or spot not in board.regions or board.regions[spot].kind != MOSQUE:
        return None
    return bool(board.feature_at(spot).followers) or None


@book.rule(closes(MOSQUE), "complete-surrounded")
def surrounded(mosque: Feature) -> bool:
    """Both its halves are there, and all the cells round about are filled."""
    return len(mosque.cells) == 2 and mosque.ring <= mosque.board.tiles.keys()


def _round_it(mosque: Feature) -> tuple[Figure, ...]:
    return mosque.board.followers_on(mosque.cells | mosque.ring)


@book.rule(counts(MOSQUE), "majority-headcount")
def those_round_it(mosque: Feature) -> tuple[Figure, ...] | None:
    """Every follower on the mosque's tiles or those round about has a say."""
    return _round_it(mosque) if mosque.complete and mosque.occasion != END else None


@book.rule(counts(MOSQUE), "final-majority")
def those_round_an_unfinished_mosque(mosque: Feature) -> tuple[Figure, ...] | None:
    """At the end, too, every follower on the mosque's tiles or round about has a say."""
    return None if mosque.complete else _round_it(mosque)


@book.rule(counts(MOSQUE), "scored-once")
def nobody_any_more(mosque: Feature) -> tuple[Figure, ...] | None:
    """At the end nobody has a say in a mosque that was completed before."""
    return () if mosque.complete and mosque.occasion == END else None


@book.rule(weighs(), "weights-heads")
def heads(_figure: Figure, mosque: Feature) -> int | None:
    """For the mosque heads are counted."""
    return 1 if mosque.kind == MOSQUE else None


def _who_tie(strength: Mapping[Player, int]) -> frozenset[Player]:
    leaders = strongest(strength)
    return leaders if len(leaders) > 1 else frozenset()


@book.rule(holds(MOSQUE), "tie-shared")
def all_who_tie(_mosque: Feature, strength: Mapping[Player, int]) -> frozenset[Player] | None:
    """Players who tie for most followers hold the mosque each."""
    return _who_tie(strength) or None


@book.rule(holds(MOSQUE), "tie-nobody")
def none_of_those_who_tie(
    _mosque: Feature, strength: Mapping[Player, int]
) -> frozenset[Player] | None:
    """Where players tie nobody has most followers, and nobody holds the mosque."""
    return frozenset() if _who_tie(strength) else None


@book.rule(scores(MOSQUE), "value-twelve")
def a_complete_mosque(mosque: Feature) -> int | None:
    """When it is completed the mosque earns once."""
    return 1 if mosque.complete and mosque.occasion != END else None


def _tiles(board: Board, cells: frozenset[Cell]) -> int:
    return len(cells & board.tiles.keys())


@book.rule(scores(MOSQUE), "final-per-tile")
def tiles_of_an_unfinished_mosque(mosque: Feature) -> int | None:
    """An unfinished mosque earns for each of its tiles and of those round about at the end."""
    return None if mosque.complete else _tiles(mosque.board, mosque.cells | mosque.ring)


@book.rule(scores(MOSQUE), "final-mosque-once")
def tiles_round_it_and_one_for_itself(mosque: Feature) -> int | None:
    """An unfinished mosque earns for each tile round about and once more for itself."""
    return None if mosque.complete else 1 + _tiles(mosque.board, mosque.ring)


@book.rule(waits(MOSQUE), "after-returns")
def until_the_others_have_gone_home(mosque: Feature) -> bool:
    """The count waits until what else this turn completed is scored and its figures are home."""
    board = mosque.board
    return any(not board.rules.answers(waits(other.kind)) for other in board.due)


@book.rule(returns(), "return-own-only")
def only_its_own(figure: Figure, mosque: Feature) -> bool | None:
    """Only the follower in the mosque goes home; the others stay."""
    return figure.at in mosque.spots if mosque.kind == MOSQUE else None
