"""The life of a websocket: it is accepted, work is done side by side, and it ends with the first that ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from webui.ground.lib.asgi import Receive, Send

T = TypeVar("T")


async def accept(receive: Receive, send: Send) -> None:
    """Let the viewer in."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})


async def leaving(receive: Receive) -> None:
    """Wait until the viewer has left; what they say meanwhile is not heard."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def first_of(*works: Coroutine[Any, Any, T]) -> T:
    """Return what the first to end returns, or raise what it raises; the others are cancelled.

    Of those that end at the same time the first that is named counts.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task in done).result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
