"""El Alcázar de Toledo: a city tile that may lie beside any kind of side."""

from __future__ import annotations

from typing import Final

ALCAZAR: Final = "alcazar"
"""The mark on the city whose sides may lie beside anything."""
