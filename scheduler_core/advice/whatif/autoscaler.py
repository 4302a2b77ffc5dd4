"""Whether a cluster autoscaler could help: a new node of each group that is here, tried by a cycle."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.explain.view.causes.reasons import Reason, refusals, selector_clauses
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.resources import PODS, is_extended
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped

from .amounts import pair
from .offers.nodes import node_like, shape_of
from .pools import growth
from .search import fits
from .situation import Situation
from .trial import Trial

_NODE_POOL = "karpenter.sh/nodepool"
_OF_MACHINES = ("resource", "missing_resource", "selector", "unmatched_selector")
_CHOSEN = (  # labels of which Karpenter chooses the value, within the requirements of the NodePool
    "karpenter.sh/capacity-type",
    "kubernetes.io/arch",
    "kubernetes.io/os",
    "node.kubernetes.io/instance-type",
    "topology.kubernetes.io/zone",
)
_CHOSEN_BY = "karpenter.k8s."  # of the providers: family, size, cpu, memory, accelerators of an instance
_EXPENDABLE = -10  # the default of --expendable-pods-priority-cutoff: pods below it get no new node
_MOST_NODES = 40  # that are tried
_UNSAID = "the filters give no reason"
_STOPPED = {"pool at maximum": "autoscaler at maximum", "pool over limit": "autoscaler over limit"}


def autoscaler_causes(trial: Trial) -> Iterator[Phrase]:
    """Yield what a cluster autoscaler could do for the pod; nothing if no node belongs to a group.

    A group that has no node is not in the input, nor is the largest size of a group: none of this is certain.
    """
    record = trial.attempt(())
    groups = {} if isinstance(record, Skipped) or record.error else _groups(trial)
    if not groups or isinstance(record, Skipped):
        return
    priority = trial.pod.template.priority
    if priority < _EXPENDABLE:
        yield say("expendable", priority=priority)
        return
    situation = Situation(record, refusals(record), trial.cluster, trial.manifest)
    refusing: dict[Reason, None] = {}
    taking: dict[str, int] = {}
    choosing: dict[str, None] = {}
    shapes = list(_shapes(situation, groups))
    for group, row in shapes:
        reasons = _refusing(trial, situation, row)
        if reasons and _is_of_machine(situation, row, reasons):
            choosing[group] = None
        elif reasons:
            refusing |= dict.fromkeys(reasons)
        else:
            taking.setdefault(group, row)
    if taking:
        yield from _helping(trial, taking)
    elif choosing:
        yield say("karpenter may help", groups=listed(choosing))
    else:
        said = _said(situation, [row for _, row in shapes], list(refusing))
        yield say("autoscaler cannot", groups=listed(groups), reasons=said)


def _is_of_machine(situation: Situation, row: int, reasons: list[Reason]) -> bool:
    """Return whether Karpenter, which made the node, would choose another machine for all of these reasons."""
    node = situation.node(row)
    if _NODE_POOL not in node.labels or any(reason.kind not in _OF_MACHINES for reason in reasons):
        return False
    missed = [
        clause for clause in selector_clauses(situation.pod.template) if not clause.matches(node.labels)
    ]
    extended = [r for r in reasons if r.kind == "missing_resource" and is_extended(r.operand)]
    return not extended and all(
        clause.key in _CHOSEN or clause.key.startswith(_CHOSEN_BY) for clause in missed
    )


def _helping(trial: Trial, taking: dict[str, int]) -> Iterator[Phrase]:
    """Yield the groups of which a new node takes the pod; those that may not grow only if there are no others."""
    nodes = trial.cluster.handle.snapshot.nodes
    stopped = {
        group: phrase
        for group, row in taking.items()
        for phrase in growth(trial.cluster, nodes[row])
        if phrase.kind in _STOPPED
    }
    growing = [group for group in taking if group not in stopped]
    if growing:
        yield say("autoscaler helps", groups=listed(growing))
        return
    for group, phrase in stopped.items():
        stated = {name: operand for name, operand in phrase.operands if name in ("most", "resource")}
        yield say(_STOPPED[phrase.kind], groups=group, **stated)


def _groups(trial: Trial) -> dict[str, list[int]]:
    """Return the nodes of each group by its name, those without a group left out."""
    groups: dict[str, list[int]] = {}
    for row, node in enumerate(trial.cluster.handle.snapshot.nodes):
        if group := group_of(node.labels):
            groups.setdefault(group, []).append(row)
    return groups


def _shapes(situation: Situation, groups: dict[str, list[int]]) -> Iterator[tuple[str, int]]:
    """Yield a node of each size and zone of each group, so many as are tried."""
    shapes: dict[Hashable, tuple[str, int]] = {}
    for group, rows in groups.items():
        for row in rows:
            shapes.setdefault((group, shape_of(situation.node(row))), (group, row))
    yield from list(shapes.values())[:_MOST_NODES]


def _refusing(trial: Trial, situation: Situation, row: int) -> list[Reason]:
    """Return why a new node like this one would refuse the pod; nothing if it takes it."""
    result = trial.attempt((node_like(situation, row),))
    new = len(situation.snapshot)
    if isinstance(result, CycleRecord) and not result.error and fits(result, new):
        return []
    refused = refusals(result)
    reasons = {
        r for i in refused.set_of[refused.rows == new].tolist() for r in refused.sets[i]
    } or refused.common
    return sorted(reasons, key=str) or [Reason("", "message", "", _UNSAID)]


def _said(situation: Situation, rows: list[int], reasons: list[Reason]) -> tuple[Phrase, ...]:
    """Return the reasons as phrases: a resource is named if no node tried has enough of it."""
    short: dict[str, int] = {}
    others: dict[Phrase, None] = {}
    for reason in reasons:
        if reason.kind in ("resource", "missing_resource") and reason.operand != PODS:
            offered = (situation.node(row).allocatable.get(reason.operand, 0) for row in rows)
            short[reason.operand] = max(offered, default=0)
        else:
            others[say("message", message=reason.message or reason.operand or _UNSAID)] = None
    too_small = {name: most for name, most in short.items() if situation.request(name) > most}
    if (
        not too_small and not others
    ):  # each resource has a node that is large enough, and no node has them all
        return (say("not together", resources=listed(sorted(short))),)
    return tuple(_too_small(situation, name, most) for name, most in too_small.items()) + tuple(others)


def _too_small(situation: Situation, resource: str, most: int) -> Phrase:
    amount, largest = pair(resource, situation.request(resource), most)
    return say("larger than nodes", resource=resource, amount=amount, most=largest)
