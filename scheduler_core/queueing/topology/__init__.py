"""Topology-aware placement: in which domains of a tree of nodes the pods of a workload get room."""
