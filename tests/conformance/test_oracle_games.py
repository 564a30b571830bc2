"""Complete games recorded by two other engines: every list of moves and every score, compared."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from carcassonne_judge.importers.jcloisterzone import NeedsBox, rules_of
from tests.conformance.agreement import ORACLE_GAMES, Tally
from tests.conformance.runner import Difference, Disagreement, RecordedGame, differences

KNOWN: Final = Path(__file__).with_name("differences.yaml")
SHOWN: Final = 5


def _explained(disagreement: Disagreement, known: tuple[Difference, ...]) -> str:
    return next((kind.name for kind in known if kind.when(disagreement)), "")


def test_it_agrees_at_every_step(oracle_game: Path, tally: Tally) -> None:
    folder = tally.folder(ORACLE_GAMES, oracle_game.parent.name)
    try:
        rules = rules_of(oracle_game)
    except NeedsBox as error:
        folder.needing[error.box] += 1
        pytest.skip(f"needs box {error.box}")
    game = RecordedGame(oracle_game)
    _, known = differences(KNOWN.read_text(encoding="utf-8"))
    steps: dict[str, set[int]] = {}
    unexplained = []
    for disagreement in game.follow():
        kind = _explained(disagreement, known)
        if kind:
            steps.setdefault(kind, set()).add(disagreement.step)
        else:
            unexplained.append(disagreement)
    folder.steps += game.steps
    folder.steps_differing.update({kind: len(at) for kind, at in steps.items()})
    folder.boxes.update(book.box for book in rules.books)
    folder.differing.update(["+".join(sorted(steps))] if steps else [])
    folder.agreeing += not steps
    assert not unexplained, "\n".join(
        [f"{len(unexplained)} disagreements", *map(str, unexplained[:SHOWN])]
    )


def test_each_known_difference_explains_as_many_steps_as_it_says(tally: Tally) -> None:
    games, known = differences(KNOWN.read_text(encoding="utf-8"))
    if tally.games != games:
        pytest.skip(f"{tally.games} games were compared, not the {games} of --all-games")
    assert tally.steps_differing == Counter({kind.name: kind.steps for kind in known})


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("{clause: base/nothing, source: a, when: a, steps: 1}", "no clause base/nothing"),
        ("{clause: base/majority, source: a, when: nothing, steps: 1}", "no predicate nothing"),
        ("{clause: base/majority, source: a, steps: 1}", "has clause, source, when and steps"),
    ],
)
def test_a_difference_names_what_exists(entry: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        differences(f"games: 1\ndifferences:\n  a: {entry}\n")
