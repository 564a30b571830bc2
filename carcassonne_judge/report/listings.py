"""Moves, steps and pictures told: what is listed rather than ruled on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, PlaceTile
from carcassonne_judge.game import Run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import objections, options
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.offered import offer_phrase
from carcassonne_judge.position import PlacedTile, Player, Tile
from carcassonne_judge.report import Row, data, listed, sentence, sentences
from carcassonne_judge.report.data import claims
from carcassonne_judge.report.rulings import Telling
from carcassonne_judge.report.told import (
    Drawn,
    Gap,
    Grid,
    Paragraph,
    Reasons,
    Told,
    heading,
)
from carcassonne_judge.rules import Clause
from carcassonne_judge.turn import Prospect, Refusal

_NOTHING = "–"
_IN = "  "
_NAMED = 4
"""The most placements that are named one by one."""


# What may be played ---------------------------------------------------------------------------


def goes_to(seen: Prospect, cell: Cell) -> bool:
    """Whether a move lays a tile on a cell."""
    move = seen.option.move
    return isinstance(move, PlaceTile) and move.placed.cell == cell


def barred(board: Board, tile: Tile, cell: Cell) -> list[Refusal]:
    """What forbids a tile to lie on a cell, for each way of turning it that is not allowed."""
    moves = (PlaceTile(PlacedTile(tile, cell, quarters)) for quarters in tile.turnings)
    return [Refusal(move, clause) for move in moves for clause in objections(board, move)]


def tiles_to_place(board: Board, found: Iterable[Prospect]) -> tuple[Tile, ...]:
    """The tile in hand; or else what the rules let a player place, or throw away, without one."""
    if board.position.hand is not None:
        return (board.position.hand,)
    moves = (each.option.move for each in found)
    tiles = (
        move.placed.tile if isinstance(move, PlaceTile) else move.tile
        for move in moves
        if isinstance(move, PlaceTile | Discard)
    )
    return tuple(dict.fromkeys(tiles))


def moves(
    telling: Telling,
    board: Board,
    tiles: Sequence[Tile],
    found: Sequence[Prospect],
    forbidden: Sequence[Refusal],
) -> list[Told]:
    """Every legal move, with what may be claimed and what would score; what forbids the rest."""
    placements = [each for each in found if isinstance(each.option.move, PlaceTile)]
    if not tiles or board.position.owed:
        return _answers(telling, board, found)
    count = len(placements)
    head = say_many(
        "{player} may place {tile} in {count} way.",
        "{player} may place {tile} in {count} ways.",
        count,
    )
    if not count:
        head = say("{player} may place {tile} nowhere.")
        if forbidden:
            head = say("{player} may not place {tile} there.")
    player, name = board.position.turn, listed([tile.id for tile in tiles])
    first = (head.format(player=player, tile=name, count=count), "")
    if not count and not forbidden:
        first = (first[0], telling.cite(*_against_all(board)))
    told: list[Told] = [Reasons((first,), headed=True)]
    if placements:
        headers = [say("cell"), say("turned"), say("may claim"), say("scores at once")]
        cells = tuple(_placement(board, each) for each in placements)
        moves = [each.option.move for each in placements]
        where = tuple(move.placed.cell for move in moves if isinstance(move, PlaceTile))
        told += [Gap(), Grid(tuple(map(sentence, headers)), cells, about=where)]
        offered = [each.option.offered_by for each in placements]
        offered += [it.option.offered_by for each in placements for it in each.then if claims(it)]
        by = telling.cite(*dict.fromkeys(offered))
        told += [Gap(), Paragraph(say("Offered by: {clauses}").format(clauses=by))]
    told += _following(telling, placements)
    others = [each for each in found if each not in placements]
    rows = [_on_offer(telling, board, each) for each in others]
    told.append(Reasons(tuple((_IN + text, by) for text, by in rows)))
    return [*told, *refused(telling, board, forbidden)]


def _answers(telling: Telling, board: Board, found: Sequence[Prospect]) -> list[Told]:
    """What may be done where no tile is to be placed: what is owed, or what else a turn allows."""
    head = say("{player} may still do this:").format(player=board.position.turn)
    clause = ""
    if board.position.owed:
        first = board.position.owed[0]
        head = sentence(sentences.owing(board, first)) + ":"
        clause = telling.cite(board.rules.clauses[first.clause])
    elif not found:
        head = say("{player} may do nothing more.").format(player=board.position.turn)
    rows = [_on_offer(telling, board, each) for each in found]
    rows = [(_IN + text, "" if by == clause else by) for text, by in rows]
    return [Reasons(((head, clause), *rows), headed=True)]


def _on_offer(telling: Telling, board: Board, seen: Prospect) -> Row:
    """A move in the words in which it is made, with what it scores at once."""
    earned = _earned(seen.ruling.scores)
    said = offer_phrase(seen.option.move, board, language())
    return f"{said} ({earned})" if earned else said, telling.cite(seen.option.offered_by)


def _following(telling: Telling, placements: Sequence[Prospect]) -> list[Told]:
    """What boxes let follow a placement besides a claim, and after which placements."""
    after: dict[Row, list[Prospect]] = {}
    for each in placements:
        plain = each.ruling.scores
        for it in each.then:
            if not claims(it):
                row = _on_offer(telling, each.ruling.halfway, it)
                if it.ruling.scores == plain:
                    said = offer_phrase(it.option.move, each.ruling.halfway, language())
                    row = (said, row[1])
                after.setdefault(row, []).append(each)
    if not after:
        return []
    rows = []
    for (text, by), seen in after.items():
        where = "" if len(seen) == len(placements) else _after(seen)
        rows.append((f"{_IN}{text}{where}", by))
    return [Gap(), Paragraph(say("After placing, besides:")), Reasons(tuple(rows))]


def _after(placements: Sequence[Prospect]) -> str:
    """Some placements, named by cell and rotation, the first few of them."""
    named = []
    for each in placements[:_NAMED]:
        move = each.option.move
        if isinstance(move, PlaceTile):
            named.append(f"{move.placed.cell} {move.placed.quarters * 90}°")
    more = " …" if len(placements) > _NAMED else ""
    return f"  [{', '.join(named)}{more}]"


def _against_all(board: Board) -> list[Clause]:
    """The clauses that every placement of the tile in hand goes against, as it is offered."""
    offered = [each for each in options(board) if isinstance(each.move, PlaceTile)]
    first = offered[0].forbidden_by if offered else ()
    return [clause for clause in first if all(clause in each.forbidden_by for each in offered)]


def _placement(board: Board, seen: Prospect) -> tuple[str, ...]:
    move = seen.option.move
    if not isinstance(move, PlaceTile):
        return ()
    placed = move.placed
    first, *others = placed.tile.turnings[placed.quarters]
    turned = f"{first * 90}°"
    if others:
        turned += f" (= {', '.join(f'{quarters * 90}°' for quarters in others)})"
    plain = _earned(seen.ruling.scores)
    named = []
    for each in (it for it in seen.then if claims(it)):
        name = data.claim_name(each, board)
        own = _earned(each.ruling.scores)
        named.append(name if own == plain else f"{name} ({own or _NOTHING})")
    where = sentences.on_top(board, move)
    return where, turned, ", ".join(named) or _NOTHING, plain or _NOTHING


def _earned(scores: Mapping[Player, int]) -> str:
    return ", ".join(f"{player} {points}" for player, points in scores.items() if points)


def refused(telling: Telling, board: Board, forbidden: Iterable[Refusal]) -> list[Told]:
    """Moves against the rules, each with the clauses that it goes against."""
    rows = []
    player = board.position.turn
    for move, against in groupby(forbidden, key=lambda each: each.move):
        deed = sentences.deed(board, move)
        rows.append(telling.refusal(player, deed, [each.clause for each in against]))
    return [Gap(), Reasons(tuple(rows))] if rows else []


# A game, step by step -------------------------------------------------------------------------


def steps(telling: Telling, run: Run) -> list[Told]:
    """A whole game, one line for each part of a turn."""
    rows = []
    before = run.start
    for number, ruling in enumerate(run.rulings, 1):
        totals = ruling.board.position.scores
        standing = " ".join(f"{totals.get(p, 0)}" for p in ruling.board.position.players)
        against = telling.cite(*(refusal.clause for refusal in ruling.refusals))
        for verdict in ruling.verdicts:
            telling.cite(*(line.clause for line in verdict.lines))
        for error in ruling.unsettled:
            telling.cite(*(found.clause for found in error.findings))
        note = say("against {clauses}").format(clauses=against) if against else ""
        open_matters = ruling.unsettled or any(v.unsettled for v in ruling.verdicts)
        note = note or (say("not settled") if open_matters else "")
        owed = ruling.board.position.owed
        note = note or (sentences.owing(ruling.board, owed[0]) if owed else "")
        rows.append(
            (str(number), telling.move(ruling, before), _earned(ruling.scores), standing, note)
        )
        before = ruling.board
    count = len(rows)
    head = say_many("{count} move", "{count} moves", count).format(count=count)
    told: list[Told] = [heading(head)]
    if rows:
        players = " ".join(run.start.position.players)
        headers = ("", sentence(say("move")), sentence(say("scores")), players, "")
        last = len(headers) if any(row[-1] for row in rows) else -1
        told += [Gap(), Grid(headers[:last], tuple(row[:last] for row in rows), (0,))]
    return told


def assertions(held: Sequence[tuple[str, bool | None]]) -> list[Told]:
    """What a saved game asserts, and whether it holds."""
    if not held:
        return []
    words = {True: say("holds"), False: say("does not hold"), None: say("not about the rules")}
    met = sum(holds is True for _, holds in held)
    head = say("Assertions: {met} of {count} hold").format(met=met, count=len(held))
    room = max(map(len, words.values()))
    found = (f"{_IN}{words[holds]:<{room}}  {text}" for text, holds in held)
    return [Gap(), heading(head), Drawn(tuple(found))]
