"""What another set of NodePools changes, as text."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.scaling.contract import PoolComparison, PoolsOutcome
from scheduler_core.sentences import counted

from .scaling_text import basis_lines, price_text
from .terminal import Terminal

_MOST_NAMES = 6


def pool_lines(answer: PoolComparison, terminal: Terminal) -> Iterator[str]:
    """Yield the nodes with each set, the pods that move or get none, and the NodePools without nodes."""
    for label, outcome in (("before", answer["before"]), ("after", answer["after"])):
        yield from terminal.wrapped(_nodes(outcome), " " * 9, label)
    moves: dict[tuple[str | None, str | None], list[str]] = {}
    for moved in answer["moved"]:
        moves.setdefault((moved["before"], moved["after"]), []).append(moved["pod"])
    for (before, after), pods in sorted(moves.items(), key=lambda move: move[0][1] is not None):
        names = ", ".join(pods[:_MOST_NAMES]) + (", …" if len(pods) > _MOST_NAMES else "")
        text = f"{counted(len(pods), 'pod')} from {_pool(before)} to {_pool(after)}: {names}"
        yield from terminal.wrapped(text, " " * 4, f" {terminal.sign('reject' if after is None else 'pass')}")
        if after is None:
            yield from terminal.wrapped(answer["after"]["refused"][pods[0]], " " * 6)
    if not moves:
        yield "no pod gets a node of another NodePool"
    for pool in answer["unused"]:
        yield from terminal.wrapped(f"NodePool {pool} makes no node for any of these pods", " " * 4, " !")
    yield from basis_lines(answer["basis"], answer["notes"], terminal)


def _nodes(outcome: PoolsOutcome) -> str:
    by_pool = ", ".join(f"{pool} {count:,}" for pool, count in sorted(outcome["nodes"].items()))
    total = counted(sum(outcome["nodes"].values()), "node")
    return f"{total}{price_text(outcome['price'])}{f': {by_pool}' if by_pool else ''}"


def _pool(name: str | None) -> str:
    if name is None:
        return "no node"
    return f"NodePool {name}" if name else "a node that is not Karpenter's"
