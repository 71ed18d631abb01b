"""Style packs: what is accepted, and what each refusal names."""

import itertools
import os
import re
from pathlib import Path

import pytest
import yaml

from nukki import i18n
from nukki.catalog import faults, packs, style
from nukki.errors import InputError, PackError
from nukki.settings import settings

BUILT_IN = [
    "sp-3d-clay", "sp-3d-glossy", "sp-balloon", "sp-chrome", "sp-flat-illust", "sp-glass",
    "sp-isometric", "sp-neon-glow", "sp-papercraft", "sp-pixel-art", "sp-sticker", "sp-watercolor",
]  # fmt: skip

GOOD = """\
id: my-style
version: 2
name: {en: Mine, ko: 내 것}
description: {en: My own style, ko: 내가 만든 스타일}
prompt_template: "{subject}, matt card, {mood}"
negative: "people"
palette: ["#ff5a5f", "#00a699"]
material_class: opaque
shadow_policy: none
matting: {strategy: segment}
look:
  renderer: trace
  material: {kind: plastic, roughness: 0.4}
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A person's own pack folder, seen by the settings."""
    folder = tmp_path / "내 팩"
    folder.mkdir()
    monkeypatch.setenv("NUKKI_PACKS", str(folder))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


def write(folder: Path, text: str, name: str = "my-style.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_twelve_built_in_packs_load_and_differ():
    loaded = packs.all_packs()
    assert [pack.id for pack in loaded] == BUILT_IN
    assert len({pack.prompt_template for pack in loaded}) == 12
    assert len({pack.palette for pack in loaded}) == 12
    traced = [pack.look.model_dump_json() for pack in loaded if pack.look.renderer == "trace"]
    assert len(traced) == 8
    assert len(set(traced)) == 8


def test_only_glass_is_translucent_only_neon_glows_and_shadows_are_as_promised():
    by = {pack.id: pack for pack in packs.all_packs()}
    assert [key for key, pack in by.items() if pack.material_class == "translucent"] == ["sp-glass"]
    assert [key for key, pack in by.items() if pack.material_class == "glow"] == ["sp-neon-glow"]
    soft = {key for key, pack in by.items() if pack.shadow_policy == "soft_floor"}
    assert soft == {
        "sp-3d-glossy", "sp-3d-clay", "sp-balloon", "sp-chrome", "sp-isometric", "sp-papercraft",
    }  # fmt: skip
    assert by["sp-glass"].shadow_policy == "ambient"


@pytest.mark.parametrize("mood", ["", "festive, warm"])
@pytest.mark.parametrize("pair", list(itertools.product(BUILT_IN, [None, *BUILT_IN])))
def test_no_pack_or_pair_leaves_doubled_commas_blanks_or_subjects(pair, mood):
    chosen = [packs.load(name) for name in pair if name]
    try:
        combined = style.combine(chosen)
    except PackError:
        return
    prompt = combined.prompt("컵, 둘", mood)
    assert not re.search(r",\s*,|\s\s|^\s*,|,\s*$|[{}]", prompt)
    assert prompt.count("컵, 둘") == 1
    assert ("festive, warm" in prompt) == bool(mood)


def test_a_persons_own_pack_is_found_beside_the_built_in_ones(own):
    path = write(own, GOOD)
    assert packs.check(path) == []
    assert packs.load("my-style").version == 2
    assert packs.pack_ids()[-1] == "my-style"
    assert not packs.is_built_in("my-style")


def test_an_edited_pack_is_read_again(own):
    path = write(own, GOOD)
    before = packs.load("my-style").fingerprint()
    write(own, GOOD.replace("0.4", "0.45"))
    os.utime(path, ns=(1, 1))
    assert packs.load("my-style").fingerprint() != before


def test_comments_do_not_change_a_fingerprint(own):
    write(own, GOOD)
    before = packs.load("my-style").fingerprint()
    path = write(own, "# mine\n" + GOOD)
    os.utime(path, ns=(2, 2))
    assert packs.load("my-style").fingerprint() == before


def test_a_pack_that_says_nothing_of_brand_pictures_is_the_one_that_it_was(own):
    write(own, GOOD)
    before = packs.load("my-style")
    told = "ab65a053fc486443e16d63a3c4a908c2454219e9411099652643afd6ef04fca6"
    assert (before.blend, before.fingerprint()) == (None, told)
    path = write(own, GOOD + "blend: {light: 0.4}\n")
    os.utime(path, ns=(3, 3))
    assert packs.load("my-style").fingerprint() != told


def test_every_built_in_pack_says_how_brand_pictures_are_blended_into_it():
    by = {pack.id: pack.blend for pack in packs.all_packs()}
    assert all(by.values())
    assert by["sp-sticker"].light < by["sp-3d-glossy"].light < by["sp-papercraft"].light
    assert [key for key, blend in by.items() if not blend.grain] == ["sp-pixel-art", "sp-sticker"]


def test_an_unknown_pack_names_the_nearest():
    with pytest.raises(InputError) as caught:
        packs.load("sp-3d-glosy")
    assert caught.value.code == "pack-unknown"
    assert caught.value.context["nearest"] == "sp-3d-glossy"


BAD = [
    ("version: 2", "version: 0", "version", "pack-value-range", None, 2),
    ("version: 2", "version: two", "version", "pack-value-type", None, 2),
    ("version: 2\n", "", "version", "pack-field-missing", None, 1),
    (", ko: 내 것", "", "name.ko", "pack-field-missing", None, 3),
    ("negative:", "negativ:", "negativ", "pack-field-unknown", "negative", 6),
    ("roughness", "rougness", "look.material.rougness", "pack-field-unknown", "roughness", 13),
    ("0.4", "1.4", "look.material.roughness", "pack-value-range", None, 13),
    ("0.4", ".nan", "look.material.roughness", "pack-value-type", None, 13),
    ("kind: plastic", "kind: plastik", "look.material.kind",
     "pack-value-not-allowed", "plastic", 13),
    ("kind: plastic, ", "", "look.material.kind", "pack-field-missing", None, 13),
    ("renderer: trace", "renderer: trance", "look.renderer", "pack-value-not-allowed", "trace", 12),
    ("#00a699", "teal", "palette[1]", "pack-value-pattern", None, 7),
    ('["#ff5a5f", "#00a699"]', "[]", "palette", "pack-value-length", None, 7),
    ("material_class: opaque", "material_class: opaqe", "material_class",
     "pack-value-not-allowed", "opaque", 8),
    ("_class: opaque", "_class: glow", "matting.strategy", "pack-matting", None, 10),
    ("kind: plastic, roughness: 0.4", "kind: glass", "material_class", "pack-material", None, 8),
    ("material: {kind: plastic, roughness: 0.4}", "camera: {projection: isometric, lens: 50}",
     "look.camera.lens", "pack-field-idle", None, 13),
    ("roughness: 0.4}", "roughness: 0.4}\n  texture: {kind: none, scale: 0.2}",
     "look.texture.scale", "pack-field-idle", None, 14),
    ("shadow_policy: none", "shadow_policy: floor", "shadow_policy",
     "pack-value-not-allowed", "soft_floor", 9),
    ("{strategy: segment}", "{strategy: trimap}", "matting.strategy", "pack-matting", None, 10),
    ("{subject}", "subject", "prompt_template", "pack-template-subject", None, 5),
    ("{mood}", "{colour}", "prompt_template", "pack-template-slot", None, 5),
    ("{mood}", "{mood!r}", "prompt_template", "pack-template-slot", None, 5),
    ("{mood}", "{mood", "prompt_template", "pack-template-brace", None, 5),
    ("{mood}", "{subject}", "prompt_template", "pack-template-subject", None, 5),
    ("id: my-style", "id: My_Style", "id", "pack-id", None, 1),
    ("id: my-style", "id: other", "id", "pack-file-name", "my-style", 1),
    ("version: 2", "version: 2\nversion: 3", "version", "yaml-repeated", None, 3),
    ("version: 2", "version: !!python/name:os.system", "", "yaml-syntax", None, 2),
    ("version: 2", "version: &a 2", "palette", "yaml-alias", None, 7),
    ('palette: ["#ff5a5f", "#00a699"]', "palette: [#ff5a5f]", "", "yaml-syntax", None, 9),
    ("look:", "blend: {light: 2}\nlook:", "blend.light", "pack-value-range", None, 11),
    ("look:", "blend: {relight: 0.2}\nlook:", "blend.relight", "pack-field-unknown", "light", 11),
    ("look:", "blend: {limits: {delta_e: 60}}\nlook:", "blend.limits.delta_e",
     "pack-value-range", None, 11),
]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("sp-flat", "sp-flat-illust"), ("sp-3d-glosy", "sp-3d-glossy"), ("zzz", None)],
)
def test_a_name_that_is_half_typed_is_told_its_other_half(typed, meant):
    assert faults.nearest(typed, packs.pack_ids()) == meant


@pytest.mark.parametrize(("old", "new", "field", "code", "nearest", "line"), BAD)
def test_a_bad_pack_is_refused_with_field_code_nearest_and_line(
    own, old, new, field, code, nearest, line
):
    text = GOOD.replace(old, new, 1)
    if code == "yaml-alias":
        text, field = text.replace('["#ff5a5f", "#00a699"]', "*a"), ""
    found = packs.check(write(own, text))
    assert [(fault.field, fault.code, fault.line) for fault in found] == [(field, code, line)]
    assert found[0].nearest == nearest
    for language in i18n.LANGUAGES:
        assert i18n.has(code, language)
        for blank in ("{found}", "{allowed}", "{nearest}"):
            assert blank not in found[0].message(language) + found[0].hint(language)


@pytest.mark.parametrize("part", ["bevel: {depth: 0.4}", "lighting: {rig: rim}", "texture: {}"])
def test_neon_is_not_lit_nor_rounded_nor_rough(own, part):
    text = GOOD.replace("_class: opaque", "_class: glow").replace("segment", "native_alpha")
    text = text.replace("kind: plastic, roughness: 0.4", "kind: neon")
    assert packs.check(write(own, text)) == []
    (fault,) = packs.check(write(own, f"{text}  {part}\n"))
    assert (fault.field, fault.code) == (f"look.{part.partition(':')[0]}", "pack-field-idle")


@pytest.mark.parametrize(
    ("renderer", "cast"),
    [
        ("trace", {"none", "soft_floor", "ambient"}),
        ("flat", {"none", "ambient"}),
        ("sticker", {"none", "ambient"}),
        ("pixel", {"none"}),
        ("watercolor", {"none"}),
    ],
)
def test_a_shadow_that_a_renderer_cannot_cast_is_refused(own, renderer, cast):
    text = GOOD.replace("  material: {kind: plastic, roughness: 0.4}\n", "")
    text = text.replace("trace", renderer)
    for shadow in ("none", "soft_floor", "ambient"):
        found = packs.check(write(own, text.replace("policy: none", f"policy: {shadow}")))
        wanted = [] if shadow in cast else [("shadow_policy", "pack-shadow")]
        assert [(fault.field, fault.code) for fault in found] == wanted


def test_all_faults_of_a_pack_come_at_once(own):
    text = GOOD.replace("version: 2", "version: 0").replace("0.4", "9").replace("none", "noon")
    codes = [fault.code for fault in packs.check(write(own, text))]
    assert codes == ["pack-value-range", "pack-value-not-allowed", "pack-value-range"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "pack-not-a-mapping"),
        (b"- a\n- b\n", "pack-not-a-mapping"),
        (b"\xff\xfe\x00", "yaml-encoding"),
        (b"a: " + b"[" * 5000, "yaml-deep"),
        (b"x: [" + b"1," * 6000 + b"]", "yaml-deep"),
        (b"#" * 200_000, "yaml-large"),
        (b"a: 2020-13-45", "pack-field-missing"),  # a text, and no date of YAML 1.1
        (b"a: \x01", "yaml-syntax"),
        (b"a: 1\n---\nb: 2", "yaml-syntax"),
        (b"a: &x [*x]", "yaml-alias"),
        (b"? [a]\n: b", "yaml-syntax"),
    ],
)
def test_a_hostile_file_is_refused_without_a_traceback(own, data, code):
    path = own / "my-style.yaml"
    path.write_bytes(data)
    assert packs.check(path)[0].code == code


def test_a_missing_file_and_a_folder_are_faults(own):
    assert packs.check(own / "none.yaml")[0].code == "yaml-missing"
    assert packs.check(own)[0].code == "yaml-unreadable"


def test_a_copy_of_a_built_in_pack_must_take_its_own_id(own):
    said = packs.load("sp-glass").model_dump(mode="json", exclude_unset=True)
    text = yaml.safe_dump(said, allow_unicode=True)
    assert packs.check(write(own, text, "sp-glass.yaml"))[0].code == "pack-id-taken"


def test_a_link_to_nowhere_is_a_broken_pack(own):
    (own / "gone.yaml").symlink_to(own / "nothing.yaml")
    with pytest.raises(PackError) as caught:
        packs.load("gone")
    assert caught.value.faults[0].code == "yaml-missing"


def test_a_pipe_is_no_pack_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "mine.yaml")
    assert [fault.code for fault in packs.check(tmp_path / "mine.yaml")] == ["yaml-unreadable"]


def test_a_pack_folder_that_is_not_there_is_told_and_not_passed_over(own, monkeypatch):
    monkeypatch.setenv("NUKKI_PACKS", str(own / "gone"))
    settings.cache_clear()
    with pytest.raises(InputError) as caught:
        packs.pack_ids()
    assert caught.value.code == "packs-no-folder"


def test_a_tilde_in_a_setting_is_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NUKKI_STORAGE", "~/jobs")
    settings.cache_clear()
    assert settings().storage == str(tmp_path / "jobs")
    assert settings().home == tmp_path / "jobs"
    settings.cache_clear()
