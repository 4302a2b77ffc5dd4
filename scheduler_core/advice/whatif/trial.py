"""The last attempt of a pending pod, made again with changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler_core.allowance import check
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.cluster import Objects, read_priority_class
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_template
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.config import Config, read_config
from scheduler_core.scheduler.cycle.cycle import CycleRecord, find_feasible, schedule_one
from scheduler_core.scheduler.framework.assumed import AssumedVolumes
from scheduler_core.scheduler.framework.claims import Claims
from scheduler_core.scheduler.framework.handle import Handle, Nominator
from scheduler_core.scheduler.framework.profile import Profile
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.plugins.defaults import plugin_defaults
from scheduler_core.scheduler.plugins.registry import make_profile
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .change import Changes
from .places import CONFIG, Edited, Place, Sources, edited

_CLAIMS = frozenset(("ResourceClaim", "ResourceClaimTemplate"))
_UNREAD = frozenset(("NodePool",))  # kinds that the scheduler does not read
_MOST_CLUSTERS = 24  # that are kept, with their columns, for further changes of the pod


@dataclass(slots=True)
class Cluster:
    """The cluster at the moment of the attempt, its plugins, and manifests by name.

    `running` are the pods that the input has on a node, `changed` the nodes that changed or are new.
    """

    handle: Handle
    config: Config
    frameworks: dict[str, Framework]
    manifests: Mapping[str, Manifest | None]
    running: frozenset[str]
    changed: frozenset[str] = frozenset()

    def profile(self, pod: Pod, handle: Handle) -> Profile:
        """Return the pod's profile with plugins of their own."""
        configs = [p for p in self.config.profiles if p.scheduler_name == pod.template.scheduler_name]
        return make_profile(configs[0], handle, Problems())


@dataclass(slots=True)
class Trial:
    """The last attempt of a pod in a run; `attempt` makes it again with changes.

    `siblings` are the pods of its workload that the run has placed before, with their nodes: a change of the template
    changes them too. `count` is the number of attempts made so far.
    """

    scenario: Scenario
    pod: Pod
    cluster: Cluster
    start_index: int
    sources: Sources
    siblings: tuple[tuple[Pod, int], ...] = ()
    count: int = 0
    _clusters: dict[Changes, Cluster] = field(default_factory=dict)

    @classmethod
    def of(cls, recording: Recording, pod: str) -> Trial:
        """Return the trial of a pod (`namespace/name`) that is pending at the end of a run; raise InvalidInput."""
        attempts = recording.attempts(pod)
        if not attempts:
            raise InvalidInput.of("", worded("has no scheduling attempt"), object=f"Pod {pod}")
        return cls.at(recording.before(attempts[-1]["cycle"]), pod)

    @classmethod
    @paused_collector()
    def at(cls, simulation: Simulation, pod: str) -> Trial:
        """Return the trial of a waiting pod as it would be tried now; raise InvalidInput."""
        if simulation.handle.extenders is not None:
            raise InvalidInput.of(
                "extenders", worded("must be absent: extenders are not supported here"), object=CONFIG_KIND
            )
        scenario = simulation.scenario
        sources = Sources(scenario)
        manifests = dict(sources.manifests)
        for (kind, key), manifest in scenario.objects.manifests.items():
            manifests[f"{kind} {key}"] = manifest
        waiting = _waiting(simulation, pod)
        return cls(
            scenario,
            waiting,
            _cluster(simulation, manifests),
            simulation.start_index,
            sources,
            tuple(_siblings(simulation, waiting)),
        )

    @property
    def place(self) -> Place:
        return Place(f"Pod {self.pod.key}")

    @property
    def manifest(self) -> Manifest:
        """The manifest of the pod as the scheduler sees it."""
        return self.scenario.objects.manifests["Pod", self.pod.key]

    def attempt(self, changes: Changes, *, whole: bool = False) -> CycleRecord | Skipped:
        """Return the attempt with the changes: the filters alone, or the `whole` cycle.

        Raise InvalidInput if the changes do not go together.
        """
        self.count += 1
        check()
        cluster = self.cluster_with(changes)
        pod = self.pod_with(changes)
        framework = cluster.frameworks.get(pod.template.scheduler_name)
        if framework is None:
            return Skipped(pod.key, "NoProfile")
        status = framework.run_pre_enqueue(pod)
        if not status.ok:
            return Skipped(pod.key, "Gated", framework.profile.scheduler_name, (status,))
        percentage, start = cluster.config.percentage, self.start_index
        if whole:
            return schedule_one(framework, pod, percentage=percentage, start_index=start, rng=None)
        return find_feasible(framework, pod, percentage=percentage, start_index=start)

    def pod_with(self, changes: Changes) -> Pod:
        """Return the pod with the edits among the changes; raise InvalidInput."""
        if not any(edit.of_pod for change in changes for edit in change.edits):
            return self.pod
        template = self._template_with(changes, self.cluster_with(changes).handle.objects)
        return replace(self.pod, template=template)

    def _template_with(self, changes: Changes, objects: Objects) -> PodTemplate:
        at = _field(self.manifest_with(changes))
        check()
        template = read_template(at, objects.priorities, objects.default_priority)
        _raise(at.problems)
        return template

    def manifest_with(self, changes: Changes) -> Manifest:
        """Return the pod's manifest with the edits among the changes; raise InvalidInput."""
        name = self.place.object
        return edited(_only(changes, of_pod=True), [self.place], {name: self.manifest}).manifests[name] or {}

    def cluster_with(self, changes: Changes) -> Cluster:
        """Return the cluster with the changes of other objects and siblings; the last ones asked for are kept."""
        outside = tuple(change for change in changes if self.siblings or not change.of_pod)
        if not outside:
            return self.cluster
        if outside not in self._clusters:
            if len(self._clusters) >= _MOST_CLUSTERS:
                del self._clusters[next(iter(self._clusters))]
            self._clusters[outside] = self._altered(outside)
        return self._clusters[outside]

    def _altered(self, changes: Changes) -> Cluster:
        result = edited(_only(changes, of_pod=False), (), self.cluster.manifests)
        names = [name for name in result.before if name != self.place.object]
        handle, objects = self.cluster.handle, self.scenario.objects
        kinds = {name.partition(" ")[0] for name in names}
        if "PriorityClass" in kinds:
            objects = _with_priorities(objects, result)
        if kinds - {"Node", "Pod", "PriorityClass", CONFIG, *_UNREAD}:
            objects = self._read_again(changes)
        changed, added = _nodes(handle, [result.manifests[n] for n in names if n.startswith("Node ")])
        snapshot = handle.snapshot.altered(changed, added)
        for name in names:
            if name.startswith("Pod "):
                _place_again(snapshot, objects, name.removeprefix("Pod "), result.manifests[name])
        if self.siblings:
            self._change_siblings(snapshot, changes)
        touched = frozenset(n.removeprefix("Node ") for n in names if n.startswith("Node "))
        claims = _asking_anew(handle.claims, objects) if kinds & _CLAIMS else handle.claims
        altered = Handle(snapshot, objects, handle.version, handle.nominator, handle.volumes, claims)
        problems = Problems(CONFIG)
        config = self.cluster.config
        if CONFIG in names:
            defaults = plugin_defaults(handle.version)
            config = read_config(result.manifests[CONFIG], problems, handle.version, defaults)
        frameworks = {
            profile.scheduler_name: Framework(make_profile(profile, altered, problems), altered)
            for profile in config.profiles
        }
        _raise(problems)
        return Cluster(altered, config, frameworks, result.manifests, self.cluster.running, touched)

    def _change_siblings(self, snapshot: Snapshot, changes: Changes) -> None:
        """Let the siblings have the pod's changes, on the nodes that they have."""
        template = self._template_with(changes, self.scenario.objects)
        for pod, node in self.siblings:
            snapshot.forget(pod)
            snapshot.assume(replace(pod, template=template), node)

    def changes_objects(self, changes: Changes) -> bool:
        """Return whether pods and nodes of the input are all that changes."""
        names = [edit.object for change in changes for edit in change.edits if edit.object]
        created = [edit.value["kind"] for change in changes for edit in change.edits if edit.op == "create"]
        return {name.partition(" ")[0] for name in names} | set(created) <= {"Pod", "Node", *_UNREAD}

    def with_objects(self, changes: Changes) -> Scenario:
        """Return the scenario with changes of pods and nodes made in its objects, without reading it again."""
        result = edited(_only(changes, of_pod=False), (), self.cluster.manifests)
        objects, template = self.scenario.objects, self._template_with(changes, self.scenario.objects)
        places = {place.object for place in self.sources.places(self.pod)}
        alike = self.pod.template.controller is not None and any(not p.startswith("Pod ") for p in places)

        def changed(pod: Pod) -> Pod | None:
            name = f"Pod {pod.key}"
            if name in result.before:
                manifest = result.manifests[name]
                return None if manifest is None else _read_pod(pod, manifest, objects)
            is_alike = alike and pod.template is self.pod.template and not pod.node_name
            return replace(pod, template=template) if name in places or is_alike else pod

        nodes = {
            name: m for name in result.before if name.startswith("Node ") and (m := result.manifests[name])
        }
        changed_nodes = [
            read_node(_field(nodes.pop(f"Node {n.name}"))) if f"Node {n.name}" in nodes else n
            for n in objects.nodes
        ]
        added = [read_node(_field(manifest)) for manifest in nodes.values()]
        pods = [pod for former in objects.pods if (pod := changed(former))]
        return replace(self.scenario, objects=replace(objects, pods=pods, nodes=[*changed_nodes, *added]))

    def _read_again(self, changes: Changes) -> Objects:
        """Return the objects of the whole scenario with the changes, for kinds that are read as a whole."""
        return scenario_with(self.sources, self.pod, changes)[0].objects


def scenario_with(sources: Sources, pod: Pod, changes: Changes) -> tuple[Scenario, Edited]:
    """Return the scenario with the changes made in its manifests, and these; raise InvalidInput."""
    scenario = sources.scenario
    result = edited(changes, sources.places(pod), sources.manifests)
    manifests = dict(result.manifests)
    config = manifests.pop(CONFIG, None)
    content = {**scenario.content(), "objects": [m for m in manifests.values() if m], "config": config}
    return Scenario.from_content(content, name=scenario.name, version=scenario.version), result


def _only(changes: Changes, *, of_pod: bool) -> Changes:
    """Return the changes with their edits of the pod alone, or with the others alone."""
    return tuple(replace(c, edits=tuple(e for e in c.edits if e.of_pod == of_pod)) for c in changes)


def _waiting(simulation: Simulation, pod: str) -> Pod:
    if pod not in simulation.waiting:
        raise InvalidInput.of("", worded("is not pending at its last attempt"), object=f"Pod {pod}")
    return simulation.waiting[pod]


def _cluster(simulation: Simulation, manifests: dict[str, Manifest | None]) -> Cluster:
    """Return a copy of the cluster, which stays as it is when the run goes on; pods are tried without their groups."""
    former, version = simulation.handle, simulation.version.with_gates(())
    nominator = Nominator()
    for pod, node in former.nominator:
        nominator.add(pod, node)
    volumes = AssumedVolumes(dict(former.volumes.bound), dict(former.volumes.selected))
    handle = Handle(former.snapshot.altered({}), former.objects, version, nominator, volumes, former.claims)
    frameworks = {
        profile.scheduler_name: Framework(make_profile(profile, handle, Problems()), handle)
        for profile in simulation.config.profiles
    }
    pods = simulation.scenario.objects.pods
    running = frozenset(pod.key for pod in pods if pod.node_name and not pod.finished)
    return Cluster(handle, simulation.config, frameworks, manifests, running)


def _siblings(simulation: Simulation, pod: Pod) -> Iterator[tuple[Pod, int]]:
    """Yield the pods of the same template that the run has placed; a pod without a workload has none."""
    if pod.template.controller is None:
        return
    written = {p.key for p in simulation.scenario.objects.pods if p.template is pod.template and p.node_name}
    for other, node in simulation.handle.snapshot.pods():
        if other.template is pod.template and other.key not in written:
            yield other, node


def _field(manifest: Any) -> ManifestField:
    return ManifestField(manifest, "", Problems())


def _raise(problems: Problems) -> None:
    if problems.entries:
        raise InvalidInput(problems.errors())


def _nodes(handle: Handle, manifests: list[Manifest | None]) -> tuple[dict[int, Node], list[Node]]:
    """Return the changed nodes by index, and the new ones; raise InvalidInput."""
    changed: dict[int, Node] = {}
    added: list[Node] = []
    for manifest in manifests:
        at = _field(manifest)
        node = read_node(at)
        _raise(at.problems)
        if node.name in handle.snapshot.index:
            changed[handle.snapshot.index[node.name]] = node
        else:
            added.append(node)
    return changed, added


def _with_priorities(objects: Objects, result: Edited) -> Objects:
    """Return the objects with the priority classes among the changed manifests."""
    copy = replace(objects, priorities=dict(objects.priorities))
    for name in result.before:
        if name.startswith("PriorityClass "):
            read_priority_class(_field(result.manifests[name]), copy)
    return copy


def _asking_anew(claims: Claims, objects: Objects) -> Claims:
    """Return the claims in which those without devices ask for what the objects say."""
    copy = claims.copy()
    for key, claim in objects.devices.claims.items():
        former = copy.get(key)
        if former is not None and former.allocation is None:
            copy.write(key, replace(former, spec=claim.spec))
    return copy


def _place_again(snapshot: Snapshot, objects: Objects, key: str, manifest: Manifest | None) -> None:
    """Remove a running pod from its node, and place it where its manifest says."""
    if snapshot.node_of(key) is None:
        return
    pod = snapshot.pod(key)
    snapshot.forget(pod)
    moved = None if manifest is None else _read_pod(pod, manifest, objects)
    if moved is not None and moved.node_name in snapshot.index:
        snapshot.assume(moved, snapshot.index[moved.node_name])


def _read_pod(pod: Pod, manifest: Manifest, objects: Objects) -> Pod:
    """Return a pod as its changed manifest has it."""
    template = read_template(_field(manifest), objects.priorities, objects.default_priority)
    return replace(pod, template=template, node_name=manifest["spec"].get("nodeName", ""))
