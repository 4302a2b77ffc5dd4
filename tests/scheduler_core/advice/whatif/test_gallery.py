"""The gallery: the documented fix of a case with a pending pod is among the first of a sort, or we say why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core import NO_ADMISSION, Inquiry, Recording, SearchLimits, load
from scheduler_core.advice.whatif.risks import RISKS
from scheduler_core.contract import WhatIf

CASES = Path(__file__).parents[4] / "webui" / "features" / "gallery" / "cases"

# The fix that the case documents or, where it has none, that its answer names.
FIXES = {
    "affinity-other-namespace": "pod affinity app=target (kubernetes.io/hostname): also in namespace dev",
    "affinity-to-nobody": "pod affinity app=cache (topology.kubernetes.io/zone): required → preferred",
    "control-plane-empty-domain": "nodeTaintsPolicy Ignore → Honor over kubernetes.io/hostname",
    "drain-cordoned-node": "nodeTaintsPolicy Ignore → Honor over kubernetes.io/hostname",
    "free-cpu-in-pieces": "request cpu 2 → 1.5",
    "limits-become-requests": "request cpu 3 → 2.5",
    "misspelt-topology-key": "topologyKey topology.kubernetes.io/zones → topology.kubernetes.io/zone",
    "one-zone-min-domains-two": "minDomains 2 → 1 over topology.kubernetes.io/zone",
    "one-zone-without-capacity": "maxSkew 1 → 2 over topology.kubernetes.io/zone",
    "rollout-anti-affinity-deadlock": (
        "anti-affinity of running default/web-old-0, default/web-old-1, default/web-old-2: "
        "matchLabelKeys [pod-template-hash]"
    ),
    "rollout-anti-affinity-half-fix": (
        "anti-affinity of running default/web-old-0, default/web-old-1, default/web-old-2: "
        "matchLabelKeys [pod-template-hash]"
    ),
    "spread-full-zone-hard": (
        "whenUnsatisfiable DoNotSchedule → ScheduleAnyway over topology.kubernetes.io/zone"
    ),
    "spread-min-domains": "minDomains 3 → 2 over zone",
    "spread-node-affinity-ignore": "nodeAffinityPolicy Ignore → Honor over zone",
    "spread-two-constraints-conflict": "maxSkew 1 → 2 over node",
    "thirteen-pods-per-node": "request cpu 150m → 50m",
    "two-terms-one-pod": "pod affinity app=cache (kubernetes.io/hostname): required → preferred",
    "volume-pins-zone": "storage class ssd with WaitForFirstConsumer, claim data-db-1 provisioned again",
    "zone-outage-min-domains": "minDomains 3 → 2 over topology.kubernetes.io/zone",
    "zookeeper-drained-node": "uncordon node-3",
    "cache-and-web": "one more node like node1 (cpu 4, memory 8Gi)",
}

# Cases whose fix is none of the changes that are searched.
OTHERWISE = {
    "min-domains-three-nodes": "Two more nodes let all ten replicas fit; for this one pod less is enough.",
    "one-tenant-per-pool": "The terms of both tenants need another labelSelector: whom they mean is not known.",
    "preemption-cross-node": "The toleration for node-a2 lets the pod evict another; evictions do not combine.",
    "preemption-policy-never": "The case shows what the policy forbids: a smaller request costs less than evictions.",
    "statefulset-grid-deadlock": "The order in which a StatefulSet makes its pods is not the scheduler's.",
}


def answer(case: str) -> WhatIf:
    source = (CASES / f"{case}.yaml").read_text(encoding="utf-8").split("\n---\n", 1)[1]
    recording = Recording.of(load(source, admission=NO_ADMISSION).under_release("1.34"))
    pending = next(e["pod"] for e in recording.finished if e["pod"] not in recording.placements)
    return list(Inquiry(recording, pending, limits=SearchLimits(runs=3)).answers())[-1]


@pytest.mark.parametrize("case", FIXES)
def test_the_documented_fix_is_among_the_first_three_of_its_risk(case: str) -> None:
    repairs = answer(case)["repairs"]
    first = [[r for r in repairs if r["risk"] == risk][:3] for risk in RISKS]
    assert FIXES[case] in [text for of_risk in first for repair in of_risk for text in repair["changes"]]
    assert all(repair["verified"] for repair in repairs)


@pytest.mark.parametrize("case", OTHERWISE)
def test_other_cases_have_causes_and_repairs(case: str) -> None:
    result = answer(case)
    assert result["causes"]
    assert result["repairs"]
