"""Cluster Autoscaler: node groups, each tried by bin packing with the scheduler's filters alone.

Follows core/scaleup/orchestrator/orchestrator.go, estimator/binpacking_estimator.go and
estimator/decreasing_pod_orderer.go of cluster-autoscaler 1.34. Unknown here, and left out: the largest size of a
group, groups without nodes, quotas, and groups that are balanced with similar ones (off by default).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scheduler_core.advice.lenses.contract import GroupRefusal, ScaleUp
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.sentences import worded

from .answer import MOST_NODES, Addition, Unhelped, by_class, scale_up
from .expanders import DEFAULT_EXPANDER, EXPANDERS, Option, Priorities, best_options, read_priorities
from .growth import GrowingCluster
from .nodegroups import NodeGroup, node_groups
from .pending import EXPENDABLE, pending_pods


def cluster_autoscaler(
    recording: Recording, *, expanders: Sequence[str] = (DEFAULT_EXPANDER,), seed: int | None = None
) -> ScaleUp:
    """Return the nodes that Cluster Autoscaler would add at the end of a run, in its loops, and whether they help.

    `expanders` are asked one after another; of equal groups the first is taken, or one at random by the seed. Raise
    InvalidInput for an unknown expander.
    """
    for name in expanders:
        if name not in EXPANDERS:
            raise InvalidInput.of(
                "expander",
                worded(
                    "must be one of {names}; got {value}",
                    names=", ".join(EXPANDERS),
                    value=name,
                ),
            )
    simulation = recording.before(len(recording.finished))
    pods, ignored = pending_pods(simulation, cutoff=EXPENDABLE)
    groups = node_groups(simulation)
    loops = _Loops(
        GrowingCluster(simulation),
        groups,
        expanders,
        read_priorities(recording.scenario.manifests),
        Random(seed) if seed is not None else None,
    )
    left = loops.run(pods)
    return scale_up(
        "cluster-autoscaler",
        simulation,
        pods,
        ignored,
        loops.added,
        [Unhelped(alike, loops.refusals(alike[0])) for alike in by_class(left)],
        complete=loops.node_count < MOST_NODES,
    )


class _Loops:
    """One scale-up after another, each for the pods that the ones before do not help."""

    def __init__(
        self,
        cluster: GrowingCluster,
        groups: Sequence[NodeGroup],
        expanders: Sequence[str],
        priorities: Priorities,
        rng: Random | None,
    ) -> None:
        self._cluster, self._groups = cluster, groups
        self._expanders, self._priorities, self._rng = expanders, priorities, rng
        self.added: list[Addition] = []

    @property
    def node_count(self) -> int:
        return sum(len(addition.nodes) for addition in self.added)

    def run(self, pods: Sequence[Pod]) -> list[Pod]:
        """Add nodes as long as some group helps; return the pods that are not helped."""
        left = list(pods)
        while left and self.node_count < MOST_NODES:
            estimates = [_Estimate(self._cluster.fork(), group, self.node_count) for group in self._groups]
            helping = {estimate.group.name: estimate for estimate in estimates if estimate.pack(left)}
            if not helping:
                break
            options = [estimate.option for estimate in helping.values()]
            best = best_options(options, self._expanders, self._priorities)
            chosen = helping[(self._rng.choice(best) if self._rng else best[0]).group.name]
            equal = [option.group.name for option in best] if len(best) > 1 else []
            self.added.append(Addition(chosen.group, chosen.used_nodes, chosen.pods, equal))
            self._add(chosen)
            helped = {pod.key for pod in chosen.pods}
            left = [pod for pod in left if pod.key not in helped]
        return left

    def _add(self, chosen: _Estimate) -> None:
        """Let the nodes that are used come, with the pods where the estimate has them."""
        for node in chosen.used_nodes:
            row = self._cluster.add(chosen.group, node)
            for pod in chosen.pods_on(node.name):
                self._cluster.assume(pod, row)

    def refusals(self, pod: Pod) -> list[GroupRefusal]:
        """Return why a new node of each group does not take a pod."""
        return self._cluster.refusals(pod, self._groups, self.node_count + 1)


class _Estimate:
    """How many new nodes of a group take how many of the pods, by first fit with the largest pods first."""

    def __init__(self, cluster: GrowingCluster, group: NodeGroup, number: int) -> None:
        self.cluster, self.group = cluster, group
        self.pods: list[Pod] = []
        self._number = number
        self._rows: list[int] = []

    @property
    def used_nodes(self) -> list[Node]:
        snapshot, daemons = self.cluster.snapshot, len(self.group.daemons)
        return [snapshot.nodes[row] for row in self._rows if len(snapshot.pods_on(row)) > daemons]

    @property
    def option(self) -> Option:
        return Option(self.group, len(self.used_nodes), self.pods)

    def pods_on(self, node: str) -> list[Pod]:
        """Return the pods that are packed on a new node."""
        row = self.cluster.snapshot.index[node]
        return [pod for pod in self.pods if self.cluster.snapshot.node_of(pod.key) == row]

    def pack(self, pods: Sequence[Pod]) -> bool:
        """Place the pods on new nodes, as many as come to fit; return whether there is one."""
        for alike in sorted(by_class(pods), key=lambda alike: -_size(alike[0], self.group)):
            if self._takes(alike[0]):
                self._pack_class(alike)
        return bool(self.pods)

    def _takes(self, pod: Pod) -> bool:
        """Return whether a fresh node takes the pod, without which no pod of its class is packed."""
        cluster = self.cluster.fork()
        return cluster.fits(pod, cluster.add(self.group, self._new_node()))

    def _pack_class(self, pods: Sequence[Pod]) -> None:
        for pod in pods:
            rows = [row for row in self.cluster.feasible(pod) if row in self._rows]
            if not rows:
                rows = self._row_of_new_node(pod)
            if not rows:
                return
            self.cluster.assume(pod, rows[0])
            self.pods.append(pod)

    def _row_of_new_node(self, pod: Pod) -> list[int]:
        """Return the row of one more node if it takes the pod; it stays, empty, if it does not."""
        is_last_empty = bool(self._rows) and len(self._rows) > len(self.used_nodes)
        if is_last_empty or self._number + len(self._rows) >= MOST_NODES:
            return []
        row = self.cluster.add(self.group, self._new_node())
        self._rows.append(row)
        return [row] if self.cluster.fits(pod, row) else []

    def _new_node(self) -> Node:
        return self.group.new_node(self._number + len(self._rows) + 1)


def _size(pod: Pod, group: NodeGroup) -> float:
    """Return the share of a node that the pod requests, of cpu and memory together."""
    allocatable = group.example.allocatable
    return sum(
        pod.template.requests.get(resource, 0) / allocatable[resource]
        for resource in (CPU, MEMORY)
        if allocatable.get(resource)
    )
