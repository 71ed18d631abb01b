"""Where the result of each file goes: folders mirrored, names that meet told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nukki.core import png
from nukki.errors import InputError
from nukki.jobs import cut_plan
from tests.jobs.photos import disc, saved

PNG = saved(disc())
OURS = np.zeros((2, 2, 4), np.uint8)


def put(root: Path, *names: str, data: bytes = PNG) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def outputs(root: Path, *arguments: str) -> dict[str, str]:
    out = root / "out"
    plan = cut_plan.plan([root / argument for argument in arguments], out)
    return {
        task.input.relative_to(root).as_posix(): task.output.relative_to(out).as_posix()
        for task in plan.tasks
    }


def test_a_folder_is_mirrored(tmp_path: Path) -> None:
    put(tmp_path, "in/a.png", "in/더 깊은 곳/b.c.jpg", "in/deep/er/d.webp")
    assert outputs(tmp_path, "in") == {
        "in/a.png": "a.png",
        "in/deep/er/d.webp": "deep/er/d.png",
        "in/더 깊은 곳/b.c.jpg": "더 깊은 곳/b.c.png",
    }


def test_several_arguments_keep_the_folders_apart(tmp_path: Path) -> None:
    put(tmp_path, "one/a.png", "two/a.png", "c.jpg")
    assert outputs(tmp_path, "one", "two", "c.jpg") == {
        "one/a.png": "one/a.png",
        "two/a.png": "two/a.png",
        "c.jpg": "c.png",
    }


def test_names_that_meet_are_told_apart_by_their_ending(tmp_path: Path) -> None:
    put(tmp_path, "in/a.jpg", "in/a.png", "in/B.png", "in/b.gif")
    assert outputs(tmp_path, "in") == {
        "in/a.jpg": "a-jpg.png",
        "in/a.png": "a-png.png",
        "in/B.png": "B-png.png",
        "in/b.gif": "b-gif.png",
    }


def test_files_of_one_name_from_several_folders_are_numbered(tmp_path: Path) -> None:
    put(tmp_path, "x/a.png", "y/a.png")
    assert outputs(tmp_path, "y/a.png", "x/a.png") == {
        "y/a.png": "a.png",
        "x/a.png": "a-2.png",
    }


def test_two_ways_to_write_the_same_name_meet(tmp_path: Path) -> None:
    put(tmp_path, "in/\uac00.png", "in/\u1100\u1161.jpg")
    assert len(set(outputs(tmp_path, "in").values())) == 2
    assert all("-" in name for name in outputs(tmp_path, "in").values())


def test_a_file_that_is_named_twice_is_cut_once(tmp_path: Path) -> None:
    put(tmp_path, "in/a.png")
    (tmp_path / "link.png").symlink_to(tmp_path / "in/a.png")
    assert outputs(tmp_path, "in/a.png", "link.png", "in") == {"in/a.png": "a.png"}


def test_what_is_no_picture_is_passed_over_but_a_damaged_one_is_not(tmp_path: Path) -> None:
    put(tmp_path, "in/notes.txt", "in/data.json", "in/.hidden.png", data=b"{}")
    put(tmp_path, "in/broken.png", data=b"{}")
    put(tmp_path, "in/no-ending")
    plan = cut_plan.plan([tmp_path / "in"], tmp_path / "out")
    assert {task.input.name for task in plan.tasks} == {"broken.png", "no-ending"}
    assert plan.passed_over == 2


def test_earlier_results_inside_the_folder_are_not_cut_again(tmp_path: Path) -> None:
    put(tmp_path, "in/a.png", "in/nukki-cut/a.png")
    plan = cut_plan.plan([tmp_path / "in"], tmp_path / "in" / "nukki-cut")
    assert [task.input.name for task in plan.tasks] == ["a.png"]
    assert len(plan.tasks) == 1


def test_results_beside_their_pictures_are_not_cut_again(tmp_path: Path) -> None:
    put(tmp_path, "in/a.png")
    put(tmp_path, "in/b.png", "in/c/0001.png", data=png.encode(OURS, {cut_plan.KEY: {}}))
    plan = cut_plan.plan([tmp_path / "in"], tmp_path / "in")
    assert [task.input.name for task in plan.tasks] == ["a.png"]
    elsewhere = cut_plan.plan([tmp_path / "in"], tmp_path / "out")
    assert len(elsewhere.tasks) == 3


def test_frames_stay_out_of_a_folder_of_the_same_name(tmp_path: Path) -> None:
    put(tmp_path, "in/cat.gif", "in/cat/0001.png")
    plan = cut_plan.plan([tmp_path / "in"], tmp_path / "out")
    frames = {task.input.name: task.frames.name for task in plan.tasks}
    assert frames["cat.gif"] == "cat.frames"


def test_a_missing_file_stays_in_and_is_told_in_its_turn(tmp_path: Path) -> None:
    assert outputs(tmp_path, "none.jpg") == {"none.jpg": "none.png"}


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match="no picture"):
        cut_plan.plan([tmp_path / "in"], tmp_path / "out")


def test_a_folder_that_leads_back_to_itself_ends(tmp_path: Path) -> None:
    put(tmp_path, "in/a.png")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")
    assert len(outputs(tmp_path, "in")) == 1
