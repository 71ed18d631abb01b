"""How a refusal is shown: as a list that a person reads, or as one JSON object."""

from __future__ import annotations

import json
from typing import Any

import click

from nukki import i18n
from nukki.cli import output
from nukki.errors import Fault, FaultyInputError, NukkiError, plain, plain_context

USAGE_STATUS = 2


def show(error: NukkiError, language: str, *, as_json: bool) -> int:
    """Say what was refused and why; returns the exit status of this kind of error."""
    if as_json:
        click.echo(json.dumps({"error": as_data(error, language)}, ensure_ascii=False, indent=2))
        return error.exit_status
    output.tell(_cross(error.message(language)))
    if isinstance(error, FaultyInputError):
        for fault in error.faults:
            output.tell("\n".join(fault_lines(fault, language)))
    if advice := error.hint(language):
        output.tell(f"  → {advice}")
    return error.exit_status


def show_usage(error: click.ClickException, language: str, *, as_json: bool) -> int:
    """A command line that click would not take; returns 2."""
    code, blanks = _usage(error)
    said, advice = i18n.text(code, language, **blanks), i18n.hint(code, language, **blanks)
    if as_json:
        data = {"code": code, "message": said, "hint": advice, "context": blanks}
        click.echo(json.dumps({"error": data}, ensure_ascii=False, indent=2))
        return USAGE_STATUS
    output.tell(_cross(said))
    if advice:
        output.tell(f"  → {advice}")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        output.tell(f"  → {context.command_path} --help")
    return USAGE_STATUS


def as_data(error: NukkiError, language: str) -> dict[str, Any]:
    """The error as JSON: code, sentence, hint, context and, where there are any, faults."""
    data: dict[str, Any] = {
        "code": error.code,
        "message": error.message(language),
        "hint": error.hint(language),
        "context": plain_context(error.context),
    }
    if isinstance(error, FaultyInputError):
        data["faults"] = [fault_data(fault, language) for fault in error.faults]
    return data


def fault_data(fault: Fault, language: str) -> dict[str, Any]:
    """One fault as JSON."""
    return {
        "field": fault.field,
        "code": fault.code,
        "message": fault.message(language),
        "hint": fault.hint(language),
        "found": plain(fault.found),
        "allowed": fault.allowed,
        "nearest": plain(fault.nearest),
        "line": fault.line,
    }


def fault_lines(fault: Fault, language: str) -> list[str]:
    """One fault for people: where, what, and the remedy."""
    line = i18n.text("cli-fault-line", language, line=fault.line) if fault.line else ""
    where = "  ".join(part for part in (fault.field, line) if part)
    lines = [f"  • {where}"] if where else []
    lines.append(f"      {fault.message(language)}")
    if advice := fault.hint(language):
        lines.append(f"      → {advice}")
    return lines


def _usage(error: click.ClickException) -> tuple[str, dict[str, Any]]:
    """Click's refusals by their kind, so that they can be said in any language."""
    match error:
        case click.NoSuchOption():
            near = ", ".join(error.possibilities or []) or None
            return "cli-no-such-option", {"found": error.option_name, "nearest": near}
        case click.MissingParameter():
            return "cli-missing-argument", {"found": _name(error.param)}
        case click.BadParameter() if isinstance(getattr(error.param, "type", None), click.Choice):
            allowed = ", ".join(error.param.type.choices)  # type: ignore[union-attr]
            return "cli-bad-choice", {"found": _name(error.param), "allowed": allowed}
        case click.BadParameter() if isinstance(getattr(error.param, "type", None), click.IntRange):
            kind: click.IntRange = error.param.type  # type: ignore[assignment, union-attr]
            return "cli-bad-choice", {
                "found": _name(error.param),
                "allowed": f"{kind.min}–{kind.max}",
            }
        case click.BadParameter():
            return "cli-bad-value", {"found": _name(error.param), "reason": error.message}
        case click.BadOptionUsage():
            return "cli-bad-option", {"found": error.option_name}
    return "cli-bad-usage", {"reason": error.format_message()}


def _name(parameter: click.Parameter | None) -> str:
    if parameter is None:
        return "?"
    return parameter.opts[0] if isinstance(parameter, click.Option) else str(parameter.metavar)


def _cross(sentence: str) -> str:
    return f"✗ {sentence}"
