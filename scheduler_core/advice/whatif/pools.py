"""Pools of nodes: the name, the machine and, where the input has an autoscaler's objects, how many there may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.kubernetes.source import MAXIMA, STATUS, node_groups, value_at

from .amounts import amount_of, size_of
from .trial import Cluster

_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
_NODEPOOL = "karpenter.sh/nodepool"
_SETS = ("MachineDeployment", "MachineSet", "MachinePool")


def instance_type(node: Node) -> str:
    """Return the type of machine that a node is, "" if no label says it."""
    return next((node.labels[key] for key in _TYPES if node.labels.get(key)), "")


def growth(cluster: Cluster, like: Node) -> tuple[Phrase, ...]:
    """Return what the input says of the growth of a node's pool: its size and maximum; nothing where nothing is known.

    Read are the status of Cluster Autoscaler, the annotations of Cluster API and OpenShift, and Karpenter's limits.
    """
    pool = group_of(like.labels)
    if pool is None:
        return ()
    if _NODEPOOL in like.labels:
        return tuple(_within_limits(cluster, like, pool))
    sizes = [
        (count, most)
        for name, count, most in (*_of_autoscaler(cluster), *_of_machines(cluster))
        if _is_of(name, like.name, pool)
    ]
    return tuple(_size(pool, *sizes[0])) if sizes else ()


def _size(pool: str, count: int, most: int) -> Iterator[Phrase]:
    kind = "pool at maximum" if count >= most else "pool size"
    yield say(kind, pool=pool, count=count, most=most)


def _is_of(group: str, node: str, pool: str) -> bool:
    """Return whether a group of machines is that of a node, which clouds name after it, or has its pool's name."""
    name = group.removesuffix("-grp")
    named_after = node.startswith(name if name.endswith("-vmss") else f"{name}-")
    return name == pool or named_after or name.startswith((f"eks-{pool}-", f"{pool}."))


def _of_autoscaler(cluster: Cluster) -> Iterator[tuple[str, int, int]]:
    """Yield the groups in the status of Cluster Autoscaler."""
    text = value_at(cluster.manifests.get(STATUS) or {}, ("data", "status"))
    for group in node_groups(text) if isinstance(text, str) else ():
        yield group.name, group.count, group.most


def _of_machines(cluster: Cluster) -> Iterator[tuple[str, int, int]]:
    """Yield the sets of machines with the maximum of their annotations, and how many they ask for."""
    for manifest in _of_kinds(cluster, _SETS):
        annotations = value_at(manifest, ("metadata", "annotations")) or {}
        most = next((str(annotations[key]) for key in MAXIMA if key in annotations), "")
        count = value_at(manifest, ("spec", "replicas"))
        if most.isdecimal() and isinstance(count, int):
            yield str(value_at(manifest, ("metadata", "name"))), count, int(most)


def _of_kinds(cluster: Cluster, kinds: tuple[str, ...]) -> Iterator[Manifest]:
    prefixes = tuple(f"{kind} " for kind in kinds)
    for name, manifest in cluster.manifests.items():
        if manifest is not None and name.startswith(prefixes):
            yield manifest


def _within_limits(cluster: Cluster, like: Node, pool: str) -> Iterator[Phrase]:
    """Yield the limits of a NodePool of Karpenter, with what its nodes use: those that one more would exceed first."""
    named = (m for m in _of_kinds(cluster, ("NodePool",)) if value_at(m, ("metadata", "name")) == pool)
    limits = value_at(next(named, None) or {}, ("spec", "limits"))
    if not isinstance(limits, Mapping):
        return
    nodes = [node for node in cluster.handle.snapshot.nodes if node.labels.get(_NODEPOOL) == pool]
    said: list[tuple[bool, Phrase]] = []
    for resource in (name for name in (CPU, MEMORY) if name in limits):
        most, used = (
            amount_of(resource, limits[resource]),
            sum(_capacity(cluster, n, resource) for n in nodes),
        )
        exceeds = used + _capacity(cluster, like, resource) > most
        amounts = {"used": size_of(resource, used), "most": size_of(resource, most)}
        kind = "pool over limit" if exceeds else "pool limit"
        said.append((exceeds, say(kind, pool=pool, resource=resource, **amounts)))
    over = [phrase for exceeds, phrase in said if exceeds]
    yield from over or [phrase for _, phrase in said]


def _capacity(cluster: Cluster, node: Node, resource: str) -> int:
    """Return what a machine has of a resource, by which limits count: its capacity, else what is allocatable."""
    written = value_at(cluster.manifests.get(f"Node {node.name}") or {}, ("status", "capacity", resource))
    return node.allocatable.get(resource, 0) if written is None else amount_of(resource, written)
