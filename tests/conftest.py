"""What holds for every test: quick ones run first, and nobody's own settings take part."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import database_url, postgres, postgres_url

__all__ = ["database_url", "postgres", "postgres_url"]  # fixtures for every test

for name in [name for name in os.environ if name.startswith(("NUKKI_", "PM_"))]:
    del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorting is stable: within quick and slow the order stays that of the files."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the closed form keeps what it compiles, for the whole run."""
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def compiled_once(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One storage for all children of the closed form, so that only the first compiles."""
    from nukki.settings import settings

    monkeypatch.setenv("NUKKI_STORAGE", str(compiled))
    settings.cache_clear()
    yield
    settings.cache_clear()
