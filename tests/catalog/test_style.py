"""Packs together: who draws, who lends, and who cannot go with whom."""

import pytest

from nukki.catalog import packs, style
from nukki.catalog.blend import Blend
from nukki.errors import PackError


def combined(*names):
    return style.combine([packs.load(name) for name in names])


def test_no_pack_is_a_neutral_opaque_look():
    neutral = style.combine([])
    assert (neutral.material_class, neutral.shadow, neutral.palette) == ("opaque", "none", ())
    assert neutral.prompt("a cup", "") == "a cup"
    assert neutral.prompt("a cup", "warm") == "a cup, warm"


def test_the_first_pack_draws_and_the_second_lends_palette_and_words():
    clay, both = combined("sp-3d-clay"), combined("sp-3d-clay", "sp-chrome")
    assert both.look.material == clay.look.material
    assert both.shadow == clay.shadow
    assert {"#f4a6a0", "#e8ecf2"} <= set(both.palette)
    assert len(both.palette) == 8
    assert "mirror-polished" in both.prompt("a cup")
    assert "clay" in both.prompt("a cup")
    assert both.look.colour.adherence == style.LENT_ADHERENCE > clay.look.colour.adherence
    assert "rust" in both.negative
    assert both.negative.count("watermark") == 1


def test_three_palettes_are_woven_so_that_the_last_is_heard():
    palette = combined("sp-flat-illust", "sp-sticker", "sp-watercolor").palette
    assert palette[:3] == ("#ff6b6b", "#ff477e", "#e07a5f")


@pytest.mark.parametrize(
    ("names", "code", "pair"),
    [
        (("sp-3d-glossy", "sp-pixel-art"), "packs-conflict", "sp-3d-glossy + sp-pixel-art"),
        (("sp-glass", "sp-3d-clay"), "packs-conflict", "sp-glass + sp-3d-clay"),
        (("sp-neon-glow", "sp-sticker"), "packs-conflict", "sp-neon-glow + sp-sticker"),
        (("sp-3d-clay", "sp-3d-clay"), "packs-repeated", "sp-3d-clay"),
    ],
)
def test_packs_that_cannot_go_together_are_named(names, code, pair):
    with pytest.raises(PackError) as caught:
        combined(*names)
    (fault,) = caught.value.faults
    assert (fault.field, fault.code, fault.found) == ("style.style_packs[1]", code, pair)


def test_two_vector_packs_go_together():
    assert combined("sp-sticker", "sp-watercolor").look.renderer == "sticker"


def test_the_first_pack_says_how_brand_pictures_are_blended():
    both = combined("sp-sticker", "sp-watercolor")
    assert both.blend == packs.load("sp-sticker").blend
    assert style.combine([]).blend == Blend()
