"""What a NodePool's new nodes have in common.

Mirrors pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go, and getDaemonOverhead of scheduler.go, @ v1.13.0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.autoscaling.objects.instance_types import InstanceTypes, Selection
from scheduler_core.autoscaling.objects.labels import NODEPOOL
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.quantities import Quantities
from scheduler_core.autoscaling.objects.requirements import Requirements, of_labels
from scheduler_core.autoscaling.state.hostportusage import HostPortUsage


@dataclass(slots=True)
class NodeClaimTemplate:
    """A NodePool with the instance types that its requirements admit, and what daemons take on each node.

    `min_values_relaxed` is whether minValues were lowered for its newest NodeClaim: all its NodeClaims of a pass share
    the annotations in which that is written.
    """

    nodepool: NodePool
    requirements: Requirements
    types: InstanceTypes
    selection: Selection
    daemon_requests: Quantities = field(default_factory=dict)
    daemon_ports: HostPortUsage = field(default_factory=HostPortUsage)
    min_values_relaxed: bool = False


def template_labels(nodepool: NodePool) -> dict[str, str]:
    """Return the labels that all its nodes have."""
    return {
        **nodepool.labels,
        NODEPOOL: nodepool.name,
        nodepool.node_class.label: nodepool.node_class.name,
    }


def template_requirements(nodepool: NodePool) -> Requirements:
    return nodepool.requirements.plus(*of_labels(template_labels(nodepool)).values())
