"""Manifests of a small cluster, made up node by node, and of the pod that waits."""

from __future__ import annotations

import yaml

from scheduler_core.allowance import check
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resolvers import AmbiguousScalars
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS

HOSTNAME = "kubernetes.io/hostname"
ROOMY = {"cpu": "8", "memory": "32Gi", "ephemeral-storage": "100Gi", "pods": "110"}
LOW = "made-up-low"
WAITING = "made-up-waiting"
IMAGE = "registry.example/app:1"


class _Dumper(AmbiguousScalars, yaml.CSafeDumper):
    """Five times as fast as the one for changes of a text, whose few objects may hold anything."""


class MadeUpCluster:
    """Objects that are added one after the other; `pod` is the spec of the pod that waits."""

    def __init__(self, pod: str, namespace: str, release: str) -> None:
        self.name, self.namespace, self._release = pod, namespace, release
        self.nodes: list[Manifest] = []
        self.pods: list[Manifest] = []
        self.others: list[Manifest] = []
        self.container: Manifest = {"name": "app", "image": IMAGE}
        self.pod: Manifest = {"containers": [self.container]}
        self.status: Manifest = {}
        self.arguments: dict[str, Manifest] = {}
        """Arguments of plugins, in the scheduler's configuration."""
        self.disabled: list[str] = []
        """Plugins that PostFilter does without."""

    def add_node(self) -> Manifest:
        """Add a roomy node without labels but its name."""
        name = f"node-{len(self.nodes) + 1}"
        node: Manifest = {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": {HOSTNAME: name}},
            "status": {"allocatable": dict(ROOMY), "nodeInfo": {"kubeletVersion": f"v{self._release}.0"}},
        }
        self.nodes.append(node)
        return node

    def run(self, node: Manifest, label: str, spec: Manifest | None = None, *, low: bool = False) -> Manifest:
        """Add a running pod with the label app; with `low` its priority is below that of the waiting pod."""
        container = {"name": "app", "image": IMAGE, **(spec or {}).pop("container", {})}
        pod: Manifest = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                "name": f"{label}-{len(self.pods) + 1}",
                "namespace": self.namespace,
                "labels": {"app": label},
            },
            "spec": {
                "nodeName": node["metadata"]["name"],
                **({"priorityClassName": LOW} if low else {}),
                "containers": [container],
                **(spec or {}),
            },
            "status": {"phase": "Running"},
        }
        self.pods.append(pod)
        return pod

    def request(self, resource: str, amount: str) -> None:
        """Let the waiting pod ask for an amount of a resource, for extended ones as a limit too."""
        _request(self.container, resource, amount)

    def source(self) -> str:
        """Return all objects as YAML."""
        return "---\n".join(_document(manifest) for manifest in self.manifests())

    def manifests(self) -> list[Manifest]:
        """Return all objects, the waiting pod last."""
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": self.namespace}}
        low = {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": LOW},
            "value": -10,
        }
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": self.name, "namespace": self.namespace, "labels": {"app": WAITING}},
            "spec": self.pod,
            **({"status": self.status} if self.status else {}),
        }
        uses_low = any(pod["spec"].get("priorityClassName") == LOW for pod in self.pods)
        return [
            *([namespace] if self.namespace != "default" else []),
            *([low] if uses_low else []),
            *self.configurations(self._release),
            *self.others,
            *self.nodes,
            *self.pods,
            pod,
        ]

    def configurations(self, release: str) -> list[Manifest]:
        """Return the scheduler's configuration as a release reads it, none if the default one does."""
        if not self.arguments and not self.disabled:
            return []
        profile = {
            "plugins": {"postFilter": {"disabled": [{"name": name} for name in self.disabled]}},
            "pluginConfig": [{"name": name, "args": args} for name, args in self.arguments.items()],
        }
        version = KUBERNETES_VERSIONS[release].config_versions[0]
        return [
            {
                "apiVersion": f"kubescheduler.config.k8s.io/{version}",
                "kind": "KubeSchedulerConfiguration",
                "profiles": [profile],
            }
        ]


def _document(manifest: Manifest) -> str:
    """Return an object as YAML, with a final line feed."""
    check()
    return yaml.dump(
        manifest,
        Dumper=_Dumper,
        default_flow_style=False,
        width=2**31 - 1,
        sort_keys=False,
        allow_unicode=True,
    )


def using(resource: str, amount: str) -> Manifest:
    """Return the part of a pod's spec that asks for an amount of a resource."""
    container: Manifest = {}
    _request(container, resource, amount)
    return {"container": container}


def _request(container: Manifest, resource: str, amount: str) -> None:
    resources = container.setdefault("resources", {})
    resources.setdefault("requests", {})[resource] = amount
    if "/" in resource or resource.startswith("hugepages-"):
        resources.setdefault("limits", {})[resource] = amount
    if resource.startswith("hugepages-"):  # which need cpu or memory beside them
        resources["requests"].setdefault("cpu", "10m")
