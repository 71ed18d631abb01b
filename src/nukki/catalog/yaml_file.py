"""A YAML file of the catalog, capped in bytes, without aliases and without repeated keys."""

from __future__ import annotations

from pathlib import Path

from nukki.core import files, marked
from nukki.core.marked import Caps, Flaw, Marked, MarkedError
from nukki.errors import Fault, InputError

MAX_BYTES = 128 * 1024
CAPS = Caps(depth=12, nodes=5_000, aliases=False)
_CODES: dict[Flaw, str] = {"alias": "yaml-alias", "deep": "yaml-deep", "many": "yaml-deep"}


class YamlError(InputError):
    """A file that is no acceptable YAML; `fault` says why and where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code, found=fault.found, allowed=fault.allowed)
        self.fault = fault


def read(path: Path) -> Marked:
    """The YAML file at `path`; raises YamlError."""
    try:
        data = files.read_bytes(path, MAX_BYTES + 1)
    except FileNotFoundError:
        raise YamlError(Fault("", "yaml-missing", found=str(path))) from None
    except OSError as error:
        raise YamlError(Fault("", "yaml-unreadable", found=error.strerror)) from None
    if len(data) > MAX_BYTES:
        raise YamlError(Fault("", "yaml-large", allowed=f"≤ {MAX_BYTES // 1024} KiB"))
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise YamlError(Fault("", "yaml-encoding", allowed="UTF-8")) from None


def parse(text: str) -> Marked:
    """YAML text to plain values with their lines; raises YamlError."""
    try:
        found = marked.parse(text, CAPS)
    except MarkedError as error:
        code = _CODES.get(error.flaw, "yaml-syntax")
        allowed = f"≤ {CAPS.depth}" if code == "yaml-deep" else None
        line = error.place.line if error.place else None
        raise YamlError(Fault("", code, error.found, allowed, line=line)) from None
    for where, place in found.repeated:
        field = ".".join(str(part) for part in where)
        raise YamlError(Fault(field, "yaml-repeated", where[-1], line=place.line))
    return found
