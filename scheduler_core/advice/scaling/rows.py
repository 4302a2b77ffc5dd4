"""What each NodePool says of a pod after Karpenter's pass: it makes a node, or the first clause that excludes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.autoscaling.dumps.dump import Dump
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE, NODEPOOL
from scheduler_core.autoscaling.objects.nodepool import READY_CONDITIONS, NodePool
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import UNIT, amounts, plus
from scheduler_core.autoscaling.provisioning.nodeclaim import Addition, NewNodeClaim
from scheduler_core.autoscaling.provisioning.provisioner import new_scheduler
from scheduler_core.autoscaling.provisioning.refusals import LimitsExceeded, NodeLimitReached, NoInstanceType
from scheduler_core.autoscaling.provisioning.scheduler import Offer, Results
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.statenode import NODES
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.resources import PODS

from .clauses import Clause, amount_text, clause_of, limit_clause
from .contract import PoolRow, RowVerdict, Shape
from .made import shape_of

_PLACES = (NODEPOOL, INSTANCE_TYPE, ZONE, CAPACITY_TYPE)
_NO_TYPES = "NodePool requirements filtered out all compatible available instance types"


class PoolRows:
    """The rows of the NodePools of a dump, after a pass."""

    def __init__(self, dump: Dump, results: Results | None) -> None:
        self._dump = dump
        self._results = results

    @cached_property
    def _pools(self) -> list[NodePool]:
        """The NodePools in the order in which they are asked."""
        by_name = sorted(self._dump.cluster.nodepools, key=lambda pool: pool.name, reverse=True)
        return sorted(by_name, key=lambda pool: -pool.weight)

    def of_refused(self, pod: Pod) -> list[PoolRow]:
        """Return the rows of a pod for which no node comes."""
        known = {o.template.nodepool.name: o for o in self._offers(pod)}
        with_any = {} if self._dump.basis.complete else self._offers_of_any_type(pod)
        rows = []
        for pool in self._pools:
            if pool.name in with_any:
                rows.append(self._row_of_any_type(pod, with_any[pool.name], known.get(pool.name)))
            elif pool.name in known:
                rows.append(self._row_of_offer(pod, known[pool.name]))
            else:
                rows.append(_unusable(pool))
        return rows

    def of_claim(self, pod: Pod, claim: NewNodeClaim, shape: Shape | None) -> list[PoolRow]:
        """Return the rows of a pod that gets a node: those before it refuse the pod, those after it are not asked."""
        offers = {o.template.nodepool.name: o for o in self._offers(pod)}
        names = [pool.name for pool in self._pools]
        made = names.index(claim.nodepool)
        rows = []
        for number, pool in enumerate(self._pools):
            if number == made:
                size = listed(f"{name} {amount}" for name, amount in (shape or {"size": {}})["size"].items())
                rows.append(_row(pool, "makes", say("pool makes", size=size), shape=shape))
            elif number > made:
                rows.append(_row(pool, "unasked", say("pool order", pool=claim.nodepool), _ORDER))
            elif pool.name in offers:
                rows.append(self._row_of_offer(pod, offers[pool.name]))
            else:
                rows.append(_unusable(pool))
        return rows

    def offers(self, pod: Pod) -> list[Offer]:
        """Return what NodePools would do, and would if they had whatever instance type their requirements allow."""
        known = {o.template.nodepool.name: o for o in self._offers(pod)}
        if self._dump.basis.complete:
            return list(known.values())
        offers = []
        for name, any_type in self._offers_of_any_type(pod).items():
            own = known.get(name)
            is_known = own is not None and isinstance(own.unlimited, Addition)
            if not (is_known and isinstance(any_type.unlimited, Addition)):
                remaining = any_type.remaining if own is None else own.remaining
                offers.append(replace(any_type, remaining=remaining))
            if own is not None and isinstance(own.unlimited, Addition | NoInstanceType):
                offers.append(own)
        return offers

    def _offers(self, pod: Pod) -> list[Offer]:
        return self._results.scheduler.offers(pod) if self._results else []

    def _offers_of_any_type(self, pod: Pod) -> dict[str, Offer]:
        """Return what NodePools would do if they had whatever instance type the pod needs."""
        cluster = self._dump.with_any_type(pod)
        nodes = [node for node in cluster.nodes if not node.deleting]
        scheduler = new_scheduler(cluster, Recorder(), [pod], nodes, strict=True)
        return {o.template.nodepool.name: o for o in scheduler.offers(pod)} if scheduler else {}

    def _row_of_any_type(self, pod: Pod, any_type: Offer, known: Offer | None) -> PoolRow:
        """Return the row of a NodePool whose instance types are not all known: first what excludes it for any type."""
        pool = any_type.template.nodepool
        if not isinstance(any_type.unlimited, Addition):
            return _refused(pool, clause_of(any_type.unlimited, any_type.template, _requests(pod, any_type)))
        limited = known and self._limited(known)
        if limited := limited or next(self._limits_of_any_type(pod, any_type, known), None):
            shape = self._shape_without_limits(known, pod) if known is not None else None
            return _refused(pool, limited, alone=True, shape=shape)
        if known is not None and isinstance(known.result, Addition):
            return self._row_of_offer(pod, known)
        says = "" if known is None else str(known.result)
        wanted = say("pool unknown", resources=listed(self._wanted(pod, any_type, any_type.unlimited)))
        return _row(pool, "may", wanted, Clause("unknown", wanted, says))

    def _limits_of_any_type(self, pod: Pod, any_type: Offer, known: Offer | None) -> Iterator[Clause]:
        """Yield the limits that any node with room for the pod would exceed."""
        pool, requests = any_type.template.nodepool, _requests(pod, any_type)
        for resource, limit in sorted(pool.limit_amounts.items()):
            used = limit - (known or any_type).remaining.get(resource, limit)
            more = UNIT if resource == NODES else requests.get(resource, 0)
            if used + more > limit:
                yield limit_clause(resource, limit, used, more, str(LimitsExceeded(pool.name)))

    def _wanted(self, pod: Pod, offer: Offer, addition: Addition) -> Iterator[str]:
        """Yield what an instance type must have: room, and the labels that the NodePool and the pod want."""
        for name, amount in sorted(_requests(pod, offer).items()):
            if name != PODS:
                yield f"{name} {amount_text(name, amount)}"
        for key, required in sorted(addition.requirements.items()):
            if key in self._dump.cluster.settings.well_known and key not in _PLACES:
                yield str(required)

    def _row_of_offer(self, pod: Pod, offer: Offer) -> PoolRow:
        """Return the row of a NodePool whose instance types are known."""
        pool = offer.template.nodepool
        if limited := self._limited(offer):
            alone = isinstance(offer.unlimited, Addition)
            return _refused(pool, limited, alone=alone, shape=self._shape_without_limits(offer, pod))
        if not isinstance(offer.result, Addition):
            return _refused(pool, clause_of(offer.result, offer.template, _requests(pod, offer)))
        return _row(pool, "may", say("pool makes", size="a node"))

    def _limited(self, offer: Offer) -> Clause | None:
        """Return which limit excludes a NodePool: it leaves no type at all, or none that the pod could use."""
        is_full = isinstance(offer.result, NodeLimitReached | LimitsExceeded)
        if not is_full and (isinstance(offer.result, Addition) or not isinstance(offer.unlimited, Addition)):
            return None
        addition = offer.unlimited if isinstance(offer.unlimited, Addition) else None
        usable = offer.template.selection if addition is None else addition.selection
        types = list(offer.template.types.selected(usable))
        for resource, limit in sorted(offer.template.nodepool.limit_amounts.items()):
            left = offer.remaining.get(resource, limit)
            sizes = (t.capacity.get(resource, 0) for t in types)
            least = UNIT if resource == NODES else min(sizes, default=0)
            if least > left:
                return limit_clause(resource, limit, limit - left, least, str(offer.result))
        return Clause("limit", say("pool limit reached"), str(offer.result))

    def _shape_without_limits(self, offer: Offer, pod: Pod) -> Shape | None:
        """Return the node that a NodePool would make if its limits allowed it, None if it would make none."""
        if not isinstance(offer.unlimited, Addition) or self._results is None:
            return None
        claim = self._results.scheduler.claim_of(offer.template, pod, offer.unlimited)
        return shape_of(claim, priced=self._dump.basis.priced)


def _unusable(pool: NodePool) -> PoolRow:
    """Return why a NodePool makes no nodes for any pod."""
    if pool.deleting:
        clause = Clause("deleting", say("pool going"))
    elif pool.replicas is not None:
        clause = Clause("static", say("pool static"))
    elif pool.ready:
        clause = Clause("types", say("pool without types"), _NO_TYPES)
    else:
        states = ((kind, pool.conditions.get(kind, "missing")) for kind in READY_CONDITIONS)
        unready = listed(f"{kind} is {state}" for kind, state in states if state != "True")
        says = f"ignoring nodepool, not ready | NodePool={pool.name}"
        clause = Clause("not-ready", say("pool not ready", conditions=unready), says)
    return _refused(pool, clause)


def _requests(pod: Pod, offer: Offer) -> dict[str, int]:
    """Return what a node for the pod must have: what the pod and the daemons request."""
    return plus(pod.requests, amounts(offer.template.daemon_requests))


def _refused(pool: NodePool, clause: Clause, *, alone: bool = False, shape: Shape | None = None) -> PoolRow:
    return _row(pool, "no", clause.phrase, clause, alone=alone, shape=shape)


_ORDER = Clause("order", say("pool order", pool=""))


def _row(
    pool: NodePool,
    verdict: RowVerdict,
    phrase: Phrase,
    clause: Clause | None = None,
    *,
    alone: bool = False,
    shape: Shape | None = None,
) -> PoolRow:
    return {
        "pool": pool.name,
        "weight": pool.weight,
        "verdict": verdict,
        "clause": None if clause is None else clause.kind,
        "text": str(phrase),
        "phrase": phrase.as_json(),
        "says": "" if clause is None else clause.says,
        "alone": alone,
        "shape": shape,
    }
