"""Sentences with blanks, which may come from folders that anybody wrote."""

import pytest

from nukki import i18n


@pytest.mark.parametrize("name", ["lang", "code", "self", "blanks"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_blank_may_have_any_name(language, name):
    said = i18n.text("storage-full", language, path="a.png", reason="b", **{name: "c"})
    assert "a.png" in said
    assert i18n.hint("storage-full", language, **{name: "c"})
