"""A picture in the terminal: only where it can be seen."""

import base64
import re

import pytest
from PIL import Image

from nukki.cli import picture
from nukki.settings import Terminal


def terminal(**said):
    blank = dict.fromkeys(Terminal.model_fields, "")
    return Terminal.model_construct(**{**blank, **said})


WAYS = [
    ({"term": "xterm-kitty"}, "kitty"),
    ({"term": "xterm", "kitty_window_id": "1"}, "kitty"),
    ({"term": "xterm-256color", "term_program": "iTerm.app"}, "iterm2"),
    ({"term": "xterm-256color", "lc_terminal": "iTerm2"}, "iterm2"),
    ({"term": "foot"}, "sixel"),
    ({"term": "xterm-256color", "colorterm": "truecolor"}, "blocks"),
    ({"term": "xterm-256color"}, None),
    ({"term": "dumb", "colorterm": "truecolor"}, None),
    ({"term": "xterm-kitty", "no_color": "1"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("said", "way"), WAYS)
def test_the_terminal_chooses_the_way(said, way):
    assert picture.best_way(terminal(**said), is_terminal=True) == way
    assert picture.best_way(terminal(**said), is_terminal=False) is None


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "그림.png"
    Image.linear_gradient("L").convert("RGB").save(path)
    return path


def test_kitty_and_iterm_receive_a_whole_png(path):
    chunks = re.findall(r"\x1b_G[^;]*;([^\x1b]*)\x1b\\", picture.render(path, "kitty"))
    assert base64.b64decode("".join(chunks)).startswith(b"\x89PNG")
    data = re.search(r":([^:\a]*)\a", picture.render(path, "iterm2"))
    assert base64.b64decode(data[1]).startswith(b"\x89PNG")


def test_sixels_are_whole(path):
    drawn = picture.render(path, "sixel")
    assert drawn.startswith('\x1bPq"1;1;256;256')
    assert drawn.endswith("\x1b\\\n")
    assert drawn.count("-") == 43


def test_blocks_end_each_line_in_the_terminals_own_colours(path):
    lines = picture.render(path, "blocks").splitlines()
    assert all(line.endswith("\x1b[0m") for line in lines)
    assert "▀" in lines[0]
