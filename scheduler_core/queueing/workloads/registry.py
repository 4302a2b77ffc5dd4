"""The one list of the kinds of jobs that become Workloads as a whole."""

from __future__ import annotations

from .integration import Integration
from .job import JOB
from .jobset import JOB_SET
from .kubeflow import TRAINING_JOBS
from .ray import RAY_CLUSTER, RAY_JOB, RAY_SERVICE
from .trainjob import TRAINING

INTEGRATIONS: dict[str, Integration] = {
    integration.kind: integration
    for integration in (JOB, JOB_SET, RAY_CLUSTER, RAY_JOB, RAY_SERVICE, TRAINING, *TRAINING_JOBS)
}
