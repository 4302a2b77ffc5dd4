"""More nodes, like one that the cluster has."""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Iterator, Mapping
from itertools import chain, count

from scheduler_core.advice.amounts import size_of
from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.advice.scaling.templates import new_node
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.pools import KARPENTER, growth, instance_type, is_at_maximum
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE, Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, is_extended
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState

from .selectors import wanted_labels

MOST_SHAPES = 8
_NO_NAME = re.compile(r"[^a-z0-9]+")


def one_more(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield a new node of each shape and zone of the class, if an empty one has room for the pod."""
    shapes: dict[Hashable, int] = {}
    for row in nodes.nodes.tolist():
        node = situation.node(row)
        if node.name in situation.cluster.changed or KARPENTER in node.labels:
            continue  # Karpenter says itself which nodes it makes
        if all(node.allocatable.get(r, 0) >= situation.request(r) for r in situation.pod.template.requests):
            shapes.setdefault((group_of(node.labels), shape_of(node)), row)
    smallest = sorted(shapes.values(), key=lambda row: _size(situation.node(row).allocatable))
    for row in smallest[:MOST_SHAPES]:
        if not is_at_maximum(situation.cluster, situation.node(row)):
            yield node_like(situation, row)
        for key in _keys_short_of_domains(situation):
            if situation.node(row).labels.get(key) is not None and key != HOSTNAME:
                yield node_like(situation, row, new_domain=key)


def one_of_pool(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield a machine that the cluster has none of, by the labels that the pod asks for: as large as one that is here.

    The smallest of the class with room for the pod stands for it, since nothing is known of the pool itself.
    """
    requests = situation.pod.template.requests
    rows = [row for row in nodes.nodes.tolist() if _may_stand_for_others(situation, row)]
    for row in sorted(rows, key=lambda row: _size(situation.node(row).allocatable)):
        allocatable = situation.node(row).allocatable
        if all(allocatable.get(r, 0) >= situation.request(r) for r in requests):
            labels = wanted_labels(situation, row)
            if labels is not None:
                yield _labelled_node(situation, row, labels)
            return


def _may_stand_for_others(situation: Situation, row: int) -> bool:
    """Return whether a node is of the input, and not kept for some pods."""
    node = situation.node(row)
    is_kept = any(taint.effect in DO_NOT_SCHEDULE for taint in node.taints)
    return not is_kept and node.name not in situation.cluster.changed


def _labelled_node(situation: Situation, row: int, labels: Mapping[str, str]) -> Change:
    like = situation.node(row)
    pool = group_of(labels) or "-".join(labels.values())
    manifest = new_node(
        situation.cluster.manifests[f"Node {like.name}"] or {}, _new_name(situation, pool), labels
    )
    stated = listed(f"{key}={value}" for key, value in labels.items())
    operands = {"node": like.name, "size": size_text(like), "labels": stated}
    return _of_nodes(operands, ("new node", like.zone_key, stated), (Edit("create", value=manifest),))


def shape_of(node: Node) -> Hashable:
    """Return what nodes of one size in one zone, with the same taints, have in common."""
    return node.zone_key, _size(node.allocatable), node.taints


def _size(allocatable: Mapping[str, int]) -> tuple[int, ...]:
    """Return what sorts nodes by size: devices first, then cpu and memory."""
    devices = sum(amount for name, amount in allocatable.items() if is_extended(name))
    return devices, allocatable.get(CPU, 0), allocatable.get(MEMORY, 0), *sorted(allocatable.values())


def _keys_short_of_domains(situation: Situation) -> list[str]:
    """Return the topology keys of constraints that want more domains than there are."""
    state = situation.record.state.get(PreFilterState)
    return [c.constraint.topology_key for c in (state.constraints if state else ()) if c.forced_zero]


def node_like(situation: Situation, row: int, new_domain: str = "") -> Change:
    """Return the change that adds a node like one that is there; `new_domain` is a label that gets a new value."""
    like = situation.node(row)
    pool = "" if new_domain else group_of(like.labels) or ""
    name = _new_name(situation, pool or like.name)
    labels: dict[str, str] = {}
    if new_domain:
        domains = situation.snapshot.columns.label(new_domain).index
        labels = {new_domain: _unused(f"{like.labels[new_domain]}-new", domains)}
    manifest = new_node(situation.cluster.manifests[f"Node {like.name}"] or {}, name, labels)
    domain = "" if new_domain == ZONE else like.labels.get(ZONE) or like.labels.get(REGION) or ""
    operands = {"node": like.name, "size": size_text(like), "domain": domain, "key": new_domain}
    if pool:
        operands |= {"pool": pool, "type": instance_type(like)}
    dial = ("new node", like.zone_key, new_domain, pool)
    return _of_nodes(
        operands, dial, (Edit("create", value=manifest),), growth(situation.cluster, like) if pool else ()
    )


def size_text(node: Node) -> str:
    """Return the size of a node: "cpu 15.92, memory 63Gi"."""
    resources = (name for name in (CPU, MEMORY) if name in node.allocatable)
    return listed(f"{name} {size_of(name, node.allocatable[name])}" for name in resources)


def _new_name(situation: Situation, like: str) -> str:
    """Return a short name for a new node: that of its pool, or the first part of the name of one like it."""
    name = _NO_NAME.sub("-", like.partition(".")[0].lower()).strip("-")
    return _unused(f"{name}-new", situation.snapshot.index)


def _unused(name: str, taken: Container[str]) -> str:
    """Return the name, with the first number from 2 on that makes it a new one if it is taken."""
    return next(n for n in chain([name], (f"{name}-{i}" for i in count(2))) if n not in taken)


def _of_nodes(
    operands: Mapping[str, str],
    dial: tuple[Hashable, ...],
    edits: tuple[Edit, ...],
    notes: tuple[Phrase, ...] = (),
) -> Change:
    """Return the change that creates nodes like one.

    The operands are its `node` and `size`, its `pool` with the `type` of its machines, its `domain`, the `key` of a new
    domain, and `labels` that it has not; all but the first two may be empty or absent.
    """
    domain, key, number = operands.get("domain", ""), operands.get("key", ""), len(edits)
    kind = _kind(operands)
    stated = {name: text for name, text in operands.items() if text}
    what = "a node" if number == 1 else f"{number} nodes"
    where = (f" in {domain}" if domain else "") + (f" in a new {key}" if key else "")
    return Change(
        say(kind, n=number, **stated),
        "node",
        dial,
        edits,
        commands=(f"# add {what} with the labels, taints and size of {operands['node']}{where}",),
        amount=0,
        rank=0.3 if key else 0.2,
        times=number,
        alike=("new node", operands["size"], operands.get("pool"), key, number) if domain else (),
        notes=notes,
    )


def _kind(operands: Mapping[str, str]) -> str:
    """Return the kind of the phrase with these operands."""
    if operands.get("labels"):
        return "more labelled nodes"
    place = " in" if operands.get("domain") else ""
    if operands.get("pool"):
        return f"more {'machines' if operands.get('type') else 'nodes'} of pool{place}"
    if operands.get("key"):
        return "more nodes in both" if place else "more nodes in new"
    return f"more nodes{place}"


def adds_nodes(change: Change) -> bool:
    return change.dial[0] == "new node"


def with_node(change: Change, further: Change) -> Change | None:
    """Return a change that adds the nodes of both; None if they are not like one node, in one domain."""
    operands = _operands(change)
    if further.dial != change.dial or _operands(further) != operands:
        return None
    return _of_nodes(operands, change.dial, change.edits + further.edits, change.notes)


def without_node(change: Change) -> Change | None:
    """Return a change that adds one node less; None if it adds one only."""
    if change.times == 1:
        return None
    return _of_nodes(_operands(change), change.dial, change.edits[:-1], change.notes)


def _operands(change: Change) -> dict[str, str]:
    return {name: str(operand) for name, operand in change.phrase.operands if name != "n"}
