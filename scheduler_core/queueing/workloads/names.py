"""What Kueue calls things: labels, annotations, gates, and the names of Workloads.

Mirrors pkg/controller/constants/constants.go and pkg/controller/jobframework/workload_names.go @ v0.19.2.
"""

from __future__ import annotations

import hashlib
from typing import Final

QUEUE: Final = "kueue.x-k8s.io/queue-name"
PRIORITY_CLASS: Final = "kueue.x-k8s.io/priority-class"
JOB_UID: Final = "kueue.x-k8s.io/job-uid"
POD_SET: Final = "kueue.x-k8s.io/podset"
WORKLOAD: Final = "kueue.x-k8s.io/workload"
GROUP: Final = "kueue.x-k8s.io/pod-group-name"
GROUP_SIZE: Final = "kueue.x-k8s.io/pod-group-total-count"
ROLE_HASH: Final = "kueue.x-k8s.io/role-hash"
MIN_PARALLELISM: Final = "kueue.x-k8s.io/job-min-parallelism"
COMPLETIONS_FOLLOW: Final = "kueue.x-k8s.io/job-completions-equal-parallelism"
ADMISSION_GATE: Final = "kueue.x-k8s.io/admission"
TOPOLOGY_GATE: Final = "kueue.x-k8s.io/topology"
DEFAULT_QUEUE: Final = "default"
"""The LocalQueue that jobs without a queue get, where a namespace has one of this name."""

_LONGEST = 253
_HASH = 5


def workload_name(kind: str, group: str, name: str, uid: str) -> str:
    """Return the name of the Workload of an object (GetWorkloadNameForOwnerWithGVK); `group` is its API group."""
    hashed = hashlib.sha1("\n".join((kind, group, name, uid)).encode(), usedforsecurity=False).hexdigest()
    return f"{f'{kind.lower()}-{name}'[: _LONGEST - 1 - _HASH]}-{hashed[:_HASH]}"
