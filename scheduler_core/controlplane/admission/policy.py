"""The admission plugins and controllers of a cluster, each of which can be switched off.

Their names are those of kube-apiserver's --enable-admission-plugins and kube-controller-manager's --controllers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.statements import is_statement
from scheduler_core.sentences import worded

from .contract import AdmissionPolicyContent

KEY: Final = "admission"
ALL: Final = "*"

DAEMON_SETS = "daemonset-controller"
DEFAULT_STORAGE_CLASS = "DefaultStorageClass"
DEFAULT_TOLERATIONS = "DefaultTolerationSeconds"
DISRUPTION = "disruption-controller"
EPHEMERAL_VOLUMES = "ephemeral-volume-controller"
LIMIT_RANGER = "LimitRanger"
NAMESPACE_LIFECYCLE = "NamespaceLifecycle"
NODE_LIFECYCLE = "node-lifecycle-controller"
POD_NODE_SELECTOR = "PodNodeSelector"
POD_TOLERATION_RESTRICTION = "PodTolerationRestriction"
PRIORITY = "Priority"
REPLICA_SETS = "replicaset-controller"
RESOURCE_QUOTA = "ResourceQuota"
RUNTIME_CLASS = "RuntimeClass"
SERVICE_ACCOUNT = "ServiceAccount"
VOLUME_BINDER = "persistentvolume-binder-controller"

# PodNodeSelector and PodTolerationRestriction have to be enabled in a real cluster. They are on here, since they act
# only in namespaces with their annotations, which nobody writes without them.
NAMES: Final = (
    *(DAEMON_SETS, DEFAULT_STORAGE_CLASS, DEFAULT_TOLERATIONS, DISRUPTION, EPHEMERAL_VOLUMES, LIMIT_RANGER),
    *(NAMESPACE_LIFECYCLE, NODE_LIFECYCLE, POD_NODE_SELECTOR, POD_TOLERATION_RESTRICTION, PRIORITY),
    *(REPLICA_SETS, RESOURCE_QUOTA, RUNTIME_CLASS, SERVICE_ACCOUNT, VOLUME_BINDER),
)


@dataclass(frozen=True, slots=True)
class AdmissionPolicy:
    """The plugins and controllers that act."""

    enabled: frozenset[str] = frozenset(NAMES)

    def has(self, name: str) -> bool:
        return name in self.enabled

    def content(self) -> AdmissionPolicyContent:
        """Return the policy as JSON, in the form that `read_policy` reads."""
        return {"enable": [], "disable": sorted(set(NAMES) - self.enabled)}

    def switched(self, enable: Iterable[str], disable: Iterable[str]) -> AdmissionPolicy:
        """Return the policy with these changes; "*" disables all that are not named in `enable`."""
        disabled = set(NAMES) if ALL in disable else set(disable)
        return AdmissionPolicy((self.enabled - disabled) | frozenset(enable))


class UnknownName(ValueError):
    """Raised for a name that is not in NAMES; the text gives both."""


def policy_of(enable: Iterable[str] = (), disable: Iterable[str] = ()) -> AdmissionPolicy:
    """Return the default policy with these changes; raise UnknownName."""
    enable, disable = list(enable), list(disable)
    for name in (*enable, *(name for name in disable if name != ALL)):
        if name not in NAMES:
            raise UnknownName(f"{name!r} is no admission plugin or controller: use {', '.join(NAMES)}")
    return DEFAULT_POLICY.switched(enable, disable)


DEFAULT_POLICY = AdmissionPolicy()
NO_ADMISSION = AdmissionPolicy(frozenset())


def is_policy(manifest: Any) -> bool:
    """Return whether a document states the policy and is not a Kubernetes object."""
    return is_statement(manifest, KEY)


def read_policy(
    manifest: Manifest, index: int, problems: Problems, policy: AdmissionPolicy
) -> AdmissionPolicy:
    """Return the policy with the changes of a document, which is the input's object `index`."""
    problems.index, problems.object = index, ""
    at = ManifestField(manifest, "", problems).child(KEY)
    for key in at.value:
        if key not in ("enable", "disable"):
            at.problem(
                str(key), worded("is not a known field: use enable or disable, each with a list of names")
            )
    names = {key: at.texts(key) for key in ("enable", "disable")}
    for key, allowed in (("enable", NAMES), ("disable", (*NAMES, ALL))):
        for i, name in enumerate(names[key]):
            if name not in allowed:
                at.problem(
                    f"{key}[{i}]",
                    worded("must be one of {names}; got {value}", names=", ".join(allowed), value=repr(name)),
                )
    return policy.switched(names["enable"], names["disable"])
