"""The library changed by several processes at once, on both databases, and by a killed one."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time

import pytest

from nukki.catalog import artwork, library, manifest
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core.storage import Folder
from nukki.jobs import shelving
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from tests.catalog.artworks import encoded, logo
from tests.catalog.shelf import alone, examined
from tests.s3 import bucket, s3, s3_server

__all__ = ["bucket", "s3", "s3_server"]

COUNT = 4
ADD = """
import sys
from pathlib import Path
from nukki.catalog import artwork
from nukki.catalog.asset_change import Wanted
from nukki.core.storage import open_storage
from nukki.errors import FaultyInputError
from nukki.jobs import shelving
from nukki.jobs.database import open_database
from nukki.jobs.history import History

place, database, name, folder, changes = sys.argv[1:]
shelf = shelving.library(History(open_storage(place), open_database(database)))
files = [Path(folder, f"{name}-{n}.png") for n in range(int(Path(folder, "count").read_text()))]
found = [(artwork.examine(file), file.read_bytes()) for file in files]
print("ready", flush=True)
sys.stdin.readline()
for n, (one, data) in enumerate(found):
    try:
        shelf.add(one, data, (f"logo-{n}", name), name)
    except FaultyInputError as error:
        assert error.faults[0].code in ("asset-twin", "asset-exists"), error.faults
    if changes == "changes":
        shelf.change("logo-0", Wanted(name=f"{name} {n}"), name)
        shelf.change(f"logo-{n}", Wanted(variants={name: True}), name)
    print(n, flush=True)
"""


def writer(tmp_path, database_url, name, changes="", place=None):
    """A process that adds pictures once it is told to."""
    place = place or str(tmp_path / "studio")
    process = subprocess.Popen(
        [sys.executable, "-c", ADD, place, database_url, name, str(tmp_path), changes],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "ready\n"
    return process


def drawn(tmp_path, names, count=COUNT):
    (tmp_path / "count").write_text(str(count))
    for place, name in enumerate(names):
        for n in range(count):
            data = encoded(logo(colour=(40 * place + n, n, 200)))
            (tmp_path / f"{name}-{n}.png").write_bytes(data)


def go(processes):
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()


@pytest.mark.slow
def test_two_processes_that_add_at_once_lose_nothing(tmp_path, database_url):
    names = ("one", "two")
    drawn(tmp_path, names)
    processes = [writer(tmp_path, database_url, name) for name in names]
    go(processes)
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0
    storage = Folder(tmp_path / "studio")
    held = manifest.read(storage)
    assert held.revision == 2 * COUNT
    assert {key: sorted(asset.variants) for key, asset in held.assets.items()} == {
        f"logo-{n}": ["one", "two"] for n in range(COUNT)
    }
    lines = [json.loads(line) for line in storage.read(library.LOG).splitlines()]
    assert [line["revision"] for line in lines] == list(range(1, 2 * COUNT + 1))
    for asset_id, _, variant_id, _ in held.pictures():
        n = asset_id.rpartition("-")[2]
        kept = storage.read(library.picture(asset_id, variant_id))
        assert kept == (tmp_path / f"{variant_id}-{n}.png").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["folder", "bucket"])
def test_what_two_processes_add_and_change_at_once_is_one_history(tmp_path, request, where):
    storage = (
        Folder(tmp_path / "studio") if where == "folder" else request.getfixturevalue("bucket")
    )
    database_url, names = f"sqlite:///{tmp_path / 'nukki.db'}", ("one", "two")
    drawn(tmp_path, names)
    processes = [writer(tmp_path, database_url, name, "changes", storage.shown) for name in names]
    go(processes)
    for process in processes:
        process.communicate(timeout=120)
        assert process.returncode == 0
    lines = [json.loads(line) for line in storage.read(library.LOG).splitlines()]
    held = manifest.read(storage)
    assert held.revision == len(lines) == 2 * 3 * COUNT
    assert [line["revision"] for line in lines] == list(range(1, len(lines) + 1))
    # each began where another had left off
    told = [line["what"]["name"] for line in lines if line["asset"] == "logo-0"
            and "name" in line["what"]]  # fmt: skip
    assert [before for before, _ in told[1:]] == [after for _, after in told[:-1]]
    assert held.assets["logo-0"].name == told[-1][1]
    shelf = Library(storage, alone)
    for asset_id, _, variant_id, variant in held.pictures():
        assert variant.hidden
        assert shelf.artwork(asset_id, variant_id)


KILLED = """
import os, pickle, signal, sys
from pathlib import Path
from nukki.catalog.asset_change import Wanted
from nukki.core.storage import Folder
from nukki.jobs import shelving
from nukki.jobs.database import open_database
from nukki.jobs.history import History

folder = Path(sys.argv[1])
first, second = pickle.loads(Path(folder, "found").read_bytes())
left = after = None

def dying(function):
    def call(*arguments, **options):
        global left
        left -= 1
        if left == 0 and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        result = function(*arguments, **options)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    return call

for number in range(1, 200):
    for after in (False, True):
        child = os.fork()
        if child == 0:
            place = folder / f"{number:03}-{'after' if after else 'before'}"
            database = open_database(f"sqlite:///{folder}/one.db")  # what the dead held is free
            shelf = shelving.library(History(Folder(place), database))
            left = number
            os.fsync, os.replace, os.write = map(dying, (os.fsync, os.replace, os.write))
            shelf.add(*first, ("logo", "default"), "x", Wanted(name="Logo"))
            shelf.add(*second, ("logo", "dark"), "x")
            shelf.change("logo", Wanted(hidden=True, variants={"dark": True}), "x")
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert ended in (0, -signal.SIGKILL), ended
    if ended == 0:
        print(number)
        break
"""


@pytest.mark.slow
def test_wherever_a_writer_is_killed_the_library_is_whole_and_goes_on(tmp_path):
    """Before and after each write, flush and rename of three changes."""
    data = [encoded(logo(colour=(n, 9, 200))) for n in (1, 2)]
    pairs = [(examined(tmp_path, one), one) for one in data]
    (tmp_path / "found").write_bytes(pickle.dumps(pairs))
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    places = sorted(path for path in tmp_path.iterdir() if path.is_dir())
    assert len(places) == 2 * int(done.stdout) >= 40
    seen = set()
    for place in places:
        shelf = Library(Folder(place), alone)
        held = shelf.read()
        seen.add(held.revision)
        for asset_id, _, variant_id, _ in held.pictures():
            assert shelf.artwork(asset_id, variant_id)
        for (found, kept), variant in zip(pairs, ("default", "dark"), strict=True):
            known = shelf.read().assets.get("logo")
            if known is None or variant not in known.variants:
                shelf.add(found, kept, ("logo", variant), "y")
        shelf.change("logo", Wanted(hidden=True, tags=("end",), variants={"dark": True}), "y")
        lines = [json.loads(line) for line in shelf.storage.read(library.LOG).splitlines()]
        ended = shelf.read()
        assert [line["revision"] for line in lines] == list(range(1, ended.revision + 1)), place
        assert ended.assets["logo"].shown() == ["default"]
        shelf.storage.remove(manifest.MANIFEST)
        shelf.recover(artwork.examine, "y")
        assert shelf.read().assets == ended.assets
    assert seen == {0, 1, 2, 3}


@pytest.mark.slow
def test_of_two_that_add_the_same_picture_at_once_one_is_refused(tmp_path, database_url):
    drawn(tmp_path, ("one",))
    drawn(tmp_path, ("two",))  # the same colours
    processes = [writer(tmp_path, database_url, name) for name in ("one", "two")]
    go(processes)
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0
    held = manifest.read(Folder(tmp_path / "studio"))
    assert sum(1 for _ in held.pictures()) == COUNT


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 2])
def test_a_writer_that_is_killed_leaves_a_whole_library(tmp_path, after):
    count = 16
    database_url = f"sqlite:///{tmp_path / 'nukki.db'}"
    drawn(tmp_path, ("one",), count)
    process = writer(tmp_path, database_url, "one")
    go([process])
    for _ in range(after):
        process.stdout.readline()
    time.sleep(0.004)  # in the middle of the next one
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    storage = Folder(tmp_path / "studio")
    shelf = shelving.library(History(storage, open_database(database_url)))
    kept = manifest.read(storage)
    assert after <= kept.revision <= count
    for asset_id, _, variant_id, _ in kept.pictures():
        assert shelf.artwork(asset_id, variant_id)
    again = writer(tmp_path, database_url, "one")
    go([again])
    again.communicate(timeout=60)
    assert again.returncode == 0
    lines = [json.loads(line) for line in storage.read(library.LOG).splitlines()]
    assert manifest.read(storage).revision == count
    assert [line["revision"] for line in lines] == list(range(1, count + 1))
