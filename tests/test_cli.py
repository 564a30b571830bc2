"""The command line: every command, option and exit status, in both languages.

``GOLDEN=write pytest tests/test_cli.py`` writes the expected texts anew; read them then.
"""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from carcassonne_judge import game, library, locale, position_file, suite
from carcassonne_judge.board import Board, Feature
from carcassonne_judge.changes import Pass, part
from carcassonne_judge.cli import answers, bilingual, main
from carcassonne_judge.legality import offers
from carcassonne_judge.position import Change, Owed
from carcassonne_judge.rulebooks.base import CITY
from carcassonne_judge.rules import Rulebook, RuleSet
from carcassonne_judge.scoring import scores
from carcassonne_judge.turn import precedes
from tests.toy_boxes import box, clause

GOLDEN = Path(__file__).parent / "golden"
CALL = "from carcassonne_judge.cli import main; main()"

TOLD = {
    "help": ["--help"],
    "play-help": ["play", "--help"],
    "check": ["check", "wrong.yaml"],
    "check-nothing": ["check", "shared-city.yaml"],
    "moves": ["moves", "shared-city.yaml"],
    "moves-at": ["moves", "shared-city.yaml", "--tile", "B", "--player", "B", "--at", "0,-2"],
    "moves-at-scores": ["moves", "shared-city.yaml", "--at", "0,-2"],
    "moves-none": ["moves", "farms.yaml", "--tile", "C"],
    "why-not": ["moves", "shared-city.yaml", "--why-not", "E at 0,-2 turned 180 knight"],
    "why-not-legal": ["moves", "shared-city.yaml", "--why-not", "E at 0,-2 turned 180 farmer"],
    "play": ["play", "shared-city.yaml", "E at 0,-2 turned 180"],
    "play-illegal": ["play", "shared-city.yaml", "E at 0,-2 turned 180 knight"],
    "play-cases": ["play", "closing.yaml"],
    "play-problem": ["play", "wrong.yaml", "A: U at 0,2"],
    "majority": ["majority", "shared-city.yaml"],
    "majority-spot": ["majority", "shared-city.yaml", "city at 0 1"],
    "majority-nobody": ["majority", "shared-city.yaml", "road at 0 1"],
    "score": ["score", "shared-city.yaml"],
    "score-declared": ["score", "declared.yaml"],
    "score-farms": ["score", "farms.yaml", "--all-readings"],
    "score-contested": ["score", "farms.yaml", "--reading", "printing=devir"],
    "score-first-printing": ["score", "farms.yaml", "--reading", "base.farms=r1"],
    "score-spot": ["score", "shared-city.yaml", "city at 0 0", "--all-readings"],
    "score-pool": ["score", "farms.yaml", "field at 0 0", "--reading", "printing=r2"],
    "score-now": ["score", "shared-city.yaml", "city at -1 0", "--now"],
    "show": ["show", "shared-city.yaml"],
    "show-apart": ["show", "wrong.yaml"],
    "replay": ["replay", "game.jcz"],
    "import": ["import", "game.jcz"],
    "import-after": ["import", "game.jcz", "--after", "1"],
    "rules-clause": ["rules", "base/city-small"],
    "rules-search": ["rules", "--search", "shield", "--box", "base"],
    "rules-readings": ["rules", "--readings", "--box", "base"],
    "tiles": ["tiles", "C", "--box", "base"],
    "tiles-sides": ["tiles", "--sides", "C.RR", "--box", "base"],
}
"""Texts that were read and found right, in ``golden/<language>-<name>.txt``."""

STATUS = {
    "check": 1,
    "why-not": 1,
    "play-illegal": 1,
    "play-problem": 1,
}


@pytest.fixture(autouse=True)
def _in_the_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(GOLDEN)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with locale.speaking("en"):
        yield


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, prog_name="carcassonne-judge")


def said(*arguments: str) -> str:
    """What a command says that succeeds."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def program(*arguments: str, code: str = CALL, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Call the program as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(GOLDEN.parents[1]), **more.pop("env", {})}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, check=False, env=environment, **more)  # noqa: S603 -- our own


# What is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", locale.LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(name: str, language: str) -> None:
    result = run(*TOLD[name], "--lang", language)
    assert result.exit_code == STATUS.get(name, 0), result.output
    golden = GOLDEN / f"{language}-{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(result.stdout, encoding="utf-8")
    assert result.stdout == golden.read_text(encoding="utf-8")


def test_no_golden_text_is_left_over() -> None:
    wanted = {f"{language}-{name}.txt" for name in TOLD for language in locale.LANGUAGES}
    assert {path.name for path in GOLDEN.glob("*.txt")} == wanted


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_the_help_fits_one_screen_and_begins_with_an_example(language: str) -> None:
    lines = said("--help", "--lang", language).splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("carcassonne-judge play ")


@pytest.mark.parametrize("command", list(main.commands))
def test_every_command_has_a_help_in_both_languages(command: str) -> None:
    english, spanish = (said(command, "--help", "--lang", each) for each in locale.LANGUAGES)
    assert english.startswith(f"Usage: carcassonne-judge {command}")
    assert spanish.startswith(f"Uso: carcassonne-judge {command}")
    for option in ("--json", "--reading", "--all-readings", "--lang", "--no-color", "--help"):
        assert option in english
    assert "For example: carcassonne-judge " in english
    assert "Por ejemplo: carcassonne-judge " in spanish


def test_the_examples_of_the_help_are_understood() -> None:
    """What the help shows is what the commands understand."""
    assert run("moves", "shared-city.yaml", "--tile", "E", "--at", "0,-2").exit_code == 0
    assert run("majority", "shared-city.yaml", "city at 0 0").exit_code == 0
    assert run("majority", "shared-city.yaml", "ciudad en 0 0").exit_code == 0
    assert run("play", "shared-city.yaml", "E en 0,-2 girada 180").exit_code == 0
    assert run("tiles", "--sides", "CRFR").exit_code == 0


def test_the_language_comes_from_the_environment_or_from_before_the_command() -> None:
    runner = CliRunner(env={"LANG": "es_ES.UTF-8"})
    spanish = runner.invoke(main, ["show", "shared-city.yaml"]).stdout
    assert "C ciudad, ─ R camino" in spanish
    assert (
        "C city, ─ R road" in runner.invoke(main, ["show", "shared-city.yaml", "--lang=en"]).stdout
    )
    assert said("--lang", "es", "show", "shared-city.yaml") == spanish


# JSON -----------------------------------------------------------------------------------------


def data(*arguments: str, status: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def keys(*arguments: str, status: int = 0) -> set[str]:
    found = data(*arguments, status=status)
    assert isinstance(found, dict)
    return set(found)


def one(*arguments: str, status: int = 0) -> dict[str, Any]:
    found = data(*arguments, status=status)
    assert isinstance(found, dict)
    return found


RULING = {
    "scores",
    "totals",
    "features",
    "consequences",
    "forbidden",
    "unsettled",
    "owed",
    "next",
    "over",
    "steps",
    "clauses",
    "readings",
}


def test_play_as_data() -> None:
    found = one("play", "shared-city.yaml", "E at 0,-2 turned 180")
    assert set(found) == RULING | {"other_readings"}
    assert found["scores"] == found["totals"] == {"A": 0, "B": 14}
    assert (found["next"], found["over"], found["owed"]) == ("B", None, [])
    (feature,) = found["features"]
    assert (feature["kind"], feature["at"], feature["complete"]) == ("city", [0, 0], True)
    assert (feature["tiles"], feature["holders"], feature["marks"]) == (6, ["B"], {"shields": 1})
    assert [(each["points"], each["clause"]) for each in feature["lines"]] == [
        (12, "base/city-score"),
        (2, "base/city-shield"),
    ]
    assert {each["player"] for each in feature["figures"]} == {"A", "B"}
    assert [each["change"] for each in found["consequences"]] == ["MoveFigure"] * 3
    clauses = found["clauses"]
    assert set(clauses["base/majority"]) == {"text", "source", "certainty", "rests_on"}
    assert "base/turn-clockwise" in clauses
    assert found["readings"]["base.farms"] == "r3"
    assert len(found["steps"]) == 1


def test_a_refused_move_as_data() -> None:
    found = one("play", "shared-city.yaml", "E at 0,-2 turned 180 knight", status=1)
    assert found["forbidden"][0]["clause"] == "base/deploy-unoccupied"
    assert found["steps"][0]["legal"] is False


def test_several_positions_are_a_list() -> None:
    found = data("play", "closing.yaml")
    assert isinstance(found, list)
    assert [each["title"] for each in found] == [
        "A closes the city that B holds",
        "Who would hold it?",
    ]
    assert found[0]["winners"] == ["B"]
    assert found[1]["judged"][0]["holders"] == ["A"]


def test_score_and_majority_as_data() -> None:
    assert keys("score", "farms.yaml") == RULING | {"winners", "payments", "other_readings"}
    found = one("score", "farms.yaml", "--all-readings")
    assert {each["reading"]: each["differs"] for each in found["other_readings"]} == {
        "base.farms": {"A": 0}
    }
    features = data("majority", "farms.yaml", "field at 0 0", "--all-readings")
    assert [(each["kind"], each["holders"]) for each in features] == [("field", ["A"])]
    assert features[0]["other_readings"] == []
    titles = {each["title"] for each in data("majority", "closing.yaml")}
    assert titles == {"A closes the city that B holds", "Who would hold it?"}
    one_feature = {"scores", "features", "clauses", "readings", "other_readings"}
    assert keys("score", "farms.yaml", "field at 0 0") == one_feature


def test_moves_as_data() -> None:
    found = one("moves", "shared-city.yaml", "--at", "0,-2")
    assert (found["tile"], found["player"], found["count"]) == ("E", "A", 1)
    (move,) = found["moves"]
    assert move["at"] == [0, -2]
    assert (move["turned"], move["same"], move["scores"]) == (180, [], {"B": 14})
    assert move["claims"] == [{"figure": "farmer", "scores": {"B": 14}}]
    assert {each["clause"] for each in found["forbidden"]} == {"base/place-match-edges"}
    found = one("moves", "shared-city.yaml", "--tile", "B", "--at", "2,0")
    assert found["moves"][0]["same"] == [90, 180, 270]
    found = one("moves", "shared-city.yaml", "--why-not", "E at 9,9", status=1)
    assert set(found) == {"legal", "forbidden", "unsettled", "clauses"}


def test_a_tile_that_fits_nowhere_as_data() -> None:
    found = one("moves", "farms.yaml", "--tile", "C")
    assert found["count"] == 0
    assert [each["clause"] for each in found["moves"]] == ["base/place-unplaceable"]


def test_the_other_commands_as_data() -> None:
    problems = one("check", "wrong.yaml", status=1)["problems"]
    assert set(problems[0]) == {"line", "column", "text", "clause"}
    assert one("check", "shared-city.yaml") == {"problems": []}
    assert keys("show", "shared-city.yaml") == {
        "tiles", "figures", "tokens", "scores", "turn", "hand", "picture",
    }  # fmt: skip
    assert keys("replay", "game.jcz") == RULING | {"assertions", "other_readings"}
    assert one("replay", "game.jcz")["assertions"][0]["holds"] is True
    assert position_file.read_text(str(one("import", "game.jcz")["position"]))
    (clause,) = data("rules", "base/majority")
    assert clause["id"] == "base/majority"
    assert len(data("rules", "--box", "base")) == len(library.rule_set().clauses)
    assert {each["name"] for each in data("rules", "--readings")} >= {"edition", "base.farms"}
    (tile,) = data("tiles", "--sides", "CRFR", "--box", "base")
    assert (tile["tile"], tile["turned"], tile["copies"]) == ("D", 0, 4)
    assert "turned" not in data("tiles", "D")[0]
    base = next(each for each in data("boxes") if each["box"] == "base")
    assert (base["tiles"], base["figures"]) == (72, {"follower": 7})


# Files ----------------------------------------------------------------------------------------


def test_a_position_is_saved_after_the_moves(tmp_path: Path) -> None:
    out = tmp_path / "after.yaml"
    move = ("play", "shared-city.yaml", "E at 0,-2 turned 180", "--save", str(out))
    result = run(*move)
    assert result.exit_code == 0
    assert f"saved: {out}" in result.stderr
    (case,) = position_file.read(str(out))
    assert case.position.turn == "B"
    assert dict(case.position.scores) == {"A": 0, "B": 14}
    assert len(case.position.tiles) == 8
    before = out.read_text(encoding="utf-8")
    result = run(*move)
    assert (result.exit_code, "--overwrite" in result.stderr) == (2, True)
    assert out.read_text(encoding="utf-8") == before
    assert run(*move, "--overwrite").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["after.yaml"]


def test_only_one_position_can_be_saved(tmp_path: Path) -> None:
    result = run("play", "closing.yaml", "--save", str(tmp_path / "x.yaml"))
    assert (result.exit_code, "one position" in result.stderr) == (2, True)


def test_nothing_is_left_where_nothing_can_be_written(tmp_path: Path) -> None:
    out = tmp_path / "folder"
    out.mkdir()
    result = run("show", "shared-city.yaml", "-o", str(out / "no" / "x.txt"))
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    (out / "x.txt").mkdir()
    assert run("show", "shared-city.yaml", "-o", str(out / "x.txt"), "--overwrite").exit_code == 2
    assert [path.name for path in out.iterdir()] == ["x.txt"]


def test_the_table_is_drawn_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "table.txt"
    assert run("show", "shared-city.yaml", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8") == said("show", "shared-city.yaml")
    assert run("show", "closing.yaml", "-o", str(out), "--overwrite").exit_code == 0
    assert out.read_text(encoding="utf-8").count("\n\n") >= 3


DRAWING = {
    "show": ["show", "shared-city.yaml"],
    "moves": ["moves", "shared-city.yaml"],
    "play": ["play", "shared-city.yaml", "E at 0,-2 turned 180"],
    "majority": ["majority", "shared-city.yaml"],
    "score": ["score", "shared-city.yaml"],
    "score-spot": ["score", "shared-city.yaml", "city at 0 0", "--now"],
    "score-pools": ["score", "farms.yaml", "--reading", "printing=devir"],
    "cases": ["play", "closing.yaml"],
    "tiles": ["tiles", "--box", "base"],
}


@pytest.mark.parametrize("name", DRAWING)
def test_what_is_asked_is_drawn_into_a_file_besides(name: str, tmp_path: Path) -> None:
    for ending, begins in (("svg", b"<svg "), ("png", b"\x89PNG")):
        out = tmp_path / f"picture.{ending}"
        result = run(*DRAWING[name], "-o", str(out))
        assert (result.exit_code, result.stderr) == (0, f"saved: {out}\n")
        assert out.read_bytes().startswith(begins)
        again = run(*DRAWING[name], "-o", str(out))
        assert (again.exit_code, "--overwrite" in again.stderr) == (2, True)
        assert run(*DRAWING[name], "-o", str(out), "--overwrite").exit_code == 0


def test_the_features_of_a_ruling_have_the_numbers_of_the_picture(tmp_path: Path) -> None:
    out = tmp_path / "farms.svg"
    result = run("score", "farms.yaml", "-o", str(out))
    told = re.findall(r"^\[(\d)\] ", result.stdout, re.MULTILINE)
    assert told
    drawn = re.findall(r'class="light" data-number="(\d)"', out.read_text(encoding="utf-8"))
    assert drawn == told
    assert "[1]" not in said("score", "farms.yaml")


@pytest.mark.parametrize("command", [["show"], ["moves"], ["play"], ["majority"], ["score"]])
def test_a_picture_of_no_known_kind_is_refused_at_once(command: list[str]) -> None:
    result = run(*command, "no-such-file.yaml", "-o", "x.gif")
    assert (result.exit_code, "ends in .svg, .png" in result.stderr) == (2, True)


def test_moves_that_are_not_listed_are_not_drawn() -> None:
    result = run("moves", "shared-city.yaml", "--why-not", "E at 9,9", "-o", "x.svg")
    assert (result.exit_code, "none to draw" in result.stderr) == (2, True)


def test_png_without_its_library_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "x.png"
    result = run("show", "shared-city.yaml", "-o", str(out))
    assert result.exit_code == 2
    assert "pip install 'carcassonne-judge[png]'" in result.stderr
    assert not out.exists()


def test_a_saved_game_is_imported_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "table.yaml"
    assert run("import", "game.jcz", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8") == said("import", "game.jcz")
    assert run("import", "game.jcz", "-o", str(out)).exit_code == 2


def test_the_standard_input_is_read() -> None:
    text = (GOLDEN / "shared-city.yaml").read_text(encoding="utf-8")
    result = run("show", "-", stdin=text)
    assert result.stdout == said("show", "shared-city.yaml")


# Refused --------------------------------------------------------------------------------------

REFUSED = [
    ([], "Usage"),
    (["nonsense"], "no command 'nonsense'"),
    (["scor"], "did you mean score?"),
    (["--nonsense"], "no option --nonsense"),
    (["play"], "FILE is missing"),
    (["play", "nowhere.yaml", "E at 0,0"], "nowhere.yaml"),
    (["play", "shared-city.yaml"], "no move to rule on"),
    (["play", "shared-city.yaml", "E at"], "no move"),
    (["play", "shared-city.yaml", "Q: E at 0,-2"], "Q"),
    (["play", "shared-city.yaml", "E at 0,-2", "--save"], "--save needs a value"),
    (["score", "shared-city.yaml", "--lang", "fr"], "it may be en, es"),
    (["score", "shared-city.yaml", "--reading", "farms"], "NAME=VALUE"),
    (["score", "shared-city.yaml", "--reading", "farms=r1"], "no reading 'farms'"),
    (["score", "shared-city.yaml", "--reading", "base.farms=r9"], "r9"),
    (["score", "shared-city.yaml", "--now"], "needs a feature"),
    (["score", "shared-city.yaml", "castle at 0 0"], "castle"),
    (["score", "shared-city.yaml", "city at 0 0", "and", "more"], "too many arguments: and more"),
    (["moves", "farms.yaml"], "no tile is in hand"),
    (["moves", "farms.yaml", "--tile", "ZZ"], "no tile 'ZZ'"),
    (["moves", "shared-city.yaml", "--player", "Z"], "nobody is called 'Z'; there are A, B"),
    (["moves", "shared-city.yaml", "--at", "here"], "'here' is no cell"),
    (["replay", "shared-city.yaml"], "no moves under play:"),
    (["replay", "game.jcz", "--reading", "base.farms=r1"], "its own readings"),
    (["import", "game.jcz", "--reading", "base.farms=r1"], "its own readings"),
    (["import", "game.jcz", "--after", "9"], "the game has 2 moves"),
    (["import", "game.jcz", "--after", "-1"], "--after"),
    (["import", "shared-city.yaml"], "not a saved game"),
    (["rules", "base/majorty"], "did you mean base/majority?"),
    (["rules", "--search", "xyzzy"], "no clause says 'xyzzy'"),
    (["rules", "--box", "moon"], "no box 'moon'"),
    (["tiles", "ZZ"], "no tile 'ZZ'"),
    (["tiles", "--sides", "CR"], "no four sides"),
    (["tiles", "--sides", "CXRR"], "write C R F"),
    (["scenarios", "nowhere"], "nowhere"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[" ".join(a) for a, _ in REFUSED])
def test_what_is_misused_is_refused_in_one_clear_sentence(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert result.stdout == ""
    assert isinstance(result.exception, SystemExit)


def test_what_is_misused_is_refused_in_spanish() -> None:
    assert "falta FICHERO" in run("play", "--lang", "es").stderr
    assert "no existe la opción --x" in run("play", "--x", "--lang", "es").stderr
    assert "no existe la orden «x»" in run("--lang", "es", "x").stderr
    assert "prueba: carcassonne-judge play --help" in run("play", "--lang", "es").stderr


TILE = "tiles: [{tile: D, at: [0, 0]}]\n"
IN_SPANISH = [
    (b"\xff", "caso.yaml:1:1: el byte 0xff no es UTF-8; guarda el fichero como UTF-8"),
    ("", "caso.yaml: el fichero está vacío; tiene que "),
    ("a: [", "no es YAML: falta un valor; revisa sangrías, dos puntos, corchetes y comillas"),
    ("a: \x07", "caso.yaml:1:4: un carácter que no se puede imprimir (U+0007); quítalo"),
    ("a: !!x b", "caso.yaml:1:4: la etiqueta !!x: una posición son datos sin etiquetas; quítala"),
    ("a: *x", "nada se ha llamado &x antes de *x; un texto con * necesita comillas"),
    ("[" * 30, "más de 20 niveles; ninguna posición necesita tantos"),
    ("[]", "caso.yaml:1:1: la lista está vacía; escribe en ella una posición"),
    ("7", "caso.yaml:1:1: «7», donde va un mapa (clave: valor)"),
    ("player: x", "caso.yaml:1:1: aquí no cabe la clave «player»; ¿querías decir «players»?"),
    (TILE + TILE, "caso.yaml:2:1: la clave «tiles» otra vez, antes en la línea 1; deja solo una"),
    ("boxes: [bas]", "no existe la caja «bas»; las cajas son "),
    ("boxes: [bas]", "; ¿querías decir «base»?"),
    ("readings: {edition: c9}", "caso.yaml:1:21: edition: no existe el valor «c9»; puede ser c3,"),
    ("readings: {x: y}", "caso.yaml:1:12: las cajas en juego no tienen la lectura «x»; tienen"),
    ("players: [No]", "un jugador llamado No necesita comillas, 'No': sin ellas, YAML"),
    ("players: [A, A]", "caso.yaml:1:14: el jugador «A» otra vez; cada uno se nombra una sola"),
    ("board: D\nfigures: {Z: x}", "caso.yaml:2:11: no hay ningún jugador «Z»; di quién juega"),
    ("board: 'Z'", "caso.yaml:1:9: no existe la loseta «Z»; ¿querías decir «X»? (carcassonne-"),
    ("board: D/45", "caso.yaml:1:8: girada 45: una loseta se gira 0, 90, 180 o 270 grados"),
    ("tiles: [{tile: D, at: [0]}]", "caso.yaml:1:23: aquí va una lista de 2, como [0, 1]"),
    ("tiles: [{tile: D}]", "caso.yaml:1:9: aquí falta la clave «at»"),
    ("tiles: [{tile: D, at: x}]", "caso.yaml:1:23: «x», donde va una lista"),
    ("tiles: [{tile: D, at: [0, y]}]", "«y», donde va un número entero; escríbelo sin más"),
    ("tiles: [{tile: D, at: [0, 9999999]}]", "queda fuera de la mesa; las casillas llegan hasta"),
    ("tiles: [{tile: D, at: [0, 9999999]}]", "±1.000.000"),
    ("board: |\n  D\ntiles: [{tile: D, at: [0, 0]}]", "dos losetas en (0,0): ahí está D (línea 2)"),
    ("faces: {x: {road: {ports: Q}}}", "la cara de «x»: no existe el borde «Q»; los bordes son:"),
    ("faces: {x: {y: {ports: N}}}", "ninguna caja en juego tiene zonas «y»"),
    (
        "tokens: [{token: x}]\n",
        "ninguna caja en juego tiene la ficha «x»; quítala, o añade su caja",
    ),
    (TILE + "players: [A]\nfigures: {A: foo at 0 0}", "caso.yaml:3:14: nadie se llama «foo»"),
    (TILE + "players: [A]\nfigures: {A: knight}", "«knight» no dice dónde; escribe «knight en"),
    (TILE + "players: [A]\nfigures: {A: monje en 0 0}", "D en (0,0) tiene: caballero, ladrón"),
    (TILE + "players: [A]\nfigures: {A: thief at 1 1}", "no hay ninguna loseta en (1,1); pon una"),
    (TILE + "players: [A]\nfigures: {A: foo held by A}", "no tienen la figura «foo»; tienen"),
    (TILE + "players: [A]\nplay: [{place: E}]", "caso.yaml:3:8: aquí falta la clave «at»"),
    (TILE + "players: [A]\nplay: [{}]", "caso.yaml:3:8: esto no hace nada; di una loseta"),
    (TILE + "players: [A]\nplay: [{then: bailo}]", "nada de lo que se ofrece se llama así"),
    (TILE + "players: [A]\nplay: [E]", "«E» no es una jugada; escríbela como «E en 0,-2"),
    (TILE + "players: [A]\nplay: [take knight at 0 0]", "A no tiene a nadie ahí; di una de sus"),
    (TILE + "judge: castle at 0 0", "ninguna zona se llama «castle»; D en (0,0) tiene: "),
    (TILE + "judge: field at 0 0", "encaja con más de una parte de la loseta; D en (0,0) tiene:"),
    (TILE + "judge: field at 5 0", "no hay ninguna loseta en (5,0); di una casilla que la tenga"),
    (TILE + "players: [A]\nexpect: {lines: {A: [x]}}", "«x» no es una línea de puntos"),
    (TILE + "players: [A]\nexpect: {forbidden: x}", "no tienen la cláusula «x»; carcassonne-judge"),
    (TILE + "players: [A]\ndone: [{}]", "aquí va una de estas, y solo una: place, deploy"),
]


@pytest.mark.parametrize(("content", "words"), IN_SPANISH, ids=[w for _, w in IN_SPANISH])
def test_what_is_wrong_with_a_file_is_said_in_spanish(
    content: str | bytes, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = content.encode() if isinstance(content, str) else content
    (tmp_path / "caso.yaml").write_bytes(written)
    monkeypatch.chdir(tmp_path)
    result = run("play", "caso.yaml", "--lang", "es")
    assert words in result.stderr
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "nada.yaml"], "nada.yaml: no existe tal fichero; revisa su nombre y la carpeta"),
        (["play", "."], ".: esto es una carpeta; di un fichero de ella"),
        (["moves", "shared-city.yaml", "--at", "aquí"], "«aquí» no es una casilla"),
        (["play", "shared-city.yaml", "Q: E en 0,-2"], "no hay ningún jugador «Q»; los jugadores"),
        (["score", "shared-city.yaml", "--reading", "x=y"], "--reading: las cajas en juego no"),
        (["import", "shared-city.yaml"], "shared-city.yaml: no es una partida guardada: "),
        (["import", "game.jcz", "--after", "-1"], "--after: aquí va un número entero, desde 0"),
    ],
)
def test_what_is_asked_amiss_is_said_in_spanish(arguments: list[str], words: str) -> None:
    result = run(*arguments, "--lang", "es")
    assert words in result.stderr
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"setup": {"sets": {"moon": 1}, "elements": {}, "start": []}}, "aquí nadie conoce tal"),
        ({"setup": {"sets": {}, "elements": {}, "start": []}}, "falta el juego de losetas «basic»"),
        ({"replay": [{"type": "DANCE"}, {"type": "COMMIT"}]}, "mensaje 1, DANCE: aquí nadie"),
        ({"replay": [{"type": "UNDO"}]}, "mensaje 1, UNDO: no queda nada que deshacer"),
        ({"replay": [{"type": "PASS", "player": 9}]}, "mensaje 1, PASS: no hay ningún jugador 9"),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_said_in_spanish(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    saved = json.loads((GOLDEN / "game.jcz").read_text(encoding="utf-8"))
    path = tmp_path / "game.jcz"
    path.write_text(json.dumps(saved | changes), encoding="utf-8")
    result = run("replay", str(path), "--lang", "es")
    assert words in result.stderr
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_scenario_that_differs_is_told_in_spanish(tmp_path: Path) -> None:
    path = tmp_path / "caso.yaml"
    path.write_text("players: [A]\nboard: D\nexpect: {next: A}\nplay: [E at 5 5]\n", "utf-8")
    told = run("scenarios", str(path), "--lang", "es").stdout
    assert "base/place-side-contact" in told
    path.write_text("boar: D\n", "utf-8")
    told = run("scenarios", str(path), "--lang", "es").stdout
    assert f"hallado: fichero: {path}:1:1: aquí no cabe la clave «boar»" in told


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a: [", b"", b"[" * 5000, b"? : :", b"7"])
@pytest.mark.parametrize("command", ["check", "score", "show", "majority", "replay"])
def test_odd_files_are_refused(content: bytes, command: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(content)
    result = run(command, str(path))
    assert (result.exit_code, type(result.exception)) == (2, SystemExit), result.output
    assert result.stderr


def test_a_table_too_wide_is_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    far = "tiles: [{tile: B, at: [0, 0]}, {tile: B, at: [900000, 900000]}]"
    path.write_text(far, encoding="utf-8")
    result = run("show", str(path))
    assert (result.exit_code, "too far apart" in result.stderr) == (2, True)


def test_a_key_that_interrupts_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(answers, "each", interrupted)
    result = run("check", "shared-city.yaml")
    assert (result.exit_code, "interrupted" in result.stderr) == (2, True)


def test_what_is_the_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(answers, "each", broken)
    assert isinstance(run("check", "shared-city.yaml").exception, ZeroDivisionError)


def test_the_program_can_be_called_from_another() -> None:
    status = main.main(["schema"], prog_name="carcassonne-judge", standalone_mode=False)
    assert status == 0


# What the rulebooks do not settle -------------------------------------------------------------

toys = box(
    "toys", clause("toys/three", 3, "base/city-score"), clause("toys/four", 4, "base/city-score")
)


@toys.rule(scores(CITY), "three")
@toys.rule(scores(CITY), "four")
def for_each_tile(city: Feature) -> int | None:
    """A complete city earns for each of its tiles."""
    return len(city.cells) if city.complete else None


def _with_a_box(monkeypatch: pytest.MonkeyPatch, book: Rulebook) -> None:
    """Add a box to those of every file that is read."""
    read = position_file.read

    def cases(path: str, readings: dict[str, str]) -> list[position_file.Case]:
        found = read(path, readings)
        return [replace(c, rules=RuleSet(readings, [*c.rules.books, book])) for c in found]

    monkeypatch.setattr(position_file, "read", cases)


@pytest.fixture
def _two_boxes_that_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_a_box(monkeypatch, toys)


@pytest.mark.usefixtures("_two_boxes_that_disagree")
def test_what_is_not_settled_is_said_and_the_rest_is_ruled() -> None:
    result = run("play", "shared-city.yaml", "E at 0,-2 turned 180")
    assert result.exit_code == 3
    assert "not settled: “scores city”: the clauses do not agree" in result.stdout
    assert "6 tiles × 3 = 18" in result.stdout or "6 × 3 = 18" in result.stdout
    assert "toys/four" in result.stdout
    assert "B holds it" in result.stdout
    found = one("play", "shared-city.yaml", "E at 0,-2 turned 180", status=3)
    (unsettled,) = found["features"][0]["unsettled"]
    assert {each["clause"]: each["answer"] for each in unsettled["answers"]} == {
        "toys/three": 18,
        "toys/four": 24,
    }
    assert run("play", "shared-city.yaml", "E at 0,-2 turned 180 knight").exit_code == 1


# What is owed ---------------------------------------------------------------------------------

doubts = box("doubts", clause("doubts/ask"))


@doubts.rule(precedes(), "ask")
def somebody_is_asked(board: Board) -> list[Change] | None:
    """Before anything is scored, the player says that he has seen it."""
    position = board.position
    said = any(isinstance(done, Pass) for done in part(position))
    return None if said or not part(position) else [Owed(position.turn, "doubts/ask")]


@doubts.rule(offers(), "ask")
def he_has_seen_it(board: Board) -> list[Change] | None:
    """He may say nothing else."""
    return [Pass()] if board.position.owed_under("doubts/ask") else None


@pytest.fixture
def _a_box_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_a_box(monkeypatch, doubts)


@pytest.mark.usefixtures("_a_box_that_asks")
def test_a_move_that_asks_for_an_answer_is_ruled() -> None:
    move = "E at 0,-2 turned 180"
    asked = said("play", "shared-city.yaml", move)
    assert asked.startswith("A has to decide first:   doubts/ask\n  pass\n\nRules cited\n")
    spanish = said("play", "shared-city.yaml", move, "--lang", "es")
    assert spanish.startswith("Antes tiene que decidir A:   doubts/ask\n  paso\n")
    found = one("play", "shared-city.yaml", move)
    (owed,) = found["owed"]
    assert (owed["player"], owed["clause"], owed["offers"]) == ("A", "doubts/ask", ["pass"])
    assert (found["next"], found["scores"]) == (None, {"A": 0, "B": 0})
    answered = said("play", "shared-city.yaml", move, "then pass")
    assert answered.startswith("B scores 14; A scores nothing.")


@pytest.mark.usefixtures("_a_box_that_asks")
def test_the_moves_are_the_answers_where_something_is_owed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = position_file.read
    (case,) = read("shared-city.yaml", {})
    (ruling,) = game.run(case.board, [case.part("E at 0,-2 turned 180")]).rulings
    position = ruling.board.position
    monkeypatch.setattr(position_file, "read", lambda *_: [replace(case, position=position)])
    assert said("moves", "x.yaml").startswith(
        "A has to decide first:   doubts/ask\n  pass (B 14)\n"
    )
    found = one("moves", "x.yaml")
    assert (found["tile"], found["count"]) == (None, 0)
    assert found["moves"] == [{"move": "pass", "scores": {"B": 14}, "clause": "doubts/ask"}]


# Round about ----------------------------------------------------------------------------------


def test_boxes_count_what_a_player_has_and_no_figure_of_nobodys() -> None:
    rows = {line.split()[0]: line for line in said("boxes").splitlines() if line}
    assert "7 followers" in rows["base"]
    assert " 1 abbot " in rows["abbot"]
    assert "0 counts" not in rows["count"]


def test_the_shipped_scenarios_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Scenarios" in said("rules", "base/city-score")
    monkeypatch.setattr(suite, "suite", lambda: None)
    assert run("boxes").exit_code == 0


def test_scenarios_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (GOLDEN / "shared-city.yaml").read_text(encoding="utf-8")
    move = "play: [{place: E, at: [0, -2], turned: 180}]\n"
    path.write_text(f"{text}{move}expect: {{scores: {{B: 14}}}}\n", encoding="utf-8")
    assert said("scenarios", str(path)) == "1 case agrees.\n"
    path.write_text(f"{text}{move}expect: {{scores: {{A: 14}}}}\n", encoding="utf-8")
    result = run("scenarios", str(path))
    assert result.exit_code == 1
    assert "A starts a city and B joins it" in result.stdout
    found = one("scenarios", str(path), status=1)
    assert (found["agree"], len(found["differ"])) == (0, 1)
    assert set(found["differ"][0]) == {"path", "title", "expected", "found"}


def test_the_schema_is_printed() -> None:
    assert json.loads(said("schema")) == json.loads(json.dumps(position_file.schema()))


def test_a_game_is_replayed_under_other_readings() -> None:
    found = one("replay", "game.jcz", "--all-readings")["other_readings"]
    assert found == [
        {"reading": "base.small_city", "value": "half", "differs": {"Ana": 2}, "house": False}
    ]
    text = said("replay", "game.jcz", "--all-readings")
    assert "Under base.small_city: half, Ana 2." in text


def test_the_version_is_printed() -> None:
    assert said("--version").startswith("carcassonne-judge ")


def test_clauses_under_readings() -> None:
    plain = said("rules")
    assert "base/farm-r1" in plain
    assert "base/farm-r1" not in said("rules", "--reading", "base.farms=r3")
    assert "base/farm-r1" in said("rules", "--reading", "base.farms=first", "--box", "basic")


def test_a_clause_is_found_without_its_box() -> None:
    assert said("rules", "majority") == said("rules", "base/majority")


def test_tiles_are_found_by_what_they_show() -> None:
    assert "2 faces, 6 tiles" in said("tiles", "monastery", "--box", "base")
    assert said("tiles", "monasterio") == said("tiles", "monastery")
    assert "BA/Cccc+" in said("tiles", "BA/Cccc+")
    assert "72 tiles" in said("tiles", "--box", "base")
    assert "E*" not in said("tiles", "--reading", "edition=c1")


def test_colours_are_for_terminals() -> None:
    runner = CliRunner()
    arguments = ["play", "shared-city.yaml", "E at 0,-2 turned 180"]
    assert "\x1b" in runner.invoke(main, arguments, color=True).stdout
    assert "\x1b" not in runner.invoke(main, [*arguments, "--no-color"], color=True).stdout
    assert "\x1b" not in runner.invoke(main, arguments, color=True, env={"NO_COLOR": "1"}).stdout
    assert "\x1b" not in runner.invoke(main, arguments).stdout


def test_what_a_terminal_cannot_show_is_a_question_mark() -> None:
    done = program(
        *("play", "shared-city.yaml", "E at 0,-2 turned 180"),
        env={"PYTHONIOENCODING": "iso8859-5"},
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"6 tiles   ? 2 = 12" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_no_traceback() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = program("rules", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr


def test_a_reader_who_leaves_is_no_error() -> None:
    left, written = os.pipe()
    os.close(left)
    done = program("rules", stdout=written, stderr=subprocess.PIPE)
    os.close(written)
    assert (done.returncode, done.stderr) == (2, b"")


QUICK = (
    ["--help"],
    ["--help", "--lang", "es"],
    ["rules"],
    ["rules", "majority"],
    ["tiles"],
    ["schema"],
)


@pytest.mark.parametrize("arguments", QUICK, ids=" ".join)
def test_what_asks_no_board_starts_without_networkx(arguments: list[str]) -> None:
    code = (
        "import sys; from carcassonne_judge.cli import main; "
        f"main({arguments!r}, standalone_mode=False); "
        "print(*(m for m in ('networkx', 'tabulate', 'carcassonne_judge.drawing.plan')"
        " if m in sys.modules), file=sys.stderr)"
    )
    done = program(code=code, capture_output=True)
    assert done.stderr.strip() == b""


def test_a_long_game_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    (case,) = position_file.read_text(
        (GOLDEN / "shared-city.yaml").read_text(encoding="utf-8")
        + "play: [{place: E, at: [0, -2], turned: 180}]\n"
    )
    assert len(list(answers._ruled(case.board, case.parts))) == 1
    assert "100%" in terminal.getvalue()


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["score", "--lang", "es"], "es"),
        (["--lang=es", "score"], "es"),
        (["score", "--lang", "xx"], "en"),
        (["score", "--", "--lang", "es"], "en"),
        (["score", "--lang"], "en"),
    ],
)
def test_the_command_line_chooses_the_language(arguments: list[str], language: str) -> None:
    assert bilingual.asked_for(arguments) == language


# The pages ------------------------------------------------------------------------------------

COMMANDS = GOLDEN.parents[1] / "docs" / "commands.md"
PAGE = COMMANDS.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ carcassonne-judge (.*)\n((?:.*\n)*?)```", PAGE)


@pytest.mark.parametrize(("line", "printed"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_the_examples_of_the_page_are_real(line: str, printed: str) -> None:
    """What the page shows is what is printed, up to a line of three dots."""
    result = run(*shlex.split(line))
    begun, cut, _ = printed.partition("…\n")
    if os.environ.get("GOLDEN") == "write":
        lines = result.stdout.splitlines(keepends=True)
        begun = "".join(lines[: begun.count("\n")] if cut else lines)
        page = COMMANDS.read_text(encoding="utf-8")
        new = page.replace(f"{line}\n{printed}", f"{line}\n{begun}{cut}")
        COMMANDS.write_text(new, encoding="utf-8")
    assert result.exit_code in (0, 1)
    assert result.stdout.startswith(begun) if cut else result.stdout == begun


def test_the_page_shows_every_command_and_the_file_as_it_is() -> None:
    assert len(EXAMPLES) > 15
    for command in main.commands:
        assert f"\n## {command}\n" in PAGE
    assert (GOLDEN / "shared-city.yaml").read_text(encoding="utf-8") in PAGE


def test_the_shell_completes_commands_and_options() -> None:
    done = program(
        code="from carcassonne_judge.cli import main; main(prog_name='carcassonne-judge')",
        env={
            "_CARCASSONNE_JUDGE_COMPLETE": "bash_complete",
            "COMP_WORDS": "carcassonne-judge sc",
            "COMP_CWORD": "1",
        },
        capture_output=True,
    )
    assert done.stdout.split() == [b"plain,score", b"plain,scenarios", b"plain,schema"]
