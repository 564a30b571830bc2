"""The Abbot: gardens, which only he may enter, and his recall for what he is worth at the time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carcassonne_judge.board import Board, Feature, closes, lays_over
from carcassonne_judge.changes import (
    Award,
    MoveFigure,
    MoveToken,
    PutToken,
    Recall,
    Scored,
    laid,
    part,
)
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import weighs
from carcassonne_judge.position import Change, Figure, PlacedTile, Position, Segment
from carcassonne_judge.rulebooks.abbot import ABBOT, GARDEN
from carcassonne_judge.rulebooks.base import MONASTERY
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import precedes

book = load_rulebook(__package__)


@book.rule(lays_over(), "garden-tiles")
def what_the_tile_shows(_position: Position, placed: PlacedTile) -> tuple[Segment, ...] | None:
    """A tile with a garden on it has one more place to stand on."""
    return (Segment(GARDEN, GARDEN),) if placed.tile.marks.get(GARDEN) else None


@book.rule(closes(GARDEN), "garden-complete")
def surrounded(garden: Feature) -> bool:
    """All the cells round about are filled."""
    return garden.ring <= garden.board.tiles.keys()


def _tiles(place: Feature) -> int:
    """How many tiles lie on and round about a place."""
    return len((place.cells | place.ring) & place.board.tiles.keys())


@book.rule(scores(GARDEN), "garden-score")
def finished_garden(garden: Feature) -> int | None:
    """A complete garden earns once."""
    return 1 if garden.complete else None


@book.rule(scores(GARDEN), "garden-final")
def unfinished_garden(garden: Feature) -> int | None:
    """An incomplete garden earns for its tile and each tile round about at the end."""
    return None if garden.complete else _tiles(garden)


@book.rule(weighs(ABBOT), "counts-once")
def as_any_follower(_figure: Figure, _feature: Feature) -> int:
    """An abbot counts once."""
    return 1


@book.rule(forbids(MoveFigure), "place")
def no_place_for_an_abbot(board: Board, move: MoveFigure) -> bool:
    """The abbot is deployed to a monastery or a garden and nowhere else."""
    deployed = move.figure.kind == ABBOT and not move.figure.at
    return deployed and board.kind_at(move.to) not in ("", MONASTERY, GARDEN)


@book.rule(forbids(MoveFigure), "garden-abbot-only")
def a_garden_is_his(board: Board, move: MoveFigure) -> bool:
    """No other figure is put into a garden."""
    return move.figure.kind != ABBOT and board.kind_at(move.to) == GARDEN


def _in_time(board: Board) -> bool:
    """Whether a tile is placed and nothing of this part of the turn is scored yet."""
    return bool(laid(board.position)) and Scored() not in part(board.position)


def _place_of(board: Board, figure: Figure) -> Feature | None:
    """What a figure stands on."""
    return board.feature_at(figure.at) if figure.at and figure.at in board.regions else None


def _comes_home(move: MoveFigure) -> bool:
    return move.figure.at is not None and move.to is None and move.held_by is None


@book.rule(offers(), "recall")
def home_for_what_he_is_worth(board: Board) -> Iterable[Change] | None:
    """Instead of deploying a figure a player may recall his abbot."""
    if not _in_time(board):
        return None
    position = board.position
    return (
        Recall(who)
        for who in position.figures
        if who.kind == ABBOT and who.owner == position.turn and who.at in board.regions
    )


@book.rule(forbids(Recall), "recall")
def no_abbot_to_recall(board: Board, move: Recall) -> bool:
    """A player recalls his own abbot, once the tile is placed and before anything is scored."""
    figure = move.figure
    own = figure.kind == ABBOT and figure.owner == board.position.turn
    return not own or figure not in board.position.figures or not _in_time(board)


@book.rule(forbids(Recall), "recall-where")
def nowhere_that_is_worth_anything(board: Board, move: Recall) -> bool:
    """He is recalled from a monastery or a garden."""
    place = _place_of(board, move.figure)
    return place is None or place.kind not in (MONASTERY, GARDEN)


@book.rule(forbids(Recall), "recall-not-completed")
def just_completed(board: Board, move: Recall) -> bool:
    """From what has just been completed he is not recalled."""
    place = _place_of(board, move.figure)
    return place is not None and place.complete


def _is_done_instead(move: Change) -> bool:
    """Whether it is a figure deployed or taken back, or a piece put down or moved."""
    if isinstance(move, MoveFigure):
        return move.deploys or _comes_home(move)
    return isinstance(move, PutToken | MoveToken)


@book.rule(forbids(Change), "recall-instead")
def one_or_the_other(board: Board, move: Change) -> bool:
    """A player recalls his abbot or does something else with a figure, of his own accord."""
    position = board.position
    if not _is_done_instead(move) or position.owed or Scored() in part(position):
        return False
    done = part(position)
    if isinstance(move, Recall):
        return any(map(_is_done_instead, done))
    return any(isinstance(it, Recall) for it in done)


@book.rule(precedes(), "recall-score")
def what_he_is_worth_now(board: Board) -> Iterator[Change]:
    """The abbot recalled earns for his tile and each tile round about."""
    done = part(board.position)
    paid = [it.earned_by for it in done if isinstance(it, Award)]
    for who in (it.figure for it in done if isinstance(it, Recall)):
        place = _place_of(board, who)
        if place and who not in paid:
            yield Award(who.owner, _tiles(place), who)
