"""The River: water from a spring to a lake, laid before all other tiles."""

from __future__ import annotations

from typing import Final

RIVER: Final = "river"
SPRING: Final = "spring"
