"""One file of a `cut`: every frame through the recipe, written whole, and taken over next time."""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from nukki import __version__
from nukki.alpha import vitmatte
from nukki.alpha.result import ChainExhaustedError
from nukki.alpha.source import Pixels, Saliency
from nukki.catalog import weights
from nukki.core import apng, clock, files, hashing, picture, png
from nukki.core.picture import Picture
from nukki.core.png import Tags
from nukki.errors import BackendError, InputError, NukkiError, StorageError, plain_context
from nukki.jobs.cut import Options, cut_frame, facts_of
from nukki.jobs.cut_plan import KEY, CutPlan, Task, is_ours, real
from nukki.jobs.status import Failure

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger(__name__)

MARKS = "_marks"  # the folder below the output folder
_FACTS = frozenset("strategy confidence passed checks tried remarks size frames marks".split())


@dataclass(frozen=True)
class Outcome:
    """How one file went. `checks` are those of the worst frame, `confidence` the least of all.

    `marks`: a picture that shows where a rule on the edge failed, None when none did.
    `reused`: the result of an earlier run stood there already. `status`: the exit status that
    this failure alone would have.
    """

    input: Path
    output: Path | None = None
    strategy: str | None = None
    confidence: float | None = None
    passed: bool = False
    checks: list[dict[str, Any]] = field(default_factory=list)
    tried: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[dict[str, Any]] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    frames: int = 0
    marks: Path | None = None
    seconds: float = 0.0
    reused: bool = False
    error: Failure | None = None
    status: int = 0


@dataclass
class _Pass:
    """One file on its way: what it is, and what has been made of it."""

    task: Task
    plan: CutPlan
    options: Options
    identity: dict[str, Any]
    cuts: list[dict[str, Any]] = field(default_factory=list)
    coded: list[bytes] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)


def cut_file(
    task: Task,
    plan: CutPlan,
    options: Options,
    saliency: Saliency | None = None,
    stop: threading.Event | None = None,
) -> Outcome:
    """Cut one file and write the result; a failure is told in the outcome, never raised.

    Raises KeyboardInterrupt when `stop` is set between two frames.
    """
    since = clock.seconds()
    try:
        made = _cut(task, plan, options, saliency, stop or threading.Event())
    except ChainExhaustedError as error:
        made = _failed(error) | {"tried": [asdict(attempt) for attempt in error.attempts]}
    except NukkiError as error:
        made = _failed(error)
    except OSError as error:
        made = _failed(_unusable(task.output, error))
    except MemoryError:
        made = _failed(InputError("picture-no-memory"))
    except Exception as error:  # the boundary that protects the other files
        log.debug("%s", task.input, exc_info=True)
        made = _failed(BackendError("cut-crashed", reason=f"{type(error).__name__}: {error}"))
    return Outcome(input=task.input, seconds=round(clock.seconds() - since, 3), **made)


def _cut(
    task: Task,
    plan: CutPlan,
    options: Options,
    saliency: Saliency | None,
    stop: threading.Event,
) -> dict[str, Any]:
    data = picture.load(task.input)
    run = _Pass(task, plan, options, _identity(hashing.of_bytes(data), options))
    if not options.again and (earlier := _earlier(run)) is not None:
        return earlier
    opened = picture.open_picture(data)
    del data
    other = _pair(options.pair, opened)
    for number, frame in enumerate(opened.frames(), 1):
        if stop.is_set():
            raise KeyboardInterrupt
        made = cut_frame(frame, options, saliency, other)
        height, width = made.rgba.shape[:2]
        facts = facts_of(made) | {"size": [width, height], "frames": opened.count}
        facts["remarks"] += [{"code": code, "context": {}} for code in opened.remarks]
        facts["marks"] = _keep_marks(run, opened, number, made.report.marks)
        run.cuts.append(facts)
        _keep(run, opened, made.rgba, number, frame.duration_ms)
    return _finish(run, opened)


def _keep(run: _Pass, opened: Picture, rgba: Pixels, number: int, duration_ms: int) -> None:
    """Write a frame, or hold it back where all go into one file."""
    if _is_joined(run, opened):
        run.coded.append(png.encode(rgba, None, opened.tags))
        run.durations.append(duration_ms)
        return
    place = {"frame": number, "duration_ms": duration_ms} if opened.count > 1 else {}
    about = run.identity | {"result": run.cuts[-1]} | _accepted(run.options) | place
    path = _numbered(run.task.frames, number) if opened.count > 1 else run.task.output
    _write(path, png.encode(rgba, about, opened.tags), run.plan)


def _keep_marks(run: _Pass, opened: Picture, number: int, marks: Pixels | None) -> str | None:
    """Write where the edge failed, or clear away what an earlier cut left there.

    Returns the path below the output folder.
    """
    of = _numbered(run.task.frames, number) if opened.count > 1 else run.task.output
    path = run.plan.out / MARKS / of.relative_to(run.plan.out)
    if marks is not None:
        _write(path, png.encode(marks, run.identity, Tags()), run.plan)
        return path.relative_to(run.plan.out).as_posix()
    if path.exists() and is_ours(path):
        path.unlink()
    return None


def _finish(run: _Pass, opened: Picture) -> dict[str, Any]:
    summed = _summed(run.cuts)
    if not _is_joined(run, opened):
        if opened.count > 1:
            _drop_beyond(run.task.frames, opened.count)
        return _told(run, summed)
    joined = apng.join(run.coded, run.durations, opened.loop)
    about = run.identity | {"result": summed | {"joined": True}} | _accepted(run.options)
    _write(run.task.output, png.stamped(joined, about), run.plan)
    return _told(run, summed | {"joined": True})


def _drop_beyond(folder: Path, count: int) -> None:
    """Frames of an earlier, longer animation of that name would pass for some of this one."""
    while is_ours(stale := _numbered(folder, count + 1)):
        stale.unlink()
        count += 1


def _is_joined(run: _Pass, opened: Picture) -> bool:
    return opened.animated and run.options.apng


def _summed(cuts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One verdict for all frames: the worst frame's checks, the least confidence, and every
    remark once, by the last frame it was made on."""
    if len(cuts) == 1:  # which may hold the same remark of several places
        return cuts[0]
    worst = min(cuts, key=lambda facts: (facts["passed"], facts["confidence"]))
    remarks = {str(remark["code"]): remark for facts in cuts for remark in facts["remarks"]}
    least = min(facts["confidence"] for facts in cuts)
    return worst | {"confidence": least, "remarks": list(remarks.values())}


def _told(run: _Pass, summed: Mapping[str, Any]) -> dict[str, Any]:
    """What the outcome says of the result, and of where it lies if that is not plain."""
    told = {key: value for key, value in summed.items() if key not in ("joined", "marks")}
    told["marks"] = run.plan.out / summed["marks"] if summed["marks"] else None
    several = told["frames"] > 1 and not summed.get("joined")
    output = run.task.frames if several else run.task.output
    place = {"path": output.name, "count": told["frames"]}
    if several:
        told["remarks"] = [*told["remarks"], {"code": "cut-frames", "context": place}]
    elif run.task.renamed:
        told["remarks"] = [*told["remarks"], {"code": "cut-renamed", "context": place}]
    return told | {"output": output}


def _unusable(output: Path, error: OSError) -> NukkiError:
    """Why the result cannot lie where it should."""
    if error.errno == errno.ENAMETOOLONG:
        return InputError("cut-name-too-long")
    return StorageError("cut-unwritable", path=str(output), reason=error.strerror)


def _failed(error: NukkiError) -> dict[str, Any]:
    failure = Failure(error.code, plain_context(error.context))
    return {"error": failure, "status": error.exit_status}


def _identity(sha256: str, options: Options) -> dict[str, Any]:
    """What decides the result: equal identity, equal pixels."""
    matting = vitmatte.if_pulled()
    asked = {
        "input": sha256,
        "material": options.material,
        "background": list(options.background) if options.background else None,
        "shadow": options.shadow,
        "model": options.model,
        "matting": matting.id if matting else None,
        "pair": _of_pair(options.pair, picture.load, hashing.of_bytes) if options.pair else None,
        "apng": options.apng,
    }
    return {"nukki": __version__, KEY: asked}


def _accepted(options: Options) -> dict[str, Any]:
    """Which licence was accepted for the model, where it asks for that; no part of the identity,
    because it changes no pixel."""
    given = weights.acceptance(options.model) if options.model else None
    return {} if given is None else {"accepted": given.model_dump(mode="json")}


def _earlier(run: _Pass) -> dict[str, Any] | None:
    """The outcome of an earlier run that wrote just this, all of its files still there."""
    first = _saved(run.task.output, run.identity)
    if first is not None:
        return _told(run, first) | {"reused": True}
    first = _saved(_numbered(run.task.frames, 1), run.identity)
    if first is None:
        return None
    cuts = [first]
    for number in range(2, first["frames"] + 1):
        facts = _saved(_numbered(run.task.frames, number), run.identity)
        if facts is None:
            return None
        cuts.append(facts)
    return _told(run, _summed(cuts)) | {"reused": True}


def _saved(path: Path, identity: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a PNG of ours says of its result, if it was made from just this."""
    if not path.is_file():
        return None
    with suppress(InputError):
        settings = png.read_settings(path)
        facts = settings.get("result")
        same = all(settings.get(key) == value for key, value in identity.items())
        return facts if same and _is_whole(facts) else None
    return None


def _is_whole(facts: Any) -> bool:
    """Whether it can be told as it stands; another program may have changed the file."""
    if not isinstance(facts, dict) or facts.keys() - {"joined"} != _FACTS:
        return False
    return type(facts["frames"]) is int and 1 <= facts["frames"] <= picture.MAX_FRAMES


def _pair(path: Path | None, opened: Picture) -> Pixels | None:
    """The pixels of the second picture, in the form of the first; raises InputError."""
    if path is None:
        return None
    first = _first(opened)
    second = _of_pair(path, picture.open_picture, _first)
    if opened.count > 1:
        raise InputError("cut-pair-animated")
    if first.shape != second.shape:
        sizes = ("x".join(map(str, each.shape[1::-1])) for each in (first, second))
        raise InputError("cut-pair-size", allowed=next(sizes), found=next(sizes))
    if first.dtype != second.dtype:
        raise InputError("cut-pair-depth")
    return second


def _first(opened: Picture) -> Pixels:
    return next(opened.frames()).rgb


def _of_pair(path: Path, read: Callable[[Path], T], take: Callable[[T], R]) -> R:
    """What is taken of the second picture; its fault must not seem to be the first one's."""
    try:
        return take(read(path))
    except InputError as error:
        raise InputError("cut-pair-unusable", path=path.name) from error


def _numbered(folder: Path, number: int) -> Path:
    return folder / f"{number:04d}.png"


def _write(path: Path, data: bytes, plan: CutPlan) -> None:
    """Write whole or not at all; neither an input nor what somebody else made is replaced."""
    if path.exists():
        if real(path) in plan.inputs:
            raise InputError("cut-replaces-input", path=str(path))
        if not is_ours(path):
            raise InputError("cut-replaces-other", path=str(path))
    try:
        files.write_bytes(path, data)
    except OSError as error:
        raise _unusable(path, error) from error
