"""Anfiteatro de Itálica: the followers round about gather in the amphitheatre."""

from __future__ import annotations

from typing import Final

AMPHITHEATRE: Final = "amphitheatre"
