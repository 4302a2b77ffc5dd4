"""Which Workload stands for which jobs and pods: those of the input, and those that are made of jobs without one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.allowance import each
from scheduler_core.controlplane.workloads.ended import has_ended
from scheduler_core.controlplane.workloads.pods import controller_of, labels_of, namespace_of
from scheduler_core.controlplane.workloads.trainjob import runtimes_by_name
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.workloads.integration import NoSuchObject, Runtimes, items_at, value_at
from scheduler_core.queueing.workloads.made import counted_templates, made_workload, name_for
from scheduler_core.queueing.workloads.names import QUEUE
from scheduler_core.queueing.workloads.pods import PodWorkload, pod_workloads
from scheduler_core.queueing.workloads.priority import PriorityClasses
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

from .webhooks import object_name


@dataclass(slots=True)
class Owners:
    """Workloads and what they stand for.

    `manifests` are all Workloads by key, `made` the keys of those that the input lacks. `jobs` has the key of a
    Workload by job ("Job default/train"), `pods` that of a pod with the pod set by pod ("default/web-0"). `unmade`
    says of jobs and groups why they have none.
    """

    manifests: dict[str, Manifest] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    jobs: dict[str, str] = field(default_factory=dict)
    pods: dict[str, tuple[str, str]] = field(default_factory=dict)
    unmade: dict[str, str] = field(default_factory=dict)

    def names(self) -> dict[str, str]:
        """Return what each Workload stands for, by its key: a job, or the first of its pods."""
        names = {key: f"Pod {pod}" for pod, (key, _) in reversed(self.pods.items())}
        return names | {key: job for job, key in self.jobs.items()}


def written_owners(manifests: Iterable[Manifest]) -> dict[str, str]:
    """Return the keys of the input's Workloads by the objects that own them."""
    return {
        f"{reference.get('kind')} {namespace_of(m)}/{reference.get('name')}": workload_key(m)
        for m in manifests
        if kind_of(m) == "Workload"
        for reference in items_at(m, ("metadata", "ownerReferences"))
        if isinstance(reference, dict)
    }


def workload_key(manifest: Manifest) -> str:
    return f"{namespace_of(manifest)}/{mapping(manifest, 'metadata').get('name')}"


def find_owners(manifests: Sequence[Manifest], pods: Sequence[Manifest], classes: PriorityClasses) -> Owners:
    """Return the Workloads of the jobs among the manifests, and of the pods, those made of workloads too."""
    owners = Owners({workload_key(m): m for m in manifests if kind_of(m) == "Workload"})
    written, runtimes = written_owners(manifests), runtimes_by_name(manifests)
    for order, job in enumerate(each(manifests)):
        if kind_of(job) in INTEGRATIONS and labels_of(job).get(QUEUE) and not _has_managed_owner(job):
            _take_job(job, written, owners, classes, runtimes, order)
    for workload in each(pod_workloads(pods)):
        _take_pods(workload, written, owners, classes, len(manifests))
    return owners


def _has_managed_owner(job: Manifest) -> bool:
    owner = controller_of(job)
    return owner is not None and str(owner.get("kind")) in INTEGRATIONS


def _take_job(
    job: Manifest,
    written: Mapping[str, str],
    owners: Owners,
    classes: PriorityClasses,
    runtimes: Runtimes,
    order: int,
) -> None:
    integration, name = INTEGRATIONS[kind_of(job)], object_name(job)
    if name in written:
        owners.jobs[name] = written[name]
        return
    if has_ended(job) or integration.is_left(job):
        return
    if value_at(job, integration.suspend) is not True:
        owners.unmade[name] = "runs already, without a Workload: its quota is not counted"
        return
    try:
        templates = counted_templates(job, integration, runtimes)
        made = made_workload(job, name_for(job), templates, classes, order, integration.priority_class(job))
    except NoSuchObject as error:
        owners.unmade[name] = f"has no Workload: {error}"
        return
    _add(made, owners)
    owners.jobs[name] = workload_key(made)


def _take_pods(
    workload: PodWorkload, written: Mapping[str, str], owners: Owners, classes: PriorityClasses, order: int
) -> None:
    first = workload.first
    key = f"{namespace_of(first)}/{workload.name}"
    key = next((written[n] for n in map(object_name, _all(workload)) if n in written), key)
    name = object_name(first)
    if key not in owners.manifests:
        if workload.missing:
            owners.unmade[name] = f"has no Workload: group {workload.name} waits for {workload.missing} more"
            return
        if all(mapping(pod, "spec").get("nodeName") for pod in _all(workload)):
            owners.unmade[name] = "runs already, without a Workload: its quota is not counted"
            return
        try:
            _add(
                made_workload(first, workload.name, workload.templates(), classes, order + len(owners.made)),
                owners,
            )
        except NoSuchObject as error:
            owners.unmade[name] = f"has no Workload: {error}"
            return
    names = [str(mapping(part).get("name")) for part in items_at(owners.manifests[key], ("spec", "podSets"))]
    for role, pods in workload.roles.items():
        pod_set = role if role in names or len(names) != 1 else names[0]
        for pod in pods:
            owners.pods[workload_key(pod)] = key, pod_set


def _all(workload: PodWorkload) -> list[Manifest]:
    return [pod for pods in workload.roles.values() for pod in pods]


def _add(made: Manifest, owners: Owners) -> None:
    owners.manifests[workload_key(made)] = made
    owners.made.add(workload_key(made))
