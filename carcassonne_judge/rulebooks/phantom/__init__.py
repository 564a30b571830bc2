"""The Phantom: a second follower in the same turn."""

from __future__ import annotations

from typing import Final

PHANTOM: Final = "phantom"
