"""The real network, for tests of what it answers."""

import pytest

from nukki.alpha import saliency
from nukki.settings import settings


@pytest.fixture(scope="module")
def u2netp(tmp_path_factory):
    """u2netp, pulled into a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUKKI_MODELS", str(tmp_path_factory.mktemp("models")))
        settings.cache_clear()
        yield saliency.open_model("u2netp")
    settings.cache_clear()
