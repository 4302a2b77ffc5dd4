"""Taints and cordons: a toleration, a taint removed, a node uncordoned."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.whatif.change import Change, CostKind, Edit
from scheduler_core.advice.whatif.owned_taints import RESERVED, RISKS, UNABLE, TaintMeaning, meaning_of
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.allowance import check
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.node import Node, Taint
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE, untolerated

from .selectors import selected_nodes

# Taints of whole pools: what makes their nodes gives the next one the taint again.
_OF_POOLS: tuple[TaintMeaning, ...] = ("spot", "platform", "devices", "virtual", "system")


def tolerate(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield a toleration, and the taint removed from one node."""
    row = int(nodes.nodes[0])
    taint = untolerated(situation.node(row).taints, situation.pod.template.tolerations, DO_NOT_SCHEDULE)
    if taint is not None:
        yield from tolerations(situation, taint, row)


def tolerations(situation: Situation, taint: Taint, row: int) -> Iterator[Change]:
    """Yield a toleration of a node's taint, and the taint removed; nothing where the node can run no pods."""
    check()
    meaning = meaning_of(taint, situation.node(row), situation.pod.template.requests)
    if meaning in UNABLE:
        return
    toleration = {"key": taint.key, "operator": "Equal" if taint.value else "Exists", "effect": taint.effect}
    if taint.value:
        toleration["value"] = taint.value
    near = _near(situation, taint)
    edit = Edit("add", ("spec", "tolerations"), toleration)
    if near is not None:
        edit = Edit("swap", ("spec", "tolerations"), {**near, **toleration}, near)
    is_meant = near is not None or _asks_for_tainted(situation, taint)
    kind = "manifest" if is_meant else _kind(meaning)
    notes = () if is_meant else _meant(meaning)
    rank = 0.2 if is_meant else 0.4 + _risk(meaning)
    phrase, dial = say("toleration", taint=taint), ("toleration", str(taint))
    risk = None if is_meant else _reason(taint, meaning)
    yield Change(phrase, kind, dial, (edit,), rank=rank, notes=notes, risk=risk)
    if meaning_of(taint, situation.node(row), {}) not in _OF_POOLS:
        yield from _untainted(situation, taint, row, meaning)


def _asks_for_tainted(situation: Situation, taint: Taint) -> bool:
    """Return whether the pod selects nodes that all have a taint: they are kept for pods like it."""
    selected = selected_nodes(situation)
    nodes = [situation.node(int(row)) for row in np.flatnonzero(selected)]
    return not selected.all() and bool(nodes) and all(taint in node.taints for node in nodes)


def _near(situation: Situation, taint: Taint) -> Manifest | None:
    """Return the pod's toleration for the key of a taint, which misses its value or effect."""
    written = value_at(situation.manifest, ("spec", "tolerations")) or []
    return next((entry for entry in written if entry.get("key") == taint.key), None)


def _kind(meaning: TaintMeaning | None) -> CostKind:
    """Return what a toleration is: a field of the pod, or the way to nodes that are kept for others."""
    return "reserved" if meaning in RESERVED else "manifest"


def _meant(meaning: TaintMeaning | None) -> tuple[Phrase, ...]:
    """Return the implication of tolerating a taint with this meaning."""
    return (say(f"taint of {meaning}"),) if meaning in RISKS else ()


def _reason(taint: Taint, meaning: TaintMeaning | None) -> Phrase | None:
    """Return why it is a risk to let pods onto nodes with a taint; None if it is none."""
    if meaning in RISKS:
        return say(f"taint of {meaning}")
    return say("risk of eviction") if taint.effect == "NoExecute" else None


def risk_of(taint: Taint, node: Node, requests: Amounts) -> tuple[CostKind, tuple[Phrase, ...]]:
    """Return what kind of work a toleration of a node's taint is, and what it implies."""
    meaning = meaning_of(taint, node, requests)
    return _kind(meaning), _meant(meaning)


def _risk(meaning: TaintMeaning | None) -> float:
    return (1 + RISKS.index(meaning)) / 10 if meaning in RISKS else 0


def _untainted(
    situation: Situation, taint: Taint, row: int, meaning: TaintMeaning | None
) -> Iterator[Change]:
    """Yield a taint removed from a node."""
    node = situation.node(row).name
    manifest = situation.cluster.manifests[f"Node {node}"] or {}
    for entry in manifest.get("spec", {}).get("taints") or ():
        if (entry["key"], entry.get("value") or "", entry["effect"]) == (
            taint.key,
            taint.value,
            taint.effect,
        ):
            yield Change(
                say("taint removed", taint=taint, node=node),
                "reserved" if meaning in RESERVED else "label",
                ("taint", str(taint)),
                (Edit("drop", ("spec", "taints"), entry, object=f"Node {node}"),),
                commands=(f"kubectl taint node {node} {taint}-",),
                amount=0,
                rank=0.5 + _risk(meaning),
                notes=_meant(meaning),
                risk=_reason(taint, meaning),
            )


def uncordon(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield one node of the class uncordoned."""
    node = situation.node(int(nodes.nodes[0])).name
    yield Change(
        say("uncordon", node=node),
        "label",
        ("cordon",),
        (Edit("uncordon", object=f"Node {node}"),),
        commands=(f"kubectl uncordon {node}",),
        amount=0,
        rank=0.1,
        notes=(say("why cordoned"),),
    )
