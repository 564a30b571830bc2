"""The commands that rule on a position or a game; what they ask is in ``answers``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from carcassonne_judge.cli.bilingual import Argument, Command, Option
from carcassonne_judge.cli.options import OVERWRITE, WRITTEN, Asked, for_all, written
from carcassonne_judge.cli.pictures import DRAWN, PAGE, TEXT, Album, saved
from carcassonne_judge.locale import phrase, say

if TYPE_CHECKING:
    from carcassonne_judge.position_file import Case

_FILE: Final = click.argument("file", metavar=phrase("FILE"), cls=Argument)
_GAME: Final = click.argument("game", metavar=phrase("GAME"), cls=Argument)
_SPOT: Final = click.argument("spot", metavar=phrase("SPOT"), required=False, cls=Argument)


@click.command("check", cls=Command, example=phrase("check table.yaml"))
@_FILE
@for_all
def check(asked: Asked, file: str) -> int:
    """Say what is wrong with a position."""
    from carcassonne_judge.cli import answers

    return answers.each(file, asked, answers.check)


@click.command("moves", cls=Command, example=phrase("moves table.yaml --tile E --at 0,-2"))
@_FILE
@click.option("--tile", metavar=phrase("TILE"), cls=Option, help=phrase("The tile in hand."))
@click.option("--player", metavar=phrase("PLAYER"), cls=Option, help=phrase("Whose turn it is."))
@click.option(
    "--at", metavar="X,Y", cls=Option, help=phrase("Only this cell, and what forbids the rest.")
)
@click.option(
    "--why-not", metavar=phrase("MOVE"), cls=Option, help=phrase("What forbids this move.")
)
@WRITTEN
@OVERWRITE
@for_all
def moves(
    asked: Asked,
    *,
    file: str,
    tile: str | None,
    player: str | None,
    at: str | None,
    why_not: str | None,
    out: Path | None,
    overwrite: bool,
) -> int:
    """List every legal move, or say what forbids one."""
    from carcassonne_judge.cli import answers

    if out is not None and why_not is not None:
        raise click.UsageError(say("--why-not lists no moves, so that there are none to draw"))
    album = Album(out, overwrite=overwrite)
    wanted = answers.Wanted(tile, player, at, why_not)

    def ask(how: Asked) -> int:
        return answers.each(
            file, how, lambda case, told: answers.moves(case, told, wanted, album), album
        )

    return album.filled(ask, asked)


@click.command(
    "play", cls=Command, example=phrase('play table.yaml "E at 0,-2 turned 180 knight S"')
)
@_FILE
@click.argument("moves", metavar=phrase("MOVE"), nargs=-1, cls=Argument)
@click.option(
    "--save",
    "kept",
    metavar=phrase("OUT"),
    type=click.Path(path_type=Path),
    cls=Option,
    help=phrase("Write the position after the moves."),
)
@WRITTEN
@OVERWRITE
@for_all
def play(
    asked: Asked,
    *,
    file: str,
    moves: tuple[str, ...],
    kept: Path | None,
    out: Path | None,
    overwrite: bool,
) -> int:
    """Say what moves bring about: every point, and why."""
    from carcassonne_judge.cli import answers

    after: list[str] = []
    album = Album(out, overwrite=overwrite)

    def answer(case: Case, told: Asked) -> answers.Answer:
        keep = kept is not None and not told.silent
        return answers.play(case, told, moves, after, album, keep=keep)

    def ask(how: Asked) -> int:
        status = answers.each(file, how, answer, album)
        if kept is not None and not how.silent:
            if len(after) != 1:
                raise click.UsageError(say("--save needs a file with one position"))
            saved(after[0], kept, overwrite=overwrite)
        return status

    return album.filled(ask, asked)


@click.command("majority", cls=Command, example=phrase('majority table.yaml "city at 0 0"'))
@_FILE
@_SPOT
@WRITTEN
@OVERWRITE
@for_all
def majority(
    asked: Asked, *, file: str, spot: str | None, out: Path | None, overwrite: bool
) -> int:
    """Say who holds each occupied feature, or one, and why."""
    from carcassonne_judge.cli import answers

    album = Album(out, overwrite=overwrite)

    def answer(case: Case, told: Asked) -> answers.Answer:
        return answers.majority(case, told, spot, album)

    return album.filled(
        lambda how: answers.each(file, how, answer, album, entries="features"), asked
    )


@click.command("score", cls=Command, example=phrase("score table.yaml"))
@_FILE
@_SPOT
@click.option(
    "--now", is_flag=True, cls=Option, help=phrase("As it lies, not at the end of the game.")
)
@WRITTEN
@OVERWRITE
@for_all
def score(
    asked: Asked, *, file: str, spot: str | None, now: bool, out: Path | None, overwrite: bool
) -> int:
    """Score the end of the game, or one feature."""
    from carcassonne_judge.cli import answers

    if now and spot is None:
        raise click.UsageError(say("--now needs a feature, as “city at 0 0”"))
    album = Album(out, overwrite=overwrite)

    def answer(case: Case, told: Asked) -> answers.Answer:
        if spot is None:
            return answers.score(case, told, album)
        return answers.score_one(case, told, spot, album, now=now)

    return album.filled(lambda how: answers.each(file, how, answer, album), asked)


@click.command("show", cls=Command, example=phrase("show table.yaml"))
@_FILE
@written(help=phrase("Draw it into a file: .svg, .png, .html or .txt"))
@OVERWRITE
@for_all
def show(asked: Asked, *, file: str, out: Path | None, overwrite: bool) -> int:
    """Draw the table."""
    from carcassonne_judge.cli import answers

    if out is None:
        return answers.each(file, asked, answers.show)
    album = Album(out, overwrite=overwrite, endings=(*DRAWN, PAGE, TEXT))
    return album.filled(lambda how: answers.draw(file, how, album), asked)


@click.command("replay", cls=Command, example=phrase("replay game.jcz"))
@_GAME
@written(help=phrase("Write a page that plays it through: .html"))
@OVERWRITE
@for_all
def replay(asked: Asked, *, game: str, out: Path | None, overwrite: bool) -> int:
    """Rule on a whole game, move by move."""
    from carcassonne_judge.cli import answers

    album = Album(out, overwrite=overwrite, endings=(PAGE,))

    def ask(how: Asked) -> int:
        if answers.is_saved_game(game):
            return answers.replay_saved(game, how, album)
        return answers.each(game, how, lambda case, told: answers.replay(case, told, album), album)

    return album.filled(ask, asked)


@click.command("import", cls=Command, example=phrase("import game.jcz -o table.yaml --after 20"))
@_GAME
@written(help=phrase("Write the position to a file."))
@click.option(
    "--after",
    metavar="N",
    type=click.IntRange(min=0),
    cls=Option,
    help=phrase("After so many moves; else after all of them."),
)
@OVERWRITE
@for_all
def import_(
    asked: Asked, *, game: str, out: Path | None, after: int | None, overwrite: bool
) -> int:
    """Turn a saved game of JCloisterZone into a position file."""
    from carcassonne_judge.cli import answers

    text = answers.position_of(game, asked, after)
    if out is not None:
        saved(text, out, overwrite=overwrite)
    elif asked.json:
        asked.answer({"position": text}, ())
    else:
        click.echo(text, nl=False)
    return 0


COMMANDS: Final = (check, moves, play, majority, score, show, replay, import_)
"""In the order in which the help lists them."""
