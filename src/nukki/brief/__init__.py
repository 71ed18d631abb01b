"""What a person asks: the brief, its sizes, seeds and faults."""

from nukki.brief.brief import Brief, Style
from nukki.brief.load import load_file, load_mapping
from nukki.brief.seeds import resolve_seeds
from nukki.brief.sizes import Size

__all__ = ["Brief", "Size", "Style", "load_file", "load_mapping", "resolve_seeds"]
