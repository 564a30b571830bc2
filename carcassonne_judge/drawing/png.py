"""SVG made into PNG, by a renderer that is installed only where somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from carcassonne_judge.locale import say
from carcassonne_judge.position import JudgeError

_FAMILIES: Final = (
    "DejaVu Sans", "Verdana", "Segoe UI", "Arial", "Helvetica", "Liberation Sans", "Noto Sans",
    "Roboto", "Ubuntu", "Cantarell", "Open Sans",
)  # fmt: skip
"""Fonts of which a machine that has any has one."""

_SAMPLE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="18" font-size="18" font-family="sans-serif">{}</text></svg>'
)
_SIDE: Final = 6_000
"""The most pixels that a side of a picture may have."""

Render = Callable[..., bytes]


class NoRendererError(JudgeError):
    """What makes PNG is not there, or cannot make this one."""


def rendered(svg: str, width: float, height: float) -> bytes:
    """A picture of so many units as PNG: two pixels a unit, and fewer where it is very large.

    Raises:
        NoRendererError: the library or a font is missing, or the picture is too much for it.
    """
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415 -- an extra
    except ImportError:
        text = say("PNG needs a library that is not installed: {command}")
        command = "pip install 'carcassonne-judge[png]'"
        raise NoRendererError(text.format(command=command)) from None
    family = _family(svg_to_bytes)
    if family is None:
        text = say("PNG needs a font, and none of these is here: {fonts}; install one or draw SVG")
        raise NoRendererError(text.format(fonts=", ".join(_FAMILIES)))
    zoom = min(2.0, _SIDE / max(width, height))
    try:
        return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family=family))
    except ValueError as error:
        text = say("the picture could not be made into PNG: {error}")
        raise NoRendererError(text.format(error=error)) from error


@cache
def _family(render: Render) -> str | None:
    """A font that is there: the renderer leaves out words without one, and says nothing."""
    blank = render(svg_string=_SAMPLE.format(""))
    for family in _FAMILIES:
        if render(svg_string=_SAMPLE.format("N"), sans_serif_family=family) != blank:
            return family
    return None
