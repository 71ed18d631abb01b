"""Networks that find the object, run by ONNX Runtime on the CPU: one session each, one run at a
time, one output. The runtime is imported when the first is opened."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Byte, Float
from nukki.catalog import weights
from nukki.errors import BackendError, InputError

if TYPE_CHECKING:
    from nukki.catalog.weights import Progress, Weights

PROVIDER = "CPUExecutionProvider"
_ENLARGE = {"lanczos": cv2.INTER_LANCZOS4, "linear": cv2.INTER_LINEAR}


class Model:
    """One network; it is a `Saliency` of `alpha.source`.

    `id` is that of its weights. Calls of several threads wait for each other: two runs at once
    are no faster and each of them grows the memory.
    """

    def __init__(self, profile: Weights, path: Path) -> None:
        self.id = profile.id
        self._profile = profile
        self._session = open_session(path, profile.id)
        self._turn = threading.Semaphore(1)

    def __call__(self, rgb: Byte) -> Float:
        """(H, W, 3) uint8 sRGB to (H, W) float32, 0 for background and 1 for the object.

        These are the network's own scores, never stretched: where it finds nothing, none is high.
        """
        found = self.scores(rgb)
        height, width = rgb.shape[:2]
        shrinks = height * width < found.size
        form = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(found, (width, height), interpolation=form), np.float32)

    def scores(self, rgb: Byte) -> Float:
        """The same at the network's own size, (h, w) float32."""
        given, output = self._profile.input, self._profile.output
        tensor = _tensor(rgb, self._profile)
        with self._turn, told(self.id):
            found = self._session.run([output.tensor], {given.tensor: tensor})[0]
        scores = np.asarray(found, np.float32).reshape(found.shape[-2:])
        if output.post == "sigmoid":
            scores = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        if not np.isfinite(scores).all():
            raise BackendError("saliency-failed", found=self.id, reason="not finite")
        return np.clip(scores, 0, 1).astype(np.float32)


def open_model(weights_id: str = "u2netp", progress: Progress | None = None) -> Model:
    """The network of that id, opened once per process; its weights are fetched if they may be.

    Raises what `weights.ensure` raises, and BackendError `saliency-failed` for a file that is no
    network or needs what this machine lacks.
    """
    profile = weights.find(weights_id)
    if profile.task != "saliency":
        allowed = ", ".join(w.id for w in weights.all_weights() if w.task == "saliency")
        raise InputError("saliency-other-task", found=weights_id, allowed=allowed)
    return _opened(weights_id, weights.ensure(weights_id, progress))


@lru_cache(maxsize=2)  # ISNet holds 0.3 GB; more than two at once nobody needs
def _opened(weights_id: str, path: Path) -> Model:
    return Model(weights.find(weights_id), path)


def _tensor(rgb: Byte, profile: Weights) -> Float:
    """(H, W, 3) uint8 to [1, 3, h, w] float32 as the profile says."""
    given = profile.input
    assert given.size is not None
    width, height = given.size
    small: npt.NDArray[Any] = rgb
    if rgb.shape[0] > height or rgb.shape[1] > width:
        small = cv2.resize(
            rgb, (min(width, rgb.shape[1]), min(height, rgb.shape[0])), interpolation=cv2.INTER_AREA
        )
    if small.shape[:2] != (height, width):
        small = cv2.resize(small, (width, height), interpolation=_ENLARGE[given.resize])
    values = small.astype(np.float32)
    divide = float(values.max()) or 1.0 if given.divide == "max" else given.divide
    values *= np.float32(1 / divide)
    values -= np.asarray(given.mean, np.float32)
    values /= np.asarray(given.std, np.float32)
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


def open_session(path: Path, name: str) -> Any:
    """A session whose memory is small: see the table in docs/06-alpha.md.

    Threads do not spin while they wait, for other work shares the cores.
    """
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = _cores()
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4  # its complaints arrive as exceptions
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    with told(name):
        session = ort.InferenceSession(str(path), options, providers=[PROVIDER])
    if session.get_providers() != [PROVIDER]:
        raise BackendError("saliency-failed", found=name, reason=str(session.get_providers()))
    return session


@contextmanager
def told(name: str) -> Iterator[None]:
    """What the runtime raises, as our own error; its classes have no base in common."""
    from onnxruntime.capi import onnxruntime_pybind11_state as runtime

    faults = (
        runtime.Fail, runtime.InvalidArgument, runtime.InvalidGraph, runtime.InvalidProtobuf,
        runtime.NoModel, runtime.NoSuchFile, runtime.NotImplemented, runtime.RuntimeException,
    )  # fmt: skip
    try:
        yield
    except (*faults, RuntimeError, ValueError) as error:
        reason = str(error).splitlines()[0][:200]
        raise BackendError("saliency-failed", found=name, reason=reason) from error


def _cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
