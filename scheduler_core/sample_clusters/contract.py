"""What is assumed of a workload whose cluster is made up."""

from __future__ import annotations

from typing import Literal

from scheduler_core.typeddict import TypedDict

AssumedKind = Literal["Namespace", "PersistentVolumeClaim", "PriorityClass", "StorageClass"]


class Assumption(TypedDict):
    """An object that the workload names and the input lacks; `name` is "namespace/name" for a claim."""

    kind: AssumedKind
    name: str
