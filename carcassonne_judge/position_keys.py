"""What may be written in a position file: its keys, their shapes, and the JSON Schema of both."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

Word = str | int | float | bool
"""Text that other YAML programs may take for a number or a truth value."""

Cell = Annotated[tuple[int, int], Meta(description="x, growing eastwards, and y, southwards")]
Phrases = str | list[str]
Turned = Annotated[int, Meta(description="degrees clockwise: 0, 90, 180 or 270")]
Spot = Annotated[str, Meta(description="a feature, as 'city at 0 1' or 'road S at 0 1'")]
TileId = Annotated[str, Meta(description="a tile, as 'E' or 'inns-and-cathedrals/inn-straight'")]


class _Entry(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that is written as a map."""


class PlayerEntry(_Entry):
    """What belongs to a player besides the figures on the table."""

    colour: str = ""
    score: Annotated[int, Meta(description="the points he has before any move")] = 0
    supply: Annotated[
        dict[str, int],
        Meta(
            description="figures at hand, by kind; left out: what the boxes give less what is out"
        ),
    ] = {}


class TileEntry(_Entry):
    """A tile on the table, with the figures on it."""

    tile: TileId
    at: Cell
    turned: Turned = 0
    figures: Annotated[
        dict[str, Phrases],
        Meta(description="who stands on it, by player, as 'knight' or 'thief S'"),
    ] = {}
    on_top: Annotated[bool, Meta(description="whether it lies on the tile named before it")] = False


class TokenEntry(_Entry):
    """Anything else on the table or in front of a player."""

    token: str
    at: Annotated[Cell | Spot | None, Meta(description="a cell, or a feature")] = None
    owner: str | None = None
    side: Annotated[str | None, Meta(description="N, E, S or W")] = None
    value: int = 1


class TurnEntry(_Entry):
    """Whose turn it is, and the tile in hand."""

    player: Word | None = None
    tile: TileId | None = None


class MoveEntry(_Entry):
    """A move to rule on: one part of a turn."""

    player: Annotated[Word | None, Meta(description="left out: whoever is next")] = None
    place: TileId | None = None
    at: Cell | None = None
    turned: Turned = 0
    figure: Annotated[
        Phrases | None, Meta(description="who is deployed on the tile, as 'knight S'")
    ] = None
    take: Annotated[Phrases | None, Meta(description="who is taken back: 'knight at 0 1'")] = None
    discard: Annotated[TileId | None, Meta(description="the tile that fits nowhere")] = None
    then: Annotated[Phrases | None, Meta(description="what a box adds, as 'moves' prints it")] = (
        None
    )


class DoneEntry(_Entry):
    """One thing done already in the turn that is under way."""

    player: Word | None = None
    place: TileId | None = None
    at: Cell | None = None
    turned: Turned = 0
    tokens: list[TokenEntry] = []
    deploy: Annotated[str | None, Meta(description="from the supply: 'knight at 0 1'")] = None
    take: Annotated[str | None, Meta(description="home from the table: 'knight at 0 1'")] = None
    recall: Annotated[str | None, Meta(description="home, in a way of its own: 'abbot at 0 1'")] = (
        None
    )
    carry: Annotated[str | None, Meta(description="a kind of figure, moved otherwise")] = None
    source: Annotated[Spot | None, Meta(description="where it stood")] = None
    to: Annotated[Spot | Cell | None, Meta(description="where it went")] = None
    from_holder: Word | None = None
    to_holder: Word | None = None
    discard: TileId | None = None
    set_aside: Annotated[TileId | None, Meta(description="the tile laid aside for now")] = None
    put: TokenEntry | None = None
    move: TokenEntry | None = None
    give: Annotated[TokenEntry | None, Meta(description="a token handed to the player")] = None
    extra_turn: Annotated[Word | None, Meta(description="who has an extra part")] = None
    award: Annotated[int | None, Meta(description="how many times a clause's points")] = None
    earned_by: Annotated[str | None, Meta(description="the kind of figure that earned it")] = None
    owner: Annotated[
        Word | None, Meta(description="whose figure earned it, or whose the token is")
    ] = None
    choose: Annotated[str | None, Meta(description="the clause that gave a choice")] = None
    which: int = 0
    judge: Annotated[Spot | None, Meta(description="a feature put down to be judged")] = None
    occasion: str = ""
    passed: bool = False
    clause: Annotated[str, Meta(description="the clause under which he passed")] = ""
    scored: bool = False


class ClosedEntry(_Entry):
    """A feature that is still to be judged in this part of the turn."""

    spot: Spot
    occasion: str = ""


class OwedEntry(_Entry):
    """What somebody has to decide before play goes on."""

    player: Word
    clause: str
    about: Spot | None = None


class ExpectEntry(_Entry):
    """What the ruling has to be, in a scenario."""

    scores: (
        Annotated[dict[str, int], Meta(description="points of play and end together")] | None
    ) = None
    lines: Annotated[
        dict[str, Phrases] | None,
        Meta(description="every line exactly, as '6 × 2 base/city-score'"),
    ] = None
    holders: Annotated[
        dict[str, Word | list[Word]] | None,
        Meta(description="who holds a feature, by 'city at 0 0'"),
    ] = None
    forbidden: Annotated[
        Phrases | None, Meta(description="the clauses that the moves go against")
    ] = None
    unsettled: Annotated[
        Phrases | None, Meta(description="the clauses between which something is left open")
    ] = None
    home: Annotated[
        dict[str, Phrases | int] | None, Meta(description="who goes home: phrases, or how many")
    ] = None
    legal: Annotated[
        int | list[str] | None, Meta(description="the legal placements, or how many there are")
    ] = None
    problems: Annotated[Phrases | None, Meta(description="the clauses that check cites")] = None
    next: Annotated[
        Word | None, Meta(description="whose turn comes next; nobody, where the game is over")
    ] = None


class CaseEntry(_Entry):
    """A position in Carcassonne, and what to rule on."""

    title: Annotated[str | dict[str, str], Meta(description="a text, or one by language")] = ""
    boxes: Annotated[
        Phrases, Meta(description="the boxes on the table; the base game is always there")
    ] = []
    readings: Annotated[
        dict[str, Word], Meta(description="what the rulebooks leave open: values by name")
    ] = {}
    players: Annotated[
        list[Word] | dict[str, PlayerEntry | None], Meta(description="in the order of turns")
    ] = []
    board: Annotated[
        str,
        Meta(description="the table as text, north up, '.' for an empty cell, E/90 for E turned"),
    ] = ""
    origin: Annotated[Cell, Meta(description="the picture's upper left cell")] = (0, 0)
    tiles: Annotated[list[TileEntry], Meta(description="tiles one by one")] = []
    figures: Annotated[
        dict[str, Phrases], Meta(description="who stands where, by player, as 'knight at 0 1'")
    ] = {}
    tokens: list[TokenEntry] = []
    faces: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="tiles that no box lists, as tiles.yaml writes them"),
    ] = {}
    turn: TurnEntry | None = None
    play: Annotated[list[MoveEntry | str], Meta(description="moves to rule on, in order")] = []
    end: Annotated[bool, Meta(description="whether the game ends after the moves")] = False
    judge: Annotated[Spot | None, Meta(description="one feature to judge as it lies")] = None
    expect: ExpectEntry | None = None
    done: Annotated[list[DoneEntry], Meta(description="what was done in this turn")] = []
    closed: Annotated[
        list[str | ClosedEntry], Meta(description="features closed and not judged yet")
    ] = []
    owed: list[OwedEntry] = []
    discarded: Annotated[Phrases, Meta(description="tiles out of the game")] = []


TOP_LEVEL: Final = CaseEntry.__struct_fields__
"""The keys of a position file."""


def keys_of(entry: type[Struct]) -> tuple[str, ...]:
    """The keys that may be written in an entry."""
    return entry.__struct_fields__


def schema() -> dict[str, Any]:
    """The JSON Schema of a position file, for editors."""
    found = msgspec.json.schema(CaseEntry)
    case = {"$ref": "#/$defs/CaseEntry"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Carcassonne position",
        "description": "What a referee of Carcassonne sees: a position, or a list of them.",
        "anyOf": [case, {"type": "array", "items": case, "minItems": 1}],
        "$defs": found["$defs"],
    }
