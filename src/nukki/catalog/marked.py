"""YAML from strangers: capped in bytes, depth and nodes, without aliases, tags or repeated keys.

Every value remembers the line it stands on, so that a fault can point at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nukki.errors import Fault, InputError

MAX_BYTES = 128 * 1024
MAX_DEPTH = 12
MAX_NODES = 5_000

Where = tuple[str | int, ...]


@dataclass(frozen=True)
class Marked:
    """A parsed value and the 1-based line of each path in it."""

    value: Any
    lines: dict[Where, int]

    def line(self, where: Where) -> int | None:
        """The line of `where`, or of its nearest parent that stands in the file."""
        for length in range(len(where), -1, -1):
            if (line := self.lines.get(where[:length])) is not None:
                return line
        return None


class MarkedError(InputError):
    """A file that is no acceptable YAML; `fault` says why and where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code, found=fault.found, allowed=fault.allowed)
        self.fault = fault


def read(path: Path) -> Marked:
    """The YAML file at `path`; raises MarkedError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise MarkedError(Fault("", "yaml-missing", found=str(path))) from None
    except OSError as error:
        raise MarkedError(Fault("", "yaml-unreadable", found=error.strerror)) from None
    if len(data) > MAX_BYTES:
        raise MarkedError(Fault("", "yaml-large", allowed=f"≤ {MAX_BYTES // 1024} KiB"))
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise MarkedError(Fault("", "yaml-encoding", allowed="UTF-8")) from None


def parse(text: str) -> Marked:
    """YAML text to plain values with their lines; raises MarkedError."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        lines: dict[Where, int] = {}
        value = None if node is None else _value(loader, node, (), lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else None
        raise MarkedError(Fault("", "yaml-syntax", found=error.problem, line=line)) from None
    except (yaml.YAMLError, ValueError) as error:
        found = str(error).splitlines()[0][:120]
        raise MarkedError(Fault("", "yaml-syntax", found=found)) from None
    return Marked(value, lines)


class _Loader(yaml.SafeLoader):
    """Stops at the first alias, and before a deep or huge document is built."""

    depth = 0
    nodes = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise MarkedError(Fault("", "yaml-alias", found=f"*{event.anchor}", line=line))
        self.depth += 1
        self.nodes += 1
        if self.depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise MarkedError(Fault("", "yaml-deep", allowed=f"≤ {MAX_DEPTH}", line=line))
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1


def _value(loader: _Loader, node: yaml.Node, where: Where, lines: dict[Where, int]) -> Any:
    lines[where] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        return _mapping(loader, node, where, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, item, (*where, i), lines) for i, item in enumerate(node.value)]
    return loader.construct_object(node)


def _mapping(
    loader: _Loader, node: yaml.MappingNode, where: Where, lines: dict[Where, int]
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise MarkedError(Fault(_dotted(where), "yaml-syntax", found="? […]", line=line))
        key = str(key_node.value)
        if key in result:
            raise MarkedError(Fault(_dotted((*where, key)), "yaml-repeated", found=key, line=line))
        result[key] = _value(loader, value_node, (*where, key), lines)
    return result


def _dotted(where: Where) -> str:
    return ".".join(str(part) for part in where)
