"""Why no new node came, as text: a row for each NodePool or group, and what an answer rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scheduler_core.advice.scaling.contract import Autoscaler, Basis, NewNode, PoolRow, ScaleUp, Shape
from scheduler_core.sentences import counted

from .terminal import Sign, Terminal

NAMES: dict[Autoscaler, str] = {"karpenter": "Karpenter", "cluster-autoscaler": "Cluster Autoscaler"}
_MOST_ROWS = 12
_MOST_SHAPES = 8
_SIGNS: dict[str, Sign] = {"makes": "pass", "no": "reject", "may": "unresolvable", "unasked": "unresolvable"}


def new_node_lines(answer: NewNode, terminal: Terminal, *, everything: bool = False) -> Iterator[str]:
    """Yield what an autoscaler does about a pod: its NodePools or groups with the first clause of each."""
    name = NAMES[answer["autoscaler"]]
    is_listed = answer["verdict"] == "none" and answer["rows"]
    head = f"{name} makes no node" if is_listed else answer["text"]
    yield from terminal.wrapped(head, " " * 9, terminal.styled("New node", "strong"))
    rows = answer["rows"]
    width = min(max((len(row["pool"]) for row in rows), default=0), 28)
    for row in rows if everything else rows[:_MOST_ROWS]:
        yield from _row(row, width, terminal, everything=everything)
    if (others := len(rows) - _MOST_ROWS) > 0 and not everything:
        yield f"{'':11}and {others} more: -o wide"
    if loop := answer["loop"]:
        yield from terminal.wrapped(f"{name}: {loop['autoscaler']}", " " * 11)
        yield from terminal.wrapped(
            f"the scheduler, of {loop['node']}: {', '.join(loop['scheduler'])}", " " * 11
        )
    for tie in answer["ties"]:
        yield from terminal.wrapped(tie, " " * 11)
    yield from basis_lines(answer["basis"], answer["notes"], terminal)


def _row(row: PoolRow, width: int, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    sign = terminal.sign(_SIGNS[row["verdict"]])
    label = f"{row['pool']:<{width}}"
    lines = list(terminal.wrapped(row["text"], " " * (width + 15)))
    alone = " (only this)" if row["alone"] else ""
    yield f"{'':11}{sign} {terminal.styled(label, 'strong')}  {lines[0].strip()}{alone if len(lines) == 1 else ''}"
    yield from lines[1:]
    if row["alone"] and row["shape"]:
        yield f"{'':{width + 15}}else {shape_text(row['shape'])}"
    if everything and row["says"]:
        yield from terminal.wrapped(f"“{row['says']}”", " " * (width + 15))


def shape_text(shape: Shape) -> str:
    """Return a node in a few words: `g5.2xlarge (cpu 7.91, memory 30Gi) in b, spot, $0.61/h`."""
    size = ", ".join(f"{name} {amount}" for name, amount in shape["size"].items())
    where = f" in {shape['zone']}" if shape["zone"] else ""
    kind = f", {shape['capacity_type']}" if shape["capacity_type"] else ""
    return f"{shape['type'] or 'a node'} ({size}){where}{kind}{price_text(shape['price'])}"


def price_text(price: float | None) -> str:
    return "" if price is None else f", ${price:.4g}/h"


def basis_lines(basis: Basis | None, notes: list[str], terminal: Terminal) -> Iterator[str]:
    """Yield what an answer rests on: which instance types are known, and what is assumed."""
    if basis is not None:
        known = f"{counted(basis['given'], 'instance type')} given" if basis["given"] else ""
        seen = f"{counted(len(basis['seen']), 'instance type')} seen on nodes" if basis["seen"] else ""
        types = ", ".join(filter(None, (known, seen))) or "no instance type is known"
        prices = "" if basis["priced"] else ", no prices"
        more = "" if basis["given"] else " (--types FILE gives all)"
        yield from terminal.wrapped(f"rests on {types}{prices}{more}", " " * 11)
    for note in notes:
        yield from terminal.wrapped(f"assumed: {note}", " " * 11)


def scale_up_lines(answer: ScaleUp, terminal: Terminal) -> Iterator[str]:
    """Yield the nodes that an autoscaler makes for the pending pods, and the classes of pods that it does not help."""
    name = NAMES[answer["autoscaler"]]
    nodes = answer["nodes"]
    if nodes:
        on_new = sum(node in {n["name"] for n in nodes} for node in answer["placed"].values())
        price = "" if not answer["price"] else f", ${answer['price']:.4g}/h"
        placed = f"{len(answer['placed'])} of {counted(answer['pending'], 'pod')}, {on_new} there"
        head = f"{name} makes {counted(len(nodes), 'node')}{price}; the scheduler then places {placed}"
        yield from terminal.wrapped(head, " " * 4, f" {terminal.sign('pass')}")
        shapes = Counter(f"{shape_text(node)} of {node['pool']}" for node in nodes)
        for shape, count in shapes.most_common(_MOST_SHAPES):
            yield from terminal.wrapped(f"{count:>4,} × {shape}", " " * 6)
        if (others := len(shapes) - _MOST_SHAPES) > 0:
            yield f"{'':6}and {counted(others, 'other shape')}"
    for left in answer["left"]:
        yield from terminal.wrapped(f"{left['pod']}: {left['text']}", " " * 4, f" {terminal.sign('reject')}")
    if nodes or answer["left"]:
        yield from basis_lines(answer["basis"], answer["notes"], terminal)
