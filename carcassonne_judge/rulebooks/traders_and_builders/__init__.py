"""Traders & Builders: builders, pigs, and the goods of the cities."""

from __future__ import annotations

from typing import Final

BUILDER: Final = "builder"
PIG: Final = "pig"
WINE: Final = "wine"
GRAIN: Final = "grain"
CLOTH: Final = "cloth"
GOODS: Final = (WINE, GRAIN, CLOTH)
