"""`nukki serve` as a person starts and ends it."""

import os
import re
import signal
import subprocess
import urllib.request

import pytest

from nukki.server import listen
from tests.cli.program import CALL, nukki


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_host_that_others_reach_is_refused_with_a_sentence(tmp_path, language):
    ended = nukki("serve", "--host", "0.0.0.0", "--lang", language, cwd=tmp_path)
    assert ended.returncode == 2
    assert "0.0.0.0" in ended.stderr
    assert ("비밀번호" if language == "ko" else "password") in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_is_refused_with_a_sentence(tmp_path):
    with listen.bind("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        ended = nukki("serve", "--port", port, cwd=tmp_path)
    assert ended.returncode == 3
    assert str(port) in ended.stderr
    assert "--port" in ended.stderr


def test_it_says_where_it_is_answers_there_and_ends_quietly(tmp_path):
    kept = {key: os.environ[key] for key in ("PATH",)}
    started = subprocess.Popen(
        [*CALL, "serve", "--port", "0"],
        cwd=tmp_path,
        env={"LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1", **kept},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = started.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert address, said
        with urllib.request.urlopen(f"{address[0]}healthz", timeout=20) as answer:
            assert answer.status == 200
        started.send_signal(signal.SIGINT)
        _, complained = started.communicate(timeout=20)
    finally:
        started.kill()
        started.communicate()
    assert started.returncode == 0
    assert "Traceback" not in complained
    assert "Error" not in complained
