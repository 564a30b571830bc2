"""Castillo de Argüeso: a castle on two tiles, held by whoever is strongest round about it."""

from __future__ import annotations

from typing import Final

CASTLE: Final = "argueso-castle"
