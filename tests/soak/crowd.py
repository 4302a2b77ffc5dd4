"""Many viewers of one run in a process that costs little: of each message only the numbers of its events are read."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field

MARK = b'"seq":'
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
DONE = 1000
AT_ONCE = 50  # viewers whose handshakes are under way
READ_BYTES = 1 << 18


@dataclass
class Watched:
    """What all viewers got: when each message came, in monotonic seconds, and its last event."""

    messages: list[tuple[float, int]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)  # the last events of the viewers
    processor_seconds: float = 0.0


class Viewer:
    """A websocket. Fails when an event is missing."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self.socket = socket.create_connection((host, port), timeout=120)
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        head = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n"
        self.socket.sendall(head.encode())
        self.last = 0
        self._buffer = bytearray()

    def shake_hands(self) -> None:
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            self._buffer += self.socket.recv(READ_BYTES)
        assert self._buffer.startswith(b"HTTP/1.1 101"), bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        self.socket.setblocking(False)

    def read(self, watched: Watched, checked: set[tuple[int, int, int]]) -> bool:
        """Take what has come; return whether more may follow."""
        with contextlib.suppress(BlockingIOError):
            self._buffer += self.socket.recv(READ_BYTES)
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == TEXT:
                self._take(payload, checked)
                watched.messages.append((time.monotonic(), self.last))
            elif opcode == PING:
                self.socket.send(bytes([0x80 | PONG, 0x80 | len(payload)]) + bytes(4) + payload)
            elif opcode == CLOSE:
                assert int.from_bytes(payload[:2]) == DONE, payload
                watched.ends.add(self.last)
                self.socket.close()
                return False
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        """Return the next frame, if it is there as a whole. Those of servers are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start]) if len(buffer) >= start else len(buffer)
        if len(buffer) < start + size:
            return None
        frame = (buffer[0] & 15, bytes(buffer[start : start + size]))
        del buffer[: start + size]
        return frame

    def _take(self, payload: bytes, checked: set[tuple[int, int, int]]) -> None:
        at, last_at = payload.find(MARK) + len(MARK), payload.rfind(MARK) + len(MARK)
        first, newest = (int(payload[place : payload.index(b",", place)]) for place in (at, last_at))
        assert first == self.last + 1, f"events between {self.last} and {first} are missing"
        if (first, newest, len(payload)) not in checked:  # the same bytes for all: they are counted once
            assert payload.count(MARK) == newest - first + 1
            checked.add((first, newest, len(payload)))
        self.last = newest


class Crowd:
    """Viewers, connected when this returns."""

    def __init__(self, host: str, port: int, path: str, size: int) -> None:
        self._viewers: list[Viewer] = []
        for start in range(0, size, AT_ONCE):
            some = [Viewer(host, port, path) for _ in range(min(AT_ONCE, size - start))]
            for viewer in some:
                viewer.shake_hands()
            self._viewers += some

    def watch(self) -> Watched:
        """Follow the run to its end."""
        watched, checked = Watched(), set[tuple[int, int, int]]()
        begun = time.process_time()
        with selectors.DefaultSelector() as ready:
            for viewer in self._viewers:
                ready.register(viewer.socket, selectors.EVENT_READ, viewer)
            while ready.get_map():
                for key, _ in ready.select():
                    if not key.data.read(watched, checked):
                        ready.unregister(key.fd)
        watched.processor_seconds = time.process_time() - begun
        return watched
