"""How a brand picture was given in the end: what is told of it, and the same in words for the
studio, the commands and the contact sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from nukki import i18n
from nukki.catalog.placement import BLENDED, PlacedAsset, Placement, fits
from nukki.jobs.status import CandidateStatus

Outcome = Mapping[str, Any]  # has the fields of status.AssetOutcome


def of(item: CandidateStatus) -> list[Outcome]:
    """The brand pictures of a candidate, from far to near."""
    return list(item.assets)


def name_of(outcome: Outcome) -> str:
    """As a brief names it: the variant is left out where it is the one that an asset stands for.

    >>> name_of({"asset": "my-logo", "variant": "dark"})
    'my-logo:dark'
    """
    asset, variant = str(outcome["asset"]), str(outcome["variant"])
    return asset if variant == "default" else f"{asset}:{variant}"


def placement(outcome: Outcome) -> Placement:
    """Where it stands in the frame; raises ValueError for what no frame holds."""
    return Placement(**{name: outcome[name] for name in Placement.model_fields})


def unproved(
    asset: PlacedAsset, place: Placement, route: Literal["scene", "picture"] = "picture"
) -> dict[str, Any]:
    """What is told of a brand picture that stands at `place`, not blended, of which no saved file
    was read yet."""
    planned = asset.placement
    return {
        "asset": asset.asset,
        "variant": asset.variant,
        "asked": asset.blend,
        "given": "exact" if place.keeps_bytes else "resampled",
        "route": route,
        **place.model_dump(mode="json"),
        "stand": asset.stand,
        "moved": [place.x - planned.x, place.y - planned.y],
        "core_px": 0,
        "visible_px": 0,
        "core_sha256": "",
        "matched": False,
        "deviation": None,
        "limits": None,
        "downgraded": None,
    }


def tells_of(outcome: Outcome, asset: PlacedAsset) -> bool:
    """Whether it tells of this brand picture, in a box that it can have; a folder may claim
    anything."""
    same = all(outcome[name] == getattr(asset, name) for name in ("asset", "variant", "stand"))
    try:
        place = placement(outcome)
    except ValueError:
        return False
    return same and fits(place, asset.width, asset.height) and outcome["asked"] == asset.blend


def tell_of(outcomes: Sequence[Outcome], asked: Sequence[PlacedAsset]) -> bool:
    """Whether they tell of the brand pictures that were asked for, each of one."""
    return len(outcomes) == len(asked) and all(map(tells_of, outcomes, asked))


def keeps_bytes(outcome: Outcome) -> bool:
    """Whether its own layer holds the designer's bytes: neither scaled nor turned."""
    return placement(outcome).keeps_bytes


def unblended(outcome: Outcome) -> Literal["exact", "resampled"]:
    """How it is given where its own layer is shown."""
    return "exact" if keeps_bytes(outcome) else "resampled"


def is_blended(item: CandidateStatus) -> bool:
    """Whether the finished picture holds a brand picture whose pixels were blended."""
    return any(outcome["given"] in BLENDED for outcome in of(item))


def label(outcome: Outcome, language: str) -> str:
    """The state in a word or two."""
    return i18n.text(f"given-{outcome['given']}-name", language)


def code(outcome: Outcome) -> str:
    """The code of the state's sentence; a picture that does not hold what it should says that."""
    state = outcome["given"]
    if outcome["matched"] or state in BLENDED:
        return f"given-{state}"
    return "given-unlike" if state == "exact" else "given-unlike-resampled"


def changes(outcome: Outcome, language: str) -> str:
    """Size and angle, as far as they are not the file's own; empty where both are."""
    told = {
        "scale": outcome["scale"] != 1 and f"{100 * outcome['scale']:.4g}",
        "rotate": outcome["rotate"] != 0 and f"{outcome['rotate']:g}",
        "tilt": outcome["tilt"] != "none",
    }
    said = [
        i18n.text(f"given-by-{part}", language, found=found)
        for part, found in told.items()
        if found
    ]
    return ", ".join(said)


def figures(outcome: Outcome, language: str) -> dict[str, str]:
    """The blanks of the state's sentence."""
    found, allowed = outcome.get("deviation"), outcome.get("limits")
    told = {
        "asset": name_of(outcome),
        "core": f"{outcome['core_px']:,}",
        "visible": f"{outcome['visible_px']:,}",
        "changes": changes(outcome, language),
    }
    for word, entry in (("found", found), ("allowed", allowed)):
        if entry is not None:
            told[f"{word}_shape"] = f"{entry['shape_iou']:.3f}"
            told[f"{word}_delta"] = f"{entry['delta_e']:.1f}"
            told[f"{word}_hue"] = f"{entry['hue']:.1f}"
    return told


def message(outcome: Outcome, language: str) -> str:
    """The state as a sentence with its figures."""
    return i18n.text(code(outcome), language, **figures(outcome, language))


def hint(outcome: Outcome, language: str) -> str:
    """What to do for another state; empty where nothing is to be had."""
    return i18n.hint(code(outcome), language, **figures(outcome, language))


def downgrade(outcome: Outcome, language: str) -> str:
    """Why it was not blended although that was asked for; empty where it was not asked for."""
    why = outcome["downgraded"]
    return "" if why is None else i18n.text(why["code"], language, **why.get("context", {}))


def short(outcome: Outcome, language: str) -> str:
    """The state for one line of a sheet or a table: name, word, and how far colours are off."""
    words = [label(outcome, language)]
    if outcome["downgraded"] is not None:
        words.append(i18n.text("given-downgraded-name", language))
    elif outcome["given"] in BLENDED and outcome["deviation"] is not None:
        words.append(f"ΔE {outcome['deviation']['delta_e']:.1f}")
    return f"{name_of(outcome)}: {' · '.join(words)}"


def lines(name: object, outcomes: Iterable[Outcome], language: str) -> list[str]:
    """The brand pictures of the picture `name`, a line each, and what is to be known below."""
    said: list[str] = []
    for outcome in outcomes:
        said.append(f"• {name}: {message(outcome, language)}")
        below = downgrade(outcome, language) or hint(outcome, language)
        said += [f"  → {below}"] if below else []
    return said


def as_data(outcomes: Iterable[Outcome], language: str) -> list[dict[str, Any]]:
    """The brand pictures as `--json` prints them."""
    return [
        {
            **outcome,
            "state": label(outcome, language),
            "message": message(outcome, language),
            "downgrade": downgrade(outcome, language) or None,
        }
        for outcome in outcomes
    ]
