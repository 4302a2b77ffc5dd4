"""Disruption budgets of a play: their status as pods come and go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scheduler_core.allowance import each
from scheduler_core.controlplane.controllers.disruption import (
    BudgetStatus,
    budget_status,
    may_evict,
    needs_no_budget,
)
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.cluster import PodDisruptionBudget

from .played_pod import PlayedPod
from .world import World

_SCALED = ("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A budget that keeps a pod from being evicted; `status` None if more than one budget selects it."""

    budget: str
    status: BudgetStatus | None


def update(world: World) -> None:
    """Set what each budget allows, for the scheduler's preemption, and write down what changes."""
    for index, budget in enumerate(each(world.objects.typed.budgets)):
        status = status_of(world, budget)
        if status.allowed != budget.disruptions_allowed:
            world.objects.typed.budgets[index] = replace(budget, disruptions_allowed=status.allowed)
            manifest = world.objects.manifests[_key(budget)]
            allowed = {**mapping(manifest, "status"), "disruptionsAllowed": status.allowed}
            world.objects.store(_key(budget), {**manifest, "status": allowed})
        name = _name(budget)
        series = world.recorder.budgets.setdefault(name, {"budget": name, "series": []})["series"]
        counts = {"healthy": status.healthy, "desired": status.desired, "allowed": status.allowed}
        if not series or {**series[-1], "moment": 0} != {**counts, "moment": 0}:
            series.append(
                {
                    "moment": max(world.recorder.last, 0),
                    "healthy": status.healthy,
                    "desired": status.desired,
                    "allowed": status.allowed,
                }
            )


def status_of(world: World, budget: PodDisruptionBudget) -> BudgetStatus:
    """Return the budget's status."""
    spec = mapping(world.objects.manifests[_key(budget)], "spec")
    pods = [pod for pod in _selected(world, budget) if not pod.finished]
    return budget_status(
        spec.get("minAvailable"),
        spec.get("maxUnavailable"),
        pods=len(pods),
        scale=_scale(world, pods),
        healthy=sum(pod.ready_since is not None and not pod.deleting for pod in pods),
    )


def refusal(world: World, pod: PlayedPod) -> Refusal | None:
    """Return the budget that keeps the pod from being evicted now, None if it may go."""
    if needs_no_budget(pod):
        return None
    budgets = [budget for budget in world.objects.typed.budgets if _selects(world, budget, pod)]
    if len(budgets) > 1:
        return Refusal(", ".join(map(_name, budgets)), None)
    for budget in budgets:
        status = status_of(world, budget)
        policy = mapping(world.objects.manifests[_key(budget)], "spec").get("unhealthyPodEvictionPolicy")
        if not may_evict(pod, status, always_unhealthy=policy == "AlwaysAllow"):
            return Refusal(_name(budget), status)
    return None


def _selected(world: World, budget: PodDisruptionBudget) -> Iterator[PlayedPod]:
    return (pod for pod in world.pods.by_key.values() if _selects(world, budget, pod))


def _selects(world: World, budget: PodDisruptionBudget, pod: PlayedPod) -> bool:
    template = pod.pod.template
    key = (budget.selector, budget.meta.namespace, template)
    selects = world.selected.get(key)
    if selects is None:
        selects = template.namespace == budget.meta.namespace and budget.selector.matches(template.labels)
        world.selected[key] = selects
    return selects


def _scale(world: World, pods: list[PlayedPod]) -> int:
    """Return the replicas of the pods' controllers together (getExpectedScale)."""
    roots = dict.fromkeys(pod.workload for pod in pods if pod.workload)
    workloads = [world.workloads.by_key[root] for root in roots if root in world.workloads.by_key]
    return sum(w.spec.integer("replicas", 1) for w in workloads if w.kind in _SCALED)


def _name(budget: PodDisruptionBudget) -> str:
    return f"{budget.meta.namespace}/{budget.meta.name}"


def _key(budget: PodDisruptionBudget) -> str:
    return f"PodDisruptionBudget {_name(budget)}"
