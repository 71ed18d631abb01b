"""One file through the whole recipe: what goes in, what stands on disk, what is told."""

from __future__ import annotations

import struct
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from nukki.catalog import pull, weights
from nukki.core import picture, png
from nukki.jobs import cut_plan
from nukki.jobs.cut import Options, cut_frame
from nukki.jobs.cut_file import Outcome, cut_file
from nukki.settings import settings
from tests.jobs.photos import GREEN, RED, coverage, disc, moving, notched, saved


def run(root: Path, data: bytes, name: str = "a.png", options: Options | None = None) -> Outcome:
    """Cut one file of these bytes into root/out."""
    path = root / name
    path.write_bytes(data)
    plan = cut_plan.plan([path], root / "out")
    return cut_file(plan.tasks[0], plan, options or Options())


def pixels(outcome: Outcome) -> np.ndarray:
    """(H, W, 4) of the result, at the depth of its file."""
    assert outcome.error is None, outcome.error
    frame = next(picture.open_picture(outcome.output).frames())
    return np.dstack([frame.rgb, frame.alpha])


def test_the_object_keeps_its_bytes_and_the_ground_is_gone(tmp_path: Path) -> None:
    outcome = run(tmp_path, saved(disc()))
    found = pixels(outcome)
    alpha = notched()
    assert outcome.passed
    assert outcome.strategy == "segment"
    assert outcome.size == [96, 96]
    inside = (found[..., 3] == 255) & (alpha == 1)
    assert inside.sum() > 0.95 * (alpha == 1).sum()
    assert (found[inside][:, :3] == RED).all()
    assert found[..., 3][alpha == 0].max() == 0
    assert np.abs(found[..., 3] / 255 - alpha).mean() < 0.002


@pytest.mark.parametrize("orientation", [1, 3, 6, 7])
@pytest.mark.parametrize(
    ("kind", "options"),
    [("PNG", {}), ("TIFF", {}), ("BMP", {}), ("WEBP", {"lossless": True})],
    ids=["PNG", "TIFF", "BMP", "WebP"],
)
def test_the_result_depends_neither_on_the_format_nor_on_orientation(
    tmp_path: Path, kind: str, options: dict, orientation: int
) -> None:
    back = {
        3: Image.Transpose.ROTATE_180,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
    }
    stored = Image.fromarray(disc())
    if kind != "BMP":  # which knows no orientation
        stored = stored.transpose(back[orientation]) if orientation > 1 else stored
        exif = Image.Exif()
        exif[274] = orientation
        options = options | ({"tiffinfo": {274: orientation}} if kind == "TIFF" else {"exif": exif})
    found = pixels(run(tmp_path, saved(np.asarray(stored), kind, **options), "a.bin"))
    wanted = pixels(run(tmp_path, saved(disc()), "b.png"))
    assert np.array_equal(found, wanted)


def test_16_bit_stays_16_bit(tmp_path: Path) -> None:
    deep = disc(depth=np.uint16)
    rgba = np.dstack([deep, np.full(deep.shape[:2], 65535, np.uint16)])
    found = pixels(run(tmp_path, png.encode(rgba)))
    assert found.dtype == np.uint16
    assert found[70, 48].tolist() == [*deep[70, 48].tolist(), 65535]
    assert found[0, 0].tolist() == [0, 0, 0, 0]


def test_alpha_that_a_picture_has_is_kept(tmp_path: Path) -> None:
    alpha = np.rint(coverage() * 200).astype(np.uint8)
    given = np.dstack([disc(), alpha])
    outcome = run(tmp_path, saved(given))
    assert outcome.strategy == "native_alpha"
    found = pixels(outcome)
    assert np.array_equal(found[..., 3], alpha)
    assert np.array_equal(found[alpha > 0], given[alpha > 0])
    # What is hidden far from the object says nothing of the ground any more.
    assert found[0, 0].tolist() == [0, 0, 0, 0]


def test_profile_and_resolution_travel_and_nobody_is_called_a_machine(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = saved(disc(), icc_profile=profile, dpi=(300, 300))
    outcome = run(tmp_path, data)
    with Image.open(outcome.output) as image:
        assert image.info["icc_profile"] == profile
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    chunks = dict(png.chunks(outcome.output.read_bytes()))
    assert b"sRGB" not in chunks
    assert b"digitalsourcetype" not in outcome.output.read_bytes()


def test_a_picture_that_a_model_made_stays_marked(tmp_path: Path) -> None:
    xmp = b"http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
    outcome = run(tmp_path, saved(disc(), "TIFF", tiffinfo={700: xmp}), "a.tif")
    assert xmp in outcome.output.read_bytes()


def test_every_frame_becomes_a_numbered_picture(tmp_path: Path) -> None:
    outcome = run(tmp_path, moving("WEBP", lossless=True), "움직임.webp")
    assert outcome.frames == 3
    assert outcome.output == tmp_path / "out" / "움직임"
    names = sorted(path.name for path in outcome.output.iterdir())
    assert names == ["0001.png", "0002.png", "0003.png"]
    centres = []
    for name in names:
        alpha = next(picture.open_picture(outcome.output / name).frames()).alpha
        centres.append(np.average(np.arange(96), weights=alpha.sum(axis=0)))
    assert np.diff(centres) == pytest.approx([9.6, 9.6], abs=0.6)
    assert png.read_settings(outcome.output / names[1])["duration_ms"] == 80


def test_frames_of_a_longer_animation_do_not_stay(tmp_path: Path) -> None:
    run(tmp_path, moving(count=5), "a.gif")
    folder = run(tmp_path, moving(count=2), "a.gif").output
    assert sorted(path.name for path in folder.iterdir()) == ["0001.png", "0002.png"]


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_an_animation_can_become_one_animated_png(tmp_path: Path, kind: str) -> None:
    options = {"lossless": True} if kind == "WEBP" else {}
    outcome = run(tmp_path, moving(kind, **options), "a.gif", Options(apng=True))
    assert outcome.output == tmp_path / "out" / "a.png"
    opened = picture.open_picture(outcome.output)
    frames = list(opened.frames())
    assert [frame.duration_ms for frame in frames] == [80, 80, 80]
    assert opened.loop == 0
    plain = run(tmp_path, moving(kind, **options), "b.gif")
    for number, frame in enumerate(frames, 1):
        single = next(picture.open_picture(plain.output / f"{number:04d}.png").frames())
        assert np.array_equal(frame.rgb, single.rgb)
        assert np.array_equal(frame.alpha, single.alpha)


def test_what_is_there_already_is_not_cut_again(tmp_path: Path) -> None:
    data = saved(disc())
    first = run(tmp_path, data)
    second = run(tmp_path, data)
    assert (first.reused, second.reused) == (False, True)
    same = replace(first, seconds=0, reused=False)
    assert replace(second, seconds=0, reused=False) == same
    assert not run(tmp_path, data, options=Options(again=True)).reused
    assert not run(tmp_path, data, options=Options(shadow="keep")).reused
    assert not run(tmp_path, saved(disc(x=0.45))).reused


def test_a_result_from_before_a_matting_network_came_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path / "store"))
    settings.cache_clear()
    run(tmp_path, saved(disc()))
    brought = tmp_path / "vitmatte-small.onnx"
    brought.write_bytes(b"it is not opened for a plain background")
    pull.pull(weights.find("vitmatte-small"), str(brought))
    assert not run(tmp_path, saved(disc())).reused
    assert run(tmp_path, saved(disc())).reused
    settings.cache_clear()


def test_a_result_that_was_tampered_with_is_made_again(tmp_path: Path) -> None:
    outcome = run(tmp_path, saved(disc()))
    settings = png.read_settings(outcome.output)
    for result in ({}, settings["result"] | {"frames": 10**9}, settings["result"] | {"more": 1}):
        rgba = np.zeros((1, 1, 4), np.uint8)
        outcome.output.write_bytes(png.encode(rgba, settings | {"result": result}))
        assert not run(tmp_path, saved(disc())).reused


def test_an_animation_that_is_there_already_is_not_cut_again(tmp_path: Path) -> None:
    for options in (Options(), Options(apng=True)):
        name = f"a{options.apng}.webp"
        assert not run(tmp_path, moving("WEBP"), name, options).reused
        again = run(tmp_path, moving("WEBP"), name, options)
        assert (again.reused, again.frames) == (True, 3)
    frame = tmp_path / "out" / "aFalse" / "0002.png"
    frame.unlink()
    assert not run(tmp_path, moving("WEBP"), "aFalse.webp").reused
    assert frame.exists()


def test_the_same_picture_gives_the_same_bytes(tmp_path: Path) -> None:
    first = run(tmp_path, saved(disc())).output.read_bytes()
    assert run(tmp_path, saved(disc()), options=Options(again=True)).output.read_bytes() == first


def test_neither_an_input_nor_a_strangers_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(saved(disc()))
    plan = cut_plan.plan([path], tmp_path)
    outcome = cut_file(plan.tasks[0], plan, Options())
    assert outcome.error.code == "cut-replaces-input"
    (tmp_path / "b.png").write_bytes(saved(disc()))
    (tmp_path / "b.jpg").write_bytes(saved(disc(), "JPEG", quality=95))
    plan = cut_plan.plan([tmp_path / "b.jpg"], tmp_path)
    outcome = cut_file(plan.tasks[0], plan, Options())
    assert outcome.error.code == "cut-replaces-other"
    assert path.read_bytes() == (tmp_path / "b.png").read_bytes() == saved(disc())


def test_two_backgrounds_give_exact_alpha(tmp_path: Path) -> None:
    # Noise, or the registration check has nothing to hold on to.
    other = tmp_path / "other.png"
    other.write_bytes(saved(disc(ground=(200, 30, 190))))
    outcome = run(tmp_path, saved(disc()), options=Options(pair=other))
    assert outcome.strategy == "two_background"
    alpha = notched()
    assert np.abs(pixels(outcome)[..., 3] / 255 - alpha).max() < 2.1 / 255


@pytest.mark.parametrize(
    ("other", "code"),
    [
        (saved(disc()[:90]), "cut-pair-size"),
        (png.encode(np.full((96, 96, 4), 65535, np.uint16)), "cut-pair-depth"),
        (b"no picture", "cut-pair-unusable"),
    ],
    ids=["size", "depth", "text"],
)
def test_a_pair_that_does_not_fit_is_refused(tmp_path: Path, other: bytes, code: str) -> None:
    path = tmp_path / "other.png"
    path.write_bytes(other)
    assert run(tmp_path, saved(disc()), options=Options(pair=path)).error.code == code


def test_a_second_picture_that_is_missing_is_not_taken_for_the_first(tmp_path: Path) -> None:
    outcome = run(tmp_path, saved(disc()), options=Options(pair=tmp_path / "gone.png"))
    assert outcome.error.code == "cut-pair-unusable"
    assert outcome.error.context["path"] == "gone.png"


def test_an_accepted_licence_is_stored_with_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = run(tmp_path, saved(disc()), options=Options(model="u2netp"))
    assert "accepted" not in png.read_settings(free.output)
    given = weights.accept(weights.find("isnet"))
    monkeypatch.setattr(weights, "acceptance", {"isnet": given}.get)
    outcome = run(tmp_path, saved(disc()), "b.png", Options(model="isnet"))
    assert png.read_settings(outcome.output)["accepted"] == given.model_dump(mode="json")


def test_a_picture_without_an_object_is_refused_with_what_was_tried(tmp_path: Path) -> None:
    outcome = run(tmp_path, saved(np.full((64, 64, 3), GREEN, np.uint8)))
    assert outcome.error.code == "alpha-chain-exhausted"
    assert [attempt["strategy_id"] for attempt in outcome.tried] == ["segment"]
    assert not (tmp_path / "out").exists()


def test_a_rest_of_the_ground_fails_and_its_place_is_marked(tmp_path: Path) -> None:
    # A picture whose alpha was cut 3 px too far out, over the colour that is still in it.
    size = 256
    alpha = np.rint(coverage(size, radius=0.3 + 4 / size) * 255).astype(np.uint8)
    true = coverage(size)[..., None]
    mixed = true * np.float32(RED) + (1 - true) * np.float32(GREEN)
    outcome = run(tmp_path, saved(np.dstack([np.rint(mixed).astype(np.uint8), alpha])))
    assert not outcome.passed
    assert outcome.marks == tmp_path / "out" / "_marks" / "a.png"
    assert picture.open_picture(outcome.marks).kind == "PNG"
    assert run(tmp_path, saved(disc())).marks is None
    assert not outcome.marks.exists()


def test_an_empty_frame_stays_empty() -> None:
    frame = picture.Frame(disc(), np.zeros((96, 96), np.uint8))
    made = cut_frame(frame, Options())
    assert not made.rgba.any()
    assert made.remarks[0].code == "cut-empty"


def test_a_stop_is_heard_between_two_frames(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(moving("GIF"))
    plan = cut_plan.plan([path], tmp_path / "out")
    stop = threading.Event()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        cut_file(plan.tasks[0], plan, Options(), stop=stop)


def test_a_damaged_last_frame_fails_the_file_and_says_so(tmp_path: Path) -> None:
    data = moving("PNG")
    outcome = run(tmp_path, data[: int(len(data) * 0.7)])
    assert outcome.error.code == "picture-damaged"


def test_depth_is_told_in_the_file(tmp_path: Path) -> None:
    outcome = run(tmp_path, saved(disc()))
    head = next(png.chunks(outcome.output.read_bytes()))[1]
    assert struct.unpack(">IIBB", head[:10]) == (96, 96, 8, 6)


def test_a_remark_on_two_places_is_told_twice(tmp_path: Path) -> None:
    white = np.full((96, 96, 3), 255, np.uint8)
    white[16:80, 16:80] = RED
    white[30:42, 30:42] = white[54:66, 54:66] = 255
    codes = [remark["code"] for remark in run(tmp_path, saved(white)).remarks]
    assert codes == ["gate-not-asked", "gate-not-asked"]
