"""The players' colours, which also those tell apart who see fewer of them, and their letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from carcassonne_judge.position import NEUTRAL, Player

_BY_NAME: Final = {
    "#d55e00": ("red", "rojo", "roja"),
    "#0072b2": ("blue", "azul"),
    "#009e73": ("green", "verde"),
    "#f0e442": ("yellow", "amarillo", "amarilla"),
    "#3a3a3a": ("black", "negro", "negra"),
    "#cc79a7": ("pink", "rosa", "purple", "morado", "morada", "violet", "violeta"),
    "#56b4e9": ("sky", "celeste", "cyan", "cian"),
    "#e69f00": ("orange", "naranja"),
    "#9a9a9a": ("grey", "gray", "gris"),
    "#ffffff": ("white", "blanco", "blanca"),
    "#8c5a2b": ("brown", "marron"),
}
_NAMED: Final = {name: colour for colour, names in _BY_NAME.items() for name in names}
_IN_TURN: Final = (
    "#0072b2", "#d55e00", "#f0e442", "#009e73", "#cc79a7", "#56b4e9", "#3a3a3a", "#e69f00",
)  # fmt: skip
_BRIGHT: Final = 140


class Livery(NamedTuple):
    """How a player's figures look: their colour, and the letters on them."""

    colour: str
    letters: str

    @property
    def ink(self) -> str:
        """The colour of letters that can be read on it."""
        red, green, blue = (int(self.colour[at : at + 2], 16) for at in (1, 3, 5))
        bright = 0.299 * red + 0.587 * green + 0.114 * blue
        return "#1d1a16" if bright > _BRIGHT else "#ffffff"


NOBODYS: Final = Livery("#d9d2c3", "")
"""What belongs to no player."""


def plain(text: str) -> str:
    """A word without capitals and accents."""
    parted = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def liveries(
    players: Sequence[Player], said: Mapping[Player, str] | None = None
) -> dict[Player, Livery]:
    """The colours and letters of some players; ``said`` are colours that a file gives them."""
    given = said or {}
    chosen = {
        player: _NAMED[word]
        for player in players
        for word in [plain(given.get(player, "") or player)]
        if word in _NAMED
    }
    free = [colour for colour in _IN_TURN if colour not in chosen.values()]
    colours = [*free, *_IN_TURN]
    found = {}
    for player in players:
        colour = chosen.get(player) or colours.pop(0)
        found[player] = Livery(
            colour, _letters(player, [other for other in players if other != player])
        )
    found.setdefault(NEUTRAL, NOBODYS)
    return found


def _letters(player: Player, others: Sequence[Player]) -> str:
    """The first letter of a name, and another one where somebody else's begins with it too."""
    name = player.strip() or "?"
    rivals = [other.strip() for other in others]
    if not any(plain(other)[:1] == plain(name)[:1] for other in rivals):
        return name[0].upper()
    for letter in name[1:]:
        if all(letter not in other[1:] or other[:1] != name[:1] for other in rivals):
            return name[0].upper() + letter
    return name[:2]
