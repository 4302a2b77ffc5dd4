"""Made-up clusters of real shapes, on which a workload without nodes is tried."""

from __future__ import annotations

from .assuming import assumption_line
from .catalog import SampleCluster, UnknownCluster, clusters_by_name, find_cluster
from .placing import ClusterObjects, PlacedWorkload, on_cluster
from .recognition import workload_facts

__all__ = [
    "ClusterObjects",
    "PlacedWorkload",
    "SampleCluster",
    "UnknownCluster",
    "assumption_line",
    "clusters_by_name",
    "find_cluster",
    "on_cluster",
    "workload_facts",
]
