"""What a run came to, as a sweep counts it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import HardConstraint, hard_constraints

NO_NODE = -1
_DAEMON_SET = "DaemonSet"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a run. Pods are those that waited at its beginning, in order.

    `nodes` has per pod the number of its node in the input's order, NO_NODE without one; `placed` has by pod the name
    of its node, in the order in which they came. `tied` is whether a pod's last decision had more than one best node.
    `waiting` has the pods that still wait, in order, each with the message of its last attempt; `victims` the running
    pods of the input that had to go for others, of `evicted` pods in all.
    """

    nodes: IntArray
    tied: BoolArray
    decisions: int
    tied_decisions: int
    waiting: dict[str, str]
    placed: dict[str, str]
    victims: tuple[str, ...]
    evicted: int
    nodes_used: int
    skew: int | None

    def of(self, pods: Sequence[Pod], counted: Container[str]) -> Ending:
        """Return the end for some of the run's pods only, by namespace/name."""
        places = np.array([i for i, pod in enumerate(pods) if pod.key in counted], dtype=np.int64)
        waiting = {key: message for key, message in self.waiting.items() if key in counted}
        return replace(self, nodes=self.nodes[places], tied=self.tied[places], waiting=waiting)


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
