"""Pages as a class opens them: by everybody at once, right after a start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connections
from django.test import Client

from webui.ground.lib.kept import Kept

TIMES = 20
_KEEPING = ("scheduler_core.", "webui.features.", "webui.core.runs.cycles", "webui.core.runs.pods")

Answer = tuple[int, bytes]


def forget() -> None:
    """Empty what the process keeps of its work, as after a start."""
    modules = [module for name, module in sys.modules.items() if name.startswith(_KEEPING)]
    for kept in [value for module in modules for value in vars(module).values()]:
        if isinstance(kept, Kept):
            Kept.__init__(kept, kept._most_bytes)
        elif callable(clear := getattr(kept, "cache_clear", None)):
            clear()


class Crowd:
    """TIMES readers, each with a thread of their own."""

    def __init__(self) -> None:
        self._clients = [Client() for _ in range(TIMES)]
        self._start = Barrier(TIMES)
        self._threads = ThreadPoolExecutor(TIMES)

    def opened(self, *paths: str) -> list[set[Answer]]:
        """Let everybody open the pages at once, one after another; return the different answers of each."""
        read = self._threads.map(lambda client: [self._open(client, path) for path in paths], self._clients)
        return [set(answers) for answers in zip(*read, strict=True)]

    def _open(self, client: Client, path: str) -> Answer:
        self._start.wait()
        answer = client.get(path)
        return answer.status_code, answer.content

    def leave(self) -> None:
        list(self._threads.map(lambda _: self._close(), range(TIMES)))
        self._threads.shutdown()

    def _close(self) -> None:
        self._start.wait()  # so that each thread closes its own
        connections.close_all()


@contextmanager
def crowd() -> Iterator[Crowd]:
    """Give a crowd whose threads take turns much more often than usual."""
    interval, readers = sys.getswitchinterval(), Crowd()
    sys.setswitchinterval(interval / 50)
    try:
        yield readers
    finally:
        sys.setswitchinterval(interval)
        readers.leave()
