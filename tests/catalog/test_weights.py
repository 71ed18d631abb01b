"""The registry of weights: pins, licences, and files that are verified before use."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from nukki.catalog import pull, weights
from nukki.errors import BackendError, InputError
from nukki.settings import settings
from tests.catalog.stores import DATA, OWN, profile

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path / "가중치 창고"))
    settings.cache_clear()
    yield tmp_path / "가중치 창고"
    settings.cache_clear()


def test_every_profile_is_pinned_or_brought_by_a_person():
    for found in weights.all_weights():
        assert found.sha256 or found.source.kind == "file", found.id


def test_only_weights_free_for_commerce_are_fetched_unasked():
    unasked = [found for found in weights.all_weights() if found.on_first_need]
    assert [found.id for found in unasked] == ["u2netp"]
    assert all(found.commercial == "yes" for found in unasked)


def test_the_npm_that_pip_brings_is_the_one_of_the_set_up():
    pinned = json.loads((ROOT / "tools" / "art.json").read_text("utf-8"))["npm"]
    assert weights.npm().model_dump(mode="json") == pinned


@pytest.mark.parametrize(
    "changes",
    [
        {"commercial": "maybe"},
        {"sha256": "0" * 63},
        {"bytes": None},
        {"surprise": 1},
        {"source": {"kind": "url", "url": "https://example.com/a", "user": "me"}},
    ],
    ids=["use", "sum", "no size", "unknown key", "unknown key of a source"],
)
def test_a_profile_that_says_too_little_or_too_much_is_refused(changes):
    with pytest.raises(ValidationError):
        profile(**{"source": OWN, **changes})


def test_what_is_fetched_must_be_pinned():
    with pytest.raises(ValidationError, match="pinned"):
        profile({"kind": "url", "url": "https://example.com/a"}, data=None)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(InputError) as caught:
        weights.find("u2net")
    assert caught.value.context["nearest"] == "u2netp"


def test_weights_are_missing_then_here_then_damaged(store, tmp_path):
    little = profile(OWN)
    assert weights.state(little) == "missing"
    (tmp_path / "little.onnx").write_bytes(DATA)
    path = pull.pull(little, str(tmp_path))
    assert path.read_bytes() == DATA
    assert weights.state(little) == "here"
    path.write_bytes(DATA[:-1] + b"!")  # the same length, another time of change
    os.utime(path, ns=(1, 1))
    assert weights.state(little) == "damaged"
    path.write_bytes(DATA[:-1])
    assert weights.state(little) == "damaged"


def test_damaged_weights_are_never_handed_out_and_pulling_mends_them(store):
    known = weights.find("u2netp")
    store.mkdir()
    weights.place(known.sha256).write_bytes(b"rubbish")
    with pytest.raises(BackendError) as caught:
        pull.ensure(known)
    assert caught.value.code == "weights-damaged"
    assert "nukki models pull u2netp" in caught.value.hint()


def test_weights_that_ask_are_not_handed_out_without_acceptance(store):
    with pytest.raises(InputError) as caught:
        pull.ensure(weights.find("isnet"))
    assert caught.value.code == "weights-not-accepted"
    assert "--accept-licence isnet" in caught.value.hint()
    assert weights.acceptance("isnet") is None


def test_an_acceptance_is_kept_beside_the_weights_and_outlives_a_second_pull(store, tmp_path):
    asking = profile(OWN, commercial="ask", licence="Disputed 1.0")
    (tmp_path / "little.onnx").write_bytes(DATA)
    with pytest.raises(InputError):
        pull.pull(asking, str(tmp_path))
    pull.pull(asking, str(tmp_path), weights.accept(asking))
    given = weights.acceptance("little")
    assert given
    assert (given.id, given.licence) == ("little", "Disputed 1.0")
    weights.place(asking.sha256).unlink()
    pull.pull(asking, str(tmp_path))
    assert weights.acceptance("little") == given


def test_another_licence_asks_again(store, tmp_path):
    (tmp_path / "little.onnx").write_bytes(DATA)
    asking = profile(OWN, commercial="ask")
    pull.pull(asking, str(tmp_path), weights.accept(asking))
    weights.require_acceptance(asking)
    with pytest.raises(InputError):
        weights.require_acceptance(profile(OWN, commercial="ask", licence="Stricter"))


@pytest.mark.parametrize("rubbish", [b"", b"{", b"[]", b'{"id": 1}', b"\xff" * 100_000])
def test_a_record_that_cannot_be_read_accepts_nothing(store, rubbish):
    store.mkdir()
    (store / "isnet.json").write_bytes(rubbish)
    assert weights.acceptance("isnet") is None
