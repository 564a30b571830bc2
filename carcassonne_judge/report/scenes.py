"""What a picture shows besides the table: the features of a ruling, the cells that are legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import PlaceTile
from carcassonne_judge.drawing.table import Light, Place, Scene
from carcassonne_judge.geometry import Cell
from carcassonne_judge.position import Player
from carcassonne_judge.report import data
from carcassonne_judge.turn import Prospect


def scene(  # noqa: PLR0913 -- what a picture may show
    board: Board,
    features: Sequence[Feature] = (),
    moves: Iterable[Prospect] = (),
    *,
    name: str = "",
    colours: Mapping[Player, str] | None = None,
    prefix: str = "",
) -> Scene:
    """A scene with some features numbered in this order, and with some moves where they go."""
    lights = tuple(Light(each.ground, str(at)) for at, each in enumerate(features, 1))
    return Scene(name, colours or {}, lights, tuple(_places(board, moves)), prefix)


def _places(board: Board, moves: Iterable[Prospect]) -> Iterator[Place]:
    """The cells where a tile may be laid, each with what might be claimed and scored there."""
    by_cell: dict[Cell, dict[tuple[str, ...], list[int]]] = {}
    for seen in moves:
        move = seen.option.move
        if isinstance(move, PlaceTile):
            notes = tuple(_notes(board, seen))
            alike = by_cell.setdefault(move.placed.cell, {})
            alike.setdefault(notes, []).append(move.placed.quarters)
    for cell, notes_of in by_cell.items():
        several = len(notes_of) > 1
        told = []
        for notes, quarters in notes_of.items():
            turned = " ".join(f"{each * 90}°" for each in quarters) + ": " if several else ""
            told.append(turned + " · ".join(notes))
        yield Place(cell, tuple(sorted(q for each in notes_of.values() for q in each)), tuple(told))


def _notes(board: Board, seen: Prospect) -> Iterator[str]:
    claims = [data.claim_name(each, board) for each in seen.then if data.claims(each)]
    if claims:
        yield ", ".join(claims)
    earned = [f"{player} +{points}" for player, points in seen.ruling.scores.items() if points]
    if earned:
        yield ", ".join(earned)
