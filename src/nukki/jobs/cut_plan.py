"""Which files `cut` takes, and where each result goes, decided before the first is cut.

Folders are walked and mirrored; names that would meet are told apart in a way that does not
depend on the order of the files in a folder.
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from nukki.core import picture_kinds, png
from nukki.errors import InputError

MAX_FILES = 100_000
DEFAULT_OUT = Path("nukki-cut")
KEY = "cut"  # under which a PNG's settings say what it was cut from, and how


@dataclass(frozen=True)
class Task:
    """One file to cut. `output` is the PNG of a still, `frames` the folder of numbered frames;
    `renamed`: another file of the same name would have taken its place."""

    input: Path
    output: Path
    frames: Path
    renamed: bool = False


@dataclass(frozen=True)
class CutPlan:
    """All tasks in order, and how many files of the folders are no pictures."""

    out: Path
    tasks: tuple[Task, ...]
    passed_over: int = 0
    inputs: frozenset[Path] = field(default=frozenset(), repr=False)


def plan(arguments: Sequence[Path], out: Path = DEFAULT_OUT) -> CutPlan:
    """Files as named, folders walked; what does not exist stays in, to be told in its turn.

    A single folder is mirrored straight into `out`, each of several under its own name. Hidden
    files and `out` itself are passed over, as are results in a folder that is `out`.
    Raises InputError above 100,000 files.
    """
    found: dict[Path, tuple[Path, Path]] = {}
    passed_over = 0
    for argument in arguments:
        if not is_folder(argument):
            found.setdefault(real(argument), (argument, Path()))
            continue
        beside = real(argument) == real(out)  # earlier results lie among the pictures there
        base = Path() if len(arguments) == 1 else Path(argument.name)
        for file in _walk(argument, real(out)):
            if not _may_be_picture(file) or (beside and is_ours(file)):
                passed_over += 1
                continue
            place = base / file.relative_to(argument).parent
            found.setdefault(real(file), (file, place))
            if len(found) > MAX_FILES:
                raise InputError("cut-too-many-files", allowed=MAX_FILES)
    if not found and arguments:
        raise InputError("cut-nothing-found", path=", ".join(map(str, arguments)))
    tasks = _tasks(list(found.values()), out)
    return CutPlan(out, tasks, passed_over, frozenset(found))


def is_ours(path: Path) -> bool:
    """Whether it is a PNG that `cut` made."""
    with suppress(InputError):
        return path.is_file() and isinstance(png.read_settings(path).get(KEY), dict)
    return False


def is_folder(path: Path) -> bool:
    """Whether it is one; a name that no file can have is not."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _walk(folder: Path, out: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if name[0] != "." and real(Path(here, name)) != out
        )
        yield from (Path(here, name) for name in sorted(names) if name[0] != ".")


def _may_be_picture(file: Path) -> bool:
    """By its content, or by a name that says so: a damaged .png in a folder deserves its line."""
    if file.suffix.lower() in picture_kinds.ENDINGS:
        return True
    try:
        if not file.is_file():
            return False
        with file.open("rb") as opened:
            picture_kinds.kind_of(opened.read(picture_kinds.HEAD_BYTES))
    except (OSError, InputError):
        return False
    return True


def _tasks(found: Sequence[tuple[Path, Path]], out: Path) -> tuple[Task, ...]:
    stems = Counter(_key(place / file.stem) for file, place in found)
    names = Counter(_key(place / file.name) for file, place in found)
    taken: set[str] = set()
    named: list[tuple[Path, Path, bool]] = []
    for file, place in found:
        meets = stems[_key(place / file.stem)] > 1
        # a.jpg and a.png are told apart by their endings, two files a.png only by a number.
        apart = meets and names[_key(place / file.name)] == 1
        ending = f"-{file.suffix[1:].lower()}" if apart and file.suffix else ""
        name = _free(place / f"{file.stem}{ending}", taken)
        taken.add(_key(name))
        named.append((file, name, meets))
    folders = {_key(parent) for _, name, _ in named for parent in name.parents}
    return tuple(
        Task(file, out / _ending(name, ".png"), out / _frames(name, folders), renamed)
        for file, name, renamed in named
    )


def _free(name: Path, taken: Container[str]) -> Path:
    wanted, number = name, 2
    while _key(name) in taken:
        name, number = wanted.with_name(f"{wanted.name}-{number}"), number + 1
    return name


def _frames(name: Path, folders: set[str]) -> Path:
    return _ending(name, ".frames") if _key(name) in folders else name


def _ending(name: Path, ending: str) -> Path:
    return name.with_name(name.name + ending)


def _key(path: Path) -> str:
    """Names that some file systems take for the same: case, and the two ways to write 한글."""
    return unicodedata.normalize("NFC", str(path)).casefold()


def real(path: Path) -> Path:
    """Where a path leads, links followed."""
    with suppress(OSError, RuntimeError):  # a loop of links leads nowhere, which is told later
        return path.resolve()
    return path.absolute()
