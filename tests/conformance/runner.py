"""Follows games that others recorded, step by step, and compares our rulings with their lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from carcassonne_judge import library
from carcassonne_judge.board import Board
from carcassonne_judge.changes import (
    Award,
    Discard,
    MoveFigure,
    MoveToken,
    Pass,
    PlaceTile,
    PutToken,
)
from carcassonne_judge.game import Part, Run, ready, run
from carcassonne_judge.geometry import Cell, Port
from carcassonne_judge.importers.assertions import (
    captures,
    claims,
    lays,
    placements,
    places,
    returns,
)
from carcassonne_judge.importers.jcloisterzone import (
    Message,
    Pointer,
    SavedGame,
    parse,
    spot,
)
from carcassonne_judge.importers.vocabulary import FIGURE_TYPES, FIGURES, KINDS, TOKENS
from carcassonne_judge.legality import options
from carcassonne_judge.majority import majority
from carcassonne_judge.position import (
    NEUTRAL,
    Change,
    Figure,
    Figures,
    InvalidPosition,
    PlacedTile,
    Player,
    Position,
    Spot,
)
from carcassonne_judge.rulebooks.base import CITY, FIELD, FOLLOWER, MONASTERY, ROAD
from carcassonne_judge.rules import Finding, RuleSet
from carcassonne_judge.scoring import Verdict, final, total
from carcassonne_judge.turn import (
    Ruling,
    brought_about,
    drawn,
    moved,
    opening,
    precedes,
    refusals,
)

COMPARED_KINDS: Final = (CITY, ROAD, FIELD, MONASTERY, "garden")
MOVES: Final = ("PLACE_TILE", "DEPLOY_MEEPLE", "RETURN_MEEPLE")
RECALLS: Final = ("ABBOT_RETURN",)

CONFIRMED: Final = "CocScoringPhase"
"""The phase in which a player who has answered has still to confirm it."""

PAID: Final[Mapping[str, str]] = {
    **{
        f"traders-and-builders/goods-final-{good}": "trade-goods"
        for good in ("wine", "grain", "cloth")
    },
    "king-and-robber/king-final": "king",
    "king-and-robber/king-ten": "king",
    "count/king-count-city": "king",
    "king-and-robber/robber-final": "robber",
    "king-and-robber/robber-ten": "robber",
    "king-and-robber/both-forty": "king+robber",
}
"""The names under which what is paid at the end of the game is listed."""

LISTED_APART: Final = ("trade-goods",)
"""What is listed clause by clause; all else is one entry for each player."""

HANDED_OVER: Final = ("king", "robber")
"""Tokens that go from hand to hand: they are compared by what they pay."""

RANSOM: Final = "ransompaid"
"""What is paid as a move of its own: it is compared as part of each player's points."""

STEP: Final = "dragon.1"
STEPPING: Final = "DragonMovePhase"
"""The dragon's steps, and the phase in which they are taken."""

WANDERERS: Final = ("dragon", "fairy")

_NOT_RECEIVED: Final = ("abbey", *HANDED_OVER)

Entry = Mapping[str, Any]

_DRAWS: Final = frozenset({"TilePhase", "AbbeyPhase", "AbbeyEndGamePhase"})
"""The phases in which a turn, or a part of one, begins."""

_FIELD_NAMES: Final = {"barn-placed": "field.barn-placed", "barn-joined": "field.barn-connected"}
LINES: Final = {
    "princess-and-dragon/fairy-1": "fairy.turn",
    "princess-and-dragon/fairy-3": "fairy.completed",
    "princess-and-dragon/fairy-3-final": "fairy.completed",
}
"""The names of points that are paid by themselves, by clause."""

_SCORED: Final = ("TilePhase", "GameOverPhase")


class Disagreement(NamedTuple):
    """One thing at one step of a game on which the two of us differ."""

    game: str
    step: int
    message: str
    about: str
    only_ours: tuple[str, ...]
    only_theirs: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.game}, step {self.step} ({self.message}): {self.about}\n"
            f"    only ours:   {'; '.join(self.only_ours) or '–'}\n"
            f"    only theirs: {'; '.join(self.only_theirs) or '–'}"
        )


class Difference(NamedTuple):
    """A kind of difference in which the rules are on our side."""

    name: str
    clause: str
    source: str
    when: Callable[[Disagreement], bool]
    steps: int


def _river_kept_clear(found: Disagreement) -> bool:
    """A tile of the river may go where the other program wants to keep cells free for others."""
    if found.about.startswith("placements of RI."):
        return not found.only_theirs
    if found.about.startswith("RI.") and found.about.endswith("fits nowhere"):
        return all(text.startswith("Discard") for text in found.only_theirs)
    return False


PREDICATES: Final[Mapping[str, Callable[[Disagreement], bool]]] = {
    "river_kept_clear": _river_kept_clear,
}
"""The conditions that ``differences.yaml`` may name."""


def differences(text: str) -> tuple[int, tuple[Difference, ...]]:
    """The number of games that the counts are about, and the kinds of difference.

    Raises:
        ValueError: an entry without a clause that exists, a predicate, a source or a count.
    """
    data = library.read_yaml(text)
    clauses = _clauses()
    return int(data["games"]), tuple(
        _difference(name, entry, clauses) for name, entry in data["differences"].items()
    )


def _clauses() -> set[str]:
    return {clause.id for book in library.find().values() for clause in book.clauses.values()}


def _difference(name: str, entry: Mapping[str, str], clauses: set[str]) -> Difference:
    if set(entry) != {"clause", "source", "when", "steps"} or not all(entry.values()):
        raise ValueError(f"{name}: an entry has clause, source, when and steps")
    if entry["clause"] not in clauses:
        raise ValueError(f"{name}: no clause {entry['clause']}")
    if entry["when"] not in PREDICATES:
        raise ValueError(f"{name}: no predicate {entry['when']}")
    steps = int(entry["steps"])
    if steps < 1:
        raise ValueError(f"{name}: an entry explains at least one step")
    return Difference(name, entry["clause"], entry["source"], PREDICATES[entry["when"]], steps)


def exceptions(text: str) -> Mapping[str, str]:
    """The small test games on which we differ, by folder and name, and the kind of each.

    Raises:
        ValueError: an entry without a clause that exists, a source or a game.
    """
    found: dict[str, str] = {}
    clauses = _clauses()
    for name, entry in library.read_yaml(text).get("engine_tests", {}).items():
        if set(entry) != {"clause", "source", "tests"} or not all(entry.values()):
            raise ValueError(f"{name}: an entry has clause, source and tests")
        if entry["clause"] not in clauses:
            raise ValueError(f"{name}: no clause {entry['clause']}")
        found |= dict.fromkeys(entry["tests"], name)
    return found


# Recorded games -------------------------------------------------------------------------------


class RecordedGame:
    """A game of another program with all that it listed on the way."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.saved: SavedGame = parse(data, f"{path.parent.name}/{path.name}")
        recorded = msgspec.json.decode(data)
        self.expected: list[Entry] = recorded["expected"]
        self.final: list[int] = recorded["final"]
        self.points: list[int] = []
        self.supply: dict[int, Mapping[str, int]] = {}
        self.step = 0
        self.message = "setup"
        self.steps = 0
        self.compared: Counter[str] = Counter()
        self.found: list[Disagreement] = []

    def follow(self) -> list[Disagreement]:
        """Play it to the end and say where we differ."""
        board = self._seen(self.saved.board, ())
        for message in self.saved.messages:
            self.step, self.message = message.number, _in_short(message)
            answers = bool(board.position.owed) and self._phase_before != "WagonPhase"
            changes = self.saved.changes(message, board)
            for change in changes:
                self._compare("moves refused", _refused(board, change), ())
                board = moved(board, change)
            events: list[str] = []
            if STEP in message.named and self._entry["phase"] not in (STEPPING, *_SCORED):
                self._note_supply()
                self.steps += 1
                continue
            passed = any(isinstance(change, Pass) for change in changes)
            if message.type == "COMMIT" or self._answered(message, answers=answers, passed=passed):
                board = self._committed(board, events)
            elif self._entry["phase"] == STEPPING:
                board = brought_about(board).board
            elif message.type == "RETURN_MEEPLE":
                events += (_award_event(found, board) for found in _awarded(board))
            board = self._seen(board, events)
            self._compare_moves(message, board)
        self._compare("end", [self._entry.get("phase")], ["GameOverPhase"])
        return self.found

    def _answered(self, message: Message, *, answers: bool, passed: bool) -> bool:
        """Whether somebody has answered what he owed, so that play goes on."""
        phase = self._entry["phase"]
        if STEP in message.named:
            return phase in _SCORED
        return answers or (passed and phase in {*_DRAWS, "WagonPhase"})

    def _compare_moves(self, message: Message, board: Board) -> None:
        """Compare what may be done next."""
        phase = self._entry["phase"]
        if board.position.owed and phase not in (STEPPING, "WagonPhase"):
            self._compare_answers(board)
        if message.type in MOVES or phase == "WagonPhase":
            self._compare_claims(board)
            self._compare_returns(board)
            self._compare_tokens(board)
        elif message.type == "PLACE_TOKEN":
            self._compare_captures(board)
        if message.type == "PLACE_TILE" or phase == STEPPING:
            self._compare_wanderers(board)

    @property
    def _entry(self) -> Entry:
        return self.expected[self.step]

    @property
    def _phase_before(self) -> str:
        phase: str = self.expected[self.step - 1].get("phase", "")
        return phase

    @cached_property
    def _players(self) -> tuple[Player, ...]:
        return self.saved.start.players

    def _compare(self, about: str, ours: Iterable[object], theirs: Iterable[object]) -> None:
        self.compared[about] += 1
        mine, other = Counter(map(str, ours)), Counter(map(str, theirs))
        if mine != other:
            only = (
                tuple(sorted((mine - other).elements())),
                tuple(sorted((other - mine).elements())),
            )
            self.found.append(Disagreement(self.saved.name, self.step, self.message, about, *only))

    def _committed(self, board: Board, events: list[str]) -> Board:
        """The table once the part is ruled on, and the game too if it is over."""
        ruling = brought_about(board)
        if self._entry["phase"] == CONFIRMED and not ruling.board.position.owed:
            return board
        events += self._events(ruling.verdicts)
        self._compare("unsettled", ruling.unsettled, ())
        self._compare("tokens received", _received(ruling), self._their_tokens())
        if ruling.board.position.owed:
            return ruling.board
        if self._entry["phase"] != "GameOverPhase":
            table = ready(ruling.board)
            events += self._openings(ruling.board)
            return table
        end = final(ruling.board)
        events += self._events(end.verdicts, " at the end")
        events += _paid(end.payments)
        self._compare("unsettled", end.unsettled, ())
        self._compare("final points", [[end.totals[who] for who in self._players]], [self.final])
        return ruling.board.with_position(ruling.board.position._replace(scores=end.totals))

    def _openings(self, board: Board) -> Iterator[str]:
        """What the turn that comes next pays when it begins."""
        for found in () if board.position.owed else opening(board):
            if isinstance(found.answer, Award):
                points = found.clause.times(found.answer.times)
                yield f"{found.answer.player} {points} {LINES[found.clause.id]}"

    def _events(self, verdicts: Iterable[Verdict], when: str = "") -> Iterator[str]:
        for verdict in verdicts:
            name = _points_name(verdict)
            points = total(line for line in verdict.lines if line.clause.id not in LINES)
            for player in dict.fromkeys((*_concerned(verdict), *points)):
                if points[player] or name.partition(".")[0] != FIELD:
                    where = _place(min(verdict.feature.spots))
                    yield f"{player} {points[player]} {name} {where}{when}"
            for line in verdict.lines:
                if line.clause.id in LINES:
                    yield f"{line.player} {line.points} {LINES[line.clause.id]}{when}"

    def _their_events(self, board: Board) -> Iterator[str]:
        for player, points, name, pointer, *at_end in self._entry.get("scores", ()):
            when = " at the end" if at_end else ""
            if pointer is None or name in LINES.values():
                if not name.startswith(RANSOM):
                    yield f"{self._players[player]} {points} {name}{when}"
            elif points or name.partition(".")[0] != FIELD:
                region = board.regions[_spot(board, *pointer)]
                where = _place(min(region.spots))
                yield f"{self._players[player]} {points} {name} {where}{when}"

    def _their_tokens(self) -> Iterator[str]:
        for event in self._entry.get("events", ()):
            if event["type"] == "token-received" and event["token"].lower() not in HANDED_OVER:
                token = f"{self._players[event['player']]} {event['token'].lower()}"
                yield from [token] * event["count"]

    def _seen(self, board: Board, events: Iterable[str]) -> Board:
        """Compare the table after a step; the table with the tile drawn."""
        self.steps += 1
        entry = self._entry
        self._compare("scores", events, self._their_events(board))
        self.points = entry.get("points", self.points)
        early = Counter[Player]()
        for found in _awarded(board):
            early[found.answer.player] += found.clause.times(found.answer.times)
        ours = [board.position.scores.get(player, 0) + early[player] for player in self._players]
        self._compare("points", [ours], [self.points])
        self._compare_supply(board)
        if "features" in entry:
            self._compare_features(board)
            self._compare_deployed(board)
        phase = entry["phase"]
        if phase in _DRAWS:
            self._compare("whose turn", [board.position.turn], [self._players[entry["player"]]])
        if phase == "TilePhase" and board.position.hand is None:
            if self.expected[self.step - 1]["phase"] != "CommitAbbeyPassPhase":
                ours_too = [f"{cell}" for cell, _ in placements(board)]
                self._compare("placements before drawing", ours_too, ())
            for name in entry.get("discarded", ()):
                board = self._discarded(board, name)
            board = drawn(board, self.saved.tiles[entry["tile"]])
        if phase in _DRAWS:
            self._compare_placements(board)
        return board

    def _compare_placements(self, board: Board) -> None:
        theirs = [
            f"({x},{y}) turned {turned}"
            for x, y, *turns in self._entry["place"]
            for turned in turns
        ]
        ours = [f"{cell} turned {quarters * 90}" for cell, quarters in placements(board)]
        self._compare(f"placements of {self._entry['tile']}", ours, theirs)

    def _discarded(self, board: Board, name: str) -> Board:
        board = drawn(board, self.saved.tiles[name])
        legal = [option.move for option in options(board) if option.legal]
        self._compare(f"{name} fits nowhere", legal, [Discard(self.saved.tiles[name])])
        return moved(board, Discard(self.saved.tiles[name]))

    def _compare_claims(self, board: Board) -> None:
        listed: dict[str, Any] = self._entry.get("meeples", {})
        kinds = self.saved.rules.figures
        known = {name for name, kind in FIGURE_TYPES.items() if kind in kinds}
        for figure_type in sorted(known | listed.keys()):
            where = listed.get(figure_type, ())
            while isinstance(where, str):
                where = listed[where.removeprefix("=")]
            figure = FIGURE_TYPES[figure_type]
            theirs = places(board, figure, (_spot(board, *pointer) for pointer in where))
            ours = places(board, figure, claims(board, figure))
            self._compare(f"claims of {figure_type}", map(_place, ours), map(_place, theirs))

    def _compare_answers(self, board: Board) -> None:
        """Compare where figures may go for whoever is asked."""
        player = board.position.owed[0].player
        self._compare("who is asked", [player], [self._players[self._entry["player"]]])
        listed: dict[str, Any] = self._entry.get("meeples", {})
        theirs = [_place(_spot(board, *at)) for where in listed.values() for at in where]
        for item in self._entry.get("other", ()):
            theirs += [_place(_spot(board, *at)) for at in item["options"]]
        ours = {
            _place(option.move.to)
            for option in options(board)
            if option.legal and isinstance(option.move, MoveFigure) and option.move.to
        }
        self._compare("where to go", ours, theirs)

    def _compare_returns(self, board: Board) -> None:
        for recalled in (False, True):
            theirs = [
                f"{FIGURES[name.split('.')[1]]} {_place(_spot(board, *pointer))}"
                for item in self._entry.get("other", ())
                if item["type"] == "ReturnMeeple" and (item["source"] in RECALLS) == recalled
                for name, *pointer in item["options"]
            ]
            ours = (
                f"{figure} {_place(where)}" for figure, where in returns(board, recalled=recalled)
            )
            self._compare(f"figures {'recalled' if recalled else 'taken back'}", ours, theirs)

    def _compare_tokens(self, board: Board) -> None:
        theirs = [
            f"{TOKENS[item['token']]} at {Cell(*cell)}"
            for item in self._entry.get("other", ())
            if item.get("token") in TOKENS
            for cell in item["options"]
        ]
        ours = [f"{kind} at {cell}" for kind in TOKENS.values() for cell in lays(board, kind)]
        self._compare("tokens put", ours, theirs)

    def _compare_captures(self, board: Board) -> None:
        theirs = []
        for item in self._entry.get("other", ()):
            if item["type"] == "CaptureFollower":
                for name, *pointer in item["options"]:
                    seat, word, _ = name.split(".")
                    where = _place(_spot(board, *pointer))
                    theirs.append(f"{self._players[int(seat)]}'s {FIGURES[word]} {where}")
        ours = [f"{owner}'s {kind} {_place(at)}" for owner, kind, at in captures(board)]
        self._compare("captures", ours, theirs)

    def _compare_wanderers(self, board: Board) -> None:
        """Compare where the tokens may go that belong to nobody: the dragon, the fairy."""
        theirs: list[str] = []
        for item in self._entry.get("other", ()):
            if item["type"] == "MoveFairyNextTo":
                theirs += (f"fairy {_place(_spot(board, *to))}" for _, *to in item["options"])
            elif item["type"] in ("MoveFairyOnTile", "MoveDragon"):
                figure = item["figureId"].split(".")[0]
                theirs += (f"{figure} {Cell(*to)}" for to in item["options"])
        moves = (option.move for option in options(board) if option.legal)
        ours = []
        for move in moves:
            if isinstance(move, MoveToken | PutToken) and move.token.kind in WANDERERS:
                to = move.to if isinstance(move, MoveToken) else move.token.at
                ours.append(f"{move.token.kind} {_place(to) if isinstance(to, Spot) else to}")
        self._compare("tokens moved", ours, theirs)

    def _note_supply(self) -> None:
        changed = self._entry.get("supply", {})
        for seat, supply in enumerate(changed) if isinstance(changed, list) else changed.items():
            self.supply[int(seat)] = supply

    def _compare_supply(self, board: Board) -> None:
        self._note_supply()
        for seat, player in enumerate(self._players):
            theirs = {FIGURE_TYPES[name]: n for name, n in self.supply[seat].items() if n}
            ours = {
                kind: n
                for kind in self.saved.rules.figures
                if (n := board.position.supply(player, kind) + _waiting(board, player, kind))
            }
            self._compare(f"supply of {player}", ours.items(), theirs.items())

    def _compare_features(self, board: Board) -> None:
        theirs = [
            f"{kind} of {_names(self._players[seat] for seat in owners)}: {_places(spots)}"
            for name, owners, places in self._entry["features"]
            if (kind := KINDS.get(name)) in COMPARED_KINDS
            for spots in [{_spot(board, x, y, name, at) for x, y, at in places}]
        ]
        ours = [
            f"{feature.kind} of {_names(majority(feature).holders)}: {_places(feature.spots)}"
            for feature in board.features
            if feature.kind in COMPARED_KINDS
        ]
        self._compare("features", ours, theirs)

    def _compare_deployed(self, board: Board) -> None:
        theirs = []
        for name, *pointer in self._entry["deployed"]:
            seat, word, _ = name.split(".")
            where = _place(_spot(board, *pointer))
            theirs.append(f"{self._players[int(seat)]}'s {FIGURES[word]} {where}")
        ours = [
            f"{figure.owner}'s {figure.kind} {_place(figure.at)}"
            for figure in board.position.figures
            if figure.at is not None and figure.owner != NEUTRAL
        ]
        self._compare("figures on the table", ours, theirs)


def _waiting(board: Board, player: Player, kind: str) -> int:
    """How many figures of a player wait to move on: the other program has them at hand."""
    asked = {owed.about for owed in board.position.owed if owed.player == player}
    return sum(
        who.owner == player and who.kind == kind and who.at in asked
        for who in board.position.figures
        if who.at
    )


def _awarded(board: Board) -> list[Finding[Award]]:
    """The points earned before a part ends, which the other program adds at once."""
    found = board.rules.ask(precedes(), board)
    changes = [(change, each.clause) for each in found for change in each.answer]
    return [Finding(change, clause) for change, clause in changes if isinstance(change, Award)]


def _award_event(found: Finding[Award], board: Board) -> str:
    """Such points as the other program lists them: for an unfinished feature."""
    earner, points = found.answer.earned_by, found.clause.times(found.answer.times)
    if earner is None or earner.at is None:
        return f"{found.answer.player} {points}"
    kind = board.regions[earner.at].kind
    return f"{found.answer.player} {points} {kind}.incomplete {_place(earner.at)}"


def _in_short(message: Message) -> str:
    return f"{message.type} {msgspec.json.encode(dict(message.payload)).decode()}"


def _received(ruling: Ruling) -> Iterator[str]:
    for change, _ in ruling.consequences:
        kind = change.token.kind if isinstance(change, PutToken) else ""
        if isinstance(change, PutToken) and change.token.owner and kind not in _NOT_RECEIVED:
            yield f"{change.token.owner} {kind}"


def _refused(board: Board, change: Change) -> list[str]:
    return [refusal.clause.id if refusal.clause else "?" for refusal in refusals(board, change)]


def _spot(board: Board, x: int, y: int, feature: str, location: str) -> Spot:
    return spot(board, Pointer((x, y), feature, location))


def _place(where: Spot) -> str:
    return f"{where.segment} at {where.cell}"


def _places(spots: Iterable[Spot]) -> str:
    return ", ".join(map(_place, sorted(spots)))


def _names(players: Iterable[Player]) -> str:
    return " and ".join(sorted(players)) or "nobody"


def _has_only_the_weak(verdict: Verdict) -> bool:
    """Whether somebody is there, but nobody counts: a mayor without shields."""
    held = verdict.majority
    return held is not None and bool(held.weights) and not held.strength.total()


def _concerned(verdict: Verdict) -> Iterable[Player]:
    """Who is listed: the holders, or where nobody counts whoever is there."""
    weak = _has_only_the_weak(verdict) and verdict.feature.kind != FIELD
    return (who.owner for who in verdict.feature.followers) if weak else verdict.holders


def _paid(payments: Iterable[Finding[Mapping[Player, int]]]) -> Iterator[str]:
    """What is paid at the end of the game besides for features, as they list it."""
    found: Counter[tuple[Player, str, str]] = Counter()
    for paid in (each for each in payments if each.clause.points):
        name = PAID[paid.clause.id]
        apart = paid.clause.id if name in LISTED_APART else ""
        for player, times in paid.answer.items():
            found[player, name, apart] += paid.clause.times(times)
    for (player, name, _), points in found.items():
        yield f"{player} {points} {name} at the end"


def _points_name(verdict: Verdict) -> str:
    """The name under which the other program lists such points."""
    feature = verdict.feature
    if feature.kind == FIELD:
        return _FIELD_NAMES.get(feature.occasion, FIELD)
    if _has_only_the_weak(verdict):
        return f"{feature.kind}.empty"
    if not feature.complete:
        return f"{feature.kind}.incomplete"
    half = feature.board.rules.readings["base.small_city"] == "half"
    return (
        "city.tiny" if half and feature.kind == CITY and len(feature.cells) == 2 else feature.kind
    )


# Games played by people -----------------------------------------------------------------------


class RealGame(NamedTuple):
    """A game from a site, played by our rules, with the site's own points."""

    run: Run
    totals: Mapping[Player, int]
    features: tuple[int, ...]

    @classmethod
    def read(cls, path: Path, rules: RuleSet) -> RealGame:
        game = msgspec.json.decode(path.read_bytes())
        start = game["start"]
        cell = Cell(*start["at"])
        tile = rules.tiles[start["tile"]].tile
        names = _in_turn(game)
        figures = Figures(Figure(FOLLOWER, name) for name in names for _ in range(7))
        tiles = {cell: (PlacedTile(tile, cell, start["turns"]),)}
        table = Board(Position(tiles, figures, players=names, turn=names[0]), rules)
        parts = [_part(move, rules) for move in game["moves"]]
        points = tuple(each["points"] for each in game["scored_features_of_the_site"])
        return cls(run(table, parts, end=True), game["final_scores_of_the_site"], points)


def _in_turn(game: Mapping[str, Any]) -> tuple[Player, ...]:
    """The players in turn: whoever deployed a follower in the nth move has the nth turn."""
    names = sorted(game["final_scores_of_the_site"])
    at, first = next(
        (at, move["follower"]["player"])
        for at, move in enumerate(game["moves"])
        if move.get("follower")
    )
    ahead = (names.index(first) - at) % len(names)
    return tuple(names[ahead:] + names[:ahead])


def _part(move: Mapping[str, Any], rules: RuleSet) -> Part:
    tile = PlacedTile(rules.tiles[move["tile"]].tile, Cell(*move["at"]), move["turns"])
    follower = move.get("follower")
    placing = PlaceTile(tile)
    if not follower:
        return Part(lambda _board: (placing,))
    figure = Figure(FOLLOWER, follower["player"])
    spots = [
        where
        for where, segment in tile.spots.items()
        if segment.kind == follower["on"]
        and (follower["side"] is None or Port.parse(follower["side"]) in segment.ports)
    ]
    if len(spots) != 1:
        raise InvalidPosition(f"no spot for {follower}")
    deploying = MoveFigure(figure, spots[0])
    return Part(lambda _board: (placing, deploying), follower["player"])
