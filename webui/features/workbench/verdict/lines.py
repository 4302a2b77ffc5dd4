"""The arithmetic behind a verdict, one line per step. The workbench shows the same operands in more detail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from scheduler_core.contract import (
    AffinityRequiredStep,
    AntiAffinityRequiredStep,
    ClaimRequestStep,
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
from webui.features.workbench.verdict.words import labelled
from webui.ground.lib.quantities import quantity


def line(step: FilterStep) -> str:
    """Return the text of a step of a plugin's explanation."""
    format_step = LINES.get(step["kind"], _generic)
    return format_step(step)


def _spread_skew(step: SpreadSkewStep) -> str:
    sign = "≤" if step["ok"] else ">"
    words = gettext("%(matching)s matching + %(self_match)s self − %(minimum)s minimum = %(skew)s")
    return labelled(f"{step['key']}={step['value']}", f"{words % step} {sign} maxSkew {step['max_skew']}")


def _taint(step: TaintStep) -> str:
    taint = step["taint"]
    text = f"{taint['key']}{'=' if taint['value'] else ''}{taint['value']}:{taint['effect']}"
    return (
        gettext("taint %(taint)s is tolerated") if step["ok"] else gettext("taint %(taint)s is not tolerated")
    ) % {"taint": text}


def _term(step: NodeAffinityTermStep) -> str:
    expressions = [_expression(clause) for clause in step["expressions"]]
    term = gettext("term %(n)s") % {"n": step["index"] + 1}
    return labelled(term, ", ".join(expressions))


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
    return labelled(step["resource"], words % numbers)


def _domain(step: DomainCount, words: str) -> str:
    if step["value"] is None:
        return gettext("no label %(key)s") % step
    return labelled(f"{step['key']}={step['value']}", words)


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


def _request(step: ClaimRequestStep) -> str:
    words = (
        ngettext(
            "request %(request)s of %(claim)s: %(fitting)s of %(device_count)s device passes",
            "request %(request)s of %(claim)s: %(fitting)s of %(device_count)s devices pass",
            step["device_count"],
        )
        % step
    )
    device = step["device"].rpartition("/")[2]
    return f"{words}, {device}" if device else words


def _generic(step: FilterStep) -> str:
    """Format a step of a kind without its own text: its operands under the engine's names."""
    if step["kind"] == "status" and "reasons" in step:
        return ", ".join(step["reasons"])
    operands = {
        k: v for k, v in step.items() if k not in ("kind", "ok", "pods") and not isinstance(v, dict | list)
    }
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in operands.items())


LINES: dict[str, Callable[[Any], str]] = {  # each takes the step of its kind
    "spread_skew": _spread_skew,
    "spread_missing_label": lambda step: gettext("no label %(key)s") % step,
    "taint": _taint,
    "unschedulable": lambda step: (
        gettext("the node is cordoned") if not step["ok"] else gettext("the node is schedulable")
    ),
    "node_name": lambda step: gettext("the pod requires %(wanted)s") % step,
    "node_selector": lambda step: gettext("label %(key)s must be %(value)s, got %(actual)s") % step,
    "node_affinity_term": _term,
    "resource": _resource,
    "port": _port,
    "claim_request": _request,
    "affinity_required": _matching,
    "anti_affinity_required": _avoided,
    "existing_anti_affinity": _avoiding,
}
