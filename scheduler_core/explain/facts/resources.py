"""Behind the numbers of NodeResourcesFit: what a pod asks for, container by container, and who uses a node."""

from __future__ import annotations

from scheduler_core.cluster.accounting import accounting
from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.trace import Json
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import NON_MISSING, PODS, Amounts, Container
from scheduler_core.plugins.noderesources.resource_allocation import unit

from .written import items, part, pod_manifest, source_of

MAX_PODS = 120


def used_fact(record: CycleRecord, node_name: str, resource: str) -> Json:
    """The pods of a node with what each requests; together they are what is used."""
    handle = record.framework.handle
    snapshot = handle.snapshot
    node, counts = snapshot.index[node_name], accounting(handle.version)
    rivals = _rivals(record, node)
    rows: list[Json] = [
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
        "written": snapshot.nodes[node].written.get(resource),
        "used": int(used) + sum(row["amount"] for row in rows if row["nominated"]),
        "pods": rows[:MAX_PODS],
        "pods_total": len(rows),
    }


def _rivals(record: CycleRecord, node: int) -> list[Pod]:
    """The nominated pods that were counted on this node because they make it fail."""
    run = record.filter
    if run is None or 1 not in run.passes.values():
        return []
    failing = {int(run.rows[i]) for i, times in run.passes.items() if times == 1}
    return record.framework.nominated_rivals(record.pod).get(node, []) if node in failing else []


def request_fact(record: CycleRecord, pod_key: str, resource: str) -> Json:
    """What a pod requests of a resource: the greater of what runs and of each step of initialization, and overhead."""
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
    rows: list[Json] = [
        _row(c, resource, role, origins)
        for role, listed in (("container", parts.containers), ("init", parts.init_containers))
        for c in listed
    ]
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
    """A pod of this moment: the incoming one, or one that runs."""
    if pod_key == record.pod.key:
        return record.pod
    return record.framework.handle.snapshot.pod(pod_key)


def _row(container: Container, resource: str, role: str, origins: dict[str, Json]) -> Json:
    sidecar = role == "init" and container.sidecar
    return {
        "name": container.name,
        "role": "sidecar" if sidecar else role,
        "amount": _amount(container, resource),
        **origins.get(container.name, {"origin": "absent", "path": "spec"}),
    }


def _amount(container: Container, resource: str) -> int:
    """determineContainerReqs: what the status says is in use counts too."""
    listed: list[Amounts] = [container.requests]
    listed += [amounts for amounts in (container.in_use, container.allocated) if amounts is not None]
    return max(amounts.get(resource, 0) for amounts in listed)


def _steps(rows: list[Json]) -> list[Json]:
    """Per init container what runs during its start: itself and the sidecars before it."""
    sidecars = 0
    steps = []
    for row in rows:
        if row["role"] == "container":
            continue
        steps.append({"name": row["name"], "amount": sidecars + row["amount"], "sidecars": sidecars})
        sidecars += row["amount"] if row["role"] == "sidecar" else 0
    return steps


def _origins(handle: Handle, pod_key: str, resource: str) -> dict[str, Json]:
    """Per container where its request is written: as such, as a limit, or nowhere."""
    spec = part(pod_manifest(handle, pod_key), "spec")
    found: dict[str, Json] = {}
    for key in ("initContainers", "containers"):
        for i, container in enumerate(items(spec, key)):
            resources = part(container, "resources")
            path = f"spec.{key}[{i}].resources"
            for origin, field in (("written", "requests"), ("limits", "limits")):
                if resource in part(resources, field):
                    found[str(container.get("name", ""))] = {
                        "origin": origin,
                        "path": f"{path}.{field}.{resource}",
                        "written": str(part(resources, field)[resource]),
                    }
                    break
            else:
                found[str(container.get("name", ""))] = {"origin": "absent", "path": path}
    return found
