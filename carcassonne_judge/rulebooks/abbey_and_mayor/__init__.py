"""Abbey & Mayor: a tile that fits anywhere, a knight of shields, a wagon that moves on, a barn."""

from __future__ import annotations

from typing import Final

ABBEY: Final = "abbey"
MAYOR: Final = "mayor"
WAGON: Final = "wagon"
BARN: Final = "barn"
VOLCANO: Final = "volcano"
PLACED: Final = "barn-placed"
JOINED: Final = "barn-joined"
