"""Compositions: new for every seed, the same for the same, everything in the frame and seen."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from nukki.catalog.art import Art
from nukki.catalog.concept import Subject
from nukki.catalog.look import Mood, TraceLook
from nukki.engines.render.arrange import arrange
from nukki.engines.render.placed import Placed
from nukki.engines.render.silhouette import silhouette
from tests.engines.render import solids

PALETTE = ("#ff5a5f", "#ffb400", "#00a699", "#3d7eff", "#ffffff")
BAG = solids.art(solids.BOX, solids.LID, colour=(0.8, 0.2, 0.2))
COIN = solids.art(solids.CIRCLE, solids.DOT, colour=(0.9, 0.7, 0.1))
SEEDS = (1, 2, 7, 2**40)
CASES = {
    "alone": [("bag", BAG, 1, "normal")],
    "two": [("bag", BAG, 1, "normal"), ("coin", COIN, 1, "small")],
    "three coins": [("coin", COIN, 3, "normal")],
    "a cluster": [("bag", BAG, 1, "large"), ("coin", COIN, 3, "small"), ("bag", BAG, 1, "normal")],
}


def subjects(case: str) -> list[tuple[Subject, Art]]:
    return [
        (Subject(word=word, source="icon", ref=word, count=count, size=size), art)
        for word, art, count, size in CASES[case]
    ]


def placed(case: str, seed: int, aspect: float = 1.0, room: float = 0.0) -> list[Placed]:
    return arrange(subjects(case), TraceLook(), PALETTE, Mood(), seed, aspect, room)


def masks(objects: list[Placed], aspect: float, unit: float = 90) -> list[np.ndarray]:
    """Each object's silhouette in a frame whose shorter side is `unit` * 2 pixels."""
    width, height = round(2 * unit * max(aspect, 1)), round(2 * unit * max(1 / aspect, 1))
    drawn = []
    for one in objects:
        shape = silhouette(one.art, round(one.size * unit))
        rows, columns = shape.shape
        turn = cv2.getRotationMatrix2D((columns / 2, rows / 2), one.roll, 1.0)
        turn[0, 2] += width / 2 + one.x * unit - columns / 2
        turn[1, 2] += height / 2 - one.y * unit - rows / 2
        drawn.append(cv2.warpAffine(shape, turn, (width, height)) > 127)
    return drawn


@pytest.mark.parametrize("case", CASES)
def test_the_same_seed_gives_the_same_composition(case: str) -> None:
    assert placed(case, 5) == placed(case, 5)


@pytest.mark.parametrize("case", CASES)
def test_other_seeds_give_other_compositions(case: str) -> None:
    poses = {tuple((o.x, o.y, o.roll, o.yaw, o.art) for o in placed(case, s)) for s in SEEDS}
    assert len(poses) == len(SEEDS)


def test_compositions_differ_so_that_a_person_sees_it() -> None:
    """Candidates that differ by a few pixels are no choice."""
    frames = [np.any(masks(placed("a cluster", seed), 1.0), axis=0) for seed in SEEDS]
    overlap = [np.sum(a & b) / np.sum(a | b) for a, b in combinations(frames, 2)]
    assert np.median(overlap) < 0.85


def test_colours_vary_with_the_seed_within_one_family() -> None:
    colours = {placed("alone", seed)[0].art.parts[0].colour for seed in SEEDS}
    assert len(colours) == len(SEEDS)
    assert all(red > max(green, blue) for red, green, blue in colours)


def test_counts_become_that_many_objects() -> None:
    words = [one.word for one in placed("a cluster", 3)]
    assert sorted(words) == ["bag", "bag", "coin", "coin", "coin"]


def test_sizes_asked_for_are_seen() -> None:
    for seed in SEEDS:
        found = placed("a cluster", seed)
        coins = [one.size for one in found if one.word == "coin"]
        bags = [one.size for one in found if one.word == "bag"]
        assert max(coins) < min(bags)


def test_objects_come_far_to_near() -> None:
    depths = [one.depth for one in placed("a cluster", 3)]
    assert depths == sorted(depths)
    assert len(set(depths)) == len(depths)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("aspect", [1.0, 16 / 9, 3 / 4])
def test_everything_is_inside_the_frame(case: str, aspect: float) -> None:
    for seed in SEEDS:
        for mask in masks(placed(case, seed, aspect), aspect):
            assert mask.any()
            assert mask.sum() == mask[4:-4, 4:-4].sum()


@pytest.mark.parametrize("case", CASES)
def test_the_cluster_fills_the_frame_in_one_direction(case: str) -> None:
    for seed in SEEDS:
        rows, columns = np.nonzero(np.any(masks(placed(case, seed), 1.0), axis=0))
        assert max(np.ptp(rows), np.ptp(columns)) > 0.75 * 180


@pytest.mark.parametrize("case", ["two", "three coins", "a cluster"])
@pytest.mark.parametrize("aspect", [1.0, 16 / 9])
def test_every_object_is_seen(case: str, aspect: float) -> None:
    for seed in SEEDS:
        drawn = masks(placed(case, seed, aspect), aspect)
        for index, mask in enumerate(drawn):
            hidden = np.any(drawn[index + 1 :], axis=0) if index + 1 < len(drawn) else False
            assert np.sum(mask & ~np.asarray(hidden)) >= 0.6 * mask.sum()


def test_room_for_what_a_look_paints_outside_makes_the_cluster_smaller() -> None:
    tight, wide = (np.any(masks(placed("two", 3, room=r), 1.0), axis=0) for r in (0.0, 0.2))
    rows, columns = np.nonzero(wide)
    assert np.sum(wide) < np.sum(tight)
    assert min(rows.min(), columns.min()) >= round(0.2 * 90)


def test_a_colour_asked_for_in_words_is_taken() -> None:
    subject = Subject(word="bag", source="icon", ref="bag", colour="#2040ff")
    (found,) = arrange([(subject, BAG)], TraceLook(), PALETTE, Mood(), 1, 1.0)
    red, _, blue = found.art.parts[0].colour
    assert blue > 2 * red


def test_translucent_parts_become_opaque_in_the_colour_that_is_seen() -> None:
    """Bodies have no opacity: half white over blue must turn pale blue, not white."""
    from nukki.catalog.art import Part

    drawn = Art(
        solids.BOARD,
        (Part(solids.CIRCLE, (0.0, 0.0, 0.8)), Part(solids.DOT, (1.0, 1.0, 1.0), opacity=0.5)),
    )
    subject = Subject(word="ball", source="icon", ref="ball")
    (found,) = arrange([(subject, drawn)], TraceLook(), (), Mood(), 1, 1.0)
    ball, gleam = found.art.parts
    assert gleam.opacity == 1
    assert gleam.colour == pytest.approx([(a + 1) / 2 for a in ball.colour], abs=0.02)
