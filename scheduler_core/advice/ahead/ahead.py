"""Three looks at a running cluster: by lint, and after the loss of each zone and of each node.

They are made of plain values and can be made in another process. Each has an allowance of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import orjson

from scheduler_core import allowance
from scheduler_core.advice.lint import lint
from scheduler_core.advice.lint.contract import LintFinding
from scheduler_core.advice.sweeps import Sweep
from scheduler_core.advice.sweeps.contract import LossesSweep
from scheduler_core.explain.live import live_content, live_finding
from scheduler_core.explain.live.contract import LiveFinding
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.scenario import Scenario

Look = Literal["lint", "zone", "node"]
LOOKS: tuple[Look, ...] = ("lint", "zone", "node")
# Of plugins' answers: a large cluster fills what a run may keep, and is as fast with less.
CACHED_BYTES = 32 * 2**20

_LABELS: dict[Look, str] = {"zone": "topology.kubernetes.io/zone", "node": "kubernetes.io/hostname"}


def look_ahead(
    objects: Sequence[bytes], config: Manifest | None, release: str, looks: Collection[Look], seconds: float
) -> dict[Look, list[LiveFinding] | None]:
    """Return the findings of each look, None for a look that takes more than so many seconds of the processor.

    `objects` are the cluster's, each as JSON; `config` is the scheduler's configuration. Numbers, times and moments
    of the findings are not given. Raise InvalidInput for objects that our scheduler cannot read.
    """
    return {look: _within(look, objects, config, release, seconds) for look in looks}


def live_news(
    findings: Sequence[LiveFinding], known: Collection[tuple[str, str]], most: int
) -> list[LiveFinding]:
    """Return the findings whose rule and subject were not known, so many at most; a last one counts the others."""
    news = [finding for finding in findings if (finding["rule"], finding["subject"]) not in known]
    if len(news) <= most:
        return news
    source = news[0]["source"]
    rest = live_finding(source, source, "info", "", "more", n=len(news) - most)
    return [*news[:most], rest]


def too_large(look: Look) -> LiveFinding:
    """Return that the cluster is too large for a look."""
    source: Literal["lint", "losses"] = "lint" if look == "lint" else "losses"
    return live_finding(source, source, "info", "", f"too_large_{look}")


def _within(
    look: Look, objects: Sequence[bytes], config: Manifest | None, release: str, seconds: float
) -> list[LiveFinding] | None:
    try:
        with allowance.within(allowance.Allowance(seconds=seconds, cached=CACHED_BYTES)):
            return _linted(objects, release) if look == "lint" else _lost(look, objects, config, release)
    except allowance.AllowanceSpent:
        return None


def _linted(objects: Sequence[bytes], release: str) -> list[LiveFinding]:
    report = lint([_text(objects)], version=find_version(release), min_severity="warning")
    return [
        live_finding("lint", f["rule"], _severity(f["severity"]), f["object"], "lint", **_said(f))
        for f in report["findings"]
    ]


def _text(objects: Sequence[bytes]) -> str:
    return (b'{"apiVersion":"v1","kind":"List","items":[%s]}' % b",".join(objects)).decode()


def _said(finding: LintFinding) -> dict[str, object]:
    """Return the message, and what it is made of: the page has the rule's sentence in other languages."""
    return {**finding["operands"], "message": finding["message"]}


def _severity(severity: str) -> Literal["error", "warning"]:
    return "error" if severity == "error" else "warning"


def _lost(look: Look, objects: Sequence[bytes], config: Manifest | None, release: str) -> list[LiveFinding]:
    """Return the losses after which pods that ran there find no place, the worst first."""
    by_number = {str(number): orjson.loads(text) for number, text in enumerate(objects)}
    scenario = Scenario.from_content(live_content(by_number, config), version=find_version(release))
    del by_number  # half of the memory
    label = _LABELS[look]
    names = {n.labels[label]: n.name for n in scenario.objects.nodes if label in n.labels}
    if len(names) < 2:  # without its only zone a cluster is gone
        return []
    asked: LossesSweep = {"kind": "losses", "topology_keys": [label], "pairs": False, "seeds": 1}
    sweep = Sweep([scenario], asked)
    result = sweep.result(sweep.evaluate(0, sweep.points))
    pending = {
        value: int(cell["pending"])
        for value, cell in zip(result["axes"][0]["values"], result["cells"], strict=True)
        if cell is not None and cell["pending"]
    }
    worst = sorted(pending, key=lambda value: -pending[value])
    return [_loss(look, names[value] if look == "node" else value, pending[value]) for value in worst]


def _loss(look: Look, name: str, pods: int) -> LiveFinding:
    subject = f"{look.capitalize()} {name}"
    return live_finding("losses", look, "warning", subject, f"loss_{look}", **{look: name, "n": pods})
