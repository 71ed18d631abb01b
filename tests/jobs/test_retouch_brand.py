"""Strokes on a picture with brand artwork: the objects change, and the artwork stays as it was."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from pydantic_core import to_jsonable_python

from nukki.catalog.placement import PlacedAsset, Placement
from nukki.core import png
from nukki.errors import BackendError, InputError
from nukki.finishing import core_check
from nukki.jobs import naming, pipeline, refining
from nukki.jobs.payload import InputFile
from nukki.jobs.plan import Plan
from nukki.jobs.workshop import Workshop
from tests.jobs.by_hand import ARTWORK, SHA256
from tests.jobs.pencil import BRIEF, Pencil, planned, request
from tests.jobs.refined import HOLE, SIZE, history_in, in_frame, item_of, object_of, picture
from tests.review.pictures import badge

CORE = badge()[..., 3] == 255
PLACES = {"behind": (24, 120), "on": (130, 120), "beside": (250, 4)}


def smooth():
    """The same shape in even colours: what a designer would let be scaled."""
    rgba = badge()
    rgba[..., :3] = np.where(rgba[..., 3:] > 0, np.array([200, 40, 60], np.uint8), 0)
    return png.encode(rgba, tags=png.Tags())


SMOOTH = smooth()
FILES = {f"{hashlib.sha256(data).hexdigest()}.png": data for data in (ARTWORK, SMOOTH)}


def asked(stand, blend="exact", scale=1.0):
    x, y = PLACES[stand]
    width, height = round(46 * scale), round(30 * scale)
    file = next(name for name, data in FILES.items() if (data is SMOOTH) == (scale < 1))
    return PlacedAsset(
        asset=f"logo-{stand}", variant="default", file=file, sha256=file[:64], width=46,
        height=30, stand=stand, blend=blend,
        placement=Placement(x=x, y=y, width=width, height=height, scale=scale),
    )  # fmt: skip


def finished_in(history, *assets, engine=None):
    held = tuple(
        InputFile(file=name, name="asset:logo:default", sha256=name[:64], bytes=len(data))
        for name, data in FILES.items()
    )
    plan = planned(request=request((7,), SIZE, assets=assets), inputs=held)
    job = history.create(Plan(plan, BRIEF, FILES))
    assert pipeline.run(job, engine or Pencil()).state == "done"
    return job


class Stage(Pencil):
    """Has the brand picture in its scene: as it is, darker, and with a wide shadow."""

    def fetch(self, handle):
        sheet = self.sheets[handle]
        for n, drawn in enumerate(sheet.finished):
            placed = sheet.request.assets[0].placement
            flat, shadow = np.zeros_like(drawn.rgba), np.zeros_like(drawn.rgba)
            x, y = placed.x, placed.y
            flat[y : y + 30, x : x + 46] = badge()
            shadow[y - 20 : y + 60, x - 40 : x + 90] = (0, 0, 0, 120)
            lit = flat.copy()
            lit[..., :3] -= lit[..., :3] // 8
            if sheet.request.assets[0].stand == "behind":
                lit[drawn.rgba[..., 3] > 0] = 0
            layers = {"asset0-flat": flat, "asset0-lit": lit, "asset0-shadow": shadow}
            sheet.finished[n] = replace(
                drawn, layers={**drawn.layers, **layers}, places={0: placed}
            )
        return super().fetch(handle)


@pytest.fixture(scope="module")
def shop():
    made = Workshop()
    yield made
    made.close()


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    opened = history_in(tmp_path_factory.mktemp("brand"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def refined(history, shop):
    """(job, the candidate before, and after a hole was erased through which one looks)."""
    job = finished_in(history, asked("behind"), asked("on"), asked("beside"))
    before = item_of(job)
    return job, before, refining.refine(job, 0, [HOLE], 0, shop, history)


def test_the_artwork_stands_where_it_stood_with_the_bytes_that_it_had(refined):
    job, before, after = refined
    frame = in_frame(job, after.final, after.facts["offset"])
    for told, was in zip(after.assets, before.assets, strict=True):
        assert (told["x"], told["y"], told["given"]) == (was["x"], was["y"], "exact")
        assert told["matched"]
        assert told["core_px"] == int(CORE.sum())
    x, y = after.assets[1]["x"], after.assets[1]["y"]
    assert np.array_equal(frame[y : y + 30, x : x + 46][CORE], badge()[CORE])


def test_the_objects_lose_what_was_erased_and_nothing_lies_about_it(refined):
    job, before, after = refined
    gone = object_of(job, before)[..., 3].astype(int) - object_of(job, after)[..., 3]
    assert gone.max() > 200
    rules = {check["rule"]: check["passed"] for check in after.checks}
    assert rules["asset-core"]
    assert {check["rule"] for check in before.checks} == set(rules)


def test_what_was_hidden_behind_the_objects_is_seen_where_they_were_erased(history, shop):
    job = finished_in(history, asked("behind"))
    before = item_of(job)
    x, y = before.assets[0]["x"] + 23, before.assets[0]["y"] + 15
    wide = HOLE.model_copy(update={"points": (x, y, 1, x + 90, y, 1), "size": 70})
    after = refining.refine(job, 0, [wide], 0, shop, history)
    assert after.assets[0]["visible_px"] > before.assets[0]["visible_px"]
    assert after.assets[0]["matched"]
    assert after.assets[0]["core_sha256"] != before.assets[0]["core_sha256"]


def test_all_layers_of_the_refined_picture_are_there_and_say_who_drew_them(refined):
    job, before, after = refined
    for layer in ("object", "asset0", "asset1", "asset2"):
        for item in (before, after):
            data = job.files.read(naming.layer_of(item.final, layer))
            drawn_by_us = "algorithmicMedia" if layer == "object" else None
            assert png.source_type_of(data) == drawn_by_us
            assert png.decode(data).shape == picture(job, item.final).shape
    for item in (before, after):
        data = job.files.read(item.final)
        assert png.source_type_of(data) == "compositeSynthetic"
        assert [one["given"] for one in png.settings_of(data)["assets"]] == ["exact"] * 3
    assert png.settings_of(job.files.read(after.final))["refined"]["number"] == 1


def test_the_ground_for_strokes_is_the_objects_alone(refined, shop):
    job, before, _ = refined
    refining.ground(job, 0, shop)
    matte = picture(job, naming.matte("0_7"))[..., 0]
    assert np.array_equal(matte, object_of(job, before)[..., 3])


def test_a_resampled_one_stays_resampled_and_is_held_to_it(history, shop):
    job = finished_in(history, asked("on", scale=0.5))
    after = refining.refine(job, 0, [HOLE], 0, shop, history)
    assert (after.assets[0]["given"], after.assets[0]["matched"]) == ("resampled", True)


def test_a_shadow_that_the_scene_cast_on_the_objects_goes_with_them(history, shop):
    job = finished_in(history, asked("on", "overlay"), engine=Stage())
    before = item_of(job)
    x, y = before.assets[0]["x"] - 20, before.assets[0]["y"] + 15
    hole = HOLE.model_copy(update={"points": (x, y, 1, x + 1, y, 1), "size": 24})
    after = refining.refine(job, 0, [hole], 0, shop, history)
    assert (before.assets[0]["route"], after.assets[0]["given"]) == ("scene", "overlay")
    for item in (before, after):
        lit = job.files.read(naming.layer_of(item.final, "asset0-lit"))
        assert png.source_type_of(lit) == "compositeSynthetic"
    for item, alpha in ((before, 120), (after, 0)):
        offset = item.facts["offset"]
        shadow = in_frame(job, naming.layer_of(item.final, "asset0-shadow"), offset)
        assert shadow[y, x, 3] == alpha
        assert shadow[y - 30, x, 3] == 120
        lit = in_frame(job, naming.layer_of(item.final, "asset0-lit"), offset)
        assert lit[y, x + 40, 3] == 255
    assert picture(job, after.final).shape == picture(job, before.final).shape


def test_what_a_scene_hid_behind_the_objects_is_lit_anew_where_they_are_gone(history, shop):
    job = finished_in(history, asked("behind", "overlay"), engine=Stage())
    before = item_of(job)
    x, y = before.assets[0]["x"] + 35, before.assets[0]["y"] + 15
    wide = HOLE.model_copy(update={"points": (x, y, 1, x + 60, y, 1), "size": 60})
    after = refining.refine(job, 0, [wide], 0, shop, history)
    assert (before.assets[0]["route"], after.assets[0]["route"]) == ("scene", "picture")
    shown = in_frame(job, after.final, after.facts["offset"])
    assert shown[y, x + 5, 3] == 255


def test_without_strokes_the_artwork_is_told_as_at_first(refined, shop, history):
    job, before, after = refined
    plain = refining.refine(job, 0, [], after.refined, shop, history)
    assert plain.assets == before.assets


def test_a_refined_picture_that_is_not_the_designers_is_never_shown(history, monkeypatch):
    """The last act of refining reads the saved picture again; here the disk gave another byte."""
    from nukki.jobs import retouch

    job = finished_in(history, asked("on"))
    item = item_of(job)
    number = refining._reserved(job, item, [HOLE])
    kept = retouch._Sheet.keep

    def spoiled(self, path, data):
        if path.startswith("refined/") and path.endswith(f".{number}.png"):
            rgba = png.decode(data)
            rgba[rgba[..., 3] == 255] ^= np.array([0, 0, 1, 0], np.uint8)
            data = png.encode(rgba)
        kept(self, path, data)

    monkeypatch.setattr(retouch._Sheet, "keep", spoiled)
    with pytest.raises(BackendError) as refused:
        retouch.make(job.files, 0, number)
    assert refused.value.code == "asset-core-mismatch"


@pytest.mark.parametrize(
    "claimed",
    [
        lambda told: [],
        lambda told: [told, told],
        lambda told: [told | {"asset": "rival"}],
        lambda told: [told | {"x": -16_384}],
        lambda told: [told | {"scale": 0.99, "width": 8192, "height": 8192}],
    ],
)
def test_a_record_of_other_artwork_than_was_asked_for_loses_none_of_it(history, shop, claimed):
    job = finished_in(history, asked("on"))
    item = item_of(job)
    told = to_jsonable_python(item) | {"assets": claimed(item.assets[0])}
    job.log("candidate", candidate=told)
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop, history)
    assert refused.value.code == "refine-damaged"
    assert item_of(job).final == item.final


def test_all_objects_below_artwork_may_go_with_its_shadow(history, shop):
    job = finished_in(history, asked("on", "overlay"), engine=Stage())
    everything = HOLE.model_copy(
        update={"kind": "lasso", "points": (90, 60, 290, 60, 290, 270, 90, 270)}
    )
    after = refining.refine(job, 0, [everything], 0, shop, history)
    assert after.assets[0]["visible_px"] == int(CORE.sum())


def test_the_refined_picture_passes_a_check_of_its_own(refined):
    job, _, after = refined
    place = Placement(**{name: after.assets[2][name] for name in Placement.model_fields})
    entry = core_check.Entry(0, "on", "exact", ARTWORK, SHA256, place)
    (found,) = core_check.check(job.files.read(after.final), [entry], after.offset(), SIZE)
    assert found.matched
    assert found.visible_px == int(CORE.sum())
