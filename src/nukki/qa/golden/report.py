"""A run of the golden set as one HTML page that needs nothing else: failing cases first.

Each cutout is embedded once and shown over several grounds by CSS.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from nukki import i18n
from nukki.qa.golden import compare
from nukki.qa.golden.case import Case
from nukki.qa.golden.compare import HIGHER_IS_BETTER, MEASURES, Measure, Outcome

Byte = npt.NDArray[np.uint8]

GAIN = 8  # the difference picture is full at 32 levels, so that 1 level is just visible
QUALITY = 86
_GROUNDS = ("checker", "white", "black", "blue")
# Levels after the gain, and the colours they are shown in.
_HEAT_AT = (0, 40, 110, 190, 255)
_HEAT = ((20, 21, 26), (70, 28, 110), (214, 58, 72), (255, 170, 48), (255, 250, 214))


def page(outcomes: Sequence[Outcome], language: str, when: str) -> str:
    """The whole page; `when` is shown as the time of the run."""
    failed = sorted((item for item in outcomes if not item.passed), key=_strain, reverse=True)
    passed = [item for item in outcomes if item.passed]
    body = [_head(outcomes, language, when), "<main>"]
    for title, group in (("golden-failing", failed), ("golden-passing", passed)):
        if group:
            count = f" <small>{len(group)}</small>"
            body.append(f"<h2>{_say(title, language)}{count}</h2>")
            body += [_article(item, language) for item in group]
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_say('golden-title', language)}</title>\n<style>\n{_file('report.css')}</style>\n"
        "</head>\n<body>\n" + "\n".join(body) + "\n</main>\n<dialog></dialog>\n"
        f"<script>\n{_file('report.js')}</script>\n</body>\n</html>\n"
    )


def used(outcome: Outcome, measure: Measure) -> float:
    """The share of what the case allows that was used up; above 1 the threshold is missed."""
    assert outcome.figures is not None
    found = getattr(outcome.figures, measure)
    limit = compare.limit_of(outcome.case.thresholds, measure)
    if measure in HIGHER_IS_BETTER:
        found, limit = 1 - found, 1 - limit
    return float(found / limit) if limit > 0 else float(found > 0) * 2


def fault_names(case: Case, language: str) -> list[str]:
    """The faults of a case, each with its figure, as people read them."""
    return [
        i18n.text(f"golden-fault-{fault.kind}", language, **fault.model_dump(exclude={"kind"}))
        for fault in case.faults
    ]


def why(outcome: Outcome, language: str) -> str:
    """The verdict in a few words: passed, what was missed, or the refusal."""
    if outcome.refusal is not None:
        return i18n.text("golden-refused", language)
    if outcome.wrong_strategy:
        wanted = outcome.case.must_strategy
        return i18n.text("golden-wrong-strategy", language, found=outcome.strategy, allowed=wanted)
    if outcome.misses:
        return ", ".join(measure_name(miss.measure, language) for miss in outcome.misses)
    return i18n.text("golden-passed", language)


def measure_name(measure: Measure, language: str) -> str:
    """How people call a measure."""
    return i18n.text(f"golden-{measure.replace('_', '-')}", language)


def shown(measure: Measure, value: float) -> str:
    """A figure with the digits that matter.

    >>> shown("ssim", 0.98765), shown("recomposition", 0.1)
    ('0.9877', '0.100')
    """
    return f"{value:.3f}" if measure == "recomposition" else f"{value:.4f}"


def heat(levels: npt.NDArray[np.float32]) -> Byte:
    """(H, W) differences in levels of 255 as (H, W, 3) uint8: dark, violet, red, amber, white."""
    at = np.clip(levels * GAIN, 0, 255)
    channels = [np.interp(at, _HEAT_AT, [colour[c] for colour in _HEAT]) for c in range(3)]
    return np.rint(np.stack(channels, axis=2)).astype(np.uint8)


def _head(outcomes: Sequence[Outcome], language: str, when: str) -> str:
    passed, total = sum(item.passed for item in outcomes), len(outcomes)
    stops = ", ".join(
        f"rgb({r} {g} {b}) {100 * at / 255:.0f}%"
        for at, (r, g, b) in zip(_HEAT_AT, _HEAT, strict=True)
    )
    return (
        f"<header><h1>{_say('golden-title', language)}</h1>"
        f'<p class="quiet">{_say("golden-summary", language, passed=passed, total=total)}'
        f" · {escape(when)}</p>"
        f'<div class="tally"><i style="width:{100 * passed / max(total, 1):.1f}%"></i></div>'
        f'<p class="legend">{_say("golden-scale", language, gain=GAIN)}'
        f'<span>0</span><span class="scale" style="background:linear-gradient(90deg,{stops})">'
        f"</span><span>{round(255 / GAIN)}+</span></p>"
        f'<p class="legend">{_say("golden-bars", language)}</p></header>'
    )


def _article(outcome: Outcome, language: str) -> str:
    case = outcome.case
    state = "passed" if outcome.passed else "failed"
    height, width = outcome.picture.shape[:2]
    tiles = _tiles(outcome, language)
    return (
        f'<article class="{state}" id="{case.id}" style="--shape:{width}/{height};'
        f'{_pictures(outcome)}"><div><span class="verdict">{escape(why(outcome, language))}</span>'
        f"<h3>{case.id}</h3><p>{escape(case.shows.text(language))}</p>"
        f"{_tags(outcome, language)}{_figures(outcome, language)}</div>"
        f'<div class="strip">{tiles}</div></article>'
    )


def _tags(outcome: Outcome, language: str) -> str:
    case = outcome.case
    tags = [escape(case.drawn.pack or case.drawn.by), escape(case.material)]
    if case.picture.photo is not None:
        tags.append(escape(case.picture.photo.file))
    if colour := case.picture.background:
        tags.append(f'<i style="background:{colour}"></i>{colour}')
    tags += [escape(name) for name in fault_names(case, language)]
    return '<ul class="tags">' + "".join(f"<li>{tag}</li>" for tag in tags) + "</ul>"


def _figures(outcome: Outcome, language: str) -> str:
    if outcome.figures is None:
        return "" if outcome.refusal is None else _refusal(outcome, language)
    rows = []
    for measure in MEASURES:
        share = used(outcome, measure)
        limit = shown(measure, compare.limit_of(outcome.case.thresholds, measure))
        sign = "≥" if measure in HIGHER_IS_BETTER else "≤"
        found = shown(measure, getattr(outcome.figures, measure))
        over = ' class="over"' if share > 1 else ""
        rows.append(
            f"<dt>{escape(measure_name(measure, language))}</dt>"
            f'<dd{over}><b>{found}</b> <span class="quiet">{sign} {limit}</span></dd>'
            f'<div class="bar"><i style="width:{min(share, 1) * 100:.0f}%"></i></div>'
        )
    rows.append(
        f"<dt>{escape(str(outcome.strategy))}</dt>"
        f"<dd>{_say('golden-sure', language, found=f'{outcome.confidence:.2f}')} · "
        f"{outcome.seconds:.2f} s</dd>"
    )
    return f"<dl>{''.join(rows)}</dl>"


def _refusal(outcome: Outcome, language: str) -> str:
    assert outcome.refusal is not None
    hint = outcome.refusal.hint(language)
    return f'<p>{escape(outcome.refusal.message(language))}</p><p class="quiet">{escape(hint)}</p>'


def _tiles(outcome: Outcome, language: str) -> str:
    kinds = ["input", "expected"]
    if outcome.found is not None:
        kinds = ["input", *_GROUNDS, "expected", "difference"]
    return "".join(_tile(kind, language) for kind in kinds)


def _tile(kind: str, language: str) -> str:
    name = _say(f"golden-tile-{kind}", language, gain=GAIN)
    return (
        f'<figure><button type="button" class="tile {kind}" aria-label="{name}"></button>'
        f"<figcaption>{name}</figcaption></figure>"
    )


def _pictures(outcome: Outcome) -> str:
    """The case's pictures as CSS variables."""
    height, width = outcome.picture.shape[:2]
    expected = outcome.expected.on(height, width)
    pictures: dict[str, Byte] = {"input": outcome.picture, "expected": expected}
    if outcome.found is not None:
        found = outcome.found.on(height, width)
        pictures["found"] = found
        pictures["difference"] = heat(compare.difference(found, expected))
    return "".join(f"--{name}:url({_data(pixels)});" for name, pixels in pictures.items())


def _data(pixels: Byte) -> str:
    from PIL import Image

    stream = io.BytesIO()
    mode = "RGBA" if pixels.shape[2] == 4 else "RGB"
    picture = Image.fromarray(np.ascontiguousarray(pixels), mode)
    picture.save(stream, "WEBP", quality=QUALITY, method=2)
    return "data:image/webp;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def _strain(outcome: Outcome) -> float:
    """How far beyond its thresholds a case is; a refusal is the furthest."""
    if outcome.figures is None:
        return float("inf")
    return max(used(outcome, measure) for measure in MEASURES)


def _say(code: str, language: str, **blanks: Any) -> str:
    return escape(i18n.text(code, language, **blanks))


def _file(name: str) -> str:
    return (resources.files("nukki.qa.golden") / name).read_text("utf-8")
