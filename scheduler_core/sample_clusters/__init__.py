"""Made-up clusters of real shapes, on which a workload without nodes is tried."""

from __future__ import annotations

from .assuming import assumption_line
from .catalog import SampleCluster, UnknownCluster, find_cluster, sample_clusters
from .placing import ClusterObjects, PlacedWorkload, on_cluster

__all__ = [
    "ClusterObjects",
    "PlacedWorkload",
    "SampleCluster",
    "UnknownCluster",
    "assumption_line",
    "find_cluster",
    "on_cluster",
    "sample_clusters",
]
