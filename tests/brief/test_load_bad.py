"""Briefs that are refused, each with the exact field and code, and all faults at once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nukki import i18n
from nukki.brief import Brief, load_file, load_mapping
from nukki.errors import BriefError, Fault

POT = {"object_concept": "pot and bag"}
SEEDS = "random, 0–9223372036854775807"


def logo(**asked: Any) -> dict[str, Any]:
    return {"asset": "logo", **asked}


# what is typed over a good brief, then field, code and nearest of the one fault
BAD: list[tuple[dict[str, Any], str, str, Any]] = [
    ({"object_concept": None}, "object_concept", "brief-missing", None),
    ({"object_concept": " \n "}, "object_concept", "brief-too-short", 1),
    ({"object_concept": "가" * 301}, "object_concept", "brief-too-long", 300),
    ({"object_concept": "a" + "\u0301" * 200_000}, "object_concept", "brief-too-long", 300),
    ({"object_concept": 2026}, "object_concept", "brief-wrong-type", '"2026"'),
    ({"object_concept": ["pot"]}, "object_concept", "brief-wrong-type", None),
    ({"object_concept": "pot\x07"}, "object_concept", "brief-control-character", None),
    ({"object_concept": "pot\u202e"}, "object_concept", "brief-control-character", None),
    ({"object_concept": "pot\ud800"}, "object_concept", "brief-control-character", None),
    ({"campaign_text": "x" * 501}, "campaign_text", "brief-too-long", 500),
    ({"campaign_text": True}, "campaign_text", "brief-wrong-type", None),
    ({"model": "Qwen Image"}, "model", "brief-bad-id", "qwen-image"),
    ({"model": "../render"}, "model", "brief-bad-id", "render"),
    ({"model": "m" * 129}, "model", "brief-too-long", 128),
    ({"assets": "logo"}, "assets", "brief-wrong-type", "[logo]"),
    ({"assets": ["logo", "Logo_Gold:Big"]}, "assets[1]", "brief-bad-id", "logo-gold:big"),
    ({"assets": ["a:b:c"]}, "assets[0]", "brief-bad-id", "a:b"),
    ({"assets": ["logo", None]}, "assets[1]", "brief-wrong-type", None),
    ({"assets": ["logo", "mark", "logo"]}, "assets[2]", "brief-duplicate", None),
    ({"assets": [f"a{n}" for n in range(7)]}, "assets", "brief-too-many", 6),
    ({"assets": [3]}, "assets[0]", "brief-wrong-type", None),
    ({"assets": ["a", {"asset": "a", "scale": 1}]}, "assets[1]", "brief-duplicate", None),
    ({"assets": ["a", {"scale": 1}]}, "assets[1].asset", "brief-missing", None),
    ({"assets": [{"asset": "A b"}]}, "assets[0].asset", "brief-bad-id", "a-b"),
    ({"assets": [logo(sacle=1)]}, "assets[0].sacle", "brief-unknown-key", "scale"),
    ({"assets": [logo(position="mid-left")]}, "assets[0].position", "brief-not-one-of", "left"),
    ({"assets": [logo(scale="50%")]}, "assets[0].scale", "brief-wrong-type", 0.5),
    ({"assets": [logo(scale="0,25")]}, "assets[0].scale", "brief-wrong-type", 0.25),
    ({"assets": [logo(scale="big")]}, "assets[0].scale", "brief-wrong-type", "auto"),
    ({"assets": [logo(scale=True)]}, "assets[0].scale", "brief-wrong-type", "auto"),
    ({"assets": [logo(scale=1.5)]}, "assets[0].scale", "brief-out-of-range", 1),
    ({"assets": [logo(scale=0)]}, "assets[0].scale", "brief-out-of-range", 0.01),
    ({"assets": [logo(scale=float("nan"))]}, "assets[0].scale", "brief-out-of-range", 1),
    ({"assets": [logo(rotate=270)]}, "assets[0].rotate", "brief-out-of-range", -90),
    ({"assets": [logo(rotate=-190.5)]}, "assets[0].rotate", "brief-out-of-range", 169.5),
    ({"assets": [logo(rotate=10**400)]}, "assets[0].rotate", "brief-out-of-range", -80),
    ({"assets": [logo(rotate="8°")]}, "assets[0].rotate", "brief-wrong-type", 8),
    ({"assets": [logo(tilt="light")]}, "assets[0].tilt", "brief-not-one-of", "slight"),
    ({"assets": [logo(stand=True)]}, "assets[0].stand", "brief-wrong-type", "auto"),
    ({"assets": [logo(blend="multiply")]}, "assets[0].blend", "brief-not-one-of", "exact"),
    ({"size_preset": "9:16"}, "size_preset", "brief-not-one-of", "3:4"),
    ({"size_preset": "0:0"}, "size_preset", "brief-not-one-of", "1:1"),
    ({"size_preset": "square"}, "size_preset", "brief-not-one-of", "1:1"),
    ({"size_preset": 61}, "size_preset", "brief-wrong-type", "1:1"),
    (
        {"size_preset": "1:1 1152x864"},
        "size_preset",
        "brief-size-contradiction",
        "4:3 1152x864",
    ),
    (
        {"size_preset": "1:1 1000x1000"},
        "size_preset",
        "brief-size-contradiction",
        "1:1 1024x1024",
    ),
    ({"size_preset": "4096x300"}, "size_preset.width", "brief-out-of-range", 2048),
    (
        {"size_preset": {"width": 255, "height": 300}},
        "size_preset.width",
        "brief-out-of-range",
        256,
    ),
    ({"size_preset": {"width": 300}}, "size_preset.height", "brief-missing", None),
    (
        {"size_preset": {"width": 300, "height": 300, "hight": 3}},
        "size_preset.hight",
        "brief-unknown-key",
        "height",
    ),
    (
        {"size_preset": {"width": 300.4, "height": 300}},
        "size_preset.width",
        "brief-wrong-type",
        300,
    ),
    ({"style": "sp-glass"}, "style", "brief-wrong-type", None),
    (
        {"style": {"style_pack": ["sp-glass"]}},
        "style.style_pack",
        "brief-unknown-key",
        "style_packs",
    ),
    ({"style": {"zzzz": None}}, "style.zzzz", "brief-unknown-key", None),
    ({"style": {"style_packs": ["a", "a"]}}, "style.style_packs[1]", "brief-duplicate", None),
    ({"style_packs": ["a", "a"]}, "style.style_packs[1]", "brief-duplicate", None),
    ({"style": {"style_packs": list("abcde")}}, "style.style_packs", "brief-too-many", 4),
    ({"style": {"style_packs": ["SP 3D"]}}, "style.style_packs[0]", "brief-bad-id", "sp-3d"),
    ({"style": {"free_text": "x" * 501}}, "style.free_text", "brief-too-long", 500),
    ({"style": {"negative": 3.5}}, "style.negative", "brief-wrong-type", '"3.5"'),
    (
        {"style": {"reference_images": ["a.png", "./a.png"]}},
        "style.reference_images[1]",
        "brief-duplicate",
        None,
    ),
    (
        {"style": {"reference_images": ["a.png", "b.png", "c.png"]}},
        "style.reference_images",
        "brief-too-many",
        2,
    ),
    ({"style": {"free_text": "a"}, "negative": "b"}, "negative", "brief-style-twice", None),
    ({"candidate_count": 0}, "candidate_count", "brief-out-of-range", 1),
    ({"candidate_count": 9}, "candidate_count", "brief-out-of-range", 8),
    ({"candidate_count": "4"}, "candidate_count", "brief-wrong-type", 4),
    ({"candidate_count": 4.0}, "candidate_count", "brief-wrong-type", 4),
    ({"candidate_count": True}, "candidate_count", "brief-wrong-type", None),
    ({"candidate_count": float("nan")}, "candidate_count", "brief-wrong-type", None),
    ({"seed": -1}, "seed", "brief-out-of-range", 0),
    ({"seed": 2**63}, "seed", "brief-out-of-range", 2**63 - 1),
    ({"seed": 10**5000}, "seed", "brief-out-of-range", 2**63 - 1),
    ({"seed": False}, "seed", "brief-wrong-type", "random"),
    ({"seed": 1.5}, "seed", "brief-wrong-type", 2),
    ({"seed": "12"}, "seed", "brief-not-one-of", 12),
    ({"seed": "randon"}, "seed", "brief-not-one-of", "random"),
    ({"shapes": ["pot.svg"]}, "shapes", "brief-wrong-type", None),
    ({"shapes": {"pots": "pot.svg"}}, "shapes.pots", "brief-shape-unused", "pot"),
    ({"shapes": {"pot": "/etc/pot.svg"}}, "shapes.pot", "brief-bad-path", "pot.svg"),
    ({"shapes": {"pot": "art\\..\\..\\pot.svg"}}, "shapes.pot", "brief-bad-path", "pot.svg"),
    ({"shapes": {"pot": "C:pot.svg"}}, "shapes.pot", "brief-bad-path", "pot.svg"),
    ({"shapes": {"pot": "~/pot.svg"}}, "shapes.pot", "brief-bad-path", "pot.svg"),
    ({"shapes": {"pot": "pot.png"}}, "shapes.pot", "brief-bad-path", "pot.svg"),
    ({"shapes": {"pot": None}}, "shapes.pot", "brief-wrong-type", None),
    ({"shapes": {"pot": "a.svg", "POT": "b.svg"}}, "shapes.POT", "brief-duplicate", None),
    ({"shapes": {str(n): "a.svg" for n in range(9)}}, "shapes", "brief-too-many", 8),
    ({"unmatched": "ignore"}, "unmatched", "brief-not-one-of", "refuse"),
    ({"unmatched": "skip "}, "unmatched", "brief-not-one-of", "skip"),
    ({"unmatched": False}, "unmatched", "brief-wrong-type", "refuse"),
    ({"object_concpt": "x"}, "object_concpt", "brief-unknown-key", "object_concept"),
    ({"count": 3}, "count", "brief-unknown-key", None),
    ({7: 3}, "7", "brief-unknown-key", None),
    ({"\ud800\x1b[2J": 3}, "\\ud800\\u001b[2J", "brief-unknown-key", None),
    ({"briefs": [POT]}, "object_concept", "brief-beside-batch", None),
]


def refused(value: object) -> list[Fault]:
    with pytest.raises(BriefError) as caught:
        load_mapping(value, "a form")
    return caught.value.faults


@pytest.mark.parametrize(("typed", "field", "code", "nearest"), BAD)
def test_a_bad_brief_names_its_field_and_reason(
    typed: dict[str, Any], field: str, code: str, nearest: Any
) -> None:
    (fault,) = refused(POT | typed)
    assert (fault.field, fault.code) == (field, code)
    if code == "brief-unknown-key" and nearest is None:
        assert fault.allowed
    else:
        assert fault.nearest == nearest


@pytest.mark.parametrize(("typed", "field", "code", "nearest"), BAD)
def test_the_nearest_value_of_a_field_would_be_accepted(
    typed: dict[str, Any], field: str, code: str, nearest: Any
) -> None:
    takes_it = ("brief-not-one-of", "brief-out-of-range", "brief-size-contradiction")
    if code in takes_it and field in Brief.model_fields:
        assert load_mapping(POT | {field: nearest})


@pytest.mark.parametrize("value", [None, [], [POT], "pot", 3, True])
def test_a_brief_must_be_a_mapping(value: object) -> None:
    (fault,) = refused(value)
    assert (fault.field, fault.code) == ("brief", "brief-top-level")


@pytest.mark.parametrize(
    ("batch", "field", "code"),
    [
        ([], "briefs", "brief-missing"),
        ({"object_concept": "pot"}, "briefs", "brief-wrong-type"),
        (None, "briefs", "brief-wrong-type"),
        ([POT] * 65, "briefs", "brief-too-many"),
        ([POT, "pot"], "briefs[1]", "brief-wrong-type"),
        (
            [POT, POT, POT | {"style": {"free_text": 1}}],
            "briefs[2].style.free_text",
            "brief-wrong-type",
        ),
        ([POT | {"briefs": [POT]}], "briefs[0].briefs", "brief-unknown-key"),
    ],
)
def test_a_bad_batch_names_the_brief(batch: object, field: str, code: str) -> None:
    (fault,) = refused({"briefs": batch})
    assert (fault.field, fault.code) == (field, code)


def test_all_faults_are_told_at_once() -> None:
    typed = {
        "model": "A B",
        "assets": ["logo", "logo", "Bad Id", logo(scale=3, tilt=1, rotat=2)],
        "size_preset": {"width": 1, "hight": 2},
        "style": {"style_packs": ["a", "a"], "negative": 3, "tone": "x"},
        "candidate_count": 99,
        "seed": True,
        "shapes": {"cup": "cup.svg", "pot": "/pot.svg"},
        "prompt": "x",
        "object_concept": "pot",
    }
    assert {(fault.field, fault.code) for fault in refused(typed)} == {
        ("model", "brief-bad-id"),
        ("assets[1]", "brief-duplicate"),
        ("assets[2]", "brief-bad-id"),
        ("assets[3].scale", "brief-out-of-range"),
        ("assets[3].tilt", "brief-wrong-type"),
        ("assets[3].rotat", "brief-unknown-key"),
        ("size_preset.width", "brief-out-of-range"),
        ("size_preset.hight", "brief-unknown-key"),
        ("size_preset.height", "brief-missing"),
        ("style.style_packs[1]", "brief-duplicate"),
        ("style.negative", "brief-wrong-type"),
        ("style.tone", "brief-unknown-key"),
        ("candidate_count", "brief-out-of-range"),
        ("seed", "brief-wrong-type"),
        ("shapes.cup", "brief-shape-unused"),
        ("shapes.pot", "brief-bad-path"),
        ("prompt", "brief-unknown-key"),
    }


def test_a_flood_of_keys_is_cut_short() -> None:
    flood = {f"key-{number}": number for number in range(100_000)}
    started = time.perf_counter()
    faults = refused({"briefs": [flood] * 64})
    assert len(faults) == 200
    assert faults[0] == Fault("briefs[0]", "brief-too-many", 100_000, "1–64", 64)
    assert time.perf_counter() - started < 10


OK = "object_concept: pot\n"
DEEP = "[" * 13 + "]" * 13
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdef", "bcdefg", strict=True)
)
# file name, content, then field, code, line and column of the one fault
BAD_FILES: list[tuple[str, str | bytes, str, str, int | None, int | None]] = [
    ("a.yaml", "", "brief", "brief-empty", None, None),
    ("a.yaml", b"\xef\xbb\xbf \n", "brief", "brief-empty", None, None),
    ("a.yaml", "# nothing\n", "brief", "brief-empty", None, None),
    ("a.yaml", "~\n", "brief", "brief-empty", None, None),
    ("a.yaml", "# list\n- pot\n", "brief", "brief-top-level", 2, 1),
    ("a.yaml", "just words\n", "brief", "brief-top-level", 1, 1),
    ("a.yaml", OK + "seed: 1\nseed: 2\n", "seed", "brief-duplicate-key", 3, 1),
    (
        "a.yaml",
        OK + "style:\n  negative: a\n  negative: b\n",
        "style.negative",
        "brief-duplicate-key",
        4,
        3,
    ),
    (
        "a.yaml",
        f"briefs:\n- {OK}- {OK}  seed: 1\n  seed: 1\n",
        "briefs[1].seed",
        "brief-duplicate-key",
        5,
        3,
    ),
    ("a.yaml", OK + "style:\n\tnegative: a\n", "brief", "brief-yaml-tab", 3, 1),
    ("a.yaml", "object_concept: pot: bag\n", "brief", "brief-yaml", 1, 20),
    ("a.yaml", 'object_concept: "pot\n', "brief", "brief-yaml", 2, 1),
    ("a.yaml", OK + "assets: *logo\n", "brief", "brief-yaml", 2, 9),
    ("a.yaml", OK + "? [a, b]\n: c\n", "brief", "brief-yaml", 2, 3),
    ("a.yaml", OK + f"assets: {DEEP}\n", "brief", "brief-too-deep", 2, 20),
    ("a.yaml", OK + "assets: &a [*a]\n", "brief", "brief-yaml-loop", 2, 13),
    ("a.yaml", BOMB, "brief", "brief-too-many-values", 5, 12),
    ("a.yaml", OK + "seed: !!python/name:os.system x\n", "brief", "brief-yaml-tag", 2, 7),
    ("a.yaml", OK + "seed: !!timestamp x\n", "brief", "brief-yaml-tag", 2, 7),
    ("a.yaml", OK + "---\n" + OK, "brief", "brief-yaml-documents", 2, 1),
    ("a.yaml", OK + "seed: \x00\n", "brief", "brief-file-control", 2, 7),
    ("a.yaml", f"{OK}model: 분\n".encode("cp949"), "brief", "brief-not-utf8", 2, 8),
    ("a.yaml", OK.encode("utf-16"), "brief", "brief-not-utf8", 1, 1),
    ("a.yaml", OK + "#" * 256 * 1024, "brief", "brief-too-large", None, None),
    ("a.yaml", OK + f"seed: {'9' * 9000}\n", "seed", "brief-out-of-range", 2, None),
    ("a.yaml", OK + "\nseed: -1\n", "seed", "brief-out-of-range", 3, None),
    ("a.yaml", OK + "style:\nfree_text: 3\n", "style.free_text", "brief-wrong-type", 3, None),
    ("a.yaml", OK + "assets:\n- a\n- A\n", "assets[1]", "brief-bad-id", 4, None),
    ("a.yaml", f"briefs:\n- {OK}- seed: 3\n", "briefs[1].object_concept", "brief-missing", 3, None),
    ("a.json", '{"object_concept" "pot"}', "brief", "brief-json", 1, 19),
    ("a.json", '\n [{"object_concept": "pot"}]', "brief", "brief-top-level", 2, 2),
    (
        "a.json",
        '{"object_concept": "pot", "seed": 1, "seed": 2}',
        "seed",
        "brief-duplicate-key",
        None,
        None,
    ),
    ("a.json", '{"object_concept": "pot", "seed": NaN}', "seed", "brief-not-one-of", None, None),
    (
        "a.json",
        '{"object_concept": "pot", "seed": 1' + "0" * 9000 + "}",
        "seed",
        "brief-out-of-range",
        None,
        None,
    ),
    ("a.json", '{"a": ' * 40_000, "brief", "brief-too-deep", 1, 73),
    (
        "a.json",
        '{"object_concept": "\\u0000"}',
        "object_concept",
        "brief-control-character",
        None,
        None,
    ),
    ("a.csv", "object_concept,seed\n", "brief", "brief-empty", None, None),
    ("a.csv", "object_concept,sed\npot,3\n", "sed", "brief-unknown-key", 1, 2),
    ("a.csv", "object_concept,seed,seed\npot,3,3\n", "seed", "brief-duplicate-key", 1, 3),
    (
        "a.csv",
        "object_concept,seed\npot,3\n\npot,x\n",
        "briefs[1].seed",
        "brief-not-one-of",
        4,
        None,
    ),
    ("a.csv", "object_concept\npot,bag\n", "briefs[0]", "brief-csv-columns", 2, 1),
    ("a.csv", 'object_concept\n"pot"x\n', "brief", "brief-csv", 2, 1),
    (
        "a.csv",
        "object_concept,size_preset.width\npot,300\n",
        "briefs[0].size_preset.height",
        "brief-missing",
        2,
        None,
    ),
    ("a.csv", b"object_concept\n\xff\xff\n", "brief", "brief-not-utf8", 2, 1),
    ("a.csv", "object_concept\n" + "pot\n" * 65, "briefs", "brief-too-many", None, None),
    ("a.txt", OK, "brief", "brief-unknown-format", None, None),
    ("brief", OK, "brief", "brief-unknown-format", None, None),
]


def refused_file(file: Path) -> list[Fault]:
    with pytest.raises(BriefError) as caught:
        load_file(file)
    return caught.value.faults


@pytest.mark.parametrize(("name", "content", "field", "code", "line", "column"), BAD_FILES)
def test_a_bad_file_names_the_place(
    tmp_path: Path,
    name: str,
    content: str | bytes,
    field: str,
    code: str,
    line: int | None,
    column: int | None,
) -> None:
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    (fault,) = refused_file(file)
    assert (fault.field, fault.code, fault.line, fault.column) == (field, code, line, column)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    for name, code in [
        ("none.yaml", "brief-file-missing"),
        ("folder.yaml", "brief-file-unreadable"),
        ("x" * 5000 + ".yaml", "brief-file-unreadable"),
        ("\0.yaml", "brief-file-missing"),
    ]:
        assert [fault.code for fault in refused_file(tmp_path / name)] == [code]


def test_duplicate_keys_do_not_hide_the_other_faults(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("seed: 1\nseed: 2\ncandidate_count: 9\n")
    codes = [fault.code for fault in refused_file(file)]
    assert codes == ["brief-duplicate-key", "brief-missing", "brief-out-of-range"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_fault_is_a_sentence_in_both_languages(language: str, tmp_path: Path) -> None:
    faults = [fault for typed, *_ in BAD for fault in refused(POT | typed)]
    for number, (name, content, *_) in enumerate(BAD_FILES):
        file = tmp_path / str(number) / name
        file.parent.mkdir()
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        faults += refused_file(file)
    for fault in faults:
        assert i18n.has(fault.code, language)
        for sentence in (fault.message(language), fault.hint(language)):
            assert "{" not in sentence.replace("{width, height}", "").replace("{…", "").replace(
                "{asset: …}", ""
            )
            assert "–," not in sentence
            assert " –" not in sentence.replace(" – ", "")
            assert sentence.isprintable()


def test_both_languages_fill_the_same_blanks() -> None:
    folder = Path(i18n.__file__).parent / "locale"
    tables = [
        yaml.safe_load((folder / language / "brief.yaml").read_text(encoding="utf-8"))
        for language in ("en", "ko")
    ]
    blanks = [
        {
            code: {part: sorted(re.findall(r"{\w+}", text)) for part, text in entry.items()}
            for code, entry in table.items()
        }
        for table in tables
    ]
    assert blanks[0] == blanks[1]


keys = st.sampled_from([*Brief.model_fields, "style_packs", "negative", "briefs", "width"])
leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner) | st.dictionaries(keys | st.text() | st.integers(), inner),
)


def outcome(read: Callable[[Any], list[Brief]], given_value: object) -> list[Any]:
    """The briefs, or the faults; anything else goes through."""
    try:
        return read(given_value)
    except BriefError as error:
        return error.faults


@given(value=st.dictionaries(keys | st.text() | st.integers(), values) | values)
def test_no_mapping_raises_anything_but_a_brief_error(value: object) -> None:
    told = outcome(load_mapping, value)
    assert told
    for one in told:
        assert isinstance(one, Brief) or one.message("en").encode()
        assert isinstance(one, Brief) or isinstance(one.hint("ko").encode(), bytes)


@given(
    data=st.binary() | st.text().map(str.encode),
    suffix=st.sampled_from(["yaml", "json", "csv"]),
)
def test_no_file_raises_anything_but_a_brief_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    file = tmp_path_factory.mktemp("any") / f"a.{suffix}"
    file.write_bytes(data)
    assert outcome(load_file, file)


def test_a_hint_is_silent_about_a_value_that_nothing_comes_near() -> None:
    (far,) = refused(POT | {"zzzz": 1})
    (near,) = refused(POT | {"sede": 1})
    assert "nearest: seed; the fields are" in near.hint("en")
    assert far.hint("en").startswith("the fields are campaign_text")
    assert far.hint("ko").startswith("쓸 수 있는 필드: campaign_text")
