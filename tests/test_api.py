"""The public names, by the examples of ``docs/api.md``."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import carcassonne_judge

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_page_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_every_public_name_is_there_and_no_other() -> None:
    assert dir(carcassonne_judge) == carcassonne_judge.__all__
    for name in carcassonne_judge.__all__:
        assert getattr(carcassonne_judge, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'umpire'"):
        carcassonne_judge.__getattr__("umpire")
