"""A workload tried on a cluster: where its pods land, and why the others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

from scheduler_core import (
    AllowanceSpent,
    ClusterObjects,
    Recording,
    Scenario,
    load,
    on_cluster,
    share,
    workload_facts,
)
from scheduler_core.contract import WorkloadFacts
from webui.core.scenarios.source import source_limits
from webui.features.samples.choices import Choice
from webui.features.samples.schemas import NodeTrial, TrialOut, ZoneTrial
from webui.ground.lib.scene import MAX_LABELLED

MAX_PODS = 500  # to place; more are not tried before the cluster is opened
MAX_SECONDS = 0.12  # of the processor; what takes longer is not tried either
MAX_CLUSTER = 4_000  # nodes and pods
_ZONE_KEYS = ("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone", "zone")


def joined(source: str, cluster: ClusterObjects) -> str:
    """Return the source of the workload on the cluster; raise InvalidInput or TooLarge."""
    return on_cluster([source], cluster, source_limits()).source


def trials(source: str, choices: Iterable[Choice]) -> Iterator[TrialOut]:
    """Try a workload on clusters; raise InvalidInput or TooLarge. One that is too large is read on the first alone."""
    first: TrialOut | None = None
    for choice in choices:
        if first is not None and first.pods > MAX_PODS and choice.nodes:
            yield _untried(choice, first)
        else:
            result = trial(source, choice)
            first = first or result
            yield result


def _untried(choice: Choice, like: TrialOut) -> TrialOut:
    """Return what is known without reading the workload on the cluster."""
    known = {"cluster": choice.key, "title": choice.title, "nodes": choice.nodes, "running": choice.pods}
    return like.model_copy(update={**known, "pools": _pools(choice), "zones": []})


def _pools(choice: Choice) -> list[str]:
    return [f"{count} {name}" for name, count in choice.pools]


def trial(source: str, choice: Choice) -> TrialOut:
    """Try a workload on a cluster; raise InvalidInput or TooLarge."""
    placed = on_cluster([source], choice.objects(), source_limits())
    scenario = load(placed.source, source_limits())
    pods = scenario.summary()["pending"]
    size = len(scenario.objects.nodes) + len(scenario.objects.pods) - pods
    result = TrialOut(
        cluster=choice.key,
        title=choice.title,
        nodes=len(scenario.objects.nodes),
        running=choice.pods,
        pools=_pools(choice),
        pods=pods,
        placed=None,
        zones=[],
        message="",
        refusals=[refusal.message for refusal in scenario.admitted.refusals[:1]],
        refused=len(scenario.admitted.refusals),
        assumptions=placed.assumptions,
        version=scenario.release,
    )
    if pods <= MAX_PODS and size <= MAX_CLUSTER:
        with suppress(AllowanceSpent), share(MAX_SECONDS):
            _run(scenario, choice, result)
    return result


def facts(source: str, choice: Choice) -> list[WorkloadFacts]:
    """Return what the workload is, as it is created on the cluster; raise InvalidInput or TooLarge."""
    return workload_facts(load(joined(source, choice.objects()), source_limits()).objects)


def _run(scenario: Scenario, choice: Choice, result: TrialOut) -> None:
    """Run the scenario and fill in the result."""
    recording = Recording.of(scenario)
    last = {event["pod"]: event for event in recording.finished}
    landed = Counter(event["node"] for event in last.values() if event["node"])
    result.placed = landed.total()
    result.message = next((_message(event["message"]) for event in last.values() if not event["node"]), "")
    result.zones = _zones(scenario, choice, landed)


def _message(text: str | None) -> str:
    """Return the scheduler's message without its end about preemption."""
    return (text or "").split(" preemption:")[0].removesuffix(" no new claims to deallocate,").rstrip(" ,")


def _zones(scenario: Scenario, choice: Choice, landed: Counter[str]) -> list[ZoneTrial]:
    pool_of = choice.pool_of_nodes()
    nodes = scenario.objects.nodes
    shared = _shared_prefix(node.name for node in nodes)
    zones: dict[str, list[NodeTrial]] = {}
    for node in nodes:
        zone = next((node.labels[key] for key in _ZONE_KEYS if key in node.labels), "")
        own = node.name[shared:] if len(nodes) > 1 else node.name
        zones.setdefault(zone, []).append(
            NodeTrial(
                name=node.name,
                label=(pool_of.get(node.name) or own) if len(nodes) <= MAX_LABELLED else "",
                tainted=node.unschedulable
                or any(taint.effect != "PreferNoSchedule" for taint in node.taints),
                landed=landed[node.name],
            )
        )
    return [ZoneTrial(name=name, nodes=zones[name]) for name in sorted(zones)]


def _shared_prefix(names: Iterable[str]) -> int:
    """Return the length of what all names begin with, up to the end of a word."""
    all_names = list(names)
    first, last = min(all_names, default=""), max(all_names, default="")
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return max(first.rfind(separator, 0, length) for separator in "-.") + 1
