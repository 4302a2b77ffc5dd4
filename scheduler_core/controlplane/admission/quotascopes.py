"""Whether the scopes of a ResourceQuota go with the resources that it limits.

Mirrors validateResourceQuotaScopes and validateScopedResourceSelectorRequirement of
pkg/apis/core/validation/validation.go, and IsResourceQuotaScopeValidForResource of pkg/apis/core/helper/helpers.go
@ v1.36.2.
"""

from __future__ import annotations

import json
from typing import Final

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

_COMPUTE: Final = frozenset(
    {"cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"}
)
_STORAGE: Final = frozenset({"ephemeral-storage", "requests.ephemeral-storage", "limits.ephemeral-storage"})
_OBJECTS: Final = frozenset(
    {
        *("resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"),
        *("persistentvolumeclaims", "requests.storage", "services.nodeports", "services.loadbalancers"),
    }
)
# Other names, such as those of extended resources, go with every scope.
_STANDARD: Final = frozenset({"pods"}) | _COMPUTE | _STORAGE | _OBJECTS
_OF_PODS: Final = frozenset(
    {"Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity"}
)
_RULE: Final = "unsupported scope applied to resource"


def scope_error(quota: Manifest) -> str:
    """Return the API server's answer to a quota whose scopes do not go with its resources, "" if they do."""
    spec, name = mapping(quota, "spec"), mapping(quota, "metadata").get("name")
    limited = _STANDARD.intersection(mapping(spec, "hard"))
    scopes = [scope for scope in spec.get("scopes") or () if isinstance(scope, str)]
    if any(not _goes_with(scope, limited) for scope in scopes):
        return _answer(name, "spec.scopes", scopes)
    selected = mapping(spec, "scopeSelector").get("matchExpressions") or ()
    expressions = [e for e in selected if isinstance(e, dict)]
    if any(not _goes_with(str(e.get("scopeName")), limited) for e in expressions):
        named = [
            {"ScopeName": e.get("scopeName"), "Operator": e.get("operator"), "Values": e.get("values")}
            for e in expressions
        ]
        return _answer(name, "spec.scopeSelector.matchExpressions", {"MatchExpressions": named})
    return ""


def _goes_with(scope: str, limited: frozenset[str]) -> bool:
    allowed = {"pods"} | (_COMPUTE if scope in _OF_PODS else frozenset())
    return limited <= allowed if scope in _OF_PODS or scope == "BestEffort" else True


def _answer(name: object, path: str, value: object) -> str:
    text = json.dumps(value, separators=(",", ":"))
    return f'ResourceQuota "{name}" is invalid: {path}: Invalid value: {text}: {_RULE}'
