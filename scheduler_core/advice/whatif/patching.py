"""A scenario after operations on its manifests, without writing its text and reading that again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scheduler_core.controlplane.admission import Report, tainted_nodes
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, Problems
from scheduler_core.kubernetes.source import Operation, changed, value_at
from scheduler_core.simulation.run.scenario import Scenario

from .places import CONFIG, Edited, Sources

_JUDGES = ("ResourceQuota ", "LimitRange ")  # with one of these, admission looks at each pod that changes


@dataclass(frozen=True, slots=True)
class Patched:
    """A scenario after operations. `pods` are all that changed, by their keys; None if there was more."""

    scenario: Scenario
    pods: frozenset[str] | None


@paused_collector()
def patched(scenario: Scenario, operations: Sequence[Operation]) -> Patched:
    """Return the scenario after the operations; raise InvalidInput for one that cannot be made.

    Pods, nodes and the configuration are replaced one by one. Where the change may reach further (a workload makes
    other pods, a claim asks for other devices), all manifests are read again, but no text.
    """
    sources = Sources(scenario)
    result = Edited(sources.manifests)
    for operation in operations:
        result.apply(operation)
    names = list(result.before)
    if not _is_local(scenario, sources, names):
        return Patched(_read_again(scenario, result), None)
    if CONFIG in result.before:
        scenario = scenario.configured(result.manifests[CONFIG])
    objects = _replaced(scenario, result, [name for name in names if name != CONFIG])
    only_pods = all(name.startswith("Pod ") for name in names)
    pods = frozenset(name.removeprefix("Pod ") for name in names) if only_pods else None
    return Patched(replace(scenario, objects=objects), pods)


def _is_local(scenario: Scenario, sources: Sources, names: Iterable[str]) -> bool:
    """Return whether nothing else follows from a change of these objects; with Kueue's queues each may matter."""
    if scenario.queued is not None:
        return False
    pods = [name for name in names if name.startswith("Pod ")]
    if any(name != CONFIG and not name.startswith(("Pod ", "Node ")) for name in names):
        return False
    own = scenario.objects.manifests
    if any(_asks_for_devices(own.get(("Pod", pod.removeprefix("Pod ")))) for pod in pods):
        return False
    return not pods or not any(name.startswith(_JUDGES) for name in sources.manifests)


def _asks_for_devices(manifest: Manifest | None) -> bool:
    return manifest is None or value_at(manifest, ("spec", "resourceClaims")) is not None


def _read_again(scenario: Scenario, result: Edited) -> Scenario:
    manifests = dict(result.manifests)
    config = manifests.pop(CONFIG, None)
    content = {**scenario.content(), "objects": [m for m in manifests.values() if m], "config": config}
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _replaced(scenario: Scenario, result: Edited, names: Sequence[str]) -> Objects:
    """Return the objects with these pods and nodes as the operations leave them; raise InvalidInput."""
    objects, problems = scenario.objects, Problems()
    manifests = [m for name in names if (m := _as_stored(scenario, result, name)) is not None]
    stored = tainted_nodes(manifests, scenario.admission, Report())
    sources = [SourceManifest(manifest, i) for i, manifest in enumerate(stored)]
    read = read_objects(sources, problems, replace(objects, nodes=[], pods=[], manifests={}))
    if problems.entries:
        raise InvalidInput(problems.errors())
    nodes, pods = {node.name: node for node in read.nodes}, {pod.key: pod for pod in read.pods}
    gone = {name for name in names if result.manifests[name] is None}
    return replace(
        objects,
        nodes=[
            *(nodes.pop(n.name, n) for n in objects.nodes if f"Node {n.name}" not in gone),
            *nodes.values(),
        ],
        pods=[pods.get(pod.key, pod) for pod in objects.pods if f"Pod {pod.key}" not in gone],
        manifests={**objects.manifests, **read.manifests},
    )


def _as_stored(scenario: Scenario, result: Edited, name: str) -> Manifest | None:
    """Return a manifest as the operations leave it; that of a pod with what admission has filled in."""
    if result.manifests[name] is None or not name.startswith("Pod "):
        return result.manifests[name]
    manifest = scenario.objects.manifests["Pod", name.removeprefix("Pod ")]
    for operation in result.operations:
        if operation.object == name:
            manifest = changed(manifest, operation)
    return manifest
