"""`nukki assets log`: who changed what in the library of brand artwork."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Option, json_option, language_of, say

if TYPE_CHECKING:
    from nukki.catalog.asset_log import Page


def _log(asset_id: str | None, limit: int, before: int | None, *, as_json: bool) -> int:
    from nukki.catalog import asset_log, library, manifest
    from nukki.cli import output
    from nukki.core.storage import open_storage
    from nukki.settings import settings

    storage = open_storage(settings().storage)
    if asset_id is not None:
        library.find(manifest.read(storage), asset_id)  # for its refusal, with the nearest name
    page = asset_log.page(storage, asset_id, limit, before)
    if as_json:
        output.as_json(_data(page))
    else:
        _show(page)
    return 0


def _show(page: Page) -> None:
    from nukki.catalog import asset_log
    from nukki.cli import output

    for one in page.entries:
        said = asset_log.sentence(one, language_of())
        what = f"{one.asset}: {said}" if one.asset else said
        click.echo(output.plain(f"{one.revision:>4}  {one.at}  {one.by}  {what}"))
    if not page.entries:
        output.tell(say("cli-assets-no-log"))
    if page.next is not None:
        output.tell(say("cli-assets-log-older", found=page.next))
    if page.damaged:
        output.tell(say("cli-assets-log-damaged", count=page.damaged))


def _data(page: Page) -> dict[str, Any]:
    from nukki.catalog import asset_log

    entries = [
        {**one.model_dump(mode="json"), "message": asset_log.sentence(one, language_of())}
        for one in page.entries
    ]
    return {"entries": entries, "next": page.next, "damaged": page.damaged}


assets_log = Command(
    name="log",
    callback=_log,
    params=[
        click.Argument(["asset_id"], required=False, metavar="[ASSET]"),
        Option(
            ["--limit"],
            type=click.IntRange(1, 200),
            default=20,
            show_default=True,
            help="cli-assets-limit-option",
        ),
        Option(["--before"], type=click.IntRange(1), help="cli-assets-before-option"),
        json_option(),
    ],
)
