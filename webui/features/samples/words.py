"""What was recognised of a workload, and what is assumed for it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, ngettext

from scheduler_core.contract import WorkloadFacts, WorkloadSpread
from webui.features.samples.schemas import TrialOut
from webui.ground.lib.quantities import quantity

_ZONE, _HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"

_ASSUMED = {
    "Namespace": gettext_lazy("Namespace {} exists and has no labels"),
    "PersistentVolumeClaim": gettext_lazy(
        "PersistentVolumeClaim {} requests 1Gi of the default StorageClass"
    ),
    "PriorityClass": gettext_lazy("PriorityClass {} has the value 0"),
    "RuntimeClass": gettext_lazy("RuntimeClass {} adds no overhead"),
    "StorageClass": gettext_lazy("StorageClass {} creates a volume where its first pod is placed"),
}


@dataclass(frozen=True, slots=True)
class Recognised:
    """A workload: its kind and name, and rows of a term with its value."""

    kind: str
    name: str
    rows: list[tuple[str, str]]


def heading(workloads: Sequence[WorkloadFacts]) -> str:
    pods = sum(workload["pods"] for workload in workloads)
    if len(workloads) != 1:
        return ngettext("%(n)d pod, and no cluster yet", "%(n)d pods, and no cluster yet", pods) % {"n": pods}
    names = {"n": pods, "name": workloads[0]["name"]}
    return (
        ngettext(
            "%(n)d replica of %(name)s, and no cluster yet",
            "%(n)d replicas of %(name)s, and no cluster yet",
            pods,
        )
        % names
    )


def recognised(workload: WorkloadFacts) -> Recognised:
    return Recognised(workload["kind"], f"{workload['namespace']}/{workload['name']}", list(_rows(workload)))


def assumed(trials: Sequence[TrialOut]) -> list[str]:
    """Return what is assumed; what does not hold for all clusters names them."""
    clusters: dict[tuple[str, str], list[str]] = {}
    for trial in trials:
        for assumption in trial.assumptions:
            clusters.setdefault((assumption["kind"], assumption["name"]), []).append(trial.title)
    return [
        str(_ASSUMED[kind]).format(name) + ("" if len(titles) == len(trials) else f" ({', '.join(titles)})")
        for (kind, name), titles in clusters.items()
    ]


def _rows(workload: WorkloadFacts) -> Iterator[tuple[str, str]]:
    pods = workload["pods"]
    yield gettext("Pods"), str(pods)
    yield gettext("Each requests"), _requests(workload)
    for constraint in workload["spread"]:
        yield _domain(constraint), _skew(constraint)
    if workload["affinity"]:
        yield gettext("Affinity"), ", ".join(workload["affinity"])
    if workload["node_selector"]:
        yield (
            gettext("Nodes with"),
            ", ".join(f"{key}={value}" for key, value in workload["node_selector"].items()),
        )
    if workload["tolerations"]:
        yield gettext("Tolerates"), ", ".join(workload["tolerations"])
    if workload["priority"]:
        yield gettext("Priority"), f"{workload['priority']:,}"
    if workload["claims"]:
        count = workload["claims"]
        yield gettext("Volumes"), ngettext("%(n)d claim each", "%(n)d claims each", count) % {"n": count}


def _requests(workload: WorkloadFacts) -> str:
    parts = [f"cpu {quantity(workload['cpu'], 'milli')}"] if workload["cpu"] else []
    parts += [f"memory {quantity(workload['memory'], 'bytes')}"] if workload["memory"] else []
    return ", ".join(parts) or gettext("nothing: any node has room")


def _domain(constraint: WorkloadSpread) -> str:
    names = {_ZONE: gettext("Zones"), _HOST: gettext("Nodes")}
    return names.get(constraint["topology_key"], constraint["topology_key"])


def _skew(constraint: WorkloadSpread) -> str:
    skew = constraint["max_skew"]
    text = ngettext("may differ by %(n)d pod", "may differ by %(n)d pods", skew) % {"n": skew}
    strength = gettext("required") if constraint["required"] else gettext("preferred")
    return f"{text}, {strength}"
