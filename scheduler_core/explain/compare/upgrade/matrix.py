"""The upgrade matrix of a scenario: runs under all versions, and the causes of what differs between neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import RECORDED, Change, find_version, numbers
from scheduler_core.simulation.run.scenario import Scenario

from .attribution import Attribution, Cause, attribute, changes_between
from .contract import (
    CheckedChange,
    Shift,
    ShiftKind,
    Stay,
    UpgradeChange,
    UpgradeMatrix,
    UpgradeProgress,
    UpgradeStep,
    UpgradeVersion,
)
from .version_run import Landing, VersionRun

_TEMPLATE_HASH = "pod-template-hash"


def group_by_workload(scenario: Scenario, pods: Collection[str]) -> dict[str, str]:
    """Return the name of each pod's workload, as `namespace/name`.

    It is the workload that made the pod or that its manifest names. Otherwise equal pods whose names differ at the end
    are taken for replicas, and named by what they share; any other pod is its own group.
    """
    groups = {
        pod: workload.partition(" ")[2]
        for workload, made in scenario.objects.expanded.items()
        for pod in made
        if pod in pods
    }
    alike: dict[tuple[PodTemplate, str], list[str]] = {}
    for pod in scenario.objects.pods:
        if pod.key in pods and pod.key not in groups:
            if owner := _owner(pod, scenario.objects.manifests.get(("Pod", pod.key), {})):
                groups[pod.key] = f"{pod.namespace}/{owner}"
            else:
                alike.setdefault((pod.template, _stem(pod.key)), []).append(pod.key)
    for (_, stem), keys in alike.items():
        groups |= {key: stem if len(keys) > 1 else key for key in keys}
    return groups


def _stem(key: str) -> str:
    """Return "default/web" for "default/web-0" and "default/web12"; the key itself if nothing would be left."""
    namespace, _, name = key.partition("/")
    stem = name.rpartition("-")[0] or name.rstrip("0123456789")
    return f"{namespace}/{stem or name}"


def _owner(pod: Pod, manifest: Manifest) -> str:
    """Return the name of the pod's controller, of a Deployment rather than its ReplicaSet; "" if it has none."""
    references = (manifest.get("metadata") or {}).get("ownerReferences")
    listed = (
        [reference for reference in references if isinstance(reference, dict)]
        if isinstance(references, list)
        else []
    )
    name = next((str(reference.get("name", "")) for reference in listed if reference.get("controller")), "")
    template_hash = pod.template.labels.get(_TEMPLATE_HASH)
    return name.removesuffix(f"-{template_hash}") if template_hash else name


def upgrade_matrix(
    scenario: Scenario,
    releases: Sequence[str],
    *,
    seed: int | None = None,
    report: Callable[[UpgradeProgress], None] = lambda progress: None,
) -> UpgradeMatrix:
    """Run the scenario under each release and attribute what differs between neighbours to named changes.

    A release under which the scenario has no run (its configuration is not valid there) is left out of the
    comparison. `report` is called before each part of the work; what it raises ends the work.
    """
    total = 2 * len(releases) - 1
    runs: dict[int, VersionRun] = {}
    problems: dict[int, list[str]] = {}
    for i, release in enumerate(releases):
        report({"done": i, "total": total, "release": release, "explains": False})
        try:
            runs[i] = VersionRun.of(scenario, find_version(release), seed)
        except InvalidInput as error:
            problems[i] = [str(problem) for problem in error.errors]
    attributions: dict[tuple[int, int], Attribution] = {}
    for i, j in pairwise(runs):
        report({"done": len(releases) + j - 1, "total": total, "release": releases[j], "explains": True})
        between = changes_between(runs[i].version, runs[j].version)
        attributions[i, j] = attribute(runs[i], runs[j], between)
    return _Table(scenario, list(releases), runs, attributions).matrix(problems)


@dataclass(frozen=True, slots=True)
class _Table:
    """The runs by the index of their release, and the attributions by those of neighbours."""

    scenario: Scenario
    releases: list[str]
    runs: dict[int, VersionRun]
    attributions: dict[tuple[int, int], Attribution]

    def matrix(self, problems: dict[int, list[str]]) -> UpgradeMatrix:
        nodes = self._start_nodes()
        groups = group_by_workload(self.scenario, nodes)
        summary = self.scenario.summary()
        return {
            "nodes": summary["nodes"],
            "running": summary["pods"] - summary["pending"],
            "waiting": summary["pending"],
            "versions": [_version(release, problems.get(i, [])) for i, release in enumerate(self.releases)],
            "pods": [
                {"pod": pod, "group": groups[pod], "stays": self._stays(pod, start)}
                for pod, start in nodes.items()
            ],
            "steps": [self._step(i, j, nodes, groups) for i, j in self.attributions],
            "changes": self._changes(nodes),
            "checked": self._checked(),
        }

    def _start_nodes(self) -> dict[str, str]:
        """Return the pods of the matrix, each with the node that it runs on at the beginning, "" if it waits."""
        pods = {pod for run in self.runs.values() for pod in run.landings}
        return {pod.key: pod.node_name for pod in self.scenario.objects.pods if pod.key in pods}

    def _landing(self, i: int, pod: str, start: str) -> Landing:
        return self.runs[i].landings.get(pod) or Landing("placed", start)

    def _stays(self, pod: str, start: str) -> list[Stay]:
        stays: list[Stay] = []
        last: tuple[int, Landing] | None = None
        for j in self.runs:
            landing = self._landing(j, pod, start)
            if last is not None and last[1] == landing:
                stays[-1]["last"] = j
            else:
                shift = None if last is None else self._shift(last[0], j, pod, start)
                stays.append(
                    {"first": j, "last": j, "state": landing.state, "node": landing.node, "shift": shift}
                )
            last = j, landing
        return stays

    def _shift(self, i: int, j: int, pod: str, start: str) -> Shift:
        cause = self.attributions[i, j].causes[pod]
        return {
            "kind": self._kind(i, j, pod, start),
            "origin": cause.origin,
            "attempt": cause.attempt,
            "causes": [change.name for change in cause.changes],
            "together": cause.together,
        }

    def _kind(self, i: int, j: int, pod: str, start: str) -> ShiftKind:
        before, after = self._landing(i, pod, start), self._landing(j, pod, start)
        if before.state == after.state:
            return "moved"
        if "evicted" in (before.state, after.state):
            return "evicted" if after.state == "evicted" else "spared"
        return "placed" if after.state == "placed" else "pending"

    def _step(self, i: int, j: int, nodes: dict[str, str], groups: dict[str, str]) -> UpgradeStep:
        attribution = self.attributions[i, j]
        kinds = Counter(self._kind(i, j, pod, nodes[pod]) for pod in attribution.causes)
        follows = sum(cause.origin == "follows" for cause in attribution.causes.values())
        return {
            "before": i,
            "after": j,
            "moved": kinds["moved"],
            "pending": kinds["pending"],
            "placed": kinds["placed"],
            "evicted": kinds["evicted"],
            "spared": kinds["spared"],
            "decides": len(attribution.causes) - follows,
            "follows": follows,
            "net": self._net(i, j, nodes, groups),
            "causes": [change.name for change in attribution.changes],
            "switched_off": attribution.switched_off,
            "others": attribution.others,
        }

    def _net(self, i: int, j: int, nodes: dict[str, str], groups: dict[str, str]) -> int:
        """Return how many pods are elsewhere if replicas of a workload count as one another."""
        before, after = (
            Counter(
                (groups[pod], self._landing(k, pod, nodes[pod])) for pod in self.attributions[i, j].causes
            )
            for k in (i, j)
        )
        return (after - before).total()

    def _checked(self) -> list[CheckedChange]:
        """Return the changes between the first and the last run that cause nothing."""
        versions = [run.version for run in self.runs.values()]
        between = changes_between(versions[0], versions[-1]) if versions else []
        arrivals = [(change, change.arrived_in(versions[-1].name) or change.since) for change in between]
        causes = {change for attribution in self.attributions.values() for change in attribution.changes}
        return [
            {"name": change.name, "since": since, "title": change.title}
            for change, since in sorted(arrivals, key=lambda arrival: numbers(arrival[1]))
            if change not in causes
        ]

    def _changes(self, nodes: dict[str, str]) -> list[UpgradeChange]:
        caused: dict[Change, list[tuple[Cause, ShiftKind]]] = {}
        arrived: dict[Change, str] = {}
        for (_, j), attribution in self.attributions.items():
            for change in attribution.changes:
                caused.setdefault(change, [])
                arrived.setdefault(change, change.arrived_in(self.runs[j].version.name) or change.since)
        for (i, j), attribution in self.attributions.items():
            for pod, cause in attribution.causes.items():
                for change in cause.changes:
                    caused[change].append((cause, self._kind(i, j, pod, nodes[pod])))
        return [_change(change, arrived[change], shifts) for change, shifts in caused.items() if shifts]


def _version(release: str, problems: list[str]) -> UpgradeVersion:
    version = find_version(release)
    return {
        "release": release,
        "name": version.name,
        "recorded": version.recorded,
        "planned": version.planned,
        "problems": problems,
    }


def _change(change: Change, since: str, shifts: list[tuple[Cause, ShiftKind]]) -> UpgradeChange:
    follows = sum(cause.origin == "follows" for cause, _ in shifts)
    return {
        "name": change.name,
        "since": since,
        "title": change.title,
        "note": change.note,
        "kep": change.kep,
        "pull_request": change.pull_request,
        "recorded": since in RECORDED or f"v{since}" in RECORDED.values(),
        "pods": len(shifts),
        "decides": len(shifts) - follows,
        "follows": follows,
        "pending": sum(kind == "pending" for _, kind in shifts),
    }
