"""Icons found by words, and SVGs turned into filled outlines or refused by name."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
import resvg_py
from PIL import Image

from nukki.catalog import words
from nukki.catalog.art import Art
from nukki.catalog.shapes import load_icon, load_svg, search
from nukki.catalog.svg import parse_colour
from nukki.catalog.vocabulary import read_art, vocabulary
from nukki.errors import ShapeError
from nukki.settings import settings

COMMANDS = re.compile(r"[A-Za-z]")


def svg(body: str, head: str = 'viewBox="0 0 10 10"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>'.encode()


def drawn(art: Art, side: int = 96) -> np.ndarray:
    """The art as premultiplied pixels, by a second renderer."""
    x, y, width, height = art.view_box
    paths = "".join(
        f'<path d="{part.path}" fill="rgb({",".join(f"{255 * c:.0f}" for c in part.colour)})"'
        f' fill-opacity="{part.opacity}"/>'
        for part in art.parts
    )
    return pixels(svg(paths, f'viewBox="{x} {y} {width} {height}" width="{side}" height="{side}"'))


def pixels(data: bytes) -> np.ndarray:
    png = bytes(resvg_py.svg_to_bytes(svg_string=data.decode()))
    straight = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).astype(float)
    straight[..., :3] *= straight[..., 3:] / 255
    return straight


SEARCHES = {
    "화분": "potted-plant",
    "선물 상자": "wrapped-gift",
    "Shopping Bag": "shopping-bags",
    "strawberries": "strawberry",
    "호랑이": "tiger-face",
    "메가폰": "megaphone",
    "🎁": "wrapped-gift",
    "사이렌": "police-car-light",
    "화붕": "potted-plant",
    "umbrela": "umbrella",
    "leaves": "herb",
}


@pytest.mark.parametrize("query", SEARCHES)
def test_search_finds_first_what_depicts_the_word(query: str) -> None:
    first = search(query, limit=3)[0]
    assert first.name == SEARCHES[query]
    assert first.label_ko


def test_search_says_why_and_ranks_by_it() -> None:
    found = search("고양이", limit=8)
    scores = [match.score for match in found]
    assert scores == sorted(scores, reverse=True)
    assert found[0].why == "synonym"
    assert {match.why for match in found} >= {"synonym", "label"}


def test_skin_tones_are_found_only_when_asked_for() -> None:
    assert not any(match.name.endswith("-dark") for match in search("thumbs up", limit=50))
    names = [match.name for match in search("thumbs up", limit=50, tones=True)]
    assert "thumbs-up-dark" in names


@pytest.mark.parametrize(("query", "limit"), [("", 5), ("   ", 5), ("별", 0), ("x" * 9999, 5)])
def test_search_takes_any_query(query: str, limit: int) -> None:
    assert search(query, limit) == []


KEYS = {"Ice-Cream": "icecream", "T-Shirt": "tshirt", " 선물 상자 ": "선물상자", "Piñata": "pinata"}


@pytest.mark.parametrize("text", KEYS)
def test_spaces_case_hyphens_and_accents_do_not_matter(text: str) -> None:
    assert words.key(text) == KEYS[text]


def test_distance_counts_jamo() -> None:
    assert words.distance(words.spelled("화붕"), words.spelled("화분"), 3) == 1
    assert words.distance("abc", "xyz", 1) == 2


ICONS = [
    "shopping-bags", "potted-plant", "coin", "violin", "eleven-oclock", "phoenix-bird", "oden",
    "paperclip", "raised-hand", "swan", "keycap-5", "elevator", "folding-hand-fan", "teacher",
]  # fmt: skip


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_keeps_its_looks_when_it_becomes_outlines(name: str) -> None:
    icons = read_art("icons.json")
    icon = icons["icons"][name]
    head = f'viewBox="0 0 32 {icon.get("height", 32)}" width="96" height="96"'
    art = load_icon(name)
    assert np.abs(drawn(art) - pixels(svg(icon["body"], head))).mean() < 0.3
    assert all(set(COMMANDS.findall(part.path)) <= set("MLQCZe") for part in art.parts)


def test_a_mirrored_icon_is_the_mirror_of_its_parent() -> None:
    left, right = (load_icon(f"backhand-index-pointing-{side}") for side in ("left", "right"))
    assert np.abs(drawn(left)[:, ::-1] - drawn(right)).mean() < 0.1


def test_every_plain_icon_that_words_can_name_exists() -> None:
    icons = read_art("icons.json")
    stored = {*icons["icons"], *icons["aliases"]}
    named = {name for found in vocabulary().meanings.values() for _why, name in found}
    assert named <= stored
    assert len(named) > 1_500


def test_an_unknown_icon_is_refused_with_the_nearest() -> None:
    with pytest.raises(ShapeError) as caught:
        load_icon("umbrela")
    assert caught.value.code == "shape-unknown"
    assert "umbrella" in caught.value.context["nearest"]


def test_missing_art_is_refused_with_the_remedy(tmp_path, monkeypatch) -> None:
    missing = settings().model_copy(update={"art": tmp_path})
    monkeypatch.setattr("nukki.catalog.vocabulary.settings", lambda: missing)
    with pytest.raises(ShapeError) as caught:
        read_art("icons.json")
    assert caught.value.code == "art-missing"
    assert "make setup" in caught.value.hint()


@pytest.mark.parametrize("text", ["[]", "null", "{", "[" * 100_000, ""])
def test_damaged_art_is_refused_with_the_remedy(tmp_path, monkeypatch, text) -> None:
    (tmp_path / "icons.json").write_text(text, encoding="utf-8")
    damaged = settings().model_copy(update={"art": tmp_path})
    monkeypatch.setattr("nukki.catalog.vocabulary.settings", lambda: damaged)
    with pytest.raises(ShapeError) as caught:
        read_art("icons.json")
    assert caught.value.code == "art-missing"


TRIANGLE = "M 1 1 L 9 1 L 5 9 Z"
ORANGE = f'<path d="{TRIANGLE}" fill="#f80"/>'
OUTLINE = f'd="{TRIANGLE}"'
DRAWINGS = {
    "plain": ORANGE,
    "relative and short": '<path d="m1 1h8l-4 8z" fill="#f80"/>',
    "polygon": '<polygon points="1,1 9,1 5,9" fill="#f80"/>',
    "group transform": (
        '<g transform="translate(1 1) scale(2)"><path d="M0 0h4L2 4z" fill="#f80"/></g>'
    ),
    "style attribute": f'<path {OUTLINE} fill="red" style="fill:#f80 !important;"/>',
    "class": (
        f'<style>.a{{fill:red}} /* x */ .a, .b {{ fill: #f80 }}</style><path class="a" {OUTLINE}/>'
    ),
    "id beats class": (
        f'<style>#i{{fill:#f80}} .a{{fill:red}}</style><path id="i" class="a" {OUTLINE}/>'
    ),
    "currentColor": f'<g color="#f80"><path {OUTLINE} fill="currentColor"/></g>',
    "named and inherited": f'<g fill="rgb(255, 136, 0)"><path {OUTLINE} fill="inherit"/></g>',
    "used": f'<defs><path id="p" {OUTLINE}/></defs><use href="#p" fill="#f80"/>',
    "clipped": (
        f'<clipPath id="c"><path {OUTLINE}/></clipPath>'
        '<rect clip-path="url(#c)" width="10" height="10" fill="#f80"/>'
    ),
    "flat gradient": (
        '<linearGradient id="g"><stop stop-color="#f80"/>'
        f'<stop offset="1" stop-color="#f80"/></linearGradient><path {OUTLINE} fill="url(#g)"/>'
    ),
    "hidden parts": (
        '<path d="M0 0h9v9z" display="none"/><rect width="3" height="3" visibility="hidden"/>'
        + ORANGE
    ),
    "editor notes": '<metadata>x</metadata><e:note xmlns:e="urn:e" e:x="1"/>' + ORANGE,
}


@pytest.mark.parametrize("kind", DRAWINGS)
def test_all_ways_to_write_a_triangle_give_the_same_triangle(kind: str) -> None:
    art = load_svg(svg(DRAWINGS[kind]))
    (part,) = art.parts
    assert part.colour == pytest.approx((1, 0x88 / 255, 0))
    assert part.opacity == 1
    reference = pixels(svg(DRAWINGS["plain"], 'viewBox="0 0 10 10" width="96" height="96"'))
    assert np.abs(drawn(art) - reference).mean() < 0.2


def test_a_document_type_as_drawing_programs_write_it_is_harmless() -> None:
    head = b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    assert load_svg(head + svg(DRAWINGS["plain"])).parts


def test_a_stroke_becomes_a_filled_outline() -> None:
    art = load_svg(svg('<path d="M1 5h8" stroke="#00f" stroke-width="2" fill="none"/>'))
    coverage = drawn(art, 100)[..., 3] / 255
    assert coverage.sum() == pytest.approx(80 * 20, rel=0.02)
    assert art.parts[0].colour == (0, 0, 1)


def test_an_even_odd_hole_stays_a_hole_under_nonzero_winding() -> None:
    body = '<path fill-rule="evenodd" d="M1 1h8v8h-8z M3 3h4v4h-4z"/>'
    coverage = drawn(load_svg(svg(body)), 100)[..., 3] / 255
    assert coverage.sum() == pytest.approx(100 * (64 - 16), rel=0.01)


def test_opacities_multiply_and_gradients_become_their_mean() -> None:
    body = (
        '<linearGradient id="g"><stop offset="0" stop-color="#000"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="1"/></linearGradient>'
        '<g opacity=".5"><path d="M0 0h9v9z" fill="url(#g)" fill-opacity=".5"/></g>'
    )
    (part,) = load_svg(svg(body)).parts
    assert part.colour == pytest.approx((0.5, 0.5, 0.5))
    assert part.opacity == pytest.approx(0.25)


def test_a_drawing_without_a_view_box_takes_its_own_bounds() -> None:
    art = load_svg(svg('<rect x="2" y="3" width="4" height="5"/>', ""))
    assert art.view_box == (2, 3, 4, 5)


TANGLE = " ".join(f"{(i * 37) % 97},{(i * 61) % 89}" for i in range(500))
BOMB = "".join(
    f'<g id="{b}">{f"""<use href="#{a}"/>""" * 10}</g>'
    for a, b in zip("abcde", "bcdef", strict=True)
)
BOX = 'd="M0 0h9v9z"/>'
HOSTILE = {
    "svg-malformed": [
        b"",
        b"<svg",
        b"not xml",
        b"<html/>",
        b"\xff\xfe\x00",
        svg('<use href="#x"/>'),
        svg('<g id="a"><use href="#a"/></g>'),
        svg(ORANGE, 'viewBox="0 0 9"'),
    ],
    "svg-entity": [
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "secret.txt">]><svg>&x;</svg>',
    ],
    "svg-external": [
        svg('<use href="other.svg#a"/>'),
        svg(f'<path fill="url(other.svg#a)" {BOX}'),
        svg("<style>@import 'a.css';</style>"),
        svg(f'<path style="fill:url(data:x)" {BOX}'),
        svg(f'<a href="javascript:alert(1)"><path {BOX}</a>'),
    ],
    "svg-script": [svg("<script>alert(1)</script>"), svg(f'<path onclick="x()" {BOX}')],
    "svg-image": [svg('<image width="9" height="9"/>')],
    "svg-foreign": [svg("<foreignObject><p/></foreignObject>")],
    "svg-text": [svg("<text>hello</text>"), svg("<g><text><tspan>x</tspan></text></g>")],
    "svg-unsupported": [
        svg('<mask id="m"/>'),
        svg("<filter/>"),
        svg("<pattern/>"),
        svg("<animate/>"),
        svg(f'<path filter="url(#f)" {BOX}'),
        svg(f'<path stroke="red" stroke-dasharray="1" {BOX}'),
    ],
    "svg-css": [
        svg("<style>@media print{path{fill:red}}</style>"),
        svg("<style>g > path{fill:red}</style>"),
        svg("<style>" + ".a{fill:red}" * 600 + "</style>"),
        svg("<style>.a{fill:red</style>"),
        svg("<style>.a{.b{fill:red}}</style>"),
        svg(f"<style>{'x' * 900_000}</style>"),
        svg(f"<style>{'/*' * 400_000}</style>"),
    ],
    "svg-colour": [
        svg(f'<path fill="rebeccapurplish" {BOX}'),
        svg(f'<path fill="url(#no)" {BOX}'),
        svg(f'<path fill="rgb(1,2)" {BOX}'),
        svg(f'<path fill="url(a" {BOX}'),
        svg(f'<path fill="{"url(" * 200_000}" {BOX}'),
        svg(f'<path fill="url({" " * 900_000}" {BOX}'),
    ],
    "svg-coordinates": [svg('<path d="M0 0h9v1e30z"/>'), svg(ORANGE, 'viewBox="0 0 0 9"')],
    "svg-aspect": [svg(ORANGE, 'viewBox="0 0 1000 1"')],
    "svg-empty": [
        svg(""),
        svg('<path d="" fill="red"/>'),
        svg('<path d="M0 0h9v9z" fill="none"/>'),
    ],
    "svg-too-large": [b" " * 1_000_001],
    "svg-too-complex": [
        svg("<g/>" * 2_001),
        svg(f'<path id="a" d="M0 0h1v1z"/>{BOMB}<use href="#f"/>'),
    ],
    "svg-too-detailed": [svg(f'<path d="M{"1 " * 40_002}"/>')],
    "svg-too-deep": [svg("<g>" * 80 + "</g>" * 80)],
    "svg-too-tangled": [
        svg(f'<polygon fill-rule="evenodd" points="{TANGLE}"/>'),
        svg(f'<polygon stroke="red" points="{"1,1 2,2 " * 2_000}"/>'),
    ],
    "svg-too-many-parts": [svg('<path d="M0 0h1v1z"/>' * 401)],
}


@pytest.mark.parametrize(
    ("code", "data"),
    [
        pytest.param(code, data, id=f"{code}-{index}")
        for code, files in HOSTILE.items()
        for index, data in enumerate(files)
    ],
)
def test_a_hostile_or_unusable_svg_is_refused_by_name(code: str, data: bytes) -> None:
    with pytest.raises(ShapeError) as caught:
        load_svg(data)
    assert caught.value.code == code
    assert code not in (caught.value.message("en"), caught.value.message("ko"))


COLOURS = {
    "#f80": ((1, 0x88 / 255, 0), 1),
    "#ff880080": ((1, 0x88 / 255, 0), 128 / 255),
    "tomato": ((1, 99 / 255, 71 / 255), 1),
    "rgb(100%, 0%, 50%)": ((1, 0, 0.5), 1),
    "rgba(0, 0, 255, .25)": ((0, 0, 1), 0.25),
    "rgb(0 0 255 / 25%)": ((0, 0, 1), 0.25),
    "hsl(120, 100%, 50%)": ((0, 1, 0), 1),
}


@pytest.mark.parametrize("text", COLOURS)
def test_css_colours_are_read(text: str) -> None:
    colour, alpha = parse_colour(text)
    assert colour == pytest.approx(COLOURS[text][0])
    assert alpha == pytest.approx(COLOURS[text][1])
