"""The Count of Carcassonne: a city in mid-table, from whose quarters followers come out."""

from __future__ import annotations

from typing import Final

COUNT: Final = "count"
DRAGON: Final = "dragon"
CARCASSONNE: Final = "carcassonne"
CASTLE_QUARTER: Final = "castle-quarter"
BLACKSMITH_QUARTER: Final = "blacksmith-quarter"
CATHEDRAL_QUARTER: Final = "cathedral-quarter"
MARKET_QUARTER: Final = "market-quarter"
