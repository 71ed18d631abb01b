"""`nukki packs`: list, check, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Group, json_option, language_of, say

if TYPE_CHECKING:
    from nukki.catalog.packs import StylePack


def _list(*, as_json: bool) -> int:
    from nukki.catalog import packs as catalog
    from nukki.cli import output
    from nukki.errors import PackError
    from nukki.settings import settings

    language = language_of()
    loaded, broken = [], []
    for pack_id in catalog.pack_ids():
        try:
            loaded.append(catalog.load(pack_id))
        except PackError as error:
            broken.append(error.context["source"])
    if as_json:
        output.as_json({"packs": [_data(pack) for pack in loaded], "broken": broken})
        return 0
    heads = [
        say(f"cli-col-{h}") for h in ("id", "name", "material", "shadow", "renderer", "origin")
    ]
    rows = [
        [
            pack.id,
            pack.name.text(language),
            pack.material_class,
            pack.shadow_policy,
            pack.look.renderer,
            say("cli-built-in" if catalog.is_built_in(pack.id) else "cli-own"),
        ]
        for pack in loaded
    ]
    output.table(heads, rows)
    for name in broken:
        folder = settings().packs or Path()
        output.tell("✗ " + say("cli-packs-broken", found=name, path=folder / name))
    return 0


def _check(files: tuple[Path, ...], *, as_json: bool) -> int:
    from nukki.catalog import packs as catalog
    from nukki.cli import output, refusal

    language = language_of()
    found = {str(file): catalog.check(file) for file in files}
    if as_json:
        told = {
            name: [refusal.fault_data(fault, language) for fault in faults]
            for name, faults in found.items()
        }
        output.as_json({"files": told})
    else:
        for name, faults in found.items():
            code = "cli-packs-faults" if faults else "cli-packs-ok"
            mark = "✗" if faults else "✓"
            click.echo(f"{mark} {say(code, found=name, count=len(faults))}")
            for fault in faults:
                click.echo("\n".join(refusal.fault_lines(fault, language)))
    return 2 if any(found.values()) else 0


def _show(pack_id: str, *, as_json: bool) -> int:
    import yaml

    from nukki.catalog import packs as catalog
    from nukki.cli import output

    data = _data(catalog.load(pack_id))
    if as_json:
        output.as_json(data)
    else:
        click.echo(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100), nl=False)
    return 0


def _data(pack: StylePack) -> dict[str, Any]:
    """What the pack's file says; defaults may be fields that have no effect beside the others."""
    return pack.model_dump(mode="json", exclude_unset=True)


packs_list = Command(name="list", callback=_list, params=[json_option()])
packs_check = Command(
    name="check",
    callback=_check,
    params=[
        click.Argument(
            ["files"], nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
        ),
        json_option(),
    ],
)
packs_show = Command(
    name="show",
    callback=_show,
    params=[click.Argument(["pack_id"], metavar="PACK"), json_option()],
)
packs = Group(
    name="packs",
    modules={
        "list": "nukki.cli.packs:packs_list",
        "check": "nukki.cli.packs:packs_check",
        "show": "nukki.cli.packs:packs_show",
    },
)
