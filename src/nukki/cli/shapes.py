"""`nukki shapes`: which pictures a word stands for."""

from __future__ import annotations

import click

from nukki.cli.words import Command, Group, Option, json_option, language_of, say

MOST = 50


def _search(words: tuple[str, ...], limit: int, *, as_json: bool) -> int:
    from dataclasses import asdict

    from nukki.catalog import shapes as catalog
    from nukki.cli import output
    from nukki.errors import ShapeError

    text = " ".join(words)
    found = catalog.search(text, limit)
    if as_json:
        output.as_json({"text": text, "matches": [asdict(match) for match in found]})
        return 0
    if not found:
        raise ShapeError("cli-shapes-none", found=text)
    heads = [say(f"cli-col-{head}") for head in ("id", "name", "score")]
    korean = language_of() == "ko"
    rows = [
        [
            match.name,
            (match.label_ko or match.label_en) if korean else match.label_en,
            f"{match.score:.0%}",
        ]
        for match in found
    ]
    output.table(heads, rows)
    return 0


shapes_search = Command(
    name="search",
    callback=_search,
    params=[
        click.Argument(["words"], nargs=-1, required=True, metavar="TEXT"),
        Option(
            ["--limit"],
            type=click.IntRange(1, MOST),
            default=10,
            metavar="N",
            help="cli-shapes-limit-option",
        ),
        json_option(),
    ],
)
shapes = Group(name="shapes", modules={"search": "nukki.cli.shapes:shapes_search"})
