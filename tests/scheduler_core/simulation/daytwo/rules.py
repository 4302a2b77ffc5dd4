"""What every play must keep, whatever its cluster, steps and seed: `broken_rules` has what it does not."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core import Play, Scenario, moment_content, simulate
from scheduler_core.contract import PlayMoment, Timeline


def broken_rules(timeline: Timeline) -> Iterator[str]:
    """Yield what a play does against the bounds of pods, rollouts and budgets."""
    yield from _of_pods(timeline)
    yield from _of_rollouts(timeline)
    yield from _of_budgets(timeline)


def _of_pods(timeline: Timeline) -> Iterator[str]:
    """Each pod is created, placed, deleted and gone in this order, once, on a node that is there."""
    present = {entry["name"]: entry["present"] for entry in timeline["nodes"]}
    alive: set[str] = set()
    for moment in timeline["moments"]:
        pod = moment.get("pod", "")
        if moment["kind"] == "pod-created":
            if pod in alive:
                yield f"{pod} is created while it exists"
            alive.add(pod)
        elif moment["kind"] == "pod-gone":
            alive.discard(pod)
    for stay in timeline["stays"]:
        moments = (stay["created"], stay["placed"], stay["deleting"], stay["gone"])
        order = [at for at in moments if at is not None]
        if order != sorted(order):
            yield f"{stay['pod']} has its moments in disorder"
        node, placed = stay["node"], stay["placed"]
        if node is not None and placed is not None and not _is_on(present[node], placed):
            yield f"{stay['pod']} is placed on a node that is not there"
        if len(stay["available"]) % 2 and stay["gone"] is not None:
            yield f"{stay['pod']} is gone and available"


def _is_on(toggles: list[int], moment: int) -> bool:
    return sum(toggle <= moment for toggle in toggles) % 2 == 1


def _of_rollouts(timeline: Timeline) -> Iterator[str]:
    """A rolling update never has more pods than allowed, and takes none that is available below the minimum."""
    entry = next(w for w in timeline["workloads"] if w["workload"] == "Deployment default/web")
    moments, bounds, actions = timeline["moments"], entry["bounds"], timeline["actions"]
    # Until their garbage is collected a Deployment counts the pods of a node that is gone.
    removed = min((a["first"] for a in actions if a["kind"] == "removeNodes"), default=len(moments))
    scaled = {action["first"] for action in actions if action["kind"] in ("start", "scale")}
    begins = [action["first"] for action in actions]
    last_at = {moments[point["moment"]]["at"]: point["moment"] for point in entry["series"]}
    for point in entry["series"]:
        number = point["moment"]
        bound = [b for b in bounds if b["moment"] <= number][-1]
        least, most = bound["available_at_least"], bound["in_all_at_most"]
        if last_at[moments[number]["at"]] == number and point["in_all"] > most:
            yield f"{point['in_all']} pods at {number}, at most {most} are allowed"
        if actions[-1]["settled"] and point is entry["series"][-1] and point["in_all"] < least:
            yield f"only {point['in_all']} pods at the end"
        is_scaled = max(b for b in begins if b <= number) in scaled or len(bounds) > 1
        takes = moments[number]["why"]["code"] == "replicaset surplus" and number < removed and not is_scaled
        if takes and point["available"] < least and _was_available(timeline, moments[number]):
            yield f"{point['available']} available at {number}, at least {least}"


def _was_available(timeline: Timeline, moment: PlayMoment) -> bool:
    return any(
        stay["pod"] == moment.get("pod") and moment["number"] in stay["available"][1::2]
        for stay in timeline["stays"]
    )


def _of_budgets(timeline: Timeline) -> Iterator[str]:
    """A drain takes no pod that is available while its budget allows no disruption."""
    for entry in timeline["budgets"]:
        for moment in timeline["moments"]:
            is_drained = moment["kind"] == "pod-deleting" and moment["why"]["code"] == "drain"
            if is_drained and moment["pod"].startswith("default/web-") and _was_available(timeline, moment):
                before = [point for point in entry["series"] if point["moment"] < moment["number"]]
                if before and before[-1]["allowed"] < 1:
                    yield f"{moment['pod']} is evicted at {moment['number']} against its budget"


def decides_alike(whole: Play, moment: PlayMoment) -> bool:
    """Return whether the content of a cycle's moment, run with its seed, decides the same."""
    content = moment_content(whole, moment["number"])
    opened = Scenario.from_content(content, version=whole.start.scenario.version)
    cycle = next(e for e in simulate(opened, seed=moment["seed"]) if e["kind"] == "cycle.finished")
    return (cycle["pod"], cycle["node"]) == (moment["pod"], moment.get("node"))
