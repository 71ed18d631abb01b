"""A picture in the terminal: kitty, iTerm2 or sixel where they are, else half blocks in colour.

Nothing is drawn into pipes, into dumb terminals, or where NO_COLOR asks for quiet.
"""

from __future__ import annotations

import base64
import io
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nukki.settings import Terminal

if TYPE_CHECKING:
    from PIL import Image

Way = Literal["kitty", "iterm2", "sixel", "blocks"]

WIDTH_PX = 960
MAX_COLUMNS = 100
_KITTY_CHUNK = 4096
_SIXEL_TERMS = ("sixel", "foot", "mlterm", "contour")
_ITERM_PROGRAMS = ("iterm.app", "wezterm", "mintty", "rio", "vscode")


def show(path: Path) -> None:
    """Show the picture at `path` on stdout, if stdout is a terminal that can."""
    way = best_way(Terminal(), is_terminal=sys.stdout.isatty())
    if way is not None:
        sys.stdout.write(render(path, way))
        sys.stdout.flush()


def best_way(terminal: Terminal, *, is_terminal: bool) -> Way | None:
    """How this terminal shows pictures, by what it says of itself; None when it should not."""
    term = terminal.term.lower()
    if not is_terminal or terminal.no_color or term in ("", "dumb"):
        return None
    program = (terminal.term_program or terminal.lc_terminal).lower()
    if terminal.kitty_window_id or "kitty" in term or program == "ghostty":
        return "kitty"
    if program in _ITERM_PROGRAMS or program == "iterm2":
        return "iterm2"
    if any(name in term for name in _SIXEL_TERMS):
        return "sixel"
    return "blocks" if terminal.colorterm.lower() in ("truecolor", "24bit") else None


def render(path: Path, way: Way) -> str:
    """The escape sequences that show the picture."""
    from PIL import Image

    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    picture.thumbnail((WIDTH_PX, WIDTH_PX * 4), Image.Resampling.LANCZOS)
    if way == "kitty":
        return "".join(_kitty(_png(picture))) + "\n"
    if way == "iterm2":
        data = base64.b64encode(_png(picture)).decode()
        return f"\x1b]1337;File=inline=1;preserveAspectRatio=1:{data}\a\n"
    if way == "sixel":
        return "".join(_sixel(picture)) + "\n"
    return _blocks(picture)


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def _kitty(data: bytes) -> Iterator[str]:
    coded = base64.b64encode(data).decode()
    for at in range(0, len(coded), _KITTY_CHUNK):
        more = int(at + _KITTY_CHUNK < len(coded))
        head = "a=T,f=100," if at == 0 else ""
        yield f"\x1b_G{head}m={more};{coded[at : at + _KITTY_CHUNK]}\x1b\\"


def _sixel(picture: Image.Image) -> Iterator[str]:
    """DEC sixels: six rows a band, each colour of a band drawn over it in one pass."""
    import numpy as np

    indexed = picture.quantize(128)
    palette = indexed.getpalette() or []
    pixels = np.asarray(indexed)
    yield f'\x1bPq"1;1;{picture.width};{picture.height}'
    for number in range(len(palette) // 3):
        red, green, blue = (round(value * 100 / 255) for value in palette[3 * number :][:3])
        yield f"#{number};2;{red};{green};{blue}"
    weights = np.array([1, 2, 4, 8, 16, 32])
    for top in range(0, picture.height, 6):
        band = pixels[top : top + 6]
        for number in np.unique(band):
            rows = band == number
            bits = (rows * weights[: len(band), None]).sum(axis=0)
            yield f"#{number}" + "".join(chr(63 + int(bit)) for bit in bits) + "$"
        yield "-"
    yield "\x1b\\"


def _blocks(picture: Image.Image) -> str:
    """Two pixels a character: the upper half block in the upper pixel's colour."""
    from PIL import Image

    columns = min(shutil.get_terminal_size().columns - 1, MAX_COLUMNS)
    rows = max(1, round(columns * picture.height / picture.width / 2))
    small = picture.resize((columns, rows * 2), Image.Resampling.LANCZOS)
    lines = []
    for y in range(0, rows * 2, 2):
        cells = []
        for x in range(columns):
            (r, g, b), (s, h, c) = small.getpixel((x, y)), small.getpixel((x, y + 1))  # type: ignore[misc]
            cells.append(f"\x1b[38;2;{r};{g};{b};48;2;{s};{h};{c}m▀")
        lines.append("".join(cells) + "\x1b[0m")
    return "\n".join(lines) + "\n"
