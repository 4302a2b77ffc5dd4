"""The features that a pod needs of its node's kubelet.

Mirrors InferForScheduling of staging/src/k8s.io/component-helpers/nodedeclaredfeatures @ v1.36.2.
"""

from __future__ import annotations

from .reading import ManifestField

USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport"
RESTART_ALL_CONTAINERS = "RestartAllContainersOnContainerExits"


def read_required_features(spec: ManifestField) -> tuple[str, ...]:
    """Return the names of the features that a pod's spec needs, in alphabetical order."""
    features = []
    if any(_restarts_all(c) for key in ("containers", "initContainers") for c in spec.children(key)):
        features.append(RESTART_ALL_CONTAINERS)
    if spec.flag("hostNetwork") and not spec.flag("hostUsers", default=True):
        features.append(USER_NAMESPACES_HOST_NETWORK)
    return tuple(features)


def _restarts_all(container: ManifestField) -> bool:
    return any(
        rule.text("action") == "RestartAllContainers" for rule in container.children("restartPolicyRules")
    )
