"""The payload: equal identity for equal jobs, and refusals for everything that was touched."""

import json

import pytest

from nukki import i18n
from nukki.core.storage import Folder
from nukki.errors import PayloadError
from nukki.jobs import payload
from tests.jobs import pencil


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "payload.json"
    path.write_text(json.dumps(pencil.planned().to_file()), encoding="utf-8")
    return path


def test_a_payload_survives_the_disk(saved):
    assert payload.load(Folder(saved.parent)) == pencil.planned()


def test_the_identity_is_of_what_is_asked_for():
    same, other = pencil.planned(), pencil.planned(request=pencil.request(seeds=(1,)))
    assert same.identity() == pencil.planned().identity() != other.identity()


def test_a_job_without_brand_pictures_is_written_as_before_there_were_any():
    """Or its identity would be another one than that of the same job of an earlier release."""
    written = pencil.planned().model_dump(mode="json")
    assert sorted(written["request"]) == [
        "height", "look", "mood", "negative", "palette", "pins", "prompt", "seeds", "shadow",
        "subjects", "width",
    ]  # fmt: skip
    assert sorted(written) == [
        "brief_sha256", "engine", "format", "inputs", "material_class", "matting", "model",
        "notes", "packs", "request", "versions", "workflow",
    ]  # fmt: skip


def changed(**fields):
    return lambda data: json.dumps({**data, **fields})


def asked(**fields):
    """A request that no brief could have made."""
    return lambda data: json.dumps({**data, "request": {**data["request"], **fields}})


BAD = [
    (changed(model="other"), "payload-changed"),
    (changed(identity="0" * 64), "payload-changed"),
    (changed(identity=None), "payload-changed"),
    (changed(identity="\ud800" * 64), "payload-changed"),
    (changed(format=2, unheard="of"), "payload-newer"),
    (changed(unheard="of"), "payload-damaged"),
    (changed(request={}), "payload-damaged"),
    (asked(width=100_000, height=100_000), "payload-damaged"),
    (asked(width=0), "payload-damaged"),
    (asked(seeds=list(range(9))), "payload-damaged"),
    (asked(seeds=[]), "payload-damaged"),
    (asked(seeds=[2**63]), "payload-damaged"),
    (asked(subjects=[]), "payload-damaged"),
    (asked(palette=["red"]), "payload-damaged"),
    (lambda data: json.dumps(data)[:-9], "payload-damaged"),
    (lambda data: "[]", "payload-damaged"),
    (lambda data: "[" * 100_000, "payload-damaged"),
    (lambda data: json.dumps({**data, "x": "y" * payload.MAX_BYTES}), "payload-damaged"),
]


@pytest.mark.parametrize(("spoil", "code"), BAD)
def test_a_spoilt_payload_is_refused(saved, spoil, code):
    saved.write_text(spoil(json.loads(saved.read_text("utf-8"))), encoding="utf-8")
    with pytest.raises(PayloadError) as caught:
        payload.load(Folder(saved.parent))
    assert caught.value.code == code
    for language in i18n.LANGUAGES:
        told = caught.value.message(language)
        assert "{" not in told
        assert told.encode("utf-8")


def test_no_payload_is_refused(tmp_path):
    with pytest.raises(PayloadError) as caught:
        payload.load(Folder(tmp_path))
    assert caught.value.code == "payload-missing"
