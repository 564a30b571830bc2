"""King & Robber Baron: the largest city makes a king, the longest road a robber."""

from __future__ import annotations

from typing import Final

KING: Final = "king"
ROBBER: Final = "robber"
