"""The Spanish catalogue has every phrase of the program, and no other."""

import ast
import gettext
import importlib.util
import io
import json
import re
import sys
import types
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcassonne_judge import library, locale
from carcassonne_judge.rules import Question, UnsettledError

PACKAGE = Path(locale.__file__).parents[1]
ROOT = PACKAGE.parent
CATALOGUE = PACKAGE / "locale/es/LC_MESSAGES/carcassonne_judge.po"

Message = tuple[str, ...]


def _texts(call: ast.Call, count: int) -> Message:
    values = [arg.value for arg in call.args[:count] if isinstance(arg, ast.Constant)]
    assert len(values) == count, f"no plain text: {ast.unparse(call)}"
    return tuple(map(str, values))


def _messages(path: Path) -> Iterator[tuple[Message, bool]]:
    """The phrases of a module, and whether they are said of things of either gender."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            decorators = [ast.unparse(each) for each in node.decorator_list]
            if any(each.startswith("click.command(") for each in decorators):
                yield (ast.get_docstring(node) or "",), False
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("say", "phrase"):
            if isinstance(node.args[0], ast.Constant):
                yield _texts(node, 1), len(node.args) > 1
        elif node.func.id == "say_many":
            yield _texts(node, 2), len(node.args) > 3


def _said() -> dict[str, bool]:
    found: dict[str, bool] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name != "locale":
            for message, gendered in _messages(path):
                key = "\0".join(message)
                found[key] = found.get(key, False) or gendered
    return found


def _catalogue() -> dict[str, str]:
    return {key: text for key, text in locale._entries(CATALOGUE.read_text("utf-8")) if key}


def _names(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


def test_nothing_is_missing() -> None:
    known = _catalogue()
    assert [key for key in _said() if not known.get(key)] == []


def test_nothing_is_obsolete() -> None:
    said = _said()
    assert [key for key in _catalogue() if key.rpartition("\4")[2] not in said] == []


def test_nothing_is_fuzzy_or_written_twice() -> None:
    source = CATALOGUE.read_text(encoding="utf-8")
    assert "fuzzy" not in source
    keys = [key for key, _ in locale._entries(source)]
    assert len(keys) == len(set(keys))


def test_what_is_said_of_either_gender_has_both_forms() -> None:
    known = _catalogue()
    missing = [key for key, gendered in _said().items() if gendered and f"f\4{key}" not in known]
    assert missing == []


@pytest.mark.parametrize("key", sorted(_catalogue()))
def test_the_same_things_are_filled_in(key: str) -> None:
    names = _names(key)
    for form in _catalogue()[key].split("\0"):
        assert _names(form) <= names
    assert set().union(*(_names(form) for form in _catalogue()[key].split("\0"))) == names


def test_plurals_have_two_forms() -> None:
    for key, text in _catalogue().items():
        assert text.count("\0") == key.count("\0"), key


def test_plurals_and_genders_are_spoken() -> None:
    with locale.speaking("es"):
        assert locale.say_many("{count} point", "{count} points", 1) == "{count} punto"
        assert locale.say_many("{count} point", "{count} points", 3) == "{count} puntos"
        assert locale.say("complete") == "completo"
        assert locale.say("complete", "f") == "completa"
        assert locale.say("no such phrase", "f") == "no such phrase"
        assert locale.say("") == ""
    assert locale.say("complete", "f") == "complete"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "es:en", "LANG": "C"}, "es"),
        ({"LC_MESSAGES": "de_DE", "LANG": "es_ES"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert locale.from_environment(environment) == language


def test_large_numbers_are_written_as_people_write_them() -> None:
    assert locale.large(1_000_000) == "1,000,000"
    with locale.speaking("es"):
        assert locale.large(1_000_000) == "1.000.000"


def test_what_is_not_settled_is_an_error_in_spanish() -> None:
    asked: Question[[], object] = Question("scores", "city")
    with locale.speaking("es"):
        assert str(UnsettledError(asked, ())) == "«scores city»: ninguna cláusula lo dice"
        with pytest.raises(library.UnknownBoxError, match="no existe la caja «moon»"):
            library.find(["moon"])


def test_a_language_without_a_catalogue_is_english() -> None:
    assert locale.translation("xx").gettext("complete") == "complete"


def _compiled_files(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What the build adds to the wheel; the build's own package need not be installed."""
    interface = types.ModuleType("interface")
    vars(interface)["BuildHookInterface"] = defaultdict  # anything that may be subscripted
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    found: dict[str, bytes] = hook.compiled_files(ROOT)
    return found


def test_the_wheel_holds_everything_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compiled_files(monkeypatch)
    boxes = [box.replace("-", "_") for box in library.box_ids()]
    data = {
        f"carcassonne_judge/rulebooks/{box}/{name}.json"
        for box in boxes
        for name in ("box", "clauses", "tiles")
    }
    catalogue = CATALOGUE.relative_to(ROOT).with_suffix(".mo").as_posix()
    assert set(compiled) == data | {catalogue}
    for path in data:
        source = (ROOT / path).with_suffix(".yaml").read_text(encoding="utf-8")
        assert json.loads(compiled[path]) == library.read_yaml(source)
    spoken = gettext.GNUTranslations(io.BytesIO(compiled[catalogue]))
    for key, text in _catalogue().items():
        context, _, message = key.rpartition("\4")
        one, _, many = message.partition("\0")
        form = text.partition("\0")[0]
        if many:
            said = (
                spoken.npgettext(context, one, many, 1)
                if context
                else spoken.ngettext(one, many, 1)
            )
        else:
            said = spoken.pgettext(context, one) if context else spoken.gettext(one)
        assert said == form


def test_nothing_compiled_is_kept_in_the_checkout() -> None:
    assert not list(PACKAGE.rglob("*.mo"))
    assert not list((PACKAGE / "rulebooks").rglob("*.json"))


def test_a_compiled_catalogue_is_preferred(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "xy" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    source = head + 'msgid "yes"\nmsgstr "ja"\n'
    (folder / "carcassonne_judge.mo").write_bytes(locale.compiled(source))
    monkeypatch.setattr(locale, "_FOLDER", tmp_path)
    assert locale.translation("xy").gettext("yes") == "ja"
    locale.translation.cache_clear()


def test_what_is_wrong_with_a_move_is_said_in_both_languages() -> None:
    clauses = [clause for book in library.find().values() for clause in book.clauses.values()]
    said = [clause.why for clause in clauses if clause.why]
    assert said
    assert all(set(why) == set(locale.LANGUAGES) for why in said)
