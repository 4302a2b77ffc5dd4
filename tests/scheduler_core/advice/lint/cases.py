"""Manifests that each rule is about: what it finds, and the nearest thing that it must not find."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.builders import Manifest, make_deployment, make_node, make_pod, spread, with_labels
from tests.scheduler_core.autoscaling.clusters import nodepool, required
from tests.scheduler_core.scheduler.gang.groups import in_rack, member

ARCH = "kubernetes.io/arch"
ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
RESERVED = {"key": "team", "value": "blue", "effect": "NoSchedule"}


@dataclass(frozen=True)
class Case:
    """A rule, objects in which it finds something, and objects in which it finds nothing.

    `severity` is that of the finding, `run` what is placed as written and with the fix, None without a run.
    """

    rule: str
    bad: list[Manifest]
    good: list[Manifest]
    severity: str
    run: tuple[int, int | None] | None
    path: str
    fixed: bool = field(default=True, kw_only=True)


def zones(*names: str, taints: list[Manifest] | None = None) -> list[Manifest]:
    """Return a node a zone, named node-0 and so on; `taints` are those of the last one."""
    last = len(names) - 1
    return [
        with_labels(make_node(f"node-{i}", taints=taints if i == last else None), {ZONE: name})
        for i, name in enumerate(names)
    ]


def deployment(
    name: str, replicas: int, *, labels: Manifest | None = None, strategy: Manifest | None = None, **pod: Any
) -> Manifest:
    return make_deployment(name, replicas, pod, labels=labels, strategy=strategy)


def over(key: str, selector: Manifest | None, *, soft: bool = False, **options: Any) -> Manifest:
    """Return the spec field with one topology spread constraint."""
    constraint = {
        "maxSkew": 1,
        "topologyKey": key,
        "whenUnsatisfiable": "ScheduleAnyway" if soft else "DoNotSchedule",
        **options,
    }
    if selector is not None:
        constraint["labelSelector"] = selector
    return {"topologySpreadConstraints": [constraint]}


def app(name: str) -> Manifest:
    return {"matchLabels": {"app": name}}


def near(selector: Manifest | None, key: str = HOST, *, apart: bool = False, **options: Any) -> Manifest:
    """Return the spec field with one required term."""
    kind = "podAntiAffinity" if apart else "podAffinity"
    term = {"topologyKey": key, **options, **({} if selector is None else {"labelSelector": selector})}
    return {"affinity": {kind: {REQUIRED: [term]}}}


def budget(name: str, selected: str, **bound: Any) -> Manifest:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name},
        "spec": {"selector": app(selected), **bound},
    }


def preferring(weight: Manifest) -> Manifest:
    term = {"preference": {"matchExpressions": [{"key": "disk", "operator": "Exists"}]}, **weight}
    return {"affinity": {"nodeAffinity": {PREFERRED: [term]}}}


def requesting(cpu: str) -> Manifest:
    return {"containers": [{"name": "c", "image": "app:1", "resources": {"requests": {"cpu": cpu}}}]}


def both(affinity: Manifest, anti: Manifest) -> Manifest:
    return {"affinity": {**affinity["affinity"], **anti["affinity"]}}


def _conflict(*, soft: bool) -> list[Manifest]:
    """Return the conflict of zones and hosts in Kubernetes' documentation: 2 and 1 pods in a, 2 in b."""
    nodes = zones("a", "a", "b")
    running = [("node-0", 2), ("node-1", 1), ("node-2", 2)]
    pods = [make_pod(f"p-{n}-{i}", node=n, app="web") for n, count in running for i in range(count)]
    constraints = [spread(ZONE, soft=soft), spread(HOST)]
    return [*nodes, *pods, make_pod("web", app="web", spread=constraints)]


def _in_zone(zone: str) -> list[Manifest]:
    """Return a pod whose volume is in zone a, to be spread over two zones with a pod of its kind in `zone`."""
    term = {"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["a"]}]}
    claim = {"namespace": "default", "name": "data"}
    pod = make_pod("db", app="db", spread=[spread(ZONE, labelSelector=app("db"))])
    pod["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
    return [
        *zones("a", "b"),
        {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": "disk"},
            "spec": {
                "capacity": {"storage": "1Gi"},
                "accessModes": ["ReadWriteOnce"],
                "claimRef": claim,
                "nodeAffinity": {"required": {"nodeSelectorTerms": [term]}},
            },
        },
        {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {
                "name": "data",
                "annotations": {"pv.kubernetes.io/bind-completed": "yes"},
            },
            "spec": {
                "accessModes": ["ReadWriteOnce"],
                "volumeName": "disk",
                "resources": {"requests": {"storage": "1Gi"}},
            },
        },
        make_pod("other", node="node-0" if zone == "a" else "node-1", app="db"),
        pod,
    ]


def half_fixed(*, old_keys: bool, **old_scope: Any) -> list[Manifest]:
    """Return a Deployment with matchLabelKeys in its anti-affinity, and two running pods of the revision before.

    `old_scope` are fields of their term that say in which namespaces it looks.
    """
    keys: Manifest = {"matchLabelKeys": ["pod-template-hash"]}
    new = deployment("web", 2, **near(app("web"), apart=True, **keys))
    pods = []
    for i in range(2):
        affinity = near(app("web"), apart=True, **(keys if old_keys else {}), **old_scope)["affinity"]
        running = make_pod(f"web-old-{i}", node=f"node-{i}", affinity=affinity, app="web")
        pod = with_labels(running, {"pod-template-hash": "old"})
        pod["metadata"]["ownerReferences"] = [
            {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-old", "uid": "1", "controller": True}
        ]
        pods.append(pod)
    return [*zones("a", "b"), new, *pods]


def _spread_by_default(*, own: bool) -> list[Manifest]:
    """Return pods behind a Service that lack a constraint over zones; or have one."""
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web"},
        "spec": {"selector": {"app": "web"}},
    }
    busy = [make_pod("busy", node="node-2", requests={"cpu": "500m"}, app="other")]
    key = ZONE if own else HOST
    web = deployment("web", 2, **over(key, app("web"), soft=True, maxSkew=5))
    return [*zones("a", "a", "b"), service, *busy, web]


_NODES = zones("a", "a", "b", "b")
_NEIGHBOUR = make_pod("cache", node="node-0", app="cache")
_ELSEWHERE = make_pod("cache", node="node-0", namespace="data", app="cache")

_REQUEST = "spec.spec.devices.requests[0].exactly"


def claiming(
    expression: str, *, device_class: str = "gpu.example.com", template: str = "large-gpu"
) -> list[Manifest]:
    """Return a node with a device, a template with a selector, and a workload that names a template."""

    def devices(kind: str, name: str, **spec: Any) -> Manifest:
        return {
            "apiVersion": "resource.k8s.io/v1",
            "kind": kind,
            "metadata": {"name": name, **({"namespace": "default"} if "spec" in spec else {})},
            "spec": spec,
        }

    exactly = {"deviceClassName": device_class, "selectors": [{"cel": {"expression": expression}}]}
    return [
        make_node("node-0"),
        devices("DeviceClass", "gpu.example.com"),
        devices(
            "ResourceSlice",
            "node-0",
            driver="gpu.example.com",
            nodeName="node-0",
            pool={"name": "node-0", "generation": 1, "resourceSliceCount": 1},
            devices=[{"name": "gpu-0", "attributes": {"model": {"string": "h100"}}}],
        ),
        devices(
            "ResourceClaimTemplate",
            "large-gpu",
            spec={"devices": {"requests": [{"name": "gpu", "exactly": exactly}]}},
        ),
        deployment("train", 1, resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": template}]),
    ]


def autoscaler(target: str, *, least: int = 1, most: int = 3) -> Manifest:
    """Return a HorizontalPodAutoscaler of a Deployment."""
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "scaler"},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": target},
            "minReplicas": least,
            "maxReplicas": most,
        },
    }


def _sharing(mode: str) -> list[Manifest]:
    """Return two replicas with one claim of this access mode."""
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data"},
        "spec": {
            "accessModes": [mode],
            "volumeName": "pv",
            "resources": {"requests": {"storage": "1Gi"}},
        },
    }
    volume = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "pv"},
        "spec": {
            "accessModes": [mode],
            "capacity": {"storage": "1Gi"},
            "csi": {"driver": "disk.example.com", "volumeHandle": "pv"},
            "claimRef": {"namespace": "default", "name": "data"},
        },
    }
    volumes = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
    return [*_NODES, claim, volume, deployment("web", 2, volumes=volumes)]


def _without_labels(workload: Manifest) -> Manifest:
    """Return a workload as Kustomize completes it."""
    spec = workload["spec"]
    return {**workload, "spec": {"template": {"spec": spec["template"]["spec"]}}}


def _unready(policy: str | None) -> list[Manifest]:
    """Return a budget that two unready pods of three undercut."""
    pods = [make_pod(f"web-{i}", node="node-0", app="web") for i in range(3)]
    for pod in pods[:2]:
        pod["status"] = {"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]}
    fields = {"unhealthyPodEvictionPolicy": policy} if policy else {}
    return [*_NODES, *pods, budget("web", "web", minAvailable=2, **fields)]


def daemon(requests: Manifest, **spec: Any) -> Manifest:
    made = deployment(
        "agent", 1, containers=[{"name": "c", "image": "agent:1", "resources": {"requests": requests}}]
    )
    made["spec"]["template"]["spec"] |= spec
    del made["spec"]["replicas"]
    return {**made, "kind": "DaemonSet"}


def racks() -> list[Manifest]:
    """Return two racks of two nodes with 2 cpu, each of which takes a member."""
    return [make_node(f"{rack}{i}", cpu="2", rack=rack) for rack in "ab" for i in range(2)]


def second_scheduler(tag: str) -> list[Manifest]:
    """Return a kube-scheduler of this version, and a workload of it that asks for a minimum of domains."""
    own = deployment(
        "batch-scheduler", 1, containers=[{"name": "c", "image": f"k8s.example.com/kube-scheduler:{tag}"}]
    )
    constraint = over(ZONE, app("web"), minDomains=2)
    return [*zones("a", "b"), own, deployment("web", 2, schedulerName="batch-scheduler", **constraint)]


def _kueue(kind: str, name: str, **spec: Any) -> Manifest:
    """An object of Kueue; fields that are None are left out."""
    given = {key: value for key, value in spec.items() if value is not None}
    return {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": kind, "metadata": {"name": name}, "spec": given}


def _cluster_queue(name: str, *, flavor: str = "default", cpu: int = 4, **spec: Any) -> Manifest:
    quota = {"name": flavor, "resources": [{"name": "cpu", "nominalQuota": cpu}]}
    groups = [{"coveredResources": ["cpu"], "flavors": [quota]}]
    return _kueue("ClusterQueue", name, **{"namespaceSelector": {}, "resourceGroups": groups, **spec})


def _queues(*, leads_to: str = "ml", **queue: Any) -> list[Manifest]:
    return [
        _kueue("ResourceFlavor", "default"),
        _cluster_queue("ml", **queue),
        _kueue("LocalQueue", "team", clusterQueue=leads_to),
    ]


def _queued_job(name: str, cpu: int) -> Manifest:
    meta = {"name": name, "labels": {"kueue.x-k8s.io/queue-name": "team"}}
    spec = {"template": {"spec": {"restartPolicy": "Never", **requesting(str(cpu))}}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": meta, "spec": spec}


def _topology(level: str) -> Manifest:
    return _kueue("Topology", "racks", levels=[{"nodeLabel": level}])


def _spread_on(name: str, **selector: str) -> Manifest:
    """Return a Deployment that is spread with all of its team, on nodes of one kind."""
    spread_of_team = over(ZONE, {"matchLabels": {"team": "blue"}})
    return deployment(name, 1, labels={"team": "blue"}, nodeSelector=selector, **spread_of_team)


CASES = [
    Case(
        "one-pod-claim-shared",
        _sharing("ReadWriteOncePod"),
        _sharing("ReadWriteMany"),
        "error",
        (1, None),
        "spec.template.spec.volumes[0].persistentVolumeClaim.claimName",
        fixed=False,
    ),
    Case(
        "autoscaler-without-target",
        [deployment("web", 1), autoscaler("wbe")],
        [deployment("web", 1), autoscaler("web")],
        "warning",
        None,
        "spec.scaleTargetRef.name",
    ),
    Case(
        "autoscaler-beyond-cluster",
        [*_NODES, deployment("web", 2, **requesting("3")), autoscaler("web", most=6)],
        [*_NODES, deployment("web", 2, **requesting("3")), autoscaler("web", most=4)],
        "warning",
        (4, None),
        "spec.maxReplicas",
        fixed=False,
    ),
    Case(
        "nodepool-not-ready",
        [{**nodepool(), "status": {"conditions": [{"type": "Ready", "status": "True"}]}}],
        [nodepool(), {**nodepool("new"), "spec": {"weight": 5}, "status": {}}],
        "warning",
        None,
        "status.conditions",
        fixed=False,
    ),
    Case(
        "nodepools-of-equal-weight",
        [nodepool("a", required(ZONE, "a", "b")), nodepool("b", required(ZONE, "b", "c"), weight=0)],
        [
            nodepool("a", required(ZONE, "a")),
            nodepool("b", required(ZONE, "b")),
            nodepool("c", taints=[RESERVED]),
            nodepool("d", required(ZONE, "a"), weight=5),
        ],
        "note",
        None,
        "spec.weight",
        fixed=False,
    ),
    Case(
        "platform-left-open",
        [nodepool("default", required(ARCH, "amd64", "arm64")), deployment("web", 1)],
        [
            nodepool("default", required(ARCH, "amd64")),
            nodepool("arm", required(ARCH, "arm64"), taints=[RESERVED], weight=1),
            deployment("web", 1),
            deployment("arm", 1, nodeSelector={ARCH: "arm64"}, tolerations=[{"operator": "Exists"}]),
        ],
        "note",
        None,
        "spec.template.spec",
        fixed=False,
    ),
    Case(
        "spreads-that-karpenter-merges",
        [nodepool(), *(_spread_on(name, disk=name) for name in ("ssd", "hdd"))],
        [nodepool(), *(_spread_on(name, **{name: "yes"}) for name in ("ssd", "hdd"))],
        "warning",
        None,
        "spec.template.spec.topologySpreadConstraints[0]",
        fixed=False,
    ),
    Case(
        "budget-keeps-unready-pods",
        _unready(None),
        _unready("AlwaysAllow"),
        "warning",
        None,
        "spec",
    ),
    Case(
        "built-by-a-tool",
        [_without_labels(deployment("web", 1))],
        [deployment("web", 1)],
        "note",
        None,
        "spec.selector",
        fixed=False,
    ),
    Case(
        "rollout-without-a-step",
        [deployment("web", 2, strategy={"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 0}})],
        [deployment("web", 2, strategy={"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}})],
        "error",
        None,
        "spec.strategy.rollingUpdate.maxUnavailable",
    ),
    Case(
        "taint-nobody-tolerates",
        [make_node("kept", taints=[RESERVED]), make_node("plain"), make_pod("web")],
        [
            make_node("kept", taints=[RESERVED]),
            make_node("plain"),
            deployment("web", 1, tolerations=[{"key": "team", "operator": "Exists"}]),
        ],
        "note",
        None,
        "spec.taints[0]",
        fixed=False,
    ),
    Case(
        "selector-misses-own-pods",
        [deployment("web", 2, **over(ZONE, app("wbe")))],
        [deployment("web", 2, **over(ZONE, app("web")))],
        "warning",
        (2, 2),
        "spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels.app",
    ),
    Case(
        "selector-counts-others",
        [*_NODES, _NEIGHBOUR, deployment("web", 2, **over(ZONE, app("cache")))],
        [*_NODES, _NEIGHBOUR, deployment("web", 2, **over(ZONE, app("web")))],
        "note",
        (2, 2),
        "spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels.app",
    ),
    Case(
        "spread-selector-missing",
        [deployment("web", 2, **over(ZONE, None))],
        [deployment("web", 2, **over(ZONE, app("web")))],
        "warning",
        (2, 2),
        "spec.template.spec.topologySpreadConstraints[0].labelSelector",
    ),
    Case(
        "spread-selector-empty",
        [deployment("web", 2, **over(ZONE, {}))],
        [deployment("web", 2, **over(ZONE, {"matchExpressions": [{"key": "app", "operator": "Exists"}]}))],
        "warning",
        (2, 2),
        "spec.template.spec.topologySpreadConstraints[0].labelSelector",
    ),
    Case(
        "min-domains-too-many",
        [*_NODES, deployment("cart", 6, **over(ZONE, app("cart"), minDomains=3))],
        [*_NODES, deployment("cart", 6, **over(ZONE, app("cart"), minDomains=2))],
        "error",
        (2, 6),
        "spec.template.spec.topologySpreadConstraints[0].minDomains",
    ),
    Case(
        "tainted-domain-counted",
        [*zones("a", "b", "c", taints=[RESERVED]), deployment("feed", 5, **over(HOST, app("feed")))],
        [
            *zones("a", "b", "c", taints=[RESERVED]),
            deployment("feed", 5, **over(HOST, app("feed"), nodeTaintsPolicy="Honor")),
        ],
        "error",
        (2, 5),
        "spec.template.spec.topologySpreadConstraints[0].topologyKey",
    ),
    Case(
        "nodes-without-topology-key",
        [*_NODES, make_node("bare"), deployment("web", 2, **over(ZONE, app("web")))],
        [*_NODES, make_node("bare"), deployment("web", 2, **over(ZONE, app("web"), soft=True))],
        "note",
        None,
        "spec.template.spec.topologySpreadConstraints[0].topologyKey",
        fixed=False,
    ),
    Case(
        "topology-key-on-no-node",
        [*_NODES, deployment("web", 2, **over(f"{ZONE}s", app("web")))],
        [*_NODES, deployment("web", 2, **over(ZONE, app("web")))],
        "error",
        (0, 2),
        "spec.template.spec.topologySpreadConstraints[0].topologyKey",
    ),
    Case(
        "topology-key-misspelt",
        [deployment("web", 2, **over("topology.kubernetes.io/zones", app("web")))],
        [deployment("web", 2, **over("example.com/rack", app("web")))],
        "warning",
        (0, 2),
        "spec.template.spec.topologySpreadConstraints[0].topologyKey",
    ),
    Case(
        "affinity-selector-missing",
        [deployment("web", 2, **near(None, apart=True))],
        [deployment("web", 2, **near(app("web"), apart=True))],
        "warning",
        (2, 2),
        "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector",
    ),
    Case(
        "affinity-selector-misspelt",
        [*_NODES, _NEIGHBOUR, deployment("web", 2, **near(app("cahce")))],
        [*_NODES, _NEIGHBOUR, deployment("web", 2, **near(app("queue"), apart=True))],
        "error",
        (0, 2),
        "spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]"
        ".labelSelector.matchLabels.app",
    ),
    Case(
        "affinity-other-namespace",
        [*_NODES, _ELSEWHERE, deployment("web", 2, **near(app("cache")))],
        [*_NODES, _ELSEWHERE, deployment("web", 2, **near(app("cache"), namespaces=["data"]))],
        "error",
        (0, 2),
        "spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector",
    ),
    Case(
        "affinity-to-nobody",
        [*_NODES, deployment("web", 2, **near(app("queue")))],
        [*_NODES, deployment("web", 2, **near(app("web")))],
        "error",
        (0, None),
        "spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector",
        fixed=False,
    ),
    Case(
        "first-pod-has-no-place",
        [
            *_NODES,
            make_pod("a", node="node-0", app="a"),
            make_pod("b", node="node-0", app="b"),
            deployment(
                "web",
                1,
                affinity={
                    "podAffinity": {
                        REQUIRED: [{"topologyKey": HOST, "labelSelector": app(name)} for name in "ab"]
                    }
                },
            ),
        ],
        [
            *_NODES,
            make_pod("a", node="node-0", app="a", role="b"),
            deployment(
                "web",
                1,
                affinity={
                    "podAffinity": {
                        REQUIRED: [
                            {"topologyKey": HOST, "labelSelector": app("a")},
                            {"topologyKey": HOST, "labelSelector": {"matchLabels": {"role": "b"}}},
                        ]
                    }
                },
            ),
        ],
        "error",
        (0, None),
        "spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution",
        fixed=False,
    ),
    Case(
        "affinity-against-anti-affinity",
        [deployment("web", 2, **both(near(app("web")), near(app("web"), apart=True)))],
        [deployment("web", 2, **both(near(app("web"), ZONE), near(app("web"), apart=True)))],
        "error",
        (1, None),
        "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]",
        fixed=False,
    ),
    Case(
        "anti-affinity-more-replicas-than-domains",
        [*_NODES, deployment("web", 5, **near(app("web"), apart=True))],
        [*_NODES, deployment("web", 4, **near(app("web"), apart=True))],
        "error",
        (4, 5),
        "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]",
    ),
    Case(
        "rollout-hangs",
        [*zones("a", "b", "c"), deployment("api", 3, **near(app("api"), apart=True))],
        [*zones("a", "b", "c", "d"), deployment("api", 3, **near(app("api"), apart=True))],
        "error",
        (0, 3),
        "spec.replicas",
    ),
    Case(
        "match-label-keys-too-late",
        half_fixed(old_keys=False),
        half_fixed(old_keys=True),
        "warning",
        None,
        "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys",
    ),
    Case(
        "selector-matches-no-node",
        [make_node("fast", disk="nvme"), deployment("web", 2, nodeSelector={"disk": "nvem"})],
        [make_node("fast", disk="nvme"), deployment("web", 2, nodeSelector={"disk": "nvme"})],
        "error",
        (0, 2),
        "spec.template.spec.nodeSelector.disk",
    ),
    Case(
        "selected-nodes-are-tainted",
        [
            make_node("fast", disk="ssd", taints=[RESERVED]),
            make_node("plain"),
            deployment("web", 2, nodeSelector={"disk": "ssd"}),
        ],
        [
            make_node("fast", disk="ssd", taints=[RESERVED]),
            make_node("plain"),
            deployment(
                "web", 2, nodeSelector={"disk": "ssd"}, tolerations=[{"key": "team", "operator": "Exists"}]
            ),
        ],
        "error",
        (0, 2),
        "spec.template.spec.nodeSelector",
    ),
    Case(
        "toleration-misses",
        [
            make_node("kept", taints=[RESERVED]),
            make_node("plain"),
            deployment("web", 2, tolerations=[{"key": "team", "value": "bleu", "effect": "NoSchedule"}]),
        ],
        [
            make_node("kept", taints=[RESERVED]),
            make_node("plain"),
            deployment("web", 2, tolerations=[{"key": "gpu", "operator": "Exists"}]),
        ],
        "warning",
        (2, 2),
        "spec.template.spec.tolerations[0].value",
    ),
    Case(
        "request-larger-than-any-node",
        [*_NODES, deployment("web", 2, **requesting("5"))],
        [*_NODES, deployment("web", 2, **requesting("4"))],
        "error",
        (0, 2),
        "spec.template.spec.containers[0].resources.requests.cpu",
    ),
    Case(
        "constraints-exclude-each-other",
        _conflict(soft=False),
        _conflict(soft=True),
        "error",
        (0, 1),
        "spec.topologySpreadConstraints",
    ),
    Case(
        "volume-zone-against-spread",
        _in_zone("a"),
        _in_zone("b"),
        "error",
        (0, 1),
        "spec.topologySpreadConstraints",
    ),
    Case(
        "budget-allows-nothing",
        [deployment("web", 3), budget("web", "web", minAvailable=3)],
        [deployment("web", 3), budget("web", "web", minAvailable="60%")],
        "warning",
        (0, 1),
        "spec.minAvailable",
    ),
    Case(
        "budget-selects-nothing",
        [deployment("web", 3), budget("web", "wbe", minAvailable=1)],
        [deployment("web", 3), budget("other", "database", minAvailable=1)],
        "warning",
        None,
        "spec.selector.matchLabels.app",
    ),
    Case(
        "budgets-overlap",
        [deployment("web", 3), budget("a", "web", minAvailable=1), budget("b", "web", maxUnavailable=1)],
        [deployment("web", 3), deployment("api", 3), budget("a", "web", minAvailable=1), budget("b", "api")],
        "warning",
        None,
        "spec.selector",
        fixed=False,
    ),
    Case(
        "budget-with-two-bounds",
        [deployment("web", 3), budget("web", "web", minAvailable=1, maxUnavailable=1)],
        [deployment("web", 3), budget("web", "web", maxUnavailable=1)],
        "error",
        None,
        "spec.minAvailable",
    ),
    Case(
        "term-without-weight",
        [deployment("web", 1, **preferring({}))],
        [deployment("web", 1, **preferring({"weight": 1}))],
        "error",
        None,
        "spec.template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight",
    ),
    Case(
        "duplicate-constraint",
        [deployment("web", 1, topologySpreadConstraints=[spread(ZONE), spread(ZONE, max_skew=2)])],
        [deployment("web", 1, topologySpreadConstraints=[spread(ZONE), spread(ZONE, soft=True)])],
        "error",
        None,
        "spec.template.spec.topologySpreadConstraints[1]",
    ),
    Case(
        "refused-by-api-server",
        [deployment("web", 1, topologySpreadConstraints=[{**spread(ZONE), "maxSkew": 0}])],
        [deployment("web", 1, topologySpreadConstraints=[spread(ZONE)])],
        "error",
        None,
        "spec.template.spec.topologySpreadConstraints[0].maxSkew",
        fixed=False,
    ),
    Case(
        "priority-class-missing",
        [*_NODES, deployment("web", 1, priorityClassName="system-cluster-critcal")],
        [*_NODES, deployment("web", 1, priorityClassName="system-cluster-critical")],
        "error",
        None,
        "spec.template.spec.priorityClassName",
    ),
    Case(
        "refused-by-admission",
        [
            *_NODES,
            {
                "apiVersion": "v1",
                "kind": "ResourceQuota",
                "metadata": {"name": "few"},
                "spec": {"hard": {"pods": "1"}},
            },
            make_pod("a"),
            make_pod("b"),
        ],
        [*_NODES, make_pod("a"), make_pod("b")],
        "error",
        None,
        "",
        fixed=False,
    ),
    Case(
        "unknown-field",
        [deployment("web", 1, nodeSelecter={"disk": "ssd"})],
        [deployment("web", 1, nodeSelector={"disk": "ssd"})],
        "warning",
        None,
        "spec.template.spec.nodeSelecter",
    ),
    Case(
        "default-constraints-lost",
        _spread_by_default(own=False),
        _spread_by_default(own=True),
        "note",
        (2, 2),
        "spec.template.spec.topologySpreadConstraints",
    ),
    Case(
        "device-selector-invalid",
        claiming("device.driver = 'x'"),
        claiming("device.driver == 'x'"),
        "error",
        None,
        f"{_REQUEST}.selectors[0].cel.expression",
        fixed=False,
    ),
    Case(
        "device-selector-fails",
        claiming("device.attributes['gpu.example.com'].index == 0"),
        claiming("has(device.attributes['gpu.example.com'].index)"),
        "warning",
        None,
        f"{_REQUEST}.selectors[0].cel.expression",
        fixed=False,
    ),
    Case(
        "request-matches-no-device",
        claiming("device.attributes['gpu.example.com'].model == 'a100'"),
        claiming("device.attributes['gpu.example.com'].model == 'h100'"),
        "error",
        None,
        f"{_REQUEST}.selectors[0].cel.expression",
        fixed=False,
    ),
    Case(
        "device-class-missing",
        claiming("true", device_class="gpu.exmaple.com"),
        claiming("true"),
        "error",
        None,
        f"{_REQUEST}.deviceClassName",
    ),
    Case(
        "claim-missing",
        claiming("true", template="larje-gpu"),
        claiming("true"),
        "error",
        None,
        "spec.template.spec.resourceClaims[0].resourceClaimTemplateName",
    ),
    Case(
        "daemon-without-room",
        [make_node("n1"), make_pod("runs", node="n1", requests={"cpu": "4"}), daemon({"cpu": "100m"})],
        [make_node("n1"), make_pod("runs", node="n1", requests={"cpu": "3"}), daemon({"cpu": "100m"})],
        "warning",
        None,
        "spec.template.spec.containers",
        fixed=False,
    ),
    Case(
        "gang-larger-than-any-placement",
        [*racks(), in_rack(3), member("train-0"), member("train-1"), member("train-2")],
        [*racks(), in_rack(2), member("train-0"), member("train-1"), member("train-2")],
        "error",
        None,
        "spec.schedulingPolicy.gang.minCount",
        fixed=False,
    ),
    Case(
        "second-scheduler-too-old",
        second_scheduler("v1.25.3"),
        second_scheduler("v1.27.0"),
        "warning",
        None,
        "spec.template.spec.topologySpreadConstraints[0].minDomains",
        fixed=False,
    ),
    Case(
        "local-queue-without-cluster-queue",
        _queues(leads_to="mll"),
        _queues(),
        "error",
        None,
        "spec.clusterQueue",
    ),
    Case(
        "cluster-queue-without-flavor",
        _queues(flavor="defualt"),
        _queues(),
        "error",
        None,
        "spec.resourceGroups[0].flavors[0].name",
    ),
    Case("cluster-queue-for-no-namespace", _queues(namespaceSelector=None), _queues(), "error", None, "spec"),
    Case(
        "cluster-queue-not-active", _queues(stopPolicy="Hold"), _queues(), "warning", None, "spec.stopPolicy"
    ),
    Case(
        "quota-beyond-nodes",
        [make_node("n1"), *_queues(cpu=5)],
        [make_node("n1"), *_queues(cpu=4)],
        "warning",
        None,
        "metadata.name",
        fixed=False,
    ),
    Case(
        "strict-queue-behind-its-head",
        [*_queues(queueingStrategy="StrictFIFO"), _queued_job("first", 9), _queued_job("second", 1)],
        [*_queues(queueingStrategy="StrictFIFO"), _queued_job("first", 4), _queued_job("second", 1)],
        "warning",
        None,
        "spec.queueingStrategy",
    ),
    Case(
        "cohort-without-borrowing",
        _queues(cohortName="research"),
        [*_queues(cohortName="research"), _cluster_queue("other", cohortName="research")],
        "warning",
        None,
        "spec.cohortName",
        fixed=False,
    ),
    Case(
        "topology-level-on-no-node",
        [with_labels(make_node("n1"), {"example.com/rack": "r1"}), _topology("example.com/rak")],
        [with_labels(make_node("n1"), {"example.com/rack": "r1"}), _topology("example.com/rack")],
        "error",
        None,
        "spec.levels[0].nodeLabel",
    ),
]
