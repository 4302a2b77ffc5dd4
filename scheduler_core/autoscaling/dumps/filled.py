"""What an API server, and Karpenter itself, would have filled in: inputs that people write lack it.

Defaults are those of the CRDs of Karpenter v1.13.0. What is assumed beyond them is told in notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(slots=True)
class Filled:
    """Karpenter's own objects and the nodes as it would see them; other manifests are as they were."""

    manifests: list[Manifest]
    nodepools: int
    notes: list[Sentence] = field(default_factory=list)


def is_of_karpenter(manifest: Manifest, kind: str) -> bool:
    return group_of(manifest) == GROUP and kind_of(manifest) == kind


def filled(manifests: Sequence[Manifest]) -> Filled:
    """Return manifests with defaults, and with NodePools and NodeClaims for nodes that lack them."""
    by_kind: dict[str, list[Manifest]] = {"Node": [], "NodeClaim": [], "NodePool": [], "": []}
    for manifest in manifests:
        kind = kind_of(manifest)
        is_read = kind == "Node" or (kind in by_kind and group_of(manifest) == GROUP)
        by_kind[kind if is_read else ""].append(manifest)
    nodes, claims, pools = (
        [_with_capacity(node) for node in by_kind["Node"]],
        by_kind["NodeClaim"],
        by_kind["NodePool"],
    )
    node_class = _node_class(pools, nodes)
    result = Filled([*by_kind[""], *claims], 0)
    made = [with_defaults(pool, node_class) for pool in pools]
    if unready := [_name(m) for m in pools if not _conditions(m)]:
        text = worded("NodePool {names} has no conditions: it is taken as Ready", names=_listed(unready))
        result.notes.append(text)
    known = {_name(pool) for pool in pools}
    missing = dict.fromkeys(p for node in nodes if (p := _labels(node).get(NODEPOOL)) and p not in known)
    for pool in missing:
        of_pool = [node for node in nodes if _labels(node).get(NODEPOOL) == pool]
        made.append(_assumed_nodepool(pool, of_pool, node_class))
    if missing:
        text = worded(
            "NodePool {names} is not in the input: it is taken as its nodes are, without limits",
            names=_listed(missing),
        )
        result.notes.append(text)
    of_nodes = {name for claim in claims for name in _names_of_node(claim)}
    assumed = []
    for node in nodes:
        has_claim = _provider_id(node) in of_nodes or _name(node) in of_nodes
        if NODEPOOL in _labels(node) and not has_claim:
            assumed.append(_name(node))
            node = _initialized(node)  # noqa: PLW2901
            result.manifests.append(_assumed_nodeclaim(node, node_class))
        result.manifests.append(node)
    if assumed:
        text = worded(
            "Karpenter's nodes without a NodeClaim in the input are taken as initialized: {names}",
            names=_listed(assumed),
        )
        result.notes.append(text)
    result.manifests += made
    result.nodepools = len(made)
    return result


def _listed(names: Iterable[str]) -> Sentence:
    listed = list(names)
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


def _node_class(pools: Sequence[Manifest], nodes: Sequence[Manifest]) -> Manifest:
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
