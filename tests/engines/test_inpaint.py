"""Canvas and mask for generators: what is kept, what is painted, and the band between the two."""

import cv2
import numpy as np
import pytest
from scipy import ndimage

from nukki.catalog.blend import Inpaint
from nukki.catalog.placement import PlacedAsset, Placement, box_of, quad_in_frame
from nukki.core import hashing, png
from nukki.engines import inpaint
from nukki.engines.inpaint import Inpainting, prepare
from nukki.errors import StorageError
from tests.catalog.artworks import logo
from tests.jobs import pencil

SIZE = 256
RED, BLUE = (200, 40, 30), (20, 60, 210)


def block(size=(60, 40), colour=RED, alpha=255):
    return np.full((size[1], size[0], 4), (*colour, alpha), np.uint8)


def placed(
    folder, rgba, x, y, *, scale=1.0, rotate=0.0, tilt="none", stand="beside", blend="exact"
):
    """A picture in the folder of inputs, with its corner at (x, y)."""
    data = png.encode(np.ascontiguousarray(rgba))
    sha256 = hashing.of_bytes(data)
    (folder / f"{sha256}.png").write_bytes(data)
    height, width = rgba.shape[:2]
    across, down = box_of(width, height, scale, rotate, tilt)
    where = Placement(
        x=x, y=y, width=across, height=down, scale=scale, rotate=rotate, tilt=tilt
    )  # fmt: skip
    return PlacedAsset(
        asset="logo", variant="default", file=f"{sha256}.png", sha256=sha256, width=width,
        height=height, stand=stand, blend=blend, placement=where,
    )  # fmt: skip


def prepared(folder, *assets, how=None, size=(SIZE, SIZE)):
    request = pencil.request(size=size, assets=assets, inpaint=how)
    return prepare(request, folder)


def distances(core):
    """To the nearest core pixel, exactly."""
    return ndimage.distance_transform_edt(core == 0)


def test_a_block_is_kept_within_and_all_else_is_painted(tmp_path):
    made = prepared(tmp_path, placed(tmp_path, block(), 100, 80), how=Inpaint(band=8))
    assert made.canvas.shape == (SIZE, SIZE, 3)
    assert (made.canvas[80:120, 100:160] == RED).all()
    assert (made.canvas[:80] == 128).all()
    assert (made.canvas[:, 160:] == 128).all()
    # the outermost 8 px of it may be painted over, the rest may not
    assert made.core.sum() == (60 - 16) * (40 - 16)
    assert (made.core[88:112, 108:152] == 1).all()
    assert (made.mask[made.core == 1] == 0).all()
    assert (made.mask[:78] == 255).all()
    assert (made.mask[:, 162:] == 255).all()
    assert 0 < made.mask[100, 107] < made.mask[100, 103] < 255


@pytest.mark.parametrize("ramp", ["linear", "smoothstep"])
@pytest.mark.parametrize(("band", "noise"), [(1, 0), (8, 0), (8, 40), (24, 128)])
def test_the_band_rises_with_the_distance_from_the_core(tmp_path, ramp, band, noise):
    how = Inpaint(band=band, ramp=ramp, core_noise=noise)
    made = prepared(tmp_path, placed(tmp_path, np.asarray(logo((80, 60))), 90, 100), how=how)
    share = np.clip(distances(made.core) / (band + 1), 0, 1)
    if ramp == "smoothstep":
        share = share**2 * (3 - 2 * share)
    wanted = noise + (255 - noise) * share
    # a chamfer is within 2% of the distance, which a smoothstep makes 3% of the ramp
    assert np.abs(made.mask - wanted).max() <= 1 + 0.03 * (255 - noise)
    assert (made.mask[made.core == 1] == noise).all()
    assert (made.mask[made.core == 0] > noise).all()
    assert (made.mask[distances(made.core) >= 1.03 * (band + 1)] == 255).all()
    between = (made.core == 0) & (distances(made.core) < 0.9 * band + 0.2)
    assert (made.mask[between] < 255).all()


@pytest.mark.parametrize(
    ("stroke", "left"),
    [(40, 24), (17, 1), (16, 8), (9, 1), (8, 4), (5, 1), (4, 2), (3, 1), (2, 2), (1, 1)],
)
def test_of_thin_strokes_less_is_given_up(stroke, left):
    """17 px leave one line 8 px deep; 16 leave none, so that 4 are taken; 2 px stay as they are."""
    alpha = np.zeros((100, 100), np.uint8)
    alpha[30 : 30 + stroke, 2:98] = 255
    core = inpaint.core_of(alpha)
    assert np.count_nonzero(core[:, 50]) == left
    assert not (core & (alpha < 255)).any()


def test_a_core_is_only_what_is_fully_opaque(tmp_path):
    soft = np.asarray(logo((120, 80), alpha=254))
    made = prepared(tmp_path, placed(tmp_path, soft, 20, 20))
    assert made.core.sum() == 0
    assert (made.mask == 255).all()
    assert np.abs(made.canvas[60, 80].astype(int) - soft[40, 60, :3]).max() <= 1


def test_soft_edges_lie_over_the_grey_ground(tmp_path):
    rgba = block(alpha=100)
    rgba[20:30, 20:30, 3] = 255
    made = prepared(tmp_path, placed(tmp_path, rgba, 50, 50), how=Inpaint(ground=200))
    wanted = [round((c * 100 + 200 * 155) / 255) for c in RED]
    assert np.abs(made.canvas[52, 52].astype(int) - wanted).max() <= 1
    assert tuple(made.canvas[75, 75]) == RED
    assert tuple(made.canvas[0, 0]) == (200, 200, 200)


def test_several_pictures_are_each_kept(tmp_path):
    one = placed(tmp_path, block(), 20, 20)
    two = placed(tmp_path, block(colour=BLUE), 180, 200)
    made = prepared(tmp_path, one, two)
    alone = [prepared(tmp_path, asset) for asset in (one, two)]
    assert (made.mask == np.minimum(alone[0].mask, alone[1].mask)).all()
    assert (made.core == alone[0].core | alone[1].core).all()
    assert tuple(made.canvas[40, 50]) == RED
    assert tuple(made.canvas[220, 210]) == BLUE


def test_neighbours_share_the_band_between_them(tmp_path):
    near = [placed(tmp_path, block((40, 40), BLUE), x, 100) for x in (60, 104)]
    made = prepared(tmp_path, *near, how=Inpaint(band=30))
    alone = [prepared(tmp_path, asset, how=Inpaint(band=30)).mask for asset in near]
    assert (made.mask == np.minimum(*alone)).all()
    middle = made.mask[120, 92:108]
    assert middle.max() < 255


def test_what_lies_over_a_core_takes_its_place(tmp_path):
    under = placed(tmp_path, block((100, 100)), 40, 40)
    over = block((60, 60), BLUE, 90)
    over[20:40, 20:40, 3] = 255
    made = prepared(tmp_path, under, placed(tmp_path, over, 60, 60))
    # under the soft part of the later one nothing is the designer's own any more
    assert made.core[65, 65] == 0
    assert made.core[90, 90] == 1
    assert tuple(made.canvas[90, 90]) == BLUE
    assert made.core[130, 55] == 1
    assert tuple(made.canvas[130, 55]) == RED
    assert (made.mask[made.core == 1] == 0).all()


@pytest.mark.parametrize(
    ("x", "y"), [(-30, 100), (230, 100), (100, -20), (100, 240), (-30, -20), (240, 240)]
)
def test_what_the_frame_cuts_is_kept_up_to_its_border(tmp_path, x, y):
    made = prepared(tmp_path, placed(tmp_path, block(), x, y), how=Inpaint(band=8))
    whole = prepared(
        tmp_path, placed(tmp_path, block(), x + 100, y + 100), how=Inpaint(band=8), size=(512, 512)
    )
    part = np.s_[100 : 100 + SIZE, 100 : 100 + SIZE]
    assert (made.canvas == whole.canvas[part]).all()
    assert (made.core == whole.core[part]).all()
    assert made.core.any()
    assert (made.mask == whole.mask[part]).mean() > 0.999
    assert (made.mask[made.core == 1] == 0).all()


@pytest.mark.parametrize(("x", "y"), [(-300, 0), (0, 400), (256, 0), (0, -40)])
def test_what_lies_outside_the_frame_changes_nothing(tmp_path, x, y):
    made = prepared(tmp_path, placed(tmp_path, block(), x, y))
    assert (made.canvas == 128).all()
    assert (made.mask == 255).all()


@pytest.mark.parametrize(
    ("scale", "rotate", "tilt"),
    [(0.5, 0, "none"), (1.0, 30, "none"), (0.7, -75, "none"), (0.8, 0, "slight"), (1, 8, "iso"),
     (0.6, 20, "strong")],
)  # fmt: skip
def test_a_turned_picture_stands_within_its_four_corners(tmp_path, scale, rotate, tilt):
    rgba = block((120, 80))
    asset = placed(tmp_path, rgba, 60, 70, scale=scale, rotate=rotate, tilt=tilt)
    made = prepared(tmp_path, asset)
    corners = np.array(quad_in_frame(120, 80, asset.placement))
    inside = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(inside, [np.rint(corners - 0.5).astype(np.int32)], 1)
    deep = cv2.erode(inside, np.ones((5, 5), np.uint8)) == 1
    wide = cv2.dilate(inside, np.ones((5, 5), np.uint8)) == 1
    assert (np.abs(made.canvas[deep].astype(int) - RED) <= 8).all()  # Lanczos rings
    assert (made.canvas[~wide] == 128).all()
    assert not (made.core[~deep] == 1).any()
    assert made.core.sum() > 0.5 * deep.sum() * (1 - 16 / (80 * scale)) ** 2
    assert (made.mask[made.core == 1] == 0).all()


def test_what_stands_behind_the_objects_may_be_covered_by_them(tmp_path):
    behind = placed(tmp_path, block(), 20, 20, stand="behind")
    on = placed(tmp_path, block(colour=BLUE), 120, 120, stand="on", blend="imprint")
    made, alone = prepared(tmp_path, behind, on), prepared(tmp_path, on)
    assert (made.canvas == alone.canvas).all()
    assert (made.mask == alone.mask).all()
    assert made.core.any()


def test_without_pictures_all_is_painted(tmp_path):
    made = prepared(tmp_path, size=(64, 48))
    assert (made.mask.shape, made.mask.min(), made.core.max()) == ((48, 64), 255, 0)
    assert (made.canvas == 128).all()


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path):
    asset = placed(tmp_path, block(), 9, 9)
    file = tmp_path / asset.file
    other = asset.model_copy(update={"width": 61})
    with pytest.raises(StorageError) as caught:
        prepared(tmp_path, other)
    assert caught.value.code == "asset-input-changed"
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(StorageError) as caught:
        prepared(tmp_path, asset)
    assert caught.value.code == "asset-input-changed"


def test_uploads_are_plain_files_of_eight_bit(tmp_path):
    made = prepared(tmp_path, placed(tmp_path, np.asarray(logo((90, 60))), 30, 40))
    canvas, mask = made.uploads()
    assert (canvas[24:26], mask[24:26]) == (b"\x08\x02", b"\x08\x00")  # RGB, and grey without alpha
    shown = cv2.imdecode(np.frombuffer(canvas, np.uint8), cv2.IMREAD_UNCHANGED)
    assert (shown[..., ::-1] == made.canvas).all()
    grey = cv2.imdecode(np.frombuffer(mask, np.uint8), cv2.IMREAD_UNCHANGED)
    assert (grey == made.mask).all()


def test_arrays_of_another_form_are_no_inputs():
    good = np.zeros((4, 6, 3), np.uint8), np.zeros((4, 6), np.uint8), np.zeros((4, 6), np.uint8)
    assert Inpainting(*good).mask.shape == (4, 6)
    for wrong in (np.zeros((4, 5), np.uint8), np.zeros((4, 6), np.float32), np.zeros(3, np.uint8)):
        with pytest.raises(ValueError, match="expected"):
            Inpainting(good[0], good[1], wrong)
