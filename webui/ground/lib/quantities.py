"""Amounts of resources as manifests have them, so that one screen has one notation."""

from __future__ import annotations


def quantity(value: int, unit: str) -> str:
    """Format an amount as Kubernetes does: `500m`, `2`, `1.5Gi`. `unit` is "milli", "bytes" or another."""
    if unit == "milli":
        return f"{value}m" if value % 1000 else str(value // 1000)
    if unit != "bytes":
        return str(value)
    scaled: float = value
    for suffix in ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"):
        if abs(scaled) < 1024 or suffix == "Ei":
            break
        scaled /= 1024
    return f"{scaled:.4g}{suffix}"
