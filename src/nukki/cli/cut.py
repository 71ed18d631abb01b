"""`nukki cut`: pictures in, cutouts with true alpha out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nukki.catalog.materials import CHAINS
from nukki.cli.words import Command, GivenPath, Option, json_option, language_of
from nukki.errors import InputError
from nukki.jobs.cut_plan import DEFAULT_OUT

if TYPE_CHECKING:
    from nukki.alpha.source import Colour

AUTO = "auto"
_HEX = re.compile(r"#?([0-9a-fA-F]{6})")


def _cut(
    images: tuple[Path, ...],
    material: str,
    background: str,
    pair: Path | None,
    shadow: str,
    model: str | None,
    out: Path,
    *,
    apng: bool,
    again: bool,
    as_json: bool,
) -> int:
    from nukki.cli import cutting, drawing
    from nukki.jobs import cut_plan
    from nukki.jobs.cut import Options

    colour = _colour(background)
    if pair is not None and (len(images) > 1 or cut_plan.is_folder(images[0])):
        raise InputError("cut-pair-one-image")

    if model is not None:
        from nukki.catalog import weights

        weights.find(model)
    planned = cut_plan.plan(images, out)
    drawing.require_writable(out)
    options = Options(material, colour, shadow, model, pair, apng, again)  # type: ignore[arg-type]
    return cutting.run(planned, options, language_of(), as_json=as_json)


def _colour(typed: str) -> Colour | None:
    """`#rrggbb` as numbers 0..1, `auto` as None; raises InputError."""
    if typed.lower() == AUTO:
        return None
    found = _HEX.fullmatch(typed)
    if found is None:
        raise InputError("cut-colour", found=typed)
    red, green, blue = bytes.fromhex(found[1])
    return red / 255, green / 255, blue / 255


cut = Command(
    name="cut",
    callback=_cut,
    params=[
        click.Argument(
            ["images"], nargs=-1, required=True, metavar="IMAGE...", type=GivenPath(path_type=Path)
        ),
        Option(
            ["--material"],
            type=click.Choice(tuple(CHAINS)),
            default="opaque",
            help="cli-cut-material-option",
        ),
        Option(
            ["--background"],
            metavar="'#RRGGBB'|auto",
            default=AUTO,
            help="cli-cut-background-option",
        ),
        Option(
            ["--pair"], metavar="OTHER", type=GivenPath(path_type=Path), help="cli-cut-pair-option"
        ),
        Option(
            ["--shadow"],
            type=click.Choice(("drop", "keep")),
            default="drop",
            help="cli-cut-shadow-option",
        ),
        Option(["--model"], metavar="ID", help="cli-cut-model-option"),
        Option(
            ["--out"],
            metavar="DIR",
            type=GivenPath(path_type=Path),
            default=DEFAULT_OUT,
            help="cli-cut-out-option",
        ),
        Option(["--apng"], is_flag=True, help="cli-cut-apng-option"),
        Option(["--again"], is_flag=True, help="cli-cut-again-option"),
        json_option(),
    ],
)
