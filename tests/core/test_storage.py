"""What every storage keeps to, whether a folder, a bucket on a server, or another library's."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from nukki.core.bucket import Bucket
from nukki.core.fetched import Fetched
from nukki.core.storage import Folder, Storage
from tests.s3 import bucket, s3, s3_server

__all__ = ["bucket", "s3", "s3_server"]


@pytest.fixture(params=["folder", "bucket", "memory"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """An empty place of each kind; memory stands for every system but S3's."""
    if request.param == "folder":
        return Folder(tmp_path / "studio")
    if request.param == "memory":
        return Bucket("memory", uuid4().hex, "studio", Fetched(tmp_path / "cache"))
    return request.getfixturevalue("bucket")


def test_what_is_written_is_read(storage: Storage) -> None:
    storage.write("jobs/a/brief.yaml", "누끼".encode())
    assert storage.read("jobs/a/brief.yaml").decode() == "누끼"
    assert storage.read("jobs/a/brief.yaml", 3) == "누".encode()
    assert storage.at("jobs/a").read("brief.yaml", 1000).decode() == "누끼"
    storage.write("jobs/a/brief.yaml", b"")
    assert storage.read("jobs/a/brief.yaml") == storage.read("jobs/a/brief.yaml", 9) == b""


def test_a_name_may_hold_what_people_type(storage: Storage) -> None:
    names = ["가을 세일 [1].png", "a+b&c=d%20e.png", "100% 'off'.png", "x*.png"]
    for name in names:
        storage.write(f"in puts/{name}", name.encode())
    assert storage.names("in puts") == sorted(names)
    assert [storage.read(f"in puts/{name}").decode() for name in names] == names
    storage.remove("in puts/x*.png")
    assert storage.names("in puts") == sorted(names[:3])


@pytest.mark.parametrize("name", ["../a", "/etc/passwd", "a/../../b", "a\\b", "a\0b"])
def test_no_name_leads_out(storage: Storage, name: str) -> None:
    for use in (storage.read, storage.stat, storage.names, storage.remove, storage.local):
        with pytest.raises(ValueError):
            use(name)
    with pytest.raises(ValueError):
        storage.write(name, b"")
    with pytest.raises(ValueError):
        storage.append(name, "")
    with pytest.raises(ValueError):
        storage.at(name)


def test_what_is_missing_is_told(storage: Storage) -> None:
    with pytest.raises(FileNotFoundError):
        storage.read("none.txt")
    assert storage.stat("none.txt") is None
    assert storage.names("none") == []
    storage.remove("none")
    storage.write("jobs/a/x", b"1")
    assert storage.stat("jobs") is None
    assert storage.stat("jobs/a") is None


def test_a_tag_changes_with_the_content(storage: Storage) -> None:
    storage.write("a.txt", b"one")
    first = storage.stat("a.txt")
    assert first is not None
    assert first.bytes == 3
    assert storage.stat("a.txt") == first
    storage.write("a.txt", b"two")
    assert storage.stat("a.txt") != first


def test_a_log_grows_by_whole_lines(storage: Storage) -> None:
    for number in range(5):
        storage.append("jobs/a/events.jsonl", f'{{"n":{number}}}')
    assert storage.read("jobs/a/events.jsonl").decode() == "".join(
        f'{{"n":{number}}}\n' for number in range(5)
    )


def test_a_torn_line_is_ended_before_the_next(storage: Storage) -> None:
    storage.write("events.jsonl", b'{"n":1}\n{"n":')
    storage.append("events.jsonl", '{"n":3}')
    assert storage.read("events.jsonl") == b'{"n":1}\n{"n":\n{"n":3}\n'


def test_a_log_goes_on_after_it_was_written_anew(storage: Storage) -> None:
    storage.append("events.jsonl", "one")
    storage.write("events.jsonl", b"other\n")
    storage.append("events.jsonl", "two")
    storage.remove("events.jsonl")
    storage.append("events.jsonl", "three")
    assert storage.read("events.jsonl") == b"three\n"


def test_names_are_the_direct_children_only(storage: Storage) -> None:
    for name in ("jobs/b/status.json", "jobs/a/final/0.png", "jobs/note.txt", "assets/x"):
        storage.write(name, b"1")
    assert storage.names() == ["assets", "jobs"]
    assert storage.names("jobs") == storage.at("jobs").names() == ["a", "b", "note.txt"]
    assert storage.at("jobs/a").names("final") == ["0.png"]


def test_a_folder_may_be_removed_by_several_at_once(storage: Storage) -> None:
    for n in range(40):
        storage.write(f"jobs/a/final/{n}.png", b"x")
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(storage.remove, ["jobs/a"] * 6))
    assert storage.names("jobs") == []


def test_a_folder_that_cannot_be_removed_whole_can_be_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Folder(tmp_path)
    storage.write("jobs/a/status.json", b"{}")

    def refuse(_path: Path) -> None:
        raise PermissionError

    with monkeypatch.context() as changed:
        changed.setattr("shutil.rmtree", refuse)
        with pytest.raises(PermissionError):
            storage.remove("jobs/a")
    assert storage.names("jobs") == ["a"]
    storage.remove("jobs/a")
    assert storage.names("jobs") == []


def test_what_killed_processes_left_goes_after_a_day(tmp_path: Path) -> None:
    jobs = Folder(tmp_path).at("jobs")
    old, young = jobs.draft(), jobs.draft()
    half = tmp_path / "jobs/.gone-1/final"
    half.mkdir(parents=True)
    (half / "0_7.png").write_bytes(b"picture")
    for path in (old, half.parent):
        os.utime(path, (0, 0))
    jobs.tidy()
    assert jobs.names() == [young.name]


def test_what_is_half_removed_is_unfinished(tmp_path: Path) -> None:
    job = Folder(tmp_path)
    job.write("work/.gone-1/0_7.npz", b"1")
    job.write("final/0_7.png", b"1")
    assert job.unfinished() == ["work/.gone-1"]


def test_links_in_a_circle_lead_to_nothing(tmp_path: Path) -> None:
    storage = Folder(tmp_path)
    for name in ("a", "folder"):
        (tmp_path / name).symlink_to(tmp_path / name)
    for name in ("a", "folder/0_7.png"):
        assert storage.stat(name) is None
        with pytest.raises(OSError, match=r"denied|symbolic"):
            storage.read(name)


def test_a_folder_is_removed_with_all_it_holds_and_nothing_else(storage: Storage) -> None:
    for name in ("jobs/a/status.json", "jobs/a/final/0.png", "jobs/ab/status.json"):
        storage.write(name, b"1")
    storage.remove("jobs/a")
    assert storage.names("jobs") == ["ab"]
    storage.remove("jobs/ab/status.json")
    assert storage.stat("jobs/ab/status.json") is None


def test_a_file_or_a_folder_can_be_read_as_a_path(storage: Storage) -> None:
    storage.write("jobs/a/final/0 가.png", b"picture")
    storage.write("jobs/a/final/deep/1.png", b"other")
    path = storage.local("jobs/a/final/0 가.png")
    assert (path.name, path.read_bytes()) == ("0 가.png", b"picture")
    folder = storage.local("jobs/a/final")
    assert folder.name == "final"
    assert (folder / "deep" / "1.png").read_bytes() == b"other"
    storage.write("jobs/a/final/0 가.png", b"changed")
    assert storage.local("jobs/a/final/0 가.png").read_bytes() == b"changed"
    assert (storage.local("jobs/a/final") / "0 가.png").read_bytes() == b"changed"


def test_a_draft_is_published_whole(storage: Storage) -> None:
    jobs = storage.at("jobs")
    draft = jobs.draft()
    (draft / "final").mkdir()
    for name in ("payload.json", "status.json", "events.jsonl", "final/0.png"):
        (draft / name).write_text(name, "utf-8")
    assert [name for name in jobs.names() if not name.startswith(".")] == []
    jobs.publish(draft, "a")
    assert not draft.exists()
    assert jobs.names() == ["a"]
    assert jobs.names("a") == ["events.jsonl", "final", "payload.json", "status.json"]
    assert jobs.read("a/final/0.png") == b"final/0.png"
    jobs.at("a").append("events.jsonl", "+")
    assert jobs.read("a/events.jsonl") == b"events.jsonl\n+\n"


def test_one_place_is_one_value(storage: Storage) -> None:
    assert storage.at("jobs").at("a") == storage.at("jobs/a")
    assert {storage.at("jobs/a"): 1}[storage.at("jobs/a")] == 1
    assert storage.at("jobs/a") != storage.at("jobs/b")
    assert storage.at("jobs/a").name == "a"
    assert storage.at("jobs/a").shown == f"{storage.shown}/jobs/a"
    again = pickle.loads(pickle.dumps(storage.at("jobs")))
    assert again == storage.at("jobs")
    storage.write("jobs/x", b"1")
    assert again.read("x") == b"1"


def test_threads_share_it(storage: Storage) -> None:
    def work(number: int) -> bytes:
        own = storage.at(f"jobs/{number}")
        for line in range(5):
            own.append("events.jsonl", f"{number}-{line}")
            own.write("status.json", f"{line}".encode())
        assert own.read("events.jsonl").split() == [f"{number}-{n}".encode() for n in range(5)]
        return own.local("status.json").read_bytes()

    with ThreadPoolExecutor(12) as pool:
        assert list(pool.map(work, range(12))) == [b"4"] * 12
    assert len(storage.names("jobs")) == 12
