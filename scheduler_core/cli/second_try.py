"""`simulate --as-pending`: a running pod's second try as text."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.explain.view.second_try import SecondTry
from scheduler_core.sentences import counted


def second_try_lines(again: SecondTry) -> Iterator[str]:
    """Yield the result in the form of all results, then how the node that the pod runs on compares."""
    pod, node, here = again["pod"], again["node"], again["runs_on"]
    yield f"{pod} -> {node}" if node else f"{pod} pending: {again['message']}"
    yield ""
    fits = f"{_outcome(again)}; {again['feasible']} of {counted(again['nodes'], 'node')} fit"
    if again["node_exists"]:
        yield f"{pod} runs on {here} and {fits}"
    else:
        yield f"{pod} is assigned to {here}, which is not among the nodes, and {fits}"
    if rejected := again["rejected"]:
        yield f"  {here} is rejected by {rejected['plugin']}: {', '.join(rejected['reasons'])}"
    if again["rank"] is not None:
        yield f"  {here} has {again['total']} points, rank {again['rank']}; the best total is {again['best_total']}"
    if node and node != here:
        for row in again["points"]:
            if row["here"] != row["best"]:
                yield f"  {row['plugin']}: {counted(row['here'], 'point')} on {here}, {row['best']} on {node}"


def _outcome(again: SecondTry) -> str:
    if again["node"] is None:
        return "would stay pending if it were pending now"
    if again["node"] == again["runs_on"]:
        return "would get the same node again"
    return f"would get {again['node']} now"
