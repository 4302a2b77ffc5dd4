"""`why`: why pods of a live cluster wait, what is short, and which repairs were tried and help."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from pathlib import Path

from scheduler_core.advice.explanation import explanation
from scheduler_core.advice.quota import queue_cures
from scheduler_core.advice.whatif import RunInquiry
from scheduler_core.allowance import patience
from scheduler_core.explain.queueing import idle_workloads, queue_answer, waiting_workload
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.recording import Recording
from scheduler_core.explain.view.second_try import second_try
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded

from .asked import (
    asked_not_running,
    asked_pods,
    asked_uncreated,
    is_of_workload,
    refused_pod,
    waiting_for_quota,
)
from .input import add_seed
from .live import Live, add_live, print_answer, read_scenario, wants_data
from .not_running import NotRunning, not_running_lines
from .queueing_text import queue_lines, waiting_lines
from .repairs import SEARCH_SECONDS, found_repairs, new_nodes_for
from .shown import Shown
from .terminal import Progress, Terminal
from .unbound import UnboundPods, unbound_pods, waiting_for_volumes
from .uncreated import UncreatedPods
from .unknown_nodes import explain_without_nodes
from .why_contract import ClusterAnswer, Messages, PodAnswer, RefusedAnswer, WorkloadAnswer
from .why_text import cluster_lines, pod_lines

_OF_FILES = (".yaml", ".yml", ".json")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "name",
        nargs="?",
        metavar="POD | KIND/NAME",
        help="a pod, or a workload such as deploy/web; default: all pending pods",
    )
    add_seed(command)
    add_live(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer; return 1 if a pod that is asked about has no node, else 0. Raise InvalidInput."""
    if options.name and Path(options.name).suffix in _OF_FILES and Path(options.name).is_file():
        ask = worded("is a file, and `why` reads a running cluster: ask `whatif {name}`", name=options.name)
        raise InvalidInput.of(options.name, ask)
    progress = Progress()
    live = read_scenario(options, progress)
    if key := waiting_for_quota(live, options):
        return _not_admitted(live, key, options, progress)
    if (told := refused_pod(live, options)) is not None:
        return _refused(live, told, options, progress)
    pods = asked_pods(live, options)
    if not live.cluster.has_nodes:
        progress.end()
        return explain_without_nodes(live, pods, options.output)
    recording = Recording.of(live.scenario, seed=options.seed)
    if len(pods) == 1 and options.name is not None and not is_of_workload(options):
        return _one(live, recording, pods[0], options, progress)
    return _many(live, recording, pods, options, progress)


def _refused(live: Live, told: NotRunning, options: argparse.Namespace, progress: Progress) -> int:
    """Print that the kubelet refused a pod, and return 1."""
    progress.end()
    answer: RefusedAnswer = {**live.about(), "not_running": told}
    print_answer(live, options, answer, lambda _heading, terminal: not_running_lines(told, terminal))
    return 1


def _not_admitted(live: Live, key: str, options: argparse.Namespace, progress: Progress) -> int:
    """Print why Kueue does not admit a workload, and return 1."""
    answer: WorkloadAnswer = {
        **live.about(),
        "waiting": waiting_workload(live.scenario, key),
        "cures": queue_cures(live.scenario, key, seed=options.seed),
    }
    progress.end()
    print_answer(
        live, options, answer, lambda _heading, _terminal: waiting_lines(answer["waiting"], answer["cures"])
    )
    return 1


def _one(live: Live, recording: Recording, pod: Pod, options: argparse.Namespace, progress: Progress) -> int:
    answer = pod_answer(live, recording, pod, progress)
    if wants_data(options) and recording.attempts(pod.key):
        answer["explanation"] = explanation(recording, pod.key, answer["whatif"])
    progress.end()
    lines = partial(pod_lines, answer, everything=options.output == "wide")
    print_answer(live, options, answer, lines, contents=Shown(live.scenario, options.seed, pod.key))
    has_trouble = answer["unbound"] is not None or answer["not_running"] is not None
    return int(answer["node"] is None or has_trouble)


def _many(
    live: Live, recording: Recording, pods: list[Pod], options: argparse.Namespace, progress: Progress
) -> int:
    uncreated, bound = asked_uncreated(live, options), asked_not_running(live, options)
    answer = cluster_answer(live, recording, pods, uncreated, bound, progress)
    if wants_data(options):
        workloads = (workload for cause in answer["causes"] for workload in cause["workloads"])
        answer["explanations"] = [explanation(recording, workload["pod"]) for workload in workloads]
    progress.end()
    idle = idle_workloads(live.scenario, recording.placements)
    print_answer(
        live, options, answer, partial(_many_lines, answer, idle, everything=options.output == "wide")
    )
    is_refused = any(entry["refusal"] for entry in answer["uncreated"])
    queues_wait = answer["queues"] is not None and answer["queues"]["pending"] > 0
    return int(answer["waiting"] > 0 or bool(answer["unbound"]) or is_refused or queues_wait)


def _many_lines(
    answer: ClusterAnswer, idle: Collection[str], heading: str, terminal: Terminal, *, everything: bool
) -> Iterator[str]:
    """Yield why pods wait and, before the scheduler, workloads."""
    yield from cluster_lines(answer, heading, terminal, everything=everything)
    if queues := answer["queues"]:
        lines = list(queue_lines(queues, idle))
        yield from ("", *lines) if lines else ()


def pod_answer(live: Live, recording: Recording, pod: Pod, progress: Progress) -> PodAnswer:
    """Return why a pod has no node, and what would give it one; of a running pod, where it would go now."""
    node = recording.placements.get(pod.key)
    said = _said(live).get(pod.key, "")
    answer: PodAnswer = {
        **live.about(),
        "pod": pod.key,
        "created": pod.creation_timestamp,
        "runs_on": pod.node_name or None,
        "node": node,
        "message": _message(recording, pod),
        "said": said,
        "agrees": None if not said or node else said == _message(recording, pod),
        "unbound": next(iter(_unbound(live, [pod], [pod.key] if node else [])), None),
        "cause": None,
        "whatif": None,
        "explanation": None,
        "not_running": live.cluster.not_running.get(pod.key),
        "second_try": second_try(live.scenario, pod.key) if pod.node_name else None,
    }
    if node is None and answer["unbound"] is None:
        answer["cause"] = next(iter(causes(recording, [pod.key])["causes"]), None)
        answer["whatif"] = found_repairs(recording, pod.key, progress)
    return answer


def cluster_answer(
    live: Live,
    recording: Recording,
    pods: Iterable[Pod],
    uncreated: list[UncreatedPods],
    not_running: list[NotRunning],
    progress: Progress,
) -> ClusterAnswer:
    """Return the causes of all pods that wait among those that are asked about, and repairs by how many they place.

    `uncreated` are the pods among those asked about that do not exist, `not_running` those that have a node and do not
    run there.
    """
    asked = {pod.key for pod in pods}
    made = {key for keys in live.scenario.objects.expanded.values() for key in keys}
    waiting = {key for key in asked if key not in recording.placements}
    new_nodes = new_nodes_for(recording, waiting, progress)
    inquiry = RunInquiry(recording)
    if waiting:
        with patience(SEARCH_SECONDS, lambda: inquiry.repairs):
            for _ in inquiry.steps():
                state = inquiry.answer()
                classes = state["total"] // 3
                progress(
                    f"{state['done']} of {counted(classes, 'kind')} of waiting pods: "
                    f"{counted(len(state['repairs']), 'repair')}"
                )
                if state["done"] == classes:
                    break
    state = inquiry.answer()
    would_run = [e["pod"] for e in recording.finished if e["node"] and e["pod"] in asked - made]
    unbound = _unbound(live, [pod for pod in pods if pod.key not in made], would_run)
    not_bound = {pod for entry in unbound for pod in entry["pods"]}
    return {
        **live.about(),
        "seconds": round(live.cluster.seconds, 2),
        "asked": len(asked - made),
        "waiting": len(waiting),
        "would_run": [pod for pod in would_run if pod not in not_bound],
        "unbound": unbound,
        "not_running": not_running,
        "uncreated": uncreated,
        "created": {
            pod.key: pod.creation_timestamp for pod in live.scenario.objects.pods if pod.key in waiting
        },
        "messages": _compared(live, recording, waiting),
        "causes": causes(recording, waiting)["causes"],
        "repairs": [repair for repair in state["repairs"] if repair["pod"] in waiting],
        "new_nodes": new_nodes,
        "complete": state["done"] * 3 >= state["total"],
        "explanations": [],
        "queues": queue_answer(live.scenario),
    }


def _compared(live: Live, recording: Recording, waiting: set[str]) -> Messages:
    """Return how many of the scheduler's messages about waiting pods are those of the run."""
    said = {key: text for key, text in _said(live).items() if key in waiting}
    ours = {key: attempts[-1]["message"] for key in said if (attempts := recording.attempts(key))}
    return {
        "compared": len(said),
        "equal": sum(ours.get(key) == text for key, text in said.items()),
        "differing": [key for key, text in said.items() if ours.get(key) != text][:20],
    }


def _unbound(live: Live, pods: Iterable[Pod], would_run: Iterable[str]) -> list[UnboundPods]:
    """Return those of the pods for which a node was chosen, and whose binding failed or waits for a volume.

    `would_run` are those that get a node in the run.
    """
    said, storage = _said(live), live.scenario.objects.storage
    return [*unbound_pods(said, would_run), *waiting_for_volumes(storage, pods, said, live.cluster.events)]


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
