"""What the API server refuses of a pod or claim after the plugins have filled in their values.

Mirrors the parts of ValidatePodSpec and ValidatePersistentVolumeClaimSpec in pkg/apis/core/validation/validation.go
@ v1.36.2 that the reader of manifests leaves to the API server: errors in its words and in its order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.names import label_key_error
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import is_extended, supported_at_pod_level

from .labelkeys import affinity_key_errors, spread_key_errors
from .quantities import Quantity
from .report import Cause
from .request import AdmissionRequest, Refused
from .usage import CONTAINER_LISTS, container_requests, read_quantities

VALIDATION = "API validation"

_EXCLUSIVE_MODE = "ReadWriteOncePod"
_LEVEL = "spec.resources"
_LEVEL_RESOURCES = 'supported values: "cpu", "hugepages-", "memory"'
# Gt and Lt need the gate TaintTolerationComparisonOperators, which is off by default.
_OPERATORS = 'supported values: "Equal", "Exists", "Lt", "Gt"'


def validate_pod(pod: AdmissionRequest) -> None:
    """Raise Refused with all errors of a pod."""
    errors = [
        *_container_errors(pod),
        *_pod_level_errors(pod),
        *affinity_key_errors(pod),
        *_gate_errors(pod),
        *spread_key_errors(pod),
        *_toleration_errors(pod),
    ]
    _reject(pod, errors)


def validate_claim(claim: AdmissionRequest) -> None:
    """Raise Refused for access modes that a claim cannot have."""
    modes = claim.items("spec", "accessModes")
    if not modes:
        _reject(claim, ["spec.accessModes: Required value: at least 1 access mode is required"])
    if _EXCLUSIVE_MODE in modes and len(modes) > 1:
        _reject(
            claim, [f"spec.accessModes: Forbidden: may not use {_EXCLUSIVE_MODE} with other access modes"]
        )


def _reject(request: AdmissionRequest, errors: list[str]) -> None:
    if errors:
        listed = errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]"
        raise Refused(f'{request.kind} "{request.name}" is invalid: {listed}', Cause(VALIDATION))


# ---- resources ----


def _container_errors(pod: AdmissionRequest) -> Iterator[str]:
    for key in CONTAINER_LISTS:
        for i, container in enumerate(pod.items("spec", key)):
            yield from _excess(f"spec.{key}[{i}].resources", mapping(container, "resources"))


def _excess(path: str, resources: Manifest) -> Iterator[str]:
    """Yield why requests do not go with limits (ValidateContainerResourceRequirements)."""
    limits = read_quantities(mapping(resources, "limits"))
    for name, request in sorted(read_quantities(mapping(resources, "requests")).items()):
        invalid = f'{path}.requests: Invalid value: "{request}"'
        if name not in limits:
            if not _allows_overcommitment(name):
                yield f"{path}.limits: Required value: Limit must be set for non overcommitable resources"
        elif request.amount != limits[name].amount and not _allows_overcommitment(name):
            yield f"{invalid}: must be equal to {name} limit of {limits[name]}"
        elif request.amount > limits[name].amount:
            yield f"{invalid}: must be less than or equal to {name} limit of {limits[name]}"


def _allows_overcommitment(name: str) -> bool:
    """Return whether a request may be below its limit (IsOvercommitAllowed)."""
    return not is_extended(name) and not name.startswith("hugepages-")


def _pod_level_errors(pod: AdmissionRequest) -> Iterator[str]:
    """Yield what is wrong with spec.resources (validatePodResources)."""
    level = pod.part("spec", "resources")
    limits, requests = mapping(level, "limits"), mapping(level, "requests")
    if not limits and not requests:
        return
    for key, amounts in (("limits", limits), ("requests", requests)):
        for name in sorted(amounts):
            if not supported_at_pod_level(name):
                yield f'{_LEVEL}.{key}[{name}]: Unsupported value: "{name}": {_LEVEL_RESOURCES}'
    yield from _excess(_LEVEL, level)
    needed = container_requests(pod.part("spec"))
    for name, request in read_quantities(requests).items():
        if supported_at_pod_level(name) and name in needed and request.amount < needed[name].amount:
            least = f"must be greater than or equal to aggregate container requests of {needed[name]}"
            yield f'{_LEVEL}.requests[{name}]: Invalid value: "{request}": {least}'
    yield from _container_limits_above(pod, read_quantities(limits))


def _container_limits_above(pod: AdmissionRequest, most: Mapping[str, Quantity]) -> Iterator[str]:
    """Yield the limits of containers that are above those of the pod (validatePodResourceConsistency)."""
    for i, container in enumerate(pod.items("spec", "containers")):
        for name, limit in read_quantities(mapping(container, "resources", "limits")).items():
            if name in most and limit.amount > most[name].amount:
                path = f"{_LEVEL}.containers[{i}][{name}].limits"
                above = f"must be less than or equal to pod limits of {most[name]}"
                yield f'{path}: Invalid value: "{limit}": {above}'


# ---- gates and tolerations ----


def _gate_errors(pod: AdmissionRequest) -> Iterator[str]:
    for i, gate in enumerate(pod.mappings("spec", "schedulingGates")):
        name = str(gate.get("name", ""))
        if error := label_key_error(name):
            yield f'spec.schedulingGates[{i}]: Invalid value: "{name}": {error}'


def _toleration_errors(pod: AdmissionRequest) -> Iterator[str]:
    for i, toleration in enumerate(pod.mappings("spec", "tolerations")):
        path, effect = f"spec.tolerations[{i}]", toleration.get("effect") or ""
        if toleration.get("tolerationSeconds") is not None and effect != "NoExecute":
            rule = "effect must be 'NoExecute' when `tolerationSeconds` is set"
            yield f'{path}.effect: Invalid value: "{effect}": {rule}'
        if (operator := toleration.get("operator")) in ("Gt", "Lt"):
            yield f'{path}.operator: Unsupported value: "{operator}": {_OPERATORS}'
