"""The River II: water from a spring to two ends, laid before all other tiles."""

from __future__ import annotations

from typing import Final

RIVER: Final = "river"
SPRING: Final = "spring"
PIG_HERD: Final = "pig-herd"
