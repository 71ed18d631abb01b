"""The strict reader of YAML: scalars of 1.2, a place for every path, no bombs."""

import pytest

from nukki.core.marked import Caps, MarkedError, Place, parse

CAPS = Caps(depth=6, nodes=50)


def test_every_path_has_the_place_of_its_key_or_item():
    found = parse("a: 1\nb:\n  - x\n  - {c: no}\n", CAPS)
    assert found.value == {"a": 1, "b": ["x", {"c": "no"}]}
    assert found.places[()] == (1, 1)
    assert found.places["b",] == Place(2, 1)
    assert found.places["b", 1] == Place(4, 5)
    assert found.places["b", 1, "c"] == Place(4, 6)


def test_a_path_that_is_missing_has_the_line_of_its_nearest_parent():
    found = parse("a: 1\nb:\n  c: 2\n", CAPS)
    assert (found.line(("b", "d", 3)), found.line(("z",))) == (2, 1)


def test_a_key_that_comes_twice_is_told_and_the_last_one_counts():
    found = parse("a: 1\nb: {c: 1, c: 2}\na: 3\n", CAPS)
    assert found.value == {"a": 3, "b": {"c": 2}}
    assert found.repeated == ((("b", "c"), Place(2, 11)), (("a",), Place(3, 1)))


@pytest.mark.parametrize("text", ["", "  \n# only a remark\n"])
def test_an_empty_document_is_none(text):
    assert parse(text, CAPS).value is None


@pytest.mark.parametrize(
    ("text", "flaw", "place"),
    [
        ("a: [1, 2", "syntax", (1, 9)),
        ("a:\n\tb: 1", "tab", (2, 1)),
        ("a: !!python/name:os.system", "tag", (1, 4)),
        ("a: &x [*x]", "loop", (1, 8)),
        ("a: 1\n---\nb: 2", "documents", (2, 1)),
        ("a: " + "[" * 5000, "deep", (1, 9)),
        ("[" + "1," * 60 + "]", "many", (1, 100)),
        ("a: &x [1, 2, 3, 4, 5]\nb: &y [*x, *x, *x]\nc: [*y, *y, *y]", "many", (3, 9)),
        ("a: \x01", "syntax", None),
        ("? [a]\n: b", "syntax", (1, 3)),
        ("<<: 5", "syntax", (1, 5)),
    ],
)
def test_a_text_that_is_not_welcome_is_refused_with_why_and_where(text, flaw, place):
    with pytest.raises(MarkedError) as caught:
        parse(text, CAPS)
    assert (caught.value.flaw, caught.value.place) == (flaw, place)


def test_aliases_are_refused_where_none_are_wanted():
    with pytest.raises(MarkedError) as caught:
        parse("a: &x 1\nb: *x", Caps(depth=6, nodes=50, aliases=False))
    assert (caught.value.flaw, caught.value.found) == ("alias", "*x")
