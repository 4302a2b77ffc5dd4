"""What the devices of a node lack for the claims, in one word and its operand: equal for nodes that are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .contract import DeviceClause
from .examined import ExaminedRequest, devices_seen, examine
from .rejection import rejection_of
from .sight import Sight

LackKind = Literal[
    "device_missing",
    "device_short",
    "device_selector",
    "device_taint",
    "device_amount",
    "device_constraint",
]


@dataclass(frozen=True, slots=True)
class Lack:
    """See ReasonKind of explain.causes.contract."""

    kind: LackKind
    operand: str


def lack_of(sight: Sight) -> Lack | None:
    """Return what keeps the claims from the node; None if no clause of a device says it."""
    seen = devices_seen(sight.pools, sight.node, sight.reader.candidates)
    requests = list(examine(sight.reader, seen))
    rejection = None if sight.succeeded else rejection_of(sight, requests, seen)
    if rejection is None:
        return None
    request = requests[rejection["row"]]
    name = sight.reader.requests[request.key].request_name
    if _has_none_of_the_class(request):
        return Lack("device_missing", name)
    clause = rejection["clause"]
    return None if clause is None else _lack(clause, name)


def _has_none_of_the_class(request: ExaminedRequest) -> bool:
    return all(
        any(clause["kind"] == "class" and not clause["ok"] for clause in cell.clauses)
        for cell in request.cells
    )


def _lack(clause: DeviceClause, request: str) -> Lack | None:
    if clause["kind"] == "selector":
        failing = (condition["text"] for condition in clause["conditions"] if condition["holds"] is not True)
        return Lack("device_selector", next(failing, clause["expression"]))
    if clause["kind"] == "in_use":
        return Lack("device_short", request)
    if clause["kind"] == "taint":
        return Lack("device_taint", clause["taint"])
    if clause["kind"] == "constraint":
        return Lack("device_constraint", clause["attribute"])
    name = clause["name"] if clause["kind"] == "capacity" else ""
    name = clause["counter"] if clause["kind"] == "counter" else name
    return Lack("device_amount", name) if name else None
