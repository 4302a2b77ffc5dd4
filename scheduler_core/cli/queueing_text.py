"""What Kueue decided before the scheduler, as text: causes, one workload with its sums, changes that help."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from scheduler_core.explain.queueing.contract import (
    CohortBars,
    FlavorSum,
    PreemptionAnswer,
    QueueAnswer,
    TriedFlavor,
    WaitingWorkload,
)
from scheduler_core.explain.queueing.idle import idle_quota
from scheduler_core.sentences import counted

if TYPE_CHECKING:  # `simulate` starts without what gives advice
    from scheduler_core.advice.quota.contract import QueueCures

MOST_NAMED = 5


def queue_lines(answer: QueueAnswer, idle: Collection[str]) -> Iterator[str]:
    """Yield who waits for which cause, and who had to go; none if Kueue has neither.

    `idle` are the admitted Workloads whose pods no node takes.
    """
    unmade, evicted = answer["unmade"], answer["evicted"]
    if not answer["pending"] and not unmade and not evicted:
        return
    waits = "waits" if answer["pending"] == 1 else "wait"
    yield f"before the scheduler: {counted(answer['pending'], 'workload')} {waits}, {answer['admitted']} admitted"
    for cause in answer["causes"]:
        yield f"  {cause['cause']['text']}"
        for head in cause["workloads"][:MOST_NAMED]:
            yield f"    {head['job'] or head['workload']}: {head['text']}"
        if others := cause["workload_count"] - min(len(cause["workloads"]), MOST_NAMED):
            yield f"    and {others} more"
        yield from (f"    {note['text']}" for note in idle_quota(cause, idle))
    for victim in evicted:
        yield f"  {victim['job'] or victim['workload']} was preempted by {victim['preemptor']}"
    for left in unmade:
        yield f"  {left['object']} {left['why']}"
    if answer["repeats"]:
        yield "  its cycles repeat themselves: it never is at rest"


def waiting_lines(waiting: WaitingWorkload, cures: QueueCures) -> Iterator[str]:
    """Yield why a workload is not admitted: the sums of its flavors, who has what is short, what would help."""
    yield f"{waiting['job'] or waiting['workload']} is not admitted: {waiting['cause']['text']}"
    for pod_set in waiting["pod_sets"]:
        asked = ", ".join(f"{request['text']} {name}" for name, request in pod_set["requests"].items())
        yield f"  {pod_set['name']}: {counted(pod_set['count'], 'pod')} with {asked}"
        for number, flavor in enumerate(pod_set["flavors"], 1):
            yield f"    {number}. {flavor['flavor']}: {_flavor(flavor)}"
    if waiting["bars"]:
        yield from _bars(waiting["bars"][0])
    own = next((neighbour for neighbour in waiting["neighbours"] if neighbour["own"]), None)
    if own is not None:
        of_all = f"{own['place']} of {waiting['neighbour_count']}"
        yield f"  place {of_all} in {waiting['cluster_queue']}, {waiting['strategy']}"
    if waiting["preemption"] is not None:
        yield from _preemption(waiting["preemption"])
    yield from (f"  {note['text']}" for note in waiting["notes"])
    if waiting["message"]:
        yield f"  Kueue: {waiting['message']}"
    yield f"what would help: {len(cures['cures'])} of {counted(cures['tried'], 'change')}"
    for cure in cures["cures"]:
        bound = (
            "all pods get nodes"
            if cure["bound"] == cure["pods"]
            else f"nodes for {cure['bound']} of {counted(cure['pods'], 'pod')}"
        )
        costs = "".join(f"; {cost['text']}" for cost in cure["costs"] if cost["kind"] != "unbound")
        yield f"  {cure['change']['text']}: {bound}{costs}"


def _flavor(flavor: TriedFlavor) -> str:
    if flavor["outcome"] == "not_tried":
        return "not tried"
    sums = [_sum(part) for part in flavor["sums"] if part["missing"] is not None]
    return "; ".join(sums) or "; ".join(flavor["reasons"]) or "fits"


def _sum(part: FlavorSum) -> str:
    asked, missing = part["asked"]["text"], part["missing"]["text"] if part["missing"] else "0"
    earlier = f" + {part['earlier']['text']} of earlier pod sets" if part["earlier"]["amount"] else ""
    left = (
        f"{part['resource']}: {asked} asked{earlier} - {part['available']['text']} unused = {missing} missing"
    )
    return f"{left} ({part['nominal']['text']} nominal, {part['used']['text']} used)"


def _bars(bars: CohortBars) -> Iterator[str]:
    where = f"cohort {bars['cohort']}" if bars["cohort"] else "no cohort"
    total = f"{bars['nominal']['text']} nominal, {bars['used']['text']} used"
    yield f"  {bars['resource']} of {bars['flavor']}, {where}: {total}"
    for bar in bars["queues"]:
        borrowed = f", {bar['borrowed']['text']} borrowed" if bar["borrowed"]["amount"] else ""
        lent = f", {bar['lent']['text']} lent" if bar["lent"]["amount"] else ""
        yield (
            f"    {bar['cluster_queue']}: {bar['nominal']['text']} nominal, {bar['used']['text']} used{borrowed}{lent}"
        )


def _preemption(answer: PreemptionAnswer) -> Iterator[str]:
    victims = [c["job"] or c["workload"] for c in answer["candidates"] if c["verdict"] == "preempted"]
    allowed = [c["job"] or c["workload"] for c in answer["candidates"] if c["verdict"] == "allowed"]
    if victims:
        yield f"  would preempt {', '.join(victims)}"
    elif answer["decides"]:
        value = next(p["value"] for p in answer["policies"] if p["field"] == answer["decides"])
        yield f"  preempts nobody: {answer['decides']} is {value}, which spares {', '.join(allowed)}"
    else:
        yield "  preempts nobody: no policy would let it"
