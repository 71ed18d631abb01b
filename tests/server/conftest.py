"""One storage with jobs of every kind, and one server for all tests of a file that only read."""

import pytest

from tests.jobs.pencil import Pencil
from tests.server.running import drawn, serving


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("저장소 one")


@pytest.fixture(scope="module")
def job(storage):
    return drawn(storage)


@pytest.fixture(scope="module")
def failed(storage):
    return drawn(storage, Pencil(refuse="the pencil broke"))


@pytest.fixture(scope="module")
def server(storage, job, failed):
    with serving(storage) as caller:
        yield caller
