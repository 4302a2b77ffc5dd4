"""The allocations that a finished search stands for: devices, the nodes they can be used from, configuration.

Mirrors Allocate and createNodeSelector of allocator_experimental.go @ v1.34.1 and allocator_incubating.go @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scheduler_core.kubernetes.objects.devices import Allocation, DeviceConfig, ResourceClaim, config_line
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.versions import Version

from .allocator import Chosen, RequestData, Search


def allocations_of(
    search: Search, claims: Sequence[ResourceClaim], node_name: str, version: Version
) -> list[Allocation]:
    """Return the allocation of each claim."""
    tolerates = "DeviceTaints" in version.device_gates
    return [
        Allocation(
            tuple(pick.allocated(with_tolerations=tolerates) for pick in search.chosen[i]),
            _node_selector(search.chosen[i], node_name),
            tuple(config_line(source, config) for source, config in _config(search, i, claim, version)),
        )
        for i, claim in enumerate(claims)
    ]


def _node_selector(chosen: Sequence[Chosen], node_name: str) -> Manifest | None:
    """Return the node itself if a device is local to it, otherwise what the slices of all devices ask for."""
    fields: list[Any] = []
    expressions: list[Any] = []
    for pick in chosen:
        candidate = pick.candidate
        per_device = bool(candidate.slice.per_device_nodes)
        nodes = candidate.device.nodes if per_device else candidate.slice.nodes
        if nodes.node_name or candidate.device.binds_to_node:
            name = {"key": "metadata.name", "operator": "In", "values": [node_name]}
            return {"nodeSelectorTerms": [{"matchFields": [name]}]}
        terms = (nodes.written or {}).get("nodeSelectorTerms") or []
        for term in terms[:1]:
            _add_new(term.get("matchFields") or [], fields)
            _add_new(term.get("matchExpressions") or [], expressions)
    term = {
        key: value for key, value in (("matchExpressions", expressions), ("matchFields", fields)) if value
    }
    return {"nodeSelectorTerms": [term]} if term else None


def _add_new(requirements: Sequence[Any], to: list[Any]) -> None:
    for requirement in requirements:
        if not any(_same(requirement, other) for other in to):
            to.append(requirement)


def _same(one: Any, other: Any) -> bool:
    return all(one.get(key) == other.get(key) for key in ("key", "operator")) and set(
        one.get("values") or ()
    ) == set(other.get("values") or ())


def _selected(search: Search, claim_index: int, request_index: int) -> RequestData:
    first = search.requests[claim_index, request_index, 0]
    return search.requests[claim_index, request_index, first.selected]


def _config(
    search: Search, index: int, claim: ResourceClaim, version: Version
) -> Iterator[tuple[str, DeviceConfig]]:
    """Yield configuration with its source: that of the classes, then that of the claim."""
    chosen = [_selected(search, index, i) for i in range(len(claim.spec.requests))]
    for i, data in enumerate(chosen):
        for config in data.device_class.config:
            if not version.class_config_names_requests:
                yield "FromClass", replace(config, requests=())
            elif all(data.device_class is not other.device_class for other in chosen[:i]):
                names = tuple(d.full_name for d in chosen if d.device_class is data.device_class)
                yield "FromClass", replace(config, requests=names)
    for config in claim.spec.config:
        if not config.requests:
            yield "FromClaim", config
        for data in chosen if config.requests else ():
            if data.request_name in config.requests or (
                data.is_alternative and data.full_name in config.requests
            ):
                yield "FromClaim", config
