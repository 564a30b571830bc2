"""The named changes of a position, and what was done in a part of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from carcassonne_judge.geometry import Cell
from carcassonne_judge.position import (
    Change,
    Figure,
    PlacedTile,
    Player,
    Position,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rules import Clause, Finding


class PlaceTile(Change, frozen=True):
    """Put the tile in hand on the table, with any tokens that are laid in the same move."""

    placed: PlacedTile
    tokens: tuple[Token, ...] = ()

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return frozenset({self.placed.cell}).union(*(token.cells for token in self.tokens))

    def on(self, position: Position) -> Position:
        """The position after this change."""
        stack = (*position.tiles.get(self.placed.cell, ()), self.placed)
        tiles = {**position.tiles, self.placed.cell: stack}
        return position._replace(tiles=tiles, hand=None, tokens=(*position.tokens, *self.tokens))


class Discard(Change, frozen=True):
    """Put the tile in hand out of the game."""

    tile: Tile

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(hand=None, discarded=(*position.discarded, self.tile))


class SetAside(Change, frozen=True):
    """Lay the tile in hand aside, to be shuffled in again with those not yet drawn."""

    tile: Tile

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(hand=None)


class MoveFigure(Change, frozen=True):
    """Deploy a figure, send it home, hand it over, or carry it from one spot to another."""

    figure: Figure
    to: Spot | None = None
    held_by: Player | None = None

    def on(self, position: Position) -> Position:
        """The position after this change; a figure that nobody has is taken from nowhere."""
        moved = Figure(self.figure.kind, self.figure.owner, self.to, self.held_by)
        return position._replace(figures=position.figures.with_moved(self.figure, moved))

    def made(self, position: Position) -> bool:
        """Whether the figure is no longer where it was to be moved from."""
        return self.figure not in position.figures

    @property
    def deploys(self) -> bool:
        """Whether it brings a figure from the supply onto the table."""
        return self.to is not None and self.figure.in_supply


class Recall(MoveFigure, frozen=True):
    """Send a figure home at its owner's wish, in a way that its own box gives it.

    It goes at once, and is remembered apart from what else sends figures home.
    """


class PutToken(Change, frozen=True):
    """Put one more token on the table or in front of a player."""

    token: Token

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return self.token.cells

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(tokens=(*position.tokens, self.token))


class MoveToken(Change, frozen=True):
    """Carry a token to a cell or a spot, where it is a player's or nobody's."""

    token: Token
    to: Cell | Spot
    owner: Player | None = None

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return self.token.cells | {self.to.cell if isinstance(self.to, Spot) else self.to}

    def on(self, position: Position) -> Position:
        """The position after this change."""
        tokens = list(position.tokens)
        tokens[tokens.index(self.token)] = replace(self.token, at=self.to, owner=self.owner)
        return position._replace(tokens=tuple(tokens))


class GiveToken(Change, frozen=True):
    """Hand a token that is on the table, or in front of somebody, to a player."""

    token: Token
    player: Player

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return self.token.cells

    def on(self, position: Position) -> Position:
        """The position after this change."""
        tokens = list(position.tokens)
        tokens[tokens.index(self.token)] = replace(self.token, at=None, owner=self.player)
        return position._replace(tokens=tuple(tokens))

    def made(self, position: Position) -> bool:
        """Whether the token is no longer where it was to be taken from."""
        return self.token not in position.tokens


class ExtraTurn(Change, frozen=True):
    """Let a player take one more part of a turn; it is remembered with what was done."""

    player: Player

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(done=(*position.done, self))

    def made(self, position: Position) -> bool:
        """Whether this turn has an extra part already."""
        return self in position.done


class _Remark(Change, frozen=True):
    """What leaves the table as it is."""

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position


class Award(Change, frozen=True):
    """Points as a consequence: so many times those of the clause that awards them.

    ``earned_by`` is the figure that earned them, where one did. An award is remembered with what
    was done.
    """

    player: Player
    times: int
    earned_by: Figure | None = None

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return position._replace(done=(*position.done, self))


class Under(Change, frozen=True):
    """A change that rests on another clause than the rule that brings it about.

    So one rule may bring about what several clauses say together, each point under its own.
    """

    clause: Clause
    change: Change

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells where it may alter what a tile shows."""
        return self.change.cells

    def on(self, position: Position) -> Position:
        """The position after this change."""
        return self.change.on(position)

    def made(self, position: Position) -> bool:
        """Whether it has been made already."""
        return self.change.made(position)


class OneOf(_Remark, frozen=True):
    """A player's choice among points: the best is taken where nobody has chosen.

    ``about`` is what each alternative is about, in their order, where it is anything on the table.
    """

    player: Player
    alternatives: tuple[tuple[Change, ...], ...]
    about: tuple[Spot | None, ...] = ()

    def gain(self, alternative: tuple[Change, ...]) -> int:
        """What an alternative gives the player: in points where it says under which clause."""
        plain = ((each, 1) for each in alternative if isinstance(each, Award))
        named = (
            (each.change, each.clause.times(1))
            for each in alternative
            if isinstance(each, Under) and isinstance(each.change, Award)
        )
        awards = (*plain, *named)
        return sum(award.times * points for award, points in awards if award.player == self.player)

    @property
    def best(self) -> tuple[Change, ...]:
        """The alternative that gives the player most, the first of equals."""
        return max(self.alternatives, key=self.gain)

    @property
    def in_order(self) -> OneOf:
        """The same choice with the best alternatives first, so that their numbers say which."""
        places = self.about or (None,) * len(self.alternatives)
        pairs = zip(self.alternatives, places, strict=True)
        ordered = sorted(pairs, key=lambda pair: self.gain(pair[0]), reverse=True)
        about = tuple(place for _, place in ordered) if self.about else ()
        return OneOf(self.player, tuple(it for it, _ in ordered), about)


class Choose(_Remark, frozen=True):
    """A player's choice, said beforehand: which of the alternatives under a clause, from nought."""

    player: Player
    clause: str
    which: int


class Stay(_Remark, frozen=True):
    """Leave a figure where it stands, which something else would have sent home."""

    figure: Figure


class Pass(_Remark, frozen=True):
    """Leave what is owed undone, where that is allowed; it is remembered who did, and of what."""

    player: Player = ""
    clause: str = ""


class Scored(_Remark, frozen=True):
    """The mark in what was done that this part of the turn has been scored."""


def part(position: Position) -> tuple[Change, ...]:
    """What was done in this part of the turn: since the last tile was laid, that tile included."""
    done = position.done
    for at in range(len(done) - 1, 0, -1):
        if isinstance(done[at], PlaceTile):
            return done[at:]
    return done


def laid(position: Position) -> frozenset[Cell]:
    """The cell that a tile was laid on in this part of the turn; none once another has begun."""
    moves = part(position)
    if Scored() in moves and any(isinstance(change, ExtraTurn) for change in moves):
        return frozenset()
    return frozenset([change.placed.cell for change in moves if isinstance(change, PlaceTile)])


def resting(change: Change, clause: Clause) -> Finding[Change]:
    """A change and the clause that it rests on: the rule's, unless it is under another."""
    return (
        Finding(change.change, change.clause)
        if isinstance(change, Under)
        else Finding(change, clause)
    )
