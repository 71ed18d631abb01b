"""Where brand pictures settle: at the nearest free place, never scaled, and what else is told."""

import itertools

import cv2
import numpy as np
import pytest

from nukki.catalog.placement import PlacedAsset, Placement, Room
from nukki.catalog.settle import settle

SIDE = 160


def asset(x, y, width=40, height=20, stand="beside", clear=4):
    placement = Placement(x=x, y=y, width=width, height=height, scale=1)
    return PlacedAsset(
        asset="logo", variant="default", file="0" * 64 + ".png", sha256="0" * 64,
        width=width, height=height, stand=stand, clear_space=clear, placement=placement,
    )  # fmt: skip


def disc(radius=40, x=80, y=80):
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    cv2.circle(alpha, (x, y), radius, 255, -1)
    return alpha


def collides(alpha, x, y, placed, taken=()):
    """Told pixel by pixel, as a person would."""
    place = placed.placement
    c = placed.clear_space
    rows = range(max(0, y - c), min(SIDE, y + place.height + c))
    columns = range(max(0, x - c), min(SIDE, x + place.width + c))
    blocked = alpha >= 16
    for room in taken:
        blocked[room.y : room.y + room.height, room.x : room.x + room.width] = True
    return bool(blocked[np.ix_(rows, columns)].any())


@pytest.mark.parametrize("taken", [(), (Room(x=10, y=100, width=60, height=40),)])
@pytest.mark.parametrize("at", [(60, 70), (70, 100), (100, 40), (0, 0), (119, 139)])
def test_the_nearest_place_without_a_collision_is_found(at, taken):
    alpha, placed = disc(), asset(*at)
    found = settle(alpha, placed, taken)
    x, y = found.placement.x, found.placement.y
    assert not collides(alpha, x, y, placed, taken)
    assert found.moved == (x - at[0], y - at[1])
    assert found.overlap == 0
    nearer = [
        (a, b)
        for a, b in itertools.product(range(SIDE - 39), range(SIDE - 19))
        if (a - at[0]) ** 2 + (b - at[1]) ** 2 < (x - at[0]) ** 2 + (y - at[1]) ** 2
    ]
    assert all(collides(alpha, a, b, placed, taken) for a, b in nearer)


def test_a_free_place_is_kept_as_the_very_same_placement():
    placed = asset(0, 0)
    assert settle(disc(), placed).placement is placed.placement


def test_haze_below_alpha_16_is_not_in_the_way_and_16_is():
    placed = asset(60, 70)
    assert settle(np.full((SIDE, SIDE), 15, np.uint8), placed).moved == (0, 0)
    thin = np.zeros((SIDE, SIDE), np.uint8)
    thin[75, 70] = 16
    assert settle(thin, placed).moved != (0, 0)


def test_it_is_never_scaled_and_where_nothing_is_free_the_overlap_is_told():
    placed = asset(20, 60, width=120, height=60)
    found = settle(disc(60), placed)
    assert (found.placement.width, found.placement.height, found.placement.scale) == (120, 60, 1)
    at = found.placement
    over = (disc(60)[at.y : at.y + 60, at.x : at.x + 120] >= 16).mean()
    assert found.overlap == pytest.approx(over)
    assert 0 < found.overlap < settle(disc(60), asset(20, 60, 120, 60, "behind")).overlap


def test_one_that_only_lacks_clear_space_does_not_lie_over_the_object():
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    alpha[44:] = 255  # 44 rows are free, and 20 with 16 on both sides would be needed below
    alpha[:2] = 255
    found = settle(alpha, asset(60, 50, clear=16))
    assert found.overlap == 0


def test_one_on_an_object_lies_on_it_as_far_as_can_be():
    alpha = disc()
    found = settle(alpha, asset(0, 0, stand="on"))
    assert found.overlap >= 0.97
    assert settle(alpha, asset(60, 70, stand="on")).moved == (0, 0)
    room = found.placement
    other = settle(alpha, asset(0, 0, stand="on"), [room])
    apart = (
        abs(other.placement.x - room.x) >= room.width
        or abs(other.placement.y - room.y) >= room.height
    )
    assert apart


def test_one_behind_stays_and_one_outside_comes_into_the_frame():
    assert settle(disc(), asset(60, 70, stand="behind")).moved == (0, 0)
    found = settle(disc(10), asset(-30, -9))
    assert (found.placement.x, found.placement.y) == (0, 0)
    part = Room(x=80, y=0, width=80, height=160)
    assert settle(disc(10, 20, 20), asset(0, 120), frame=part).placement.x == 80


def test_one_larger_than_the_frame_stays_as_planned():
    assert settle(disc(), asset(-10, 0, width=200)).moved == (0, 0)


@pytest.mark.parametrize("at", [(57, 75), (75, 67), (102, 75), (75, 92)])
def test_a_pixel_in_its_clear_space_is_in_the_way_on_every_side(at):
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    alpha[at[1], at[0]] = 255  # 3 px from a box of 40 x 20 at (60, 70), or 3 px within its reach
    assert settle(alpha, asset(60, 70)).moved != (0, 0)


def test_a_logo_over_the_object_is_worse_than_one_that_is_too_near():
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    alpha[70:80, 56] = 255  # 4 px beside the place at 60, out of reach of that at 61
    alpha[70:75, 100] = 255  # within that at 61, beside that at 60
    narrow = Room(x=60, y=70, width=41, height=20)
    found = settle(alpha, asset(61, 70), frame=narrow)
    assert (found.placement.x, found.overlap) == (60, 0)


def test_one_on_an_object_makes_way_for_another_by_the_last_row():
    alpha = np.full((SIDE, SIDE), 255, np.uint8)
    found = settle(alpha, asset(60, 40, stand="on"), [Room(x=60, y=55, width=40, height=40)])
    assert found.moved == (0, -5)


@pytest.mark.parametrize("side", ["right", "bottom"])
def test_the_last_row_and_the_last_column_are_places_too(side):
    alpha = np.full((SIDE, SIDE), 255, np.uint8)
    if side == "bottom":
        alpha[-20:] = 0
    else:
        alpha[:, -40:] = 0
    assert settle(alpha, asset(10, 10, clear=0)).overlap == 0
