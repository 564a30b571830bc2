"""Moves, steps and pictures told: what is listed rather than ruled on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from carcassonne_judge.board import Board
from carcassonne_judge.changes import PlaceTile
from carcassonne_judge.game import Run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import objections
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.phrases import figure_phrase
from carcassonne_judge.position import PlacedTile, Player, Spot, Tile, Token
from carcassonne_judge.report import catalogue, cited, data, drawing, sentence, sentences, strong
from carcassonne_judge.report import table as drawn_table
from carcassonne_judge.report.rulings import Telling
from carcassonne_judge.turn import Prospect, Refusal

_NOTHING = "–"


# What may be played ---------------------------------------------------------------------------


def goes_to(seen: Prospect, cell: Cell) -> bool:
    """Whether a move lays a tile on a cell."""
    move = seen.option.move
    return isinstance(move, PlaceTile) and move.placed.cell == cell


def barred(board: Board, tile: Tile, cell: Cell) -> list[Refusal]:
    """What forbids a tile to lie on a cell, for each way of turning it that is not allowed."""
    moves = (PlaceTile(PlacedTile(tile, cell, quarters)) for quarters in tile.turnings)
    return [Refusal(move, clause) for move in moves for clause in objections(board, move)]


def moves(
    telling: Telling, board: Board, found: Sequence[Prospect], forbidden: Sequence[Refusal]
) -> list[str]:
    """Every legal move, with what may be claimed and what would score; what forbids the rest."""
    placements = [each for each in found if isinstance(each.option.move, PlaceTile)]
    hand = board.position.hand
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
    player, name = board.position.turn, hand.id if hand else ""
    told = [strong(head.format(player=player, tile=name, count=count))]
    if placements:
        headers = [say("cell"), say("turned"), say("may claim"), say("scores at once")]
        rows = [_placement(board, each) for each in placements]
        told += ["", *drawn_table([sentence(h) for h in headers], rows).splitlines()]
        offered = [each.option.offered_by for each in placements]
        offered += [then.option.offered_by for each in placements for then in each.then]
        by = telling.cite(*dict.fromkeys(offered))
        told += ["", say("Offered by: {clauses}").format(clauses=by)]
    others = [each for each in found if each not in placements]
    rows_of_others = [
        (sentence(sentences.deed(board, each.option.move)), telling.cite(each.option.offered_by))
        for each in others
    ]
    told += cited(rows_of_others, telling.width)
    return [*told, *refused(telling, board, forbidden)]


def _placement(board: Board, seen: Prospect) -> list[str]:
    move = seen.option.move
    if not isinstance(move, PlaceTile):
        return []
    placed = move.placed
    first, *others = placed.tile.turnings[placed.quarters]
    turned = f"{first * 90}°"
    if others:
        turned += f" (= {', '.join(f'{quarters * 90}°' for quarters in others)})"
    plain = _earned(seen.ruling.scores)
    claims = []
    for each in seen.then:
        name = data.claim_name(each, board)
        own = _earned(each.ruling.scores)
        claims.append(name if own == plain else f"{name} ({own or _NOTHING})")
    return [sentences.on_top(board, move), turned, ", ".join(claims) or _NOTHING, plain or _NOTHING]


def _earned(scores: Mapping[Player, int]) -> str:
    return ", ".join(f"{player} {points}" for player, points in scores.items() if points)


def refused(telling: Telling, board: Board, forbidden: Iterable[Refusal]) -> list[str]:
    """Moves against the rules, each with the clauses that it goes against."""
    rows = []
    player = board.position.turn
    for move, against in groupby(forbidden, key=lambda each: each.move):
        deed = sentences.deed(board, move)
        clause = telling.cite(*(each.clause for each in against))
        rows.append((say("{player} may not {deed}").format(player=player, deed=deed), clause))
    return ["", *cited(rows, telling.width)] if rows else []


# A game, step by step -------------------------------------------------------------------------


def steps(telling: Telling, run: Run) -> list[str]:
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
        rows.append(
            [str(number), telling.move(ruling, before), _earned(ruling.scores), standing, note]
        )
        before = ruling.board
    count = len(rows)
    head = say_many("{count} move", "{count} moves", count).format(count=count)
    told = [strong(head)]
    if rows:
        players = " ".join(run.start.position.players)
        headers = ["", say("move"), say("scores"), players, ""]
        if not any(row[-1] for row in rows):
            rows, headers = [row[:-1] for row in rows], headers[:-1]
        told += [
            "",
            *drawn_table([*map(sentence, headers[:3]), *headers[3:]], rows, (0,)).splitlines(),
        ]
    return told


def assertions(held: Sequence[tuple[str, bool | None]]) -> list[str]:
    """What a saved game asserts, and whether it holds."""
    if not held:
        return []
    words = {True: say("holds"), False: say("does not hold"), None: say("not about the rules")}
    met = sum(holds is True for _, holds in held)
    head = say("Assertions: {met} of {count} hold").format(met=met, count=len(held))
    room = max(map(len, words.values()))
    return ["", strong(head), *(f"  {words[holds]:<{room}}  {text}" for text, holds in held)]


# The table ------------------------------------------------------------------------------------


def table(board: Board) -> tuple[data.Data, list[str]]:
    """The table: as data and drawn, with who stands where and who is to play."""
    position = board.position
    books = {book.box: book for book in board.rules.books}
    names = drawing.letters(board.rules.books)
    lines = drawing.table(position, names) or [say("No tile lies on the table.")]
    shown = {segment.kind for placed in board.tiles.values() for segment in placed.segments}
    lines += ["", catalogue.legend(books, {k: v for k, v in names.items() if k in shown})]
    figures: dict[Player, list[str]] = {}
    for figure in position.figures:
        if figure.at is not None and figure.at.cell in board.tiles:
            placed = board.tiles[figure.at.cell]
            said = figure_phrase(placed, figure.at, figure.kind, board.rules, language())
            text = say("{figure} at {cell}").format(figure=said, cell=figure.at.cell)
            figures.setdefault(figure.owner, []).append(text)
    lines += [f"{player}: {', '.join(where)}" for player, where in figures.items()]
    tokens = [token_phrase(board, token) for token in position.tokens]
    if tokens:
        lines.append(say("Besides: {things}").format(things=", ".join(tokens)))
    scores = {player: position.scores.get(player, 0) for player in position.players}
    if any(scores.values()):
        lines.append(say("Points: {points}").format(points=_earned(scores)))
    if position.hand is not None:
        text = say("{player} is to play, with {tile} in hand.")
        lines.append(text.format(player=position.turn, tile=position.hand.id))
    told = {
        "tiles": [
            {"tile": p.tile.id, "at": data.at(p.cell), "turned": p.quarters * 90}
            for pile in position.tiles.values()
            for p in pile
        ],
        "figures": figures,
        "tokens": tokens,
        "scores": scores,
        "turn": position.turn or None,
        "hand": position.hand.id if position.hand else None,
        "picture": drawing.table(position, names),
    }
    return told, lines


def token_phrase(board: Board, token: Token) -> str:
    """A token and where it is: on a cell, in a feature, or in front of a player."""
    name = sentences.words(board.rules).token(token.kind)
    if isinstance(token.at, Spot):
        return f"{name} ({sentences.spot(board, token.at)})"
    if token.at is not None:
        return f"{name} {token.at}"
    return f"{name} ({token.owner})" if token.owner else name
