"""The pictures and pages that commands write: gathered while they answer, saved at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from carcassonne_judge.cli.options import Asked, check_that_it_may_be_written, save
from carcassonne_judge.locale import LANGUAGES, language, say, speaking

if TYPE_CHECKING:
    from carcassonne_judge.board import Board, Feature
    from carcassonne_judge.drawing.table import Drawing, Scene
    from carcassonne_judge.page import Step, View
    from carcassonne_judge.position import Player
    from carcassonne_judge.position_file import Case
    from carcassonne_judge.report.told import Told
    from carcassonne_judge.rules import Rulebook, TileSheet
    from carcassonne_judge.turn import Prospect

DRAWN: Final = (".svg", ".png")
PAGE: Final = ".html"
TEXT: Final = ".txt"


class _Page(NamedTuple):
    """A table to be drawn, what was ruled or found on it, and what is told of it.

    Of a game that is played through, ``boards`` are the tables from the first on, and ``steps``
    what was done from each to the next.
    """

    spoken: str
    title: str
    board: Board
    features: Sequence[Feature]
    places: Sequence[Prospect]
    colours: Mapping[Player, str]
    told: tuple[Told, ...] = ()
    boards: tuple[Board, ...] = ()
    steps: tuple[Step, ...] = ()

    def scene(self, prefix: str) -> Scene:
        """What is drawn besides the table."""
        from carcassonne_judge.report.scenes import scene

        return scene(
            self.board,
            self.features,
            self.places,
            name=self.title,
            colours=self.colours,
            prefix=prefix,
        )


class Album:
    """The pictures for one file, if one was asked for.

    Raises:
        click.ClickException: it ends in nothing that is written, or exists already.
    """

    def __init__(
        self, out: Path | None, *, overwrite: bool, endings: Sequence[str] = (*DRAWN, PAGE)
    ) -> None:
        self._out = out
        self._overwrite = overwrite
        self._pages: list[_Page] = []
        self._sheets: tuple[Mapping[str, Rulebook], Sequence[tuple[TileSheet, int | None]]] | None
        self._sheets = None
        if out is None:
            return
        if out.suffix.lower() not in endings:
            told = say("{path}: a picture is drawn into a file that ends in {endings}")
            raise click.UsageError(told.format(path=out, endings=", ".join(endings)))
        check_that_it_may_be_written(out, overwrite=overwrite)

    @property
    def wanted(self) -> bool:
        """Whether anything is to be drawn."""
        return self._out is not None

    @property
    def _ending(self) -> str:
        return self._out.suffix.lower() if self._out else ""

    def filled(self, ask: Callable[[Asked], int], asked: Asked) -> int:
        """Ask, once more in each other language for a page; save, and give the exit status."""
        status = ask(asked)
        for other in LANGUAGES if self._ending == PAGE else ():
            if other != language():
                with speaking(other):
                    ask(asked._replace(silent=True))
        self.save()
        return status

    def add(
        self,
        case: Case,
        board: Board,
        features: Sequence[Feature] | None = None,
        places: Sequence[Prospect] = (),
    ) -> None:
        """Draw a table, with the features of a ruling in the order of their numbers."""
        page = _Page(language(), title_of(case), board, features or (), places, case.colours)
        self._pages.append(page)

    def add_game(
        self,
        boards: Sequence[Board],
        steps: Iterable[Step],
        *,
        title: str = "",
        colours: Mapping[Player, str] | None = None,
    ) -> None:
        """Show a game step by step: the tables, and what was done from each to the next."""
        self._pages.append(
            _Page(
                language(),
                title,
                boards[-1],
                (),
                (),
                colours or {},
                boards=tuple(boards),
                steps=tuple(steps),
            )
        )

    def tell(self, told: Iterable[Told]) -> None:
        """What there is to be said of the last table that was added."""
        if self._pages:
            self._pages[-1] = self._pages[-1]._replace(told=tuple(told))

    def add_sheets(
        self, books: Mapping[str, Rulebook], found: Sequence[tuple[TileSheet, int | None]]
    ) -> None:
        """Draw some tiles, box by box, each turned so many quarters."""
        self._sheets = books, found

    def save(self) -> None:
        """Draw what was gathered, and write it to the file."""
        if self._out is None or not (self._pages or self._sheets):
            return
        ending = self._ending
        content: str | bytes
        if ending == TEXT:
            content = _as_text(self._pages)
        elif ending == PAGE:
            content = self._as_page()
        else:
            drawing = self._drawn()
            content = drawing.svg
            if ending == ".png":
                from carcassonne_judge.drawing.png import rendered

                content = rendered(*drawing)
        saved(content, self._out, overwrite=self._overwrite)

    def _as_page(self) -> str:
        from carcassonne_judge.page import View, page

        views: dict[str, list[View]] = {spoken: [] for spoken in LANGUAGES}
        for at, each in enumerate(self._pages):
            with speaking(each.spoken):
                views[each.spoken].append(_view(each, f"t{at}-"))
        for spoken in LANGUAGES if self._sheets else ():
            with speaking(spoken):
                views[spoken].append(View("", (), self._drawn(f"{spoken}-").svg))
        return page({spoken: found for spoken, found in views.items() if found})

    def _drawn(self, prefix: str = "") -> Drawing:
        if self._sheets is not None:
            from carcassonne_judge.drawing.sheets import sheets

            books, found = self._sheets
            return sheets(books, found, prefix)
        from carcassonne_judge.drawing.table import draw_all

        several = len(self._pages) > 1
        return draw_all(
            [
                (page.board, page.scene(f"t{at}-" if several else ""))
                for at, page in enumerate(self._pages)
            ]
        )


def _as_text(pages: Iterable[_Page]) -> str:
    from carcassonne_judge.report import pictures

    drawn = ["\n".join(pictures.table(page.board, page.colours)[1]) for page in pages]
    return click.unstyle("\n\n".join(drawn)) + "\n"


def _view(page: _Page, prefix: str) -> View:
    from carcassonne_judge.drawing.colours import liveries
    from carcassonne_judge.drawing.table import draw, draw_series
    from carcassonne_judge.page import View

    scene = page.scene(prefix)
    drawn = draw_series(page.boards, scene) if page.boards else draw(page.board, scene)
    worn = liveries(page.board.position.players, page.colours)
    colours = {player: livery.colour for player, livery in worn.items()}
    clauses = page.board.rules.clauses
    return View(page.title, page.told, drawn.svg, clauses, page.steps, colours)


def title_of(case: Case) -> str:
    """What a case is called, in the language that is spoken if it has a title in it."""
    return case.title.get(language()) or next(iter(case.title.values()), "")


def saved(content: str | bytes, out: Path, *, overwrite: bool) -> None:
    """Write a file, and say so."""
    save(content, out, overwrite=overwrite)
    click.echo(say("saved: {path}").format(path=out), err=True)
