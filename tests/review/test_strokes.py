"""Strokes: the values that the browser is held to as well, laws that hold for all, and refusals."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from nukki.errors import InputError
from nukki.review import strokes
from nukki.review.strokes import MAX_AWAY, MAX_NUMBERS, MAX_STROKES, Stroke

KNOWN = json.loads(
    Path(__file__).parents[1].joinpath("fixtures", "strokes.json").read_text("utf-8")
)
SIDE = KNOWN["size"]


def rows_of(values):
    return None if values is None else np.tile(np.array(values, np.uint8), (SIDE, 1))


@pytest.mark.parametrize("case", KNOWN["cases"], ids=lambda case: case["name"])
def test_known_strokes_give_the_values_that_the_browser_gives(case):
    drawn = strokes.parse(case["strokes"])
    found = strokes.apply(rows_of(case["matte"]), drawn, rows_of(case["limit"]))
    for x, y, alpha in case["expected"]:
        assert abs(int(found[y, x]) - alpha) <= KNOWN["tolerance"], (x, y)


def brush(x=32.0, y=32.0, tool="restore", size=20.0, **more):
    return Stroke(tool=tool, kind="brush", points=(x, y, 1.0), size=size, **more)


def plain_cover(stroke, x, y):
    """The cover of one pixel as the formulas read, in double precision."""
    best = 0.0
    for sx, sy, r in stroke.stamps():
        width = max(1.0, (1 - stroke.hardness) * r)
        middle = r * (1 + stroke.hardness) / 2
        t = (middle + width / 2 - math.hypot(x + 0.5 - sx, y + 0.5 - sy)) / width
        t = min(1.0, max(0.0, t))
        if r > 0:
            best = max(best, min(1.0, 2 * r) * t * t * (3 - 2 * t))
    return best


share = st.floats(0, 1)
away = st.floats(-90, 150)
brushes = st.builds(
    Stroke,
    tool=st.sampled_from(("restore", "erase")),
    kind=st.just("brush"),
    points=st.lists(st.tuples(away, away, share), min_size=1, max_size=4).map(
        lambda points: tuple(n for point in points for n in point)
    ),
    size=st.floats(0.5, 60),
    hardness=share,
    opacity=share,
)
lassos = st.builds(
    Stroke,
    tool=st.sampled_from(("restore", "erase")),
    kind=st.just("lasso"),
    points=st.lists(st.tuples(away, away), min_size=3, max_size=7).map(
        lambda points: tuple(n for point in points for n in point)
    ),
    opacity=share,
)
mattes = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).integers(0, 256, (40, 56), np.uint8)
)


@settings(max_examples=60, deadline=None)
@given(brushes, mattes)
def test_the_box_of_a_brush_holds_all_that_it_covers(stroke, matte):
    found = strokes.apply(matte, [stroke])
    rng = np.random.default_rng(1)
    for y, x in rng.integers(0, matte.shape, (40, 2)):
        before, c = float(matte[y, x]), plain_cover(stroke, x, y) * stroke.opacity
        after = before + c * (255 - before) if stroke.tool == "restore" else before * (1 - c)
        assert abs(int(found[y, x]) - math.floor(after + 0.5)) <= 1


@settings(max_examples=60, deadline=None)
@given(lassos, st.integers(0, 39), st.integers(0, 55))
def test_a_lasso_covers_a_pixel_as_fine_samples_of_its_lines_do(stroke, y, x):
    solid = stroke.model_copy(update={"opacity": 1.0, "tool": "restore"})
    found = strokes.apply(np.zeros((40, 56), np.uint8), [solid])
    corners = stroke.corners()
    fine, inside = 64, 0
    for line in range(4):
        at = y + (line + 0.5) / 4
        cuts = [
            ax + (at - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
            if min(ay, by) <= at < max(ay, by)
        ]
        for n in range(fine):
            inside += sum(cut <= x + (n + 0.5) / fine for cut in cuts) % 2
    cuts_off = len(corners) / (2 * fine)  # each cut of a line falls somewhere within a sample
    assert abs(int(found[y, x]) - 255 * inside / (4 * fine)) <= 255 * cuts_off + 1


@settings(max_examples=40, deadline=None)
@given(st.one_of(brushes, lassos), mattes)
def test_without_opacity_a_stroke_changes_nothing(stroke, matte):
    nothing = stroke.model_copy(update={"opacity": 0.0})
    assert np.array_equal(strokes.apply(matte, [nothing]), matte)


@settings(max_examples=40, deadline=None)
@given(st.one_of(brushes, lassos), mattes, mattes)
def test_a_stroke_moves_alpha_towards_its_goal_and_never_past_it(stroke, matte, limit):
    found = strokes.apply(matte, [stroke], limit)
    if stroke.tool == "erase":
        assert (found <= matte).all()
    else:
        assert (found >= matte).all()
        assert (found <= np.maximum(matte, limit)).all()


@settings(max_examples=30, deadline=None)
@given(mattes, st.floats(0, 1), st.floats(4, 30))
def test_what_is_erased_and_restored_within_the_core_is_the_limit(matte, hardness, size):
    limit = np.random.default_rng(2).integers(0, 256, matte.shape, np.uint8)
    both = [brush(28, 20, tool, size=size, hardness=hardness) for tool in ("erase", "restore")]
    found = strokes.apply(matte, both, limit)
    y, x = np.mgrid[: matte.shape[0], : matte.shape[1]] + 0.5
    inner = (size * (1 + hardness) / 2 - max(1, (1 - hardness) * size / 2)) / 2
    core = np.hypot(x - 28, y - 20) < inner - 0.01
    assert np.array_equal(found[core], limit[core])


def test_going_over_a_place_again_within_one_stroke_is_not_stronger():
    once = Stroke(tool="restore", kind="brush", points=(10, 32, 1, 50, 32, 1), size=12, opacity=0.4)
    there = once.points + once.points[:3] + once.points
    often = once.model_copy(update={"points": there})
    empty = np.zeros((64, 64), np.uint8)
    assert np.array_equal(strokes.apply(empty, [once]), strokes.apply(empty, [often]))
    assert strokes.apply(empty, [once]).max() == 102
    assert strokes.apply(empty, [once, once]).max() == 163


def test_the_order_of_strokes_counts_and_equal_strokes_give_equal_bytes():
    matte = np.full((64, 64), 100, np.uint8)
    there, gone = brush(opacity=0.7), brush(tool="erase", hardness=0.4)
    one, other = strokes.apply(matte, [there, gone]), strokes.apply(matte, [gone, there])
    assert not np.array_equal(one, other)
    assert np.array_equal(one, strokes.apply(matte, [there, gone]))
    assert (matte == 100).all()


def test_dense_points_of_a_large_brush_cost_no_more_than_its_path():
    """A pen tells its place a hundred times a second."""
    path = [n for k in range(4000) for n in (k / 4, 500.0, 1.0)]
    dense = Stroke(tool="erase", kind="brush", points=path, size=800)
    straight = Stroke(tool="erase", kind="brush", points=(*path[:3], *path[-3:]), size=800)
    assert len(list(dense.stamps())) <= 2 * len(list(straight.stamps()))
    assert dense.work() <= 2 * straight.work()


def test_strokes_far_beside_the_picture_change_nothing():
    matte = np.full((30, 30), 9, np.uint8)
    far = [
        brush(-MAX_AWAY, MAX_AWAY),
        Stroke(tool="erase", kind="lasso", points=(100, 5, 900, 5, 500, 20)),
        Stroke(tool="erase", kind="brush", points=(5, 5, 0, 25, 25, 0), size=50),
    ]
    assert np.array_equal(strokes.apply(matte, far), matte)


GOOD = {"tool": "restore", "kind": "brush", "points": [1, 2, 0.5], "size": 9}
BAD = {
    "no list": GOOD,
    "nothing": None,
    "text": "[]",
    "a list of numbers": [1],
    "an unknown tool": [GOOD | {"tool": "blur"}],
    "an unknown kind": [GOOD | {"kind": "rectangle"}],
    "an unknown key": [GOOD | {"colour": "red"}],
    "no points": [GOOD | {"points": []}],
    "a part of a point": [GOOD | {"points": [1, 2, 1, 4]}],
    "a lasso of two corners": [GOOD | {"kind": "lasso", "points": [1, 2, 3, 4]}],
    "half a corner": [GOOD | {"kind": "lasso", "points": [1, 2, 3, 4, 5, 6, 7]}],
    "NaN": [GOOD | {"points": [math.nan, 2, 1]}],
    "infinity": [GOOD | {"points": [1, math.inf, 1]}],
    "minus infinity": [GOOD | {"size": -math.inf}],
    "far away": [GOOD | {"points": [1e9, 2, 1]}],
    "a huge integer": [GOOD | {"points": [10**400, 2, 1]}],
    "text for a number": [GOOD | {"points": ["1", 2, 1]}],
    "a truth for a number": [GOOD | {"points": [True, 2, 1]}],
    "pressure above one": [GOOD | {"points": [1, 2, 1.5]}],
    "negative pressure": [GOOD | {"points": [1, 2, -0.1]}],
    "no size": [GOOD | {"size": 0}],
    "a size like a wall": [GOOD | {"size": 1e6}],
    "hardness above one": [GOOD | {"hardness": 1.01}],
    "negative opacity": [GOOD | {"opacity": -1}],
    "too many strokes": [GOOD] * (MAX_STROKES + 1),
    "too many numbers in one": [GOOD | {"points": [1, 2, 1] * (MAX_NUMBERS // 3 + 1)}],
    "too many numbers together": [GOOD | {"points": [1, 2, 1] * (MAX_NUMBERS // 6)}] * 3,
    "hours of work": [GOOD | {"size": 4000, "points": [0, 0, 1, 9000, 9000, 0.1] * 900}] * 9,
}


OURS = {
    "a part of a point": "stroke-points",
    "a lasso of two corners": "stroke-points",
    "half a corner": "stroke-points",
    "pressure above one": "stroke-pressure",
    "negative pressure": "stroke-pressure",
    "too many numbers together": "strokes-numbers",
    "hours of work": "strokes-work",
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_list_of_strokes_is_refused(name):
    with pytest.raises(InputError) as refused:
        strokes.parse(BAD[name])
    error = refused.value
    assert error.code == OURS.get(name, "strokes-invalid")
    for language in ("en", "ko"):
        assert len(error.message(language)) < 400
        assert not re.search(r"[{}]|None", error.message(language) + error.hint(language))


@pytest.mark.parametrize(
    "value", [[1] * 1000, [{}] * 1000, [{"tool": "erase", "kind": "brush", "points": ["a"] * 999}]]
)
def test_the_first_fault_ends_the_reading(value):
    """A million of them took eighteen seconds, in which the server heard nobody."""
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(strokes.Strokes).validate_python(value)
    assert refused.value.error_count() < 5


def test_strokes_read_back_are_the_same_and_so_is_their_fingerprint():
    drawn = strokes.parse([GOOD, GOOD | {"kind": "lasso", "points": [1, 2, 3, 4.5, 6, 7]}])
    again = strokes.parse(json.loads(json.dumps(strokes.as_json(drawn))))
    assert again == drawn
    written = [GOOD | {"points": [1.0, 2.0, 0.5], "size": 9.0, "opacity": 1}]
    assert strokes.fingerprint(strokes.parse(written)) == strokes.fingerprint(drawn[:1])
    assert strokes.fingerprint(drawn) != strokes.fingerprint(drawn[::-1])
