"""What strokes change in the pictures of a candidate, and what they never touch."""

import numpy as np
import pytest

from nukki import i18n
from nukki.core import png
from nukki.errors import InputError
from nukki.jobs import (
    naming,
    refining,
    retouch,
)
from nukki.jobs.workshop import Workshop
from nukki.review import strokes
from nukki.review.strokes import Stroke
from tests.jobs.pencil import BRIEF, Pencil
from tests.jobs.refined import (
    CORNER,
    GREEN,
    HOLE,
    SIZE,
    finished_in,
    history_in,
    in_frame,
    item_of,
    object_of,
    picture,
    replaced,
)


@pytest.fixture(scope="module")
def shop():
    made = Workshop()
    yield made
    made.close()


@pytest.fixture
def history(tmp_path):
    opened = history_in(tmp_path / "저장소")
    yield opened
    opened.close()


@pytest.fixture
def job(history):
    return finished_in(history)


@pytest.fixture
def keyed(history):
    return finished_in(history, Pencil(backing=GREEN), matting=("segment",))


def test_strokes_change_the_matte_as_their_formulas_say(job, history, shop):
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE], 0, shop, history)
    matte = object_of(job, before)[..., 3]
    wanted = strokes.apply(np.ascontiguousarray(matte), [HOLE])
    assert np.array_equal(object_of(job, made)[..., 3], wanted)
    assert (made.refined, made.original) == (1, "final/0_7.png")
    assert made == item_of(job)


@pytest.mark.parametrize("kind", ["drawn alpha", "cut from green"])
def test_pixels_that_no_stroke_touched_keep_their_bytes(kind, history, shop):
    engine = Pencil() if kind == "drawn alpha" else Pencil(backing=GREEN)
    job = finished_in(history, engine, matting=("native_alpha", "segment"))
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE, CORNER], 0, shop, history)
    for name in (lambda item: item.final, lambda item: naming.layer_of(item.final, "object")):
        old = in_frame(job, name(before), before.facts["offset"])
        new = in_frame(job, name(made), made.facts["offset"])
        all_covered = [replaced(stroke, opacity=1.0) for stroke in (HOLE, CORNER)]
        touched = np.zeros(old.shape[:2], np.uint8)
        for stroke in all_covered:
            touched = strokes.apply(touched, [replaced(stroke, tool="restore")])
        kept = (touched == 0) & (old[..., 3] > 0)
        assert kept.sum() > 10_000
        assert np.array_equal(new[kept], old[kept])
        assert (new[(touched == 0) & (old[..., 3] == 0)][:, 3] == 0).all()


def test_restoring_gives_what_the_engine_drew_and_no_more(job, history, shop):
    """Its own alpha is the limit: what was erased comes back, and empty places stay empty."""
    before = item_of(job)
    everything = Stroke(tool="restore", kind="lasso", points=(0, 0, 300, 0, 300, 280, 0, 280))
    made = refining.refine(job, 0, [HOLE, everything], 0, shop, history)
    assert np.array_equal(object_of(job, made), object_of(job, before))
    assert np.array_equal(picture(job, made.final), picture(job, before.final))
    assert made.facts["offset"] == before.facts["offset"]
    assert made.facts["original_offset"] == before.facts["offset"]


def test_restoring_a_keyed_picture_gives_the_drawing_up_to_the_frame(keyed, shop):
    before = item_of(keyed)
    assert before.strategy == "segment"
    made = refining.refine(keyed, 0, [HOLE, replaced(CORNER, opacity=1.0)], 0, shop)
    drawing = picture(keyed, before.candidate)
    found = in_frame(keyed, made.final, made.facts["offset"])
    assert (found[10:40, 10:40, 3] == 255).all()
    assert np.array_equal(found[10:40, 10:40, :3], drawing[10:40, 10:40, :3])
    again = refining.refine(keyed, 0, [HOLE, replaced(HOLE, tool="restore", size=60)], 1, shop)
    whole = in_frame(keyed, again.final, again.facts["offset"])[125:145, 140:170]
    assert (whole[..., 3] == 255).all()
    assert np.array_equal(whole[..., :3], drawing[125:145, 140:170, :3])


def test_what_a_person_took_away_is_no_fault_of_the_cutout(keyed, shop):
    made = refining.refine(keyed, 0, [HOLE], 0, shop)
    assert made.passed, [check for check in made.checks if not check["passed"]]
    rules = [check["rule"] for check in made.checks]
    assert rules == [check["rule"] for check in item_of(keyed, 1).checks]


def test_erasing_the_object_at_the_frame_makes_the_crop_smaller_and_checks_fail(job, shop):
    left = Stroke(tool="erase", kind="lasso", points=(0, 0, 250, 0, 250, 280, 0, 280))
    before, made = item_of(job), refining.refine(job, 0, [left], 0, shop)
    assert picture(job, made.final).shape[1] < picture(job, before.final).shape[1] + 1
    everything = Stroke(tool="erase", kind="lasso", points=(0, 0, 300, 0, 300, 280, 0, 280))
    empty = refining.refine(job, 0, [everything], 1, shop)
    assert not empty.passed
    assert "foreground" in [check["rule"] for check in empty.checks if not check["passed"]]
    assert not picture(job, naming.layer_of(empty.final, "object"))[..., 3].any()


def test_a_shadow_stays_where_it_lies(job, shop):
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE], 0, shop)
    shadows = [naming.layer_of(item.final, "shadow") for item in (before, made)]
    assert job.files.read(shadows[0]) == job.files.read(shadows[1])
    hole = in_frame(job, made.final, made.facts["offset"])[133, 155]
    shadow = in_frame(job, shadows[1], made.facts["offset"])[133, 155]
    assert hole[3] == shadow[3] > 0


def test_equal_strokes_make_the_same_picture_which_says_what_it_was_made_with(job, shop):
    one = refining.refine(job, 0, [HOLE], 0, shop)
    told = png.settings_of(job.files.read(one.final))
    assert told["refined"] == {"number": 1, "strokes": strokes.fingerprint([HOLE])}
    assert (told["seed"], told["index"], told["brief"]) == (7, 0, BRIEF)
    files = {name: job.files.read(f"refined/{name}") for name in job.files.names("refined")}
    retouch.make(job.files, 0, 1)
    assert {name: job.files.read(f"refined/{name}") for name in files} == files


def test_the_ground_is_made_once_and_holds_matte_limit_and_background(job, keyed, shop):
    found = refining.ground(job, 0, shop)
    assert found == refining.Ground(*SIZE, limited=True, background=None)
    matte = picture(job, "edits/0_7_matte.png")
    assert np.array_equal(matte[..., 0], object_of(job, item_of(job))[..., 3])
    limit = picture(job, "edits/0_7_limit.png")
    assert np.array_equal(limit[..., 0], picture(job, "candidates/0_7.png")[..., 3])
    assert refining.ground(job, 0, None) == found  # no child is asked again
    refining.refine(job, 0, [HOLE], 0, shop)
    assert refining.ground(job, 0, None) == found
    assert np.array_equal(picture(job, "edits/0_7_matte.png"), matte)
    other = refining.ground(keyed, 0, shop)
    assert not other.limited
    assert np.allclose(
        [int(other.background[n : n + 2], 16) for n in (1, 3, 5)], np.multiply(GREEN, 255), atol=3
    )


def test_a_grey_matte_is_one_channel_of_eight_bits(job, shop):
    refining.ground(job, 0, shop)
    head = job.files.read("edits/0_7_matte.png")[:26]
    assert head[24:26] == bytes([8, 0])  # bit depth, colour type


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("layers/0_7_object.png", None),
        ("layers/0_7_object.png", b"no picture"),
        ("candidates/0_7.png", None),
        ("candidates/0_7.png", b"\x89PNG\r\n\x1a\n"),
    ],
)
def test_a_folder_that_lost_its_files_says_so(job, shop, name, data):
    job.files.remove(name)
    if data is not None:
        job.files.write(name, data)
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop)
    assert refused.value.code == "refine-damaged"
    assert item_of(job).refined == 0


@pytest.mark.parametrize("spoil", [None, "edits/0_7.1.json", "refined/0_7.1_object.png"])
def test_going_on_from_an_edit_gives_what_all_its_strokes_give_at_once(keyed, shop, spoil):
    refining.refine(keyed, 0, [HOLE, CORNER], 0, shop)
    if spoil:
        keyed.files.write(spoil, b"{}")
    more = [HOLE, CORNER, replaced(CORNER, tool="erase"), replaced(HOLE, opacity=0.3)]
    gone_on = refining.refine(keyed, 0, more, 1, shop)
    other = refining.refine(keyed, 0, [CORNER], 2, shop)
    at_once = refining.refine(keyed, 0, more, other.refined, shop)
    files = [naming.layer_of(item.final, "object") for item in (gone_on, at_once)]
    assert keyed.files.read(files[0]) == keyed.files.read(files[1])
    assert gone_on.facts == at_once.facts
    assert np.array_equal(picture(keyed, gone_on.final), picture(keyed, at_once.final))


def test_background_that_was_brought_back_is_told(keyed, shop):
    inside = refining.refine(keyed, 0, [HOLE, replaced(HOLE, tool="restore")], 0, shop)
    assert [remark["code"] for remark in inside.remarks] == []
    made = refining.refine(keyed, 0, [CORNER], 1, shop)
    assert made.remarks == [{"code": "refine-background", "context": {"found": 1600}}]
    assert i18n.text("refine-background", "ko", found=1600)


def test_glass_keeps_its_layers_and_loses_them_where_it_was_erased(job, shop):
    whole = picture(job, "layers/0_7_object.png")
    tint = np.full_like(whole, 255)
    tint[..., :3] = np.where(whole[..., 3:] > 0, 120, 255)
    job.files.write("layers/0_7_tint.png", png.encode(tint))
    job.files.write("layers/0_7_body.png", png.encode(whole))
    made = refining.refine(job, 0, [HOLE], 0, shop)
    found = {name: picture(job, naming.layer_of(made.final, name)) for name in ("tint", "body")}
    left = picture(job, naming.layer_of(made.final, "object"))
    assert np.array_equal(found["body"][..., 3], left[..., 3])
    hole, full = left[..., 3] == 0, left[..., 3] == 255
    assert (found["tint"][hole][:, :3] == 255).all()
    assert (found["tint"][full][:, :3] == 120).all()
    assert (found["tint"][..., 3] == 255).all()
