"""The referee for Carcassonne: rules on a position and cites the clause for every point.

``load`` reads position files, ``rule_set`` takes boxes in some reading of their rulebooks, a
``Board`` is a position under those rules. ``options`` and ``moves`` say what may be done,
``rule_on`` what a part of a turn brings about, ``judge`` how one feature stands, ``score`` how the
game ends. Everything they return keeps the clauses it rests on.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from carcassonne_judge.board import Board
    from carcassonne_judge.legality import options
    from carcassonne_judge.library import rule_set
    from carcassonne_judge.position_file import read as load
    from carcassonne_judge.rules import RuleSet
    from carcassonne_judge.scoring import final as score
    from carcassonne_judge.scoring import judge
    from carcassonne_judge.turn import prospects as moves
    from carcassonne_judge.turn import rule_on

__all__ = ["Board", "RuleSet", "judge", "load", "moves", "options", "rule_on", "rule_set", "score"]

_HOMES: Final = {
    "Board": ("board", "Board"),
    "RuleSet": ("rules", "RuleSet"),
    "judge": ("scoring", "judge"),
    "load": ("position_file", "read"),
    "moves": ("turn", "prospects"),
    "options": ("legality", "options"),
    "rule_on": ("turn", "rule_on"),
    "rule_set": ("library", "rule_set"),
    "score": ("scoring", "final"),
}


def __getattr__(name: str) -> object:
    """Fetch a public name when it is first asked for: most commands need only a few."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _HOMES[name]
    return getattr(import_module(f"{__name__}.{module}"), there)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
