"""Mezquita-Catedral de Córdoba: a mosque on two tiles, held by whoever has most followers there."""

from __future__ import annotations

from typing import Final

MOSQUE: Final = "mosque"

ARGUESO: Final = "argueso"
ARGUESO_CASTLE: Final = "argueso-castle"
"""What the box of the Castillo de Argüeso, if it is in play, calls its own building."""
