from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scheduler_core import load
from tests.conformance.vectors import read
from tests.webui.conftest import Visitor
from webui.gallery.cases import BadCase, Case, read_cases
from webui.gallery.loading import load_cases
from webui.gallery.models import GalleryCase
from webui.runs import cycles
from webui.runs.models import Run, RunEvent
from webui.sharing.models import Snapshot

CASES = list(read_cases())


@pytest.fixture(scope="module")
def gallery(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Loaded once for these tests; they only read."""
    with django_db_blocker.unblock():
        call_command("load_gallery", verbosity=0)
        yield
        GalleryCase.objects.all().delete()
        Snapshot.objects.all().delete()


def recorded(slug: str) -> dict[str, Any] | None:
    """What the real scheduler did with a case, if that was recorded."""
    vectors = read("examples").get(f"example-{slug}") or read("gallery").get(slug)
    return vectors


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_it_is_told_in_order_and_starts_with_the_first_lesson() -> None:
    cases = Visitor().get("/api/gallery").json()
    assert [case["slug"] for case in cases] == [case.slug for case in CASES]
    assert len(cases) >= 20
    first = cases[0]
    assert first["slug"] == "spread-one-constraint"
    assert first["outcome"] == "node4"
    assert first["picture"] == {
        "zones": [
            {
                "name": "zoneA",
                "nodes": [
                    {"name": "node1", "pods": 1, "winner": 0},
                    {"name": "node2", "pods": 1, "winner": 0},
                ],
            },
            {
                "name": "zoneB",
                "nodes": [
                    {"name": "node3", "pods": 1, "winner": 0},
                    {"name": "node4", "pods": 0, "winner": 1},
                ],
            },
        ],
        "pending": 0,
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_the_twenty_worked_examples_come_first() -> None:
    slugs = Visitor().get("/api/gallery").json()[:20]
    assert {f"example-{case['slug']}" for case in slugs} == set(read("examples"))


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_each_case_does_what_the_real_scheduler_did(case: Case) -> None:
    loaded = GalleryCase.objects.select_related("snapshot").get(slug=case.slug)
    run = loaded.snapshot.runs.get()
    vector = recorded(case.slug)
    assert vector is not None
    assert [cycles.cycle(run, n).trace() for n in range(run.cycles)] == vector["trace"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_each_case_can_be_read_as_a_text(case: Case) -> None:
    header = case.header
    assert header.question.endswith("?")
    assert len(header.question) <= 80
    assert len(header.title) <= 40
    assert header.level in (1, 2, 3)
    assert header.story and header.answer
    assert case.source.startswith("# ")
    assert "managedFields" not in case.source
    load(case.source)


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_opening_one_needs_no_worker() -> None:
    case = Visitor().get("/api/gallery").json()[0]
    snapshot = Visitor().get(f"/api/snapshots/{case['snapshot']}").json()
    assert (snapshot["visibility"], len(snapshot["id"])) == ("public", 10)
    run = Visitor().get(f"/api/runs/{snapshot['run']}").json()
    assert run["status"] == "finished"
    assert Visitor().get(f"/x/{case['snapshot']}/").status_code == 200
    assert Visitor().get("/").status_code == 200


@pytest.mark.django_db
def test_loading_again_changes_nothing() -> None:
    GalleryCase.objects.all().delete()
    some = CASES[:3]
    assert load_cases(some) == 3
    before = list(GalleryCase.objects.values()), list(RunEvent.objects.values())
    assert load_cases(some) == 0
    assert (list(GalleryCase.objects.values()), list(RunEvent.objects.values())) == before


@pytest.mark.django_db
def test_a_changed_case_is_run_again_and_a_removed_one_forgotten(tmp_path: Path) -> None:
    head = "title: T\nquestion: Which?\ntopic: test\nlevel: 1\nstory: S\nanswer: A\n"
    text = f"{head}---\n{CASES[0].source}"
    (tmp_path / "order.txt").write_text("one two\n")
    for slug in ("one", "two"):
        (tmp_path / f"{slug}.yaml").write_text(text.replace("mypod", slug))
    assert load_cases(read_cases(tmp_path)) == 2
    link = GalleryCase.objects.get(slug="one").snapshot_id

    (tmp_path / "order.txt").write_text("one\n")
    (tmp_path / "one.yaml").write_text(text.replace("maxSkew: 1", "maxSkew: 2"))
    assert load_cases(read_cases(tmp_path)) == 1
    case = GalleryCase.objects.get()
    assert case.snapshot_id != link
    assert Snapshot.objects.filter(pk=link).exists(), "a link that was given opens for ever"
    assert Run.objects.filter(snapshot_id=link).exists()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title: T", "a line --- must stand"),
        ("title: T\n---\nkind: Node", "missing"),
        ("title: [\n---\nkind: Node", "one.yaml"),
        ("colour: red\n---\nkind: Node", "colour"),
    ],
)
def test_a_file_of_another_form_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "order.txt").write_text("one")
    (tmp_path / "one.yaml").write_text(text)
    with pytest.raises(BadCase, match=complaint):
        list(read_cases(tmp_path))


def test_each_file_has_its_place() -> None:
    folder = Path(__file__).parents[3] / "webui/gallery/cases"
    assert sorted(path.stem for path in folder.glob("*.yaml")) == sorted(case.slug for case in CASES)
