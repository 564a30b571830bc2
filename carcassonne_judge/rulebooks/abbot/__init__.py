"""The Abbot: gardens, and a follower who keeps them and may be recalled for what they are worth."""

from __future__ import annotations

from typing import Final

ABBOT: Final = "abbot"
GARDEN: Final = "garden"
