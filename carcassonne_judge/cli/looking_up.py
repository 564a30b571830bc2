"""The commands that look something up; what they find is in ``shelf``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from carcassonne_judge.cli.bilingual import Argument, Command, Option
from carcassonne_judge.cli.options import OVERWRITE, WRITTEN, Asked, for_all
from carcassonne_judge.cli.pictures import Album
from carcassonne_judge.locale import phrase

_BOX: Final = click.option(
    "--box", metavar=phrase("BOX"), cls=Option, help=phrase("Only this box.")
)


@click.command("rules", cls=Command, example=phrase("rules base/majority"))
@click.argument("clause", metavar=phrase("CLAUSE"), required=False, cls=Argument)
@_BOX
@click.option(
    "--search", metavar=phrase("TEXT"), cls=Option, help=phrase("Only clauses that say this.")
)
@click.option(
    "--readings",
    "list_readings",
    is_flag=True,
    cls=Option,
    help=phrase("List what the rulebooks leave open."),
)
@for_all
def rules(
    asked: Asked, *, clause: str | None, box: str | None, search: str | None, list_readings: bool
) -> int:
    """Look up clauses: text, source, points, when in force."""
    from carcassonne_judge.cli import shelf

    if list_readings:
        return shelf.readings(asked, box)
    if clause is not None:
        return shelf.clause(asked, clause, box)
    return shelf.clauses(asked, box, search)


@click.command("tiles", cls=Command, example=phrase("tiles --sides CRFR"))
@click.argument("query", metavar=phrase("TILE"), required=False, cls=Argument)
@_BOX
@click.option(
    "--sides",
    metavar="NESW",
    cls=Option,
    help=phrase("Only tiles whose sides show these, however turned; . is any."),
)
@WRITTEN
@OVERWRITE
@for_all
def tiles(
    asked: Asked,
    *,
    query: str | None,
    box: str | None,
    sides: str | None,
    out: Path | None,
    overwrite: bool,
) -> int:
    """Look up tiles: drawn, with how many there are."""
    from carcassonne_judge.cli import shelf

    album = Album(out, overwrite=overwrite)
    status = shelf.tiles(asked, query, box, sides, album)
    album.save()
    return status


@click.command("boxes", cls=Command, example=phrase("boxes"))
@for_all
def boxes(asked: Asked) -> int:
    """List the boxes and what is in them."""
    from carcassonne_judge.cli import shelf

    return shelf.boxes(asked)


@click.command("scenarios", cls=Command, example=phrase("scenarios my-cases/"))
@click.argument("paths", metavar=phrase("PATH"), nargs=-1, cls=Argument)
@for_all
def scenarios(asked: Asked, paths: tuple[str, ...]) -> int:
    """Run the shipped cases, or your own, and say what agrees."""
    from carcassonne_judge.cli import answers

    return answers.scenarios(paths, asked)


@click.command("schema", cls=Command, example=phrase("schema > position.schema.json"))
@for_all
def schema(asked: Asked) -> int:
    """Print the JSON Schema of a position file."""
    from carcassonne_judge.position_keys import schema as position_schema

    asked._replace(json=True).answer(position_schema(), ())
    return 0


COMMANDS: Final[tuple[Any, ...]] = (rules, tiles, boxes, scenarios, schema)
"""In the order in which the help lists them."""
