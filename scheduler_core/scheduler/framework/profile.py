"""A profile: the plugins of each extension point, in the order in which they run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .interfaces import (
    BindPlugin,
    FilterPlugin,
    PermitPlugin,
    PostBindPlugin,
    PostFilterPlugin,
    PreBindPlugin,
    PreEnqueuePlugin,
    PreFilterPlugin,
    PreScorePlugin,
    QueueSortPlugin,
    ReservePlugin,
    ScorePlugin,
)

# By the configuration's field name: the field of Profile and the protocol, in the order of a cycle.
EXTENSION_POINTS: dict[str, tuple[str, type[Any]]] = {
    "preEnqueue": ("pre_enqueue", PreEnqueuePlugin),
    "queueSort": ("queue_sort", QueueSortPlugin),
    "preFilter": ("pre_filter", PreFilterPlugin),
    "filter": ("filter", FilterPlugin),
    "postFilter": ("post_filter", PostFilterPlugin),
    "preScore": ("pre_score", PreScorePlugin),
    "score": ("score", ScorePlugin),
    "reserve": ("reserve", ReservePlugin),
    "permit": ("permit", PermitPlugin),
    "preBind": ("pre_bind", PreBindPlugin),
    "bind": ("bind", BindPlugin),
    "postBind": ("post_bind", PostBindPlugin),
}


@dataclass(slots=True)
class Profile:
    """Plugins by extension point; those of `score` with their weights.

    `percentage` is percentageOfNodesToScore; None means the configuration's global value.
    """

    scheduler_name: str
    percentage: int | None = None
    pre_enqueue: list[PreEnqueuePlugin] = field(default_factory=list)
    queue_sort: list[QueueSortPlugin] = field(default_factory=list)
    pre_filter: list[PreFilterPlugin] = field(default_factory=list)
    filter: list[FilterPlugin] = field(default_factory=list)
    post_filter: list[PostFilterPlugin] = field(default_factory=list)
    pre_score: list[PreScorePlugin] = field(default_factory=list)
    score: list[tuple[ScorePlugin, int]] = field(default_factory=list)
    reserve: list[ReservePlugin] = field(default_factory=list)
    permit: list[PermitPlugin] = field(default_factory=list)
    pre_bind: list[PreBindPlugin] = field(default_factory=list)
    bind: list[BindPlugin] = field(default_factory=list)
    post_bind: list[PostBindPlugin] = field(default_factory=list)

    def names(self, point: str) -> list[str]:
        """Return plugin names at an extension point, by its name in the configuration (`preFilter`, `score`, …)."""
        plugins: Iterable[Any] = getattr(self, EXTENSION_POINTS[point][0])
        return [p[0].name if point == "score" else p.name for p in plugins]
