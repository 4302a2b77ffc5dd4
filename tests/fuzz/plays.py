"""Random clusters, steps and seeds: what every play must keep, whatever happens."""

from __future__ import annotations

from random import Random
from typing import Any

from scheduler_core import InvalidInput, Play, Scenario, Step, moment_content, play, read_steps, simulate
from scheduler_core.contract import PlayMoment, PlayStay, SeriesPoint, Timeline, WorkloadBounds
from tests.fuzz.inputs import Fault, sent
from tests.scheduler_core.simulation.daytwo.clusters import (
    HOSTNAME,
    ZONE,
    apart,
    budget,
    node,
    scenario,
    spread,
    workload,
)
from tests.scheduler_core.simulation.steps.examples import STEPS

_OPENED = 3


def played(random: Random) -> None:
    """Play random steps twice; raise Fault if the plays differ or break a rule."""
    objects, steps = _cluster(random), [_step(random) for _ in range(random.randint(1, 4))]
    seed = random.randrange(1000)
    sent.text = repr((objects, steps, seed))
    start = scenario(*objects)
    try:
        first = play(start, _read(steps), seed)
    except InvalidInput:  # a step names a zone that an earlier one has emptied
        return
    second = play(start, _read(steps), seed)
    if first.timeline() != second.timeline():
        raise Fault("two plays of a seed differ")
    timeline = first.timeline()
    _check_pods(timeline)
    _check_bounds(timeline)
    _check_budgets(timeline)
    cycles = [moment for moment in timeline["moments"] if "seed" in moment]
    for moment in random.sample(cycles, min(_OPENED, len(cycles))):
        _check_opened(first, moment)


def _read(steps: list[dict[str, Any]]) -> tuple[Step, ...]:
    try:
        return read_steps(steps)
    except InvalidInput as error:
        raise Fault(f"a step is refused: {error}") from error


# ---- inputs ----


def _cluster(random: Random) -> list[dict[str, Any]]:
    nodes = [
        node(f"node-{i}", random.choice((2, 4, 8)), zone="abc"[i % 3]) for i in range(random.randint(3, 7))
    ]
    pod = random.choice(({}, spread(ZONE), spread(HOSTNAME), spread(ZONE, nodeTaintsPolicy="Honor"), apart()))
    rolling = {
        "maxSurge": random.choice((0, 1, 2, "25%", "100%")),
        "maxUnavailable": random.choice((0, 1, 2, "25%", "50%")),
    }
    web = workload(
        replicas=random.randint(1, 8),
        pod=pod,
        strategy={"rollingUpdate": rolling},
        minReadySeconds=random.choice((0, 0, 5)),
    )
    policy = random.choice(("OrderedReady", "Parallel"))
    db = workload("StatefulSet", "db", random.randint(1, 3), podManagementPolicy=policy)
    objects = [*nodes, web, db, workload("DaemonSet", "agent"), workload("Job", "sum", 1)]
    if random.random() < 0.6:
        bound: dict[str, Any] = {
            random.choice(("minAvailable", "maxUnavailable")): random.choice((1, 2, "50%"))
        }
        objects.append(budget(**bound))
    return objects


def _step(random: Random) -> dict[str, Any]:
    name, zone = f"node-{random.randrange(3)}", {"key": ZONE, "value": random.choice("abc")}
    name_or_zone: Any = random.choice((name, zone))
    step: dict[str, Any] = random.choice(
        (
            {"rollout": "web", "image": f"web:{random.randrange(3)}"},
            {"rollout": "web", "readySeconds": [1, random.randint(1, 30)]},
            {"rollout": "StatefulSet db", "image": "db:2"},
            {"rollout": "DaemonSet agent", "image": "agent:2"},
            {"scale": "web", "replicas": random.randint(0, 9)},
            {"scale": "StatefulSet db", "replicas": random.randint(0, 4)},
            {"drain": name},
            {"drain": name_or_zone},
            {"drain": [f"node-{i}" for i in range(3)]},
            {"cordon": name_or_zone},
            {"uncordon": name_or_zone},
            {"taint": name, "key": "hot", "effect": random.choice(("NoSchedule", "NoExecute"))},
            {"untaint": name, "key": "hot"},
            {"label": name, "labels": {ZONE: random.choice("abcd")}},
            {"addNodes": random.randint(1, 3), "like": name},
            {"lose": name_or_zone},
            {"restore": name_or_zone},
            {"deletePods": {"app": random.choice(("web", "db"))}} if random.random() < 0.3 else {"wait": 60},
            {"wait": random.randint(0, 400)},
            *STEPS.values(),
        )
    )
    return {**step, "after": random.randint(0, 30)} if random.random() < 0.3 else step


# ---- rules ----


def _check_pods(timeline: Timeline) -> None:
    """Each pod is created, placed, deleted and gone in this order, once, on a node that is there."""
    present = {entry["name"]: entry["present"] for entry in timeline["nodes"]}
    alive: set[str] = set()
    for moment in timeline["moments"]:
        pod = moment.get("pod", "")
        if moment["kind"] == "pod-created":
            if pod in alive:
                raise Fault(f"{pod} is created while it exists")
            alive.add(pod)
        elif moment["kind"] == "pod-gone":
            alive.discard(pod)
    for stay in timeline["stays"]:
        order = [
            at for key in ("created", "placed", "deleting", "gone") if (at := _at(stay, key)) is not None
        ]
        if order != sorted(order):
            raise Fault(f"{stay['pod']} has its moments in disorder")
        if (
            stay["node"] is not None
            and stay["placed"] is not None
            and not _is_there(present[stay["node"]], stay["placed"])
        ):
            raise Fault(f"{stay['pod']} is placed on a node that is not there")
        if len(stay["available"]) % 2 and stay["gone"] is not None:
            raise Fault(f"{stay['pod']} is gone and available")


def _at(stay: PlayStay, key: str) -> int | None:
    moments: dict[str, int | None] = {
        "created": stay["created"],
        "placed": stay["placed"],
        "deleting": stay["deleting"],
        "gone": stay["gone"],
    }
    return moments[key]


def _is_there(toggles: list[int], moment: int) -> bool:
    return sum(toggle <= moment for toggle in toggles) % 2 == 1


def _check_bounds(timeline: Timeline) -> None:
    """A rolling update never has more pods than allowed, and takes none that is available below the minimum."""
    entry = next(w for w in timeline["workloads"] if w["workload"] == "Deployment default/web")
    moments, bounds = timeline["moments"], entry["bounds"]
    # Until their garbage is collected a Deployment counts the pods of a node that is gone.
    removed = min(
        (a["first"] for a in timeline["actions"] if a["kind"] == "removeNodes"), default=len(moments)
    )
    scaled = {action["first"] for action in timeline["actions"] if action["kind"] in ("start", "scale")}
    begins = sorted([action["first"] for action in timeline["actions"]])
    last_at: dict[float, int] = {}
    for point in entry["series"]:
        last_at[moments[point["moment"]]["at"]] = point["moment"]
    for point in entry["series"]:
        number = point["moment"]
        bound = [b for b in bounds if b["moment"] <= number][-1]
        is_last = last_at[moments[number]["at"]] == number
        if is_last and point["in_all"] > bound["in_all_at_most"]:
            raise Fault(f"{point['in_all']} pods at {number}, at most {bound['in_all_at_most']} are allowed")
        is_end = timeline["actions"][-1]["settled"] and point is entry["series"][-1]
        if is_end and point["in_all"] < bound["available_at_least"]:
            raise Fault(f"only {point['in_all']} pods at the end")
        is_scaled = max(b for b in begins if b <= number) in scaled or len(bounds) > 1
        takes = moments[number]["why"]["code"] == "replicaset surplus" and number < removed
        if takes and not is_scaled and _was_available(timeline, moments[number]):
            _check_least(point, bound)


def _check_least(point: SeriesPoint, bound: WorkloadBounds) -> None:
    available, least = point["available"], bound["available_at_least"]
    if available < least:
        raise Fault(f"{available} available at {point['moment']}, at least {least}")


def _was_available(timeline: Timeline, moment: PlayMoment) -> bool:
    return any(
        stay["pod"] == moment.get("pod") and moment["number"] in stay["available"][1::2]
        for stay in timeline["stays"]
    )


def _check_budgets(timeline: Timeline) -> None:
    """A drain takes no pod that is available while its budget allows no disruption."""
    for entry in timeline["budgets"]:
        for moment in timeline["moments"]:
            is_drained = moment["kind"] == "pod-deleting" and moment["why"]["code"] == "drain"
            if is_drained and moment["pod"].startswith("default/web-") and _was_available(timeline, moment):
                before = [point for point in entry["series"] if point["moment"] < moment["number"]]
                if before and before[-1]["allowed"] < 1:
                    raise Fault(f"{moment['pod']} is evicted at {moment['number']} against its budget")


def _check_opened(whole: Play, moment: PlayMoment) -> None:
    """The content of a cycle's moment, run with its seed, decides the same."""
    opened = Scenario.from_content(
        moment_content(whole, moment["number"]), version=whole.start.scenario.version
    )
    cycle = next(e for e in simulate(opened, seed=moment["seed"]) if e["kind"] == "cycle.finished")
    if (cycle["pod"], cycle["node"]) != (moment["pod"], moment.get("node")):
        raise Fault(f"the opened cycle of moment {moment['number']} decides otherwise")
