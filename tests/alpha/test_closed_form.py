"""The closed form in its child process: what it solves, and every way in which it may end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from nukki.alpha import closed_form, working_size
from nukki.errors import AlphaError

# The child starts in 1 to 3 s, and once compiles for 5.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled_once")]


def tuft(side: int) -> tuple[Any, Any, Any]:
    """A disc with hair over a pattern: picture, trimap and true alpha."""
    random = np.random.default_rng(4)
    fine = np.zeros((side * 2, side * 2), np.uint8)
    cv2.circle(fine, (side, side), side // 2, 255, -1)
    for angle in random.uniform(0, 2 * np.pi, side // 4):
        ends = [
            side + r * np.array([np.cos(angle), np.sin(angle)]) for r in (0.45 * side, 0.8 * side)
        ]
        cv2.line(fine, *[tuple(int(v) for v in end) for end in ends], 255, 2)
    alpha = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    y, x = np.mgrid[:side, :side] / np.float32(side)
    back = np.dstack([0.6 + 0.3 * np.sin(9 * x), 0.7 + 0.2 * y, 0.5 + 0.3 * np.cos(7 * y)])
    rgb = alpha[..., None] * np.float32([0.25, 0.1, 0.5]) + (1 - alpha[..., None]) * back
    away = np.hypot(x - 0.5, y - 0.5)
    trimap = np.full((side, side), 128, np.uint8)
    trimap[away < 0.22], trimap[away > 0.42] = 255, 0
    return np.rint(rgb * 255).astype(np.uint8), trimap, alpha


def test_hair_on_a_pattern_is_solved_and_what_is_known_stays() -> None:
    rgb, trimap, truth = tuft(128)
    said: list[str] = []
    found = closed_form.solve(rgb, trimap, told=said.append)
    assert said in ([], ["closed-form-warming"])
    assert found.dtype == np.float32
    assert (found[trimap == 255] == 1).all()
    assert (found[trimap == 0] == 0).all()
    assert np.abs(found - truth)[trimap == 128].mean() < 0.04
    again: list[str] = []
    closed_form.solve(rgb, trimap, told=again.append)
    assert again == [], "the second run finds what the first compiled"
    assert "numba" not in sys.modules
    assert "pymatting" not in sys.modules


def test_a_large_picture_is_solved_small_and_keeps_its_fine_edges() -> None:
    rgb, trimap, truth = tuft(256)
    seen: list[int] = []

    def solver(small: Any, small_map: Any) -> Any:
        seen.append(small_map.size)
        return closed_form.solve(small, small_map)

    found = working_size.solve_small(rgb, trimap, 20_000, solver)
    assert seen[0] <= 20_200
    unknown = trimap == 128
    assert np.abs(found - truth)[unknown].mean() < 0.05
    blurred = cv2.resize(cv2.resize(truth, (141, 141), interpolation=cv2.INTER_AREA), (256, 256))
    assert np.abs(found - truth)[unknown].mean() < np.abs(blurred - truth)[unknown].mean()


@pytest.mark.parametrize(
    ("limits", "code"),
    [({"megabytes": 1}, "closed-form-memory"), ({"seconds": 0.0}, "closed-form-slow")],
)
def test_a_limit_ends_the_child_and_says_which_it_was(limits: Any, code: str) -> None:
    rgb, trimap, _ = tuft(192)
    with pytest.raises(AlphaError) as caught:
        closed_form.solve(rgb, trimap, **limits)
    assert caught.value.code == code
    assert children(os.getpid()) == []


def test_a_child_that_is_killed_is_an_error_with_a_cause() -> None:
    rgb, trimap, _ = tuft(384)
    killer = threading.Thread(target=lambda: os.kill(first_child(os.getpid()), signal.SIGKILL))
    killer.start()
    with pytest.raises(AlphaError) as caught:
        closed_form.solve(rgb, trimap)
    killer.join()
    assert caught.value.code == "closed-form-killed"
    assert "SIGKILL" in caught.value.message()


def test_the_child_dies_with_its_parent_and_clears_up(tmp_path: Path) -> None:
    rgb, trimap, _ = tuft(512)
    np.save(tmp_path / "rgb.npy", rgb)
    np.save(tmp_path / "trimap.npy", trimap)
    script = (
        "import sys, numpy as np; from nukki.alpha import closed_form;"
        "closed_form.solve(*[np.load(f'{sys.argv[1]}/{n}.npy') for n in ('rgb', 'trimap')])"
    )
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], env=environment)
    child = first_child(parent.pid)
    parent.kill()
    parent.wait()
    for _ in range(100):
        if not running(child):
            assert list(tmp_path.glob("nukki-*")) == []
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("the child outlived its parent by five seconds")


def first_child(parent: int) -> int:
    """The pid of the solving child, once it runs."""
    for _ in range(600):
        if found := children(parent):
            return found[0]
        time.sleep(0.02)
    raise AssertionError("no child within twelve seconds")


def children(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text()
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        fields = status.rpartition(")")[2].split()
        if int(fields[1]) == parent and fields[0] != "Z" and "closed_form_child" in command:
            found.append(int(folder.name))
    return found


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("trimap", "code"),
    [
        (np.full((40, 40), 128, np.uint8), "trimap-one-sided"),
        (np.full((40, 40), 255, np.uint8), "trimap-one-sided"),
        (np.zeros((1, 1), np.uint8), "trimap-one-sided"),
        (np.pad(np.uint8([[0, 255]]), ((9, 9), (9, 9)), constant_values=99), "trimap-too-unknown"),
    ],
)
def test_a_trimap_that_says_too_little_is_refused_without_a_child(trimap: Any, code: str) -> None:
    with pytest.raises(AlphaError) as caught:
        closed_form.solve(np.zeros((*trimap.shape, 3), np.uint8), trimap)
    assert caught.value.code == code
    assert caught.value.hint("ko")


def test_a_trimap_without_doubt_needs_no_solver() -> None:
    trimap = np.uint8([[0, 0, 255]])
    assert closed_form.solve(np.zeros((1, 3, 3), np.uint8), trimap).tolist() == [[0, 0, 1]]
