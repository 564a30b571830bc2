"""SVG made into PNG, by a renderer that is installed only where somebody wants it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from carcassonne_judge.locale import say
from carcassonne_judge.position import JudgeError

_FONTS: Final = Path(__file__).with_name("fonts")
_FAMILY: Final = "DejaVu Sans"
_EUROPE: Final = 0x17F
_SIGNS: Final = "‐‑‒–—―‘’‚“”„•…←↑→↓−"
"""The letters of our fonts: those of Europe up to the first, and some signs."""

_SIDE: Final = 6_000
"""The most pixels that a side of a picture may have."""


class NoRendererError(JudgeError):
    """The library that makes PNG is not there, or cannot make this one."""


def rendered(svg: str, width: float, height: float) -> bytes:
    """A picture of so many units as PNG: two pixels a unit, and fewer where it is very large.

    The fonts are our own, so that words are there, and the same, on every machine; where there
    are letters that those do not have, the system's fonts are asked too.

    Raises:
        NoRendererError: the library is not installed, or the picture is too much for it.
    """
    try:
        import resvg_py  # noqa: PLC0415 -- an extra
    except ImportError:
        text = say("PNG needs a library that is not installed: {command}")
        command = "pip install 'carcassonne-judge[png]'"
        raise NoRendererError(text.format(command=command)) from None
    zoom = min(2.0, _SIDE / max(width, height))
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=all(map(_is_ours, svg)),
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
            font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
        )
    except ValueError as error:
        text = say("the picture could not be made into PNG: {error}")
        raise NoRendererError(text.format(error=error)) from error


def _is_ours(letter: str) -> bool:
    """Whether our fonts have a letter."""
    return ord(letter) <= _EUROPE or letter in _SIGNS
