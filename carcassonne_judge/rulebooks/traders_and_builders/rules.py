"""Traders & Builders: a second part for builders, pigs, goods for whoever closes a city."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    ExtraTurn,
    MoveFigure,
    PlaceTile,
    PutToken,
    Scored,
    laid,
    part,
)
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import majority, strongest, weighs
from carcassonne_judge.position import COMPLETE, Change, Figure, Player, Spot, Token
from carcassonne_judge.rulebooks.base import CITY, FARMLAND, FIELD
from carcassonne_judge.rulebooks.traders_and_builders import (
    BUILDER,
    CLOTH,
    GOODS,
    GRAIN,
    PIG,
    WINE,
)
from carcassonne_judge.scoring import GAME_ENDS, Verdict, awards, pays
from carcassonne_judge.turn import Wave, entails, follows, precedes

book = load_rulebook(__package__)


# To deploy them -------------------------------------------------------------------------------


def _is_with(feature: Feature, player: Player) -> bool:
    """Whether a player has a follower on a feature."""
    return any(who.owner == player for who in feature.followers)


def _may_go_to(board: Board, kind: str, spot: Spot) -> bool:
    """Whether the one whose turn it is has a follower where such a figure may stand."""
    return (
        spot.cell in laid(board.position)
        and board.kind_at(spot) in board.rules.figures[kind].stands_on
        and _is_with(board.feature_at(spot), board.position.turn)
    )


def _onto_the_new_tile(board: Board, kind: str) -> Iterable[Change] | None:
    position = board.position
    if Scored() in part(position) or not position.supply(position.turn, kind):
        return None
    spots = (spot for cell in laid(position) for spot in board.tiles[cell].spots)
    figure = Figure(kind, position.turn)
    return (MoveFigure(figure, spot) for spot in spots if _may_go_to(board, kind, spot))


def _is_out_of_place(board: Board, move: MoveFigure, kind: str) -> bool:
    """Whether such a figure is deployed elsewhere."""
    if move.figure.kind != kind or not move.deploys or move.to is None:
        return False
    return move.figure.owner != board.position.turn or not _may_go_to(board, kind, move.to)


def _is_lacking(board: Board, move: MoveFigure, kind: str) -> bool:
    owner = move.figure.owner
    return move.figure.kind == kind and move.deploys and not board.position.supply(owner, kind)


@book.rule(offers(), "builder-place")
def builder_beside_a_follower(board: Board) -> Iterable[Change] | None:
    """The builder may go onto a road or city of the new tile with a follower of his player."""
    return _onto_the_new_tile(board, BUILDER)


@book.rule(offers(), "pig-place")
def pig_beside_a_farmer(board: Board) -> Iterable[Change] | None:
    """The pig may go onto a field of the new tile with a farmer of its player."""
    return _onto_the_new_tile(board, PIG)


@book.rule(forbids(MoveFigure), "builder-place")
def no_place_for_a_builder(board: Board, move: MoveFigure) -> bool:
    """A builder goes nowhere else."""
    return _is_out_of_place(board, move, BUILDER)


@book.rule(forbids(MoveFigure), "pig-place")
def no_place_for_a_pig(board: Board, move: MoveFigure) -> bool:
    """A pig goes nowhere else."""
    return _is_out_of_place(board, move, PIG)


@book.rule(forbids(MoveFigure), "where-others-stand")
def no_objection_to_followers(_board: Board, move: MoveFigure) -> bool | None:
    """Builder and pig go where followers stand."""
    return False if move.figure.kind in (BUILDER, PIG) and move.deploys else None


@book.rule(forbids(MoveFigure), "setup-builder")
def no_builder_left(board: Board, move: MoveFigure) -> bool:
    """A player has one builder only."""
    return _is_lacking(board, move, BUILDER)


@book.rule(forbids(MoveFigure), "setup-pig")
def no_pig_left(board: Board, move: MoveFigure) -> bool:
    """A player has one pig only."""
    return _is_lacking(board, move, PIG)


@book.rule(forbids(MoveFigure), "one-figure")
def another_figure_instead(board: Board, move: MoveFigure) -> bool:
    """A builder or pig is deployed in place of any other figure."""
    return (
        move.figure.kind in (BUILDER, PIG)
        and move.deploys
        and any(isinstance(it, MoveFigure) and it.deploys for it in part(board.position))
    )


@book.rule(forbids(MoveFigure), "builder-incomplete-only")
def nothing_left_to_build(board: Board, move: MoveFigure) -> bool:
    """A builder has no place on what is complete."""
    spot = move.to
    if spot is None or spot not in board.regions or move.figure.kind != BUILDER:
        return False
    region = board.regions[spot]
    return region.kind in board.rules.figures[BUILDER].stands_on and board.feature_at(spot).complete


# What they are there for ----------------------------------------------------------------------


@book.rule(weighs(BUILDER), "builder-no-majority")
@book.rule(weighs(PIG), "builder-no-majority")
def no_say(_figure: Figure, _feature: Feature) -> int:
    """Builder and pig have no weight in a majority."""
    return 0


def _builders_before(board: Board) -> Iterator[Spot]:
    """Where the player's builders stood when the tile was placed, those taken back included."""
    position = board.position
    moves = [it.figure for it in part(position) if isinstance(it, MoveFigure)]
    for figure in (*position.figures, *moves):
        if figure.kind == BUILDER and figure.owner == position.turn and figure.at:
            yield figure.at


@book.rule(entails(), "builder-double-turn")
def earned_with_the_tile(board: Board, move: Change) -> Iterable[Change] | None:
    """The second part is earned there and then, whatever becomes of the builder."""
    if not isinstance(move, PlaceTile):
        return None
    done = (*board.position.done, move)
    after = board.grown(move)
    return second_part(after.with_position(after.position._replace(done=done)))


@book.rule(precedes(), "builder-double-turn")
def second_part(board: Board) -> Iterable[Change] | None:
    """A tile that extends the feature of one's own builder gives a second part, once a turn."""
    position = board.position
    again, new = ExtraTurn(position.turn), laid(position)
    if again in position.done:
        return None
    spots = [spot for spot in _builders_before(board) if spot.cell not in new]
    extended = any(new & board.feature_at(spot).cells for spot in spots if spot in board.regions)
    return (again,) if extended else None


def _alone(board: Board, kind: str) -> Iterator[Change]:
    """The figures of a kind that no follower of their player is with any more go home."""
    for figure in board.position.figures:
        spot = figure.at
        if figure.kind != kind or spot is None or spot not in board.regions:
            continue
        if not _is_with(board.feature_at(spot), figure.owner):
            yield MoveFigure(figure)


def _left_by(board: Board, move: Change, kind: str) -> Iterator[Change] | None:
    """The figures of a kind that are alone once somebody has left: they go home at once."""
    if not isinstance(move, MoveFigure) or move.figure.at is None:
        return None
    return _alone(board.grown(move), kind)


@book.rule(entails(), "builder-return")
def builder_left_alone_at_once(board: Board, move: Change) -> Iterator[Change] | None:
    """A builder goes home with his last follower, though another should come after."""
    return _left_by(board, move, BUILDER)


@book.rule(entails(), "pig-return")
def pig_left_alone_at_once(board: Board, move: Change) -> Iterator[Change] | None:
    """A pig goes home with its last farmer, though another should come after."""
    return _left_by(board, move, PIG)


@book.rule(precedes(), "builder-return")
def builder_left_alone(board: Board) -> Iterator[Change]:
    """A builder whose followers have gone before anything is scored goes home."""
    return _alone(board, BUILDER)


@book.rule(follows(), "builder-return")
def builder_left_alone_afterwards(wave: Wave) -> Iterator[Change]:
    """A builder whose followers have gone goes home."""
    return _alone(wave.after, BUILDER)


@book.rule(precedes(), "pig-return")
def pig_left_alone(board: Board) -> Iterator[Change]:
    """A pig whose farmers have gone before anything is scored goes home."""
    return _alone(board, PIG)


@book.rule(follows(), "pig-return")
def pig_left_alone_afterwards(wave: Wave) -> Iterator[Change]:
    """A pig whose farmers have gone goes home."""
    return _alone(wave.after, PIG)


# Pigs at the end of the game ------------------------------------------------------------------


def _with_a_pig(feature: Feature, holders: Iterable[Player]) -> Iterator[Player]:
    """Those who hold a field and have a pig there."""
    pigs = {who.owner for who in feature.figures if who.kind == PIG}
    return (player for player in holders if player in pigs)


@book.rule(awards(FIELD), "pig-value")
def pigs_on_a_field(field: Verdict) -> Mapping[Player, int] | None:
    """A holder whose pig stands in the field earns more for each complete city."""
    cities = sum(city.complete for city in field.feature.touching(CITY))
    players = _with_a_pig(field.feature, field.holders)
    return dict.fromkeys(players, cities) or None if cities else None


@book.rule(awards(FARMLAND), "farm-pig-value")
def pigs_round_a_city(farmland: Verdict) -> Mapping[Player, int] | None:
    """A holder whose pig stands in a field round the city earns more."""
    return dict.fromkeys(_with_a_pig(farmland.feature, farmland.holders), 1) or None


@book.rule(awards(FARMLAND), "farm-pig-once")
def pigs_of_those_who_supply_it(farmland: Verdict) -> Mapping[Player, int] | None:
    """Whoever holds a field round the city where his pig stands earns more, once."""
    parts = farmland.feature.parts
    players = (who for field in parts for who in _with_a_pig(field, majority(field).holders))
    return dict.fromkeys(players, 1) or None


# Goods ----------------------------------------------------------------------------------------


@book.rule(follows(), "goods-who")
def to_whoever_closed_it(wave: Wave) -> Iterator[Change]:
    """Whoever completes a city takes a token for each symbol in it."""
    player = wave.judged.position.turn
    for city in (verdict.feature for verdict in wave.verdicts):
        if city.kind == CITY and city.occasion == COMPLETE:
            for good in GOODS:
                for _ in range(city.count(good)):
                    yield PutToken(Token(good, owner=player))


def _most(board: Board, good: str) -> Mapping[Player, int] | None:
    """Whoever has most of some goods earns once."""
    held: Counter[Player] = Counter()
    for token in board.position.tokens_of(good):
        if token.owner is not None:
            held[token.owner] += token.value
    return dict.fromkeys(strongest(held), 1) or None


@book.rule(pays(GAME_ENDS), "goods-final-wine")
def most_wine(board: Board) -> Mapping[Player, int] | None:
    """Whoever has most wine earns once."""
    return _most(board, WINE)


@book.rule(pays(GAME_ENDS), "goods-final-grain")
def most_grain(board: Board) -> Mapping[Player, int] | None:
    """Whoever has most grain earns once."""
    return _most(board, GRAIN)


@book.rule(pays(GAME_ENDS), "goods-final-cloth")
def most_cloth(board: Board) -> Mapping[Player, int] | None:
    """Whoever has most cloth earns once."""
    return _most(board, CLOTH)
