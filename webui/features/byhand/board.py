"""A run placed by hand: the queue, what was chosen so far, and what each node says of the pod in hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext
from ninja import Schema
from typing_extensions import TypedDict

from scheduler_core import Cycle, Recording
from scheduler_core.contract import CycleView, FilterStep, failure_by
from webui.core.runs.picture import zones
from webui.ground.lib.errors import Problem, engine_refusals


class HandPod(Schema):
    """A pod in the order of the queue, and where the run has put it."""

    pod: str
    scheduler: str | None


class HandNode(Schema):
    """A node as the pod in hand finds it. `steps` are those of the filter that rejects it first, `plugin`."""

    name: str
    zone: str
    pods: list[str]
    cpu: int
    used: int
    fits: bool
    plugin: str
    why: str
    steps: list[FilterStep]
    total: int | None


class HandChoice(Schema):
    """What was chosen for a pod, beside what the scheduler would have chosen then; without a node it waits."""

    pod: str
    node: str | None
    total: int | None
    best: str | None
    best_total: int | None


class HandOut(Schema):
    """A run that is placed by hand: what was chosen so far, and the pod in hand, empty at the end."""

    pods: list[HandPod]
    chosen: list[HandChoice]
    pod: str
    asks: dict[str, int]
    nodes: list[HandNode]
    best: str | None
    best_total: int | None


MOST_PODS, MOST_NODES = 60, 60  # that somebody places and looks at


@dataclass
class Hand:
    """The pods in the order of the run's queue, and the nodes that were chosen for the first of them."""

    recording: Recording
    chosen: Sequence[str]
    places: dict[str, str] = field(default_factory=dict)

    @property
    def queue(self) -> list[str]:
        return list(dict.fromkeys(event["pod"] for event in self.recording.finished))

    def board(self) -> HandOut:
        """Return the board; raise Problem (422) if the run is too large, or a node does not take its pod."""
        queue = self.queue
        self._require_small(queue)
        if len(self.chosen) > len(queue):
            raise _refusal(
                gettext("has more nodes (%(nodes)s) than pods (%(pods)s)")
                % {"nodes": len(self.chosen), "pods": len(queue)}
            )
        nodes = [node or None for node in self.chosen]
        pending = [None] if len(nodes) < len(queue) else []
        answer = HandOut(
            pods=[HandPod(pod=pod, scheduler=self.recording.placements.get(pod)) for pod in queue],
            chosen=[],
            pod="",
            asks={},
            nodes=[],
            best=None,
            best_total=None,
        )
        with engine_refusals():
            for cycle in self.recording.by_hand(zip(queue, [*nodes, *pending], strict=False)):
                if cycle.n < len(nodes):
                    answer.chosen.append(self._choice(queue[cycle.n], nodes[cycle.n], cycle.view()))
                else:
                    self._show(answer, queue[cycle.n], cycle)
        if not answer.nodes:
            answer.nodes = self._nodes(None)
        return answer

    def _require_small(self, queue: Sequence[str]) -> None:
        nodes = len(self.recording.scenario.objects.nodes)
        if len(queue) > MOST_PODS or nodes > MOST_NODES:
            message = gettext(
                "is too large to be placed by hand: pods %(pods)s, at most %(most_pods)s; nodes %(nodes)s, "
                "at most %(most_nodes)s"
            )
            sizes = {"pods": len(queue), "nodes": nodes, "most_pods": MOST_PODS, "most_nodes": MOST_NODES}
            raise Problem(422, [{"path": "run", "message": message % sizes}])

    def _choice(self, pod: str, node: str | None, view: CycleView) -> HandChoice:
        trace = view["trace"]
        if node is not None and node not in (trace.get("feasible") or ()):
            raise _refusal(
                gettext("%(pod)s does not fit on %(node)s: choose another node") % {"node": node, "pod": pod}
            )
        if node is not None:
            self.places[pod] = node
        best = trace.get("selected")
        return HandChoice(
            pod=pod,
            node=node,
            total=_total(view, node),
            best=best,
            best_total=_total(view, best),
        )

    def _show(self, answer: HandOut, pod: str, cycle: Cycle) -> None:
        view = cycle.view()
        requests = next(
            candidate for candidate in self.recording.scenario.objects.pods if candidate.key == pod
        ).template
        answer.pod = pod
        answer.asks = dict(requests.requests)
        answer.nodes = self._nodes(cycle)
        answer.best = view["trace"].get("selected")
        answer.best_total = _total(view, answer.best)

    def _nodes(self, cycle: Cycle | None) -> list[HandNode]:
        objects = self.recording.scenario.objects
        zone_of = zones(self.recording.scenario.cluster())
        running = {pod.key: pod.node_name for pod in objects.pods if pod.node_name and not pod.finished}
        cpu = {pod.key: dict(pod.template.requests).get("cpu", 0) for pod in objects.pods}
        places = running | self.places
        drawn: list[HandNode] = []
        for node in objects.nodes:
            pods = [pod for pod, place in places.items() if place == node.name]
            drawn.append(
                HandNode(
                    name=node.name,
                    zone=zone_of[node.name],
                    pods=pods,
                    cpu=dict(node.allocatable).get("cpu", 0),
                    used=sum(cpu[pod] for pod in pods),
                    **_said(cycle, node.name),
                )
            )
        return drawn


class Said(TypedDict):
    """What a node says of the pod: its total, or the first filter that rejects it, with the filter's steps."""

    fits: bool
    plugin: str
    why: str
    steps: list[FilterStep]
    total: int | None


def _said(cycle: Cycle | None, node: str) -> Said:
    said: Said = {"fits": False, "plugin": "", "why": "", "steps": [], "total": None}
    if cycle is None:
        return said
    view = cycle.view()
    trace = view["trace"]
    if node in (trace.get("feasible") or ()):
        said["fits"], said["total"] = True, _total(view, node)
    elif (failures := (trace.get("filter") or {}).get(node)) is not None:
        plugin = failures["first"]
        said["plugin"] = plugin
        said["why"] = ", ".join(failure_by(failures, plugin).get("reasons", ()))
        said["steps"] = list(cycle.explain("Filter", plugin, node)["steps"])
    return said


def _total(view: CycleView, node: str | None) -> int | None:
    return (view["trace"].get("total") or {}).get(node or "")


def _refusal(message: str) -> Problem:
    return Problem(422, [{"path": "on", "message": message}])
