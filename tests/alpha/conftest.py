"""What the tests of matting share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nukki.settings import settings


@pytest.fixture(scope="session")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One storage for all children of the closed form, so that only the first compiles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUKKI_STORAGE", str(tmp_path_factory.mktemp("storage")))
        settings.cache_clear()
        yield
    settings.cache_clear()
