"""The nodes and pods of a trace as Kubernetes objects.

The trace says less than a cluster: a node takes 110 pods, as a kubelet does by default. Its GPUs are one amount of
an extended resource, in thousandths of a GPU, so that a pod may get its share from several of them; their model is a
label, and a pod that names models requires it by node affinity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from scheduler_core.kubernetes.objects.cluster import NO_PRIORITY, Objects
from scheduler_core.kubernetes.objects.node import HOSTNAME, Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_template
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems

from .trace import WHOLE_GPU, Demand, Shape, Trace

GPU_MILLI: Final = "example.com/gpu-milli"
GPU_MODEL: Final = "example.com/gpu-model"
MAX_PODS: Final = 110
MIB: Final = 2**20


def objects_of(trace: Trace) -> Objects:
    """Return the nodes of a trace as the objects of a cluster without pods; raise InvalidInput."""
    problems = Problems()
    shapes = {shape: _node(shape, problems) for shape in dict.fromkeys(trace.nodes.values())}
    if problems.entries:
        raise InvalidInput(problems.errors())
    nodes = [
        replace(shapes[shape], name=name, labels={**shapes[shape].labels, HOSTNAME: name})
        for name, shape in trace.nodes.items()
    ]
    return Objects(nodes=nodes)


def templates_of(demands: Iterable[Demand]) -> dict[Demand, PodTemplate]:
    """Return the class of the pods of each demand; raise InvalidInput."""
    problems = Problems()
    templates = {
        demand: read_template(ManifestField(_pod(demand), "", problems), {}, NO_PRIORITY)
        for demand in demands
    }
    if problems.entries:
        raise InvalidInput(problems.errors())
    return templates


def pod_of(name: str, template: PodTemplate) -> Pod:
    return Pod(name, f"{template.namespace}/{name}", template)


def _node(shape: Shape, problems: Problems) -> Node:
    allocatable = {"cpu": f"{shape.cpu}m", "memory": f"{shape.memory}Mi", "pods": str(MAX_PODS)}
    labels = {}
    if shape.gpus:
        allocatable[GPU_MILLI] = str(shape.gpus * WHOLE_GPU)
        labels = {GPU_MODEL: shape.model} if shape.model else {}
    manifest = {"metadata": {"name": "n", "labels": labels}, "status": {"allocatable": allocatable}}
    return read_node(ManifestField(manifest, "", problems))


def _pod(demand: Demand) -> Manifest:
    requests = {"cpu": f"{demand.cpu}m", "memory": f"{demand.memory}Mi"}
    if demand.gpus:
        requests[GPU_MILLI] = str(demand.gpu_milli)
    spec: Manifest = {"containers": [{"name": "main", "resources": {"requests": requests}}]}
    if demand.models:
        model = {"key": GPU_MODEL, "operator": "In", "values": list(demand.models)}
        terms = {"nodeSelectorTerms": [{"matchExpressions": [model]}]}
        spec["affinity"] = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    return {"metadata": {"name": "p"}, "spec": spec}
