"""What the reasons of causes say, in a few words."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.sentences import filled_with

from .contract import Reason

# By ReasonKind, and without any. The operand has the name that helps a translator; a reason has one only.
TITLES: dict[str, str] = {
    "resource": "not enough {resources}",
    "missing_resource": "no eligible node has {resource}",
    "unready_resource": "nodes have {resource} but none is allocatable: the device plugin is not ready",
    "selector": "only nodes with {clauses} are eligible",
    "unmatched_selector": "no node has {clauses}",
    "taint": "taint {taint} is not tolerated",
    "readiness_taint": "a readiness rule keeps pods away until its condition holds (taint {taint})",
    "unschedulable": "nodes are cordoned",
    "spread": "the spread over {key} would exceed maxSkew",
    "spread_label": "nodes lack the label {key}, over which the pods must spread",
    "affinity": "no node is near pods with {selector}",
    "anti_affinity": "pods with {selector} are already there",
    "existing_anti_affinity": "anti-affinity of running pods keeps it out of their {key}",
    "port": "host port {port} is taken",
    "device_missing": "no eligible node has a device for request {request}",
    "device_short": "too few devices are free for request {request}",
    "device_selector": "free devices do not meet {condition}",
    "device_taint": "devices have the taint {taint}",
    "device_amount": "too little {resource} is left on devices",
    "device_constraint": "free devices violate the constraint on {attribute}",
    "one_node": "may run on one node only",
    "gate": "{message}",
    "kueue_gate": "Kueue has not admitted its workload (gate {gate})",
    "gang": "placed, then rolled back with pod group {group}",
    "profile": "no profile for scheduler {scheduler}",
    "no_node": "the cluster has no node",
    "message": "{message}",
    "none": "the pod fits on no node",
}
RESOURCES = {"pods": "pod slots"}


def title(reasons: Iterable[Reason]) -> str:
    """Return the reasons of a cause in a few words, the resources that are short as one."""
    listed = list(reasons)
    resources = [RESOURCES.get(r["operand"], r["operand"]) for r in listed if r["kind"] == "resource"]
    parts = [filled_with(TITLES["resource"], joined(resources))] if resources else []
    parts += [
        filled_with(TITLES[reason["kind"]], reason["operand"]).replace("node(s)", "nodes")
        for reason in listed
        if reason["kind"] != "resource"
    ]
    return "; ".join(dict.fromkeys(parts)) or TITLES["none"]


def joined(words: list[str]) -> str:
    """Return words as a sentence lists them: `a, b and c`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
