"""Topology spread constraints: their fields, the defaults of the configuration, and labels of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import numpy as np

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import HardCounts, PreFilterState

from .selectors import label, labels

_PATH = ("spec", "topologySpreadConstraints")
_HASH = "pod-template-hash"


def relax(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield the fields of a constraint with which a node of the class would not exceed it."""
    for counts in _constraints(situation, reason.operand):
        codes = counts.topology.codes[nodes.nodes]
        skews = counts.skew()[codes[codes >= 0]]
        if not len(skews) or skews.min() <= counts.constraint.max_skew:
            continue
        i = _index(situation.manifest, counts)
        if i is None:
            yield from _own_instead_of_default(situation, counts)
        else:
            yield from _fields(situation, i, counts, int(skews.min()))


def _constraints(situation: Situation, key: str) -> list[HardCounts]:
    state = situation.record.state.get(PreFilterState)
    return [c for c in (state.constraints if state else ()) if c.constraint.topology_key == key]


def _index(manifest: Manifest, counts: HardCounts) -> int | None:
    """Return the index of a hard constraint in the pod; None for a default of the configuration."""
    for i, constraint in enumerate(value_at(manifest, _PATH) or ()):
        written = constraint.get("topologyKey"), constraint.get("whenUnsatisfiable")
        if written == (counts.constraint.topology_key, "DoNotSchedule"):
            return i
    return None


def _fields(situation: Situation, i: int, counts: HardCounts, skew: int) -> Iterator[Change]:
    c, key = counts.constraint, counts.constraint.topology_key
    written = (value_at(situation.manifest, _PATH) or [])[i]

    def field(name: str, value: object, phrase: Phrase, rank: float, amount: float | None = None) -> Change:
        dial = ("spread", key, name)
        return Change(phrase, "manifest", dial, (Edit("set", (*_PATH, i, name), value),), amount, rank=rank)

    def other(name: str, before: object, value: object, rank: float, amount: float | None = None) -> Change:
        phrase = say("spread field", field=name, before=before, after=value, key=key)
        return field(name, value, phrase, rank, amount)

    yield other("maxSkew", c.max_skew, skew, 0.1 * (skew - c.max_skew), skew)
    if counts.forced_zero and counts.domains:
        fewer = (c.min_domains or 1) - counts.domains
        yield other("minDomains", c.min_domains, counts.domains, 0.05, fewer)
    taints = {"Ignore": "Honor", "Honor": "Ignore"}[c.node_taints_policy]
    yield other("nodeTaintsPolicy", c.node_taints_policy, taints, 0.08)
    affinity = {"Ignore": "Honor", "Honor": "Ignore"}[c.node_affinity_policy]
    yield other("nodeAffinityPolicy", c.node_affinity_policy, affinity, 0.09)
    labels = situation.pod.template.labels
    if _HASH in labels and all(r.key != _HASH for r in c.selector.requirements):
        keys = [*(written.get("matchLabelKeys") or ()), _HASH]
        phrase = say("spread match label keys", keys=listed(keys), key=key)
        yield field("matchLabelKeys", keys, phrase, 0.07)
    yield soft(i, key, written)


def soft(i: int, key: str, written: Manifest) -> Change:
    """Return the change that makes a constraint a wish."""
    edits = [Edit("set", (*_PATH, i, "whenUnsatisfiable"), "ScheduleAnyway")]
    if written.get("minDomains") is not None:
        edits.insert(0, Edit("remove", (*_PATH, i, "minDomains")))
    name = "whenUnsatisfiable"
    phrase = say("spread field", field=name, before="DoNotSchedule", after="ScheduleAnyway", key=key)
    return Change(phrase, "manifest", ("spread", key, name), tuple(edits), rank=0.25)


def _own_instead_of_default(situation: Situation, counts: HardCounts) -> Iterator[Change]:
    """Yield a constraint of the pod's own: defaults do not count beside it."""
    c = counts.constraint
    own = {
        "maxSkew": c.max_skew,
        "topologyKey": c.topology_key,
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": dict(situation.pod.template.labels)},
    }
    phrase = say("own constraint", key=c.topology_key)
    yield Change(phrase, "manifest", ("spread", "own"), (Edit("set", _PATH, [own]),), rank=0.4)


def give_label(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield what helps nodes without the topology key: another key, the label, or a soft constraint."""
    for counts in _constraints(situation, reason.operand):
        key, i = counts.constraint.topology_key, _index(situation.manifest, counts)
        if i is not None:
            written = (value_at(situation.manifest, _PATH) or [])[i]
            for other in _other_keys(situation, nodes, key):
                edit = Edit("set", (*_PATH, i, "topologyKey"), other)
                yield Change(
                    say("topology key", before=key, after=other),
                    "manifest",
                    ("spread", key, "topologyKey"),
                    (edit,),
                    rank=0.02,
                )
            yield soft(i, key, written)
        node = situation.node(int(nodes.nodes[0]))
        if key in (ZONE, REGION) and not _is_of_provider(situation, node.name):
            yield label(node.name, key, _emptiest(counts) or node.name, None)
        else:
            yield from labels(situation, node, key, _emptiest(counts) or node.name)


def _is_of_provider(situation: Situation, node: str) -> bool:
    """Return whether a cloud provider made the node: it says where its nodes are, elsewhere people do."""
    manifest = situation.cluster.manifests[f"Node {node}"] or {}
    return bool(value_at(manifest, ("spec", "providerID")))


def _other_keys(situation: Situation, nodes: NodeClass, key: str) -> list[str]:
    """Return keys that look alike and all nodes of the class have, else the usual ones."""
    keys = set.intersection(*(set(situation.node(int(row)).labels) for row in nodes.nodes[:100]))
    alike = get_close_matches(key, sorted(keys - {key}), n=1, cutoff=0.8)
    return alike or [usual for usual in (ZONE, HOSTNAME, REGION) if usual in keys and usual != key][:1]


def _emptiest(counts: HardCounts) -> str | None:
    """Return the domain with the fewest matching pods."""
    domains = np.flatnonzero(counts.domain)
    return counts.topology.values[min(domains, key=lambda d: counts.matching[d])] if len(domains) else None
