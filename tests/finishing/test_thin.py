"""Layers follow the object where strokes took some of it away."""

import numpy as np

from nukki.finishing.thin import thinned


def test_layers_of_glass_go_with_the_object():
    before = np.full((4, 4), 200, np.uint8)
    after = before.copy()
    after[1, 1], after[2, 2], after[3, 3] = 100, 0, 255
    body = np.full((4, 4, 4), 80, np.uint8)
    tint = np.full((4, 4, 4), 255, np.uint8)
    tint[..., :3] = 155
    thin = thinned("body", body, before, after)
    assert [int(thin[i, i, 3]) for i in range(4)] == [80, 40, 0, 80]
    assert np.array_equal(thin[..., :3], body[..., :3])
    pale = thinned("tint", tint, before, after)
    assert [int(pale[i, i, 0]) for i in range(4)] == [155, 205, 255, 155]
    assert np.array_equal(thinned("shadow", body, before, after), body)


def test_what_kept_its_alpha_is_left_alone():
    alpha = np.full((2, 2), 90, np.uint8)
    body = np.full((2, 2, 4), 7, np.uint8)
    assert thinned("body", body, alpha, alpha + 1) is body
