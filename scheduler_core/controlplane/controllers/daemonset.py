"""DaemonSet: one pod for each node, and the rolling update.

Mirrors podsShouldBeOnNode of pkg/controller/daemon/daemon_controller.go, and rollingUpdate and findUpdatedPodsOnNode of
update.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .amounts import scaled_value
from .pod import ControlledPod

P = TypeVar("P", bound=ControlledPod)


@dataclass(frozen=True, slots=True)
class Portions:
    """How many nodes may have a second pod during an update (`surge`), or none that is available."""

    surge: int
    unavailable: int


@dataclass(slots=True)
class Plan(Generic[P]):
    """The nodes that get a pod, and the pods to delete with the reason."""

    creates: list[str] = field(default_factory=list)
    deletes: list[tuple[P, str]] = field(default_factory=list)


def portions(surge: object, unavailable: object, nodes: int) -> Portions:
    """Return the portions of an update; without a surge 1 may be unavailable by default."""
    most_surge = scaled_value(surge, nodes, round_up=True)
    default = 0 if most_surge else 1
    return Portions(most_surge, scaled_value(unavailable, nodes, round_up=True, default=default))


def manage(
    eligible: Collection[str], continuing: Collection[str], pods: Mapping[str, Sequence[P]], *, surges: bool
) -> Plan[P]:
    """Return the pods that nodes lack or have too many of; `pods` are by the node that they are for.

    A node that is not eligible but `continuing` keeps the pod that it has: NoSchedule taints came later.
    """
    plan: Plan[P] = Plan()
    for node in eligible:
        alive = [pod for pod in pods.get(node, ()) if pod.active]
        if not pods.get(node) or (surges and not alive):
            plan.creates.append(node)
    for node, on_node in pods.items():
        alive = [pod for pod in on_node if not pod.deleting]
        if node not in continuing:
            plan.deletes += [(pod, "node no longer eligible") for pod in alive]
        else:
            plan.deletes += [(pod, "finished") for pod in alive if pod.finished]
            running = sorted((pod for pod in alive if not pod.finished), key=lambda pod: pod.created)
            if not surges:
                plan.deletes += [(pod, "surplus") for pod in running[1:]]
    return plan


def rolling_update(
    nodes: Sequence[str],
    pods: Mapping[str, Sequence[P]],
    revision: str,
    most: Portions,
    *,
    now: float,
    min_ready_seconds: float,
) -> Plan[P]:
    """Return the next step of an update to a revision."""
    step = _Step[P](revision, now, min_ready_seconds)
    return (
        step.surging(nodes, pods, most.surge) if most.surge else step.replacing(nodes, pods, most.unavailable)
    )


@dataclass(slots=True)
class _Step(Generic[P]):
    revision: str
    now: float
    min_ready_seconds: float

    def _available(self, pod: P) -> bool:
        return pod.available(self.now, self.min_ready_seconds)

    def _of(self, pods: Sequence[P]) -> tuple[list[P], list[P]]:
        """Return the pods of the new and of other revisions, without those being deleted."""
        alive = [pod for pod in pods if pod.active]
        new = [pod for pod in alive if pod.revision == self.revision]
        return new, [pod for pod in alive if pod.revision != self.revision]

    def replacing(self, nodes: Sequence[str], pods: Mapping[str, Sequence[P]], most: int) -> Plan[P]:
        """Delete old pods while few enough nodes are without an available one; unavailable old pods always."""
        unavailable, broken, candidates = 0, list[P](), list[P]()
        for node in nodes:
            new, old = self._of(pods.get(node, ()))
            if bool(new) == bool(old):  # none, or both: the other rules act first
                unavailable += 1
            elif new:
                unavailable += not self._available(new[0])
            elif not self._available(old[0]):
                broken.append(old[0])
                unavailable += 1
            elif unavailable < most:
                candidates.append(old[0])
        room = max(most - unavailable, 0)
        return Plan([], [(pod, "updated") for pod in (*broken, *candidates[:room])])

    def surging(self, nodes: Sequence[str], pods: Mapping[str, Sequence[P]], most: int) -> Plan[P]:
        """Create new pods beside old ones on few enough nodes, and delete the old one when the new is available."""
        surged, broken, candidates = 0, list[str](), list[str]()
        plan: Plan[P] = Plan()
        for node in nodes:
            new, old = self._of(pods.get(node, ()))
            if not old:
                continue
            if not new:
                (candidates if self._available(old[0]) else broken).append(node)
            elif not self._available(new[0]):
                surged += 1
            else:
                plan.deletes.append((old[0], "updated"))
        plan.creates = [*broken, *candidates[: max(most - surged, 0)]]
        return plan
