"""Writes a position as a position file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Recall,
    Scored,
    SetAside,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import say
from carcassonne_judge.phrases import figure_phrase, held_phrase, spot_phrase
from carcassonne_judge.position import (
    COMPLETE,
    Change,
    Figure,
    InvalidPosition,
    Owed,
    PlacedTile,
    Player,
    Position,
    Score,
    Segment,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rules import RuleSet

_DENSE: Final = 4
"""A picture is drawn where the table has at most so many cells for each tile."""

_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w /.()*+-]*[\w)*+])?")
_ONE_WORD: Final = re.compile(r"[^\s#.]\S*")
_MISREAD: Final = frozenset(("yes", "no", "on", "off", "true", "false", "null", "y", "n"))
_QUARTER: Final = 90


def _not_shown(spot: Spot) -> InvalidPosition:
    text = say("no tile shows '{segment}' at {cell}; put one there")
    return InvalidPosition(text.format(segment=spot.segment, cell=spot.cell))


def write(
    position: Position,
    rules: RuleSet,
    title: str | Mapping[str, str] = "",
    colours: Mapping[Player, str] | None = None,
) -> str:
    """The position file that reads back as the same position under the same rules.

    Raises:
        InvalidPosition: something in it cannot be written.
    """
    return "".join(f"{line}\n" for line in _Writing(position, rules, colours or {}).lines(title))


def quoted(text: str) -> str:
    """A text as YAML reads it back unchanged: in quotes where a bare word would be misread."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _MISREAD:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    return f"\\U{ord(letter):08X}"


def _flow(entries: Iterable[tuple[str, object]]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries) + "}"


def _at(cell: Cell) -> str:
    return f"[{cell.x}, {cell.y}]"


def _spaced(phrase: str) -> str:
    """A phrase with its cell as ``0 1``, which needs no quotes in a list."""
    return re.sub(r"\((-?\d+),(-?\d+)\)", r"\1 \2", phrase)


class _Writing:
    def __init__(self, position: Position, rules: RuleSet, colours: Mapping[Player, str]) -> None:
        self.position = position
        self.colours = colours
        self.rules = rules
        self.board = Board(position, rules, regions={})

    def lines(self, title: str | Mapping[str, str]) -> Iterator[str]:
        """The lines of the file, in the order of its keys."""
        yield from self._title(title)
        yield f"boxes: [{', '.join(quoted(book.box) for book in self.rules.books)}]"
        given = self.rules.given.items()
        if given:
            yield f"readings: {_flow((name, quoted(value)) for name, value in given)}"
        yield from self._faces()
        yield from self._players()
        yield from self._tiles()
        yield from self._figures()
        yield from self._listed("tokens", map(self._token, self.position.tokens))
        yield from self._turn()
        yield from self._listed("done", map(self._change, self.position.done))
        yield from self._listed("closed", map(self._closed, self.position.closed))
        yield from self._listed("owed", map(self._owed, self.position.owed))
        out = self.position.discarded
        if out:
            yield f"discarded: [{', '.join(quoted(tile.id) for tile in out)}]"

    @staticmethod
    def _title(title: str | Mapping[str, str]) -> Iterator[str]:
        titles = {"": title} if isinstance(title, str) else title
        said = {language: quoted(text) for language, text in titles.items() if text.strip()}
        if said.keys() == {""}:
            yield f"title: {said['']}"
        elif said:
            yield "title:"
            yield from (f"  {language}: {text}" for language, text in said.items())

    @staticmethod
    def _listed(key: str, items: Iterable[str]) -> Iterator[str]:
        found = [f"  - {item}" for item in items]
        if found:
            yield f"{key}:"
            yield from found

    def _faces(self) -> Iterator[str]:
        """The tiles that no box in play lists as they are here."""
        position = self.position
        shown = [placed.tile for pile in position.tiles.values() for placed in pile]
        shown += [change.placed.tile for change in position.done if isinstance(change, PlaceTile)]
        shown += [change.tile for change in position.done if isinstance(change, Discard)]
        shown += [*position.discarded, *([position.hand] if position.hand else [])]
        known = self.rules.tiles
        odd = {it.id: it for it in shown if it.id not in known or known[it.id].tile != it}
        if odd:
            yield "faces:"
        for name, tile in odd.items():
            yield f"  {quoted(name)}: {self._face(tile)}"

    @staticmethod
    def _face(tile: Tile) -> str:
        entries: list[tuple[str, object]] = [
            (quoted(segment.name), _segment(segment)) for segment in tile.segments
        ]
        if tile.marks:
            entries.append(("marks", _flow((quoted(k), v) for k, v in tile.marks.items())))
        if tile.face != "declared":
            entries.append(("face", quoted(tile.face)))
        return _flow(entries)

    def _players(self) -> Iterator[str]:
        players = self.position.players
        about = {player: list(self._about(player)) for player in players}
        if not players:
            return
        if not any(about.values()):
            yield f"players: [{', '.join(map(quoted, players))}]"
            return
        yield "players:"
        for player, entries in about.items():
            yield f"  {quoted(player)}: {_flow(entries)}"

    def _about(self, player: Player) -> Iterator[tuple[str, object]]:
        if player in self.colours:
            yield "colour", quoted(self.colours[player])
        score = self.position.scores.get(player, 0)
        if score:
            yield "score", score
        own = [figure for figure in self.position.figures if figure.owner == player]
        out = Counter(figure.kind for figure in own if not figure.in_supply)
        at_hand = Counter(figure.kind for figure in own if figure.in_supply)
        odd = [
            (quoted(kind), at_hand[kind])
            for kind, about in self.rules.figures.items()
            if at_hand[kind] != max(about.count - out[kind], 0)
        ]
        if odd:
            yield "supply", _flow(odd)

    def _tiles(self) -> Iterator[str]:
        """The table: as a picture where the tiles lie close together, else one by one."""
        tiles = self.position.tiles
        singly: list[tuple[PlacedTile, bool]] = []
        if self._is_dense(tiles) and all(
            _ONE_WORD.fullmatch(pile[0].tile.id) for pile in tiles.values()
        ):
            yield from self._picture({cell: pile[0] for cell, pile in tiles.items()})
            singly = [(placed, True) for pile in tiles.values() for placed in pile[1:]]
        else:
            for pile in tiles.values():
                singly += [(placed, placed is not pile[0]) for placed in pile]
        yield from self._listed("tiles", (self._placed(*each) for each in singly))

    @staticmethod
    def _is_dense(tiles: Mapping[Cell, object]) -> bool:
        if len(tiles) <= 1:
            return False
        wide = max(cell.x for cell in tiles) - min(cell.x for cell in tiles) + 1
        high = max(cell.y for cell in tiles) - min(cell.y for cell in tiles) + 1
        return wide * high <= _DENSE * len(tiles)

    @staticmethod
    def _picture(tiles: Mapping[Cell, PlacedTile]) -> Iterator[str]:
        left, top = min(cell.x for cell in tiles), min(cell.y for cell in tiles)
        across = range(left, max(cell.x for cell in tiles) + 1)
        down = range(top, max(cell.y for cell in tiles) + 1)
        tokens = {cell: _token(placed) for cell, placed in tiles.items()}
        wide = max(map(len, tokens.values()))
        yield "board: |"
        for y in down:
            row = (tokens.get(Cell(x, y), ".").ljust(wide) for x in across)
            yield f"  {'  '.join(row)}".rstrip()
        if left or top:
            yield f"origin: [{left}, {top}]"

    @staticmethod
    def _placed(placed: PlacedTile, on_top: bool) -> str:  # noqa: FBT001 -- one pair of a list
        entries: list[tuple[str, object]] = [
            ("tile", quoted(placed.tile.id)),
            ("at", _at(placed.cell)),
        ]
        entries += [("turned", placed.quarters * _QUARTER)] if placed.quarters else []
        entries += [("on_top", "true")] if on_top else []
        return _flow(entries)

    def _figures(self) -> Iterator[str]:
        whose: defaultdict[Player, list[str]] = defaultdict(list)
        for figure in self.position.figures:
            if figure.held_by is not None:
                whose[figure.owner].append(held_phrase(figure.kind, figure.held_by, self.rules))
            elif figure.at is not None:
                whose[figure.owner].append(self._standing(figure.kind, figure.at))
        if whose:
            yield "figures:"
        for player, phrases in whose.items():
            yield f"  {quoted(player)}: [{', '.join(quoted(_spaced(it)) for it in phrases)}]"

    def _standing(self, kind: str, spot: Spot) -> str:
        placed = self.board.tiles.get(spot.cell)
        if placed is None or spot not in placed.spots:
            raise _not_shown(spot)
        return f"{figure_phrase(placed, spot, kind, self.rules)} at {spot.cell}"

    def _spot(self, spot: Spot) -> str:
        placed = self.board.tiles.get(spot.cell)
        if placed is None or spot not in placed.spots:
            raise _not_shown(spot)
        return quoted(_spaced(spot_phrase(placed, spot, self.rules)))

    def _token(self, token: Token) -> str:
        entries: list[tuple[str, object]] = [("token", quoted(token.kind))]
        if token.at is not None:
            at = self._spot(token.at) if isinstance(token.at, Spot) else _at(token.at)
            entries.append(("at", at))
        entries += [("owner", quoted(token.owner))] if token.owner is not None else []
        entries += [("side", token.side.name)] if token.side is not None else []
        entries += [("value", token.value)] if token.value != 1 else []
        return _flow(entries)

    def _turn(self) -> Iterator[str]:
        position = self.position
        entries: list[tuple[str, object]] = []
        if (position.turn and position.turn != position.players[0]) or (
            position.turn and position.hand
        ):
            entries.append(("player", quoted(position.turn)))
        entries += [("tile", quoted(position.hand.id))] if position.hand else []
        if entries:
            yield f"turn: {_flow(entries)}"

    def _change(self, change: Change) -> str:
        return _flow(self._entries(change))

    def _entries(self, change: Change) -> list[tuple[str, object]]:
        """What was done, as the keys that say so."""
        entries: list[tuple[str, object]]
        match change:
            case PlaceTile():
                entries = self._place(change)
            case MoveFigure():
                entries = self._move(change)
            case Discard(tile=tile):
                entries = [("discard", quoted(tile.id))]
            case Score(spot=spot, occasion=occasion):
                entries = [("judge", self._spot(spot)), ("occasion", quoted(occasion))]
            case PutToken(token=token):
                entries = [("put", self._token(token))]
            case GiveToken(token=token, player=player):
                entries = [("give", self._token(token)), ("player", quoted(player))]
            case SetAside(tile=tile):
                entries = [("set_aside", quoted(tile.id))]
            case MoveToken(token=token, to=to, owner=owner):
                at = self._spot(to) if isinstance(to, Spot) else _at(to)
                entries = [("move", self._token(token)), ("to", at)]
                entries += [("owner", quoted(owner))] if owner is not None else []
            case Award(player=player, times=times, earned_by=figure):
                entries = [("award", times), ("player", quoted(player)), *self._earner(figure)]
            case _:
                entries = _said(change)
        return entries

    def _earner(self, figure: Figure | None) -> Iterator[tuple[str, object]]:
        if figure:
            yield "earned_by", quoted(figure.kind)
            yield "owner", quoted(figure.owner)
            yield from self._way(figure, MoveFigure(figure))

    def _place(self, change: PlaceTile) -> list[tuple[str, object]]:
        placed = change.placed
        entries: list[tuple[str, object]] = [
            ("place", quoted(placed.tile.id)),
            ("at", _at(placed.cell)),
        ]
        entries += [("turned", placed.quarters * _QUARTER)] if placed.quarters else []
        if change.tokens:
            entries.append(("tokens", f"[{', '.join(map(self._token, change.tokens))}]"))
        return entries

    def _move(self, change: MoveFigure) -> list[tuple[str, object]]:
        figure, to = change.figure, change.to
        owner = ("player", quoted(figure.owner))
        if to and change.deploys and change.held_by is None:
            return [("deploy", quoted(_spaced(self._standing(figure.kind, to)))), owner]
        if figure.at and figure.held_by is None and to is None and change.held_by is None:
            way = "recall" if isinstance(change, Recall) else "take"
            return [(way, quoted(_spaced(self._standing(figure.kind, figure.at)))), owner]
        return [("carry", quoted(figure.kind)), owner, *self._way(figure, change)]

    def _way(self, figure: Figure, change: MoveFigure) -> Iterator[tuple[str, object]]:
        if figure.at:
            yield "source", self._spot(figure.at)
        if figure.held_by is not None:
            yield "from_holder", quoted(figure.held_by)
        if change.to:
            yield "to", self._spot(change.to)
        if change.held_by is not None:
            yield "to_holder", quoted(change.held_by)

    def _closed(self, score: Score) -> str:
        spot = self._spot(score.spot)
        if score.occasion == COMPLETE:
            return spot
        return _flow([("spot", spot), ("occasion", quoted(score.occasion))])

    def _owed(self, owed: Owed) -> str:
        entries: list[tuple[str, object]] = [
            ("player", quoted(owed.player)),
            ("clause", quoted(owed.clause)),
        ]
        entries += [("about", self._spot(owed.about))] if owed.about else []
        return _flow(entries)


def _said(change: Change) -> list[tuple[str, object]]:
    """What was done that nobody can see on the table."""
    match change:
        case Choose(player=player, clause=clause, which=which):
            return [("choose", quoted(clause)), ("which", which), ("player", quoted(player))]
        case ExtraTurn(player=player):
            return [("extra_turn", quoted(player))]
        case Pass(player=player, clause=clause):
            whose = [("player", quoted(player)), ("clause", quoted(clause))] if clause else []
            return [("passed", "true"), *whose]
        case Scored():
            return [("scored", "true")]
    text = say("{change} cannot be written as something a player did")
    raise InvalidPosition(text.format(change=change))


def _token(placed: PlacedTile) -> str:
    return f"{placed.tile.id}/{placed.quarters * _QUARTER}" if placed.quarters else placed.tile.id


def _segment(segment: Segment) -> str:
    entries: list[tuple[str, object]] = []
    if segment.kind != segment.name:
        entries.append(("kind", quoted(segment.kind)))
    if segment.ports:
        ports = " ".join(port.side.name + port.half for port in sorted(segment.ports))
        entries.append(("ports", ports))
    if segment.beside:
        entries.append(("beside", f"[{', '.join(map(quoted, sorted(segment.beside)))}]"))
    entries += [(quoted(mark), count) for mark, count in segment.marks.items()]
    return _flow(entries)
