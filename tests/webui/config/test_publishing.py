"""Tasks are sent over connections that are kept, and a broker that hangs holds nobody."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis
from celery import Celery, Task

from tests.services.folder import FOLDER
from tests.services.valkey import valkey_server
from webui.config import publishing
from webui.config.environment import broker_url
from webui.config.publishing import IDLE_MAX, NotSent, Publisher

CROWD = 12  # requests at once, more than connections are kept


@pytest.fixture
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A broker of its own, which may be stopped."""
    folder = FOLDER / tmp_path_factory.mktemp("publishing").name
    folder.mkdir()
    with valkey_server(folder / "valkey.sock") as url:
        yield url


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    publisher = Publisher()
    yield publisher
    publisher.close()


@pytest.fixture
def task(broker: str) -> Task[[], None]:
    return nothing_at(broker)


def nothing_at(broker: str) -> Task[[], None]:
    app = Celery(broker=broker_url(broker), set_as_current=False)
    app.conf.broker_pool_limit = None

    @app.task(name="tests.nothing")
    def nothing() -> None:
        pass

    return nothing


def ask(broker: str, section: str, name: str) -> int:
    with redis.Redis.from_url(broker) as client:
        return int(client.info(section)[name])


def messages(broker: str) -> int:
    with redis.Redis.from_url(broker) as client:
        return int(client.llen("celery"))


def test_connections_are_kept(broker: str, task: Task[[], None], publisher: Publisher) -> None:
    publisher.send(task)
    before = ask(broker, "stats", "total_connections_received")
    for _ in range(5):
        publisher.send(task)
    assert ask(broker, "stats", "total_connections_received") == before + 1, "the one that asks"
    with ThreadPoolExecutor(CROWD) as crowd:
        list(crowd.map(lambda _: publisher.send(task), range(CROWD)))
    assert messages(broker) == 6 + CROWD
    assert ask(broker, "clients", "connected_clients") <= 2 * IDLE_MAX + 1, "kombu opens two sockets for each"


def test_a_broker_that_hangs_holds_nobody(
    broker: str, task: Task[[], None], publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "QUIET_SECONDS", 0.0)
    publisher.send(task)
    process = ask(broker, "server", "process_id")
    os.kill(process, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(CROWD) as crowd:
            answers = [crowd.submit(publisher.send, task) for _ in range(CROWD)]
            for answer in answers:
                assert isinstance(answer.exception(timeout=20), NotSent)
    finally:
        os.kill(process, signal.SIGCONT)
    publisher.send(task)


def test_after_a_failure_nothing_is_tried_for_a_moment(
    broker: str, task: Task[[], None], publisher: Publisher
) -> None:
    process = ask(broker, "server", "process_id")
    os.kill(process, signal.SIGSTOP)
    try:
        with pytest.raises(NotSent, match="Timeout"):
            publisher.send(task)
        with pytest.raises(NotSent, match="a moment ago"):
            publisher.send(task)
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_broker_that_was_restarted_is_used_again(tmp_path: Path, publisher: Publisher) -> None:
    """The connection that was kept is of no use then."""
    socket = FOLDER / f"{tmp_path.name}.sock"
    for _ in range(2):
        with valkey_server(socket) as broker:
            publisher.send(nothing_at(broker))
            assert messages(broker) == 1
        shutil.rmtree(socket.with_suffix(""))
