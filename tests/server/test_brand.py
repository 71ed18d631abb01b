"""Brand pictures of a candidate over HTTP: how each was given, in words, and its own layers."""

import json

import pytest

from nukki.core import png
from tests.jobs.by_hand import ARTWORK, LIMITS, job_in, outcome
from tests.server.running import serving

WHY = {"code": "storage-full", "context": {"path": "a.png", "reason": "b"}}


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    folder = tmp_path_factory.mktemp("brand")
    return folder, job_in(folder, 1), job_in(folder, changes=({}, {"downgraded": WHY}))


@pytest.fixture(scope="module")
def server(held):
    with serving(held[0]) as caller:
        yield caller


def candidate(server, job, **headers):
    (found,) = json.loads(server.get(f"/api/jobs/{job.id}", **headers).body)["candidates"]
    return found


def test_a_candidate_tells_how_each_brand_picture_was_given(server, held):
    found = candidate(server, held[1])
    exact, blended = found["assets"]
    assert found["blended"]
    assert (exact["index"], exact["asset"], exact["given"], exact["label"]) == (
        0, "mark", "exact", "exact",
    )  # fmt: skip
    assert exact["state"]["code"] == "given-exact"
    assert f"{exact['visible_px']:,}" in exact["state"]["message"]
    assert (blended["asset"], blended["variant"], blended["limits"]) == ("badge", "dark", LIMITS)
    assert "5.2" in blended["state"]["message"]
    assert blended["state"]["hint"]
    told = outcome(1, "overlay")
    assert all(blended[name] == told[name] for name in ("x", "y", "width", "height", "stand"))


def test_it_tells_in_the_language_of_the_request(server, held):
    exact, blended = candidate(server, held[1], Accept_Language="ko")["assets"]
    assert (exact["label"], blended["label"]) == ("원본 그대로", "장면에 녹이기")
    assert "badge:dark" in blended["state"]["message"]


def test_what_was_given_exactly_instead_says_why(server, held):
    found = candidate(server, held[2])
    assert not found["blended"]
    assert found["assets"][0]["downgraded"] is None
    assert found["assets"][1]["downgraded"]["code"] == "storage-full"
    assert found["assets"][1]["downgraded"]["message"]


def test_the_layers_of_each_are_served_and_no_others(server, held):
    _, job, _ = held
    found = candidate(server, job)
    assert {layer["name"] for layer in found["layers"]} == {"object", "shadow"}
    exact, blended = ({layer["name"] for layer in one["layers"]} for one in found["assets"])
    assert exact == {"asset0", "asset0-shadow", "asset0-shade", "asset0-light"}
    assert blended == {"asset1", "asset1-shadow", "asset1-lit"}
    for one in found["assets"]:
        for layer in one["layers"]:
            got = server.get(layer["url"])
            assert (got.status, len(got.body)) == (200, layer["bytes"])
            size = png.size_of(got.body[: png.HEAD_BYTES])
            final = found["final"]
            assert size == (layer["width"], layer["height"]) == (final["width"], final["height"])


@pytest.mark.parametrize(
    "name", ["asset2", "asset6", "asset0-flat", "asset0-shade-lit", "asset0.", "asset01", "asset"]
)
def test_other_names_are_not_given_out_though_the_file_is_there(server, held, name):
    _, job, _ = held
    path = f"layers/0_7_{name}.png"
    job.files.write(path, b"secret")
    found = server.get(f"/api/jobs/{job.id}/files/{path}")
    assert (found.status, json.loads(found.body)["code"]) == (404, "server-picture-unknown")


def test_the_designers_file_is_shown_small_though_the_library_is_gone(server, held):
    exact, _ = candidate(server, held[1])["assets"]
    found = server.get(exact["picture"])
    assert (found.status, found.getheader("content-type")) == (200, "image/webp")
    assert len(found.body) < len(ARTWORK)


@pytest.mark.parametrize(
    "change",
    [{"given": "maybe"}, {"x": "left"}, {"scale": 2.0}, {"moved": [1]}, {"asset": "<b>"}],
)
def test_a_folder_that_lies_tells_of_no_brand_picture(tmp_path, change):
    job = job_in(tmp_path, changes=(change, {}))
    with serving(tmp_path) as caller:
        found = candidate(caller, job)
        assert (found["assets"], found["blended"]) == ([], False)
        assert caller.get(found["final"]["url"]).status == 200


def test_the_export_gives_the_original_pixels_where_it_is_asked_to(server, held):
    _, job, _ = held
    at = f"/api/jobs/{job.id}/export"
    made, exact = server.get(at), server.get(f"{at}?assets=exact")
    assert (made.status, exact.status) == (200, 200)
    assert b"0_7-blended.png" in made.body
    assert b"0_7-blended.png" not in exact.body
    assert server.get(f"{at}?assets=maybe").status == 422


@pytest.mark.parametrize("claims", [{"asset": "rival"}, {"x": -16_384}, {"width": 8192}], ids=str)
def test_of_artwork_that_was_not_asked_for_nothing_is_claimed(claims, tmp_path):
    job = job_in(tmp_path, 1, changes=({}, claims))
    with serving(tmp_path) as caller:
        found = candidate(caller, job)
    assert (found["assets"], found["blended"]) == ([], False)
