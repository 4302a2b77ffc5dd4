"""Karpenter: the cheapest shape that fits, with preferences taken as required.

Follows pkg/controllers/provisioning/scheduling/{scheduler,queue,nodeclaim}.go of Karpenter 1.14. Shapes, zones and
pools are those of the nodes of the input, each shape in each zone of its pool; prices are estimated, pools have the
order of their names, and limits, budgets and reserved capacity are unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.advice.lenses.contract import GroupRefusal, ScaleUp
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.pod import Pod, read_template
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.scheduler.plugins.helper import untolerated
from scheduler_core.simulation.run.simulation import Simulation

from .answer import MOST_NODES, Addition, Unhelped, by_class, scale_up
from .growth import GrowingCluster
from .nodegroups import NodeGroup, node_groups
from .pending import pending_pods
from .preferences import as_required, relaxations

_PREFERRED_TAINT = ("PreferNoSchedule",)


def karpenter(recording: Recording) -> ScaleUp:
    """Return the nodes that Karpenter would add for the pending pods at the end of a run, and whether they help."""
    simulation = recording.before(len(recording.finished))
    pods, ignored = pending_pods(simulation)
    provisioner = _Provisioner(simulation)
    left = provisioner.solve(sorted(pods, key=_largest_first))
    added = [claim.addition() for claim in provisioner.claims]
    return scale_up(
        "karpenter",
        simulation,
        pods,
        ignored,
        _joined(added),
        [Unhelped(alike, provisioner.refusals(alike[0])) for alike in by_class(left)],
        complete=len(provisioner.claims) < MOST_NODES,
    )


@dataclass
class _Claim:
    """A node to be made: its group, row and pods."""

    group: NodeGroup
    row: int
    node: Node
    pods: list[Pod] = field(default_factory=list)
    gave_up: list[str] = field(default_factory=list)

    def addition(self) -> Addition:
        return Addition(self.group, [self.node], self.pods, gave_up=self.gave_up)


@dataclass(frozen=True)
class _Wish:
    """A pod with preferences as required, and those that it has given up for that."""

    pod: Pod
    gave_up: tuple[str, ...]


class _Provisioner:
    """Places pods one after another on nodes that are there, on those to be made, or on a new one."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._cluster = GrowingCluster(simulation)
        self._groups = sorted(node_groups(simulation), key=lambda group: (_pool(group), group.price))
        self._zones = {_pool(group): _zones_of(self._groups, _pool(group)) for group in self._groups}
        self.claims: list[_Claim] = []

    def solve(self, pods: Sequence[Pod]) -> list[Pod]:
        """Place pods as long as one more of them is placed; return those that are not."""
        waiting = list(pods)
        while waiting:
            left = [pod for alike in by_class(waiting) for pod in self._left(alike)]
            if len(left) == len(waiting):
                break
            waiting = left
        return waiting

    def _left(self, pods: Sequence[Pod]) -> Sequence[Pod]:
        """Place pods of one class; return them from the first on that finds no place."""
        wishes = list(self._wishes(pods[0]))
        for number, pod in enumerate(pods):
            if not any(self._place(pod, wish) for wish in wishes):
                return pods[number:]
        return ()

    def _wishes(self, pod: Pod) -> Iterator[_Wish]:
        """Yield the pod with all preferences required, and with one more of them given up each time."""
        objects = self._simulation.scenario.objects
        taints = any(t.effect in _PREFERRED_TAINT for group in self._groups for t in group.example.taints)
        given_up: tuple[str, ...] = ()
        manifest = objects.manifests["Pod", pod.key]
        for relaxed, what in relaxations(manifest, tolerates_preferred=taints):
            given_up = (*given_up, what) if what else given_up
            at = ManifestField(as_required(relaxed), "", Problems())
            template = read_template(at, objects.priorities, objects.default_priority)
            yield _Wish(replace(pod, template=template, nominated_node_name=""), given_up)

    def _place(self, pod: Pod, wish: _Wish) -> bool:
        """Place a pod as it wishes, on the first of: a node that is there, one to be made, a new one."""
        feasible = self._accepted(wish.pod)
        existing = next((row for row in feasible if row < self._cluster.first_new), None)
        if existing is not None:
            self._cluster.assume(pod, existing)
            return True
        claims = sorted(self.claims, key=lambda claim: len(claim.pods))
        claim = next((c for c in claims if c.row in feasible), None)
        claim = claim or next((c for c in claims if self._grows(c, wish.pod)), None) or self._new_claim(wish)
        if claim is None:
            return False
        self._cluster.assume(pod, claim.row)
        claim.pods.append(pod)
        claim.gave_up = list(dict.fromkeys([*claim.gave_up, *wish.gave_up]))
        return True

    def _accepted(self, pod: Pod) -> set[int]:
        """Return the nodes that pass the filters, and whose taints PreferNoSchedule the pod tolerates."""
        nodes = self._cluster.snapshot.nodes
        return {row for row in self._cluster.feasible(pod) if _tolerates(pod, nodes[row])}

    def _grows(self, claim: _Claim, pod: Pod) -> bool:
        """Return whether the node to be made takes the pod too if it gets a larger shape; it then has that."""
        for group in self._groups:
            if _pool(group) != _pool(claim.group) or group.price <= claim.group.price:
                continue
            node = group.new_node(self.claims.index(claim) + 1, claim.node.zone_key[1])
            trial = self._cluster.fork()
            trial.replace(claim.row, group, node)
            if not _tolerates(pod, node) or not _all_fit(trial, claim, pod):
                continue
            self._cluster.replace(claim.row, group, node)
            claim.group, claim.node = group, node
            return True
        return False

    def _new_claim(self, wish: _Wish) -> _Claim | None:
        """Return a node of the first pool and cheapest shape that takes the pod; None if none does.

        It is in the zone with the fewest pods of the pod's constraints.
        """
        if len(self.claims) >= MOST_NODES:
            return None
        for group, node in self._candidates(wish.pod):
            if not _tolerates(wish.pod, node):
                continue
            trial = self._cluster.fork()
            row = trial.add(group, node)
            if trial.fits(wish.pod, row):
                self._cluster.add(group, node)
                claim = _Claim(group, row, node)
                self.claims.append(claim)
                return claim
        return None

    def _candidates(self, pod: Pod) -> Iterator[tuple[NodeGroup, Node]]:
        number, matching = len(self.claims) + 1, self._matching(pod)
        for pool in dict.fromkeys(map(_pool, self._groups)):
            zones = sorted(self._zones[pool], key=lambda zone: (matching[zone], zone))
            for group in self._shapes(pool):
                for zone in zones:
                    yield group, group.new_node(number, zone)

    def _shapes(self, pool: str) -> Iterator[NodeGroup]:
        """Yield a group of each shape of a pool, the cheapest first."""
        shapes: dict[object, NodeGroup] = {}
        for group in self._groups:
            if _pool(group) == pool:
                shapes.setdefault((tuple(sorted(group.capacity.items())), group.example.taints), group)
        yield from shapes.values()

    def _matching(self, pod: Pod) -> Counter[str]:
        """Return by zone how many pods match the spread constraints of a pod."""
        snapshot, counts = self._cluster.snapshot, Counter[str]()
        for other, row in snapshot.pods() if pod.template.spread else ():
            if other.namespace == pod.namespace:
                matches = sum(c.selector.matches(other.template.labels) for c in pod.template.spread)
                counts[snapshot.nodes[row].zone_key[1]] += matches
        return counts

    def refusals(self, pod: Pod) -> list[GroupRefusal]:
        """Return why a new node of each group does not take a pod, though it has given up all preferences."""
        *_, last = self._wishes(pod)
        return self._cluster.refusals(last.pod, self._groups, len(self.claims) + 1)


def _all_fit(cluster: GrowingCluster, claim: _Claim, pod: Pod) -> bool:
    """Return whether a node takes the pods that it has, and one more."""
    for other in claim.pods:
        cluster.snapshot.forget(other)
        fits = cluster.fits(other, claim.row)
        cluster.assume(other, claim.row)
        if not fits:
            return False
    return cluster.fits(pod, claim.row)


def _tolerates(pod: Pod, node: Node) -> bool:
    return untolerated(node.taints, pod.template.tolerations, _PREFERRED_TAINT) is None


def _pool(group: NodeGroup) -> str:
    return group_of(group.example.labels) or ""


def _zones_of(groups: Sequence[NodeGroup], pool: str) -> list[str]:
    return list(dict.fromkeys(group.zone for group in groups if _pool(group) == pool))


def _largest_first(pod: Pod) -> tuple[int, int]:
    return -pod.template.requests.get(CPU, 0), -pod.template.requests.get(MEMORY, 0)


def _joined(added: Sequence[Addition]) -> list[Addition]:
    """Return the additions with nodes of one group, in one zone, for the same sacrifices as one."""
    joined: dict[object, Addition] = {}
    for addition in added:
        key = addition.group.name, addition.nodes[0].zone_key[1], tuple(addition.gave_up)
        if key in joined:
            joined[key].nodes += addition.nodes
            joined[key].pods += addition.pods
        else:
            joined[key] = addition
    return list(joined.values())
