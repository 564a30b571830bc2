"""Position YAML ⇄ cases: a position, the moves to rule on, and what is expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from carcassonne_judge.board import Board
from carcassonne_judge.cases import (
    Case,
    Expectation,
    LineText,
    Phrase,
    Place,
    Tiles,
    WrittenMove,
    nearest,
    quarters,
    written_move,
)
from carcassonne_judge.geometry import Cell, Side
from carcassonne_judge.phrases import (
    FARTHEST,
    PhraseError,
    read_figure,
    read_figure_kind,
    split_holder,
    split_place,
)
from carcassonne_judge.position import (
    Figure,
    Figures,
    PlacedTile,
    Player,
    Position,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.position_keys import (
    TOP_LEVEL,
    ExpectEntry,
    MoveEntry,
    PlayerEntry,
    TileEntry,
    TokenEntry,
    TurnEntry,
    schema,
)
from carcassonne_judge.position_parts import Halfway, halfway
from carcassonne_judge.position_rules import declared_face, rules_of
from carcassonne_judge.position_shapes import Shapes
from carcassonne_judge.position_writer import write
from carcassonne_judge.yaml_source import (
    Entries,
    Fault,
    FaultsError,
    Items,
    Node,
    Source,
    Text,
    load,
    parse,
    rows,
)

__all__ = [
    "Case",
    "Expectation",
    "Fault",
    "FaultsError",
    "Phrase",
    "Place",
    "WrittenMove",
    "read",
    "read_text",
    "schema",
    "write",
]

MOST_TILES: Final = 50_000
_EMPTY: Final = "."
_TURNED_TILE: Final = re.compile(r"(.+)/(\d+)")
_LINE: Final = re.compile(r"(\d{1,9})\s*[×x*]\s*(-?\d{1,9})\s+(\S+)")


def read(path: str, readings: Mapping[str, str] | None = None) -> tuple[Case, ...]:
    """The cases in a file, or on the standard input for ``-``, under some readings of one's own.

    Raises:
        FaultsError: all that is wrong with it.
    """
    return read_text(load(path), path, readings)


def read_text(
    text: str, source: str = "position", readings: Mapping[str, str] | None = None
) -> tuple[Case, ...]:
    """The cases in the text of a position file.

    Raises:
        FaultsError: all that is wrong with it.
    """
    document = parse(text, source)
    root = document.root
    found = [_Reading(document, readings or {}) for _ in range(_cases(root))]
    nodes = root.items if isinstance(root, Items) else [root]
    cases = [reader.case(node) for reader, node in zip(found, nodes, strict=True)]
    faults = dict.fromkeys(fault for reader in found for fault in reader.faults)
    if not cases:
        faults[Fault(source, root.line, root.column, "the list is empty; it has no case")] = None
    if faults:
        raise FaultsError(faults)
    return tuple(case for case in cases if case)


def _cases(root: Node) -> int:
    return len(root.items) if isinstance(root, Items) else 1


class _Reading(Shapes):
    """One case as it is being read; what is wrong with it is gathered."""

    def __init__(self, document: Source, given: Mapping[str, str]) -> None:
        super().__init__(document.name)
        self.document = document
        self.given = given
        self.places: dict[object, Place] = {}
        self.players: tuple[Player, ...] = ()
        self.table: dict[Cell, tuple[PlacedTile, ...]] = {}
        self.figures: list[Figure] = []
        self.supply: dict[tuple[Player, str], int] = {}
        self.scores: dict[Player, int] = {}
        self.colours: dict[Player, str] = {}
        self.tiles_read = 0

    def case(self, node: Node) -> Case | None:
        """The case, as far as it can be read; where it cannot, that is remembered."""
        if not isinstance(node, Entries):
            self.known(node, ())
            return None
        keys = self.known(node, TOP_LEVEL)
        rules = rules_of(self, keys.get("boxes"), keys.get("readings"), self.given)
        if rules is None:
            return None
        self.rules = rules
        faces = self.map(keys.get("faces"), "faces: {house: {road: {ports: S}}}")
        declared = {key.value: declared_face(self, key, face, rules) for key, face in faces}
        self.tiles = Tiles(rules, {name: tile for name, tile in declared.items() if tile})
        self._read_players(keys.get("players"))
        self._read_board(keys.get("board"), keys.get("origin"))
        on_tiles = list(self._read_tiles(keys.get("tiles")))
        tokens = tuple(self._tokens(keys.get("tokens")))
        self.board = self._bare_board(tokens)
        for cell, whose in on_tiles:
            self._read_figures(whose, cell)
        self._read_figures(keys.get("figures"), None)
        turn, hand = self._turn(keys.get("turn"))
        under_way = halfway(self, keys)
        position = self._position(turn, hand, tokens, under_way)
        written = tuple(self._moves(keys.get("play")))
        return Case(
            source=self.source,
            line=node.line,
            title=self._title(keys.get("title")),
            rules=rules,
            tiles=self.tiles,
            position=position,
            written=written,
            end=self.truth(keys.get("end")),
            judge=self._judged(keys.get("judge")),
            expect=self._expected(keys.get("expect")),
            colours=self.colours,
            given=self.given,
            places=self.places,
        )

    def _title(self, node: Node | None) -> Mapping[str, str]:
        if isinstance(node, Entries):
            titles = {key: self.text(each, "a title") for key, each in node.items.items()}
            return {key: title.value for key, title in titles.items() if title}
        title = self.text(node, "a title") if node else None
        return {"": title.value} if title else {}

    def player(self, node: Text) -> Player:
        """A player who is named in a file; whom nobody named is a fault."""
        name = self.name(node)
        if name not in self.players:
            near = nearest(name, self.players)
            maybe = f"; did you mean '{near}'?" if near else ""
            known = ", ".join(self.players) or "nobody"
            text = f"nobody named the player '{name}'{maybe}; players: {known}"
            self.fault(node, text)
        return name

    def _read_players(self, node: Node | None) -> None:
        """Who plays, in the order of turns, and what each has."""
        found: dict[Player, Node] = {}
        entries = isinstance(node, Entries)
        for key, about in self.map(node, "players: [A, B]") if entries else ():
            found[self._new_player(key, found)] = about
        for item in () if entries else self.list(node, "players: [A, B]"):
            name = self.text(item, "the name of a player") or (
                item if isinstance(item, Text) else None
            )
            if name:
                found[self._new_player(name, found)] = name
        self.players = tuple(found)
        self.scores = dict.fromkeys(found, 0)
        for player, about in found.items() if entries else ():
            if isinstance(about, Text) and not about.value:
                continue
            self._read_player(player, about)

    def _new_player(self, node: Text, known: Mapping[Player, Node]) -> Player:
        if node.value in known:
            self.fault(node, f"the player '{node.value}' again; each is named once")
        self.places[node.value] = Place(node.line, node.column)
        return self.name(node) if node.value.strip() else node.value

    def _read_player(self, player: Player, node: Node) -> None:
        about = self.entry(node, PlayerEntry)
        if about is None or not isinstance(node, Entries):
            return
        self.scores[player] = about.score
        if about.colour:
            self.colours[player] = about.colour
        supply = node.items.get("supply")
        for key, _ in self.map(supply, "supply: {follower: 3}"):
            try:
                kind = read_figure_kind(key.value, self.rules)
            except PhraseError as error:
                self.fault(key, error)
                continue
            count = about.supply[key.value]
            if count < 0:
                self.fault(key, f"{count} of them; a player has none or more at hand")
            self.supply[player, kind] = max(count, 0)

    def _read_board(self, node: Node | None, origin: Node | None) -> None:
        """The table as a picture."""
        left, top = self._origin(origin)
        text = self.text(node, "the table, a row a line, after '|'") if node else None
        if text is None:
            return
        if text.style in ("", ">") and "\n" in self._as_written(text):
            self.fault(text, "a picture of several rows begins with '|': write 'board: |'")
            return
        y = top
        blank: Text | None = None
        for line, row, column in rows(self.document, text):
            if not row.strip():
                blank = Text(line, 1, "") if y > top else None
                continue
            if blank:
                self.fault(blank, "an empty row in the picture; write '.' for an empty cell")
                blank = None
            for x, token in enumerate(re.finditer(r"\S+", row), start=left):
                where = Text(line, column + token.start(), token.group())
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
            self.fault(node, "a list of 2 belongs here: origin: [-1, -1]")
        return 0, 0

    def _lay_token(self, node: Text, cell: Cell) -> None:
        name, degrees = node.value, 0
        turned = _TURNED_TILE.fullmatch(name)
        if turned and name not in self.rules.tiles and name not in self.tiles.declared:
            name, degrees = turned[1], int(turned[2])
        self._lay(node, name, cell, degrees)

    def _read_tiles(self, node: Node | None) -> Iterator[tuple[Cell, Node]]:
        """Tiles one by one; what stands on each is read when all of them lie."""
        for item in self.list(node, "tiles: [{tile: E, at: [0, 1]}]"):
            tile = self.entry(item, TileEntry)
            if tile is None or not isinstance(item, Entries):
                continue
            cell = Cell(*tile.at)
            name, at = item.items["tile"], item.items["at"]
            self._lay(name, tile.tile, cell, tile.turned, at=at, on_top=tile.on_top)
            if "figures" in item.items:
                yield cell, item.items["figures"]

    def _lay(
        self,
        node: Node,
        name: str,
        cell: Cell,
        degrees: int,
        *,
        at: Node | None = None,
        on_top: bool = False,
    ) -> None:
        """Put a tile on the table, unless something is wrong with it."""
        self.tiles_read += 1
        if self.tiles_read > MOST_TILES:
            text = f"more than {MOST_TILES:,} tiles; split the position"
            raise FaultsError([*self.faults, Fault(self.source, node.line, node.column, text)])
        try:
            placed = self.tiles.placed(name, cell, degrees)
        except PhraseError as error:
            self.fault(node, error)
            return
        before = self.table.get(cell, ())
        if max(map(abs, cell)) > FARTHEST:
            self.fault(at or node, f"{cell} is off the table; cells go up to ±{FARTHEST:,}")
        elif before and not on_top:
            there = self.places[cell]
            text = (
                f"two tiles at {cell}: {before[-1].tile.id} lies there (line {there.line}); "
                "move one, or say on_top: true if it lies on the other"
            )
            self.fault(at or node, text)
        elif on_top and not before:
            self.fault(at or node, f"nothing lies at {cell} for it to lie on; take out on_top")
        else:
            self.table[cell] = (*before, placed)
            self.places[cell] = Place(node.line, node.column)

    def _bare_board(self, tokens: tuple[Token, ...]) -> Board:
        """The tiles as they lie, to read phrases on; nobody asks it for features."""
        return Board(Position(self.table, tokens=tokens), self.rules, regions={})

    def _read_figures(self, node: Node | None, cell: Cell | None) -> None:
        """Who stands where, by player: on one tile, or anywhere."""
        what = "figures: {A: knight at 0 1}" if cell is None else "figures: {A: knight}"
        for key, phrases in self.map(node, what):
            player = self.player(key)
            for phrase in self.texts(phrases, "who stands where, as 'knight at 0 1'"):
                try:
                    figure = self._figure(phrase, player, cell)
                except PhraseError as error:
                    self.fault(phrase, error)
                    continue
                if figure:
                    self.figures.append(figure)
                    self.places.setdefault(figure, Place(phrase.line, phrase.column))

    def _figure(self, phrase: Text, player: Player, cell: Cell | None) -> Figure | None:
        held = split_holder(phrase.value) if cell is None else None
        if held:
            kind, holder = held
            node = Text(phrase.line, phrase.column, holder, "'")
            return Figure(read_figure_kind(kind, self.rules), player, held_by=self.player(node))
        what = phrase.value
        if cell is None:
            what, cell = split_place(what)
        placed = self.board.tiles.get(cell)
        if placed is None:
            if cell not in self.places:
                self.fault(phrase, f"no tile lies at {cell}; put one there, or name another cell")
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

    def tile(self, node: Node, name: str | None = None) -> Tile | None:
        """The tile that is named there."""
        text = self.text(node, "a tile")
        try:
            return self.tiles.named(name or text.value) if text else None
        except PhraseError as error:
            self.fault(node, error)
            return None

    def _tokens(self, node: Node | None) -> Iterator[Token]:
        spots = Board(Position(self.table), self.rules, regions={})
        for item in self.list(node, "tokens: [{token: fairy, at: [0, 1]}]"):
            token = self.token(item, spots)
            if token:
                yield token

    def token(self, node: Node, board: Board | None = None) -> Token | None:
        """A token: what it is, where, and whose."""
        entry = self.entry(node, TokenEntry)
        if entry is None or not isinstance(node, Entries):
            return None
        kinds = {kind for book in self.rules.books for kind in book.tokens}
        if entry.token not in kinds:
            near = nearest(entry.token, tuple(kinds))
            maybe = f"did you mean '{near}'?" if near else "leave it out, or add its box to boxes"
            where = node.items["token"]
            self.fault(where, f"no box in play has a token '{entry.token}'; {maybe}")
            return None
        at: Cell | Spot | None = None
        if isinstance(entry.at, str):
            try:
                at = Phrase(
                    entry.at, self.source, node.items["at"].line, node.items["at"].column
                ).spot(board or self.board)
            except FaultsError as error:
                self.faults += error.faults
        elif entry.at:
            at = Cell(*entry.at)
        owner = node.items.get("owner")
        side = Side.__members__.get(entry.side or "")
        if entry.side and side is None:
            self.fault(node.items["side"], f"'{entry.side}' is no side; the sides are N E S W")
        who = self.player(owner) if isinstance(owner, Text) else None
        return Token(entry.token, at, who, side, entry.value)

    def _turn(self, node: Node | None) -> tuple[Player, Tile | None]:
        """Whose turn it is, and the tile in hand."""
        first = self.players[0] if self.players else ""
        turn = self.entry(node, TurnEntry) if node else None
        if turn is None or not isinstance(node, Entries):
            return first, None
        player, tile = node.items.get("player"), node.items.get("tile")
        who = self.player(player) if isinstance(player, Text) else first
        return who, self.tile(tile) if tile else None

    def _position(
        self, turn: Player, hand: Tile | None, tokens: tuple[Token, ...], under_way: Halfway
    ) -> Position:
        used = Counter((figure.owner, figure.kind) for figure in self.figures)
        figures = list(self.figures)
        for player in self.players:
            for kind, about in self.rules.figures.items():
                left = max(about.count - used[player, kind], 0)
                count = self.supply.get((player, kind), left)
                figures += [Figure(kind, player)] * count
        return Position(
            tiles=self.table,
            figures=Figures(figures),
            tokens=tokens,
            players=self.players,
            scores=self.scores,
            turn=turn,
            hand=hand,
            done=under_way.done,
            closed=under_way.closed,
            owed=under_way.owed,
            discarded=under_way.discarded,
        )

    def _moves(self, node: Node | None) -> Iterator[WrittenMove]:
        """The moves to rule on, in order."""
        for item in self.list(node, "play: [{place: E, at: [0, 1]}]"):
            try:
                move = self._move_text(item) if isinstance(item, Text) else self._move_entry(item)
            except PhraseError as error:
                self.fault(item, error)
                continue
            if move:
                yield move
                if not self.players:
                    self.fault(item, "nobody is there to move; name the players: [A, B]")

    def _move_text(self, node: Text) -> WrittenMove:
        move = written_move(self.phrase(node), self.tiles)
        if move.player is not None:
            self.player(Text(node.line, node.column, move.player, "'"))
        return move

    def _move_entry(self, node: Node) -> WrittenMove | None:
        entry = self.entry(node, MoveEntry)
        if entry is None or not isinstance(node, Entries):
            return None
        keys = node.items
        if entry.then is not None:
            self.fault(keys["then"], "no box in play adds such a move; leave 'then' out")
        if (entry.place is None) != (entry.at is None):
            missing = "at" if entry.at is None else "place"
            self.fault(node, f"the key '{missing}' is missing here")
            return None
        if not keys.keys() & {"place", "figure", "take", "discard"}:
            self.fault(node, "this does nothing; name a tile to place or discard, or a figure")
        who = keys.get("player")
        player = self.player(who) if isinstance(who, Text) else None
        placed = None
        if entry.place is not None and entry.at is not None:
            placed = self._placed(keys, entry.place, Cell(*entry.at), entry.turned)
        discarded = self.tile(keys["discard"]) if "discard" in keys else None
        figures = self.texts(keys.get("figure"), "who is deployed, as 'knight S'")
        takes = self.texts(keys.get("take"), "who is taken, as 'knight at 0 1'")
        return WrittenMove(
            Phrase(_said(entry), self.source, node.line, node.column),
            player=player,
            placed=placed,
            figures=tuple(map(self.phrase, figures)),
            takes=tuple(map(self.phrase, takes)),
            discard=discarded,
        )

    def _placed(
        self, keys: Mapping[str, Node], name: str, cell: Cell, degrees: int
    ) -> PlacedTile | None:
        tile = self.tile(keys["place"], name)
        if max(map(abs, cell)) > FARTHEST:
            self.fault(keys["at"], f"{cell} is off the table; cells go up to ±{FARTHEST:,}")
        try:
            turned = quarters(degrees)
        except PhraseError as error:
            self.fault(keys["turned"], error)
            return None
        return PlacedTile(tile, cell, turned) if tile else None

    def placed(
        self, keys: Mapping[str, Node], name: str, cell: Cell, degrees: int
    ) -> PlacedTile | None:
        """A tile as it was placed in this turn."""
        return self._placed(keys, name, cell, degrees)

    def _judged(self, node: Node | None) -> Phrase | None:
        text = self.text(node, "a feature, as 'city at 0 1'") if node else None
        return self.phrase(text) if text else None

    def _expected(self, node: Node | None) -> Expectation | None:
        """What the ruling has to be."""
        entry = self.entry(node, ExpectEntry) if node else None
        if entry is None or not isinstance(node, Entries):
            return None
        keys = node.items
        following = keys.get("next")
        return Expectation(
            scores=self._by_player(keys.get("scores"), entry.scores),
            lines=self._lines(keys["lines"]) if "lines" in keys else None,
            holders=self._holders(keys["holders"]) if "holders" in keys else None,
            forbidden=self._clauses(keys.get("forbidden")),
            home=self._home(keys["home"]) if "home" in keys else None,
            legal=self._legal(keys.get("legal"), entry.legal),
            problems=self._clauses(keys.get("problems")),
            next=self.player(following) if isinstance(following, Text) else None,
        )

    def _by_player(
        self, node: Node | None, scores: Mapping[str, int] | None
    ) -> Mapping[Player, int] | None:
        for key, _ in self.map(node, "scores: {A: 12}"):
            self.player(key)
        return scores

    def _lines(self, node: Node) -> Mapping[Player, tuple[LineText, ...]]:
        return {
            self.player(key): tuple(
                filter(None, map(self._line, self.texts(each, "lines: '6 × 2 base/city-score'")))
            )
            for key, each in self.map(node, "lines: {A: ['6 × 2 base/city-score']}")
        }

    def _line(self, node: Text) -> LineText | None:
        found = _LINE.fullmatch(node.value.strip())
        if not found:
            self.fault(node, f"'{node.value}' is no line; write it as '6 × 2 base/city-score'")
            return None
        return LineText(int(found[1]), int(found[2]), self.clause(node, found[3]))

    def clause(self, node: Node, name: str) -> str:
        """The id of a clause of the boxes in play; another is a fault."""
        if name not in self.rules.clauses:
            near = nearest(name, tuple(self.rules.clauses))
            remedy = f"did you mean '{near}'?" if near else "carcassonne-judge rules lists them"
            self.fault(node, f"no clause '{name}' in the boxes in play; {remedy}")
        return name

    def _clauses(self, node: Node | None) -> frozenset[str] | None:
        if node is None:
            return None
        named = self.texts(node, "the ids of clauses")
        return frozenset(self.clause(text, text.value) for text in named)

    def _holders(self, node: Node) -> tuple[tuple[Phrase, frozenset[Player]], ...]:
        return tuple(
            (
                self.phrase(key),
                frozenset(map(self.player, self.texts(each, "the players who hold it"))),
            )
            for key, each in self.map(node, "holders: {city at 0 1: [A]}")
        )

    def _home(self, node: Node) -> Mapping[Player, int | tuple[Phrase, ...]]:
        found: dict[Player, int | tuple[Phrase, ...]] = {}
        for key, each in self.map(node, "home: {A: 2}"):
            if isinstance(each, Text) and not each.style and each.value.isdigit():
                found[self.player(key)] = int(each.value)
            else:
                phrases = self.texts(each, "who goes home, as 'knight at 0 1'")
                found[self.player(key)] = tuple(map(self.phrase, phrases))
        return found

    def _legal(
        self, node: Node | None, expected: int | list[str] | None
    ) -> int | tuple[Phrase, ...] | None:
        if isinstance(expected, int) or node is None:
            return expected if isinstance(expected, int) else None
        return tuple(map(self.phrase, self.texts(node, "moves, as 'E at 0,1 turned 90'")))


def _said(entry: MoveEntry) -> str:
    """A move of several keys on one line."""
    said = []
    if entry.player is not None:
        said.append(f"{entry.player}:")
    if entry.place is not None and entry.at is not None:
        said.append(f"{entry.place} at {Cell(*entry.at)}")
    if entry.turned:
        said.append(f"turned {entry.turned}")
    said += [entry.figure] if isinstance(entry.figure, str) else entry.figure or []
    taken = [entry.take] if isinstance(entry.take, str) else entry.take or []
    said += [f"take {phrase}" for phrase in taken]
    if entry.discard is not None:
        said.append(f"discard {entry.discard}")
    return " ".join(said)
