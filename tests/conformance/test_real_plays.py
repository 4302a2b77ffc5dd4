"""How steps of day two ended in a real cluster is among the ends that the same steps have here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scheduler_core import load, play, prepare
from scheduler_core.contract import Timeline
from tests.conformance.real import RECORDED_UNDER, Json, read_real
from webui.features.gallery.cases import read_cases

SEEDS = range(1, 13)
CASES = {row["case"]: row for row in read_real("plays")}
# By case the first step that the recording tells otherwise, and why.
EXPLAINED = {
    "x-scaledown-7-3": (
        0,
        "three filters of equal nodes finished in another order than the nodes were visited in",
    ),
    "x-full-cluster-roll": (0, "the same"),
    "pod-deletion-cost": (1, "the recorder made the ReplicaSet before the pods, which it then added to"),
    "x-taint-tolsec": (1, "the recorder went on after 14 quiet seconds, before tolerationSeconds had passed"),
    "x-drain-two-pdb": (
        3,
        "the recorder repeated refused evictions for 30 seconds, kubectl and the play go on",
    ),
}
SOURCES = {f"day-two-{case}": row.get("source", "") for case, row in CASES.items()} | {
    case.slug: case.source for case in read_cases()
}


def ends(case: str) -> list[set[str]]:
    """Return the ends of the start and of each step over the seeds."""
    start = prepare(load(SOURCES[f"day-two-{case}"]).under_release(RECORDED_UNDER))
    timelines = [play(start, seed=seed).timeline() for seed in SEEDS]
    return [set(of_step) for of_step in zip(*map(step_ends, timelines), strict=True)]


def step_ends(timeline: Timeline) -> Iterator[str]:
    """Yield what is there at the end of each step."""
    names = [node["name"] for node in timeline["nodes"]]
    for action in timeline["actions"]:
        last, counts, pending = action["last"], dict.fromkeys(names, 0), 0
        for stay in timeline["stays"]:
            there = stay["created"] <= last and (stay["gone"] is None or stay["gone"] > last)
            if not there or (stay["deleting"] is not None and stay["deleting"] <= last):
                continue
            if stay["placed"] is None or stay["placed"] > last or stay["node"] is None:
                pending += 1
            else:
                counts[stay["node"]] += 1
        yield text_of(counts, pending)


def recorded_end(step: Json) -> str:
    return text_of(step["counts"], step["pending"])


def text_of(counts: dict[str, int], pending: int) -> str:
    """Return the pods by node, of the nodes in order of their names, and how many wait."""
    taken = "/".join(str(counts[name]) for name in sorted(counts)).rstrip("/0")  # nodes may come later
    return f"{taken} and {pending} pending"


@pytest.mark.parametrize("case", CASES)
def test_ends_of_a_real_cluster_are_among_those_of_the_play(case: str) -> None:
    played = ends(case)
    until = EXPLAINED.get(case, (len(played), ""))[0]
    for number, ends_here in enumerate(played[:until]):
        real = {recorded_end(steps[number]) for steps in CASES[case]["plays"]}
        assert real & ends_here, f"step {number}: {sorted(real)} against {sorted(ends_here)}"
