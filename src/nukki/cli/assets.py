"""`nukki assets`: the library of brand artwork: check, add, list, hide, show, and its past."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Group, Option, json_option, language_of, say
from nukki.errors import Fault, InputError

if TYPE_CHECKING:
    from nukki.catalog.artwork import Artwork
    from nukki.catalog.asset_change import Wanted
    from nukki.catalog.library import Library
    from nukki.catalog.manifest import Asset

HEADS = ("id", "name", "pixels", "core", "tags", "state")


def _check(files: tuple[Path, ...], *, convert: bool, as_json: bool) -> int:
    from nukki.cli import output

    looked_at = {str(file): _looked_at(file, convert=convert)[0] for file in files}
    if as_json:
        told = [{"file": name, **_artwork(found)} for name, found in looked_at.items()]
        output.as_json({"files": told})
    else:
        for name, found in looked_at.items():
            _tell(name, found.faults, found.remarks, say("cli-assets-good", **_figures(found)))
    return InputError.exit_status if any(one.faults for one in looked_at.values()) else 0


def _add(
    files: tuple[Path, ...],
    asset_id: str | None,
    variant_id: str | None,
    *,
    convert: bool,
    as_json: bool,
    **about: Any,
) -> int:
    from nukki.catalog.asset_change import Wanted
    from nukki.cli import output, refusal

    if len(files) > 1 and (asset_id or about["name"]):
        raise InputError("cli-assets-one-name", count=len(files))
    wanted = Wanted(**{**about, "tags": about["tags"] or None})
    added: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    with opened_library() as library:
        for file in sorted(files, key=lambda path: len(path.stem)):  # the asset before its variants
            try:
                named = asset_id, variant_id
                place, asset, found = _added(library, file, named, wanted, convert=convert)
            except InputError as error:
                if not as_json:
                    refusal.show(error, language_of(), as_json=False)
                refused.append({"file": str(file), **refusal.as_data(error, language_of())})
                continue
            if not as_json:
                _tell(
                    ":".join(place), (), found.remarks, say("cli-assets-added", **_figures(found))
                )
            added.append({"file": str(file), "variant": place[1], **_asset(place[0], asset)})
    if as_json:
        output.as_json({"added": added, "refused": refused})
    return InputError.exit_status if refused else 0


def _added(
    library: Library,
    file: Path,
    named: tuple[str | None, str | None],
    wanted: Wanted,
    *,
    convert: bool,
) -> tuple[tuple[str, str], Asset, Artwork]:
    """One file registered, under the id and variant of `named`, or of the file's name; returns
    these two, the asset, and what is known of the file."""
    from dataclasses import replace

    from nukki.catalog import asset_ids

    asset_id, variant_id = named
    found, data = _looked_at(file, convert=convert)
    known = library.read().assets
    guess, guessed = asset_ids.suggested(file.name, frozenset(known))
    place = (asset_id or guess or "", variant_id or (asset_ids.DEFAULT if asset_id else guessed))
    if wanted.name is None and place[0] not in known:
        wanted = replace(wanted, name=file.stem[:80].strip() or None)
    return place, library.add(found, data, place, who(), wanted), found


def _list(*, hidden: bool, as_json: bool) -> int:
    from nukki.catalog import manifest
    from nukki.cli import output
    from nukki.core.storage import open_storage
    from nukki.settings import settings

    held = manifest.read(open_storage(settings().storage)).assets
    shown = {key: asset for key, asset in held.items() if hidden or not asset.hidden}
    if as_json:
        output.as_json({"assets": [_asset(key, asset) for key, asset in shown.items()]})
        return 0
    rows = []
    for asset_id, asset in shown.items():
        for variant_id, variant in asset.variants.items():
            away = asset.hidden or variant.hidden
            if away and not hidden:
                continue
            size, core = f"{variant.width} × {variant.height}", f"{variant.core_share:.0%}"
            state = say("cli-assets-hidden" if away else "cli-assets-shown")
            name = f"{asset_id}:{variant_id}"
            rows.append([name, asset.name, size, core, ", ".join(asset.tags), state])
    if rows:
        output.table([say(f"cli-assets-col-{head}") for head in HEADS], rows)
    else:
        output.tell(say("cli-assets-none"))
    return 0


def _hide(references: tuple[str, ...], *, as_json: bool) -> int:
    return _turn(references, hidden=True, as_json=as_json)


def _show(references: tuple[str, ...], *, as_json: bool) -> int:
    return _turn(references, hidden=False, as_json=as_json)


def _turn(references: tuple[str, ...], *, hidden: bool, as_json: bool) -> int:
    """Hide or restore assets, or single variants of them (`asset:variant`)."""
    from nukki.catalog.asset_change import Wanted
    from nukki.cli import output

    changed = []
    with opened_library() as library:
        for reference in references:
            asset_id, _, variant_id = reference.partition(":")
            wanted = Wanted(variants={variant_id: hidden}) if variant_id else Wanted(hidden=hidden)
            asset = library.change(asset_id, wanted, who())
            changed.append(_asset(asset_id, asset))
            if not as_json:
                code = "cli-assets-hid" if hidden else "cli-assets-restored"
                click.echo(f"✓ {say(code, found=reference)}")
                if asset.hidden and not hidden:
                    output.tell(f"  → {say('cli-assets-still-hidden', found=asset_id)}")
    if as_json:
        output.as_json({"assets": changed})
    return 0


@contextmanager
def opened_library() -> Iterator[Library]:
    """The library of the storage that the settings name, to change."""
    from nukki.jobs import shelving
    from nukki.jobs.history import open_history
    from nukki.settings import settings

    with closing(open_history(settings())) as history:
        yield shelving.library(history)


def examined(file: Path) -> Artwork:
    """The file looked at in a child process, whose memory and time are bounded."""
    from nukki.core.picture import load
    from nukki.jobs import shelving, workshop

    load(file)  # for its refusals: a folder, a pipe, a file that is not there
    return shelving.examined(file.absolute(), workshop.shared())


def _looked_at(file: Path, *, convert: bool) -> tuple[Artwork, bytes]:
    """As `examined`, with the bytes to keep: converted ones, where that was asked for and helps."""
    import tempfile

    from nukki.catalog.artwork_png import MAX_BYTES
    from nukki.core import files
    from nukki.jobs import shelving, workshop

    found = examined(file)
    data = files.read_bytes(file, MAX_BYTES + 1)  # of a longer one the library takes nothing
    if not (convert and found.convertible):
        return found, data
    with tempfile.TemporaryDirectory(prefix="nukki-converted-") as folder:
        copy = Path(folder, "copy.png")
        copy.write_bytes(data)
        return shelving.converted(copy, workshop.shared())


def who() -> str:
    """Who the log names: the user of this machine, where it has users."""
    try:
        return f"command:{getpass.getuser()[:60]}"
    except (KeyError, OSError):
        return "command"


def _figures(found: Artwork) -> dict[str, Any]:
    core = f"{found.core_share:.0%}"
    return {"width": found.width, "height": found.height, "core": core}


def _tell(name: str, faults: tuple[Fault, ...], remarks: tuple[Fault, ...], good: str) -> None:
    """What is known of one file, for people."""
    from nukki.cli import output

    language = language_of()
    lines = [f"✗ {name}" if faults else f"✓ {name}: {good}"]
    for mark, found in (("✗", faults), ("•", remarks)):
        for one in found:
            lines.append(f"  {mark} {one.message(language)}")
            if advice := one.hint(language):
                lines.append(f"      → {advice}")
    click.echo("\n".join(map(output.plain, lines)))


def _artwork(found: Artwork) -> dict[str, Any]:
    """What is known of a file as JSON."""
    from nukki.cli import refusal

    language = language_of()
    return {
        "ok": not found.faults,
        "convertible": found.convertible,
        "width": found.width,
        "height": found.height,
        "bytes": found.file_bytes,
        "core_share": round(found.core_share, 6),
        "sha256": found.sha256,
        "faults": [refusal.fault_data(fault, language) for fault in found.faults],
        "remarks": [refusal.fault_data(remark, language) for remark in found.remarks],
    }


def _asset(asset_id: str, asset: Asset) -> dict[str, Any]:
    return {"id": asset_id, **asset.model_dump(mode="json")}


_FILES = click.Argument(
    ["files"], nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
_CONVERT = Option(["--convert"], is_flag=True, help="cli-assets-convert-option")
_REFERENCES = click.Argument(["references"], nargs=-1, required=True, metavar="ASSET...")

assets_check = Command(name="check", callback=_check, params=[_FILES, _CONVERT, json_option()])
assets_add = Command(
    name="add",
    callback=_add,
    params=[
        _FILES,
        Option(["--id", "asset_id"], metavar="ID", help="cli-assets-id-option"),
        Option(["--variant", "variant_id"], metavar="ID", help="cli-assets-variant-option"),
        Option(["--name"], help="cli-assets-name-option"),
        Option(["--tag", "tags"], multiple=True, help="cli-assets-tag-option"),
        Option(["--min-scale"], type=float, help="cli-assets-min-scale-option"),
        Option(["--clear-space"], type=int, help="cli-assets-clear-space-option"),
        _CONVERT,
        json_option(),
    ],
)
assets_list = Command(
    name="list",
    callback=_list,
    params=[Option(["--hidden"], is_flag=True, help="cli-assets-hidden-option"), json_option()],
)
assets_hide = Command(name="hide", callback=_hide, params=[_REFERENCES, json_option()])
assets_show = Command(name="show", callback=_show, params=[_REFERENCES, json_option()])
assets = Group(
    name="assets",
    modules={
        "check": "nukki.cli.assets:assets_check",
        "add": "nukki.cli.assets:assets_add",
        "list": "nukki.cli.assets:assets_list",
        "hide": "nukki.cli.assets:assets_hide",
        "show": "nukki.cli.assets:assets_show",
        "log": "nukki.cli.asset_log:assets_log",
        "recover": "nukki.cli.asset_recovery:assets_recover",
    },
)
