"""The nearest known pixel, against a search through all of them."""

import numpy as np
import pytest

from nukki.core.nearest import nearest


@pytest.fixture
def unknown():
    return (np.random.default_rng(3).random((31, 23)) < 0.9).astype(np.uint8)


def test_every_pixel_takes_a_known_one_that_is_as_near_as_any(unknown):
    found = nearest(unknown)
    rows, columns = np.indices(unknown.shape)
    known = np.argwhere(unknown == 0)
    away = np.hypot(rows[..., None] - known[:, 0], columns[..., None] - known[:, 1])
    source = found.source(np.arange(unknown.size)).reshape(unknown.shape)
    taken = np.hypot(rows - source // 23, columns - source % 23)
    assert (unknown.ravel()[source] == 0).all()
    assert (taken <= away.min(axis=2) * 1.03 + 1e-6).all()
    assert np.allclose(found.distance, taken, rtol=0.03)


@pytest.mark.parametrize("shape", [(31, 23), (31, 23, 1), (31, 23, 3)])
def test_known_values_stay_and_others_are_those_of_the_source(unknown, shape):
    values = np.random.default_rng(5).random(shape).astype(np.float32)
    found = nearest(unknown)
    spread = found.spread(values)
    assert spread.dtype == values.dtype
    assert np.array_equal(spread[unknown == 0], values[unknown == 0])
    at = np.flatnonzero(unknown)
    flat = values.reshape(unknown.size, -1)
    assert np.array_equal(spread.reshape(unknown.size, -1)[at], flat[found.source(at)])


def test_a_picture_of_which_nothing_is_known_is_refused():
    with pytest.raises(ValueError, match="none"):
        nearest(np.ones((4, 4), np.uint8))
