"""`lens`: what Cluster Autoscaler, Karpenter or the descheduler would do at the end of a run."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.advice.lenses import (
    DEFAULT_POLICIES,
    EXPANDERS,
    POLICIES,
    cluster_autoscaler,
    descheduler,
    karpenter,
)
from scheduler_core.advice.lenses.autoscaling.expanders import DEFAULT_EXPANDER
from scheduler_core.advice.lenses.contract import (
    AddedNodes,
    Descheduling,
    Ending,
    Eviction,
    ScaleUp,
    UnhelpedPods,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.sentences import counted
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_seed, add_version, on_scenario
from .printing import print_answer

MOST_NAMES = 4
_APPROXIMATE = "approximate: {} is not the scheduler, and sees more than is in the input"
_ENDINGS: Mapping[Ending, str] = {
    "idle": "nothing to evict",
    "settles": "then it has nothing more to evict",
    "repeats": "and again: the scheduler places them where they were, so it never ends",
    "goes-on": "and still more to evict",
}
_FINDINGS = {
    "skew": "skew {skew} over {key}, maxSkew {max_skew}",
    "duplicate": "{pods} of its owner on the node, {average} would be even over {nodes} nodes",
    "underutilization": "the node's {resource} is used by {percent} %, not more than {limit} %",
    "utilization": "the node's {resource} is used by {percent} %, more than {limit} %",
    "taint": "does not tolerate {taint}",
    "node-affinity": "the node no longer matches its required node affinity",
    "anti-affinity": "{other} is in its domain of {key}",
}
_IGNORED = {
    "expendable": "priority below -10",
    "daemonset": "of a DaemonSet",
    "gated": "not tried by a scheduler",
    "terminating": "terminating",
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("lens", choices=("cluster-autoscaler", "karpenter", "descheduler"))
    add_files(command)
    command.add_argument(
        "--expander",
        default=DEFAULT_EXPANDER,
        metavar="NAME,…",
        help=f"of cluster-autoscaler, one after another: {', '.join(EXPANDERS)}; default: {DEFAULT_EXPANDER}",
    )
    command.add_argument(
        "--policy",
        action="append",
        choices=tuple(POLICIES),
        help="a descheduler policy, repeatable; default: all of these",
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")
    add_seed(command)
    add_version(command)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    return on_scenario(options, lambda scenario, _: _run(scenario, options), has_answer=True)


def _run(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print the answer; return 1 if pods stay pending or the descheduler never settles, else 0."""
    recording = Recording.of(scenario, seed=options.seed)
    if options.lens == "descheduler":
        evictions = descheduler(recording, options.policy or DEFAULT_POLICIES)
        print_answer(evictions, descheduling_lines(evictions), as_json=options.json)
        is_waiting = any(
            e["lands"] is None for round_ in evictions["rounds"][-1:] for e in round_["evictions"]
        )
        return int(evictions["ends"] in ("repeats", "goes-on") or is_waiting)
    if options.lens == "karpenter":
        answer = karpenter(recording)
    else:
        answer = cluster_autoscaler(recording, expanders=options.expander.split(","), seed=options.seed)
    print_answer(answer, scale_up_lines(answer), as_json=options.json)
    return int(bool(answer["still_pending"]))


def scale_up_lines(answer: ScaleUp) -> Iterator[str]:
    """Yield the nodes that are added, the pods without help with the reasons, and what the scheduler does then."""
    yield _APPROXIMATE.format(answer["autoscaler"])
    yield f"{counted(answer['pending'], 'pod')} pending"
    if answer["assumed_groups"] and answer["pending"]:
        yield "no node-group labels: nodes of the same type and zone are treated as one group"
    for ignored in answer["ignored"]:
        yield f"not looked at, {_IGNORED[ignored['why']]}: {_listed(ignored['pods'])}"
    for added in answer["added"]:
        yield from _added_lines(added)
    for unhelped in answer["unhelped"]:
        yield from _unhelped_lines(unhelped)
    if not answer["complete"]:
        yield "the answer ends here: it has as many nodes as it may"
    if answer["added"]:
        yield from _outcome_lines(answer)


def _added_lines(added: AddedNodes) -> Iterator[str]:
    size = ", ".join(f"{name} {amount}" for name, amount in added["size"].items())
    zone = f" in {added['zone']}" if added["zone"] else ""
    count = counted(len(added["nodes"]), "node")
    yield f"adds {count} of {added['group']}{zone} ({size}) for {_listed(added['pods'])}"
    if added["equal_groups"]:
        yield f"  by chance: {_listed(added['equal_groups'])} are equal to it"
    for field in added["gave_up"]:
        yield f"  giving up {field}"


def _unhelped_lines(unhelped: UnhelpedPods) -> Iterator[str]:
    yield f"no node helps {_listed(unhelped['pods'])}"
    for refusal in unhelped["refusals"]:
        yield f"  a new node of {refusal['group']}: {', '.join(refusal['reasons'])}"


def _outcome_lines(answer: ScaleUp) -> Iterator[str]:
    new = {node for added in answer["added"] for node in added["nodes"]}
    on_new = sum(node in new for node in answer["placed"].values())
    placed = len(answer["placed"])
    yield f"the scheduler then places {counted(placed, 'pod')}, {on_new} of them on new nodes"
    for message, count in Counter(answer["still_pending"].values()).items():
        yield f"  {counted(count, 'pod')} still pending: {message}"


def descheduling_lines(answer: Descheduling) -> Iterator[str]:
    """Yield the evictions of each round with their causes and where the successors land, and how it ends."""
    yield _APPROXIMATE.format("the descheduler")
    yield from round_lines(answer)


def round_lines(answer: Descheduling) -> Iterator[str]:
    """Yield the rounds, and how they end."""
    for number, round_ in enumerate(answer["rounds"], 1):
        yield f"round {number}"
        yield from (f"  {_eviction(eviction)}" for eviction in round_["evictions"])
        for refused in round_["refused"]:
            yield f"  {refused['policy']} leaves {refused['pod']}: budget {refused['budget']} allows no more"
    yield _ENDINGS[answer["ends"]]


def _eviction(eviction: Eviction) -> str:
    finding = _FINDINGS[eviction["why"]].format(**eviction["operands"])
    lands = eviction["lands"] or f"Pending: {eviction['message']}"
    return f"{eviction['policy']} evicts {eviction['pod']} from {eviction['node']} ({finding}) -> {lands}"


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    rest = len(listed) - MOST_NAMES
    return ", ".join(listed[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")
