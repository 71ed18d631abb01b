"""Objects on any background: found by a network, drawn by the picture's own colours, or refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from skimage import data

from nukki.alpha import salient
from nukki.alpha.source import Source
from nukki.errors import AlphaError
from tests.alpha import pictures

SIZE = 384
NET = 64  # how coarsely the made-up network sees


def grey(picture):
    return np.dstack([picture] * 3)


def fitted(picture, size=SIZE):
    side = min(picture.shape[:2])
    return cv2.resize(picture[:side, :side], (size, size), interpolation=cv2.INTER_AREA)


PHOTOS = {name: fitted(getattr(data, name)()) for name in ("chelsea", "astronaut", "coffee")}
PHOTOS["gravel"] = fitted(grey(data.gravel()))


class Blob:
    """A network that finds the right object, as blurred as one of NET pixels sees it."""

    id = "blob"

    def __init__(self, alpha):
        self.alpha = alpha
        self.calls = 0

    def __call__(self, rgb):
        self.calls += 1
        small = cv2.resize(self.alpha, (NET, NET), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def pasted(name, photo):
    truth = getattr(pictures, name)(SIZE)
    return truth, np.rint(255 * truth.over(PHOTOS[photo] / 255)).astype(np.uint8)


def overlap(alpha, truth):
    a, b = alpha >= 128, truth.alpha >= 0.5
    return np.count_nonzero(a & b) / np.count_nonzero(a | b)


@pytest.mark.parametrize("photo", PHOTOS)
@pytest.mark.parametrize("name", ["bag", "ball", "multicolour"])
def test_the_edge_is_the_picture_s_and_not_the_network_s(name, photo):
    truth, rgb = pasted(name, photo)
    network = Blob(truth.alpha)
    cut = salient.salient(Source(rgb, saliency=network)).rgba
    mask = np.rint(255 * network(rgb)).astype(np.uint8)
    peer = np.dstack([np.rint(rgb * (mask[..., None] / 255)).astype(np.uint8), mask])
    assert overlap(cut[..., 3], truth) > overlap(mask, truth)
    assert pictures.recomposition_error(cut, truth) < 0.75 * pictures.recomposition_error(
        peer, truth
    )


def test_opaque_pixels_keep_their_bytes():
    truth, rgb = pasted("ball", "coffee")
    cut = salient.salient(Source(rgb, saliency=Blob(truth.alpha))).rgba
    opaque = cut[..., 3] == 255
    assert np.count_nonzero(opaque) > 0.9 * np.count_nonzero(truth.alpha == 1)
    assert np.array_equal(cut[opaque][:, :3], rgb[opaque])


def test_what_is_far_from_the_object_is_gone():
    truth, rgb = pasted("ball", "chelsea")
    cut = salient.salient(Source(rgb, saliency=Blob(truth.alpha))).rgba
    far = cv2.dilate(truth.alpha, np.ones((41, 41), np.uint8)) == 0
    assert not cut[far].any()


def test_sixteen_bit_pictures_stay_so_and_look_the_same():
    truth, rgb = pasted("multicolour", "coffee")
    deep = salient.salient(Source(rgb.astype(np.uint16) * 257, saliency=Blob(truth.alpha))).rgba
    flat = salient.salient(Source(rgb, saliency=Blob(truth.alpha))).rgba
    assert deep.dtype == np.uint16
    assert np.abs(deep / 257 - flat).max() <= 1


def test_a_prior_is_taken_instead_of_the_network():
    truth, rgb = pasted("ball", "coffee")
    network = Blob(np.zeros_like(truth.alpha))
    prior = cv2.GaussianBlur(truth.alpha, (0, 0), 3)
    result = salient.salient(Source(rgb, prior=prior, saliency=network))
    assert network.calls == 0
    assert result.facts["found_by"] == "prior"
    assert overlap(result.rgba[..., 3], truth) > 0.98


@pytest.mark.parametrize(
    ("score", "code"),
    [
        (np.zeros((60, 60), np.float32), "salient-nothing"),
        (np.full((60, 60), 0.6, np.float32), "salient-nothing"),
        (np.tile(np.linspace(0, 1, 60, dtype=np.float32), (60, 1)), "salient-nothing"),
        (np.tile(np.arange(240) % 8 < 3, (240, 1)).astype(np.float32), "salient-nothing"),
        (np.ones((60, 60), np.float32), "salient-everything"),
        (None, "salient-no-model"),
    ],
    ids=["nothing", "half sure of all", "sure of too little", "a pattern", "all", "no model"],
)
def test_no_object_is_an_answer(score, code):
    form = (60, 60) if score is None else score.shape
    rgb = np.random.default_rng(1).integers(0, 256, (*form, 3), np.uint8)
    with pytest.raises(AlphaError) as caught:
        salient.salient(Source(rgb, prior=score))
    assert caught.value.code == code
    assert caught.value.hint()


@pytest.mark.parametrize("form", [(1, 1), (1, 40), (40, 1), (2, 2), (3, 700), (13, 17)])
def test_any_form_is_cut_or_refused(form):
    rgb = np.random.default_rng(1).integers(0, 256, (*form, 3), np.uint8)
    prior = np.zeros(form, np.float32)
    prior.ravel()[: prior.size // 2 + 1] = 1
    try:
        found = salient.salient(Source(rgb, prior=prior)).rgba.shape
    except AlphaError:
        return
    assert found == (*form, 4)


def test_a_large_picture_is_cut_at_a_working_size_and_its_edge_is_full_size(monkeypatch):
    monkeypatch.setattr(salient, "WORKING_SIDE", 200)
    truth, rgb = pasted("ball", "chelsea")
    result = salient.salient(Source(rgb, saliency=Blob(truth.alpha)))
    assert result.facts["working_side"] == 200
    assert overlap(result.rgba[..., 3], truth) > 0.99
    assert pictures.recomposition_error(result.rgba, truth) < 0.6


def test_a_band_that_is_too_large_is_solved_at_half_the_size(monkeypatch):
    monkeypatch.setattr(salient, "WORKING_BAND", 8_000)
    truth, rgb = pasted("bag", "coffee")
    result = salient.salient(Source(rgb, saliency=Blob(truth.alpha)))
    assert overlap(result.rgba[..., 3], truth) > 0.93


def test_an_edge_that_nothing_shows_is_less_sure():
    truth = pictures.ball(SIZE)
    plain = np.full((SIZE, SIZE, 3), 120, np.uint8)
    seen = salient.salient(Source(pasted("ball", "coffee")[1], saliency=Blob(truth.alpha)))
    hidden = salient.salient(Source(plain, saliency=Blob(truth.alpha)))
    assert seen.confidence > 0.8
    assert hidden.confidence < 0.2


# With the real network


def noise(sigma):
    field = np.random.default_rng(0).normal(0, 1, (240, 320, 3)).astype(np.float32)
    field = cv2.GaussianBlur(field, (0, 0), sigma)
    return np.rint(255 * (field - field.min()) / np.ptp(field)).astype(np.uint8)


def sky():
    fall = np.linspace(0, 1, 240, dtype=np.float32)[:, None, None]
    light = fall * np.array([120, 80, 20]) + np.array([90, 150, 220])
    grain = np.random.default_rng(0).normal(0, 2, (240, 320, 3))
    return np.clip(light + grain, 0, 255).astype(np.uint8)


NOTHING = {
    "noise": lambda: noise(0.5),
    "soft noise": lambda: noise(8),
    "sky": sky,
    "a gradient": lambda: grey(np.tile(np.arange(256, dtype=np.uint8), (200, 1))),
    "white": lambda: np.full((200, 300, 3), 255, np.uint8),
    "black": lambda: np.zeros((200, 300, 3), np.uint8),
    "green": lambda: np.full((200, 300, 3), (0, 176, 64), np.uint8),
    "brick": lambda: grey(data.brick()),
    "grass": lambda: grey(data.grass()),
    "gravel": lambda: grey(data.gravel()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTHING)
def test_pictures_of_nothing_are_refused(u2netp, name):
    with pytest.raises(AlphaError) as caught:
        salient.salient(Source(NOTHING[name](), saliency=u2netp))
    assert caught.value.code == "salient-nothing"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["astronaut", "chelsea", "coffee", "rocket"])
def test_pictures_of_things_are_cut(u2netp, name):
    result = salient.salient(Source(getattr(data, name)(), saliency=u2netp))
    assert result.confidence > 0.6
    assert 0.01 < (result.rgba[..., 3] > 128).mean() < 0.9
