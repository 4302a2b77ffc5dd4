"""The arithmetic behind a verdict, a line a step. The workbench has more room for it; the operands are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from scheduler_core.contract import (
    AffinityRequiredStep,
    AntiAffinityRequiredStep,
    ComparedExpression,
    DomainCount,
    ExistingAntiAffinityStep,
    FilterStep,
    NodeAffinityTermStep,
    PortStep,
    ResourceStep,
    SpreadSkewStep,
    TaintStep,
)


def line(step: FilterStep) -> str:
    """Of a step that a plugin's `explain` gave."""
    write = LINES.get(step["kind"], _anything)
    return write(step)


def _spread_skew(step: SpreadSkewStep) -> str:
    sign = "≤" if step["ok"] else ">"
    words = gettext("%(matching)s matching + %(self_match)s self − %(minimum)s minimum = %(skew)s")
    return f"{step['key']}={step['value']}: {words % step} {sign} maxSkew {step['max_skew']}"


def _taint(step: TaintStep) -> str:
    taint = step["taint"]
    text = f"{taint['key']}{'=' if taint['value'] else ''}{taint['value']}:{taint['effect']}"
    return (
        gettext("taint %(taint)s is tolerated") if step["ok"] else gettext("taint %(taint)s is not tolerated")
    ) % {"taint": text}


def _term(step: NodeAffinityTermStep) -> str:
    found = [_expression(each) for each in step["expressions"]]
    term = gettext("term %(n)s") % {"n": step["index"] + 1}
    return f"{term}: {', '.join(found)}"


def _expression(clause: ComparedExpression) -> str:
    values = f" [{', '.join(clause['values'])}]" if clause["values"] else ""
    actual = clause["actual"] if clause["actual"] is not None else gettext("no such label")
    return f"{clause['key']} {clause['operator']}{values} {'✓' if clause['ok'] else '✕'} ({actual})"


def _resource(step: ResourceStep) -> str:
    unit = step["unit"]
    free = step["allocatable"] - step["used"]
    numbers = {
        "request": quantity(step["request"], unit),
        "free": quantity(free, unit),
        "allocatable": quantity(step["allocatable"], unit),
        "used": quantity(step["used"], unit),
    }
    words = (
        gettext("%(request)s requested ≤ %(free)s free (%(allocatable)s − %(used)s)")
        if step["ok"]
        else gettext("%(request)s requested > %(free)s free (%(allocatable)s − %(used)s)")
    )
    return f"{step['resource']}: {words % numbers}"


def _domain(step: DomainCount, words: str) -> str:
    if step["value"] is None:
        return gettext("no label %(key)s") % step
    return f"{step['key']}={step['value']}: {words}"


def _matching(step: AffinityRequiredStep) -> str:
    return _domain(
        step, ngettext("%(n)s matching pod", "%(n)s matching pods", step["count"]) % {"n": step["count"]}
    )


def _avoided(step: AntiAffinityRequiredStep) -> str:
    words = ngettext("%(n)s pod that this one avoids", "%(n)s pods that this one avoids", step["count"])
    return _domain(step, words % {"n": step["count"]})


def _avoiding(step: ExistingAntiAffinityStep) -> str:
    words = ngettext("%(n)s pod that avoids this one", "%(n)s pods that avoid this one", step["count"])
    return _domain(step, words % {"n": step["count"]})


def _port(step: PortStep) -> str:
    port = f"{step['protocol']} {step['host_port']}"
    if not step["pod"]:
        return gettext("%(port)s is free") % {"port": port}
    return gettext("%(port)s is taken by %(pod)s") % {"port": port, "pod": step["pod"]}


def _anything(step: FilterStep) -> str:
    """A kind without words of its own: its operands under the engine's names."""
    if step["kind"] == "status" and "reasons" in step:
        return ", ".join(step["reasons"])
    shown = {
        k: v for k, v in step.items() if k not in ("kind", "ok", "pods") and not isinstance(v, dict | list)
    }
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in shown.items())


LINES: dict[str, Callable[[Any], str]] = {  # each takes the step of its kind
    "spread_skew": _spread_skew,
    "spread_missing_label": lambda step: gettext("no label %(key)s") % step,
    "taint": _taint,
    "unschedulable": lambda step: (
        gettext("the node is cordoned") if not step["ok"] else gettext("the node is open")
    ),
    "node_name": lambda step: gettext("the pod asks for %(wanted)s") % step,
    "node_selector": lambda step: gettext("label %(key)s is %(actual)s, wanted %(value)s") % step,
    "node_affinity_term": _term,
    "resource": _resource,
    "port": _port,
    "affinity_required": _matching,
    "anti_affinity_required": _avoided,
    "existing_anti_affinity": _avoiding,
}


def quantity(value: int, unit: str) -> str:
    """As Kubernetes writes it: `500m`, `2`, `1.5Gi`."""
    if unit == "milli":
        return f"{value}m" if value % 1000 else str(value // 1000)
    if unit != "bytes":
        return str(value)
    shown: float = value
    for suffix in ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"):
        if abs(shown) < 1024 or suffix == "Ei":
            break
        shown /= 1024
    return f"{shown:.4g}{suffix}"
