"""A Valkey server for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.services.waiting import wait_for
from webui.site.processes import child, commands


@contextmanager
def valkey_server(socket: Path) -> Iterator[str]:
    """Yields the server's URL."""
    folder = socket.with_suffix("")
    folder.mkdir()
    with (folder / "log").open("wb") as output:
        server = child.spawn(commands.valkey(socket, folder), environment={}, output=output)
    url = f"unix://{socket}"
    try:
        wait_for(lambda: answers(url), f"Valkey answers on {socket}")
        yield url
    finally:
        child.stop(server, 5)


def answers(url: str) -> bool:
    with redis.Redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
