"""The upgrade matrix as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.sentences import counted

from .contract import Shift, Stay, UpgradeChange, UpgradeMatrix, UpgradePod, UpgradeStep, UpgradeVersion

MARKS = {"decides": "*", "queued": "+", "follows": "~"}
LEGEND = "* decides otherwise, + attempted at another time, ~ follows from other pods"


def report_lines(matrix: UpgradeMatrix) -> Iterator[str]:
    """Yield the matrix as text: a table of the versions, one of the pods that move, and the changes that move them."""
    versions = [version["release"] for version in matrix["versions"]]
    pods = f"{matrix['running']:,} running and {counted(matrix['waiting'], 'pending pod')}"
    yield (
        f"{counted(matrix['nodes'], 'node')}, {pods} under {counted(len(versions), 'version')}, "
        f"{versions[0]} to {versions[-1]}"
    )
    yield ""
    yield from _table([_VERSION_HEAD, *_version_rows(matrix)])
    for version in matrix["versions"]:
        yield from (f"{version['release']} has no run: {problem}" for problem in version["problems"])
    yield ""
    shifted = [pod for pod in matrix["pods"] if len(pod["stays"]) > 1]
    if not shifted:
        yield "nothing moves"
        return
    yield from _table(list(_pod_rows(matrix, shifted)))
    yield f"{LEGEND}; the other pods land alike under all versions"
    for change in matrix["changes"]:
        yield ""
        yield from _change_lines(change)
    yield ""
    for step in matrix["steps"]:
        if step["causes"] or not step["switched_off"]:
            yield _check_line(step, versions)


_VERSION_HEAD = ["version", "", "elsewhere", "pending", "placed", "evicted", "decide", "follow"]


def _version_rows(matrix: UpgradeMatrix) -> Iterator[list[str]]:
    steps = {step["after"]: step for step in matrix["steps"]}
    for i, version in enumerate(matrix["versions"]):
        step = steps.get(i)
        yield [version["release"], _basis(version), *(_counts(step) if step else ["-"] * 6)]


def _basis(version: UpgradeVersion) -> str:
    if version["recorded"]:
        return "recorded"
    return "planned" if version.get("planned") else "from release notes"


def _counts(step: UpgradeStep) -> list[str]:
    counts = (
        step["moved"],
        step["pending"],
        step["placed"],
        step["evicted"],
        step["decides"],
        step["follows"],
    )
    return [str(count) if count else "." for count in counts]


def _pod_rows(matrix: UpgradeMatrix, pods: Sequence[UpgradePod]) -> Iterator[list[str]]:
    """Yield a row per pod, with a column for the first version and for each under which a pod moves."""
    columns = sorted({0, *(stay["first"] for pod in pods for stay in pod["stays"])})
    yield [
        "pod",
        *(_marked(matrix["versions"][i]) for i in columns),
    ]
    for pod in pods:
        stays = {stay["first"]: stay for stay in pod["stays"]}
        yield [pod["pod"], *(_cell(stays[i]) if i in stays else "." for i in columns)]


def _marked(version: UpgradeVersion) -> str:
    if version["recorded"]:
        return version["release"]
    return f"{version['release']} ({'planned' if version.get('planned') else 'notes'})"


def _cell(stay: Stay) -> str:
    place = stay["node"] or stay["state"]
    return place if stay["shift"] is None else f"{place} {_mark(stay['shift'])}"


def _mark(shift: Shift) -> str:
    return MARKS[shift["origin"]] + ("" if shift["causes"] else "?")


def _change_lines(change: UpgradeChange) -> Iterator[str]:
    """Yield a change with its sources, whom it moves, and what to know about it."""
    sources = [
        f"KEP-{change['kep']}" if change["kep"] else "",
        f"kubernetes/kubernetes#{change['pull_request']}" if change["pull_request"] else "",
        "" if change["recorded"] else "from release notes",
    ]
    named = ", ".join(filter(None, sources))
    yield f"{change['since']}  {change['name']}" + (f" ({named})" if named else "")
    yield f"      {change['title']}"
    pending = f"; {change['pending']} become pending" if change["pending"] else ""
    yield f"      {counted(change['pods'], 'pod')}: {change['decides']} decide, {change['follows']} follow{pending}"
    if change["note"]:
        yield f"      {change['note']}"


def _check_line(step: UpgradeStep, versions: Sequence[str]) -> str:
    """Return what switching the causes off showed."""
    before, after = versions[step["before"]], versions[step["after"]]
    if not step["switched_off"]:
        return f"{before} -> {after}: no change that is known takes all differences back"
    causes = ", ".join(step["causes"])
    others = (
        f"; no pod moves here with the {counted(step['others'], 'other change')}" if step["others"] else ""
    )
    return f"{before} -> {after}: with {causes} switched off, all pods land as in {before}{others}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
