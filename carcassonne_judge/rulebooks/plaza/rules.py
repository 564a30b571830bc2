"""La Plaza de España: whoever holds a colour's marker earns again what that colour earns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Award,
    MoveFigure,
    OneOf,
    Pass,
    PlaceTile,
    Under,
)
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import COMPLETE, NEUTRAL, Change, Figure, Owed, Player, Position
from carcassonne_judge.rulebooks.base import CITY, FOLLOWER, MONASTERY, ROAD
from carcassonne_judge.rulebooks.plaza import MARKER, PLAZA
from carcassonne_judge.rules import Clause, Question, RuleSet, question
from carcassonne_judge.scoring import GAME_ENDS, Verdict, pays
from carcassonne_judge.turn import Wave, afterwards, follows, taken

book = load_rulebook(__package__)

_OF_THE_BASE_GAME = frozenset({CITY, ROAD, MONASTERY})


@question
def zone() -> Question[[Feature], bool]:
    """Is this, once it is completed, a zone for which markers are received and paid?"""
    return Question("marker zone")


@question
def earns() -> Question[[Figure, Player, Verdict], int]:
    """What does this marker earn in place of that player's colour by this zone?"""
    return Question("marker earns", pays=True)


@question
def declines() -> Question[[Figure], bool]:
    """May whoever holds this marker decline what it earns?"""
    return Question("marker declined")


@question
def leaves() -> Question[[Board], bool]:
    """May a player who has no marker leave them all in the Plaza?"""
    return Question("markers left")


# The Plaza and its markers --------------------------------------------------------------------


@book.rule(forbids(PlaceTile), "setup-block-of-three")
def laid_before_the_game(_board: Board, move: PlaceTile) -> bool:
    """A Plaza tile lies on the table from the beginning."""
    return PLAZA in move.placed.tile.marks


@book.rule(forbids(PlaceTile), "tiles-not-covered")
def on_top_of_the_plaza(board: Board, move: PlaceTile) -> bool:
    """No tile goes on top of one that holds the markers."""
    below = board.tiles.get(move.placed.cell)
    return below is not None and PLAZA in below.tile.marks


@book.rule(forbids(MoveFigure), "marker-not-a-follower")
def the_last_one_is_a_marker(board: Board, move: MoveFigure) -> bool:
    """The follower that a player has left besides those in play is a marker, never deployed."""
    figure = move.figure
    return (
        move.deploys
        and figure.kind == FOLLOWER
        and not board.position.supply(figure.owner, FOLLOWER)
    )


def _held(position: Position) -> tuple[Figure, ...]:
    """The markers in somebody's hand."""
    return tuple(it for it in position.figures if it.kind == MARKER and it.held_by is not None)


def _holder(marker: Figure) -> Player:
    """Whose hand a marker is in."""
    return marker.held_by or ""


# What a marker earns --------------------------------------------------------------------------


@book.rule(zone(), "earn-marker")
def zone_of_the_base_game(feature: Feature) -> bool | None:
    """Cities, roads and monasteries are zones."""
    return True if feature.kind in _OF_THE_BASE_GAME else None


@book.rule(zone(), "other-zones")
def zone_of_another_box(feature: Feature) -> bool | None:
    """Whatever else is scored when it is completed is a zone."""
    return True if feature.kind not in _OF_THE_BASE_GAME else None


def _value(player: Player, verdict: Verdict) -> int:
    """What a zone is worth to a player by himself."""
    return verdict.points if player in verdict.holders else 0


def _is_of_the_base_game(verdict: Verdict) -> bool:
    return verdict.feature.kind in _OF_THE_BASE_GAME


@book.rule(earns(), "copy-points")
def same_again(marker: Figure, player: Player, verdict: Verdict) -> int | None:
    """Whoever holds another's marker earns what a zone gave that player."""
    others = marker.owner not in (NEUTRAL, marker.held_by)
    return _value(player, verdict) if others and _is_of_the_base_game(verdict) else None


@book.rule(earns(), "own-colour-doubles")
def twice_over(marker: Figure, player: Player, verdict: Verdict) -> int | None:
    """Whoever holds his own marker earns a second time what a zone gave him."""
    own = marker.owner == marker.held_by
    return _value(player, verdict) if own and _is_of_the_base_game(verdict) else None


@book.rule(earns(), "neutral-wildcard")
def any_colour(marker: Figure, player: Player, verdict: Verdict) -> int | None:
    """Whoever holds the neutral marker earns what a zone gave any one player."""
    neutral = marker.owner == NEUTRAL
    return _value(player, verdict) if neutral and _is_of_the_base_game(verdict) else None


@book.rule(earns(), "other-zones")
def same_again_elsewhere(_marker: Figure, player: Player, verdict: Verdict) -> int | None:
    """What other boxes have scored is copied by any marker likewise."""
    return None if _is_of_the_base_game(verdict) else _value(player, verdict)


@book.rule(earns(), "copy-all-points")
def all_of_it_again(_marker: Figure, player: Player, verdict: Verdict) -> int:
    """Whatever a zone gave a player, beyond its value too, is copied by any marker."""
    return sum(line.points for line in verdict.lines if line.player == player)


@book.rule(declines(), "copy-optional")
def as_its_holder_likes(_marker: Figure) -> bool:
    """Whoever holds a marker need not be paid."""
    return True


class _Payment(NamedTuple):
    """What a marker earns: by each zone that it may be paid for, of which its holder chooses."""

    among: OneOf
    clause: Clause

    @property
    def changes(self) -> tuple[Change, ...]:
        """What comes of it: a choice, or the only thing that there is."""
        alternatives = self.among.alternatives
        return (Under(self.clause, self.among),) if len(alternatives) > 1 else alternatives[0]

    def made(self, board: Board) -> bool:
        """Whether it is made, or declined."""
        return bool(self.among.alternatives[taken(board, self.among, self.clause)])


def _zones(waves: tuple[Wave, ...]) -> tuple[Verdict, ...]:
    """The zones completed in this part of the turn."""
    return tuple(
        verdict
        for wave in waves
        for verdict in wave.verdicts
        if verdict.feature.occasion == COMPLETE
        and any(found.answer for found in wave.judged.rules.ask(zone(), verdict.feature))
    )


def _earnings(marker: Figure, verdict: Verdict) -> Iterator[tuple[Change, ...]]:
    """What a marker earns by a zone, for each colour that it may stand for; then it goes back."""
    board = verdict.feature.board
    colours = board.position.players if marker.owner == NEUTRAL else (marker.owner,)
    for colour in colours:
        found = board.rules.ask(earns(), marker, colour, verdict)
        awards = [
            Under(each.clause, Award(_holder(marker), each.answer, marker))
            for each in found
            if each.answer
        ]
        if awards:
            yield (*awards, Under(book.clauses["return-after-payout"], MoveFigure(marker)))


def _payment(marker: Figure, zones: tuple[Verdict, ...], rules: RuleSet) -> _Payment | None:
    """What a marker earns by these zones, if anything."""
    each = [(it, zone) for zone in zones for it in dict.fromkeys(_earnings(marker, zone))]
    if not each:
        return None
    declined = rules.ask(declines(), marker)
    clause = declined[0].clause if declined else book.clauses["choose-one-zone"]
    nothing = [()] if declined else []
    alternatives = (*(changes for changes, _ in each), *nothing)
    about = (*(min(zone.feature.spots) for _, zone in each), *(None for _ in nothing))
    return _Payment(OneOf(_holder(marker), alternatives, about).in_order, clause)


def _payments(waves: tuple[Wave, ...]) -> Mapping[Figure, _Payment]:
    """What each marker that somebody held when the zones were scored earns its holder."""
    board, zones = waves[0].judged, _zones(waves)
    found = {marker: _payment(marker, zones, board.rules) for marker in _held(board.position)}
    return {marker: payment for marker, payment in found.items() if payment}


@book.rule(afterwards(), "copy-points")
def markers_pay(waves: tuple[Wave, ...]) -> Iterator[Change]:
    """Each marker pays its holder for one of the zones that its colour scored, and goes back."""
    for payment in _payments(waves).values():
        yield from payment.changes


# Who takes a marker ---------------------------------------------------------------------------


class _Taker(NamedTuple):
    """Whoever completed zones, whether he still has a marker, and whether one has paid him."""

    player: Player
    keeps: bool
    paid: bool


def _taker(waves: tuple[Wave, ...]) -> _Taker | None:
    position = waves[0].judged.position
    if not _zones(waves):
        return None
    paid = {
        marker
        for marker, payment in _payments(waves).items()
        if marker.held_by == position.turn and payment.made(waves[0].judged)
    }
    own = {marker for marker in _held(position) if marker.held_by == position.turn}
    return _Taker(position.turn, bool(own - paid), bool(paid))


def _owes(taker: _Taker, clause: str) -> tuple[Change, ...]:
    return (Owed(taker.player, book.clauses[clause].id),)


@book.rule(afterwards(), "take-after-scoring")
def takes_one(waves: tuple[Wave, ...]) -> tuple[Change, ...] | None:
    """Whoever completed a zone and has no marker takes one."""
    taker = _taker(waves)
    return _owes(taker, "take-after-scoring") if taker and not taker.keeps else None


@book.rule(afterwards(), "take-optional")
def may_take_one(waves: tuple[Wave, ...]) -> tuple[Change, ...] | None:
    """Whoever completed a zone and has no marker may take one."""
    taker = _taker(waves)
    return _owes(taker, "take-optional") if taker and not taker.keeps else None


@book.rule(afterwards(), "take-not-the-last")
def takes_another_than_last_time(waves: tuple[Wave, ...]) -> tuple[Change, ...] | None:
    """Whoever has no marker, nor was just paid by one, takes another than he had last."""
    taker = _taker(waves)
    forgotten = taker and not taker.keeps and not taker.paid
    return _owes(taker, "take-not-the-last") if taker and forgotten else None


@book.rule(afterwards(), "swap")
def may_swap(waves: tuple[Wave, ...]) -> tuple[Change, ...] | None:
    """Whoever completed a zone and has a marker may exchange it."""
    taker = _taker(waves)
    return _owes(taker, "swap") if taker and taker.keeps else None


@book.rule(leaves(), "take-optional")
def need_not_take_one(_board: Board) -> bool:
    """Whoever may take a marker may leave them all."""
    return True


def _to_take(board: Board, clause: str) -> list[Change] | None:
    """The markers in the Plaza, for whoever owes an answer under a clause."""
    for owed in board.position.owed_under(book.clauses[clause].id):
        markers = [it for it in board.position.figures if it.kind == MARKER and it.in_supply]
        ways: list[Change] = [MoveFigure(marker, held_by=owed.player) for marker in markers]
        may_pass = clause == "swap" or board.rules.ask(leaves(), board)
        return [*ways, Pass()] if may_pass else ways
    return None


@book.rule(offers(), "take-after-scoring")
def one_of_the_markers(board: Board) -> list[Change] | None:
    """Any marker in the Plaza may be taken."""
    return _to_take(board, "take-after-scoring")


@book.rule(offers(), "take-optional")
def one_or_none_of_the_markers(board: Board) -> list[Change] | None:
    """Any marker in the Plaza may be taken, or none."""
    return _to_take(board, "take-optional")


@book.rule(offers(), "take-not-the-last")
def one_of_the_other_markers(board: Board) -> list[Change] | None:
    """Any marker in the Plaza may be taken but the one that he had last."""
    return _to_take(board, "take-not-the-last")


@book.rule(offers(), "swap")
def another_marker(board: Board) -> list[Change] | None:
    """Any marker in the Plaza may be taken in exchange, or none."""
    return _to_take(board, "swap")


@book.rule(forbids(MoveFigure), "no-same-marker-twice")
def it_has_just_paid_him(board: Board, move: MoveFigure) -> bool:
    """A marker that paid the player in this turn is not taken again."""
    paid = (
        done.earned_by
        for done in board.position.done
        if isinstance(done, Award) and done.player == move.held_by
    )
    taken = (MARKER, move.figure.owner)
    return move.figure.kind == MARKER and any(it and (it.kind, it.owner) == taken for it in paid)


@book.rule(follows(), "swap")
def the_other_goes_back(wave: Wave) -> Iterator[Change]:
    """Whoever takes a marker in exchange gives back the one that he had."""
    position = wave.after.position
    for last in position.done[-1:]:
        if isinstance(last, MoveFigure) and last.figure.kind == MARKER:
            for other in _held(position):
                if other.held_by == last.held_by and other.owner != last.figure.owner:
                    yield MoveFigure(other)


# The end of the game --------------------------------------------------------------------------


@book.rule(pays(GAME_ENDS), "final-no-extra")
def nothing_at_the_end(board: Board) -> Mapping[Player, int] | None:
    """A marker that somebody still holds earns nothing."""
    return {_holder(marker): 1 for marker in _held(board.position)} or None
