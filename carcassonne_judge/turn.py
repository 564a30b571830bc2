"""What a part of a turn brings about: what closes, scores, goes home and follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import ParamSpec

from msgspec import Struct
from msgspec.structs import replace

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    MoveFigure,
    OneOf,
    Pass,
    PlaceTile,
    Scored,
    SetAside,
    laid,
    part,
    resting,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import Option, allowances, objections, options
from carcassonne_judge.position import Change, Figure, Kind, Owed, Player, Score, Spot, Tile
from carcassonne_judge.rules import Clause, Finding, Question, UnsettledError, in_order, question
from carcassonne_judge.scoring import TURN_BEGINS, ScoreLine, Verdict, judge, pays, total

P = ParamSpec("P")


@question
def entails() -> Question[[Board, Change], Iterable[Change]]:
    """What does this move bring about there and then, going by the table before it?"""
    return Question("entails", gathers=True)


@question
def precedes() -> Question[[Board], Iterable[Change]]:
    """What has to be decided or done before anything is scored?"""
    return Question("precedes", gathers=True)


@question
def waits(kind: Kind = "") -> Question[[Feature], bool]:
    """Does this closed feature wait for the next wave?"""
    return Question("waits", kind)


@question
def returns(figure: str = "") -> Question[[Figure, Feature], bool]:
    """Does this figure go home once this feature is scored?"""
    return Question("returns", figure)


@question
def spared(figure: str = "") -> Question[[Figure, Board], bool]:
    """Does this figure stay where it stands, whatever clears its tile of figures?"""
    return Question("spared", figure)


@question
def follows() -> Question[[Wave], Iterable[Change]]:
    """What else does this wave bring about, now that its figures have gone home?"""
    return Question("follows", gathers=True)


@question
def afterwards() -> Question[[tuple[Wave, ...]], Iterable[Change]]:
    """What is due once nothing more is scored in this part of the turn?"""
    return Question("afterwards", gathers=True)


@question
def plays_next() -> Question[[Board], Player]:
    """Whose turn comes after this one?"""
    return Question("plays next")


@question
def ends() -> Question[[Board], bool]:
    """Is the game over with this turn?"""
    return Question("ends")


class Wave(Struct, frozen=True):
    """The features judged on one state of the table, and the table once figures have gone home.

    ``waiting`` are those left for a later wave, each with the clause by which it waits.
    """

    judged: Board
    verdicts: tuple[Verdict, ...]
    after: Board
    waiting: tuple[Finding[Feature], ...] = ()

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every point scored in this wave."""
        return tuple(line for verdict in self.verdicts for line in verdict.lines)


class Refusal(Struct, frozen=True):
    """A move against the rules, and the clause it goes against.

    No clause is named where the move is simply none that any rulebook in play offers.
    """

    move: Change
    clause: Clause | None


class Ruling(Struct, frozen=True, dict=True):
    """All that a part of a turn brings about, each thing with the clause it rests on.

    ``allowed`` are the moves that only a clause which replaces another allows; ``entailed`` are
    those consequences that a move had there and then, points and all; ``halfway`` is the table
    after the player's moves, before anything else is ruled. ``opening`` are the points that the
    turn paid when it began, which the table's points count already.
    """

    moves: tuple[Change, ...]
    refusals: tuple[Refusal, ...]
    waves: tuple[Wave, ...]
    consequences: tuple[Finding[Change], ...]
    halfway: Board
    after: Board
    unsettled: tuple[UnsettledError, ...] = ()
    allowed: tuple[Finding[Change], ...] = ()
    entailed: tuple[Finding[Change], ...] = ()
    opening: tuple[Finding[Change], ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """How every feature that was judged stands."""
        return tuple(verdict for wave in self.waves for verdict in wave.verdicts)

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every point scored."""
        judged = (line for wave in self.waves for line in wave.lines)
        return (*_awarded(self.opening), *judged, *_awarded(self.consequences))

    @property
    def scores(self) -> Counter[Player]:
        """Each player's points of this ruling."""
        return total(self.lines)

    @property
    def homecomings(self) -> tuple[Finding[MoveFigure], ...]:
        """The figures that go home, each with the clause that sends it."""
        return tuple(
            Finding(found.answer, found.clause)
            for found in self.consequences
            if isinstance(found.answer, MoveFigure)
            and found.answer.to is None
            and found.answer.held_by is None
        )

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses it rests on, and those that say who plays next or that the game is over."""
        against = [refusal.clause for refusal in self.refusals if refusal.clause]
        exempt = [found.clause for found in self.allowed]
        judged = [clause for verdict in self.verdicts for clause in verdict.clauses]
        waited = [found.clause for wave in self.waves for found in wave.waiting]
        brought = [found.clause for found in (*self.opening, *self.consequences)]
        silent = [found.clause for error in self.unsettled for found in error.findings]
        last = over(self.board)
        then = None if last else successor(self.board)
        after = [clause for clause in (last, then and then.clause) if clause]
        moves = (*against, *exempt)
        return tuple(dict.fromkeys((*moves, *judged, *waited, *brought, *silent, *after)))

    @cached_property
    def board(self) -> Board:
        """The table once everything has taken effect: play on from here."""
        earned = total(self.lines)
        earned.subtract(total([*_awarded(self.opening), *_awarded(self.entailed)]))
        return _paid(self.after, earned)


def _awarded(findings: Iterable[Finding[Change]]) -> list[ScoreLine]:
    """The points among some findings."""
    awards = ((found.answer, found.clause) for found in findings)
    return [ScoreLine(it.player, it.times, on) for it, on in awards if isinstance(it, Award)]


def _paid(board: Board, earned: Mapping[Player, int]) -> Board:
    """The table once everybody's points have been marked."""
    if not any(earned.values()):
        return board
    scores = Counter(board.position.scores)
    scores.update(earned)
    return board.with_position(board.position._replace(scores=scores))


def made(board: Board, change: Change) -> Board:
    """The board after a change, with what it newly closed put down to be scored."""
    after = board.grown(change)
    if not change.cells:
        return after
    closed = tuple(Score(min(feature.spots)) for feature in _newly_closed(board, after, change))
    if not closed:
        return after
    position = after.position
    return after.with_position(position._replace(closed=(*position.closed, *closed)))


def moved(board: Board, move: Change) -> Board:
    """The board after a player's move, which is remembered and answers what was owed.

    What the move brings about there and then has come about.
    """
    return _moved(board, move).board


def _moved(board: Board, move: Change) -> _Course:
    """What comes of a player's move there and then."""
    after = made(board, move)
    position = after.position
    if isinstance(move, Pass) and position.owed:
        move = Pass(position.owed[0].player, position.owed[0].clause)
    done, owed = (*position.done, move), position.owed[1:]
    course = _Course(after.with_position(position._replace(done=done, owed=owed)))
    course.entail(board, move)
    return course


def refusals(board: Board, move: Change) -> tuple[Refusal, ...]:
    """What a move goes against, asked on the table as it lies before the move."""
    against = tuple(Refusal(move, clause) for clause in objections(board, move))
    owed = board.position.owed
    if not owed or any(option.move == move for option in options(board)):
        return against
    return (*against, Refusal(move, board.rules.clauses[owed[0].clause]))


def rule_on(board: Board, moves: Iterable[Change]) -> Ruling:
    """Say what the moves of one part of a turn bring about, be they legal or not."""
    against: list[Refusal] = []
    allowed: list[Finding[Change]] = []
    unsettled: list[UnsettledError] = []
    entailed: list[Finding[Change]] = []
    table, done = board, tuple(moves)
    for move in done:
        try:
            against += refusals(table, move)
            allowed += (Finding(move, clause) for clause in allowances(table, move))
        except UnsettledError as error:
            unsettled.append(error)
        course = _moved(table, move)
        table = course.board
        entailed += course.consequences
        unsettled += course.unsettled
    ruling = _with_entailed(brought_about(table), entailed)
    return replace(
        ruling,
        moves=done,
        refusals=tuple(against),
        unsettled=(*unsettled, *ruling.unsettled),
        allowed=tuple(allowed),
    )


def _with_entailed(ruling: Ruling, entailed: Iterable[Finding[Change]]) -> Ruling:
    """The ruling with what the moves brought about there and then, which comes first."""
    first = tuple(entailed)
    return replace(ruling, entailed=first, consequences=(*first, *ruling.consequences))


def brought_about(board: Board) -> Ruling:
    """What follows from the moves made so far in this part of a turn, now that it ends."""
    course = _Course(board)
    if Scored() in part(board.position):
        course.run()
    elif not course.halts():
        course.run()
        course.conclude()
    return Ruling(
        moves=(),
        refusals=(),
        waves=tuple(course.waves),
        consequences=tuple(course.consequences),
        halfway=board,
        after=course.board,
        unsettled=tuple(course.unsettled),
    )


def successor(board: Board) -> Finding[Player] | None:
    """Who plays the next part, and by which clause; nobody named where the same player goes on.

    Raises:
        UnsettledError: the rulebooks in play do not say.
    """
    if ExtraTurn(board.position.turn) in part(board.position):
        return None
    return board.rules.settle(plays_next(), board)


def opening(board: Board) -> tuple[Finding[Change], ...]:
    """What the turn that comes after this part pays when it begins; nothing if none begins.

    Raises:
        UnsettledError: the rulebooks in play do not say.
    """
    found = successor(board)
    return _opening(board, _begun(board, found.answer)) if found else ()


def _begun(board: Board, player: Player) -> Board:
    """The table at the beginning of a player's turn."""
    return board.with_position(board.position._replace(turn=player, done=()))


def _opening(before: Board, table: Board) -> tuple[Finding[Change], ...]:
    """What the turn that begins on a table pays; nothing where it goes on with another tile."""
    another_tile = any(isinstance(it, Discard | SetAside) for it in part(before.position))
    if another_tile and not laid(before.position):
        return ()
    return tuple(
        Finding(Award(player, times), each.clause)
        for each in table.rules.ask(pays(TURN_BEGINS), table)
        for player, times in each.answer.items()
    )


def handed_on(board: Board) -> Board:
    """The table when the next part of play begins: an extra one, or the next player's turn.

    What a turn pays when it begins is paid.

    Raises:
        UnsettledError: the rulebooks in play do not say who plays next.
    """
    found = successor(board)
    if found is None:
        return board
    table = _begun(board, found.answer)
    return _paid(table, total(_awarded(_opening(board, table))))


def over(board: Board) -> Clause | None:
    """The clause by which the game is over with this turn, if it is."""
    found = [each.clause for each in board.rules.ask(ends(), board) if each.answer]
    return found[0] if found else None


def drawn(board: Board, tile: Tile, player: Player | None = None) -> Board:
    """The table with a tile in a player's hand: of the one whose turn it is, or of another.

    A turn that has been scored is handed on first.

    Raises:
        UnsettledError: the rulebooks in play do not say who plays next.
    """
    position = board.position
    if Scored() in part(position) and not position.owed:
        position = handed_on(board).position
    turn = position.turn if player is None else player
    return board.with_position(position._replace(hand=tile, turn=turn))


class Prospect(Struct, frozen=True):
    """A legal move, what it would bring about, and the moves that could follow in the same part."""

    option: Option
    ruling: Ruling
    then: tuple[Prospect, ...] = ()


def prospects(board: Board) -> tuple[Prospect, ...]:
    """Every legal move, each with what it brings about; what is owed comes before all else.

    A placement has with it every legal move that may follow in the same part.
    """
    return tuple(_prospects(board))


def _prospects(board: Board) -> Iterator[Prospect]:
    for option in options(board):
        if not option.legal or (isinstance(option.move, Pass) and not board.position.owed):
            continue
        course = _moved(board, option.move)
        table = course.board
        then: tuple[Prospect, ...] = ()
        if isinstance(option.move, PlaceTile):
            then = tuple(each for each in _prospects(table) if not _places(each))
        ruling = _with_entailed(brought_about(table), course.consequences)
        yield Prospect(option, ruling, then)


def _places(seen: Prospect) -> bool:
    return isinstance(seen.option.move, PlaceTile)


def taken(board: Board, among: OneOf, clause: Clause) -> int:
    """Which of some alternatives a player has chosen beforehand, or else the best; from nought."""
    for choice in part(board.position):
        if not isinstance(choice, Choose) or choice.which >= len(among.alternatives):
            continue
        if (choice.player, choice.clause) == (among.player, clause.id):
            return choice.which
    return among.alternatives.index(among.best)


class _Course:
    """How a part of a turn comes out, step by step."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rules = board.rules
        self.waves: list[Wave] = []
        self.consequences: list[Finding[Change]] = []
        self.unsettled: list[UnsettledError] = []

    def entail(self, before: Board, move: Change) -> None:
        """Bring about what a move entails there and then, its points included."""
        self._asked(entails(), before, move)
        self.board = _paid(self.board, total(_awarded(self.consequences)))

    def halts(self) -> bool:
        """Bring about what comes before scoring, and say whether something is owed first.

        Nobody is asked anything before all that comes of itself has come about.
        """
        while not self.board.position.owed:
            found = list(self._answers(precedes(), self.board))
            if not self._bring(each for each in found if not isinstance(each.answer, Owed)):
                self._bring(each for each in found if isinstance(each.answer, Owed))
                break
        return bool(self.board.position.owed)

    def run(self) -> None:
        """Judge wave after wave until nothing follows and nothing is left to be judged."""
        patient = True
        while True:
            wave = self._wave(patient=patient)
            self.waves.append(wave)
            followed = self._asked(follows(), wave)
            if not followed and not self.board.due:
                return
            patient = followed or bool(wave.verdicts)

    def conclude(self) -> None:
        """Bring about, once, what is due after all waves together."""
        position = self.board.position
        self.board = self.board.with_position(position._replace(done=(*position.done, Scored())))
        if self._asked(afterwards(), tuple(self.waves)):
            self.run()

    def _wave(self, *, patient: bool) -> Wave:
        """Judge what is due; if nobody is patient, that which waits as well."""
        judged = self.board
        due = judged.due
        if not due:
            if judged.position.closed:
                self.board = judged.with_position(judged.position._replace(closed=()))
            return Wave(judged, (), self.board)
        waiting = tuple(found for f in due if patient for found in _waits(f))
        left_out = {found.answer for found in waiting}
        verdicts = tuple(judge(feature) for feature in due if feature not in left_out)
        left = tuple(Score(min(f.spots), f.occasion) for f in due if f in left_out)
        self.board = judged.with_position(judged.position._replace(closed=left))
        for verdict in verdicts:
            try:
                self._bring(_sent_home(verdict))
            except UnsettledError as error:
                self.unsettled.append(error)
        return Wave(judged, verdicts, self.board, waiting)

    def _asked(
        self, question: Question[P, Iterable[Change]], *args: P.args, **kwargs: P.kwargs
    ) -> bool:
        """Bring about what the rules answer, and say whether the table is another."""
        return self._bring(self._answers(question, *args, **kwargs))

    def _answers(
        self, question: Question[P, Iterable[Change]], *args: P.args, **kwargs: P.kwargs
    ) -> Iterator[Finding[Change]]:
        """The changes that the rules answer, in the order of their steps."""
        if not self.rules.answers(question):
            return
        try:
            found = self.rules.ask(question, *args, **kwargs)
        except UnsettledError as error:
            self.unsettled.append(error)
            return
        yield from (Finding(c, each.clause) for each in in_order(found) for c in each.answer)

    def _bring(self, findings: Iterable[Finding[Change]]) -> bool:
        """Make the changes that are not made already, and say whether the table is another."""
        before = self.board.position
        for found in findings:
            finding = resting(found.answer, found.clause)
            change = finding.answer
            if change.made(self.board.position):
                continue
            self.board = made(self.board, change)
            self.consequences.append(finding)
            if isinstance(change, OneOf):
                chosen = change.alternatives[taken(self.board, change, finding.clause)]
                self._bring(Finding(each, finding.clause) for each in chosen)
        after = self.board.position
        same = after.tiles is before.tiles and after.tokens is before.tokens
        return not (same and after.figures is before.figures and after.closed == before.closed)


def _newly_closed(before: Board, after: Board, change: Change) -> Iterator[Feature]:
    """What is complete now, and either all new or in part not complete before."""
    cells = change.cells & after.tiles.keys()
    new = {spot for cell in cells for spot in _new(before, after, cell)}
    for feature in filter(_is_complete, after.near(cells)):
        old = {before.regions[spot] for spot in feature.spots - new}
        if not old or not all(
            _is_complete(before.feature_at(next(iter(region.spots)))) for region in old
        ):
            yield feature


def _is_complete(feature: Feature) -> bool:
    try:
        return feature.complete
    except UnsettledError:
        return False


def _new(before: Board, after: Board, cell: Cell) -> Collection[Spot]:
    """The spots on a cell that were not there before."""
    covered = before.position.tiles.get(cell) != after.position.tiles.get(cell)
    return after.tiles[cell].spots.keys() - (() if covered else before.tiles[cell].spots.keys())


def _waits(feature: Feature) -> Iterator[Finding[Feature]]:
    """The feature with each clause by which it waits; nothing where it does not."""
    found = feature.board.rules.ask(waits(feature.kind), feature)
    return (Finding(feature, each.clause) for each in found if each.answer)


def _sent_home(verdict: Verdict) -> Iterator[Finding[Change]]:
    """Each figure that had a say or stands on the feature, if a rule sends it home."""
    if verdict.unsettled:
        return
    feature, held = verdict.feature, verdict.majority
    voters = [figure for figure, _ in held.weights] if held else []
    others = [figure for figure in feature.figures if figure not in voters]
    for figure in (*voters, *others):
        found = feature.board.rules.settle(returns(figure.kind), figure, feature)
        if found.answer:
            yield Finding(MoveFigure(figure), found.clause)
