"""The command line: reads what is asked, asks the judge, has the answer told."""

from __future__ import annotations

import click

from carcassonne_judge.cli import judging, looking_up
from carcassonne_judge.cli.bilingual import Group, Option
from carcassonne_judge.locale import LANGUAGES, phrase, say

_PACKAGE = "carcassonne-judge"
_HELP = phrase("A referee for Carcassonne: every point and refusal cites its rule.")
_EXAMPLE = phrase('play table.yaml "E at 0,-2 turned 180 knight"')


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Say which version this is."""
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version(_PACKAGE)
    except PackageNotFoundError:
        number = say("not installed")
    click.echo(f"{_PACKAGE} {number}")
    ctx.exit()


@click.group(
    cls=Group,
    help=_HELP,
    example=_EXAMPLE,
    subcommand_metavar=phrase("COMMAND …"),
    options_metavar="",
    no_args_is_help=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    cls=Option,
    help=phrase("Show the version."),
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    cls=Option,
    expose_value=False,
    help=phrase("Answer in this language."),
)
def main() -> None:
    """A referee for Carcassonne."""


for command in (*judging.COMMANDS, *looking_up.COMMANDS):
    main.add_command(command)

__all__ = ["main"]
