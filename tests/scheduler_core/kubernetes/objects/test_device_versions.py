"""Objects of resource.k8s.io as the versions of its API write them."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, load
from scheduler_core.kubernetes.objects.devices import Devices

NEW = """
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpu-a}
spec:
  driver: gpu.example.com
  nodeName: gpu-a
  pool: {name: gpu-a, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {model: {string: h100}}
    capacity: {memory: {value: 80Gi}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: train}
spec:
  devices:
    requests:
    - name: gpu
      exactly: {deviceClassName: gpu, count: 2, selectors: [{cel: {expression: "true"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: train}
spec:
  spec:
    devices:
      requests:
      - name: gpu
        firstAvailable: [{name: large, deviceClassName: gpu}]
"""


def devices_of(manifests: list[dict[str, Any]]) -> Devices:
    return load(yaml.safe_dump_all(manifests)).objects.devices


def test_v1beta1_has_the_fields_of_devices_and_requests_elsewhere() -> None:
    new = list(yaml.safe_load_all(NEW))
    old = list(yaml.safe_load_all(NEW.replace("resource.k8s.io/v1", "resource.k8s.io/v1beta1")))
    device = old[0]["spec"]["devices"][0]
    old[0]["spec"]["devices"] = [{"name": device.pop("name"), "basic": device}]
    request = old[1]["spec"]["devices"]["requests"][0]
    old[1]["spec"]["devices"]["requests"] = [{"name": "gpu", **request["exactly"]}]
    assert repr(devices_of(old)) == repr(devices_of(new))
    assert devices_of(new).slices[0].devices[0].capacity["memory"].value == "80Gi"


def test_v1beta2_has_the_fields_of_v1() -> None:
    old = list(yaml.safe_load_all(NEW.replace("resource.k8s.io/v1", "resource.k8s.io/v1beta2")))
    assert repr(devices_of(old)) == repr(devices_of(list(yaml.safe_load_all(NEW))))


@pytest.mark.parametrize("version", ["resource.k8s.io/v1alpha2", "resource.k8s.io/v1alpha3"])
def test_versions_before_are_refused_with_what_to_do(version: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        load(NEW.replace("resource.k8s.io/v1", version, 1))
    (error,) = refused.value.errors
    assert (error.object, error.path, error.line) == ("ResourceSlice gpu-a", "apiVersion", 2)
    assert error.message == (
        f"must be resource.k8s.io/v1, v1beta2 or v1beta1, got {version!r}: "
        "export the object from a cluster of v1.32 or newer, or rewrite it for v1"
    )


def test_what_the_api_server_finds_too_long_is_refused() -> None:
    expression = "true || " + "'" + "é" * 5_110 + "' == 'a'"
    assert len(expression.encode()) == 10_237
    load(NEW.replace('"true"', f'"{expression}   "'))
    long = NEW.replace('"true"', f'"{expression}   ."')
    with pytest.raises(InvalidInput) as refused:
        load(long.replace("string: h100", f"string: {'h' * 65}"))
    assert [(error.path, error.message) for error in refused.value.errors] == [
        (
            "spec.devices[0].attributes.model.string",
            "may not be more than 64 bytes, got 65: the API server refuses the object",
        ),
        (
            "spec.devices.requests[0].exactly.selectors[0].cel.expression",
            "may not be more than 10240 bytes, got 10241: the API server refuses the object",
        ),
    ]
