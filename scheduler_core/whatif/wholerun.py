"""The whole run: the change that places most pending pods, and the constraint that costs most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from scheduler_core.explain.causes.workload import workload_of
from scheduler_core.explain.recording import Recording
from scheduler_core.objects.pod import Pod, PodTemplate
from scheduler_core.run.scenario import Scenario

from .causes import Causes
from .change import DEFAULT_COSTS, Costs
from .contract import CostlyFact, RunRepair
from .effects import RepairedRun
from .facts import without
from .patches import commands
from .search import Search
from .trial import Trial

MOST_CLASSES = 20  # of pending pods that are looked at
_MOST_REPAIRS = 4  # of each class


def best_changes(recording: Recording, costs: Costs = DEFAULT_COSTS) -> list[RunRepair]:
    """Return sets of changes by how many more pods are placed with them, the best first, then by their cost.

    They are the cheapest repairs of a pod of each pending class; the whole run is made with each.
    """
    found = [each for pod in _pending(recording) for each in _repairs(recording, pod, costs)]
    unique = {tuple(repair["changes"]): repair for repair in reversed(found) if repair["placed"] > 0}
    return sorted(unique.values(), key=lambda repair: (-repair["placed"], repair["cost"]))


def _repairs(recording: Recording, pod: Pod, costs: Costs) -> Iterator[RunRepair]:
    trial = Trial.of(recording, pod.key)
    for repair in islice(Search(trial, costs).repairs(), _MOST_REPAIRS):
        run = RepairedRun(recording, trial, repair.changes)
        if run.node is not None:
            yield {
                "pod": pod.key,
                "changes": [change.text for change in repair.changes],
                "cost": repair.cost,
                "placed": run.effects()["placed"] - len(recording.placements),
                "patch": "\n".join(commands(repair.changes, pod, trial.manifest)),
            }


def costly_facts(recording: Recording) -> list[CostlyFact]:
    """Return the facts of pending workloads by how many more pods are placed if the workload does without one."""
    found: list[CostlyFact] = []
    for pod in _pending(recording):
        workload = workload_of(pod)
        for fact in Causes(Trial.of(recording, pod.key)).facts:
            template = without(pod.template, [fact])
            if fact.of == "pod" and template is not pod.template:
                run = Recording.of(
                    _with_template(recording.scenario, pod.template, template), seed=recording.seed
                )
                name = f"{workload.kind} {workload.namespace}/{workload.name or pod.name}"
                placed = len(run.placements) - len(recording.placements)
                found.append({"workload": name, "fact": fact.text, "placed": placed})
    return sorted((fact for fact in found if fact["placed"] > 0), key=lambda fact: -fact["placed"])


def _pending(recording: Recording) -> list[Pod]:
    """Return the first pending pod of each class that was tried."""
    tried = {event["pod"] for event in recording.finished}
    classes: dict[PodTemplate, Pod] = {}
    for pod in recording.scenario.objects.pods:
        if pod.key in tried and pod.key not in recording.placements:
            classes.setdefault(pod.template, pod)
    return list(classes.values())[:MOST_CLASSES]


def _with_template(scenario: Scenario, old: PodTemplate, new: PodTemplate) -> Scenario:
    """Return the scenario in which the pending pods of one class have another."""
    objects = scenario.objects
    pods = [
        replace(pod, template=new) if pod.template is old and not pod.node_name else pod
        for pod in objects.pods
    ]
    return replace(scenario, objects=replace(objects, pods=pods))
