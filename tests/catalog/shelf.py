"""A library to fill: artwork looked at here, kept as by a person called Ann."""

from contextlib import contextmanager

from nukki.catalog import artwork
from nukki.catalog.asset_change import Wanted
from nukki.core import hashing
from tests.catalog.artworks import encoded, logo


@contextmanager
def alone():
    """The lock of one who has the library to itself."""
    yield lambda: None


def examined(tmp_path, data):
    """What is known of a file that holds `data`."""
    file = tmp_path / f"{hashing.of_bytes(data)[:8]}.png"
    file.write_bytes(data)
    return artwork.examine(file)


def add(shelf, tmp_path, data, asset="logo", variant="default", **about):
    """Register `data`."""
    found = examined(tmp_path, data)
    return shelf.add(found, data, (asset, variant), "session:ann", Wanted(**about))


def coloured(number):
    """The logo in a colour of its own."""
    return encoded(logo(colour=(number % 256, 9, number // 256)))
