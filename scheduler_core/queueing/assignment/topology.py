"""Which pod sets want a place in a topology, and which flavors can give them one.

Mirrors pkg/scheduler/flavorassigner/tas_flavorassigner.go and errors.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.queueing.objects.flavor import ResourceFlavor
from scheduler_core.queueing.objects.quota import ResourceGroup
from scheduler_core.queueing.objects.workload import PodSet
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot
from scheduler_core.queueing.topology.requests import DomainUsage, Placements, PodSetRequest

from .result import Assignment, FlavorChoice, PodSetAssignment

_NO_INFORMATION = "workload requires Topology, but there is no TAS cache information"
_NO_FLAVOR = "no TAS flavor assigned"


def mismatch(queue: QueueSnapshot, pod_set: PodSet, flavor: ResourceFlavor, group: ResourceGroup) -> str:
    """Return why a flavor cannot serve a pod set as far as topology goes, "" if it can.

    Mirrors checkPodSetAndFlavorMatchForTAS.
    """
    request, topology = pod_set.topology, queue.topologies.get(flavor.name)
    problem = ""
    if request is None or not request.explicit:
        if flavor.topology and not queue.topology_only:
            problem = "supports only TopologyAwareScheduling"
    elif not flavor.topology:
        if any(resource in group.resources for resource in pod_set.spec.requests):
            problem = "does not support TopologyAwareScheduling"
    elif topology is None:
        problem = "information missing in TAS cache"
    elif not topology.has_level(request):
        problem = "does not contain the requested level"
    return problem and f'Flavor "{flavor.name}" {problem}'


def topology_requests(
    assignment: Assignment, info: WorkloadInfo, queue: QueueSnapshot
) -> dict[str, list[PodSetRequest]]:
    """Return the pod sets that want a place, by flavor (WorkloadsTopologyRequests)."""
    requests: dict[str, list[PodSetRequest]] = {}
    for pod_set in info.workload.pod_sets:
        if not queue.asks_for_topology(pod_set):
            continue
        assigned = assignment.pod_set(pod_set.name)
        if assigned.error or assigned.count == 0 or _is_placed(assigned, info):
            continue
        flavor, error = _topology_flavor(assigned.flavors, queue)
        if error:
            assignment.fail(assigned, error)
            continue
        request = PodSetRequest(
            pod_set,
            assigned.count,
            pod_set.spec.requests,
            flavor,
            implied=not pod_set.asks_for_topology,
            group=pod_set.group,
        )
        requests.setdefault(flavor, []).append(request)
    return requests


def take_placements(
    assignment: Assignment, info: WorkloadInfo, queue: QueueSnapshot, placements: Placements
) -> None:
    """Give pod sets their places, and count what they take (UpdateForTASResult)."""
    for name, placement in placements.items():
        assignment.pod_set(name).topology = placement.assignment
    assignment.topology = net_usage(assignment, info, queue)


def net_usage(
    assignment: Assignment, info: WorkloadInfo, queue: QueueSnapshot, *, beyond_admission: bool = False
) -> dict[str, list[DomainUsage]]:
    """Return what the places take, by flavor (ComputeTASNetUsage).

    With `beyond_admission` pods are left out that the workload's admission has placed there already.
    """
    taken: dict[str, list[DomainUsage]] = {}
    for assigned in assignment.pod_sets:
        pod_set = info.workload.pod_set(assigned.name)
        flavor, error = _topology_flavor(assigned.flavors, queue)
        if assigned.topology is None or pod_set is None or error:
            continue
        accounted = _admitted_counts(info, assigned.name) if beyond_admission else {}
        for domain in assigned.topology.domains:
            count = domain.count - accounted.get(domain.values, 0)
            if count > 0:
                usage = DomainUsage(domain.values, pod_set.spec.requests, count)
                taken.setdefault(flavor, []).append(usage)
    return taken


def only_topologies(choices: Mapping[str, FlavorChoice], queue: QueueSnapshot) -> dict[str, FlavorChoice]:
    """Return the choices whose flavor has a topology (tasFlavorsOnly)."""
    return {resource: choice for resource, choice in choices.items() if choice.flavor in queue.topologies}


def _is_placed(assigned: PodSetAssignment, info: WorkloadInfo) -> bool:
    """Return whether a pod set has its place, with no node in it that has failed."""
    if assigned.topology is None:
        return False
    hosts = {domain.values[-1] for domain in assigned.topology.domains}
    return not hosts.intersection(info.workload.unhealthy_nodes)


def _topology_flavor(choices: Mapping[str, FlavorChoice], queue: QueueSnapshot) -> tuple[str, str]:
    """Return the only flavor with a topology, or why there is not exactly one (onlyTASFlavor)."""
    if not queue.topologies:
        return "", _NO_INFORMATION
    flavors = sorted({choice.flavor for choice in only_topologies(choices, queue).values()})
    if len(flavors) > 1:
        return "", f"more than one TAS flavor assigned: {', '.join(flavors)}"
    return (flavors[0], "") if flavors else ("", _NO_FLAVOR)


def _admitted_counts(info: WorkloadInfo, pod_set: str) -> dict[tuple[str, ...], int]:
    """Return the pods that the workload's admission has in each domain (admittedDomainCounts)."""
    counts: dict[tuple[str, ...], int] = {}
    admission = info.workload.admission
    for assigned in admission.pod_sets if admission else ():
        if assigned.name == pod_set and assigned.topology is not None:
            for domain in assigned.topology.domains:
                counts[domain.values] = counts.get(domain.values, 0) + domain.count
    return counts
