"""What the log of a run says of what a sweep counts."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core import Scenario, simulate


@dataclass(slots=True)
class Logged:
    """The end of a run by its log; `nodes` has the node of each pod that was placed."""

    decisions: int = 0
    tied: int = 0
    evicted: int = 0
    pending: int = 0
    nodes: dict[str, str] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)

    @property
    def first_pending(self) -> tuple[str, str] | None:
        return next(iter(self.messages.items()), None)


def logged(scenario: Scenario, version: str | None, seed: int) -> Logged:
    """Run the scenario as everybody does, and read its log."""
    end = Logged()
    waiting = [pod.key for pod in scenario.objects.pods if not pod.node_name and not pod.finished]
    messages: dict[str, str] = {}
    for event in simulate(scenario, kubernetes_version=version, seed=seed):
        if event["kind"] == "cycle.finished":
            end.decisions += 1
            end.tied += event["ties"] > 1
            for victim in event["victims"]:
                end.evicted += 1
                end.nodes.pop(victim, None)
                waiting = [pod for pod in waiting if pod != victim]
            if event["node"]:
                end.nodes[event["pod"]] = event["node"]
            messages[event["pod"]] = event["message"] or ""
        elif event["kind"] == "run.finished":
            end.pending = event["pending"]
    end.messages = {pod: messages[pod] for pod in waiting if pod not in end.nodes}
    return end
