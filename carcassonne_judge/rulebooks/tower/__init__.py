"""The Tower: what its tiles and pieces are called, and what is not moved beside them."""

from __future__ import annotations

from typing import Final

TOWER: Final = "tower"
PIECE: Final = "tower-piece"
FAIRY: Final = "fairy"
