"""`whatif`: what it would take to place a pod."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from scheduler_core.advice.explanation import PodExplanation, explanation
from scheduler_core.advice.scaling.contract import ScaleUp
from scheduler_core.advice.whatif import DEFAULT_COSTS, Inquiry, RunInquiry, documents
from scheduler_core.advice.whatif.cluster_contract import WholeRun
from scheduler_core.advice.whatif.contract import CauseFact, Repair, TransientRepair, WhatIf
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_seed, on_scenario, report_queues
from .inquiries import costs_of, finish
from .live import FILES_OR_CLUSTER, add_live, hand_on, read_scenario, report_unread
from .printing import print_json
from .repairs import new_nodes_for, notes_of
from .scaling_text import new_node_lines, scale_up_lines
from .shown import Shown
from .terminal import Progress, Terminal
from .wholerun import whole_run_lines

MOST_SHOWN = 10
MOST_TRANSIENT = 3


class WholeRunAnswer(WholeRun):
    """What would place more pending pods, and what autoscalers do about them."""

    new_nodes: list[ScaleUp]


class WhatIfAnswer(WhatIf):
    """What it would take to place a pod, with the open form for other programs."""

    explanation: PodExplanation | None
    """None if the pod was not tried: it runs, or would not exist."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command, nargs="*", help=FILES_OR_CLUSTER)
    command.add_argument(
        "--pod",
        metavar="NAMESPACE/NAME",
        help="the pod to place; default: the changes that place the most pending pods",
    )
    command.add_argument("--node", metavar="NODE", help="what it would take to place the pod on this node")
    command.add_argument(
        "--json", action="store_const", dest="output", const="json", help="the same as -o json"
    )
    command.add_argument(
        "--apply", type=int, metavar="K", help="print the manifests with the K-th repair (from 1) applied"
    )
    kinds = ", ".join(f"{kind}={cost:g}" for kind, cost in DEFAULT_COSTS.items())
    command.add_argument(
        "--cost",
        action="append",
        default=[],
        metavar="KIND=NUMBER",
        help=f"what a kind of change costs; default: {kinds}",
    )
    add_seed(command)
    add_admission(command)
    add_live(command, outputs=("json",))


_QUEUES = "these changes are for pods that it admitted; `why` has those for workloads that wait"


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    if options.files:
        return on_scenario(
            options, lambda scenario, sources: _run(scenario, options, sources), with_queues=_QUEUES
        )
    progress = Progress()
    live = read_scenario(options, progress)
    progress.end()
    if options.pod and "/" not in options.pod:
        options.pod = f"{live.cluster.namespace}/{options.pod}"
    exit_code = _run(live.scenario, options, [])
    report_queues(live.scenario, _QUEUES)
    report_unread(live.cluster, Terminal.of_stdout(), live.left_out)
    hand_on(options, Shown(live.scenario, options.seed, options.pod or ""))
    return exit_code


def _run(scenario: Scenario, options: argparse.Namespace, sources: list[str]) -> int:
    """Print what it would take to place the pod; return 1 if it is pending and no repair is found, else 0."""
    recording = Recording.of(scenario, seed=options.seed)
    if options.pod is None:
        return _run_whole(recording, options, sources)
    pod = options.pod if "/" in options.pod else f"default/{options.pod}"
    inquiry = Inquiry(recording, pod, costs_of(options.cost), node=options.node)
    answer = list(inquiry.answers())[-1]
    if options.apply is not None:
        repair = _repair_number(options.apply, answer["repairs"])
        print(documents(scenario, repair["operations"], sources), end="")
    elif options.output == "json":
        explained = explanation(recording, pod, answer) if recording.attempts(pod) else None
        data: WhatIfAnswer = {**answer, "explanation": explained}
        print_json(data)
    else:
        print(*whatif_lines(answer), sep="\n")
    return int(not _is_placed(answer) and not answer["repairs"])


def _run_whole(recording: Recording, options: argparse.Namespace, sources: list[str]) -> int:
    """Print what would place most pending pods; return 1 if pods are pending and nothing is found, else 0."""
    if options.node is not None:
        raise InvalidInput.of("--node", worded("must come with --pod"))
    inquiry = RunInquiry(recording, costs_of(options.cost))
    finish(inquiry)
    waiting = [pod.key for pod in recording.scenario.objects.pods if pod.key not in recording.placements]
    new_nodes = new_nodes_for(recording, waiting)
    answer: WholeRunAnswer = {**inquiry.answer(), "new_nodes": new_nodes}
    if options.apply is not None:
        repair = _repair_number(options.apply, answer["repairs"])
        print(documents(recording.scenario, repair["operations"], sources), end="")
    elif options.output == "json":
        print_json(answer)
    else:
        print(*whole_run_lines(answer), sep="\n")
        for scale_up in new_nodes:
            print("", *scale_up_lines(scale_up, Terminal.of_stdout()), sep="\n")
    return int(bool(answer["pending"] and not answer["repairs"]))


def _why(answer: WhatIf) -> str:
    return answer["message"] or "; ".join(outside["text"] for outside in answer["outside"])


def _is_placed(answer: WhatIf) -> bool:
    """Return whether the pod has a node, and that which was asked for."""
    return answer["placed"] is not None and answer["target"] in (None, answer["placed"])


def _repair_number(number: int, repairs: Sequence[Repair]) -> Repair:
    """Return a repair by its number from 1; raise InvalidInput."""
    if 1 <= number <= len(repairs):
        return repairs[number - 1]
    rule = (
        worded("must be from 1 to {count}, the number of repairs", count=len(repairs))
        if repairs
        else worded("no repair was found")
    )
    raise InvalidInput.of("--apply", worded("{rule}; got {number}", rule=rule, number=number))


def whatif_lines(answer: WhatIf) -> Iterator[str]:
    """Yield the pod's state, its causes, and its repairs, best first."""
    if answer["placed"]:
        yield f"{answer['pod']} -> {answer['placed']}"
        if _is_placed(answer):
            return
    else:
        exists = answer["attempts"] or answer["message"]
        yield f"{answer['pod']} {'pending' if exists else 'would not be created'}: {_why(answer)}"
    of_autoscalers = {new["text"] for new in answer.get("new_nodes", ())}
    for outside in (o for o in answer["outside"] if o["text"] not in of_autoscalers):
        yield f"not the scheduler: {outside['text']}" if outside["certain"] else outside["text"]
    for new in answer.get("new_nodes", ()):
        yield from new_node_lines(new, Terminal.of_stdout())
    facts = {fact["text"]: fact for fact in answer["facts"]}
    for number, cause in enumerate(answer["causes"], 1):
        yield ""
        yield f"cause {number} of {len(answer['causes'])}:"
        yield from (f"  {_fact(facts[text])}" if text in facts else f"  {text}" for text in cause)
    yield ""
    yield _heading(answer)
    for number, repair in enumerate(answer["repairs"][:MOST_SHOWN], 1):
        yield ""
        yield from _repair_lines(number, repair)
    if (others := len(answer["repairs"]) - MOST_SHOWN) > 0:
        yield ""
        yield f"and {others} more: --json has all"
    yield from _transient_lines(answer.get("transient", []))


def _transient_lines(transient: list[TransientRepair]) -> Iterator[str]:
    if transient:
        yield ""
        yield "helps in its cycle, but the pod has no node at the end of the run:"
    for repair in transient[:MOST_TRANSIENT]:
        yield f"  {' + '.join(repair['changes'])} -> {repair['node']}: {repair['text']}"
    if (others := len(transient) - MOST_TRANSIENT) > 0:
        yield f"  and {others} more: --json has all"


def _heading(answer: WhatIf) -> str:
    count, most = len(answer["repairs"]), answer["most_changes"]
    helped = any(new["verdict"] == "makes" and new["loop"] is None for new in answer.get("new_nodes", ()))
    none = "no repair is needed: a new node takes it" if helped else "no repair found"
    repairs = counted(count, "repair") if count else none
    searched = (
        f"all sets of up to {counted(most, 'change')} were searched"
        if answer["complete"]
        else "not proven minimal"
    )
    return f"{repairs} ({searched}, {counted(answer['attempts'], 'cycle')} tried)"


def _fact(fact: CauseFact) -> str:
    gained = f", {fact['gained']} fit without it" if fact["gained"] else ""
    return f"{fact['text']} (rejects {fact['rejected']}{gained})"


def _repair_lines(number: int, repair: Repair) -> Iterator[str]:
    yield f"{number}. {' + '.join(repair['changes'])} -> {repair['node']} ({repair['risk']}, cost {repair['cost']:g})"
    for atoms in repair.get("alternatives", ()):
        yield f"   or {' + '.join(atom['text'] for atom in atoms)}"
    yield from (f"   {note}" for note in notes_of(repair))
    if (run := repair.get("run")) is not None and run.get("waiting", 0) > 1:
        yield f"   places {run['gained']} of {run['waiting']}"
    yield from (f"   {effect}" for effect in repair["effects"])
    yield from (f"   $ {line}" if line[0] != "#" else f"   {line}" for line in repair["patch"].splitlines())
