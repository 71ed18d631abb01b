"""YAML as a person types a brief: no tags, no bombs, every duplicate key told.

The scalars are those of YAML 1.2: `1:1` is a text here, where YAML 1.1 reads the number 61,
and `no` or `2026-01-31` stay the words they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import yaml

from nukki.brief.faults import path, shown
from nukki.brief.reading import MAX_DEPTH, WHOLE, Document, place, refuse
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
        faults = list(_duplicates(root, ""))
        return Document(loader.construct_document(root), faults)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = place(text, mark.index) if mark else {}
        raise refuse(_code(error, text), source, **at) from error
    finally:
        loader.dispose()


class _Refused(yaml.MarkedYAMLError):
    """YAML that is well formed but not welcome; `context` holds the code."""

    def __init__(self, code: str, mark: yaml.Mark) -> None:
        super().__init__(context=code, problem_mark=mark)


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0
        self._nodes = 0
        self._weights: dict[str, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
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
        if event.anchor in self.anchors and event.anchor not in self._weights:
            raise _Refused("brief-yaml-loop", event.start_mark)
        return self._weights.get(event.anchor, 1)

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


def _duplicates(node: yaml.Node, prefix: str) -> Iterator[Fault]:
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _duplicates(item, path(prefix or WHOLE, (index,)))
    if not isinstance(node, yaml.MappingNode):
        return
    seen: dict[str, int] = {}
    for key, value in node.value:
        name = str(shown(key.value))
        where = path(prefix, (name,))
        if name in seen:
            mark = key.start_mark
            yield Fault(
                where, "brief-duplicate-key", name, line=mark.line + 1, column=mark.column + 1
            )
        seen[name] = key.start_mark.line
        yield from _duplicates(value, where)


def _code(error: yaml.MarkedYAMLError, text: str) -> str:
    if isinstance(error, _Refused):
        return str(error.context)
    mark = error.problem_mark
    at_tab = mark is not None and text[mark.index : mark.index + 1] == "\t"
    return "brief-yaml-tab" if at_tab else "brief-yaml"


def _kind(node: yaml.Node) -> str:
    return "[…]" if isinstance(node, yaml.SequenceNode) else str(shown(node.value))
