"""People who watch a run, and come back when their connection is lost."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

DONE = 1000


class Viewer(threading.Thread):
    """Collects the events of a run until the server says that there are no more."""

    def __init__(self, url: str, run: str) -> None:
        super().__init__(daemon=True)
        self.address = f"{url.replace('http', 'ws')}/ws/runs/{run}"
        self.events: list[dict[str, Any]] = []
        self.is_left = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.is_left.is_set():
            try:
                self._watch()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == DONE:
                    return
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            time.sleep(0.1)

    def _watch(self) -> None:
        with connect(f"{self.address}?after={len(self.events)}", proxy=None, open_timeout=10) as socket:
            while True:
                self.events += json.loads(socket.recv(timeout=60))["events"]
