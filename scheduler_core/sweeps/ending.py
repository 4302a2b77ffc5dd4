"""What a run came to, as a sweep counts it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler_core.cluster.columns import BoolArray, IntArray
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.pod import PodTemplate
from scheduler_core.plugins.podtopologyspread.filtering import HardConstraint, hard_constraints

NO_NODE = -1
_DAEMON_SET = "DaemonSet"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a run. Pods are those that waited at its beginning, in order.

    `nodes` has per pod the number of its node in the input's order, NO_NODE without one; `tied` whether its last
    decision had more than one best node. `pending` pods still wait, `evicted` ones had to go for others.
    `first_pending` is the first of those that wait, with the message of its last attempt.
    """

    nodes: IntArray
    tied: BoolArray
    decisions: int
    tied_decisions: int
    pending: int
    evicted: int
    nodes_used: int
    skew: int | None
    first_pending: tuple[str, str] | None

    @property
    def placed(self) -> int:
        """The number of pods that waited and run at the end."""
        return int(np.count_nonzero(self.nodes != NO_NODE))


class Gauge:
    """Measures a cluster: how many nodes are used, and how unevenly pods are spread."""

    def __init__(self, handle: Handle, templates: set[PodTemplate]) -> None:
        """Prepare for the cluster and all classes of pods that may run in it."""
        self._pods = handle.snapshot.counter("pods that no DaemonSet owns", _is_no_daemon)
        spread: dict[int, HardConstraint] = {}
        for template in templates:
            for constraint in hard_constraints(handle, template, template.spread):
                if constraint.domain.any():
                    spread[id(constraint.pods)] = constraint
        self._constraints = list(spread.values())

    def nodes_used(self) -> int:
        """Return the number of nodes with a pod that no DaemonSet owns."""
        return int(np.count_nonzero(self._pods.by_node))

    def skew(self) -> int | None:
        """Return the largest difference between two domains of any constraint; None without constraints."""
        counts = [c.pods.by_value[c.domain] for c in self._constraints]
        return max((int(matching.max() - matching.min()) for matching in counts), default=None)


def _is_no_daemon(template: PodTemplate) -> bool:
    return template.controller is None or template.controller.kind != _DAEMON_SET
