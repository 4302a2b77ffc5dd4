"""Pools of nodes: the machine and, where the input has Cluster Autoscaler's objects, how many there may be."""

from __future__ import annotations

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.autoscaling.nodegroups.groups import NodeGroup, told_groups
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of

from .trial import Cluster

_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
KARPENTER = "karpenter.sh/nodepool"


def instance_type(node: Node) -> str:
    """Return the type of machine that a node is, "" if no label says it."""
    return next((node.labels[key] for key in _TYPES if node.labels.get(key)), "")


def growth(cluster: Cluster, like: Node) -> tuple[Phrase, ...]:
    """Return what the input says of the growth of a node's pool: its size and maximum; nothing if that is unknown."""
    group = _group(cluster, like)
    if group is None or group.count is None or group.most is None or group.full:
        return ()
    return (say("pool size", pool=group_of(like.labels), count=group.count, most=group.most),)


def is_at_maximum(cluster: Cluster, like: Node) -> bool:
    """Return whether a node's pool has as many nodes as it may; its autoscaler's repair is to raise that."""
    group = _group(cluster, like)
    return group is not None and group.full


def _group(cluster: Cluster, like: Node) -> NodeGroup | None:
    pool = group_of(like.labels)
    if pool is None:
        return None
    return told_groups(filter(None, cluster.manifests.values()), {}, ()).of_node(like.name, pool)
