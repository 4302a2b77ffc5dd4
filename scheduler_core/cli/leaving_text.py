"""Which nodes an autoscaler removes and why others stay, as text."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.leaving.contract import Leaving, LeavingCommand, LeavingNode
from scheduler_core.sentences import counted

from .scaling_text import NAMES, basis_lines, price_text, shape_text
from .terminal import Terminal

_MOST_NAMES = 6
_MOST_COMMANDS = 12


def one_node_lines(leaving: Leaving, terminal: Terminal) -> Iterator[str]:
    """Yield what an autoscaler does with the only node that was asked about; nothing if it is not its own."""
    for node in leaving["nodes"]:
        cost = (
            ""
            if node["cost"] is None
            else f" (cost of disruption {node['cost']:.4g}{price_text(node['price'])})"
        )
        text = f"{node['verdict']}: {node['text']}{cost}"
        yield from terminal.wrapped(text, " " * 20, NAMES[leaving["autoscaler"]])
        if node["says"] and node["says"] != node["text"]:
            yield from terminal.wrapped(f"“{node['says']}”", " " * 20)
        if shape := node["replacement"]:
            yield from terminal.wrapped(f"in its place {shape_text(shape)}", " " * 20)


def leaving_lines(leaving: Leaving, heading: str, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Yield the nodes that go with what that saves, and the others by what keeps them."""
    going = {node for command in leaving["commands"] for node in command["nodes"]}
    going |= {node["node"] for node in leaving["nodes"] if node["verdict"] in ("goes", "replaced")}
    total = counted(leaving["total"], "node")
    price = "" if not leaving["price"] else f" of ${leaving['price']:.4g}/h"
    saved = "" if leaving["savings"] is None else f", ${leaving['savings']:.4g}/h saved{price}"
    plain = f"{NAMES[leaving['autoscaler']]}: {len(going)} of {total} go{saved}"
    yield terminal.header(terminal.styled(plain, "strong"), heading, plain=plain)
    for number, command in enumerate(
        leaving["commands"] if everything else leaving["commands"][:_MOST_COMMANDS], 1
    ):
        yield from terminal.wrapped(_command(command), " " * 6, f"  {number}.")
    for text, nodes in _bands(leaving["nodes"]).items():
        names = ", ".join(nodes if everything else nodes[:_MOST_NAMES])
        more = "" if everything or len(nodes) <= _MOST_NAMES else f", and {len(nodes) - _MOST_NAMES} more"
        yield from terminal.wrapped(f"{text}: {names}{more}", " " * 8, f"{len(nodes):>6,}")
    for budget in leaving["budgets"]:
        limited = [f"{reason} {count:,}" for reason, count in budget["allowed"].items() if count < 2**31 - 1]
        if limited:
            yield from terminal.wrapped(
                f"{budget['pool']}: at most {', '.join(limited)} now", " " * 8, "budget"
            )
    yield from basis_lines(leaving["basis"], leaving["notes"], terminal)


def _command(command: LeavingCommand) -> str:
    nodes = ", ".join(command["nodes"][:_MOST_NAMES]) + (", …" if len(command["nodes"]) > _MOST_NAMES else "")
    made = " and ".join(map(shape_text, command["replacements"]))
    saved = "" if command["savings"] is None else f", saves ${command['savings']:.4g}/h"
    return f"{nodes}{f' → {made}' if made else ' go'}{saved} ({command['method']})"


def _bands(nodes: list[LeavingNode]) -> dict[str, list[str]]:
    """Return the nodes by what becomes of them, in words that are the same for all of a band."""
    bands: dict[str, list[str]] = {}
    for node in nodes:
        bands.setdefault(f"{node['verdict']}, {node['text']}", []).append(node["node"])
    return dict(sorted(bands.items(), key=lambda band: -len(band[1])))
