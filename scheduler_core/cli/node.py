"""`node`: why a node of a live cluster stays or goes, what holds it, and which nodes go."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Final

from scheduler_core.advice.leaving import Drain, LeavingInquiry, drained
from scheduler_core.advice.leaving.contract import Leaving
from scheduler_core.advice.whatif import RemovalInquiry
from scheduler_core.advice.whatif.cluster_contract import AddedNode
from scheduler_core.advice.whatif.holding import node_hold, nodes_held_by_budgets
from scheduler_core.advice.whatif.holding_contract import HeldPod, Hold, HoldKind, NodeHold
from scheduler_core.explain.view.causes.titles import title
from scheduler_core.explain.view.recording import Recording
from scheduler_core.sentences import counted

from .leaving_text import leaving_lines, one_node_lines
from .live import Answer, add_live, print_answer, read_scenario
from .terminal import Progress, Terminal

SEARCH_SECONDS = 10.0
_RULES: Final[dict[HoldKind, str]] = {
    "room": "no room",
    "rule": "nowhere else",
    "volume": "volume",
    "budget": "budget",
    "annotation": "annotation",
    "local-storage": "local storage",
    "bare": "no controller",
    "system": "kube-system",
}
_SENTENCES: Final[dict[HoldKind, str]] = {
    "budget": "{} allows no eviction now",
    "annotation": "{}",
    "local-storage": "{} would be lost",
    "bare": "nothing makes it again",
    "system": "has no disruption budget, so Cluster Autoscaler leaves it",
}
# What keeps a node, whoever removes it; the others keep only some programs from it.
_HOLDERS: Final = ("room", "rule", "volume", "budget")


class NodeAnswer(Answer):
    """Why a node can or cannot go, and which of all nodes could."""

    hold: NodeHold | None
    """What holds the node; None where none is named."""
    drain: Drain | None
    leaving: list[Leaving]
    """Of each autoscaler that the cluster shows, what it does with the node, or with all of its nodes."""
    free: list[str]
    """Without an autoscaler, the nodes that could go, each for itself."""
    together: list[str]
    """Those of them that could go at once; another choice may free more."""
    complete: bool
    """Whether all nodes were looked at."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("node", nargs="?", metavar="NODE", help="default: which nodes go")
    add_live(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer; return 1 if something holds the node, else 0. Raise InvalidInput."""
    progress = Progress()
    live = read_scenario(options, progress)
    recording = Recording.of(live.scenario)
    name = live.names.get(options.node, options.node) if options.node else ""
    hold = node_hold(recording, name) if name else None
    inquiry = LeavingInquiry(recording, name)
    removal = None if inquiry else RemovalInquiry(recording)
    complete = _searched(inquiry.steps() if removal is None else removal.steps(), progress)
    leaving = inquiry.answers()
    held = nodes_held_by_budgets(recording) if removal is not None else set()
    could = removal.answer() if removal is not None else None
    answer: NodeAnswer = {
        **live.about(),
        "hold": hold,
        "drain": None if hold is None else drained(hold),
        "leaving": leaving,
        "free": [node["node"] for node in could["nodes"] if node["node"] not in held] if could else [],
        "together": [node["node"] for node in could["together"] if node["node"] not in held] if could else [],
        "complete": complete,
    }
    progress.end()
    print_answer(live, options, answer, partial(node_lines, answer, everything=options.output == "wide"))
    return int(hold is not None and any(map(_is_held, hold["pods"])))


def _searched(steps: Iterator[None], progress: Progress) -> bool:
    """Look at nodes as long as a person waits; return whether all were looked at."""
    began = monotonic()
    for count, _ in enumerate(steps, 1):
        progress(f"which nodes go: {count} steps")
        if monotonic() - began > SEARCH_SECONDS:
            return False
    return True


def _is_held(pod: HeldPod) -> bool:
    return not pod["stays"] and any(hold["kind"] in _HOLDERS for hold in pod["holds"])


def node_lines(
    answer: NodeAnswer, heading: str, terminal: Terminal, *, everything: bool = False
) -> Iterator[str]:
    """Yield what holds the node, and what becomes of it or, where none is named, of all."""
    if answer["hold"] is not None:
        yield from _hold_lines(answer["hold"], heading, terminal)
        yield ""
        for leaving in answer["leaving"]:
            yield from one_node_lines(leaving, terminal)
        if drain := answer["drain"]:
            text = f"{drain['verdict']}: {drain['says']}"
            yield from terminal.wrapped(text, " " * 20, "kubectl drain")
    for leaving in answer["leaving"] if answer["hold"] is None else ():
        yield from leaving_lines(leaving, heading, terminal, everything=everything)
    if not answer["leaving"]:
        yield from ("",) if answer["hold"] is not None else ()
        yield from terminal.wrapped(_others(answer), " " * 20, "Nodes that could go")
    elif not answer["complete"]:
        yield "not all nodes were looked at"


def _hold_lines(hold: NodeHold, heading: str, terminal: Terminal) -> Iterator[str]:
    holders = [pod for pod in hold["pods"] if _is_held(pod)]
    free = [pod for pod in hold["pods"] if not pod["stays"] and pod not in holders]
    count = len(hold["pods"])
    if holders:
        plain = (
            f"x {hold['node']}: {len(holders)} of {counted(count, 'pod')} hold it, {len(free)} could leave"
        )
        sign = terminal.sign("reject")
    else:
        room = f"there is room for its {counted(len(free), 'pod')}" if free else "it has no pods"
        plain = f"+ {hold['node']} could go: {room}"
        sign = terminal.sign("pass")
    yield terminal.header(f"{sign}{plain[1:]}", heading, plain=plain)
    yield ""
    for pod in holders:
        yield from _pod_lines(pod, terminal)
    for pod in free:
        name = f"{pod['pod']} -> {pod['to']}"
        notes = ", ".join(_RULES[one["kind"]] for one in pod["holds"])
        yield from terminal.wrapped(
            f"{name}{f' ({notes})' if notes else ''}", " " * 4, f"  {terminal.sign('pass')}"
        )
    if stays := [pod["pod"] for pod in hold["pods"] if pod["stays"]]:
        end = "ends" if len(stays) == 1 else "end"
        text = f"{counted(len(stays), 'pod')} of DaemonSets {end} with it: {', '.join(stays[:3])}"
        yield from terminal.wrapped(text, "    ")
    yield from _to_add(hold["nodes_to_add"], holders, terminal)


def _pod_lines(pod: HeldPod, terminal: Terminal) -> Iterator[str]:
    yield f"  {terminal.sign('reject')} {terminal.styled(pod['pod'], 'strong')}"
    for one in pod["holds"]:
        yield from terminal.wrapped(_sentence(one), " " * 20, f"    {_RULES[one['kind']]}")


def _sentence(hold: Hold) -> str:
    template = _SENTENCES.get(hold["kind"])
    return template.format(hold["operand"]) if template else title(hold["reasons"])


def _to_add(added: list[AddedNode] | None, holders: list[HeldPod], terminal: Terminal) -> Iterator[str]:
    if not any(pod["to"] is None for pod in holders):
        return
    yield ""
    if added is None:
        yield from terminal.wrapped("no nodes of a shape that is there would take them", " " * 20, "To add")
        return
    shapes = ", ".join(
        f"{counted(nodes['count'], 'node')} like {nodes['like']}{_in_zone(nodes)}" for nodes in added
    )
    yield from terminal.wrapped(shapes, " " * 20, "To add")


def _others(answer: NodeAnswer) -> str:
    free, together, nodes = answer["free"], answer["together"], answer["nodes"]
    if not answer["complete"]:
        return f"at least {len(free)} of {nodes}: not all were looked at"
    if not free:
        return f"none of {nodes}"
    names = ", ".join(together[:6]) + (", …" if len(together) > 6 else "")
    return f"{len(free)} of {nodes}, {len(together)} together: {names}"


def _in_zone(nodes: AddedNode) -> str:
    return f" in {nodes['zone']}" if nodes["zone"] else ""
