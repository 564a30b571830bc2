"""The Phantom: a second follower in the same turn, and the mark of a tile that lets it come."""

from __future__ import annotations

from typing import Final

PHANTOM: Final = "phantom"
FESTIVAL: Final = "festival"
