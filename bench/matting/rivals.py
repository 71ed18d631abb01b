"""Who cuts: each in a fresh process that nothing else runs beside, with its time and memory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import numpy as np

from bench.matting.cases import Byte, Case

ROOT = Path(__file__).resolve().parents[2]
PEER_PYTHON = ROOT / ".venv" / "peer" / "bin" / "python"
PATIENCE_S = 3600  # closed form takes half a minute for one picture of hair
Fact = dict[str, float | str]
REMBG_KINDS = {"u2netp": "u2net_custom", "isnet": "dis_custom"}
DEFAULT = "default"
OTHER_MODES = ("putalpha", "decontaminate", "alpha-matting", "post-process")
NAN = float("nan")


@dataclass(frozen=True)
class Rival:
    """A program that cuts all pictures of a folder; the folder comes after `command`."""

    name: str
    command: tuple[str, ...]
    after: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Cut:
    """One cutout (H, W, 4), all clear where there was a refusal; seconds and MB of that cut.

    `cpu`: seconds of all cores together, that of children left out.
    """

    rgba: Byte
    seconds: float
    cpu: float
    mb: float
    refused: str | None = None


@dataclass(frozen=True)
class Run:
    """All cuts of one process. `cold`: seconds from its start to its first cutout."""

    rival: str
    cold: float
    mb: float
    cuts: tuple[Cut, ...]


def ours() -> Rival:
    """Nukki."""
    return Rival("Nukki", (sys.executable, "-m", "bench.matting.ours"))


def closed_form() -> Rival:
    """PyMatting, told by the truth where to look."""
    return Rival("closed form", (sys.executable, "-m", "bench.matting.closed_form"))


def rembg(model: str, modes: Sequence[str], weights: Path, home: Path) -> Rival:
    """The peer in some of its modes; it takes weights only from under its own `home`."""
    own = home / f"{model}.onnx"
    if not own.exists():
        shutil.copyfile(weights, own)
    return Rival(
        f"rembg {model} {', '.join(modes)}",
        (str(PEER_PYTHON), "-m", "bench.matting.rembg_modes"),
        (",".join(modes), REMBG_KINDS[model], str(own)),
        {"REMBG_HOME": str(home)},
    )


def command_time(case: Case) -> float:
    """Seconds that `nukki cut` takes from its start to the PNG, the middle one of three; infinite
    where there is no PNG."""
    from PIL import Image

    nukki = Path(sys.executable).with_name("nukki")
    times = []
    with tempfile.TemporaryDirectory(prefix="nukki-bench-") as name:
        file = Path(name) / "picture.png"
        Image.fromarray(case.rgb).save(file)
        for number in range(3):
            asked = [str(nukki), "cut", str(file), "--out", str(Path(name) / str(number))]
            start = time.perf_counter()
            done = subprocess.run(asked, cwd=ROOT, check=False, capture_output=True)
            times.append(float("inf") if done.returncode else time.perf_counter() - start)
    return sorted(times)[1]


def compile_time() -> float:
    """Seconds of the peer's import on a machine that never ran it: it compiles."""
    with tempfile.TemporaryDirectory(prefix="nukki-bench-") as empty:
        start = time.perf_counter()
        _import(PEER_PYTHON, "rembg", {"NUMBA_CACHE_DIR": empty})
        return time.perf_counter() - start


def warm() -> None:
    """Let both libraries compile what they keep, so that no later time holds it."""
    _import(PEER_PYTHON, "rembg", {})
    _import(Path(sys.executable), "pymatting", {})


def run(rival: Rival, cases: Sequence[Case], rounds: int = 1) -> Run:
    """Let it cut the cases, in order; RuntimeError with its last words when it fails."""
    with tempfile.TemporaryDirectory(prefix="nukki-bench-") as name:
        folder = Path(name)
        _lay_out(folder, cases, rounds)
        facts, cold = _watch(rival, folder)
        if len(facts) != len(cases) + 1:
            words = (folder / "errors").read_text("utf-8", "replace").strip()
            raise RuntimeError(f"{rival.name} stopped after {len(facts)} answers: {words[-2000:]}")
        ready, *told = facts
        cuts = tuple(_cut(folder, n, case, told[n]) for n, case in enumerate(cases))
    return Run(rival.name, cold, max(float(ready["mb"]), *(cut.mb for cut in cuts)), cuts)


def each(done: Run, modes: Sequence[str]) -> list[Run]:
    """A run of several modes as one run of each; their own times are not known."""
    alone = []
    for number, mode in enumerate(modes):
        cuts = [Cut(cut.rgba[number], NAN, NAN, cut.mb) for cut in done.cuts]
        alone.append(Run(mode, done.cold, done.mb, tuple(cuts)))
    return alone


def _import(python: Path, library: str, environment: dict[str, str]) -> None:
    command = [str(python), "-c", f"import {library}"]
    subprocess.run(command, env=os.environ | environment, check=True, capture_output=True)


def _lay_out(folder: Path, cases: Sequence[Case], rounds: int) -> None:
    told = []
    for number, case in enumerate(cases):
        np.save(folder / f"{number}.rgb.npy", case.rgb)
        if case.other is not None:
            np.save(folder / f"{number}.other.npy", case.other)
        np.save(folder / f"{number}.truth.npy", case.truth[..., 3])  # closed form alone reads it
        told.append(case.facts | {"number": number})
    plan = json.dumps({"rounds": rounds, "cases": told})
    (folder / "cases.json").write_text(plan, "utf-8")


def _watch(rival: Rival, folder: Path) -> tuple[list[Fact], float]:
    """What it said, line by line, and the seconds until the first line."""
    command = [*rival.command, str(folder), *rival.after]
    facts: list[Fact] = []
    cold = NAN
    with (folder / "errors").open("wb") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | rival.environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert child.stdout is not None
        limit = Timer(PATIENCE_S, child.kill)
        limit.start()
        try:
            for line in child.stdout:
                if not facts:
                    cold = time.perf_counter() - start
                facts.append(json.loads(line))
        finally:
            limit.cancel()
            child.kill()
            child.wait()
            child.stdout.close()
    return facts, cold


def _cut(folder: Path, number: int, case: Case, told: Fact) -> Cut:
    refused = told.get("refused")
    if refused is None:
        rgba = np.load(folder / f"{number}.npy")
    else:
        rgba = np.zeros((*case.rgb.shape[:2], 4), np.uint8)
    seconds, cpu, mb = (float(told[name]) for name in ("seconds", "cpu", "mb"))
    return Cut(rgba, seconds, cpu, mb, None if refused is None else str(refused))
