"""What the header of every page of a run says, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext

from scheduler_core import find_version
from webui.core.runs.models import Run
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.gallery.models import GalleryCase


@dataclass(frozen=True)
class RunPage:
    """A page of a draft or of a link. `address` ends with a slash; the views of the run are below it."""

    title: str
    address: str
    scenario: str = ""  # the draft's id
    snapshot: str = ""  # the link's id: of a draft that of its latest run, none before
    version: str = ""  # of Kubernetes, as that run had it: "v1.36.2"
    recorded: bool = False  # whether the real scheduler of that version was recorded
    run: str = ""  # the id of that run
    queued: bool = False  # whether Kueue decides first
    public: bool = True  # whether the link is of content that anybody may make; those of cases are

    @property
    def answer_of_kueue(self) -> str:
        """The address of what Kueue decided, empty if it decided nothing."""
        return f"{self.address}answer/" if self.queued else ""

    @cached_property
    def case(self) -> GalleryCase | None:
        """The case whose link it is."""
        cases = GalleryCase.objects.only("slug", "question", "prediction", "snapshot")
        return cases.filter(snapshot=self.snapshot).first() if self.snapshot and self.public else None

    @property
    def name(self) -> str:
        """The title; that of a case in the reader's language."""
        return gettext(self.title) if self.case else self.title

    @classmethod
    def of_draft(cls, scenario: Scenario, run: Run | None) -> RunPage:
        """Return that of a draft and of its latest run."""
        address = reverse("draft", args=[scenario.pk])
        if run is None:
            return cls(scenario.title, address, str(scenario.pk))
        snapshot = run.snapshot
        return cls(
            scenario.title,
            address,
            str(scenario.pk),
            snapshot.pk,
            *_version(snapshot),
            run=str(run.pk),
            queued=_is_queued(snapshot),
            public=_is_public(snapshot),
        )

    @classmethod
    def of_snapshot(cls, snapshot: Snapshot, run: Run | None) -> RunPage:
        """Return that of a link and of the run that it shows."""
        address = reverse("snapshot", args=[snapshot.pk])
        run_id = str(run.pk) if run else ""
        return cls(
            snapshot.title,
            address,
            "",
            snapshot.pk,
            *_version(snapshot),
            run=run_id,
            queued=_is_queued(snapshot),
            public=_is_public(snapshot),
        )


def _is_queued(snapshot: Snapshot) -> bool:
    return bool(snapshot.summary.get("queued"))


def _is_public(snapshot: Snapshot) -> bool:
    return snapshot.visibility == Snapshot.Visibility.PUBLIC


def _version(snapshot: Snapshot) -> tuple[str, bool]:
    """Return the name of the snapshot's version, and whether its scheduler was recorded."""
    version = find_version(snapshot.kubernetes_version)
    return version.name, version.recorded
