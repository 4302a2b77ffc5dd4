"""Inter-pod affinity and anti-affinity: terms of the pod, as wishes, elsewhere, or gone."""

from __future__ import annotations

from collections.abc import Container, Iterator
from difflib import get_close_matches
from itertools import islice

from scheduler_core.advice.phrases import listed, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason, term_text
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState, TermCount

from .terms import NARROWER, REQUIRED, REVISION, WIDER, TermKind, Terms

_OF_TEMPLATE = "# change the template of their workload; its pods are made again"
_ALIKE = 0.7  # from which ratio on two values are taken for misspelt
_MOST_OTHERS = 50  # running pods whose terms change together
_MOST_NAMED = 3


def affinity(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield changes of the affinity term that no pod near the nodes of the class meets."""
    state = situation.record.state.get(PreFilterState)
    for count in state.affinity if state else ():
        for terms in _own(situation, reason, "podAffinity", count):
            spaces = _namespaces(situation, count)
            if spaces:
                wider = {"namespaces": sorted({situation.pod.namespace, *spaces})}
                names = listed(sorted(spaces))
                yield terms.changed("namespaces", 0.05, wider, namespaces=names)
            yield from _respelled(situation, terms, count)
            yield from terms.elsewhere(0.3, WIDER)
            yield terms.preferred(0.2)


def anti_affinity(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield changes of the anti-affinity term that pods near the nodes of the class meet."""
    state = situation.record.state.get(PreFilterState)
    for count in state.anti_affinity if state else ():
        for terms in _own(situation, reason, "podAntiAffinity", count):
            selects = all(term.get("labelSelector") is not None for _, term in terms.written)
            if REVISION in situation.pod.template.labels and selects:
                yield from terms.by_revision(0.05)
            yield from terms.elsewhere(0.3, NARROWER)
            yield terms.preferred(0.2)


def terms_of_others(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield changes of the anti-affinity of the running pods that keep the pod away."""
    written = list(_of_others(situation, reason))
    if not written or len(written) > _MOST_OTHERS:
        return
    names = listed(pod.key for pod, _ in written[:_MOST_NAMED])
    terms = Terms(
        "podAntiAffinity",
        "anti-affinity of others",
        {"pods": names + (", …" if len(written) > _MOST_NAMED else "")},
        tuple((f"Pod {pod.key}", term) for pod, term in written),
        ("others", reason.operand),
        (_OF_TEMPLATE,),
        (say("rule of running pods"),),
    )
    if all(pod.template.labels.get(REVISION) for pod, _ in written):
        yield from terms.by_revision(0.05)
    yield from terms.elsewhere(0.2, NARROWER)
    yield terms.preferred(0.3)


def _own(situation: Situation, reason: Reason, kind: TermKind, count: TermCount) -> Iterator[Terms]:
    """Yield the pod's term of a count as written, if the reason is about it."""
    entries = value_at(situation.manifest, ("spec", "affinity", kind, REQUIRED)) or []
    if term_text(count) == reason.operand and count.term.index < len(entries):
        written = entries[count.term.index]
        name = "affinity" if kind == "podAffinity" else "anti-affinity"
        # What two changes of one term have in common, whatever they do to its topology key.
        dial = (reason.kind, str(written.get("labelSelector")))
        yield Terms(kind, name, {"term": reason.operand}, (("", written),), dial)


def _of_others(situation: Situation, reason: Reason) -> Iterator[tuple[Pod, Manifest]]:
    """Yield running pods with their terms, as written, that keep the pod away."""
    state = situation.record.state.get(PreFilterState)
    counted = {c.term.term for c in (state.existing if state else ())}
    repelling = {term for term in counted if term.topology_key == reason.operand}
    for pod, _ in situation.snapshot.pods():
        if pod.key not in situation.cluster.running:
            continue
        manifest = situation.cluster.manifests.get(f"Pod {pod.key}") or {}
        entries = value_at(manifest, ("spec", "affinity", "podAntiAffinity", REQUIRED)) or []
        for term, entry in zip(pod.template.affinity.pod_anti.required, entries, strict=False):
            if term in repelling:
                yield pod, entry


def _namespaces(situation: Situation, count: TermCount) -> set[str]:
    """Return other namespaces with running pods that the term's selector matches."""
    term = count.term.term
    templates = situation.snapshot.nodes_by_class
    return {t.namespace for t in templates if term.selector.matches(t.labels)} - term.namespaces


def _respelled(situation: Situation, terms: Terms, count: TermCount) -> Iterator[Change]:
    """Yield the term with a value that running pods have, or such a pod with that of the term, if they look alike."""
    ((_, written),) = terms.written
    selector, namespaces = written.get("labelSelector") or {}, count.term.term.namespaces
    for key, value in (selector.get("matchLabels") or {}).items():
        running = {
            template.labels[key]
            for template in situation.snapshot.nodes_by_class
            if template.namespace in namespaces and key in template.labels
        }
        alike = [] if value in running else get_close_matches(value, sorted(running), n=1, cutoff=_ALIKE)
        for actual in alike:
            meant = {"labelSelector": {**selector, "matchLabels": {**selector["matchLabels"], key: actual}}}
            yield terms.changed("value", 0.02, meant, key=key, before=value, after=actual)
            yield from _labelled(situation, namespaces, key, actual, value)


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
