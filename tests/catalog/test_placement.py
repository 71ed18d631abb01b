"""Corners and boxes of brand pictures that are scaled, tilted and turned."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nukki.catalog.placement import PlacedAsset, Placement, Tilt, box_of, quad, quad_in_frame

sides = st.integers(1, 4096)
scales = st.integers(1, 1000).map(lambda thousandths: thousandths / 1000)
turns = st.sampled_from([0.0, 0.5, -8.0, 45.0, 90.0, -137.0, 180.0])
tilts = st.sampled_from(get_args(Tilt))


@given(width=sides, height=sides, scale=scales, rotate=turns, tilt=tilts)
def test_the_box_holds_the_corners_and_nothing_is_left_over(
    width: int, height: int, scale: float, rotate: float, tilt: Tilt
) -> None:
    wide, high = box_of(width, height, scale, rotate, tilt)
    placed = Placement(x=30, y=40, width=wide, height=high, scale=scale, rotate=rotate, tilt=tilt)
    corners = quad_in_frame(width, height, placed)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert min(xs) >= 30 - 1e-3
    assert max(xs) <= 30 + wide + 1e-3
    assert min(ys) >= 40 - 1e-3
    assert max(ys) <= 40 + high + 1e-3
    assert wide - (max(xs) - min(xs)) < 1 + 1e-3
    assert high - (max(ys) - min(ys)) < 1 + 1e-3


@pytest.mark.parametrize(
    ("rotate", "first"), [(0, (-2, -1)), (90, (1, -2)), (180, (2, 1)), (-90, (-1, 2))]
)
def test_it_turns_clockwise(rotate: float, first: tuple[float, float]) -> None:
    assert quad(4, 2, 1.0, rotate)[0] == first


@pytest.mark.parametrize("tilt", ["slight", "strong"])
def test_what_goes_away_from_the_viewer_is_smaller(tilt: Tilt) -> None:
    (_, y0), (_, y1), (_, y2), (_, y3) = quad(400, 200, 1.0, 0, tilt)
    assert y3 - y0 > y2 - y1  # the left side is nearer than the right one


def test_an_isometric_face_has_parallel_sides_that_rise_to_the_right() -> None:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad(400, 200, 1.0, 0, "iso")
    assert y1 < y0
    assert (x0, x1) == (x3, x2)
    assert y3 - y0 == pytest.approx(y2 - y1)


@pytest.mark.parametrize(
    ("changes", "keeps"),
    [({}, True), ({"scale": 0.999}, False), ({"rotate": 0.1}, False), ({"tilt": "iso"}, False)],
)
def test_only_one_as_it_is_keeps_its_bytes(changes: dict[str, object], keeps: bool) -> None:
    fields = {"x": 0, "y": 0, "width": 9, "height": 9, "scale": 1, **changes}
    assert Placement.model_validate(fields).keeps_bytes is keeps


@pytest.mark.parametrize("box", [(8192, 8192), (24, 15), (1, 1), (23, 18)])
def test_no_brand_picture_is_placed_in_a_box_that_is_not_its_own(box: tuple[int, int]) -> None:
    place = Placement(x=0, y=0, width=box[0], height=box[1], scale=0.5)
    digest = "0" * 64
    terms = {"asset": "logo", "variant": "default", "file": f"{digest}.png", "sha256": digest}
    if box == (24, 15):  # a pixel more than rounding gives
        assert PlacedAsset(**terms, width=46, height=30, placement=place).placement == place
        return
    with pytest.raises(ValueError, match="box"):
        PlacedAsset(**terms, width=46, height=30, placement=place)
