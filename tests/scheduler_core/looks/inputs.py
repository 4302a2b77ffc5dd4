"""Inputs of few bytes that multiply work: each has many objects, and each of these matters to each other one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from tests.builders import (
    Manifest,
    affinity,
    make_deployment,
    make_namespace,
    make_node,
    make_pod,
    spread,
    with_spec,
    with_status,
)
from tests.scheduler_core.queueing.clusters import admitted, cluster_queue, workload
from tests.scheduler_core.queueing.manifests import KUEUE, flavor, job

MANY = 80
_HOST = "kubernetes.io/hostname"
_WEB = {"matchLabels": {"app": "web"}}


def text(manifests: Iterable[Manifest]) -> str:
    return "---\n".join(f"{json.dumps(manifest)}\n" for manifest in manifests)


def _nodes(count: int = MANY // 4) -> list[Manifest]:
    return [_node(i, zone=f"z{i % 3}") for i in range(count)]


def _node(number: int, **labels: Any) -> Manifest:
    """Return a node with a label of its own."""
    return make_node(f"n{number}", **labels | {f"k{number}": "v"})


def _pods(**options: Any) -> list[Manifest]:
    return [make_pod(f"p{i}", app="web", **options) for i in range(MANY)]


def _object(api: str, kind: str, name: str, namespace: str = "", **fields: Any) -> Manifest:
    metadata = {"name": name} | ({"namespace": namespace} if namespace else {})
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **fields}


def _each(make: Callable[[int], Manifest]) -> list[Manifest]:
    return [make(i) for i in range(MANY)]


def _budgets() -> list[Manifest]:
    return _each(
        lambda i: _object(
            "policy/v1", "PodDisruptionBudget", f"b{i}", spec={"minAvailable": 1, "selector": _WEB}
        )
    )


def budgets() -> list[Manifest]:
    running = [with_spec(pod, nodeName=f"n{i % 5}") for i, pod in enumerate(_pods())]
    urgent = [make_pod(f"u{i}", priority=9, requests={"cpu": "4"}) for i in range(3)]
    return [*_nodes(5), *running, *_budgets(), *urgent]


def volumes() -> list[Manifest]:
    claim = {"storageClassName": "", "accessModes": ["ReadWriteOnce"]}
    of_claims = _each(
        lambda i: _object(
            "v1",
            "PersistentVolumeClaim",
            f"c{i}",
            "default",
            spec={**claim, "resources": {"requests": {"storage": "1Gi"}}},
        )
    )
    of_volumes = _each(
        lambda i: _object("v1", "PersistentVolume", f"v{i}", spec={**claim, "capacity": {"storage": "1Gi"}})
    )
    mounted = [
        with_spec(pod, volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": f"c{i}"}}])
        for i, pod in enumerate(_pods())
    ]
    return [*_nodes(), *of_claims, *of_volumes, *mounted]


def terms() -> list[Manifest]:
    """Pods that keep away from each other, each by a label and a key of its own."""
    return [
        *_nodes(),
        *_each(
            lambda i: make_pod(f"p{i}", app="web", affinity=affinity(f"k{i}", anti=True, weight=1, app="web"))
        ),
    ]


def constraints() -> list[Manifest]:
    return [*_nodes(), *_each(lambda i: make_pod(f"p{i}", app="web", x=f"y{i}", spread=[spread("zone")]))]


def taints() -> list[Manifest]:
    taint = {"value": "v", "effect": "NoSchedule"}
    tolerations = [{"key": f"t{i}", "operator": "Equal", "value": "other"} for i in range(MANY)]
    nodes = _each(lambda i: make_node(f"n{i}", taints=[{"key": f"t{i}", **taint}]))
    return [*nodes, *(with_spec(make_pod(f"p{i}"), tolerations=tolerations) for i in range(3))]


def resources() -> list[Manifest]:
    nodes = _each(lambda i: with_status(make_node(f"n{i}"), allocatable={"pods": "110", f"x.io/r{i}": "1"}))

    def pod(i: int) -> Manifest:
        amounts = {f"x.io/r{i}": "1"}
        container = {"name": "c", "image": "c", "resources": {"requests": amounts, "limits": amounts}}
        return with_spec(make_pod(f"p{i}"), containers=[container])

    return [*nodes, *_each(pod)]


def selectors() -> list[Manifest]:
    nodes = _each(_node)
    return [*nodes, *_each(lambda i: with_spec(make_pod(f"p{i}"), nodeSelector={f"k{i}": "v"}))]


def priorities() -> list[Manifest]:
    return [*_nodes(), *_each(lambda i: make_pod(f"p{i}", priority=i, requests={"cpu": "3"}))]


def namespaces() -> list[Manifest]:
    term = {"topologyKey": "zone", "namespaceSelector": {}, "labelSelector": _WEB}
    rule = {
        "podAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": term}]
        }
    }
    return [
        *_nodes(),
        *_each(lambda i: make_namespace(f"x{i}", a=f"b{i}")),
        *_each(lambda i: make_pod(f"p{i}", namespace=f"x{i}", app="web", affinity=rule)),
    ]


def quotas() -> list[Manifest]:
    listed = _each(
        lambda i: _object("v1", "ResourceQuota", f"q{i}", "default", spec={"hard": {"pods": "1000"}})
    )
    limits = {"limits": [{"type": "Container", "default": {"cpu": "1"}}]}
    return [
        *_nodes(),
        *listed,
        *_each(lambda i: _object("v1", "LimitRange", f"l{i}", "default", spec=limits)),
        *_pods(),
    ]


def workloads() -> list[Manifest]:
    """Deployments of one label, with budgets, Services and autoscalers."""
    deployments = _each(lambda i: make_deployment(f"d{i}", 2, labels={"app": "web"}))
    services = _each(
        lambda i: _object("v1", "Service", f"s{i}", "default", spec={"selector": {"app": "web"}})
    )
    scalers = _each(
        lambda i: _object(
            "autoscaling/v2",
            "HorizontalPodAutoscaler",
            f"h{i}",
            spec={
                "minReplicas": 1,
                "maxReplicas": 9,
                "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": f"d{i}"},
            },
        )
    )
    return [*_nodes(), *deployments, *services, *scalers, *_budgets()]


def daemons() -> list[Manifest]:
    def daemon(i: int) -> Manifest:
        template = {
            "metadata": {"labels": {"app": f"d{i}"}},
            "spec": {"containers": [{"name": "c", "image": "c"}]},
        }
        spec = {"selector": {"matchLabels": {"app": f"d{i}"}}, "template": template}
        return _object("apps/v1", "DaemonSet", f"d{i}", spec=spec)

    return [*_nodes(), *(daemon(i) for i in range(MANY // 4))]


def devices() -> list[Manifest]:
    api = "resource.k8s.io/v1"
    expression = "device.driver == 'd' && [1, 2, 3].all(x, [1, 2, 3].all(y, x * y > 0))"
    device_class = _object(
        api, "DeviceClass", "gpu", spec={"selectors": [{"cel": {"expression": expression}}]}
    )
    slices = [
        _object(
            api,
            "ResourceSlice",
            f"s{i}",
            spec={
                "driver": "d",
                "nodeName": "n0",
                "pool": {"name": f"p{i}", "generation": 1, "resourceSliceCount": 1},
                "devices": [{"name": f"d{j}", "attributes": {"a": {"int": j}}} for j in range(10)],
            },
        )
        for i in range(MANY // 10)
    ]
    exactly = {"deviceClassName": "gpu", "count": 2}
    request = {"requests": [{"name": "r", "exactly": exactly}], "constraints": [{"matchAttribute": "d/a"}]}
    claims = [_object(api, "ResourceClaim", f"c{i}", "default", spec={"devices": request}) for i in range(4)]
    pods = [
        with_spec(make_pod(f"p{i}"), resourceClaims=[{"name": "c", "resourceClaimName": f"c{i}"}])
        for i in range(4)
    ]
    return [*_nodes(2), device_class, *slices, *claims, *pods]


def gangs() -> list[Manifest]:
    api = "scheduling.k8s.io/v1alpha2"
    policy = {"schedulingPolicy": {"gang": {"minCount": 2}}}
    groups = [_object(api, "PodGroup", f"g{i}", "default", spec=policy) for i in range(MANY // 2)]
    members = _each(lambda i: with_spec(make_pod(f"p{i}"), schedulingGroup={"podGroupName": f"g{i // 2}"}))
    return [{"gates": ["GenericWorkload", "GangScheduling"]}, *_nodes(), *groups, *members]


def faults() -> list[Manifest]:
    return [_object("v1", "Pod", f"p{i}", spec={"contaners": []}) for i in range(MANY)]


def unknown() -> list[Manifest]:
    pods = _each(lambda i: with_spec(make_pod(f"p{i}"), **{f"foo{i}": {"a": 1}}))
    return [*_nodes(), *pods, *_each(lambda i: _object("x.io/v1", f"Kind{i}", f"o{i}"))]


def expectations() -> list[Manifest]:
    return [*_nodes(), *_pods(), {"expect": [{"pod": f"p{i}", "node": "n0"} for i in range(MANY)]}]


# ---- Kueue ----


def _queues(cohort: str = "all", **spec: Any) -> list[Manifest]:
    """Return a ClusterQueue with a LocalQueue for each number, in one cohort."""
    queues = [m for i in range(MANY // 2) for m in cluster_queue(f"q{i}", cpu="2", cohort=cohort, **spec)]
    return [m for m in queues if m["kind"] in ("ClusterQueue", "LocalQueue")]


_BASE = (flavor("f"), make_namespace("default"))
_PREEMPTION = {
    "withinClusterQueue": "LowerPriority",
    "reclaimWithinCohort": "Any",
    "borrowWithinCohort": {"policy": "LowerPriority"},
}


def _waiting(cpu: str = "3", priority: int = 1) -> list[Manifest]:
    return _each(lambda i: workload(f"w{i}", cpu=cpu, queue=f"q{i % (MANY // 2)}", priority=priority))


def queues() -> list[Manifest]:
    """Many ClusterQueues of a cohort, of which one has all jobs."""
    return [*_BASE, *_nodes(4), *_queues(), *_each(lambda i: job(f"j{i}", "lq-q0"))]


def fair_queues() -> list[Manifest]:
    config = {"apiVersion": "config.kueue.x-k8s.io/v1beta2", "kind": "Configuration", "fairSharing": {}}
    running = _each(lambda i: admitted(workload(f"a{i}", cpu="1", queue="q0"), "q0", cpu="1"))
    return [config, *_BASE, *_queues(preemption=_PREEMPTION), *running, *_waiting()]


def preempting_queues() -> list[Manifest]:
    running = _each(lambda i: admitted(workload(f"a{i}", cpu="1", queue="q0"), "q0", cpu="1"))
    return [*_BASE, *_queues(preemption=_PREEMPTION), *running, *_waiting()]


def cohorts() -> list[Manifest]:
    """A long chain of cohorts, with a ClusterQueue below its end."""
    chain = _each(lambda i: _object(KUEUE, "Cohort", f"c{i}", spec={"parentName": f"c{i + 1}"}))
    queues = [
        m for i in range(5) for m in cluster_queue(f"q{i}", cpu="2", cohort="c0", preemption=_PREEMPTION)
    ]
    waiting = _each(lambda i: workload(f"w{i}", cpu="3", queue=f"q{i % 5}"))
    return [*_BASE, *chain, *(m for m in queues if m["kind"] in ("ClusterQueue", "LocalQueue")), *waiting]


def flavors() -> list[Manifest]:
    """A ClusterQueue with many flavors, none of which is large enough, over one topology of many nodes."""
    labels = ("zone", _HOST)
    names = [f"f{i}" for i in range(MANY // 2)]
    topology = _object(KUEUE, "Topology", "t", spec={"levels": [{"nodeLabel": label} for label in labels]})
    of_nodes = [
        _object(KUEUE, "ResourceFlavor", name, spec={"topologyName": "t", "nodeLabels": {"a": "b"}})
        for name in names
    ]
    quotas = [{"name": name, "resources": [{"name": "cpu", "nominalQuota": "1"}]} for name in names]
    spec = {"resourceGroups": [{"coveredResources": ["cpu"], "flavors": quotas}], "namespaceSelector": {}}
    queue = _object(KUEUE, "ClusterQueue", "q", spec=spec)
    local = _object(KUEUE, "LocalQueue", "lq-q", "default", spec={"clusterQueue": "q"})
    ready = {"conditions": [{"type": "Ready", "status": "True"}]}
    nodes = _each(lambda i: with_status(make_node(f"n{i}", zone=f"z{i % 3}", a="b"), **ready))
    waiting = [workload(f"w{i}", cpu="1", queue="q", count=2) for i in range(MANY // 2)]
    return [_BASE[1], topology, *of_nodes, queue, local, *nodes, *waiting]


def message() -> str:
    reasons = ", ".join(f"{i} node(s) had untolerated taint {{k{i}: v}}" for i in range(1, MANY))
    return f"0/{sum(range(1, MANY))} nodes are available: {reasons}."


def pools() -> list[Manifest]:
    """Pods that no node takes, with many NodePools that exclude them."""
    requirement = {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]}

    def pool(i: int) -> Manifest:
        taint = {"key": f"t{i}", "value": "v", "effect": "NoSchedule"}
        node = {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "default"}
        spec = {"nodeClassRef": node, "requirements": [requirement], "taints": [taint]}
        return _object(
            "karpenter.sh/v1", "NodePool", f"o{i}", spec={"template": {"spec": spec}, "weight": i % 100}
        )

    return [*_nodes(2), *_each(pool), *(make_pod(f"p{i}", requests={"cpu": "9"}) for i in range(MANY // 2))]
