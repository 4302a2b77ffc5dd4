"""What would it take, on every unschedulable cycle of the vectors: `python -m tests.conformance.whatif` prints figures.

Each repair is verified by a cycle over manifests in which it is made, and is minimal; none is missed against brute
force wherever the search came upon 12 changes or fewer. Each cause is minimal.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from zlib import crc32

from scheduler_core.advice.whatif.causes import Causes
from scheduler_core.advice.whatif.change import Change, Changes
from scheduler_core.advice.whatif.facts import Fact
from scheduler_core.advice.whatif.places import CONFIG, edited
from scheduler_core.advice.whatif.search import (
    FEW_CHANGES,
    MOST_CHANGES,
    Search,
    Solution,
    is_weaker,
    placed_on,
    preempts,
)
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.conformance.vectors import CLAIM_TOPICS, Recording, recorded, recordings


@dataclass(frozen=True)
class Moment:
    """A pod that no node takes, at a moment of a recorded scenario."""

    recording: Recording
    index: int
    pod: str
    simulation: Simulation

    def __str__(self) -> str:
        return f"{self.recording}[{self.index}] {self.pod}"


def moments(recording: Recording) -> Iterator[Moment]:
    """Yield the unschedulable cycles of a recorded scenario. Each must be read before the next is asked for."""
    row = recorded(recording)["scenario"]
    if (row.get("config") or {}).get("extenders"):
        return
    version = find_version(recording.version)
    scenario = Scenario.from_content(row, name=row["name"], version=version, workloads=False)
    simulation = Simulation(scenario, version)
    for index, pod in enumerate(row.get("schedule") or ()):
        result = simulation.compute(pod)
        if not isinstance(result, CycleRecord):
            continue
        if result.node_name is None and not result.error and not result.nominated_node:
            yield Moment(recording, index, pod, simulation)
        simulation.apply(Outcome.of(result))


def problems(moment: Moment) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the repairs of a cycle, and how much there was of what."""
    trial = Trial.at(moment.simulation, moment.pod)
    search = Search(trial)
    deque(search.repairs(), maxlen=0)
    repairs = search.solutions
    wrong = [text for repair in repairs for text in _wrong(moment, trial, repair)]
    figures = Counter(
        cycles=1, repairs=len(repairs), complete=int(search.complete), repaired=int(bool(repairs))
    )
    causes = Causes(trial)
    minimal = causes.minimal()
    figures["causes"], figures["explained"] = len(minimal), int(bool(minimal))
    wrong += [f"no minimal cause: {text}" for cause in minimal for text in _not_minimal(causes, cause)]
    figures["changes offered"] += len(search.offered)
    if len(search.offered) <= FEW_CHANGES:
        figures["brute force"] += 1
        fitting = brute_force(search, [change for change in search.offered if not _moves(change)])
        offered = [repair.changes for repair in repairs if not any(map(_moves, repair.changes))]
        missed = (one for one in fitting if not any(is_weaker(other, one) for other in offered))
        wrong += [f"missed: {_texts(changes)}" for changes in missed]
        larger = (one for one in offered if any(_is_less(other, one) for other in fitting))
        wrong += [f"not minimal: {_texts(changes)}" for changes in larger]
    return wrong, figures


def _not_minimal(causes: Causes, cause: list[Fact]) -> Iterator[str]:
    """Yield what contradicts that these facts alone reject the pod, and that some node fits without any one of them."""
    others = [fact for fact in causes.facts if fact not in cause]
    fresh = Causes(causes.trial)
    if fresh.gained(others):
        yield f"{[fact.text for fact in cause]} do not reject the pod"
    for fact in cause:
        if not fresh.gained([*others, fact]):
            yield f"{[fact.text for fact in cause]} does without {fact.text}"


def _texts(changes: Changes) -> list[str]:
    return [change.text for change in changes]


def _is_less(one: Changes, other: Changes) -> bool:
    return is_weaker(one, other) and not is_weaker(other, one)


def _moves(change: Change) -> bool:
    """Return whether pods move: they may need the other changes of a set at their new node, which is not asked here."""
    return change.dial[0] == "move"


def _wrong(moment: Moment, trial: Trial, repair: Solution) -> Iterator[str]:
    if not fits(moment, trial, repair.changes):
        yield f"not a repair: {_texts(repair.changes)}"
    for i in range(len(repair.changes)):
        fewer = (*repair.changes[:i], *repair.changes[i + 1 :])
        if any(map(_moves, fewer)):
            continue
        if fewer and fits(moment, trial, fewer):
            yield f"does without {repair.changes[i].text}: {_texts(fewer)}"


def fits(moment: Moment, trial: Trial, changes: Changes) -> bool:
    """Return whether a node takes the pod in a cluster that is read again from manifests with the changes."""
    try:
        result = edited(changes, trial.sources.places(trial.pod), _manifests(moment))
    except InvalidInput:
        return False
    manifests = dict(result.manifests)
    content = {"config": manifests.pop(CONFIG), "objects": [m for m in manifests.values() if m]}
    former = moment.simulation
    try:
        scenario = Scenario.from_content(content, version=former.version, workloads=False)
    except InvalidInput:
        return False
    again = Simulation(scenario, former.version)
    again.handle.volumes, again.handle.nominator = former.handle.volumes, former.handle.nominator
    cycle = again.compute(moment.pod)
    if not isinstance(cycle, CycleRecord) or cycle.error:
        return False
    return bool(len(cycle.feasible)) or (preempts(changes) and bool(cycle.nominated_node))


def _manifests(moment: Moment) -> dict[str, Any]:
    """Return the manifests at this moment, by name: pods on the nodes that they have by now."""
    scenario, snapshot = moment.simulation.scenario, moment.simulation.handle.snapshot
    manifests: dict[str, Any] = {}
    for i, manifest in enumerate(scenario.manifests):
        kind, meta = manifest["kind"], manifest["metadata"]
        if kind != "Pod":
            named = f"{kind} {meta['namespace']}/" if meta.get("namespace") else f"{kind} "
            manifests[f"{named}{meta['name']}"] = manifest
            continue
        key = f"{meta.get('namespace') or 'default'}/{meta['name']}"
        node = snapshot.node_of(key)
        spec = {k: v for k, v in manifest["spec"].items() if k != "nodeName"}
        if node is not None:
            spec["nodeName"] = snapshot.nodes[node].name
        elif key not in moment.simulation.waiting:
            continue  # evicted, finished, or on a node that is not there
        manifests[f"Pod {key}"] = {**manifest, "spec": spec}
        assert i >= 0
    manifests[CONFIG] = scenario.config_manifest
    return manifests


def brute_force(search: Search, changes: list[Change]) -> list[Changes]:
    """Return all sets of up to three of the changes with which a node takes the pod."""
    return [
        chosen
        for size in range(1, MOST_CHANGES + 1)
        for chosen in combinations(changes, size)
        if len({change.dial for change in chosen}) == size and (size == 1 or not preempts(chosen))
        if _places(search, chosen)
    ]


def _places(search: Search, changes: Changes) -> bool:
    result = search.attempt(changes)
    return result is not None and placed_on(result) is not None


def checked() -> list[Recording]:
    """Return the recordings without resource claims, which no change is offered for."""
    return [r for r in recordings() if r.topic not in CLAIM_TOPICS]


def sampled(share: int) -> list[Recording]:
    """Return one of so many recordings."""
    return [r for r in checked() if crc32(f"whatif {r}".encode()) % share == 0]


def main() -> int:
    """Check all recordings of the base version and of those that answered otherwise; return 1 if something is wrong."""
    total, failed = Counter[str](), 0
    chosen = sampled(int(sys.argv[1])) if len(sys.argv) > 1 else checked()
    for recording in chosen:
        for moment in moments(recording):
            wrong, figures = problems(moment)
            total += figures
            failed += bool(wrong)
            for text in wrong:
                print(f"{moment}: {text}", flush=True)
    print(
        ", ".join(f"{number:,} {name}" for name, number in total.items()),
        f"{failed} with a problem",
        sep=", ",
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
