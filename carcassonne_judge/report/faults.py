"""What is wrong with a position, told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from carcassonne_judge import problems
from carcassonne_judge.board import Board
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.position import Figure
from carcassonne_judge.problems import Problem
from carcassonne_judge.report import listed, sentences

_NAMED: Final = 5
"""The most cells that are named one by one."""


def told(problem: Problem, board: Board) -> str:
    """A problem, in a sentence."""
    return _TOLD[problem.kind](problem, board)


def _clash(problem: Problem, board: Board) -> str:
    one, other = (board.tiles[cell] for cell in problem.cells)
    said = sentences.words(board.rules)
    side = problem.side
    faces = [] if side is None else [one.face(side), other.face(side.opposite)]
    return say("{one} at {cell} and {other} at {there} do not fit: {faces}").format(
        one=one.tile.id,
        cell=one.cell,
        other=other.tile.id,
        there=other.cell,
        faces=" / ".join(map(said.kind, faces)),
    )


def _cells(cells: Sequence[Cell]) -> str:
    named = [str(cell) for cell in cells[:_NAMED]]
    return ", ".join(named) + (" …" if len(cells) > _NAMED else "")


def _apart(problem: Problem, _board: Board) -> str:
    count = len(problem.cells)
    return say_many(
        "{count} tile is not connected with the others: {cells}",
        "{count} tiles are not connected with the others: {cells}",
        count,
    ).format(count=count, cells=_cells(problem.cells))


def _copies(problem: Problem, _board: Board) -> str:
    return say_many(
        "{count} copies of tile {tile}, and there is {limit}",
        "{count} copies of tile {tile}, and there are {limit}",
        problem.limit,
    ).format(count=problem.count, tile=problem.thing, limit=problem.limit)


def _tiles(problem: Problem, board: Board) -> str:
    names = {book.box: book.name[language()] for book in board.rules.books}
    return say("{count} tiles of the box “{box}”, which holds {limit}").format(
        count=problem.count, box=names[problem.thing], limit=problem.limit
    )


def _figures(problem: Problem, board: Board) -> str:
    said = sentences.words(board.rules)
    kinds = said.figure(problem.thing) if problem.count == 1 else said.figures(problem.thing)
    return say("{player} has {count} {figures}, and the boxes give {limit}").format(
        player=problem.player, count=problem.count, figures=kinds, limit=problem.limit
    )


def _no_place(problem: Problem, board: Board) -> str:
    (figure,) = problem.figures
    return say("{figure} may not stand there").format(figure=_standing(board, figure))


def _both(problem: Problem, board: Board) -> str:
    pair = [_standing(board, figure) for figure in problem.figures]
    form = say("{figures} cannot both have been deployed: the later one found it claimed")
    return form.format(figures=listed(pair))


def _standing(board: Board, figure: Figure) -> str:
    place = say("{figure} at {cell}")
    owner = sentences.owned(board, figure)
    return place.format(figure=owner, cell=figure.at.cell) if figure.at else owner


_TOLD: Final[Mapping[str, Callable[[Problem, Board], str]]] = {
    problems.CLASH: _clash,
    problems.APART: _apart,
    problems.COPIES: _copies,
    problems.TILES: _tiles,
    problems.FIGURES: _figures,
    problems.NO_PLACE: _no_place,
    problems.BOTH: _both,
}
