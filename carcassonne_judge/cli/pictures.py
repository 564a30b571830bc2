"""The pictures that commands draw into files: gathered while they answer, saved at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from carcassonne_judge.cli.options import save
from carcassonne_judge.locale import language, say

if TYPE_CHECKING:
    from carcassonne_judge.board import Board, Feature
    from carcassonne_judge.drawing.table import Drawing
    from carcassonne_judge.position_file import Case
    from carcassonne_judge.rules import Rulebook, TileSheet
    from carcassonne_judge.turn import Prospect

_DRAWN: Final = (".svg", ".png")
_TEXT: Final = ".txt"


class _Page(NamedTuple):
    """A table to be drawn, and what was ruled or found on it."""

    case: Case
    board: Board
    features: Sequence[Feature]
    places: Sequence[Prospect]


class Album:
    """The pictures for one file, if one was asked for.

    Raises:
        click.ClickException: it ends in nothing that is drawn, or exists already.
    """

    def __init__(self, out: Path | None, *, overwrite: bool, text: bool = False) -> None:
        self._out = out
        self._overwrite = overwrite
        self._pages: list[_Page] = []
        self._sheets: tuple[Mapping[str, Rulebook], Sequence[tuple[TileSheet, int | None]]] | None
        self._sheets = None
        if out is None:
            return
        kinds = (*_DRAWN, _TEXT) if text else _DRAWN
        if out.suffix.lower() not in kinds:
            told = say("{path}: a picture is drawn into a file that ends in {endings}")
            raise click.UsageError(told.format(path=out, endings=", ".join(kinds)))
        if out.exists() and not overwrite:
            told = say("{path} exists already; --overwrite replaces it")
            raise click.ClickException(told.format(path=out))

    @property
    def wanted(self) -> bool:
        """Whether anything is to be drawn."""
        return self._out is not None

    def add(
        self,
        case: Case,
        board: Board,
        features: Sequence[Feature] | None = None,
        places: Sequence[Prospect] = (),
    ) -> None:
        """Draw a table, with the features of a ruling in the order of their numbers."""
        self._pages.append(_Page(case, board, features or (), places))

    def add_sheets(
        self, books: Mapping[str, Rulebook], found: Sequence[tuple[TileSheet, int | None]]
    ) -> None:
        """Draw some tiles, box by box, each turned so many quarters."""
        self._sheets = books, found

    def save(self) -> None:
        """Draw what was gathered, and write it to the file."""
        if self._out is None or not (self._pages or self._sheets):
            return
        ending = self._out.suffix.lower()
        content: str | bytes
        if ending == _TEXT:
            content = _as_text(self._pages)
        else:
            drawing = self._drawn()
            content = drawing.svg
            if ending == ".png":
                from carcassonne_judge.drawing.png import rendered

                content = rendered(*drawing)
        saved(content, self._out, overwrite=self._overwrite)

    def _drawn(self) -> Drawing:
        if self._sheets is not None:
            from carcassonne_judge.drawing.sheets import sheets

            books, found = self._sheets
            return sheets(books, found)
        from carcassonne_judge.drawing.table import draw_all
        from carcassonne_judge.report.scenes import scene

        several = len(self._pages) > 1
        return draw_all(
            [
                (
                    page.board,
                    scene(
                        page.board,
                        page.features,
                        page.places,
                        name=title_of(page.case),
                        colours=page.case.colours,
                        prefix=f"t{at}-" if several else "",
                    ),
                )
                for at, page in enumerate(self._pages)
            ]
        )


def _as_text(pages: Iterable[_Page]) -> str:
    from carcassonne_judge.report import pictures

    drawn = ["\n".join(pictures.table(page.board, page.case.colours)[1]) for page in pages]
    return click.unstyle("\n\n".join(drawn)) + "\n"


def title_of(case: Case) -> str:
    """What a case is called, in the language that is spoken if it has a title in it."""
    return case.title.get(language()) or next(iter(case.title.values()), "")


def saved(content: str | bytes, out: Path, *, overwrite: bool) -> None:
    """Write a file, and say so."""
    save(content, out, overwrite=overwrite)
    click.echo(say("saved: {path}").format(path=out), err=True)
