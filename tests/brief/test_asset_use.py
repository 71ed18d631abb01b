"""Brand pictures of a brief: names, or mappings that say how they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from nukki.brief import AssetUse, asset_use, load_file, load_mapping
from nukki.catalog import asset_ids, placement


def uses(*assets: Any) -> tuple[AssetUse, ...]:
    (brief,) = load_mapping({"object_concept": "cup", "assets": list(assets)})
    return brief.assets


def test_a_name_alone_asks_for_nothing_else() -> None:
    (use,) = uses("logo:dark")
    assert (use.asset, use.position, use.scale, use.rotate) == ("logo:dark", "auto", "auto", 0)
    assert (use.tilt, use.stands, use.blend) == ("none", "beside", "exact")


@pytest.mark.parametrize(
    ("asked", "stands"),
    [
        ({"blend": "imprint"}, "on"),
        ({"blend": "imprint", "stand": "behind"}, "behind"),
        ({"blend": "overlay"}, "beside"),
        ({"stand": "on"}, "on"),
    ],
)
def test_only_what_is_imprinted_lies_on_the_object_by_itself(
    asked: dict[str, Any], stands: str
) -> None:
    assert uses({"asset": "logo", **asked})[0].stands == stands


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("logo", "logo"),
        ({"asset": "logo"}, "logo"),
        ({"asset": "logo", "scale": "auto", "rotate": 0, "tilt": None}, "logo"),
        ({"asset": "logo", "rotate": -0.0}, "logo"),
        (
            {"blend": "imprint", "rotate": -8, "asset": "logo:dark", "scale": 1.0},
            {"asset": "logo:dark", "scale": 1, "rotate": -8, "blend": "imprint"},
        ),
        ({"asset": "logo", "scale": 0.5}, {"asset": "logo", "scale": 0.5}),
    ],
)
def test_it_is_written_as_a_person_would(typed: Any, written: Any) -> None:
    (brief,) = load_mapping({"object_concept": "cup", "assets": [typed]})
    assert brief.as_typed()["assets"] == [written]
    assert brief.as_json()["assets"] == [written]


def test_words_that_yaml_once_took_for_switches_are_words(tmp_path: Path) -> None:
    text = "object_concept: cup\nassets:\n- logo\n- {asset: mark, stand: on, position: top-left}\n"
    (tmp_path / "a.yaml").write_text(text)
    (brief,) = load_file(tmp_path / "a.yaml")
    assert [use.stand for use in brief.assets] == ["auto", "on"]


def test_a_fault_within_a_mapping_knows_its_line(tmp_path: Path) -> None:
    text = "object_concept: cup\nassets:\n- logo\n- asset: mark\n  rotate: 270\n"
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(Exception, match="faults") as caught:
        load_file(tmp_path / "a.yaml")
    (fault,) = caught.value.faults  # type: ignore[attr-defined]
    assert (fault.field, fault.line, fault.nearest) == ("assets[1].rotate", 5, -90)


def test_brief_and_geometry_know_the_same_words() -> None:
    assert get_args(asset_use.Tilt) == get_args(placement.Tilt)
    assert get_args(asset_use.Blend) == get_args(placement.Mode)
    assert get_args(asset_use.Stand) == ("auto", *get_args(placement.Stand))
    assert asset_use.MAX_USES == placement.MAX_ASSETS
    assert asset_ids.MAX_ID + 1 + asset_ids.MAX_VARIANT == 128
