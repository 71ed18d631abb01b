"""Where brand pictures stand: in the frame, apart from all else, never larger than they are."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nukki.brief import asset_use, sizes
from nukki.catalog import frame, layout_faults
from nukki.catalog.frame import Box, Frame, Wanted
from nukki.catalog.layout import Layout, Spot, lay_out
from nukki.catalog.strips import MOST, arrange, seats_of
from nukki.errors import Fault, FaultyInputError


def logo(width: int, height: int, **asked: object) -> Wanted:
    return Wanted("logo", width, height, **asked)  # type: ignore[arg-type]


def box(spot: Spot) -> Box:
    placed = spot.placement
    return Box(placed.x, placed.y, placed.width, placed.height)


def room(found: Layout) -> Box:
    return Box(found.room.x, found.room.y, found.room.width, found.room.height)


def refused(wanted: list[Wanted], width: int, height: int) -> list[Fault]:
    with pytest.raises(FaultyInputError) as caught:
        lay_out(wanted, width, height)
    assert caught.value.code == "layout-refused"
    return caught.value.faults


sides = st.integers(256, 2048)
pictures = st.builds(
    Wanted,
    name=st.just("logo"),
    width=st.integers(1, 3000),
    height=st.integers(1, 3000),
    position=st.sampled_from(get_args(frame.Position)),
    scale=st.none() | st.integers(1, 100).map(lambda percent: percent / 100),
    rotate=st.sampled_from([0.0, 0.0, 0.0, -8.0, 45.0, 90.0, 180.0]),
    tilt=st.sampled_from(["none", "none", "iso", "strong"]),
    stand=st.sampled_from(["beside", "beside", "on", "behind"]),
    min_scale=st.sampled_from([0.01, 0.05, 0.1, 0.3]),
    clear_space=st.sampled_from([0, 0, 10, 100, 512]),
)
several = st.lists(pictures, min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(wanted=several, width=sides, height=sides)
def test_every_layout_keeps_its_word(wanted: list[Wanted], width: int, height: int) -> None:
    try:
        lay_out(wanted, width, height)
    except FaultyInputError as error:
        told = [fault.field for fault in error.faults]
    else:
        told = []
    if told:
        assert all(field.startswith("assets") for field in told)
        return
    found = lay_out(wanted, width, height)
    assert found == lay_out(wanted, width, height)
    assert sorted(spot.index for spot in found.spots) == list(range(len(wanted)))
    inner, whole = room(found), Box(0, 0, width, height)
    assert Frame(width, height).share(inner) >= MOST.room or not found.divided
    for spot in found.spots:
        _keeps(spot, wanted[spot.index], whole, inner)
    for one, other in itertools.combinations(found.spots, 2):
        gap = max(frame.GAP, one.clear_space, other.clear_space)
        assert box(one).apart(box(other), gap), (one, other)


def _keeps(spot: Spot, asked: Wanted, whole: Box, inner: Box) -> None:
    placed, held = spot.placement, box(spot)
    assert asked.min_scale <= placed.scale <= 1
    assert asked.scale is None or placed.scale == asked.scale
    assert (placed.width, placed.height) == asked.box(placed.scale)
    assert spot.clear_space >= asked.clear_space * placed.scale
    if asked.stand == "on":
        assert inner.x <= held.x <= held.right <= inner.right
        assert inner.y <= held.y <= held.bottom <= inner.bottom
        return
    free = max(Frame(whole.width, whole.height).edge, spot.clear_space)
    assert min(held.x, held.y, whole.width - held.right, whole.height - held.bottom) >= free
    if asked.stand == "beside":
        assert held.apart(inner, max(frame.GAP, spot.clear_space))
    else:
        wide = min(held.right, inner.right) - max(held.x, inner.x)
        high = min(held.bottom, inner.bottom) - max(held.y, inner.y)
        hidden = max(wide, 0) * max(high, 0)
        assert hidden <= 0.4 * held.width * held.height


@settings(max_examples=60, deadline=None)
@given(
    wanted=st.lists(
        pictures.filter(lambda one: one.stand != "on" and one.position != "center"),
        min_size=1,
        max_size=3,
    ),
    width=sides,
    height=sides,
)
def test_it_refuses_only_what_no_seats_could_hold(
    wanted: list[Wanted], width: int, height: int
) -> None:
    wanted = [replace(one, scale=None) for one in wanted]
    least = tuple(one.min_scale for one in wanted)
    held = any(
        arrange(wanted, seats, least, Frame(width, height), MOST)
        for seats in itertools.product(*map(seats_of, wanted))
    )
    try:
        lay_out(wanted, width, height)
    except FaultyInputError:
        assert not held
    else:
        assert held


@pytest.mark.parametrize(
    ("size", "asked", "edge"),
    [
        ((1024, 1024), logo(700, 90), "bottom"),
        ((1024, 1024), logo(90, 700), "right"),
        ((864, 1152), logo(300, 300), "bottom"),
        ((1344, 768), logo(300, 300), "right"),
        ((2048, 256), logo(300, 100), "right"),
        ((1024, 1024), logo(200, 200, stand="behind"), "top"),
        ((1024, 1024), logo(200, 60, position="left"), "left"),
    ],
)
def test_it_takes_the_edge_that_leaves_most(
    size: tuple[int, int], asked: Wanted, edge: str
) -> None:
    found = lay_out([asked], *size)
    held, inner = box(found.spots[0]), room(found)
    far = {
        "bottom": held.bottom - inner.bottom,
        "top": inner.y - held.y,
        "right": held.right - inner.right,
        "left": inner.x - held.x,
    }
    assert max(far, key=lambda name: far[name]) == edge


@pytest.mark.parametrize(("width", "height"), [(1024, 1024), (1152, 864), (1344, 768), (864, 1152)])
@pytest.mark.parametrize("picture", [(300, 100), (640, 200), (100, 300), (256, 256)])
def test_a_logo_of_a_usual_size_keeps_its_bytes(
    width: int, height: int, picture: tuple[int, int]
) -> None:
    (spot,) = lay_out([logo(*picture)], width, height).spots
    assert spot.placement.keeps_bytes


@pytest.mark.parametrize(
    ("position", "x", "y"),
    [
        ("top-left", 41, 41),
        ("top-right", 1024 - 41 - 200, 41),
        ("bottom-left", 41, 1024 - 41 - 100),
        ("bottom-right", 1024 - 41 - 200, 1024 - 41 - 100),
    ],
)
def test_a_corner_is_the_corner(position: str, x: int, y: int) -> None:
    (spot,) = lay_out([logo(200, 100, position=position)], 1024, 1024).spots
    assert (spot.placement.x, spot.placement.y) == (x, y)


def test_a_small_one_keeps_its_bytes_beside_a_huge_one() -> None:
    found = lay_out(
        [logo(3000, 600, position="bottom"), logo(90, 60, position="bottom")], 1024, 1024
    )
    scales = {spot.index: spot.placement.scale for spot in found.spots}
    assert scales[1] == 1
    assert scales[0] < 0.3


def test_equals_on_one_edge_share_one_scale_and_one_line() -> None:
    found = lay_out([logo(900, 200, position="top")] * 3, 1024, 1024)
    assert len({spot.placement.scale for spot in found.spots}) == 1
    assert len({spot.placement.y for spot in found.spots}) == 1


@pytest.mark.parametrize(("side", "row"), [("left", "top"), ("right", "bottom")])
def test_a_column_begins_where_the_row_across_it_has_ended(side: str, row: str) -> None:
    wanted = [logo(900, 60, position=row), logo(60, 2000, position=side, clear_space=40)]
    found = lay_out(wanted, 1024, 1024)
    across, column = (box(spot) for spot in found.spots)
    assert across.apart(column, found.spots[1].clear_space)
    assert not across.apart(column, 40)


def test_a_row_of_unequal_ones_runs_through_their_middles() -> None:
    found = lay_out([logo(300, 150, position="top"), logo(300, 50, position="top")], 1024, 1024)
    first, second = (box(spot) for spot in found.spots)
    assert first.y + first.height / 2 == second.y + second.height / 2
    assert second.x - first.right == frame.GAP
    assert first.x + second.right == 1024


def test_those_behind_come_first_and_the_others_stay_in_order() -> None:
    wanted = [logo(200, 60), logo(200, 60, stand="behind"), logo(99, 99, stand="on")]
    found = lay_out(wanted, 1024, 1024)
    assert [spot.index for spot in found.spots] == [1, 0, 2]


def test_what_lies_on_the_objects_leaves_them_all_their_room() -> None:
    found = lay_out([logo(300, 100, stand="on")], 1024, 1024)
    assert (room(found), found.divided, found.narrow) == (Box(72, 72, 880, 880), False, False)
    assert box(found.spots[0]) == Box(362, 462, 300, 100)


def test_a_room_smaller_than_usual_is_told() -> None:
    assert lay_out([logo(900, 300)], 1024, 1024).narrow
    assert not lay_out([logo(900, 100)], 1024, 1024).narrow


@pytest.mark.parametrize(
    ("wanted", "field", "code", "nearest"),
    [
        ([logo(900, 300, min_scale=0.5, scale=0.4)], "[0].scale", "asset-below-minimum", 0.5),
        ([logo(90, 30), logo(90, 30, position="center")], "[1].position", "asset-center-beside",
         "bottom"),
        ([logo(90, 30, position="center", stand="behind")], "[0].position",
         "asset-center-behind", "top"),
        ([logo(900, 600, scale=1.0)], "[0].scale", "asset-too-large", 0.59),
        ([logo(900, 900, scale=1.0, stand="on")], "[0].scale", "asset-too-large", 0.87),
        ([logo(900, 300, position="left", min_scale=0.8)], "[0].position", "asset-no-room-there",
         "bottom"),
        ([logo(3000, 1000, min_scale=0.5)], "[0]", "asset-no-room", "1632x1632"),
        ([logo(3000, 1000, min_scale=0.9)], "[0]", "asset-no-room", None),
        ([logo(900, 300, scale=1.0)] * 3, "", "assets-crowded", "1984x1984"),
    ],
)  # fmt: skip
def test_a_refusal_names_what_would_do(
    wanted: list[Wanted], field: str, code: str, nearest: object
) -> None:
    (fault,) = refused(wanted, 1024, 1024)
    assert (fault.field, fault.code, fault.nearest) == (f"assets{field}", code, nearest)


@pytest.mark.parametrize(
    "wanted",
    [
        [logo(3000, 1000, min_scale=0.5)],
        [logo(900, 300, scale=1.0)] * 3,
        [logo(1200, 1200, min_scale=1.0, stand="on")],
        [logo(600, 600, min_scale=0.8, clear_space=200)],
    ],
)
def test_the_frame_that_is_offered_does(wanted: list[Wanted]) -> None:
    (fault,) = refused(wanted, 1024, 1024)
    width, height = map(int, str(fault.nearest).split("x"))
    assert lay_out(wanted, width, height).spots


def test_the_scale_that_is_offered_does() -> None:
    asked = logo(900, 600, scale=1.0)
    (fault,) = refused([asked], 1024, 1024)
    assert lay_out([replace(asked, scale=fault.nearest)], 1024, 1024).spots
    refused([replace(asked, scale=fault.nearest + 0.02)], 1024, 1024)


def test_brief_and_layout_know_the_same_words_and_sizes() -> None:
    assert get_args(asset_use.Position) == get_args(frame.Position)
    assert layout_faults.LARGEST == sizes.LARGEST


def test_a_print_is_planned_for_one_face_of_one_object() -> None:
    laid = lay_out([logo(900, 300, stand="on")], 1024, 1024)
    printed = lay_out([logo(900, 300, stand="on", printed=True)], 1024, 1024)
    whole = Frame(1024, 1024).whole_room
    assert box(laid.spots[0]).width > 0.4 * whole.width
    assert 0.2 * whole.width < box(printed.spots[0]).width <= 0.27 * whole.width


def test_a_print_that_could_keep_its_size_is_planned_smaller_all_the_same() -> None:
    small = logo(400, 150, stand="on")
    assert lay_out([small], 1024, 1024).spots[0].placement.scale == 1
    assert lay_out([replace(small, printed=True)], 1024, 1024).spots[0].placement.scale < 0.7


def test_a_print_keeps_the_size_that_was_asked_for() -> None:
    asked = logo(400, 150, stand="on", printed=True, scale=0.9)
    assert lay_out([asked], 1024, 1024).spots[0].placement.scale == 0.9
