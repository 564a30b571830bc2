"""The table's words, read and said: who stands where, which feature, which move."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from carcassonne_judge.board import Board
from carcassonne_judge.changes import Discard, MoveFigure, PlaceTile, Recall
from carcassonne_judge.geometry import SIDES, Cell, Port
from carcassonne_judge.locale import language as spoken
from carcassonne_judge.locale import large, say
from carcassonne_judge.position import Change, JudgeError, Kind, PlacedTile, Segment, Spot
from carcassonne_judge.rulebooks.base import FOLLOWER
from carcassonne_judge.rules import FigureKind, Rulebook, RuleSet, Word, figures_of

FARTHEST: Final = 1_000_000
"""How far from the middle of the table a cell may lie."""

_LANGUAGES: Final = ("en", "es")
_AT: Final = {"en": "at", "es": "en"}
_ON: Final = {"en": "on", "es": "en"}
_TURNED: Final = {"en": "turned", "es": "girada"}
_TAKE: Final = {"en": "take", "es": "toma"}
_RECALL: Final = {"en": "then recall", "es": "luego retira"}
_ON_TOP: Final = {"en": "on top of", "es": "encima de"}
_DISCARD: Final = {"en": "discard", "es": "descarta"}
_HELD: Final = {"en": "held by", "es": "en manos de"}

_WHOLE: Final = r"[-+−]?\d{1,9}"
_CELL: Final = rf"\(?\s*(?P<x>{_WHOLE})\s*(?:,|\s)\s*(?P<y>{_WHOLE})\s*\)?"
_ONLY_A_CELL: Final = re.compile(_CELL)
_PLACED: Final = re.compile(rf"(?P<what>.*\S)\s+(?:at|en)\s+{_CELL}", re.IGNORECASE)
_HELD_BY: Final = re.compile(
    r"(?P<what>.*\S)\s+(?:held\s+by|en\s+manos\s+de)\s+(?P<holder>.*\S)", re.IGNORECASE
)
_MOVE: Final = re.compile(
    rf"(?P<tile>\S+)\s+(?:at|en)\s+{_CELL}"
    r"(?:\s+(?:on\s+top\s+of|encima\s+de)\s+(?P<under>\S+))?"
    r"(?:\s+(?:turned|girada|girado)\s+(?P<turned>[-+]?\d{1,9})\s*°?)?(?:\s+(?P<rest>.*\S))?",
    re.IGNORECASE,
)
_PLAYER: Final = re.compile(r"(?P<player>[^:]*[^:\s])\s*:\s*(?P<move>.*)", re.DOTALL)
_TAKES: Final = re.compile(r"(?:take|takes|toma|recoge)\s+(?P<what>.*\S)", re.IGNORECASE)
_DISCARDS: Final = re.compile(r"(?:discard|discards|descarta)\s+(?P<tile>\S+)", re.IGNORECASE)

_SIDE_WORDS: Final = {
    "north": "N", "east": "E", "south": "S", "west": "W",
    "norte": "N", "este": "E", "sur": "S", "oeste": "W", "o": "W",
    "nno": "NNW", "ono": "WNW", "oso": "WSW", "sso": "SSW",
}  # fmt: skip


class PhraseError(JudgeError):
    """A phrase that nobody at the table would understand; it says which would be understood."""


class Words:
    """What the table calls things, in one language."""

    def __init__(self, rules: RuleSet, language: str) -> None:
        self.language = language
        self._book = _vocabulary(rules.books)

    def kind(self, kind: Kind) -> str:
        """What a kind of feature is called: city, ciudad."""
        return self._one(self._book.kinds.get(kind), kind)

    def kinds(self, kind: Kind) -> str:
        """What several of a kind are called: cities, ciudades."""
        return self._many(self._book.kinds.get(kind), kind)

    def role(self, kind: Kind) -> str:
        """What a follower is called that stands there: knight, caballero; else the kind's name."""
        return self._one(self._book.roles.get(kind), self.kind(kind))

    def has_role(self, kind: Kind) -> bool:
        """Whether a follower that stands there is called something of its own."""
        return kind in self._book.roles

    def figure(self, kind: str) -> str:
        """What a kind of figure is called, wherever it stands: follower, seguidor."""
        return self._one(self._book.word_of(kind), kind)

    def figures(self, kind: str) -> str:
        """What several figures of a kind are called: followers, seguidores."""
        return self._many(self._book.word_of(kind), kind)

    def token(self, kind: str) -> str:
        """What a token is called."""
        return self._one(self._book.tokens.get(kind), kind)

    def unit(self, unit: str, n: int) -> str:
        """What is counted, in the singular for one of it: tile, tiles."""
        word = self._book.units.get(unit)
        return self._one(word, unit) if n == 1 else self._many(word, unit)

    def gender(self, kind: str) -> str:
        """The grammatical gender in Spanish of a kind of feature or figure: ``m`` or ``f``."""
        word = self._book.kinds.get(kind) or self._book.word_of(kind)
        return word.gender if word else "m"

    def standing(self, figure: str, kind: Kind, n: int = 1) -> str:
        """What figures are called that stand on a kind of feature: knight, 2 big knights."""
        said = _standing(self._book, figure, kind, self.language, several=n != 1)
        return said if n == 1 else f"{n} {said}"

    def _one(self, word: Word | None, otherwise: str) -> str:
        return word.one.get(self.language, otherwise) if word else otherwise

    def _many(self, word: Word | None, otherwise: str) -> str:
        return word.many.get(self.language, otherwise) if word else otherwise


class MoveText(Struct, frozen=True):
    """A move as somebody wrote it on one line."""

    player: str | None = None
    tile: str = ""
    cell: Cell | None = None
    on_top_of: str = ""
    turned: int = 0
    figure: str = ""
    take: str = ""
    discard: str = ""


def read_cell(text: str) -> Cell:
    """Read a cell: ``0 1``, ``0,1`` or ``(0,1)``.

    Raises:
        PhraseError: it is none, or off the table.
    """
    found = _ONLY_A_CELL.fullmatch(text.strip())
    if not found:
        raise PhraseError(say("'{text}' is no cell; write it as 0,-1").format(text=text))
    return _cell(found)


def _cell(found: re.Match[str]) -> Cell:
    x, y = (int(found[name].replace("−", "-")) for name in "xy")
    if max(abs(x), abs(y)) > FARTHEST:
        raise PhraseError(off_the_table(Cell(x, y)))
    return Cell(x, y)


def off_the_table(cell: Cell) -> str:
    """That a cell lies too far from the middle of the table."""
    text = say("{cell} is off the table; cells go up to ±{limit}")
    return text.format(cell=cell, limit=large(FARTHEST))


def split_place(text: str) -> tuple[str, Cell]:
    """Read ``… at 0 1``: what is there, and the cell.

    Raises:
        PhraseError: no cell is named.
    """
    found = _PLACED.fullmatch(text.strip())
    if not found:
        said = say("'{text}' does not say where; write '{what} at 0 1'")
        raise PhraseError(said.format(text=text, what=text.strip()))
    return found["what"], _cell(found)


def names_place(text: str) -> bool:
    """Whether a phrase says where, as ``knight at 0 1``."""
    return _PLACED.fullmatch(text.strip()) is not None


def split_holder(text: str) -> tuple[str, str] | None:
    """Read ``… held by B``: what is held, and by whom; nothing where nobody holds it."""
    found = _HELD_BY.fullmatch(text.strip())
    return (found["what"], found["holder"]) if found else None


def read_figure_kind(text: str, rules: RuleSet) -> str:
    """Read the name of a kind of figure, as ``follower`` or ``seguidores``.

    Raises:
        PhraseError: no box in play has such a figure.
    """
    kind = _vocabulary(rules.books).figure_names.get(plain(text))
    if kind is None:
        known = ", ".join(each.word.one[spoken()] for each in rules.figures.values())
        said = say("no figure '{text}' in the boxes in play; they have {figures}")
        raise PhraseError(said.format(text=text, figures=known))
    return kind


def read_figure(text: str, placed: PlacedTile, rules: RuleSet) -> tuple[str, Spot]:
    """Read who stands where on a tile, as it lies: ``knight``, ``thief S``, ``big knight N``.

    Raises:
        PhraseError: it fits no segment of the tile, or more than one.
    """
    book = _vocabulary(rules.books)
    found = [
        (figure, segment)
        for words, side in _with_side(text)
        for figure, kinds in book.standing.get(words, {}).items()
        for segment in _fitting(placed, kinds, side)
    ]
    if len(found) != 1:
        known = any(words in book.standing for words, _ in _with_side(text))
        raise PhraseError(_no_figure(text, placed, rules, len(found), known=known))
    figure, segment = found[0]
    return figure, Spot(placed.cell, segment.name)


def _no_figure(text: str, placed: PlacedTile, rules: RuleSet, fits: int, *, known: bool) -> str:
    language = _language(text, rules)
    book = _vocabulary(rules.books)
    asked = {figure for words, _ in _with_side(text) for figure in book.standing.get(words, {})}
    kinds = [kind for kind in rules.figures if kind in asked] or [FOLLOWER]
    there = [
        figure_phrase(placed, spot, kind, rules, language)
        for kind in kinds
        for spot, segment in placed.spots.items()
        if kind in rules.figures and segment.kind in rules.figures[kind].stands_on
    ]
    has = _has(placed, there)
    if not known:
        near = _nearest(plain(text), book.standing)
        form = say("nobody is called '{text}'; {has}")
        if near:
            form = say("nobody is called '{text}'; did you mean '{word}'? {has}")
        return form.format(text=text, word=near, has=has)
    return _fits(text, fits, has)


def _has(placed: PlacedTile, there: Iterable[str]) -> str:
    """What a tile has to offer."""
    listed = ", ".join(there) or say("nothing to stand on")
    form = say("{tile} at {cell} has: {things}")
    return form.format(tile=placed.tile.id, cell=placed.cell, things=listed)


def _fits(text: str, fits: int, has: str) -> str:
    form = say("'{text}' fits no segment; {has}")
    if fits:
        form = say("'{text}' fits more than one segment; {has}")
    return form.format(text=text, has=has)


def read_spot(text: str, board: Board, rules: RuleSet) -> Spot:
    """Read which segment is meant on the table as it lies: ``city at 0 1``, ``road S at 0 1``.

    Raises:
        PhraseError: no tile lies there, or it fits no segment of it, or more than one.
    """
    what, cell = split_place(text)
    placed = board.tiles.get(cell)
    if placed is None:
        said = say("no tile lies at {cell}; name a cell that has one")
        raise PhraseError(said.format(cell=cell))
    return read_segment(what, placed, rules)


def read_segment(text: str, placed: PlacedTile, rules: RuleSet) -> Spot:
    """Read which segment of a tile is meant, as it lies: ``city``, ``road S``.

    Raises:
        PhraseError: it fits no segment of the tile, or more than one.
    """
    book = _vocabulary(rules.books)
    found = [
        segment
        for words, side in _with_side(text)
        if words in book.kind_names
        for segment in _fitting(placed, book.kind_names[words], side)
    ]
    if len(found) == 1:
        return Spot(placed.cell, found[0].name)
    language = _language(text, rules)
    there = [_segment_phrase(placed, spot, rules, language) for spot in placed.spots]
    has = _has(placed, there)
    if not any(words in book.kind_names for words, _ in _with_side(text)):
        near = _nearest(plain(text), book.kind_names)
        form = say("no feature is called '{text}'; {has}")
        if near:
            form = say("no feature is called '{text}'; did you mean '{word}'? {has}")
        raise PhraseError(form.format(text=text, word=near, has=has))
    raise PhraseError(_fits(text, len(found), has))


def read_move(text: str) -> MoveText:
    """Read a move: ``E at 0,-2 turned 180 knight S``, ``take knight at 0 1``, ``discard C``.

    Raises:
        PhraseError: it is none of these.
    """
    player, rest = None, text.strip()
    named = _PLAYER.fullmatch(rest)
    if named:
        player, rest = named["player"], named["move"].strip()
    if found := _DISCARDS.fullmatch(rest):
        return MoveText(player, discard=found["tile"])
    if found := _TAKES.fullmatch(rest):
        return MoveText(player, take=found["what"])
    found = _MOVE.fullmatch(rest)
    if not found:
        said = say(
            "'{text}' is no move; write it as 'E at 0,-2 turned 180 knight S', "
            "'take knight at 0 1' or 'discard C'"
        )
        raise PhraseError(said.format(text=text))
    figure = found["rest"] or ""
    taken = _TAKES.fullmatch(figure)
    return MoveText(
        player,
        tile=found["tile"],
        cell=_cell(found),
        on_top_of=found["under"] or "",
        turned=int(found["turned"] or 0),
        figure="" if taken else figure,
        take=taken["what"] if taken else "",
    )


def spot_phrase(where: Board | PlacedTile, spot: Spot, rules: RuleSet, language: str = "en") -> str:
    """Which segment that is, in words that are read back as the same: ``road S at (0,1)``."""
    placed = where.tiles[spot.cell] if isinstance(where, Board) else where
    said = _segment_phrase(placed, spot, rules, language)
    return f"{said} {_AT[language]} {spot.cell}"


def figure_phrase(
    placed: PlacedTile, spot: Spot, figure: str, rules: RuleSet, language: str = "en"
) -> str:
    """Who stands there, in words that are read back as the same: ``knight``, ``thief S``."""
    book = _vocabulary(rules.books)
    said = _standing(book, figure, placed.spots[spot].kind, language)
    kinds = book.standing.get(plain(said), {}).get(figure, frozenset())
    return f"{said} {_side(placed, spot, kinds)}".strip()


def move_phrase(moves: Iterable[Change], board: Board, language: str = "en") -> str:
    """The moves of a part of a turn on the table before it, as ``read_move`` reads them."""
    return " ".join(filter(None, _said_moves(tuple(moves), board, language)))


def _said_moves(moves: tuple[Change, ...], board: Board, language: str) -> Iterator[str]:
    tiles = dict(board.tiles)
    for move in moves:
        if isinstance(move, PlaceTile):
            placed = board.as_it_lies(move.placed, move.tokens)
            under = tiles.get(placed.cell)
            tiles[placed.cell] = placed
            yield f"{placed.tile.id} {_AT[language]} {placed.cell}"
            yield f"{_ON_TOP[language]} {under.tile.id}" if under else ""
            yield f"{_TURNED[language]} {placed.quarters * 90}" if placed.quarters else ""
        elif isinstance(move, Discard):
            yield f"{_DISCARD[language]} {move.tile.id}"
        elif isinstance(move, MoveFigure):
            spot = move.to or move.figure.at
            if spot is None or spot.cell not in tiles:
                continue
            said = figure_phrase(tiles[spot.cell], spot, move.figure.kind, board.rules, language)
            new = any(isinstance(it, PlaceTile) and it.placed.cell == spot.cell for it in moves)
            where = "" if new and move.to else f" {_AT[language]} {spot.cell}"
            verb = (_RECALL if isinstance(move, Recall) else _TAKE)[language]
            yield f"{'' if move.to else verb + ' '}{said}{where}"


def held_phrase(figure: str, holder: str, rules: RuleSet, language: str = "en") -> str:
    """A figure in somebody's hand, in words that are read back as the same."""
    return f"{Words(rules, language).figure(figure)} {_HELD[language]} {holder}"


class _Vocabulary(Struct, frozen=True, eq=False):
    """The words of some boxes, and what each phrase may mean."""

    kinds: Mapping[Kind, Word]
    roles: Mapping[Kind, Word]
    figures: Mapping[str, FigureKind]
    tokens: Mapping[str, Word]
    units: Mapping[str, Word]
    kind_names: dict[str, frozenset[Kind]]
    figure_names: dict[str, str]
    standing: dict[str, dict[str, frozenset[Kind]]]

    def word_of(self, figure: str) -> Word | None:
        """What a kind of figure is called."""
        return self.figures[figure].word if figure in self.figures else None


@cache
def _vocabulary(books: tuple[Rulebook, ...]) -> _Vocabulary:
    kinds = {name: word for book in books for name, word in book.kinds.items()}
    figures = figures_of(books)
    names: defaultdict[str, set[Kind]] = defaultdict(set)
    for kind, word in kinds.items():
        for name in (kind, *_all_names(word)):
            names[plain(name)].add(kind)
    book = _Vocabulary(
        kinds=kinds,
        roles={name: word for each in books for name, word in each.roles.items()},
        figures=figures,
        tokens={name: word for each in books for name, word in each.tokens.items()},
        units={name: word for each in books for name, word in each.units.items()},
        kind_names={name: frozenset(meant) for name, meant in names.items()},
        figure_names={
            plain(name): kind
            for kind, about in figures.items()
            for name in (kind, *_all_names(about.word))
        },
        standing={},
    )
    for figure in figures:
        for said, meant in _ways_to_say(book, figure):
            known = book.standing.setdefault(plain(said), {})
            known[figure] = known.get(figure, frozenset()) | meant
    return book


def _all_names(word: Word) -> tuple[str, ...]:
    return (*word.one.values(), *word.many.values(), *sorted(word.also))


def _ways_to_say(book: _Vocabulary, figure: str) -> Iterator[tuple[str, frozenset[Kind]]]:
    """Every phrase for a figure, without a side, and the kinds that it may then stand on."""
    about = book.figures[figure]
    named = (figure, *about.word.one.values(), *about.word.also)
    for name in named:
        yield name, about.stands_on
    for kind, word in book.kinds.items():
        where = frozenset((kind,))
        for language in _LANGUAGES:
            yield _standing(book, figure, kind, language), where
        for name in named:
            for feature in (kind, *word.one.values(), *word.also):
                for on in _ON.values():
                    yield f"{name} {on} {feature}", where
        role = book.roles.get(kind)
        for alias in role.also if role and figure == FOLLOWER else ():
            yield alias, where


def _standing(
    book: _Vocabulary, figure: str, kind: Kind, language: str, *, several: bool = False
) -> str:
    """What a figure is called that stands on a kind of feature."""
    about, role = book.figures.get(figure), book.roles.get(kind)
    own = _number(about.word if about else None, language, several=several) or figure
    there = _number(role, language, several=several)
    if about is None or not about.follower or not there or kind not in about.stands_on:
        feature = _number(book.kinds.get(kind), language, several=False) or kind
        return f"{own} {_ON[language]} {feature}"
    if figure == FOLLOWER:
        return there
    if len(about.stands_on) == 1:
        return own
    plain = _number(book.word_of(FOLLOWER), language, several=several)
    if plain in own.split():
        return " ".join(there if word == plain else word for word in own.split())
    one = _number(about.word, language, several=False)
    return f"{there} {one}" if language == "es" else f"{one} {there}"


def _number(word: Word | None, language: str, *, several: bool) -> str:
    return (word.many if several else word.one).get(language, "") if word else ""


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A phrase without what nobody hears: letter case, accents, doubled spaces."""
    apart = text if text.isascii() else unicodedata.normalize("NFKD", text)
    heard = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(heard.casefold().split())


def _language(text: str, rules: RuleSet) -> str:
    """The language that a phrase is most likely in."""
    book = _vocabulary(rules.books)
    words = [*book.kinds.values(), *book.roles.values()]
    words += [about.word for about in book.figures.values()]
    said = set(plain(text).split())
    spanish = {part for word in words for part in plain(word.one.get("es", "")).split()}
    english = {part for word in words for part in plain(word.one.get("en", "")).split()}
    return "es" if said & spanish - english else "en"


def _with_side(text: str) -> list[tuple[str, str]]:
    """A phrase whole, and split before its last word, which may be a side or a segment's name."""
    words, _, last = plain(text).rpartition(" ")
    return [(plain(text), ""), (words, last)] if words else [(last, "")]


def _fitting(placed: PlacedTile, kinds: frozenset[Kind], side: str) -> list[Segment]:
    """The segments of some kinds on a side, or of that name; all of them without a side."""
    there = [segment for segment in placed.segments if segment.kind in kinds]
    if not side:
        return there
    name = _SIDE_WORDS.get(side, side.upper())
    try:
        port = Port.parse(name)
    except ValueError:
        return [segment for segment in there if plain(segment.name) == side]
    fitting = [segment for segment in there if _reaches(segment, port)]
    return fitting or [segment for segment in there if plain(segment.name) == side]


def _reaches(segment: Segment, port: Port) -> bool:
    """Whether a segment is found at a port: at all of it for half a side, anywhere on a whole."""
    if port.half:
        return port in segment.ports or Port(port.side) in segment.ports
    return any(own.side == port.side for own in segment.ports)


_PORTS: Final = tuple(
    [Port(side) for side in SIDES] + [Port(side, half) for side in SIDES for half in "LR"]
)


def _side(placed: PlacedTile, spot: Spot, kinds: frozenset[Kind]) -> str:
    """What tells a segment from the others of these kinds on the tile; nothing if it is alone."""
    there = [segment for segment in placed.segments if segment.kind in kinds]
    own = placed.spots[spot]
    if len(there) == 1:
        return ""
    for port in _PORTS:
        if [segment for segment in there if _reaches(segment, port)] == [own]:
            return port.compass
    return own.name


def _segment_phrase(placed: PlacedTile, spot: Spot, rules: RuleSet, language: str) -> str:
    said = Words(rules, language).kind(placed.spots[spot].kind)
    kinds = _vocabulary(rules.books).kind_names.get(plain(said), frozenset())
    return f"{said} {_side(placed, spot, kinds)}".strip()


def _nearest(word: str, known: Iterable[str]) -> str:
    """The known word that somebody most likely meant, or nothing."""
    import difflib  # noqa: PLC0415 -- only an error needs it

    return next(iter(difflib.get_close_matches(word, sorted(known), n=1)), "")
