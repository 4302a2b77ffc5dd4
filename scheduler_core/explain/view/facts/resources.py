"""The facts of NodeResourcesFit: a pod's requests by container, and the pods that use a node."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import NON_MISSING, PODS, Amounts, Container
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.accounting import accounting
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit, unit

from .contract import NamedFact, Place, SourceObject
from .origins import items, part, pod_manifest, source_of

MAX_PODS = 120


class UsingPod(TypedDict):
    pod: str
    amount: int
    nominated: bool
    """The pod does not run here yet; it is nominated to the node."""


class UsedFact(NamedFact):
    """The pods that use a resource of a node."""

    node: str
    resource: str
    unit: Unit
    allocatable: int
    written: str | None
    """The allocatable amount as in the source."""
    used: int
    pods: list[UsingPod]
    """The largest amounts first, at most 120."""
    pods_total: int


class RequestOrigin(Place):
    """The origin of a container's request."""

    origin: Literal["written", "limits", "absent"]
    written: NotRequired[str]


ContainerRole = Literal["container", "init", "sidecar"]


class ContainerRequest(RequestOrigin):
    """The request of a container."""

    name: str
    role: ContainerRole
    amount: int


class InitStep(TypedDict):
    """The requests while an init container starts: its own and those of the sidecars before it."""

    name: str
    amount: int
    sidecars: int


class RequestFact(NamedFact):
    """What a pod requests of a resource: the greater of what runs and of each step, and overhead.

    Of the number of pods, of which each requests one, only the first keys are there.
    """

    pod: str
    resource: str
    unit: Unit
    request: int
    containers: list[ContainerRequest]
    steps: list[InitStep]
    running: NotRequired[int]
    """The sum of containers and sidecars."""
    pod_level: NotRequired[int | None]
    """The request of the pod as a whole, which takes the place of the containers'."""
    overhead: NotRequired[int]
    scoring: NotRequired[int]
    """The amount that counts in scores."""
    scoring_default: NotRequired[int | None]
    """The amount of a container without a request in scores."""
    source: NotRequired[SourceObject]


def used_fact(record: CycleRecord, node_name: str, resource: str) -> UsedFact:
    """Return the pods of a node with their requests, which add up to the amount in use."""
    handle = record.framework.handle
    snapshot = handle.snapshot
    node, counts = snapshot.index[node_name], accounting(handle.version)
    rivals = _rivals(record, node)
    rows: list[UsingPod] = [
        {
            "pod": pod.key,
            "amount": 1 if resource == PODS else counts(pod.template)[0].get(resource, 0),
            "nominated": pod in rivals,
        }
        for pod in [*snapshot.pods_on(node), *rivals]
    ]
    rows.sort(key=lambda row: -row["amount"])
    allocatable = snapshot.nodes[node].allocatable.get(resource, 0)
    used = snapshot.pod_count[node] if resource == PODS else snapshot.requested[resource][node]
    return {
        "node": node_name,
        "resource": resource,
        "unit": unit(resource),
        "allocatable": allocatable,
        "written": snapshot.nodes[node].allocatable_quantities.get(resource),
        "used": int(used) + sum(row["amount"] for row in rows if row["nominated"]),
        "pods": rows[:MAX_PODS],
        "pods_total": len(rows),
    }


def _rivals(record: CycleRecord, node: int) -> list[Pod]:
    """Return the nominated pods that were counted on this node because they make it fail."""
    run = record.filter
    if run is None or 1 not in run.passes.values():
        return []
    failing = {int(run.rows[i]) for i, times in run.passes.items() if times == 1}
    return record.framework.nominated_rivals(record.pod).get(node, []) if node in failing else []


def request_fact(record: CycleRecord, pod_key: str, resource: str) -> RequestFact:
    """Return a pod's request of a resource: the maximum of its containers and its init steps, plus overhead."""
    handle = record.framework.handle
    pod = pod_of(record, pod_key)
    parts = pod.template.resources
    if resource == PODS:
        return {
            "pod": pod_key,
            "resource": PODS,
            "unit": "count",
            "request": 1,
            "containers": [],
            "steps": [],
        }
    origins = _origins(handle, pod_key, resource)
    rows = [_row(c, resource, "container", origins) for c in parts.containers]
    rows += [_row(c, resource, "sidecar" if c.sidecar else "init", origins) for c in parts.init_containers]
    running = sum(row["amount"] for row in rows if row["role"] != "init")
    return {
        "pod": pod_key,
        "resource": resource,
        "unit": unit(resource),
        "request": pod.template.requests.get(resource, 0),
        "containers": rows,
        "running": running,
        "steps": _steps(rows),
        "pod_level": parts.pod_level.get(resource),
        "overhead": parts.overhead.get(resource, 0),
        "scoring": pod.template.scoring_requests.get(resource, 0),
        "scoring_default": NON_MISSING.get(resource),
        "source": source_of(handle, pod_key),
    }


def pod_of(record: CycleRecord, pod_key: str) -> Pod:
    """Return a pod of the cycle's cluster: the incoming one, or one that runs."""
    if pod_key == record.pod.key:
        return record.pod
    return record.framework.handle.snapshot.pod(pod_key)


def _row(
    container: Container, resource: str, role: ContainerRole, origins: dict[str, RequestOrigin]
) -> ContainerRequest:
    nowhere: RequestOrigin = {"origin": "absent", "path": "spec"}
    return {
        "name": container.name,
        "role": role,
        "amount": _amount(container, resource),
        **origins.get(container.name, nowhere),
    }


def _amount(container: Container, resource: str) -> int:
    """Return a container's request as determineContainerReqs does: the status's amounts in use count too."""
    listed: list[Amounts] = [container.requests]
    listed += [amounts for amounts in (container.in_use, container.allocated) if amounts is not None]
    return max(amounts.get(resource, 0) for amounts in listed)


def _steps(rows: list[ContainerRequest]) -> list[InitStep]:
    """Return per init container the requests during its start: its own and the earlier sidecars'."""
    sidecars = 0
    steps: list[InitStep] = []
    for row in rows:
        if row["role"] == "container":
            continue
        steps.append({"name": row["name"], "amount": sidecars + row["amount"], "sidecars": sidecars})
        sidecars += row["amount"] if row["role"] == "sidecar" else 0
    return steps


def _origins(handle: Handle, pod_key: str, resource: str) -> dict[str, RequestOrigin]:
    """Return the origin of each container's request, by name: a request, a limit, or none."""
    spec = part(pod_manifest(handle, pod_key), "spec")
    return {
        str(container.get("name", "")): _origin(container, f"spec.{key}[{i}].resources", resource)
        for key in ("initContainers", "containers")
        for i, container in enumerate(items(spec, key))
    }


def _origin(container: Manifest, path: str, resource: str) -> RequestOrigin:
    resources = part(container, "resources")
    requests, limits = part(resources, "requests"), part(resources, "limits")
    if resource in requests:
        return {
            "origin": "written",
            "path": f"{path}.requests.{resource}",
            "written": str(requests[resource]),
        }
    if resource in limits:
        return {"origin": "limits", "path": f"{path}.limits.{resource}", "written": str(limits[resource])}
    return {"origin": "absent", "path": path}
