"""Click's parts, speaking the person's language: every help text is a code, looked up when shown.

Nothing heavy is imported here: this file is all that `nukki --help` needs.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from nukki import i18n
from nukki.cli.wide import Formatter
from nukki.errors import InputError

click.Context.formatter_class = Formatter


def language_of(context: click.Context | None = None) -> str:
    """`en` or `ko`, as decided before the command line was parsed."""
    context = context or click.get_current_context(silent=True)
    found = context.find_object(str) if context else None
    return found or i18n.language()


def say(key: str, context: click.Context | None = None, **blanks: Any) -> str:
    """The sentence for `key` in the language of this command line."""
    return i18n.text(key, language_of(context), **blanks)


class GivenPath(click.Path):
    """A path that says something: an empty one, as of a variable that is not set, would be the
    current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails for an empty text."""
        if value == "":
            self.fail(say("cli-empty-path", ctx), param, ctx)
        return super().convert(value, param, ctx)


class Option(click.Option):
    """An option whose help is a code."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option as typed, and its sentence."""
        record = super().get_help_record(ctx)
        return None if record is None else (record[0], say(self.help or "", ctx))


class Command(click.Command):
    """A command whose sentences stand under `cli-<name>-help` and `cli-<name>-short`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [_language_option(), _help_option()]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """None: `--help` is among the parameters, with its sentence."""
        return None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line of the help."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{say('cli-usage', ctx)} ")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What may follow the command's name."""
        arguments = (parameter.get_usage_pieces(ctx) for parameter in self.get_params(ctx))
        return [say("cli-options-word", ctx), *(piece for pieces in arguments for piece in pieces)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        for paragraph in say(f"{key_of(ctx)}-help", ctx).strip().split("\n\n"):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(paragraph)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, each with its sentence."""
        options = [part for part in self.get_params(ctx) if isinstance(part, click.Option)]
        records = (option.get_help_record(ctx) for option in options)
        with formatter.section(say("cli-options", ctx)):
            formatter.write_dl([record for record in records if record is not None])


class Group(Command, click.Group):
    """Commands by name, each in a module of its own that is imported when it is called."""

    def __init__(self, *args: Any, modules: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, invoke_without_command=True, **kwargs)
        self.modules = modules
        self.callback = self.callback or _help_alone

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of use, not of the alphabet."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and give the command."""
        if cmd_name not in self.modules:
            return None
        module, _, attribute = self.modules[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; raises InputError with the nearest name."""
        name = args[0]
        if name not in self.modules and not name.startswith("-"):
            near = get_close_matches(name, self.modules, n=1)
            allowed = ", ".join(self.modules)
            context = {"found": name, "allowed": allowed, "nearest": near[0] if near else None}
            raise InputError("cli-no-such-command", **context)
        return super().resolve_command(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Options, then a command and whatever it takes."""
        return [*super().collect_usage_pieces(ctx), say("cli-command-word", ctx)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands first: they are what a person looks for."""
        rows = [(name, say(f"{key_of(ctx)}-{name}-short", ctx)) for name in self.modules]
        with formatter.section(say("cli-commands", ctx)):
            formatter.write_dl(rows)
        super().format_options(ctx, formatter)


def key_of(ctx: click.Context) -> str:
    """`cli` for nukki itself, `cli-packs-check` for `nukki packs check`."""
    names = ctx.command_path.split()[1:]
    return "-".join(["cli", *names])


def json_option() -> Option:
    """`--json`: one object on stdout and nothing else."""
    return Option(["--json", "as_json"], is_flag=True, help="cli-json-option")


def _language_option() -> Option:
    # The value was read before parsing, so that even a refusal is in the right language.
    choice = click.Choice(i18n.LANGUAGES)
    return Option(["--lang"], type=choice, expose_value=False, help="cli-lang-option")


def _help_option() -> Option:
    return Option(
        ["--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="cli-help-option",
    )


def _help_alone() -> None:
    """What a group does when no command follows it."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _show_help(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(ctx.get_help())
        ctx.exit()
