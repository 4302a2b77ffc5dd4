"""The pages and the API of the lessons."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.webui.at_once import crowd, forget
from tests.webui.conftest import Visitor
from tests.webui.english import english_in
from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.learn.lessons import lessons

SPREAD = "three-one-zero"


def test_the_path_leads_to_every_lesson(stranger: Visitor) -> None:
    page = stranger.get("/learn/").content.decode()
    places = [page.index(f'href="/learn/{slug}/"') for slug in lessons()]
    assert places == sorted(places)
    assert all(lesson.header.keep.replace("'", "&#x27;") in page for lesson in lessons().values())


def test_a_lesson_has_its_first_picture_at_once(stranger: Visitor) -> None:
    answer = stranger.get(f"/learn/{SPREAD}/")
    assert answer.status_code == 200
    lesson = answer.context["lesson"]
    assert [zone["at_start"] for zone in lesson["base"]["zones"]] == [3, 1, 0]
    assert lesson["next"]["value"] == "the-empty-column"
    assert lessons()[SPREAD].header.keep in answer.content.decode()  # without a script, too


def test_a_class_that_opens_a_lesson_reads_one_lesson() -> None:
    forget()
    with crowd() as readers:
        for slug in lessons():
            path = f"/api/lessons/{slug}"
            page, tried, settings = readers.opened(f"/learn/{slug}/", f"{path}/tries", path)
            assert [status for status, _ in (*page, *tried)] == [200, 200], slug
            scenes: dict[str, list[Any]] = defaultdict(list)  # an answer has as many as its time allows
            for status, content in settings:
                assert status == 200, slug
                for key, scene in json.loads(content)["scenes"].items():
                    scenes[key].append(scene)
            assert all(scene == same[0] for same in scenes.values() for scene in same), slug


@pytest.mark.parametrize("path", ["/learn/", *(f"/learn/{slug}/" for slug in lessons())])
def test_there_is_no_english_sentence_on_a_chinese_page(stranger: Visitor, path: str) -> None:
    page = stranger.get(path, **{"Accept-Language": "zh-hans"}).content.decode()
    assert '<html lang="zh-hans">' in page
    assert english_in(page) == []


@pytest.mark.parametrize(
    "path",
    [
        "/learn/nothing/",
        "/learn/nothing/moments/1/",
        f"/learn/{SPREAD}/moments/9/",
        f"/learn/{SPREAD}/moments/0/",
        f"/learn/{SPREAD}/moments/1/?at=9.9",
        f"/learn/{SPREAD}/moments/1/?change=nothing",
        "/api/lessons/nothing",
        "/api/lessons/nothing/tries",
        f"/api/lessons/{SPREAD}/tries?change=nothing",
        f"/api/lessons/{SPREAD}/source?at=x",
    ],
)
def test_what_is_not_there_is_not_found(stranger: Visitor, path: str) -> None:
    assert stranger.get(path).status_code == 404


def test_a_moment_opens_exactly_its_step(stranger: Visitor) -> None:
    answer = stranger.get(f"/learn/{SPREAD}/moments/2/?at=0.1")
    assert answer.status_code == 302
    address = urlsplit(answer["Location"])
    assert parse_qs(address.query) == {
        "pod": ["default/next"],
        "attempt": ["1"],
        "point": ["Filter"],
        "plugin": ["PodTopologySpread"],
        "node": ["b1"],
    }
    snapshot = Snapshot.objects.get(pk=address.path.split("/")[2])
    assert "web-5" in snapshot.source  # the settings: a pod in c
    assert Run.objects.get(snapshot=snapshot).status == Run.Status.FINISHED
    assert stranger.get(f"/learn/{SPREAD}/moments/2/?at=0.1")["Location"] == answer["Location"]
    assert Run.objects.filter(snapshot=snapshot).count() == 1


def test_a_moment_of_a_rollout_opens_its_play(stranger: Visitor) -> None:
    answer = stranger.get("/learn/the-rollout-remembers/moments/2/")
    assert urlsplit(answer["Location"]).path.endswith("/day-two/")
    assert parse_qs(urlsplit(answer["Location"]).query) == {"seed": ["2"]}


def test_every_setting_is_answered(stranger: Visitor) -> None:
    scenes: dict[str, Any] = {}
    begin: int | None = 0
    while begin is not None:
        answer = stranger.get(f"/api/lessons/{SPREAD}?begin={begin}").json()
        assert answer["scenes"]
        scenes |= answer["scenes"]
        begin = answer["next"]
    figures = {key: scene["figures"]["zones_fit"] for key, scene in scenes.items()}
    assert [figures[f"0.{pods}"] for pods in range(4)] == [1, 2, 1, 1]
    assert [figures[f"3.{pods}"] for pods in range(4)] == [3, 3, 3, 3]


def test_the_task_is_checked_by_a_run(stranger: Visitor) -> None:
    tries = f"/api/lessons/{SPREAD}/tries"
    assert stranger.get(tries).json()["solved"] is False
    assert stranger.get(f"{tries}?change=two").json()["solved"] is False
    both = stranger.get(f"{tries}?change=two&change=selector").json()
    assert (both["solved"], both["changes"]) == (True, 2)


def test_the_lesson_is_played_freely_as_it_stands(stranger: Visitor) -> None:
    answer = stranger.get(f"/api/lessons/{SPREAD}/source?at=1.0&change=selector").json()
    assert "maxSkew: 2" in answer["source"]
    assert "topology.kubernetes.io/zone: b" in answer["source"]
    assert stranger.post("/api/validate", {"source": answer["source"]}).json()["errors"] == []


def test_it_is_read_in_chinese(stranger: Visitor) -> None:
    stranger.client.cookies["django_language"] = "zh-hans"
    page = stranger.get(f"/learn/{SPREAD}/").content.decode()
    assert lessons()[SPREAD].header.keep not in page


def test_pods_are_placed_by_hand_on_a_small_cluster(stranger: Visitor) -> None:
    answer = stranger.get("/learn/by-hand/")
    assert answer["Location"].endswith("/by-hand/")
    assert stranger.get(answer["Location"]).status_code == 200
