"""The Phantom: a second follower on the tile just placed, whatever was done first."""

from __future__ import annotations

from typing import Final

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import MoveFigure, MoveToken, PutToken, Recall, laid, part
from carcassonne_judge.legality import forbids, has_no_place
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import weighs
from carcassonne_judge.position import Figure
from carcassonne_judge.rulebooks.base import CITY, FIELD, MONASTERY, ROAD
from carcassonne_judge.rulebooks.phantom import FESTIVAL, PHANTOM

book = load_rulebook(__package__)

FEATURES: Final = frozenset({CITY, FIELD, MONASTERY, ROAD})


@book.rule(weighs(PHANTOM), "as-a-follower")
def one_more_head(_figure: Figure, _feature: Feature) -> int:
    """The phantom counts once, as an ordinary follower does."""
    return 1


@book.rule(forbids(MoveFigure), "as-a-follower")
def no_place_for_an_ordinary_one(board: Board, move: MoveFigure) -> bool:
    """The phantom stands only where an ordinary follower may."""
    return move.figure.kind == PHANTOM and has_no_place(board, move)


def _comes_second(board: Board, move: MoveFigure) -> bool:
    """Whether it is the phantom that is deployed, after no phantom in this part of the turn."""
    deployed = [it for it in _figures_moved(board) if it.deploys]
    return (
        move.figure.kind == PHANTOM
        and move.deploys
        and all(it.figure.kind != PHANTOM for it in deployed)
    )


def _figures_moved(board: Board) -> list[MoveFigure]:
    return [it for it in part(board.position) if isinstance(it, MoveFigure)]


@book.rule(forbids(MoveFigure), "place")
def after_another_follower(board: Board, move: MoveFigure) -> bool | None:
    """When another figure has been deployed the phantom may be deployed, too."""
    another = any(it.deploys for it in _figures_moved(board))
    return False if another and _comes_second(board, move) else None


def _elsewhere(board: Board, move: MoveFigure) -> bool:
    """Whether a figure is deployed to a feature of another tile than the one just placed."""
    here = laid(board.position)
    feature = move.to is not None and board.kind_at(move.to) in FEATURES
    return move.deploys and feature and move.to is not None and move.to.cell not in here


@book.rule(forbids(MoveFigure), "portal-flier-once")
def not_both_by_the_portal(board: Board, move: MoveFigure) -> bool:
    """When another follower has gone to another tile the phantom does not follow to one."""
    used = any(_elsewhere(board, it) for it in _figures_moved(board))
    return used and move.figure.kind == PHANTOM and _elsewhere(board, move)


def _festival(board: Board) -> bool:
    """Whether the tile just placed shows the Festival."""
    return any(board.tiles[cell].tile.marks.get(FESTIVAL) for cell in laid(board.position))


@book.rule(forbids(MoveFigure), "festival-phantom")
def after_the_festival(board: Board, move: MoveFigure) -> bool | None:
    """When a figure of one's own has been taken back the phantom may be deployed all the same."""
    taken = _festival(board) and any(
        not isinstance(it, Recall)
        and it.figure.at
        and it.figure.owner == board.position.turn
        and it.to is None
        and it.held_by is None
        for it in _figures_moved(board)
    )
    return False if taken and _comes_second(board, move) else None


@book.rule(forbids(MoveFigure), "abbot-phantom")
def after_the_abbots_recall(board: Board, move: MoveFigure) -> bool | None:
    """When the abbot has been recalled the phantom may be deployed all the same."""
    recalled = any(isinstance(it, Recall) for it in _figures_moved(board))
    return False if recalled and _comes_second(board, move) else None


@book.rule(forbids(MoveFigure), "after-other-action")
def after_a_token(board: Board, move: MoveFigure) -> bool | None:
    """When a token has been put or moved the phantom may be deployed all the same."""
    done = any(isinstance(it, PutToken | MoveToken) for it in part(board.position))
    return False if done and _comes_second(board, move) else None
