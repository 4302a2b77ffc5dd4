"""LimitRange: defaults of containers, and the bounds of containers, pods and claims.

Mirrors plugin/pkg/admission/limitranger/admission.go and SetDefaults_LimitRangeItem of pkg/apis/core/v1/defaults.go
@ v1.34.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField

from .inventory import Inventory
from .policy import LIMIT_RANGER
from .quantities import Quantity
from .report import Cause
from .request import AdmissionRequest
from .usage import CONTAINER_LISTS, Quantities, pod_limits, pod_requests, read_quantities, requests_of

_TYPES = ("Container", "Pod", "PersistentVolumeClaim")


@dataclass(frozen=True, slots=True)
class LimitRangeItem:
    """spec.limits[]; the defaults of a Container are completed from its bounds."""

    type: str
    min: Quantities
    max: Quantities
    max_ratio: Quantities
    default: Quantities
    default_request: Quantities


@dataclass(frozen=True, slots=True)
class LimitRange:
    cause: Cause
    items: tuple[LimitRangeItem, ...]

    def of_type(self, name: str) -> Iterator[LimitRangeItem]:
        return (item for item in self.items if item.type == name)


class LimitRanger:
    """The limit ranges of all namespaces."""

    def __init__(self, inventory: Inventory) -> None:
        self._ranges: dict[str, list[LimitRange]] = defaultdict(list)
        for at in inventory.of_kind("LimitRange"):
            meta = at.child("metadata")
            namespace, name = meta.text("namespace") or "default", meta.name("name")
            items = tuple(_item(entry) for entry in at.child("spec").children("limits"))
            cause = Cause(LIMIT_RANGER, f"LimitRange {namespace}/{name}")
            self._ranges[namespace].append(LimitRange(cause, items))

    def admit(self, pod: AdmissionRequest) -> None:
        """Give containers the default limits and requests that they lack."""
        for limit_range in self._ranges.get(pod.namespace, ()):
            limits = {k: v for item in limit_range.of_type("Container") for k, v in item.default.items()}
            requests = {
                k: v for item in limit_range.of_type("Container") for k, v in item.default_request.items()
            }
            for key in CONTAINER_LISTS:
                for i in range(len(pod.items("spec", key))):
                    _fill_container(pod, ("spec", key, i), "requests", requests, limit_range.cause)
                    _fill_container(pod, ("spec", key, i), "limits", limits, limit_range.cause)

    def validate(self, pod: AdmissionRequest) -> None:
        """Raise Refused if the pod or a container is out of bounds."""
        for limit_range in self._ranges.get(pod.namespace, ()):
            errors: list[str] = []
            for item in limit_range.items:
                for requests, limits in _amounts(pod, item.type):
                    errors += _violations(item, requests, limits, _CHECKS)
            _reject(pod, errors, limit_range.cause)

    def validate_claim(self, claim: AdmissionRequest) -> None:
        """Raise Refused if the claim's request is out of bounds."""
        requests = read_quantities(claim.part("spec", "resources", "requests"))
        for limit_range in self._ranges.get(claim.namespace, ()):
            errors: list[str] = []
            for item in limit_range.of_type("PersistentVolumeClaim"):
                errors += _violations(item, requests, {}, _CLAIM_CHECKS)
            _reject(claim, errors, limit_range.cause)


def _item(at: ManifestField) -> LimitRangeItem:
    kind = at.choice("type", _TYPES)
    minimum, maximum = read_quantities(at.quantities("min")), read_quantities(at.quantities("max"))
    default, request = (
        read_quantities(at.quantities("default")),
        read_quantities(at.quantities("defaultRequest")),
    )
    if kind == "Container":
        default = {**maximum, **default}
        request = {**minimum, **default, **request}
    ratio = read_quantities(at.quantities("maxLimitRequestRatio"))
    return LimitRangeItem(kind, minimum, maximum, ratio, default, request)


def _fill_container(
    pod: AdmissionRequest, path: tuple[str | int, ...], key: str, defaults: Quantities, cause: Cause
) -> None:
    _, listed, index = path
    container = pod.items("spec", str(listed))[int(index)]
    present = mapping(container, "resources", key)
    # The API server derives requests from limits before any plugin runs: requests are filled in first.
    written = {**mapping(container, "resources", "limits"), **present} if key == "requests" else present
    for name, quantity in sorted(defaults.items()):
        if isinstance(container, dict) and name not in written:
            pod.set(str(quantity), (*path, "resources", key, name), cause)


def _amounts(pod: AdmissionRequest, kind: str) -> Iterator[tuple[Quantities, Quantities]]:
    """Yield (requests, limits) of each container, or of the pod without its overhead."""
    if kind == "Pod":
        spec: Manifest = {key: value for key, value in pod.part("spec").items() if key != "overhead"}
        yield pod_requests(spec), pod_limits(spec)
    elif kind == "Container":
        for key in CONTAINER_LISTS:
            for container in pod.mappings("spec", key):
                yield requests_of(container), read_quantities(mapping(container, "resources", "limits"))


_Check = Callable[[str, str, Quantity, Quantities, Quantities], str]


def _violations(
    item: LimitRangeItem, requests: Quantities, limits: Quantities, checks: Mapping[str, _Check]
) -> Iterator[str]:
    for bound, check in checks.items():
        quantities: Quantities = getattr(item, bound)
        for name, enforced in quantities.items():
            if text := check(item.type, name, enforced, requests, limits):
                yield text


def _below_minimum(kind: str, name: str, enforced: Quantity, requests: Quantities, limits: Quantities) -> str:
    rule = f"minimum {name} usage per {kind} is {enforced}"
    if name not in requests:
        return f"{rule}.  No request is specified"
    if requests[name].amount < enforced.amount:
        return f"{rule}, but request is {requests[name]}"
    if name in limits and limits[name].amount < enforced.amount:
        return f"{rule}, but limit is {limits[name]}"
    return ""


def _above_maximum(kind: str, name: str, enforced: Quantity, requests: Quantities, limits: Quantities) -> str:
    rule = f"maximum {name} usage per {kind} is {enforced}"
    if name not in limits:
        return f"{rule}.  No limit is specified"
    if limits[name].amount > enforced.amount:
        return f"{rule}, but limit is {limits[name]}"
    if name in requests and requests[name].amount > enforced.amount:
        return f"{rule}, but request is {requests[name]}"
    return ""


def _claim_above_maximum(
    kind: str, name: str, enforced: Quantity, requests: Quantities, limits: Quantities
) -> str:
    rule = f"maximum {name} usage per {kind} is {enforced}"
    if name not in requests:
        return f"{rule}.  No request is specified"
    return f"{rule}, but request is {requests[name]}" if requests[name].amount > enforced.amount else ""


def _above_ratio(kind: str, name: str, enforced: Quantity, requests: Quantities, limits: Quantities) -> str:
    rule = f"{name} max limit to request ratio per {kind} is {enforced}"
    if name not in requests or not requests[name].amount:
        return f"{rule}, but no request is specified or request is 0"
    if name not in limits or not limits[name].amount:
        return f"{rule}, but no limit is specified or limit is 0"
    ratio = limits[name].amount / requests[name].amount
    return f"{rule}, but provided ratio is {float(ratio):f}" if ratio > enforced.amount else ""


_CHECKS: Mapping[str, _Check] = {"min": _below_minimum, "max": _above_maximum, "max_ratio": _above_ratio}
_CLAIM_CHECKS: Mapping[str, _Check] = {"min": _below_minimum, "max": _claim_above_maximum}


def _reject(request: AdmissionRequest, errors: list[str], cause: Cause) -> None:
    if errors:
        reasons = errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]"
        raise request.forbidden(reasons, cause)
