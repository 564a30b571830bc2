"""Castillo de Argüeso: a castle on two tiles, and what it is worth to its garrison."""

from __future__ import annotations

from typing import Final

from carcassonne_judge.board import Feature, closes
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile
from carcassonne_judge.legality import forbids, offers, stuck
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, holds, weighs
from carcassonne_judge.rulebooks.argueso import CASTLE
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import afterwards, ends, plays_next, returns, waits
from carcassonne_judge.two_tiles import TwoTiles

book = load_rulebook(__package__)

HALVES: Final = TwoTiles(book, CASTLE)

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
book.rule(closes(CASTLE), "complete-surrounded")(HALVES.is_surrounded)
book.rule(counts(CASTLE), "majority-twelve-tiles")(HALVES.garrison)
book.rule(counts(CASTLE), "final-majority")(HALVES.garrison_of_an_unfinished_one)
book.rule(counts(CASTLE), "scored-once")(HALVES.nobody_any_more)
book.rule(weighs(), "weights-heads")(HALVES.heads)
book.rule(holds(CASTLE), "tie-shared")(HALVES.all_who_tie)
book.rule(scores(CASTLE), "final-per-tile")(HALVES.tiles_of_an_unfinished_one)
book.rule(waits(CASTLE), "after-returns")(HALVES.waits_for_the_others)
book.rule(returns(), "return-lord-only")(HALVES.sends_home)


@book.rule(scores(CASTLE), "value-twelve")
def tiles_of_the_castle(castle: Feature) -> int | None:
    """When it is completed the castle earns for each of its tiles and of those round about."""
    return HALVES.tiles(castle) if HALVES.is_just_completed(castle) else None
