"""The Princess & the Dragon: its two figures that belong to nobody, and what its tiles show."""

from __future__ import annotations

from typing import Final

DRAGON: Final = "dragon"
FAIRY: Final = "fairy"
VOLCANO: Final = "volcano"
PRINCESS: Final = "princess"
PORTAL: Final = "portal"
