"""The table of what the library refuses, in both languages, as docs/19-refused-artwork.md has it.

`python -m tests.catalog.registration` writes the page; a test compares.
"""

import tempfile
from pathlib import Path

from nukki.catalog import asset_change, library, manifest
from nukki.catalog.artwork_png import MAX_BYTES
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core.storage import Folder
from nukki.errors import FaultyInputError, NukkiError
from tests.catalog.artworks import encoded, good, logo, p3_profile, with_chunk
from tests.catalog.bad_artwork import BAD
from tests.catalog.shelf import add, alone, coloured, examined

PAGE = Path(__file__).resolve().parents[2] / "docs" / "19-refused-artwork.md"
HEAD = """# 19. Artwork that is not registered

Every reason against a file is told at once, each with what to change; nothing is kept meanwhile.
The rules are in [chapter 2](02-catalog.md). `python -m tests.catalog.registration` writes this page
out of real files, and a test compares each sentence.
"""
LANGUAGES = ("en", "ko")


def files(folder):
    """(what it is, what is said of it) of each bad file."""
    several = {
        "a file of 11 MiB": with_chunk(good(), b"teXt", bytes(MAX_BYTES + 2**20)),
        "Display P3, and 98% everywhere": encoded(logo(alpha=250), icc_profile=p3_profile()),
    }
    for name, data in {**{name: pair[0] for name, pair in BAD.items()}, **several}.items():
        yield name, examined(folder, data).faults


def names(folder):
    """The same of good files that are registered under a name, or as a picture, that cannot be."""
    shelf = Library(Folder(folder / "studio"), alone)
    add(shelf, folder, coloured(1))
    add(shelf, folder, coloured(2), "old-badge")
    shelf.change("old-badge", Wanted(hidden=True), "x")
    shelf.storage.write("assets/logo/left.png", coloured(3))
    cases = {
        "no name": (coloured(9), "", "default"),
        "capitals and a blank in the name": (coloured(9), "Summer Logo", "default"),
        "a name in Japanese": (coloured(9), "ロゴ", "default"),
        "a way out of the folder": (coloured(9), "../../etc", "default"),
        "a name of 70 letters": (coloured(9), "a" * 70, "default"),
        "a word of the library": (coloured(9), "check", "default"),
        "a name of a device": (coloured(9), "con", "default"),
        "no variant": (coloured(9), "logo", ""),
        "an underscore in the variant": (coloured(9), "logo", "on_dark"),
        "a name that is taken": (coloured(9), "logo", "default"),
        "a picture that is there": (coloured(1), "new-logo", "default"),
        "a picture that is there, packed otherwise": (
            encoded(logo(colour=(1, 9, 0)), compress_level=1), "new-logo", "default"),
        "a picture that is there, hidden": (coloured(2), "new-logo", "default"),
        "another file in its place": (coloured(9), "logo", "left"),
    }  # fmt: skip
    for name, (data, asset_id, variant_id) in cases.items():
        yield name, refused(lambda at=(folder, data, asset_id, variant_id): add(shelf, *at))
    for name, limit, asset_id in (
        ("a 1,001st asset", "MAX_ASSETS", "one-more"),
        ("a 25th variant", "MAX_VARIANTS", "logo"),
        ("a 2,001st picture", "MAX_PICTURES", "logo"),
    ):
        yield name, full(shelf, examined(folder, coloured(9)), limit, asset_id)


def full(shelf, found, limit, asset_id):
    """What is said where the library holds as much as it may."""
    held = shelf.read()
    variant = held.assets["logo"].variants["default"]
    crowd = {f"v{n}": variant for n in range(manifest.MAX_VARIANTS)}
    if limit == "MAX_VARIANTS":
        assets = {"logo": held.assets["logo"].model_copy(update={"variants": crowd})}
    else:
        count = {"MAX_ASSETS": manifest.MAX_ASSETS, "MAX_PICTURES": manifest.MAX_PICTURES // 24 + 1}
        many = crowd if limit == "MAX_PICTURES" else {"default": variant}
        one = held.assets["logo"].model_copy(update={"variants": many})
        assets = {f"a{n}": one for n in range(count[limit])}
        assets |= {} if limit == "MAX_ASSETS" else {"logo": held.assets["logo"]}
    crowded = held.model_copy(update={"assets": assets})
    return library.faults(crowded, found, asset_id, "one-more")


def rules():
    """The same of what is said of an asset besides."""
    for name, wanted in {
        "a name of two lines": Wanted(name="Summer\nLogo"),
        "a name of 81 letters": Wanted(name="x" * 81),
        "thirteen tags": Wanted(tags=tuple(f"t{n}" for n in range(13))),
        "a tag that turns the writing around": Wanted(tags=("a\u202eb",)),
        "a smallest scale of 2": Wanted(min_scale=2.0),
        "a clear space below nothing": Wanted(clear_space=-1),
    }.items():
        yield name, asset_change.faults(wanted.tidied())


def manifests(folder):
    """The same of a library that cannot be written."""
    shelf = Library(Folder(folder / "lost"), alone)
    add(shelf, folder, coloured(1))
    early = shelf.storage.read(manifest.MANIFEST)
    shelf.change("logo", Wanted(name="x"), "x")
    for name, data in (
        ("an earlier copy of the manifest", early),
        ("an empty manifest", b""),
        ("a damaged manifest", b"assets: ["),
    ):
        shelf.storage.write(manifest.MANIFEST, data)
        yield name, refused(lambda: add(shelf, folder, coloured(9)))


def refused(attempt):
    """The faults of a refusal, or the refusal itself."""
    try:
        attempt()
    except FaultyInputError as error:
        return error.faults
    except NukkiError as error:
        return [error]
    return []


def document():
    """The page."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        parts = {
            "The file": list(files(folder)),
            "Its name, its twins, and the room there is": list(names(folder)),
            "What is said of it": list(rules()),
            "The library itself": list(manifests(folder)),
        }
    lines = [HEAD]
    for title, found in parts.items():
        lines += [f"## {title}", "| what is sent | English | 한국어 |", "|---|---|---|"]
        lines += [row(name, faults) for name, faults in found] + [""]
    return "\n".join(lines)


def row(name, faults):
    """One line of a table; a remedy in italics under its reason."""
    cells = []
    for language in LANGUAGES:
        said = [
            one.message(language)
            + "".join(f"<br>*{hint}*" for hint in [one.hint(language)] if hint)
            for one in faults
        ]
        cells.append("<br>".join(said).replace("|", "\\|"))
    return f"| {name} | {cells[0]} | {cells[1]} |"


if __name__ == "__main__":
    PAGE.write_text(document(), "utf-8")
