"""Translucent things without alpha: which way they take, and what is said of the result."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nukki.alpha import router, trimap
from nukki.alpha.source import Source
from nukki.errors import AlphaError
from tests.alpha import translucent as glass

SIDE = 192
BALL = glass.ball(SIDE)


def busy(seed: int = 1) -> Any:
    """A background without any plain colour, (SIDE, SIDE, 3) float32."""
    noise = np.random.default_rng(seed).uniform(-1, 1, (SIDE, SIDE, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 6)
    return np.clip(0.5 + soft / soft.std() * 0.2, 0, 1)


def mask(alpha: Any, level: float = 0.5) -> Any:
    """What a model makes of a silhouette: coarse and soft."""
    small = cv2.resize((alpha >= level).astype(np.float32), (96, 96), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)


class Truthful:
    """A matting model that knows the answer, and keeps what it was asked."""

    id = "truthful"

    def __init__(self, alpha: Any) -> None:
        self.alpha = alpha
        self.asked: Any = None

    def __call__(self, rgb: Any, trimap: Any) -> Any:
        self.asked = trimap
        return np.where((trimap > 0) & (trimap < 255), self.alpha, trimap / np.float32(255))


def test_a_plain_background_needs_no_mask_and_no_model() -> None:
    result = trimap.trimap(Source(glass.on(*BALL, glass.GREEN), "translucent"))
    assert result.strategy_id == "trimap"
    assert result.facts["assumption"] == "neutral"
    assert [r.code for r in result.remarks] == ["glass-neutral"]


def test_the_router_takes_the_one_background_and_keeps_its_bound() -> None:
    result = router.cut(Source(glass.on(*BALL, glass.BLACK), "translucent"))
    assert [(a.strategy_id, a.accepted) for a in result.tried][-1] == ("trimap", True)
    assert {"glass-minimal", "alpha-unsure"} <= {r.code for r in result.remarks}
    assert float(result.facts["bound"]) > 0.05


def test_opaque_hair_is_solved_by_the_model_that_is_given() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    alpha = np.clip((60 - np.hypot(x - 96, y - 96)) / 4 + 0.5, 0, 1).astype(np.float32)
    light = alpha[..., None] * np.float32([0.7, 0.2, 0.1])
    model = Truthful(alpha)
    picture = glass.on(alpha, light, busy())
    result = trimap.trimap(Source(picture, "opaque", prior=mask(alpha), matting=model))
    assert set(np.unique(model.asked)) == {0, 128, 255}
    assert ((alpha == 1) | (model.asked < 255)).all()
    assert ((alpha == 0) | (model.asked > 0)).all()
    assert result.facts["solver"] == "truthful"
    assert np.abs(result.rgba[..., 3] / 255 - alpha).max() < 0.005
    whole = result.rgba[..., 3] == 255
    assert np.array_equal(result.rgba[whole][:, :3], picture[whole])
    assert glass.recomposition(result.rgba, alpha, light) < 1


def test_glass_over_a_photo_is_no_opaque_plate_in_silence() -> None:
    model = Truthful(BALL[0])
    picture = glass.on(*BALL, busy())
    asked = Source(picture, "translucent", prior=mask(BALL[0], 0.01), matting=model)
    with pytest.raises(AlphaError) as caught:
        trimap.trimap(asked)
    assert caught.value.code == "trimap-plate"
    assert "%" in caught.value.message("ko")
    thin = np.where(BALL[0] > 0, 0.5, 0).astype(np.float32)
    thin[90:100, 90:100] = 1
    result = trimap.trimap(Source(picture, "translucent", prior=thin, matting=model))
    assert [r.code for r in result.remarks] == ["trimap-plate"]
    assert result.confidence < 1


@pytest.mark.slow
@pytest.mark.usefixtures("compiled_once")
def test_without_a_model_the_closed_form_solves() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    alpha = np.clip(60.5 - np.hypot(x - 96, y - 96), 0, 1).astype(np.float32)
    light = alpha[..., None] * np.float32([0.1, 0.1, 0.4])
    result = trimap.trimap(Source(glass.on(alpha, light, busy()), "opaque", prior=mask(alpha)))
    assert result.facts["solver"] == "closed-form"
    assert np.abs(result.rgba[..., 3] / 255 - alpha)[(alpha > 0) & (alpha < 1)].mean() < 0.06
    assert result.confidence > 0.8


@pytest.mark.parametrize(
    ("prior", "code"),
    [
        (None, "trimap-no-mask"),
        (np.zeros((SIDE, SIDE), np.float32), "trimap-no-object"),
        (np.full((SIDE, SIDE), 0.5, np.float32), "trimap-no-object"),
        (np.ones((SIDE, SIDE), np.float32), "trimap-one-sided"),
    ],
)
def test_without_a_usable_mask_it_refuses_with_a_hint(prior: Any, code: str) -> None:
    with pytest.raises(AlphaError) as caught:
        trimap.trimap(Source(glass.on(*BALL, busy()), "translucent", prior=prior))
    assert caught.value.code == code
    for language in ("en", "ko"):
        assert caught.value.hint(language)


@pytest.mark.parametrize(("side", "least"), [(64, 3), (640, 5), (1280, 10), (2560, 20)])
def test_the_band_grows_with_the_picture(side: int, least: int) -> None:
    scores = np.zeros((side, side), np.float32)
    scores[: side // 2] = 1
    unknown = trimap.make(scores) == 128
    assert unknown[:, 0].sum() == pytest.approx(2 * least, abs=1)


@settings(max_examples=20, deadline=None)
@given(
    x=st.integers(30, 98), y=st.integers(30, 98), radius=st.integers(12, 28), soft=st.floats(0.5, 9)
)
def test_what_is_unsure_is_never_called_known(x: int, y: int, radius: int, soft: float) -> None:
    rows, columns = np.mgrid[:128, :128]
    away = radius - np.hypot(columns - x, rows - y)
    scores = np.clip(away / soft + 0.5, 0, 1).astype(np.float32)
    found = trimap.make(scores)
    unsure = (scores >= 0.1) & (scores <= 0.9)
    assert (found[unsure] == 128).all()
    assert (scores[found == 255] > 0.9).all()
    assert (scores[found == 0] < 0.1).all()
