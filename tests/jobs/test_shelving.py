"""The library changed by several processes at once, on both databases, and by a killed one."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from nukki.catalog import library, manifest
from nukki.core.storage import Folder
from nukki.jobs import shelving
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from tests.catalog.artworks import encoded, logo

COUNT = 4
ADD = """
import sys
from pathlib import Path
from nukki.catalog import artwork
from nukki.core.storage import Folder
from nukki.errors import FaultyInputError
from nukki.jobs import shelving
from nukki.jobs.database import open_database
from nukki.jobs.history import History

place, database, name, folder = sys.argv[1:]
shelf = shelving.library(History(Folder(Path(place)), open_database(database)))
files = [Path(folder, f"{name}-{n}.png") for n in range(int(Path(folder, "count").read_text()))]
found = [(artwork.examine(file), file.read_bytes()) for file in files]
print("ready", flush=True)
sys.stdin.readline()
for n, (one, data) in enumerate(found):
    try:
        shelf.add(one, data, (f"logo-{n}", name), name)
    except FaultyInputError as error:
        assert error.faults[0].code in ("asset-twin", "asset-exists"), error.faults
    print(n, flush=True)
"""


def writer(tmp_path, database_url, name):
    """A process that adds pictures once it is told to."""
    process = subprocess.Popen(
        [sys.executable, "-c", ADD, str(tmp_path / "studio"), database_url, name, str(tmp_path)],
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
