"""The Festival: whoever places one of its tiles may take a figure back instead of deploying one."""

from __future__ import annotations

from typing import Final

FESTIVAL: Final = "festival"
