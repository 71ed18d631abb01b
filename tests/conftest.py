"""What holds for every test: quick ones run first, and nobody's own settings take part."""

from __future__ import annotations

import os

import pytest

for name in [name for name in os.environ if name.startswith(("NUKKI_", "PM_"))]:
    del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorting is stable: within quick and slow the order stays that of the files."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
