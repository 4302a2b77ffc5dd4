"""How nodes come to have a reason: what the waiting pod asks for, and what a node has or lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from scheduler_core.explain.compare.wordings import (
    EXCLUDED_NODES,
    SPREAD,
    SPREAD_LABEL,
    TAINT,
    UNNAMED_TAINTS,
)
from scheduler_core.kubernetes.objects.parsing import Manifest

from .cluster import WAITING, MadeUpCluster, using
from .meanings import Wordings
from .reasons import (
    ANTI_AFFINITY,
    DISK,
    EXISTING_ANTI_AFFINITY,
    INSUFFICIENT,
    ONE_POD,
    PORTS,
    TOO_MANY_PODS,
    VOLUME_COUNT,
)

ZONE: Final = "topology.kubernetes.io/zone"
REGION: Final = "topology.kubernetes.io/region"
RACK: Final = "example.com/rack"
POOL: Final = "example.com/pool"
ENFORCED: Final = "example.com/enforced"
STORAGE: Final = "example.com/storage"
DISKS: Final = "example.com/disks"
DRIVER: Final = "csi.example.com"
PORT: Final = 8080


class Recipe:
    """A reason that a node can have. Each method adds to the cluster; this one gives no node the reason."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def ask(self, cluster: MadeUpCluster) -> None:
        """Let the waiting pod ask for it."""

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        """Let a node have the reason, with `low` only as long as its pods of lower priority run."""

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        """Let a node not have the reason."""

    def finish(self, cluster: MadeUpCluster) -> None:
        """Add what depends on all nodes."""


class Cordoned(Recipe):
    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        node["spec"] = {"unschedulable": True}


class Tainted(Recipe):
    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        key, _, value = self.values.get("taint", "{example.com/dedicated: others}")[1:-1].partition(": ")
        taint = {"key": key, "value": value, "effect": "NoSchedule"}
        node["spec"] = {"taints": [taint if value else {"key": key, "effect": "NoSchedule"}]}


class OtherLabels(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.pod["nodeSelector"] = {POOL: "web"}

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[POOL] = "web"


class EnforcedElsewhere(Recipe):
    """The scheduler's configuration adds a node affinity to every pod."""

    def ask(self, cluster: MadeUpCluster) -> None:
        affinity = {"requiredDuringSchedulingIgnoredDuringExecution": _terms(ENFORCED, "yes")}
        cluster.arguments["NodeAffinity"] = {"addedAffinity": affinity}

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[ENFORCED] = "yes"


class OtherNames(Recipe):
    """The pod names its nodes; all others are left out before Filter."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.named: list[str] = []

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        self.named.append(node["metadata"]["name"])

    def finish(self, cluster: MadeUpCluster) -> None:
        names = self.named or ["a-node-that-is-gone"]
        cluster.pod["affinity"] = {
            **cluster.pod.get("affinity", {}),
            "nodeAffinity": _required([_field_term(name) for name in names]),
        }


class ConflictingNames(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        term = {"matchFields": [*_field_term("one")["matchFields"], *_field_term("other")["matchFields"]]}
        cluster.pod["affinity"] = {"nodeAffinity": _required([term])}


class PortsInUse(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.container["ports"] = [{"containerPort": PORT, "hostPort": PORT}]

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        ports = [{"containerPort": PORT, "hostPort": PORT}]
        cluster.run(node, "same-port", {"container": {"ports": ports}}, low=low)


class Insufficient(Recipe):
    # The request, what a node has that is large enough, what is too small, and what is in use.
    AMOUNTS: Final = {
        "cpu": ("3", "4", "2", "2"),
        "memory": ("6Gi", "8Gi", "4Gi", "4Gi"),
        "ephemeral-storage": ("20Gi", "30Gi", "10Gi", "15Gi"),
    }

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.resource = values["resource"]
        page = re.fullmatch(r"hugepages-(\d+)(\w*)", self.resource)
        number, unit = (page[1], page[2]) if page else ("1", "")
        twice = f"{2 * int(number)}{unit}"
        one = f"{number}{unit}"
        self.asked, self.large, self.small, self.used = self.AMOUNTS.get(
            self.resource, (twice, twice, one, one)
        )

    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.request(self.resource, self.asked)

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        node["status"]["allocatable"][self.resource] = self.small if too_small else self.large
        if not too_small:
            cluster.run(node, "running", using(self.resource, self.used), low=low)

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        node["status"]["allocatable"].setdefault(self.resource, self.large)


class TooManyPods(Recipe):
    """The number of pods that a node may hold follows from those that the other reasons put there."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.full: list[tuple[Manifest, bool]] = []

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        if too_small:
            node["status"]["allocatable"]["pods"] = "0"
            return
        cluster.run(node, "running", low=low)
        self.full.append((node, low))

    def finish(self, cluster: MadeUpCluster) -> None:
        for node, low in self.full:
            pods = [pod for pod in cluster.pods if pod["spec"]["nodeName"] == node["metadata"]["name"]]
            stay = [pod for pod in pods if low or "priorityClassName" not in pod["spec"]]
            node["status"]["allocatable"]["pods"] = str(len(stay))


class FullZone(Recipe):
    """A zone holds a counted pod already, another none; `min_domains` makes up for a missing other."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.is_counted = False

    def ask(self, cluster: MadeUpCluster) -> None:
        constraint: Manifest = {
            "maxSkew": 1,
            "topologyKey": ZONE,
            "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": {"matchLabels": {"app": WAITING}},
        }
        if "min_domains" in self.values:
            constraint["minDomains"] = int(self.values["min_domains"])
        cluster.pod["topologySpreadConstraints"] = [constraint]

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        _labels(node)[ZONE] = "zone-full"
        if not self.is_counted or low:
            cluster.run(node, WAITING, low=low)
        self.is_counted = True

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node).setdefault(ZONE, "zone-free")


class NoZone(Recipe):
    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.without: list[Manifest] = []

    def ask(self, cluster: MadeUpCluster) -> None:
        if "topologySpreadConstraints" not in cluster.pod:
            FullZone({}).ask(cluster)

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        self.without.append(node)

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node).setdefault(ZONE, "zone-free")

    def finish(self, cluster: MadeUpCluster) -> None:
        for node in self.without:
            _labels(node).pop(ZONE, None)


class FarFromFriends(Recipe):
    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.near: list[Manifest] = []

    def ask(self, cluster: MadeUpCluster) -> None:
        _pod_rule(cluster.pod, "podAffinity", "friend", RACK)

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        _labels(node)[RACK] = "far"

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[RACK] = "near"
        self.near.append(node)

    def finish(self, cluster: MadeUpCluster) -> None:
        if self.near:
            cluster.run(self.near[0], "friend")


class BesideFoes(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _pod_rule(cluster.pod, "podAntiAffinity", "foe", "kubernetes.io/hostname")

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        cluster.run(node, "foe", low=low)


class Unwelcome(Recipe):
    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        spec: Manifest = {}
        _pod_rule(spec, "podAntiAffinity", WAITING, "kubernetes.io/hostname")
        cluster.run(node, "loner", spec, low=low)


class VolumeElsewhere(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _bound_claim(cluster, "data", {"nodeAffinity": {"required": _terms(STORAGE, "here")}})

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[STORAGE] = "here"


class NoFreeVolume(Recipe):
    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.has_disks = False

    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.others.append(_storage_class("made-up-local", "WaitForFirstConsumer"))
        _claim(cluster, "scratch", {"storageClassName": "made-up-local"})

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[DISKS] = "local"
        self.has_disks = True

    def finish(self, cluster: MadeUpCluster) -> None:
        if self.has_disks:
            affinity = {"nodeAffinity": {"required": _terms(DISKS, "local")}}
            cluster.others.append(_volume("local", {**affinity, "storageClassName": "made-up-local"}))


class NoFreeStorage(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.others += [
            {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "CSIDriver",
                "metadata": {"name": DRIVER},
                "spec": {"storageCapacity": True},
            },
            _storage_class("made-up-csi", "WaitForFirstConsumer", DRIVER),
            {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "CSIStorageCapacity",
                "metadata": {"name": "made-up", "namespace": "kube-system"},
                "storageClassName": "made-up-csi",
                "capacity": "100Gi",
                "nodeTopology": {"matchLabels": {DISKS: "csi"}},
            },
        ]
        _claim(cluster, "provisioned", {"storageClassName": "made-up-csi"})

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[DISKS] = "csi"


class TooManyVolumes(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _bound_claim(cluster, "attached", {"csi": {"driver": DRIVER, "volumeHandle": "attached"}})

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        self._limit(cluster, node, 0)

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        self._limit(cluster, node, 10)

    def _limit(self, cluster: MadeUpCluster, node: Manifest, count: int) -> None:
        name = node["metadata"]["name"]
        driver = {"name": DRIVER, "nodeID": name, "allocatable": {"count": count}}
        cluster.others.append(
            {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "CSINode",
                "metadata": {"name": name},
                "spec": {"drivers": [driver]},
            }
        )


class OtherZone(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _bound_claim(cluster, "zonal", {}, labels={REGION: "near"})

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        _labels(node)[REGION] = "far"

    def allow(self, cluster: MadeUpCluster, node: Manifest) -> None:
        _labels(node)[REGION] = "near"


class ClaimInUse(Recipe):
    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.is_used = False

    def ask(self, cluster: MadeUpCluster) -> None:
        _bound_claim(cluster, "exclusive", {}, mode="ReadWriteOncePod")

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        if not self.is_used:
            claim = {"name": "data", "persistentVolumeClaim": {"claimName": "exclusive"}}
            cluster.run(node, "owner", {"volumes": [claim]}, low=low)
        self.is_used = True


class DiskInUse(Recipe):
    VOLUME: Final = {"name": "disk", "gcePersistentDisk": {"pdName": "disk-1"}}

    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.pod.setdefault("volumes", []).append(self.VOLUME)

    def reject(self, cluster: MadeUpCluster, node: Manifest, *, low: bool, too_small: bool) -> None:
        cluster.run(node, "owner", {"volumes": [self.VOLUME]}, low=low)


class UnboundClaim(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.others.append(_storage_class("made-up-immediate", "Immediate"))
        _claim(cluster, "unbound", {"storageClassName": "made-up-immediate"})


class MissingClaim(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _mount(cluster, self.values["claim"])


class LostVolume(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _claim(cluster, self.values.get("claim", "data"), {"volumeName": self.values.get("volume") or "gone"})


class DeletedClaim(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        _bound_claim(cluster, self.values["claim"], {})
        claim = cluster.others[-1]
        claim["metadata"] |= {
            "deletionTimestamp": "2026-01-01T00:00:00Z",
            "finalizers": ["kubernetes.io/pvc-protection"],
        }


class EphemeralClaim(Recipe):
    def ask(self, cluster: MadeUpCluster) -> None:
        cluster.name, _, volume = self.values["claim"].rpartition("-")
        template = {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}
        cluster.pod.setdefault("volumes", []).append(
            {"name": volume, "ephemeral": {"volumeClaimTemplate": template}}
        )
        cluster.others.append({"admission": {"disable": ["ephemeral-volume-controller"]}})


_ROWS: Final[tuple[tuple[str, type[Recipe]], ...]] = (
    ("node(s) were unschedulable", Cordoned),
    (TAINT, Tainted),
    (UNNAMED_TAINTS, Tainted),
    ("node(s) didn't match Pod's node affinity/selector", OtherLabels),
    ("node(s) didn't match scheduler-enforced node affinity", EnforcedElsewhere),
    (EXCLUDED_NODES, OtherNames),
    ("node(s) didn't satisfy plugin(s) [NodeAffinity]", OtherNames),
    ("pod affinity terms conflict", ConflictingNames),
    (PORTS, PortsInUse),
    (TOO_MANY_PODS, TooManyPods),
    (f"{INSUFFICIENT}{{resource}}", Insufficient),
    (SPREAD, FullZone),
    (SPREAD_LABEL, NoZone),
    ("node(s) didn't match pod affinity rules", FarFromFriends),
    (ANTI_AFFINITY, BesideFoes),
    (EXISTING_ANTI_AFFINITY, Unwelcome),
    ("node(s) didn't match PersistentVolume's node affinity", VolumeElsewhere),
    ("node(s) didn't find available persistent volumes to bind", NoFreeVolume),
    ("node(s) did not have enough free storage", NoFreeStorage),
    (VOLUME_COUNT, TooManyVolumes),
    ("node(s) had no available volume zone", OtherZone),
    (ONE_POD, ClaimInUse),
    (DISK, DiskInUse),
    ("pod has unbound immediate PersistentVolumeClaims", UnboundClaim),
    ('persistentvolumeclaim "{claim}" not found', MissingClaim),
    ('persistentvolumeclaim "{claim}" bound to non-existent persistentvolume "{volume}"', LostVolume),
    ("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)", LostVolume),
    ('persistentvolume "{volume}" not found', LostVolume),
    ('persistentvolumeclaim "{claim}" is being deleted', DeletedClaim),
    ('waiting for ephemeral volume controller to create the persistentvolumeclaim "{claim}"', EphemeralClaim),
)
_RECIPES: Final = Wordings(_ROWS)


def recipe_for(reason: str) -> Recipe | None:
    """Return the recipe of a reason in its current wording, None if there is none."""
    recipe = _RECIPES.find(reason)
    return recipe[0](recipe[1]) if recipe else None


def _labels(node: Manifest) -> dict[str, str]:
    labels: dict[str, str] = node["metadata"]["labels"]
    return labels


def _field_term(name: str) -> dict[str, list[Any]]:
    return {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [name]}]}


def _required(terms: list[Any]) -> Manifest:
    return {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}


def _terms(key: str, value: str) -> Manifest:
    expression = {"key": key, "operator": "In", "values": [value]}
    return {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}


def _pod_rule(spec: Manifest, kind: str, app: str, key: str) -> None:
    term = {"labelSelector": {"matchLabels": {"app": app}}, "topologyKey": key}
    rule = {"requiredDuringSchedulingIgnoredDuringExecution": [term]}
    spec["affinity"] = {**spec.get("affinity", {}), kind: rule}


def _mount(cluster: MadeUpCluster, claim: str) -> None:
    volumes = cluster.pod.setdefault("volumes", [])
    volumes.append({"name": f"volume-{len(volumes) + 1}", "persistentVolumeClaim": {"claimName": claim}})


def _claim(cluster: MadeUpCluster, name: str, spec: Manifest, mode: str = "ReadWriteOnce") -> Manifest:
    claim: Manifest = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": cluster.namespace},
        "spec": {"accessModes": [mode], "resources": {"requests": {"storage": "1Gi"}}, **spec},
    }
    if "volumeName" in spec:
        claim["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
        claim["status"] = {"phase": "Bound"}
    cluster.others.append(claim)
    _mount(cluster, name)
    return claim


def _bound_claim(
    cluster: MadeUpCluster,
    name: str,
    volume: Manifest,
    *,
    labels: dict[str, str] | None = None,
    mode: str = "ReadWriteOnce",
) -> None:
    reference = {"kind": "PersistentVolumeClaim", "namespace": cluster.namespace, "name": name}
    manifest = _volume(name, {"accessModes": [mode], "claimRef": reference, **volume})
    if labels:
        manifest["metadata"]["labels"] = labels
    cluster.others.append(manifest)
    _claim(cluster, name, {"volumeName": name, "storageClassName": ""}, mode)


def _volume(name: str, spec: Manifest) -> Manifest:
    source = {} if "csi" in spec else {"hostPath": {"path": "/data"}}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name},
        "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], **source, **spec},
    }


def _storage_class(name: str, mode: str, provisioner: str = "kubernetes.io/no-provisioner") -> Manifest:
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": name},
        "provisioner": provisioner,
        "volumeBindingMode": mode,
    }
