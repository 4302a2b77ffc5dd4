"""What pods request and what limits them, as exact quantities.

Mirrors PodRequests and PodLimits of staging/src/k8s.io/component-helpers/resource/helpers.go @ v1.34.1. The scheduler
itself computes with the integers of kubernetes/objects/resources.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import supported_at_pod_level

from .quantities import Quantity, read_quantity

Quantities: TypeAlias = Mapping[str, Quantity]

CONTAINER_LISTS: Final = ("containers", "initContainers")


def read_quantities(amounts: Mapping[str, Any]) -> dict[str, Quantity]:
    """Return the quantities of a ResourceList; raise InvalidQuantity."""
    return {name: read_quantity(value) for name, value in amounts.items()}


def requests_of(container: Manifest) -> dict[str, Quantity]:
    """Return a container's requests; a missing one defaults to the limit."""
    limits, requests = mapping(container, "resources", "limits"), mapping(container, "resources", "requests")
    return read_quantities({**limits, **requests})


def container_requests(spec: Manifest) -> dict[str, Quantity]:
    """Return what the containers of a pod request together (AggregateContainerRequests)."""
    return _total(spec, requests_of)


def pod_requests(spec: Manifest) -> dict[str, Quantity]:
    """Return the requests of a pod with its overhead (PodRequests)."""
    total = container_requests(spec)
    level = mapping(spec, "resources")
    limits, requests = mapping(level, "limits"), mapping(level, "requests")
    if limits:
        total.update({name: q for name, q in read_quantities(limits).items() if name not in total})
    total.update(_at_pod_level(requests))
    _add(total, read_quantities(mapping(spec, "overhead")))
    return total


def pod_limits(spec: Manifest) -> dict[str, Quantity]:
    """Return the limits of a pod; the overhead counts where there is a limit (PodLimits)."""
    total = _total(spec, lambda container: read_quantities(mapping(container, "resources", "limits")))
    total.update(_at_pod_level(mapping(spec, "resources", "limits")))
    _add(total, {n: q for n, q in read_quantities(mapping(spec, "overhead")).items() if n in total})
    return total


def _at_pod_level(amounts: Manifest) -> dict[str, Quantity]:
    return {name: q for name, q in read_quantities(amounts).items() if supported_at_pod_level(name)}


def _total(spec: Manifest, amounts_of: Any) -> dict[str, Quantity]:
    """Return the sum of containers and sidecars, at least what each initialization step needs."""
    total: dict[str, Quantity] = {}
    for container in _containers(spec, "containers"):
        _add(total, amounts_of(container))
    sidecars: dict[str, Quantity] = {}
    steps: dict[str, Quantity] = {}
    for container in _containers(spec, "initContainers"):
        amounts = dict(amounts_of(container))
        if container.get("restartPolicy") == "Always":
            _add(sidecars, amounts)
            amounts = dict(sidecars)
            _add(total, amounts_of(container))
        else:
            _add(amounts, sidecars)
        _raise_to(steps, amounts)
    _raise_to(total, steps)
    return total


def _containers(spec: Manifest, key: str) -> list[Manifest]:
    listed = spec.get(key)
    return [c for c in listed if isinstance(c, dict)] if isinstance(listed, list) else []


def _add(total: dict[str, Quantity], amounts: Quantities) -> None:
    for name, quantity in amounts.items():
        total[name] = total[name] + quantity if name in total else quantity


def _raise_to(total: dict[str, Quantity], amounts: Quantities) -> None:
    for name, quantity in amounts.items():
        if name not in total or quantity.amount > total[name].amount:
            total[name] = quantity
