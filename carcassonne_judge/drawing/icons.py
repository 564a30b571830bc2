"""Small pictures, drawn round the origin and about twenty wide: marks, buildings, tokens, figures."""

from __future__ import annotations

from typing import Final

_INK: Final = "#3b2f2f"


def _line(width: float) -> str:
    return (
        f'stroke="{_INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'
    )


_THIN: Final = _line(1)

_DISC: Final = f'<circle r="9.5" fill="#fffdf5" {_THIN}/>'
"""What a picture lies on that has no outline of its own."""

PICTURES: Final = {
    "shield": (
        f'<path d="M-7-8H7V0C7 5 3 8 0 9.5-3 8-7 5-7 0Z" fill="#1f5fa8" {_THIN}/>'
        '<path d="M-1.6-7.4H1.6V-2H6.4V1.2H1.6V8H-1.6V1.2H-6.4V-2H-1.6Z" fill="#fff"/>'
    ),
    "inn": (
        f'<ellipse cx="0" cy="5.5" rx="9.5" ry="4" fill="#7fb7de" {_THIN}/>'
        f'<path d="M-6 5V-2L0-8 6-2V5Z" fill="#fff4d6" {_THIN}/>'
        f'<path d="M-7.5-1.5 0-9 7.5-1.5" fill="none" stroke="#a33b20" stroke-width="2.4"/>'
        f'<path d="M-1.5 5V0H1.5V5Z" fill="{_INK}"/>'
    ),
    "cathedral": (
        f'<path d="M-9 9V-1L-5-8-1-1V-3L0-5 1-3V-1L5-8 9-1V9Z" fill="#e9e2d0" {_THIN}/>'
        f'<path d="M-5-8V-10.5M-6-9.5H-4M5-8V-10.5M4-9.5H6" {_THIN}/>'
        f'<circle cy="2" r="2.2" fill="#6d8fb3" {_THIN}/><path d="M-2 9V6.5A2 2 0 0 1 2 6.5V9Z" fill="{_INK}"/>'
    ),
    "chapel": (
        f'<path d="M-9 9V0L-3-5 3 0V9Z" fill="#f4ead2" {_THIN}/>'
        f'<path d="M3 9V-4H9V9Z" fill="#f4ead2" {_THIN}/>'
        f'<path d="M-10 .5-3-6 4 .5Z" fill="#a33b20" {_THIN}/><path d="M2-4 6-10 10-4Z" fill="#a33b20" {_THIN}/>'
        f'<path d="M6-10V-14M4.4-12.5H7.6" {_line(1.5)}/>'
        f'<path d="M-4.5 9V5A1.5 1.5 0 0 1-1.5 5V9Z" fill="{_INK}"/><path d="M5 1H7V4H5Z" fill="{_INK}"/>'
    ),
    "garden": (
        f'<circle r="9" fill="#8fbf5a" {_THIN}/>'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="2.9" fill="#d9569b" stroke="{_INK}" stroke-width=".6"/>'
            for x, y in ((0, -4), (3.8, -1.2), (2.4, 3.3), (-2.4, 3.3), (-3.8, -1.2))
        )
        + '<circle r="2.3" fill="#f7d94c"/>'
    ),
    "volcano": (
        f'<path d="M-10 9-3-4H3L10 9Z" fill="#77675c" {_THIN}/>'
        '<path d="M-3-4 0 0 1-2 3 3 3-4Z" fill="#d8401f"/>'
        '<path d="M0-5C-5-7-1-9-3-11 3-10 4-7 0-5Z" fill="#e8702a"/>'
    ),
    "dragon": (
        f'{_DISC}<path d="M-6.5 5C-7-2-2-7 4-6.5L7-4.5 3.5-3.5C5-2 6 0 5.5 2L3 .5C3 4 0 6.5-3 6L-1.5 3.5C-4 3-5 4-6.5 5Z"'
        f' fill="#b3271e" {_line(.7)}/><circle cx="3.2" cy="-4.9" r=".9" fill="#fff"/>'
    ),
    "dragon-figure": (
        f'<path d="M-10 9C-11 0-6-9 4-9.5L10-6.5 4.5-4.5C7-2 8.5 1.5 7.5 5L4 2.5C4.5 7 0 10-5 9.5L-3 6C-6 5.5-8 7-10 9Z"'
        f' fill="#b3271e" {_THIN}/><path d="M-2-2-9-8-8 0Z" fill="#d8401f" {_THIN}/>'
        '<circle cx="4" cy="-7.3" r="1.2" fill="#fff"/>'
    ),
    "fairy": (
        f'<path d="M-1-1C-6-9-11-6-9-1-8 1-4 2-1 1ZM1-1C6-9 11-6 9-1 8 1 4 2 1 1Z" fill="#fff" {_THIN}/>'
        f'<path d="M0-4-5 9.5H5Z" fill="#f2b8d4" {_THIN}/><circle cy="-6" r="3" fill="#ffe0c2" {_THIN}/>'
    ),
    "princess": (
        f'{_DISC}<path d="M-6.5 4-7-4-3.3-1 0-6 3.3-1 7-4 6.5 4Z" fill="#f2c230" {_line(.8)}/>'
        '<circle cy="1.5" r="1.3" fill="#b3271e"/><circle cx="-3.6" cy="1.8" r="1" fill="#1f5fa8"/>'
        '<circle cx="3.6" cy="1.8" r="1" fill="#1f5fa8"/>'
    ),
    "portal": (
        f'<path d="M-8 9V-1A8 8 0 0 1 8-1V9H4V-1A4 4 0 0 0-4-1V9Z" fill="#9a8fb8" {_THIN}/>'
        '<path d="M-4 9V-1A4 4 0 0 1 4-1V9Z" fill="#2b2144"/>'
        '<path d="M0-3 .9-.6 3.2-.6 1.4 1 2.1 3.4 0 2-2.1 3.4-1.4 1-3.2-.6-.9-.6Z" fill="#f7e27a"/>'
    ),
    "pennants": (
        f'{_DISC}<path d="M-7-4Q0 0 7-4" fill="none" {_THIN}/>'
        '<path d="M-6.4-3.6-3.4-2.6-5.2 3Z" fill="#b3271e"/><path d="M-2-2.3H2L0 4Z" fill="#1f5fa8"/>'
        '<path d="M6.4-3.6 3.4-2.6 5.2 3Z" fill="#e0a100"/>'
    ),
    "square": (
        f'<circle r="10" fill="#e3cfae" {_THIN}/><circle r="6.5" fill="none" stroke="#a2814f" stroke-width="1"/>'
        f'<circle r="3" fill="#7fb7de" {_THIN}/>'
        '<path d="M0-10V-6.5M0 10V6.5M10 0H6.5M-10 0H-6.5" stroke="#a2814f" stroke-width="1"/>'
    ),
    "pigs": (
        f'<ellipse cx="-1.5" cy="2" rx="6.5" ry="4" fill="#e9a3ae" {_THIN}/>'
        f'<circle cx="6" cy="0" r="3" fill="#e9a3ae" {_THIN}/><circle cx="7.8" cy=".6" r=".8" fill="{_INK}"/>'
        f'<path d="M-5 5.5V9M-2 6V9M2 6V9M-8 1C-10 0-9-2-8-1.5" fill="none" {_THIN}/>'
    ),
    "drop": (
        f'<path d="M0-9C5-2 7 1 7 4A7 6 0 0 1-7 4C-7 1-5-2 0-9Z" fill="#4c97d0" {_THIN}/>'
        '<path d="M-3.6 4A3.6 3 0 0 0 0 7" fill="none" stroke="#fff" stroke-width="1.4"/>'
    ),
    "barrel": (
        f'{_DISC}<path d="M-4-6.5H4Q7 0 4 6.5H-4Q-7 0-4-6.5Z" fill="#a5672f" {_line(.8)}/>'
        f'<path d="M-5-3.2H5M-5 3.2H5" {_THIN}/>'
    ),
    "sheaf": (
        f'{_DISC}<path d="M0 7V-7M0 6-5-5M0 6 5-5M0 6-2.5-6.5M0 6 2.5-6.5" stroke="#b98900" stroke-width="1.7" stroke-linecap="round"/>'
        f'<path d="M-3 2.5H3" stroke="{_INK}" stroke-width="1.6"/>'
    ),
    "cloth": (
        f'{_DISC}<path d="M-6.5-3.5H3.5V5.5H-6.5Z" fill="#8a4fa3" {_line(.8)}/>'
        f'<ellipse cx="3.5" cy="1" rx="2.4" ry="4.5" fill="#c39bd3" {_line(.8)}/>'
        '<path d="M-4.5-3V5M-2-3V5" stroke="#fff" stroke-width=".7"/>'
    ),
    "foundation": (
        f'<path d="M-6.5-6.5H6.5V6.5H-6.5Z" fill="#b9b3a6" {_THIN}/><circle r="4.2" fill="#5d574d" {_THIN}/>'
    ),
    "tower-piece": (
        f'<path d="M-7 9V-5H-9V-9H-5V-7H-2V-9H2V-7H5V-9H9V-5H7V9Z" fill="#d8cfbd" {_THIN}/>'
        f'<path d="M-7 1H7M-3-5V1M3 1V9" {_line(.7)}/>'
    ),
    "arena": (
        f'<ellipse rx="12" ry="9" fill="#d9c6a0" {_THIN}/><ellipse rx="8.6" ry="6" fill="#c2a46b" {_THIN}/>'
        f'<ellipse rx="5" ry="3.2" fill="#f5e6bf" {_THIN}/>'
        f'<path d="M0-9V-3.2M0 9V3.2M-12 0H-5M12 0H5M-8.5-6.4-3.6-2.2M8.5-6.4 3.6-2.2M-8.5 6.4-3.6 2.2M8.5 6.4 3.6 2.2" {_line(.7)}/>'
    ),
    "mosaic-house": (
        f'<path d="M-9 10V-2C-9-5-6-4-5-7S-1-11 0-7 4-9 5-6 9-5 9-2V10Z" fill="#f0d9b5" {_THIN}/>'
        f'<path d="M-3-8 0-14 3-8Z" fill="#2a9d8f" {_THIN}/>'
        '<circle cx="-5" cy="0" r="1.8" fill="#e76f51"/><circle cx="0" cy="-2" r="1.8" fill="#2a9d8f"/>'
        '<circle cx="5" cy="0" r="1.8" fill="#e9c46a"/><circle cx="-5" cy="5" r="1.4" fill="#2a9d8f"/>'
        f'<circle cx="5" cy="5" r="1.4" fill="#e76f51"/><path d="M-2 10V6A2 2 0 0 1 2 6V10Z" fill="{_INK}"/>'
    ),
    "twin-towers": (
        f'<path d="M-4 9V-2H4V9Z" fill="#d8cfbd" {_THIN}/><path d="M-1.8 9V4.5A1.8 1.8 0 0 1 1.8 4.5V9Z" fill="{_INK}"/>'
        f'<path d="M-10 9V-9H-8V-7H-7V-9H-5.5V-7H-4V9ZM10 9V-9H8V-7H7V-9H5.5V-7H4V9Z" fill="#c9bda4" {_THIN}/>'
    ),
    "fortress": (
        f'<path d="M-10 9V-6H10V9Z" fill="#d2b48c" {_THIN}/>'
        f'<path d="M-12 9V-9L-9.5-13-7-9V9ZM12 9V-9L9.5-13 7-9V9Z" fill="#b98d5b" {_THIN}/>'
        f'<path d="M-3 9V3A3 3 0 0 1 3 3V9Z" fill="{_INK}"/><path d="M-5-3H-3V0H-5ZM3-3H5V0H3ZM-1-3H1V0H-1Z" fill="{_INK}"/>'
    ),
    "orchard": (
        f'<circle cx="-4.5" cy="-2" r="4.5" fill="#4f8f3a" {_THIN}/><circle cx="4.5" cy="-2" r="4.5" fill="#4f8f3a" {_THIN}/>'
        f'<path d="M-4.5 2.5V9M4.5 2.5V9" stroke="#7a4f2a" stroke-width="2"/>'
        '<g fill="#f28c28"><circle cx="-6" cy="-3" r="1.3"/><circle cx="-3" cy="-.8" r="1.3"/>'
        '<circle cx="3" cy="-3.4" r="1.3"/><circle cx="6" cy="-1" r="1.3"/></g>'
    ),
    "keep": (
        f'<path d="M-9 9V-7H-6V-4H-3V-7H3V-4H6V-7H9V9Z" fill="#c8bfae" {_THIN}/>'
        f'<path d="M-2.5 9V4A2.5 2.5 0 0 1 2.5 4V9Z" fill="{_INK}"/>'
        f'<path d="M0-7V-13L6-11 0-9" fill="#b3271e" {_THIN}/>'
    ),
    "anvil": (
        f'{_DISC}<path d="M-7-4H6.5C6.5-1 4 0 2 .5V3.5H4.5V6H-4.5V3.5H-2V.5C-5 0-7-1.5-7-4Z" fill="#5c6670" {_line(.8)}/>'
    ),
    "church": (
        f'<path d="M-8 9V-1L0-8 8-1V9Z" fill="#e9e2d0" {_THIN}/><path d="M0-8V-13.5M-2-11.5H2" {_line(1.6)}/>'
        f'<circle cy="1" r="2.6" fill="#6d8fb3" {_THIN}/><path d="M-2 9V6.5A2 2 0 0 1 2 6.5V9Z" fill="{_INK}"/>'
    ),
    "stall": (
        f'<path d="M-8-2V9H8V-2" fill="#f4ead2" {_THIN}/><path d="M-8 4H8" {_THIN}/>'
        f'<path d="M-9.5-2-7-8H7L9.5-2Z" fill="#fff" {_THIN}/>'
        '<path d="M-9.5-2-7-8H-4L-5-2ZM-1.6-2-1.2-8H1.4L2.2-2ZM5.4-2 4.4-8H7L9.5-2Z" fill="#b3271e"/>'
    ),
    "crown": (
        f'<path d="M-9 7-10-5-4.5 0 0-8 4.5 0 10-5 9 7Z" fill="#f2c230" {_THIN}/>'
        '<circle cy="3" r="1.8" fill="#b3271e"/>'
    ),
    "mask": (
        f'{_DISC}<path d="M-8-3Q0-5 8-3 8 3 3.5 3 1.5 3 0 .5-1.5 3-3.5 3-8 3-8-3Z" fill="{_INK}"/>'
        '<ellipse cx="-3.7" cy="-.5" rx="1.8" ry="1.2" fill="#fff"/><ellipse cx="3.7" cy="-.5" rx="1.8" ry="1.2" fill="#fff"/>'
    ),
    "arches": (
        f'<path d="M-10 9V-2A5 5 0 0 1 0-2 5 5 0 0 1 10-2V9Z" fill="#f6ead2" {_THIN}/>'
        f'<path d="M-7.5 9V0A2.5 2.5 0 0 1-2.5 0V9ZM2.5 9V0A2.5 2.5 0 0 1 7.5 0V9Z" fill="{_INK}"/>'
        '<path d="M-8.4-4.4-7-2.2M-1.6-4.4-3-2.2M-5-6V-3.4M8.4-4.4 7-2.2M1.6-4.4 3-2.2M5-6V-3.4" stroke="#b3271e" stroke-width="1.4"/>'
    ),
    "village": (
        f'<circle r="8" fill="#e8dcb9" stroke="#a2814f" stroke-width=".8"/>'
        f'<path d="M-6 4V-.5L-3-3.5 0-.5V4Z" fill="#f6efdd" {_line(.7)}/>'
        f'<path d="M-7-.3-3-4.3 1-.3" fill="none" stroke="#a33b20" stroke-width="1.6"/>'
        f'<path d="M1 5V1L3.7-1.6 6.4 1V5Z" fill="#f6efdd" {_line(.7)}/>'
        '<path d="M.2 1.4 3.7-2.2 7.2 1.4" fill="none" stroke="#a33b20" stroke-width="1.6"/>'
    ),
}
"""The pictures that the boxes' ``look:`` may name."""

_HEAD_AND_BODY: Final = (
    "M0-9.6C2.4-9.6 3.9-7.9 3.9-5.9 3.9-4.9 3.6-4.1 3.1-3.4 6-2.9 9.4-1.6 9.4.6 9.4 2.2 7 2.3 4.6 2.1"
    " 5.6 4.2 7.4 6.6 7.4 8.3 7.4 9.3 6.9 9.6 6 9.6H2.2C1.3 9.6 1.3 8.6 0 6.4-1.3 8.6-1.3 9.6-2.2 9.6"
    "H-6C-6.9 9.6-7.4 9.3-7.4 8.3-7.4 6.6-5.6 4.2-4.6 2.1-7 2.3-9.4 2.2-9.4.6-9.4-1.6-6-2.9-3.1-3.4"
    "-3.6-4.1-3.9-4.9-3.9-5.9-3.9-7.9-2.4-9.6 0-9.6Z"
)
_EDGE: Final = 'stroke="#1d1a16" stroke-width="1.1" stroke-linejoin="round"'
_PERSON: Final = f'<path d="{_HEAD_AND_BODY}" {_EDGE}/>'

FIGURES: Final = {
    "meeple": _PERSON,
    "hat": f'{_PERSON}<path d="M-5.4-8H5.4V-9.6H3.2V-14H-3.2V-9.6H-5.4Z" {_EDGE}/>',
    "helmet": (
        f'<path d="M0-11C4-11 5-8 5-5.6L8.4 9.6H-8.4L-5-5.6C-5-8-4-11 0-11Z" {_EDGE}/>'
        f'<path d="M-6.6-5.6H6.6" stroke="#1d1a16" stroke-width="1.8"/>'
    ),
    "mitre": f'{_PERSON}<path d="M-3.6-7.6C-4.6-11-2-13.6 0-15.4 2-13.6 4.6-11 3.6-7.6Z" {_EDGE}/>',
    "crowned": f'{_PERSON}<path d="M-4.4-8.4-5.2-13.6-2-11 0-14.6 2-11 5.2-13.6 4.4-8.4Z" {_EDGE}/>',
    "ghost": (
        f'<path d="M0-11C5-11 7-7.6 7-3V9.6L4.7 7.2 2.3 9.6 0 7.2-2.3 9.6-4.7 7.2-7 9.6V-3C-7-7.6-5-11 0-11Z"'
        f' {_EDGE} stroke-dasharray="2.2 1.4"/><circle cx="-2.5" cy="-5.6" r="1.2" fill="#1d1a16"/>'
        '<circle cx="2.5" cy="-5.6" r="1.2" fill="#1d1a16"/>'
    ),
    "pig": (
        f'<path d="M-9.5-1C-9.5-5-5-6.5-1-6.5 1-6.5 3-6 4-5.4L6.4-7.4 7-4C9-3 10-1.4 10.6 0 11 1 10 2.6 8.6 3 7.6 5 6 6 5.4 6.4V9H2.4V6.8H-3V9H-6V6C-8 5-9.5 2.4-9.5-1Z" {_EDGE}/>'
        '<circle cx="6.6" cy="-1.6" r=".9" fill="#1d1a16"/>'
    ),
    "barn": f'<path d="M-10 9.6V-3L-6-9H6L10-3V9.6Z" {_EDGE}/><path d="M-10-3H10" {_EDGE}/>',
    "wagon": (
        f'<path d="M-10-1C-9-9 9-9 10-1V5H-10Z" {_EDGE}/>'
        f'<circle cx="-5.4" cy="6.4" r="3.4" fill="#fffdf5" {_EDGE}/><circle cx="5.4" cy="6.4" r="3.4" fill="#fffdf5" {_EDGE}/>'
    ),
    "disc": f'<circle r="8.6" {_EDGE}/><circle r="6.2" fill="none" stroke="#fffdf5" stroke-width="1"/>',
}
"""The shapes that the boxes' ``look:`` may give a figure; they take the colour of their use."""
