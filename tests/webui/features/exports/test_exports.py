"""A link as a file, as a frame, as a picture, and as a page without scripts."""

from __future__ import annotations

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.webui.clusters import SPREAD, node, pod, source
from tests.webui.conftest import Visitor
from webui.ground.lib.kept import Kept

PENDING = source(
    node("node1"),
    node("node2"),
    node("node3", zone="b", cpu="1m"),
    pod("web-0", on="node1"),
    pod("web-1", max_skew=1),
)


@pytest.fixture
def link(alice: Visitor) -> str:
    return str(alice.run(alice.draft(PENDING, title="Röllout & <skew>"), seed=3)["snapshot"])


def test_manifests_come_as_they_were_written(link: str, stranger: Visitor) -> None:
    answer = stranger.get(f"/x/{link}.yaml")
    assert answer.content.decode() == PENDING
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_trace_is_in_the_keys_of_the_command(link: str, stranger: Visitor) -> None:
    trace = stranger.get(f"/x/{link}.json").json()
    assert (trace["kubernetes_version"], trace["seed"]) == ("1.36", 3)
    (cycle,) = trace["trace"]
    assert cycle["pod"] == "default/web-1"
    assert cycle["filter"]["node1"]["first"] == "PodTopologySpread"


def test_the_picture_says_what_became_of_the_pod(link: str, stranger: Visitor) -> None:
    svg = stranger.get(f"/x/{link}.svg").content.decode()
    assert "Rejected by PodTopologySpread" in svg
    assert "R&amp;" not in svg.replace("&amp; &lt;skew&gt;", "")
    assert "<skew>" not in svg
    assert "seed 3" in svg
    image = Image.open(io.BytesIO(stranger.get(f"/x/{link}.png").content))
    assert (image.format, image.size) == ("PNG", (1200, 630))


@pytest.mark.parametrize(
    "title", ["x" * 200, "two\nlines", "a\u001b\u0001b", "\u4e2d\ud83d\ude00", "\u202e<b>"]
)
def test_a_title_of_any_kind_is_drawn(title: str, alice: Visitor, stranger: Visitor) -> None:
    link = alice.run(alice.draft(title=title))["snapshot"]
    ElementTree.fromstring(stranger.get(f"/x/{link}.svg").content)
    assert Image.open(io.BytesIO(stranger.get(f"/x/{link}.png").content)).format == "PNG"


def test_the_offline_page_holds_all_that_it_asks_for(link: str, stranger: Visitor) -> None:
    page = stranger.get(f"/x/{link}.html").content.decode()
    assert not re.search(r'(?:src|href)="/(?:static|scripts)/', page)
    assert "<skew>" not in page
    answers: dict[str, Any] = json.loads(re.search(r'id="answers"[^>]*>(.*?)</script>', page)[1])  # type: ignore[index]
    assert any(path.endswith("/view?form=columns") for path in answers)
    assert any("explain?point=Filter&plugin=PodTopologySpread&node=node1" in path for path in answers)
    assert '"js/pages/workbench/workbench.js":()=>' in page
    assert '"js/editor/editor.js":()=>' not in page  # nothing can be edited in a file


def test_a_frame_may_stand_anywhere_and_leaves_no_cookie(link: str, stranger: Visitor) -> None:
    frame = stranger.get(f"/e/{link}/?panel=why&pod=default/web-1")
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    assert not frame.cookies
    assert "panel-why" in frame.content.decode()
    assert "seed 3" in frame.content.decode()
    page = stranger.get(f"/x/{link}/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_the_page_tells_the_verdict_to_previews_and_readers(link: str, stranger: Visitor) -> None:
    page = stranger.get(f"/x/{link}/").content.decode()
    title = "Rejected by PodTopologySpread · web-1 · Röllout &amp; &lt;skew&gt;"
    assert f"<title>{title} · SchedScope</title>" in page
    assert f'<meta property="og:title" content="{title}">' in page
    assert f'<meta property="og:image" content="http://testserver/x/{link}.png">' in page
    assert "zone=a: 1 matching + 1 self − 0 minimum = 2 &gt; maxSkew 1" in page
    assert "0/3 nodes are available" in page


def test_of_a_pod_that_was_placed_it_has_the_sum(alice: Visitor) -> None:
    link = alice.run(alice.draft(SPREAD))["snapshot"]
    page = alice.get(
        f"/x/{link}/?pod=default/web-1&point=Filter&plugin=PodTopologySpread&node=node1"
    ).content.decode()
    assert "Placed on node2" in page
    assert "node1 × PodTopologySpread" in page


@pytest.mark.parametrize("kind", ["yaml", "json", "svg", "png", "html"])
def test_what_is_gone_has_no_files(kind: str, link: str, alice: Visitor, stranger: Visitor) -> None:
    assert stranger.get(f"/x/nothing.{kind}").status_code == 404
    alice.delete(f"/api/snapshots/{link}")
    assert stranger.get(f"/x/{link}.{kind}").status_code == 410
    assert stranger.get(f"/e/{link}/").status_code == 410


def test_a_run_that_is_not_over_has_no_trace(alice: Visitor) -> None:
    started = alice.post(f"/api/scenarios/{alice.draft()['id']}/runs").json()["snapshot"]
    for kind in ("json", "html"):
        answer = alice.get(f"/x/{started}.{kind}")
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (409, "run")
        page = alice.get(f"/x/{started}.{kind}", Accept="text/html,*/*;q=0.8")
        assert page.status_code == 409
        assert f'href="/x/{started}/">Back to the run' in page.content.decode()
    assert alice.get(f"/x/{started}.svg").status_code == 200
    assert alice.get(f"/x/{started}.exe").status_code == 404
    assert alice.get(f"/x/{started}/").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "?pod=%00",
        "?pod=none&attempt=x",
        "?attempt=99999999999",
        "?pod=default/web-1&point=Filter&plugin=None&node=none",
    ],
)
def test_an_address_that_names_nothing_opens_all_the_same(query: str, link: str, stranger: Visitor) -> None:
    assert stranger.get(f"/x/{link}/{query}").status_code == 200
    assert stranger.get(f"/x/{link}.svg{query}").status_code == 200


def test_a_picture_is_drawn_once() -> None:
    drawn: list[str] = []

    def draw(name: str) -> bytes:
        drawn.append(name)
        return name.encode() * 40

    pictures = Kept(most_bytes=100)
    for name in "aabaca":  # of the two that fit, the one that was asked for last stays
        assert pictures.get((name,), partial(draw, name)) == name.encode() * 40
    assert drawn == ["a", "b", "c"]
    pictures.get(("b",), partial(draw, "b"))
    assert drawn == ["a", "b", "c", "b"]


def test_a_crowd_that_asks_at_once_has_one_picture_drawn() -> None:
    drawn: list[bytes] = []
    start = Barrier(8)

    def draw() -> bytes:
        drawn.append(b"a" * sum(1 for _ in range(1_000_000)))  # long enough for others to come
        return drawn[-1]

    def ask(_: int) -> bytes:
        start.wait()
        return pictures.get(("a",), draw)

    pictures = Kept(most_bytes=10_000_000)
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(ask, range(8)))
    assert [answer is drawn[0] for answer in answers] == [True] * 8
    assert len(drawn) == 1


def test_what_fails_is_made_by_the_next_who_asks() -> None:
    pictures = Kept(most_bytes=100)
    with pytest.raises(ZeroDivisionError):
        pictures.get(("a",), lambda: b"a" * (1 // 0))
    assert pictures.get(("a",), lambda: b"a") == b"a"


def test_a_picture_is_that_of_its_pod_and_language(alice: Visitor, stranger: Visitor) -> None:
    link = alice.run(alice.draft(source(pod("one"), pod("two"), node("n1"))))["snapshot"]
    ways: list[tuple[str, dict[str, str]]] = [
        ("?pod=default/one", {}),
        ("?pod=default/two", {}),
        ("?pod=default/one", {"Accept-Language": "zh-hans"}),
    ]
    pictures = [[stranger.get(f"/x/{link}.svg{query}", **sent).content for query, sent in ways] for _ in "12"]
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) == 3
