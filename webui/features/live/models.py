"""Clusters that are followed: what was decided in each, and its history by changes between whole states.

A position is the number of changes that came before: a moment of a cluster's history has no other name.
"""

from __future__ import annotations

import secrets
import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models
from django.db.models import Q

from webui.core.snapshots.models import Snapshot
from webui.ground.lib.compressed import CompressedJSONField


def new_nonce() -> str:
    return secrets.token_hex(16)


class FollowedCluster(models.Model):
    """A cluster that is or was followed. Requests get it only through webui.features.live.access."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    # Of the namespace kube-system: a cluster that was deleted and made anew has another, and is another one here.
    uid = models.CharField(max_length=64)
    pseudonyms = models.BooleanField(default=False)
    server_version = models.CharField(max_length=64, blank=True)  # v1.36.2
    kubernetes_version = models.CharField(max_length=64, blank=True)  # the one that decides here: 1.36
    config = CompressedJSONField(null=True)  # the given KubeSchedulerConfiguration; null: Kubernetes' own
    unread = models.JSONField(default=list)  # resources that could not be listed, with what follows from that

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Group, null=True, on_delete=models.SET_NULL, related_name="+")
    # Part of the snapshots of its moments: their links cannot be guessed.
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    open = models.BooleanField(default=False)  # everybody who reaches this server may see it

    # Which process follows: one at a time, by the database's clock.
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True)
    attempt = models.PositiveIntegerField(default=0)  # counts those that took over; only the newest writes

    created = models.DateTimeField(auto_now_add=True)
    heard = models.DateTimeField(null=True)  # when the API server was last heard
    trouble = models.CharField(max_length=500, blank=True)  # why it is not heard now; empty if it is
    last = models.PositiveBigIntegerField(default=0)  # the number of the newest entry
    position = models.PositiveBigIntegerField(default=0)  # of the newest change that is stored
    tally = models.JSONField(default=dict)  # decisions by agreement since `since`
    since = models.DateTimeField(null=True)
    now = CompressedJSONField(null=True)  # a scheduler_core.contract.LiveNow
    nodes = CompressedJSONField(null=True)  # list[scheduler_core.contract.LiveNode]
    verdicts = CompressedJSONField(null=True)  # a scheduler_core.contract.LiveVerdicts

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "uid"], name="one_row_per_followed_cluster")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"


class Entry(models.Model):
    """A line of a cluster's stream. The columns are what is searched by; the payload is what is answered."""

    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=8)  # of a scheduler_core.contract.LiveEntry
    agreement = models.CharField(max_length=12, blank=True)  # of a decision
    pod = models.CharField(max_length=320, blank=True)
    moment = models.PositiveBigIntegerField(null=True)  # the position before it
    payload = CompressedJSONField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cluster", "number"], name="entries_of_a_cluster_are_numbered")
        ]
        indexes: ClassVar = [
            models.Index(fields=["cluster", "at"], name="entries_by_time"),
            models.Index(
                fields=["cluster", "agreement", "number"],
                condition=Q(agreement__in=["different", "undetermined"]),
                name="entries_that_do_not_agree",
            ),
            models.Index(
                fields=["cluster", "number"], condition=~Q(kind="decision"), name="entries_but_decisions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cluster_id} {self.number}: {self.kind} {self.pod}".rstrip()


class State(models.Model):
    """All objects of a cluster at a position: once an hour, and after each list."""

    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="states")
    position = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    objects_text = models.BinaryField(db_column="objects")  # by webui.features.live.history

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cluster", "position"], name="one_state_per_position")
        ]
        indexes: ClassVar = [models.Index(fields=["cluster", "at"], name="states_by_time")]

    def __str__(self) -> str:
        return f"{self.cluster_id} at {self.position}"


class Changes(models.Model):
    """The changes of a cluster after one position, up to another."""

    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="changes")
    after = models.PositiveBigIntegerField()
    until = models.PositiveBigIntegerField()
    at = models.DateTimeField()  # of the last of them
    lines = models.BinaryField()  # by webui.features.live.history

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cluster", "after"], name="changes_follow_each_other")
        ]

    def __str__(self) -> str:
        return f"{self.cluster_id} after {self.after} until {self.until}"


class Minute(models.Model):
    """A minute of a cluster, for the lanes of the scrubber."""

    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="minutes")
    at = models.DateTimeField()
    lanes = CompressedJSONField()  # a scheduler_core.contract.LiveMinute

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cluster", "at"], name="one_row_per_minute_of_a_cluster")
        ]

    def __str__(self) -> str:
        return f"{self.cluster_id} {self.at:%Y-%m-%d %H:%M}"


class CauseSpan(models.Model):
    """A cause for which pods waited: when it came up and went, and what had changed just before."""

    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="causes")
    key = models.CharField(max_length=32)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)  # null: pods wait for it now
    about = CompressedJSONField()  # a scheduler_core.contract.LiveCause as it came up

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["cluster", "key"], condition=Q(until=None), name="a_cause_is_open_once"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["cluster", "since"], name="causes_by_time")]

    def __str__(self) -> str:
        return f"{self.cluster_id} {self.key} since {self.since:%Y-%m-%d %H:%M}"


class OpenedMoment(models.Model):
    """What a snapshot is a moment of: each page of its runs says so, and leads back."""

    snapshot = models.OneToOneField(Snapshot, primary_key=True, on_delete=models.CASCADE, related_name="+")
    cluster = models.ForeignKey(FollowedCluster, on_delete=models.CASCADE, related_name="opened")
    at = models.DateTimeField()
    decision = models.PositiveBigIntegerField(null=True)  # the number of its entry; null: a time was opened

    def __str__(self) -> str:
        return f"{self.snapshot_id}: {self.cluster_id} {self.at:%Y-%m-%d %H:%M:%S}"
