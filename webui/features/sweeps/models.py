from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.db.models import ExpressionWrapper, F, Min
from django.db.models.functions import Now

from webui.core.jobs.models import Job
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.compressed import CompressedTextField
from webui.ground.lib.work import Work, one_good, unfinished_by


class Sweep(Job):
    """Many runs of a snapshot, or of a fleet of them: a specification, and what its points have come to so far.

    Its own lease says that somebody has looked after it of late: folded tallies and made new pieces. The points
    from 0 to `dispatched` are folded into the tally or belong to a piece that has a row.
    """

    LARGE: ClassVar = ("tally", "result")

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="sweeps")
    fleet = models.JSONField(
        default=list
    )  # ids of the other snapshots of a fleet, in the order of the specification
    specification = models.TextField()  # canonical JSON of a scheduler_core.contract.SweepSpecification
    digest = models.CharField(max_length=64)  # of the specification and the fleet

    points = models.PositiveIntegerField()
    dispatched = models.PositiveIntegerField(default=0)
    evaluated = models.PositiveIntegerField(default=0)  # points in the tally
    pieces = models.PositiveIntegerField(default=0)
    pieces_done = models.PositiveIntegerField(default=0)
    piece_points = models.PositiveIntegerField(default=1)  # of the next piece
    rate = models.FloatField(default=0.0)  # points a second, of late

    # JSON of a scheduler_core.contract.SweepTally while it is evaluated, and of the SweepResult of it, or of an
    # earlier tally.
    tally = CompressedTextField(default="")
    result = CompressedTextField(default="")
    revision = models.PositiveIntegerField(default=0)  # counts what changes an answer
    tended = models.DateTimeField(db_default=Now())  # when tallies were last folded
    due = models.DateTimeField(db_default=Now())  # when to fold again
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [one_good("snapshot", "digest", "engine", name="one_good_sweep_per_question")]
        indexes: ClassVar = [unfinished_by("starter", name="unfinished_sweeps")]

    def __str__(self) -> str:
        return f"{self.id}: {self.points} points"

    @classmethod
    def first_end(cls, unfinished: models.QuerySet[Self]) -> float | None:
        left = ExpressionWrapper((F("points") - F("evaluated")) / F("rate"), output_field=models.FloatField())
        seconds: float | None = unfinished.filter(rate__gt=0).aggregate(seconds=Min(left))["seconds"]
        return seconds


class Piece(Work):
    """A range of points that a worker evaluates. The row goes when its tally is folded into that of the sweep.

    So there are as many rows as are under way, not as there are pieces; and a piece that is delivered again when it
    has been counted finds no row.
    """

    sweep = models.ForeignKey(Sweep, on_delete=models.CASCADE, related_name="open_pieces")
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    tally = CompressedTextField(default="")  # of these points, once it is finished
    seconds = models.FloatField(default=0.0)  # that evaluating took

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sweep", "start"], name="one_piece_per_start")
        ]

    def __str__(self) -> str:
        return f"{self.sweep_id}: points {self.start} to {self.stop}"
