"""Networks small enough to be written by hand, in ONNX's bytes."""

from __future__ import annotations


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _tensor(name: str, sizes: tuple[int | str, ...]) -> bytes:
    """A ValueInfoProto of float32; text stands for a side of any length."""
    shape = b"".join(
        _text(1, _number(1, size) if isinstance(size, int) else _text(2, size)) for size in sizes
    )
    return _text(1, name) + _text(2, _text(1, _number(1, 1) + _text(2, shape)))


def mean_of_channels(side: int) -> bytes:
    """ONNX: `in` [1, 3, side, side] to `out` [1, 1, side, side], the mean over the channels."""
    axes = _text(5, _text(1, "axes") + _number(8, 1) + _number(20, 7))  # ints: [1]
    node = _text(1, "in") + _text(2, "out") + _text(4, "ReduceMean") + axes
    graph = _text(1, node) + _text(2, "mean") + _text(11, _tensor("in", (1, 3, side, side)))
    graph += _text(12, _tensor("out", (1, 1, side, side)))
    opset = _text(8, _text(1, "") + _number(2, 13))
    return _number(1, 8) + _text(7, graph) + opset


def picks_channel(channel: int, source: str, target: str) -> bytes:
    """ONNX: `source` [1, 4, H, W] to `target` [1, 1, H, W], one channel of it, of any size."""
    which = _number(1, 1) + _number(2, 7) + _text(8, "which")  # int64, one of them
    which += _text(9, channel.to_bytes(8, "little"))
    axis = _text(5, _text(1, "axis") + _number(3, 1) + _number(20, 2))
    node = _text(1, source) + _text(1, "which") + _text(2, target) + _text(4, "Gather") + axis
    graph = _text(1, node) + _text(2, "pick") + _text(5, which)
    graph += _text(11, _tensor(source, (1, 4, "height", "width")))
    graph += _text(12, _tensor(target, (1, 1, "height", "width")))
    opset = _text(8, _text(1, "") + _number(2, 13))
    return _number(1, 8) + _text(7, graph) + opset
