"""How other seeds and the control contradict an expectation that holds, the same for runs and for plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scheduler_core.sentences import Sentence, listed, worded
from scheduler_core.simulation.expectations.finding import Finding


def by_seed(
    finding: Finding, seeds: Iterable[int], check: Callable[[int], Finding], *, same_answer: bool = False
) -> Sentence | None:
    """Return how some seed contradicts the finding, None if none does.

    With `same_answer` it must also be answered the same with each.
    """
    failed: dict[Sentence, list[int]] = {}
    for seed in seeds:
        other = check(seed)
        if not other.holds or (same_answer and other.actual != finding.actual):
            failed.setdefault(other.actual, []).append(seed)
    if not failed:
        return None
    others = [
        worded("{actual} with seed {seeds}", actual=actual, seeds=", ".join(map(str, seeds)))
        for actual, seeds in failed.items()
    ]
    return worded("{actual}, but {others}", actual=finding.actual, others=listed(others, "; "))


def by_control(without: str, check: Callable[[str], Finding]) -> Sentence | None:
    """Return that the fact also holds without the field at a path, None if it does not or there is no such path."""
    if not without:
        return None
    control = check(without)
    if not control.holds:
        return None
    return worded("also without {field}: {actual}", field=without, actual=control.actual)
