"""What holds of every ruling, whatever the position, and of the data that the rulebooks are."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

import carcassonne_judge
from benchmarks.games import CARCASSONNE, SHELF, Step, opening, play, stack
from carcassonne_judge import library
from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import PlaceTile, PutToken
from carcassonne_judge.game import Part, Run, run
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import options
from carcassonne_judge.offered import offer_phrase
from carcassonne_judge.position import (
    Change,
    Figure,
    Figures,
    Owed,
    PlacedTile,
    Player,
    Position,
    Score,
    Spot,
    Token,
)
from carcassonne_judge.position_file import Case, FaultsError, read, read_text, write
from carcassonne_judge.rules import EVERY_OTHER, Clause, Reading, RuleSet
from carcassonne_judge.scoring import FinalRuling, ScoreLine, Verdict, final, judge, total
from carcassonne_judge.turn import Ruling, drawn, moved, rule_on

SUITE = Path(__file__).parents[1] / "scenarios"
RULEBOOKS = Path(carcassonne_judge.__file__).parent / "rulebooks"
BOOKS = library.find()
CLAUSES = {clause.id: clause for book in BOOKS.values() for clause in book.clauses.values()}
SETUP = {book.clauses[key].id for book in BOOKS.values() for key in book.setup}
STATED = {rule.clause.id for book in BOOKS.values() for rule in book.rules} | SETUP
TURNS = (1, 2, 3)
TILES = 20
RIVERS = [("river/spring", ("river",)), ("river-2/spring", ("river-2",))]
FEW = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
SEEDS = st.integers(0, 10_000)


# The data -------------------------------------------------------------------------------------


def rested_on(clauses: set[str]) -> set[str]:
    found = set(clauses)
    while more := {name for one in found for name in CLAUSES[one].rests_on} - found:
        found |= more
    return found


EACH_CLAUSE = [pytest.param(clause, id=name) for name, clause in CLAUSES.items()]


@pytest.mark.parametrize("clause", EACH_CLAUSE)
def test_a_clause_is_stated_by_a_rule_or_rested_on_by_one_that_is(clause: Clause) -> None:
    assert (clause.id in rested_on(STATED)) == (clause.phase != "info")


@pytest.mark.parametrize("clause", EACH_CLAUSE)
def test_a_clause_has_a_sentence_in_both_languages_a_source_and_a_certainty(clause: Clause) -> None:
    assert all(clause.text[language] for language in ("en", "es"))
    assert clause.source
    assert all(clause.source)
    assert clause.certainty in {"printed", "seed", "engine", "unverified"}


@pytest.mark.parametrize("clause", EACH_CLAUSE)
def test_the_clauses_that_a_clause_names_exist(clause: Clause) -> None:
    assert clause.replaces <= CLAUSES.keys() | {EVERY_OTHER}
    assert clause.rests_on | clause.silent_on | clause.after <= CLAUSES.keys()


@pytest.mark.parametrize("clause", EACH_CLAUSE)
def test_the_readings_that_a_clause_depends_on_are_declared(clause: Clause) -> None:
    readings = {name: each for book in BOOKS.values() for name, each in book.readings.items()}
    for name, values in clause.when.items():
        assert not readings[name].sets, "no clause is in force by a preset"
        assert values <= readings[name].values.keys()


def test_a_reading_that_several_boxes_have_is_the_same_in_each() -> None:
    declared: dict[str, list[Reading]] = {}
    for book in BOOKS.values():
        for name, reading in book.readings.items():
            declared.setdefault(name, []).append(reading)
    for first, *others in declared.values():
        for other in others:
            assert structs.asdict(other) == structs.asdict(first)


@pytest.mark.parametrize("relation", ["replaces", "rests_on", "after"])
def test_no_clause_goes_round_in_a_circle(relation: str) -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, clause in CLAUSES.items():
        graph.add_edges_from((name, other) for other in getattr(clause, relation))
    assert nx.is_directed_acyclic_graph(graph)


def test_a_setup_clause_is_one_of_those_that_the_box_names_or_rested_on_by_one() -> None:
    setup = {name for name, clause in CLAUSES.items() if clause.phase == "setup"}
    assert {name for name in SETUP if CLAUSES[name].phase == "setup"} == SETUP
    assert setup <= rested_on(SETUP)


def test_every_rule_states_a_clause_of_its_own_box() -> None:
    for book in BOOKS.values():
        assert {rule.clause.id for rule in book.rules} <= {c.id for c in book.clauses.values()}


@pytest.mark.parametrize(
    "file", [pytest.param(f, id=f.parent.name) for f in RULEBOOKS.rglob("rules.py")]
)
def test_no_number_but_nought_one_and_two_is_written_in_a_rule(file: Path) -> None:
    numbers = {
        node.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float | complex)
        and not isinstance(node.value, bool)
    }
    assert numbers <= {0, 1, 2}


# The table seen otherwise ---------------------------------------------------------------------


class View(NamedTuple):
    """The same table turned, moved or with other names for the players."""

    quarters: int = 0
    by: Cell = Cell(0, 0)
    called: Callable[[Player], Player] = str

    def cell(self, cell: Cell) -> Cell:
        x, y = cell
        for _ in range(self.quarters):
            x, y = -y, x
        return Cell(x + self.by.x, y + self.by.y)

    def spot(self, spot: Spot) -> Spot:
        return Spot(self.cell(spot.cell), spot.segment)

    def placed(self, placed: PlacedTile) -> PlacedTile:
        quarters = (placed.quarters + self.quarters) % 4
        laid_over = tuple(segment.turned(self.quarters) for segment in placed.laid_over)
        return PlacedTile(placed.tile, self.cell(placed.cell), quarters, laid_over)

    def figure(self, figure: Figure) -> Figure:
        at = self.spot(figure.at) if figure.at else None
        held_by = self.called(figure.held_by) if figure.held_by else None
        return Figure(figure.kind, self.called(figure.owner), at, held_by)

    def token(self, token: Token) -> Token:
        at: Cell | Spot | None = token.at
        if at is not None:
            at = self.spot(at) if isinstance(at, Spot) else self.cell(at)
        owner = self.called(token.owner) if token.owner else None
        side = token.side.turned(self.quarters) if token.side is not None else None
        return replace(token, at=at, owner=owner, side=side)

    def change(self, change: Change) -> Change:
        """The same change; whatever it holds is seen as this view sees it."""
        fields = {name: self.anything(getattr(change, name)) for name in change.__struct_fields__}
        for name in fields.keys() & {"player", "held_by"}:
            fields[name] = self.called(fields[name]) if fields[name] else fields[name]
        return type(change)(**fields)

    def anything(self, value: Any) -> Any:
        ways: dict[type, Callable[[Any], Any]] = {
            PlacedTile: self.placed, Figure: self.figure, Token: self.token,
            Spot: self.spot, Cell: self.cell, tuple: lambda many: tuple(map(self.anything, many)),
        }  # fmt: skip
        if isinstance(value, Change):
            return self.change(value)
        return ways.get(type(value), lambda same: same)(value)

    def position(self, position: Position) -> Position:
        return position._replace(
            tiles={
                self.cell(cell): tuple(map(self.placed, pile))
                for cell, pile in position.tiles.items()
            },
            figures=Figures(map(self.figure, position.figures)),
            tokens=tuple(map(self.token, position.tokens)),
            players=tuple(map(self.called, position.players)),
            scores={self.called(player): points for player, points in position.scores.items()},
            turn=self.called(position.turn),
            done=tuple(map(self.change, position.done)),
            closed=tuple(Score(self.spot(each.spot), each.occasion) for each in position.closed),
            owed=tuple(
                Owed(
                    self.called(each.player),
                    each.clause,
                    self.spot(each.about) if each.about else None,
                )
                for each in position.owed
            ),
        )


class Gist(NamedTuple):
    """What a run comes to, wherever on the table it is played."""

    refused: tuple[frozenset[str], ...]
    lines: Counter[tuple[Player, int, str]]
    home: Counter[Figure]
    clauses: frozenset[str]
    scores: Mapping[Player, int]
    figures: Counter[Figure]
    held: Counter[tuple[frozenset[Spot], frozenset[Player]]]


def gist(ran: Run, view: View = View()) -> Gist:  # noqa: B008 -- it never changes
    verdicts = [verdict for ruling in ran.rulings for verdict in ruling.verdicts]
    verdicts += ran.end.verdicts if ran.end else ()
    cited = [clause for ruling in ran.rulings for clause in ruling.clauses]
    cited += ran.end.clauses if ran.end else ()
    return Gist(
        refused=tuple(
            frozenset(each.clause.id for each in ruling.refusals if each.clause)
            for ruling in ran.rulings
        ),
        lines=Counter((view.called(it.player), it.times, it.clause.id) for it in ran.lines),
        home=Counter(
            view.figure(found.answer.figure)
            for ruling in ran.rulings
            for found in ruling.homecomings
        ),
        clauses=frozenset(clause.id for clause in cited),
        scores={
            view.called(player): points for player, points in ran.board.position.scores.items()
        },
        figures=Counter(map(view.figure, ran.board.position.figures)),
        held=Counter(
            (
                frozenset(map(view.spot, verdict.feature.spots)),
                frozenset(map(view.called, verdict.holders)),
            )
            for verdict in verdicts
        ),
    )


def seen(ran: Run, view: View, rules: RuleSet | None = None) -> Run:
    """The same moves on the same table, seen otherwise."""
    position = view.position(ran.start.position)
    parts = []
    for ruling in ran.rulings:
        moves = tuple(map(view.change, ruling.moves))
        player = view.called(ruling.halfway.position.turn)
        parts.append(Part(partial(_said, moves), player))
    return run(Board(position, rules or ran.start.rules), parts, end=ran.end is not None)


def _said(moves: tuple[Change, ...], _board: Board) -> tuple[Change, ...]:
    return moves


def renamed(players: tuple[Player, ...]) -> Callable[[Player], Player]:
    """Other names, which sort the other way round."""
    names = {player: f"{9 - place} {player}" for place, player in enumerate(players)}
    return lambda player: names.get(player, player)


# Scenarios ------------------------------------------------------------------------------------


def _cases() -> Iterator[Any]:
    for file in sorted(SUITE.rglob("*.yaml")):
        try:
            found = read(str(file))
        except FaultsError:
            continue  # test_scenarios.py says what is wrong with it
        for number, case in enumerate(found):
            name = file.relative_to(SUITE).with_suffix("").as_posix()
            yield pytest.param(case, id=f"{name}-{number + 1}" if number else name)


@cache
def played(case: Case) -> Run | None:
    try:
        return run(case.board, case.parts, end=case.end)
    except FaultsError:
        return None  # test_scenarios.py says what is wrong with it


EACH_CASE = list(_cases())


@pytest.mark.parametrize("case", EACH_CASE)
def test_turning_or_moving_the_table_changes_no_ruling(case: Case) -> None:
    ran = played(case)
    if ran is None:
        return
    for view in (*map(View, TURNS), View(by=Cell(-40, 17)), View(1, Cell(3, 999))):
        assert gist(seen(ran, view)) == gist(ran, view)


@pytest.mark.parametrize("case", EACH_CASE)
def test_other_names_for_the_players_change_no_ruling(case: Case) -> None:
    ran = played(case)
    if ran is not None:
        view = View(called=renamed(case.position.players))
        assert gist(seen(ran, view)) == gist(ran, view)


@pytest.mark.parametrize("case", EACH_CASE)
def test_the_order_of_the_boxes_changes_no_ruling(case: Case) -> None:
    ran = played(case)
    if ran is not None:
        books = list(case.rules.books)
        for order in (books[::-1], books[1:] + books[:1]):
            rules = RuleSet(case.rules.given, order)
            assert gist(seen(ran, View(), rules)) == gist(ran)


@pytest.mark.parametrize("case", EACH_CASE)
def test_a_scenario_is_traceable_and_loses_nothing(case: Case) -> None:
    ran = played(case)
    if ran is None:
        return
    before = ran.start.position
    for ruling in ran.rulings:
        assert_traceable(ruling, before)
        if not ruling.refusals:  # a follower that nobody has comes from nowhere, had it been legal
            assert figures(ruling.board.position) == figures(before)
        assert_tokens_are_those_put(ruling, before)
        before = ruling.board.position
    if ran.end:
        assert_final_traceable(ran.end)


@pytest.mark.parametrize("case", EACH_CASE)
def test_the_board_of_a_scenario_is_the_graph_of_its_segments(case: Case) -> None:
    ran = played(case)
    for board in (case.board, *([ruling.board for ruling in ran.rulings] if ran else ())):
        assert_built_rightly(board)


@pytest.mark.parametrize("case", EACH_CASE)
def test_a_turn_of_a_scenario_laid_down_in_the_middle_comes_to_the_same(case: Case) -> None:
    ran = played(case)
    if ran is not None and ran.rulings:
        assert_same_when_laid_down(ran.start, ran.rulings[0])


def put(ruling: Ruling) -> int:
    """How many tokens come onto the table."""
    brought = (*ruling.moves, *(found.answer for found in ruling.consequences))
    return sum(isinstance(change, PutToken) for change in brought)


# Laws of one ruling ---------------------------------------------------------------------------


def figures(position: Position) -> Counter[tuple[str, Player]]:
    return Counter((figure.kind, figure.owner) for figure in position.figures)


def assert_tokens_are_those_put(ruling: Ruling, before: Position) -> None:
    """No token is lost, and none is there that nobody put."""
    changes = (*ruling.moves, *(found.answer for found in ruling.consequences))
    put = sum(isinstance(change, PutToken) for change in changes)
    put += sum(len(change.tokens) for change in changes if isinstance(change, PlaceTile))
    assert len(ruling.board.position.tokens) == len(before.tokens) + put


def assert_traceable(ruling: Ruling, before: Position) -> None:
    """The scores are the sum of the lines, and the lines those of the verdicts judged."""
    gained = Counter(ruling.board.position.scores)
    gained.subtract(before.scores)
    assert +gained == +total(ruling.lines)
    for wave in ruling.waves:
        for verdict in wave.verdicts:
            assert_judged_alike(verdict)
            for line in verdict.lines:
                assert line.clause.points is not None
                assert line.points == line.times * line.clause.points
                assert line.clause.in_force(ruling.board.rules.readings)


def assert_final_traceable(ruling: FinalRuling) -> None:
    assert ruling.scores == total(ruling.lines)
    for verdict in ruling.verdicts:
        assert_judged_alike(verdict)
    again = final(ruling.board)
    assert [(line.player, line.times, line.clause) for line in again.lines] == [
        (line.player, line.times, line.clause) for line in ruling.lines
    ]
    assert again.clauses == ruling.clauses


def assert_judged_alike(verdict: Verdict) -> None:
    """To judge a feature twice gives the same, and each holder its points once over.

    What a clause awards to some alone, such as those who have a pig there, is left out of it.
    """
    again = judge(verdict.feature)
    assert again.holders == verdict.holders
    assert again.lines == verdict.lines
    assert again.clauses == verdict.clauses
    awarded = {found.clause for found in verdict.extra}
    lines = [line for line in verdict.lines if line.clause not in awarded]
    assert len({sum(i.points for i in lines if i.player == p) for p in verdict.holders}) < 2


def parted(board: Board) -> set[frozenset[Spot]]:
    return {region.spots for region in board.regions.values()}


def assert_built_rightly(board: Board) -> None:
    """Its features are the components of the graph of all segments that meet at a side."""
    graph: nx.Graph[Spot] = nx.Graph()
    open_ports: Counter[Spot] = Counter()
    for cell, placed in board.tiles.items():
        graph.add_nodes_from(placed.spots)
        for spot, segment in placed.spots.items():
            for port in segment.ports:
                other = board.tiles.get(cell.beside(port.side))
                if other is None:
                    open_ports[spot] += 1
                    continue
                beyond = other.ports.get(port.facing)
                if beyond and beyond.kind == segment.kind:
                    graph.add_edge(spot, Spot(other.cell, beyond.name))
    components = {frozenset(component) for component in nx.connected_components(graph)}
    assert parted(board) == components
    for feature in board.features:
        assert feature.region.gaps == sum(open_ports[spot] for spot in feature.spots)
        assert feature.cells == {spot.cell for spot in feature.spots}
        shields = sum(board.tiles[s.cell].spots[s].marks.get("shields", 0) for s in feature.spots)
        assert feature.count("shields") == shields
    assert_same_features(board, Board(board.position, board.rules))


def assert_same_features(one: Board, other: Board) -> None:
    assert {_look(feature) for feature in one.features} == {
        _look(feature) for feature in other.features
    }
    assert one.free == other.free


def _look(feature: Feature) -> tuple[object, ...]:
    touched = frozenset(near.spots for near in feature.board.touching(feature))
    marks = frozenset(feature.region.marks.items())
    return (
        feature.kind, feature.spots, feature.cells, feature.region.gaps, marks,
        feature.complete, touched, Counter(feature.figures).total(),
    )  # fmt: skip


def _line(line: ScoreLine) -> tuple[Player, int, str]:
    return line.player, line.times, line.clause.id


def assert_same_when_laid_down(before: Board, ruling: Ruling) -> None:
    """Each move on the table as it is read back from a file, in place of all at once."""
    table = before
    for move in ruling.moves:
        (case,) = read_text(write(table.position, table.rules))
        table = moved(Board(case.position, table.rules), move)
    (case,) = read_text(write(table.position, table.rules))
    assert case.position.closed == table.position.closed
    again = rule_on(Board(case.position, table.rules), ())
    later = ruling.consequences[len(ruling.entailed) :]  # the rest has come about on the table
    still = replace(ruling, entailed=(), consequences=later)
    assert Counter(map(_line, again.lines)) == Counter(map(_line, still.lines))
    assert again.homecomings == still.homecomings
    said = {refusal.clause for refusal in ruling.refusals if refusal.clause}
    said |= {found.clause for found in ruling.allowed}
    said |= {found.clause for found in ruling.entailed}
    assert said | set(again.clauses) == set(ruling.clauses)
    assert again.board.position.scores == ruling.board.position.scores
    assert Counter(again.board.position.figures) == Counter(ruling.board.position.figures)


# Games ----------------------------------------------------------------------------------------


@cache
def game(seed: int) -> tuple[Step, ...]:
    """A game of some twenty tiles of the base game, each turn any of the legal ones."""
    chance = random.Random(seed)  # noqa: S311 -- a game, no secret
    board = opening(players=("C", "A", "B")[: chance.randint(2, 3)])
    return tuple(play(board, stack(board, chance)[:TILES], chance))


@cache
def game_with_boxes(seed: int) -> tuple[Step, ...]:
    """A game with any of the official boxes, under any readings, beginning as they begin."""
    chance = random.Random(seed)  # noqa: S311 -- a game, no secret
    start, first = chance.choice([("D", ()), (CARCASSONNE, ("count",)), *RIVERS])
    boxes = (*first, *(box for box in SHELF if chance.randint(0, 1)))
    rules = library.rule_set(boxes)
    known = [reading for book in rules.books for reading in book.readings.values()]
    readings = {it.name: chance.choice(list(it.values)) for it in known if chance.randint(0, 1)}
    board = opening(start, boxes, ("A", "B", "C"), readings)
    return tuple(play(board, stack(board, chance)[: 2 * TILES], chance, compact=3))


def ran_through(steps: tuple[Step, ...]) -> Run:
    last = steps[-1].ruling
    return Run(steps[0].before, tuple(step.ruling for step in steps), final(last.board))


@FEW
@given(SEEDS)
def test_a_legal_game_is_never_refused_and_every_point_of_it_is_traceable(seed: int) -> None:
    for before, ruling in game(seed):
        assert not ruling.refusals
        assert not ruling.unsettled
        assert_traceable(ruling, before.position)
    assert_final_traceable(final(game(seed)[-1].ruling.board))


@FEW
@given(SEEDS)
def test_no_change_loses_a_figure_or_a_token(seed: int) -> None:
    for before, ruling in game(seed):
        tables = [before, ruling.halfway, *(wave.judged for wave in ruling.waves)]
        tables += [wave.after for wave in ruling.waves] + [ruling.after, ruling.board]
        for one, other in pairwise(tables):
            assert figures(one.position) == figures(other.position)
            assert len(one.position.tokens) == len(other.position.tokens)
        tiles = len(ruling.board.tiles) + len(ruling.board.position.discarded)
        assert tiles == len(before.tiles) + len(before.position.discarded) + 1


@FEW
@given(SEEDS)
def test_whoever_is_scored_goes_home_and_farmers_stay(seed: int) -> None:
    for _, ruling in game(seed):
        home = {found.answer.figure for found in ruling.homecomings}
        scored = {f for verdict in ruling.verdicts for f in verdict.feature.figures}
        assert home == scored
        assert all(verdict.feature.kind != "field" for verdict in ruling.verdicts)
        assert all(
            verdict.feature.complete
            and not any(ruling.board.feature_at(s).followers for s in spots)
            for verdict in ruling.verdicts
            for spots in [verdict.feature.spots]
        )


@FEW
@given(SEEDS)
def test_a_grown_board_is_the_board_from_scratch(seed: int) -> None:
    for _, ruling in game(seed):
        assert_built_rightly(ruling.board)


@FEW
@given(SEEDS, st.sampled_from(TURNS), st.integers(-99, 99), st.integers(-99, 99))
def test_a_game_turned_and_moved_comes_to_the_same(seed: int, turn: int, x: int, y: int) -> None:
    ran = ran_through(game(seed))
    view = View(turn, Cell(x, y))
    assert gist(seen(ran, view)) == gist(ran, view)


@FEW
@given(SEEDS)
def test_a_game_among_others_comes_to_the_same(seed: int) -> None:
    ran = ran_through(game(seed))
    view = View(called=renamed(ran.start.position.players))
    assert gist(seen(ran, view)) == gist(ran, view)


@FEW
@given(SEEDS, st.randoms(use_true_random=False))
def test_the_same_tiles_laid_in_another_legal_order_make_the_same_table(
    seed: int, chance: random.Random
) -> None:
    last = game(seed)[-1].ruling.board
    left = {cell: pile[0] for cell, pile in last.position.tiles.items()}
    first = left.pop(min(left, key=lambda cell: (chance.random(), cell)))
    board = Board(Position({first.cell: (first,)}, players=last.position.players), last.rules)
    while left:
        cell = chance.choice(sorted(board.free & left.keys()))
        placing = PlaceTile(left.pop(cell))
        table = drawn(board, placing.placed.tile)
        (offered,) = [o for o in options(table) if _is_placed_alike(o.move, placing.placed)]
        assert offered.legal
        board = moved(table, placing)
        board = board.with_position(board.position._replace(done=(), closed=()))
    board = board.with_position(last.position._replace(tiles=board.position.tiles))
    assert_same_features(board, last)
    ends = [final(table) for table in (board, last)]
    assert ends[0].totals == ends[1].totals
    lines = [Counter(map(_line, end.lines)) for end in ends]
    assert lines[0] == lines[1]
    assert set(ends[0].clauses) == set(ends[1].clauses)


def _is_placed_alike(move: Change, placed: PlacedTile) -> bool:
    """Whether a move puts the tile there, turned so or in a way that looks the same."""
    if not isinstance(move, PlaceTile) or move.placed.cell != placed.cell:
        return False
    alike = placed.tile.turnings[move.placed.quarters]
    return placed.quarters in alike


@FEW
@given(SEEDS)
def test_a_turn_laid_down_in_the_middle_comes_to_the_same(seed: int) -> None:
    for before, ruling in game(seed)[-6:]:
        assert_same_when_laid_down(before, ruling)


@FEW
@given(SEEDS)
def test_a_game_saved_and_read_back_ends_alike(seed: int) -> None:
    board = game(seed)[-1].ruling.board
    (case,) = read_text(write(board.position, board.rules))
    assert final(case.board).totals == final(board).totals


@FEW
@given(SEEDS)
def test_parts_ruled_on_one_by_one_come_to_the_same_as_a_run(seed: int) -> None:
    steps = game(seed)
    ran = seen(ran_through(steps), View())
    assert gist(ran) == gist(ran_through(steps))


@FEW
@given(SEEDS)
def test_the_order_in_which_boxes_are_named_changes_no_game(seed: int) -> None:
    ran = ran_through(game(seed))
    rules = RuleSet({}, reversed(list(ran.start.rules.books)))
    assert gist(seen(ran, View(), rules)) == gist(ran)


# Games with the official boxes ----------------------------------------------------------------


@FEW
@given(SEEDS)
def test_with_any_boxes_a_legal_game_is_never_refused_and_traceable(seed: int) -> None:
    for before, ruling in game_with_boxes(seed):
        assert not ruling.refusals
        assert not ruling.unsettled
        assert_traceable(ruling, before.position)
        assert_tokens_are_those_put(ruling, before.position)
        assert figures(ruling.board.position) == figures(before.position)
    assert_final_traceable(final(game_with_boxes(seed)[-1].ruling.board))


@FEW
@given(SEEDS)
def test_with_any_boxes_each_move_on_offer_has_a_phrase_of_its_own(seed: int) -> None:
    for before, _ in game_with_boxes(seed):
        if before.position.owed:
            offered = dict.fromkeys(option.move for option in options(before) if option.legal)
            for language in library.LANGUAGES:
                phrases = Counter(offer_phrase(move, before, language) for move in offered)
                assert max(phrases.values()) == 1


@FEW
@given(SEEDS)
def test_with_any_boxes_a_turn_laid_down_in_the_middle_comes_to_the_same(seed: int) -> None:
    for before, ruling in game_with_boxes(seed)[-6:]:
        assert_same_when_laid_down(before, ruling)
        assert_same_features(ruling.board, Board(ruling.board.position, ruling.board.rules))
