"""Send tasks to workers over connections that are kept, and never wait for long: neither for one nor for the broker."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from celery import group
from kombu.exceptions import OperationalError

if TYPE_CHECKING:
    from celery import Task
    from kombu import Connection

PATIENCE = 1.0  # seconds to wait for a connection, and for an answer
QUIET_SECONDS = (
    3.0  # in which nothing is sent after that failed, so that a broker that hangs holds one request
)
IDLE_MAX = 4  # connections that are kept


class NotSent(Exception):
    """The broker has not got the message."""


class Publisher:
    """Sends tasks. If no connection is idle a new one is opened, so requests do not wait for each other."""

    def __init__(self) -> None:
        self._idle: list[Connection] = []
        self._quiet_until = 0.0  # on the monotonic clock

    def send(self, task: Task[Any, None], *arguments: str, **options: Any) -> None:
        """Send a task. Raise NotSent after PATIENCE, and at once for QUIET_SECONDS after that."""
        with self._sending(task) as connection:
            options |= {"connection": connection, "retry": False}
            task.apply_async(arguments, **options)

    def send_group(self, task: Task[Any, None], arguments: Sequence[str]) -> None:
        """Send a task for each of the arguments, all over one connection. Raise NotSent as `send` does."""
        with self._sending(task) as connection, task.app.amqp.Producer(connection) as producer:
            group(task.s(argument) for argument in arguments).apply_async(producer=producer, retry=False)

    def close(self) -> None:
        """Close the connections that are idle."""
        while self._idle:
            self._idle.pop().release()

    @contextmanager
    def _sending(self, task: Task[Any, None]) -> Iterator[Connection]:
        """Yield a connection; raise NotSent if the broker does not answer on it."""
        if time.monotonic() < self._quiet_until:
            raise NotSent("the broker did not answer a moment ago")
        try:
            with self._connection(task) as connection:
                yield connection
        except OperationalError as error:
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            raise NotSent(str(error)) from error

    @contextmanager
    def _connection(self, task: Task[Any, None]) -> Iterator[Connection]:
        """Yield an idle connection or a new one; keep it afterwards, unless it failed."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = _new_connection(task)
        try:
            yield connection
        except BaseException:
            connection.release()
            raise
        if len(self._idle) < IDLE_MAX:
            self._idle.append(connection)
        else:
            connection.release()


def _new_connection(task: Task[Any, None]) -> Connection:
    """Return a connection, which is opened when it is used."""
    options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE, "max_retries": 0}
    return task.app.connection_for_write(transport_options=options)


publisher = Publisher()
