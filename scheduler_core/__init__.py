"""The scheduling framework of Kubernetes on columns: schedules pods as kube-scheduler does, and says why."""

from __future__ import annotations

from .explanation import Cycle
from .objects.loading import Limits
from .objects.reading import InputError, InvalidInput, TooLarge
from .run import replay, simulate
from .scenario import Scenario, load
from .versions import DEFAULT_VERSION, KUBERNETES_VERSIONS

__all__ = [
    "DEFAULT_VERSION",
    "KUBERNETES_VERSIONS",
    "Cycle",
    "InputError",
    "InvalidInput",
    "Limits",
    "Scenario",
    "TooLarge",
    "load",
    "replay",
    "simulate",
]
