"""Small pictures, drawn round the origin and about twenty wide: marks, buildings, tokens, figures.

They are in ``pictures.svg``, which any program for SVG opens. A figure has no colour there: it
takes that of its player.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_DRAWN: Final = Path(__file__).with_name("pictures.svg")
_GROUP: Final = re.compile(r'<g id="(figure-)?([\w-]+)">(.*?)</g>', re.DOTALL)
_BLANK: Final = re.compile(r">\s+<")


def _read(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The pictures and the figures in a file, each without the blanks between its lines."""
    found: tuple[dict[str, str], dict[str, str]] = {}, {}
    for figure, name, drawn in _GROUP.findall(text):
        found[bool(figure)][name] = _BLANK.sub("><", drawn).strip()
    return found


PICTURES, FIGURES = _read(_DRAWN.read_text(encoding="utf-8"))
"""The pictures that the boxes' ``look:`` may name, and the shapes that it may give a figure."""
