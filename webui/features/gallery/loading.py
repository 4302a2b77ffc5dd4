"""Synchronize the gallery in the database with the case files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict

from django.db import transaction

from scheduler_core import (
    DEFAULT_VERSION,
    NO_ADMISSION,
    RECORDING_FORMAT,
    Recording,
    Scenario,
    load,
)
from scheduler_core.contract import CycleFinished
from webui.core.runs import log
from webui.core.runs.execute import execute
from webui.core.runs.models import Run
from webui.core.runs.picture import outcome, picture
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot
from webui.features.gallery.cases import Case
from webui.features.gallery.models import GalleryCase
from webui.features.gallery.prediction import Prediction, prediction
from webui.features.gallery.question import question
from webui.features.gallery.reasons import Reason, reasons
from webui.features.gallery.topics import QUEUES

FIGURES_FORMAT = 4  # raised when pictures or figures of cases change
MAX_REFUSALS = 3


def load_cases(cases: Iterable[Case]) -> int:
    """Run the new and changed cases, delete those without a file, and return how many were run."""
    stored_fingerprints = dict(GalleryCase.objects.values_list("slug", "fingerprint"))
    all_cases = list(cases)
    changed = [case for case in all_cases if stored_fingerprints.get(case.slug) != _fingerprint(case)]
    with transaction.atomic():
        for case in changed:
            _load(case)
        GalleryCase.objects.exclude(slug__in=[case.slug for case in all_cases]).delete()
    return len(changed)


def _load(case: Case) -> None:
    scenario = _scenario(case).under_release(case.header.release)
    snapshot = _freeze(case, scenario, case.header.release)
    finished = _run(snapshot)
    fields = asdict(case.header)
    subject = fields.pop("ask")
    del fields["release"], fields["changed"]  # those of the snapshots
    asked = prediction(scenario, finished, question=case.header.question, subject=subject)
    GalleryCase.objects.update_or_create(
        slug=case.slug,
        defaults={
            **fields,
            "position": case.position,
            "snapshot": snapshot,
            "later": _later(case, scenario, finished),
            "outcome": outcome(finished),
            "picture": picture(scenario.cluster(), finished),
            "prediction": asked,
            "figures": question(scenario, finished, asked["pod"])
            | {"reasons": _reasons(scenario, finished, asked), "refusals": _refusals(finished)},
            "fingerprint": _fingerprint(case),
        },
    )


def _scenario(case: Case) -> Scenario:
    """Return what is run: the objects as the schedulers that recorded the cases saw them; Kueue is admission."""
    return load(case.source) if case.header.topic == QUEUES else load(case.source, admission=NO_ADMISSION)


def _reasons(scenario: Scenario, finished: list[CycleFinished], asked: Prediction) -> dict[str, Reason]:
    """Return why the choices are right and wrong, where nodes are what is asked for."""
    if asked["kind"] != "node":
        return {}
    return reasons(Recording(scenario, finished), asked["pod"], asked["choices"])


def _refusals(finished: list[CycleFinished]) -> list[str]:
    """Return what the scheduler said of pods that it did not place, each text once: a reader may paste one."""
    texts = dict.fromkeys(event["message"] for event in finished if event["message"])
    return list(texts)[:MAX_REFUSALS]


def _freeze(case: Case, scenario: Scenario, release: str) -> Snapshot:
    return freeze(
        SnapshotContent(
            title=case.header.title,
            source=case.source,
            scenario=scenario,
            kubernetes_version=release,
            seed=None,
            nonce=None,
        )
    )


def _later(case: Case, scenario: Scenario, finished: list[CycleFinished]) -> Snapshot | None:
    """Return the case under the version that changed it, run.

    If it names none that is the default version, where a pod is placed elsewhere there; else None.
    """
    version = case.header.changed or DEFAULT_VERSION
    if version == case.header.release:
        return None
    if not case.header.changed:
        default = Recording.of(scenario, kubernetes_version=version)
        if default.placements == Recording(scenario, finished).placements:
            return None
    snapshot = _freeze(case, scenario.under_release(version), version)
    _run(snapshot)
    return snapshot


def _run(snapshot: Snapshot) -> list[CycleFinished]:
    """Run the case synchronously, so that the result exists when the first reader opens it."""
    snapshot.runs.all().delete()  # of an earlier engine
    run = Run.objects.create(snapshot=snapshot, status=Run.Status.RUNNING)
    execute(run, live=False)
    if run.status == Run.Status.FAILED:
        raise RuntimeError(f"{snapshot.title}: {run.problem}")
    return list(log.finished_cycles(run.pk))


def _fingerprint(case: Case) -> str:
    parts = (case.digest, str(case.position), str(RECORDING_FORMAT), DEFAULT_VERSION, str(FIGURES_FORMAT))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
