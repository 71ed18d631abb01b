"""Brand pictures through the real steps and a real folder: the designer's bytes in every final."""

import itertools
import json

import numpy as np
import pytest

from bench.logos import logos
from nukki import i18n
from nukki.catalog.placement import Placement
from nukki.core import bundle, hashing, png
from nukki.core.storage import Folder
from nukki.finishing import core_check
from nukki.finishing.warp import Patch
from nukki.jobs import brand, candidate, status, work
from nukki.qa import asset_rules
from tests.jobs import pencil
from tests.jobs.branded import as_file, finished, job_of, placed, seen

LOGO = as_file(logos(2)[1].rgba)  # 440 x 112
SMALL = as_file(np.asarray(logos(1)[0].rgba)[::3, ::3])


def expected(made, files, assets, frame):
    """Of each brand picture its visible core: told by this test alone, pixel by pixel."""
    x0, y0 = made["facts"]["offset"]
    rank = [(asset.stand != "behind", n) for n, asset in enumerate(assets)]
    whole = []
    for told, data in zip(made["assets"], files, strict=True):
        rgba = np.asarray(png.decode(data))
        canvas = np.zeros((frame[1] + 1200, frame[0] + 1200, 4), np.uint8)
        y, x = told["y"] + 600, told["x"] + 600
        canvas[y : y + rgba.shape[0], x : x + rgba.shape[1]] = rgba
        canvas = canvas[600:-600, 600:-600]
        whole.append(canvas)
    for n, canvas in enumerate(whole):
        core = canvas[..., 3] == 255
        for m, other in enumerate(whole):
            if rank[m] > rank[n]:
                core &= other[..., 3] == 0
        yield n, canvas, core, (x0, y0)


def hold(job, made, files, assets, frame, objects=None):
    """Every visible core pixel of the final has the file's bytes."""
    final = seen(job)
    for n, canvas, core, (x0, y0) in expected(made, files, assets, frame):
        if assets[n].stand == "behind":
            core = core & (objects[..., 3] == 0)
        y, x = np.nonzero(core)
        assert y.size, "nothing to compare"
        assert np.array_equal(final[y - y0, x - x0], canvas[y, x])
        told = made["assets"][n]
        assert (told["given"], told["matched"]) == ("exact", True)
        assert told["visible_px"] == y.size
        assert told["core_sha256"] == hashing.of_bytes(canvas[y, x].tobytes())


FRAME = (1000, 900)
# Of five at once: apart, overlapping, on and behind the object, and one cut off by the frame.
PLACES = [
    [((20, 10), "beside"), ((520, 10), "beside"), ((250, 300), "on"), ((330, 380), "on"),
     ((60, 480), "behind")],
    [((-60, -40), "behind"), ((700, 700), "behind"), ((300, 250), "on"), ((380, 420), "on"),
     ((0, 0), "beside")],
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("start", "places"), [*itertools.product(range(0, 40, 5), PLACES)])
def test_forty_logos_are_exact_wherever_they_stand(tmp_path, start, places):
    files = [as_file(logo.rgba) for logo in logos(40)[start : start + 5]]
    assets = [placed(data, at, stand) for data, (at, stand) in zip(files, places, strict=True)]
    job = job_of(Folder(tmp_path), assets, files, size=FRAME)
    made = finished(job)["made"]
    objects, _ = pencil.draw(job.payload().request, 0)
    final = seen(job)
    told = {entry["rule"]: entry for entry in made["checks"]}
    for n, canvas, core, (x0, y0) in expected(made, files, assets, FRAME):
        if assets[n].stand == "behind":
            core &= objects[..., 3] == 0
        y, x = np.nonzero(core)
        assert np.array_equal(final[y - y0, x - x0], canvas[y, x])
        assert made["assets"][n]["visible_px"] == y.size
        if y.size:
            assert (made["assets"][n]["given"], made["assets"][n]["matched"]) == ("exact", True)
    assert told["asset-core"]["measured"] == 100


def test_a_candidate_tells_all_of_its_brand_picture_in_status_report_and_file(tmp_path):
    assets = [placed(SMALL, (10, 10))]
    job = job_of(Folder(tmp_path), assets, [SMALL])
    made = finished(job)["made"]
    objects, _ = pencil.draw(job.payload().request, 0)
    hold(job, made, [SMALL], assets, (300, 280), objects)
    json.dumps(made)
    assert status.candidate_of(made).assets == made["assets"]
    told = png.settings_of(job.files.read("final/0_7.png"))
    assert told["assets"] == [
        {"asset": "logo", "variant": "default", "sha256": assets[0].sha256, "given": "exact"}
    ]
    names = {entry["rule"] for entry in made["checks"]}
    assert {"asset-core", "asset-visible", "asset-overlap"} <= names
    assert "asset-resampled" not in names
    own = seen(job, "layers/0_7_asset0.png")
    assert own.shape == seen(job).shape
    assert np.array_equal(own[own[..., 3] > 0], png.decode(SMALL)[png.decode(SMALL)[..., 3] > 0])


def test_a_picture_without_brand_pictures_keeps_its_bytes_and_is_not_read_again(tmp_path):
    job = job_of(Folder(tmp_path), [], [])
    made = finished(job)["made"]
    assert made["assets"] == []
    assert "assets" not in png.settings_of(job.files.read("final/0_7.png"))
    assert "proof" not in made["timings"]


def test_running_the_steps_again_gives_the_same_bytes(tmp_path):
    assets = [placed(SMALL, (10, 10)), placed(LOGO, (40, 150), "on", "overlay", scale=0.5)]
    jobs = [job_of(Folder(tmp_path / str(n)), assets, [SMALL, LOGO]) for n in (0, 1)]
    finished(jobs[0])
    finished(jobs[1])
    candidate.finish(jobs[1].files, 0)
    candidate.check(jobs[1].files, 0)
    for folder in ("final", "layers"):
        one, two = ({n: j.files.read(f"{folder}/{n}") for n in j.files.names(folder)} for j in jobs)
        assert one == two


class Corrupting(Folder):
    """A real folder that flips a bit of one core pixel in every final that it takes, `times`."""

    def __init__(self, root, times, at):
        super().__init__(root)
        self.times, self.at, self.writes = times, at, 0

    def write(self, name, data, *, lasting=True):
        if name.startswith("final/"):
            self.writes += 1
            if self.times:
                self.times -= 1
                rgba = png.decode(data)
                rgba[self.at][0] ^= 1
                data = png.encode(rgba, png.settings_of(data))
        super().write(name, data, lasting=lasting)


def core_pixel(job, made):
    own = seen(job, "layers/0_7_asset0.png")
    y, x = np.nonzero(own[..., 3] == 255)
    return int(y[len(y) // 2]), int(x[len(x) // 2])


@pytest.fixture
def probe(tmp_path):
    """Where a core pixel of the brand picture lies in the final."""
    job = job_of(Folder(tmp_path / "probe"), [placed(SMALL, (10, 10))], [SMALL])
    made = finished(job)["made"]
    return core_pixel(job, made), job.files.read("final/0_7.png")


def test_a_picture_that_was_saved_wrong_once_is_composed_and_saved_again(tmp_path, probe):
    at, wanted = probe
    job = job_of(Folder(tmp_path / "job"), [placed(SMALL, (10, 10))], [SMALL])
    files = Corrupting(job.files.root, 1, at)
    made = finished(job, files)["made"]
    assert files.writes == 2
    assert made["assets"][0]["matched"]
    assert job.files.read("final/0_7.png") == wanted


def test_one_that_is_always_saved_wrong_fails_with_its_figures_and_leaves_no_picture(
    tmp_path, probe
):
    at, _ = probe
    job = job_of(Folder(tmp_path / "job"), [placed(SMALL, (10, 10))], [SMALL])
    files = Corrupting(job.files.root, 99, at)
    failed = finished(job, files)["failed"]
    assert files.writes == 2
    assert failed["error"]["code"] == "asset-core-mismatch"
    context = failed["error"]["context"]
    assert (context["asset"], context["found"], context["worst"]) == ("logo", "1", "1")
    assert job.files.names("final") == []


def test_one_of_two_that_is_saved_wrong_fails_both(tmp_path):
    assets = [placed(SMALL, (10, 10)), placed(LOGO, (150, 200), scale=0.2)]
    fine = job_of(Folder(tmp_path / "fine"), assets, [SMALL, LOGO])
    made = finished(fine)["made"]
    assert all(told["matched"] for told in made["assets"])
    job = job_of(Folder(tmp_path / "job"), assets, [SMALL, LOGO])
    at = core_pixel(fine, made)
    failed = finished(job, Corrupting(job.files.root, 99, at))["failed"]
    assert failed["error"]["code"] == "asset-core-mismatch"


def test_a_picture_that_was_composed_wrong_is_composed_anew_not_saved_twice(tmp_path, probe):
    at, wanted = probe
    job = job_of(Folder(tmp_path / "job"), [placed(SMALL, (10, 10))], [SMALL])
    candidate.alpha(job.files, 0)
    candidate.finish(job.files, 0)
    kept = work.finished("0_7")
    about, arrays = bundle.unpack(job.files.read(kept))
    arrays = {name: np.array(pixels) for name, pixels in arrays.items()}
    arrays["rgba"][at] ^= 1
    job.files.write(kept, bundle.pack(about, arrays))
    assert candidate.check(job.files, 0)["made"]["assets"][0]["matched"]
    assert job.files.read("final/0_7.png") == wanted


def test_a_picture_with_brand_artwork_says_that_it_is_composed_of_several_sources(tmp_path):
    job = job_of(Folder(tmp_path), [placed(SMALL, (10, 10))], [SMALL])
    finished(job)
    final = job.files.read("final/0_7.png")
    assert b"digitalsourcetype/compositeSynthetic" in final
    assert b"algorithmicMedia" not in final


def test_a_changed_file_is_refused_before_anything_is_made_of_it(tmp_path):
    asset = placed(SMALL, (10, 10))
    job = job_of(Folder(tmp_path), [asset], [SMALL])
    job.files.write(f"inputs/{asset.file}", LOGO)
    candidate.alpha(job.files, 0)
    assert candidate.finish(job.files, 0)["failed"]["error"]["code"] == "asset-input-changed"
    assert job.files.names("layers") == []


def test_one_whose_file_changes_before_the_proof_leaves_no_unproved_picture(tmp_path):
    asset = placed(SMALL, (10, 10))
    job = job_of(Folder(tmp_path), [asset], [SMALL])
    candidate.alpha(job.files, 0)
    candidate.finish(job.files, 0)
    job.files.write(f"inputs/{asset.file}", LOGO)
    assert candidate.check(job.files, 0)["failed"]["error"]["code"] == "asset-input-changed"
    assert job.files.names("final") == []


def test_one_keeps_out_of_the_clear_space_of_another_that_wants_more_than_itself(tmp_path):
    wide = placed(SMALL, (40, 20), "beside")
    wants = wide.model_copy(update={"clear_space": 30})
    near = placed(SMALL, (40 + wide.width + 10, 20))
    made = finished(job_of(Folder(tmp_path), [wants, near], [SMALL], size=(900, 800)))["made"]
    one, other = made["assets"]
    across = max(other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"])
    down = max(other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"])
    assert max(across, down) >= 30


def test_a_library_file_that_was_changed_in_the_job_fails_the_candidate(tmp_path):
    asset = placed(SMALL, (10, 10))
    job = job_of(Folder(tmp_path), [asset], [SMALL])
    job.files.write(f"inputs/{asset.file}", LOGO)
    assert finished(job)["failed"]["error"]["code"] == "asset-input-changed"
    job.files.remove(f"inputs/{asset.file}")
    assert finished(job)["failed"]["error"]["code"] == "asset-input-missing"


@pytest.mark.parametrize("terms", [{"scale": 0.5}, {"scale": 1.0, "rotate": 12.0}])
def test_what_is_scaled_or_turned_is_checked_and_never_called_exact(tmp_path, terms):
    job = job_of(Folder(tmp_path), [placed(LOGO, (10, 10), **terms)], [LOGO], size=(700, 500))
    made = finished(job)["made"]
    assert (made["assets"][0]["given"], made["assets"][0]["matched"]) == ("resampled", True)
    names = {entry["rule"]: entry for entry in made["checks"]}
    assert names["asset-resampled"]["passed"]
    assert "asset-core" not in names


def test_what_collides_is_moved_and_told(tmp_path):
    asset = placed(SMALL, (110, 100))
    job = job_of(Folder(tmp_path), [asset], [SMALL], size=(500, 400))
    made = finished(job)["made"]
    told = made["assets"][0]
    assert told["moved"] != [0, 0]
    assert told["moved"] == [told["x"] - 110, told["y"] - 100]
    checks = {entry["rule"]: entry for entry in made["checks"]}
    assert checks["asset-overlap"]["measured"] == 0


def test_where_there_is_no_room_the_overlap_fails_a_rule(tmp_path):
    big = as_file(np.full((200, 240, 4), 255, np.uint8))
    job = job_of(Folder(tmp_path), [placed(big, (30, 40))], [big])
    made = finished(job)["made"]
    checks = {entry["rule"]: entry for entry in made["checks"]}
    assert not checks["asset-overlap"]["passed"]
    assert made["assets"][0]["matched"]
    assert not made["passed"]


def test_one_that_is_mostly_hidden_fails_a_rule_and_one_wholly_hidden_too(tmp_path):
    job = job_of(Folder(tmp_path), [placed(SMALL, (110, 110), "behind")], [SMALL])
    made = finished(job)["made"]
    checks = {entry["rule"]: entry for entry in made["checks"]}
    assert not checks["asset-visible"]["passed"]
    assert not made["passed"]
    assert not made["assets"][0]["matched"]


def test_the_rules_on_the_object_say_the_same_with_a_logo_beside_it(tmp_path):
    bare = finished(job_of(Folder(tmp_path / "bare"), [], [], size=(900, 300)))["made"]
    assets = [placed(LOGO, (450, 20))]
    beside = job_of(Folder(tmp_path / "beside"), assets, [LOGO], size=(900, 300))
    made = finished(beside)["made"]
    of_object = [c for c in made["checks"] if not c["rule"].startswith("asset-")]
    assert [c["rule"] for c in of_object] == [c["rule"] for c in bare["checks"]]
    told = {c["rule"]: c["measured"] for c in of_object}
    for entry in bare["checks"]:
        assert told[entry["rule"]] == pytest.approx(entry["measured"], abs=0.5), entry["rule"]


def in_scene(folder, change, shadow_alpha=0, **terms):
    """A logo that the engine drew into its scene, of which `change` makes what the light did."""
    own = np.asarray(png.decode(SMALL))
    place = Placement(x=20, y=30, width=own.shape[1], height=own.shape[0], scale=1)
    flat = Patch(own, 20, 30).on_frame(300, 280)
    lit = flat.copy()
    lit[..., :3] = np.clip(change(lit[..., :3].astype(float)), 0, 255)
    layers = {"asset0-flat": flat, "asset0-lit": lit}
    if shadow_alpha:
        layers["asset0-shadow"] = np.full((280, 300, 4), (0, 0, 0, shadow_alpha), np.uint8)
    asset = placed(SMALL, (0, 0), "on", "overlay")
    return job_of(
        Folder(folder), [asset], [SMALL], layers=layers, places={0: place}, **terms
    ), lit  # fmt: skip


def test_what_an_engine_drew_is_shown_as_it_is_lit_at_the_place_that_it_chose(tmp_path):
    job, lit = in_scene(tmp_path, lambda rgb: rgb * 0.9 + 4, 60)
    made = finished(job)["made"]
    [told] = made["assets"]
    assert (told["route"], told["given"], told["moved"]) == ("scene", "overlay", [20, 30])
    assert told["downgraded"] is None
    assert 0 < told["deviation"]["delta_e"] < 12
    final = seen(job)
    x0, y0 = made["facts"]["offset"]
    y, x = np.nonzero(lit[..., 3] == 255)
    assert np.array_equal(final[y - y0, x - x0], lit[y, x])
    own = seen(job, "layers/0_7_asset0.png")
    assert np.array_equal(own[y - y0, x - x0], png.decode(SMALL)[y - 30, x - 20])
    kept = set(job.files.names("layers"))
    assert {"0_7_asset0.png", "0_7_asset0-lit.png", "0_7_asset0-shadow.png"} <= kept
    assert "0_7_asset0-flat.png" not in kept
    assert {c["rule"] for c in made["checks"]} >= {"asset-shape", "asset-colour", "asset-hue"}


def test_what_would_be_too_far_from_the_designers_is_given_exactly_and_said_so(tmp_path):
    job, _ = in_scene(tmp_path, lambda rgb: 255 - rgb)
    made = finished(job)["made"]
    [told] = made["assets"]
    assert (told["asked"], told["given"], told["matched"]) == ("overlay", "exact", True)
    assert told["deviation"]["delta_e"] > told["limits"]["delta_e"]
    assert told["downgraded"]["code"] == "asset-downgraded-colour"
    for language in ("en", "ko"):
        assert "{" not in i18n.text(
            told["downgraded"]["code"], language, **told["downgraded"]["context"]
        )
    own = np.asarray(png.decode(SMALL))
    final, (x0, y0) = seen(job), made["facts"]["offset"]
    y, x = np.nonzero(own[..., 3] == 255)
    assert np.array_equal(final[y + 30 - y0, x + 20 - x0], own[y, x])
    assert "asset-colour" not in {c["rule"] for c in made["checks"]}
    assert {"0_7_asset0-shade.png", "0_7_asset0-light.png"} <= set(job.files.names("layers"))


@pytest.mark.parametrize(("policy", "there"), [("soft_floor", True), ("none", False)])
def test_a_shadow_falls_on_nothing_only_where_the_pack_casts_any(tmp_path, policy, there):
    job, _ = in_scene(tmp_path, lambda rgb: rgb, 60, shadow=policy)
    finished(job)
    shadow = seen(job, "layers/0_7_asset0-shadow.png")[..., 3]
    object_ = seen(job, "layers/0_7_object.png")[..., 3]
    own = seen(job, "layers/0_7_asset0.png")[..., 3]
    nothing = (object_ == 0) & (own == 0)
    assert bool(shadow[nothing].any()) is there
    assert (shadow[(object_ == 255) & (own == 0)] == 60).all()


def test_what_was_decided_once_stays_when_the_objects_are_refined(tmp_path):
    job, _ = in_scene(tmp_path, lambda rgb: 255 - rgb)
    before = finished(job)["made"]["assets"]
    request = job.payload().request
    rgba, shadow = pencil.draw(request, 0)
    rgba[120:] = 0
    again = brand.dressed(request, [SMALL], rgba, {"shadow": shadow}, {}, before)
    [told] = again.outcomes
    for key in ("x", "y", "given", "downgraded", "deviation", "moved"):
        assert told[key] == before[0][key]
    assert again.stack.layers.keys() >= {"asset0"}
    assert "asset0-lit" not in again.stack.layers


def test_the_rule_and_the_proof_of_what_is_resampled_have_one_limit():
    assert asset_rules.RESAMPLED == core_check.TOLERANCE


@pytest.mark.parametrize("blend", ["exact", "overlay"])
def test_one_that_lies_outside_the_frame_breaks_nothing_and_is_said_to_be_unseen(tmp_path, blend):
    assets = [placed(SMALL, (-500, -400), "behind", blend), placed(SMALL, (10, 10))]
    made = finished(job_of(Folder(tmp_path), assets, [SMALL]))["made"]
    assert [told["visible_px"] > 0 for told in made["assets"]] == [False, True]
    checks = {entry["rule"]: entry for entry in made["checks"]}
    assert checks["asset-visible"]["measured"] == 0
    assert checks["asset-core"]["measured"] == 100
