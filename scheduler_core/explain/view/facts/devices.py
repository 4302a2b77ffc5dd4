"""The X-ray of the pod's claims: on a node, on all nodes, one device, and all devices of the cluster."""

from __future__ import annotations

from typing import TypeVar, cast

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.dynamicresources import DynamicResources
from scheduler_core.scheduler.plugins.dynamicresources.contract import (
    ClaimsOverview,
    DeviceRow,
    DevicesByPool,
    NodeClaims,
    NodeDevice,
)

from .contract import NamedFact

T = TypeVar("T")


class NodeClaimsFact(NodeClaims, NamedFact):
    """The claims of the pod on a node: requests against devices, the search, what is used and what is free."""


class ClaimsFact(ClaimsOverview, NamedFact):
    """The claims of the pod on all nodes, in columns."""


class NodeDeviceFact(NodeDevice, NamedFact):
    """Why not this device: one device against the claims on a node, wherever it is."""


class DevicesFact(DevicesByPool, NamedFact):
    """The devices of the cluster when the cycle begins: what is free where, and who holds the rest."""


def node_claims_fact(record: CycleRecord, node: str) -> NodeClaimsFact:
    """Return the X-ray of a node; KeyError if the pod has no claims there."""
    index = record.framework.handle.snapshot.index[node]
    claims = _plugin(record).node_claims(record.state, record.pod, index)
    return cast("NodeClaimsFact", _required(claims, node))


def claims_fact(record: CycleRecord) -> ClaimsFact:
    """Return the claims on all nodes; KeyError if the pod has none."""
    claims = _plugin(record).claims_everywhere(record.state, record.pod)
    return cast("ClaimsFact", _required(claims, "claims"))


def node_device_fact(record: CycleRecord, node: str, device: str, request: str = "") -> NodeDeviceFact:
    """Return a device, named driver/pool/name, against the claims on a node; KeyError if there is none.

    The request that is named, as namespace/claim/request, comes first.
    """
    driver, pool, name = _parts(device)
    index = record.framework.handle.snapshot.index[node]
    fact = _plugin(record).node_device(record.state, record.pod, index, (driver, pool, name))
    answer = _required(fact, device)
    rows = sorted(answer["rows"], key=lambda row: row_name(row) != request)
    return cast("NodeDeviceFact", {**answer, "rows": rows})


def row_name(row: DeviceRow) -> str:
    """Return a request as namespace/claim/request, with its alternative if it is one."""
    return "/".join(filter(None, (row["claim"], row["request"], row["alternative"])))


def devices_fact(record: CycleRecord) -> DevicesFact:
    """Return all devices; KeyError if the profile has no DynamicResources."""
    return cast("DevicesFact", _plugin(record).devices_by_pool())


def _parts(device: str) -> tuple[str, str, str]:
    """Return driver, pool and name. Names of pools may have slashes."""
    driver, _, rest = device.partition("/")
    pool, _, name = rest.rpartition("/")
    return driver, pool, name


def _plugin(record: CycleRecord) -> DynamicResources:
    for plugin in record.framework.profile.filter:
        if isinstance(plugin, DynamicResources):
            return plugin
    raise KeyError(DynamicResources.name)


def _required(answer: T | None, name: str) -> T:
    if answer is None:
        raise KeyError(name)
    return answer
