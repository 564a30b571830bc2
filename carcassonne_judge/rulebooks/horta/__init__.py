"""L'Horta Sud: a road with more at stake, and a point for the cities beside it."""

from __future__ import annotations

from typing import Final

HORTA: Final = "horta"
"""The mark of the roads on the tile of L'Horta Sud."""

INN: Final = "inn"
"""The mark by which an inn raises a road, as this tile does."""
