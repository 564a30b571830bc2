"""La Plaza de España: a marker of each colour, which earns again what that colour earns."""

from __future__ import annotations

from typing import Final

MARKER: Final = "marker"
PLAZA: Final = "plaza"
