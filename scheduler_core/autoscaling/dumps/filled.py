"""What an API server, and Karpenter itself, would have filled in: inputs that people write lack it.

Defaults are those of the CRDs of Karpenter v1.13.0. What is assumed beyond them is told in notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scheduler_core.autoscaling.objects.labels import (
    ARCH,
    CAPACITY_TYPE,
    GROUP,
    INITIALIZED,
    NODEPOOL,
    OS,
    REGISTERED,
)
from scheduler_core.autoscaling.objects.nodepool import READY_CONDITIONS, WHEN_UNDERUTILIZED
from scheduler_core.kubernetes.objects.kinds import group_of, kind_of
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.sentences import Sentence, counted, verbatim, worded

from .providers import known_groups

_DISRUPTION = {
    "consolidateAfter": "0s",
    "consolidationPolicy": WHEN_UNDERUTILIZED,
    "budgets": [{"nodes": "10%"}],
}
_CHOSEN = (CAPACITY_TYPE, ARCH, OS)  # labels of which a NodePool that is not there allows what its nodes have
_ANY_CLASS = {"group": GROUP, "kind": "NodeClass", "name": "default"}
_NAMED = 4


def is_of_karpenter(manifest: Manifest, kind: str) -> bool:
    return group_of(manifest) == GROUP and kind_of(manifest) == kind


def filled(manifests: Iterable[Manifest]) -> tuple[list[Manifest], list[Sentence]]:
    """Return manifests with defaults, with NodePools and NodeClaims for nodes that lack them, and what is assumed."""
    by_kind: dict[str, list[Manifest]] = {"Node": [], "NodeClaim": [], "NodePool": [], "": []}
    for manifest in manifests:
        kind = kind_of(manifest)
        is_read = kind == "Node" or (kind in by_kind and group_of(manifest) == GROUP)
        by_kind[kind if is_read else ""].append(manifest)
    nodes, claims = list(map(_with_capacity, by_kind["Node"])), by_kind["NodeClaim"]
    pools = {_name(pool): pool for pool in by_kind["NodePool"]}  # the last of a name
    node_class = _node_class(pools.values(), nodes)
    made, notes = _with_nodepools(pools, nodes, node_class)
    of_nodes = {name for claim in claims for name in _names_of_node(claim)}
    assumed = [n for n in nodes if NODEPOOL in _labels(n) and not {_provider_id(n), _name(n)} & of_nodes]
    names = {_name(node) for node in assumed}
    initialized = list(map(_initialized, assumed))
    if assumed:
        text = worded(
            "Karpenter's nodes without a NodeClaim in the input are taken as initialized: {names}",
            names=_listed(names),
        )
        notes.append(text)
    others = [node for node in nodes if _name(node) not in names]
    of_claims = [_assumed_nodeclaim(node, node_class) for node in initialized]
    return [*by_kind[""], *others, *initialized, *claims, *of_claims, *made], notes


def _with_nodepools(
    pools: Mapping[str, Manifest], nodes: Sequence[Manifest], node_class: Manifest
) -> tuple[list[Manifest], list[Sentence]]:
    """Return the NodePools with defaults, and those that nodes tell and that are not there."""
    notes = []
    if unready := [name for name, pool in pools.items() if not _conditions(pool)]:
        notes.append(
            worded("NodePool {names} has no conditions: it is taken as Ready", names=_listed(unready))
        )
    made = [with_defaults(pool, node_class) for pool in pools.values()]
    of_nodes: dict[str, list[Manifest]] = {}
    for node in nodes:
        if (pool := _labels(node).get(NODEPOOL)) and pool not in pools:
            of_nodes.setdefault(pool, []).append(node)
    if of_nodes:
        text = worded(
            "NodePool {names} is not in the input: it is taken as its nodes are, without limits",
            names=_listed(of_nodes),
        )
        notes.append(text)
    made += [_assumed_nodepool(name, own, node_class) for name, own in of_nodes.items()]
    return made, notes


def _listed(names: Iterable[str]) -> Sentence:
    listed = sorted(names)
    more = f" and {counted(len(listed) - _NAMED, 'other')}" if len(listed) > _NAMED else ""
    return verbatim(f"{', '.join(listed[:_NAMED])}{more}")


def with_defaults(manifest: Manifest, node_class: Manifest) -> Manifest:
    """Return a NodePool as an API server has it; without a NodeClass of its own with this one."""
    spec, status = manifest.get("spec") or {}, manifest.get("status") or {}
    template = spec.get("template") or {}
    node = template.get("spec") or {}
    reference = node.get("nodeClassRef") or node_class
    if "group" not in reference:  # of v1beta1
        reference = {**reference, "group": str(reference.get("apiVersion", "")).partition("/")[0]}
    node = {"expireAfter": "720h", **node, "nodeClassRef": reference}
    disruption = {**_DISRUPTION, **(spec.get("disruption") or {})}
    conditions = _conditions(manifest) or [{"type": kind, "status": "True"} for kind in READY_CONDITIONS]
    return {
        **manifest,
        "spec": {**spec, "disruption": disruption, "template": {**template, "spec": node}},
        "status": {**status, "conditions": conditions},
    }


def _assumed_nodepool(name: str, nodes: Sequence[Manifest], node_class: Manifest) -> Manifest:
    """Return a NodePool of which these are nodes: with the taints that all of them have, for what they are."""
    counts = Counter(
        (taint.get("key"), taint.get("value"), taint.get("effect"))
        for node in nodes
        for taint in (node.get("spec") or {}).get("taints") or ()
    )
    taints = [
        {part: text for part, text in zip(("key", "value", "effect"), taint, strict=True) if text}
        for taint, count in counts.items()
        if count == len(nodes) and not _is_passing(str(taint[0]))
    ]
    requirements = [
        {"key": key, "operator": "In", "values": sorted(values)}
        for key in _CHOSEN
        if (values := {value for node in nodes if (value := _labels(node).get(key))})
    ]
    manifest = {
        "apiVersion": f"{GROUP}/v1",
        "kind": "NodePool",
        "metadata": {"name": name},
        "spec": {"template": {"spec": {"requirements": requirements, "taints": taints}}},
    }
    return with_defaults(manifest, node_class)


def _with_capacity(node: Manifest) -> Manifest:
    """Return a node that has at least what is allocatable, which is all that people write."""
    status = node.get("status") or {}
    return {**node, "status": {"capacity": status.get("allocatable") or {}, **status}}


def _is_passing(key: str) -> bool:
    """Return whether a taint says how a node is just now."""
    return key.startswith(("node.kubernetes.io/", f"{GROUP}/", "node.cloudprovider.kubernetes.io/"))


def _initialized(node: Manifest) -> Manifest:
    """Return a node of Karpenter's as it is when nothing is missing on it any more."""
    labels = {**_labels(node), REGISTERED: "true", INITIALIZED: "true"}
    spec = {**(node.get("spec") or {}), "providerID": _provider_id(node)}
    return {**node, "metadata": {**node["metadata"], "labels": labels}, "spec": spec}


def _assumed_nodeclaim(node: Manifest, node_class: Manifest) -> Manifest:
    meta, status = node["metadata"], node.get("status") or {}
    created = meta.get("creationTimestamp", "")
    conditions = [
        {"type": kind, "status": "True", **({"lastTransitionTime": created} if created else {})}
        for kind in ("Launched", "Registered", "Initialized", "Consolidatable")
    ]
    amounts = {key: status[key] for key in ("capacity", "allocatable") if key in status}
    return {
        "apiVersion": f"{GROUP}/v1",
        "kind": "NodeClaim",
        "metadata": {"name": meta["name"], "labels": _labels(node), "creationTimestamp": created},
        "spec": {"nodeClassRef": node_class},
        "status": {**amounts, "providerID": _provider_id(node), "conditions": conditions},
    }


def _node_class(pools: Collection[Manifest], nodes: Sequence[Manifest]) -> Manifest:
    """Return the NodeClass of what names none: that of other NodePools, else one of the provider of some label."""
    for pool in pools:
        template = (pool.get("spec") or {}).get("template") or {}
        if (reference := (template.get("spec") or {}).get("nodeClassRef")) and "group" in reference:
            return dict(reference)
    domains = {key.partition("/")[0] for key in _label_keys(pools, nodes)}
    group = next((group for group in known_groups() if group in domains), None)
    return _ANY_CLASS if group is None else {**_ANY_CLASS, "group": group}


def _label_keys(pools: Iterable[Manifest], nodes: Iterable[Manifest]) -> Iterator[str]:
    for pool in pools:
        template = (pool.get("spec") or {}).get("template") or {}
        yield from (str(r.get("key")) for r in (template.get("spec") or {}).get("requirements") or ())
    for node in nodes:
        yield from _labels(node)


def _names_of_node(claim: Manifest) -> Iterator[str]:
    """Yield by what a NodeClaim knows its node."""
    status = claim.get("status") or {}
    yield from (status[key] for key in ("providerID", "nodeName") if status.get(key))


def _provider_id(node: Manifest) -> str:
    return str((node.get("spec") or {}).get("providerID") or _name(node))


def _conditions(manifest: Manifest) -> list[Manifest]:
    conditions: list[Manifest] = (manifest.get("status") or {}).get("conditions") or []
    return conditions


def _name(manifest: Manifest) -> str:
    return str((manifest.get("metadata") or {}).get("name"))


def _labels(manifest: Manifest) -> Labels:
    labels: Mapping[str, str] = (manifest.get("metadata") or {}).get("labels") or {}
    return labels
