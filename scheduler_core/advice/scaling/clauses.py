"""Why a NodePool makes no node for a pod, in plain words with its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.advice.amounts import pair, size_of
from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE
from scheduler_core.autoscaling.objects.quantities import UNIT, Amounts
from scheduler_core.autoscaling.objects.requirement import Requirement
from scheduler_core.autoscaling.objects.requirements import Disjoint, Incompatible, UndefinedLabel
from scheduler_core.autoscaling.objects.taints import Untolerated
from scheduler_core.autoscaling.provisioning.nodeclaimtemplate import NodeClaimTemplate
from scheduler_core.autoscaling.provisioning.refusals import (
    ClaimRefusal,
    IncompatibleRequirements,
    MinValuesNotMet,
    NoInstanceType,
    NoReservation,
)
from scheduler_core.autoscaling.provisioning.topologygroup import TopologyType, UnsatisfiableTopology
from scheduler_core.autoscaling.state.hostportusage import HostPortConflict
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.resources import CPU, PODS

from .contract import ClauseKind

_LISTED = 5  # values and counts that are written out


@dataclass(frozen=True, slots=True)
class Clause:
    """What keeps a NodePool from a node, in plain words and in Karpenter's own."""

    kind: ClauseKind
    phrase: Phrase
    says: str = ""


def unit(resource: str, amount: int) -> int:
    """Return an amount of Karpenter's in the scheduler's unit: thousandths of a core, bytes, or a count."""
    return amount * 1000 // UNIT if resource == CPU else amount // UNIT


def amount_text(resource: str, amount: int) -> str:
    return size_of(resource, unit(resource, amount)) if amount else "0"


def limit_clause(resource: str, limit: int, used: int, more: int, says: str = "") -> Clause:
    """Return that a node of at least so much would exceed a limit of its NodePool."""
    amounts = {"used": used, "more": more, "sum": used + more, "most": limit}
    texts = {name: amount_text(resource, amount) for name, amount in amounts.items()}
    return Clause("limit", say("pool limit exceeded", resource=resource, **texts), says)


def clause_of(refusal: ClaimRefusal, template: NodeClaimTemplate, requests: Amounts) -> Clause:
    """Return why a NodePool refuses a pod; `requests` are those of the pod and of daemons. Limits have their own."""
    says = str(refusal)
    kind: ClauseKind
    match refusal:
        case IncompatibleRequirements():
            return _incompatible(refusal.cause, says, of_volumes=refusal.of_volumes)
        case UndefinedLabel() | Disjoint():
            return _incompatible(refusal, says, of_volumes=False)
        case NoInstanceType():
            return _no_type(refusal, template, requests, says)
        case Untolerated():
            kind, phrase = "taint", say("pool taint", taints=listed(map(str, refusal.taints)))
        case HostPortConflict():
            kind, phrase = "port", say("pool port", port=refusal.wanted.port)
        case UnsatisfiableTopology():
            kind, phrase = "topology", _topology(refusal)
        case NoReservation():
            kind, phrase = "reserved", say("pool reserved")
        case _:
            kind, phrase = "limit", say("pool limit reached")
    return Clause(kind, phrase, says)


def _incompatible(cause: Incompatible, says: str, *, of_volumes: bool) -> Clause:
    if isinstance(cause, UndefinedLabel):
        return Clause("label", say("pool without label", key=cause.key), says)
    first = cause.labels[0]
    key, pool, pod = first.existing.key, _allowed(first.existing), _allowed(first.incoming)
    if of_volumes:
        return Clause("volume", say("pool volume", key=key, pool=pool, pod=pod), says)
    kind: ClauseKind = "zone" if key == ZONE else "label"
    return Clause(kind, say("pool zone" if key == ZONE else "pool label", key=key, pool=pool, pod=pod), says)


def _allowed(required: Requirement) -> str:
    """Return what a requirement allows: `a, b`, `not a`, `> 4`."""
    values = sorted(required.values)
    more = [f"{len(values) - _LISTED} more"] if len(values) > _LISTED else []
    named = listed([*values[:_LISTED], *more])
    if not required.complement:
        return named or "no value"
    bounds = [f">= {required.at_least}"] if required.at_least is not None else []
    bounds += [f"<= {required.at_most}"] if required.at_most is not None else []
    return listed([*([f"not {named}"] if named else []), *bounds]) or "any value"


def _topology(refusal: UnsatisfiableTopology) -> Phrase:
    group = refusal.group
    counts = sorted(group.counts.items())[:_LISTED]
    stated = listed(f"{domain}: {count}" for domain, count in counts) or "none"
    match group.type:
        case TopologyType.SPREAD:
            return say("pool spread", key=group.key, counts=stated, skew=group.max_skew)
        case TopologyType.AFFINITY:
            return say("pool affinity", key=group.key, counts=stated)
        case TopologyType.ANTI_AFFINITY:
            return say("pool anti-affinity", key=group.key, counts=stated)


def _no_type(refusal: NoInstanceType, template: NodeClaimTemplate, requests: Amounts, says: str) -> Clause:
    if isinstance(refusal.min_values, MinValuesNotMet):
        return Clause("min-values", say("pool min values", keys=listed(refusal.min_values.labels)), says)
    types = template.types
    if not refusal.compatible:
        wanted = [
            str(r) for key, r in sorted(refusal.requirements.items()) if key not in template.requirements
        ]
        return Clause(
            "label", say("no type labelled", labels=listed(wanted) or str(refusal.requirements)), says
        )
    compatible = list(types.selected(types.compatible(refusal.requirements) & template.selection))
    short = {
        name: max((t.allocatable.get(name, 0) for t in compatible), default=0)
        for name, amount in requests.items()
        if all(amount > t.allocatable.get(name, 0) for t in compatible)
    }
    if short:
        return Clause("size", say("no type large enough", resources=tuple(_short(requests, short))), says)
    if not refusal.offered:
        return Clause("offering", _not_offered(refusal), says)
    if not refusal.fits or refusal.compatible_and_offered:
        return Clause("size", say("no type together", resources=listed(sorted(requests))), says)
    return Clause("offering", _not_offered(refusal), says)


def _short(requests: Amounts, most: Amounts) -> Iterable[Phrase]:
    for name in sorted(most, key=lambda name: name == PODS):
        wanted, largest = pair(name, unit(name, requests[name]), unit(name, most[name]))
        yield say("of at most", resource=name, amount=wanted, most=largest)


def _not_offered(refusal: NoInstanceType) -> Phrase:
    places = (refusal.requirements.of(key) for key in (ZONE, CAPACITY_TYPE))
    stated = [_allowed(required) for required in places if not required.complement]
    return say("no type offered", places=" / ".join(stated) or "anywhere")
