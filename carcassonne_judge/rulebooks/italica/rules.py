"""Anfiteatro de Itálica: the followers round about gather in the amphitheatre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import MoveFigure, Pass
from carcassonne_judge.geometry import SIDES, Cell
from carcassonne_judge.legality import offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import counts, majority, weighs
from carcassonne_judge.position import Change, Figure, Owed, Player, Spot
from carcassonne_judge.problems import lasts
from carcassonne_judge.rulebooks.italica import AMPHITHEATRE
from carcassonne_judge.rules import Question, question
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import Wave, follows, precedes, returns, waits

book = load_rulebook(__package__)

RELOCATE_ONE = book.clauses["relocate-one"].id
RELOCATE_EACH = book.clauses["relocate-each"].id


@question
def surrounds() -> Question[[Feature], frozenset[Cell]]:
    """Which cells are adjacent to this amphitheatre?"""
    return Question("surrounds amphitheatre")


# Which tiles are adjacent ---------------------------------------------------------------------


@book.rule(surrounds(), "accumulate-until-surrounded")
def all_round_about(arena: Feature) -> frozenset[Cell]:
    """All the cells round about are adjacent."""
    return arena.ring


@book.rule(surrounds(), "surrounded-on-four-sides")
def at_its_sides(arena: Feature) -> frozenset[Cell]:
    """Only the cells at its sides are adjacent."""
    beside = {cell.beside(side) for cell in arena.cells for side in SIDES}
    return frozenset(beside - arena.cells)


def _adjacent(arena: Feature) -> frozenset[Cell]:
    return arena.board.rules.settle(surrounds(), arena).answer


@book.rule(closes(AMPHITHEATRE), "accumulate-until-surrounded")
@book.rule(closes(AMPHITHEATRE), "surrounded-on-four-sides")
def surrounded(arena: Feature) -> bool:
    """Every adjacent cell is filled."""
    return _adjacent(arena) <= arena.board.tiles.keys()


# The followers gather -------------------------------------------------------------------------


def _arenas(board: Board) -> Iterator[Feature]:
    return (feature for feature in board.features if feature.kind == AMPHITHEATRE)


def _still_outside(arena: Feature) -> tuple[Figure, ...]:
    """The followers on adjacent tiles that are not in an amphitheatre."""
    board = arena.board
    there = board.followers_on(_adjacent(arena))
    return tuple(who for who in there if who.at and board.regions[who.at].kind != AMPHITHEATRE)


def _gathering(board: Board) -> Iterator[Change]:
    """The followers round about go into every amphitheatre that has not been counted yet."""
    for arena in _arenas(board):
        if arena.due or not arena.complete:
            for who in _still_outside(arena):
                yield MoveFigure(who, min(arena.spots))


@book.rule(follows(), "accumulate-on-placement")
def followers_gather(wave: Wave) -> Iterator[Change] | None:
    """Once completed zones have sent theirs home, the followers left round about gather."""
    others_to_come = any(feature.kind != AMPHITHEATRE for feature in wave.after.due)
    return None if wave.verdicts and others_to_come else _gathering(wave.after)


@book.rule(waits(AMPHITHEATRE), "accumulate-on-placement")
def until_all_have_gathered(arena: Feature) -> bool:
    """The count waits while a follower stands round about."""
    return bool(_still_outside(arena))


@book.rule(precedes(), "accumulate-on-deploy")
def followers_gather_at_once(board: Board) -> Iterator[Change]:
    """The followers round about gather before anything scores."""
    return _gathering(board)


@book.rule(lasts(), "accumulate-on-placement")
@book.rule(lasts(), "accumulate-on-deploy")
def they_do_not_stay_where_they_were_put(_board: Board) -> bool:
    """Followers come to stand where others stand already."""
    return False


@book.rule(waits(AMPHITHEATRE), "count-after-scoring")
def until_the_others_have_scored(arena: Feature) -> bool:
    """The count waits while another zone is still to be scored."""
    return any(feature.kind != AMPHITHEATRE for feature in arena.board.due)


# What the crowd is worth ----------------------------------------------------------------------


@book.rule(counts(AMPHITHEATRE), "count-when-surrounded")
def those_who_gathered(arena: Feature) -> tuple[Figure, ...]:
    """The followers in the amphitheatre have a say."""
    return arena.followers


@book.rule(counts(AMPHITHEATRE), "count-after-scoring")
@book.rule(counts(AMPHITHEATRE), "accumulate-by-counting")
def those_round_about_too(arena: Feature) -> tuple[Figure, ...]:
    """The followers in the amphitheatre and those round about have a say."""
    return (*arena.followers, *_still_outside(arena))


@book.rule(weighs(), "heads-counted")
def heads(_figure: Figure, feature: Feature) -> int | None:
    """In the amphitheatre each follower counts once."""
    return 1 if feature.kind == AMPHITHEATRE else None


def _crowd(arena: Feature) -> tuple[Figure, ...]:
    return majority(arena).voters.answer


@book.rule(scores(AMPHITHEATRE), "score-two-per-follower")
def whole_crowd(arena: Feature) -> int | None:
    """Once it is surrounded the amphitheatre earns for each follower counted in it."""
    return len(_crowd(arena)) if arena.complete else None


@book.rule(scores(AMPHITHEATRE), "score-two-per-own-follower")
def his_own_crowd(arena: Feature) -> int | None:
    """Once it is surrounded the amphitheatre earns for each follower of its holder's."""
    if not arena.complete:
        return None
    heads_of = Counter(who.owner for who in _crowd(arena))
    return max((heads_of[player] for player in majority(arena).holders), default=0)


@book.rule(scores(AMPHITHEATRE), "final-one-per-follower")
def crowd_of_an_unfinished_one(arena: Feature) -> int | None:
    """Until it is surrounded the amphitheatre earns less for each follower, at the end."""
    return None if arena.complete else len(_crowd(arena))


# Afterwards -----------------------------------------------------------------------------------


def _places(arena: Feature) -> Iterator[Spot]:
    """Where a tile adjacent to the amphitheatre shows something unfinished and unoccupied."""
    board = arena.board
    for cell in sorted(_adjacent(arena) & board.tiles.keys()):
        for spot in board.tiles[cell].spots:
            zone = board.feature_at(spot)
            if not zone.followers and not zone.complete:
                yield spot


def _ways_back(arena: Feature, player: Player) -> Iterator[Change]:
    """How a player may put back one of his followers that gathered."""
    kinds = arena.board.rules.figures
    own = dict.fromkeys(who for who in arena.followers if who.owner == player)
    for who in own:
        for spot in _places(arena):
            if arena.board.regions[spot].kind in kinds[who.kind].stands_on:
                yield MoveFigure(who, spot)


class _Counted(NamedTuple):
    """An amphitheatre after it was counted, who holds it, and who of them could put one back."""

    arena: Feature
    holders: tuple[Player, ...]
    asked: tuple[Player, ...]

    def owes(self, clause: str) -> Iterator[Change]:
        """What the players who could put one back have to decide."""
        return (Owed(player, clause, min(self.arena.spots)) for player in self.asked)


def _counted(wave: Wave) -> Iterator[_Counted]:
    """The amphitheatres counted in this wave."""
    for verdict in wave.verdicts:
        if verdict.feature.kind == AMPHITHEATRE:
            arena, holders = wave.after.feature_at(min(verdict.feature.spots)), verdict.holders
            asked = tuple(player for player in holders if any(_ways_back(arena, player)))
            yield _Counted(arena, holders, asked)


@book.rule(follows(), "relocate-one")
def the_winner_may_put_one_back(wave: Wave) -> Iterator[Change]:
    """Whoever alone holds the amphitheatre may put one of his followers back."""
    for counted in _counted(wave):
        if len(counted.holders) == 1:
            yield from counted.owes(RELOCATE_ONE)


@book.rule(follows(), "relocate-each")
def each_winner_may_put_one_back(wave: Wave) -> Iterator[Change]:
    """Each of several who hold the amphitheatre may put one of his followers back."""
    for counted in _counted(wave):
        if len(counted.holders) > 1:
            yield from counted.owes(RELOCATE_EACH)


@book.rule(follows(), "relocate-nobody")
def no_winner_may_put_one_back(wave: Wave) -> Iterator[Change]:
    """Where several hold the amphitheatre all go home."""
    for counted in _counted(wave):
        if len(counted.holders) > 1:
            yield from map(MoveFigure, counted.arena.figures)


def _onto_the_ring(board: Board, clause: str) -> Iterator[Change]:
    for owed in board.position.owed_under(clause):
        yield Pass()
        if owed.about is not None:
            yield from _ways_back(board.feature_at(owed.about), owed.player)


@book.rule(offers(), "relocate-one")
def back_onto_the_ring(board: Board) -> Iterator[Change]:
    """The winner's follower goes onto an adjacent tile, or home with the rest."""
    return _onto_the_ring(board, RELOCATE_ONE)


@book.rule(offers(), "relocate-each")
def back_onto_the_ring_in_turn(board: Board) -> Iterator[Change]:
    """A follower of one of the winners goes onto an adjacent tile, or home with the rest."""
    return _onto_the_ring(board, RELOCATE_EACH)


@book.rule(returns(), "return-rest")
def not_before_one_is_put_back(_figure: Figure, feature: Feature) -> bool | None:
    """Nobody goes home while a follower may be put back."""
    return False if feature.kind == AMPHITHEATRE else None


@book.rule(follows(), "return-rest")
def the_rest_go_home(wave: Wave) -> Iterator[Change]:
    """Once nobody puts a follower back any more, all that are left go home."""
    board = wave.after
    asked = {counted.arena for counted in _counted(wave) if counted.asked}
    asked |= {
        board.feature_at(owed.about)
        for owed in board.position.owed
        if owed.about and owed.clause in (RELOCATE_ONE, RELOCATE_EACH)
    }
    for arena in _arenas(board):
        if arena.complete and not arena.due and arena not in asked:
            yield from map(MoveFigure, arena.figures)
