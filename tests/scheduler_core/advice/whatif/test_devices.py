"""Repairs of a claim: without its constraint, with a toleration, with fewer devices; each was tried."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Inquiry, Recording, Scenario
from tests.builders import Manifest, make_node

ROOT = "resource.kubernetes.io/pcieRoot"
GPU = {"name": "gpu", "exactly": {"deviceClassName": "any", "count": 2}}
APART = {"requests": [GPU], "constraints": [{"matchAttribute": ROOT}]}


def of_resource(kind: str, name: str, spec: Manifest) -> Manifest:
    return {"apiVersion": "resource.k8s.io/v1", "kind": kind, "metadata": {"name": name}, "spec": spec}


def repairs(devices: list[Manifest], claim: Manifest, version: str = "1.34") -> list[Any]:
    """Return the repairs of a pod that claims devices by a template."""
    pool = {"name": "n1", "generation": 1, "resourceSliceCount": 1}
    slice_spec = {"driver": "d", "nodeName": "n1", "pool": pool, "devices": devices}
    spec = {
        "resourceClaims": [{"name": "c", "resourceClaimTemplateName": "pair"}],
        "containers": [{"name": "m"}],
    }
    objects = [
        make_node("n1"),
        of_resource("DeviceClass", "any", {}),
        of_resource("ResourceSlice", "n1", slice_spec),
        of_resource("ResourceClaimTemplate", "pair", {"spec": {"devices": claim}}),
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec},
    ]
    recording = Recording.of(Scenario.from_content({"objects": objects}), kubernetes_version=version)
    answer = list(Inquiry(recording, "default/p").answers())[-1]
    assert answer["outside"] == []  # the scheduler decides about devices
    return answer["repairs"]


def device(name: str, root: str = "", **fields: Any) -> Manifest:
    return {"name": name, "attributes": {ROOT: {"string": root}} if root else {}, **fields}


TAINTED = [device("a"), device("b", taints=[{"key": "ecc", "value": "bad", "effect": "NoSchedule"}])]


@pytest.mark.parametrize(
    ("devices", "claim", "version", "text", "risk"),
    [
        ([device("a", "17"), device("b", "c9")], APART, "1.34",
         f"claim pair: matchAttribute {ROOT} removed", "safe"),
        (TAINTED, {"requests": [GPU]}, "1.36",
         "claim pair: request gpu tolerates the device taint ecc=bad:NoSchedule", "weakens availability"),
    ],
)  # fmt: skip
def test_what_keeps_devices_from_a_claim_is_given_up(
    devices: list[Manifest], claim: Manifest, version: str, text: str, risk: str
) -> None:
    repair = next(r for r in repairs(devices, claim, version) if r["changes"] == [text])
    assert (repair["verified"], repair["node"], repair["risk"]) == (True, "n1", risk)
    assert repair["run"]["placed"] == 1
    assert "# make ResourceClaimTemplate pair again so, and then its pods" in repair["patch"]


def test_fewer_devices_are_as_many_as_may_be() -> None:
    claim = {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "any", "count": 4}}]}
    taken = [device("a"), device("b"), device("c")]
    assert [r["changes"] for r in repairs(taken, claim) if "count" in r["changes"][0]] == [
        ["claim pair: count 4 → 3 of request gpu"]
    ]
