"""The changes that an explanation tries for one node, made in the manifests of the scenario."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import say
from scheduler_core.explain.view.facts.remedies import (
    AffinityChange,
    FieldChange,
    RemedyChange,
    RequestChange,
    TolerationChange,
    WithoutChange,
)
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source import Operation, value_at
from scheduler_core.sentences import Sentence, worded
from scheduler_core.simulation.run.scenario import Scenario

from .change import Change, Edit
from .offers.resources import lowered
from .offers.spread import soft
from .places import Sources, edited

_SPREAD = ("spec", "topologySpreadConstraints")
_REQUIRED = ("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
_TERMS = "requiredDuringSchedulingIgnoredDuringExecution"
_FIELDS = {
    "spec.nodeSelector": ("spec", "nodeSelector"),
    _TERMS: _REQUIRED,
    "podAffinity, required terms": ("spec", "affinity", "podAffinity", _TERMS),
    "podAntiAffinity, required terms": ("spec", "affinity", "podAntiAffinity", _TERMS),
}


def remedy_operations(scenario: Scenario, pod: str, remedy: RemedyChange) -> list[Operation]:
    """Return the operations on the source that make a change of a pod (`namespace/name`) and of its workload.

    Raise InvalidInput if there is no such pod, or for a change that no field of it expresses: more matching pods, and
    constraints that are defaults of the profile.
    """
    target = next((candidate for candidate in scenario.objects.pods if candidate.key == pod), None)
    if target is None:
        raise _refused(pod, worded("is not in the input: name it as namespace/name"))
    manifest = scenario.objects.manifests["Pod", pod]
    edits = tuple(_edits(manifest, remedy))
    if not edits:
        raise _refused(pod, worded("has no field that expresses this change: it cannot be tried in a copy"))
    sources = Sources(scenario)
    change = Change(say("message", message=remedy["kind"]), "manifest", ("remedy",), edits)
    return edited((change,), sources.places(target), sources.manifests).operations


def _refused(pod: str, message: Sentence) -> InvalidInput:
    return InvalidInput.of("", message, object=f"Pod {pod}")


def _edits(manifest: Manifest, remedy: RemedyChange) -> Iterator[Edit]:
    if remedy["kind"] == "field":
        yield from _field(manifest, remedy)
    elif remedy["kind"] == "affinity":
        yield from _affinity(manifest, remedy)
    elif remedy["kind"] == "toleration":
        yield from _tolerations(remedy)
    elif remedy["kind"] == "request":
        yield from _requests(manifest, remedy)
    elif remedy["kind"] == "without":
        yield from _without(manifest, remedy)


def _field(manifest: Manifest, remedy: FieldChange) -> Iterator[Edit]:
    """Yield another value in the hard constraint of this place among the pod's own hard ones."""
    written = value_at(manifest, _SPREAD) or []
    hard = [
        i for i, constraint in enumerate(written) if constraint.get("whenUnsatisfiable") != "ScheduleAnyway"
    ]
    if not 0 <= remedy["constraint"] < len(hard):
        return
    i, field, value = hard[remedy["constraint"]], remedy["field"], remedy["value"]
    if field == "whenUnsatisfiable":
        yield from soft(i, written[i]["topologyKey"], written[i]).edits
    elif field == "matchLabelKeys":
        yield Edit("add", (*_SPREAD, i, field), str(value).strip("[]"))
    elif field in ("maxSkew", "nodeTaintsPolicy", "nodeAffinityPolicy"):
        yield Edit("set", (*_SPREAD, i, field), value)


def _affinity(manifest: Manifest, remedy: AffinityChange) -> Iterator[Edit]:
    """Yield the requirement in every term of the required node affinity, or as its only one."""
    requirement = dict(remedy["requirement"])
    terms = value_at(manifest, (*_REQUIRED, "nodeSelectorTerms"))
    if not terms:
        yield Edit("set", _REQUIRED, {"nodeSelectorTerms": [{"matchExpressions": [requirement]}]})
    for i in range(len(terms or ())):
        yield Edit("add", (*_REQUIRED, "nodeSelectorTerms", i, "matchExpressions"), requirement)


def _tolerations(remedy: TolerationChange) -> Iterator[Edit]:
    for taint in remedy["taints"]:
        name, _, effect = taint.rpartition(":")
        key, _, value = name.partition("=")
        toleration = {"key": key, "operator": "Equal" if value else "Exists", "effect": effect}
        if value:
            toleration["value"] = value
        yield Edit("add", ("spec", "tolerations"), toleration)


def _requests(manifest: Manifest, remedy: RequestChange) -> Iterator[Edit]:
    for lower in remedy["requests"]:
        yield from lowered(manifest, lower["resource"], int(lower["amount"]))


def _without(manifest: Manifest, remedy: WithoutChange) -> Iterator[Edit]:
    path = _FIELDS.get(remedy["field"])
    if path is not None and value_at(manifest, path) is not None:
        yield Edit("remove", path)
