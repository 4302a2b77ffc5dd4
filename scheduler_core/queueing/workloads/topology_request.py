"""The topology that a pod template asks for by annotations.

Mirrors PodSetTopologyRequest of pkg/controller/jobframework/tas.go @ v0.19.2.
"""

from __future__ import annotations

from typing import Final

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

_PREFIX = "kueue.x-k8s.io/podset-"
REQUIRED: Final = f"{_PREFIX}required-topology"


def topology_request(template: Manifest) -> Manifest:
    """Return spec.podSets[].topologyRequest of a template, empty without one."""
    annotations = mapping(template, "metadata", "annotations")

    def said(name: str) -> str | None:
        value = annotations.get(f"{_PREFIX}{name}")
        return value if isinstance(value, str) else None

    request: Manifest = {}
    if required := said("required-topology"):
        request["required"] = required
    elif preferred := said("preferred-topology"):
        request["preferred"] = preferred
    elif said("unconstrained-topology") is not None:
        request["unconstrained"] = said("unconstrained-topology") == "true"
    if group := said("group-name"):
        request["podSetGroupName"] = group
    if slices := said("slice-required-topology"):
        request["podSetSliceRequiredTopology"] = slices
        if (size := said("slice-size") or "").isdigit():
            request["podSetSliceSize"] = int(size)
    return request
