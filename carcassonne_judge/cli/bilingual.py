"""Click in two languages: help and errors are said in the language that was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from carcassonne_judge.locale import LANGUAGES, from_environment, phrase, say, speak

MISUSED: Final = 2
"""The exit status where something cannot be read, or is not used as it should be."""

_LANG: Final = "--lang"
_WORDS: Final = (phrase("Options"), phrase("Commands"), phrase("Usage"), phrase("[OPTIONS]"))
"""What click says of itself."""

_HELP: Final = phrase("Show this help.")


class Formatter(click.HelpFormatter):
    """A help page whose headings are translated."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        super().write_usage(prog, args, prefix or f"{say('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(say(heading))


class Context(click.Context):
    """What a command is called with."""

    formatter_class = Formatter


class Option(click.Option):
    """An option whose help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """How it is written and what it does."""
        record = super().get_help_record(ctx)
        return record and (record[0], say(record[1]))

    def make_metavar(self, ctx: click.Context) -> str:
        """What is written after it."""
        return say(super().make_metavar(ctx))


class Argument(click.Argument):
    """An argument whose name is translated when it is shown."""

    def make_metavar(self, ctx: click.Context) -> str:  # noqa: ARG002 -- click's own signature
        """What it is called in the help: in brackets where it may be left out."""
        name = say(self.metavar or (self.name or "").upper())
        name = name if self.required else f"[{name}]"
        return name if self.nargs == 1 else f"{name}…"


class Command(click.Command):
    """A command whose help is translated, and ends with an example."""

    context_class = Context

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example
        self.allow_extra_args = True

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, unless it was told more than it understands."""
        if ctx.args and not isinstance(self, click.Group):
            ctx.fail(say("too many arguments: {arguments}").format(arguments=" ".join(ctx.args)))
        return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What is written after its name."""
        return [say(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_short_help_str(self, limit: int = 45) -> str:
        """What it does, on the page that lists the commands."""
        return _cut(say(self.short_help or self.help or ""), limit)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what it does, and how it is called for example."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(self.help or ""))
        formatter.write_paragraph()
        name = ctx.find_root().info_name
        formatter.write(f"  {say('For example')}: {name} {say(self.example)}\n")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that shows the help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say(_HELP)
        return option


class Group(Command, click.Group):
    """All the commands; errors are said in the language that was asked for."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one screen: what it does, for example; then the commands, then the options."""
        formatter.write(f"{ctx.info_name} {say(self.example)}\n\n")
        formatter.write_text(say(self.help or ""))
        self.format_usage(ctx, formatter)
        self.format_commands(ctx, formatter)
        Command.format_options(self, ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], self.commands, n=1)
            ctx.fail(say("no command '{name}'").format(name=args[0]) + _maybe(near))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's own
        """The commands, in the order in which they were added."""
        return list(self.commands)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT002 -- click's own signature
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit status."""
        arguments = list(sys.argv[1:] if args is None else args)
        speak(asked_for(arguments))
        _make_do_with_the_terminal()
        if not standalone_mode:
            return super().main(arguments, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            status = super().main(
                arguments, prog_name, complete_var, standalone_mode=False, **extra
            )
            sys.stdout.flush()
        except (BrokenPipeError, SystemExit):  # Click leaves where nobody reads on.
            status = _give_up_writing()
        except OSError as error:
            _complain(_about_a_file(error))
            status = _give_up_writing()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = MISUSED
        except Exception as error:
            if not _is_expected(error):
                raise
            _complain(told(error))
            status = MISUSED
        sys.exit(status if isinstance(status, int) else 0)


def asked_for(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, or else the environment."""
    wanted = from_environment()
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == _LANG:
            value = value if equals else "".join(arguments[at + 1 : at + 2])
            wanted = value if value in LANGUAGES else wanted
    return wanted


def _is_expected(error: Exception) -> bool:
    """Whether an error is about what was asked, and not a fault of the program."""
    from carcassonne_judge.position import JudgeError

    return isinstance(error, click.ClickException | click.Abort | JudgeError | RecursionError)


def told(error: BaseException) -> str:
    """An error, in the language that is spoken."""
    if isinstance(error, click.Abort):
        return say("interrupted")
    if isinstance(error, RecursionError):
        return say("the file is nested too deeply")
    if isinstance(error, click.UsageError):
        return _usage(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    return str(error)


def _usage(error: click.UsageError) -> str:
    hint = ""
    if error.ctx is not None:
        hint = "\n" + say("try: {command} --help").format(command=error.ctx.command_path)
    if isinstance(error, click.NoSuchOption):
        near = _maybe(error.possibilities)
        return say("no option {option}").format(option=error.option_name) + near + hint
    if isinstance(error, click.BadOptionUsage):
        return say("{option} needs a value").format(option=error.option_name) + hint
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx:
        name = error.param.make_metavar(error.ctx)
        return say("{name} is missing").format(name=name) + hint
    if isinstance(error, click.BadParameter):
        if isinstance(error.param, click.Option):
            return f"{'/'.join(error.param.opts)}: {_bad(error)}{hint}"
        return _bad(error) + hint
    return error.format_message() + hint


def _bad(error: click.BadParameter) -> str:
    if error.param is not None and isinstance(error.param.type, click.Choice):
        among = ", ".join(map(str, error.param.type.choices))
        return say("it may be {values}").format(values=among)
    if error.param is not None and isinstance(error.param.type, click.IntRange):
        return say("a whole number belongs here, from {least} on").format(
            least=error.param.type.min
        )
    return error.message


def _maybe(known: Sequence[str] | None) -> str:
    return say("; did you mean {words}?").format(words=", ".join(known)) if known else ""


def _complain(text: str) -> None:
    for line in text.splitlines() or [""]:
        click.echo(line, err=True)


def _about_a_file(error: OSError) -> str:
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or error}"


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _make_do_with_the_terminal() -> None:
    """What a terminal cannot show is shown as a question mark, not as an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _give_up_writing() -> int:
    """Nobody reads what is printed: keep Python from trying again when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except OSError:
        return MISUSED
    return MISUSED
