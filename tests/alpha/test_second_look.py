"""What a model is certain of and the key has nothing of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from nukki.alpha.second_look import overlooked
from nukki.alpha.source import Byte, Float, Source
from tests.alpha.pictures import OBJECTS, WHITE, photo


@dataclass
class Answer:
    """A model that knows the answer."""

    answer: Float
    id: str = "answer"

    def __call__(self, rgb: Byte) -> Float:
        return np.asarray(self.answer, np.float32)


def seen(alpha: Float, cut: Float) -> float:
    picture = np.zeros((*alpha.shape, 3), np.uint8)
    matte = np.rint(cut * 255).astype(np.uint8)
    return overlooked(Source(picture, saliency=Answer(alpha)), matte)


def test_a_lid_that_the_key_lost_is_seen_with_its_share() -> None:
    whole = np.zeros((200, 200), np.float32)
    whole[50:150, 50:150] = 1
    without = whole.copy()
    without[50:70] = 0
    assert seen(whole, without) == pytest.approx(20 / 80, abs=0.01)
    assert seen(whole, whole) == 0


def test_a_fat_outline_of_the_model_is_no_loss() -> None:
    whole = np.zeros((200, 200), np.float32)
    whole[50:150, 50:150] = 1
    fat = np.zeros_like(whole)
    fat[47:153, 47:153] = 1
    assert seen(fat, whole) == 0


def test_without_a_model_nothing_is_said() -> None:
    picture = photo(OBJECTS["bag"](128), WHITE)
    assert overlooked(Source(picture), np.zeros((128, 128), np.uint8)) == 0
