"""A gang: its members in the order of trying, what each was given, an order that works; and a quota for all."""

from __future__ import annotations

from scheduler_core import queue_answer
from webui.features.learn.scene import Figures, Member, Quota
from webui.features.learn.turn import DEFAULT_NAMESPACE, Turn


def members(turn: Turn) -> list[Member]:
    """Return the pods of the run in the order of their first attempts."""
    recording = turn.recording
    first = {event["pod"]: event for event in reversed(recording.finished)}
    events = sorted(first.values(), key=lambda event: event["cycle"])
    cpu = {pod.key: dict(pod.template.requests).get("cpu", 0) for pod in recording.scenario.objects.pods}
    return [
        {
            "pod": event["pod"].removeprefix(DEFAULT_NAMESPACE),
            "cpu": cpu[event["pod"]],
            "tried": (event["gang"]["assumed"] if "gang" in event else event["node"]) or "",
            "bound": recording.placements.get(event["pod"], ""),
        }
        for event in events
    ]


def figures(turn: Turn, drawn: list[Member]) -> Figures:
    """Return where each member was put when it was tried, and an order in which all fit, if the engine finds one."""
    counted: Figures = {}
    for member in drawn:
        counted[f"{member['pod']}.cpu"] = member["cpu"] // 1000
        counted[f"{member['pod']}.tried"] = member["tried"]
    other = turn.recording.another_order(turn.event["cycle"])
    if other and other["found"]:
        order = [pod.removeprefix(DEFAULT_NAMESPACE) for pod in other["order"]]
        counted["order"] = " → ".join(order)
        counted |= {
            f"{pod.removeprefix(DEFAULT_NAMESPACE)}.works": node for pod, node in other["nodes"].items()
        }
    return counted


def quota(turn: Turn) -> Quota | None:
    """Return the queue that admitted the pods or did not; None where no Kueue comes before the scheduler."""
    scenario = turn.recording.scenario
    answer = queue_answer(scenario)
    queue = next((m for m in scenario.manifests if m["kind"] == "ClusterQueue"), None)
    if answer is None or queue is None:
        return None
    given = (flavor for group in queue["spec"]["resourceGroups"] for flavor in group["flavors"])
    cores = (int(r["nominalQuota"]) for flavor in given for r in flavor["resources"] if r["name"] == "cpu")
    pods = (pod for pod in scenario.objects.pods if not pod.node_name)
    return {
        "queue": queue["metadata"]["name"],
        "cpu": 1000 * sum(cores),
        "asked": sum(dict(pod.template.requests).get("cpu", 0) for pod in pods),
        "admitted": answer["pending"] == 0,
    }


def quota_figures(drawn: Quota) -> Figures:
    """Return the whole cores of a quota and of what is asked, and whether that was admitted."""
    return {
        "quota": drawn["cpu"] // 1000,
        "asked": drawn["asked"] // 1000,
        "admitted": "yes" if drawn["admitted"] else "no",
    }
