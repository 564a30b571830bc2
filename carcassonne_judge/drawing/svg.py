"""Writes SVG: elements as text, with everything in them escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from carcassonne_judge.drawing.lines import Point

Value = str | float | None

_STRAIGHT: Final = 1e-6

_ESCAPED: Final = {
    **dict.fromkeys(range(32)),
    ord("\n"): " ", ord("\t"): " ",
    0xFFFE: None, 0xFFFF: None, **dict.fromkeys(range(0xD800, 0xE000)),
    ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;",
}  # fmt: skip
"""What may not stand in XML as it is, and what stands there instead."""


def escaped(text: str) -> str:
    """Words as they stand in XML."""
    return text.translate(_ESCAPED)


def number(value: float) -> str:
    """A number, no longer than anybody can see."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def element(name: str, *children: str, **attributes: Value) -> str:
    """An element; ``data_spot`` is its attribute ``data-spot``, one that is None is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_told(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{name}{told}/>"
    return f"<{name}{told}>{''.join(children)}</{name}>"


def _told(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value or 0)


def words(text: str, at: Point, size: float, **attributes: Value) -> str:
    """A text whose middle stands on a point, unless ``text_anchor`` says otherwise."""
    return element(
        "text",
        escaped(text),
        x=at[0],
        y=at[1] + size * 0.36,
        font_size=size,
        **{"text_anchor": "middle", **attributes},
    )


def title(text: str) -> str:
    """What a thing is called, for those who cannot see it."""
    return element("title", escaped(text))


def path(lines: Iterable[Sequence[Point]], *, closed: bool) -> str:
    """The course of some lines, as a path has it."""
    end = "Z" if closed else ""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in _bends(line)) + end
        for line in lines
        if line
    )


def _bends(line: Sequence[Point]) -> list[Point]:
    """The points of a line but for those that it passes straight on."""
    kept = [line[0]]
    for at, (x, y) in enumerate(line[1:-1], 1):
        (x0, y0), (x1, y1) = kept[-1], line[at + 1]
        straight_on = abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) < _STRAIGHT
        if not straight_on or (x - x0) * (x1 - x) + (y - y0) * (y1 - y) < 0:
            kept.append((x, y))
    return kept if len(line) == 1 else [*kept, line[-1]]


def moved(at: Point, scale: float = 1.0, turned: float = 0.0) -> str:
    """Where a thing drawn round the origin is to stand, how large and how turned."""
    told = f"translate({number(at[0])} {number(at[1])})"
    if turned:
        told += f" rotate({number(turned)})"
    return told if scale == 1 else f"{told} scale({scale:.2f})"
