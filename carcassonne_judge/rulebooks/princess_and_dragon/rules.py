"""The Princess & the Dragon: what eats figures, what guards them, and who sends a knight home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import (
    Discard,
    MoveFigure,
    MoveToken,
    PlaceTile,
    PutToken,
    Recall,
    Scored,
    SetAside,
    Stay,
    Under,
    laid,
    part,
)
from carcassonne_judge.geometry import SIDES, Cell
from carcassonne_judge.legality import forbids, objections, offers, stuck
from carcassonne_judge.library import load_rulebook
from carcassonne_judge.position import (
    END,
    NEUTRAL,
    Change,
    Figure,
    Kind,
    Owed,
    Player,
    Position,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rulebooks.princess_and_dragon import (
    DRAGON,
    FAIRY,
    PORTAL,
    PRINCESS,
    VOLCANO,
)
from carcassonne_judge.rules import Clause, Question, question
from carcassonne_judge.scoring import TURN_BEGINS, Verdict, awards, pays
from carcassonne_judge.turn import Wave, entails, follows, plays_next, precedes, spared

book = load_rulebook(__package__)

DRAGON_MOVE = book.clauses["dragon-move"].id
PRINCESS_MUST = book.clauses["princess-must"].id


@question
def helped() -> Question[[Board], tuple[Figure, ...]]:
    """Which followers does the fairy help, where she stands?"""
    return Question("helped by the fairy")


def _laid_with(board: Board, mark: str) -> frozenset[Cell]:
    """The cell of the tile laid in this part of the turn, if it bears a mark."""
    new = laid(board.position)
    return frozenset(cell for cell in new if board.tiles[cell].tile.marks.get(mark))


def _acts(board: Board) -> bool:
    """Whether the tile of this part lies and nothing is scored yet: a figure may be moved."""
    return bool(laid(board.position)) and Scored() not in part(board.position)


def _takes_off(move: Change) -> bool:
    """Whether a move takes a figure off the table, though not in a way of its own box."""
    return (
        isinstance(move, MoveFigure)
        and not isinstance(move, Recall)
        and move.figure.at is not None
        and move.to is None
        and move.held_by is None
    )


# The volcano ----------------------------------------------------------------------------------


@book.rule(precedes(), "volcano-dragon")
def the_dragon_flies_in(board: Board) -> Iterator[Change]:
    """A volcano draws the dragon to its tile."""
    for cell in _laid_with(board, VOLCANO):
        dragons = board.position.tokens_of(DRAGON)
        if not dragons:
            yield PutToken(Token(DRAGON, cell))
        for dragon in dragons:
            if cell not in dragon.cells:
                yield MoveToken(dragon, cell)


@book.rule(forbids(MoveFigure), "volcano")
def nobody_onto_a_volcano(board: Board, move: MoveFigure) -> bool:
    """No figure is deployed on a volcano that was just placed."""
    return move.deploys and move.to is not None and move.to.cell in _laid_with(board, VOLCANO)


@book.rule(forbids(MoveFigure), "volcano-followers")
def no_follower_onto_a_volcano(board: Board, move: MoveFigure) -> bool:
    """No follower is deployed on a volcano that was just placed."""
    onto = move.to is not None and move.to.cell in _laid_with(board, VOLCANO)
    return onto and move.deploys and move.figure.kind in board.rules.followers


def _too_early(board: Board, tile: Tile) -> bool:
    """Whether a tile shows the dragon, and no volcano has brought it yet."""
    volcano = any(placed.tile.marks.get(VOLCANO) for placed in board.tiles.values())
    at_home = not volcano and not board.position.tokens_of(DRAGON)
    return at_home and bool(tile.marks.get(DRAGON))


@book.rule(forbids(PlaceTile), "dragon-tile-before-volcano")
def not_before_a_volcano(board: Board, move: PlaceTile) -> bool | None:
    """No tile with the dragon is placed before a volcano."""
    return _too_early(board, move.placed.tile) or None


@book.rule(forbids(Discard), "dragon-tile-before-volcano")
def it_comes_again(board: Board, move: Discard) -> bool | None:
    """A tile with the dragon that comes too early is not out of the game."""
    return _too_early(board, move.tile) or None


@book.rule(stuck(), "dragon-tile-before-volcano")
def aside_with_it(board: Board) -> Iterable[Change] | None:
    """A tile with the dragon that comes too early is set aside."""
    hand = board.position.hand
    return (SetAside(hand),) if hand and _too_early(board, hand) else None


@book.rule(plays_next(), "dragon-tile-before-volcano")
def draws_another(board: Board) -> Player | None:
    """Whoever sets a tile aside draws another."""
    position = board.position
    aside = any(isinstance(done, SetAside) for done in part(position))
    return position.turn if aside and not laid(position) else None


# The dragon -----------------------------------------------------------------------------------


def _steps(done: Iterable[Change]) -> list[MoveToken]:
    """The dragon's steps among what was done."""
    return [it for it in done if isinstance(it, MoveToken) and it.token.kind == DRAGON]


def _since_scoring(position: Position) -> tuple[Change, ...]:
    """What was done in this part since it was scored."""
    done = part(position)
    return done[done.index(Scored()) :] if Scored() in done else ()


def _woken(board: Board) -> bool:
    """Whether the tile of this part shows the dragon."""
    moves = (it for it in part(board.position) if isinstance(it, PlaceTile))
    return any(move.placed.tile.marks.get(DRAGON) for move in moves)


def _ways(board: Board) -> Iterator[MoveToken]:
    """The tiles beside the dragon's own."""
    for dragon in board.position.tokens_of(DRAGON):
        for cell in dragon.cells:
            beside = (cell.beside(side) for side in SIDES)
            yield from (MoveToken(dragon, near) for near in beside if near in board.tiles)


def _next_step(board: Board) -> Iterator[Change]:
    """The step that the next player owes, unless the dragon has made all or can make none."""
    taken = len(_steps(part(board.position)))
    players = board.position.in_turn
    spent = taken == book.clauses["dragon-move"].limit
    if spent or not _woken(board) or board.position.owed_under(DRAGON_MOVE):
        return
    if any(not objections(board, way) for way in _ways(board)):
        yield Owed(players[taken % len(players)], DRAGON_MOVE)


@book.rule(precedes(), "dragon-before-scoring")
def the_dragon_goes_first(board: Board) -> Iterator[Change]:
    """The dragon goes its way before anything is scored."""
    return _next_step(board)


@book.rule(follows(), "dragon-after-scoring")
def the_dragon_goes_last(wave: Wave) -> Iterator[Change] | None:
    """The dragon sets out, and goes on, once all is scored and nobody has to decide anything."""
    position = wave.after.position
    last = Scored() in part(position) and not position.owed
    return _next_step(wave.after) if last else None


@book.rule(offers(), "dragon-move")
def to_a_tile_beside(board: Board) -> Iterator[Change] | None:
    """The dragon goes to a tile beside its own."""
    return _ways(board) if board.position.owed_under(DRAGON_MOVE) else None


@book.rule(forbids(MoveToken), "dragon-move")
def too_far(board: Board, move: MoveToken) -> bool:
    """It goes one tile at a time, so many steps, and only when its tile has been placed."""
    if move.token.kind != DRAGON:
        return False
    steps = len(_steps(part(board.position)))
    spent = not _woken(board) or steps == book.clauses["dragon-move"].limit
    return spent or move not in _ways(board)


@book.rule(forbids(MoveToken), "dragon-no-revisit")
def been_there(board: Board, move: MoveToken) -> bool:
    """It does not go where it has been in this turn."""
    been = {cell for step in _steps(part(board.position)) for cell in step.cells}
    return move.token.kind == DRAGON and move.to in been


@book.rule(forbids(MoveToken), "fairy-protect")
def where_the_fairy_is(board: Board, move: MoveToken) -> bool:
    """It does not enter the fairy's tile."""
    fairies = board.position.tokens_of(FAIRY)
    return move.token.kind == DRAGON and any(move.to in fairy.cells for fairy in fairies)


def _entered(board: Board, steps: Iterable[MoveToken]) -> Iterator[Figure]:
    """The players' figures on the tiles that the dragon enters."""
    cells = frozenset(step.to for step in steps if not isinstance(step.to, Spot))
    return (who for who in board.position.standing_on(cells) if who.owner != NEUTRAL)


def _safe_by(board: Board, who: Figure) -> list[Clause]:
    """The clauses that spare a figure wherever the dragon comes."""
    found = board.rules.ask(spared(who.kind), who, board)
    return [each.clause for each in found if each.answer]


def _met(board: Board, steps: Iterable[MoveToken]) -> Iterator[Figure]:
    """The figures on the tiles that the dragon enters, but for those that are spared."""
    return (who for who in _entered(board, steps) if not _safe_by(board, who))


@book.rule(entails(), "dragon-move")
def it_passes_by(before: Board, move: Change) -> Iterator[Change]:
    """Whoever is spared stays where the dragon comes."""
    for who in _entered(before, _steps((move,))):
        yield from (Under(clause, Stay(who)) for clause in _safe_by(before, who))


@book.rule(precedes(), "dragon-eats")
def it_eats_on_the_way(board: Board) -> Iterator[Change]:
    """The figures on a tile that the dragon enters go home."""
    return (MoveFigure(who) for who in _met(board, _steps(part(board.position))))


@book.rule(follows(), "dragon-eats")
def it_eats_after_scoring(wave: Wave) -> Iterator[Change]:
    """The figures on a tile that the dragon enters once all is scored go home."""
    board = wave.after
    return (MoveFigure(who) for who in _met(board, _steps(_since_scoring(board.position))))


@book.rule(precedes(), "dragon-eats-followers")
def it_eats_followers_on_the_way(board: Board) -> Iterator[Change]:
    """The followers on a tile that the dragon enters go home."""
    met = _met(board, _steps(part(board.position)))
    return (MoveFigure(who) for who in met if who.kind in board.rules.followers)


@book.rule(follows(), "dragon-eats-followers")
def it_eats_followers_after_scoring(wave: Wave) -> Iterator[Change]:
    """The followers on a tile that the dragon enters once all is scored go home."""
    board = wave.after
    met = _met(board, _steps(_since_scoring(board.position)))
    return (MoveFigure(who) for who in met if who.kind in board.rules.followers)


@book.rule(forbids(MoveFigure), "dragon-no-deploy")
def onto_the_dragons_tile(board: Board, move: MoveFigure) -> bool:
    """Nobody goes onto the tile where the dragon stands."""
    dragons = board.position.tokens_of(DRAGON)
    return move.to is not None and any(move.to.cell in dragon.cells for dragon in dragons)


# The princess ---------------------------------------------------------------------------------


def _knights(board: Board) -> tuple[Figure, ...]:
    """The followers in the city to which the tile just placed brings a princess, as she comes."""
    if not _acts(board):
        return ()
    moves = (it for it in part(board.position) if isinstance(it, MoveFigure) and it.deploys)
    new = {Figure(it.figure.kind, it.figure.owner, it.to) for it in moves}
    spots = (
        spot
        for cell in laid(board.position)
        for spot, segment in board.tiles[cell].spots.items()
        if segment.marks.get(PRINCESS)
    )
    there = dict.fromkeys(who for spot in spots for who in board.feature_at(spot).followers)
    return tuple(who for who in there if who not in new)


def _princess_came(board: Board) -> bool:
    cells = laid(board.position)
    return any(it.marks.get(PRINCESS) for cell in cells for it in board.tiles[cell].segments)


def _put_something(board: Board) -> bool:
    """Whether a token was put on the table in this part of the turn: a tower piece, say."""
    return any(isinstance(it, PutToken) for it in part(board.position))


def _sends_off(board: Board, move: Change) -> bool:
    """Whether a move takes a figure off the table, and not from a tower that was raised."""
    return _takes_off(move) and not _put_something(board)


def _sent_off(board: Board) -> bool:
    """Whether the princess has sent a knight home in this part of the turn."""
    return _princess_came(board) and any(_sends_off(board, it) for it in part(board.position))


def _has_acted(board: Board) -> bool:
    """Whether a figure or a token has been moved already in this part, not counting ransoms."""
    done = part(board.position)
    figures = (it for it in done if isinstance(it, MoveFigure))
    tokens = any(isinstance(it, MoveToken | PutToken) for it in done)
    return tokens or any(it.figure.held_by is None for it in figures)


def _send_offs(board: Board) -> Iterator[Change]:
    """The moves by which a knight is sent home, unless something else has been done instead."""
    return map(MoveFigure, () if _has_acted(board) else _knights(board))


@book.rule(offers(), "princess-may")
def a_knight_may_be_sent_home(board: Board) -> Iterator[Change]:
    """Whoever brings a princess into a city may send one of its knights home."""
    return _send_offs(board)


@book.rule(offers(), "princess-must")
def a_knight_must_be_sent_home(board: Board) -> Iterator[Change]:
    """Whoever brings a princess into a city has to send one of its knights home."""
    return _send_offs(board)


@book.rule(precedes(), "princess-must")
def a_knight_is_owed(board: Board) -> Iterator[Change]:
    """Nothing goes on until a knight has been sent home, if any was there with the tile."""
    if _knights(board) and not _has_acted(board):
        yield Owed(board.position.turn, PRINCESS_MUST)


@book.rule(forbids(MoveFigure), "princess-may")
def no_objection_to_sending_him_home(board: Board, move: MoveFigure) -> bool | None:
    """A knight of the princess's city may be taken off the table."""
    return False if _sends_off(board, move) and move.figure in _knights(board) else None


@book.rule(forbids(MoveFigure), "princess-must")
def nothing_else_instead(board: Board, move: MoveFigure) -> bool | None:
    """A knight of the princess's city is taken off the table, and nobody deployed instead."""
    if _sends_off(board, move) and move.figure in _knights(board):
        return False
    return (move.deploys and bool(_knights(board)) and not _has_acted(board)) or None


@book.rule(forbids(MoveFigure), "princess-target")
def not_in_her_city(board: Board, move: MoveFigure) -> bool:
    """The princess sends nobody home but a knight of her own city."""
    off = _sends_off(board, move) and _acts(board) and _princess_came(board)
    return off and move.figure not in _knights(board)


@book.rule(forbids(MoveFigure), "princess-uses-action")
def one_or_the_other(board: Board, move: MoveFigure) -> bool:
    """Whoever sends a knight home moves no other figure in this part of the turn."""
    if _takes_off(move):
        again = _sends_off(board, move) and _has_acted(board)
        return again and move.figure in _knights(board)
    return move.deploys and _sent_off(board)


# The magic portal -----------------------------------------------------------------------------


def _through_the_portal(board: Board, move: MoveFigure) -> bool:
    """Whether a figure is deployed on another tile than the portal just placed."""
    here = _laid_with(board, PORTAL) if _acts(board) else frozenset()
    return bool(here) and move.deploys and move.to is not None and move.to.cell not in here


def _opened(board: Board) -> frozenset[Kind]:
    """What boxes open to any follower, besides the features."""
    return frozenset[Kind]().union(*(book.welcomes for book in board.rules.books))


@book.rule(offers(), "portal")
def through_the_portal(board: Board) -> Iterator[Change] | None:
    """With a portal a follower may go onto any other tile."""
    if not _acts(board) or not _laid_with(board, PORTAL):
        return None
    position = board.position
    supply = position.figures.supply.get(position.turn, {})
    kinds = [kind for kind in board.rules.figures if kind in board.rules.followers & supply.keys()]
    return (
        MoveFigure(Figure(kind, position.turn), spot)
        for kind in kinds
        for cell in sorted(board.tiles.keys() - laid(position))
        for spot, segment in board.tiles[cell].spots.items()
        if segment.kind in board.rules.figures[kind].stands_on - _opened(board)
    )


@book.rule(forbids(MoveFigure), "portal")
def no_objection_to_another_tile(board: Board, move: MoveFigure) -> bool | None:
    """With a portal a follower may go onto another tile than the one just placed."""
    follower = move.figure.kind in board.rules.followers
    feature = board.kind_at(move.to) not in _opened(board)
    return False if follower and feature and _through_the_portal(board, move) else None


@book.rule(forbids(MoveFigure), "portal-limits")
def no_feature_there(board: Board, move: MoveFigure) -> bool:
    """Through the portal nobody goes where a box lets followers go besides to features."""
    return board.kind_at(move.to) in _opened(board) and _through_the_portal(board, move)


@book.rule(forbids(MoveFigure), "portal-unfinished")
def finished_already(board: Board, move: MoveFigure) -> bool:
    """Nobody goes through the portal onto a finished feature."""
    if not _through_the_portal(board, move) or move.to not in board.regions:
        return False
    return move.to is not None and board.feature_at(move.to).complete


# The fairy ------------------------------------------------------------------------------------


def _fairy_goes(board: Board, to: Cell | Spot) -> Change:
    """The fairy goes to a tile, or to a follower of the player whose turn it is."""
    owner = board.position.turn if isinstance(to, Spot) else None
    for fairy in board.position.tokens_of(FAIRY):
        return MoveToken(fairy, to, owner)
    return PutToken(Token(FAIRY, to, owner))


def _own_followers(board: Board) -> Iterator[Spot]:
    """Where the followers of the player whose turn it is stand."""
    position = board.position
    for who in position.figures:
        if who.at and who.owner == position.turn and who.kind in board.rules.followers:
            yield who.at


@book.rule(offers(), "fairy-beside-follower")
def to_a_follower_of_ones_own(board: Board) -> Iterator[Change] | None:
    """The fairy may go to one of one's own followers."""
    if not _acts(board):
        return None
    already = {it.at for it in board.position.tokens_of(FAIRY) if it.owner == board.position.turn}
    spots = dict.fromkeys(spot for spot in _own_followers(board) if spot not in already)
    return (_fairy_goes(board, spot) for spot in spots)


@book.rule(offers(), "fairy-on-tile")
def to_the_tile_of_ones_own(board: Board) -> Iterator[Change] | None:
    """The fairy may go to a tile with a follower of one's own."""
    if not _acts(board):
        return None
    already = {cell for it in board.position.tokens_of(FAIRY) for cell in it.cells}
    cells = dict.fromkeys(spot.cell for spot in _own_followers(board))
    return (_fairy_goes(board, cell) for cell in cells if cell not in already)


def _fairy_to(move: Change) -> Cell | Spot | None:
    """Where the fairy goes, if it is she that is moved."""
    if not isinstance(move, MoveToken | PutToken) or move.token.kind != FAIRY:
        return None
    return move.to if isinstance(move, MoveToken) else move.token.at


@book.rule(forbids(Change), "fairy-beside-follower")
def no_follower_of_ones_own(board: Board, move: Change) -> bool:
    """The fairy goes only to a follower of one's own."""
    to = _fairy_to(move)
    return to is not None and to not in set(_own_followers(board))


@book.rule(forbids(Change), "fairy-on-tile")
def no_tile_of_ones_own(board: Board, move: Change) -> bool:
    """The fairy goes only to a tile with a follower of one's own."""
    to = _fairy_to(move)
    return to is not None and to not in {spot.cell for spot in _own_followers(board)}


@book.rule(forbids(Change), "fairy-move")
def not_beside_another_move(board: Board, move: Change) -> bool:
    """The fairy is moved in place of a figure, once the tile lies."""
    return _fairy_to(move) is not None and (not _acts(board) or _has_acted(board))


@book.rule(forbids(MoveFigure), "fairy-move")
def not_after_the_fairy(board: Board, move: MoveFigure) -> bool:
    """Whoever has moved the fairy moves no figure in this part of the turn."""
    moved = any(_fairy_to(it) is not None for it in part(board.position))
    return moved and (move.deploys or _takes_off(move))


@book.rule(forbids(Change), "princess-must")
def nothing_but_that(board: Board, move: Change) -> bool | None:
    """A knight is sent home, and no token put or moved instead."""
    instead = isinstance(move, PutToken | MoveToken)
    return (instead and bool(_knights(board)) and not _has_acted(board)) or None


@book.rule(forbids(Recall), "princess-uses-action")
def no_recall_besides(board: Board, _move: Recall) -> bool:
    """Whoever has to send a knight home recalls no figure of his own."""
    must = book.clauses["princess-must"].in_force(board.rules.readings)
    return must and bool(_knights(board)) and not _has_acted(board)


@book.rule(helped(), "fairy-beside-follower")
def the_follower_beside_her(board: Board) -> tuple[Figure, ...]:
    """She helps the one follower that she was put beside."""
    for fairy in board.position.tokens_of(FAIRY):
        for who in board.position.figures:
            own = fairy.owner in (None, who.owner) and who.kind in board.rules.followers
            if own and isinstance(fairy.at, Spot) and who.at == fairy.at:
                return (who,)
    return ()


@book.rule(helped(), "fairy-on-tile")
def the_followers_on_her_tile(board: Board) -> tuple[Figure, ...]:
    """She helps every follower on her tile."""
    fairies = board.position.tokens_of(FAIRY)
    return tuple(who for fairy in fairies for who in board.followers_on(fairy.cells))


def _helped(board: Board) -> tuple[Figure, ...]:
    return board.rules.settle(helped(), board).answer


@book.rule(precedes(), "fairy-stays")
def she_stays(board: Board) -> Iterator[Change]:
    """When her follower has gone home the fairy stays on the tile, beside nobody."""
    return _left_alone(board)


def _left_alone(board: Board) -> Iterator[Change]:
    for fairy in board.position.tokens_of(FAIRY):
        if isinstance(fairy.at, Spot) and not _helped(board):
            yield MoveToken(fairy, fairy.at.cell)


@book.rule(follows(), "fairy-stays")
def she_stays_after_scoring(wave: Wave) -> Iterator[Change]:
    """When her follower has gone home the fairy stays on the tile, beside nobody."""
    return _left_alone(wave.after)


@book.rule(pays(TURN_BEGINS), "fairy-1")
def at_the_start_of_the_turn(board: Board) -> Mapping[Player, int] | None:
    """Whoever's follower the fairy helps earns when his turn begins."""
    turn = board.position.turn
    count = Counter(who.owner for who in _helped(board))[turn]
    return {turn: count} if count else None


def _helped_in(feature: Feature) -> Mapping[Player, int] | None:
    """How many followers of each player the fairy helps in a feature."""
    if feature.about is not None:
        return None
    return Counter(who.owner for who in _helped(feature.board) if who.at in feature.spots) or None


@book.rule(awards(), "fairy-3")
def when_it_is_scored(verdict: Verdict) -> Mapping[Player, int] | None:
    """Whoever's follower the fairy helps earns when its feature is scored in play."""
    return None if verdict.feature.occasion == END else _helped_in(verdict.feature)


@book.rule(awards(), "fairy-3-final")
def when_it_is_scored_at_the_end(verdict: Verdict) -> Mapping[Player, int] | None:
    """Whoever's follower the fairy helps earns when its feature is scored at the end."""
    return _helped_in(verdict.feature) if verdict.feature.occasion == END else None
