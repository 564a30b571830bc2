"""The small test games of two other engines: what they assert, we rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from carcassonne_judge.importers.assertions import agrees
from carcassonne_judge.importers.jcloisterzone import NeedsBox, read
from carcassonne_judge.position import InvalidPosition
from tests.conformance.agreement import ENGINE_TESTS, Folder, Tally
from tests.conformance.runner import exceptions

KNOWN: Final = Path(__file__).with_name("differences.yaml")
NOT_RULES: Final = re.compile(
    r"[Pp]hase is \w+|Undo is (not )?allowed|Player can('t)? pass|Bazaar noAuction: \w+"
    r"|Available action \w+( for \w+)?|.+ options: .*|.+ has \w+ token with count \d+"
    r"|.+ scored [\w-]+ for -?\d+ points?"
)


def _found(engine_test: Path, folder: Folder) -> tuple[tuple[str, bool | None], ...]:
    """What it asserts, and whether we rule so."""
    try:
        saved = read(engine_test)
    except NeedsBox as error:
        folder.needing[error.box] += 1
        pytest.skip(f"needs box {error.box}")
    if not saved.assertions:
        folder.silent += 1
        pytest.skip("asserts nothing")
    played = saved.play()
    return agrees(saved.assertions, played, saved.table(played))


def test_what_it_asserts_holds(engine_test: Path, tally: Tally) -> None:
    folder = tally.folder(ENGINE_TESTS, "/".join(engine_test.parts[-3:-1]))
    name = "/".join(engine_test.with_suffix("").parts[-2:])
    kind = exceptions(KNOWN.read_text(encoding="utf-8")).get(name, "")
    try:
        found = _found(engine_test, folder)
    except InvalidPosition as error:
        if kind:
            folder.differing[kind] += 1
            pytest.skip(f"{kind}: {error}")
        raise
    wrong = [text for text, holds in found if holds is False]
    if kind:
        assert wrong, f"{kind} explains nothing: everything holds"
        folder.differing[kind] += 1
        pytest.skip(f"{kind}: {'; '.join(wrong)}")
    assert wrong == []
    unread = [text for text, holds in found if holds is None]
    assert [text for text in unread if not NOT_RULES.fullmatch(text.removesuffix("."))] == []
    folder.agreeing += 1


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("{clause: base/nothing, source: a, tests: [a]}", "no clause base/nothing"),
        ("{clause: base/majority, source: a}", "has clause, source and tests"),
    ],
)
def test_an_exception_names_what_exists(entry: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        exceptions(f"engine_tests:\n  a: {entry}\n")
