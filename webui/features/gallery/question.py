"""The question of a case as a picture and figures, without the answer: its cluster, who waits, the rule, the counts."""

from __future__ import annotations

import re
from collections import Counter

import yaml
from typing_extensions import TypedDict

from scheduler_core import Recording, Scenario
from scheduler_core.contract import CycleFinished, Manifest
from webui.core.runs.picture import zones
from webui.ground.lib.scene import MAX_LABELLED, DrawnCluster, DrawnNode, WaitingPods, scene_node, scene_zone

_RULES = ("nodeSelector", "tolerations", "topologySpreadConstraints", "affinity")  # of a pod's spec
_MAX_RULE = 14  # lines
_MAX_DOTS = 8
_MAX_WAITING = 3  # groups of pods that wait
_APPS = 4  # shapes


class SpreadCount(TypedDict):
    value: str
    count: int


class SpreadFigures(TypedDict):
    """What a hard topologySpreadConstraint counts before the pod is placed."""

    minimum: int
    max_skew: int
    domains: list[SpreadCount]


class Question(TypedDict):
    """`pod` is the subject; `rule` the part of its spec that decides, as YAML; `spread` is null without a count."""

    scene: DrawnCluster
    pod: str
    pods: int
    rule: str
    spread: SpreadFigures | None


def question(scenario: Scenario, finished: list[CycleFinished], subject: str) -> Question:
    """Return the question about a pod ("namespace/name"; empty: about all of the run)."""
    pods = list(dict.fromkeys(event["pod"] for event in finished))
    pod = subject or pods[0]
    return Question(
        scene=_scene(scenario, pods),
        pod=pod,
        pods=len(pods),
        rule=_rule(scenario, pod),
        spread=_spread(scenario, finished, pod),
    )


def _scene(scenario: Scenario, waiting: list[str]) -> DrawnCluster:
    objects = scenario.objects
    is_large = len(objects.nodes) > MAX_LABELLED
    shapes: dict[str, str] = {}
    marks: dict[str, list[str]] = {}
    for pod in objects.pods:
        if pod.node_name and not pod.finished:
            app = _app(dict(pod.template.labels))
            shapes.setdefault(app, f"app-{min(len(shapes), _APPS - 1)}")
            marks.setdefault(pod.node_name, []).append(shapes[app])
    zone_of = zones(scenario.cluster())
    by_zone: dict[str, list[DrawnNode]] = {}
    for node in objects.nodes:
        tainted = node.unschedulable or any(taint.effect != "PreferNoSchedule" for taint in node.taints)
        drawn = scene_node(
            node.name, "" if is_large else node.name, marks.get(node.name, []), tainted=tainted
        )
        by_zone.setdefault(zone_of[node.name], []).append(drawn)
    return DrawnCluster(
        zones=[scene_zone(name, by_zone[name]) for name in sorted(by_zone)],
        waiting=_waiting(waiting),
        is_large=is_large,
    )


def _app(labels: dict[str, str]) -> str:
    return labels.get("app") or labels.get("app.kubernetes.io/name") or str(sorted(labels.items()))


def _waiting(pods: list[str]) -> list[WaitingPods]:
    """Return the pods that wait, those of one name and different numbers together."""
    names = [pod.partition("/")[2] for pod in pods]
    groups = Counter(re.sub(r"-(\d+|[a-z0-9]{8,10}-[a-z0-9]{5})$", "", name) for name in names)
    alone = {re.sub(r"-(\d+|[a-z0-9]{8,10}-[a-z0-9]{5})$", "", name): name for name in names}
    return [
        WaitingPods(
            label=f"{count} × {stem}" if count > 1 else alone[stem], dots=list(range(min(count, _MAX_DOTS)))
        )
        for stem, count in list(groups.items())[:_MAX_WAITING]
    ]


def _rule(scenario: Scenario, pod: str) -> str:
    """Return the rules of a pod's spec, or its requests without any, as YAML of a few lines."""
    spec = scenario.objects.manifests.get(("Pod", pod), {}).get("spec") or {}
    rules = {key: spec[key] for key in _RULES if spec.get(key)} | _devices(scenario, pod, spec)
    rules = rules or _requests(spec)
    lines = yaml.safe_dump(rules, sort_keys=False, width=60).splitlines() if rules else []
    return "\n".join([*lines[:_MAX_RULE], "…"] if len(lines) > _MAX_RULE else lines)


def _devices(scenario: Scenario, pod: str, spec: Manifest) -> Manifest:
    """Return what the pod's resource claims ask for, by the name of their template or their own."""
    specs = {_key(manifest): manifest.get("spec") or {} for manifest in scenario.manifests}
    namespace = pod.partition("/")[0]
    asked: Manifest = {}
    for entry in spec.get("resourceClaims") or ():
        if template := entry.get("resourceClaimTemplateName"):
            owner = specs.get(("ResourceClaimTemplate", namespace, template), {}).get("spec")
        else:
            owner = specs.get(("ResourceClaim", namespace, entry.get("resourceClaimName")))
        if devices := (owner or {}).get("devices"):
            asked[entry["name"]] = devices
    return asked


def _key(manifest: Manifest) -> tuple[str, str, str]:
    meta = manifest.get("metadata") or {}
    return manifest.get("kind", ""), meta.get("namespace") or "default", meta.get("name", "")


def _requests(spec: Manifest) -> Manifest:
    containers = spec.get("containers") or [{}]
    resources = containers[0].get("resources") or {}
    return {"resources": resources} if resources else {}


def _spread(scenario: Scenario, finished: list[CycleFinished], pod: str) -> SpreadFigures | None:
    """Return the counts of the first hard constraint in the pod's first attempt."""
    first = next(event for event in finished if event["pod"] == pod)
    view = Recording(scenario, finished).cycle(first["cycle"]).view()
    ledger = view["spread"]
    if not ledger or not ledger["filter"]:
        return None
    constraint = ledger["filter"][0]
    return SpreadFigures(
        minimum=constraint["minimum"]["value"],
        max_skew=constraint["max_skew"],
        domains=[SpreadCount(value=d["value"], count=d["count"]) for d in constraint["domains"]],
    )
