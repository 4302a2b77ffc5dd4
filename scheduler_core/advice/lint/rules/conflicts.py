"""Constraints that each alone leave nodes, and together none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.advice.whatif.causes import Causes
from scheduler_core.advice.whatif.facts import Fact
from scheduler_core.advice.whatif.places import edited
from scheduler_core.advice.whatif.search import Search
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source import Operation

MOST_CYCLES = 100_000  # pending pods × nodes of the run
MOST_WORKLOADS = 10
_VOLUMES = ("VolumeBinding", "VolumeZone")
_PLUGINS = (
    "PodTopologySpread",
    "InterPodAffinity",
    "NodeAffinity",
    "TaintToleration",
    "NodePorts",
    *_VOLUMES,
)


def _causes(linted: LintInput) -> Iterator[tuple[LintedWorkload, Trial, list[Fact]]]:
    """Yield pending workloads with their smallest cause, if that is several constraints and no want of room."""
    pending = [w for w in linted.workloads if any(not pod.node_name for pod in w.pods)]
    nodes = len(linted.nodes.nodes)
    if not pending or sum(not p.node_name for p in linted.scenario.objects.pods) * nodes > MOST_CYCLES:
        return
    recording = linted.recording
    for workload in pending[:MOST_WORKLOADS]:
        waiting = [p for p in workload.pods if not p.node_name and p.key not in recording.placements]
        if not waiting or not recording.attempts(waiting[0].key):
            continue
        try:
            trial = Trial.of(recording, waiting[0].key)
            causes = Causes(trial).minimal()
        except InvalidInput:
            continue
        if causes and _are_constraints(causes[0]):
            yield workload, trial, causes[0]


def _are_constraints(cause: list[Fact]) -> bool:
    """Return whether a cause is made of constraints, several of them the pod's own."""
    own = sum(fact.of == "pod" or fact.plugin in _VOLUMES for fact in cause)
    return own > 1 and all(fact.plugin in _PLUGINS for fact in cause)


def _conflicts(linted: LintInput, *, of_volumes: bool) -> Iterator[Finding]:
    for workload, trial, cause in _causes(linted):
        if any(fact.plugin in _VOLUMES for fact in cause) != of_volumes:
            continue
        operations, repair = _repair(trial, workload)
        consequence = linted.runs.consequence(workload, operations)
        if consequence is None or not consequence["written"]["pending"]:
            continue
        yield Finding(
            workload.object,
            workload.path(_field(workload)),
            {"facts": " + ".join(fact.text for fact in cause)},
            pods=len(workload.pods),
            fix=Fix(operations, {"repair": repair}) if operations else None,
            consequence=consequence,
        )


def _repair(trial: Trial, workload: LintedWorkload) -> tuple[tuple[Operation, ...], str]:
    """Return the cheapest repair with its text, none if it does not change the workload alone."""
    solution = next(iter(Search(trial).repairs()), None)
    if solution is None or not all(change.of_pod for change in solution.changes):
        return (), ""
    operations = edited(solution.changes, trial.sources.places(trial.pod), trial.sources.manifests).operations
    places = {place.object for place in workload.places}
    if not all(operation.object in places for operation in operations):
        return (), ""
    return tuple(operations), " + ".join(change.text for change in solution.changes)


def _field(workload: LintedWorkload) -> str:
    fields = ("topologySpreadConstraints", "affinity", "nodeSelector")
    return next((field for field in fields if workload.spec.get(field)), "containers")


RULES = (
    Rule(
        "constraints-exclude-each-other",
        "error",
        "Constraints exclude each other",
        "Each constraint alone leaves nodes, but together they leave none: {facts}.",
        "Proven by cycles: the pod stays pending with these constraints alone, and fits if any one of "
        "them is removed.",
        partial(_conflicts, of_volumes=False),
        "{repair}",
        needs_nodes=True,
        last_resort=True,
    ),
    Rule(
        "volume-zone-against-spread",
        "error",
        "The volume is where the constraints do not allow the pod",
        "A volume pins the pod to its zone, but constraints require another one: {facts}.",
        "A bound volume restricts the pod to its zone. Together with spreading over zones, or affinity to "
        "another zone, no node is left.",
        partial(_conflicts, of_volumes=True),
        "{repair}",
        needs_nodes=True,
        last_resort=True,
    ),
)
