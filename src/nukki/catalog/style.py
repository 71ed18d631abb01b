"""Several packs as one style: the first draws, each further one lends its palette and words."""

from __future__ import annotations

from itertools import chain, zip_longest

from nukki.catalog.blend import Blend
from nukki.catalog.look import Look, TraceLook
from nukki.catalog.materials import Material, Strategy
from nukki.catalog.packs import Shadow, StylePack
from nukki.core.model import Strict
from nukki.errors import Fault, PackError

MAX_PALETTE = 8
# A lent palette must be seen: below this share the art keeps its own colours.
LENT_ADHERENCE = 0.6
NEUTRAL_TEMPLATE = "{subject}, {mood}"


class PackPin(Strict):
    """Which pack took part, exactly."""

    id: str
    version: int
    sha256: str


class Style(Strict):
    """What the packs of a brief ask for together; `palette` is empty when no pack was named."""

    packs: tuple[PackPin, ...] = ()
    template: str = NEUTRAL_TEMPLATE
    lent_words: str = ""
    negative: str = ""
    palette: tuple[str, ...] = ()
    material_class: Material = "opaque"
    shadow: Shadow = "none"
    strategy: Strategy = "segment"
    look: Look = TraceLook()
    blend: Blend = Blend()

    def prompt(self, subject: str, mood: str = "") -> str:
        """The words for an engine that reads words, with no empty pieces."""
        first = _filled(self.template, subject, mood)
        return _joined([*first, *_pieces(self.lent_words)])


def combine(packs: list[StylePack]) -> Style:
    """One style of `packs`; raises PackError whose faults name the packs that cannot go together.

    >>> combine([]).material_class
    'opaque'
    """
    if not packs:
        return Style()
    if conflicts := _conflicts(packs):
        raise PackError(conflicts, "style_packs")
    first, lenders = packs[0], packs[1:]
    words = chain.from_iterable(_filled(pack.prompt_template, "", "") for pack in lenders)
    negatives = chain.from_iterable(_pieces(pack.negative) for pack in packs)
    return Style(
        packs=tuple(
            PackPin(id=pack.id, version=pack.version, sha256=pack.fingerprint()) for pack in packs
        ),
        template=first.prompt_template,
        lent_words=_joined(list(words)),
        negative=_joined(list(negatives)),
        palette=_woven([pack.palette for pack in packs]),
        material_class=first.material_class,
        shadow=first.shadow_policy,
        strategy=first.matting.strategy,
        look=with_lent_palette(first.look) if lenders else first.look,
        blend=first.blend or Blend(),
    )


def _conflicts(packs: list[StylePack]) -> list[Fault]:
    first = packs[0]
    result = []
    for index, pack in enumerate(packs[1:], start=1):
        field = f"style.style_packs[{index}]"
        if pack.id in {earlier.id for earlier in packs[:index]}:
            result.append(Fault(field, "packs-repeated", pack.id))
            continue
        reasons = []
        if (first.look.renderer == "trace") != (pack.look.renderer == "trace"):
            reasons.append(f"{first.look.renderer} / {pack.look.renderer}")
        if first.material_class != pack.material_class:
            reasons.append(f"{first.material_class} / {pack.material_class}")
        if reasons:
            pair = f"{first.id} + {pack.id}"
            result.append(Fault(field, "packs-conflict", pair, "; ".join(reasons), first.id))
    return result


def with_lent_palette(look: Look) -> Look:
    """`look` in which colours lent by a second pack or a reference picture are seen."""
    adherence = max(look.colour.adherence, LENT_ADHERENCE)
    colour = look.colour.model_copy(update={"adherence": adherence})
    return look.model_copy(update={"colour": colour})


def _woven(palettes: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Colours of all palettes in turn, so that the last lender is heard too."""
    turns = chain.from_iterable(zip_longest(*palettes))
    colours = dict.fromkeys(colour.lower() for colour in turns if colour)
    return tuple(colours)[:MAX_PALETTE]


def _filled(template: str, subject: str, mood: str) -> list[str]:
    """The template's comma-separated pieces, filled one by one so that commas in a subject stay."""
    pieces = (piece.format(subject=subject, mood=mood) for piece in template.split(","))
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


def _pieces(words: str) -> list[str]:
    return [piece.strip() for piece in words.split(",") if piece.strip()]


def _joined(pieces: list[str]) -> str:
    return ", ".join(dict.fromkeys(pieces))
