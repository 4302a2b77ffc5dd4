"""Instance types as the clouds' own commands list them, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.dumps.clouds import document_of, read_types
from scheduler_core.autoscaling.dumps.dump import read_dump
from scheduler_core.kubernetes.objects.reading import InvalidInput
from tests.builders import Manifest
from tests.scheduler_core.autoscaling.clusters import ZONE, instance_type, nodepool, required

G5: Manifest = {
    "InstanceType": "g5.2xlarge",
    "SupportedUsageClasses": ["on-demand", "spot"],
    "Hypervisor": "nitro",
    "ProcessorInfo": {"SupportedArchitectures": ["x86_64"], "Manufacturer": "AMD"},
    "VCpuInfo": {"DefaultVCpus": 8},
    "MemoryInfo": {"SizeInMiB": 32768},
    "GpuInfo": {
        "Gpus": [{"Name": "A10G", "Manufacturer": "NVIDIA", "Count": 1, "MemoryInfo": {"SizeInMiB": 24576}}]
    },
    "NetworkInfo": {
        "MaximumNetworkInterfaces": 4,
        "Ipv4AddressesPerInterface": 15,
        "DefaultNetworkCardIndex": 0,
        "NetworkCards": [{"NetworkCardIndex": 0, "MaximumNetworkInterfaces": 4}],
    },
}
D8: Manifest = {
    "name": "Standard_D8s_v5",
    "resourceType": "virtualMachines",
    "locationInfo": [{"location": "westeurope", "zones": ["2", "1"]}],
    "capabilities": [
        {"name": "vCPUs", "value": "8"},
        {"name": "MemoryGB", "value": "32"},
        {"name": "CpuArchitectureType", "value": "x64"},
        {"name": "LowPriorityCapable", "value": "True"},
    ],
}
N2: list[Manifest] = [
    {"name": "n2-standard-8", "guestCpus": 8, "memoryMb": 32768, "zone": f"projects/p/zones/{zone}"}
    for zone in ("europe-west1-b", "europe-west1-c")
]

# A file, the NodePool's NodeClass, and of its only type: name, zones, cpu, memory in MiB, pods, devices
FILES: dict[str, tuple[Any, str, tuple[str, list[str], float, int, int, int]]] = {
    "aws": ({"InstanceTypes": [G5]}, "karpenter.k8s.aws", ("g5.2xlarge", ["a"], 7.91, 29317, 58, 1)),
    "az": (
        [D8, {"name": "disk", "resourceType": "disks", "capabilities": []}],
        "karpenter.azure.com",
        ("Standard_D8s_v5", ["westeurope-1", "westeurope-2"], 7.82, 27618, 250, 0),
    ),
    "gcloud": (
        N2,
        "karpenter.k8s.gcp",
        ("n2-standard-8", ["europe-west1-b", "europe-west1-c"], 7.91, 29023, 110, 0),
    ),
    "the form of the recordings": (
        {"instanceTypes": [instance_type("own", cpu="8", memory="32Gi", zones=["z"])]},
        "karpenter.test.sh",
        ("own", ["z"], 8, 32768, 10, 0),
    ),
}


@pytest.mark.parametrize("form", FILES)
def test_a_type_has_what_a_kubelet_leaves_of_it(form: str) -> None:
    content, group, expected = FILES[form]
    pool = nodepool("default", required(ZONE, *expected[1]))
    pool["spec"]["template"]["spec"]["nodeClassRef"] = {"group": group, "kind": "NodeClass", "name": "n"}
    types, _ = read_types(content, "file")
    dump = read_dump([pool], types)
    (t,) = dump.cluster.types["default"].types
    has = {name: amount / 10**9 for name, amount in t.allocatable.items()}
    zones = sorted({offering.zone for offering in t.offerings})
    found = (t.name, zones, round(has["cpu"], 3), int(has["memory"] / 2**20), int(has["pods"]))
    assert (*found, int(has.get("nvidia.com/gpu", 0))) == expected
    assert (dump.basis.given, dump.basis.complete) == (1, True)


def test_the_name_of_a_type_tells_labels() -> None:
    (t,) = (
        read_dump([nodepool()], read_types({"InstanceTypes": [G5]}, "file")[0]).cluster.types["default"].types
    )
    domain = "karpenter.k8s.aws"
    labels = {
        key: t.requirements.of(f"{domain}/instance-{key}").only for key in ("family", "size", "gpu-name")
    }
    assert labels == {"family": "g5", "size": "2xlarge", "gpu-name": "a10g"}


def test_files_are_one_document_with_prices() -> None:
    prices = {"g5.2xlarge": {"on-demand": 1.212, "spot": 0.61}, "m5.large": 0.096}
    document = document_of([("types.json", {"InstanceTypes": [G5]}), ("prices.json", prices)])
    assert [t["name"] for t in document["machines"]["instanceTypes"]] == ["g5.2xlarge"]
    assert document["machines"]["prices"] == prices


@pytest.mark.parametrize(
    "content",
    [
        {"InstanceTypes": [{"InstanceType": "m5.large"}]},
        {"InstanceTypes": ["m5.large"]},
        [{"name": "Standard_D2", "capabilities": [{"name": "vCPUs"}]}],
        [{"name": "n2-standard-8", "guestCpus": 8}],
        [{"guestCpus": 8}, "n2-standard-8"],
        {"m5.large": "0.096"},
        {},
        [],
        "m5.large",
    ],
)
def test_another_file_is_refused_by_name(content: Any) -> None:
    with pytest.raises(InvalidInput, match="describe-instance-types") as refused:
        read_types(content, "types.json")
    assert refused.value.errors[0].object == "types.json"
