"""Scenarios of queueing: how they are read."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.loading import locate
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.queueing.gates import read_gates
from scheduler_core.queueing.objects.checks import has_faults
from scheduler_core.queueing.objects.cluster import QueueingObjects, read_queueing_objects
from scheduler_core.queueing.objects.workload import read_workload
from scheduler_core.queueing.preemption.fair import STRATEGIES
from scheduler_core.queueing.preemption.preemptor import FairSharing
from scheduler_core.sentences import worded

from .run import DEFAULT_CYCLES, Event, QueueingScenario


def read_scenario(content: Manifest) -> QueueingScenario:
    """Return a scenario of its content: objects, config, events, evictionDelay, maxCycles; raise InvalidInput."""
    problems = Problems()
    at = ManifestField(content, "", problems)
    manifests = [manifest.value for manifest in at.children("objects")]
    objects = read_queueing_objects(manifests, problems)
    config = at.child("config")
    scenario = QueueingScenario(
        objects,
        read_gates(config, "featureGates"),
        read_fair_sharing(config) if config.has("fairSharing") else None,
        tuple(_read_events(at, objects)),
        at.integer("evictionDelay", 0),
        at.integer("maxCycles", DEFAULT_CYCLES),
    )
    if problems.entries:
        raise InvalidInput(problems.errors())
    return scenario


def read_fair_sharing(config: ManifestField) -> FairSharing:
    """Return fair sharing as a configuration has it: with the strategies that it names, with all if it names none."""
    at = config.child("fairSharing")
    names = at.texts("preemptionStrategies") or tuple(STRATEGIES)
    for name in names:
        if name not in STRATEGIES:
            at.problem(
                "preemptionStrategies",
                worded("must be of {names}; got {value}", names=", ".join(STRATEGIES), value=name),
            )
    return FairSharing(tuple(STRATEGIES[name] for name in names if name in STRATEGIES))


def _read_events(at: ManifestField, objects: QueueingObjects) -> Iterator[Event]:
    for event in at.children("events"):
        cycle, created = event.integer("cycle", 1), None
        if event.has("create"):
            manifest = {**event.child("create").value, "kind": "Workload"}
            if not has_faults(0, manifest, at.problems):
                created = objects.adjusted(read_workload(locate(0, manifest, at.problems)))
        yield Event(cycle, created, event.text("finish"))
