"""One more node, like one that the cluster has."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from scheduler_core.objects.node import HOSTNAME, REGION, ZONE, Node
from scheduler_core.objects.parsing import Manifest
from scheduler_core.objects.resources import CPU, MEMORY, is_extended
from scheduler_core.plugins.podtopologyspread.filtering import PreFilterState
from scheduler_core.whatif.amounts import quantity
from scheduler_core.whatif.change import Change, Edit
from scheduler_core.whatif.phrases import Phrase, listed, say
from scheduler_core.whatif.situation import NodeClass, Situation

MOST_SHAPES = 8
_OWN = (
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "managedFields",
    "annotations",
    "selfLink",
    "generation",
)


def one_more(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield a new node of each shape and zone of the class, if an empty one has room for the pod."""
    shapes: dict[Hashable, int] = {}
    for row in nodes.nodes.tolist():
        node = situation.node(row)
        if node.name in situation.cluster.changed:
            continue
        if all(node.allocatable.get(r, 0) >= situation.request(r) for r in situation.pod.template.requests):
            shapes.setdefault((node.zone_key, _size(node.allocatable), node.taints), row)
    smallest = sorted(shapes.values(), key=lambda row: _size(situation.node(row).allocatable))
    for row in smallest[:MOST_SHAPES]:
        yield _added(situation, row)
        for key in _keys_short_of_domains(situation):
            if situation.node(row).labels.get(key) is not None and key != HOSTNAME:
                yield _added(situation, row, new_domain=key)


def _size(allocatable: Mapping[str, int]) -> tuple[int, ...]:
    """Return what sorts nodes by size: devices first, then cpu and memory."""
    devices = sum(amount for name, amount in allocatable.items() if is_extended(name))
    return devices, allocatable.get(CPU, 0), allocatable.get(MEMORY, 0), *sorted(allocatable.values())


def _keys_short_of_domains(situation: Situation) -> list[str]:
    """Return the topology keys of constraints that want more domains than there are."""
    state = situation.record.state.get(PreFilterState)
    return [c.constraint.topology_key for c in (state.constraints if state else ()) if c.forced_zero]


def _added(situation: Situation, row: int, new_domain: str = "") -> Change:
    like = situation.node(row)
    manifest = new_node(
        situation.cluster.manifests[f"Node {like.name}"] or {}, f"{like.name}-new", new_domain
    )
    domain = "" if new_domain == ZONE else like.labels.get(ZONE) or like.labels.get(REGION) or ""
    where = f" in {domain}" if domain else ""
    where += f" in a new {new_domain}" if new_domain else ""
    return Change(
        _phrase(like, domain, new_domain),
        "node",
        ("new node", like.zone_key, new_domain),
        (Edit("create", value=manifest),),
        commands=(f"# add a node with the labels, taints and size of {like.name}{where}",),
        amount=0,
        rank=0.2 if not new_domain else 0.3,
    )


def _phrase(like: Node, domain: str, key: str) -> Phrase:
    resources = (name for name in (CPU, MEMORY) if name in like.allocatable)
    size = listed(quantity(name, like.allocatable[name]) for name in resources)
    if domain and key:
        return say("one more node in both", node=like.name, size=size, domain=domain, key=key)
    if domain:
        return say("one more node in", node=like.name, size=size, domain=domain)
    if key:
        return say("one more node in new", node=like.name, size=size, key=key)
    return say("one more node", node=like.name, size=size)


def new_node(manifest: Manifest, name: str, new_domain: str = "") -> Manifest:
    """Return the manifest of an empty, ready node of the same shape; `new_domain` is a label that gets a new value."""
    meta, spec, status = (manifest.get(part) or {} for part in ("metadata", "spec", "status"))
    labels = {k: name if v == meta["name"] else v for k, v in (meta.get("labels") or {}).items()}
    if HOSTNAME in labels:
        labels[HOSTNAME] = name
    if new_domain:
        labels[new_domain] = f"{labels[new_domain]}-new"
    taints = [t for t in spec.get("taints") or () if not t["key"].startswith("node.kubernetes.io/")]
    copied = {k: status[k] for k in ("capacity", "allocatable", "nodeInfo") if k in status}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {**{k: v for k, v in meta.items() if k not in _OWN}, "name": name, "labels": labels},
        **({"spec": {"taints": taints}} if taints else {}),
        "status": {**copied, "conditions": [{"type": "Ready", "status": "True"}]},
    }
