"""The page of a ruling: what it says, and in a real browser what it does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from carcassonne_judge.cli import main

Scheme = Literal["light", "dark"]

SUITE: Final = Path(__file__).parents[1] / "scenarios"
SHARED_CITY: Final = str(SUITE / "disputes" / "shared-city.yaml")
TWO_CASES: Final = str(SUITE / "disputes" / "shared-city-otherwise.yaml")
GAME: Final = str(SUITE / "disputes" / "ring-road.yaml")
BROWSER: Final = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDS_BROWSER: Final = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium here; install the system's package chromium"
)
STARTED_WITH: Final = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip

TABLE: Final = """\
players: [Ana, "<Luis & Co>"]
board: |
  B      G/90   .
  E/90   C      E/270
  U      D      U
figures:
  Ana: knight at 0 1
  "<Luis & Co>": [knight at 2 1, knight at 1 0]
turn: {player: Ana, tile: E}
"""
PLAYED: Final = TABLE + "play: ['E at 1,-1 turned 180', 'U at 3,2 thief', 'A at 0,-1 turned 90']\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "played.yaml"
    path.write_text(PLAYED, encoding="utf-8")
    return path


def written(*arguments: str, out: Path) -> Path:
    done = CliRunner().invoke(main, [*arguments, "-o", str(out)])
    assert done.exit_code in (0, 1), done.output
    return out


class Elements(HTMLParser):
    """Every element of a page, with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


# What it says ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "moves", "majority", "show"])
def test_it_is_one_file_that_fetches_nothing(command: str, table: Path, tmp_path: Path) -> None:
    text = written(command, str(table), out=tmp_path / "page.html").read_text(encoding="utf-8")
    for tag, attributes in Elements(text).found:
        assert tag not in ("link", "img", "iframe")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")


def test_it_says_what_the_ruling_says_in_both_languages(table: Path, tmp_path: Path) -> None:
    move = "E at 1,-1 turned 180"
    text = written("play", str(table), move, out=tmp_path / "page.html").read_text("utf-8")
    assert "&lt;Luis &amp; Co&gt; scores 14; Ana scores nothing." in text
    assert "&lt;Luis &amp; Co&gt; se lleva 14; Ana no se lleva nada." in text
    assert "<Luis" not in text
    assert "Only the player with most followers in a feature scores it" in text
    assert '<main class="language" lang="en" data-language="en">' in text
    assert '<main class="language" lang="es" data-language="es" hidden>' in text


def test_each_name_in_the_picture_is_there_once(table: Path, tmp_path: Path) -> None:
    text = written("score", str(table), out=tmp_path / "page.html").read_text("utf-8")
    ids = [one["id"] for _, one in Elements(text).found if "id" in one]
    assert len(ids) == len(set(ids))
    used = {one["href"] for tag, one in Elements(text).found if tag == "use"}
    assert {f"#{each}" for each in ids} >= used


def test_each_reason_names_segments_that_are_drawn(table: Path, tmp_path: Path) -> None:
    text = written("score", str(table), out=tmp_path / "page.html").read_text("utf-8")
    elements = Elements(text).found
    drawn = {one["data-spot"] for _, one in elements if "data-spot" in one}
    named = {each for _, one in elements for each in (one.get("data-spots") or "").split()}
    assert named
    assert named <= drawn


def test_of_several_positions_each_has_its_part(tmp_path: Path) -> None:
    text = written("play", TWO_CASES, out=tmp_path / "page.html").read_text("utf-8")
    articles = [tag for tag, _ in Elements(text).found if tag == "article"]
    assert len(articles) > 2


def test_tiles_have_a_page_of_their_own(tmp_path: Path) -> None:
    text = written("tiles", "--box", "horta", out=tmp_path / "page.html").read_text("utf-8")
    ids = [one["id"] for _, one in Elements(text).found if "id" in one]
    assert ids
    assert len(ids) == len(set(ids))
    assert "tile of L&#x27;Horta Sud" in text or "tile of L'Horta Sud" in text
    assert "loseta de L&#x27;Horta Sud" in text or "loseta de L'Horta Sud" in text


def test_nothing_is_overwritten_unasked(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(main, ["score", str(table), "-o", str(out)])
    assert done.exit_code == 2
    assert "--overwrite" in done.output
    assert out.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("page.pdf", "ends in .svg, .png, .html"),
        ("none/page.html", "there is no folder"),
        (".", "ends in"),
        ("folder.html", "is a folder"),
    ],
)
def test_where_it_cannot_be_written_is_said_before_anything(
    table: Path, tmp_path: Path, out: str, said: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    done = CliRunner().invoke(main, ["score", str(table), "-o", str(tmp_path / out)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_game_has_its_steps_and_its_score(played: Path, tmp_path: Path) -> None:
    text = written("replay", str(played), out=tmp_path / "page.html").read_text("utf-8")
    steps = [one["data-step"] for _, one in Elements(text).found if "data-step" in one]
    assert steps == ["1", "2", "3", "0"] * 2
    laid = [one for _, one in Elements(text).found if one.get("data-from") == "2"]
    assert laid


# What it does in a browser --------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=BROWSER, args=STARTED_WITH)
        yield launched
        launched.close()


class Seen:
    """A page that is open, and what its console complained of."""

    def __init__(
        self, browser: Browser, page: Path, *, scheme: Scheme = "light", width: int = 1200
    ) -> None:
        context = browser.new_context(
            color_scheme=scheme, viewport=ViewportSize(width=width, height=900)
        )
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(page.as_uri())

    def lit(self, what: str) -> int:
        return self.page.locator(f"main:not([hidden]) {what}.lit").count()


@NEEDS_BROWSER
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("command", ["score", "moves", "replay"])
def test_it_loads_without_complaint_and_can_be_read_by_everybody(
    browser: Browser, played: Path, *, scheme: Scheme, width: int, command: str
) -> None:
    file = written(command, str(played), *(["--tile", "E"] if command == "moves" else []),
                   out=played.with_name("page.html"))  # fmt: skip
    seen = Seen(browser, file, scheme=scheme, width=width)
    for language in ("en", "es"):
        seen.page.click(f"nav [data-language={language}]")
        found = Axe().run(seen.page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert seen.complaints == []
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


@NEEDS_BROWSER
def test_a_line_lights_its_feature_and_a_feature_its_line(
    browser: Browser, table: Path, tmp_path: Path
) -> None:
    file = written("play", str(table), "E at 1,-1 turned 180", out=tmp_path / "page.html")
    seen = Seen(browser, file)
    assert seen.lit(".spot") == 0
    seen.page.hover("main:not([hidden]) [data-spots]")
    assert seen.lit(".spot") == 6
    assert seen.lit(".reasons") == 1
    seen.page.mouse.move(1, 1)
    seen.page.focus("main:not([hidden]) [data-spots]")
    assert seen.lit(".spot") == 6
    seen.page.hover("main:not([hidden]) .spot[data-spot='0,0/monastery']")
    assert (seen.lit(".spot"), seen.lit(".reasons")) == (1, 0)
    seen.page.hover("main:not([hidden]) .spot[data-spot='1,1/city']")
    assert (seen.lit(".spot"), seen.lit(".reasons")) == (6, 1)


@NEEDS_BROWSER
def test_everything_is_reached_from_the_keyboard(
    browser: Browser, table: Path, tmp_path: Path
) -> None:
    file = written("play", str(table), "E at 1,-1 turned 180", out=tmp_path / "page.html")
    page = Seen(browser, file).page
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.lang") == "es"
    page.keyboard.press("Tab")
    assert "Ciudad" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or "")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className").startswith("reasons")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    opened = page.locator("main:not([hidden]) details.clause[open]")
    assert "cerrada" in (opened.first.text_content() or "") or opened.count() == 1


@NEEDS_BROWSER
def test_a_legal_cell_and_its_rows_light_each_other(
    browser: Browser, table: Path, tmp_path: Path
) -> None:
    seen = Seen(browser, written("moves", str(table), out=tmp_path / "page.html"))
    seen.page.hover("main:not([hidden]) [data-cells='1,-1']")
    assert seen.lit(".place") == 1
    seen.page.hover("main:not([hidden]) .place[data-cell='0,-1']")
    assert seen.lit("tr") == 3


@NEEDS_BROWSER
def test_a_game_is_played_through(browser: Browser, played: Path, tmp_path: Path) -> None:
    page = Seen(browser, written("replay", str(played), out=tmp_path / "page.html")).page
    shown = "main:not([hidden]) .tile:visible"
    assert page.locator(shown).count() == 11
    page.click("main:not([hidden]) [data-go='-1']")
    assert page.locator(shown).count() == 10
    assert (page.locator("main:not([hidden]) output").text_content() or "").startswith("2. ")
    page.focus("main:not([hidden]) input[type=range]")
    page.keyboard.press("Home")
    assert page.locator(shown).count() == 8
    knights = page.locator("main:not([hidden]) .table [data-player=Ana]:visible")
    assert knights.count() == 1
    page.keyboard.press("ArrowRight")
    assert page.locator("main:not([hidden]) section.step:visible").count() == 1
    assert page.locator("main:not([hidden]) .table [data-player=Ana]:visible").count() == 0


@NEEDS_BROWSER
@pytest.mark.parametrize("command", ["score", "moves", "replay"])
def test_it_prints_on_one_sheet(
    browser: Browser, played: Path, tmp_path: Path, command: str
) -> None:
    file = written(command, str(played), *(["--tile", "E"] if command == "moves" else []),
                   out=tmp_path / "page.html")  # fmt: skip
    printed = Seen(browser, file).page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
