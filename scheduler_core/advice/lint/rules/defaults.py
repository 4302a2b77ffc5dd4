"""Default spread constraints of the profile, which a constraint of the pod's own switches off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scheduler_core.advice.lint.contract import LintRun
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.scheduler.plugins.podtopologyspread.common import SpreadArgs, constraints_of


def _default_constraints_lost(linted: LintInput) -> Iterator[Finding]:
    """Yield workloads whose own constraints leave out zones, where the zones' default would have spread them better."""
    for workload in linted.workloads:
        template = workload.template
        if not template.spread or any(constraint.topology_key == ZONE for constraint in template.spread):
            continue
        bare = replace(template, spread=())
        defaults = constraints_of(linted.nodes.handle, SpreadArgs(), bare, "ScheduleAnyway")
        if len(linted.nodes.domains(ZONE, linted.nodes.usable(template))) < 2 or len(workload.pods) < 2:
            continue
        if all(constraint.topology_key != ZONE for constraint in defaults):
            continue
        constraint = {
            "maxSkew": 1,
            "topologyKey": ZONE,
            "whenUnsatisfiable": "ScheduleAnyway",
            "labelSelector": {"matchLabels": workload.own_labels()},
        }
        operations = workload.operations("add", ("topologySpreadConstraints",), constraint)
        consequence = linted.runs.consequence(workload, operations, key=ZONE)
        if consequence is None or consequence["fixed"] is None:
            continue
        if _skew(consequence["fixed"]) >= _skew(consequence["written"]):
            continue
        yield Finding(
            workload.object,
            workload.path("topologySpreadConstraints"),
            {"key": ZONE},
            pods=len(workload.pods),
            fix=Fix(operations, {"key": ZONE}),
            consequence=consequence,
        )


def _skew(run: LintRun) -> int:
    counts = run["domains"].values()
    return max(counts, default=0) - min(counts, default=0)


RULES = (
    Rule(
        "default-constraints-lost",
        "note",
        "A pod's own constraints disable the defaults",
        "The pods have their own constraints, so the scheduler's default over {key} does not apply.",
        "The scheduler spreads pods of Services and workloads over zones and nodes by default, but only pods without"
        " any topologySpreadConstraints. A note, if a run shows a better spread with the constraint added.",
        _default_constraints_lost,
        "Add {key}, ScheduleAnyway",
        needs_nodes=True,
    ),
)
