"""The small test games of two other engines: what they assert, we rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from carcassonne_judge.importers.assertions import agrees
from carcassonne_judge.importers.jcloisterzone import NeedsBox, read

NOT_RULES: Final = re.compile(
    r"[Pp]hase is \w+|Undo is (not )?allowed|Player can('t)? pass|Bazaar noAuction: \w+"
    r"|Available action \w+( for \w+)?|.+ options: .*|.+ has \w+ token with count \d+"
    r"|.+ scored [\w-]+ for -?\d+ points?"
)


def test_what_it_asserts_holds(engine_test: Path) -> None:
    try:
        saved = read(engine_test)
    except NeedsBox as error:
        pytest.skip(f"needs box {error.box}")
    if not saved.assertions:
        pytest.skip("asserts nothing")
    played = saved.play()
    found = agrees(saved.assertions, played, saved.table(played))
    assert [text for text, holds in found if holds is False] == []
    unread = [text for text, holds in found if holds is None]
    assert [text for text in unread if not NOT_RULES.fullmatch(text.removesuffix("."))] == []
