"""YAML as a person types a brief: no tags, no bombs, every duplicate key told.

The scalars are those of YAML 1.2: `1:1` is a text here, where YAML 1.1 reads the number 61,
and `no` or `2026-01-31` stay the words they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from nukki.brief.faults import path, shown
from nukki.brief.reading import MAX_DEPTH, Document, place, refuse
from nukki.errors import Fault

MAX_NODES = 20_000  # 64 full briefs hold about 3,000; aliases count with all they repeat
_LONGEST_NUMBER = 40


def read_yaml(text: str, source: str) -> Document:
    """The one mapping of a YAML text, aliases resolved, duplicates as faults."""
    loader = _Loader(text)
    try:
        root = _root(loader)
        if root is None:
            raise refuse("brief-empty", source)
        if not isinstance(root, yaml.MappingNode):
            at = place(text, root.start_mark.index)
            raise refuse("brief-top-level", source, found=_kind(root), **at)
        faults: list[Fault] = []
        lines: dict[str, int] = {}
        for field, key in _keys(root, ""):
            if field in lines:
                faults.append(_twice(field, key))
            lines[field] = key.start_mark.line + 1
        return Document(loader.construct_document(root), faults, lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = place(text, mark.index) if mark else {}
        raise refuse(_code(error, text), source, **at) from error
    finally:
        loader.dispose()


class _Refused(yaml.MarkedYAMLError):
    """YAML that is well formed but not welcome; `context` holds the code."""

    def __init__(self, code: str, mark: Any) -> None:
        super().__init__(context=code, problem_mark=mark)


class _Loader(yaml.SafeLoader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0
        self._nodes = 0
        self._weights: dict[str, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # PyYAML has no types here
        self._depth += 1
        before = self._nodes
        self._nodes += self._weight(event)
        if self._depth > MAX_DEPTH:
            raise _Refused("brief-too-deep", event.start_mark)
        if self._nodes > MAX_NODES:
            raise _Refused("brief-too-many-values", event.start_mark)
        if getattr(event, "tag", None) is not None:
            raise _Refused("brief-yaml-tag", event.start_mark)
        node = super().compose_node(parent, index)
        self._depth -= 1
        anchor = event.anchor
        if anchor is not None and not isinstance(event, yaml.AliasEvent):
            self._weights[anchor] = self._nodes - before
        return node

    def _weight(self, event: Any) -> int:
        """One, or for an alias as much as it repeats."""
        if not isinstance(event, yaml.AliasEvent):
            return 1
        anchor = str(event.anchor)
        if anchor in self.anchors and anchor not in self._weights:
            raise _Refused("brief-yaml-loop", event.start_mark)
        return self._weights.get(anchor, 1)

    def construct_integer(self, node: yaml.ScalarNode) -> int:
        # Python refuses to convert numbers of thousands of digits. One this long is out of
        # every range anyway, so its first digits stand for it.
        return int(node.value[:_LONGEST_NUMBER])


_SCALARS = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?(?:0|[1-9][0-9]*)", list("-+0123456789")),
    "float": (r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?", list("-+.0123456789")),
    "merge": (r"<<", ["<"]),
}
_Loader.yaml_implicit_resolvers = {}  # PyYAML's are those of YAML 1.1
for _name, (_pattern, _first) in _SCALARS.items():
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_name}", re.compile(f"(?:{_pattern})\\Z"), _first
    )
_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_integer)


def _root(loader: _Loader) -> yaml.Node | None:
    if not loader.check_node():
        return None
    root: yaml.Node | None = loader.get_node()
    if loader.check_node():
        second: Any = loader.peek_event()  # type: ignore[no-untyped-call]
        raise _Refused("brief-yaml-documents", second.start_mark)
    empty = isinstance(root, yaml.ScalarNode) and root.tag.endswith(":null")
    return None if empty else root


def _keys(node: yaml.Node, prefix: str) -> Iterator[tuple[str, Any]]:
    """Every field of the document with the node of its key, or of the item in a list."""
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            field = path(prefix, (index,))
            yield field, item
            yield from _keys(item, field)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            field = path(prefix, (str(shown(key.value)),))
            yield field, key
            yield from _keys(value, field)


def _twice(field: str, key: Any) -> Fault:
    mark = key.start_mark
    found = shown(key.value)
    return Fault(field, "brief-duplicate-key", found, line=mark.line + 1, column=mark.column + 1)


def _code(error: yaml.MarkedYAMLError, text: str) -> str:
    if isinstance(error, _Refused):
        return str(error.context)
    mark = error.problem_mark
    at_tab = mark is not None and text[mark.index : mark.index + 1] == "\t"
    return "brief-yaml-tab" if at_tab else "brief-yaml"


def _kind(node: yaml.Node) -> str:
    return "[…]" if isinstance(node, yaml.SequenceNode) else str(shown(node.value))
