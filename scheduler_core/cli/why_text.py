"""The answers of `why` as text of 80 columns: the first line is the answer, the last one the next command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice

from scheduler_core.advice.whatif.cluster_contract import RunRepair
from scheduler_core.explain.view.causes.contract import Cause, PendingWorkload, ReasonKind
from scheduler_core.explain.view.causes.titles import title
from scheduler_core.sentences import counted

from .answer import figure_lines
from .not_running import not_running_blocks, not_running_lines
from .repairs import alike, each_of, notes_of, repair_lines
from .scaling_text import new_node_lines, scale_up_lines
from .second_try import second_try_lines
from .terminal import Sign, Terminal
from .unbound import explanation_lines, unbound_block
from .uncreated import uncreated_lines
from .why_contract import ClusterAnswer, PodAnswer

# What the nodes are that give a reason, in a word or two.
_NODES_ARE: dict[ReasonKind, str] = {
    "resource": "too full",
    "missing_resource": "without it",
    "selector": "other labels",
    "unmatched_selector": "other labels",
    "taint": "tainted",
    "unschedulable": "cordoned",
    "spread": "would be skewed",
    "spread_label": "without label",
    "affinity": "not near enough",
    "anti_affinity": "too near",
    "existing_anti_affinity": "too near",
    "port": "port taken",
    "one_node": "meant for another node",
}
_MOST_CAUSES = 3  # that are told in full
_MOST_REPAIRS = 3  # of a workload
_CLOSED: tuple[ReasonKind, ...] = ("unschedulable", "one_node")
_UNRESOLVABLE: tuple[ReasonKind, ...] = ("unmatched_selector", "selector", "missing_resource", "taint")


def pod_lines(answer: PodAnswer, heading: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Yield why a pod waits: the nodes by reason, the sum, the best repair; with `everything`, all repairs."""
    if told := answer["not_running"]:
        yield from not_running_lines(told, terminal)
        return
    if again := answer["second_try"]:
        yield from second_try_lines(again)
        return
    pod, waits = answer["pod"], _waits(answer["created"])
    if unbound := answer["unbound"]:
        yield f"{terminal.sign('reject')} {terminal.styled(f'{pod} is not bound', 'reject')}{waits and f', {waits}'}"
        yield from terminal.wrapped(unbound["title"], "  ")
        yield ""
        yield from explanation_lines(unbound, "  ", terminal)
        return
    if answer["node"]:
        yield f"{terminal.sign('pass')} {pod} fits on {answer['node']} now"
        yield from terminal.wrapped(_not_tried_yet(answer["said"]), "  ")
        return
    nodes = answer["nodes"]
    state = f" {waits}: {counted(nodes, 'node')}, none fits"
    plain = f"x {pod} waits{state}"
    headline = f"{terminal.sign('reject')} {terminal.styled(f'{pod} waits', 'reject')}{state}"
    yield terminal.header(headline, heading, plain=plain)
    yield ""
    cause = answer["cause"]
    if cause is not None:
        yield from _cause_lines(cause, nodes, terminal)
    elif answer["message"]:
        yield from terminal.wrapped(answer["message"], "  ")
    if (whatif := answer["whatif"]) is not None:
        for new_node in whatif.get("new_nodes", ()):
            yield ""
            yield from new_node_lines(new_node, terminal, everything=everything)
        yield ""
        yield from repair_lines(whatif, terminal, everything=everything)
    yield from _agreement(answer, terminal)


def _not_tried_yet(said: str) -> str:
    return (
        f"the scheduler has not tried it since it said: {said}"
        if said
        else "the scheduler has not tried it yet"
    )


def _cause_lines(cause: Cause, nodes: int, terminal: Terminal) -> Iterator[str]:
    workload = cause["workloads"][0]
    rows = _rows(workload)
    if rows:
        closed = sum(count for kind, count, _ in rows if kind in _CLOSED)
        bar = terminal.bar([count for kind, count, _ in rows if kind not in _CLOSED], faint=closed)
        yield f"  {bar}  {counted(nodes, 'node')}"
    for kind, count, detail in rows:
        words = _NODES_ARE.get(kind, "refuse it")
        number = f"{count:>5,} "
        first, *others = terminal.wrapped(detail, " " * (len(number) + 17))
        yield f"{terminal.styled(number, 'mute' if kind in _CLOSED else 'reject')}{words:<16} {first.strip()}"
        yield from others
    if not rows:
        yield from terminal.wrapped(title(cause["reasons"]), "  ")
    yield ""
    for line in figure_lines(workload):
        if line.startswith("nearest: "):
            yield from terminal.wrapped(
                line.removeprefix("nearest: "), " " * 9, terminal.styled("Nearest", "strong")
            )
        else:
            yield from terminal.wrapped(line, " " * 9, terminal.styled("Sum", "strong"))


def _rows(workload: PendingWorkload) -> list[tuple[ReasonKind, int, str]]:
    """Return the nodes by the kind of their first reason: how many, and which reasons these are."""
    counts: Counter[ReasonKind] = Counter()
    details: dict[ReasonKind, Counter[str]] = {}
    for part in workload["parts"]:
        if part["reasons"]:
            kind = part["reasons"][0]["kind"]
            counts[kind] += part["nodes"]
            details.setdefault(kind, Counter())[title(part["reasons"])] += part["nodes"]
    return [(kind, count, _listed(details[kind])) for kind, count in counts.most_common()]


def _listed(details: Counter[str]) -> str:
    if len(details) == 1:
        return next(iter(details))
    return "; ".join(f"{count:,} {text}" for text, count in details.most_common(4))


def _agreement(answer: PodAnswer, terminal: Terminal) -> Iterator[str]:
    if answer["agrees"] is None:
        return
    yield ""
    if answer["agrees"]:
        yield terminal.styled("  the scheduler says the same, word for word", "mute")
    else:
        yield from terminal.wrapped(f"the scheduler said when it last tried: {answer['said']}", "  ")
        yield from terminal.wrapped(f"computed here, now: {answer['message']}", "  ")


def cluster_lines(
    answer: ClusterAnswer, heading: str, terminal: Terminal, *, everything: bool
) -> Iterator[str]:
    """Yield the pods that wait: a table of causes, then the first with their sums and repairs."""
    waiting = answer["waiting"] + sum(len(entry["pods"]) for entry in answer["unbound"])
    causes = len(answer["causes"]) + len(answer["unbound"])
    dot = terminal.dot
    right = f"{counted(answer['nodes'], 'node')}{dot}{heading}{dot}{answer['seconds']:.1f} s"
    plain = f"{counted(waiting, 'pod')} {'waits' if waiting == 1 else 'wait'}, {counted(causes, 'cause')}"
    if not waiting:
        plain = f"no pod waits: all {answer['asked']:,} have a node" if answer["asked"] else "there is no pod"
    if refused := sum(entry["pods"] for entry in answer["uncreated"] if entry["refusal"]):
        plain += f", {counted(refused, 'pod')} could not be created"
    yield terminal.header(terminal.styled(plain, "strong"), right, plain=plain)
    if len(answer["causes"]) > 1:
        yield ""
        for cause in answer["causes"]:
            yield from _cause_row(cause, answer, terminal)
    for cause in answer["causes"] if everything else answer["causes"][:_MOST_CAUSES]:
        yield ""
        yield from _cause_block(cause, answer, terminal, everything=everything)
    if (others := len(answer["causes"]) - _MOST_CAUSES) > 0 and not everything:
        yield ""
        yield f"{'':8}the figures of {counted(others, 'more cause')}: -o wide"
    for scale_up in answer["new_nodes"]:
        yield ""
        yield from scale_up_lines(scale_up, terminal)
    for entry in answer["unbound"]:
        yield ""
        yield from unbound_block(entry, terminal)
    if would_run := answer["would_run"]:
        yield ""
        text = f"{', '.join(would_run[:4])}: would get a node now, the scheduler has not tried again"
        yield from terminal.wrapped(text, " " * 4, f" {terminal.sign('pass')}")
    yield from not_running_blocks(answer["not_running"], terminal)
    yield from uncreated_lines(answer["uncreated"], terminal, everything=everything)
    yield from _footer(answer, terminal)


def _cause_row(cause: Cause, answer: ClusterAnswer, terminal: Terminal) -> Iterator[str]:
    """Yield a cause in a line or two: how many pods, since when, why, and the best repair."""
    since = _waits(_since(cause["workloads"], answer))
    head = f" {terminal.sign(_sign(cause))} {cause['pod_count']:<5,}{since:<15}"
    yield from terminal.wrapped(title(cause["reasons"]), " " * 24, head)
    labels = {f"{w['kind']} {w['namespace']}/{w['name']}" for w in cause["workloads"]}
    best = next((repair for repair in answer["repairs"] if repair["workload"] in labels), None)
    if best is not None:
        text = f"{' + '.join(best['changes'])} ({best['risk']})"
        yield from terminal.wrapped(text, " " * 26, f"{'':24}{terminal.sign('pass')}")


def _since(workloads: Iterable[PendingWorkload], answer: ClusterAnswer) -> str:
    """Return when the first of the workloads' pods was created, "" if that is not known."""
    keys = (f"{workload['namespace']}/{pod}" for workload in workloads for pod in workload["pods"])
    return min(filter(None, (answer["created"].get(key) for key in keys)), default="")


def _sign(cause: Cause) -> Sign:
    kind = cause["reasons"][0]["kind"] if cause["reasons"] else None
    return "unresolvable" if kind in _UNRESOLVABLE else "reject"


def _cause_block(
    cause: Cause, answer: ClusterAnswer, terminal: Terminal, *, everything: bool
) -> Iterator[str]:
    lines = list(terminal.wrapped(title(cause["reasons"]), " " * 8))
    count = terminal.styled(f"{cause['pod_count']:<4,}", "reject")
    yield f" {terminal.sign(_sign(cause))} {count} {terminal.styled(lines[0].strip(), 'strong')}"
    yield from lines[1:]
    for workload in cause["workloads"] if everything else islice(cause["workloads"], 3):
        yield from _workload_lines(workload, answer, terminal)
    if (others := cause["workload_count"] - 3) > 0 and not everything:
        yield f"{'':8}and {counted(others, 'more workload')}: -o wide"


def _workload_lines(workload: PendingWorkload, answer: ClusterAnswer, terminal: Terminal) -> Iterator[str]:
    name = f"{workload['namespace']}/{workload['name']}"
    left = f"{'':8}{workload['kind']} {name}, {counted(workload['pod_count'], 'pod')}"
    yield terminal.header(left, _waits(_since([workload], answer)), plain=left)
    for line in figure_lines(workload):
        if not line.startswith("nearest: "):
            yield from terminal.wrapped(line, " " * 8)
    label = f"{workload['kind']} {name}"
    for repairs in alike(r for r in answer["repairs"] if r["workload"] == label)[:_MOST_REPAIRS]:
        yield from _run_repair(repairs, workload["pod_count"], terminal)


def _run_repair(repairs: list[RunRepair], pods: int, terminal: Terminal) -> Iterator[str]:
    repair, *others = repairs
    placed = repair["placed"]
    if others:
        helps = each_of(repairs)
    elif placed == pods > 1:
        helps = f"all {pods}"
    else:
        helps = f"{placed} of {pods}" if placed <= pods else f"{placed} pods"
    lines = list(terminal.wrapped(f"{' + '.join(repair['changes'])} ({repair['risk']}): {helps}", " " * 10))
    yield f"{'':8}{terminal.sign('pass')} {lines[0].strip()}"
    yield from lines[1:]
    for note in notes_of(repair):
        yield from terminal.wrapped(note, " " * 10)


def _footer(answer: ClusterAnswer, terminal: Terminal) -> Iterator[str]:
    if not answer["waiting"]:
        return
    yield ""
    compared = answer["messages"]
    if compared["compared"]:
        equal = f"{compared['equal']} of {counted(compared['compared'], 'message')} as the scheduler's, word for word"
        yield terminal.styled(f"  {equal}", "mute")
        if compared["differing"]:
            yield from terminal.wrapped(f"others: {', '.join(compared['differing'][:4])}", "  ")
    if not answer["complete"]:
        yield "  not all pods were searched for repairs: ask about one"
    if answer["causes"]:
        first = answer["causes"][0]["workloads"][0]
        command = f"kubectl schedscope why {first['pods'][0]} -n {first['namespace']}"
        yield f"{terminal.styled('  one pod  ', 'mute')} {command}"


def _waits(created: str) -> str:
    """Return for how long, `for 41 min`; "" where that is not known."""
    try:
        since = datetime.fromisoformat(created)
    except ValueError:
        return ""
    minutes = int((datetime.now(UTC) - since).total_seconds() // 60)
    if minutes < 60:
        return f"for {max(minutes, 0)} min"
    hours, minutes = divmod(minutes, 60)
    return f"for {hours} h {minutes} min" if hours < 48 else f"for {hours // 24} days"
