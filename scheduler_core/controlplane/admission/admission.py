"""What the API server, its admission plugins and the controllers do to objects before the scheduler sees them.

The order is that of AllOrderedPlugins in pkg/kubeapiserver/options/plugins.go @ v1.34.1: values are filled in first,
then the result is validated, quotas last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scheduler_core.allowance import check, each
from scheduler_core.controlplane.workloads.names import uid_of
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest
from scheduler_core.kubernetes.objects.quantity import InvalidQuantity
from scheduler_core.kubernetes.objects.reading import Problems

from . import policy as names
from .apidefaults import request_at_pod_level, state_requests
from .budgets import DisruptionController
from .claims import VolumeBinder
from .daemonset import add_daemon_tolerations
from .ephemeral import missing_claims
from .existence import ExistenceCheck
from .inventory import ADMISSION_KINDS, Inventory
from .limitrange import LimitRanger
from .podnodeselector import PodNodeSelector
from .policy import AdmissionPolicy
from .priority import PriorityAdmission
from .quota import ResourceQuotaAdmission
from .report import Cause, FillIn, Refusal, Report
from .request import AdmissionRequest, Refused
from .runtimeclass import RuntimeClassAdmission
from .storageclass import DefaultStorageClass
from .taints import taint_node
from .tolerationrestriction import PodTolerationRestriction
from .tolerationseconds import add_default_tolerations
from .validation import validate_claim, validate_pod

# The kinds that change or can be refused.
_KINDS = frozenset({"PersistentVolume", "PersistentVolumeClaim", "Pod", "PodDisruptionBudget"})

Step = Callable[[AdmissionRequest], None]


def tainted_nodes(manifests: Sequence[Any], policy: AdmissionPolicy, report: Report) -> list[Any]:
    """Return the manifests in which nodes have the taints of their conditions, before workloads look at them."""
    if not policy.has(names.NODE_LIFECYCLE):
        return list(manifests)
    return [_tainted(m, report) if kind_of(m) == "Node" else m for m in each(manifests)]


def _tainted(manifest: Any, report: Report) -> Any:
    node = AdmissionRequest(manifest, report)
    taint_node(node)
    return node.manifest


def admit(
    sources: Iterable[SourceManifest], policy: AdmissionPolicy, problems: Problems, report: Report
) -> list[SourceManifest]:
    """Return the objects as they would be stored.

    Those that the API server would refuse are missing, and so are those that matter to admission alone.
    """
    return list(_Admission(list(sources), policy, problems, report).sources())


class _Admission:
    """All objects of the input, and the plugins and controllers that act on them."""

    def __init__(
        self, sources: list[SourceManifest], policy: AdmissionPolicy, problems: Problems, report: Report
    ) -> None:
        self._sources, self._policy, self._report = sources, policy, report
        self._inventory = Inventory(sources, problems)
        self._requests = {
            i: AdmissionRequest(source.manifest, report, made=source.role == "made", refusal=source.refusal)
            for i, source in each(enumerate(sources))
            if source.role != "template" and kind_of(source.manifest) in _KINDS
        }
        self._refused: set[int] = set()
        self._created: dict[int, list[AdmissionRequest]] = {}
        self._limits = LimitRanger(self._inventory)
        self._quotas = ResourceQuotaAdmission(self._inventory, report)
        self._existence = ExistenceCheck(self._inventory, report)
        self._priorities = PriorityAdmission(self._inventory)

    def sources(self) -> Iterator[SourceManifest]:
        """Admit everything; yield what is stored, each object in the place of the input's object it comes from."""
        self._admit_pods()
        if self._policy.has(names.EPHEMERAL_VOLUMES):
            self._create_claims()
        self._admit_claims()
        if self._policy.has(names.VOLUME_BINDER):
            self._bind_claims()
        if self._policy.has(names.DISRUPTION):
            self._compute_budgets()
        for i, source in each(enumerate(self._sources)):
            if i in self._refused or kind_of(source.manifest) in ADMISSION_KINDS:
                continue
            request = self._requests.get(i)
            if source.role == "template":
                yield self._checked(source)
            elif request is None or request.manifest is source.manifest:
                yield source
            else:
                yield replace(source, manifest=request.manifest, written=source.written or source.manifest)
            for created in self._created.get(i, ()):
                yield SourceManifest(created.manifest, source.index, "made")

    def _checked(self, source: SourceManifest) -> SourceManifest:
        """Return a workload without a priority class that does not exist: its pods are refused, it is no error."""
        workload, path = AdmissionRequest(source.manifest, self._report), ("spec", "template", "spec")
        if self._policy.has(names.PRIORITY) and self._priorities.lacks(workload.part(*path)):
            workload.assign(None, (*path, "priorityClassName"))
        return replace(source, manifest=workload.manifest)

    def _of_kind(self, kind: str) -> Iterator[tuple[int, AdmissionRequest]]:
        return ((i, r) for i, r in self._requests.items() if r.kind == kind and i not in self._refused)

    def _steps(self, *steps: tuple[str, Step]) -> list[Step]:
        return [step for name, step in steps if self._policy.has(name)]

    # ---- pods ----

    def _admit_pods(self) -> None:
        if self._policy.has(names.RESOURCE_QUOTA):
            self._quotas.count(pod for _, pod in self._of_kind("Pod") if pod.stored)
        mutating, validating = self._pod_steps()
        for i, pod in list(self._of_kind("Pod")):
            if not pod.stored and not pod.finished:
                self._run(i, pod, mutating)
        for i, pod in list(self._of_kind("Pod")):
            if not pod.stored and pod.running and self._policy.has(names.RESOURCE_QUOTA):
                self._run(i, pod, [lambda p: self._quotas.count([p])])
        for i, pod in list(self._of_kind("Pod")):
            if not pod.stored and not pod.finished and not pod.running:
                self._run(i, pod, validating)

    def _pod_steps(self) -> tuple[list[Step], list[Step]]:
        """Return the mutating and the validating steps."""
        inventory = self._inventory
        runtime_classes = RuntimeClassAdmission(inventory)
        mutating = [
            state_requests,
            request_at_pod_level,
            *self._steps(
                (names.DAEMON_SETS, add_daemon_tolerations),
                (names.LIMIT_RANGER, self._limits.admit),
                (names.POD_NODE_SELECTOR, PodNodeSelector(inventory).admit),
                (names.PRIORITY, self._priorities.admit),
                (names.DEFAULT_TOLERATIONS, add_default_tolerations),
                (names.POD_TOLERATION_RESTRICTION, PodTolerationRestriction(inventory).admit),
                (names.RUNTIME_CLASS, runtime_classes.admit),
            ),
        ]
        validating = [
            validate_pod,
            *self._steps(
                (names.RUNTIME_CLASS, runtime_classes.validate),
                (names.NAMESPACE_LIFECYCLE, self._existence.check_namespace),
                (names.SERVICE_ACCOUNT, self._existence.check_account),
                (names.LIMIT_RANGER, self._limits.validate),
                (names.REPLICA_SETS, self._refuse_again),
                (names.RESOURCE_QUOTA, self._quotas.validate),
            ),
        ]
        return mutating, validating

    def _refuse_again(self, pod: AdmissionRequest) -> None:
        """Raise Refused if the API server of the input's cluster refused the pod.

        A quota of the input decides anew: it may have been changed since.
        """
        is_about_quota = any(words in pod.refusal for words in ("exceeded quota: ", "failed quota: "))
        if pod.refusal and not (is_about_quota and self._quotas.has_any(pod.namespace)):
            owner = f"{pod.controller['kind']} {pod.namespace}/{pod.controller['name']}"
            raise Refused(pod.refusal, Cause(names.REPLICA_SETS, owner))

    def _run(self, index: int, request: AdmissionRequest, steps: Iterable[Step]) -> None:
        """Run the steps. A refusal removes the object; one that cannot be read is left to the reader's errors.

        A pod on a node was not refused: whatever refuses it now came later.
        """
        check()
        try:
            for step in steps:
                step(request)
        except Refused as refused:
            if not (request.kind == "Pod" and request.running):
                self._refused.add(index)
                self._report.refusals.append(Refusal(request.label, refused.message, refused.cause))
        except InvalidQuantity:
            return

    # ---- claims and budgets ----

    def _create_claims(self) -> None:
        existing = {(r.namespace, r.name) for _, r in self._of_kind("PersistentVolumeClaim")}
        for i, pod in each(list(self._of_kind("Pod"))):
            for manifest in missing_claims(pod, existing):
                if not pod.part("metadata").get("uid"):
                    pod.assign(uid_of("Pod", pod.namespace, pod.name), ("metadata", "uid"))
                    manifest["metadata"]["ownerReferences"][0]["uid"] = pod.part("metadata")["uid"]
                claim = AdmissionRequest(manifest, self._report, made=True)
                self._report.fill(
                    FillIn("", "created", Cause(names.EPHEMERAL_VOLUMES, pod.label)), claim.label
                )
                self._created.setdefault(i, []).append(claim)

    def _claims(self) -> Iterator[AdmissionRequest]:
        yield from (claim for _, claim in self._of_kind("PersistentVolumeClaim"))
        yield from (request for created in self._created.values() for request in created)

    def _admit_claims(self) -> None:
        if self._policy.has(names.RESOURCE_QUOTA):
            self._quotas.count(r for _, r in self._of_kind("PersistentVolumeClaim") if r.stored)
        default_class = DefaultStorageClass(self._inventory)
        defaulting = self._steps((names.DEFAULT_STORAGE_CLASS, default_class.admit))
        validating = [
            validate_claim,
            *self._steps(
                (names.LIMIT_RANGER, self._limits.validate_claim),
                (names.RESOURCE_QUOTA, self._quotas.validate),
            ),
        ]
        for claim in each(self._claims()):
            for step in defaulting:
                step(claim)
        for i, claim in list(self._of_kind("PersistentVolumeClaim")):
            if not claim.stored:
                self._run(i, claim, validating)

    def _bind_claims(self) -> None:
        volumes = [volume for _, volume in self._of_kind("PersistentVolume")]
        binder = VolumeBinder(self._inventory, volumes, self._report)
        claims = [*self._of_kind("PersistentVolumeClaim")]
        claims += [(i, claim) for i, created in self._created.items() for claim in created]
        for i, claim in each(claims):
            for manifest in binder.bind(claim):
                volume = AdmissionRequest(manifest, self._report, made=True)
                self._created.setdefault(i, []).append(volume)

    def _compute_budgets(self) -> None:
        controller = DisruptionController(
            (source.manifest for source in self._sources), (pod for _, pod in self._of_kind("Pod"))
        )
        for _, budget in each(self._of_kind("PodDisruptionBudget")):
            controller.set_status(budget)
