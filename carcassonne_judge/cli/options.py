"""What every command may be asked, and how its answer is given."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from carcassonne_judge.cli.bilingual import Option
from carcassonne_judge.locale import LANGUAGES, phrase, say

AGAINST: Final = 1
"""The exit status where a move is against the rules or an expectation is not met."""

NOT_SETTLED: Final = 3
"""The exit status where the rulebooks do not say."""


class Asked(NamedTuple):
    """How an answer is wanted: as text or as data, under which readings, printed or not."""

    json: bool
    readings: dict[str, str]
    all_readings: bool
    silent: bool = False

    @property
    def width(self) -> int | None:
        """The columns of the terminal; nothing where the answer goes elsewhere."""
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def answer(self, data: object, lines: Iterable[str]) -> None:
        """Print an answer, unless it is wanted otherwise: as data if asked, else its lines."""
        if self.silent:
            return
        if self.json:
            from json import dumps

            click.echo(dumps(data, ensure_ascii=False, indent=2))
        else:
            click.echo("\n".join(lines))


OVERWRITE: Final = click.option(
    "--overwrite", is_flag=True, cls=Option, help=phrase("Replace a file that exists.")
)
written: Final = functools.partial(
    click.option,
    "-o",
    "--output",
    "out",
    metavar=phrase("OUT"),
    type=click.Path(path_type=Path),
    cls=Option,
)
"""The option that names a file to write; ``help`` says what is written."""

WRITTEN: Final = written(help=phrase("Write it into a file: .svg, .png or .html"))


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """The readings that were named, by name."""
    found = {}
    for value in values:
        name, equals, chosen = value.partition("=")
        if not equals or not name.strip() or not chosen.strip():
            text = say("'{text}' names no reading; write NAME=VALUE (rules --readings lists them)")
            raise click.BadParameter(text.format(text=value), ctx, param)
        found[name.strip()] = chosen.strip()
    return found


_FOR_ALL: Final[tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...]] = (
    click.option("--json", "as_json", is_flag=True, cls=Option, help=phrase("Answer in JSON.")),
    click.option(
        "--reading",
        "readings",
        multiple=True,
        callback=_named,
        metavar=phrase("NAME=VALUE"),
        cls=Option,
        help=phrase("Rule under this reading; may be repeated."),
    ),
    click.option(
        "--all-readings",
        is_flag=True,
        cls=Option,
        help=phrase("Say also what the other readings would give."),
    ),
    click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        cls=Option,
        expose_value=False,
        help=phrase("Answer in this language."),
    ),
    click.option("--no-color", is_flag=True, cls=Option, help=phrase("Print without colours.")),
)


def for_all(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command the options that all of them have; it gets them as one ``Asked``."""

    @functools.wraps(command)
    def called(
        *, as_json: bool, readings: dict[str, str], all_readings: bool,
        no_color: bool, **others: Any,
    ) -> int | None:  # fmt: skip
        if no_color or os.environ.get("NO_COLOR"):
            click.get_current_context().color = False
        return command(Asked(as_json, readings, all_readings), **others)

    optioned: Callable[..., int | None] = called
    for option in reversed(_FOR_ALL):
        optioned = option(optioned)
    return optioned


def check_that_it_may_be_written(path: Path, *, overwrite: bool) -> None:
    """See to it that a file can go there.

    Raises:
        click.ClickException: it exists and is not to be overwritten, or there is no such folder.
    """
    if path.is_dir():
        text = say("{path} is a folder; name a file in it")
    elif path.exists() and not overwrite:
        text = say("{path} exists already; --overwrite replaces it")
    elif not path.parent.is_dir():
        text = say("{path} cannot be written: there is no folder {folder}; make it first")
    else:
        return
    raise click.ClickException(text.format(path=path, folder=path.parent))


def save(content: str | bytes, path: Path, *, overwrite: bool) -> None:
    """Write a file beside where it goes, then put it there in one step.

    Raises:
        click.ClickException: it exists and is not to be overwritten, or there is no such folder.
    """
    from tempfile import mkstemp

    path = path.resolve()
    check_that_it_may_be_written(path, overwrite=overwrite)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    number, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
