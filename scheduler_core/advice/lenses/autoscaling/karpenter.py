"""Karpenter: the cheapest shape that fits, with preferences taken as required.

Follows pkg/controllers/provisioning/scheduling/{scheduler,queue,nodeclaim}.go of Karpenter 1.14. Shapes, zones,
capacity types and pools are those of the nodes of the input, each shape in each zone and capacity type of its pool;
prices are estimated, pools have the order of their names, and limits, budgets and reserved capacity are unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.advice.lenses.contract import GroupRefusal, ScaleUp
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import OLD_ZONE, ZONE, Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_template
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.scheduler.plugins.helper import required_node_affinity, untolerated
from scheduler_core.simulation.run.simulation import Simulation

from .answer import MOST_NODES, Addition, Unhelped, by_class, scale_up
from .growth import GrowingCluster
from .nodegroups import NodeGroup, node_groups
from .pending import pending_pods
from .preferences import as_required, relaxations

_CAPACITY_TYPE = "karpenter.sh/capacity-type"
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
    """A pod with preferences as required, and those that it has given up for that.

    Its node has to be one of `preferring` too. That is apart since a preference of nodes says where the pod may go,
    and not which domains its spread constraints count.
    """

    pod: Pod
    preferring: PodTemplate
    gave_up: tuple[str, ...]


@dataclass(frozen=True)
class _Offer:
    """Where a pool makes nodes: a zone, and a capacity type, "" without one."""

    zone: str
    capacity_type: str

    def new_node(self, group: NodeGroup, number: int) -> Node:
        labels = {_CAPACITY_TYPE: self.capacity_type} if self.capacity_type else {}
        return group.new_node(number, self.zone, labels)

    def domain(self, key: str) -> str:
        """Return the value of a topology key on the nodes of the offer, "" if they do not differ by it."""
        return {ZONE: self.zone, OLD_ZONE: self.zone, _CAPACITY_TYPE: self.capacity_type}.get(key, "")


class _Provisioner:
    """Places pods one after another on nodes that are there, on those to be made, or on a new one."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._cluster = GrowingCluster(simulation)
        self._groups = sorted(node_groups(simulation), key=lambda group: (_pool(group), group.price))
        self._offers = _offers_by_pool(simulation)
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
            template, preferring = (
                read_template(
                    ManifestField(written, "", Problems()), objects.priorities, objects.default_priority
                )
                for written in (as_required(relaxed, of_nodes=False), as_required(relaxed))
            )
            yield _Wish(replace(pod, template=template, nominated_node_name=""), preferring, given_up)

    def _place(self, pod: Pod, wish: _Wish) -> bool:
        """Place a pod as it wishes, on the first of: a node that is there, one to be made, a new one."""
        feasible = self._accepted(wish)
        existing = next((row for row in feasible if row < self._cluster.first_new), None)
        if existing is not None:
            self._cluster.assume(pod, existing)
            return True
        claims = sorted(self.claims, key=lambda claim: len(claim.pods))
        claim = next((c for c in claims if c.row in feasible), None)
        claim = claim or next((c for c in claims if self._grows(c, wish)), None) or self._new_claim(wish)
        if claim is None:
            return False
        self._cluster.assume(pod, claim.row)
        claim.pods.append(pod)
        claim.gave_up = list(dict.fromkeys([*claim.gave_up, *wish.gave_up]))
        return True

    def _accepted(self, wish: _Wish) -> set[int]:
        """Return the nodes that pass the filters, and whose taints PreferNoSchedule the pod tolerates."""
        nodes = self._cluster.snapshot.nodes
        preferred = required_node_affinity(self._cluster.snapshot.columns, wish.preferring)
        feasible = self._cluster.feasible(wish.pod)
        return {row for row in feasible if preferred[row] and _tolerates(wish.pod, nodes[row])}

    def _grows(self, claim: _Claim, wish: _Wish) -> bool:
        """Return whether the node to be made takes the pod too if it gets a larger shape; it then has that."""
        for group in self._groups:
            if _pool(group) != _pool(claim.group) or group.price <= claim.group.price:
                continue
            node = _offer_of(claim.node).new_node(group, self.claims.index(claim) + 1)
            trial = self._cluster.fork()
            trial.replace(claim.row, group, node)
            if not _tolerates(wish.pod, node) or not _all_fit(trial, claim, wish):
                continue
            self._cluster.replace(claim.row, group, node)
            claim.group, claim.node = group, node
            return True
        return False

    def _new_claim(self, wish: _Wish) -> _Claim | None:
        """Return a node of the first pool and cheapest shape that takes the pod; None if none does.

        It is in the domains with the fewest pods of the pod's constraints.
        """
        if len(self.claims) >= MOST_NODES:
            return None
        for group, node in self._candidates(wish.pod):
            if not _tolerates(wish.pod, node):
                continue
            trial = self._cluster.fork()
            row = trial.add(group, node)
            if _takes(trial, wish, row):
                self._cluster.add(group, node)
                claim = _Claim(group, row, node)
                self.claims.append(claim)
                return claim
        return None

    def _candidates(self, pod: Pod) -> Iterator[tuple[NodeGroup, Node]]:
        number, matching = len(self.claims) + 1, self._matching(pod)
        for pool in dict.fromkeys(map(_pool, self._groups)):
            offers = sorted(self._offers[pool], key=lambda offer: _fewest_first(offer, matching))
            for group in self._shapes(pool):
                for offer in offers:
                    yield group, offer.new_node(group, number)

    def _shapes(self, pool: str) -> Iterator[NodeGroup]:
        """Yield a group of each shape of a pool, the cheapest first."""
        shapes: dict[object, NodeGroup] = {}
        for group in self._groups:
            if _pool(group) == pool:
                shapes.setdefault((tuple(sorted(group.capacity.items())), group.example.taints), group)
        yield from shapes.values()

    def _matching(self, pod: Pod) -> Counter[tuple[str, str]]:
        """Return by topology key and value how many pods match the spread constraints of a pod."""
        snapshot = self._cluster.snapshot
        counts = Counter[tuple[str, str]]({(c.topology_key, ""): 0 for c in pod.template.spread})
        for other, row in snapshot.pods() if pod.template.spread else ():
            for constraint in pod.template.spread if other.namespace == pod.namespace else ():
                key = constraint.topology_key
                if key in snapshot.nodes[row].labels and constraint.selector.matches(other.template.labels):
                    counts[key, snapshot.nodes[row].labels[key]] += 1
        return counts

    def refusals(self, pod: Pod) -> list[GroupRefusal]:
        """Return why a new node of each group does not take a pod, though it has given up all preferences."""
        *_, last = self._wishes(pod)
        return self._cluster.refusals(last.pod, self._groups, len(self.claims) + 1)


def _takes(cluster: GrowingCluster, wish: _Wish, row: int) -> bool:
    """Return whether a node takes a pod as it wishes."""
    preferred = required_node_affinity(cluster.snapshot.columns, wish.preferring)
    return bool(preferred[row]) and cluster.fits(wish.pod, row)


def _all_fit(cluster: GrowingCluster, claim: _Claim, wish: _Wish) -> bool:
    """Return whether a node takes the pods that it has, and one more."""
    for other in claim.pods:
        cluster.snapshot.forget(other)
        fits = cluster.fits(other, claim.row)
        cluster.assume(other, claim.row)
        if not fits:
            return False
    return _takes(cluster, wish, claim.row)


def _tolerates(pod: Pod, node: Node) -> bool:
    return untolerated(node.taints, pod.template.tolerations, _PREFERRED_TAINT) is None


def _pool(group: NodeGroup) -> str:
    return group_of(group.example.labels) or ""


def _offers_by_pool(simulation: Simulation) -> dict[str, list[_Offer]]:
    """Return in which zones, and as which capacity types, each pool has nodes."""
    offers: dict[str, dict[_Offer, None]] = {}
    for node in simulation.handle.snapshot.nodes:
        offers.setdefault(group_of(node.labels) or "", {})[_offer_of(node)] = None
    return {pool: list(of_pool) for pool, of_pool in offers.items()}


def _offer_of(node: Node) -> _Offer:
    return _Offer(node.zone_key[1], node.labels.get(_CAPACITY_TYPE, ""))


def _fewest_first(offer: _Offer, matching: Counter[tuple[str, str]]) -> tuple[int, str, str]:
    """Return what sorts offers: the matching pods of their domains, then zone and capacity type."""
    keys = {key for key, _ in matching}
    return sum(matching[key, offer.domain(key)] for key in keys), offer.zone, offer.capacity_type


def _largest_first(pod: Pod) -> tuple[int, int]:
    return -pod.template.requests.get(CPU, 0), -pod.template.requests.get(MEMORY, 0)


def _joined(added: Sequence[Addition]) -> list[Addition]:
    """Return the additions with nodes of one group and offer, for the same sacrifices as one."""
    joined: dict[object, Addition] = {}
    for addition in added:
        key = addition.group.name, _offer_of(addition.nodes[0]), tuple(addition.gave_up)
        if key in joined:
            joined[key].nodes += addition.nodes
            joined[key].pods += addition.pods
        else:
            joined[key] = addition
    return list(joined.values())
