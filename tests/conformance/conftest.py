"""Which games of others are compared: those in the folder beside the checkout, or any named."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from tests.conformance.agreement import Tally

BESIDE: Final = Path(__file__).parents[3] / "shared"
SAMPLE: Final = 2
ENGINE_TEST: Final = "engine_test"
ORACLE_GAME: Final = "oracle_game"
REAL_GAME: Final = "real_game"
TALLY: Final = pytest.StashKey[Tally]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption(
        "--games",
        action="append",
        type=Path,
        metavar="PATH",
        help="games of others to compare with: a file or a folder (default: ../shared)",
    )
    group.addoption(
        "--all-games",
        action="store_true",
        help=f"every recorded game, not {SAMPLE} of each group",
    )
    group.addoption(
        "--report",
        type=Path,
        metavar="FILE",
        help="write there what the games came to, folder by folder",
    )


@pytest.fixture(scope="session")
def tally(pytestconfig: pytest.Config) -> Tally:
    return pytestconfig.stash.setdefault(TALLY, Tally())


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write what the games came to, if that was asked for and nothing has failed."""
    page = session.config.getoption("--report", default=None)
    counted = session.config.stash.get(TALLY, None)
    if page and counted and exitstatus == pytest.ExitCode.OK:
        page.write_text(counted.page(), encoding="utf-8")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for kind in (ENGINE_TEST, ORACLE_GAME, REAL_GAME):
        if kind in metafunc.fixturenames:
            roots = metafunc.config.getoption("--games", default=None) or [BESIDE]
            whole = metafunc.config.getoption("--all-games", default=False)
            metafunc.parametrize(kind, _parameters(kind, roots, whole=whole))


def _parameters(kind: str, roots: list[Path], *, whole: bool) -> list[object]:
    found = {path: None for root in roots for path in _games(root, kind, whole=whole)}
    if found:
        return [pytest.param(path, id="/".join(path.with_suffix("").parts[-3:])) for path in found]
    where = ", ".join(map(str, roots))
    skip = pytest.mark.skip(reason=f"no such games in {where}; --games PATH names some")
    return [pytest.param(None, id="none", marks=skip)]


def _games(root: Path, kind: str, *, whole: bool) -> list[Path]:
    if root.is_file():
        return [root] if _kind(root) == kind else []
    suffix = "*.jcz" if kind == ENGINE_TEST else "*.json"
    games = sorted(path for path in root.rglob(suffix) if _kind(path) == kind)
    if whole or kind != ORACLE_GAME:
        return games
    groups: defaultdict[Path, list[Path]] = defaultdict(list)
    for path in games:
        groups[path.parent].append(path)
    return [path for group in groups.values() for path in group[:SAMPLE]]


def _kind(path: Path) -> str:
    """What a file is, going by its name and how it begins."""
    if path.suffix == ".jcz":
        return ENGINE_TEST
    with path.open("rb") as file:
        begins = file.read(1000)
    if b'"appVersion"' in begins:
        return ORACLE_GAME
    return REAL_GAME if b'"moves"' in begins and b'"start"' in begins else ""
