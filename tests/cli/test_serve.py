"""`nukki serve` as a person starts and ends it."""

import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

import argon2
import pytest

from nukki.server import listen
from tests.cli.program import CALL, nukki

PASSWORD = "a long password"


@contextmanager
def started(folder, *arguments, **environment):
    """The running server, the address it told, and the seconds until it did."""
    kept = {key: os.environ[key] for key in ("PATH",)}
    begun = time.monotonic()
    process = subprocess.Popen(
        [*CALL, "serve", "--port", "0", *arguments],
        cwd=folder,
        env={"LC_ALL": "C.UTF-8", "HOME": str(folder), **kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        said = process.stdout.readline()
        process.ready_s = time.monotonic() - begun
        process.told = re.search(r"http://(\S+:\d+)/", said)
        assert process.told, said + process.stderr.read()
        yield process
    finally:
        process.kill()
        process.communicate()


def status(url, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("language", ["en", "ko"])
def test_without_a_password_a_host_that_others_reach_is_refused(tmp_path, language):
    ended = nukki("serve", "--host", "0.0.0.0", "--lang", language, cwd=tmp_path)
    assert ended.returncode == 2
    assert "0.0.0.0" in ended.stderr
    assert ("비밀번호" if language == "ko" else "password") in ended.stderr
    assert "NUKKI_PASSWORD" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_is_refused_with_a_sentence(tmp_path):
    with listen.bind("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        ended = nukki("serve", "--port", port, cwd=tmp_path)
    assert ended.returncode == 3
    assert str(port) in ended.stderr
    assert "--port" in ended.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_answers_there_and_ends_quietly(tmp_path, number):
    with started(tmp_path) as process:
        assert process.told[1].startswith("127.0.0.1:")
        assert status(f"{process.told[0]}healthz") == 200
        assert status(f"{process.told[0]}api/jobs") == 200
        process.send_signal(number)
        _, complained = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "no password" in complained
    assert "nukki-data" in complained
    assert "Traceback" not in complained
    assert "Error" not in complained


def test_with_a_password_others_are_let_in_when_they_know_it(tmp_path):
    with started(tmp_path, "--host", "0.0.0.0", "--lang", "ko", NUKKI_PASSWORD=PASSWORD) as process:
        url = process.told[0]
        assert status(f"{url}healthz") == 200
        assert status(f"{url}api/jobs") == 401
        made = nukki("serve", "--new-token", "ci", cwd=tmp_path)
        token = {"Authorization": f"Bearer {made.stdout.strip()}"}
        assert status(f"{url}api/jobs", **token) == 200
        process.terminate()
        out, complained = process.communicate(timeout=20)
    assert "비밀번호를 묻습니다" in complained
    assert PASSWORD not in out + complained


BAD = [
    ({"NUKKI_PASSWORD": "0000"}, "8", 2),
    ({"NUKKI_PASSWORD": "$argon2id$v=19$x"}, "--hash", 2),
    ({"NUKKI_DATABASE_URL": "mysql://user:hunter2@localhost/x"}, "mysql", 2),
    ({"NUKKI_DATABASE_URL": "postgresql://user:hunter2@127.0.0.1:1/x"}, "reached", 3),
]


@pytest.mark.parametrize(("environment", "told", "code"), BAD)
def test_what_keeps_it_from_starting_is_told_in_a_sentence(tmp_path, environment, told, code):
    ended = nukki("serve", "--port", "0", cwd=tmp_path, **environment)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "hunter2" not in ended.stderr
    assert "0000" not in ended.stderr


def test_a_way_in_from_outside_without_a_password_is_warned_of(tmp_path):
    with started(tmp_path, NUKKI_HOSTS="studio.example") as process:
        assert status(f"{process.told[0]}api/jobs", Host="studio.example") == 200
        process.terminate()
        _, complained = process.communicate(timeout=20)
    assert "NUKKI_HOSTS" in complained


def test_a_password_is_asked_for_twice_and_comes_out_as_a_hash(tmp_path):
    def asked(typed):
        return subprocess.run(
            [*CALL, "serve", "--hash"],
            cwd=tmp_path,
            input=typed,
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    ended = asked(f"{PASSWORD}\n{PASSWORD}\n")
    assert ended.returncode == 0
    assert argon2.PasswordHasher().verify(ended.stdout.strip(), PASSWORD)
    assert PASSWORD not in ended.stdout + ended.stderr
    assert asked("short\nshort\n").returncode == 2
    left = asked("")  # Ctrl-D at the question; Ctrl-C arrives by the same way
    assert (left.returncode, left.stdout) == (130, "")
    assert "Traceback" not in left.stderr
