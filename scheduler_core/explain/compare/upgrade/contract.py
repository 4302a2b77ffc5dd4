"""The JSON of the upgrade matrix. Versions are named by their release ("1.34"), changes by their name."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict

LandingState = Literal["placed", "pending", "evicted"]
ShiftKind = Literal["moved", "pending", "placed", "evicted", "spared"]
ShiftOrigin = Literal["decides", "queued", "follows"]


class UpgradeVersion(TypedDict):
    """A column of the matrix."""

    release: str
    """Its shortest name, such as "1.34" or "1.33.13"."""
    name: str
    """The patch release that is followed: "v1.34.1"; "v1.31" where the name says none."""
    recorded: bool
    """Whether the real scheduler was recorded; otherwise the version follows what is known of its changes."""
    planned: NotRequired[bool]
    """Whether it is not released yet: it follows its alpha releases, and plans. Absent from older answers."""
    problems: list[str]
    """Why the scenario has no run under this version; empty if it has one."""


class Shift(TypedDict):
    """How the outcome of a pod differs from that under the version before."""

    kind: ShiftKind
    """To another node, from a node to pending and back; a running pod is evicted, or no longer evicted."""
    origin: ShiftOrigin
    """The pod's own cycle decides otherwise in the same cluster; or the queue attempts it at another time; or it
    follows from what other pods did before."""
    attempt: int | None
    """The attempt, under the version before, that decides otherwise; None if none does."""
    causes: list[str]
    """The changes that cause it; empty if no change or set of changes explains it."""
    together: bool
    """Whether the causes act together only; otherwise each of them, switched off alone, takes the difference back."""


class Stay(TypedDict):
    """The versions under which a pod has the same outcome."""

    first: int
    """The index of the first version."""
    last: int
    """The index of the last version."""
    state: LandingState
    node: str | None
    shift: Shift | None
    """How it differs from the stay before; None for the first one."""


class UpgradePod(TypedDict):
    """A row of the matrix: a pending pod, or a running pod that is evicted under some version."""

    pod: str
    """`namespace/name`."""
    group: str
    """The workload that the pod is a replica of, otherwise the pod."""
    stays: list[Stay]


class UpgradeStep(TypedDict):
    """What differs between a version and the version before it."""

    before: int
    """The index of the version before."""
    after: int
    moved: int
    """Pods on another node."""
    pending: int
    """Pods that become pending."""
    placed: int
    """Pods that are no longer pending."""
    evicted: int
    """Running pods that are evicted."""
    spared: int
    """Running pods that are no longer evicted."""
    decides: int
    """Pods whose own cycle decides otherwise, or whose turn in the queue is another."""
    follows: int
    """Pods that follow from others."""
    net: int
    """Pods elsewhere if replicas of a workload count as one another."""
    causes: list[str]
    """The changes that cause the differences, those first that act first."""
    switched_off: bool
    """Whether all pods land as before when the causes are switched off."""
    others: int
    """Other changes between the two versions, which move no pod here."""


class UpgradeChange(TypedDict):
    """A change that causes a difference."""

    name: str
    since: str
    """The first release with it: that of the minor release in which it first acts here, if it was picked there."""
    title: str
    note: str
    """What an operator has to know about it; may be empty."""
    kep: int | None
    """Its number in kubernetes/enhancements."""
    pull_request: int | None
    """Its number in kubernetes/kubernetes."""
    recorded: bool
    """Whether a scheduler of the release was recorded."""
    pods: int
    """Pods that land elsewhere because of it."""
    decides: int
    follows: int
    pending: int
    """Pods that become pending because of it."""


class CheckedChange(TypedDict):
    """A change between the versions that moves no pod of the scenario."""

    name: str
    since: str
    title: str


class UpgradeMatrix(TypedDict):
    """A scenario under many versions."""

    nodes: int
    running: int
    """The running pods of the scenario."""
    waiting: int
    """The pending pods of the scenario."""
    versions: list[UpgradeVersion]
    pods: list[UpgradePod]
    steps: list[UpgradeStep]
    changes: list[UpgradeChange]
    checked: NotRequired[list[CheckedChange]]
    """The other changes between the versions, which move no pod here; absent from older answers."""


class UpgradeProgress(TypedDict):
    """How far a matrix is. `release` is being run, or its differences from the version before are being explained."""

    done: int
    total: int
    release: str
    explains: bool
