"""The ends of plays over many seeds: where the scheduler chooses among equals, and times differ, there are several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.simulation.run.scenario import Scenario

from .contract import EndState, EndStates, PlayWorkload, Timeline
from .play import play
from .start import Start, prepare
from .verdicts_skew import domain_of

_End = tuple[tuple[str, tuple[int, ...]], ...]


def end_states(
    scenario: Scenario | Start,
    *,
    seeds: int,
    key: str = "",
    report: Callable[[int], None] = lambda _: None,
) -> EndStates:
    """Play the steps of the scenario with each of the seeds 1 to `seeds`; return how often each end comes.

    Ends are the pods per value of the node label `key`, without one the topology key of the workloads' first
    constraint, or the host name; the last count of each is that of pods without a node. `report` is called with
    the number of plays made so far. Raise as `play`.
    """
    start = scenario if isinstance(scenario, Start) else prepare(scenario)
    ends: Counter[_End] = Counter()
    first: dict[_End, int] = {}
    domains: list[str] = []
    for seed in range(1, seeds + 1):
        timeline = play(start, seed=seed).timeline()
        key = key or _key(timeline["workloads"])
        domains = domains or _domains(timeline, key)
        end = _end(timeline, key, domains)
        ends[end] += 1
        first.setdefault(end, seed)
        report(seed)
    return {
        "seeds": seeds,
        "topology_key": key,
        "domains": domains,
        "ends": [_state(end, count, seeds, first[end]) for end, count in ends.most_common()],
    }


def _state(end: _End, count: int, seeds: int, first: int) -> EndState:
    counts = {workload: list(pods) for workload, pods in end}
    return {"counts": counts, "seeds": count, "share": round(count / seeds, 4), "first_seed": first}


def _key(workloads: Sequence[PlayWorkload]) -> str:
    return next((c["topology_key"] for w in workloads for c in w["constraints"]), HOSTNAME)


def _domains(timeline: Timeline, key: str) -> list[str]:
    """Return the domains at the end, by name."""
    last = len(timeline["moments"]) - 1
    return sorted({value for node in timeline["nodes"] if (value := domain_of(node, key, last)) is not None})


def _end(timeline: Timeline, key: str, domains: Sequence[str]) -> _End:
    """Return the pods of each workload per domain at the end, and last those without one."""
    last = len(timeline["moments"]) - 1
    domain_by_node = {node["name"]: domain_of(node, key, last) for node in timeline["nodes"]}
    places = [*domains, None]
    counts = {workload["workload"]: [0] * len(places) for workload in timeline["workloads"]}
    for stay in timeline["stays"]:
        if stay["workload"] in counts and stay["gone"] is None and stay["deleting"] is None:
            domain = domain_by_node.get(stay["node"] or "") if stay["placed"] is not None else None
            counts[stay["workload"]][places.index(domain)] += 1
    return tuple((workload, tuple(pods)) for workload, pods in counts.items())
