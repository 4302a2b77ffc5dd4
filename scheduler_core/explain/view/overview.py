"""A whole run at a glance: each spread constraint and each node before the first cycle and after the last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.nodegroups import pool_of
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit, unit
from scheduler_core.scheduler.plugins.podtopologyspread import PodTopologySpread
from scheduler_core.scheduler.plugins.podtopologyspread.contract import (
    HardSpreadConstraint,
    SoftSpreadConstraint,
)
from scheduler_core.simulation.run.simulation import Simulation

from .recording import Recording

RESOURCES = (CPU, MEMORY)
MOST_DOMAINS = 200  # listed of a constraint; its skew is that of all


class BeforeAfter(TypedDict):
    """A number before the first cycle and after the last."""

    before: int
    after: int


class DomainBeforeAfter(BeforeAfter):
    value: str


class ConstraintOverview(TypedDict):
    """A spread constraint of pods that waited when the run began; equal ones are one."""

    topology_key: str
    max_skew: int
    when_unsatisfiable: str
    selector: str
    namespace: str
    origin: Literal["pod", "default"]
    min_domains: int | None
    pods: int
    """The number of pods that have it."""
    example: str
    """One of them."""
    skew: BeforeAfter
    domains: list[DomainBeforeAfter]
    """The first 200."""
    domain_count: int


class ResourceOverview(TypedDict):
    """The requests on each node, in the order of their names."""

    unit: Unit
    allocatable: list[int]
    before: list[int]
    after: list[int]


class NodesOverview(TypedDict):
    names: list[str]
    pools: list[str]
    """The name of each node's group, else its role; "" without either."""
    zones: list[str]
    """ "" without one."""
    resources: dict[str, ResourceOverview]


class Overview(TypedDict):
    """A whole run, before the first cycle and after the last."""

    constraints: list[ConstraintOverview]
    nodes: NodesOverview


Constraint = HardSpreadConstraint | SoftSpreadConstraint


@dataclass(slots=True)
class _Counted:
    """A constraint with its domains, and the pods that have it."""

    constraint: Constraint
    pods: list[str] = field(default_factory=list)


def overview(recording: Recording) -> Overview:
    """Compare the cluster before the first cycle with that after the last, as far as the run got."""
    simulation = recording.before(0)
    kinds = _kinds(simulation.waiting.values())
    constraints, used = _Constraints(simulation, kinds), _Used(simulation)
    recording.before(len(recording.finished))
    return {"constraints": constraints.before_and_after(), "nodes": used.before_and_after()}


def _kinds(pods: Iterable[Pod]) -> dict[PodTemplate, list[Pod]]:
    kinds: dict[PodTemplate, list[Pod]] = {}
    for pod in pods:
        kinds.setdefault(pod.template, []).append(pod)
    return kinds


class _Constraints:
    """Return the constraints of the pods that waited, equal ones once, with the counts of their domains."""

    def __init__(self, simulation: Simulation, kinds: dict[PodTemplate, list[Pod]]) -> None:
        self._simulation = simulation
        self._kinds = kinds
        self._before = self._count()

    def before_and_after(self) -> list[ConstraintOverview]:
        after = self._count()
        return [_compared(counted, after[key].constraint) for key, counted in self._before.items()]

    def _count(self) -> dict[str, _Counted]:
        counted: dict[str, _Counted] = {}
        for template, pods in each(self._kinds.items()):
            for constraint in self._ledger(template, pods[0]):
                entry = counted.setdefault(_identity(constraint), _Counted(constraint))
                entry.pods += [pod.key for pod in pods]
        return counted

    def _ledger(self, template: PodTemplate, pod: Pod) -> list[Constraint]:
        framework = self._simulation.frameworks.get(template.scheduler_name)
        profile = framework.profile if framework else None
        plugins = [*profile.filter, *(plugin for plugin, _ in profile.score)] if profile else []
        plugin = next((candidate for candidate in plugins if isinstance(candidate, PodTopologySpread)), None)
        if plugin is None:
            return []
        state = CycleState()
        plugin.pre_filter(state, pod)
        plugin.pre_score(state, pod, self._simulation.handle.snapshot.rows)
        ledger = plugin.ledger(state, pod)
        return [*ledger["filter"], *ledger["score"]]


def _identity(constraint: Constraint) -> str:
    """Return the key of equal constraints: same fields, same counted domains."""
    rule = (
        constraint["topology_key"],
        constraint["max_skew"],
        constraint["when_unsatisfiable"],
        constraint["selector"],
        constraint["namespace"],
        constraint["origin"],
        constraint["min_domains"],
        constraint["node_affinity_policy"],
        constraint["node_taints_policy"],
    )
    return repr((rule, list(_counts(constraint))))


def _compared(before: _Counted, after: Constraint) -> ConstraintOverview:
    constraint, counts = before.constraint, _counts(after)
    domains: list[DomainBeforeAfter] = [
        {"value": value, "before": count, "after": counts[value]}
        for value, count in _counts(constraint).items()
    ]
    return {
        "topology_key": constraint["topology_key"],
        "max_skew": constraint["max_skew"],
        "when_unsatisfiable": constraint["when_unsatisfiable"],
        "selector": constraint["selector"],
        "namespace": constraint["namespace"],
        "origin": constraint["origin"],
        "min_domains": constraint["min_domains"],
        "pods": len(before.pods),
        "example": before.pods[0],
        "skew": {"before": _skew(constraint), "after": _skew(after)},
        "domains": domains[:MOST_DOMAINS],
        "domain_count": len(domains),
    }


def _counts(constraint: Constraint) -> dict[str, int]:
    """Return the matching pods by domain."""
    return {domain["value"]: domain["count"] for domain in constraint["domains"]}


def _skew(constraint: Constraint) -> int:
    """Return the count of the fullest domain minus the global minimum, which minDomains may force to 0."""
    counts = _counts(constraint).values()
    if not counts:
        return 0
    minimum = constraint["minimum"]["value"] if "minimum" in constraint else min(counts)
    return max(counts) - minimum


class _Used:
    """Return the requests on each node."""

    def __init__(self, simulation: Simulation) -> None:
        self._snapshot = simulation.handle.snapshot
        self._before = self._now()

    def _now(self) -> dict[str, list[int]]:
        requested = {name: self._snapshot.requested[name].tolist() for name in RESOURCES}
        return {**requested, PODS: self._snapshot.pod_count.tolist()}

    def before_and_after(self) -> NodesOverview:
        after = self._now()
        allocatable = {name: self._snapshot.allocatable[name].tolist() for name in (*RESOURCES, PODS)}
        nodes = self._snapshot.nodes
        return {
            "names": [node.name for node in nodes],
            "pools": [pool_of(node.labels) for node in nodes],
            "zones": [node.zone_key[1] for node in nodes],
            "resources": {
                name: {
                    "unit": unit(name),
                    "allocatable": allocatable[name],
                    "before": self._before[name],
                    "after": after[name],
                }
                for name in allocatable
            },
        }
