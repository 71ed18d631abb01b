"""Ids of artwork: what is one, and which to suggest for the name of a file."""

import unicodedata

import pytest

from nukki.catalog import asset_ids


@pytest.mark.parametrize(
    ("file", "suggestion"),
    [
        ("logo.png", ("logo", "default")),
        ("Logo@2x.PNG", ("logo", "default")),
        ("SummerLogo_v2 final.png", ("summer-logo-v2-final", "default")),
        ("여름 로고.png", ("yeoreum-logo", "default")),
        (unicodedata.normalize("NFD", "여름 로고.png"), ("yeoreum-logo", "default")),  # on a Mac
        ("한글이 좋아요.png", ("hangeuri-joayo", "default")),
        ("여름 로고 다크.png", ("yeoreum-logo-dark", "default")),
        ("known_다크.png", ("known", "dark")),
        ("로고.2026.png", ("logo-2026", "default")),
        ("café №2.png", ("cafe-no2", "default")),
        ("ロゴ.png", (None, "default")),
        ("标志.png", (None, "default")),
        ("🦊.png", (None, "default")),
        ("", (None, "default")),
        ("../../etc/passwd", ("passwd", "default")),
        ("C:\\logos\\my logo.png", ("my-logo", "default")),
        ("known-dark.png", ("known", "dark")),
        ("known-logo-on-white.png", ("known-logo", "on-white")),
        ("knowndark.png", ("knowndark", "default")),
        (f"{'long ' * 40}.png", ("long-" * 7 + "long", "default")),
        (f"{'x' * 400}.png", ("x" * 40, "default")),
    ],
)
def test_a_name_is_made_from_the_file(file, suggestion):
    assert asset_ids.suggested(file, frozenset({"known", "known-logo"})) == suggestion


@pytest.mark.parametrize(
    ("asset", "variant", "refused"),
    [
        ("logo", "default", []),
        ("null", "1e3", []),
        ("", "default", [("id", "asset-id-missing", None)]),
        ("Logo", "Dark Mode", [
            ("id", "asset-id-form", "logo"), ("variant", "asset-id-form", "dark-mode")]),
        ("여름로고", "x", [("id", "asset-id-form", "yeoreumrogo")]),
        ("ロゴ", "x", [("id", "asset-id-script", None)]),
        ("../a", "x", [("id", "asset-id-form", "a")]),
        ("a/b", "..", [("id", "asset-id-form", "a-b"), ("variant", "asset-id-script", None)]),
        ("a\0", "a\n", [("id", "asset-id-form", "a"), ("variant", "asset-id-form", "a")]),
        ("a" * 65, "b" * 64, [
            ("id", "asset-id-long", "a" * 40), ("variant", "asset-id-long", "b" * 40)]),
        ("check", "x", [("id", "asset-id-reserved", "check-logo")]),
        ("con", "default", [("id", "asset-id-device", "con-logo")]),
        ("logo", "lpt9", [("variant", "asset-id-device", "lpt9-logo")]),
    ],
)  # fmt: skip
def test_an_id_is_kebab_case_or_refused_with_one_that_is(asset, variant, refused):
    found = asset_ids.faults(asset, variant)
    assert [(fault.field, fault.code, fault.nearest) for fault in found] == refused
    for fault in found:
        for language in ("en", "ko"):
            assert "{" not in fault.message(language) + fault.hint(language)
            assert fault.hint(language)
        if fault.nearest:
            assert asset_ids.ID.fullmatch(fault.nearest)
