"""Work in a process beside this one, which leaves the processor to others and gives its memory back at the end.

Nothing of Django is imported here: the other process begins with this module.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

NICENESS = 10
# Terminals and systemd send them to both processes: the first one decides.
SIGNALS = {signal.SIGINT, signal.SIGTERM}
AT_ONCE = 1000  # objects in a message: all in one would be held here twice until they are received

Work = Callable[..., Any]


class WorkFailed(Exception):
    """The work met an error, whose traceback this says, or its process was killed."""


class Beside:
    """Does work in processes of its own, one for each piece; asked as an executor of the standard library is.

    Those of the library share locks: if a signal to the whole group ends a process that has one, the other waits for
    it forever.
    """

    def __init__(self) -> None:
        self._processes: set[BaseProcess] = set()
        self._is_over = False

    def submit(self, work: Work, objects: Sequence[bytes], /, *others: Any) -> Future[Any]:
        """Begin to call `work(objects, *others)` in another process, and return its result to come."""
        future: Future[Any] = Future()
        threading.Thread(target=self._ask, args=(future, work, objects, others), daemon=True).start()
        return future

    def shutdown(self) -> None:
        """End what is going on, and what is about to begin."""
        self._is_over = True
        for process in list(self._processes):
            process.kill()

    def _ask(self, future: Future[Any], work: Work, objects: Sequence[bytes], others: Any) -> None:
        try:
            is_done, result = self._answer(work, objects, others)
        except (EOFError, OSError) as error:
            is_done, result = False, f"its process has ended: {error!r}"
        if is_done:
            future.set_result(result)
        else:
            future.set_exception(WorkFailed(result))

    def _answer(self, work: Work, objects: Sequence[bytes], others: Any) -> tuple[bool, Any]:
        resource_tracker.ensure_running()  # it undoes the next line
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # the other process begins with this thread's mask
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(there, work, others), daemon=True)
        process.start()
        there.close()
        self._processes.add(process)
        if self._is_over:
            process.kill()
        try:
            for first in range(0, len(objects), AT_ONCE):
                here.send(objects[first : first + AT_ONCE])
            here.send(None)
            answer: tuple[bool, Any] = here.recv()
            return answer
        finally:
            here.close()
            process.join()
            self._processes.discard(process)


def _work(connection: Connection, work: Work, others: tuple[Any, ...]) -> None:
    """Do the work in the other process, unless the first one ends."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(NICENESS)
    with suppress(EOFError, OSError):  # nobody waits for it any more
        objects = [text for part in iter(connection.recv, None) for text in part]
        connection.send(_result(work, objects, others))


def _result(work: Work, objects: Sequence[bytes], others: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, work(objects, *others)
    except Exception:
        return False, traceback.format_exc()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
