"""A whole run at a glance: each spread constraint and each node before the first cycle and after the last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.objects.pod import Pod, PodTemplate
from scheduler_core.objects.resources import CPU, MEMORY
from scheduler_core.plugins.podtopologyspread import PodTopologySpread
from scheduler_core.run.simulation import Simulation

from .recording import Recording

Json = dict[str, Any]
UNITS = {CPU: "milli", MEMORY: "bytes"}
_DESCRIBED = (
    "topology_key",
    "max_skew",
    "when_unsatisfiable",
    "selector",
    "namespace",
    "origin",
    "min_domains",
)
MOST_DOMAINS = 200  # listed of a constraint; its skew is that of all


def overview(recording: Recording) -> Json:
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
    """The constraints of the pods that waited, equal ones once, with what each counts in its domains."""

    def __init__(self, simulation: Simulation, kinds: dict[PodTemplate, list[Pod]]) -> None:
        self._simulation = simulation
        self._kinds = kinds
        self._before = self._count()

    def before_and_after(self) -> list[Json]:
        after = self._count()
        return [_compared(described, after[key]) for key, described in self._before.items()]

    def _count(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for template, pods in self._kinds.items():
            for described in self._ledger(template, pods[0]):
                entry = found.setdefault(_identity(described), {**described, "of": []})
                entry["of"] += [pod.key for pod in pods]
        return found

    def _ledger(self, template: PodTemplate, pod: Pod) -> list[Json]:
        framework = self._simulation.frameworks.get(template.scheduler_name)
        profile = framework.profile if framework else None
        plugins = [*profile.filter, *(plugin for plugin, _ in profile.score)] if profile else []
        plugin = next((each for each in plugins if isinstance(each, PodTopologySpread)), None)
        if plugin is None:
            return []
        state = CycleState()
        plugin.pre_filter(state, pod)
        plugin.pre_score(state, pod, self._simulation.handle.snapshot.rows)
        ledger = plugin.ledger(state, pod)
        return [*ledger["filter"], *ledger["score"]]


def _identity(described: Json) -> str:
    """Pods whose constraint says the same and counts the same domains share it."""
    rule = [described[key] for key in (*_DESCRIBED, "node_affinity_policy", "node_taints_policy")]
    return repr((rule, [domain["value"] for domain in described["domains"]]))


def _compared(before: Json, after: Json) -> Json:
    counts = {domain["value"]: domain["count"] for domain in after["domains"]}
    domains = [
        {"value": domain["value"], "before": domain["count"], "after": counts[domain["value"]]}
        for domain in before["domains"]
    ]
    return {
        **{key: before[key] for key in _DESCRIBED},
        "pods": len(before["of"]),
        "example": before["of"][0],
        "skew": {"before": _skew(before), "after": _skew(after)},
        "domains": domains[:MOST_DOMAINS],
        "domain_count": len(domains),
    }


def _skew(described: Json) -> int:
    """The fullest domain over the global minimum, which minDomains may force to 0."""
    counts = [domain["count"] for domain in described["domains"]]
    if not counts:
        return 0
    minimum = described.get("minimum")
    return int(max(counts) - (minimum["value"] if minimum else min(counts)))


class _Used:
    """What is requested of each node."""

    def __init__(self, simulation: Simulation) -> None:
        self._snapshot = simulation.handle.snapshot
        self._before = self._now()

    def _now(self) -> dict[str, list[int]]:
        requested = {name: self._snapshot.requested[name].tolist() for name in UNITS}
        return {**requested, "pods": self._snapshot.pod_count.tolist()}

    def before_and_after(self) -> Json:
        after = self._now()
        allocatable = {name: self._snapshot.allocatable[name].tolist() for name in (*UNITS, "pods")}
        return {
            "names": [node.name for node in self._snapshot.nodes],
            "resources": {
                name: {
                    "unit": UNITS.get(name, "count"),
                    "allocatable": allocatable[name],
                    "before": self._before[name],
                    "after": after[name],
                }
                for name in allocatable
            },
        }
