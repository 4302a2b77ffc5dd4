"""Amounts as Kubernetes writes them in manifests."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.quantity import milli_value, value
from scheduler_core.kubernetes.objects.resources import CPU, EPHEMERAL, MEMORY

_BINARY = (("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10))
_CORE = 1000
_COARSE = 64 * 2**20  # from here on Mi are fine enough


def amount_of(resource: str, quantity: object) -> int:
    """Return a quantity in the engine's unit: thousandths of a core, bytes, or a count."""
    return (milli_value if resource == CPU else value)(str(quantity))


def in_bytes(resource: str) -> bool:
    return resource in (MEMORY, EPHEMERAL) or resource.startswith("hugepages-")


def quantity(resource: str, amount: int) -> str:
    """Return an amount as a quantity that is at most that amount: `1500m`, `3Gi`, `700Mi`."""
    if resource == CPU:
        return str(amount // 1000) if amount % 1000 == 0 else f"{amount}m"
    if not in_bytes(resource):
        return str(amount)
    for suffix, size in _BINARY:
        if amount >= size and (amount % size == 0 or (suffix == "Mi" and amount >= _COARSE)):
            return f"{amount // size}{suffix}"
    return f"{amount >> 10}Ki" if amount >= 2**10 else str(amount)


def quantity_above(resource: str, amount: int) -> str:
    """Return an amount as a round quantity that is at least that amount: whole cores, whole Gi."""
    if resource == CPU:
        return str(-(-amount // 1000))
    return f"{-(-amount >> 30)}Gi" if in_bytes(resource) else str(amount)


def pair(resource: str, before: int, after: int) -> tuple[str, str]:
    """Return two amounts in one unit, as people write it: `14`, `10.47`; `500m`, `150m`; `2Gi`, `1.5Gi`."""
    largest = max(before, after)
    if resource == CPU:
        return (_cores(before), _cores(after)) if largest >= _CORE else (f"{before}m", f"{after}m")
    if not in_bytes(resource):
        return str(before), str(after)
    for suffix, size in _BINARY[:2]:
        if largest >= size and all(amount * 100 % size == 0 for amount in (before, after)):
            return f"{before / size:g}{suffix}", f"{after / size:g}{suffix}"
    suffix, size = next(((s, size) for s, size in _BINARY[1:] if min(before, after) >= size), ("", 1))
    return f"{before // size}{suffix}", f"{after // size}{suffix}"


def _cores(amount: int) -> str:
    return f"{amount / _CORE:.3f}".rstrip("0").rstrip(".")


def size_of(resource: str, amount: int) -> str:
    """Return an amount of a node: `15.92`, `63Gi`."""
    return pair(resource, amount, amount)[0]
