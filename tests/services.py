"""Real services on loopback, started for the tests and gone with them."""

from __future__ import annotations

import getpass
import itertools
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

READY_S = 30
# What a power cut would cost is nothing here; what syncing costs is half of the tests' time.
CAREFREE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Postgres:
    """A server of its own in a temporary folder, as somebody who is not root: it refuses root."""

    programs: Path
    folder: Path
    port: int = field(default_factory=free_port)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @property
    def who(self) -> str | None:
        """Whom to become; None when we are no root."""
        return "postgres" if os.getuid() == 0 else None

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        user = self.who or getpass.getuser()
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def start(self) -> subprocess.Popen[bytes]:
        """Make its files and start it; returns when it answers."""
        if self.who:
            shutil.chown(self.folder, self.who)
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = (f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=")
        flags = [part for option in (*options, *CAREFREE) for part in ("-c", option)]
        command = [str(self.programs / "postgres"), "-D", data, *flags]
        with (self.folder / "log").open("wb") as log:
            server = subprocess.Popen(
                command, stdout=log, stderr=log, user=self.who, cwd="/", extra_groups=self._groups()
            )
        self._await(server)
        return server

    def make_database(self) -> str:
        """The address of a new empty database."""
        name = f"test_{next(self.numbers)}_{secrets.token_hex(3)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove it, whoever is still connected."""
        name = url.rpartition("/")[2]
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.programs / program), *arguments],
            check=True, capture_output=True, user=self.who, cwd="/", extra_groups=self._groups(),
        )  # fmt: skip

    def _groups(self) -> list[int] | None:
        return [] if self.who else None

    def _await(self, server: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + READY_S
        while server.poll() is None and time.monotonic() < until:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError((self.folder / "log").read_text("utf-8", "replace"))


def programs() -> Path | None:
    """Where the newest PostgreSQL of this machine has its programs."""
    newest = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"),
        key=lambda file: float(file.parts[-3]) if file.parts[-3].isdecimal() else 0,
    )
    on_path = shutil.which("postgres")
    return newest[-1].parent if newest else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL here (on Debian: apt-get install postgresql)")
    # Not below pytest's own folder: nobody but its owner may look into that.
    with tempfile.TemporaryDirectory(prefix="nukki-postgres-") as folder:
        service = Postgres(found, Path(folder))
        server = service.start()
        yield service
        server.send_signal(signal.SIGQUIT)  # at once: it has nothing to save
        server.wait()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """An empty database of this test's own."""
    url = postgres.make_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'nukki.db'}"
    return str(request.getfixturevalue("postgres_url"))
