"""Reads what lies on the table in a position file: tiles, figures, tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from carcassonne_judge.board import Board
from carcassonne_judge.geometry import Cell, Side
from carcassonne_judge.locale import large, phrase, say
from carcassonne_judge.phrases import (
    FARTHEST,
    PhraseError,
    off_the_table,
    read_figure,
    read_figure_kind,
    split_holder,
    split_place,
)
from carcassonne_judge.position import (
    NEUTRAL,
    Figure,
    Figures,
    PlacedTile,
    Player,
    Position,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.position_file.boxes import declared_face
from carcassonne_judge.position_file.cases import Place, Tiles, maybe, nearest, quarters
from carcassonne_judge.position_file.names import Names
from carcassonne_judge.position_file.source import (
    Entries,
    Fault,
    FaultsError,
    Items,
    Node,
    Source,
    Text,
    rows,
)
from carcassonne_judge.position_keys import TileEntry, TokenEntry
from carcassonne_judge.rules import RuleSet

MOST_TILES: Final = 50_000
_EMPTY: Final = "."
_TURNED_TILE: Final = re.compile(r"(.+)/(\d{1,9})")


class Table(Names):
    """What lies on the table as a file has it; what is wrong with it is gathered."""

    def __init__(self, document: Source, rules: RuleSet, faults: Iterable[Fault] = ()) -> None:
        super().__init__(document.name, rules, faults)
        self.document = document
        self.tiles = Tiles(rules)
        self.lying: dict[Cell, tuple[PlacedTile, ...]] = {}
        self.figures: list[Figure] = []
        self.tokens: tuple[Token, ...] = ()
        self.unknown: set[Cell] = set()
        """The cells where something lies that could not be read."""
        self._tiles_read = 0

    def read(self, keys: Mapping[str, Node]) -> None:
        """Read the table: who plays, what lies there and who stands where."""
        faces = self.map(keys.get("faces"), "faces: {house: {road: {ports: S}}}")
        declared = {key.value: declared_face(self, key, face, self.rules) for key, face in faces}
        self.tiles = Tiles(self.rules, {name: tile for name, tile in declared.items() if tile})
        self.read_players(keys.get("players"))
        self._read_board(keys.get("board"), keys.get("origin"))
        on_tiles = list(self._read_tiles(keys.get("tiles")))
        self.board = self._bare_board()
        self.tokens = tuple(self._tokens(keys.get("tokens")))
        self.board = self._bare_board()
        for cell, whose in on_tiles:
            self._read_figures(whose, cell)
        self._read_figures(keys.get("figures"), None)

    @property
    def all_figures(self) -> Figures:
        """The figures on the table and in somebody's hand, and those at hand."""
        used = Counter((figure.owner, figure.kind) for figure in self.figures)
        figures = list(self.figures)
        for player in self.players:
            for kind, about in self.rules.figures.items():
                left = max(about.count - used[player, kind], 0)
                figures += [Figure(kind, player)] * self.supply.get((player, kind), left)
        for kind, about in self.rules.figures.items():
            figures += [Figure(kind, NEUTRAL)] * max(about.neutral - used[NEUTRAL, kind], 0)
        return Figures(figures)

    def _read_board(self, node: Node | None, origin: Node | None) -> None:
        """The table as a picture."""
        left, top = self._origin(origin)
        text = self.text(node, phrase("the table, a row a line, after '|'")) if node else None
        if text is None:
            return
        if text.style in ("", ">") and "\n" in self._as_written(text):
            self.fault(text, say("a picture of several rows begins with '|': write 'board: |'"))
            return
        y = top
        blank: Text | None = None
        for line, row, column in rows(self.document, text):
            if not row.strip():
                blank = Text(line, 1, "") if y > top else None
                continue
            if blank:
                what = say("an empty row in the picture; write '.' for an empty cell")
                self.fault(blank, what)
                blank = None
            for x, token in enumerate(re.finditer(r"\S+", row), start=left):
                where = Text(line, column + token.start(), token.group())
                if token.group().startswith("#"):
                    what = say("no comment can stand in the picture; write it above 'board'")
                    self.fault(where, what)
                    break
                if token.group() != _EMPTY:
                    self._lay_token(where, Cell(x, y))
            y += 1

    def _as_written(self, text: Text) -> str:
        """What follows a text that is not a block, to see whether it was meant as one."""
        if text.style == ">":
            return "\n"
        rest = self.document.lines[text.line - 1][text.column - 1 :]
        return "" if text.value.split()[-1] in rest.split("#")[0] else "\n"

    def _origin(self, node: Node | None) -> tuple[int, int]:
        if node is None:
            return 0, 0
        numbers = [self.number(item) for item in self.list(node, "origin: [-1, -1]")]
        if len(numbers) == len("xy") and numbers[0] is not None and numbers[1] is not None:
            return numbers[0], numbers[1]
        if None not in numbers and isinstance(node, Items):
            self.fault(node, say("a list of 2 belongs here: origin: [-1, -1]"))
        return 0, 0

    def _lay_token(self, node: Text, cell: Cell) -> None:
        name, degrees = node.value, 0
        turned = _TURNED_TILE.fullmatch(name)
        if turned and name not in self.rules.tiles and name not in self.tiles.declared:
            name, degrees = turned[1], int(turned[2])
        try:
            self._lay(node, self.tiles.placed(name, cell, degrees), node)
        except PhraseError as error:
            self.unknown.add(cell)
            self.fault(node, error)

    def _read_tiles(self, node: Node | None) -> Iterator[tuple[Cell, Node]]:
        """Tiles one by one; what stands on each is read when all of them lie."""
        for item in self.list(node, "tiles: [{tile: E, at: [0, 1]}]"):
            tile = self.entry(item, TileEntry)
            if tile is None or not isinstance(item, Entries):
                continue
            keys, cell = item.items, Cell(*tile.at)
            placed = self.placed(item, "tile", cell, tile.turned)
            if placed:
                self._lay(keys["tile"], placed, keys["at"], on_top=tile.on_top)
                if "figures" in keys:
                    yield cell, keys["figures"]
            else:
                self.unknown.add(cell)

    def _lay(self, node: Node, placed: PlacedTile, at: Node, *, on_top: bool = False) -> None:
        """Put a tile on the table, unless something lies there."""
        self._tiles_read += 1
        if self._tiles_read > MOST_TILES:
            text = say("more than {limit} tiles; split the position").format(
                limit=large(MOST_TILES)
            )
            raise FaultsError([*self.faults, Fault(self.source, node.line, node.column, text)])
        cell = placed.cell
        before = self.lying.get(cell, ())
        if before and not on_top:
            there = self.places[cell]
            text = say(
                "two tiles at {cell}: {tile} lies there (line {line}); "
                "move one, or say on_top: true if it lies on the other"
            )
            self.fault(at, text.format(cell=cell, tile=before[-1].tile.id, line=there.line))
        elif on_top and not before:
            text = say("nothing lies at {cell} for it to lie on; take out on_top")
            self.fault(at, text.format(cell=cell))
        else:
            self.lying[cell] = (*before, placed)
            self.places[cell] = Place(node.line, node.column)

    def _bare_board(self) -> Board:
        """The tiles as they lie, to read phrases on; nobody asks it for features."""
        return Board(Position(self.lying, tokens=self.tokens), self.rules, regions={})

    def _read_figures(self, node: Node | None, cell: Cell | None) -> None:
        """Who stands where, by player: on one tile, or anywhere."""
        what = "figures: {A: knight at 0 1}" if cell is None else "figures: {A: knight}"
        for key, phrases in self.map(node, what):
            player = self.player(key)
            for text in self.texts(phrases, phrase("who stands where, as 'knight at 0 1'")):
                try:
                    figure = self._figure(text, player, cell)
                except PhraseError as error:
                    self.fault(text, error)
                    continue
                if figure:
                    self.figures.append(figure)
                    self.places.setdefault(figure, Place(text.line, text.column))

    def _figure(self, text: Text, player: Player, cell: Cell | None) -> Figure | None:
        held = split_holder(text.value) if cell is None else None
        if held:
            kind, holder = held
            node = Text(text.line, text.column, holder, "'")
            return Figure(read_figure_kind(kind, self.rules), player, held_by=self.player(node))
        what = text.value
        if cell is None:
            what, cell = split_place(what)
        placed = self.board.tiles.get(cell)
        if placed is None:
            if cell not in self.unknown:
                said = say("no tile lies at {cell}; put one there, or name another cell")
                self.fault(text, said.format(cell=cell))
            return None
        kind, spot = read_figure(what, placed, self.rules)
        return Figure(kind, player, spot)

    def spot(self, node: Text) -> Spot | None:
        """The segment that a phrase means on the table, as ``city at 0 1``."""
        try:
            return self.phrase(node).spot(self.board)
        except FaultsError as error:
            self.faults += error.faults
            return None

    def figure_at(self, node: Text) -> tuple[str, Spot] | None:
        """Who stands where on the table, as ``knight at 0 1``."""
        try:
            return self.phrase(node).figure(self.board)
        except FaultsError as error:
            self.faults += error.faults
            return None

    def tile(self, node: Node) -> Tile | None:
        """The tile that is named there."""
        text = self.text(node, phrase("a tile"))
        try:
            return self.tiles.named(text.value) if text else None
        except PhraseError as error:
            self.fault(node, error)
            return None

    def placed(self, entry: Entries, key: str, cell: Cell, degrees: int) -> PlacedTile | None:
        """A tile as an entry places it; ``key`` is where the entry names it."""
        tile = self.tile(entry.items[key])
        if max(map(abs, cell)) > FARTHEST:
            self.fault(entry.items["at"], off_the_table(cell))
            return None
        try:
            turned = quarters(degrees)
        except PhraseError as error:
            self.fault(entry.items["turned"], error)
            return None
        return PlacedTile(tile, cell, turned) if tile else None

    def _tokens(self, node: Node | None) -> Iterator[Token]:
        for item in self.list(node, "tokens: [{token: fairy, at: [0, 1]}]"):
            token = self.token(item)
            if token:
                yield token

    def token(self, node: Node) -> Token | None:
        """A token: what it is, where, and whose."""
        entry = self.entry(node, TokenEntry)
        if entry is None or not isinstance(node, Entries):
            return None
        kinds = tuple(kind for book in self.rules.books for kind in book.tokens)
        if entry.token not in kinds:
            near = nearest(entry.token, kinds)
            remedy = maybe(near) or say("leave it out, or add its box to boxes")
            text = say("no box in play has a token '{name}'; {remedy}")
            self.fault(node.items["token"], text.format(name=entry.token, remedy=remedy))
            return None
        side = Side.__members__.get(entry.side or "")
        if entry.side and side is None:
            text = say("'{side}' is no side; the sides are N E S W")
            self.fault(node.items["side"], text.format(side=entry.side))
        at, owner = node.items.get("at"), node.items.get("owner")
        where: Cell | Spot | None = self.spot(at) if isinstance(at, Text) else None
        if entry.at and not isinstance(entry.at, str):
            where = Cell(*entry.at)
        who = self.player(owner) if isinstance(owner, Text) else None
        return Token(entry.token, where, who, side, entry.value)
