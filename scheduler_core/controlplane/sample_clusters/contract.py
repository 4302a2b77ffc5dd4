"""What a workload without nodes is, and what is assumed of its cluster."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict

AssumedKind = Literal["Namespace", "PersistentVolumeClaim", "PriorityClass", "RuntimeClass", "StorageClass"]


class Assumption(TypedDict):
    """An object that the workload names and the input lacks; `name` is "namespace/name" for a claim."""

    kind: AssumedKind
    name: str


class WorkloadSpread(TypedDict):
    """A topologySpreadConstraint; `required` with DoNotSchedule."""

    topology_key: str
    max_skew: int
    required: bool


class WorkloadFacts(TypedDict):
    """What the scheduler reads of a workload, or of a lone pod. Each pod asks for `cpu` (milli) and `memory` (bytes).

    `affinity` names the kinds of affinity that are required or preferred, as in the spec. `tolerations` are those of
    taints that are not Kubernetes' own.
    """

    kind: str
    namespace: str
    name: str
    pods: int
    cpu: int
    memory: int
    priority: int
    spread: list[WorkloadSpread]
    affinity: list[str]
    node_selector: dict[str, str]
    tolerations: list[str]
    claims: int
