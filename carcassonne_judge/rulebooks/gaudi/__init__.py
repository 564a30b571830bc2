"""El Genio de Gaudí: two buildings, and tiles on top of tiles while one of them is unfinished."""

from __future__ import annotations

from typing import Final

BUILDING: Final = "gaudi-building"
"""Casa Vicens or Torre Bellesguard, as a feature."""
