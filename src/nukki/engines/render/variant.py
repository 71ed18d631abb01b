"""Which Mitsuba variant this machine can be trusted with.

`llvm_ad_rgb` is several times faster but stands on the system's LLVM, and some versions abort
inside it. So it is tried in a child process, compared with `scalar_rgb`, and remembered.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from nukki.core import files, hashing
from nukki.settings import settings

FAST, SAFE = "llvm_ad_rgb", "scalar_rgb"
_TIMEOUT_S = 90
_TOLERANCE = 0.01  # the two variants' mean radiance may differ by this share


@dataclass(frozen=True)
class Choice:
    """The variant to draw with, and why."""

    variant: str
    reason: str


@lru_cache(maxsize=1)
def choose() -> Choice:
    """The configured variant, or the fastest one that passes its self-test."""
    wanted = settings().render_variant
    if wanted != "auto":
        return Choice(wanted, "configured")
    memory = settings().art.parent / "variant.json"
    key = _key()
    if (known := _recall(memory, key)) is not None:
        return known
    fault = probe()
    choice = Choice(SAFE, fault) if fault else Choice(FAST, "self-test passed")
    _remember(memory, key, choice)
    return choice


def probe() -> str:
    """Draw a small scene with both variants in a child; an empty string, or what went wrong."""
    command = [sys.executable, "-m", "nukki.engines.render.variant"]
    try:
        child = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"{FAST}: no answer within {_TIMEOUT_S} s"
    if child.returncode != 0:
        last = child.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
        return f"{FAST}: exit status {child.returncode}: {last[0][:200]}"
    means = json.loads(child.stdout.decode().strip().splitlines()[-1])
    if abs(means[FAST] / means[SAFE] - 1) > _TOLERANCE:
        return f"{FAST}: mean {means[FAST]:.4f} where {SAFE} gives {means[SAFE]:.4f}"
    return ""


def _key() -> str:
    """Changes when Mitsuba, Dr.Jit or any LLVM on the usual paths does."""
    folders = [Path("/usr/lib"), Path("/usr/local/lib"), Path("/opt/homebrew/opt/llvm/lib")]
    libraries = sorted(
        str(path)
        for folder in folders
        if folder.is_dir()
        for pattern in ("libLLVM*", "*/libLLVM*")
        for path in folder.glob(pattern)
    )
    versions = {name: metadata.version(name) for name in ("mitsuba", "drjit")}
    return hashing.of_json({"versions": versions, "libraries": libraries})


def _recall(memory: Path, key: str) -> Choice | None:
    try:
        known = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(known, dict) or known.get("key") != key:
        return None
    return Choice(str(known.get("variant")), str(known.get("reason")))


def _remember(memory: Path, key: str, choice: Choice) -> None:
    try:
        files.write_json(memory, {"key": key, **asdict(choice)})
    except OSError:
        return  # a read-only installation only costs the next process another self-test


def _main() -> None:
    import mitsuba as mi
    import numpy as np

    means = {}
    for variant in (SAFE, FAST):
        mi.set_variant(variant)
        scene = mi.load_dict(mi.cornell_box())
        picture = np.array(mi.render(scene, spp=64, sensor=_small(mi)))
        means[variant] = float(picture[..., :3].mean())
    sys.stdout.write(json.dumps(means) + "\n")


def _small(mi: Any) -> Any:
    box = mi.cornell_box()["sensor"]
    box["film"] = {"type": "hdrfilm", "width": 32, "height": 32}
    return mi.load_dict(box)


if __name__ == "__main__":
    _main()
