"""Namespaces and ServiceAccounts that objects name and the input lacks, although it lists others of the kind.

Mirrors plugin/pkg/admission/namespace/lifecycle and plugin/pkg/admission/serviceaccount @ v1.34.1. An input need not
be complete: this is a notice, and the pods are scheduled.
"""

from __future__ import annotations

from .inventory import Inventory
from .policy import NAMESPACE_LIFECYCLE, SERVICE_ACCOUNT
from .report import Cause, Notice, Report
from .request import AdmissionRequest

_BUILT_IN_NAMESPACES = ("default", "kube-system", "kube-public", "kube-node-lease")


class ExistenceCheck:
    """The namespaces and service accounts of the input."""

    def __init__(self, inventory: Inventory, report: Report) -> None:
        self._report = report
        self._namespaces = {at.child("metadata").name("name") for at in inventory.of_kind("Namespace")}
        self._accounts = {
            (meta.text("namespace") or "default", meta.name("name"))
            for at in inventory.of_kind("ServiceAccount")
            for meta in (at.child("metadata"),)
        }

    def check_namespace(self, request: AdmissionRequest) -> None:
        known = (*self._namespaces, *_BUILT_IN_NAMESPACES)
        if self._namespaces and request.namespace not in known:
            answer = f'namespaces "{request.namespace}" not found'
            self._notice(request, f"Namespace {request.namespace}", answer, Cause(NAMESPACE_LIFECYCLE))

    def check_account(self, pod: AdmissionRequest) -> None:
        spec = pod.part("spec")
        name = str(spec.get("serviceAccountName") or spec.get("serviceAccount") or "default")
        if self._accounts and name != "default" and (pod.namespace, name) not in self._accounts:
            answer = (
                f'error looking up service account {pod.namespace}/{name}: serviceaccount "{name}" not found'
            )
            self._notice(pod, f"ServiceAccount {pod.namespace}/{name}", answer, Cause(SERVICE_ACCOUNT))

    def _notice(self, request: AdmissionRequest, missing: str, answer: str, cause: Cause) -> None:
        self._report.notice(Notice(missing, answer, cause), request.label)
