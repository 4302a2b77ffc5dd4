"""The cycle of a pod group as a record for explanation: what each member found, what broke the gang, what went back.

`gang_view` is the record: the members in the order in which they were tried, each with the number of its own cycle in
the run (whose X-ray has the answers of all plugins on all nodes), its outcome and the reasons by number of nodes;
`breaks` is the first member that found no node, with the first failing plugin of each node; `placements` are side by
side with their verdicts and points; `victims` says who goes and whether in vain; `missing` what is left to minCount.
`cells` is a row per member over `nodes`: 0 for a node that passed, k for one that `plugins[k - 1]` rejects first, −1
for one that was not looked at, and is left out above MAX_CELLS cells. `order_view` is another order that would work.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.contract import GroupCondition
from scheduler_core.scheduler.cycle.cycle import CycleRecord, rejections
from scheduler_core.scheduler.framework.status import Code, CodeName
from scheduler_core.scheduler.gang.orders import OrderSearch
from scheduler_core.scheduler.gang.record import GangRecord, MemberResult, PlacementTrial
from scheduler_core.simulation.run.outcome import condition_json

MAX_CELLS = 20_000
"""Members × nodes up to which the record has a cell for each."""
MAX_NODES = 200
"""How many nodes of the breaking member are named."""
MAX_EXAMPLES = 3

MemberOutcome = Literal[
    "bound", "rolled_back", "nominated", "unschedulable", "pre_bind_failed", "error", "untried"
]
"""What became of a member: rolled_back was placed and given back, nominated waits for its victims to go."""


class GangReason(TypedDict):
    """Why nodes reject a member, with how many they are."""

    plugin: str
    code: CodeName
    reason: str
    nodes: int
    examples: list[str]
    """The first of the nodes."""


class GangMember(TypedDict):
    """A member, in the order in which it was tried."""

    pod: str
    cycle: int
    """The number of its own cycle in the run."""
    outcome: MemberOutcome
    priority: int
    node: NotRequired[str]
    """Where it was placed or nominated when it was tried, whether or not it stayed there."""
    feasible: int
    """The number of nodes that passed."""
    permit: NotRequired[CodeName]
    """Wait until minCount members had a node; absent if it had none."""
    message: NotRequired[str]
    """The text of its condition; absent if it was bound."""
    reasons: list[GangReason]
    """The most frequent first."""
    victims: NotRequired[list[str]]
    """The pods that it evicts for itself."""
    cells: NotRequired[list[int]]
    """By node: 0 passed, k rejected first by `plugins[k - 1]`, −1 not looked at; absent for large groups."""


class RejectedNode(TypedDict):
    """A node that rejects the member that breaks the gang."""

    node: str
    plugin: str
    """The first plugin that fails."""
    code: CodeName
    reasons: list[str]


class GangBreak(TypedDict):
    """The first member that found no node."""

    member: int
    """Its place in `members`."""
    pod: str
    message: str
    """Its fit error."""
    nodes: list[RejectedNode]
    more: int
    """How many further nodes are not named."""
    without: bool
    """Whether the gang is schedulable without it: enough others have a node."""


class MissingMembers(TypedDict):
    """What is left to minCount."""

    min_count: int
    """0 with policy basic."""
    before: int
    """Members that had a node before the cycle."""
    placed: int
    """Members that were placed when they were tried."""
    missing: int


class PlacementMember(TypedDict):
    pod: str
    node: str | None


class GangPlacement(TypedDict):
    """A placement: nodes with one value of the topology key, on which all members were tried."""

    name: str
    nodes: int
    code: CodeName
    message: NotRequired[str]
    chosen: bool
    placed: int
    members: list[PlacementMember]
    scores: NotRequired[dict[str, int]]
    """The points by plugin and their total; present if several placements work."""
    breaks: NotRequired[str]
    """The first member that found no node there."""


class GangVictims(TypedDict):
    """The pods that are evicted for the group."""

    by: Literal["members", "group"]
    """Each member preempts for itself, or the group as a whole."""
    pods: list[str]
    in_vain: bool
    """They go, and the group does not wait for them."""
    reprieved: list[str]
    """Pods that would have made room too, and stay."""


class GangView(TypedDict):
    """The cycle of a pod group."""

    pod_group: str
    policy: Literal["gang", "basic"]
    topology_key: NotRequired[str]
    cycles: list[int]
    """The first and the last cycle of its members in the run."""
    code: CodeName
    message: NotRequired[str]
    waiting_on_preemption: bool
    condition: NotRequired[GroupCondition]
    nodes: list[str]
    """The nodes in nodeOrder, for `cells`."""
    plugins: list[str]
    """The filter plugins, for `cells`."""
    members: list[GangMember]
    not_in_queue: list[str]
    """Members that a PreEnqueue plugin holds back."""
    missing: MissingMembers
    breaks: GangBreak | None
    """None if every member that was tried found a node."""
    rolled_back: list[str]
    placements: list[GangPlacement]
    victims: GangVictims | None


class OrderView(TypedDict):
    """A search over orders of the members; the scheduler itself tries one."""

    pod_group: str
    tried: int
    found: bool
    exhausted: bool
    """All orders that can differ were tried: without one found, none works. Otherwise that is not proven."""
    order: list[str]
    """The members in an order in which the group is schedulable; empty without one."""
    nodes: dict[str, str]
    """The proof: the node of each member that is placed in that order."""
    placement: NotRequired[str]
    respects_priority: bool
    """Members of higher priority come first, so that the scheduler could come to this order by itself."""


def gang_view(record: GangRecord, cycles: dict[str, int]) -> GangView:
    """Return the record of a group's cycle; `cycles` has the number of each member's own cycle by pod."""
    framework, trial = record.framework, record.trial
    snapshot, group = framework.handle.snapshot, framework.handle.pod_groups.groups.get(record.key)
    plugins = [plugin.name for plugin in framework.profile.filter]
    with_cells = len(record.members) * len(snapshot) <= MAX_CELLS
    view: GangView = {
        "pod_group": record.key,
        "policy": "basic" if group is None or group.min_count is None else "gang",
        "cycles": [min(cycles.values()), max(cycles.values())],
        "code": trial.status.code.label,
        "waiting_on_preemption": trial.waiting_on_preemption,
        "nodes": [node.name for node in snapshot.nodes],
        "plugins": plugins,
        "members": [
            _member(record, pod.key, cycles[pod.key], plugins, with_cells=with_cells)
            for pod in record.members
        ],
        "not_in_queue": record.not_in_queue,
        "missing": _missing(record, 0 if group is None else group.min_count or 0),
        "breaks": _breaks(record),
        "rolled_back": _rolled_back(record),
        "placements": [_placement(record, placement) for placement in record.placements],
        "victims": _victims(record),
    }
    if group is not None and group.topology_key:
        view["topology_key"] = group.topology_key
    if trial.status.message:
        view["message"] = trial.status.message
    if record.condition is not None:
        view["condition"] = condition_json(record.condition)
    return view


def order_view(pod_group: str, search: OrderSearch) -> OrderView:
    """Return what a search over the orders of the members of a group, namespace/name, found."""
    view: OrderView = {
        "pod_group": pod_group,
        "tried": search.tried,
        "found": search.order is not None,
        "exhausted": search.exhausted,
        "order": [pod.key for pod in search.order or ()],
        "nodes": search.nodes,
        "respects_priority": search.order is not None and search.respects_priority,
    }
    if search.placement is not None:
        view["placement"] = search.placement
    return view


def _member(record: GangRecord, key: str, cycle: int, plugins: list[str], *, with_cells: bool) -> GangMember:
    result, rejection = record.result_of(key), record.rejections.get(key)
    pod = next(pod for pod in record.members if pod.key == key)
    member: GangMember = {
        "pod": key,
        "cycle": cycle,
        "outcome": _outcome(record, key, result),
        "priority": pod.template.priority,
        "feasible": len(result.record.feasible) if result is not None else 0,
        "reasons": _reasons(result.record) if result is not None else [],
    }
    failure = record.pre_bind_failures.get(key)
    if failure is not None or rejection is not None:
        status = failure or (rejection.status if rejection is not None else None)
        member["message"] = status.message if status is not None else ""
    if result is None:
        return member
    if (node := result.node_name) is not None:
        member["node"] = node
    if result.permit is not None:
        member["permit"] = result.permit.code.label
    if result.record.post_filter is not None and result.record.post_filter.deleted:
        member["victims"] = [victim.key for victim in result.record.post_filter.deleted]
    if with_cells:
        member["cells"] = _cells(result.record, plugins)
    return member


def _outcome(record: GangRecord, key: str, result: MemberResult | None) -> MemberOutcome:
    if key in record.bound:
        return "bound"
    if key in record.pre_bind_failures:
        return "pre_bind_failed"
    if result is None:
        return "untried"
    if result.status.code is Code.Error:
        return "error"
    if result.node is None:
        return "unschedulable"
    return "nominated" if record.trial.waiting_on_preemption and _is_nominated(record, key) else "rolled_back"


def _is_nominated(record: GangRecord, key: str) -> bool:
    rejection = record.rejections.get(key)
    return rejection is not None and bool(rejection.nominated_node)


def _reasons(record: CycleRecord) -> list[GangReason]:
    """Return the reasons of the nodes that rejected the pod, the most frequent first."""
    nodes = record.framework.handle.snapshot.nodes
    grouped: dict[tuple[str, Code, str], list[int]] = {}
    for node, status in rejections(record).items():
        for reason in status.reasons:
            grouped.setdefault((status.plugin, status.code, reason), []).append(node)
    ordered = sorted(grouped.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        {
            "plugin": plugin,
            "code": code.label,
            "reason": reason,
            "nodes": len(rejected),
            "examples": [nodes[i].name for i in sorted(rejected)[:MAX_EXAMPLES]],
        }
        for (plugin, code, reason), rejected in ordered
    ]


def _cells(record: CycleRecord, plugins: list[str]) -> list[int]:
    """Return by node 0 if it passed, the number of the plugin that rejects it first, −1 if it was not looked at."""
    cells = [-1] * len(record.framework.handle.snapshot)
    number = {name: k + 1 for k, name in enumerate(plugins)}
    for node, status in rejections(record).items():
        cells[node] = number.get(status.plugin, -1)
    for node in record.feasible.tolist():
        cells[node] = 0
    return cells


def _missing(record: GangRecord, minimum: int) -> MissingMembers:
    placed = sum(result.node is not None for result in record.trial.results)
    before = record.scheduled_before
    return {
        "min_count": minimum,
        "before": before,
        "placed": placed,
        "missing": max(minimum - before - placed, 0),
    }


def _breaks(record: GangRecord) -> GangBreak | None:
    """Return the first member that found no node."""
    for number, result in enumerate(record.trial.results):
        if result.node is None:
            rejected = sorted(rejections(result.record).items())
            names = result.record.framework.handle.snapshot.nodes
            return {
                "member": number,
                "pod": result.pod.key,
                "message": result.status.message,
                "nodes": [
                    {
                        "node": names[node].name,
                        "plugin": status.plugin,
                        "code": status.code.label,
                        "reasons": list(status.reasons),
                    }
                    for node, status in rejected[:MAX_NODES]
                ],
                "more": max(len(rejected) - MAX_NODES, 0),
                "without": record.status.ok,
            }
    return None


def _rolled_back(record: GangRecord) -> list[str]:
    """Return the members that were placed and are not bound."""
    return [
        result.pod.key
        for result in record.trial.results
        if result.node is not None and result.pod.key not in record.bound
    ]


def _placement(record: GangRecord, placement: PlacementTrial) -> GangPlacement:
    results = placement.trial.results
    view: GangPlacement = {
        "name": placement.name,
        "nodes": len(placement.nodes),
        "code": placement.trial.status.code.label,
        "chosen": placement.trial.works and placement.trial is record.trial,
        "placed": sum(result.node is not None for result in results),
        "members": [{"pod": result.pod.key, "node": result.node_name} for result in results],
    }
    if placement.trial.status.message:
        view["message"] = placement.trial.status.message
    if placement.name in record.scores:
        view["scores"] = dict(record.scores[placement.name])
    if (failed := next((r.pod.key for r in results if r.node is None), None)) is not None:
        view["breaks"] = failed
    return view


def _victims(record: GangRecord) -> GangVictims | None:
    if not record.victims:
        return None
    preemption = record.preemption
    reprieved = preemption.reprieved if preemption is not None else []
    return {
        "by": "group" if record.victims_by_group else "members",
        "pods": [victim.key for victim in record.victims],
        "in_vain": not record.trial.works,
        "reprieved": [pod.key for victim in reprieved for pod, _ in victim.placed],
    }
