"""Whether the devices of an allocated claim are ready to be used, as their binding conditions tell.

Mirrors isClaimReadyForBinding and isClaimTimeout of dynamicresources.go @ v1.36.2. Conditions do not change in a run:
one that does not hold never will, and the wait for it ends with a time-out.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.devices import ResourceClaim

NOW = "2030-01-01T00:00:00Z"
"""When a run allocates devices."""
TIMED_OUT = "2020-01-01T00:00:00Z"
"""The time of allocations whose wait has ended; the wait lasts 600 seconds, and RFC 3339 sorts as text."""
TIMEOUT_ERROR = "device binding timeout: context deadline exceeded"


class BindingFailed(Exception):
    """A failure condition of a device holds."""


def is_ready(claim: ResourceClaim) -> bool:
    """Return whether all binding conditions of the claim's devices hold; raise BindingFailed."""
    if claim.allocation is None:
        return False
    for device in claim.allocation.devices:
        if not device.binding_conditions:
            continue
        if device.id not in claim.conditions:
            return False
        conditions = {condition.kind: condition for condition in claim.conditions[device.id]}
        for kind in device.binding_failure_conditions:
            failed = conditions.get(kind)
            if failed is not None and failed.holds:
                message = failed.message.replace("\\", "\\\\").replace('"', '\\"')
                raise BindingFailed(
                    f'claim {claim.meta.name} binding failed: reason={failed.reason}, message="{message}"'
                )
        if not all(kind in conditions and conditions[kind].holds for kind in device.binding_conditions):
            return False
    return True


def has_timed_out(claim: ResourceClaim) -> bool:
    """Return whether the wait for binding conditions has ended."""
    allocation = claim.allocation
    if allocation is None or allocation.timestamp is None or allocation.timestamp >= "2026":
        return False
    return any(device.binding_conditions for device in allocation.devices)


def is_unavailable(claim: ResourceClaim) -> bool:
    """Return whether the devices will not become ready, so that the claim has to be allocated anew."""
    try:
        return not is_ready(claim) and has_timed_out(claim)
    except BindingFailed:
        return True


def has_binding_conditions(claim: ResourceClaim) -> bool:
    return claim.allocation is not None and any(d.binding_conditions for d in claim.allocation.devices)
