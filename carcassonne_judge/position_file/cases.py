"""A case: a position, what to rule on, and what somebody expects of the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Choose, Discard, MoveFigure, PlaceTile, laid
from carcassonne_judge.game import Part
from carcassonne_judge.geometry import TURNS, Cell
from carcassonne_judge.legality import options
from carcassonne_judge.library import LANGUAGES
from carcassonne_judge.locale import language, say
from carcassonne_judge.offered import offer_phrase, read_choice, split_then
from carcassonne_judge.phrases import (
    MoveText,
    PhraseError,
    names_place,
    plain,
    read_figure,
    read_move,
    read_spot,
    split_place,
)
from carcassonne_judge.position import Change, Figure, PlacedTile, Player, Position, Spot, Tile
from carcassonne_judge.position_file.source import Fault, FaultsError
from carcassonne_judge.rules import RuleSet
from carcassonne_judge.turn import moved

EDITION: Final = "edition"
_QUARTER: Final = 90


class Place(NamedTuple):
    """Where something is written: line and column, from one."""

    line: int
    column: int


class Phrase(Struct, frozen=True):
    """A phrase in a file, to be read on the table once that is known."""

    text: str
    source: str
    line: int = 0
    column: int = 0

    def error(self, said: object) -> FaultsError:
        """What is wrong with it, and where it is written."""
        return FaultsError([Fault(self.source, self.line, self.column, str(said))])

    def spot(self, board: Board) -> Spot:
        """The segment that it means on a table, as ``city at 0 1``.

        Raises:
            FaultsError: there is none, or more than one.
        """
        try:
            return read_spot(self.text, board, board.rules)
        except PhraseError as error:
            raise self.error(error) from None

    def figure(self, board: Board, placed: PlacedTile | None = None) -> tuple[str, Spot]:
        """Who stands where: ``knight S`` on a tile that is known, or ``knight S at 0 1``.

        Raises:
            FaultsError: it fits no segment, or more than one.
        """
        what = self.text
        try:
            if placed is None or names_place(self.text):
                what, cell = split_place(self.text)
                lying = {**board.tiles, placed.cell: placed} if placed else board.tiles
                placed = lying.get(cell)
                if placed is None:
                    text = say("no tile lies at {cell}; name a cell that has one")
                    raise self.error(text.format(cell=cell))
            return read_figure(what, placed, board.rules)
        except PhraseError as error:
            raise self.error(error) from None


class LineText(NamedTuple):
    """A line of points as it is expected: so many times the points of a clause."""

    times: int
    points: int
    clause: str


class Expectation(Struct, frozen=True):
    """What the ruling on a case has to be; nothing is expected of what is left out."""

    scores: Mapping[Player, int] | None = None
    lines: Mapping[Player, tuple[LineText, ...]] | None = None
    holders: tuple[tuple[Phrase, frozenset[Player]], ...] | None = None
    forbidden: frozenset[str] | None = None
    unsettled: frozenset[str] | None = None
    home: Mapping[Player, int | tuple[Phrase, ...]] | None = None
    legal: int | tuple[Phrase, ...] | None = None
    problems: frozenset[str] | None = None
    next: Player | None = None
    """Whose turn comes next; nobody's (``""``) where the game is over."""


class WrittenMove(Struct, frozen=True):
    """One part of a turn as it is written: who, which tile where, who is deployed or taken."""

    said: Phrase
    player: Player | None = None
    placed: PlacedTile | None = None
    on_top_of: Tile | None = None
    figures: tuple[Phrase, ...] = ()
    takes: tuple[Phrase, ...] = ()
    discard: Tile | None = None
    then: tuple[Phrase, ...] = ()

    def moves(self, board: Board) -> tuple[Change, ...]:
        """The moves that it means on a table.

        Raises:
            FaultsError: a phrase fits nothing there.
        """
        found: list[Change] = []
        if self.discard:
            found.append(Discard(self.discard))
        placed = None
        if self.placed:
            self._check_what_lies_there(self.placed.cell, board)
            placed = board.as_it_lies(self.placed)
            found.append(PlaceTile(self.placed))
        else:
            placed = next((board.tiles[cell] for cell in laid(board.position)), None)
        found += (self._deployed(phrase, board, placed) for phrase in self.figures)
        found += (self._taken(phrase, board) for phrase in self.takes)
        for phrase in self.then:
            found.append(self._followed(phrase, reduce(moved, found, board)))
        return tuple(found)

    def part(self) -> Part:
        """The part of a turn, for a run of play."""
        return Part(self.moves, self.player)

    def _check_what_lies_there(self, cell: Cell, board: Board) -> None:
        """Find fault where the tile named as the one underneath is not the one that lies there."""
        lying = board.tiles.get(cell)
        if self.on_top_of and (lying is None or lying.tile.id != self.on_top_of.id):
            there = say("{tile} lies there").format(tile=lying.tile.id) if lying else ""
            text = say("'{tile}' does not lie at {cell}; {there}").format(
                tile=self.on_top_of.id, cell=cell, there=there or say("nothing lies there")
            )
            raise self.said.error(text)

    def _player(self, board: Board) -> Player:
        return self.player or board.position.turn

    def _deployed(self, phrase: Phrase, board: Board, placed: PlacedTile | None) -> MoveFigure:
        kind, spot = phrase.figure(board, placed)
        return MoveFigure(Figure(kind, self._player(board)), spot)

    def _taken(self, phrase: Phrase, board: Board) -> MoveFigure:
        kind, spot = phrase.figure(board)
        there = board.position.figures.standing.get(spot, ())
        alike = {figure.owner: figure for figure in there if figure.kind == kind}
        player = self._player(board)
        if player in alike:
            return MoveFigure(alike[player])
        if len(alike) != 1:
            text = say("{player} has nobody there; name one of his own figures")
            raise phrase.error(text.format(player=player))
        return MoveFigure(next(iter(alike.values())))

    def _followed(self, phrase: Phrase, board: Board) -> Change:
        """A move on offer that is said so, or a choice among points said beforehand."""
        choice = read_choice(phrase.text)
        if choice and choice.clause in board.rules.clauses:
            player = choice.player or self._player(board)
            return Choose(player, choice.clause, choice.which)
        offered = {
            plain(offer_phrase(option.move, board, spoken)): option.move
            for option in options(board)
            for spoken in LANGUAGES
        }
        found = offered.get(plain(phrase.text))
        if found is None:
            legal = [option.move for option in options(board) if option.legal]
            known = [offer_phrase(move, board, language()) for move in legal]
            text = say("nothing on offer is called so; there is: {offers}")
            raise phrase.error(text.format(offers="; ".join(known)))
        return found


class Tiles(Struct, frozen=True, dict=True):
    """The tiles that a file may name: those of the boxes in play, and those it declares."""

    rules: RuleSet
    declared: Mapping[str, Tile] = {}

    @cached_property
    def _aliases(self) -> Mapping[str, str]:
        return {
            alias: name for name, sheet in self.rules.tiles.items() for alias in sheet.jcloisterzone
        }

    def named(self, name: str) -> Tile:
        """The tile with an id, whoever gave it.

        Raises:
            PhraseError: there is none in the boxes in play, or not in their edition.
        """
        if name in self.declared:
            return self.declared[name]
        known = self.rules.tiles
        sheet = known.get(name) or known.get(self._aliases.get(name, ""))
        if sheet is None:
            raise PhraseError(say("no tile '{name}'").format(name=name) + self._remedy(name))
        edition = self.rules.readings.get(EDITION, "")
        if sheet.editions and edition not in sheet.editions:
            text = say(
                "tile '{name}' is of the editions {editions}, "
                "and this is {edition}; take '{other}' or set the reading edition"
            )
            editions = f" {say('and')} ".join(sheet.editions)
            other = sheet.plain or name
            raise PhraseError(
                text.format(name=name, editions=editions, edition=edition, other=other)
            )
        return sheet.tile

    def _remedy(self, name: str) -> str:
        """What somebody may have meant."""
        known = (*self.rules.tiles, *self.declared)
        near = nearest(name, known) or _next_letter(name, known)
        meant = f"; {maybe(near)}" if near else ""
        return f"{meant} ({say('carcassonne-judge tiles lists them')})"

    def placed(self, name: str, cell: Cell, degrees: int) -> PlacedTile:
        """A tile on a cell, turned so many degrees clockwise.

        Raises:
            PhraseError: there is no such tile, or nothing can be turned so.
        """
        return PlacedTile(self.named(name), cell, quarters(degrees))


def quarters(degrees: int) -> int:
    """So many degrees clockwise in quarter-turns.

    Raises:
        PhraseError: they are no quarter-turns of a tile.
    """
    turned, rest = divmod(degrees, _QUARTER)
    if rest or turned not in TURNS:
        text = say("turned {degrees}: a tile is turned 0, 90, 180 or 270 degrees")
        raise PhraseError(text.format(degrees=degrees))
    return turned


def maybe(near: str) -> str:
    """What somebody may have meant, asked; nothing where nothing is near."""
    return say("did you mean '{word}'?").format(word=near) if near else ""


def nearest(name: str, known: tuple[str, ...]) -> str:
    """The known word that somebody most likely meant, or nothing."""
    if name in known:
        return name
    alike = {each.casefold(): each for each in known}
    import difflib  # noqa: PLC0415 -- only an error needs it

    found = difflib.get_close_matches(name.casefold(), alike, n=1)
    return alike[found[0]] if found else ""


def _next_letter(name: str, known: tuple[str, ...]) -> str:
    """The nearest letter of the alphabet that is a tile, where one letter was written."""
    letters = [each for each in known if len(each) == 1]
    if len(name) != 1 or not name.isascii() or not letters:
        return ""
    return min(letters, key=lambda each: abs(ord(each) - ord(name.upper())))


class Case(Struct, frozen=True, dict=True, eq=False):
    """A position as a file has it, the moves to rule on, and what is expected.

    ``given`` are the readings named on the command line, which overrule the file's.
    """

    source: str
    line: int
    title: Mapping[str, str]
    rules: RuleSet
    tiles: Tiles
    position: Position
    written: tuple[WrittenMove, ...] = ()
    end: bool = False
    judge: Phrase | None = None
    expect: Expectation | None = None
    colours: Mapping[Player, str] = {}
    given: Mapping[str, str] = {}
    places: Mapping[object, Place] = {}

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of turns to rule on, in order."""
        return tuple(move.part() for move in self.written)

    @property
    def played(self) -> tuple[str, ...]:
        """The same, as text."""
        return tuple(move.said.text for move in self.written)

    @cached_property
    def board(self) -> Board:
        """The position, read as features."""
        return Board(self.position, self.rules)

    def place_of(self, about: Cell | Figure | Player) -> Place | None:
        """Where a tile, a figure or a player is written."""
        return self.places.get(about)

    def tile(self, name: str) -> Tile:
        """The tile that somebody names beside the file.

        Raises:
            FaultsError: there is none.
        """
        try:
            return self.tiles.named(name)
        except PhraseError as error:
            raise Phrase(name, name).error(error) from None

    def move(self, text: str) -> WrittenMove:
        """A move that somebody names beside the file, as ``E at 0,-2 turned 180 knight S``.

        Raises:
            FaultsError: it is none.
        """
        said = Phrase(text, text)
        try:
            return self._move(said)
        except PhraseError as error:
            raise said.error(error) from None

    def _move(self, said: Phrase) -> WrittenMove:
        move = written_move(said, self.tiles)
        if move.player is not None and move.player not in self.position.players:
            known = ", ".join(self.position.players)
            remedy = say("the players are {players}").format(players=known)
            text = say("there is no player '{name}'; {remedy}")
            raise PhraseError(text.format(name=move.player, remedy=remedy))
        return move

    def part(self, text: str) -> Part:
        """The part of a turn that somebody names beside the file.

        Raises:
            FaultsError: it is none.
        """
        return self.move(text).part()

    def spot(self, text: str, board: Board | None = None) -> Spot:
        """The segment that somebody names beside the file, as ``city at 0 1``.

        Raises:
            FaultsError: there is none, or more than one.
        """
        return Phrase(text, text).spot(board or self.board)


def written_move(said: Phrase, tiles: Tiles) -> WrittenMove:
    """A move written on one line.

    Raises:
        PhraseError: it is none, or names no tile that there is.
    """
    first, then = split_then(said.text)
    if then and first.endswith(":"):
        read = MoveText(first[:-1].strip())
    else:
        read = read_move(first) if first or not then else MoveText()
    return WrittenMove(
        said,
        player=read.player,
        placed=tiles.placed(read.tile, read.cell, read.turned) if read.cell else None,
        on_top_of=tiles.named(read.on_top_of) if read.on_top_of else None,
        figures=(replace(said, text=read.figure),) if read.figure else (),
        takes=(replace(said, text=read.take),) if read.take else (),
        discard=tiles.named(read.discard) if read.discard else None,
        then=tuple(replace(said, text=text) for text in then),
    )
