"""El Genio de Gaudí: buildings under way, and tiles on top of tiles meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from carcassonne_judge.board import Board, Feature, closes
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, laid, part
from carcassonne_judge.geometry import SIDES, Cell
from carcassonne_judge.legality import (
    forbids,
    matches,
    objections,
    offers,
    placeable,
    placements,
)
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import Change, Figure, Score, Tile
from carcassonne_judge.problems import lasts
from carcassonne_judge.rulebooks.gaudi import BUILDING
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import precedes

book = load_rulebook(__package__)


# The buildings --------------------------------------------------------------------------------


def _sides(building: Feature) -> frozenset[Cell]:
    """The cells at the sides of a building."""
    return frozenset(cell.beside(side) for cell in building.cells for side in SIDES)


def _tiles(building: Feature, neighbours: frozenset[Cell]) -> int:
    """How many tiles lie on a building's cell and some of its neighbours."""
    return len((building.cells | neighbours) & building.board.tiles.keys())


@book.rule(closes(BUILDING), "building-complete-four-sides")
def filled_at_its_sides(building: Feature) -> bool:
    """A building is complete once a tile adjoins each of its sides."""
    return _sides(building) <= building.board.tiles.keys()


@book.rule(scores(BUILDING), "score-building")
def the_building_and_all_round(building: Feature) -> int | None:
    """A complete building earns for its own tile and each of those round about."""
    return _tiles(building, building.ring) if building.complete else None


@book.rule(scores(BUILDING), "final-building")
def the_unfinished_building_and_all_round(building: Feature) -> int | None:
    """An incomplete building earns for its own tile and each of those round about at the end."""
    return None if building.complete else _tiles(building, building.ring)


@book.rule(scores(BUILDING), "final-building-four-sides")
def the_unfinished_building_and_its_sides(building: Feature) -> int | None:
    """An incomplete building earns for its own tile and each of those at its sides at the end."""
    return None if building.complete else _tiles(building, _sides(building))


# When creative placement is on ----------------------------------------------------------------


def _is_gaudis(tile: Tile) -> bool:
    """Whether a tile shows one of the two buildings."""
    return any(segment.kind == BUILDING for segment in tile.segments)


def _laid_this_turn(board: Board) -> frozenset[Cell]:
    """The cells that tiles were laid on in this turn, in any part of it."""
    done = board.position.done
    return frozenset(change.placed.cell for change in done if isinstance(change, PlaceTile))


def _buildings(board: Board) -> list[Feature]:
    return [feature for feature in board.features if feature.kind == BUILDING]


def _is_on(board: Board) -> bool:
    """Whether creative placement is on: some building laid in an earlier turn is incomplete."""
    new = _laid_this_turn(board)
    return any(not each.complete and each.cells.isdisjoint(new) for each in _buildings(board))


def _covers(board: Board, move: PlaceTile) -> bool:
    """Whether a move puts a tile on top of another."""
    return move.placed.cell in board.tiles


def _covers_while_on(board: Board, move: PlaceTile) -> bool:
    return _covers(board, move) and _is_on(board)


@book.rule(forbids(PlaceTile), "activation-next-turn")
def it_begins_with_the_next_turn(board: Board, move: PlaceTile) -> bool:
    """No tile is covered in the turn in which the only unfinished building was laid."""
    off = _covers(board, move) and not _is_on(board)
    return off and any(not building.complete for building in _buildings(board))


@book.rule(forbids(PlaceTile), "deactivation-fourth-side")
def it_is_over(board: Board, move: PlaceTile) -> bool:
    """No tile is covered once all the buildings in sight are complete."""
    found = _buildings(board) if _covers(board, move) else []
    return bool(found) and all(building.complete for building in found)


# Laying a tile on another ---------------------------------------------------------------------


def _on_top(board: Board, may: Callable[[Tile, Tile], bool]) -> Iterator[Change] | None:
    """The tile in hand on top of each tile that it may cover, where it fits."""
    tile = board.position.hand
    if tile is None or laid(board.position) or not _is_on(board):
        return None
    cells = [cell for cell, under in board.tiles.items() if may(tile, under.tile)]
    return (PlaceTile(placed) for placed in placements(board, tile, cells))


@book.rule(offers(), "choice-cover")
def on_top_of_another(board: Board) -> Iterator[Change] | None:
    """While a building is under way, the tile in hand may go on top of another."""
    return _on_top(board, lambda tile, under: not (_is_gaudis(tile) or _is_gaudis(under)))


@book.rule(offers(), "gaudi-tile-on-top")
def gaudis_on_top_of_another(board: Board) -> Iterator[Change] | None:
    """While a building is under way, the tile of a building may go on top of another."""
    return _on_top(board, lambda tile, under: _is_gaudis(tile) and not _is_gaudis(under))


@book.rule(offers(), "on-top-of-gaudi-tile")
def on_top_of_gaudis(board: Board) -> Iterator[Change] | None:
    """While a building is under way, the tile in hand may go on top of the tile of a building."""
    return _on_top(board, lambda _tile, under: _is_gaudis(under))


@book.rule(forbids(PlaceTile), "choice-cover")
def a_tile_there_is_no_objection(board: Board, move: PlaceTile) -> bool | None:
    """While a building is under way, a cell may hold a tile already."""
    return False if _covers_while_on(board, move) else None


@book.rule(forbids(PlaceTile), "gaudi-tile-never-on-top")
def gaudis_go_beside_the_others(board: Board, move: PlaceTile) -> bool:
    """The tile of a building goes on top of no other."""
    return _covers_while_on(board, move) and _is_gaudis(move.placed.tile)


@book.rule(forbids(PlaceTile), "never-on-top-of-gaudi-tile")
def gaudis_stay_in_sight(board: Board, move: PlaceTile) -> bool:
    """The tile of a building is not covered."""
    return _covers_while_on(board, move) and _is_gaudis(board.tiles[move.placed.cell].tile)


@book.rule(forbids(PlaceTile), "cover-no-followers")
def somebody_stands_there(board: Board, move: PlaceTile) -> bool:
    """A tile that bears followers may not be covered."""
    return _covers_while_on(board, move) and bool(board.followers_on({move.placed.cell}))


@book.rule(forbids(PlaceTile), "cover-no-pieces")
def something_lies_there(board: Board, move: PlaceTile) -> bool:
    """A tile that bears any other piece may not be covered."""
    cell = move.placed.cell
    lies = any(cell in token.cells for token in board.position.tokens)
    return _covers_while_on(board, move) and (lies or bool(_no_followers_on(board, cell)))


@book.rule(forbids(PlaceTile), "cover-edges-valid")
def a_side_would_clash(board: Board, move: PlaceTile) -> bool | None:
    """A tile may only cover another where every side fits its neighbour, as both would lie."""
    if not _covers_while_on(board, move):
        return None
    tile, cell = board.as_it_lies(move.placed, move.tokens), move.placed.cell
    beside = ((side, board.tiles.get(cell.beside(side))) for side in SIDES)
    others = ((side, board.as_it_lies(it, move.tokens)) for side, it in beside if it)
    return not all(matches(board.rules, tile, other, side) for side, other in others)


@book.rule(forbids(Discard), "must-cover")
def it_fits_on_top(board: Board, move: Discard) -> bool:
    """A tile that can be placed nowhere but on top of another must not be thrown away."""
    table = board.with_position(board.position._replace(hand=move.tile))
    beside = map(PlaceTile, placements(table, move.tile, table.free))
    return placeable(board, move.tile) and all(objections(table, each) for each in beside)


# What becomes of the table --------------------------------------------------------------------


def _no_followers_on(board: Board, cell: Cell) -> tuple[Figure, ...]:
    """The figures on a cell that are no followers."""
    followers = board.followers_on({cell})
    return tuple(each for each in board.position.standing_on({cell}) if each not in followers)


def _covered(board: Board) -> Iterator[Cell]:
    """The cell on which a tile was laid on top of another in this part of the turn."""
    return (cell for cell in laid(board.position) if board.position.tiles[cell][1:])


@book.rule(lasts(), "as-it-now-lies")
def what_a_feature_was_it_need_not_be(board: Board) -> bool | None:
    """Once a building has been on the table, tiles may have been covered."""
    piles = board.position.tiles.values()
    return False if any(_is_gaudis(placed.tile) for pile in piles for placed in pile) else None


@book.rule(precedes(), "covered-pieces-go-home")
def those_underneath(board: Board) -> Iterator[Change]:
    """A figure that is no follower goes home from a tile that is covered."""
    moves = (move for move in part(board.position) if isinstance(move, MoveFigure))
    new = [move.figure._replace(at=move.to) for move in moves]
    for cell in _covered(board):
        yield from (MoveFigure(it) for it in _no_followers_on(board, cell) if it not in new)


@book.rule(forbids(MoveFigure), "complete-before-and-after")
def it_was_complete_before(board: Board, move: MoveFigure) -> bool:
    """Nobody is deployed in a feature that a cover has left complete."""
    spot = move.to
    if spot is None or not move.deploys or spot not in board.regions:
        return False
    return spot.cell in _covered(board) and _still_complete(board.feature_at(spot))


@book.rule(precedes(), "completed-anew")
def features_left_complete(board: Board) -> Iterator[Change]:
    """A feature that a cover has left complete is scored with those it has completed."""
    spots = [spot for cell in _covered(board) for spot in board.tiles[cell].spots]
    for feature in dict.fromkeys(map(board.feature_at, spots)):
        if _still_complete(feature):
            yield Score(min(feature.spots))


def _still_complete(feature: Feature) -> bool:
    """Whether a feature is complete, and the tile just laid has not completed it."""
    return feature.complete and not feature.due
