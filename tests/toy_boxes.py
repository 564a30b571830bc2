"""Boxes that exist only here: each shows one thing that a real box may ask of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

from carcassonne_judge.board import Board, Feature, closes, joins, lays_over, touches
from carcassonne_judge.changes import (
    Award,
    ExtraTurn,
    GiveToken,
    MoveFigure,
    MoveToken,
    OneOf,
    Pass,
    PlaceTile,
    PutToken,
    Recall,
    part,
)
from carcassonne_judge.geometry import SIDES, TURNS, Cell, Port, Side
from carcassonne_judge.legality import fits, forbids, offers
from carcassonne_judge.library import rule_set, tile
from carcassonne_judge.majority import breaks_tie, counts, weighs
from carcassonne_judge.position import (
    END,
    Change,
    Figure,
    Figures,
    Owed,
    PlacedTile,
    Player,
    Position,
    Segment,
    Spot,
    Tile,
    Token,
)
from carcassonne_judge.rules import Clause, FigureKind, Rulebook, RuleSet, Word
from carcassonne_judge.scoring import (
    GAME_ENDS,
    TURN_BEGINS,
    Verdict,
    awards,
    pays,
    scores,
)
from carcassonne_judge.turn import Wave, afterwards, entails, follows, precedes, returns, waits

WORD = Word({"en": "thing", "es": "cosa"}, {"en": "things", "es": "cosas"})


def clause(name: str, points: int | None = None, *replaces: str, **more: object) -> Clause:
    """Write a clause that no rulebook has."""
    build: Callable[..., Clause] = partial(Clause, name, {"en": name, "es": name}, ("nowhere",))
    return build(points=points, replaces=frozenset(replaces), **more)


def box(name: str, *clauses: Clause, **more: object) -> Rulebook:
    """Make a box that has some clauses."""
    build: Callable[..., Rulebook] = partial(Rulebook, name, shelf=1)
    return build({each.id.partition("/")[2]: each for each in clauses}, **more)


FIELD_ALL_ROUND = {"kind": "field", "ports": "NL NR EL ER SL SR WL WR"}
TILES: Mapping[str, Tile] = {
    name: tile(name, entry)
    for name, entry in {
        "inn": {"road": {"ports": "N S", "inn": "1"}},
        "keep": {"castle": {}, "meadow": FIELD_ALL_ROUND},
        "arena": {"arena": {}, "meadow": FIELD_ALL_ROUND},
        "lair": {"marks": {"lair": "1"}, "meadow": FIELD_ALL_ROUND},
        "hill": {"marks": {"hill": "1"}, "city": {"ports": "N"}},
        "wine": {"city": {"ports": "S", "wine": "2"}},
        "wall": {"city": {"ports": "N E S W"}},
        "tunnel": {"mouth": {"kind": "road", "ports": "S", "tunnel": "1"}},
        "ways": {
            "city": {"ports": "N"},
            "east": {"kind": "road", "ports": "E"},
            "west": {"kind": "road", "ports": "W"},
        },
    }.items()
}

inns = box(
    "inns",
    clause("inns/double", 2, "base/road-score"),
    clause("inns/nothing", 0, "base/final-per-segment"),
)


@inns.rule(scores("road"), "double")
def inn_by_a_finished_road(road: Feature) -> int | None:
    """Each tile of a complete road with an inn earns double."""
    return len(road.cells) if road.complete and road.has("inn") else None


@inns.rule(scores("road"), "nothing")
def inn_by_an_unfinished_road(road: Feature) -> int | None:
    """Each tile of an incomplete road with an inn earns nothing."""
    return len(road.cells) if not road.complete and road.has("inn") else None


towers = box("towers", clause("towers/one-more", 1))


@towers.rule(scores("road"), "one-more")
def one_more(road: Feature) -> int | None:
    """Each tile of a complete road earns one more."""
    return len(road.cells) if road.complete else None


giants = box(
    "giants",
    clause("giants/two"),
    figures={"giant": FigureKind("giant", WORD, 1, follower=True, stands_on=frozenset({"road"}))},
)
giants.rule(weighs("giant"), "two")(lambda _figure, _feature: 2)


hills = box("hills", clause("hills/tie"))


@hills.rule(breaks_tie(), "tie")
def on_a_hill(feature: Feature, leaders: frozenset[Player]) -> frozenset[Player] | None:
    """Of players who tie, those on a hill prevail."""
    tiles = feature.board.tiles
    high = {who.owner for who in feature.figures if who.at and tiles[who.at.cell].tile.marks}
    return (leaders & high) or None


fairies = box(
    "fairies", clause("fairies/three", 3), clause("fairies/one", 1), clause("fairies/again", 1)
)


@fairies.rule(awards(), "three")
def beside_the_fairy(verdict: Verdict) -> Mapping[Player, int] | None:
    """The follower beside the fairy earns a bonus whenever its feature is scored."""
    blessed = {fairy.at for fairy in verdict.feature.board.position.tokens_of("fairy")}
    return {who.owner: 1 for who in verdict.feature.followers if who.at in blessed} or None


@fairies.rule(pays(GAME_ENDS), "one")
def at_the_end(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the fairy at the end of the game earns a point."""
    owners = [fairy.owner for fairy in board.position.tokens_of("fairy") if fairy.owner]
    return dict.fromkeys(owners, 1) or None


@fairies.rule(pays(TURN_BEGINS), "again")
def in_the_morning(board: Board) -> Mapping[Player, int] | None:
    """Whoever has the fairy earns a point when his turn begins."""
    turn = board.position.turn
    return {turn: 1} if turn in {it.owner for it in board.position.tokens_of("fairy")} else None


castles = box(
    "castles",
    clause("castles/surrounded"),
    clause("castles/garrison", None, "base/role-separate"),
    clause("castles/nine", 9),
    clause("castles/lord", None, "base/return-after-scoring"),
)


@castles.rule(closes("castle"), "surrounded")
def castle_surrounded(castle: Feature) -> bool:
    """The cells round about the castle are all filled."""
    return castle.ring <= castle.board.tiles.keys()


@castles.rule(counts("castle"), "garrison")
def garrison(castle: Feature) -> tuple[Figure, ...]:
    """Every follower on the castle's tile or those round about has a say."""
    return castle.board.followers_on(castle.cells | castle.ring)


@castles.rule(scores("castle"), "nine")
def castle_worth(castle: Feature) -> int | None:
    """A complete castle earns once, and not again at the end of the game."""
    return 1 if castle.complete and castle.occasion != END else None


@castles.rule(returns(), "lord")
def only_the_lord(figure: Figure, castle: Feature) -> bool | None:
    """Only the lord goes home."""
    return figure.at in castle.spots if castle.kind == "castle" else None


arenas = box(
    "arenas",
    clause("arenas/gather"),
    clause("arenas/heads", None, "question"),
    clause("arenas/two", 2),
)


@arenas.rule(follows(), "gather")
def they_gather(wave: Wave) -> Iterator[Change]:
    """The followers round about go into the arena."""
    for arena in wave.after.features:
        if arena.kind == "arena" and (arena.due or not arena.complete):
            for spot in arena.spots:
                for who in wave.after.followers_on(arena.ring):
                    yield MoveFigure(who, spot)


@arenas.rule(closes("arena"), "gather")
def arena_surrounded(arena: Feature) -> bool:
    """It is surrounded."""
    return arena.ring <= arena.board.tiles.keys()


@arenas.rule(waits("arena"), "gather")
def until_all_are_there(arena: Feature) -> bool:
    """The count waits while a follower stands round about."""
    return bool(arena.board.followers_on(arena.ring))


@arenas.rule(weighs(), "heads")
def heads(_figure: Figure, arena: Feature) -> int | None:
    """In the arena heads are counted."""
    return 1 if arena.kind == "arena" else None


@arenas.rule(scores("arena"), "two")
def crowd(arena: Feature) -> int:
    """Everyone in it counts."""
    return len(arena.followers)


dragons = box(
    "dragons", clause("dragons/eats"), clause("dragons/moves", limit=2), clause("dragons/not-back")
)


def _steps(position: Position) -> list[MoveToken]:
    return [done for done in part(position) if isinstance(done, MoveToken)]


@dragons.rule(precedes(), "eats")
def they_flee(board: Board) -> Iterator[Change]:
    """The figures on a tile that the dragon enters go home."""
    position = board.position
    entered = (step.to for step in _steps(position) if isinstance(step.to, Cell))
    return (MoveFigure(who) for who in position.standing_on(entered))


@dragons.rule(precedes(), "moves")
def the_dragon_goes_out(board: Board) -> Iterator[Change] | None:
    """A lair sends the dragon out, led by each player in turn."""
    position = board.position
    woken = any(
        board.tiles[done.placed.cell].tile.marks.get("lair")
        for done in part(position)
        if isinstance(done, PlaceTile)
    )
    taken = len(_steps(position))
    if not woken or taken == dragons.clauses["moves"].limit:
        return None
    return iter((Owed(position.in_turn[taken], "dragons/moves"),))


@dragons.rule(offers(), "moves")
def where_the_dragon_may_go(board: Board) -> list[Change] | None:
    """The dragon goes to a tile beside its own, or stays."""
    if not board.position.owed_under("dragons/moves"):
        return None
    ways = [
        MoveToken(dragon, cell.beside(side))
        for dragon in board.position.tokens_of("dragon")
        for cell in dragon.cells
        for side in SIDES
    ]
    return [Pass(), *(way for way in ways if way.to in board.tiles)]


@dragons.rule(forbids(MoveToken), "not-back")
def been_there(board: Board, move: MoveToken) -> bool:
    """The dragon does not go where it has been in this turn."""
    return any(move.to in step.cells for step in _steps(board.position))


builders = box(
    "builders",
    clause("builders/again"),
    figures={
        "builder": FigureKind("builder", WORD, 1, follower=False, stands_on=frozenset({"road"}))
    },
)


@builders.rule(afterwards(), "again")
def once_more(waves: tuple[Wave, ...]) -> Iterable[Change] | None:
    """Whoever has a builder on the table plays one more part."""
    position = waves[0].judged.position
    mine = [who for who in position.figures if who.kind == "builder" and who.at]
    return [ExtraTurn(who.owner) for who in mine if who.owner == position.turn] or None


foremen = box("foremen", clause("foremen/at-once"))


@foremen.rule(precedes(), "at-once")
def once_more_whatever_happens(board: Board) -> Iterable[Change] | None:
    """Whoever has a builder on the table plays one more part, though he should lose him yet."""
    position = board.position
    mine = [who for who in position.figures if who.kind == "builder" and who.at]
    return [ExtraTurn(who.owner) for who in mine if who.owner == position.turn] or None


traders = box("traders", clause("traders/goods"))


@traders.rule(follows(), "goods")
def to_whoever_closed_it(wave: Wave) -> Iterator[Change]:
    """Whoever closes a city with wine takes it."""
    for verdict in wave.verdicts:
        if verdict.feature.has("wine"):
            yield PutToken(_goods(wave.judged.position.turn, verdict.feature.count("wine")))


def _goods(player: Player, value: int) -> Token:
    return Token("wine", owner=player, value=value)


crowns = box("crowns", clause("crowns/passes"))


@crowns.rule(follows(), "passes")
def to_whoever_closes_a_city(wave: Wave) -> Iterator[Change]:
    """Whoever closes a city takes the crown from whoever has it."""
    if any(verdict.feature.kind == "city" for verdict in wave.verdicts):
        for crown in wave.judged.position.tokens_of("crown"):
            yield GiveToken(crown, wave.judged.position.turn)
            yield GiveToken(crown, "nobody, for it is gone")


squares = box("squares", clause("squares/copy", 1))


@squares.rule(afterwards(), "copy")
def same_again(waves: tuple[Wave, ...]) -> Iterator[Change]:
    """Whoever holds a marker of another earns what one of his features earned."""
    verdicts = [verdict for wave in waves for verdict in wave.verdicts]
    for marker in waves[0].judged.position.figures:
        zones = [each for each in verdicts if marker.owner in each.holders]
        if marker.held_by and zones:
            home, holder = MoveFigure(marker), marker.held_by
            yield OneOf(holder, tuple((Award(holder, zone.points), home) for zone in zones))


bridges = box("bridges", clause("bridges/road"))


@bridges.rule(lays_over(), "road")
def road_across(position: Position, placed: PlacedTile) -> tuple[Segment, ...]:
    """A bridge is a road from one side of its tile to the other."""
    here = (token.side for token in position.tokens_of("bridge") if token.at == placed.cell)
    ends = (frozenset({Port(side), Port(side.opposite)}) for side in here if side is not None)
    return tuple(Segment("bridge", "road", pair) for pair in ends)


covers = box("covers", clause("covers/on-top", None, "base/place-empty-cell"))


@covers.rule(offers(), "on-top")
def on_top(board: Board) -> Iterator[Change] | None:
    """The tile in hand may go on top of another."""
    hand = board.position.hand
    if hand is None:
        return None
    return (PlaceTile(PlacedTile(hand, cell, q)) for cell in sorted(board.tiles) for q in TURNS)


@covers.rule(forbids(PlaceTile), "on-top")
def a_tile_there_is_no_objection(_board: Board, _move: PlaceTile) -> bool:
    """A cell may hold a tile already."""
    return False


recalls = box("recalls", clause("recalls/monk"), clause("recalls/once"))


@recalls.rule(offers(), "monk")
def a_monk_of_ones_own(board: Board) -> Iterator[Change]:
    """A monk may be recalled."""
    monks = (who for who in board.position.figures if who.at and who.at.segment == "monastery")
    return map(Recall, monks)


@recalls.rule(forbids(Recall), "once")
def not_there_any_more(board: Board, move: Recall) -> bool:
    """Only a figure that is there may be recalled."""
    return move.made(board.position)


tunnels = box("tunnels", clause("tunnels/one-road"))


@tunnels.rule(joins(), "one-road")
def through_the_hill(board: Board) -> Iterator[tuple[Spot, Spot]]:
    """All mouths of tunnels are one road."""
    mouths = sorted(
        spot
        for placed in board.tiles.values()
        for spot, segment in placed.spots.items()
        if "tunnel" in segment.marks
    )
    return ((mouths[0], other) for other in mouths[1:])


walls = box("walls", clause("walls/any", None, "base/place-match-edges"), clause("walls/border"))


@walls.rule(fits(), "any")
def anything_fits(tile: PlacedTile, other: PlacedTile, _side: Side) -> bool | None:
    """Against a wall anything fits."""
    return True if "wall" in (tile.tile.id, other.tile.id) else None


@walls.rule(touches(), "border")
def fields_border_it(
    board: Board, tile: PlacedTile, other: PlacedTile, side: Side
) -> list[tuple[Spot, Spot]] | None:
    """A field on the side of a wall borders its city."""
    if tile.tile.id != "wall" or board.tiles.get(other.cell) != other:
        return None
    fields = (other.ports.get(Port(side.opposite, half)) for half in ("L", "R"))
    return [
        (tile.named["city"], other.named[field.name])
        for field in fields
        if field and field.kind == "field"
    ]


tolls = box("tolls", clause("tolls/pays", -2), clause("tolls/receives", 2))


def _is_thief(board: Board, move: Change) -> bool:
    there = move.to if isinstance(move, MoveFigure) and move.deploys else None
    return there is not None and board.regions[there].kind == "road"


@tolls.rule(entails(), "pays")
def a_thief_pays(board: Board, move: Change) -> Iterable[Change] | None:
    """Whoever puts a thief on a road pays there and then."""
    return (Award(board.position.turn, 1),) if _is_thief(board, move) else None


@tolls.rule(entails(), "receives")
def the_next_receives(board: Board, move: Change) -> Iterable[Change] | None:
    """The next player receives as much."""
    return (Award(board.position.in_turn[1], 1),) if _is_thief(board, move) else None


def rules(*boxes: Rulebook, **readings: str) -> RuleSet:
    """Take the base game and some boxes; ``base__farms`` stands for ``base.farms``."""
    chosen = {name.replace("__", "."): value for name, value in readings.items()}
    return RuleSet(chosen, [*rule_set().books, *boxes])


def placed(text: str) -> PlacedTile:
    """Read ``E 0 -1 2``: the tile, its cell, its quarter-turns."""
    name, x, y, quarters = f"{text} 0".split()[:4]
    known = TILES.get(name) or rule_set().tiles[name].tile
    return PlacedTile(known, Cell(int(x), int(y)), int(quarters))


def place(text: str, *tokens: Token) -> PlaceTile:
    """Place a tile, written as ``E 0 -1 2``."""
    return PlaceTile(placed(text), tokens)


def figure(text: str) -> Figure:
    """Read ``ana follower 0 0 road`` or, in her supply, ``ana follower``."""
    owner, kind, *at = text.split()
    return Figure(kind, owner, spot(" ".join(at)) if at else None)


def claim(text: str) -> MoveFigure:
    """Deploy a figure from the supply, told by where it goes."""
    standing = figure(text)
    return MoveFigure(Figure(standing.kind, standing.owner), standing.at)


def spot(text: str) -> Spot:
    """Read ``0 0 road``."""
    x, y, segment = text.split()
    return Spot(Cell(int(x), int(y)), segment)


def table(tiles: str, *figures: str, tokens: tuple[Token, ...] = ()) -> Position:
    """Lay a table for ana, bea and cid; ana's turn it is, and she holds no tile."""
    lying = [placed(text) for text in tiles.split(", ")]
    return Position(
        {each.cell: (each,) for each in lying},
        Figures(map(figure, figures)),
        tokens,
        players=("ana", "bea", "cid"),
        turn="ana",
    )


def meadows(*but: tuple[int, int]) -> str:
    """Lay monasteries round about the middle, but for some cells."""
    left_out = {(0, 0), *but}
    around = product((-1, 0, 1), repeat=2)
    return ", ".join(f"B {x} {y}" for x, y in around if (x, y) not in left_out)
