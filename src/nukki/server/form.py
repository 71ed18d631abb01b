"""The one file of a form, taken out of its body without holding either in memory."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from nukki.errors import InputError

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

FORM = "multipart/form-data"
FIELD = "file"
MAX_PARTS = 16
MAX_HEADER = 4096
PIECE = 64 * 1024


def is_form(content_type: str) -> bool:
    """Whether a body of this type is a form with files."""
    return content_type.partition(";")[0].strip().lower() == FORM


def take_file(body: IO[bytes], content_type: str, target: IO[bytes]) -> None:
    """Write the content of the field `file` into `target`.

    Raises InputError upload-malformed, or upload-empty when there is no such file.
    """
    boundary = parse_options_header(content_type)[1].get(b"boundary", b"")
    if not boundary:
        raise InputError("upload-malformed", reason="boundary")
    form = _Form(target)
    heard: MultipartCallbacks = {
        "on_part_begin": form.begin,
        "on_header_field": form.header_name,
        "on_header_value": form.header_value,
        "on_header_end": form.header,
        "on_part_data": form.data,
        "on_end": form.end,
    }
    try:
        parser = MultipartParser(boundary, heard)
        while piece := body.read(PIECE):
            parser.write(piece)
    except FormParserError as error:
        raise InputError("upload-malformed", reason=str(error)[:100]) from None
    if not form.ended:
        raise InputError("upload-malformed", reason="EOF")
    if form.files != 1:
        raise InputError("upload-empty")


class _Form:
    """Hears what the parser finds."""

    def __init__(self, target: IO[bytes]) -> None:
        self.target = target
        self.parts = self.files = 0
        self.ended = False
        self._name, self._value = bytearray(), bytearray()
        self._wanted = False

    def begin(self) -> None:
        self.parts += 1
        self._wanted = False
        if self.parts > MAX_PARTS:
            raise InputError("upload-malformed", reason=f"> {MAX_PARTS}")

    def header_name(self, data: bytes, start: int, end: int) -> None:
        self._add(self._name, data[start:end])

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._add(self._value, data[start:end])

    def header(self) -> None:
        if bytes(self._name).lower() == b"content-disposition":
            _, about = parse_options_header(bytes(self._value))
            if about.get(b"name") == FIELD.encode() and b"filename" in about:
                self._wanted = True
                self.files += 1
        self._name.clear()
        self._value.clear()

    def data(self, data: bytes, start: int, end: int) -> None:
        if self._wanted and self.files == 1:
            self.target.write(data[start:end])

    def end(self) -> None:
        self.ended = True

    def _add(self, header: bytearray, piece: bytes) -> None:
        header += piece
        if len(header) > MAX_HEADER:
            raise InputError("upload-malformed", reason=f"> {MAX_HEADER} B")
