"""Kueue's queues beside the scheduler: whatever their objects lead to, decisions go on without them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from scheduler_core import LiveQueues
from scheduler_core.contract import Manifest

GROUP = ".kueue.x-k8s.io"
T = TypeVar("T")

logger = logging.getLogger(__name__)


class FollowedQueues:
    """Asks the queues, until a question fails: then they are left out until following begins anew."""

    def __init__(self, others: Callable[[], Iterable[Manifest]], unread: Iterable[str]) -> None:
        self._queues: LiveQueues | None = LiveQueues(
            others, is_unread=any(name.endswith(GROUP) for name in unread)
        )

    def ask(self, question: Callable[[LiveQueues], T], otherwise: T) -> T:
        """Return the answer of the queues, or `otherwise` if they are left out."""
        if self._queues is None:
            return otherwise
        try:
            return question(self._queues)
        except Exception:
            logger.exception("Kueue's queues are left out until following begins anew")
            self._queues = None
            return otherwise
