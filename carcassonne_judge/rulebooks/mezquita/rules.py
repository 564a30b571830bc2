"""Mezquita-Catedral de Córdoba: a mosque on two tiles, and what it is worth to those round it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile
from carcassonne_judge.legality import forbids, offers, stuck
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, holds, weighs
from carcassonne_judge.position import Player, Tile
from carcassonne_judge.rulebooks.mezquita import ARGUESO, ARGUESO_CASTLE, MOSQUE
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import afterwards, ends, plays_next, returns, waits
from carcassonne_judge.two_tiles import TwoTiles

book = load_rulebook(__package__)

HALVES: Final = TwoTiles(book, MOSQUE)

book.rule(offers(), "second-tile-joins")(HALVES.to_place)
book.rule(offers(), "second-tile-anywhere")(HALVES.to_place)
book.rule(offers(), "second-tile-unplaceable")(HALVES.to_discard)
book.rule(stuck(), "second-tile-unplaceable")(HALVES.to_discard_in_hand)
book.rule(forbids(PlaceTile), "second-tile-forced")(HALVES.is_passed_over)
book.rule(forbids(Discard), "second-tile-forced")(HALVES.is_passed_over_by_discarding)
book.rule(forbids(PlaceTile), "second-tile-joins")(HALVES.is_away)
book.rule(forbids(PlaceTile), "first-tile-leaves-room")(HALVES.has_no_room)
book.rule(afterwards(), "reserved-leaves-too")(HALVES.leaves_too)
book.rule(plays_next(), "reserved-still-played")(HALVES.plays_it_last)
book.rule(ends(), "reserved-still-played")(HALVES.is_not_over)

book.rule(forbids(MoveFigure), "deploy-second")(HALVES.is_occupied)
book.rule(closes(MOSQUE), "complete-surrounded")(HALVES.is_surrounded)
book.rule(counts(MOSQUE), "majority-headcount")(HALVES.garrison)
book.rule(counts(MOSQUE), "final-majority")(HALVES.garrison_of_an_unfinished_one)
book.rule(counts(MOSQUE), "scored-once")(HALVES.nobody_any_more)
book.rule(weighs(), "weights-heads")(HALVES.heads)
book.rule(holds(MOSQUE), "tie-shared")(HALVES.all_who_tie)
book.rule(scores(MOSQUE), "final-per-tile")(HALVES.tiles_of_an_unfinished_one)
book.rule(waits(MOSQUE), "after-returns")(HALVES.waits_for_the_others)
book.rule(returns(), "return-own-only")(HALVES.sends_home)


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


@book.rule(holds(MOSQUE), "tie-nobody")
def none_of_those_who_tie(
    mosque: Feature, strength: Mapping[Player, int]
) -> frozenset[Player] | None:
    """Where players tie nobody has most followers, and nobody holds the mosque."""
    return frozenset() if HALVES.all_who_tie(mosque, strength) else None


@book.rule(scores(MOSQUE), "value-twelve")
def a_complete_mosque(mosque: Feature) -> int | None:
    """When it is completed the mosque earns once."""
    return 1 if HALVES.is_just_completed(mosque) else None


@book.rule(scores(MOSQUE), "final-mosque-once")
def tiles_round_it_and_one_for_itself(mosque: Feature) -> int | None:
    """An unfinished mosque earns for each tile round about and once more for itself."""
    if mosque.complete:
        return None
    return 1 + len(mosque.ring & mosque.board.tiles.keys())
