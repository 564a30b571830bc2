"""Rulings told in sentences: the verdict first, then the reasons, then the clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import Discard, ExtraTurn, MoveFigure, OneOf, PlaceTile, Scored
from carcassonne_judge.game import Run
from carcassonne_judge.legality import objections
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.offered import choice_phrase, offer_phrase
from carcassonne_judge.phrases import move_phrase
from carcassonne_judge.position import (
    END,
    NEUTRAL,
    Change,
    Figure,
    Owed,
    Player,
    Position,
    Score,
)
from carcassonne_judge.report import BETWEEN, Row, columns, listed, sentence, sentences
from carcassonne_judge.report.told import (
    Cited,
    Gap,
    Grid,
    Paragraph,
    Reasons,
    Told,
    heading,
)
from carcassonne_judge.rules import Clause, Finding, RuleSet, UnsettledError
from carcassonne_judge.scoring import FinalRuling, ScoreLine, Verdict, total
from carcassonne_judge.turn import Ruling, over, successor, taken

_IN: Final = "  "
_ONE_LINE: Final = 110
"""What fits in one line where no terminal says how wide it is."""


class Telling:
    """Tells rulings under one set of rules, and remembers the clauses it has cited.

    Where a picture is drawn besides, the features are ``numbered`` as they are told.
    """

    def __init__(self, rules: RuleSet, width: int | None = None, *, numbers: bool = False) -> None:
        self.rules = rules
        self.width = width
        self.numbered: list[Feature] | None = [] if numbers else None
        self.words = sentences.words(rules)
        self._cited: dict[str, Clause] = {}

    def cite(self, *clauses: Clause | None) -> str:
        """The ids of some clauses, which are then among those cited."""
        named = [clause for clause in clauses if clause is not None]
        self._cited |= {clause.id: clause for clause in named}
        return ", ".join(dict.fromkeys(clause.id for clause in named))

    # One feature ------------------------------------------------------------------------------

    def feature(self, verdict: Verdict, home: Callable[[], Iterable[Row]] = tuple) -> Reasons:
        """How a feature stands: what it is, who holds it, what it is worth, who goes home."""
        return self._block(
            verdict, lambda: [*self._holding(verdict), *self._worth(verdict), *home()]
        )

    def _block(self, verdict: Verdict, reasons: Callable[[], Iterable[Row]]) -> Reasons:
        """What a feature is, the reasons below it, and what is not settled about it."""
        feature = verdict.feature
        about, clause = sentences.condition(feature)
        why = sentences.occasion(feature)
        named = sentence(sentences.name(feature)) + (f" ({why})" if why else "")
        if self.numbered is not None:
            self.numbered.append(feature)
            named = f"[{len(self.numbered)}] {named}"
        head = (f"{named}: {about}", self.cite(clause))
        rows = [*reasons(), *(row for error in verdict.unsettled for row in self.unsettled(error))]
        below = ((_IN + text, on) for text, on in rows)
        return Reasons((head, *below), headed=True, about=feature.ground)

    def features(self, verdicts: Sequence[Verdict]) -> list[Told]:
        """How some features stand; what scores only together with others is told with those."""
        pooled = {part.region for verdict in verdicts for part in verdict.feature.parts}
        told: list[Told] = []
        for verdict in verdicts:
            if verdict.feature.region not in pooled or verdict.lines or verdict.unsettled:
                told += [Gap(), self.feature(verdict)]
        return told

    def holding(self, verdict: Verdict) -> Reasons:
        """Who holds a feature, and why."""
        return self._block(verdict, lambda: self._holding(verdict))

    def _holding(self, verdict: Verdict) -> list[Row]:
        held = verdict.majority
        if held is None:
            return []
        feature = verdict.feature
        rows: list[Row] = []
        if frozenset(held.voters.answer) != frozenset(feature.figures):
            rows.append((say("those who have a say here:"), self.cite(held.voters.clause)))
        rows += self._weights(verdict)
        holders = list(verdict.holders)
        if not holders:
            return [*rows, (say("nobody holds it"), self.cite(held.held.clause))]
        if len(held.held.answer) > 1:
            tied = listed(sorted(held.held.answer, key=feature.board.position.players.index))
            together = say("{players} hold it together").format(players=tied)
            if held.ties:
                together = say("{players} are tied").format(players=tied)
            rows.append((together, self.cite(held.held.clause)))
            for tie in held.ties:
                text = say("the tie goes to {players}").format(players=listed(holders))
                rows.append((text, self.cite(tie.clause)))
            return rows
        return [
            *rows,
            (say("{player} holds it").format(player=holders[0]), self.cite(held.held.clause)),
        ]

    def _weights(self, verdict: Verdict) -> list[Row]:
        held, board = verdict.majority, verdict.feature.board
        alike: dict[tuple[Player, str, int, str], list[Figure]] = {}
        for figure, weight in held.weights if held else ():
            standing = self._told(verdict.feature, figure)
            key = (figure.owner, standing, weight.answer, self.cite(weight.clause))
            alike.setdefault(key, []).append(figure)
        cells = []
        for (player, standing, weight_of_one, _), figures in alike.items():
            count = len(figures)
            told = standing if count == 1 else sentences.standing(board, figures[0], count)
            form = say_many("counts {weight}", "count {weight}", count)
            counts = form.format(weight=count * weight_of_one)
            cells.append([player, told, counts])
        return list(zip(columns(cells), [clause for *_, clause in alike], strict=True))

    def _told(self, feature: Feature, figure: Figure) -> str:
        """Who has a say: what he is called, and where he stands if that is not on the feature."""
        standing = sentences.standing(feature.board, figure)
        if figure.at is None or figure.at in feature.spots or feature.parts:
            return standing
        return say("{figure} at {cell}").format(figure=standing, cell=figure.at.cell)

    def _worth(self, verdict: Verdict) -> list[Row]:
        """What a feature scores; that it scores nothing, where somebody might expect it to."""
        feature = verdict.feature
        if verdict.lines or verdict.unsettled or feature.occasion != END or not verdict.holders:
            return self._lines(verdict.lines)
        regions = {part.region for pool in feature.board.pools for part in pool.parts}
        return [] if feature.region in regions else [(say("it scores nothing"), "")]

    def _lines(self, lines: Sequence[ScoreLine]) -> list[Row]:
        worth = [sentences.worth(self.rules, line) for line in lines]
        paid, made = (max((len(each[at]) for each in worth), default=0) for at in (1, 2))
        cells = []
        before = None
        for line, (counted, each, points) in zip(lines, worth, strict=True):
            who = "" if line.player == before else line.player
            cells.append([who, counted, f"× {each:>{paid}} = {points:>{made}}"])
            before = line.player
        told = columns(cells)
        return list(zip(told, [self.cite(line.clause) for line in lines], strict=True))

    def unsettled(self, error: UnsettledError) -> list[Row]:
        """What the rulebooks do not settle, and what each clause would give."""
        asked = f"{error.question.name} {error.question.about}".strip()
        if not error.findings:
            return [(say("not settled: “{question}”: no clause says").format(question=asked), "")]
        head = (
            say("not settled: “{question}”: the rulebooks do not say")
            if any(each.clause.silent_on for each in error.findings)
            else say("not settled: “{question}”: the clauses do not agree")
        ).format(question=asked)
        return [
            (head, ""),
            *((_IN + self._would_give(each.answer, each.clause), self.cite(each.clause))
              for each in error.findings),
        ]  # fmt: skip

    def _would_give(self, answer: object, clause: Clause) -> str:
        if clause.silent_on:
            return say("is left open")
        if isinstance(answer, bool):
            return say("yes") if answer else say("no")
        if isinstance(answer, int) and clause.points is not None:
            line = ScoreLine("", answer, clause)
            return "{} × {} = {}".format(*sentences.worth(self.rules, line))
        if isinstance(answer, frozenset | tuple | Mapping):
            return ", ".join(map(str, answer)) or say("nobody")
        return str(answer)

    # A part of a turn -------------------------------------------------------------------------

    def concerned(self, verdicts: Iterable[Verdict]) -> list[Player]:
        """Who had a say in any of these features."""
        return list(_players_in(verdicts))

    def verdict(self, scores: Mapping[Player, int], concerned: Iterable[Player]) -> Paragraph:
        """Who scores what: the first line of a ruling."""
        return heading(sentences.earnings(scores, dict.fromkeys((*concerned, *scores))))

    def refusals(self, ruling: Ruling) -> list[Told]:
        """What the moves go against; nothing where all of them are legal."""
        if not ruling.refusals:
            return []
        board = ruling.halfway
        said: dict[tuple[Player, str], list[Clause | None]] = {}
        for refusal in ruling.refusals:
            deed = _mover(board, refusal.move), sentences.deed(board, refusal.move)
            said.setdefault(deed, []).append(refusal.clause)
        rows = [self.refusal(player, deed, clauses) for (player, deed), clauses in said.items()]
        return [heading(say("Against the rules."), "red"), Reasons(tuple(rows))]

    def refusal(self, player: Player, deed: str, clauses: Iterable[Clause | None]) -> Row:
        """That a player may not do something, why, and the clauses against it."""
        text = say("{player} may not {deed}").format(player=player, deed=deed)
        return self._refused(text, [clause for clause in clauses if clause])

    def _refused(self, text: str, clauses: Sequence[Clause]) -> Row:
        by = self.cite(*clauses)
        if not clauses:
            return (text + say(": no rule in play offers that"), by)
        room = (self.width or _ONE_LINE) - len(text) - len(by) - len(": ") - BETWEEN
        why = sentences.reason(clauses, room)
        return (f"{text}: {why}" if why else text, by)

    def ruling(self, ruling: Ruling) -> list[Told]:
        """All that a part of a turn brings about."""
        told = self.refusals(ruling)
        if told:
            told += [Gap(), Paragraph(say("Had it been legal:"))]
        owed = self.owed(ruling.board)
        if owed:
            told.append(Reasons(tuple(owed), headed=True))
        if not owed or ruling.verdicts or ruling.scores:
            told.append(self.verdict(ruling.scores, _players_in(ruling.verdicts)))
        told += (Reasons(tuple(self.unsettled(error))) for error in ruling.unsettled)
        home = {
            found.answer.figure: None
            for found in ruling.homecomings
            if found.answer.figure.held_by is None
        }
        for wave in ruling.waves:
            for each in wave.verdicts:
                told += [Gap(), self.feature(each, partial(self._homecoming, ruling, each, home))]
            waiting = tuple(self._waiting(found) for found in wave.waiting)
            told += [Gap(), Reasons(waiting)] if waiting else []
        after = [*self._allowed(ruling), *self._homecomings(ruling, home)]
        after += self._consequences(ruling)
        after += [*self._barred(ruling), *(self._once_more(ruling) if owed else self.next(ruling))]
        return [*told, Gap(), Reasons(tuple(after))] if after else told

    def _waiting(self, found: Finding[Feature]) -> Row:
        """A feature that is left for a later wave."""
        named = sentence(sentences.name(found.answer))
        form = say("{feature} is judged after that")
        return form.format(feature=named), self.cite(found.clause)

    def _allowed(self, ruling: Ruling) -> list[Row]:
        """The moves that an exception allows, and which."""
        board = ruling.halfway
        form = say("{player} may {deed}")
        return [
            (
                form.format(
                    player=_mover(board, found.answer), deed=sentences.deed(board, found.answer)
                ),
                self.cite(found.clause),
            )
            for found in ruling.allowed
        ]

    def _homecoming(self, ruling: Ruling, verdict: Verdict, left: dict[Figure, None]) -> list[Row]:
        """The figures that go home from one feature; they are struck off those left."""
        held = verdict.majority
        voters = held.voters.answer if held else ()
        elsewhere = {
            figure
            for other in ruling.verdicts
            if other.feature != verdict.feature
            for figure in other.feature.figures
        }
        standing = verdict.feature.figures
        guests = [figure for figure in voters if figure not in elsewhere]
        own = [figure for figure in left if figure in (*standing, *guests)]
        for figure in own:
            del left[figure]
        return self._homecomings(ruling, own, verdict.feature.board)

    def _homecomings(
        self, ruling: Ruling, figures: Iterable[Figure], board: Board | None = None
    ) -> list[Row]:
        among = frozenset(figures)
        by_clause: dict[Clause, list[Figure]] = {}
        for found in ruling.homecomings:
            if found.answer.figure in among:
                by_clause.setdefault(found.clause, []).append(found.answer.figure)
        return [
            (sentence(sentences.going_home(board or ruling.halfway, each)), self.cite(clause))
            for clause, each in by_clause.items()
        ]

    def _consequences(self, ruling: Ruling) -> list[Row]:
        home = [
            (found.answer, found.clause)
            for found in ruling.homecomings
            if found.answer.figure.held_by is None
        ]
        rows: list[Row] = []
        judged = frozenset(spot for each in ruling.verdicts for spot in each.feature.spots)
        for found in (*ruling.opening, *ruling.consequences):
            change = found.answer
            if (change, found.clause) in home or isinstance(change, Scored | ExtraTurn | Owed):
                continue
            if isinstance(change, Score) and change.spot in judged:
                continue
            if isinstance(change, OneOf):
                rows += self._alternatives(ruling, change, found.clause)
            else:
                text = sentence(sentences.happening(ruling.after, change, found.clause))
                rows.append((text, self.cite(found.clause)))
        return rows

    def _alternatives(self, ruling: Ruling, among: OneOf, clause: Clause) -> Iterator[Row]:
        """What a player may choose, what each would give, and how it is said beforehand."""
        if len(among.alternatives) == 1:
            return
        text = say("{player} has a choice; the best is taken unless another is named:")
        yield sentence(text.format(player=among.player)), self.cite(clause)
        chosen = taken(ruling.halfway, among, clause)
        for number, outcome in enumerate(sentences.outcomes(ruling.after, among, clause)):
            how = f"{among.player}: {choice_phrase(number, clause.id, language())}"
            how = say("“{text}”").format(text=how)
            note = f" – {say('taken here')}" if number == chosen else ""
            yield f"{_IN}{number + 1}. {outcome}{note}   {how}", ""

    def _barred(self, ruling: Ruling) -> list[Row]:
        """What was closed on the tile laid that the player could not have claimed, and why."""
        board = ruling.halfway
        player = board.position.turn
        if any(isinstance(move, MoveFigure) for move in ruling.moves):
            return []
        laid = {move.placed.cell for move in ruling.moves if isinstance(move, PlaceTile)}
        rows = []
        for feature in dict.fromkeys(each.feature for each in ruling.verdicts):
            here = sorted(spot for spot in feature.spots if spot.cell in laid)
            kind = self._claimant(feature)
            if not here or kind is None:
                continue
            try:
                against = objections(board, MoveFigure(Figure(kind, player), here[0]))
            except UnsettledError:
                continue
            if against:
                text = say(
                    "{player} may not claim the {kind} with this tile",
                    self.words.gender(feature.kind),
                )
                told = text.format(player=player, kind=self.words.kind(feature.kind))
                rows.append(self._refused(told, against))
        return rows

    def _claimant(self, feature: Feature) -> str | None:
        """The first kind of follower that may stand on a feature."""
        kinds = self.rules.figures.items()
        fit = (kind for kind, it in kinds if it.follower and feature.kind in it.stands_on)
        return next(fit, None)

    def next(self, ruling: Ruling) -> list[Row]:
        """What comes after this part: the end of the game, or who plays."""
        board = ruling.board
        try:
            last = over(board)
            if last:
                return [(say("the game is over"), self.cite(last))]
            found = successor(board)
        except UnsettledError as error:
            return self.unsettled(error)
        if found is not None:
            return [(say("next: {player}").format(player=found.answer), self.cite(found.clause))]
        return self._once_more(ruling)

    def _once_more(self, ruling: Ruling) -> list[Row]:
        """That the same player plays another part."""
        return [
            (sentence(sentences.happening(ruling.board, each.answer)), self.cite(each.clause))
            for each in ruling.consequences
            if isinstance(each.answer, ExtraTurn)
        ]

    def owed(self, board: Board) -> list[Row]:
        """Who has to decide what before play goes on, and what is on offer for it."""
        rows: list[Row] = []
        for at, owed in enumerate(board.position.owed):
            text = sentence(sentences.owing(board, owed))
            offers: list[Row] = []
            try:
                offers = [(_IN + each, "") for each in sentences.offers(board)] if not at else []
            except UnsettledError as error:
                offers = self.unsettled(error)
            rows.append(
                (text + (":" if offers else ""), self.cite(self.rules.clauses[owed.clause]))
            )
            rows += offers
        return rows

    # A run of play, and the end ---------------------------------------------------------------

    def run(self, run: Run) -> list[Told]:
        """Some parts of turns, ruled on one after another, and the end if it was asked."""
        rulings = run.rulings
        if len(rulings) == 1 and run.end is None:
            return self.ruling(rulings[0])
        told: list[Told] = []
        if len(rulings) > 1:
            told += [self.totals(run), Gap()]
        before = run.start
        for number, ruling in enumerate(rulings, 1):
            head = f"{number}. {self.move(ruling, before)}" if len(rulings) > 1 else ""
            told += [*([heading(head)] if head else []), *self.ruling(ruling), Gap()]
            before = ruling.board
        if run.end is not None:
            told += self.end(run.end, run)
        return told[:-1] if told and isinstance(told[-1], Gap) else told

    def move(self, ruling: Ruling, before: Board) -> str:
        """A part of a turn as it was played: "A: E at (0,-2) turned 180 knight"."""
        if any(isinstance(move, PlaceTile | Discard) for move in ruling.moves):
            player = ruling.halfway.position.turn
            return f"{player}: {move_phrase(ruling.moves, before, language())}"
        said = (offer_phrase(move, before, language()) for move in ruling.moves)
        return f"{sentences.mover(before, ruling.halfway)}: {', '.join(said)}"

    def totals(self, run: Run) -> Paragraph:
        """The points of some moves, all together."""
        scores = total(run.lines)
        concerned = _players_in(v for ruling in run.rulings for v in ruling.verdicts)
        if run.end is not None:
            concerned = {**concerned, **_players_in(run.end.verdicts)}
        return self.verdict(scores, concerned)

    def end(self, end: FinalRuling, run: Run | None = None) -> list[Told]:
        """The end of the game: who has won, every feature line by line, the totals."""
        told: list[Told] = [self._winner(end), Gap(), self._account(end, run)]
        told += self.features(end.verdicts)
        for found in end.payments:
            lines = [ScoreLine(who, times, found.clause) for who, times in found.answer.items()]
            told += [Gap(), Reasons(tuple(self._lines(lines)))]
        for error in end.unsettled:
            told += [Gap(), Reasons(tuple(self.unsettled(error)))]
        return told

    def _winner(self, end: FinalRuling) -> Told:
        totals = end.totals
        if not totals:
            return heading(say("Nobody plays."))
        try:
            won = end.winners
        except UnsettledError as error:
            return Reasons(tuple(self.unsettled(error)))
        winners = [player for player in totals if player in won.answer]
        form = say_many(
            "{players} wins with {points}.",
            "{players} share the victory with {points} each.",
            len(winners),
        )
        best = sentences.points(max(totals[player] for player in winners)) if winners else ""
        told = form.format(players=listed(winners), points=best)
        open_matters = sum(bool(v.unsettled) for v in end.verdicts) + len(end.unsettled)
        if open_matters:
            told += " " + say_many(
                "{count} matter is not settled.", "{count} matters are not settled.", open_matters
            ).format(count=open_matters)
        return Reasons(((told, self.cite(won.clause)),), headed=True)

    def _account(self, end: FinalRuling, run: Run | None) -> Grid:
        before = run.start.position.scores if run else end.board.position.scores
        headers = [say("player"), say("before")]
        played = run is not None and bool(run.rulings)
        if played:
            headers.append(say("these moves"))
        headers += [say("end of the game"), say("total")]
        rows = []
        for player, points in end.totals.items():
            had = before.get(player, 0)
            moves = [str(end.board.position.scores.get(player, 0) - had)] if played else []
            rows.append((player, str(had), *moves, str(end.scores[player]), str(points)))
        return Grid(tuple(map(sentence, headers)), tuple(rows), tuple(range(1, len(headers))))

    # Round about ------------------------------------------------------------------------------

    def rules_cited(self) -> list[Told]:
        """Each clause cited so far."""
        return [Cited(tuple(self._cited.values()))] if self._cited else []

    def circumstances(self, position: Position) -> list[Told]:
        """What the ruling took for granted: readings chosen, tile faces that nobody printed."""
        told: list[Told] = []
        defaults = {name: reading.default for name, reading in self.rules.known.items()}
        chosen = {
            name: value for name, value in self.rules.readings.items() if value != defaults[name]
        }
        if chosen:
            said = ", ".join(f"{name}: {value}" for name, value in chosen.items())
            told.append(Paragraph(say("Under {readings}.").format(readings=said)))
        faces: dict[str, list[str]] = {}
        for pile in position.tiles.values():
            for placed in pile:
                if placed.tile.face != "printed":
                    faces.setdefault(placed.tile.face, []).append(placed.tile.id)
        for face, tiles in faces.items():
            named = list(dict.fromkeys(tiles))
            if face == "declared":
                text = say_many(
                    "Tile {tiles}: face declared by the position.",
                    "Tiles {tiles}: faces declared by the position.",
                    len(named),
                )
            else:
                text = say_many(
                    "Tile {tiles}: its face is not published; a likely one stands in for it.",
                    "Tiles {tiles}: their faces are not published; likely ones stand in for them.",
                    len(named),
                )
            told.append(Paragraph(text.format(tiles=listed(named))))
        return told


def _players_in(verdicts: Iterable[Verdict]) -> dict[Player, None]:
    """Who had a say in any of these features."""
    return {
        figure.owner: None
        for verdict in verdicts
        if verdict.majority
        for figure, _ in verdict.majority.weights
    }


def _mover(board: Board, move: Change) -> Player:
    """Who makes a move: whoever carries a figure of his own, or else he whose turn it is."""
    if isinstance(move, MoveFigure) and move.figure.at and move.to:
        return board.position.turn if move.figure.owner == NEUTRAL else move.figure.owner
    return board.position.turn
