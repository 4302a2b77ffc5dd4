"""How steps of day two ended in a real cluster is among the ends that the same steps have here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scheduler_core import load, play, prepare
from scheduler_core.contract import Timeline
from tests.conformance.real import RECORDED_UNDER, read_real
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
    first = first_nodes(case)
    start = prepare(load(SOURCES[f"day-two-{case}"]).under_release(RECORDED_UNDER))
    timelines = [play(start, seed=seed).timeline() for seed in SEEDS]
    return [set(of_step) for of_step in zip(*(step_ends(t, first) for t in timelines), strict=True)]


def first_nodes(case: str) -> list[str]:
    """Return the nodes of the start by name; steps may add others, under names of their own."""
    return sorted(CASES[case]["plays"][0][0]["counts"])


def step_ends(timeline: Timeline, first: list[str]) -> Iterator[str]:
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
        yield text_of(counts, pending, first)


def text_of(counts: dict[str, int], pending: int, first: list[str]) -> str:
    """Return the pods by node, and how many wait.

    `first` are the nodes of the start; of those that came later the ones with pods follow.
    """
    later = sorted(name for name in counts.keys() - first if counts[name])
    return "/".join(str(counts.get(name, 0)) for name in [*first, *later]) + f" and {pending} pending"


@pytest.mark.parametrize("case", CASES)
def test_ends_of_a_real_cluster_are_among_those_of_the_play(case: str) -> None:
    played = ends(case)
    until = EXPLAINED.get(case, (len(played), ""))[0]
    for number, ends_here in enumerate(played[:until]):
        recorded = [steps[number] for steps in CASES[case]["plays"]]
        real = {text_of(step["counts"], step["pending"], first_nodes(case)) for step in recorded}
        assert real & ends_here, f"step {number}: {sorted(real)} against {sorted(ends_here)}"
