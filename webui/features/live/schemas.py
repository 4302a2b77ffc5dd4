from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import (
    LiveCause,
    LiveDecision,
    LiveEntry,
    LiveMinute,
    LiveNode,
    LiveNodeVerdict,
    LiveNodeView,
    LiveNow,
)
from webui.core.accounts.api import TeamOut
from webui.features.live.models import FollowedCluster
from webui.ground.lib.fields import Instant, Unchecked

LiveState = Literal["following", "silent", "retrying", "stopped"]
"""Whether a cluster is followed.

- following: the API server is heard
- silent: it is not heard, see `trouble`
- retrying: it cannot be followed, see `trouble`, and a process tries again
- stopped: no process follows it
"""


class LiveTally(Schema):
    """Decisions by agreement since `since`."""

    equal: int = 0
    undetermined: int = 0
    different: int = 0
    unjudged: int = 0

    @property
    def judged(self) -> int:
        """How many were computed again."""
        return self.equal + self.undetermined + self.different


class LiveHeadOut(Schema):
    """A followed cluster in a list."""

    id: uuid.UUID
    name: str
    state: LiveState
    trouble: str
    heard: datetime | None
    since: datetime | None
    server_version: str
    kubernetes_version: str
    pseudonyms: bool
    tally: LiveTally
    last: int
    """The number of the newest entry."""

    @classmethod
    def fields_of(cls, cluster: FollowedCluster, state: LiveState) -> dict[str, Any]:
        return {
            "id": cluster.pk,
            "name": cluster.name,
            "state": state,
            "trouble": cluster.trouble,
            "heard": cluster.heard,
            "since": cluster.since,
            "server_version": cluster.server_version,
            "kubernetes_version": cluster.kubernetes_version,
            "pseudonyms": cluster.pseudonyms,
            "tally": LiveTally(**cluster.tally),
            "last": cluster.last,
        }

    @classmethod
    def of(cls, cluster: FollowedCluster, state: LiveState) -> LiveHeadOut:
        return cls(**cls.fields_of(cluster, state))


class LiveUnread(Schema):
    """A resource that could not be listed, and what the answers may be wrong about."""

    resource: str
    consequence: str


class LiveOut(LiveHeadOut):
    """A followed cluster as it is now. `now` is null until the first list has been read."""

    now: Annotated[LiveNow | None, Unchecked()]
    unread: list[LiveUnread]
    has_config: bool
    """Whether the scheduler's configuration was given; without it Kubernetes' own is assumed."""
    mine: bool
    """Whether the caller may say who sees it."""
    team: TeamOut | None


class LiveMapOut(Schema):
    nodes: Annotated[list[LiveNode], Unchecked()]


class LiveEntriesOut(Schema):
    """Entries in the order of their numbers. There may be more on either side."""

    entries: Annotated[list[LiveEntry], Unchecked()]
    first: int
    """The oldest number that is kept; 0 without entries."""
    last: int
    """The newest."""


class LiveCauseSpan(Schema):
    """A cause for which pods waited. `until` is null while they do."""

    since: datetime
    until: datetime | None
    cause: Annotated[LiveCause, Unchecked()]


class LiveHoursOut(Schema):
    """The lanes of the scrubber: a row for each minute in which something was known, the oldest first."""

    minutes: Annotated[list[LiveMinute], Unchecked()]
    causes: list[LiveCauseSpan]
    first: datetime | None
    """The oldest moment that can be opened."""


class LiveMomentOut(Schema):
    """The cluster as it was, and the newest entry at that time."""

    now: Annotated[LiveNow, Unchecked()]
    nodes: Annotated[list[LiveNode], Unchecked()]
    entry: int


class LiveNodeOut(Schema):
    """A node now or at a moment, and what was decided about it."""

    view: Annotated[LiveNodeView, Unchecked()]
    chosen: list[Annotated[LiveDecision, Unchecked()]]
    """The last decisions that chose it, the latest first; at most 20, of the last 2,000 decisions."""
    verdicts: list[Annotated[LiveNodeVerdict, Unchecked()]]
    """What it was to the last decision about each workload, the latest first; none of a moment that is past."""


class LiveMomentIn(Schema, extra="forbid"):
    """Which moment is opened: that before a decision, or the last one not after a time; now if both are null."""

    decision: Annotated[int, Field(ge=1)] | None = None
    at: Instant | None = None


class LiveOpenedOut(Schema):
    """A snapshot of a moment; its run is at `address`, with the decision's pod in view if one was named."""

    snapshot: str
    run: uuid.UUID
    address: str


class LiveTeamIn(Schema, extra="forbid"):
    team: int | None  # null: the owner only
