"""What manifests that are not read could change: every kind is named, none is left out in silence."""

from __future__ import annotations

from collections import Counter

from scheduler_core.sentences import Sentence, listed, worded

from .contract import UnreadKind
from .kinds import group_of, kind_of
from .parsing import Manifest
from .reading import ManifestField, Problems

NO_EFFECT = worded("does not affect scheduling")
_CREATES_PODS = worded("its controller creates pods: add them as Pods, or as a workload of Kubernetes")
_CREATES_NODES = worded("may add or remove nodes: add the Nodes that it creates")
_ELSEWHERE = worded("refers to manifests elsewhere: render them and add the result")
_OTHER_SCHEDULER = worded("is read by another scheduler or queue, not by kube-scheduler")
_UNKNOWN = worded("is not known here: if its controller creates pods or changes nodes, add these")
_QUEUE = worded("may keep pods from being created or suspend them until there is quota")
_TAINTS = worded(
    "keeps its taint on nodes until their conditions hold: what counts are the taints of the nodes"
)
_MUTATES = worded("may change pods before the scheduler sees them: add the pods as the cluster has them")

# By kind, where kinds of several groups have the name by kind and group.
_BY_KIND = {
    "HorizontalPodAutoscaler": worded("changes spec.replicas: set the number that you want to see"),
    "VerticalPodAutoscaler": worded(
        "changes requests of pods at creation: write its target into their template"
    ),
    "ScaledObject": worded("changes spec.replicas: set the number that you want to see"),
    "MutatingWebhookConfiguration": _MUTATES,
    "MutatingAdmissionPolicy": _MUTATES,
    "MutatingAdmissionPolicyBinding": _MUTATES,
    "ValidatingWebhookConfiguration": worded("may refuse pods, but does not affect where they are placed"),
    "LimitRange": worded("may set requests and limits of containers that have none"),
    "ResourceQuota": worded("may keep pods from being created"),
    "RuntimeClass": worded("adds its overhead, node selector and tolerations to its pods"),
    "NodeReadinessRule": _TAINTS,
    "Kustomization": worded("build it first: kubectl kustomize DIRECTORY"),
    "HelmRelease": _ELSEWHERE,
    "HelmChart": _ELSEWHERE,
    "Application.argoproj.io": _ELSEWHERE,
    "ApplicationSet.argoproj.io": _ELSEWHERE,
    "AppProject.argoproj.io": NO_EFFECT,
    "ClusterPolicy.kyverno.io": _MUTATES,
    "SidecarSet.apps.kruise.io": _MUTATES,
    "Template.template.openshift.io": worded("process it first: oc process -f FILE"),
    "DeploymentConfig": _CREATES_PODS,
    "PodTemplate": worded("is only a template: no pods are created from it"),
    "PodGroup": worded(
        "is read as scheduling.k8s.io/v1alpha2, v1alpha3 and v1beta1; others are read by other schedulers"
    ),
    "CompositePodGroup.scheduling.k8s.io": worded(
        "joins pod groups: here each of them is scheduled by itself"
    ),
    "Workload.scheduling.k8s.io": NO_EFFECT,
    "Queue.scheduling.volcano.sh": _OTHER_SCHEDULER,
    "ElasticQuota": _OTHER_SCHEDULER,
    **dict.fromkeys(
        (
            "Machine",
            "MachineSet",
            "MachineDeployment",
            "MachinePool",
            "MachineAutoscaler",
            "ClusterAutoscaler",
            "ProvisioningRequest",
            "NodeGroup",
        ),
        _CREATES_NODES,
    ),
    **dict.fromkeys(
        (
            "ConfigMap",
            "Secret",
            "ServiceAccount",
            "Endpoints",
            "Event",
            "ControllerRevision",
            "ComponentStatus",
            "Binding",
            "Ingress",
            "NetworkPolicy",
            "PodSecurityPolicy",
            "CustomResourceDefinition",
            "APIService",
            "PodMetrics",
            "NodeMetrics",
            "PodMonitor",
            "ServiceMonitor",
            "PrometheusRule",
            "Probe.monitoring.coreos.com",
            "AlertmanagerConfig",
            "ScrapeConfig",
            "Lease",
            "PriorityLevelConfiguration",
            "FlowSchema",
            "SealedSecret",
            "VolumeAttributesClass",
        ),
        NO_EFFECT,
    ),
}
_HARMLESS_GROUPS = frozenset(
    (
        "acme.cert-manager.io",
        "admissionregistration.k8s.io",
        "apiextensions.k8s.io",
        "apiregistration.k8s.io",
        "authentication.k8s.io",
        "authorization.k8s.io",
        "authorization.openshift.io",
        "cert-manager.io",
        "certificates.k8s.io",
        "cilium.io",
        "coordination.k8s.io",
        "crd.projectcalico.org",
        "discovery.k8s.io",
        "events.k8s.io",
        "external-secrets.io",
        "extensions.istio.io",
        "flowcontrol.apiserver.k8s.io",
        "gateway.networking.k8s.io",
        "image.openshift.io",
        "metrics.k8s.io",
        "networking.istio.io",
        "networking.k8s.io",
        "projectcalico.org",
        "rbac.authorization.k8s.io",
        "route.openshift.io",
        "security.istio.io",
        "security.openshift.io",
        "snapshot.storage.k8s.io",
        "telemetry.istio.io",
        "traefik.containo.us",
        "traefik.io",
    )
)
_BY_GROUP = {
    "argoproj.io": _CREATES_PODS,
    "apps.kruise.io": _CREATES_PODS,
    "batch.volcano.sh": _CREATES_PODS,
    "cluster.x-k8s.io": _CREATES_NODES,
    "karpenter.sh": _CREATES_NODES,
    "karpenter.k8s.aws": _CREATES_NODES,
    "kubeflow.org": _CREATES_PODS,
    "kueue.x-k8s.io": _QUEUE,
    "kustomize.toolkit.fluxcd.io": _ELSEWHERE,
    "leaderworkerset.x-k8s.io": _CREATES_PODS,
    "ray.io": _CREATES_PODS,
    "serving.knative.dev": _CREATES_PODS,
    "tekton.dev": _CREATES_PODS,
    "sparkoperator.k8s.io": _CREATES_PODS,
}


class UnreadManifests:
    """Counts manifests that are not read, by what they are and what they could change."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, Sentence]] = Counter()

    def add(self, manifest: Manifest) -> None:
        """Count a manifest, unless autoscalers are asked with it."""
        if _is_of_autoscaler(manifest):
            return
        self._counts[str(manifest.get("kind")), version_of(manifest), _effect(manifest)] += 1

    def kinds(self) -> list[UnreadKind]:
        """Return the kinds, those that could change the result first."""
        rows = sorted(self._counts.items(), key=lambda row: (row[0][2] == NO_EFFECT, *row[0]))
        return [
            {
                "kind": kind,
                "apiVersion": version,
                "count": count,
                "effect": effect,
                "matters": effect != NO_EFFECT,
            }
            for (kind, version, effect), count in rows
        ]


def _is_of_autoscaler(manifest: Manifest) -> bool:
    kind, meta = str(manifest.get("kind")), manifest.get("metadata")
    if kind == "ConfigMap":
        return isinstance(meta, dict) and str(meta.get("name")).startswith("cluster-autoscaler-")
    is_class = kind.endswith("NodeClass")
    return is_class or (group_of(manifest) == "karpenter.sh" and kind in ("NodePool", "NodeClaim"))


def version_of(manifest: Manifest) -> str:
    version = manifest.get("apiVersion")
    return version if isinstance(version, str) else ""


def _effect(manifest: Manifest) -> Sentence:
    kind, group = str(manifest.get("kind")), group_of(manifest) or ""
    if effect := _BY_KIND.get(f"{kind}.{group}"):
        return effect
    if kind_of(manifest) != kind:  # of another group, with the name of a kind of Kubernetes
        foreign = worded("is not the {kind} of Kubernetes, but of {group}", kind=kind, group=group)
        return listed([foreign, _CREATES_PODS], "; ") if _creates_pods(manifest, group) else foreign
    if effect := _BY_KIND.get(kind):
        return effect
    if group in _HARMLESS_GROUPS:
        return NO_EFFECT
    if group in _BY_GROUP:
        return _BY_GROUP[group]
    return _CREATES_PODS if _has_pod_template(manifest) else _UNKNOWN


def _creates_pods(manifest: Manifest, group: str) -> bool:
    return _BY_GROUP.get(group) == _CREATES_PODS or _has_pod_template(manifest)


def _has_pod_template(manifest: Manifest) -> bool:
    template = ManifestField(manifest, "", Problems()).child("spec").child("template")
    return bool(template.child("spec").list("containers"))
