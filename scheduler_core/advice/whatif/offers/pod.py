"""What the pod as a whole asks for: a host port, a scheduler, gates."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import listed, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.explain.view.causes.reasons import Reason


def no_host_port(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield the pod without its host ports."""
    spec = situation.manifest["spec"]
    edits = [
        Edit("remove", ("spec", key, i, "ports", j, "hostPort"))
        for key in ("containers", "initContainers")
        for i, container in enumerate(spec.get(key) or ())
        for j, port in enumerate(container.get("ports") or ())
        if port.get("hostPort")
    ]
    if edits and not spec.get("hostNetwork"):
        yield Change(
            say("host port removed", port=reason.operand), "manifest", ("hostPort",), tuple(edits), rank=0.2
        )


def ungated(trial: Trial) -> Iterator[Change]:
    """Yield the pod without its scheduling gates."""
    gates = trial.pod.template.scheduling_gates
    if gates:
        edit = Edit("remove", ("spec", "schedulingGates"))
        yield Change(say("gates removed", gates=listed(gates)), "manifest", ("gates",), (edit,))


def other_scheduler(trial: Trial) -> Iterator[Change]:
    """Yield the pod with each scheduler that the configuration has."""
    name = trial.pod.template.scheduler_name
    for other in trial.cluster.frameworks:
        edit = Edit("set", ("spec", "schedulerName"), other)
        phrase = say("scheduler name", before=name, after=other)
        yield Change(phrase, "manifest", ("schedulerName",), (edit,))
