"""Tokens of programs: shown once, kept as hashes, ended by name, wherever the server runs."""

import pytest

from nukki.errors import InputError
from nukki.jobs.database import open_database
from nukki.server import tokens
from nukki.settings import Settings
from tests.cli.program import nukki
from tests.server.running import serving
from tests.server.test_gate import PASSWORD
from tests.server.test_session import until


@pytest.fixture
def database(tmp_path):
    database = open_database(Settings(storage=tmp_path).database)
    yield database
    database.close()


def test_a_token_is_kept_as_a_hash_only(tmp_path, database):
    secret = tokens.create(database, "ci")
    assert tokens.FORM.fullmatch(secret)
    (listed,) = tokens.every(database)
    assert (listed.name, listed.used) == ("ci", None)
    database.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert tokens.digest(secret).encode() in stored
    assert secret.encode() not in stored


@pytest.mark.parametrize("name", ["", "A", "-x", "a b", "a/b", "ㄱ", "a" * 41, "a\n", "../a"])
def test_a_name_that_cannot_be_one_is_refused(database, name):
    with pytest.raises(InputError) as refused:
        tokens.create(database, name)
    assert refused.value.code == "token-name"


def test_a_name_stands_for_one_token(database):
    first = tokens.create(database, "ci")
    with pytest.raises(InputError) as refused:
        tokens.create(database, "ci")
    assert refused.value.code == "token-name-taken"
    tokens.revoke(database, "ci")
    assert tokens.create(database, "ci") != first
    with pytest.raises(InputError) as refused:
        tokens.revoke(database, "other")
    assert refused.value.code == "token-missing"


def test_a_running_server_knows_new_tokens_at_once_and_ended_ones_soon(tmp_path, database):
    with serving(tmp_path, password=PASSWORD) as caller:

        def status(secret):
            return caller.get("/api/jobs", Authorization=f"Bearer {secret}").status

        assert status("nk_" + "A" * 43) == 401
        secret = tokens.create(database, "ci")
        assert status(secret) == 200
        (listed,) = tokens.every(database)
        assert listed.used is not None
        tokens.revoke(database, "ci")
        assert until(lambda: status(secret) == 401)


def test_the_use_of_a_token_is_noted_once_a_minute(tmp_path, database):
    with serving(tmp_path) as caller:
        secret = tokens.create(database, "ci")
        for _ in range(3):
            assert caller.get("/api/jobs", Authorization=f"Bearer {secret}").status == 200
            (listed,) = tokens.every(database)
            used = {listed.used}
    assert len(used) == 1
    assert None not in used


def test_the_commands_make_list_and_end_tokens(tmp_path):
    made = nukki("serve", "--new-token", "ci", cwd=tmp_path)
    secret = made.stdout.strip()
    assert (made.returncode, tokens.FORM.fullmatch(secret) is not None) == (0, True)
    assert secret not in made.stderr
    with serving(tmp_path / "nukki-data", password=PASSWORD) as caller:
        assert caller.get("/api/jobs", Authorization=f"Bearer {secret}").status == 200
    listed = nukki("serve", "--tokens", cwd=tmp_path)
    assert "ci" in listed.stdout
    assert secret not in listed.stdout
    again = nukki("serve", "--new-token", "ci", "--lang", "ko", cwd=tmp_path)
    assert (again.returncode, "이미" in again.stderr) == (2, True)
    assert nukki("serve", "--revoke", "ci", cwd=tmp_path).returncode == 0
    gone = nukki("serve", "--revoke", "ci", cwd=tmp_path)
    assert (gone.returncode, gone.stdout) == (2, "")
