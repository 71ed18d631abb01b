"""A caller of the live events: a plain socket that reads what a browser would."""

import json
import socket
from contextlib import contextmanager


class Stream:
    """One open stream; `next` gives (event, data, id), skipping heartbeats."""

    def __init__(self, port, query="", headers=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(20)
        self.socket.connect(("127.0.0.1", port))
        lines = [f"GET /api/events{query} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()) != b"":
            name, _, value = line.decode().partition(": ")
            self.headers[name.lower()] = value
        self.left = b""
        self.raw = b""

    def next(self, wanted=None):
        """The next event, or the next one called `wanted`; None once the stream has ended."""
        while (block := self._block()) is not None:
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "event" in fields and wanted in (None, fields["event"]):
                event_id = int(fields["id"]) if "id" in fields else None
                return fields["event"], json.loads(fields["data"]), event_id
        return None

    def until(self, wanted):
        """All events up to and with the first called `wanted`."""
        found = [self.next()]
        while found[-1][0] != wanted:
            found.append(self.next())
        return found

    def close(self):
        self.file.close()
        self.socket.close()

    def _block(self):
        while b"\n\n" not in self.left:
            size = self.file.readline()
            count = int(size, 16) if size.strip() else 0
            if count == 0:
                return None
            self.left += self.file.read(count)
            self.file.readline()
        block, _, self.left = self.left.partition(b"\n\n")
        return block.decode()


@contextmanager
def stream(port, query="", **options):
    """An open stream while the block runs."""
    opened = Stream(port, query, **options)
    try:
        yield opened
    finally:
        opened.close()
