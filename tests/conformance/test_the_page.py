"""The page that says how far we agree with others is what a run over all their games comes to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.conformance.agreement import ENGINE_TESTS, ORACLE_GAMES, REAL_GAMES, Tally

PAGE: Final = Path(__file__).parents[2] / "docs" / "conformance.md"


def test_the_page_is_current(tally: Tally, pytestconfig: pytest.Config) -> None:
    whole = pytestconfig.getoption("--all-games", default=False)
    if not whole or not all(map(tally.of, (ORACLE_GAMES, ENGINE_TESTS, REAL_GAMES))):
        pytest.skip("only --all-games, over games of every kind, compares it")
    if pytestconfig.getoption("--report") == PAGE:
        pytest.skip("it is being written")
    assert tally.page() == PAGE.read_text(encoding="utf-8")
