"""A step: one action on the cluster, with what it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from scheduler_core.kubernetes.objects.parsing import Manifest

StepKind = Literal[
    "rollout",
    "scale",
    "drain",
    "cordon",
    "uncordon",
    "taint",
    "untaint",
    "label",
    "addNodes",
    "removeNodes",
    "lose",
    "restore",
    "deletePods",
    "finishJob",
    "apply",
    "configure",
    "wait",
]


@dataclass(frozen=True, slots=True)
class Seconds:
    """A range of seconds, from which a play draws."""

    least: float
    most: float


DEFAULT_READY: Final = Seconds(4, 9)
DEFAULT_STOP: Final = Seconds(1, 2)


@dataclass(frozen=True, slots=True)
class NodeTarget:
    """Nodes by name, or all that have this value of a label (`key`)."""

    names: tuple[str, ...] = ()
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One action; only the fields of its kind are set.

    `path` is where it is written, for errors that only the cluster shows. `after` is the number of seconds after the
    beginning of the step before; None waits until nothing more happens. `ready` and `stop` are the seconds that
    containers take from here on, None as before.
    """

    kind: StepKind
    path: str
    written: Manifest
    workload: str = ""
    image: str = ""
    patch: Manifest = field(default_factory=dict)
    """Of spec, merged: a template, a strategy."""
    replicas: int = 0
    nodes: NodeTarget = NodeTarget()
    count: int = 0
    like: str = ""
    shape: Manifest = field(default_factory=dict)
    key: str = ""
    value: str = ""
    effect: str = ""
    labels: Manifest = field(default_factory=dict)
    pods: tuple[str, ...] = ()
    selector: Manifest = field(default_factory=dict)
    manifest: Manifest = field(default_factory=dict)
    seconds: float = 0.0
    after: float | None = None
    ready: Seconds | None = None
    stop: Seconds | None = None
