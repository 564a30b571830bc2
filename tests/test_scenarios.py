"""The shipped scenarios agree with the judge, and between them they cite every clause."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from msgspec.structs import replace

from carcassonne_judge import library, scenarios, suite
from carcassonne_judge.board import Board, Feature
from carcassonne_judge.locale import speaking
from carcassonne_judge.majority import counts
from carcassonne_judge.position_file import Case, FaultsError, read, read_text
from carcassonne_judge.problems import problems
from carcassonne_judge.rules import Clause, UnsettledError
from carcassonne_judge.scenarios import (
    Outcome,
    Result,
    coverage,
    index,
    run_case,
    run_paths,
    write_index,
)
from carcassonne_judge.scoring import Verdict, judge

SUITE = Path(__file__).parents[1] / "scenarios"
FILES = sorted(SUITE.rglob("*.yaml"))
TO_BE_CITED = [
    clause
    for book in library.find().values()
    for clause in book.clauses.values()
    if clause.phase != "info"
]


def name(file: Path) -> str:
    return file.relative_to(SUITE).with_suffix("").as_posix()


@cache
def cases(file: Path) -> tuple[Case, ...]:
    return read(str(file))


@cache
def outcome(file: Path, number: int) -> Outcome:
    return run_case(cases(file)[number])


@cache
def results() -> tuple[Result, ...]:
    return tuple(run_paths())


@cache
def covered() -> dict[str, tuple[str, ...]]:
    return coverage(results())


def how_many(file: Path) -> int:
    try:
        return len(cases(file))
    except FaultsError:
        return 1  # the tests say what is wrong with it


EACH = [
    pytest.param(file, number, id=f"{name(file)}-{number + 1}" if number else name(file))
    for file in FILES
    for number in range(how_many(file))
]
EACH_CLAUSE = [pytest.param(clause, id=clause.id) for clause in TO_BE_CITED]
NAMED = [
    pytest.param(clause, id=clause.id)
    for clause in TO_BE_CITED
    if (SUITE / suite.named_after(clause.id)).exists()
]


@pytest.mark.parametrize(("file", "number"), EACH)
def test_it_comes_out_as_the_scenario_says(file: Path, number: int) -> None:
    assert outcome(file, number).differences == ()


@pytest.mark.parametrize(("file", "number"), EACH)
def test_it_has_a_title_in_both_languages(file: Path, number: int) -> None:
    assert cases(file)[number].title.keys() == {"en", "es"}


@pytest.mark.parametrize(("file", "number"), EACH)
def test_it_expects_something(file: Path, number: int) -> None:
    case = cases(file)[number]
    assert case.expect is not None
    assert not (case.written or case.end) or case.expect != type(case.expect)()


@pytest.mark.parametrize(("file", "number"), EACH)
def test_nothing_is_wrong_with_the_table_unless_it_is_expected(file: Path, number: int) -> None:
    case = cases(file)[number]
    if case.expect is None or not case.expect.problems:
        assert problems(case.board) == ()


# What is covered ------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", EACH_CLAUSE)
def test_a_scenario_cites_the_clause_or_one_that_rests_on_it(clause: Clause) -> None:
    assert covered()[clause.id]


@pytest.mark.parametrize("clause", NAMED)
def test_the_scenario_named_after_a_clause_is_about_it(clause: Clause) -> None:
    assert str(SUITE / suite.named_after(clause.id)) in covered()[clause.id]


def test_every_file_of_a_box_is_named_after_one_of_its_clauses() -> None:
    known = {suite.named_after(clause.id) for clause in TO_BE_CITED}
    boxes = {box.replace("-", "_") for box in library.box_ids()}
    files = {f"{name(file)}.yaml" for file in FILES if file.parent.name in boxes}
    assert files <= known


def test_the_index_is_current_else_run_python_m_carcassonne_judge_scenarios() -> None:
    assert json.loads((SUITE / suite.INDEX).read_text(encoding="utf-8")) == index(SUITE)


def test_the_scenario_named_after_a_clause_comes_first() -> None:
    assert suite.citing("base/majority-tie")[0] == "base/majority-tie.yaml"
    assert "disputes/one-knight-each.yaml" in suite.citing("base/majority-tie")
    assert suite.citing("base/nothing") == ()


# The runner notices ---------------------------------------------------------------------------

CITY = """
players: [A, B]
board: |
  E/90   G
figures: {A: knight at 1 0}
turn: {player: A, tile: E}
play:
  - {place: E, at: [2, 0], turned: 270}
expect: %s
"""
UNFINISHED = """
players: [A, B]
board: |
  U      D
figures: {A: thief at 0 0, B: thief at 0 0}
turn: {player: A, tile: B}
end: true
judge: road at 0 0
expect: %s
"""


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (CITY, "{scores: {A: 6}}", "{scores: {A: 6, B: 6}}"),
        (CITY, "{scores: {A: 6, B: 0}}", "{scores: {B: 6}}"),
        (
            CITY,
            "{lines: {A: ['3 × 2 base/city-score']}}",
            "{lines: {A: ['6 × 1 base/city-score']}}",
        ),
        (CITY, "{lines: {A: ['3 × 2 base/city-score'], B: []}}", "{lines: {}}"),
        (
            CITY,
            "{lines: {A: ['3 × 2 base/city-score']}}",
            "{lines: {A: ['3 × 2 base/city-score', '0 × 2 base/city-shield']}}",
        ),
        (CITY, "{holders: {city at 0 0: [A]}}", "{holders: {city at 0 0: [A, B]}}"),
        (CITY, "{holders: {city at 2 0: [A]}}", "{holders: {city at 2 0: []}}"),
        (CITY, "{forbidden: []}", "{forbidden: [base/place-match-edges]}"),
        (CITY.replace("turned: 270", "turned: 0"), "{forbidden: [base/place-match-edges]}", "{}"),
        (CITY, "{home: {A: knight at 1 0}}", "{home: {}}"),
        (CITY, "{home: {A: 1}}", "{home: {A: 2}}"),
        (CITY, "{home: {A: 1, B: 0}}", "{home: {A: 1, B: 1}}"),
        (CITY, "{home: {A: [knight at 1 0]}}", "{home: {A: knight at 0 0}}"),
        (CITY, "{next: B}", "{next: A}"),
        (CITY, "{problems: []}", "{problems: [base/tile-count]}"),
        (CITY.replace("E/90   G", "G      G"), "{problems: [base/tile-count]}", "{problems: []}"),
        (UNFINISHED, "{legal: 3}", "{legal: 4}"),
        (
            UNFINISHED,
            "{legal: ['B at 0,-1', 'B at 0,1', 'B at 1,1']}",
            "{legal: ['B at 0,-1', 'B at 0,1']}",
        ),
        (
            UNFINISHED.replace("tile: B", "tile: C"),
            "{legal: ['C at 1,-1', 'C at 1,-1 knight']}",
            "{legal: ['C at 1,-1 knight']}",
        ),
        (UNFINISHED, "{holders: {road at 1 0: [A, B]}}", "{holders: {road at 1 0: [A]}}"),
        (UNFINISHED, "{scores: {A: 2, B: 2}}", "{scores: {A: 2}}"),
    ],
)
def test_the_runner_notices_what_is_otherwise(text: str, right: str, wrong: str) -> None:
    (case,) = read_text(text % right)
    assert run_case(case).differences == ()
    (case,) = read_text(text % wrong)
    (difference,) = run_case(case).differences
    assert difference.expected != difference.found


def test_a_refused_move_has_to_be_expected() -> None:
    text = CITY.replace("turned: 270", "turned: 0") % "{next: B}"
    (case,) = read_text(text)
    (difference,) = run_case(case).differences
    assert (difference.key, difference.found) == ("forbidden", "base/place-match-edges")


def test_whose_turn_comes_next_is_nobodys_once_the_game_is_over() -> None:
    text = (SUITE / "base" / "end-last-tile.yaml").read_text(encoding="utf-8")
    (case,) = read_text(text.replace("next: nobody", "next: B"))
    (difference,) = run_case(case).differences
    assert (difference.key, difference.expected, difference.found) == ("next", "B", "nobody")


def test_nobodys_turn_comes_next_while_somebody_has_to_decide() -> None:
    """The castle quarter of Carcassonne may be left before the city is scored."""
    case = cases(SUITE / "count" / "leave.yaml")[0]
    found = run_case(replace(case, written=case.written[:1])).differences
    (difference,) = (each for each in found if each.key == "next")
    assert difference.found == "B has to decide first: count/leave"


def test_folders_are_searched_and_files_are_run(tmp_path: Path) -> None:
    (tmp_path / "within").mkdir()
    (tmp_path / "within" / "city.yaml").write_text(CITY % "{scores: {A: 6}}", encoding="utf-8")
    (tmp_path / "other.yml").write_text(CITY % "{scores: {A: 5}, next: A}", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    differs, agrees = run_paths([tmp_path])
    assert (agrees.agrees, agrees.path.name) == (True, "city.yaml")
    assert (differs.agrees, differs.path.name) == (False, "other.yml")
    assert differs.expected == "scores: A 5, B 0; next: A"
    assert differs.found == "scores: A 6, B 0; next: B"
    (alone,) = run_paths([tmp_path / "other.yml"])
    assert alone == differs


def test_a_file_that_cannot_be_read_agrees_with_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("board: [", encoding="utf-8")
    (tmp_path / "vague.yaml").write_text(
        CITY.replace("turned: 270", "turned: 270, figure: monk") % "{}", encoding="utf-8"
    )
    for result in run_paths([tmp_path]):
        assert not result.agrees
        assert result.found


def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FaultsError, match="no such file"):
        list(run_paths([tmp_path / "nowhere.yaml"]))


def test_a_case_may_be_read_from_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = TextIOWrapper(BytesIO((CITY % "{scores: {A: 6}}").encode()))
    monkeypatch.setattr("sys.stdin", stream)
    (result,) = run_paths(["-"])
    assert result.agrees


def test_the_readings_of_the_command_line_overrule_those_of_the_file() -> None:
    file = SUITE / "disputes" / "two-tile-city.yaml"
    as_today, half, devir = run_paths([file], {"base.small_city": "half"})
    assert (as_today.agrees, half.agrees, devir.agrees) == (False, True, False)
    assert as_today.found.startswith("scores: A 2, B 0; lines: A 2 × 1 base/city-small")


def test_titles_are_told_in_the_language_that_is_spoken() -> None:
    file = SUITE / "disputes" / "two-tile-city.yaml"
    with speaking("es"):
        assert next(run_paths([file])).title == "¿Una ciudad de dos losetas vale 2 o 4?"


def test_the_index_names_the_files_that_cite_a_clause(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "mine.yaml").write_text(CITY % "{}", encoding="utf-8")
    (tmp_path / "base" / "city-score.yaml").write_text(CITY % "{}", encoding="utf-8")
    write_index(tmp_path)
    found = json.loads((tmp_path / suite.INDEX).read_text(encoding="utf-8"))
    assert found["base/city-score"] == ["base/city-score.yaml", "mine.yaml"]
    assert "base/city-shield" not in found


def test_an_open_question_of_the_rulebooks_is_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unsettled(feature: Feature) -> Verdict:
        return replace(judge(feature), unsettled=(UnsettledError(counts(feature.kind), ()),))

    monkeypatch.setattr(scenarios, "judge", unsettled)
    (case,) = read_text(UNFINISHED % "{}")
    (difference,) = run_case(case).differences
    assert (difference.key, difference.expected) == ("unsettled", "–")


@pytest.mark.parametrize(("file", "number"), EACH)
def test_nothing_is_wrong_with_the_table_after_legal_moves(file: Path, number: int) -> None:
    expect = cases(file)[number].expect
    if expect is None or not (expect.forbidden or expect.problems):
        after = outcome(file, number).run.board
        assert problems(Board(after.position, after.rules)) == ()
