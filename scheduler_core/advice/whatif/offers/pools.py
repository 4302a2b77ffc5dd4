"""What may let Karpenter make a node for a pod: changes of a NodePool or of the pod, not tried yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.advice.amounts import pair
from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.advice.scaling.clauses import amount_text, unit
from scheduler_core.advice.scaling.karpenter import Karpenter
from scheduler_core.advice.whatif.change import Edit
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.autoscaling.objects.quantities import UNIT, Quantity, amounts
from scheduler_core.autoscaling.objects.requirements import Disjoint
from scheduler_core.autoscaling.objects.taints import Untolerated
from scheduler_core.autoscaling.provisioning.nodeclaim import Addition
from scheduler_core.autoscaling.provisioning.refusals import IncompatibleRequirements, NoInstanceType
from scheduler_core.autoscaling.provisioning.scheduler import Offer
from scheduler_core.autoscaling.state.statenode import NODES
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.kubernetes.source import value_at

from .resources import lowered

_REQUIREMENTS = ("spec", "template", "spec", "requirements")


@dataclass(frozen=True, slots=True)
class Idea:
    """A change to try: what it says, and its edits of a NodePool or of the pod."""

    phrase: Phrase
    edits: tuple[Edit, ...] = ()
    rank: float = 0
    taints: tuple[Taint, ...] = ()
    """Those that the pod is to tolerate."""


def ideas(trial: Trial, karpenter: Karpenter) -> Iterator[Idea]:
    """Yield what may let each NodePool make a node, in their order."""
    pod = karpenter.pods[trial.pod.key]
    for offer in karpenter.rows.offers(pod):
        pool = offer.template.nodepool.name
        manifest = trial.sources.manifests.get(f"NodePool {pool}")
        refusal = offer.unlimited
        if isinstance(refusal, Addition):
            if manifest is not None:
                higher = list(_higher_limits(offer, refusal))
                yield from higher or _heavier(karpenter, offer, trial.pod.key)
        elif isinstance(refusal, Untolerated):
            tolerations = [_toleration(taint) for taint in refusal.taints]
            edits = tuple(Edit("add", ("spec", "tolerations"), toleration) for toleration in tolerations)
            yield Idea(say("toleration", taint=listed(map(str, refusal.taints))), edits, 0.5, refusal.taints)
        elif (
            isinstance(refusal, IncompatibleRequirements) and not refusal.of_volumes and manifest is not None
        ):
            yield from _wider(refusal, pool, manifest)
        elif isinstance(refusal, NoInstanceType) and refusal.min_values is not None and manifest is not None:
            yield from _lower_min_values(karpenter, offer, refusal, manifest, trial.pod.key)
        elif isinstance(refusal, NoInstanceType):
            yield from _smaller(offer, refusal, trial)


def _toleration(taint: Taint) -> Manifest:
    toleration = {"key": taint.key, "operator": "Equal" if taint.value else "Exists", "effect": taint.effect}
    return {**toleration, "value": taint.value} if taint.value else toleration


def _higher_limits(offer: Offer, addition: Addition) -> Iterator[Idea]:
    """Yield the least limits with which the pod gets a node, if it needs higher ones: for the smallest such type."""
    pool = offer.template.nodepool

    def needed(resource: str, capacity: int) -> int:
        limit = pool.limit_amounts[resource]
        return limit - offer.remaining.get(resource, limit) + capacity

    options = []
    for t in offer.template.types.selected(addition.selection):
        own = t.capacity if t.name else addition.requests  # of a type that is not known, what it must have
        sizes = {r: UNIT if r == NODES else own.get(r, 0) for r in pool.limit_amounts}
        limits = {r: needed(r, amount) for r, amount in sizes.items()}
        options.append({r: limit for r, limit in limits.items() if limit > pool.limit_amounts[r]})
    least = min(options, key=lambda o: (len(o), o.get("cpu", 0), o.get("memory", 0)))
    changes, edits = [], []
    for resource, amount in sorted(least.items()):
        before, after = amount_text(resource, pool.limit_amounts[resource]), amount_text(resource, amount)
        changes.append(say("limit change", resource=resource, before=before, after=after))
        text = str(Quantity(amount, pool.limits[resource].format))
        edits.append(Edit("set", ("spec", "limits", resource), text, object=f"NodePool {pool.name}"))
    if edits:
        yield Idea(say("pool limits", pool=pool.name, changes=tuple(changes)), tuple(edits))


def _wider(refusal: IncompatibleRequirements, pool: str, manifest: Manifest) -> Iterator[Idea]:
    """Yield a value more that the NodePool's requirements allow, of each label that the pod wants otherwise."""
    edits, changes = [], []
    for label in refusal.cause.labels if isinstance(refusal.cause, Disjoint) else ():
        entries = value_at(manifest, _REQUIREMENTS) or []
        at = next((i for i, entry in enumerate(entries) if entry.get("key") == label.existing.key), None)
        value = min(label.incoming.values, default="")
        if at is None or label.incoming.complement or not value:
            return
        values, operator = entries[at].get("values") or [], entries[at].get("operator")
        if operator not in ("In", "NotIn"):
            return
        wider = [*values, value] if operator == "In" else [v for v in values if v != value]
        edits.append(Edit("set", (*_REQUIREMENTS, at, "values"), wider, object=f"NodePool {pool}"))
        changes.append(say("requirement change", key=label.existing.key, value=value))
    if edits:
        yield Idea(say("pool requirements", pool=pool, changes=tuple(changes)), tuple(edits), rank=0.3)


def _lower_min_values(
    karpenter: Karpenter, offer: Offer, refusal: NoInstanceType, manifest: Manifest, pod: str
) -> Iterator[Idea]:
    """Yield the largest minValues that the instance types which are left have."""
    pool = offer.template.nodepool.name
    reached = karpenter.min_values_reached(pod, pool)
    entries = value_at(manifest, _REQUIREMENTS) or []
    edits, changes = [], []
    for at, entry in enumerate(entries):
        key, wanted = entry.get("key"), entry.get("minValues")
        if key in reached and isinstance(wanted, int) and reached[key] < wanted:
            edits.append(
                Edit("set", (*_REQUIREMENTS, at, "minValues"), reached[key], object=f"NodePool {pool}")
            )
            changes.append(say("min values change", key=key, before=wanted, after=reached[key]))
    if edits:
        yield Idea(say("pool requirements", pool=pool, changes=tuple(changes)), tuple(edits), rank=0.4)


def _heavier(karpenter: Karpenter, offer: Offer, pod: str) -> Iterator[Idea]:
    """Yield another NodePool that comes before the one whose node the scheduler refuses."""
    made = karpenter.claim_for(pod)
    pool = offer.template.nodepool
    if made is None or made[1].nodepool == pool.name:
        return
    weight = made[1].template.nodepool.weight + 1
    words = say("pool weight", pool=pool.name, before=pool.weight, after=weight)
    yield Idea(words, (Edit("set", ("spec", "weight"), weight, object=f"NodePool {pool.name}"),), rank=0.4)


def _smaller(offer: Offer, refusal: NoInstanceType, trial: Trial) -> Iterator[Idea]:
    """Yield requests that fit on the largest node that the NodePool may have, beside the DaemonSets' share."""
    template = offer.template
    compatible = list(
        template.types.selected(template.types.compatible(refusal.requirements) & template.selection)
    )
    daemons = amounts(template.daemon_requests)
    edits: list[Edit] = []
    changes = []
    for resource, amount in sorted(amounts(refusal.pod_requests).items()):
        most = max((t.allocatable.get(resource, 0) for t in compatible), default=0) - daemons.get(resource, 0)
        if resource == PODS or amount <= most:
            continue
        largest = unit(resource, most)
        own = lowered(trial.manifest, resource, largest) if largest > 0 else ()
        if not own:
            return
        edits += own
        before, after = pair(resource, unit(resource, amount), largest)
        changes.append(say("request", resource=resource, before=before, after=after))
    if edits:
        yield Idea(
            changes[0] if len(changes) == 1 else say("several", changes=tuple(changes)),
            tuple(edits),
            rank=0.6,
        )
