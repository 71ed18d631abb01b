"""One network, run by ONNX Runtime on the CPU: whose weights it has, and one run at a time.

The runtime is imported when the first network is opened.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Float
from nukki.catalog import pull, weights
from nukki.errors import BackendError, InputError

if TYPE_CHECKING:
    from nukki.catalog.weights import Progress, Weights

PROVIDER = "CPUExecutionProvider"
# Bytes of weights. A small network that keeps its memory is a fifth faster, for no page of it has
# to be cleared anew; a large one would hold 1.4 GB for a tenth.
_ARENA_UP_TO = 16_000_000


class Network:
    """A session and the names of its tensors, opened from a verified file.

    Calls of several threads wait for each other: two runs at once are no faster and each of them
    grows the memory. Raises BackendError `network-failed` for a file that is no network or needs
    what this machine lacks.
    """

    def __init__(self, profile: Weights, path: Path) -> None:
        self._profile = profile
        self._session = _session(path, profile.id)
        self._turn = threading.Lock()

    def run(self, tensor: Float) -> npt.NDArray[np.float32]:
        """The network's own answer to one tensor, of any shape; raises BackendError."""
        name, output = self._profile.id, self._profile.output.tensor
        with self._turn, _told(name):
            found = self._session.run([output], {self._profile.input.tensor: tensor})[0]
        answer = np.asarray(found, np.float32)
        if not np.isfinite(answer).all():
            raise BackendError("network-failed", found=name, reason="not finite")
        return answer


def find(
    weights_id: str, task: Literal["saliency", "matting"], progress: Progress | None = None
) -> tuple[Weights, Path]:
    """The profile and the verified file of weights for that task, fetched if they may be.

    Raises InputError `saliency-other-task` or `matting-other-task`, and what `pull.ensure` raises.
    """
    profile = weights.find(weights_id)
    if profile.task != task:
        code = "saliency-other-task" if task == "saliency" else "matting-other-task"
        allowed = ", ".join(each.id for each in weights.all_weights() if each.task == task)
        raise InputError(code, found=weights_id, allowed=allowed)
    return profile, pull.ensure(profile, progress)


def _session(path: Path, name: str) -> Any:
    """A session whose memory is small: see the table in docs/06-alpha.md.

    Threads do not spin while they wait, for other work shares the cores.
    """
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = _cores()
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = path.stat().st_size <= _ARENA_UP_TO
    options.log_severity_level = 4  # its complaints arrive as exceptions
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    with _told(name):
        session = ort.InferenceSession(str(path), options, providers=[PROVIDER])
    if session.get_providers() != [PROVIDER]:
        raise BackendError("network-failed", found=name, reason=str(session.get_providers()))
    return session


@contextmanager
def _told(name: str) -> Iterator[None]:
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
        raise BackendError("network-failed", found=name, reason=reason) from error


def _cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
