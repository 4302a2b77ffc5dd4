"""How other seeds and the control contradict an expectation that holds, the same for runs and for plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scheduler_core.simulation.expectations.finding import Finding


def by_seed(
    finding: Finding, seeds: Iterable[int], check: Callable[[int], Finding], *, same_answer: bool = False
) -> str:
    """Return how some seed contradicts the finding, "" if none does.

    With `same_answer` it must also be answered the same with each.
    """
    failed: dict[str, list[int]] = {}
    for seed in seeds:
        other = check(seed)
        if not other.holds or (same_answer and other.actual != finding.actual):
            failed.setdefault(other.actual, []).append(seed)
    if not failed:
        return ""
    parts = (f"{actual} with seed {', '.join(map(str, seeds))}" for actual, seeds in failed.items())
    return f"{finding.actual}, but {'; '.join(parts)}"


def by_control(without: str, check: Callable[[str], Finding]) -> str:
    """Return that the fact also holds without the field at a path, "" if it does not or there is no such path."""
    if not without:
        return ""
    control = check(without)
    return f"also without {without}: {control.actual}" if control.holds else ""
