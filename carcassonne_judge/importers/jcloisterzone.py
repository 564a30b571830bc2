"""Reads games saved by JCloisterZone: what was set up and what was done, in our words."""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from carcassonne_judge import library
from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    Discard,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
    Recall,
    laid,
)
from carcassonne_judge.game import Part, Run, ready, rule_on_each
from carcassonne_judge.geometry import Cell, Port
from carcassonne_judge.importers.vocabulary import (
    EDITIONS,
    ELEMENTS,
    FIGURES,
    KINDS,
    NEEDED_FOR,
    OPTIONS,
    QUARTERS,
    SETS,
    SIDES,
    SWITCHED_OFF,
    TOKENS,
    UNASKED,
    WITHIN,
)
from carcassonne_judge.legality import options, placeable
from carcassonne_judge.locale import say
from carcassonne_judge.position import (
    NEUTRAL,
    Change,
    Figure,
    Figures,
    InvalidPosition,
    JudgeError,
    PlacedTile,
    Player,
    Position,
    Segment,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rulebooks.princess_and_dragon import DRAGON, FAIRY
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.scoring import final
from carcassonne_judge.turn import Ruling, brought_about, drawn, moved, over, successor

T = TypeVar("T")

_BYTES: Final = 16 * 1024 * 1024
_FAR: Final = 1_000_000
_MOST_PLAYERS: Final = 20
_MOST_FIGURES: Final = 100
_UNDO: Final = "UNDO"
_ENDS_A_PART: Final = "COMMIT"
_PLACES: Final = "PLACE_TILE"
_ANSWERS: Final = frozenset({"DEPLOY_MEEPLE", "MOVE_NEUTRAL_FIGURE", "PASS"})
"""What answers, between two parts of turns, a question that the one before has raised."""

_CAPTURES: Final = "CAPTURE_FOLLOWER"
_STEPS: Final = "dragon.1"


class NeedsBox(InvalidPosition):
    """A game that is played with a box that nobody has written the rules of yet."""

    def __init__(self, where: str, box: str) -> None:
        self.box = box
        text = say("{where}: needs box {box}, which is not built yet")
        super().__init__(text.format(where=where, box=box))


# What a file holds ---------------------------------------------------------------------------

_Coordinate = Annotated[int, msgspec.Meta(ge=-_FAR, le=_FAR)]
_Scalar = bool | int | float | str | None


class _Start(msgspec.Struct):
    tile: str
    x: _Coordinate
    y: _Coordinate
    rotation: int = 0


class _Setup(msgspec.Struct):
    sets: dict[str, int]
    elements: dict[str, _Scalar]
    start: list[_Start]
    rules: dict[str, _Scalar] | None = None


class _Seat(msgspec.Struct):
    name: str | None = None


class _Test(msgspec.Struct):
    assertions: list[str] | None = None


class _Annotations(msgspec.Struct, rename="camel"):
    draw_order: list[str] | None = None
    end_turn: int | None = None


class _Save(msgspec.Struct, rename="camel"):
    setup: _Setup
    players: Annotated[list[_Seat], msgspec.Meta(min_length=1, max_length=_MOST_PLAYERS)]
    replay: list[msgspec.Raw]
    test: _Test | None = None
    game_annotations: _Annotations | None = None


class _SetupOnly(msgspec.Struct):
    setup: _Setup


class _Written(msgspec.Struct):
    type: str
    payload: dict[str, Any] | None = None
    player: int | None = None


class _Placement(msgspec.Struct, rename="camel"):
    tile_id: str
    rotation: str
    position: tuple[_Coordinate, _Coordinate]


class Pointer(msgspec.Struct, frozen=True):
    """How it points at a place on the table: a tile, a kind of feature and where on the tile."""

    position: tuple[_Coordinate, _Coordinate]
    feature: str
    location: str


class _Deployment(msgspec.Struct, rename="camel"):
    pointer: Pointer
    meeple_id: str


class _NeutralMove(msgspec.Struct, rename="camel"):
    figure_id: str
    to: Pointer


class _FigurePointer(msgspec.Struct, rename="camel"):
    feature_pointer: Pointer
    meeple_id: str


class _Step(msgspec.Struct):
    to: tuple[_Coordinate, _Coordinate]


class _Visit(msgspec.Struct):
    to: tuple[_Coordinate, _Coordinate] | _FigurePointer


class _Return(msgspec.Struct):
    pointer: _FigurePointer


class _NamedFigure(msgspec.Struct, rename="camel"):
    meeple_id: str


class _Laying(msgspec.Struct):
    token: str
    pointer: Pointer


@dataclass(frozen=True)
class Message:
    """One thing that somebody did, as the file writes it; the first message is number 1.

    ``skipped`` are the tiles that were drawn before the one that it places.
    """

    number: int
    type: str
    payload: Mapping[str, Any]
    player: Player | None = None
    skipped: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        """How an error names it."""
        said = say("message {number}, {type}").format(number=self.number, type=self.type)
        return " ".join([said, *self.named[:-1]])

    @property
    def named(self) -> tuple[str, ...]:
        """What tells which box it belongs to: the token, figure or source it names, or its type."""
        words = (self.payload.get(key) for key in ("token", "figureId", "source"))
        return (*(word for word in words if isinstance(word, str)), self.type)

    def carries(self, what: builtins.type[T]) -> T:
        """What it carries.

        Raises:
            InvalidPosition: it carries something else.
        """
        try:
            return msgspec.convert(self.payload, what)
        except msgspec.ValidationError as error:
            raise InvalidPosition(str(error)) from None


@dataclass(frozen=True)
class SavedGame:
    """A game as somebody saved it: the rules, the table at the start, and what was done.

    ``undrawn`` are the tiles that will be drawn next, as far as the file tells; ``end_turn`` is
    the turn after which the game is over, if it says so; ``copies`` are its sets of tiles, with
    the number of times each is in play.
    """

    name: str
    rules: RuleSet
    start: Position
    messages: tuple[Message, ...] = ()
    undrawn: tuple[Tile, ...] = ()
    end_turn: int | None = None
    assertions: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def tiles(self) -> Mapping[str, Tile]:
        """The tiles in play, by the names that the file gives them."""
        return tile_names(self.rules)

    @cached_property
    def board(self) -> Board:
        """The table at the start."""
        return Board(self.start, self.rules)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of turns that were played to their end, in order."""
        return tuple(map(self._part, self._groups[: len(self._groups) - bool(self._open)]))

    @cached_property
    def unfinished(self) -> Part | None:
        """The part of a turn in the middle of which the game was saved, if any."""
        return self._part(self._open) if self._open else None

    @property
    def _open(self) -> tuple[Message, ...]:
        """The messages of the part that was not played to its end, if any."""
        last = self._groups[-1] if self._groups else ()
        return last if last and not _is_whole(last) else ()

    @cached_property
    def _groups(self) -> tuple[tuple[Message, ...], ...]:
        """The messages, part by part: what somebody owes, or does before, is a part of its own."""
        groups: list[list[Message]] = [[]]
        for message in self.messages:
            between = len(groups) > 1 and not groups[-1]
            if between and message.type == _ENDS_A_PART:
                continue
            after_a_step = any(_STEPS in it.named for it in groups[-1][-1:])
            if _STEPS in message.named or (after_a_step and message.type == _PLACES):
                groups.append([])
            groups[-1].append(message)
            if message.type == _ENDS_A_PART or (between and message.type in _ANSWERS):
                groups.append([])
        return tuple(tuple(group) for group in groups if group)

    def _part(self, messages: tuple[Message, ...]) -> Part:
        player = next((m.player for m in messages if m.player is not None), None)
        return Part(partial(self._moves, messages), player)

    def _moves(self, messages: tuple[Message, ...], board: Board) -> tuple[Change, ...]:
        moves: list[Change] = []
        for message in messages:
            for change in self.changes(message, board):
                moves.append(change)
                board = moved(board, change)
        return tuple(moves)

    def captor(self, figure: str, before: Message) -> Player | None:
        """Who had last captured a figure when a message was sent, if anybody had."""
        captors = (
            message.player
            for message in reversed(self.messages)
            if message.type == _CAPTURES
            and message.number < before.number
            and message.carries(_Return).pointer.meeple_id == figure
        )
        return next(captors, None)

    def changes(self, message: Message, board: Board) -> tuple[Change, ...]:
        """What a message does to the table as it then lies.

        Raises:
            InvalidPosition: it makes no sense there, or nobody knows what it means.
        """
        with _naming(f"{self.name}: {message}"):
            return _translator(message)(message, board, self)

    def ended(self, run: Run) -> bool:
        """Whether the game is over with these parts of turns, going by what the file says."""
        if self.end_turn is not None:
            return sum(map(_ends_a_turn, run.rulings)) >= self.end_turn
        if any(count != 1 for count in self.copies.values()):
            return False
        return over(run.board) is not None

    def play(self) -> Run:
        """The rulings on all that was played to its end, and on the end of the game if it came.

        Raises:
            InvalidPosition: a part makes no sense on the table as it then lies.
        """
        run = Run(self.board, tuple(rule_on_each(self.board, self.parts)), None)
        return Run(run.start, run.rulings, final(run.board)) if self.ended(run) else run

    def table(self, run: Run) -> Board:
        """The table where the file breaks off: handed on, a tile drawn, or in the middle of a part.

        Raises:
            InvalidPosition: the unfinished part makes no sense on the table as it then lies.
        """
        board = ready(run.board) if run.rulings else run.board
        if not self.unfinished and self.undrawn:
            return drawn(board, self.undrawn[0])
        for change in self.unfinished.moves(board) if self.unfinished else ():
            board = moved(board, change)
        return board


# Reading -------------------------------------------------------------------------------------


def read(path: str | Path) -> SavedGame:
    """Read a saved game.

    Raises:
        InvalidPosition: it cannot be read, or says something that nobody here understands;
            ``NeedsBox`` where it is played with a box that is not built yet.
    """
    return parse(_bytes(path), str(path))


def rules_of(path: str | Path) -> RuleSet:
    """The rules by which a saved game is played, without reading what was done.

    Raises:
        InvalidPosition: as for the whole game.
    """
    name = str(path)
    return _rules(_decoded(_bytes(path), _SetupOnly, name).setup, name)


def parse(data: bytes, name: str) -> SavedGame:
    """Read a saved game from what its file holds.

    Raises:
        InvalidPosition: as for a file.
    """
    save = _decoded(data, _Save, name)
    rules = _rules(save.setup, name)
    names = tile_names(rules)
    players = _names_of(save.players)
    note = save.game_annotations or _Annotations()
    with _naming(f"{name}: setup.start"):
        start = _start(save.setup, players, rules)
    with _naming(f"{name}: gameAnnotations.drawOrder"):
        draws = tuple(_tile(names, tile) for tile in note.draw_order or ())
    messages, undrawn = _aligned(_messages(save.replay, players, name), draws, names)
    _check_elements(save.setup, messages, names, name)
    return SavedGame(
        name=name,
        rules=rules,
        start=start,
        messages=messages,
        undrawn=undrawn,
        end_turn=note.end_turn,
        assertions=tuple((save.test.assertions if save.test else None) or ()),
        copies={key: count for key, count in save.setup.sets.items() if count},
    )


def tile_names(rules: RuleSet) -> Mapping[str, Tile]:
    """The tiles in play, by the names that JCloisterZone gives them."""
    return {name: sheet.tile for sheet in rules.tiles.values() for name in sheet.jcloisterzone}


def spot(board: Board, pointer: Pointer) -> Spot:
    """The segment that a pointer means, on the table as it lies.

    Raises:
        InvalidPosition: no tile lies there, or none of its segments, or more than one, fits.
    """
    cell = Cell(*pointer.position)
    placed = board.tiles.get(cell)
    if placed is None:
        raise InvalidPosition(say("no tile lies on {cell}").format(cell=cell))
    kind = QUARTERS.get(pointer.location) or KINDS.get(pointer.feature)
    if kind is None:
        text = say("no feature is called '{name}'")
        raise InvalidPosition(text.format(name=pointer.feature))
    found = [segment for segment in placed.segments if segment.kind == kind]
    if pointer.location not in QUARTERS:
        found = _at(pointer.location, found)
    if len(found) != 1:
        text = say("no {kind} at '{location}' on {tile} at {cell}")
        where = {"location": pointer.location, "tile": placed.tile.id, "cell": cell}
        raise InvalidPosition(text.format(kind=kind, **where))
    return Spot(cell, found[0].name)


def _at(location: str, segments: list[Segment]) -> list[Segment]:
    if location in WITHIN:
        inside = [segment for segment in segments if not segment.ports]
        inside.sort(key=lambda segment: segment.name)
        return inside[WITHIN.index(location) :][:1]
    words = SIDES.get(location, location.replace(".", " ")).split()
    try:
        ports = frozenset(map(Port.parse, words))
    except ValueError:
        text = say("no place on a tile is called '{location}'").format(location=location)
        raise InvalidPosition(text) from None
    return [segment for segment in segments if ports and ports <= segment.ports]


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Put what is being read before the message of an error raised meanwhile."""
    try:
        yield
    except NeedsBox as error:
        raise NeedsBox(where, error.box) from None
    except JudgeError as error:
        raise InvalidPosition(f"{where}: {error}") from None


def _bytes(path: str | Path) -> bytes:
    try:
        with Path(path).open("rb") as file:
            data = file.read(_BYTES + 1)
    except OSError as error:
        raise InvalidPosition(f"{path}: {error.strerror}") from None
    if len(data) > _BYTES:
        text = say("{path}: larger than {limit} MiB").format(path=path, limit=_BYTES >> 20)
        raise InvalidPosition(text)
    return data


def _decoded(data: bytes | msgspec.Raw, what: type[T], name: str) -> T:
    try:
        return msgspec.json.decode(data, type=what)
    except msgspec.ValidationError as error:
        raise InvalidPosition(f"{name}: {error}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        text = say("{file}: not a saved game: {error}").format(file=name, error=error)
        raise InvalidPosition(text) from None


def _rules(setup: _Setup, name: str) -> RuleSet:
    in_play = Counter[str]()
    for key, count in setup.sets.items():
        where = say("{file}: set '{key}'").format(file=name, key=key)
        plain = _plain(key)
        if plain not in SETS:
            raise InvalidPosition(say("{where}: nobody here knows such a set").format(where=where))
        if count > 0:
            in_play[_built(SETS[plain], where)] += count
    if library.BASE not in in_play:
        text = say("{file}: set 'basic' is missing: no game is played without it")
        raise InvalidPosition(text.format(file=name))
    _switch_on(setup, in_play, name)
    given = {key: _as_text(value) for key, value in (setup.rules or {}).items()}
    readings = _readings(given, in_play, name)
    for key, meant in SWITCHED_OFF.items():
        if ELEMENTS[key].box in in_play and key not in setup.elements:
            readings |= meant
    editions = [EDITIONS[key] for key, count in setup.sets.items() if count and key in EDITIONS]
    if editions:
        readings["edition"] = editions[0]
    with _naming(name):
        return library.rule_set(in_play, readings)


def _plain(key: str) -> str:
    """A set of tiles without its edition."""
    return key.rpartition(":")[0] or key


def _switch_on(setup: _Setup, in_play: Counter[str], name: str) -> None:
    """Add the boxes that elements belong to, and see that none is missing of those in play."""
    of_sets = set(in_play)
    for key in setup.elements:
        where = _element(name, key)
        if key not in ELEMENTS:
            text = say("{where}: nobody here knows such an element")
            raise InvalidPosition(text.format(where=where))
        element = ELEMENTS[key]
        if element.box in of_sets or not element.on_tiles:
            in_play[_built(element.box, where)] += 0
    for key, element in ELEMENTS.items():
        needed = element.marks is None and not element.on_tiles
        if needed and _left_out(key, setup, of_sets):
            raise _needed(key, name)


def _left_out(key: str, setup: _Setup, boxes: Collection[str]) -> bool:
    """Whether a game leaves out an element of one of its boxes, a figure apart."""
    element = ELEMENTS[key]
    return element.box in boxes and not element.figure and key not in setup.elements


def _needed(key: str, name: str) -> InvalidPosition:
    text = say("{where} is left out: no reading of {box} does without it")
    return InvalidPosition(text.format(where=_element(name, key), box=ELEMENTS[key].box))


def _check_elements(
    setup: _Setup, messages: Iterable[Message], names: Mapping[str, Tile], name: str
) -> None:
    """See that no tile is placed that is of no use without what the game leaves out."""
    boxes = {SETS[_plain(key)] for key, count in setup.sets.items() if count}
    placed = (names.get(str(message.payload.get("tileId"))) for message in messages)
    shown = {
        mark
        for tile in placed
        if tile
        for marks in (tile.marks, *(segment.marks for segment in tile.segments))
        for mark in marks
    }
    for key, element in ELEMENTS.items():
        if element.marks and element.marks & shown and _left_out(key, setup, boxes):
            raise _needed(key, name)


def _element(name: str, key: str) -> str:
    return say("{file}: element '{key}'").format(file=name, key=key)


def _built(box: str, where: str) -> str:
    if box not in library.box_ids():
        raise NeedsBox(where, box)
    return box


def _as_text(value: _Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _readings(given: Mapping[str, str], in_play: Mapping[str, int], name: str) -> dict[str, str]:
    for key in given:
        if key not in OPTIONS:
            text = say("{file}: rule '{key}': nobody here knows such a rule")
            raise InvalidPosition(text.format(file=name, key=key))
    readings: dict[str, str] = {}
    for key, rule in OPTIONS.items():
        if rule.box in in_play:
            value = given.get(key, next(iter(rule.values)))
            if value not in rule.values:
                text = say("{file}: rule '{key}': no reading stands for '{value}'; known: {known}")
                known = ", ".join(rule.values)
                raise InvalidPosition(text.format(file=name, key=key, value=value, known=known))
            readings |= rule.values[value]
    return readings


def _names_of(seats: list[_Seat]) -> tuple[Player, ...]:
    """The players' names; where two have the same, the later ones are numbered."""
    names: list[Player] = []
    for number, seat in enumerate(seats, 1):
        plain = (seat.name or "").strip() or f"Player {number}"
        name, again = plain, 2
        while name in names:
            name, again = f"{plain} {again}", again + 1
        names.append(name)
    return tuple(names)


def _start(setup: _Setup, players: tuple[Player, ...], rules: RuleSet) -> Position:
    names = tile_names(rules)
    tiles: dict[Cell, tuple[PlacedTile, ...]] = {}
    for each in setup.start:
        cell = Cell(each.x, each.y)
        if cell in tiles:
            raise InvalidPosition(say("two tiles on {cell}").format(cell=cell))
        quarters = _quarters(each.rotation)
        tiles[cell] = (PlacedTile(_tile(names, each.tile), cell, quarters),)
    figures = (
        Figure(element.figure, player)
        for player in players
        for key, element in ELEMENTS.items()
        if element.figure
        for _ in range(_count(key, setup.elements.get(key, 0)))
    )
    neutral = (
        Figure(kind, NEUTRAL) for kind, about in rules.figures.items() for _ in range(about.neutral)
    )
    return Position(tiles, Figures((*figures, *neutral)), players=players, turn=players[0])


def _count(element: str, value: _Scalar) -> int:
    if not isinstance(value, int) or not 0 <= value <= _MOST_FIGURES:
        text = say("element '{key}': '{value}' is no number of figures")
        raise InvalidPosition(text.format(key=element, value=value))
    return int(value)


def _quarters(degrees: int) -> int:
    quarters, rest = divmod(degrees, 90)
    if rest or quarters not in range(4):
        text = say("a tile is turned 0, 90, 180 or 270 degrees, not {degrees}")
        raise InvalidPosition(text.format(degrees=degrees))
    return quarters


def _tile(names: Mapping[str, Tile], name: str) -> Tile:
    if name not in names:
        raise InvalidPosition(say("no tile '{name}' in the boxes in play").format(name=name))
    return names[name]


def _messages(replay: list[msgspec.Raw], players: tuple[Player, ...], name: str) -> list[Message]:
    done: list[Message] = []
    for number, raw in enumerate(replay, 1):
        where = say("message {number}").format(number=number)
        written = _decoded(raw, _Written, f"{name}: {where}")
        player = _seated(written.player, players, f"{name}: {where}, {written.type}")
        message = Message(number, written.type, written.payload or {}, player)
        if written.type != _UNDO:
            done.append(message)
        elif done:
            done.pop()
        else:
            text = say("{where}: nothing is left to undo")
            raise InvalidPosition(text.format(where=f"{name}: {message}"))
    return done


def _seated(seat: int | None, players: tuple[Player, ...], where: str) -> Player | None:
    if seat is not None and seat not in range(len(players)):
        text = say("{where}: there is no player {seat}").format(where=where, seat=seat)
        raise InvalidPosition(text)
    return None if seat is None else players[seat]


def _aligned(
    messages: Iterable[Message], draws: Iterable[Tile], names: Mapping[str, Tile]
) -> tuple[tuple[Message, ...], tuple[Tile, ...]]:
    """The messages, each that places a tile with those passed over before; what is yet to draw."""
    left, aligned = list(draws), []
    for message in messages:
        tile = names.get(str(message.payload.get("tileId")))
        at = left.index(tile) if message.type == _PLACES and tile in left else -1
        aligned.append(replace(message, skipped=tuple(left[:at])) if at > 0 else message)
        left = left[at + 1 :]
    return tuple(aligned), tuple(left)


# Translating ---------------------------------------------------------------------------------


def _place(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A tile is placed, once those that fit nowhere have left the game."""
    said = message.carries(_Placement)
    turned = re.fullmatch(r"R(\d{1,3})", said.rotation)
    if turned is None:
        raise InvalidPosition(say("'{text}' is no rotation").format(text=said.rotation))
    tile = _tile(game.tiles, said.tile_id)
    placed = PlacedTile(tile, Cell(*said.position), _quarters(int(turned[1])))
    out = (skipped for skipped in message.skipped if not placeable(board, skipped))
    return (*map(Discard, out), PlaceTile(placed))


def _deploy(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A figure goes from a player's supply onto the table, or moves on where that is owed."""
    said = message.carries(_Deployment)
    figure, to = _figure(said.meeple_id, game), spot(board, said.pointer)
    for move in _offered(board):
        if isinstance(move, MoveFigure) and move.to == to and move.figure[:2] == figure[:2]:
            return (move, *_by_itself(moved(board, move)))
    return (MoveFigure(figure, to),)


def _offered(board: Board) -> Iterator[Change]:
    """The legal answers to what is owed, if anything is."""
    if board.position.owed:
        yield from (option.move for option in options(board) if option.legal)


def _by_itself(board: Board) -> tuple[Change, ...]:
    """What that program does by itself, though with us somebody has to say it."""
    after = brought_about(board).board
    if any(owed.clause in UNASKED for owed in after.position.owed[:1]):
        return tuple(_offered(after))
    return ()


def _move_neutral(message: Message, board: Board, _game: SavedGame) -> tuple[Change, ...]:
    """A figure that belongs to nobody is moved."""
    said = message.carries(_NeutralMove)
    kind = said.figure_id.partition(".")[0]
    found = next(it for it in board.position.figures if (it.kind, it.owner) == (kind, NEUTRAL))
    return (MoveFigure(found, spot(board, said.to)),)


def _figure(name: str, game: SavedGame) -> Figure:
    """A figure in its owner's supply, by its id: the player's number, its kind, its number."""
    known = re.fullmatch(r"(\d{1,3})\.(\w+)\.\d+", name)
    seat = int(known[1]) if known else len(game.start.players)
    if known is None or known[2] not in FIGURES or seat not in range(len(game.start.players)):
        raise InvalidPosition(say("nobody has a figure '{name}'").format(name=name))
    kind = FIGURES[known[2]]
    if kind not in game.rules.figures:
        box = next(element.box for element in ELEMENTS.values() if element.figure == kind)
        text = say("figure '{name}': box {box} is not in play").format(name=name, box=box)
        raise InvalidPosition(text)
    return Figure(kind, game.start.players[seat])


def _take_back(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A figure on the table goes home to its owner."""
    return (MoveFigure(_taken(message, board, game)),)


def _recall(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A figure on the table goes home to its owner in a way of its own."""
    return (Recall(_taken(message, board, game)),)


def _taken(message: Message, board: Board, game: SavedGame) -> Figure:
    said = message.carries(_Return).pointer
    figure = _figure(said.meeple_id, game)._replace(at=spot(board, said.feature_pointer))
    if figure not in board.position.figures:
        raise InvalidPosition(f"figure '{said.meeple_id}' is not there")
    return figure


def _put(message: Message, board: Board, _game: SavedGame) -> tuple[Change, ...]:
    """A token is put on a tile by the player whose turn it is."""
    said = message.carries(_Laying)
    cell = spot(board, said.pointer).cell
    return (PutToken(Token(TOKENS[said.token], cell, board.position.turn)),)


def _capture(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A figure on the table becomes a prisoner; one's own goes home."""
    (taken,) = _take_back(message, board, game)
    player = board.position.turn
    if not isinstance(taken, MoveFigure) or taken.figure.owner == player:
        return (taken,)
    return (MoveFigure(taken.figure, held_by=player),)


def _free(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """A prisoner comes home, from whoever last captured him if the file tells."""
    name = message.carries(_NamedFigure).meeple_id
    wanted = _figure(name, game)
    held = [
        option.move
        for option in options(board)
        if isinstance(option.move, MoveFigure)
        and option.move.figure.held_by is not None
        and option.move.figure._replace(held_by=None) == wanted
    ]
    captor = game.captor(name, message)
    held.sort(key=lambda move: move.figure.held_by != captor)
    if not held:
        raise InvalidPosition(say("nobody holds figure '{name}'").format(name=name))
    return (held[0],)


def _dragon(message: Message, board: Board, _game: SavedGame) -> tuple[Change, ...]:
    """The dragon goes to another tile."""
    dragons = board.position.tokens_of(DRAGON)
    if not dragons:
        raise InvalidPosition(say("no {token} is on the table").format(token=DRAGON))
    return (MoveToken(dragons[0], Cell(*message.carries(_Step).to)),)


def _fairy(message: Message, board: Board, game: SavedGame) -> tuple[Change, ...]:
    """The fairy goes to a tile, or to a follower."""
    said = message.carries(_Visit).to
    to: Cell | Spot
    owner = None
    if isinstance(said, _FigurePointer):
        to, owner = spot(board, said.feature_pointer), _figure(said.meeple_id, game).owner
    else:
        to = Cell(*said)
    fairies = board.position.tokens_of(FAIRY)
    return (MoveToken(fairies[0], to, owner) if fairies else PutToken(Token(FAIRY, to, owner)),)


def _pass(_message: Message, board: Board, _game: SavedGame) -> tuple[Change, ...]:
    """Nothing is deployed; or what was owed, or might come before a tile, is left undone."""
    position = board.position
    before = not laid(position) and any(option.move == Pass() for option in options(board))
    return (Pass(),) if position.owed or before else ()


def _commit(_message: Message, _board: Board, _game: SavedGame) -> tuple[Change, ...]:
    """The part of the turn ends."""
    return ()


Translator = Callable[[Message, Board, SavedGame], tuple[Change, ...]]

MESSAGES: Final[Mapping[str, Translator]] = {
    _PLACES: _place,
    "DEPLOY_MEEPLE": _deploy,
    "FESTIVAL": _take_back,
    "ABBOT_RETURN": _recall,
    "count.1": _move_neutral,
    "TOWER_PIECE": _put,
    _CAPTURES: _capture,
    "EXCHANGE_FOLLOWER": _free,
    "PAY_RANSOM": _free,
    "PRINCESS": _take_back,
    _STEPS: _dragon,
    "fairy.1": _fairy,
    "PASS": _pass,
    _ENDS_A_PART: _commit,
}
"""What each of its messages does, by what it names or else by its type."""


def _translator(message: Message) -> Translator:
    known = next((MESSAGES[word] for word in message.named if word in MESSAGES), None)
    if known:
        return known
    box = next((NEEDED_FOR[word] for word in message.named if word in NEEDED_FOR), "")
    if not box:
        raise InvalidPosition(say("nobody here knows such a message"))
    if box not in library.box_ids():
        raise NeedsBox(str(message), box)
    raise InvalidPosition(say("nobody has said yet what it does in box {box}").format(box=box))


def _is_whole(group: tuple[Message, ...]) -> bool:
    """Whether some messages are a part of a turn played to its end, or an answer."""
    return group[-1].type == _ENDS_A_PART or (len(group) == 1 and group[0].type in _ANSWERS)


def _ends_a_turn(ruling: Ruling) -> bool:
    """Whether another player goes on after this part."""
    position = ruling.board.position
    return bool(laid(position)) and not position.owed and successor(ruling.board) is not None
