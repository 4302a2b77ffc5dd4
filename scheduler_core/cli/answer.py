"""The answer of `simulate` as text: pending pods by cause, what is short, and the nearest nodes."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.explain.view.causes.contract import (
    Cause,
    Causes,
    Differences,
    InitializedPod,
    NearestNode,
    PendingWorkload,
    PodGroup,
    SelectorCause,
    Shortage,
    SpreadCause,
    SpreadDomainCount,
)
from scheduler_core.explain.view.causes.headings import heading
from scheduler_core.explain.view.causes.titles import joined, title
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit
from scheduler_core.sentences import counted

MOST_NAMES = 4
_ON_ALL_NODES = ("resource", "unmatched_selector")  # told by amounts, and in the heading
_GIB = 2**30
_MIB = 2**20


def answer_lines(answer: Causes) -> Iterator[str]:
    """Yield the lines of the answer, the first of the form `16 pending, 4 causes`; none if no pod is pending."""
    if not answer["pending"]:
        return
    yield f"{answer['pending']} pending, {counted(len(answer['causes']), 'cause')}"
    for cause in answer["causes"]:
        yield ""
        yield from _cause(cause)
    if differing := list(_differences(answer["differences"])):
        yield ""
        yield from differing


def _cause(cause: Cause) -> Iterator[str]:
    pods = cause["pod_count"]
    yield f"{counted(pods, 'pod')}: {heading(cause)}"
    for workload in cause["workloads"]:
        yield f"  {_pods(workload)}"
        yield from (f"    {line}" for line in figure_lines(workload))
    if others := cause["workload_count"] - len(cause["workloads"]):
        yield f"  and {counted(others, 'more workload')}"


def _pods(group: PodGroup) -> str:
    names = _listed(group["pods"], group["pod_count"])
    if group["kind"] == "Pod":
        return f"{names} in namespace {group['namespace']}"
    return f"{group['kind']} {group['namespace']}/{group['name']}: {names}"


def _listed(names: list[str], count: int) -> str:
    listed = ", ".join(names[:MOST_NAMES])
    return f"{listed} and {count - MOST_NAMES} more" if count > MOST_NAMES else listed


def figure_lines(workload: PendingWorkload) -> Iterator[str]:
    """Yield what is short, the counts of spread constraints and selectors, and the nearest nodes."""
    for shortage in workload["shortages"]:
        yield _shortage(shortage, workload["open_nodes"])
        yield from (_initialized(pod, shortage) for pod in shortage["initialized"])
    for constraint in workload["spread"]:
        yield _constraint(constraint)
    for selector in workload["selectors"]:
        yield _selector(selector)
    if workload["nearest"]:
        yield "nearest: " + ", ".join(map(_nearest, workload["nearest"]))


def _shortage(shortage: Shortage, nodes: int) -> str:
    resource, unit = shortage["resource"], shortage["unit"]
    needed = f"needs {quantity(shortage['request'], resource, unit)}"
    if shortage["largest_allocatable"] < shortage["request"]:
        return f"{needed}; the largest node has {amount(shortage['largest_allocatable'], unit)}"
    free = amount(shortage["free"], unit)
    piece = f"{amount(shortage['largest_free'], unit)} on {shortage['largest_node']}"
    return f"{needed}; {free} free on {counted(nodes, 'node')}, the largest piece is {piece}"


def _initialized(pod: InitializedPod, shortage: Shortage) -> str:
    unit = shortage["unit"]
    held = quantity(pod["counted"], shortage["resource"], unit)
    return (
        f"{pod['pod']} on {pod['node']} counts for {held}: its init containers have ended and still count; "
        f"its containers request {amount(pod['running'], unit)}"
    )


def _constraint(constraint: SpreadCause) -> str:
    counts = ", ".join(f"{d['value']} {d['count']}{_note(d)}" for d in constraint["domains"])
    rest = ", …" if constraint["domain_count"] > len(constraint["domains"]) else ""
    return f"maxSkew {constraint['max_skew']} over {constraint['topology_key']}: {counts}{rest}"


def _note(domain: SpreadDomainCount) -> str:
    return "" if domain["open"] else " (counted, but can never run this pod)"


def _selector(selector: SelectorCause) -> str:
    values = ", ".join(f"{v['value']} ({v['nodes']})" for v in selector["values"])
    rest = ", …" if selector["value_count"] > len(selector["values"]) else ""
    if not values:
        return f"no node has the label {selector['key']}"
    return f"{selector['key']} of the nodes: {values}{rest}"


def _nearest(nearest: NearestNode) -> str:
    missing = [
        quantity(a["request"] - a["free"], a["resource"], a["unit"])
        for a in nearest["amounts"]
        if a["request"] > a["free"]
    ]
    others = [reason for reason in nearest["reasons"] if reason["kind"] not in _ON_ALL_NODES]
    parts = [f"short of {joined(missing)}"] if missing else []
    parts += [title(others)] if others else []
    return f"{nearest['node']} ({'; '.join(parts)})" if parts else nearest["node"]


def _differences(differences: Differences) -> Iterator[str]:
    for group in differences["placed"]:
        yield f"pending in the dump, placed here: {_pods(group)}"
    for group in differences["evicted"]:
        yield f"running in the dump, evicted here: {_pods(group)}"
    if differences["unlisted_nodes"]:
        yield f"nodes that the dump names and does not contain: {', '.join(differences['unlisted_nodes'])}"
    if (differences["placed"] or differences["evicted"]) and differences["absent_kinds"]:
        yield f"not in the dump, and may decide: {', '.join(differences['absent_kinds'])}"


def quantity(value: int, resource: str, unit: Unit) -> str:
    """Return an amount with its resource: `14 cores`, `630m cpu`, `5.7 GiB of memory`, `1 nvidia.com/gpu`."""
    if unit == "milli":
        return f"{amount(value, unit)} {resource}" if abs(value) < 1000 else amount(value, unit)
    if resource == "pods":
        return f"{amount(value, unit)} pod slot{'' if value == 1 else 's'}"
    return f"{amount(value, unit)} {'of ' if unit == 'bytes' else ''}{resource}"


def amount(value: int, unit: Unit) -> str:
    """Return an amount for readers: cores or thousandths of one, GiB or MiB, or a count."""
    if unit == "milli":
        cores = _decimal(value / 1000, 2)
        return f"{value}m" if abs(value) < 1000 else f"{cores} core{'' if cores == '1' else 's'}"
    if unit == "bytes":
        return f"{_decimal(value / _GIB, 1)} GiB" if abs(value) >= _GIB else f"{-(-value // _MIB)} MiB"
    return f"{value:,}"


def _decimal(value: float, digits: int) -> str:
    return f"{value:,.{digits}f}".rstrip("0").rstrip(".")
