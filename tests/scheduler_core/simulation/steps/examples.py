"""An example of each kind of step, on nodes, a Deployment and a Job of these names."""

from __future__ import annotations

from typing import Any

from tests.scheduler_core.simulation.daytwo.clusters import budget

STEPS: dict[str, dict[str, Any]] = {
    "rollout": {"rollout": "web", "image": "web:2"},
    "scale": {"scale": "web", "replicas": 2},
    "drain": {"drain": "node-1"},
    "cordon": {"cordon": "node-1"},
    "uncordon": {"uncordon": "node-1"},
    "taint": {"taint": "node-1", "key": "hot", "effect": "NoExecute"},
    "untaint": {"untaint": "node-1", "key": "hot"},
    "label": {"label": "node-1", "labels": {"disk": "ssd"}},
    "addNodes": {"addNodes": 1, "like": "node-1"},
    "removeNodes": {"removeNodes": "node-1"},
    "lose": {"lose": "node-1"},
    "restore": {"restore": "node-1"},
    "deletePods": {"deletePods": {"app": "web"}},
    "finishJob": {"finishJob": "Job sum"},
    "apply": {"apply": budget(minAvailable=1)},
    "configure": {
        "configure": {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    },
    "wait": {"wait": 5},
}
