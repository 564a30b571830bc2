"""Games that people played on a site: the site's points, feature by feature and in all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from carcassonne_judge.library import rule_set
from tests.conformance.agreement import REAL_GAMES, Tally
from tests.conformance.runner import RealGame


def test_it_ends_with_the_points_of_the_site(real_game: Path, tally: Tally) -> None:
    game = RealGame.read(real_game, rule_set())
    assert [refusal for ruling in game.run.rulings for refusal in ruling.refusals] == []
    assert game.run.end is not None
    assert game.run.end.totals == game.totals
    tally.folder(REAL_GAMES, real_game.parent.name).agreeing += 1


def test_each_feature_earns_what_it_earned_on_the_site(real_game: Path) -> None:
    played = RealGame.read(real_game, rule_set())
    assert played.run.end is not None
    judged = [verdict for ruling in played.run.rulings for verdict in ruling.verdicts]
    verdicts = [*judged, *played.run.end.verdicts]
    ours = Counter(verdict.points for verdict in verdicts if verdict.holders and verdict.points)
    assert ours == Counter(points for points in played.features if points)
