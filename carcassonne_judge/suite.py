"""The scenarios that are shipped: where they lie, and which of them cite a clause."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

INDEX: Final = "index.json"
"""The file beside the scenarios that says which of them cite each clause."""

_PACKAGE: Final = Path(__file__).parent
_FOLDERS: Final = (_PACKAGE / "scenario_suite", _PACKAGE.parent / "scenarios")


def suite() -> Path | None:
    """The folder of the shipped scenarios: within the wheel, or at the top of a checkout."""
    return next((folder for folder in _FOLDERS if folder.is_dir()), None)


def named_after(clause: str) -> str:
    """The scenario file that bears a clause's name, whether there is one or not."""
    box, _, key = clause.partition("/")
    return f"{box.replace('-', '_')}/{key}.yaml"


def citing(clause: str) -> tuple[str, ...]:
    """The shipped scenarios that cite a clause, by their paths; the one named after it first."""
    return _index().get(clause, ())


@cache
def _index() -> Mapping[str, tuple[str, ...]]:
    folder = suite()
    file = folder / INDEX if folder else None
    if file is None or not file.exists():
        return {}
    found: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return {clause: tuple(paths) for clause, paths in found.items()}
