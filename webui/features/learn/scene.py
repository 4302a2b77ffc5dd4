"""What the page draws of a lesson under one setting: figures for the captions, and the parts of the picture.

All of it comes from a run. The page compares nothing and adds nothing up.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Figures = dict[str, int | str]
"""By name: `fits`, `placed`, `b.skew`, …: what a caption may say."""


class ScenePod(TypedDict):
    """A pod on a node. `cpu` in millicores."""

    name: str
    app: str
    cpu: int
    priority: int
    guarded: NotRequired[Literal[True]]
    """A budget that allows no eviction guards it."""


class SceneNode(TypedDict):
    """A node when the pod's turn came; `why` is what the first filter says that rejects it, `plugin`.

    `label` is its value of the rule's topology key, empty without one.
    """

    name: str
    zone: str
    cpu: int
    pods: list[ScenePod]
    fits: bool
    label: NotRequired[str]
    plugin: NotRequired[str]
    why: NotRequired[str]


class SceneZone(TypedDict):
    """A zone: the pods of the app at the start, when the pod's turn came, and at the end; the sum of the rule.

    `fits` says whether a node of it takes the pod. `skew` is null if the zone is in none of the rule's domains: it has
    left the field. `within` says whether the skew is allowed.
    """

    name: str
    at_start: int
    count: int
    at_end: int
    fits: bool
    skew: int | None
    within: bool


class SpreadSum(TypedDict):
    """What a rule compares with; `key` is the label that it counts by."""

    key: str
    max_skew: int
    minimum: int
    self_match: int


class Walled(TypedDict):
    """A domain of the rule: nodes between two walls."""

    value: str
    nodes: list[str]


class Strike(TypedDict):
    """A rule of preemption, and the nodes that it takes out of the choice; `best` is the winning value."""

    rule: str
    best: int | str
    struck: list[str]
    asked: bool


class Dots(TypedDict):
    """A search: `start` and `looked` say which of the nodes were looked at, in a ring."""

    nodes: int
    start: int
    looked: int
    golden: int
    winner: int


class ScorePart(TypedDict):
    """A plugin's part of a total: normalized × weight."""

    plugin: str
    raw: int
    normalized: int
    weight: int
    points: int


class Score(TypedDict):
    node: str
    total: int
    parts: list[ScorePart]


class Member(TypedDict):
    """A member of a gang in the order of trying; `tried` is the node on which it was put for the others."""

    pod: str
    cpu: int
    tried: str
    bound: str


class Quota(TypedDict):
    """Kueue's queue before the scheduler: its quota of cpu and what its workload asks for, in millicores."""

    queue: str
    cpu: int
    asked: int
    admitted: bool


class FilmZone(TypedDict):
    """The pods of a zone: of the new revision, of the old one, and those that are being deleted."""

    name: str
    new: int
    old: int
    going: int
    count: int | None
    """What the rule counts before the pod comes; null where no pod comes."""
    skew: int | None
    fits: bool


class Frame(TypedDict):
    """A moment of a rollout: a new pod comes to `zone`, or it is the start or the end."""

    zone: str
    moment: int
    zones: list[FilmZone]
    spread: SpreadSum | None


class Scene(TypedDict):
    """A lesson under one setting."""

    figures: Figures
    pod: str
    node: str | None
    nodes: list[SceneNode]
    zones: list[SceneZone]
    waiting: int
    yaml: str
    spread: NotRequired[SpreadSum]
    columns: NotRequired[list[Walled]]
    nowhere: NotRequired[list[str]]
    strikes: NotRequired[list[Strike]]
    dots: NotRequired[Dots]
    scores: NotRequired[list[Score]]
    members: NotRequired[list[Member]]
    quota: NotRequired[Quota]
    film: NotRequired[list[Frame]]
