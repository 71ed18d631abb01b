"""How far an object's colours reach tells what of it is a mixture with the background."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from nukki.alpha.background import fit
from nukki.alpha.palette import palette
from nukki.alpha.segment import SURE, confidence
from nukki.alpha.unmix import unmix
from tests.alpha import pictures
from tests.alpha.pictures import Truth

SIZE = 384


@pytest.fixture(scope="module")
def hair() -> Truth:
    return pictures.hair(SIZE, 500)


def test_a_direction_reaches_as_far_as_its_densest_pixels() -> None:
    difference = np.zeros((20, 20, 3), np.float32)
    difference[:10] = np.float32((0.6, 0, 0)) * np.linspace(0.2, 1, 20, dtype=np.float32)[:, None]
    difference[10:] = (0, 0, 0.3)
    strength = np.linalg.norm(difference, axis=2).astype(np.float32)
    found = palette(difference, strength, np.ones((20, 20), np.uint8))
    asked = np.float32([(0.1, 0, 0), (0, 0, 0.1), (0, 0.1, 0)])
    reach = found.at(asked, np.full(3, 0.1, np.float32))
    assert reach[0] == pytest.approx(0.57, abs=0.04)
    assert reach[1:].tolist() == pytest.approx([0.3, 0])


@pytest.mark.parametrize("backing", ["green", "magenta", "grey"])
def test_blurred_strands_are_as_faint_as_they_are(hair: Truth, backing: str) -> None:
    picture = pictures.blurred(pictures.photo(hair, pictures.BACKINGS[backing]))
    alpha = unmix(picture, fit(picture)).alpha / np.float32(255)
    true = cv2.GaussianBlur(hair.alpha, (0, 0), 0.8)
    assert np.abs(alpha - true).mean() < 0.055  # .064 without what denser strands tell


def test_light_and_shade_along_the_line_of_the_background_are_no_mixture() -> None:
    canvas = pictures.Canvas(SIZE)
    for row, left in enumerate(np.linspace(0.1, 0.88, 40)):
        tone = 0.35 + 0.6 * (row % 2)
        canvas.line([(left, 0.2), (left, 0.8)], (tone, 0.5 * tone, 0.2 * tone), 3)
    lines = canvas.truth()
    picture = pictures.photo(lines, pictures.BLACK, 1)
    alpha = unmix(picture, fit(picture)).alpha / np.float32(255)
    assert alpha[lines.alpha == 1].mean() > 0.97


@pytest.mark.parametrize(("backing", "sure"), [("green", True), ("white", True), ("black", False)])
def test_strands_whose_shade_looks_like_alpha_are_doubted(
    hair: Truth, backing: str, sure: bool
) -> None:
    picture = pictures.photo(hair, pictures.BACKINGS[backing])
    backdrop = fit(picture)
    assert (confidence(backdrop, unmix(picture, backdrop)) > SURE) == sure
