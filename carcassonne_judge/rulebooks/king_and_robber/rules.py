"""King & Robber Baron: who has either tile, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import Award, GiveToken, PutToken
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import Change, Kind, Player, Token
from carcassonne_judge.rulebooks.base import CITY, ROAD
from carcassonne_judge.rulebooks.king_and_robber import KING, ROBBER
from carcassonne_judge.scoring import GAME_ENDS, pays
from carcassonne_judge.turn import Wave, follows

book = load_rulebook(__package__)


def _complete(board: Board, kind: Kind) -> Iterator[Feature]:
    """The complete cities or roads on the table."""
    return (feature for feature in board.features if feature.kind == kind and feature.complete)


def _judged(wave: Wave, kind: Kind) -> tuple[Feature, ...]:
    """The cities or roads that were completed in this part of the turn, occupied or not."""
    return tuple(it.feature for it in wave.verdicts if it.feature.kind == kind)


def _most_tiles(features: Iterable[Feature]) -> int:
    return max((len(feature.cells) for feature in features), default=0)


def _exceeds(wave: Wave, kind: Kind) -> bool:
    """Whether one completed now has more tiles than every one completed before."""
    before = (feature for feature in _complete(wave.judged, kind) if not feature.due)
    return _most_tiles(_judged(wave, kind)) > _most_tiles(before)


# Who has them ---------------------------------------------------------------------------------


def _taken(wave: Wave, token: str, kind: Kind) -> Iterator[Change] | None:
    """Nobody has the tile: whoever completes something takes it."""
    position = wave.after.position
    if position.tokens_of(token) or not _exceeds(wave, kind):
        return None
    return iter((PutToken(Token(token, owner=position.turn)),))


def _taken_over(wave: Wave, token: str, kind: Kind) -> Iterator[Change] | None:
    """Somebody else has the tile: whoever completes something larger takes it from him."""
    position = wave.after.position
    others = [held for held in position.tokens_of(token) if held.owner != position.turn]
    if not others or not _exceeds(wave, kind):
        return None
    return (GiveToken(held, position.turn) for held in others)


@book.rule(follows(), "king-take")
def first_king(wave: Wave) -> Iterator[Change] | None:
    """Whoever completes the first city takes the King."""
    return _taken(wave, KING, CITY)


@book.rule(follows(), "king-take-larger")
def next_king(wave: Wave) -> Iterator[Change] | None:
    """Whoever completes a larger city takes the King from whoever has it."""
    return _taken_over(wave, KING, CITY)


@book.rule(follows(), "robber-take")
def first_robber(wave: Wave) -> Iterator[Change] | None:
    """Whoever completes the first road takes the Robber Baron."""
    return _taken(wave, ROBBER, ROAD)


@book.rule(follows(), "robber-take-longer")
def next_robber(wave: Wave) -> Iterator[Change] | None:
    """Whoever completes a longer road takes the Robber Baron from whoever has it."""
    return _taken_over(wave, ROBBER, ROAD)


# What they pay --------------------------------------------------------------------------------


def _holders(board: Board, token: str) -> frozenset[Player]:
    """Who has the tile; nobody, or one player."""
    owners = (held.owner for held in board.position.tokens_of(token))
    return frozenset(owner for owner in owners if owner is not None)


def _once_each(players: Iterable[Player], times: int = 1) -> Mapping[Player, int] | None:
    return dict.fromkeys(players, times) or None


@book.rule(pays(GAME_ENDS), "king-final")
def for_each_city(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the King earns for each complete city."""
    return _once_each(_holders(board, KING), len(tuple(_complete(board, CITY))))


@book.rule(pays(GAME_ENDS), "robber-final")
def for_each_road(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the Robber Baron earns for each complete road."""
    return _once_each(_holders(board, ROBBER), len(tuple(_complete(board, ROAD))))


@book.rule(pays(GAME_ENDS), "king-ten")
def for_the_king(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the King earns once."""
    return _once_each(_holders(board, KING))


@book.rule(pays(GAME_ENDS), "robber-ten")
def for_the_robber(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the Robber Baron earns once."""
    return _once_each(_holders(board, ROBBER))


@book.rule(pays(GAME_ENDS), "one-fifteen")
def for_either(board: Board) -> Mapping[Player, int] | None:
    """Whoever has only one of the two earns once."""
    return _once_each(_holders(board, KING) ^ _holders(board, ROBBER))


@book.rule(pays(GAME_ENDS), "both-forty")
def for_both(board: Board) -> Mapping[Player, int] | None:
    """Whoever has both earns once for the two together."""
    return _once_each(_holders(board, KING) & _holders(board, ROBBER))


def _at_once(wave: Wave, token: str, kind: Kind) -> Iterator[Change] | None:
    """Whoever had the tile before earns for each one completed now."""
    judged = len(_judged(wave, kind))
    return (Award(player, judged) for player in _holders(wave.judged, token)) if judged else None


@book.rule(follows(), "king-continuous")
def for_each_city_at_once(wave: Wave) -> Iterator[Change] | None:
    """Whoever has the King earns for each city just completed."""
    return _at_once(wave, KING, CITY)


@book.rule(follows(), "robber-continuous")
def for_each_road_at_once(wave: Wave) -> Iterator[Change] | None:
    """Whoever has the Robber Baron earns for each road just completed."""
    return _at_once(wave, ROBBER, ROAD)
