"""Briefs that are fine: the forms a person may type one in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nukki.brief import AssetUse, Brief, Size, Style, load_file, load_mapping
from nukki.brief.load import load_written, load_yaml
from nukki.errors import BriefError

# As a web page shows it: the indentation under style is lost.
FLAT = """\
campaign_text: "여름 시즌 최대 30% 할인" # 컨셉 참고용, 그려지지 않음
object_concept: "3D 쇼핑백과 퍼센트 기호, 작은 화분 클러스터"
model: qwen-image # qwen-image | flux2-dev
assets: [link-logo-3d] # 원본 그대로 삽입될 자산 (선택)
size_preset: 1:1 1024x1024
style:
style_packs: [sp-3d-glossy] # 12종 중 선택 (선택)
free_text: null # 팩 위에 얹거나 팩 없이 단독 사용 (선택)
reference_images: [] # 무드·질감 참조, 최대 2장 (선택)
negative: null # "이건 그리지 마라" (선택)
candidate_count: 4 # 후보 몇 장
seed: random
"""
INDENTED = "".join(
    f"  {line}" if line.startswith(("style_", "free", "reference", "negative")) else line
    for line in FLAT.splitlines(keepends=True)
)
SUMMER = Brief(
    campaign_text="여름 시즌 최대 30% 할인",
    object_concept="3D 쇼핑백과 퍼센트 기호, 작은 화분 클러스터",
    model="qwen-image",
    assets=(AssetUse(asset="link-logo-3d"),),
    size_preset=Size(1024, 1024),
    style=Style(style_packs=("sp-3d-glossy",)),
    candidate_count=4,
    seed="random",
)
CSV = (
    "object_concept,style.style_packs,assets,seed,size_preset,candidate_count,shapes.화분\r\n"
    '"화분, 둘",sp-glass;sp-clay,logo:gold|mark,77,1200x628,2,art/pot.svg\r\n'
    "\r\n"
    "30% 세일,,,random,,,\r\n"
)


def saved(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


@pytest.mark.parametrize("text", [FLAT, INDENTED], ids=["flat", "indented"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_the_published_brief_loads_as_it_stands(tmp_path: Path, text: str, encoding: str) -> None:
    assert load_file(saved(tmp_path, "여름 세일.yaml", text.encode(encoding))) == [SUMMER]


def test_windows_line_ends_make_no_difference(tmp_path: Path) -> None:
    assert load_file(saved(tmp_path, "a.yml", FLAT.replace("\n", "\r\n"))) == [SUMMER]


def test_the_shortest_brief_is_one_line(tmp_path: Path) -> None:
    (brief,) = load_file(saved(tmp_path, "a.yaml", "object_concept: 화분"))
    assert brief.model_dump() == {
        "campaign_text": "",
        "object_concept": "화분",
        "model": None,
        "assets": (),
        "size_preset": {"width": 1024, "height": 1024},
        "style": {"style_packs": (), "free_text": "", "reference_images": (), "negative": ""},
        "candidate_count": 4,
        "seed": "random",
        "shapes": {},
        "unmatched": "refuse",
    }


def test_null_means_the_default_everywhere() -> None:
    nulls = dict.fromkeys(Brief.model_fields) | {"object_concept": "pot"}
    assert load_mapping(nulls) == [Brief(object_concept="pot")]


@pytest.mark.parametrize("word", ["no", "2026-01-31", "1_000", "12:30", "0x1f", "1e5", ".inf"])
def test_an_unquoted_word_stays_the_word_it_is(tmp_path: Path, word: str) -> None:
    (brief,) = load_file(saved(tmp_path, "a.yaml", f"object_concept: {word}"))
    assert brief.object_concept == word


@pytest.mark.parametrize(
    "concept",
    ["가방", "no", "'2026-01-31'", "2026-01-31", "12:30", "&a R&B", "R&B", "'0x1f'", "~~", "[bag]"],
)
def test_a_written_brief_reads_as_any_other(concept: str) -> None:
    def outcome(load: Callable[[str], object]) -> object:
        try:
            return load(f"object_concept: {concept}\ncandidate_count: 2\nseed: 7\n")
        except BriefError as error:
            return error.faults

    assert outcome(load_written) == outcome(lambda text: load_yaml(text)[0])


def test_a_decomposed_text_is_composed_and_trimmed() -> None:
    (brief,) = load_mapping({"object_concept": "  \u1112\u116a\u1107\u116e\u11ab\r\n"})
    assert brief.object_concept == "화분"


def test_a_decomposed_text_is_measured_after_composing() -> None:
    (brief,) = load_mapping({"object_concept": "\u1112\u116a\u11ab" * 300})
    assert brief.object_concept == "환" * 300


def test_several_paragraphs_are_kept(tmp_path: Path) -> None:
    text = "object_concept: pot\ncampaign_text: |\n  one\n  two\n"
    assert load_file(saved(tmp_path, "a.yaml", text))[0].campaign_text == "one\ntwo"


def test_json_and_yaml_say_the_same(tmp_path: Path) -> None:
    text = json.dumps(yaml.safe_load(FLAT.replace("1:1 1024x1024", '"1:1"')), indent="\t")
    assert load_file(saved(tmp_path, "a.json", text)) == [SUMMER]


def test_json_keeps_letters_beyond_the_basic_plane(tmp_path: Path) -> None:
    text = json.dumps({"object_concept": "🪴 pot"})
    assert load_file(saved(tmp_path, "a.JSON", text))[0].object_concept == "🪴 pot"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_a_spreadsheet_is_a_batch(tmp_path: Path, encoding: str) -> None:
    assert load_file(saved(tmp_path, "행사.csv", CSV.encode(encoding))) == [
        Brief(
            object_concept="화분, 둘",
            style=Style(style_packs=("sp-glass", "sp-clay")),
            assets=(AssetUse(asset="logo:gold"), AssetUse(asset="mark")),
            seed=77,
            size_preset=Size(1200, 628),
            candidate_count=2,
            shapes={"화분": "art/pot.svg"},
        ),
        Brief(object_concept="30% 세일"),
    ]


def test_a_batch_keeps_its_order_and_may_share_by_anchor(tmp_path: Path) -> None:
    text = """\
briefs:
  - object_concept: bag
    style: &look {style_packs: [sp-glass], free_text: soft}
  - object_concept: pot
    style: *look
  - object_concept: cup
    style: {<<: *look, free_text: hard}
"""
    briefs = load_file(saved(tmp_path, "a.yaml", text))
    assert [brief.object_concept for brief in briefs] == ["bag", "pot", "cup"]
    assert [brief.style.free_text for brief in briefs] == ["soft", "soft", "hard"]
    assert {brief.style.style_packs for brief in briefs} == {("sp-glass",)}


def test_sixty_four_briefs_fit() -> None:
    assert len(load_mapping({"briefs": [{"object_concept": "pot"}] * 64})) == 64


def test_a_brief_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        SUMMER.seed = 3  # type: ignore[misc]


# no controls, surrogates, non-characters (Cn) or direction overrides (Cf)
texts = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Cf")), max_size=100)
ids = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
uses = st.fixed_dictionaries(
    {"asset": ids},
    optional={
        "position": st.sampled_from(["auto", "center", "bottom-right"]),
        "scale": st.just("auto") | st.floats(0.01, 1),
        "rotate": st.integers(-180, 180) | st.floats(-180, 180),
        "tilt": st.sampled_from(["none", "iso"]),
        "stand": st.sampled_from(["auto", "beside", "on", "behind"]),
        "blend": st.sampled_from(["exact", "overlay", "imprint"]),
    },
)
briefs = st.fixed_dictionaries(
    {"object_concept": texts.map(lambda text: f"pot {text}")},
    optional={
        "campaign_text": texts,
        "model": ids,
        "assets": st.lists(
            ids | uses,
            max_size=6,
            unique_by=lambda use: use if isinstance(use, str) else use["asset"],
        ),
        "size_preset": st.fixed_dictionaries(
            {"width": st.integers(256, 2048), "height": st.integers(256, 2048)}
        ),
        "style": st.fixed_dictionaries(
            {}, optional={"style_packs": st.lists(ids, max_size=4, unique=True), "negative": texts}
        ),
        "candidate_count": st.integers(1, 8),
        "seed": st.integers(0, 2**63 - 1),
        "shapes": st.just({"pot": "art/pot.svg"}),
        "unmatched": st.just("skip"),
    },
)


@given(typed=briefs)
def test_what_was_typed_can_be_written_and_read_again(
    tmp_path_factory: pytest.TempPathFactory, typed: dict[str, object]
) -> None:
    (brief,) = load_mapping(typed)
    folder = tmp_path_factory.mktemp("typed")
    dumped = yaml.safe_dump(brief.as_typed(), allow_unicode=True, sort_keys=False)
    assert load_file(saved(folder, "brief.yaml", dumped)) == [brief]
    assert load_file(saved(folder, "brief.json", json.dumps(brief.as_typed()))) == [brief]


@pytest.mark.parametrize("preset", ["1:1 1024x1024", "4:3 1152x864", "16:9 1344x768"])
def test_a_preset_is_written_as_a_person_writes_it(preset: str) -> None:
    (brief,) = load_mapping({"object_concept": "pot", "size_preset": preset})
    assert brief.as_typed()["size_preset"] == preset
