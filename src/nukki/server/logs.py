"""The server's log: what went wrong, without what must stay secret or where things lie."""

from __future__ import annotations

import logging
import re

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

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


class Discreet(logging.Formatter):
    """Formats a record, its traceback included, and then takes out what it may not say."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        return discreet(super().format(record))


def install(level: int = logging.WARNING) -> None:
    """Let all logs of this process go to stderr and be discreet."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(_FORMAT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
