"""The Phantom: a second follower on the tile just placed, whatever was done first."""

from __future__ import annotations

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import MoveFigure, MoveToken, PutToken, Recall, laid, part
from carcassonne_judge.legality import forbids, has_no_place
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.majority import weighs
from carcassonne_judge.position import Figure
from carcassonne_judge.rulebooks.phantom import PHANTOM, PORTAL, PRINCESS, TOWER

book = load_rulebook(__package__)


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


@book.rule(forbids(MoveFigure), "not-after-princess")
def after_the_princess(board: Board, move: MoveFigure) -> bool:
    """The phantom stays in the supply when the princess has sent a knight home."""
    new = (it for cell in laid(board.position) for it in board.tiles[cell].segments)
    sent = any(
        it.figure.at and it.to is None and not isinstance(it, Recall)
        for it in _figures_moved(board)
    )
    deploys = move.figure.kind == PHANTOM and move.deploys
    return deploys and sent and any(segment.marks.get(PRINCESS) for segment in new)


def _through_the_portal(board: Board, move: MoveFigure) -> bool:
    """Whether a follower is deployed on another tile than the portal just placed."""
    here = laid(board.position)
    portal = any(board.tiles[cell].tile.marks.get(PORTAL) for cell in here)
    elsewhere = move.deploys and move.to is not None and move.to.cell not in here
    return portal and elsewhere and board.kind_at(move.to) != TOWER


@book.rule(forbids(MoveFigure), "portal-flier-once")
def through_the_portal_as_well(board: Board, move: MoveFigure) -> bool:
    """The phantom does not go through the portal when another follower has."""
    another = any(_through_the_portal(board, it) for it in _figures_moved(board))
    return another and move.figure.kind == PHANTOM and _through_the_portal(board, move)


@book.rule(forbids(MoveFigure), "festival-phantom")
def after_the_festival(board: Board, move: MoveFigure) -> bool | None:
    """When a figure of one's own has been taken back the phantom may be deployed all the same."""
    taken = any(
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
