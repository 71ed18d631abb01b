"""What a person asks: the brief, its sizes, seeds and faults."""

from nukki.brief.asset_use import AssetUse
from nukki.brief.brief import Brief, Style
from nukki.brief.load import load_document, load_draft, load_file, load_mapping, parse_json
from nukki.brief.seeds import resolve_seeds
from nukki.brief.sizes import Size

__all__ = [
    "AssetUse",
    "Brief",
    "Size",
    "Style",
    "load_document",
    "load_draft",
    "load_file",
    "load_mapping",
    "parse_json",
    "resolve_seeds",
]
