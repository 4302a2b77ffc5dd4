"""Instance types as clouds' own commands list them, in the form of the recordings.

`aws ec2 describe-instance-types`, `az vm list-skus --resource-type virtualMachines` and `gcloud compute machine-types
list --format=json`. What a kubelet reserves is computed as Karpenter's providers do: an estimate for AKS and GKE.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from scheduler_core.autoscaling.objects.labels import ARCH, CAPACITY_TYPE, INSTANCE_TYPE, ON_DEMAND, OS, SPOT
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

from .providers import provider_of

EXPECTED: Final = worded(
    "must be the output of `aws ec2 describe-instance-types`, `az vm list-skus` or `gcloud compute machine-types list "
    "--format=json`, a list of instance types in the form of docs/autoscaling.md, or prices by instance type"
)
_ARCHITECTURES = {"x86_64": "amd64", "x64": "amd64", "Arm64": "arm64", "arm64": "arm64", "ARM64": "arm64"}
_VM_OVERHEAD = 0.075  # of the memory, the default of VM_MEMORY_OVERHEAD_PERCENT
_CPU_RESERVED = ((1, 0.06), (1, 0.01), (2, 0.005), (float("inf"), 0.0025))  # cores, and the part of them
_GKE_MEMORY_RESERVED = ((4, 0.25), (4, 0.2), (8, 0.1), (112, 0.06), (float("inf"), 0.02))  # GiB, likewise
_AZURE_NAME = re.compile(
    r"Standard_(?P<family>[A-Z]+)(?P<cpu>[0-9]+)(?:-[0-9]+)?(?P<features>[a-z]*)(?:_.*?)?(?:_v(?P<version>[0-9]+))?"
)


def read_types(content: Any, name: str) -> tuple[list[Manifest], Mapping[str, Any]]:
    """Return the instance types in a file of the user's, and prices by type if it has these; raise InvalidInput."""
    if isinstance(content, Mapping):
        for key, read in (("InstanceTypes", _of_aws), ("instanceTypes", _as_written)):
            if isinstance(content.get(key), list):
                return list(_read(content[key], read, name)), {}
        if content and all(isinstance(price, int | float | Mapping) for price in content.values()):
            return [], content
    if isinstance(content, list) and content and isinstance(content[0], Mapping):
        if "guestCpus" in content[0]:
            return list(_of_google(content)), {}
        if "capabilities" in content[0]:
            machines = [
                sku for sku in content if sku.get("resourceType", "virtualMachines") == "virtualMachines"
            ]
            return list(_read(machines, _of_azure, name)), {}
        if "capacity" in content[0]:
            return content, {}
    raise InvalidInput.of("", EXPECTED, object=name)


def _read(entries: list[Any], read: Any, name: str) -> Iterator[Manifest]:
    for entry in entries:
        try:
            yield read(entry)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise InvalidInput.of("", EXPECTED, object=name) from None


def _as_written(entry: Manifest) -> Manifest:
    return entry


def _required(**labels: Any) -> list[Manifest]:
    return [
        {
            "key": key,
            "operator": "In",
            "values": [str(value) for value in (values if isinstance(values, list) else [values])],
        }
        for key, values in labels.items()
        if values not in (None, "", [])
    ]


def _cpu_reserved(cores: float) -> str:
    return f"{int(1000 * _of_steps(cores, _CPU_RESERVED))}m"


def _of_steps(amount: float, steps: tuple[tuple[float, float], ...]) -> float:
    """Return what is reserved of an amount: of each step its own part."""
    reserved = 0.0
    for width, part in steps:
        reserved += min(amount, width) * part
        amount = max(amount - width, 0)
    return reserved


def _of_aws(entry: Manifest) -> Manifest:
    domain, name = "karpenter.k8s.aws", entry["InstanceType"]
    cores, mebibytes = entry["VCpuInfo"]["DefaultVCpus"], entry["MemoryInfo"]["SizeInMiB"]
    architecture = next(
        (_ARCHITECTURES[a] for a in entry["ProcessorInfo"]["SupportedArchitectures"] if a in _ARCHITECTURES),
        "",
    )
    network = entry.get("NetworkInfo") or {}
    cards = network.get("NetworkCards") or [{}]
    interfaces = cards[network.get("DefaultNetworkCardIndex", 0)].get(
        "MaximumNetworkInterfaces", network.get("MaximumNetworkInterfaces", 0)
    )
    pods = interfaces * (network.get("Ipv4AddressesPerInterface", 1) - 1) + 2 if interfaces else 110
    usable = mebibytes - (64 if architecture == "arm64" else 0)
    usable -= -(-usable * _VM_OVERHEAD // 1)
    gpus = (entry.get("GpuInfo") or {}).get("Gpus") or []
    neurons = ((entry.get("InferenceAcceleratorInfo") or {}).get("Accelerators") or []) + (
        (entry.get("NeuronInfo") or {}).get("NeuronDevices") or []
    )
    devices = {
        "nvidia.com/gpu": sum(gpu["Count"] for gpu in gpus if gpu["Manufacturer"] == "NVIDIA"),
        "amd.com/gpu": sum(gpu["Count"] for gpu in gpus if gpu["Manufacturer"] == "AMD"),
        "aws.amazon.com/neuron": sum(neuron["Count"] for neuron in neurons),
        "vpc.amazonaws.com/efa": (network.get("EfaInfo") or {}).get("MaximumEfaInterfaces", 0),
    }
    own = {
        "cpu": cores,
        "memory": mebibytes,
        "cpu-manufacturer": entry["ProcessorInfo"].get("Manufacturer", "").lower().replace(" ", "-"),
        "hypervisor": entry.get("Hypervisor", ""),
        "local-nvme": (entry.get("InstanceStorageInfo") or {}).get("TotalSizeInGB"),
        "encryption-in-transit-supported": str(network.get("EncryptionInTransitSupported", False)).lower(),
    }
    if len(gpus) == 1:
        gpu = gpus[0]
        own |= {
            "gpu-name": gpu["Name"].lower().replace(" ", "-"),
            "gpu-manufacturer": gpu["Manufacturer"].lower(),
            "gpu-count": gpu["Count"],
            "gpu-memory": gpu["MemoryInfo"]["SizeInMiB"],
        }
    labels = {f"{domain}/instance-{key}": value for key, value in own.items()}
    labels |= provider_of(domain).labels_of_name(name)
    classes = [kind for kind in entry.get("SupportedUsageClasses", [ON_DEMAND]) if kind in (ON_DEMAND, SPOT)]
    absent = [
        key
        for key in sorted(provider_of(domain).own)
        if "/instance-" in key and labels.get(key) in (None, "")
    ]
    return {
        "name": name,
        "requirements": [
            *_required(
                **{INSTANCE_TYPE: name, ARCH: architecture, OS: "linux", CAPACITY_TYPE: classes, **labels}
            ),
            *({"key": key, "operator": "DoesNotExist"} for key in absent if not key.endswith("bandwidth")),
        ],
        "capacity": {
            "cpu": str(cores),
            "memory": f"{int(usable)}Mi",
            "ephemeral-storage": "20Gi",
            "pods": str(pods),
            **{resource: str(count) for resource, count in devices.items() if count},
        },
        "overhead": {
            "kubeReserved": {
                "cpu": _cpu_reserved(cores),
                "memory": f"{11 * pods + 255}Mi",
                "ephemeral-storage": "1Gi",
            },
            "evictionThreshold": {"memory": "100Mi", "ephemeral-storage": "2Gi"},
        },
    }


def _of_azure(entry: Manifest) -> Manifest:
    domain, name = "karpenter.azure.com", entry["name"]
    stated = {capability["name"]: capability["value"] for capability in entry["capabilities"]}
    cores, gibibytes, gpus = float(stated["vCPUs"]), float(stated["MemoryGB"]), int(stated.get("GPUs", 0))
    parts = _AZURE_NAME.fullmatch(name)
    location = entry["locationInfo"][0]
    zones = [f"{location['location']}-{zone}" for zone in sorted(location.get("zones") or ())]
    pods = 250
    own = {
        "sku-name": name,
        "sku-family": parts["family"] if parts else "",
        "sku-version": (parts["version"] or "1") if parts else "",
        "sku-cpu": int(cores),
        "sku-memory": int(gibibytes * 1024),
        "sku-gpu-count": gpus or None,
        "sku-networking-accelerated": stated.get("AcceleratedNetworkingEnabled", "").lower(),
        "sku-storage-premium-capable": stated.get("PremiumIO", "").lower(),
    }
    kinds = [ON_DEMAND, SPOT] if stated.get("LowPriorityCapable", "True") == "True" else [ON_DEMAND]
    labels = {f"{domain}/{key}": value for key, value in own.items()}
    reserved = min(20 * pods + 50, 256 * gibibytes)
    return {
        "name": name,
        "requirements": _required(
            **{
                INSTANCE_TYPE: name,
                ARCH: _ARCHITECTURES.get(stated.get("CpuArchitectureType", "x64"), ""),
                OS: "linux",
                ZONE: zones,
                CAPACITY_TYPE: kinds,
                **labels,
            }
        ),
        "capacity": {
            "cpu": f"{cores:g}",
            "memory": f"{int(gibibytes * 1024)}Mi",
            "pods": str(pods),
            "ephemeral-storage": "128Gi",
            **({"nvidia.com/gpu": str(gpus)} if gpus else {}),
        },
        "overhead": {
            "kubeReserved": {"cpu": _cpu_reserved(cores), "memory": f"{int(reserved)}Mi"},
            "evictionThreshold": {"memory": "100Mi"},
        },
    }


def _of_google(entries: list[Manifest]) -> Iterator[Manifest]:
    """Yield each machine type once: the list has it for each of its zones."""
    zones: dict[str, list[str]] = {}
    for entry in entries:
        zones.setdefault(entry["name"], []).append(str(entry.get("zone", "")).rpartition("/")[2])
    for entry in {entry["name"]: entry for entry in entries}.values():
        yield _machine_type(entry, sorted(filter(None, zones[entry["name"]])))


def _machine_type(entry: Manifest, zones: list[str]) -> Manifest:
    domain, name = "karpenter.k8s.gcp", entry["name"]
    cores, mebibytes = entry["guestCpus"], entry["memoryMb"]
    family, _, rest = name.partition("-")
    shape, _, size = rest.rpartition("-")
    accelerators = entry.get("accelerators") or []
    gpus = sum(accelerator["guestAcceleratorCount"] for accelerator in accelerators)
    own = {
        "family": family,
        "category": family[:1],
        "generation": re.sub("[^0-9]", "", family),
        "shape": shape,
        "size": size,
        "cpu": cores,
        "memory": mebibytes,
        "gpu-name": accelerators[0]["guestAcceleratorType"] if accelerators else "",
        "gpu-count": gpus or None,
    }
    labels = {f"{domain}/instance-{key}": value for key, value in own.items()}
    reserved = 1024 * _of_steps(mebibytes / 1024, _GKE_MEMORY_RESERVED)
    return {
        "name": name,
        "requirements": _required(
            **{
                INSTANCE_TYPE: name,
                ARCH: _ARCHITECTURES.get(entry.get("architecture", "x86_64").lower(), "amd64"),
                OS: "linux",
                ZONE: zones,
                CAPACITY_TYPE: [ON_DEMAND, SPOT],
                **labels,
            }
        ),
        "capacity": {
            "cpu": str(cores),
            "memory": f"{mebibytes}Mi",
            "pods": "110",
            **({"nvidia.com/gpu": str(gpus)} if gpus else {}),
        },
        "overhead": {
            "kubeReserved": {"cpu": _cpu_reserved(cores), "memory": f"{int(reserved)}Mi"},
            "evictionThreshold": {"memory": "100Mi"},
        },
    }


def document_of(contents: list[tuple[str, Any]]) -> Manifest:
    """Return the document `machines:` of the user's files, by name and content; raise InvalidInput."""
    types: list[Manifest] = []
    prices: dict[str, Any] = {}
    for name, content in contents:
        read, of_file = read_types(content, name)
        types += read
        prices |= of_file
    return {"machines": {"instanceTypes": types, "prices": prices}}
