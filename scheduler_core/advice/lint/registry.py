"""The one list of rules."""

from __future__ import annotations

from .rule import Rule
from .rules import (
    affinity,
    autoscalers,
    budgets,
    claims,
    conflicts,
    daemons,
    defaults,
    devices,
    fields,
    gangs,
    nodes,
    pools,
    queues,
    refused,
    rollout,
    schedulers,
    spread,
    topology,
)

_SCHEDULING = "https://kubernetes.io/docs/concepts/scheduling-eviction"
_TASKS = "https://kubernetes.io/docs/tasks"
# The families, with the page of Kubernetes' documentation that explains what they are about.
_FAMILIES = {
    spread: f"{_SCHEDULING}/topology-spread-constraints/",
    topology: f"{_SCHEDULING}/topology-spread-constraints/#node-labels",
    affinity: f"{_SCHEDULING}/assign-pod-node/#inter-pod-affinity-and-anti-affinity",
    rollout: "https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy",
    nodes: f"{_SCHEDULING}/assign-pod-node/",
    daemons: "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#how-daemon-pods-are-scheduled",
    gangs: f"{_SCHEDULING}/gang-scheduling/",
    schedulers: f"{_TASKS}/extend-kubernetes/configure-multiple-schedulers/",
    devices: f"{_SCHEDULING}/dynamic-resource-allocation/",
    queues: "https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/",
    claims: "https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes",
    conflicts: f"{_SCHEDULING}/assign-pod-node/",
    budgets: f"{_TASKS}/run-application/configure-pdb/",
    autoscalers: f"{_TASKS}/run-application/horizontal-pod-autoscale/",
    pools: "https://karpenter.sh/docs/concepts/nodepools/",
    refused: "https://kubernetes.io/docs/concepts/overview/working-with-objects/",
    fields: "https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation",
    defaults: f"{_SCHEDULING}/topology-spread-constraints/#cluster-level-default-constraints",
}
RULES: dict[str, Rule] = {rule.name: rule for family in _FAMILIES for rule in family.RULES}
HELP_PAGES: dict[str, str] = {rule.name: page for family, page in _FAMILIES.items() for rule in family.RULES}
