"""Reads a box's tiles, clauses and contents from the data files beside its rules; finds boxes."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from carcassonne_judge.geometry import Port
from carcassonne_judge.locale import say
from carcassonne_judge.position import JudgeError, Segment, Tile
from carcassonne_judge.rules import (
    Clause,
    FigureKind,
    Look,
    Reading,
    Rulebook,
    RuleSet,
    Taking,
    TileSheet,
    Word,
)

BASE: Final = "base"
LANGUAGES: Final = ("en", "es")
_PACKAGE: Final = "carcassonne_judge.rulebooks"
_FOLDER: Final = Path(__file__).parent / "rulebooks"
_ABOUT_A_TILE: Final = ("copies", "jcloisterzone", "marks", "editions", "plain", "face")
_ABOUT_A_SEGMENT: Final = ("kind", "ports", "beside")
_LOOKS: Final = ("kinds", "marks", "tokens", "figures")
_LOOK: Final = frozenset({"shape", "picture", "letters", "colour", "size", "on", *LANGUAGES})


class UnknownBoxError(JudgeError):
    """A box that nobody knows by that name."""


def box_ids() -> tuple[str, ...]:
    """The ids of every box there is."""
    found = (module.name for module in pkgutil.iter_modules([str(_FOLDER)]) if module.ispkg)
    return tuple(name.replace("_", "-") for name in found)


def find(names: Iterable[str] | None = None) -> dict[str, Rulebook]:
    """The rulebooks of some boxes, by id; of every box there is where none are named.

    Raises:
        UnknownBoxError: no box has such an id or other name.
    """
    boxes = box_ids() if names is None else tuple(map(_box_called, names))
    return {box: _rulebook(box) for box in boxes}


def rule_set(boxes: Iterable[str] = (BASE,), readings: Mapping[str, str] | None = None) -> RuleSet:
    """The rules of some boxes in some readings; the base game is always among them.

    Raises:
        UnknownBoxError: no box has such an id or other name.
        UnknownReadingError: a reading that no box has, or a value that it does not know.
    """
    return RuleSet(readings or {}, find(dict.fromkeys((BASE, *boxes))).values())


def _box_called(name: str) -> str:
    """The id of the box that people call by some name."""
    plain = name.strip().casefold().replace("_", "-")
    boxes = box_ids()
    if plain in boxes:
        return plain
    other = {alias: box for box in boxes for alias in _contents(box).get("aliases", ())}
    if plain not in other:
        text = say("no box '{name}'; the boxes are {boxes}")
        raise UnknownBoxError(text.format(name=name, boxes=", ".join(boxes)))
    return other[plain]


@cache
def _rulebook(box: str) -> Rulebook:
    book: Rulebook = import_module(f"{_PACKAGE}.{box.replace('-', '_')}.rules").book
    return book


def contents_of(box: str) -> Rulebook:
    """What a box's data files say, by its id; its rules are in it only once they are needed."""
    return load_rulebook(f"{_PACKAGE}.{box.replace('-', '_')}")


@cache
def load_rulebook(package: str) -> Rulebook:
    """Read ``box.yaml`` and ``clauses.yaml`` of the package that bears a box's id."""
    box = package.rpartition(".")[2].replace("_", "-")
    about = _contents(box)
    clauses = _read(box, "clauses")
    return Rulebook(
        box=box,
        clauses={key: _clause(f"{box}/{key}", entry) for key, entry in clauses.items()},
        name=about["name"],
        shelf=int(about["shelf"]),
        aliases=frozenset(about.get("aliases", ())),
        editions=_words(about["editions"]),
        kinds={kind: _word(entry) for kind, entry in about.get("kinds", {}).items()},
        roles={
            kind: _word(entry["role"])
            for kind, entry in about.get("kinds", {}).items()
            if "role" in entry
        },
        figures={
            kind: _figure(box, kind, entry) for kind, entry in about.get("figures", {}).items()
        },
        takes={
            kind: Taking(int(entry["count"]), entry.get("clause", ""))
            for kind, entry in about.get("takes", {}).items()
        },
        welcomes=frozenset(
            kind for kind, entry in about.get("kinds", {}).items() if "welcomes" in entry
        ),
        tokens={kind: _word(entry) for kind, entry in about.get("tokens", {}).items()},
        units={name: _unit(entry) for name, entry in about.get("units", {}).items()},
        occasions=about.get("occasions", {}),
        readings={name: _reading(name, entry) for name, entry in about.get("readings", {}).items()},
        setup=tuple(about.get("setup", ())),
        start=about.get("start", {}).get("tile", ""),
        sheets=partial(_sheets, box),
        looks=partial(_looks, box),
    )


def tile(name: str, entry: Mapping[str, Any], face: str = "printed") -> Tile:
    """Read one tile as ``tiles.yaml`` and the ``faces:`` of a position file write it.

    Raises:
        ValueError: a port that does not exist, or a mark that is no number.
    """
    marks = _marks(entry.get("marks", {}))
    segments = ((key, spec) for key, spec in entry.items() if key not in _ABOUT_A_TILE)
    shown = tuple(_segment(key, spec) for key, spec in segments)
    return Tile(name, shown, marks, entry.get("face", face))


def _segment(name: str, spec: Mapping[str, Any]) -> Segment:
    return Segment(
        name=name,
        kind=spec.get("kind", name),
        ports=frozenset(map(Port.parse, _words(spec.get("ports", "")))),
        beside=frozenset(_words(spec.get("beside", ""))),
        marks=_marks({key: value for key, value in spec.items() if key not in _ABOUT_A_SEGMENT}),
    )


def _marks(entry: Mapping[str, str]) -> dict[str, int]:
    return {mark: int(count) for mark, count in entry.items()}


def _words(value: str | list[str]) -> tuple[str, ...]:
    return tuple(value.split() if isinstance(value, str) else value)


def _sheets(box: str) -> dict[str, TileSheet]:
    prefix = "" if box == BASE else f"{box}/"
    found = {}
    for key, entry in _read(box, "tiles").items():
        plain = entry.get("plain", "")
        found[prefix + key] = TileSheet(
            tile=tile(prefix + key, entry),
            box=box,
            copies=int(entry["copies"]),
            editions=_words(entry.get("editions", "")),
            plain=prefix + plain if plain else "",
            jcloisterzone=_words(entry.get("jcloisterzone", "")),
        )
    return found


@cache
def _looks(box: str) -> dict[str, dict[str, Look]]:
    """How a box's kinds, marks, tokens and figures are drawn, by what they are and by name.

    Raises:
        ValueError: a key that says nothing about looks.
    """
    found = _contents(box).get("look", {})
    unknown = [*(found.keys() - set(_LOOKS))]
    unknown += [
        key for looks in found.values() for about in looks.values() for key in about.keys() - _LOOK
    ]
    if unknown:
        raise ValueError(f"{box}: look: knows no {', '.join(sorted(unknown))}")
    return {
        things: {name: _look(about) for name, about in found.get(things, {}).items()}
        for things in _LOOKS
    }


def _look(about: Mapping[str, Any]) -> Look:
    return Look(
        shape=about.get("shape", ""),
        picture=about.get("picture", ""),
        letters=about.get("letters", ""),
        colour=about.get("colour", ""),
        size=float(about.get("size", 1)),
        on=about.get("on", ""),
        word=_word(dict(about)) if "en" in about else None,
    )


@cache
def _contents(box: str) -> dict[str, Any]:
    return _read(box, "box")


def _read(box: str, name: str) -> dict[str, Any]:
    """Read a data file of a box, every value as the text it is written as: ``no`` is a word here.

    The wheel carries the same data compiled, which reads faster.
    """
    folder = _FOLDER / box.replace("-", "_")
    compiled = folder / f"{name}.json"
    if compiled.exists():
        data: dict[str, Any] = json.loads(compiled.read_bytes())
        return data
    return read_yaml((folder / f"{name}.yaml").read_text(encoding="utf-8"))


def read_yaml(text: str) -> dict[str, Any]:
    """Read a YAML mapping of our own, every scalar as the text it is written as."""
    import yaml  # noqa: PLC0415 -- a wheel with compiled data does without it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return dict(yaml.load(text, Loader=loader))  # noqa: S506 -- a base loader makes only text


def _clause(name: str, entry: dict[str, Any]) -> Clause:
    source = entry["source"]
    return Clause(
        id=name,
        text={language: entry[language] for language in LANGUAGES},
        source=(source,) if isinstance(source, str) else tuple(source),
        certainty=entry["certainty"],
        phase=entry["phase"],
        points=int(entry["points"]) if "points" in entry else None,
        unit=entry.get("unit", ""),
        limit=int(entry["limit"]) if "limit" in entry else None,
        replaces=frozenset(entry.get("replaces", ())),
        rests_on=frozenset(entry.get("rests_on", ())),
        silent_on=frozenset(entry.get("silent_on", ())),
        after=frozenset(entry.get("after", ())),
        when={reading: frozenset(values) for reading, values in entry.get("when", {}).items()},
        why=entry.get("why", {}),
    )


def _word(entry: dict[str, Any]) -> Word:
    one = {language: entry[language] for language in LANGUAGES}
    also = entry.get("also", {})
    return Word(
        one=one,
        many=entry.get("plural", one),
        gender=entry.get("gender", "m"),
        also=frozenset(word for language in LANGUAGES for word in also.get(language, ())),
    )


def _unit(entry: dict[str, list[str]]) -> Word:
    return Word(
        one={language: names[0] for language, names in entry.items()},
        many={language: names[1] for language, names in entry.items()},
    )


def _figure(box: str, kind: str, entry: dict[str, Any]) -> FigureKind:
    return FigureKind(
        kind=kind,
        word=_word(entry),
        count=int(entry["count"]),
        follower=entry["follower"] == "true",
        stands_on=frozenset(_words(entry["stands_on"])),
        clause=f"{box}/{entry['clause']}" if "clause" in entry else "",
        neutral=int(entry.get("neutral", "0")),
    )


def _reading(name: str, entry: dict[str, Any]) -> Reading:
    return Reading(
        name=name,
        values=entry["values"],
        question=entry["question"],
        source=tuple(entry["source"]),
        aliases=frozenset(entry.get("aliases", ())),
        also=entry.get("also", {}),
        contested=entry.get("contested"),
        house=entry.get("house") == "true",
        sets=entry.get("sets", {}),
    )
