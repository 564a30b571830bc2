"""A ruling as one HTML page: the table beside it, each clause opened in place, in every language.

The page is one file that fetches nothing. It computes nothing of the game: what it says is told
by ``report``, what it shows is drawn by ``drawing``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from carcassonne_judge.drawing.table import spot_id
from carcassonne_judge.geometry import Cell
from carcassonne_judge.locale import language, say, speaking
from carcassonne_judge.position import Player, Spot
from carcassonne_judge.report import catalogue
from carcassonne_judge.report.told import UNSURE, Told
from carcassonne_judge.rules import Clause

_HERE: Final = Path(__file__).parent


class Step(NamedTuple):
    """A part of a turn in a game that is played through: what was played, and what came of it."""

    title: str
    told: tuple[Told, ...]
    scores: Mapping[Player, int]


class View(NamedTuple):
    """One position in one language: what is said of it, and its picture, an SVG document.

    ``clauses`` are those that may be cited, by id; ``steps`` are those of a game; ``colours`` are
    the players' own.
    """

    title: str
    told: tuple[Told, ...]
    picture: str
    clauses: Mapping[str, Clause] = {}
    steps: tuple[Step, ...] = ()
    colours: Mapping[Player, str] = {}


class Chart(NamedTuple):
    """The score as it ran: a line for each player, in a frame 600 wide and 160 high."""

    lines: Mapping[Player, str]
    ends: Mapping[Player, float]
    most: int


def page(views: Mapping[str, Sequence[View]]) -> str:
    """The page, with each position in the languages that it is told in; the spoken one is open."""
    told = {name: list(map(_shown, each)) for name, each in views.items()}
    words = {name: _words(name) for name in told}
    style, script = (Markup(_text(name)) for name in ("page.css", "page.js"))  # noqa: S704 -- ours
    template = _environment().get_template("page.html")
    return template.render(
        views=told, words=words, spoken=language(), style=style, script=script, names=_NAMES
    )


_NAMES: Final = {"en": "English", "es": "Español"}


def _words(spoken: str) -> Mapping[str, str]:
    """What the page itself says, in a language."""
    with speaking(spoken):
        return {
            "page": say("Ruling"),
            "language": say("language"),
            "table": say("The table"),
            "rules": say("Rules cited"),
            "steps": say("The game, move by move"),
            "start": say("before the first move"),
            "before": say("one move back"),
            "after": say("one move on"),
            "move": say("move"),
            "score": say("The score as it ran"),
            "print": say("Where to look it up"),
        }


def _shown(view: View) -> dict[str, object]:
    return {
        "title": view.title,
        "blocks": _blocks(view.told),
        "picture": Markup(view.picture),  # noqa: S704 -- drawn by us, names escaped
        "clause": view.clauses,
        "certainty": _certainty,
        "steps": [(step.title, _blocks(step.told)) for step in view.steps],
        "chart": _chart(view.steps) if view.steps else None,
        "colours": view.colours,
    }


def _blocks(told: Iterable[Told]) -> list[tuple[str, Told]]:
    """What is told, each with the word for its kind that the template knows."""
    return [(type(each).__name__.lower(), each) for each in told]


def _certainty(clause: Clause) -> str:
    """How far a clause is to be trusted, where that is to be said."""
    return catalogue.certainty(clause.certainty) if clause.certainty in UNSURE else ""


def _where(places: Iterable[Spot | Cell]) -> str:
    """Places as the picture names them: ``0,-1/city`` or ``0,-1``."""
    return " ".join(
        spot_id(at) if isinstance(at, Spot) else f"{at.x},{at.y}" for at in sorted(places, key=str)
    )


_WIDE: Final = 600
_HIGH: Final = 160


def _chart(steps: Sequence[Step]) -> Chart:
    players = list(dict.fromkeys(player for step in steps for player in step.scores))
    most = max((points for step in steps for points in step.scores.values()), default=0)
    across, up = _WIDE / max(len(steps), 1), _HIGH / max(most, 1)
    lines, ends = {}, {}
    for player in players:
        points = [0, *(step.scores.get(player, 0) for step in steps)]
        at = [
            f"{number * across:.1f},{_HIGH - each * up:.1f}" for number, each in enumerate(points)
        ]
        lines[player] = " ".join(at)
        ends[player] = _HIGH - points[-1] * up
    return Chart(lines, ends, most)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader(__name__, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["where"] = _where
    return found


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
