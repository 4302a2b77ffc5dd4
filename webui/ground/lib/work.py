"""Work that a request starts and a worker does: its state, its lease, and who has none."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from webui.ground.lib.database import CONNECTION_ERRORS, retry
from webui.ground.lib.sentences import from_stored
from webui.ground.lib.turns import Unfinished

PATIENCE = timedelta(seconds=10)  # for a worker to claim queued work
RECOVERED_AT_ONCE = 500
ATTEMPTS = 25
LONG_AGO = datetime.fromtimestamp(0, UTC)

logger = logging.getLogger(__name__)


class LeaseLost(Exception):
    """Another worker has the work by now, or it has ended: this one may write no more."""


class Work(models.Model):
    """What workers do has a lease, so that one at a time does it, and an attempt, so that only the last one writes.

    The database's clock alone says when a lease ends; those of the machines need not agree.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        FINISHED = "finished"
        FAILED = "failed"
        CANCELLED = "cancelled"

    UNFINISHED: ClassVar = (Status.QUEUED, Status.RUNNING)
    # Ended before its result: asking again creates another row.
    STOPPED: ClassVar = (Status.FAILED, Status.CANCELLED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    error = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    lease_owner = models.CharField(max_length=64, blank=True)  # the message that the holder got
    lease_until = models.DateTimeField(null=True)
    attempt = models.PositiveIntegerField(default=0, db_default=0)  # counts claims; writing needs the newest
    enqueued = models.DateTimeField(db_default=Now())  # when a message was last sent

    class Meta:
        abstract = True

    @classmethod
    def claim(cls, pk: uuid.UUID, *, owner: str, related: Sequence[str] = (), **fields: Any) -> Self | None:
        """Take the lease on unfinished work; return None if it has ended or another worker has the lease.

        The owner is the queue message: if that is delivered again, its first receiver is gone. Sets `fields` as well.
        What is `related` is read with it, while nobody else can take the lease: nothing large.
        """
        rows = cls._default_manager.filter(pk=pk, status__in=cls.UNFINISHED)
        is_available = Q(lease_until=None) | Q(lease_until__lt=Now()) | Q(lease_owner=owner)
        with transaction.atomic():  # so that the attempt that is read is this one
            claimed = rows.filter(is_available).update(
                status=cls.Status.RUNNING,
                attempt=F("attempt") + 1,
                lease_owner=owner,
                lease_until=lease_end(),
                **fields,
            )
            if not claimed:
                return None
            claimed_rows = (
                cls._default_manager.select_related(*related) if related else cls._default_manager.all()
            )
            return claimed_rows.get(pk=pk)

    @classmethod
    def without_worker(cls, *, patience: timedelta = PATIENCE) -> models.QuerySet[Self]:
        """Return the work that has not been claimed for some time, and the work of lost workers."""
        is_forgotten = Q(status=cls.Status.QUEUED, created__lt=Now() - patience)
        has_ended = Q(lease_until=None) | Q(lease_until__lt=Now())
        return cls._default_manager.filter(is_forgotten | Q(has_ended, status=cls.Status.RUNNING))

    def is_abandoned(self) -> bool:
        """Return whether no worker has taken up the work, or the one that did is gone."""
        return type(self).without_worker().filter(pk=self.pk).exists()

    @classmethod
    def take_abandoned(cls, *, resend_after: timedelta) -> list[Self]:
        """Return the work without a worker to enqueue once more, the oldest first. Of many callers one gets each.

        Nor is it enqueued within `resend_after` of the last time: the message may still wait in the queue.
        """
        waiting = cls.without_worker(patience=timedelta()).filter(enqueued__lte=Now() - resend_after)
        candidates = waiting.order_by("created").only("id")[:RECOVERED_AT_ONCE]
        return [work for work in candidates if waiting.filter(pk=work.pk).update(enqueued=Now())]

    @classmethod
    def passed_over(cls, sent_for: uuid.UUID, claimed: Work) -> list[Self]:
        """Return the work that a message was sent for, if it still waits because the message served `claimed`.

        It needs another message: that of `claimed` may never have been sent, and then all later work would wait for
        the message of what comes after it.
        """
        if claimed.pk == sent_for:
            return []
        still_waits = cls._default_manager.filter(pk=sent_for, status=cls.Status.QUEUED).only("id")
        return retry(lambda: list(still_waits.all()))

    def leave_to_recovery(self) -> None:
        """Let the next recovery enqueue the work, however short ago that was tried."""
        type(self)._default_manager.filter(pk=self.pk).update(enqueued=LONG_AGO)

    @property
    def is_hopeless(self) -> bool:
        """Whether it has been begun so often that it must be itself what ends the workers."""
        return self.attempt > ATTEMPTS

    @property
    def problem(self) -> str:
        """Why it failed, in the current language; "" if it did not."""
        return from_stored(self.error)

    def write(self, **fields: Any) -> None:
        """Set fields of the row; raise LeaseLost if this is not the newest attempt."""
        if not type(self)._default_manager.filter(pk=self.pk, attempt=self.attempt).update(**fields):
            raise LeaseLost


class Requested(Work):
    """Work that somebody asked for: digests of the person and of the network, as in webui.core.accounts.quotas.

    Both are empty if nobody asked. The database's defaults are for rows that processes of the version before insert.
    """

    URGENT: ClassVar[Any] = models.Value(False)  # noqa: FBT003 (of the database)
    """Which of it comes before all else of the same person, as a condition of the database."""

    starter = models.CharField(max_length=32, blank=True, default="", db_default="")
    network = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        abstract = True

    @classmethod
    def first_end(cls, unfinished: models.QuerySet[Self]) -> float | None:
        """Return in how many seconds one of these is likely to end; None if unknown."""
        return None

    @classmethod
    def queue(cls, **which: Any) -> list[Unfinished]:
        """Return the unfinished work with these fields as turns look at it, the urgent first, then the oldest."""
        rows = cls._default_manager.filter(status__in=cls.UNFINISHED, **which)
        listed = rows.annotate(urgent=cls.URGENT).order_by("-urgent", "created")
        return [
            Unfinished(pk, (network, starter), status == cls.Status.RUNNING, owner, created, urgent)
            for pk, network, starter, status, owner, created, urgent in listed.values_list(
                "pk", "network", "starter", "status", "lease_owner", "created", "urgent"
            )
        ]


def one_good(*fields: str, name: str) -> models.UniqueConstraint:
    """Return that one row with these fields is enough, apart from those whose work has stopped."""
    return models.UniqueConstraint(fields=fields, condition=~Q(status__in=("failed", "cancelled")), name=name)


def unfinished_by(field: str, *, name: str) -> models.Index:
    """Return an index of the unfinished work by a field."""
    return models.Index(fields=[field], condition=Q(status__in=["queued", "running"]), name=name)


def lease_end() -> Any:
    """Return when a lease ends that is taken or renewed now, as an expression."""
    return Now() + timedelta(seconds=settings.RUN_LEASE)


@contextmanager
def kept_lease(work: Work) -> Iterator[None]:
    """Renew the lease while the work is done, however long a step of it takes."""
    is_done = threading.Event()
    keeper = threading.Thread(target=_renew, args=(work, is_done), name="lease", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        is_done.set()
        keeper.join(1.0)


def _renew(work: Work, is_done: threading.Event) -> None:
    held = type(work)._default_manager.filter(
        pk=work.pk, attempt=work.attempt, status=Work.Status.RUNNING, lease_until__isnull=False
    )
    try:
        while not is_done.wait(settings.RUN_LEASE / 4):
            try:
                held.update(lease_until=lease_end())
            except CONNECTION_ERRORS as error:
                logger.warning("%s: the lease could not be renewed: %s", work.pk, error)
                connection.close()
    finally:
        connection.close()
