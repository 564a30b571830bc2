"""The sentences that a ruling is told in, each in the language that is spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Award,
    Choose,
    Discard,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    OneOf,
    PlaceTile,
    PutToken,
    Recall,
    SetAside,
    Stay,
    Under,
)
from carcassonne_judge.geometry import Cell
from carcassonne_judge.legality import options
from carcassonne_judge.locale import language, say, say_many
from carcassonne_judge.offered import offer_phrase
from carcassonne_judge.phrases import Words, spot_phrase
from carcassonne_judge.position import (
    COMPLETE,
    END,
    NEUTRAL,
    Change,
    Figure,
    Owed,
    Player,
    Score,
    Spot,
    Tile,
)
from carcassonne_judge.report import catalogue, listed
from carcassonne_judge.rules import Clause, Finding, RuleSet, UnsettledError
from carcassonne_judge.scoring import ScoreLine

_ABOUT_COMPLETION: Final = "completion"


def words(rules: RuleSet) -> Words:
    """What the table calls things in the language that is spoken."""
    return Words(rules, language())


def points(count: int) -> str:
    """So many points."""
    return say_many("{count} point", "{count} points", count).format(count=count)


def earnings(scores: Mapping[Player, int], concerned: Iterable[Player]) -> str:
    """Who scores what: "B scores 14; A scores nothing."."""
    by_points: dict[int, list[Player]] = {}
    for player in concerned:
        by_points.setdefault(scores.get(player, 0), []).append(player)
    told = []
    for earned, players in sorted(by_points.items(), reverse=True):
        number = len(players)
        form = say_many("{who} scores nothing", "{who} score nothing", number)
        if earned:
            form = say_many("{who} scores {points}", "{who} score {points} each", number)
        told.append(form.format(who=listed(players), points=earned))
    if not any(by_points):
        return say("Nobody scores.")
    return "; ".join(told) + "."


def where(feature: Feature) -> Spot:
    """The segment that a feature is best known by: the one that reaches most sides."""
    if feature.about is not None and not feature.spots:
        return feature.about
    tiles = feature.board.tiles
    return min(feature.spots, key=lambda spot: (-len(tiles[spot.cell].spots[spot].ports), spot))


def spot(board: Board, place: Spot) -> str:
    """A feature, by one of its segments: "road S at (0,1)"."""
    return spot_phrase(board, place, board.rules, language())


def the_spot(board: Board, place: Spot) -> str:
    """The same, with its article: "the road S at (0,1)"."""
    gender = words(board.rules).gender(board.regions[place].kind)
    return say("the {thing}", gender).format(thing=spot(board, place))


def name(feature: Feature) -> str:
    """A feature, by where it lies; a pool by what its parts have in common."""
    if feature.spots:
        return spot(feature.board, where(feature))
    kind = words(feature.board.rules).kind(feature.kind)
    place = the_spot(feature.board, where(feature))
    return say("{kind} round {place}").format(kind=kind, place=place)


def condition(feature: Feature) -> tuple[str, Clause | None]:
    """Whether it is complete and what it is made of; and the clause that says it is complete."""
    rules = feature.board.rules
    said = words(rules)
    told: list[str] = []
    clause: Clause | None = None
    if feature.spots:
        completion = _completion(feature)
        if completion:
            clause = completion.clause
            gender = said.gender(feature.kind)
            # What a clause does not close because it is never closed is not "incomplete" either.
            if completion.answer or clause.phase == _ABOUT_COMPLETION:
                told.append(
                    say("complete", gender) if completion.answer else say("incomplete", gender)
                )
        if any(feature.board.tiles[spot.cell].spots[spot].ports for spot in feature.spots):
            told.append(_count(said, "tile", len(feature.cells)))
    else:
        told += _parts(feature, said)
    marks = feature.region.marks.items()
    told += [catalogue.mark_phrase(rules.books, mark, count) for mark, count in marks if count]
    return ", ".join(told), clause


def _completion(feature: Feature) -> Finding[bool] | None:
    try:
        return feature.completion
    except UnsettledError:
        return None


def _parts(feature: Feature, said: Words) -> list[str]:
    found = []
    for kind, count in Counter(part.kind for part in feature.parts).items():
        found.append(f"{count} {said.kind(kind) if count == 1 else said.kinds(kind)}")
    return found


def _count(said: Words, unit: str, count: int) -> str:
    return f"{count} {said.unit(unit, count)}"


def occasion(feature: Feature) -> str:
    """Why a feature is judged, where that is neither its completion nor the end of the game."""
    if feature.occasion in ("", COMPLETE, END):
        return ""
    called = (book.occasions.get(feature.occasion, {}) for book in feature.board.rules.books)
    return next((names[language()] for names in called if names), feature.occasion)


def standing(board: Board, figure: Figure, count: int = 1) -> str:
    """What figures are called where they stand: "knight", "2 knights"."""
    said = words(board.rules)
    if figure.at is None or figure.at not in board.regions:
        return said.figure(figure.kind) if count == 1 else f"{count} {said.figures(figure.kind)}"
    return said.standing(figure.kind, board.regions[figure.at].kind, count)


def owned(board: Board, figure: Figure, count: int = 1) -> str:
    """Whose figures they are: "A's knight", "B's 2 knights"."""
    gender = words(board.rules).gender(figure.kind)
    if figure.owner == NEUTRAL:
        form = say_many("the neutral {figures}", "the neutral {figures}", count, gender)
        return form.format(figures=standing(board, figure, count))
    form = say_many("{player}'s {figures}", "{player}'s {figures}", count, gender)
    return form.format(player=figure.owner, figures=standing(board, figure, count))


def going_home(board: Board, figures: Iterable[Figure]) -> str:
    """Some figures going home: "A's knight and B's 2 knights go home"."""
    alike: Counter[tuple[Player, str]] = Counter()
    first: dict[tuple[Player, str], Figure] = {}
    for figure in figures:
        key = (figure.owner, standing(board, figure))
        alike[key] += 1
        first.setdefault(key, figure)
    who = listed([owned(board, first[key], count) for key, count in alike.items()])
    form = say_many("{figures} goes home", "{figures} go home", alike.total())
    return form.format(figures=who)


def worth(rules: RuleSet, line: ScoreLine) -> tuple[str, str, str]:
    """A line in three columns: what is counted, what it pays each time, what that makes."""
    clause = line.clause
    counted = _count(words(rules), clause.unit, line.times) if clause.unit else str(line.times)
    return counted, str(clause.points), str(line.points)


def covered(board: Board, move: PlaceTile) -> Tile | None:
    """The tile that a move puts another on top of, on the table before the move or after it."""
    pile = board.position.tiles.get(move.placed.cell, ())
    below = pile[:-1] if move in board.position.done else pile
    return below[-1].tile if below else None


def on_top(board: Board, move: PlaceTile) -> str:
    """Where a tile is put: "(0,1)", or "(0,1) on top of B"."""
    under = covered(board, move)
    if under is None:
        return str(move.placed.cell)
    return say("{cell} on top of {tile}").format(cell=move.placed.cell, tile=under.id)


def deed(board: Board, move: Change) -> str:
    """A move as something one does: "place E at (0,-2) turned 180°"."""
    if isinstance(move, PlaceTile):
        placed = move.placed
        return say("place {tile} at {cell} turned {degrees}°").format(
            tile=placed.tile.id, cell=on_top(board, move), degrees=placed.quarters * 90
        )
    if isinstance(move, Discard):
        return say("put {tile} out of the game").format(tile=move.tile.id)
    if isinstance(move, SetAside):
        return say("lay {tile} aside").format(tile=move.tile.id)
    if isinstance(move, MoveFigure):
        return _carry(board, move)
    if isinstance(move, PutToken | MoveToken | GiveToken):
        return _handle(board, move)
    return happening(board, move)


def _handle(board: Board, move: PutToken | MoveToken | GiveToken) -> str:
    token = words(board.rules).token(move.token.kind)
    if isinstance(move, MoveToken):
        return say("move the {token} to {cell}").format(token=token, cell=move.to)
    if isinstance(move, GiveToken):
        return say("give {player} the {token}").format(player=move.player, token=token)
    for cell in move.token.cells:
        return say("put a {token} at {cell}").format(token=token, cell=cell)
    return say("take a {token}").format(token=token)


def _carry(board: Board, move: MoveFigure) -> str:
    said = words(board.rules)
    figure = move.figure
    gender = said.gender(figure.kind)
    if move.to is None:
        if move.held_by is not None and figure.at is not None:
            return say("capture {figure}").format(figure=owned(board, figure))
        if move.held_by is not None:
            return say("hand over {figure}").format(figure=owned(board, figure))
        if isinstance(move, Recall):
            return say("recall {figure}").format(figure=owned(board, figure))
        return say("take back {figure}").format(figure=owned(board, figure))
    placed = board.tiles.get(move.to.cell)
    if placed is None or move.to not in board.regions:
        return say("put a {figure} at {cell}", gender).format(
            figure=said.figure(figure.kind), cell=move.to.cell
        )
    kind = board.regions[move.to].kind
    has_role = said.has_role(kind) and figure.kind in board.rules.followers
    there = said.standing(figure.kind, kind) if has_role else said.figure(figure.kind)
    form = say("put a {figure} on {place}", gender)
    if figure.at is not None:
        form = say("carry a {figure} to {place}", gender)
    return form.format(figure=there, place=the_spot(board, move.to))


def happening(board: Board, change: Change, clause: Clause | None = None) -> str:
    """Something that happens under a clause, in a sentence: "B plays once more"."""
    if isinstance(change, MoveFigure):
        return _moved(board, change)
    if isinstance(change, PutToken | MoveToken | GiveToken):
        return _token(board, change)
    if isinstance(change, OneOf | Choose):
        return _choice(board, change, clause)
    if isinstance(change, ExtraTurn):
        return say("{player} plays once more").format(player=change.player)
    if isinstance(change, Award):
        return award(board, change, clause)
    return _duty(board, change)


def _duty(board: Board, change: Change) -> str:
    if isinstance(change, Under):
        return happening(board, change.change, change.clause)
    if isinstance(change, Owed):
        return owing(board, change)
    if isinstance(change, Stay):
        return say("{figure} stays").format(figure=owned(board, change.figure))
    if isinstance(change, Score):
        return say("still to be scored: {place}").format(place=spot(board, change.spot))
    if isinstance(change, PlaceTile | Discard | SetAside):
        return deed(board, change)
    return say("nothing else is done")


def award(board: Board, given: Award, clause: Clause | None) -> str:
    """Points that somebody is given, in a sentence: "B gets 6 points (3 tiles × 2)"."""
    if clause is None or clause.points is None:
        return say("{player} is given points").format(player=given.player)
    line = ScoreLine(given.player, given.times, clause)
    counted, paid, _ = worth(board.rules, line)
    form = say("{player} gets {points} ({counted} × {paid})")
    if line.points < 0:
        form = say("{player} pays {points}")
    if given.earned_by and line.points < 0:
        form = say("{player} pays {points} for {figure}")
    elif given.earned_by:
        form = say("{player} gets {points} ({counted} × {paid}) for {figure}")
    return form.format(
        player=given.player,
        points=points(abs(line.points)),
        counted=counted,
        paid=paid,
        figure=owned(board, given.earned_by) if given.earned_by else "",
    )


def reason(clauses: Sequence[Clause], room: int) -> str:
    """Why a move is against some clauses: "it is occupied".

    A clause that does not say it in a few words is quoted where the room allows it.
    """
    told = dict.fromkeys(clause.why.get(language(), "") for clause in clauses)
    if all(told):
        return "; ".join(told)
    text = say("“{text}”").format(text=clauses[0].text[language()])
    return text if len(clauses) == 1 and len(text) <= room else ""


def _moved(board: Board, change: MoveFigure) -> str:
    if change.held_by is not None:
        return say("{player} takes {figure}").format(
            player=change.held_by, figure=owned(board, change.figure)
        )
    if change.to is None and change.figure.held_by is not None:
        return say("{player} gives back {figure}").format(
            player=change.figure.held_by, figure=owned(board, change.figure)
        )
    if change.to is None:
        return going_home(board, [change.figure])
    place = the_spot(board, change.to) if change.to in board.regions else str(change.to.cell)
    return say("{figure} goes to {place}").format(figure=owned(board, change.figure), place=place)


def _token(board: Board, change: PutToken | MoveToken | GiveToken) -> str:
    token = words(board.rules).token(change.token.kind)
    if isinstance(change, MoveToken):
        return _going(board, token, change.to)
    receiver = change.player if isinstance(change, GiveToken) else change.token.owner
    if receiver is not None and (isinstance(change, GiveToken) or change.token.at is None):
        return say("{player} receives: {token}").format(player=receiver, token=token)
    at = change.token.at
    if isinstance(at, Spot):
        return _going(board, token, at)
    return say("{token} is put at {cell}").format(token=token, cell=at or Cell(0, 0))


def _going(board: Board, token: str, to: Cell | Spot) -> str:
    if isinstance(to, Spot) and to in board.regions:
        return say("{figure} goes to {place}").format(figure=token, place=the_spot(board, to))
    cell = to.cell if isinstance(to, Spot) else to
    return say("{token} goes to {cell}").format(token=token, cell=cell)


def _choice(board: Board, change: OneOf | Choose, clause: Clause | None) -> str:
    if isinstance(change, Choose):
        return say("{player} chooses number {number}").format(
            player=change.player, number=change.which + 1
        )
    choices = [f"{number}. {it}" for number, it in enumerate(outcomes(board, change, clause), 1)]
    return say("{player} has a choice: {choices}").format(
        player=change.player, choices="; ".join(choices)
    )


def outcomes(board: Board, among: OneOf, clause: Clause | None) -> list[str]:
    """What each of several alternatives is about, and what it would bring about."""
    told = []
    for alternative, place in zip_longest(among.alternatives, among.about):
        brought = listed([happening(board, each, clause) for each in alternative])
        brought = brought or say("nothing else is done")
        told.append(f"{name(board.feature_at(place))}: {brought}" if place else brought)
    return told


def offers(board: Board) -> list[str]:
    """What may be answered to what is owed first, in words that are read back as the same."""
    found = (option.move for option in options(board) if option.legal)
    return [offer_phrase(move, board, language()) for move in found]


def mover(before: Board, halfway: Board) -> Player:
    """Who makes a part: whoever owed something before it, or else the player whose turn it is."""
    owed = before.position.owed
    return owed[0].player if owed else halfway.position.turn


def owing(board: Board, owed: Owed) -> str:
    """What a player has still to decide."""
    if owed.about is not None and owed.about in board.regions:
        return say("{player} has to decide first about {place}").format(
            player=owed.player, place=the_spot(board, owed.about)
        )
    return say("{player} has to decide first").format(player=owed.player)
