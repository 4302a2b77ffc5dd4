"""Repairs of what an autoscaler refuses, each run through both engines.

The autoscaler makes a node with the change, and the scheduler's filters let the pod onto it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.scaling import Scaling
from scheduler_core.advice.scaling.contract import Shape
from scheduler_core.advice.scaling.karpenter import Karpenter
from scheduler_core.advice.scaling.made import words_of
from scheduler_core.kubernetes.objects.node import read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .change import Change, CostKind, Costs, Edit, cost_of
from .offers.pools import Idea, ideas
from .offers.taints import risk_of
from .places import Edited, Place, operation_of
from .search import Solution, fits
from .trial import Trial


def autoscaled_repairs(trial: Trial, scaling: Scaling, costs: Costs) -> Iterator[Solution]:
    """Yield changes after which an autoscaler makes a node that takes the pod; none where it makes one anyway."""
    pod = trial.pod.key
    if scaling.karpenter is not None and not scaling.karpenter.helps(pod):
        yield from _of_karpenter(trial, scaling.karpenter, costs)
    if scaling.groups is not None:
        for group, node, shape in scaling.groups.at_maximum(pod):
            before, after = group.most, (group.most or 0) + 1
            idea = Idea(say("group maximum", group=group.name, before=before, after=after))
            command = f"# raise the maximum of group {group.name} from {before} to {after}"
            yield from _verified(trial, idea, node, shape, costs, "Cluster Autoscaler", command)


def _of_karpenter(trial: Trial, karpenter: Karpenter, costs: Costs) -> Iterator[Solution]:
    for idea in ideas(trial, karpenter):
        changed = Edited({**trial.sources.manifests, trial.place.object: trial.manifest})
        for edit in idea.edits:
            place = trial.place if edit.of_pod else Place(edit.object)
            changed.apply(operation_of(edit, place, changed.manifests.get(place.object) or {}))
        pools = [changed.manifests[name] or {} for name in changed.before if name.startswith("NodePool ")]
        made = karpenter.again(trial.pod.key, pools, changed.manifests[trial.place.object] or {})
        if made is not None:
            command = _command([edit for edit in idea.edits if not edit.of_pod], trial.sources.manifests)
            yield from _verified(trial, idea, *made, costs, "Karpenter", command)


def _verified(
    trial: Trial,
    idea: Idea,
    node: Manifest,
    shape: Shape,
    costs: Costs,
    program: str,
    command: str,
) -> Iterator[Solution]:
    """Yield the change if the scheduler lets the pod onto the node that comes with it."""
    phrase = say("autoscaled", change=(idea.phrase,), program=program, node=(words_of(shape),))
    name = node["metadata"]["name"]
    kind, notes = _risk(trial, idea, node)
    if not shape["type"] and program == "Karpenter":
        notes = (*notes, say("unknown type", pool=shape["pool"]))
    change = Change(
        phrase,
        kind,
        ("pool", str(idea.phrase)),
        (*idea.edits, Edit("create", value=node)),
        commands=(command,) if command else (),
        rank=idea.rank,
        notes=notes,
        risk=notes[0] if kind == "reserved" else None,
    )
    record = trial.attempt((change,))
    if isinstance(record, CycleRecord) and not record.error:
        row = record.framework.handle.snapshot.index[name]
        if fits(record, row):
            yield Solution((change,), cost_of((change,), costs), name)


def _risk(trial: Trial, idea: Idea, node: Manifest) -> tuple[CostKind, tuple[Phrase, ...]]:
    """Return what kind of work a change is, and what whoever makes it ought to know."""
    made = read_node(ManifestField(node, "", Problems()))
    risks = [risk_of(taint, made, trial.pod.template.requests) for taint in idea.taints]
    kinds = [kind for kind, _ in risks if kind == "reserved"]
    notes = tuple(dict.fromkeys(note for _, of_taint in risks for note in of_taint))
    return (kinds[0] if kinds else "node"), notes


def _command(edits: Sequence[Edit], manifests: Mapping[str, Manifest | None]) -> str:
    """Return the command that changes a NodePool."""
    if not edits:
        return ""
    entries = [
        {
            "op": "add" if value_at(manifests[edit.object], edit.path) is None else "replace",
            "path": "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in edit.path),
            "value": edit.value,
        }
        for edit in edits
    ]
    name = edits[0].object.partition(" ")[2]
    return f"kubectl patch nodepool {name} --type=json -p '{json.dumps(entries)}'"
