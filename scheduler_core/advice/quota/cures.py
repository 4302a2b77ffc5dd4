"""Changes that let a workload be admitted: each is made, Kueue and the scheduler run, and what it costs is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core import allowance
from scheduler_core.advice.whatif.patching import patched
from scheduler_core.advice.whatif.repair import operation_json
from scheduler_core.explain.queueing.contract import QueueSentence
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.explain.queueing.idle import idle_workloads, pods_of_workload
from scheduler_core.explain.queueing.phrases import COSTS, sentence
from scheduler_core.explain.queueing.waiting import described, waiting_one
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.queueing.admitting.webhooks import object_name
from scheduler_core.queueing.workloads.registry import INTEGRATIONS
from scheduler_core.simulation.run.scenario import Scenario

from .contract import QueueCure, QueueCures
from .offer import Offer
from .offers import offers
from .waiting import known_ends

_NAMED = 3
_ROUNDS = 6  # in which quota is added


def queue_cures(scenario: Scenario, key: str, *, seed: int | None = None) -> QueueCures:
    """Return the single changes after which a workload (`namespace/name`) is admitted; raise KeyError if none waits.

    Each is tried by a run of both halves. Those whose pods are all bound come first, then those that end least; of
    these, to stop a workload that cannot run comes before all that gives more.
    """
    if scenario.queued is None:
        raise KeyError(key)
    desk = Desk(scenario.queued, scenario.manifests)
    workload = waiting_one(desk, key)
    bound = set(Recording.of(scenario, seed=seed).placements)
    idle = idle_workloads(scenario, bound)
    listed = list(offers(desk, workload, described(desk, workload), _job(scenario, desk, key), idle))
    cures = [cure for offer in listed if (cure := _tried(scenario, key, offer, bound, seed)) is not None]
    cures.sort(key=lambda c: (c["bound"] < c["pods"], len(c["evicted"]), c["kind"] != "stop"))
    return {"workload": key, "tried": len(listed), "cures": cures}


def _job(scenario: Scenario, desk: Desk, key: str) -> Manifest | None:
    name = desk.names.get(key, "")
    if name.partition(" ")[0] not in INTEGRATIONS:
        return None
    return next((m for m in scenario.manifests if object_name(m) == name), None)


@dataclass(frozen=True, slots=True)
class _Ends:
    """Who is admitted without and with a change, by the names of what the Workloads stand for."""

    before: dict[str, str]
    after: dict[str, str]

    def lost(self) -> list[str]:
        return [name for key, name in self.before.items() if key not in self.after]

    def gained(self, own: str) -> list[str]:
        return [name for key, name in self.after.items() if key not in self.before and key != own]


@dataclass(frozen=True, slots=True)
class _Found:
    """A change that suffices, and what it leads to."""

    offer: Offer
    changed: Scenario


def _sufficient(scenario: Scenario, key: str, offer: Offer) -> _Found | None:
    """Return an offer, or what follows it, with which the workload is admitted."""
    following: Offer | None = offer
    for _ in range(_ROUNDS):
        if following is None:
            return None
        offer = following
        allowance.check()
        try:
            changed = patched(scenario, offer.operations).scenario
        except InvalidInput:
            return None
        if changed.queued is None or changed.queued.admitted(key):
            return _Found(offer, changed)
        following = _following(offer, Desk(changed.queued, changed.manifests), key)
    return None


def _following(offer: Offer, desk: Desk, key: str) -> Offer | None:
    """Return what to try after an offer that did not suffice."""
    if offer.more is None:
        return None
    try:
        workload = waiting_one(desk, key)
    except KeyError:
        return None
    return offer.more(desk, described(desk, workload))


def _tried(
    scenario: Scenario, key: str, offer: Offer, bound_before: set[str], seed: int | None
) -> QueueCure | None:
    """Return what becomes of a change, None if the workload is not admitted with it.

    `bound_before` are the pods that have a node without it.
    """
    sufficient = _sufficient(scenario, key, offer)
    workload = sufficient.changed.queued.admitted(key) if sufficient and sufficient.changed.queued else None
    if sufficient is None or workload is None or workload.admission is None:
        return None
    offer, changed = sufficient.offer, sufficient.changed
    before = {name: job for name, job in _admitted(scenario).items() if name not in offer.ends}
    ends = _Ends(before, _admitted(changed))
    recording = Recording.of(changed, seed=seed)
    pods = pods_of_workload(changed, key)
    bound = [pod for pod in pods if pod in recording.placements]
    unbound = next((pod for pod in pods if pod not in recording.placements), None)
    message = _why_unbound(changed, recording, unbound) if unbound else ""
    waiting = [pod for pod in changed.objects.pods if not pod.finished and not pod.template.scheduling_gates]
    displaced = [pod.key for pod in waiting if pod.key in bound_before - recording.placements.keys()]
    return {
        "kind": offer.kind,
        "change": offer.change,
        "operations": [operation_json(operation) for operation in offer.operations],
        "flavors": sorted({f for part in workload.admission.pod_sets for f in part.flavors.values()}),
        "pods": len(pods),
        "bound": len(bound),
        "evicted": ends.lost(),
        "costs": [
            *_costs(scenario, ends, key, offer, len(pods) - len(bound), message),
            *([sentence(COSTS, "displaced", n=len(displaced))] if displaced else []),
        ],
    }


def _why_unbound(scenario: Scenario, recording: Recording, pod: str) -> str:
    """Return what the scheduler says of a pod without a node, or the API server where it refuses to create it."""
    attempts = recording.attempts(pod)
    if attempts:
        return attempts[-1]["message"] or ""
    return next((refusal.message for refusal in scenario.admitted.refusals if refusal.name == pod), "")


def _costs(
    scenario: Scenario, ends: _Ends, key: str, offer: Offer, unbound: int, message: str
) -> Iterator[QueueSentence]:
    ran = _running(scenario)
    if ended := [name for name in ends.lost() if name in ran]:
        yield sentence(COSTS, "evicted", n=len(ended), workloads=_listed(ended))
    if waits := [name for name in ends.lost() if name not in ran]:
        yield sentence(COSTS, "waits", n=len(waits), workloads=_listed(waits))
    if gained := ends.gained(key):
        yield sentence(COSTS, "admitted", n=len(gained), workloads=_listed(gained))
    if unbound:
        yield sentence(COSTS, "unbound", n=unbound, message=message)
    if offer.ends and scenario.queued is not None:
        yield from known_ends(Desk(scenario.queued, scenario.manifests), offer.ends)
    if offer.capacity:
        yield sentence(COSTS, "capacity", flavor=offer.capacity)


def _admitted(scenario: Scenario) -> dict[str, str]:
    queued = scenario.queued
    names = queued.owners.names() if queued else {}
    stored = queued.settled.stored if queued else {}
    return {key: names.get(key, key) for key in stored if queued and queued.admitted(key)}


def _running(scenario: Scenario) -> set[str]:
    """Return what was admitted before Kueue's first cycle, and so has pods that would end."""
    queued = scenario.queued
    if queued is None:
        return set()
    names = queued.owners.names()
    before = queued.settled.run.scenario.objects.workloads
    return {names.get(key, key) for key, workload in before.items() if workload.reserves_quota}


def _listed(names: list[str]) -> str:
    short = [name.rpartition("/")[2] for name in names]
    rest = f", +{len(short) - _NAMED}" if len(short) > _NAMED else ""
    return f"{', '.join(short[:_NAMED])}{rest}"
