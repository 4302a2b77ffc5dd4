"""Running pods: the fewest that move to other nodes, those that are going anyway, and room by priority."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.patches import replaced
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.messages.reasons import DISK, ONE_POD, VOLUME_COUNT
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.kubernetes.source import value_at
from scheduler_core.kubernetes.source.fields import KEEPS_ITS_NODE
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import find_feasible
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.plugins.interpodaffinity.common import (
    REQUIRED_ANTI,
    existing_terms_on,
    matched_by_incoming,
    matches_incoming,
    with_matching_pods,
)
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState as AffinityState
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState as SpreadState

MOST_MOVED, MANY_MOVED = 5, 30  # the latter where nothing else helps
_MOST_NODES = 3
_MOST_PRIORITIES = 6
_MENDED = ("resource", "spread", "anti_affinity", "existing_anti_affinity", "port")
_MADE_ROOM = ("resource", "anti_affinity", "existing_anti_affinity", "port")
_OF_SYSTEM = 2_000_000_000
_TIED = ("DaemonSet", "Node")  # their pods have no other node


def move_pods(situation: Situation, nodes: NodeClass, most: int = MOST_MOVED) -> Iterator[Change]:
    """Yield the fewest pods that have to leave a node of the class, up to `most`, each with a node that takes it."""
    if not all(reason.kind in _MENDED for reason in nodes.reasons):
        return
    plans = []
    for row in _nearest(situation, nodes):
        leaving = _leaving(situation, nodes, row, most)
        if leaving and len(leaving) <= most:
            plans.append((len(leaving), row, leaving))
    for _, row, leaving in sorted(plans, key=lambda plan: plan[:2]):
        destinations = _destinations(situation, row, leaving)
        if destinations is not None:
            yield _moved(situation, row, destinations)
            return


def _nearest(situation: Situation, nodes: NodeClass) -> list[int]:
    """Return the nodes of the class that are short of least."""

    def missing(row: int) -> float:
        short = nodes.short(situation, row)
        return sum(amount / max(situation.request(resource), 1) for resource, amount in short.items())

    rows: list[int] = nodes.nodes[:200].tolist()
    return sorted(rows, key=missing)[:_MOST_NODES]


def _leaving(situation: Situation, nodes: NodeClass, row: int, most: int) -> list[Pod]:
    """Return the pods that must leave so that the node has no reason left; none if that cannot be."""
    leaving = dict.fromkeys(islice(_in_the_way(situation, nodes, row), most + 1))
    if len(leaving) > most:
        return []
    for reason in nodes.reasons:
        if reason.kind == "spread":
            excess = _excess(situation, reason.operand, row)
            matching = (pod for pod in _matching(situation, reason.operand, row) if pod not in leaving)
            leaving |= dict.fromkeys(list(islice(matching, max(excess, 0))))
    short = nodes.short(situation, row)
    for pod in leaving:
        _give(short, pod, situation, row)
    others = [
        pod for pod in situation.snapshot.pods_on(row) if pod not in leaving and _is_movable(situation, pod)
    ]
    while short:
        best = max(others, key=lambda pod: _share(short, pod), default=None)
        if best is None or not _share(short, best):
            return []
        others.remove(best)
        leaving[best] = None
        _give(short, best, situation, row)
    listed = list(leaving)
    is_allowed = all(_is_movable(situation, pod) for pod in listed) and _within_budgets(situation, listed)
    return listed if is_allowed else []


def _within_budgets(situation: Situation, leaving: list[Pod]) -> bool:
    """Return whether the disruption budgets let all of the pods go now; those that terminate are gone already."""
    pods = [pod for pod in leaving if not pod.template.terminating]
    budgets = situation.record.framework.handle.objects.budgets if pods else ()
    return all(sum(map(budget.counts, pods)) <= max(budget.disruptions_allowed, 0) for budget in budgets)


def _is_movable(situation: Situation, pod: Pod) -> bool:
    template = pod.template
    owner = template.controller.kind if template.controller else ""
    is_free = owner not in _TIED and template.priority < _OF_SYSTEM
    return pod.key in situation.cluster.running and is_free and not _keeps_its_node(situation, pod)


def _keeps_its_node(situation: Situation, pod: Pod) -> bool:
    """Return whether the owner of the pod asks that it is not moved."""
    manifest = situation.cluster.manifests.get(f"Pod {pod.key}") or {}
    annotations = value_at(manifest, ("metadata", "annotations")) or {}
    return any(annotations.get(key) == value for key, value in KEEPS_ITS_NODE.items())


def _amount(pod: Pod, resource: str) -> int:
    return 1 if resource == PODS else pod.template.requests.get(resource, 0)


def _share(short: dict[str, int], pod: Pod) -> float:
    """Return how much of what is missing the pod would free."""
    return sum(min(_amount(pod, resource), amount) / amount for resource, amount in short.items())


def _give(short: dict[str, int], pod: Pod, situation: Situation, row: int) -> None:
    """Subtract what a pod of the node frees from what is missing."""
    if situation.snapshot.node_of(pod.key) == row:
        for resource in list(short):
            short[resource] -= _amount(pod, resource)
            if short[resource] <= 0:
                del short[resource]


def _in_the_way(situation: Situation, nodes: NodeClass, row: int) -> Iterator[Pod]:
    """Yield the pods that exclude the incoming pod by anti-affinity or by a host port."""
    kinds = {reason.kind for reason in nodes.reasons}
    if "anti_affinity" in kinds:
        yield from _matched(situation, row)
    if "existing_anti_affinity" in kinds:
        yield from _refusing(situation, row)
    if "port" in kinds:
        wanted = {(port.protocol, port.port) for port in situation.pod.template.host_ports}
        for other in situation.snapshot.pods_on(row):
            if any((port.protocol, port.port) in wanted for port in other.template.host_ports):
                yield other


def _matched(situation: Situation, row: int) -> Iterator[Pod]:
    """Yield the pods of the node's domains that the pod's own anti-affinity matches."""
    state = situation.record.state.get(AffinityState)
    for count in state.anti_affinity if state else ():
        term = count.term.term
        for other in _in_domain(situation.snapshot, term.topology_key, row) if count.count_on(row) else ():
            if matched_by_incoming(term, other.template):
                yield other


def _refusing(situation: Situation, row: int) -> Iterator[Pod]:
    """Yield the pods of the node's domains whose anti-affinity matches the pod."""
    state, handle = situation.record.state.get(AffinityState), situation.record.framework.handle
    for count in state.existing if state else ():
        term = count.term.term
        for other in _in_domain(situation.snapshot, term.topology_key, row) if count.count_on(row) else ():
            own = other.template.affinity.pod_anti.required
            if term in own and matches_incoming(handle, count.term, situation.pod):
                yield other


def _in_domain(snapshot: Snapshot, key: str, row: int) -> Iterator[Pod]:
    column = snapshot.columns.label(key)
    for other in (column.codes == column.codes[row]).nonzero()[0].tolist():
        yield from snapshot.pods_on(other)


def _excess(situation: Situation, key: str, row: int) -> int:
    """Return by how many pods the node's domain exceeds the constraint."""
    state = situation.record.state.get(SpreadState)
    return max(
        (
            int(c.skew()[c.topology.codes[row]]) - c.constraint.max_skew
            for c in (state.constraints if state else ())
            if c.constraint.topology_key == key and c.topology.codes[row] >= 0
        ),
        default=0,
    )


def _matching(situation: Situation, key: str, row: int) -> Iterator[Pod]:
    state = situation.record.state.get(SpreadState)
    for c in state.constraints if state else ():
        if c.constraint.topology_key == key:
            for pod in _in_domain(situation.snapshot, key, row):
                same = pod.namespace == situation.pod.namespace
                if same and c.constraint.selector.matches(pod.template.labels):
                    yield pod


def _destinations(situation: Situation, row: int, leaving: list[Pod]) -> list[tuple[Pod, str]] | None:
    """Return a node for each of the pods, once the incoming pod has the node that they leave; None if one has none."""
    former = situation.record.framework.handle
    snapshot = situation.snapshot.altered({})
    for pod in leaving:
        snapshot.forget(pod)
    snapshot.assume(replace(situation.pod, node_name=situation.node(row).name), row)
    handle = Handle(snapshot, former.objects, former.version, former.nominator, former.volumes, former.claims)
    framework = Framework(situation.cluster.profile(situation.pod, handle), handle)
    moves: list[tuple[Pod, str]] = []
    for pod in leaving:
        if pod.template.terminating:
            moves.append((pod, ""))
            continue
        record = find_feasible(framework, replace(pod, node_name=""), percentage=100, start_index=0)
        rows = [node for node in record.feasible.tolist() if node != row]
        if not rows:
            return None
        snapshot.assume(pod, rows[0])
        moves.append((pod, snapshot.nodes[rows[0]].name))
    return moves


def _moved(situation: Situation, row: int, destinations: list[tuple[Pod, str]]) -> Change:
    node, edits, commands = situation.node(row).name, list[Edit](), list[str]()
    for pod, target in destinations:
        name = f"Pod {pod.key}"
        edits.append(
            Edit("set", ("spec", "nodeName"), target, object=name) if target else Edit("delete", object=name)
        )
        commands.append(_leave(pod))
    around = f"kubectl cordon {node}", f"# once these pods run elsewhere:\nkubectl uncordon {node}"
    return Change(
        say("pods moved", moves=tuple(_moves(destinations)), node=node),
        "eviction",
        ("move",),
        tuple(edits),
        len(destinations),
        (around[0], *commands, around[1]),
        0.1,
        len(destinations),
    )


def _leave(pod: Pod) -> str:
    """Return the command with which a pod leaves its node: what no controller makes again is made again itself."""
    named = f"pod {pod.name} -n {pod.namespace}"
    if pod.template.controller is None and not pod.template.terminating:
        return replaced(named, [{"op": "remove", "path": "/spec/nodeName"}])
    return f"kubectl delete {named}"


def _moves(destinations: list[tuple[Pod, str]]) -> Iterator[Phrase]:
    """Yield what becomes of the pods; pods of one controller that go to one node are one phrase."""
    alike: dict[tuple[object, str], list[Pod]] = {}
    for pod, target in destinations:
        alike.setdefault((pod.template.controller or pod.key, target), []).append(pod)
    for (_, target), pods in alike.items():
        first, controller = pods[0], pods[0].template.controller
        if controller is not None and target and len(pods) > 1:
            workload = f"{controller.kind} {first.namespace}/{controller.name}"
            yield say("move several", count=len(pods), workload=workload, node=target)
            continue
        for pod in pods:
            yield say("move", pod=pod.key, node=target) if target else say("delete terminating", pod=pod.key)


def higher_priority(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield the priorities from which on running pods could be evicted for the pod."""
    own = situation.pod.template
    makes_room = any(map(_goes_with_pods, nodes.reasons)) and _can_give_way(situation, nodes)
    if own.preemption_policy == "Never" or not makes_room:
        return
    running = {template.priority for template in situation.snapshot.nodes_by_class}
    levels = sorted(level for level in running if own.priority <= level < _OF_SYSTEM)
    classes = situation.record.framework.handle.objects.priorities
    for level in levels[:_MOST_PRIORITIES]:
        above = sorted((p.value, name) for name, p in classes.items() if level < p.value < _OF_SYSTEM)
        value, name = above[0] if above else (level + 1, f"above-{level}")
        edits = [Edit("remove", ("spec", "priority"))] if "priority" in situation.manifest["spec"] else []
        edits.append(Edit("set", ("spec", "priorityClassName"), name))
        commands: tuple[str, ...] = ()
        if not above:
            manifest = {
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": name},
                "value": value,
            }
            edits.insert(0, Edit("create", value=manifest))
            commands = (f"kubectl create priorityclass {name} --value={value}",)
        phrase = say("priority", before=own.priority, after=value, name=name)
        yield Change(phrase, "eviction", ("priority",), tuple(edits), value, commands, 0.3 + value / 1e10)


def _goes_with_pods(reason: Reason) -> bool:
    return reason.kind in _MADE_ROOM or reason.message in (VOLUME_COUNT, ONE_POD, DISK)


def _can_give_way(situation: Situation, nodes: NodeClass) -> bool:
    """Return whether all pods that keep this one off a node of the class are on it: preemption clears one node."""
    handle, rows, pod = situation.record.framework.handle, nodes.nodes, situation.pod
    others = np.zeros(len(rows), dtype=bool)
    for kind, terms_with_counts in (
        ("anti_affinity", with_matching_pods(handle, pod, (REQUIRED_ANTI,))),
        ("existing_anti_affinity", existing_terms_on(handle, pod, (REQUIRED_ANTI,))),
    ):
        for _, counter in terms_with_counts if nodes.reason(kind) else ():
            if counter.topology is not None:
                in_domain = counter.topology.at(rows, counter.by_value, missing=0)
                others |= in_domain > np.where(counter.topology.codes[rows] >= 0, counter.by_node[rows], 0)
    return not others.all()


def preempting(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield the pod with the leave to evict others, if it has renounced it."""
    if situation.pod.template.preemption_policy == "Never":
        yield _of_preempting_class(situation) if _class_name(situation) else _PREEMPTING


_PREEMPTING = Change(
    say("preemption policy"),
    "eviction",
    ("preemptionPolicy",),
    (Edit("set", ("spec", "preemptionPolicy"), "PreemptLowerPriority"),),
    rank=0.2,
)


def _class_name(situation: Situation) -> str:
    return str(situation.manifest["spec"].get("priorityClassName") or "")


def _of_preempting_class(situation: Situation) -> Change:
    """Return the pod in another class of its priority: one that exists cannot change, and a pod may not differ."""
    name, value = f"{_class_name(situation)}-preempting", situation.pod.template.priority
    manifest = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": value,
    }
    written = [key for key in ("preemptionPolicy",) if key in situation.manifest["spec"]]
    edits = (
        Edit("create", value=manifest),
        *(Edit("remove", ("spec", key)) for key in written),
        Edit("set", ("spec", "priorityClassName"), name),
    )
    commands = (f"kubectl create priorityclass {name} --value={value}",)
    phrase = say("preempting class", before=_class_name(situation), after=name)
    return Change(phrase, "eviction", ("preemptionPolicy",), edits, commands=commands, rank=0.2)
