"""Every pack shows two pictures that the engine itself drew, each with its brief."""

from pathlib import Path

import pytest
from PIL import Image

from nukki.brief import load_file
from nukki.catalog import packs

SAMPLES = Path(packs.__file__).parent / "samples"


@pytest.mark.parametrize("pack", packs.pack_ids())
@pytest.mark.parametrize("number", [1, 2])
def test_a_pack_has_a_sample_with_its_brief(pack, number):
    (brief,) = load_file(SAMPLES / f"{pack}-{number}.yaml")
    assert brief.style.style_packs == (pack,)
    with Image.open(SAMPLES / f"{pack}-{number}.webp") as picture:
        assert picture.format == "WEBP"
        assert picture.mode == "RGBA"
        alpha = picture.getchannel("A")
        assert alpha.getextrema() == (0, 255)
        assert len(alpha.getcolors()) > 40
        assert alpha.resize((1, 1)).getpixel((0, 0)) > 12
