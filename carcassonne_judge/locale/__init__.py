"""The program's own phrases, in the language that is spoken; rule texts are in ``clauses.yaml``."""

from __future__ import annotations

import ast
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "es")
_DOMAIN: Final = "carcassonne_judge"
_FOLDER: Final = Path(__file__).parent
_MAGIC: Final = 0x950412DE
_HEADER: Final = struct.Struct("<7I")
_PAIR: Final = struct.Struct("<2I")
_spoken: ContextVar[str] = ContextVar("spoken", default=LANGUAGES[0])


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment's locale asks for; English if we do not speak it."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environment.get(variable, "").split(":"):
            if wanted:
                language = wanted[:2].lower()
                return language if language in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def speak(language: str) -> None:
    """From now on, speak this language."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> str:
    """The language that is spoken."""
    return _spoken.get()


def say(message: str, gender: str = "m") -> str:
    """A phrase in the language that is spoken, said of something of this gender."""
    spoken = translation(_spoken.get())
    if gender != "m":
        said = spoken.pgettext(gender, message)
        if said != message:
            return said
    return spoken.gettext(message) if message else ""


def say_many(one: str, many: str, count: int, gender: str = "m") -> str:
    """A phrase about so many things, in the language that is spoken."""
    spoken = translation(_spoken.get())
    if gender != "m":
        said = spoken.npgettext(gender, one, many, count)
        if said not in (one, many):
            return said
    return spoken.ngettext(one, many, count)


def large(number: int) -> str:
    """A number of many figures, as people write it."""
    return f"{number:,}".replace(",", "." if language() == "es" else ",")


def phrase(message: str) -> str:
    """Mark a phrase that is translated only when it is printed."""
    return message


@cache
def translation(language: str) -> NullTranslations:
    """The phrases of a language: from its compiled catalogue, or in a checkout from its source."""
    catalogue = _FOLDER / language / "LC_MESSAGES" / f"{_DOMAIN}.mo"
    if catalogue.exists():
        return GNUTranslations(BytesIO(catalogue.read_bytes()))
    source = catalogue.with_suffix(".po")
    if source.exists():
        return GNUTranslations(BytesIO(compiled(source.read_text(encoding="utf-8"))))
    return NullTranslations()


def compiled(source: str) -> bytes:
    """A catalogue as ``gettext`` reads it (``.mo``), from its source (``.po``)."""
    phrases = sorted((key.encode(), text.encode()) for key, text in _entries(source) if text)
    table, data = b"", b""
    start = _HEADER.size + 2 * len(phrases) * _PAIR.size
    for which in (0, 1):
        for pair in phrases:
            table += _PAIR.pack(len(pair[which]), start + len(data))
            data += pair[which] + b"\0"
    originals = _HEADER.size
    translations = originals + len(phrases) * _PAIR.size
    header = _HEADER.pack(_MAGIC, 0, len(phrases), originals, translations, 0, start)
    return header + table + data


def _entries(source: str) -> Iterator[tuple[str, str]]:
    """The phrases of a catalogue and their translations, plurals joined as ``gettext`` does."""
    for paragraph in source.split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in paragraph.splitlines():
            if line.startswith("#"):
                continue
            keyword, quote, rest = line.partition('"')
            name = keyword.strip() or name
            fields[name] = fields.get(name, "") + str(ast.literal_eval(quote + rest))
        if "msgid" in fields:
            about = fields.pop("msgctxt") + "\4" if "msgctxt" in fields else ""
            original = [fields.pop("msgid"), *filter(None, [fields.pop("msgid_plural", "")])]
            yield about + "\0".join(original), "\0".join(fields.values())
