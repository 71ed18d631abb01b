"""The server's log: what went wrong, without what must stay secret or where things lie."""

from __future__ import annotations

import logging
import re
import threading

from nukki.core import clock

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

# Twenty seconds without PostgreSQL wrote 2,288 lines: five loops of ours and of DBOS that each
# ask again and again, and tracebacks of thirty frames inside of warnings.
PAUSE_S = 60.0
MOST_KEPT = 500
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?s?\b")
_TRACE = "Traceback (most recent call last):"
_RAISED = re.compile(r"(?m)^[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt)\b.*")

# Each takes out a kind of thing that a message of ours, of a library or of Python may hold.
_SECRETS = [
    (re.compile(r"nk_[A-Za-z0-9_-]{6,}"), "nk_…"),
    (re.compile(r"\$argon2\w*\$\S+"), "$argon2…"),
    (re.compile(r"(nukki_session\s*[=:]\s*)[^\s;,'\"]+"), r"\1…"),
    (re.compile(r"(?i)((?:set-)?cookie['\"]?\s*[:=]\s*b?['\"]?)[^\r\n'\"]+"), r"\1…"),
    (re.compile(r"(?i)(authorization['\"]?\s*[:=,]\s*b?['\"]?)[^\r\n'\"]+"), r"\1…"),
    (
        re.compile(r"(?i)((?:password|passwd|secret|token)['\"]?\s*[:=]\s*)(['\"]?)[^\s,;'\")}]+"),
        r"\1\2…",
    ),
    (re.compile(r"([a-z][a-z0-9+.-]*://)[^\s/'\"]+"), r"\1…"),  # hosts, and passwords before them
    (re.compile(r"\[parameters: .*?\](?=\s|$)", re.DOTALL), "[parameters: …]"),
    (re.compile(r"(/[^\s?'\"]*)\?[^\s'\"]+"), r"\1?…"),
    (re.compile(r"(?<![\w…/.])(?:~|[A-Za-z]:)?[/\\](?:[^\s/\\'\":,]+[/\\])+"), "…/"),
]


def discreet(text: str) -> str:
    """`text` without secrets, hosts, searches, and folders of this machine.

    >>> discreet("GET /api/jobs?text=cat by nk_abcdefgh"), discreet("no space: '/srv/data/a.png'")
    ('GET …/jobs?… by nk_…', "no space: '…/a.png'")
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def brief(text: str) -> str:
    """The one line of a warning that says what it is, however much a library wrote.

    >>> brief("polling: Traceback (most recent call last):\\n  File x\\nOSError: gone\\n(see y)")
    'polling: OSError: gone'
    """
    head, _, trace = text.partition(_TRACE)
    raised = _RAISED.findall(trace)
    return head.split("\n")[0] + (raised[-1] if raised else "")


class Sparing(logging.Filter):
    """Lets a warning through once a minute, and tells how many like it there were in between.

    Two are alike that differ in numbers only. Errors all pass.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it now."""
        if record.levelno >= logging.ERROR:
            return True
        key = (record.name, _NUMBER.sub("0", brief(record.getMessage())))
        now = clock.seconds()
        with self._lock:
            since, more = self._said.get(key, (now - PAUSE_S, 0))
            if now - since < PAUSE_S:
                self._said[key] = (since, more + 1)
                return False
            if len(self._said) >= MOST_KEPT:
                self._said.clear()
            self._said[key] = (now, 0)
        record.more = more
        return True


class Discreet(logging.Formatter):
    """Formats a record, its traceback included, and then takes out what it may not say."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record; of a warning one, unless it brought a traceback of its own."""
        return discreet(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The first line, with the message."""
        if record.levelno < logging.ERROR:
            more = getattr(record, "more", 0)
            record.message = brief(record.message) + (f" ({more} more like this)" if more else "")
        return super().formatMessage(record)


def install(level: int = logging.WARNING) -> None:
    """Let all logs of this process go to stderr, be discreet, and say the same once a minute."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(_FORMAT))
    handler.addFilter(Sparing())
    logging.basicConfig(level=level, handlers=[handler], force=True)
