"""The X-ray of a pod's claims on a node: each request against each device, clause by clause, and the search."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict


class SelectorOperand(TypedDict):
    """A value that a condition read of a device; None if the device has no such value."""

    text: str
    value: str | None


class SelectorCondition(TypedDict):
    """A condition of an expression, which joins them with &&."""

    text: str
    holds: bool | None
    """None: it has no value, for the error."""
    error: str
    operands: list[SelectorOperand]


class DeviceHolder(TypedDict):
    """Who has a device: an allocated claim with its pods, or another request of the same pod."""

    claim: str
    pods: list[str]
    request: str
    """Of a claim of this pod, as the search took the device; "" for an allocated claim."""


class DeviceCheck(TypedDict):
    """Something that a device has to meet. All clauses are evaluated; the allocator stops at the first that fails."""

    ok: bool


class PoolClause(DeviceCheck):
    """The pool of the device is complete and valid, and not replaced by a newer generation."""

    kind: Literal["pool"]
    trouble: Literal["", "incomplete", "invalid", "replaced"]
    text: str
    """Why the pool is invalid."""


class InUseClause(DeviceCheck):
    """The device is free, or asked for with admin access."""

    kind: Literal["in_use"]
    holders: list[DeviceHolder]
    admin: bool


class FeatureClause(DeviceCheck):
    """The device needs a feature that this version of Kubernetes does not have."""

    kind: Literal["feature"]
    feature: str


class ExpressionClause(DeviceCheck):
    """An expression of the class or of the request selects the device."""

    kind: Literal["class", "selector"]
    owner: str
    """The class, or the request."""
    index: int
    expression: str
    error: str
    """Why it has no value, in the words of the scheduler, which ends the cycle if its search comes here."""
    conditions: list[SelectorCondition]


class ReachClause(DeviceCheck):
    """The node is among those that can use the device."""

    kind: Literal["node"]
    nodes: str
    """Those that can, in a word: a node's name, or "" for a selector."""


class CapacityClause(DeviceCheck):
    """Enough of a capacity is free for what the request consumes of it."""

    kind: Literal["capacity"]
    name: str
    asked: str | None
    """As the request has it; None: it does not ask for this capacity, but consumes it."""
    amount: str
    """Rounded as the device's policy says."""
    free: str
    total: str
    trouble: Literal["", "unknown", "policy", "short"]
    """The device has no such capacity; its policy rules the amount out; too little is free."""


class CounterClause(DeviceCheck):
    """Enough is left of a counter that the devices of a pool share."""

    kind: Literal["counter"]
    counter_set: str
    counter: str
    needed: str
    free: str
    total: str


class TaintClause(DeviceCheck):
    """The request tolerates a taint of the device."""

    kind: Literal["taint"]
    taint: str


class ConstraintClause(DeviceCheck):
    """The attribute of the device goes together with that of the devices taken before it."""

    kind: Literal["constraint"]
    rule: Literal["matchAttribute", "distinctAttribute"]
    attribute: str
    value: str | None
    """None: the device has no such attribute."""
    clash_device: str
    """The device with which it does not go together; "" if there is none."""
    clash_value: str | None


DeviceClause = (
    PoolClause
    | InUseClause
    | FeatureClause
    | ExpressionClause
    | ReachClause
    | CapacityClause
    | CounterClause
    | TaintClause
    | ConstraintClause
)

ClauseKind = Literal[
    "pool",
    "in_use",
    "feature",
    "class",
    "selector",
    "node",
    "capacity",
    "counter",
    "taint",
    "constraint",
]


class DeviceCell(TypedDict):
    """A request against a device, by itself: as if the search had taken no other device."""

    clauses: list[DeviceClause]
    """In the order in which the allocator asks."""
    decides: int | None
    """The index of the first clause that fails."""
    failing: int
    taken: bool
    """The search ended with this device for this request."""
    refused: list[DeviceClause]
    """What stopped the device in the search though it passes by itself: the first of each kind."""


class RequestRow(TypedDict):
    """A request of a claim, or one of its alternatives."""

    claim: str
    request: str
    alternative: str
    """"" without alternatives."""
    device_class: str
    mode: str
    count: int
    """The number of devices; for all devices the number of those that match."""
    fitting: int
    """The devices that pass every clause by themselves."""
    taken: int
    ok: bool
    """The search satisfied it, or would not have needed it."""
    cells: list[DeviceCell]
    """One per device of the answer."""


class DeviceEntry(TypedDict):
    """A device that the node can see."""

    driver: str
    pool: str
    name: str
    attributes: dict[str, str]
    capacity: dict[str, str]
    holders: list[DeviceHolder]


class Consumption(TypedDict):
    holder: str
    """The device, or the claim, that uses it."""
    claim: str
    amount: str
    share: float
    """Of the total, from 0 to 1."""


class Gauge(TypedDict):
    """A counter of a pool, or a capacity of a device: its total, who uses it, and what is free."""

    kind: Literal["counter", "capacity"]
    driver: str
    pool: str
    of: str
    """The counter set, or the device."""
    name: str
    total: str
    free: str
    free_share: float
    used: list[Consumption]


class AllocatedClaim(TypedDict):
    """A claim of the pod that has its devices already."""

    claim: str
    devices: list[str]
    available: bool
    """The node can use them."""


class SearchStep(TypedDict):
    """A step of the search: a device is taken, refused or given back."""

    depth: int
    """The number of devices held before it."""
    row: int
    """The index of the request among the rows."""
    device: str
    """driver/pool/name."""
    outcome: Literal["taken", "refused", "returned", "error"]
    clause: NotRequired[int]
    """By which of the search's clauses it was refused."""
    stuck: NotRequired[int]
    """The row for which no device was left, so that the search turned back; -1: a claim had too many devices."""


class ClaimSearch(TypedDict):
    steps: list[SearchStep]
    clauses: list[DeviceClause]
    """Those that refused a device, each once."""
    total: int
    cut: bool
    """There are more steps than listed."""


NodeVerdict = Literal["fits", "rejected", "error"]


class Rejection(TypedDict):
    """What keeps the claims from this node: a request, and the device that comes nearest to it."""

    row: int
    device: int
    """The index of the device; -1: the node sees none."""
    together: bool
    """Enough devices pass by themselves, but not together: the clause is one of the search."""
    clause: DeviceClause | None


class NodeClaims(TypedDict):
    """The claims of the pod on a node."""

    node: str
    verdict: NodeVerdict
    message: str
    """In the words of the scheduler; "" if the node fits."""
    allocated: list[AllocatedClaim]
    rows: list[RequestRow]
    devices: list[DeviceEntry]
    device_count: int
    """The node sees so many; at most 64 are listed, those that come nearest."""
    rejection: Rejection | None
    gauges: list[Gauge]
    search: ClaimSearch


class DeviceRow(TypedDict):
    """A device against a request."""

    claim: str
    request: str
    alternative: str
    clauses: list[DeviceClause]
    taken: bool
    refused: list[DeviceClause]
    """What stopped it in the search: the first of each kind."""


class NodeDevice(TypedDict):
    """One device against the claims on a node, which may not be able to use it."""

    node: str
    device: DeviceEntry
    rows: list[DeviceRow]


class HeldDevice(TypedDict):
    device: str
    holders: list[DeviceHolder]


class PoolDevices(TypedDict):
    """The devices of a pool that are used from the same nodes."""

    driver: str
    pool: str
    node: str
    """The only node that can use them; "" if several can."""
    classes: list[str]
    """The classes that select one of them."""
    total: int
    free: int
    """Those that no claim has, wholly or in part."""
    held: list[HeldDevice]
    """The first 32."""


class ClassDevices(TypedDict):
    device_class: str
    total: int
    free: int


class DevicesByPool(TypedDict):
    """What is free where, and who holds the rest, when the cycle begins."""

    classes: list[ClassDevices]
    pools: list[PoolDevices]


class ClaimRequestStep(TypedDict):
    """A request for devices on a node: the devices by clause, the nearest first."""

    kind: Literal["claim_request"]
    claim: str
    request: str
    device_class: str
    mode: str
    count: int
    fitting: int
    device_count: int
    ok: bool
    together: bool
    """See Rejection."""
    device: str
    """The nearest device, or the first that was taken; "" if the node sees none."""
    clause: DeviceClause | None
    """What keeps the nearest device from it."""


class ClaimAvailableStep(TypedDict):
    """A claim that has its devices: whether this node can use them."""

    kind: Literal["claim_available"]
    claim: str
    devices: list[str]
    nodes: list[str]
    """The nodes that can, if they are named."""
    ok: bool


class ClaimMessageStep(TypedDict):
    """Why no device was tried, or none can be named, in the words of the scheduler."""

    kind: Literal["claim_message"]
    message: str
    ok: Literal[False]


ClaimStep = ClaimRequestStep | ClaimAvailableStep | ClaimMessageStep


class ClauseCount(TypedDict):
    """How many devices a clause decides about, for a request."""

    row: str
    """The request, as in `rows`."""
    kind: ClauseKind
    devices: int
    nodes: int
    """The nodes that see such a device."""


class ClaimsOverview(TypedDict):
    """The claims of the pod on all nodes, in columns by node."""

    rows: list[str]
    """The requests, as namespace/claim/request or namespace/claim/request/alternative."""
    nodes: list[str]
    verdict: list[NodeVerdict]
    row: list[int]
    """The request that cannot be met by itself; -1: there is none."""
    decides: list[ClauseKind | None]
    """The clause that keeps the nearest device from that request."""
    device: list[str]
    """The nearest device: that fails the fewest clauses, of those that the class selects if there are any; or ""."""
    failing: list[int]
    fitting: list[int]
    """The devices that pass by themselves for that request."""
    seen: list[int]
    """The devices that the node sees."""
    counts: list[ClauseCount]
    """Over all nodes, the most frequent first. A device that several nodes see counts for each of them."""
