"""The child process of `closed_form`: numba compiles and runs here, and nowhere else.

Run as `python -m`, with a folder that holds `rgb.npy`, `trimap.npy` and `limits.json`; leaves
`alpha.npy` there. It ends when its standard input does, hence with its parent.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

WARMING, READY, DONE = "warming", "ready", "alpha.npy"  # files by which the parent sees the state
MISSING, MEMORY, FAILED, ORPHAN = 3, 4, 5, 6  # exit statuses
# Its own initialisers import, and so compile, all there is: 38 s, of which this needs 5.
_PACKAGES = ("pymatting", "pymatting.laplacian", "pymatting.preconditioner", "pymatting.solver")
_TOLERANCE = 1e-5  # alpha is stored to 1/255
_ROUNDS = 3000
_FACTORS = 200  # numbers per unknown pixel; hair took 93, and the default asks for 4 GB


def main(folder: Path) -> int:
    """Solve what lies in `folder`; the exit status says how it went."""
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()
    limits = json.loads((folder / "limits.json").read_text("utf-8"))
    if importlib.util.find_spec("pymatting") is None:
        return MISSING
    cache = Path(limits["cache"])
    if not any(cache.glob("*")):
        (folder / WARMING).touch()
    try:
        solver = _solver(cache)
        _limit_memory(int(limits["megabytes"]))
        (folder / READY).touch()
        rgb, trimap = (np.load(folder / f"{name}.npy") for name in ("rgb", "trimap"))
        alpha = _solve(solver, rgb, trimap)
    except MemoryError:
        return MEMORY
    except ValueError as error:  # what PyMatting raises when its factors or its rounds run out
        sys.stderr.write(str(error))
        return FAILED
    if not np.isfinite(alpha).all():
        return FAILED
    partial = folder / "part.npy"
    np.save(partial, alpha.astype(np.float32))
    partial.replace(folder / DONE)
    return 0


def _end_with_parent(folder: Path) -> None:
    while os.read(0, 1):  # not through sys.stdin, whose lock would be missed on the way out
        continue
    shutil.rmtree(folder, ignore_errors=True)  # a killed parent leaves the picture to us
    os._exit(ORPHAN)


def _solver(cache: Path) -> tuple[Any, Any, Any]:
    """Laplacian, preconditioner and conjugate gradients, compiled into `cache` if they must be."""
    import numba

    numba.config.CACHE_DIR = str(cache)  # type: ignore[attr-defined]
    for name in _PACKAGES:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
    from pymatting.laplacian.cf_laplacian import cf_laplacian
    from pymatting.preconditioner.ichol import ichol
    from pymatting.solver.cg import cg

    return cf_laplacian, ichol, cg


def _limit_memory(megabytes: int) -> None:
    """Allow so much more than what the libraries have mapped; nothing where that is unknown."""
    mapped = Path("/proc/self/statm")
    if not mapped.exists():
        return
    import resource

    pages = int(mapped.read_text("ascii").split()[0])
    most = pages * resource.getpagesize() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _solve(solver: tuple[Any, Any, Any], rgb: Any, trimap: Any) -> Any:
    """Levin, Lischinski and Weiss (2008): alpha is locally a linear function of colour."""
    laplacian, preconditioner, gradients = solver
    known = (trimap == 0) | (trimap == 255)
    matrix = laplacian(rgb.astype(np.float64) / 255, is_known=known.ravel())
    free, fixed = ~known.ravel(), known.ravel()
    alpha = (trimap == 255).astype(np.float64).ravel()
    rows = matrix[free]
    system = rows[:, free].tocsc()
    right = -rows[:, fixed].dot(alpha[fixed])
    factors = preconditioner(system, max_nnz=_FACTORS * system.shape[0])
    alpha[free] = gradients(system, right, M=factors, rtol=_TOLERANCE, maxiter=_ROUNDS)
    return alpha.clip(0, 1).reshape(trimap.shape)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
