"""The chain of each material, and what happens along it."""

from __future__ import annotations

import numpy as np
import pytest

from bench import specimens
from nukki.alpha import router
from nukki.alpha.result import AlphaResult, ChainExhaustedError
from nukki.alpha.source import Source, of_rgba
from nukki.catalog import materials


@pytest.mark.parametrize(
    ("material", "chain"),
    [
        ("opaque", ("segment",)),
        ("translucent", ("native_alpha", "trimap")),
        ("glow", ("native_alpha", "trimap")),
    ],
)
def test_each_material_has_its_chain(material: str, chain: tuple[str, ...]) -> None:
    assert materials.chain_for(material) == chain


def test_a_pack_may_ask_for_another_first_strategy() -> None:
    assert materials.chain_for("translucent", "trimap") == ("trimap", "native_alpha")
    assert materials.chain_for("opaque", "native_alpha") == ("native_alpha", "segment")
    with pytest.raises(ChainExhaustedError) as caught:
        router.cut(of_rgba(np.full((8, 8, 4), 255, np.uint8), "opaque"), ("trimap",))
    assert [a.strategy_id for a in caught.value.attempts] == ["native_alpha", "trimap"]


@pytest.mark.parametrize("material", ["opaque", "translucent", "glow"])
def test_a_candidate_with_its_own_alpha_takes_it_whatever_the_material(material: str) -> None:
    rgba = specimens.disc(64)
    result = router.cut(of_rgba(rgba, material))
    assert np.array_equal(result.rgba, rgba)
    assert [(a.strategy_id, a.accepted) for a in result.tried] == [("native_alpha", True)]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_used_up_chain_fails_and_names_everything_that_was_tried(language: str) -> None:
    with pytest.raises(ChainExhaustedError) as caught:
        router.cut(of_rgba(np.full((8, 8, 4), 255, np.uint8), "translucent"))
    error = caught.value
    assert error.code == "alpha-chain-exhausted"
    assert error.exit_status == 3
    assert "native_alpha, trimap" in error.message(language)
    assert error.attempts[0].reason == "native-alpha-opaque"
    assert all(a.message(language) != a.reason for a in error.attempts)
    assert error.hint(language)


def unsure(confidence: float) -> router.Strategy:
    """A strategy that keeps the picture and is as sure as it is told to be."""

    def keep(source: Source) -> AlphaResult:
        alpha = np.full(source.rgb.shape[:2], source.full, source.rgb.dtype)
        return AlphaResult(np.dstack([source.rgb, alpha]), "segment", confidence)

    return router.Strategy(keep, 0.4, 0.7)


@pytest.mark.parametrize(("confidence", "codes"), [(0.7, []), (0.5, ["alpha-unsure"])])
def test_a_doubtful_cutout_says_so(
    confidence: float, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(router.STRATEGIES, "segment", unsure(confidence))
    result = router.cut(Source(np.zeros((4, 4, 3), np.uint8)))
    assert [remark.code for remark in result.remarks] == codes


def test_a_cutout_below_the_least_confidence_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(router.STRATEGIES, "segment", unsure(0.39))
    with pytest.raises(ChainExhaustedError) as caught:
        router.cut(Source(np.zeros((4, 4, 3), np.uint8)))
    assert caught.value.attempts[-1].reason == "alpha-too-unsure"


def test_a_strategy_that_gave_up_is_named_beside_the_one_that_took_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(router.STRATEGIES, "trimap", unsure(0.1))
    monkeypatch.setitem(router.STRATEGIES, "segment", unsure(0.9))
    result = router.cut(Source(np.zeros((4, 4, 3), np.uint8)), ("trimap", "segment"))
    assert [remark.code for remark in result.remarks] == ["alpha-fell-back", "alpha-too-unsure"]
    assert result.remarks[0].context["found"] == "trimap"
    assert "‘트라이맵’" in result.remarks[0].message("ko")
    assert [a.accepted for a in result.tried] == [False, True]


def test_a_pair_that_does_not_fit_is_no_reason_for_a_guess() -> None:
    rgb = np.full((32, 32, 3), 200, np.uint8)
    with pytest.raises(ChainExhaustedError) as caught:
        router.cut(Source(rgb, other=rgb.copy()))
    assert [attempt.strategy_id for attempt in caught.value.attempts] == ["two_background"]


def test_every_strategy_of_a_chain_exists() -> None:
    named = {name for chain in materials.CHAINS.values() for name in chain}
    assert named <= set(router.STRATEGIES)
