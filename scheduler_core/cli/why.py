"""`why`: why pods of a live cluster wait, what is short, and which repairs were tried and help."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from time import monotonic

from scheduler_core.advice.quota import queue_cures
from scheduler_core.advice.whatif import RunInquiry
from scheduler_core.explain.queueing import queue_answer, waiting_workload
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.causes.contract import Cause, Causes, PendingWorkload
from scheduler_core.explain.view.recording import Recording
from scheduler_core.explain.view.second_try import second_try
from scheduler_core.kubernetes.objects.pod import Pod

from .asked import asked_pods, is_of_workload, waiting_for_quota
from .live import Live, add_live, print_value, read_scenario, report_unread
from .queueing_text import queue_lines, waiting_lines
from .repairs import SEARCH_SECONDS, found_repairs
from .terminal import Progress, Terminal
from .unknown_nodes import explain_without_nodes
from .why_contract import ClusterAnswer, Messages, PodAnswer, WorkloadAnswer
from .why_text import cluster_lines, pod_lines


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "name",
        nargs="?",
        metavar="POD | KIND/NAME",
        help="a pod, or a workload such as deploy/web; without it all pods that wait",
    )
    command.add_argument(
        "--seed", type=int, help="break ties as the version does, where it draws with this seed"
    )
    add_live(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer; return 1 if a pod that is asked about has no node, else 0. Raise InvalidInput."""
    progress, terminal = Progress(), Terminal.of_stdout(wide=options.output == "wide")
    live = read_scenario(options, progress)
    if key := waiting_for_quota(live, options):
        return _not_admitted(live, key, options, progress, terminal)
    pods = asked_pods(live, options)
    if not live.cluster.has_nodes:
        progress.end()
        return explain_without_nodes(live, pods, options.output, terminal)
    recording = Recording.of(live.scenario, seed=options.seed)
    if len(pods) == 1 and not is_of_workload(options) and options.name is not None:
        exit_code = _one(live, recording, pods[0], options, progress, terminal)
    else:
        exit_code = _many(live, recording, pods, options, progress, terminal)
    report_unread(live.cluster, terminal)
    return exit_code


def _not_admitted(
    live: Live, key: str, options: argparse.Namespace, progress: Progress, terminal: Terminal
) -> int:
    """Print why Kueue does not admit a workload, and return 1."""
    answer: WorkloadAnswer = {
        "context": live.cluster.context,
        "kubernetes": live.scenario.version.name,
        "nodes": len(live.scenario.objects.nodes),
        "unread": live.cluster.unread,
        "waiting": waiting_workload(live.scenario, key),
        "cures": queue_cures(live.scenario, key, seed=options.seed),
    }
    progress.end()
    if options.output in ("json", "yaml"):
        print_value(answer, options.output)
    else:
        print(*waiting_lines(answer["waiting"], answer["cures"]), sep="\n")
    report_unread(live.cluster, terminal)
    return 1


def _one(
    live: Live,
    recording: Recording,
    pod: Pod,
    options: argparse.Namespace,
    progress: Progress,
    terminal: Terminal,
) -> int:
    answer = pod_answer(live, recording, pod, progress)
    progress.end()
    if options.output in ("json", "yaml"):
        print_value(answer, options.output)
    else:
        print(
            *pod_lines(answer, live.heading(terminal), terminal, everything=options.output == "wide"),
            sep="\n",
        )
    return int(answer["node"] is None)


def _many(
    live: Live,
    recording: Recording,
    pods: list[Pod],
    options: argparse.Namespace,
    progress: Progress,
    terminal: Terminal,
) -> int:
    answer = cluster_answer(live, recording, pods, progress)
    progress.end()
    if options.output in ("json", "yaml"):
        print_value(answer, options.output)
    else:
        print(
            *cluster_lines(answer, live.heading(terminal), terminal, everything=options.output == "wide"),
            sep="\n",
        )
        if (queues := answer.get("queues")) and (lines := list(queue_lines(queues))):
            print("", *lines, sep="\n")
    return int(bool(answer["waiting"] or answer.get("queues", {}).get("pending")))


def pod_answer(live: Live, recording: Recording, pod: Pod, progress: Progress) -> PodAnswer:
    """Return why a pod has no node, and what would give it one; of a running pod, where it would go now."""
    node = recording.placements.get(pod.key)
    said = _said(live).get(pod.key, "")
    answer: PodAnswer = {
        "context": live.cluster.context,
        "kubernetes": live.scenario.version.name,
        "nodes": len(live.scenario.objects.nodes),
        "unread": live.cluster.unread,
        "pod": pod.key,
        "created": pod.creation_timestamp,
        "runs_on": pod.node_name or None,
        "node": node,
        "message": _message(recording, pod),
        "said": said,
        "agrees": None if not said or node else said == _message(recording, pod),
        "cause": None,
        "whatif": None,
        "second_try": second_try(live.scenario, pod.key) if pod.node_name else None,
    }
    if node is None:
        answer["cause"] = _cause_of(pod, causes(recording))
        answer["whatif"] = found_repairs(recording, pod.key, progress)
    return answer


def _cause_of(pod: Pod, found: Causes) -> Cause | None:
    """Return the cause of a pod with the figures of its workload alone; None if it is not among the listed ones."""
    for cause in found["causes"]:
        for workload in cause["workloads"]:
            if _has(workload, pod):
                return {**cause, "workloads": [workload]}
    return None


def _has(workload: PendingWorkload, pod: Pod) -> bool:
    return workload["namespace"] == pod.namespace and pod.name in workload["pods"]


def cluster_answer(
    live: Live, recording: Recording, pods: Iterable[Pod], progress: Progress
) -> ClusterAnswer:
    """Return the causes of all pods that wait among those that are asked about, and repairs by how many they place."""
    asked = [pod.key for pod in pods]
    waiting = {key for key in asked if key not in recording.placements}
    found = _of(causes(recording), waiting)
    inquiry, began = RunInquiry(recording), monotonic()
    if waiting:
        for _ in inquiry.steps():
            state = inquiry.answer()
            progress(
                f"{state['done']} of {state['total'] // 3} kinds of waiting pods: {len(state['repairs'])} repairs"
            )
            if state["done"] * 3 >= state["total"] or monotonic() - began > SEARCH_SECONDS:
                break
    state = inquiry.answer()
    queues = queue_answer(live.scenario)
    return {
        **({"queues": queues} if queues else {}),
        "context": live.cluster.context,
        "kubernetes": live.scenario.version.name,
        "nodes": len(live.scenario.objects.nodes),
        "seconds": round(live.cluster.seconds, 2),
        "unread": live.cluster.unread,
        "asked": len(asked),
        "waiting": len(waiting),
        "would_run": [e["pod"] for e in recording.finished if e["node"] and e["pod"] in asked],
        "created": {
            pod.key: pod.creation_timestamp for pod in live.scenario.objects.pods if pod.key in waiting
        },
        "messages": _compared(live, recording, waiting),
        "causes": found["causes"],
        "repairs": [repair for repair in state["repairs"] if repair["pod"] in waiting],
        "complete": state["done"] * 3 >= state["total"],
    }


def _of(found: Causes, waiting: set[str]) -> Causes:
    """Return the causes of these pods alone."""
    listed = []
    for cause in found["causes"]:
        workloads = [
            w for w in cause["workloads"] if any(f"{w['namespace']}/{name}" in waiting for name in w["pods"])
        ]
        if workloads:
            count = sum(workload["pod_count"] for workload in workloads)
            listed.append(
                {**cause, "workloads": workloads, "workload_count": len(workloads), "pod_count": count}
            )
    return {**found, "causes": listed}  # type: ignore[typeddict-item]


def _compared(live: Live, recording: Recording, waiting: set[str]) -> Messages:
    """Return how many of the scheduler's messages about waiting pods are those of the run."""
    said = {key: text for key, text in _said(live).items() if key in waiting}
    ours = {key: attempts[-1]["message"] for key in said if (attempts := recording.attempts(key))}
    return {
        "compared": len(said),
        "equal": sum(ours.get(key) == text for key, text in said.items()),
        "differing": [key for key, text in said.items() if ours.get(key) != text][:20],
    }


def _said(live: Live) -> dict[str, str]:
    """Return the scheduler's messages by pod, under the names of the answer."""
    names = live.names
    return {
        "/".join(names.get(part, part) for part in key.split("/")): text
        for key, text in live.cluster.messages.items()
    }


def _message(recording: Recording, pod: Pod) -> str:
    attempts = recording.attempts(pod.key)
    return (attempts[-1]["message"] or "") if attempts else ""
