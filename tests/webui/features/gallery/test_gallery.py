from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.html import escape
from django.utils.translation import gettext, override

from scheduler_core import NO_ADMISSION, Recording, check_play, load, play
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.scheduler.cycle.contract import Trace
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from tests.conformance.vectors import read
from tests.webui.at_once import crowd, forget
from tests.webui.conftest import Visitor
from tests.webui.english import english_in
from webui.core.runs import cycles
from webui.core.runs.models import Run, RunEvent
from webui.core.snapshots.models import Snapshot
from webui.features.gallery.cases import BadCase, Case, read_cases
from webui.features.gallery.loading import load_cases
from webui.features.gallery.models import GalleryCase
from webui.features.gallery.topics import KNOWN_ISSUES, NOT_RECORDED
from webui.features.present.messages import Choice, Question

CHINESE = {"Accept-Language": "zh-hans"}
CASES = list(read_cases())
BY_SLUG = {case.slug: case for case in CASES}

# Recorded cases that teach what one of the worked examples does already.
TAUGHT_BY = {
    "spread-one-zone-constraint": "spread-one-constraint",
    "spread-by-hostname": "spread-one-constraint-node-key",
    "spread-zone-and-hostname": "spread-two-constraints",
    "spread-constraints-conflict": "spread-two-constraints-conflict",
    "spread-conflict-host-soft": "spread-two-constraints-conflict-soft",
    "spread-excluded-zone-honor": "spread-node-affinity",
    "spread-excluded-zone-ignore": "spread-node-affinity-ignore",
    "cache-beside-web": "cache-and-web",
    "affinity-across-namespaces": "affinity-namespace-selector",
}
# The queue goes on where the recording ends.
GOES_ON = {"preemption-breaks-budget"}
# Cases of our own deployment and of some topics were not recorded as they stand: they are held to their expectations.
PLAYED = [case for case in CASES if "\nsteps:" in case.source]
OWN = {"schedscope-itself", *(case.slug for case in CASES if case.header.topic in NOT_RECORDED)}


@pytest.fixture(scope="module")
def gallery(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Loaded once for these tests; they only read."""
    with django_db_blocker.unblock():
        call_command("load_gallery", verbosity=0)
        yield
        GalleryCase.objects.all().delete()
        Snapshot.objects.all().delete()


def run_of(case: Case) -> Run:
    snapshot = GalleryCase.objects.select_related("snapshot").get(slug=case.slug).snapshot
    return snapshot.runs.get()


def trace_of(run: Run, n: int, *, sampling: bool) -> Trace:
    """The cycle as it was recorded: with `sampling` only what the search reached, and its figures."""
    cycle = cycles.cycle_once(run, n)
    if not sampling:
        return cycle.trace()
    assert isinstance(cycle.result, CycleRecord)
    return cycle_trace(cycle.result, sampling=True)


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
def test_the_infamous_come_first_and_topics_rise_in_level() -> None:
    cases = Visitor().get("/api/gallery").json()
    assert [case["infamous"] for case in cases] == [True] * 6 + [False] * (len(cases) - 6)
    topics = [case["topic"] for case in cases[6:]]
    assert list(dict.fromkeys(topics)) == [topic for topic, _ in groupby(topics)]
    for _, of_topic in groupby(cases[6:], key=itemgetter("topic")):
        levels = [case["level"] for case in of_topic]
        assert levels == sorted(levels)


def test_every_recorded_case_is_told() -> None:
    taught = {TAUGHT_BY.get(name, name) for name in read("gallery")}
    assert taught <= set(BY_SLUG)
    assert {f"example-{slug}" for slug in BY_SLUG} >= set(read("examples"))


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("case", [case for case in CASES if case.slug not in OWN], ids=lambda case: case.slug)
def test_each_case_does_what_the_real_scheduler_did(case: Case) -> None:
    run = run_of(case)
    vector = recorded(case.slug)
    assert vector is not None
    traces = [trace_of(run, n, sampling="mode" in vector["scenario"]) for n in range(run.cycles)]
    if case.slug in GOES_ON:
        traces = traces[: len(vector["trace"])]
    assert traces == vector["trace"]


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_what_each_case_expects_holds(case: Case) -> None:
    answer = Visitor().get(f"/api/runs/{run_of(case).pk}/expectations").json()["expectations"]
    assert answer
    assert [fact for fact in answer if not fact["holds"]] == []


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.slug)
def test_what_each_case_of_day_two_expects_of_its_steps_holds(case: Case) -> None:
    scenario = load(case.source, admission=NO_ADMISSION).under_release(case.header.release)
    answer = check_play(play(scenario))
    assert answer
    assert [fact for fact in answer if not fact["holds"]] == []


REPORTED = [case for case in CASES if case.header.message]


@pytest.mark.parametrize("case", REPORTED, ids=lambda case: case.slug)
def test_a_known_issue_gives_the_message_of_its_report(case: Case) -> None:
    """Letter by letter; where the case says what is unlike, the words in any order."""
    recording = Recording.of(load(case.source, admission=NO_ADMISSION).under_release(case.header.release))
    messages = [event["message"] or "" for event in recording.finished]
    assert (case.header.message in messages) == (not case.header.unlike)
    assert any(words(case.header.message) <= words(message) for message in messages)


def words(message: str) -> Counter[str]:
    return Counter(re.findall(r"[^\s,:]+[^\s,:.]", message) + re.findall(r"\b\d+\b", message))


def test_the_messages_of_most_reports_come_out_letter_by_letter() -> None:
    same = [case.slug for case in REPORTED if not case.header.unlike]
    assert len(same) >= 27
    assert [case.slug for case in CASES if case.header.unlike and not case.header.message] == []


def test_a_known_issue_names_a_thread() -> None:
    issues = [case for case in CASES if case.header.topic == KNOWN_ISSUES]
    assert len(issues) >= 33
    for case in issues:
        assert re.search(r"[\w.-]+/[\w.-]+ (issue|pull request) \d+", case.header.origin), case.slug


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_known_issue_shows_its_message_its_thread_and_both_versions() -> None:
    case = GalleryCase.objects.get(slug="issue-124930-node-that-is-gone")
    assert case.later is not None
    assert (case.snapshot.kubernetes_version, case.later.kubernetes_version) == ("1.30", "1.30.2")
    page = Visitor().get(f"/examples/{case.slug}/").content.decode()
    assert "integer divide by zero" in page
    assert "The report's message, which the run reproduces exactly." in page
    other = Visitor().get("/examples/issue-107464-tainted-node-counts/").content.decode()
    assert "The run has the same two reasons, sorted" in other
    assert 'href="https://github.com/kubernetes/kubernetes/issues/124930"' in page
    assert "Shown under version 1.30. The result differs under 1.30.2:" in page
    assert f'href="/x/{case.snapshot_id}..{case.later_id}/"' in page
    assert "Recorded from the scheduler" not in page


# What comes of the steps, over three seeds.
ENDS = {
    "day-two-rollout": ["skewed"],
    "day-two-rollout-by-revision": ["well"],
    "day-two-hanging-rollout": ["stuck"],
    "day-two-recreate": ["interrupted"],
    "day-two-zone-outage": ["skewed"],
}


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("slug", ENDS)
def test_what_comes_of_the_steps_is_what_the_reader_predicts(slug: str) -> None:
    prediction = GalleryCase.objects.get(slug=slug).prediction
    assert (prediction["kind"], prediction["right"]) == ("play", ENDS[slug])
    page = Visitor().get(f"/examples/{slug}/").content.decode()
    assert "How do the steps end?" in page
    assert "complete, after a gap" in page
    assert f"/x/{GalleryCase.objects.get(slug=slug).snapshot_id}/day-two/" in page
    assert "Recorded from the scheduler" not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_room_counts_the_same_choices_in_all_languages() -> None:
    labels = {}
    for language in ("en", "zh-hans"):
        page = Visitor().get("/examples/day-two-rollout/", **{"Accept-Language": language}).content.decode()
        labels[language] = dict(
            re.findall(r'<button class="btn" type="button" value="([^"]+)"[^>]*>([^<]+)<', page)
        )
    assert labels["en"].keys() == labels["zh-hans"].keys() == {"well", "interrupted", "skewed", "stuck"}
    assert labels["en"]["interrupted"] == "complete, after a gap"
    assert not set(labels["en"].values()) & set(labels["zh-hans"].values())


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_case_of_devices_shows_what_the_claim_asks_for_under_the_release_that_has_it() -> None:
    case = GalleryCase.objects.get(slug="devices-mig-partitions")
    assert case.snapshot.kubernetes_version == "1.36"
    assert case.figures["rule"].startswith("gpu:\n  requests:\n  - name: gpu\n")
    assert GalleryCase.objects.get(slug="devices-two-gpus").snapshot.kubernetes_version == "1.34"
    page = Visitor().get("/examples/devices-mig-partitions/").content.decode()
    assert "KEP-4815" in page
    assert "Recorded from the scheduler" not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("slug", ["devices-alternative-has-a-vote", "devices-fallback-to-all"])
def test_a_newer_version_gives_the_devices_of_a_case_elsewhere(slug: str) -> None:
    case = GalleryCase.objects.get(slug=slug)
    assert case.later is not None
    assert f"/x/{case.snapshot_id}..{case.later_id}/" in Visitor().get(f"/examples/{slug}/").content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_each_case_has_a_page_with_a_choice_and_its_answer(case: Case) -> None:
    prediction = GalleryCase.objects.get(slug=case.slug).prediction
    assert len(prediction["choices"]) >= 2
    choices = [Choice(value=choice, label=choice) for choice in prediction["choices"]]
    assert Question(about=f"/examples/{case.slug}/", choices=tuple(choices)).choices, "a room can ask it"
    assert set(prediction["right"]) <= set(prediction["choices"])
    assert set(prediction["right"]) != set(prediction["choices"])
    response = Visitor().get(f"/examples/{case.slug}/", **CHINESE)
    page = response.content.decode()
    assert response.status_code == 200
    with override("zh-hans"):
        for text in (case.header.story, case.header.answer, case.header.differs):
            assert escape(gettext(text)) in page
    assert english_in(page) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("path", ["/", "/cases/"])
def test_there_is_no_english_sentence_on_a_chinese_page(path: str) -> None:
    page = Visitor().get(path, **CHINESE).content.decode()
    assert '<html lang="zh-hans">' in page
    assert english_in(page) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_link_of_a_case_has_its_title_in_the_language_of_its_reader() -> None:
    link = GalleryCase.objects.get(slug="control-plane-empty-domain").snapshot_id
    titles = {
        language: Visitor().get(f"/x/{link}/answer/", **{"Accept-Language": language}).context["title"]
        for language in ("en", "zh-hans")
    }
    assert titles == {"en": "Tainted control plane", "zh-hans": "带污点的控制平面"}


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_fix_leads_to_the_case_that_shows_it_and_to_both_beside_each_other() -> None:
    page = Visitor().get("/examples/control-plane-empty-domain/").content.decode()
    here, there = (
        GalleryCase.objects.get(slug=slug).snapshot_id
        for slug in ("control-plane-empty-domain", "control-plane-taints-honored")
    )
    assert 'href="/examples/control-plane-taints-honored/"' in page
    beside = f"/x/{here}..{there}/"
    assert f'href="{beside}"' in page
    assert Visitor().get(beside).status_code == 200


@pytest.mark.django_db
def test_there_is_no_page_of_an_unknown_case() -> None:
    assert Visitor().get("/examples/nothing/").status_code == 404


def test_no_fix_names_a_case_that_is_not_there() -> None:
    for case in CASES:
        words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", case.header.fix))
        assert not words.intersection(read("gallery")).difference(BY_SLUG), case.slug


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
        ("title: T", "must be separated by a line ---"),
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
    folder = Path(__file__).parents[4] / "webui/features/gallery/cases"
    assert sorted(path.stem for path in folder.glob("*.yaml")) == sorted(case.slug for case in CASES)


@pytest.mark.django_db
def test_the_page_of_the_cases_shows_them_as_they_are_now() -> None:
    load_cases(CASES[:2])
    first, second = (case.header.question for case in CASES[:2])
    pages = [Visitor().get("/cases/").content.decode() for _ in range(2)]
    assert pages[0] == pages[1]
    assert all(escape(question) in pages[0] for question in (first, second))
    load_cases(CASES[1:2])
    for language, all_topics in (("en", "All"), ("zh-hans", "全部")):
        page = Visitor().get("/cases/", **{"Accept-Language": language}).content.decode()
        assert f">{all_topics} <span" in page
        with override(language):
            assert escape(gettext(second)) in page
            assert escape(gettext(first)) not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_the_first_page_has_a_puzzle_and_three_ways_in_and_lists_no_case() -> None:
    page = Visitor().get("/").content.decode()
    assert "maxSkew is 1. Which node takes the next pod?" in page
    assert 'data-why="Not node1: zoneA would have 3, 2 more than zoneB; maxSkew allows 1."' in page
    assert [way for way in ("paste", "command", "sample") if f'id="way-{way}"' in page] == [
        "paste",
        "command",
        "sample",
    ]
    assert f"{len(CASES)} cases" in page
    assert 'class="case"' not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_each_card_opens_the_story_and_a_dozen_are_shown_to_begin_with() -> None:
    page = Visitor().get("/cases/").content.decode()
    opened = re.findall(r'<a class="case" href="([^"]+)"', page)
    assert set(opened) == {f"/examples/{case.slug}/" for case in CASES}
    assert len(opened) == len(CASES) + 6, "the six that stand for their topics are there twice"
    beginning = page.partition('data-topic="beginning"')[2].partition("</section>")[0]
    assert beginning.count('class="case"') == 6


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["topic=preemption", "level=1", "find=drain", "topic=taints&level=2"])
def test_addresses_of_filters_lead_to_the_cases(query: str) -> None:
    answer = Visitor().get(f"/?{query}")
    assert (answer.status_code, answer["Location"]) == (302, f"/cases/?{query}")
    assert Visitor().get("/?theme=dark").status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.slug)
def test_a_case_of_day_two_leads_to_its_steps_with_its_question(case: Case) -> None:
    link = GalleryCase.objects.get(slug=case.slug).snapshot_id
    assert f'id="step" href="/x/{link}/day-two/"' in Visitor().get(f"/examples/{case.slug}/").content.decode()
    for view in ("", "answer/", "day-two/"):
        page = Visitor().get(f"/x/{link}/{view}").content.decode()
        line = page.partition('<nav class="case-line"')[2].partition("</nav>")[0]
        assert f'href="/examples/{case.slug}/"' in line, view
        assert escape(case.header.question) in line, view
        assert (f'href="/x/{link}/day-two/"' in line) == (view != "day-two/")


@pytest.mark.django_db
@pytest.mark.usefixtures("gallery")
def test_a_run_that_is_no_case_has_no_question() -> None:
    draft = Visitor()
    scenario = draft.post("/api/scenarios", {"title": "t", "source": CASES[0].source}).json()
    assert "case-line" not in draft.get(f"/w/{scenario['id']}/").content.decode()


def test_a_class_that_opens_a_case_reads_one_page(gallery: None, stranger: Visitor) -> None:
    forget()
    with crowd() as readers:
        for case in CASES[::8]:  # all are made in the same way, of rows
            [answers] = readers.opened(f"/examples/{case.slug}/")
            assert [status for status, _ in answers] == [200], case.slug


def test_a_class_that_asks_for_a_verdict_gets_one(gallery: None, stranger: Visitor) -> None:
    """A pod is nominated to worker: to explain the verdict on it, that pod is put there for a moment."""
    run = run_of(BY_SLUG["issue-141227-victim-with-one-home"])
    cycle = f"/api/runs/{run.pk}/cycles/1"
    explained = [
        f"{cycle}/explain?point=Filter&plugin={plugin}&node=worker"
        for plugin in ("NodeResourcesFit", "NodeAffinity", "TaintToleration")
    ]
    forget()
    with crowd() as readers:
        for answers in readers.opened(
            *explained, f"{cycle}/view", f"{cycle}/facts?of=node:worker", *explained
        ):
            assert [status for status, _ in answers] == [200]
