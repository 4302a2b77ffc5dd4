"""Changed claims, and one more device, that may let a rejected node pass: for the request that is in the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from typing import Literal

from scheduler_core.kubernetes.objects.devices import (
    ALL,
    EXACT_COUNT,
    DeviceRequest,
    DeviceToleration,
    RequestedDevices,
    ResourceClaim,
)
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.dynamicresources import DynamicResources
from scheduler_core.scheduler.plugins.dynamicresources.contract import DeviceClause, NodeClaims, RequestRow

ClaimField = Literal["count", "allocationMode", "selectors", "tolerations", "constraints"]


class ClaimChange(TypedDict):
    """Another value in a field of a request of a claim; for `constraints` of the claim, which are left out."""

    kind: Literal["claim"]
    claim: str
    request: str
    field: ClaimField
    value: str


class DeviceChange(TypedDict):
    """One more device on the node, like this one."""

    kind: Literal["device"]
    device: str


Tried = tuple[ClaimChange | DeviceChange, Callable[[], AbstractContextManager[None]]]

_LITERAL = re.compile(r"""(?P<sign>==\s*)(?P<value>"[^"]*"|'[^']*'|-?\d+)\s*$""")


def claim_changes(record: CycleRecord, node: int) -> Iterator[Tried]:
    """Yield each change with a context in which the cluster has it."""
    plugin = next((p for p in record.framework.profile.filter if isinstance(p, DynamicResources)), None)
    xray = plugin.node_claims(record.state, record.pod, node) if plugin is not None else None
    rejection = xray["rejection"] if xray is not None else None
    if plugin is None or xray is None or rejection is None:
        return
    row, clause = xray["rows"][rejection["row"]], rejection["clause"]
    claim = record.framework.handle.claims.get(row["claim"])
    if claim is not None:
        yield from _requests(record, claim, row, clause)
        if clause is not None and clause["kind"] == "constraint":
            what = _what(row, "constraints", clause["attribute"])
            yield what, _written(record, replace(claim, spec=replace(claim.spec, constraints=())))
    yield from _one_more(plugin, xray, row)


def _requests(
    record: CycleRecord, claim: ResourceClaim, row: RequestRow, clause: DeviceClause | None
) -> Iterator[Tried]:
    requested = _requested(claim, row)
    if requested is None:
        return
    if requested.mode == EXACT_COUNT and 0 < row["fitting"] < requested.count:
        fewer = replace(requested, count=row["fitting"])
        yield _what(row, "count", str(row["fitting"])), _written(record, _with(claim, requested, fewer))
    if requested.mode == ALL:
        one = replace(requested, mode=EXACT_COUNT, count=1)
        yield _what(row, "allocationMode", EXACT_COUNT), _written(record, _with(claim, requested, one))
    if clause is not None and clause["kind"] == "taint":
        tolerated = replace(requested, tolerations=(DeviceToleration("", "Exists", "", ""),))
        yield _what(row, "tolerations", clause["taint"]), _written(record, _with(claim, requested, tolerated))
    if clause is not None and clause["kind"] == "selector":
        for condition in clause["conditions"]:
            values = [operand["value"] for operand in condition["operands"]]
            match = _LITERAL.search(condition["text"])
            if condition["holds"] is False and match and len(values) == 1 and values[0] is not None:
                selectors = tuple(
                    _selecting(selector, match["value"], values[0]) if i == clause["index"] else selector
                    for i, selector in enumerate(requested.selectors)
                )
                changed = replace(requested, selectors=selectors)
                text = condition["text"][: match.start("value")] + values[0]
                yield _what(row, "selectors", text), _written(record, _with(claim, requested, changed))


def _selecting(expression: str, old: str, new: str) -> str:
    """Return the expression with another literal, however the old one is quoted."""
    bare = old.strip("\"'")
    for written in (f"'{bare}'", f'"{bare}"', bare):
        if written in expression:
            return new.join(expression.rsplit(written, 1))
    return expression


def _requested(claim: ResourceClaim, row: RequestRow) -> RequestedDevices | None:
    for request in claim.spec.requests:
        if request.name == row["request"]:
            alternatives = (
                request_alternative
                for request_alternative in request.first_available
                if request_alternative.name == row["alternative"]
            )
            return request.exactly or next(alternatives, None)
    return None


def _with(claim: ResourceClaim, old: RequestedDevices, new: RequestedDevices) -> ResourceClaim:
    requests = tuple(
        DeviceRequest(
            request.name,
            new if request.exactly is old else request.exactly,
            tuple(new if alternative is old else alternative for alternative in request.first_available),
        )
        for request in claim.spec.requests
    )
    return replace(claim, spec=replace(claim.spec, requests=requests))


def _what(row: RequestRow, field: ClaimField, value: str) -> ClaimChange:
    name = "/".join(filter(None, (row["request"], row["alternative"])))
    return {"kind": "claim", "claim": row["claim"], "request": name, "field": field, "value": value}


def _written(record: CycleRecord, changed: ResourceClaim) -> Callable[[], AbstractContextManager[None]]:
    claims = record.framework.handle.claims

    @contextmanager
    def changing() -> Iterator[None]:
        before = claims.get(changed.key)
        claims.write(changed.key, changed)
        try:
            yield
        finally:
            claims.write(changed.key, before)

    return changing


def _one_more(plugin: DynamicResources, xray: NodeClaims, row: RequestRow) -> Iterator[Tried]:
    """Yield one more device like the first that only lacks being free."""
    for entry, cell in zip(xray["devices"], row["cells"], strict=True):
        failing = {clause["kind"] for clause in cell["clauses"] if not clause["ok"]}
        if failing <= {"in_use"}:
            device = (entry["driver"], entry["pool"], entry["name"])
            what: DeviceChange = {"kind": "device", "device": "/".join(device)}
            yield what, partial(plugin.with_one_more, device, xray["node"])
            return
