"""The chain of each material, and what happens along it."""

from __future__ import annotations

import numpy as np
import pytest

from bench import specimens
from nukki.alpha import router
from nukki.alpha.source import of_rgba
from nukki.errors import AlphaError


@pytest.mark.parametrize(
    ("material", "chain"),
    [
        ("opaque", ("segment",)),
        ("translucent", ("native_alpha", "trimap")),
        ("glow", ("native_alpha", "trimap")),
    ],
)
def test_each_material_has_its_chain(material: str, chain: tuple[str, ...]) -> None:
    assert router.chain_for(material) == chain


def test_a_pack_may_ask_for_another_first_strategy() -> None:
    assert router.chain_for("translucent", "trimap") == ("trimap", "native_alpha")
    assert router.chain_for("opaque", "native_alpha") == ("native_alpha", "segment")
    with pytest.raises(AlphaError) as caught:
        router.cut(of_rgba(np.full((8, 8, 4), 255, np.uint8), "opaque"), ("trimap",))
    assert len(caught.value.context["attempts"]) == 2


@pytest.mark.parametrize("material", ["opaque", "translucent", "glow"])
def test_a_candidate_with_its_own_alpha_takes_it_whatever_the_material(material: str) -> None:
    rgba = specimens.disc(64)
    result = router.cut(of_rgba(rgba, material))
    assert np.array_equal(result.rgba, rgba)
    assert [(a.strategy_id, a.accepted) for a in result.tried] == [("native_alpha", True)]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_used_up_chain_fails_and_names_everything_that_was_tried(language: str) -> None:
    with pytest.raises(AlphaError) as caught:
        router.cut(of_rgba(np.full((8, 8, 4), 255, np.uint8), "translucent"))
    error = caught.value
    assert error.code == "alpha-chain-exhausted"
    assert error.exit_status == 3
    sentence = error.message(language)
    assert "native_alpha (native-alpha-opaque)" in sentence
    assert "trimap (" in sentence
    assert error.hint(language)


def test_every_strategy_of_a_chain_exists() -> None:
    named = {name for chain in router.CHAINS.values() for name in chain}
    assert named <= set(router.STRATEGIES)
