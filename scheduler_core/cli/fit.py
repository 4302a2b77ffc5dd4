"""`fit`: would the pods of a manifest fit into a live cluster now, how often, and what is missing."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NotRequired

from scheduler_core.advice.explanation import PodExplanation, explanation
from scheduler_core.advice.quota import queue_cures
from scheduler_core.advice.quota.contract import QueueCures
from scheduler_core.advice.scaling.contract import ScaleUp
from scheduler_core.advice.whatif import CapacityInquiry
from scheduler_core.advice.whatif.cluster_contract import MoreCapacity
from scheduler_core.advice.whatif.contract import WhatIf
from scheduler_core.advice.whatif.templates import widened
from scheduler_core.explain.queueing import queue_answer, waiting_workload
from scheduler_core.explain.queueing.contract import AdmittedWorkload, EvictedWorkload, WaitingWorkload
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.resources_read import READ
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.run.scenario import Scenario

from .capacity import capacity_lines
from .input import add_seed, read
from .live import Answer, Live, add_live, print_answer, read_scenario, wants_data
from .queueing_text import waiting_lines
from .repairs import found_repairs, new_nodes_for, repair_lines
from .scaling_text import scale_up_lines
from .shown import Shown
from .terminal import Progress, Terminal

_CLUSTER_KINDS: Final = frozenset(resource.kind for resource in READ if not resource.is_namespaced)


class NotAdmitted(TypedDict):
    """A workload of the manifest that would wait for Kueue, and what would let it be admitted."""

    waiting: WaitingWorkload
    cures: QueueCures


class FitAnswer(Answer):
    """Whether the pods of a manifest would get nodes now."""

    placements: dict[str, str | None]
    """By pod of the manifest, its node; None: none."""
    more: MoreCapacity | None
    """How many more of them would fit; None where not all do."""
    new_nodes: list[ScaleUp]
    """With `--pools`, the nodes that autoscalers make for those that do not fit; empty if all do."""
    whatif: WhatIf | None
    """What it would take to place the first that does not fit; None if all do."""
    explanation: PodExplanation | None
    """The open form of why that one does not fit, for programs."""
    admitted: NotRequired[list[AdmittedWorkload]]
    """Workloads of the manifest that Kueue would admit; absent if there are none."""
    ready_seconds: NotRequired[int]
    """After how long Kueue would evict one whose pods are not ready, 0 for never; absent without any."""
    not_admitted: NotRequired[list[NotAdmitted]]
    """Workloads of the manifest that Kueue would not admit; absent if there are none."""
    preempted: NotRequired[list[EvictedWorkload]]
    """Workloads that Kueue would preempt for them; absent if there are none."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "-f",
        "--filename",
        required=True,
        metavar="FILE",
        help="manifests with pods or workloads, - for stdin",
    )
    command.add_argument(
        "--by", default=ZONE, metavar="KEY", help=f"count by this topology key; default: {ZONE}"
    )
    command.add_argument(
        "--pools",
        action="store_true",
        help="also say which nodes autoscalers would make for what does not fit, and what they cost",
    )
    add_seed(command)
    add_live(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer; return 1 if not all pods of the manifest are admitted and get a node, else 0.

    With `--pools` also on a new node. Raise InvalidInput.
    """
    progress = Progress()
    manifests = parse_source(read(options.filename), NO_LIMITS)
    live = read_scenario(options, progress)
    added = [_in_namespace(manifest, live.cluster.namespace) for manifest in manifests]
    wide = widened(live.scenario, added)
    answer = _answer(live, wide, options, progress)
    progress.end()
    lines = partial(_lines, answer, everything=options.output == "wide")
    print_answer(live, options, answer, lines, contents=Shown(wide, options.seed))
    made = {pod for scale_up in answer["new_nodes"] for pod in scale_up["placed"]}
    is_left = any(node is None and pod not in made for pod, node in answer["placements"].items())
    return int(is_left or "not_admitted" in answer)


def _in_namespace(manifest: Any, namespace: str) -> Any:
    """Return a manifest as kubectl would send it: in the namespace that is asked about, where it names none."""
    meta = manifest.get("metadata") if isinstance(manifest, dict) else None
    if not isinstance(meta, dict) or kind_of(manifest) in _CLUSTER_KINDS:
        return manifest
    return {**manifest, "metadata": {"namespace": namespace, **meta}}


def _answer(live: Live, wide: Scenario, options: argparse.Namespace, progress: Progress) -> FitAnswer:
    """Return where the new pods go; raise InvalidInput if the manifests make none, or the API server would refuse."""
    former = {pod.key for pod in live.scenario.objects.pods}
    new = [pod for pod in wide.objects.pods if pod.key not in former]
    refused_before = {refusal.object for refusal in live.scenario.admitted.refusals}
    if refusals := [r for r in wide.admitted.refusals if r.object not in refused_before]:
        raise InvalidInput(
            [
                InputError("", worded("would not be created: {message}", message=r.message), object=r.name)
                for r in refusals
            ]
        )
    queues = _queues(live, wide, options.seed)
    if not new and not queues.get("not_admitted"):
        raise InvalidInput.of("", worded("must create a pod"), object=options.filename)
    recording = Recording.of(wide, seed=options.seed)
    placements = {pod.key: recording.placements.get(pod.key) for pod in new}
    waiting = [pod for pod, node in placements.items() if node is None]
    new_nodes = new_nodes_for(recording, waiting, progress) if options.pools else []
    helped = {pod for scale_up in new_nodes for pod in scale_up["placed"]}
    missing = next((pod for pod in waiting if pod not in helped), None)
    whatif = None if missing is None else found_repairs(recording, missing, progress)
    answer: FitAnswer = {
        **live.about(),
        "placements": placements,
        "more": _more(recording, new, options.by, progress) if new and not waiting else None,
        "new_nodes": new_nodes,
        "whatif": whatif,
        "explanation": None,
        **queues,
    }
    if missing is not None and wants_data(options):
        answer["explanation"] = explanation(recording, missing, whatif)
    return answer


class _Queues(TypedDict):
    """What Kueue would do with the workloads of the manifest."""

    admitted: NotRequired[list[AdmittedWorkload]]
    ready_seconds: NotRequired[int]
    not_admitted: NotRequired[list[NotAdmitted]]
    preempted: NotRequired[list[EvictedWorkload]]


def _queues(live: Live, wide: Scenario, seed: int | None) -> _Queues:
    """Return which new workloads are admitted, which would wait, and whom Kueue preempts that it does not without."""
    if wide.queued is None:
        return {}
    former = live.scenario.queued
    known = former.owners.manifests if former else {}
    waits = [
        key
        for key, workload in wide.queued.settled.stored.items()
        if key not in known and not workload.finished and wide.queued.admitted(key) is None
    ]
    before = former.settled.preemptors if former else {}
    answer = queue_answer(wide)
    evicted = [
        workload for workload in (answer["evicted"] if answer else []) if workload["workload"] not in before
    ]
    queues: _Queues = {}
    listed = answer["admitted_workloads"] if answer else []
    if answer and (admitted := [entry for entry in listed if entry["workload"] not in known]):
        queues["admitted"], queues["ready_seconds"] = admitted, answer["ready_seconds"]
    if waits:
        queues["not_admitted"] = [
            {"waiting": waiting_workload(wide, key), "cures": queue_cures(wide, key, seed=seed)}
            for key in waits
        ]
    if evicted:
        queues["preempted"] = evicted
    return queues


def _more(recording: Recording, pods: list[Pod], key: str, progress: Progress) -> MoreCapacity:
    """Return how many further copies fit, one of each class in turn."""
    classes = {pod.template: pod.key for pod in reversed(pods)}
    inquiry = CapacityInquiry(recording, [{"pod": pod, "times": 1} for pod in classes.values()], key=key)
    for count, _ in enumerate(inquiry.steps(), 1):
        progress(f"{count:,} more fit")
    return inquiry.answer()


def _lines(answer: FitAnswer, heading: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    for workload in answer.get("not_admitted", ()):
        yield from waiting_lines(workload["waiting"], workload["cures"])
    for admitted in answer.get("admitted", ()):
        yield _admitted_line(admitted)
    for victim in answer.get("preempted", ()):
        yield f"{victim['job'] or victim['workload']} would be preempted by {victim['preemptor']}"
    if answer["placements"]:
        yield from _placement_lines(answer, heading, terminal, everything=everything)
        if (seconds := answer.get("ready_seconds", 0)) and None in answer["placements"].values():
            yield f"Kueue evicts it if its pods are not ready {seconds / 60:g} min after its admission"


def _admitted_line(admitted: AdmittedWorkload) -> str:
    flavors = dict.fromkeys(flavor for part in admitted["flavors"].values() for flavor in part.values())
    name = admitted["job"] or admitted["workload"]
    return f"{name} is admitted by {admitted['cluster_queue']}, of {', '.join(flavors)}"


def _placement_lines(
    answer: FitAnswer, heading: str, terminal: Terminal, *, everything: bool
) -> Iterator[str]:
    placements, count = answer["placements"], len(answer["placements"])
    fitting = Counter(node for node in placements.values() if node)
    verdict = "fit now" if fitting.total() == count else f"{fitting.total():,} of them fit now"
    plain = f"x {counted(count, 'pod')}: {verdict}"
    sign = terminal.sign("pass" if fitting.total() == count else "reject")
    yield terminal.header(f"{sign}{plain[1:]}", heading, plain=plain)
    nodes = ", ".join(f"{node} ({pods})" if pods > 1 else node for node, pods in fitting.most_common(8))
    if nodes:
        yield from terminal.wrapped(f"{nodes}{', …' if len(fitting) > 8 else ''}", "  ")
    yield ""
    for scale_up in answer["new_nodes"]:
        yield from scale_up_lines(scale_up, terminal)
    if (more := answer["more"]) is not None:
        yield from capacity_lines(more)
        if queues := dict.fromkeys(workload["cluster_queue"] for workload in answer.get("admitted", ())):
            yield f"  by room on nodes alone: how many more the quota of {', '.join(queues)} admits was not asked"
    if (whatif := answer["whatif"]) is not None:
        yield from repair_lines(whatif, terminal, everything=everything)
