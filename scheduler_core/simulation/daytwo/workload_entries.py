"""Workloads of a play as the timeline has them: what keeps their pods apart, and what their controllers promise."""

from __future__ import annotations

import numpy as np

from scheduler_core.controlplane.controllers.daemonset import portions
from scheduler_core.controlplane.workloads.daemonset import daemon_template, eligible_nodes
from scheduler_core.controlplane.workloads.names import template_hash
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import PodTemplate, TopologySpreadConstraint
from scheduler_core.scheduler.plugins.helper import required_node_affinity, tolerated_nodes

from .contract import PlayConstraint, WorkloadBounds
from .deployments import bounds_of, newest
from .statefulsets import unavailable_at_once
from .world import World


def begin(world: World, key: str) -> None:
    """Write a workload down, unless it belongs to another one."""
    workload = world.workloads.by_key[key]
    is_root = world.workloads.root_of(key) == key
    if not is_root or key in world.recorder.workloads:
        return
    revisions = [rs.hash for rs in world.workloads.replica_sets_of(key)]
    if workload.kind not in ("Deployment", "StatefulSet", "DaemonSet"):
        revisions = [template_hash(workload.template)]
    world.recorder.workloads[key] = {
        "workload": key,
        "kind": workload.kind,
        "revisions": revisions,
        "constraints": [],
        "bounds": [],
        "series": [],
    }
    if world.workloads.is_assumed(key):
        world.recorder.workloads[key]["assumed"] = True
    describe(world, key)


def describe(world: World, key: str) -> None:
    """Write down what a workload's template and scale are from now on."""
    entry = world.recorder.workloads.get(key)
    if entry is None:
        return
    template = typed_template(world, key)
    entry["constraints"] = constraints_of(world, key, template)
    for number, constraint in enumerate(template.spread):
        world.recorder.uncounted[key, number] = _uncounted(world, template, constraint)
    bounds = bounds_at(world, key)
    if not entry["bounds"] or {**entry["bounds"][-1], "moment": 0} != {**bounds, "moment": 0}:
        entry["bounds"].append(bounds)


def bounds_at(world: World, key: str) -> WorkloadBounds:
    """Return what the controller promises now."""
    workload = world.workloads.by_key[key]
    replicas = workload.spec.integer("replicas", 1)
    least, most = replicas, replicas
    if workload.kind == "Deployment":
        fenceposts = bounds_of(workload)
        least, most = replicas - fenceposts.unavailable, replicas + fenceposts.surge
    elif workload.kind == "StatefulSet":
        least = max(replicas - (unavailable_at_once(world, workload) or 1), 0)
    elif workload.kind == "DaemonSet":
        replicas = len(eligible_nodes(daemon_template(workload), world.nodes.columns()))
        rolling = mapping(workload.manifest, "spec", "updateStrategy", "rollingUpdate")
        part = portions(rolling.get("maxSurge"), rolling.get("maxUnavailable"), replicas)
        least, most = max(replicas - part.unavailable, 0), replicas + part.surge
    elif workload.kind == "Job":
        replicas = most = workload.spec.integer("parallelism", 1)
        least = 0
    return {
        "moment": max(world.recorder.last, 0),
        "replicas": replicas,
        "available_at_least": least,
        "in_all_at_most": most,
    }


def newest_template(world: World, key: str) -> Manifest:
    """Return the newest template of a workload as its pods get it."""
    workload = world.workloads.by_key[key]
    new = newest(world, key) if workload.kind == "Deployment" else None
    return (new.workload if new else workload).template


def typed_template(world: World, key: str) -> PodTemplate:
    """Return the newest template of a workload as the scheduler has it."""
    template = newest_template(world, key)
    namespace = world.workloads.by_key[key].namespace
    manifest: Manifest = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {**mapping(template, "metadata"), "name": "template", "namespace": namespace},
        "spec": template.get("spec"),
    }
    return world.start.maker.template_of(manifest)


def constraints_of(world: World, key: str, typed: PodTemplate) -> list[PlayConstraint]:
    """Return what keeps the pods of the newest template apart; without `matchLabelKeys` in its selector."""
    written = mapping(newest_template(world, key), "spec").get("topologySpreadConstraints")
    by_revision = [bool(mapping(c).get("matchLabelKeys")) for c in written or ()]
    spread: list[PlayConstraint] = [
        {
            "kind": "spread",
            "topology_key": constraint.topology_key,
            "max_skew": constraint.max_skew,
            "required": constraint.when_unsatisfiable == "DoNotSchedule",
            "selector": str(constraint.selector),
            "by_revision": by_revision[i],
            "min_domains": constraint.min_domains,
        }
        for i, constraint in enumerate(typed.spread)
    ]
    return [*spread, *_anti_affinity(typed)]


def _anti_affinity(template: PodTemplate) -> list[PlayConstraint]:
    """Return the anti-affinity terms that select the pods themselves."""
    anti = template.affinity.pod_anti
    terms: list[tuple[PodAffinityTerm, bool]] = [(term, True) for term in anti.required]
    terms += [(weighted.term, False) for weighted in anti.preferred]
    return [
        {
            "kind": "anti-affinity",
            "topology_key": term.topology_key,
            "max_skew": 1,
            "required": is_required,
            "selector": str(term.selector),
            "by_revision": False,
            "min_domains": None,
        }
        for term, is_required in terms
        if term.selector.matches(template.labels)
    ]


def _uncounted(world: World, template: PodTemplate, constraint: TopologySpreadConstraint) -> frozenset[str]:
    """Return the nodes that a constraint does not count, by its policies."""
    columns = world.nodes.columns()
    counted = np.ones(len(columns.nodes), dtype=bool)
    if constraint.node_affinity_policy == "Honor":
        counted &= required_node_affinity(columns, template)
    if constraint.node_taints_policy == "Honor":
        counted &= tolerated_nodes(columns, template.tolerations)
    return frozenset(columns.nodes[row].name for row in (~counted).nonzero()[0].tolist())


def all_described(world: World) -> None:
    """Write down all workloads as they are now."""
    for key in list(world.workloads.by_key):
        begin(world, key)
        describe(world, key)
