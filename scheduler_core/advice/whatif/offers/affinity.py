"""Inter-pod affinity and anti-affinity: terms of the pod, as wishes, elsewhere, or gone."""

from __future__ import annotations

from collections.abc import Container, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.phrases import Phrase, listed, say
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason, term_text
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState, TermCount

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_HASH = "pod-template-hash"
_OF_TEMPLATE = "# change the template of their workload; its pods are made again"
_ALIKE = 0.7  # from which ratio on two values are taken for misspelt
_MOST_OTHERS = 50  # running pods whose terms change together
_WIDER = (HOSTNAME, ZONE, REGION)  # from the smallest domains to the largest


def affinity(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield changes of the affinity term that no pod near the nodes of the class meets."""
    state = situation.record.state.get(PreFilterState)
    for count in (c for c in (state.affinity if state else ()) if term_text(c) == reason.operand):
        path, written = _written(situation, "podAffinity", count)
        if written is None:
            continue
        spaces = _namespaces(situation, count)
        if spaces:
            wider = {**written, "namespaces": sorted({situation.pod.namespace, *spaces})}
            phrase = say("affinity namespaces", term=reason.operand, namespaces=listed(sorted(spaces)))
            yield _swap(phrase, reason, path, written, wider, 0.05)
        yield from _respelled(situation, reason, path, count, written)
        yield from _elsewhere(reason, "affinity", path, written, _WIDER)
        yield from _wish(reason, "affinity", path, written)


def anti_affinity(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield changes of the anti-affinity term that pods near the nodes of the class meet."""
    state = situation.record.state.get(PreFilterState)
    for count in (c for c in (state.anti_affinity if state else ()) if term_text(c) == reason.operand):
        path, written = _written(situation, "podAntiAffinity", count)
        if written is None:
            continue
        labels, selector = situation.pod.template.labels, written.get("labelSelector")
        if _HASH in labels and selector is not None and _HASH not in (written.get("matchLabelKeys") or ()):
            narrower = {**written, "matchLabelKeys": [*(written.get("matchLabelKeys") or ()), _HASH]}
            phrase = say("anti-affinity match label keys", term=reason.operand, keys=_HASH)
            yield _swap(phrase, reason, path, written, narrower, 0.05)
        yield from _elsewhere(reason, "anti-affinity", path, written, _WIDER[::-1])
        yield from _wish(reason, "anti-affinity", path, written)


def _written(situation: Situation, kind: str, count: TermCount) -> tuple[tuple[str, ...], Manifest | None]:
    path = ("spec", "affinity", kind)
    terms = value_at(situation.manifest, (*path, _REQUIRED)) or []
    return path, terms[count.term.index] if count.term.index < len(terms) else None


def _swap(
    phrase: Phrase, reason: Reason, path: tuple[str, ...], old: Manifest, new: Any, rank: float
) -> Change:
    edit = Edit("swap", (*path, _REQUIRED), new, old)
    return Change(phrase, "manifest", _dial(reason, old), (edit,), rank=rank)


def _dial(reason: Reason, written: Manifest) -> tuple[str, str]:
    """Return what two changes of one term have in common, whatever they did to its topology key."""
    return reason.kind, str(written.get("labelSelector"))


def _elsewhere(
    reason: Reason, name: str, path: tuple[str, ...], written: Manifest, order: tuple[str, ...]
) -> Iterator[Change]:
    """Yield the term over the topology keys that come later in the order."""
    key = written.get("topologyKey")
    for other in order[order.index(key) + 1 :] if key in order else ():
        phrase = say(f"{name} topology key", term=reason.operand, before=key, after=other)
        yield _swap(phrase, reason, path, written, {**written, "topologyKey": other}, 0.3)


def _wish(reason: Reason, name: str, path: tuple[str, ...], written: Manifest) -> Iterator[Change]:
    """Yield the term as a preferred one."""
    edits = (
        Edit("drop", (*path, _REQUIRED), written),
        Edit("add", (*path, _PREFERRED), {"weight": 100, "podAffinityTerm": written}),
    )
    phrase = say(f"{name} preferred", term=reason.operand)
    yield Change(phrase, "manifest", _dial(reason, written), edits, rank=0.2)


def _namespaces(situation: Situation, count: TermCount) -> set[str]:
    """Return other namespaces with running pods that the term's selector matches."""
    term = count.term.term
    templates = situation.snapshot.nodes_by_class
    return {t.namespace for t in templates if term.selector.matches(t.labels)} - term.namespaces


def _respelled(
    situation: Situation, reason: Reason, path: tuple[str, ...], count: TermCount, written: Manifest
) -> Iterator[Change]:
    """Yield the term with a value that running pods have, or such a pod with that of the term, if they look alike."""
    selector, namespaces = written.get("labelSelector") or {}, count.term.term.namespaces
    for key, value in (selector.get("matchLabels") or {}).items():
        running = [
            t.labels[key]
            for t in situation.snapshot.nodes_by_class
            if t.namespace in namespaces and key in t.labels
        ]
        alike = [] if value in running else get_close_matches(value, sorted(set(running)), n=1, cutoff=_ALIKE)
        if alike:
            labels = {**selector["matchLabels"], key: alike[0]}
            swapped = {**written, "labelSelector": {**selector, "matchLabels": labels}}
            phrase = say("affinity value", term=reason.operand, key=key, before=value, after=alike[0])
            yield _swap(phrase, reason, path, written, swapped, 0.02)
            yield from _labelled(situation, namespaces, key, alike[0], value)


def _labelled(
    situation: Situation, namespaces: Container[str], key: str, actual: str, value: str
) -> Iterator[Change]:
    """Yield the first running pod with the label, with another value."""
    pods = (pod for pod, _ in situation.snapshot.pods() if pod.key in situation.cluster.running)
    having = (pod for pod in pods if pod.namespace in namespaces and pod.template.labels.get(key) == actual)
    for pod in islice(having, 1):
        edit = Edit("set", ("metadata", "labels", key), value, object=f"Pod {pod.key}")
        command = f"kubectl label pod {pod.name} -n {pod.namespace} {key}={value} --overwrite"
        yield Change(
            say("pod label", key=key, value=value, pod=pod.key, before=actual),
            "label",
            ("pod label", key),
            (edit,),
            commands=(command if pod.template.controller is None else _OF_TEMPLATE,),
            rank=0.3,
        )


def terms_of_others(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield the anti-affinity of the running pods that keep the pod away, by revision or as a wish."""
    state = situation.record.state.get(PreFilterState)
    counts = [c for c in (state.existing if state else ()) if c.term.term.topology_key == reason.operand]
    written: list[tuple[str, Manifest, Manifest]] = []
    for pod, _ in situation.snapshot.pods():
        terms = pod.template.affinity.pod_anti.required
        for i, term in enumerate(terms):
            if any(term == count.term.term for count in counts) and pod.key in situation.cluster.running:
                manifest = situation.cluster.manifests.get(f"Pod {pod.key}") or {}
                entries = value_at(manifest, ("spec", "affinity", "podAntiAffinity", _REQUIRED)) or []
                if i < len(entries):
                    written.append((pod.key, entries[i], manifest))
    if not written or len(written) > _MOST_OTHERS:
        return
    path = ("spec", "affinity", "podAntiAffinity")
    names = ", ".join(key for key, _, _ in written[:3]) + (", …" if len(written) > 3 else "")
    hashed = all(value_at(m, ("metadata", "labels", _HASH)) for _, _, m in written)
    if hashed and not any(_HASH in (term.get("matchLabelKeys") or ()) for _, term, _ in written):
        edits = [
            Edit("swap", (*path, _REQUIRED), {**term, "matchLabelKeys": [_HASH]}, term, object=f"Pod {key}")
            for key, term, _ in written
        ]
        phrase = say("anti-affinity of others match label keys", pods=names, keys=_HASH)
        yield _of_others(phrase, reason, edits, 0.05)
    for other in _narrower({str(term.get("topologyKey")) for _, term, _ in written}):
        edits = [
            Edit("swap", (*path, _REQUIRED), {**term, "topologyKey": other}, term, object=f"Pod {key}")
            for key, term, _ in written
        ]
        phrase = say("anti-affinity of others topology key", pods=names, before=reason.operand, after=other)
        yield _of_others(phrase, reason, edits, 0.2)
    edits = [
        edit
        for key, term, _ in written
        for edit in (
            Edit("drop", (*path, _REQUIRED), term, object=f"Pod {key}"),
            Edit("add", (*path, _PREFERRED), {"weight": 100, "podAffinityTerm": term}, object=f"Pod {key}"),
        )
    ]
    yield _of_others(say("anti-affinity of others preferred", pods=names), reason, edits, 0.3)


def _narrower(keys: set[str]) -> tuple[str, ...]:
    """Return the topology keys with smaller domains than the only one of these."""
    (key,) = keys if len(keys) == 1 else ("",)
    return _WIDER[: _WIDER.index(key)][::-1] if key in _WIDER else ()


def _of_others(phrase: Phrase, reason: Reason, edits: list[Edit], rank: float) -> Change:
    return Change(
        phrase, "manifest", ("others", reason.operand), tuple(edits), commands=(_OF_TEMPLATE,), rank=rank
    )
