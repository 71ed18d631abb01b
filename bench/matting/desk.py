"""What every competitor's process does alike: read pictures, cut, take the time, hand back.

Standard library and numpy only: it also runs beside the peers, where Nukki is not installed.
The folder holds `cases.json` and `<n>.rgb.npy` per case; the answer is `<n>.npy` per case and a
line of JSON after the warm-up and after every case.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench import memory

Byte = npt.NDArray[np.uint8]
Cutter = Callable[[dict[str, Any], Byte, Byte | None], Byte | str]


class Desk:
    """The pictures of one folder, and how often each is cut for its time."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        plan = json.loads((self.folder / "cases.json").read_text("utf-8"))
        self.rounds: int = plan["rounds"]
        self.cases: list[dict[str, Any]] = plan["cases"]
        self._answers = sys.stdout

    def work(self, cut: Cutter) -> None:
        """Cut every case: once to warm up, then `rounds` times of which the median counts.

        `cut` returns (H, W, 4) straight, or a word that says why there is no cutout. What it
        prints goes to stderr: PyMatting complains on stdout.
        """
        with redirect_stdout(sys.stderr):
            self._work(cut)

    def _work(self, cut: Cutter) -> None:
        for number, told in enumerate(self.cases):
            rgb = np.load(self.folder / f"{number}.rgb.npy")
            second = self.folder / f"{number}.other.npy"
            other = np.load(second) if second.exists() else None
            if number == 0:
                cut(told, rgb.copy(), other)
                self._say({"mb": memory.peak_mb()})
            memory.forget_peak()
            times, works = [], []
            for _ in range(self.rounds):
                start, work = time.perf_counter(), time.process_time()
                answer = cut(told, rgb.copy(), other)
                times.append(time.perf_counter() - start)
                works.append(time.process_time() - work)
            fact: dict[str, Any] = {"seconds": float(np.median(times)), "mb": memory.peak_mb()}
            fact["cpu"] = float(np.median(works))
            if isinstance(answer, str):
                fact["refused"] = answer
            else:
                np.save(self.folder / f"{number}.npy", answer)
            self._say(fact)

    def _say(self, fact: dict[str, Any]) -> None:
        self._answers.write(json.dumps(fact) + "\n")
        self._answers.flush()
