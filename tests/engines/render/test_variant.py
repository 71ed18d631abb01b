"""Which variant of the renderer is trusted: tried in a child, remembered, tried again on change."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from nukki import settings
from nukki.engines.render import variant


@pytest.fixture
def art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A fresh installation, whose self-test has not run."""
    monkeypatch.setenv("NUKKI_ART", str(tmp_path / "art"))
    for cached in (settings.settings, variant.choose):
        cached.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for cached in (settings.settings, variant.choose):
        cached.cache_clear()


def test_a_configured_variant_is_taken_without_a_test(
    art: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUKKI_RENDER_VARIANT", variant.SAFE)
    assert variant.choose() == variant.Choice(variant.SAFE, "configured")
    assert not (art / "variant.json").exists()


@pytest.mark.slow
def test_the_self_test_is_run_once_and_remembered(art: Path) -> None:
    first = variant.choose()
    assert first.variant in (variant.SAFE, variant.FAST)
    assert first.reason
    memory = json.loads((art / "variant.json").read_text("utf-8"))
    assert memory["variant"] == first.variant
    # Were it run again, this made-up reason would be lost.
    memory["reason"] = "remembered"
    (art / "variant.json").write_text(json.dumps(memory), "utf-8")
    variant.choose.cache_clear()
    assert variant.choose() == variant.Choice(first.variant, "remembered")


@pytest.mark.slow
def test_another_mitsuba_or_llvm_is_tested_again(art: Path) -> None:
    (art / "variant.json").write_text('{"key": "old", "variant": "cuda", "reason": "?"}', "utf-8")
    assert variant.choose().variant in (variant.SAFE, variant.FAST)
    assert json.loads((art / "variant.json").read_text("utf-8"))["key"] != "old"


@pytest.mark.parametrize("found", ["", "[1]", "not json", '{"key": 3}', "\x00"])
@pytest.mark.slow
def test_a_broken_memory_is_no_memory(art: Path, found: str) -> None:
    (art / "variant.json").write_text(found, "utf-8")
    assert variant._recall(art / "variant.json", variant._key()) is None


def test_the_key_is_the_same_while_nothing_changes() -> None:
    assert variant._key() == variant._key()
