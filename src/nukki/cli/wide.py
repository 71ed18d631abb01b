"""Text that may be Korean: how many columns it takes, and how it wraps."""

from __future__ import annotations

import unicodedata

import click


def columns(text: str) -> int:
    """Columns that `text` takes in a terminal: wide characters two, combining marks none."""
    return sum(_columns(character) for character in text)


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at blanks; a word that is wider stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def ljust(text: str, width: int) -> str:
    """`text` filled with blanks to `width` columns."""
    return text + " " * (width - columns(text))


class Formatter(click.HelpFormatter):
    """Click's help layout, measured in columns instead of characters."""

    def write_text(self, text: str) -> None:
        """A paragraph at the current indentation."""
        for line in wrap(text, self.width - self.current_indent):
            self.write(f"{'':>{self.current_indent}}{line}\n")

    def write_dl(self, rows: object, col_max: int = 30, col_spacing: int = 2) -> None:
        """Names on the left, what they mean on the right."""
        pairs: list[tuple[str, str]] = list(rows)  # type: ignore[call-overload]
        first = min(max(columns(name) for name, _ in pairs), col_max) + col_spacing
        indent = self.current_indent
        for name, meaning in pairs:
            lines = wrap(meaning, max(self.width - indent - first, 20))
            if columns(name) > first - col_spacing:
                self.write(f"{'':>{indent}}{name}\n")
            else:
                self.write(f"{'':>{indent}}{ljust(name, first)}{lines.pop(0) if lines else ''}\n")
            for line in lines:
                self.write(f"{'':>{indent + first}}{line}\n")


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
