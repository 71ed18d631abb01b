"""YAML from strangers: plain values, the place of each, and no tags, bombs or loops.

The scalars are those of YAML 1.2: `1:1` is a text here, where YAML 1.1 reads the number 61,
and `no` or `2026-01-31` stay the words they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import yaml

Where = tuple[str | int, ...]
Flaw = Literal["syntax", "tab", "tag", "alias", "loop", "documents", "deep", "many"]

_LONGEST_NUMBER = 40


class Place(NamedTuple):
    """Line and column of a key, a list's item or the document, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Caps:
    """What a document may hold; an alias counts with all that it repeats."""

    depth: int
    nodes: int
    aliases: bool = True


@dataclass(frozen=True, slots=True)
class Marked:
    """A parsed document: its value, where each path in it stands, and the keys that came twice,
    of which the last is in the value."""

    value: Any
    places: dict[Where, Place]
    repeated: tuple[tuple[Where, Place], ...]

    def line(self, where: Where) -> int | None:
        """The line of `where`, or of its nearest parent that stands in the file."""
        for length in range(len(where), -1, -1):
            if (place := self.places.get(where[:length])) is not None:
                return place.line
        return None


class MarkedError(Exception):
    """A text that is no acceptable YAML: `flaw` says why, `found` what stood there."""

    def __init__(self, flaw: Flaw, place: Place | None, found: str | None = None) -> None:
        super().__init__(flaw)
        self.flaw, self.place, self.found = flaw, place, found


def parse(text: str, caps: Caps) -> Marked:
    """The one document of a YAML text, None when it is empty; raises MarkedError.

    >>> parse("size: 1:1", Caps(depth=4, nodes=10)).value
    {'size': '1:1'}
    """
    try:
        loader = _Loader(text, caps)
    except yaml.YAMLError as error:  # a character that YAML does not know
        raise MarkedError("syntax", None, str(error).splitlines()[0]) from error
    try:
        root = _root(loader)
        if root is None:
            return Marked(None, {}, ())
        places: dict[Where, Place] = {(): _place(root.start_mark)}
        repeated = []
        for where, place in _walk(root, ()):
            if where in places:
                repeated.append((where, place))
            places[where] = place
        return Marked(loader.construct_document(root), places, tuple(repeated))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at_tab = mark is not None and text[mark.index : mark.index + 1] == "\t"
        at = None if mark is None else _place(mark)
        raise MarkedError("tab" if at_tab else "syntax", at, error.problem) from error
    finally:
        loader.dispose()


class _Loader(yaml.SafeLoader):
    """Stops before a deep, huge or endless document is built."""

    def __init__(self, text: str, caps: Caps) -> None:
        super().__init__(text)
        self._caps = caps
        self._depth = 0
        self._nodes = 0
        self._weights: dict[str, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # PyYAML has no types here
        place, before = _place(event.start_mark), self._nodes
        self._depth += 1
        self._nodes += self._weight(event, place)
        if self._depth > self._caps.depth:
            raise MarkedError("deep", place)
        if self._nodes > self._caps.nodes:
            raise MarkedError("many", place)
        if getattr(event, "tag", None) is not None:
            raise MarkedError("tag", place, str(event.tag))
        node = super().compose_node(parent, index)
        self._depth -= 1
        if event.anchor is not None and not isinstance(event, yaml.AliasEvent):
            self._weights[event.anchor] = self._nodes - before
        return node

    def _weight(self, event: Any, place: Place) -> int:
        """One, or for an alias as much as it repeats."""
        if not isinstance(event, yaml.AliasEvent):
            return 1
        anchor = str(event.anchor)
        if not self._caps.aliases:
            raise MarkedError("alias", place, f"*{anchor}")
        if anchor in self.anchors and anchor not in self._weights:
            raise MarkedError("loop", place, f"*{anchor}")
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
        raise MarkedError("documents", _place(second.start_mark))
    return root


def _walk(node: yaml.Node, where: Where) -> Iterator[tuple[Where, Place]]:
    """Every path of the document with the place of its key, or of the item in a list."""
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*where, index), _place(item.start_mark)
            yield from _walk(item, (*where, index))
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "[…]"
            yield (*where, name), _place(key.start_mark)
            yield from _walk(value, (*where, name))


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)
