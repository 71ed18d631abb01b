"""What the log may not say, whoever writes it."""

import logging
import subprocess
import sys

import pytest

from nukki.server import logs

SECRETS = [
    ("a token nk_k3vJ0wXo4c9aB-_x is not known", "nk_k3vJ0wXo4c9aB-_x"),
    ("{'authorization': 'Bearer abc.def'}", "abc.def"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ("(b'authorization', b'Bearer abc.def')", "abc.def"),
    ("Cookie: nukki_session=abc.def; a=b", "abc.def"),
    ("nukki_session=abc.def", "abc.def"),
    ("password='correct horse'", "correct"),
    ("{'password': 'staple'}", "staple"),
    ("NUKKI_PASSWORD=staple", "staple"),
    ("secret: hush", "hush"),
    ("hash $argon2id$v=19$m=64,t=1$c2FsdA$aGFzaA", "c2FsdA"),
    ("cannot reach postgresql://nukki:staple@db.internal:5432/x", "staple"),
    ("cannot reach https://gpu.internal/queue", "gpu.internal"),
    ("GET /api/jobs?text=secret+launch HTTP/1.1", "launch"),
    ("[SQL: SELECT 1 WHERE a=?]\n[parameters: ('launch', 1)]\n(Background)", "launch"),
    ("[Errno 28] No space left on device: '/srv/team data/jobs/a.png'", "/srv"),
    ('File "/usr/lib/python3/site-packages/x.py", line 3', "/usr"),
    ("~/pictures/a.png is missing", "~/pictures"),
    ("C:\\Users\\kim\\a.png is missing", "kim"),
]


@pytest.mark.parametrize(("line", "secret"), SECRETS)
def test_the_log_says_no_secret_no_host_and_no_place(line, secret):
    assert secret in line
    assert secret not in logs.discreet(line)
    assert logs.discreet(logs.discreet(line)) == logs.discreet(line)


@pytest.mark.parametrize(
    "line", ["job 20260131-090000-1f3a9c07 failed: engine-refused", "3/4 done", "and/or", "왜? 끝"]
)
def test_what_is_no_secret_is_said_as_it_is(line):
    assert logs.discreet(line) == line


def test_tracebacks_are_discreet_too():
    try:
        raise OSError(28, "No space left on device", "/srv/place/a.png")
    except OSError:
        caught = sys.exc_info()
    record = logging.LogRecord("x", logging.ERROR, "", 1, "token %s", ("nk_k3vJ0wXo4c9a",), caught)
    said = logs.Discreet("%(message)s").format(record)
    assert "No space left" in said
    assert "Traceback" in said
    assert not {"/srv", "nk_k3", __file__} & set(said.split("'"))
    assert "/srv" not in said


def test_installing_it_covers_every_logger():
    script = (
        "import logging; from nukki.server import logs; logs.install();"
        "logging.getLogger('uvicorn.error').error('nk_k3vJ0wXo4c9a');"
        "logging.getLogger('sqlalchemy').warning('password=staple')"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stderr
    assert said.count("\n") == 2
    assert "k3vJ" not in said
    assert "staple" not in said


TRACE = (
    "Exception polling: Traceback (most recent call last):\n  File x\nOSError: gone\n\n"
    "The above exception was the direct cause\n\n"
    "sqlalchemy.exc.OperationalError: no server\n(see y)"
)


@pytest.fixture
def said(monkeypatch):
    """What a handler of ours lets through, at the seconds that `at` says."""
    lines, now, spare = [], [0.0], logs.Sparing()
    monkeypatch.setattr(logs.clock, "seconds", lambda: now[0])

    def say(text, at, level=logging.WARNING):
        now[0] = at
        record = logging.LogRecord("dbos", level, "", 1, text, (), None)
        if spare.filter(record):
            lines.append(logs.Discreet("%(message)s").format(record))

    return say, lines


def test_a_warning_is_said_once_a_minute_and_how_often_it_was_meant(said):
    say, lines = said
    for at in range(59):
        say(f"no server, retrying in {at}.93s (attempt {at})", at)
    say("another thing", 59)
    say("no server, retrying in 7s (attempt 99)", 60)
    assert lines == [
        "no server, retrying in 0.93s (attempt 0)",
        "another thing",
        "no server, retrying in 7s (attempt 99) (58 more like this)",
    ]


def test_of_a_traceback_inside_a_warning_only_what_was_raised_is_said(said):
    say, lines = said
    say(TRACE, 0)
    assert lines == ["Exception polling: sqlalchemy.exc.OperationalError: no server"]


def test_an_error_is_said_whole_and_every_time(said):
    say, lines = said
    say(TRACE, 0, logging.ERROR)
    say(TRACE, 0, logging.ERROR)
    assert lines == [TRACE, TRACE]
