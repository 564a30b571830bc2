"""Tables and tiles told in pictures of characters, with what is to be known about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from click import style, unstyle

from carcassonne_judge.board import Board
from carcassonne_judge.drawing.colours import liveries
from carcassonne_judge.drawing.text import Draughtsman
from carcassonne_judge.locale import language, say
from carcassonne_judge.phrases import figure_phrase
from carcassonne_judge.position import Figure, Player, Spot, Token
from carcassonne_judge.report import data, sentences

_PAINTS: Final = {
    "area": "yellow",
    "way": "bright_white",
    "water": "bright_blue",
    "mark": "magenta",
}


def table(board: Board, colours: Mapping[Player, str]) -> tuple[data.Data, list[str]]:
    """The table: as data and drawn, with who stands where and who is to play."""
    position = board.position
    draughtsman = Draughtsman(board.rules.books, liveries(position.players, colours))

    def role(figure: Figure) -> str:
        return sentences.standing(board, figure)

    drawn = draughtsman.table(position, role, _painted)
    lines = drawn or [say("No tile lies on the table.")]
    shown = {segment.kind for placed in board.tiles.values() for segment in placed.segments}
    kinds = [kind for kind in draughtsman.letters if kind in shown]
    lines = [*lines, "", draughtsman.legend(kinds)]
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
        earned = ", ".join(f"{player} {points}" for player, points in scores.items() if points)
        lines.append(say("Points: {points}").format(points=earned))
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
        "picture": [unstyle(line) for line in drawn],
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


def _painted(text: str, colour: str) -> str:
    """A text in colour, where the terminal has colours."""
    if colour.startswith("#"):
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return style(text, fg=(red, green, blue), bold=True)
    return style(text, fg=_PAINTS[colour]) if colour in _PAINTS else text
