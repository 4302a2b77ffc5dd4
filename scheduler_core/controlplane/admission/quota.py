"""ResourceQuota: whether a namespace has room for one more pod or claim.

Mirrors CheckRequest of staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go and
pkg/quota/v1/evaluator/core/pods.go and persistent_volume_claims.go @ v1.34.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.labels import Requirement
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import is_extended

from .inventory import Inventory
from .policy import RESOURCE_QUOTA
from .quantities import ONE, ZERO, Quantity
from .quotascopes import scope_error
from .report import Cause, Refusal, Report
from .request import AdmissionRequest
from .usage import CONTAINER_LISTS, Quantities, pod_limits, pod_requests, read_quantities, requests_of

# A quota of these makes them mandatory in every container.
_MANDATORY = frozenset({"cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"})
_COMPUTE = ("cpu", "memory", "ephemeral-storage")
_CLASS_SUFFIX = ".storageclass.storage.k8s.io/"


@dataclass(slots=True)
class Quota:
    """A quota and what is used of it. `counted` means that status.used already includes the stored objects."""

    name: str
    cause: Cause
    hard: Quantities
    used: dict[str, Quantity]
    scopes: tuple[Requirement, ...]
    counted: bool

    def matches(self, request: AdmissionRequest) -> bool:
        """Return whether the object is in all scopes, which only pods can be."""
        return all(request.kind == "Pod" and _in_scope(request, scope) for scope in self.scopes)

    def add(self, usage: Quantities) -> None:
        for name, quantity in usage.items():
            if name in self.hard:
                self.used[name] = self.used.get(name, ZERO) + quantity


class ResourceQuotaAdmission:
    """The quotas of all namespaces, with what is used of them; those that the API server refuses count nothing."""

    def __init__(self, inventory: Inventory, report: Report) -> None:
        self._quotas: dict[str, list[Quota]] = defaultdict(list)
        for at in inventory.of_kind("ResourceQuota"):
            namespace = at.child("metadata").text("namespace") or "default"
            if error := scope_error(at.value):
                label = f"ResourceQuota {namespace}/{at.child('metadata').name('name')}"
                report.refusals.append(Refusal(label, error, Cause(RESOURCE_QUOTA)))
            else:
                self._quotas[namespace].append(_quota(at))

    def has_any(self, namespace: str) -> bool:
        """Return whether the namespace has a quota."""
        return namespace in self._quotas

    def count(self, existing: Iterable[AdmissionRequest]) -> None:
        """Count objects that exist already, unless the status of a quota includes them."""
        for request in existing:
            for quota in self._quotas.get(request.namespace, ()):
                if not quota.counted and quota.matches(request):
                    quota.add(_usage(request))

    def validate(self, request: AdmissionRequest) -> None:
        """Count the object; raise Refused if a quota is exceeded or lacks values that it needs."""
        quotas = [quota for quota in self._quotas.get(request.namespace, ()) if quota.matches(request)]
        if not quotas:
            return
        usage = _usage(request)
        for quota in quotas:
            _require_values(quota, request)
        for quota in quotas:
            _require_room(quota, request, usage)
        for quota in quotas:
            quota.add(usage)


def _quota(at: ManifestField) -> Quota:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    namespace, name = meta.text("namespace") or "default", meta.name("name")
    selector = spec.child("scopeSelector")
    scopes = [Requirement(scope, "Exists") for scope in spec.texts("scopes")]
    scopes += [
        Requirement(
            e.name("scopeName"),
            e.choice("operator", ("In", "NotIn", "Exists", "DoesNotExist"), "Exists"),
            e.texts("values"),
        )
        for e in selector.children("matchExpressions")
    ]
    return Quota(
        name,
        Cause(RESOURCE_QUOTA, f"ResourceQuota {namespace}/{name}"),
        read_quantities(spec.quantities("hard")),
        read_quantities(status.quantities("used")),
        tuple(scopes),
        counted=status.has("used"),
    )


def _require_values(quota: Quota, request: AdmissionRequest) -> None:
    """Raise Refused if a container lacks a request or limit that the quota makes mandatory (Constraints)."""
    if request.kind != "Pod":
        return
    containers: dict[str, set[str]] = defaultdict(set)
    for key in CONTAINER_LISTS:
        for container in request.mappings("spec", key):
            limits = read_quantities(mapping(container, "resources", "limits"))
            for name in (_MANDATORY & quota.hard.keys()) - _compute_usage(
                requests_of(container), limits
            ).keys():
                containers[name].add(str(container.get("name")))
    if containers:
        listed = "; ".join(f"{name} for: {','.join(sorted(containers[name]))}" for name in sorted(containers))
        raise request.forbidden(f"failed quota: {quota.name}: must specify {listed}", quota.cause)


def _require_room(quota: Quota, request: AdmissionRequest, usage: Quantities) -> None:
    exceeded = {
        name: quantity
        for name, quantity in usage.items()
        if name in quota.hard
        and quota.used.get(name, ZERO).amount + quantity.amount > quota.hard[name].amount
    }
    if exceeded:
        used = {name: quota.used.get(name, ZERO) for name in exceeded}
        limited = {name: quota.hard[name] for name in exceeded}
        raise request.forbidden(
            f"exceeded quota: {quota.name}, requested: {_listed(exceeded)}, used: {_listed(used)}, "
            f"limited: {_listed(limited)}",
            quota.cause,
        )


def _listed(quantities: Quantities) -> str:
    return ",".join(f"{name}={quantities[name]}" for name in sorted(quantities))


def _usage(request: AdmissionRequest) -> dict[str, Quantity]:
    """Return what the object takes of a quota, by the quota's names of resources."""
    if request.kind == "PersistentVolumeClaim":
        return _claim_usage(request)
    usage = {"count/pods": ONE}
    if request.finished:
        return usage
    spec = request.part("spec")
    return {**usage, "pods": ONE, **_compute_usage(pod_requests(spec), pod_limits(spec))}


def _compute_usage(requests: Quantities, limits: Quantities) -> dict[str, Quantity]:
    """Return requests and limits by the quota's names (podComputeUsageHelper)."""
    usage = {}
    for name in _COMPUTE:
        if name in requests:
            usage[name] = usage[f"requests.{name}"] = requests[name]
        if name in limits:
            usage[f"limits.{name}"] = limits[name]
    for name, quantity in requests.items():
        if name.startswith("hugepages-"):
            usage[name] = usage[f"requests.{name}"] = quantity
        elif is_extended(name):
            usage[f"requests.{name}"] = quantity
    return usage


def _claim_usage(claim: AdmissionRequest) -> dict[str, Quantity]:
    usage = {"count/persistentvolumeclaims": ONE, "persistentvolumeclaims": ONE}
    spec = claim.part("spec")
    storage = read_quantities(mapping(spec, "resources", "requests")).get("storage")
    storage_class = spec.get("storageClassName")
    if storage_class:
        usage[f"{storage_class}{_CLASS_SUFFIX}persistentvolumeclaims"] = ONE
    if storage is not None:
        usage["requests.storage"] = storage
        if storage_class:
            usage[f"{storage_class}{_CLASS_SUFFIX}requests.storage"] = storage
    return usage


def _in_scope(pod: AdmissionRequest, scope: Requirement) -> bool:
    """Return whether the pod is in a scope (podMatchesScopeFunc)."""
    spec = pod.part("spec")
    if scope.key == "PriorityClass":
        return scope.accepts(spec.get("priorityClassName") or None)
    has_deadline = spec.get("activeDeadlineSeconds") is not None
    return {
        "Terminating": has_deadline,
        "NotTerminating": not has_deadline,
        "BestEffort": _is_best_effort(spec),
        "NotBestEffort": not _is_best_effort(spec),
        "CrossNamespacePodAffinity": any(map(_crosses_namespaces, _affinity_terms(spec))),
    }.get(scope.key, False)


def _is_best_effort(spec: Manifest) -> bool:
    """Return whether the pod neither requests nor limits cpu or memory (GetPodQOS)."""
    amounts: list[Mapping[str, Quantity]] = [
        pod_requests({**spec, "overhead": {}}),
        pod_limits({**spec, "overhead": {}}),
    ]
    return not any(part[name].amount for part in amounts for name in ("cpu", "memory") if name in part)


def _affinity_terms(spec: Manifest) -> Iterator[Manifest]:
    for kind in ("podAffinity", "podAntiAffinity"):
        rules = mapping(spec, "affinity", kind)
        for term in rules.get("requiredDuringSchedulingIgnoredDuringExecution") or ():
            yield mapping(term)
        for weighted in rules.get("preferredDuringSchedulingIgnoredDuringExecution") or ():
            yield mapping(weighted, "podAffinityTerm")


def _crosses_namespaces(term: Manifest) -> bool:
    return bool(term.get("namespaces")) or term.get("namespaceSelector") is not None
