"""JCloisterZone's words in ours: sets, elements, options, figures, features, places on a tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from carcassonne_judge.library import BASE
from carcassonne_judge.position import Kind
from carcassonne_judge.rulebooks.base import CITY, FIELD, FOLLOWER, MONASTERY, ROAD
from carcassonne_judge.rulebooks.princess_and_dragon import DRAGON, PORTAL, PRINCESS, VOLCANO


class Element(NamedTuple):
    """Something it switches on by itself: the box it is a part of, and the figure if it is one.

    One that is only printed ``on_tiles`` means nothing where the box's tiles are not in play.
    ``marks`` are what tiles show that are of no use without it; a game that places none of them
    may do without it. Where they are not said none may.
    """

    box: str
    figure: str = ""
    on_tiles: bool = False
    marks: frozenset[str] | None = None


class Option(NamedTuple):
    """A rule that it lets people choose: the box it is about, and the readings each value means.

    The first value is the one in force where a game names none.
    """

    box: str
    values: Mapping[str, Mapping[str, str]]


SETS: Final[Mapping[str, str]] = {
    "basic": BASE,
    "river/1": "river",
    "river/2": "river-2",
    "festival": "fiesta",
    "cult/5": "cult",
    "cult/6": "cult",
    "siege/cathars": "siege",
    "siege/besiegers": "siege",
    "corn-circles/1": "corn-circles",
    "corn-circles/2": "corn-circles",
    "gq11/river": "gq11",
    "russian-promos/2013": "russian-promos",
    "russian-promos/2016": "russian-promos",
    "under-the-big-top-c1": "under-the-big-top",
    "inns-and-cathedrals": "inns-and-cathedrals",
    "traders-and-builders": "traders-and-builders",
    "princess-and-dragon": "princess-and-dragon",
    "tower": "tower",
    "abbey-and-mayor": "abbey-and-mayor",
    "bridges-castles-and-bazaars": "bridges-castles-and-bazaars",
    "hills-and-sheep": "hills-and-sheep",
    "count": "count",
    "king-and-robber": "king-and-robber",
    "under-the-big-top": "under-the-big-top",
    "tunnel": "tunnel",
    "flier": "flier",
    "ferries": "ferries",
    "goldmines": "goldmines",
    "mage-and-witch": "mage-and-witch",
    "gq11": "gq11",
    "monasteries": "monasteries",
    "darmstadt": "darmstadt",
    "labyrinth": "labyrinth",
    "watchtowers": "watchtowers",
    "wind-roses": "wind-roses",
    "spiel-doch": "spiel-doch",
    "winter": "winter",
    "village-life": "village-life",
}
"""The box that a set of tiles is, editions apart."""

EDITIONS: Final[Mapping[str, str]] = {"basic:1": "c1", "basic:2": "c2"}
"""The edition that a set of tiles belongs to."""

_MECHANICS: Final[Mapping[str, str]] = {
    "abbot": "garden",
    "inns-and-cathedrals": "inn cathedral",
    "traders-and-builders": "traders",
    "tower": "tower",
    "abbey-and-mayor": "abbey",
    "bridges-castles-and-bazaars": "bridge castle bazaar",
    "hills-and-sheep": "hill vineyard",
    "count": "count",
    "king-and-robber": "king robber",
    "under-the-big-top": "big-top acrobats",
    "mage-and-witch": "mage witch",
    "tunnel": "tunnel",
    "ferries": "ferry",
    "little-buildings": "little-buildings",
    "goldmines": "gold",
    "cult": "shrine",
    "fiesta": "festival",
    "siege": "siege escape",
    "village-life": "windmill well donkey flowers marketplace obelisk",
    "decinsky-sneznik": "decinsky-sneznik",
    "family-feud": "families",
    "robbers-son": "robbers-son",
    "meteorites": "meteorite",
    "fishermen": "fishermen",
    "fishhuts": "fishhut",
    "black-tower": "black-tower",
    "courier": "courier",
    "gamblers-luck": "gamblersluck",
}

ELEMENTS: Final[Mapping[str, Element]] = {
    "small-follower": Element(BASE, FOLLOWER),
    "farmers": Element(BASE),
    "abbot": Element("abbot", "abbot"),
    "phantom": Element("phantom", "phantom"),
    "big-follower": Element("inns-and-cathedrals", "big-follower"),
    "builder": Element("traders-and-builders", "builder"),
    "pig": Element("traders-and-builders", "pig"),
    "barn": Element("abbey-and-mayor", "barn"),
    "wagon": Element("abbey-and-mayor", "wagon"),
    "mayor": Element("abbey-and-mayor", "mayor"),
    "shepherd": Element("hills-and-sheep", "shepherd"),
    "ringmaster": Element("under-the-big-top", "ringmaster"),
    "pig-herd": Element("river-2", on_tiles=True),
    "dragon": Element("princess-and-dragon", marks=frozenset({DRAGON, VOLCANO})),
    "fairy": Element("princess-and-dragon", marks=frozenset()),
    "princess": Element("princess-and-dragon", marks=frozenset({PRINCESS})),
    "portal": Element("princess-and-dragon", marks=frozenset({PORTAL})),
} | {name: Element(box) for box, names in _MECHANICS.items() for name in names.split()}
"""What each element is; a box in play has all of its own but the figures, or does not need it."""

SWITCHED_OFF: Final[Mapping[str, Mapping[str, str]]] = {
    "pig-herd": {"river-2.pig_herd": "ignored"},
}
"""The readings that it means to leave an element out, where the box is in play."""

_DEFAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "bazaar-no-auction": ("bridges-castles-and-bazaars", "false"),
    "hill-tiebreaker": ("hills-and-sheep", "at-least-one-follower"),
    "espace-variant": ("siege", "any-tile"),
    "gq11-pig-herd": ("gq11", "pig"),
    "tunnelize-other-expansions": ("tunnel", "true"),
    "more-tunnel-tokens": ("tunnel", "3/2"),
    "keep-monasteries": ("monasteries", "replace"),
    "labyrinth-variant": ("labyrinth", "advanced"),
    "little-buildings-scoring": ("little-buildings", "1/1/1"),
    "vineyards-for-garden": ("hills-and-sheep", "false"),
    "robbers-son-action": ("robbers-son", "may"),
    "meteorite-impact": ("meteorites", "standard"),
}

OPTIONS: Final[Mapping[str, Option]] = {
    "tiny-city-scoring": Option(
        BASE,
        {
            "4": {"base.small_city": "full"},
            "2": {"base.small_city": "half", "base.small_city_shield": "one"},
        },
    ),
    "inn-and-cathedral-final-scoring": Option(
        "inns-and-cathedrals",
        {value: {"inns-and-cathedrals.final": value} for value in ("zero", "ignore")},
    ),
    "wagon-move": Option(
        "abbey-and-mayor",
        {
            "C2": {"abbey-and-mayor.wagon_move": "adjacent"},
            "C1": {"abbey-and-mayor.wagon_move": "connected"},
        },
    ),
    "barn-placement": Option(
        "abbey-and-mayor",
        {
            "not-occupied": {"abbey-and-mayor.barn_second": "forbidden"},
            "occupied": {"abbey-and-mayor.barn_second": "allowed"},
        },
    ),
    "king-and-robber-scoring": Option(
        "king-and-robber",
        {
            "default": {"king-and-robber.scoring": "each"},
            "10/20": {"king-and-robber.scoring": "ten"},
            "15/40": {"king-and-robber.scoring": "fifteen"},
            "continuously": {"king-and-robber.scoring": "continuous"},
        },
    ),
    "coc-final-scoring": Option(
        "count",
        {
            "market-only": {"count.final": "market", "count.leave_unoccupied": "any"},
            "any-district": {"count.final": "any", "count.leave_unoccupied": "any"},
        },
    ),
    "count-move": Option(
        "count",
        {
            "by-player": {"count.move": "choice"},
            "clockwise": {"count.move": "clockwise"},
            "follow-meeple": {"count.move": "follow"},
        },
    ),
    "festival-return": Option(
        "fiesta",
        {
            "meeple": {"fiesta.returnable": "figures"},
            "follower": {"fiesta.returnable": "followers"},
        },
    ),
    "princess-action": Option(
        "princess-and-dragon",
        {value: {"princess-and-dragon.princess": value} for value in ("may", "must")},
    ),
    "fairy-placement": Option(
        "princess-and-dragon",
        {
            "next-follower": {"princess-and-dragon.fairy": "beside_follower"},
            "on-tile": {"princess-and-dragon.fairy": "on_tile"},
        },
    ),
    "dragon-move": Option(
        "princess-and-dragon",
        {
            "before-scoring": {"princess-and-dragon.dragon": "before_scoring"},
            "after-scoring": {"princess-and-dragon.dragon": "after_scoring"},
        },
    ),
} | {name: Option(box, {default: {}}) for name, (box, default) in _DEFAULTS.items()}
"""What each option means; one about a box that is not in play means nothing."""

FIGURES: Final[Mapping[str, str]] = {
    "small": FOLLOWER,
    "big": "big-follower",
    "abbot": "abbot",
    "phantom": "phantom",
    "builder": "builder",
    "pig": "pig",
    "barn": "barn",
    "wagon": "wagon",
    "mayor": "mayor",
    "shepherd": "shepherd",
    "ringmaster": "ringmaster",
}
"""The kinds of figure, by the word in a figure's id."""

FIGURE_TYPES: Final[Mapping[str, str]] = {
    "SmallFollower" if word == "small" else "BigFollower" if word == "big" else word.title(): kind
    for word, kind in FIGURES.items()
}
"""The kinds of figure, by their type."""

KINDS: Final[Mapping[str, Kind]] = {
    "City": CITY,
    "Road": ROAD,
    "Field": FIELD,
    "Monastery": MONASTERY,
    "Garden": "garden",
    "Tower": "tower",
    "Castle": "castle",
    "River": "river",
}
"""The kinds of feature."""

QUARTERS: Final[Mapping[str, Kind]] = {
    "QUARTER_CASTLE": "castle-quarter",
    "QUARTER_BLACKSMITH": "blacksmith-quarter",
    "QUARTER_CATHEDRAL": "cathedral-quarter",
    "QUARTER_MARKET": "market-quarter",
}
"""The quarters of Carcassonne, by the words for them."""

UNASKED: Final = frozenset({"count/count-clockwise", "count/count-follows"})
"""The clauses under which something is owed that this program does by itself."""

TOKENS: Final[Mapping[str, str]] = {"TOWER_PIECE": "tower-piece"}
"""The kinds of token that are put on a tile."""

SIDES: Final[Mapping[str, str]] = {
    "NW": "N W",
    "NE": "N E",
    "SE": "S E",
    "SW": "S W",
    "NS": "N S",
    "WE": "W E",
    "_N": "E S W",
    "_E": "N S W",
    "_S": "N E W",
    "_W": "N E S",
    "NWSE": "N E S W",
}
"""The sides that a word for several sides means; other places are named side by side."""

WITHIN: Final = ("I", "II", "III", "IV")
"""The words for what reaches no side of a tile."""

NEEDED_FOR: Final[Mapping[str, str]] = {
    "TOWER_PIECE": "tower",
    "BRIDGE": "bridges-castles-and-bazaars",
    "CASTLE": "bridges-castles-and-bazaars",
    "TUNNEL_A": "tunnel",
    "TUNNEL_B": "tunnel",
    "TUNNEL_C": "tunnel",
    "FERRY": "ferries",
    "GOLD": "goldmines",
    "LB_SHED": "little-buildings",
    "LB_HOUSE": "little-buildings",
    "LB_TOWER": "little-buildings",
    "dragon.1": "princess-and-dragon",
    "fairy.1": "princess-and-dragon",
    "count.1": "count",
    "mage.1": "mage-and-witch",
    "witch.1": "mage-and-witch",
    "bigtop.1": "under-the-big-top",
    "PRINCESS": "princess-and-dragon",
    "FESTIVAL": "fiesta",
    "ABBOT_RETURN": "abbot",
    "SIEGE_ESCAPE": "siege",
    "CORN_CIRCLE": "corn-circles",
    "ROBBERS_SON": "robbers-son",
    "TRAP": "robbers-son",
    "CAPTURE_FOLLOWER": "tower",
    "EXCHANGE_FOLLOWER": "tower",
    "PAY_RANSOM": "tower",
    "BAZAAR_BID": "bridges-castles-and-bazaars",
    "BAZAAR_BUY_OR_SELL": "bridges-castles-and-bazaars",
    "FLOCK_EXPAND_OR_SCORE": "hills-and-sheep",
    "SHEPHERD_CONFIRM": "hills-and-sheep",
    "CIRCLE_REMOVE_OR_DEPLOY": "corn-circles",
    "SCORE_ACROBATS": "under-the-big-top",
}
"""The box that a message needs, by its type or by the token, figure or source it names."""
