"""The scheduling framework of Kubernetes on columns: schedules pods as kube-scheduler does, and says why."""

from __future__ import annotations

from .checks.checking import check_run
from .compare.event import compare_event
from .explain.cycle_view import Cycle
from .explain.overview import overview
from .explain.recording import replay, replay_all
from .objects.lines import locate_in as lines_of
from .objects.parsing import Limits
from .objects.reading import InputError, InvalidInput, TooLarge
from .run.run import simulate
from .run.scenario import Scenario, load
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
    "check_run",
    "compare_event",
    "lines_of",
    "load",
    "overview",
    "replay",
    "replay_all",
    "simulate",
]
