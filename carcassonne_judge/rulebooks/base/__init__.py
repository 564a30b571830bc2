"""The base game, and the kinds of feature that every other box builds on."""

from __future__ import annotations

from typing import Final

CITY: Final = "city"
ROAD: Final = "road"
FIELD: Final = "field"
FARMLAND: Final = "farmland"
MONASTERY: Final = "monastery"
FOLLOWER: Final = "follower"
SHIELDS: Final = "shields"
