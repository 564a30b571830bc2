"""Clauses, the rules that state them, and how the rules of several boxes combine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.locale import say
from carcassonne_judge.position import JudgeError, Kind, Tile

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

EVERY_OTHER: Final = "question"
"""What a clause replaces that sets aside every other answer to the same question."""


class Clause(Struct, frozen=True, eq=False):
    """One sentence of a rulebook: what a ruling cites.

    ``text`` is the sentence in our own words by language; ``points`` are those it is worth each
    time over, per ``unit``; ``limit`` is any other number in it. ``certainty`` says how far it
    has been verified: ``printed``, ``seed``, ``engine`` or ``unverified``. ``why`` is what is
    wrong with a move that goes against it, in a few words.
    """

    id: str
    text: Mapping[str, str]
    source: tuple[str, ...]
    certainty: str = "printed"
    phase: str = ""
    points: int | None = None
    unit: str = ""
    limit: int | None = None
    replaces: frozenset[str] = frozenset()
    rests_on: frozenset[str] = frozenset()
    silent_on: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    when: Mapping[str, frozenset[str]] = {}
    why: Mapping[str, str] = {}

    def in_force(self, readings: Mapping[str, str]) -> bool:
        """Whether the clause belongs to the edition and the readings that are in force."""
        return all(readings.get(name) in values for name, values in self.when.items())

    def times(self, count: int) -> int:
        """So many times its points.

        Raises:
            ValueError: the clause names no points.
        """
        if self.points is None:
            raise ValueError(f"{self.id} names no points")
        return count * self.points


class Question(Struct, Generic[P, T], frozen=True, eq=False):
    """What the judge asks of the rules, about one kind of thing or about any.

    Two questions are the same when the same function made them with the same arguments. Answers
    that add up, such as the moves that several clauses offer, never contradict each other.
    """

    name: str
    about: str = ""
    pays: bool = False
    adds_up: bool = False


F = TypeVar("F", bound=Callable[..., Question[..., Any]])


def question(words: F) -> F:
    """Make a function that puts a question into words give the same question every time."""
    return cast("F", cache(words))


class Rule(Struct, frozen=True, eq=False):
    """A function that answers one question by stating one clause."""

    question: Question[..., Any]
    clause: Clause
    answer: Callable[..., Any]


class Finding(NamedTuple, Generic[T_co]):
    """An answer, and the clause it rests on."""

    answer: T_co
    clause: Clause


class UnsettledError(JudgeError):
    """The rulebooks do not say: no clause answers, or several and differently, or one is silent."""

    def __init__(self, question: Question[..., Any], findings: Iterable[Finding[object]]) -> None:
        self.question = question
        self.findings = tuple(findings)
        form = say("{clause} says {answer}")
        said = [form.format(clause=each.clause.id, answer=each.answer) for each in self.findings]
        asked = f"{question.name} {question.about}".strip()
        text = say("“{question}”: {answers}")
        super().__init__(
            text.format(question=asked, answers="; ".join(said) or say("no clause says"))
        )


class Word(Struct, frozen=True, eq=False):
    """What people call a thing, by language: one of it, several, and other words they use."""

    one: Mapping[str, str]
    many: Mapping[str, str]
    gender: str = "m"
    also: frozenset[str] = frozenset()


class FigureKind(Struct, frozen=True, eq=False):
    """A kind of figure: how many a player has, whether it is a follower, where it may stand.

    ``neutral`` is how many there are that belong to nobody, ``clause`` the id of the one that
    says how many, ``less`` the ids of those by which a player has fewer of them.
    """

    kind: str
    word: Word
    count: int
    follower: bool
    stands_on: frozenset[Kind]
    clause: str = ""
    neutral: int = 0
    less: tuple[str, ...] = ()


class Taking(NamedTuple):
    """How many figures of a kind a box takes from every player, and by which of its clauses."""

    number: int
    clause: str = ""


class Reading(Struct, frozen=True, eq=False):
    """A choice that the rulebooks leave open, with its values, the default first.

    ``contested`` tells under which readings a ruling shows the other values by itself;
    ``sets`` which other readings a value sets, where it is a mere preset.
    """

    name: str
    values: Mapping[str, Mapping[str, str]]
    question: Mapping[str, str] = {}
    source: tuple[str, ...] = ()
    aliases: frozenset[str] = frozenset()
    also: Mapping[str, str] = {}
    contested: Mapping[str, str] | None = None
    house: bool = False
    sets: Mapping[str, Mapping[str, str]] = {}

    @property
    def default(self) -> str:
        """The value in force where nobody chose one."""
        return next(iter(self.values))


class TileSheet(Struct, frozen=True, eq=False):
    """A tile as a box lists it: how many copies, in which editions, and its other names.

    ``plain`` is the tile of which it is one of the copies, with a picture of its own.
    """

    tile: Tile
    box: str
    copies: int
    editions: tuple[str, ...] = ()
    plain: str = ""
    jcloisterzone: tuple[str, ...] = ()


class Look(Struct, frozen=True, eq=False):
    """How a kind of feature, a mark, a token or a figure is drawn.

    ``shape`` is what a kind is drawn as: open ``ground``, a ``way``, a walled ``area``, a
    ``building``. ``picture`` names a small picture, or a figure's shape; without one a badge bears
    ``letters``. ``size`` and ``colour`` are of whatever is drawn; ``on`` is the kind of feature
    that a token stands on; ``word`` is what the legend calls it where the box has no other word.
    """

    shape: str = ""
    picture: str = ""
    letters: str = ""
    colour: str = ""
    size: float = 1.0
    on: str = ""
    word: Word | None = None


class UnknownReadingError(JudgeError):
    """A reading that no box in play has, or a value that it does not know."""


class Rulebook(Struct, frozen=True, dict=True, eq=False):
    """The rules of one box, and what its data files say that it holds.

    ``takes`` is how many figures of a kind it takes from every player for other uses, and
    ``welcomes`` are the kinds of feature on which any follower may stand. ``occasions`` are what
    the occasions of its own are called on which it has features judged, by language. ``looks`` is
    how its kinds, marks, tokens and figures are drawn.
    """

    box: str
    clauses: Mapping[str, Clause]
    name: Mapping[str, str] = {}
    shelf: int = 0
    aliases: frozenset[str] = frozenset()
    editions: tuple[str, ...] = ()
    kinds: Mapping[Kind, Word] = {}
    roles: Mapping[Kind, Word] = {}
    figures: Mapping[str, FigureKind] = {}
    takes: Mapping[str, Taking] = {}
    welcomes: frozenset[Kind] = frozenset()
    tokens: Mapping[str, Word] = {}
    units: Mapping[str, Word] = {}
    occasions: Mapping[str, Mapping[str, str]] = {}
    readings: Mapping[str, Reading] = {}
    setup: tuple[str, ...] = ()
    start: str = ""
    sheets: Callable[[], Mapping[str, TileSheet]] = dict
    looks: Callable[[], Mapping[str, Mapping[str, Look]]] = dict
    rules: list[Rule] = []

    @cached_property
    def tiles(self) -> Mapping[str, TileSheet]:
        """The tiles in the box, by id."""
        return self.sheets()

    def rule(
        self, question: Question[P, T], clause: str
    ) -> Callable[[Callable[P, T | None]], Callable[P, T | None]]:
        """Make the decorated function this book's answer to a question, under a clause.

        Raises:
            ValueError: the question pays, and the clause names no points.
        """
        stated = self.clauses[clause]
        if question.pays:
            stated.times(0)

        def register(answer: Callable[P, T | None]) -> Callable[P, T | None]:
            self.rules.append(Rule(question, stated, answer))
            return answer

        return register


class RuleSet:
    """The boxes on the table, in one reading of what their rulebooks leave open.

    The order in which the boxes are given does not matter.

    Raises:
        UnknownReadingError: a reading that no box has, or a value that it does not know.
    """

    def __init__(self, readings: Mapping[str, str], books: Iterable[Rulebook]) -> None:
        self.books = tuple(sorted(books, key=lambda book: (book.shelf, book.box)))
        self.known = {name: each for book in self.books for name, each in book.readings.items()}
        self.given = self._named(readings)
        presets: dict[str, str] = {}
        for name, value in self.given.items():
            presets |= self.known[name].sets.get(value, {})
        defaults = {name: reading.default for name, reading in self.known.items()}
        self.readings: Mapping[str, str] = defaults | presets | self.given
        self.depended_on: set[str] = set()
        self._asked: dict[Question[..., Any], tuple[Rule, ...]] = {}
        self._kept: dict[Hashable, Finding[Any]] = {}

    def _named(self, readings: Mapping[str, str]) -> dict[str, str]:
        """The readings under their own names and values, whatever names were used."""
        found: dict[str, str] = {}
        for name, value in readings.items():
            reading = self.known.get(name) or next(
                (each for each in self.known.values() if name in each.aliases), None
            )
            if reading is None:
                text = say("no reading '{name}' in the boxes in play; they have {readings}")
                raise UnknownReadingError(text.format(name=name, readings=", ".join(self.known)))
            meant = reading.also.get(value, value)
            if meant not in reading.values:
                text = say("{reading}: no value '{value}'; it may be {values}")
                values = ", ".join(reading.values)
                raise UnknownReadingError(
                    text.format(reading=reading.name, value=value, values=values)
                )
            found[reading.name] = meant
        return found

    def under(self, name: str, value: str) -> RuleSet:
        """The same boxes under another value of one reading."""
        return RuleSet({**self.given, name: value}, self.books)

    @cached_property
    def followers(self) -> frozenset[str]:
        """The kinds of figure that are followers."""
        return frozenset(kind for kind, about in self.figures.items() if about.follower)

    @cached_property
    def figures(self) -> Mapping[str, FigureKind]:
        """The kinds of figure in play, with what the boxes together make of each."""
        return figures_of(self.books)

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every clause of the boxes in play, in force or not, by its id."""
        return {clause.id: clause for book in self.books for clause in book.clauses.values()}

    @cached_property
    def tiles(self) -> Mapping[str, TileSheet]:
        """The tiles of the boxes in play."""
        return {name: sheet for book in self.books for name, sheet in book.tiles.items()}

    def in_force(self, clauses: Iterable[str]) -> tuple[Clause, ...]:
        """Those of some clauses that are in force under these readings."""
        asked = (self.clauses[name] for name in clauses)
        return tuple(clause for clause in asked if clause.in_force(self.readings))

    @property
    def setup(self) -> tuple[Clause, ...]:
        """The clauses in force that the contents of the boxes state."""
        named = [book.clauses[key].id for book in self.books for key in book.setup]
        return self.in_force(named)

    @cached_property
    def tile_total(self) -> Mapping[str, tuple[int, Clause | None]]:
        """How many tiles each box holds, and the clause that says so."""
        return {book.box: self._total(book) for book in self.books}

    def _total(self, book: Rulebook) -> tuple[int, Clause | None]:
        stated = self.in_force(book.clauses[key].id for key in book.setup)
        for clause in stated:
            if clause.limit is not None and clause.unit == "tile":
                return clause.limit, clause
        sheets = (sheet for sheet in book.tiles.values() if not sheet.plain)
        return sum(sheet.copies for sheet in sheets), None

    def answers(self, question: Question[..., Any]) -> bool:
        """Whether any rule in force answers a question at all."""
        return bool(self._rules(question))

    def _rules(self, question: Question[..., Any]) -> tuple[Rule, ...]:
        """The rules in force that answer a question, about its kind or about every kind."""
        try:
            return self._asked[question]
        except KeyError:
            pass
        asked = [
            rule
            for book in self.books
            for rule in book.rules
            if rule.question.name == question.name and rule.question.about in ("", question.about)
        ]
        named = {name for rule in asked for name in rule.clause.when}
        self.depended_on.update(named & self.known.keys())
        stated = dict.fromkeys(rule for rule in asked if rule.clause.in_force(self.readings))
        rules = tuple({(rule.clause, rule.answer): rule for rule in stated}.values())
        self._asked[question] = rules
        return rules

    def ask(self, question: Question[P, T], *args: P.args, **kwargs: P.kwargs) -> list[Finding[T]]:
        """Every rule's answer, less those resting on a clause that another's clause replaces.

        Raises:
            UnsettledError: a clause is silent here, or two that replace the same differ and do not
                add up.
        """
        findings: list[Finding[T]] = []
        plain = True
        for rule in self._rules(question):
            said = rule.answer(*args, **kwargs)
            if said is not None:
                findings.append(Finding(said, rule.clause))
                plain = plain and not (rule.clause.replaces or rule.clause.silent_on)
        return findings if plain else _standing(question, findings)

    def settle(self, question: Question[P, T], *args: P.args, **kwargs: P.kwargs) -> Finding[T]:
        """The answer to a question that can have only one.

        Raises:
            UnsettledError: no clause answers, or several do and differ.
        """
        findings = self.ask(question, *args, **kwargs)
        if not findings or any(found.answer != findings[0].answer for found in findings[1:]):
            raise UnsettledError(question, findings)
        return findings[0]

    def settle_once(
        self, key: Hashable, question: Question[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> Finding[T]:
        """Settle a question and keep the answer: for one that goes by what is in the key alone.

        Raises:
            UnsettledError: no clause answers, or several do and differ.
        """
        found: Finding[T] | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self.settle(question, *args, **kwargs)
        return found


def figures_of(books: Iterable[Rulebook]) -> dict[str, FigureKind]:
    """The kinds of figure in some boxes, with what the boxes together make of each."""
    shelf = tuple(books)
    welcome = frozenset[Kind]().union(*(book.welcomes for book in shelf))
    return {
        kind: replace(
            about,
            count=about.count
            - sum(book.takes[kind].number for book in shelf if kind in book.takes),
            less=tuple(
                f"{book.box}/{book.takes[kind].clause}"
                for book in shelf
                if kind in book.takes and book.takes[kind].clause
            ),
            stands_on=about.stands_on | welcome if about.follower else about.stands_on,
        )
        for book in shelf
        for kind, about in book.figures.items()
    }


def in_order(findings: Iterable[Finding[T]]) -> list[Finding[T]]:
    """The findings in the order that their clauses put them in, where a rulebook orders steps."""
    found = list(findings)
    clauses = {each.clause.id: each.clause for each in found}

    @cache
    def place(name: str) -> int:
        before = clauses[name].after & clauses.keys()
        return 1 + max(map(place, before), default=-1)

    return sorted(found, key=lambda each: place(each.clause.id))


def _standing(question: Question[..., Any], findings: list[Finding[T]]) -> list[Finding[T]]:
    """What is left once replaced answers are dropped and rivals have been compared."""
    replaced = {name for found in findings for name in found.clause.replaces}
    standing = [found for found in findings if found.clause.id not in replaced]
    alone = [found for found in standing if EVERY_OTHER in found.clause.replaces]
    standing = alone or standing
    for name in () if question.adds_up else sorted(replaced):
        standing = _settle_rivals(question, standing, name)
    silent = {found.clause for found in standing if found.clause.silent_on}
    if silent:
        about = {name for clause in silent for name in (clause.id, *clause.silent_on)}
        raise UnsettledError(question, [found for found in standing if found.clause.id in about])
    return standing


def _settle_rivals(
    question: Question[..., Any], findings: list[Finding[T]], replaced: str
) -> list[Finding[T]]:
    """Let one clause stand for all that replace the same one, if they come to the same."""
    rivals = [found for found in findings if replaced in found.clause.replaces]
    if not rivals:
        return findings
    first = min(rivals, key=lambda found: found.clause.id)
    if any((r.answer, r.clause.points) != (first.answer, first.clause.points) for r in rivals):
        raise UnsettledError(question, rivals)
    return [found for found in findings if found is first or found not in rivals]
