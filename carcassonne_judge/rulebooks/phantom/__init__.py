"""The Phantom: a second follower in the same turn, and what stands in its way."""

from __future__ import annotations

from typing import Final

PHANTOM: Final = "phantom"
PRINCESS: Final = "princess"
PORTAL: Final = "portal"
TOWER: Final = "tower"
