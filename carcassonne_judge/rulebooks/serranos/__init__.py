"""Torres de Serranos: a gate between city and road that is worth a point a tile, or nothing."""

from __future__ import annotations

from typing import Final

TOWERS: Final = "towers"
"""The building itself, and the mark of the segments that contain it."""

RAISES: Final = ("inn", "cathedral", "horta")
"""The marks by which other boxes raise what a tile is worth."""
