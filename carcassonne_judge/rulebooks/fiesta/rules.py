"""The Festival: whoever places one of its tiles may take a figure back instead of deploying one."""

from __future__ import annotations

from collections.abc import Iterable

from carcassonne_judge.board import Board
from carcassonne_judge.changes import MoveFigure, Scored, laid, part
from carcassonne_judge.legality import forbids, offers
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import NEUTRAL, Change, Figure
from carcassonne_judge.rulebooks.fiesta import FESTIVAL

book = load_rulebook(__package__)


def _has_the_choice(board: Board) -> bool:
    """Whether the tile of this part of the turn shows the festival, and nothing is scored yet."""
    tiles = (board.tiles[cell].tile for cell in laid(board.position))
    festival = any(tile.marks.get(FESTIVAL) for tile in tiles)
    return festival and Scored() not in part(board.position)


def _takes_back(move: Change) -> bool:
    return (
        isinstance(move, MoveFigure)
        and move.figure.at is not None
        and move.to is None
        and move.held_by is None
    )


def _own_in_play(board: Board) -> Iterable[Figure]:
    """The figures on the table of the player whose turn it is, one of those that are alike."""
    position = board.position
    return dict.fromkeys(who for who in position.figures if who.at and who.owner == position.turn)


@book.rule(offers(), "fn6-hig-figures")
def any_figure_of_ones_own(board: Board) -> Iterable[Change] | None:
    """With a festival tile one may take back any figure of one's own, a follower or not."""
    return map(MoveFigure, _own_in_play(board)) if _has_the_choice(board) else None


@book.rule(offers(), "fn6-rgg-followers")
def any_follower_of_ones_own(board: Board) -> Iterable[Change] | None:
    """With a festival tile one may take back any follower of one's own."""
    if not _has_the_choice(board):
        return None
    return (MoveFigure(who) for who in _own_in_play(board) if who.kind in board.rules.followers)


@book.rule(forbids(MoveFigure), "option-return")
def no_objection_to_taking_one_back(board: Board, move: MoveFigure) -> bool | None:
    """With a festival tile a figure may come home at its owner's wish."""
    return False if _takes_back(move) and _has_the_choice(board) else None


@book.rule(forbids(MoveFigure), "choose-one")
def one_or_the_other(board: Board, move: MoveFigure) -> bool:
    """To take a figure back and to deploy one exclude each other, and neither is done twice."""
    if not _has_the_choice(board):
        return False
    done = [it for it in part(board.position) if isinstance(it, MoveFigure)]
    taken = any(map(_takes_back, done))
    if _takes_back(move):
        return taken or any(it.deploys for it in done)
    return taken and move.deploys


@book.rule(forbids(MoveFigure), "fn6-rgg-followers")
def no_follower(board: Board, move: MoveFigure) -> bool:
    """With a festival tile nothing but a follower is taken back or deployed."""
    chosen = _takes_back(move) or move.deploys
    return chosen and _has_the_choice(board) and move.figure.kind not in board.rules.followers


@book.rule(forbids(MoveFigure), "fn4-own-only")
def somebody_elses(board: Board, move: MoveFigure) -> bool:
    """Nobody takes back the figure of another player."""
    others = move.figure.owner not in (board.position.turn, NEUTRAL)
    return others and _takes_back(move) and _has_the_choice(board)


@book.rule(forbids(MoveFigure), "fn4-no-neutral")
def nobodys(board: Board, move: MoveFigure) -> bool:
    """A figure that belongs to nobody is not taken back."""
    return move.figure.owner == NEUTRAL and _takes_back(move) and _has_the_choice(board)
