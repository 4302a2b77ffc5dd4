"""Why no node is looked for for a pending pod.

Mirrors Validate of pkg/controllers/provisioning/provisioner.go and ValidateRequirement of
pkg/apis/v1/nodeclaim_validation.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from scheduler_core.autoscaling.objects.labels import (
    CAPACITY_TYPE,
    CAPACITY_TYPES,
    GROUP,
    NODEPOOL,
    NORMALIZED,
    is_restricted,
)
from scheduler_core.autoscaling.objects.pod import Expression, Pod
from scheduler_core.autoscaling.objects.texts import detailed
from scheduler_core.kubernetes.objects.labels import label_value_error, parse_int64
from scheduler_core.kubernetes.objects.names import label_key_error
from scheduler_core.kubernetes.objects.storage import Storage

from .volumetopology import invalid_volume

_OPERATORS = ("DoesNotExist", "Exists", "Gt", "Gte", "In", "Lt", "Lte", "NotIn")
_NOT_FOR_KARPENTER = detailed(
    "configured to not run on a Karpenter provisioned node", requirement=f"{NODEPOOL} DoesNotExist"
)


@dataclass(frozen=True, slots=True)
class Invalid:
    """Why a pod is ignored; `deliberate` if it is meant not to run on Karpenter's nodes."""

    errors: tuple[str, ...]
    deliberate: bool

    def __str__(self) -> str:
        return "; ".join(self.errors)


def validate(pod: Pod, storage: Storage, well_known: Set[str]) -> Invalid | None:
    """Return why the pod is ignored, None if a node is looked for."""
    deliberate = pod.requirements.of(NODEPOOL).operator == "DoesNotExist"
    errors = [_NOT_FOR_KARPENTER] if deliberate else []
    for key, value in sorted(pod.node_selector.items()):
        errors += _expression_errors(Expression(key, "In", (value,)), well_known)
    for term in pod.required_terms:
        if term.has_fields:
            errors.append("node selector term with matchFields is not supported")
        for expression in term.expressions:
            errors += _expression_errors(expression, well_known)
    errors += filter(None, [invalid_volume(pod, storage)])
    return Invalid(tuple(errors), deliberate) if errors else None


def _expression_errors(expression: Expression, well_known: Set[str]) -> Iterator[str]:
    key = NORMALIZED.get(expression.key, expression.key)
    operator, values = expression.operator, expression.values
    if operator not in _OPERATORS:
        yield f"key {key} has an unsupported operator {operator} not in {_listed(_OPERATORS)}"
    if is_restricted(key, well_known):
        yield (
            f"using label {key} is not allowed as it might interfere with the internal provisioning logic; specify a "
            f"well known label: {_listed(sorted(well_known))}, or a custom label that does not use a restricted "
            f"domain: {_listed((GROUP,))}"
        )
    if key == CAPACITY_TYPE and operator == "In" and not set(values) & set(CAPACITY_TYPES):
        known = " ".join(f"{capacity_type}:{{}}" for capacity_type in CAPACITY_TYPES)
        yield (
            f"no valid values found in {_listed(values)} for {key}, expected one of: map[{known}], got: "
            f"{_listed(values)}"
        )
    if error := label_key_error(key):
        yield f"key {key} is not a qualified name, {error}"
    for value in values:
        if error := label_value_error(value):
            yield f"invalid value {value} for key {key}, {error}"
    if operator == "In" and not values:
        yield f"key {key} with operator {operator} must have a value defined"
    if operator in ("Gt", "Gte", "Lt", "Lte") and not _is_one_natural_number(values):
        yield f"key {key} with operator {operator} must have a single positive integer value"


def _is_one_natural_number(values: tuple[str, ...]) -> bool:
    numbers = [parse_int64(value) for value in values]
    return len(numbers) == 1 and numbers[0] is not None and numbers[0] >= 0


def _listed(texts: tuple[str, ...] | list[str]) -> str:
    return f"[{' '.join(texts)}]"
