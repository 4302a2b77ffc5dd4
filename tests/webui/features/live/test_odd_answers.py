"""An API server that lies, over HTTP: whatever it says, following goes on, within bounds, and says what it met."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webui.features.live.apiserver import PATHS, Answer, MadeServer, as_json, served
from tests.webui.features.live.test_watching import pod, watched
from webui.core.scenarios.live_cluster import ApiError
from webui.features.live.following import apiserver, heard, pages, watching
from webui.features.live.following.answers import Odd, Unreachable, part
from webui.features.live.following.heard import Changed, Item, Listed, Silent
from webui.features.live.following.watching import identify, pause_after

NODES, PODS, SERVICES = (PATHS[kind] for kind in ("Node", "Pod", "Service"))
KUBE_SYSTEM = "/api/v1/namespaces/kube-system"

Instead = Callable[[str, Mapping[str, str]], Answer | None]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_PAUSE", "LONGEST_PAUSE", "SEEK_SECONDS"):
        monkeypatch.setattr(watching, name, 0.01)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MadeServer]:
    with served(MadeServer(("Node", "Pod", "Service")), tmp_path) as made:
        made.happen("ADDED", pod("a"))
        yield made


def body(text: bytes, path: str = PODS, status: int = 200, **headers: str) -> Instead:
    """Answer this to lists of a path."""
    return lambda asked, query: (
        Answer([text], status, headers) if asked == path and "watch" not in query else None
    )


def line(text: bytes) -> Instead:
    """Answer each watch of pods with a line, and end it."""
    return lambda asked, query: Answer([text + b"\n"]) if asked == PODS and "watch" in query else None


def change(manifest: object, kind: str = "MODIFIED") -> bytes:
    return json.dumps({"type": kind, "object": manifest}).encode()


@pytest.mark.parametrize(
    "text",
    [
        b"<html>",
        b"",
        b"[]",
        b"null",
        b"5",
        b'{"items": 5}',
        b'{"items": {"a": 1}}',
        b'{"items": [], "metadata": {"continue": "on"}}',
        b'{"items": [{}], "metadata": {"continue": ["on"]}}',
        b"[" * 5000,
        b'{"items": ["\\ud800"]}',
        b'{"items": [' + b"1" * 5000 + b"]}",
    ],
)
def test_a_list_that_is_none_is_waited_for_or_left_out(server: MadeServer, text: bytes) -> None:
    server.instead = body(text)
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert isinstance(ears.watching.error, Odd), "pods may be listed later"
        assert str(ears.watching.error).startswith("pods cannot be listed: ")
    server.instead = body(text, SERVICES)
    with watched(server) as ears:
        ears.until_watched()
        assert ears.watching.refused == ["services"]


ODD_LINES = [
    b"<html>",
    b"5",
    b"null",
    b"[]",
    b"{}",
    b"[" * 5000,
    change(None),
    change([]),
    change({}),
    change({"metadata": None}),
    change({"metadata": {"resourceVersion": 5}}),
    change({"metadata": {"resourceVersion": "1" * 5000}}),
    change({"metadata": {"resourceVersion": "\u0661"}}),
    change({"code": "many"}, "ERROR"),
    change(None, "ERROR"),
    change({"code": [410]}, "ERROR"),
    change({"code": 10**18, "message": {"a": "\0"}}, "ERROR"),
    change(None, "BOOKMARK"),
    change(None, "NEWS"),
    b'{"type": ["MODIFIED"], "object": {}}',
]


def values() -> st.SearchStrategy[Any]:
    """Return what JSON can say."""
    texts = st.sampled_from(["", "a", "a\tb", "\0", "1" * 5000, "12", "default"]) | st.text(max_size=5)
    leaves = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | texts
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=5)


def lines() -> st.SearchStrategy[bytes]:
    """Return lines of a watch that are nearly right, or not at all."""
    versions: st.SearchStrategy[Any] = st.sampled_from([None, 5, "", "1" * 5000, "13", "99999", {}])
    metas = st.fixed_dictionaries(
        {}, optional={"name": values(), "namespace": values(), "resourceVersion": versions}
    )
    objects = values() | st.fixed_dictionaries({"metadata": metas | values()}, optional={"spec": values()})
    kinds = st.sampled_from(["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "NEWS", None, 5])
    garbage = st.binary(min_size=1).map(lambda text: text.replace(b"\n", b""))
    return st.sampled_from(ODD_LINES) | st.builds(change, objects, kinds) | garbage


def test_after_whatever_a_watch_says_the_next_change_is_heard(server: MadeServer) -> None:
    with watched(server) as ears:
        ears.until_watched()
        numbers = itertools.count()

        @settings(
            max_examples=150,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(lines())
        def hear(text: bytes) -> None:
            said = threading.Event()

            def instead(path: str, query: Mapping[str, str]) -> Answer | None:
                if path != PODS or "watch" not in query or said.is_set():
                    return None
                said.set()
                return Answer([text + b"\n"])

            server.instead = instead
            server.cut(PODS)
            assert said.wait(30)
            name = f"next-{next(numbers)}"
            server.happen("ADDED", pod(name))
            ears.until(lambda item: name in names(item))
            assert ears.watching.error is None

        hear()


def names(item: Item) -> list[Any]:
    manifests = (
        item.objects if isinstance(item, Listed) else [item.manifest] if isinstance(item, Changed) else []
    )
    return [part(manifest, "metadata").get("name") for manifest in manifests]


# ---- bounds ----


def endless(path: str, query: Mapping[str, str]) -> Answer | None:
    return Answer(itertools.repeat(b" " * 1000)) if path == PODS else None


def test_a_page_that_is_too_large_is_asked_for_in_smaller_ones(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apiserver, "MOST_BYTES_OF_A_PAGE", 5_000)
    asked: list[str] = []

    def instead(path: str, query: Mapping[str, str]) -> Answer | None:
        if path != PODS or "watch" in query:
            return None
        asked.append(query["limit"])
        return endless(path, query) if query["limit"] != "5" or is_endless else None

    server.instead, is_endless = instead, False
    for n in range(9):
        server.happen("ADDED", pod(f"more-{n}"))
    with watched(server) as ears:
        listed = ears.until(lambda item: isinstance(item, Listed) and item.plural == "pods")[-1]
        assert len(names(listed)) == 10
    assert asked[:4] == ["500", "50", "5", "5"]
    is_endless = True
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert str(ears.watching.error) == "pods cannot be listed: the answer is too long"


def goes_on(path: str, query: Mapping[str, str]) -> Answer | None:
    """Answer lists of pods with a page that another one follows."""
    if path != PODS or "watch" in query:
        return None
    first = int(query.get("continue", 0))
    items = [pod(f"pod-{n}") for n in range(first, first + 10)]
    return as_json({"items": items, "metadata": {"resourceVersion": "12", "continue": str(first + 10)}})


@pytest.mark.parametrize(
    ("module", "name", "most", "words"),
    [
        (pages, "MOST_OBJECTS", 25, "the list has more than 25 objects"),
        (apiserver, "MOST_BYTES", 500, "the lists are larger than what can be kept until they are read"),
        (apiserver, "LIST_SECONDS", 0.2, "the list is not complete after 0 s"),
    ],
)
def test_a_list_that_goes_on_for_ever_ends(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, most: float, words: str
) -> None:
    monkeypatch.setattr(module, name, most)
    server.instead = goes_on
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert isinstance(ears.watching.error, Unreachable), "it is tried again"
        assert words in str(ears.watching.error)


def test_lists_that_were_taken_give_their_room_to_others(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apiserver, "MOST_BYTES", 2_000)
    with watched(server) as ears:
        ears.until_watched()
        for _ in range(20):  # 3,000 bytes in all
            server.expire()
            ears.until(lambda item: isinstance(item, Listed) and item.plural == "pods")
        assert ears.watching.error is None


def test_a_line_without_an_end_is_given_up(server: MadeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apiserver, "MOST_BYTES_OF_A_LINE", 5_000)
    with watched(server) as ears:
        ears.until_watched()
        server.instead = lambda path, query: endless(path, query) if "watch" in query else None
        server.cut(PODS)
        silent = ears.until(lambda item: isinstance(item, Silent) and "too long" in item.message)[-1]
        assert isinstance(silent, Silent) and silent.message == "pods: a line of the watch is too long"
        server.instead = lambda path, query: None
        server.happen("ADDED", pod("b"))
        listed = ears.until(lambda item: "b" in names(item))[-1]
        assert isinstance(listed, Listed) and listed.why == "odd"


def test_more_changes_than_are_taken_are_left_for_a_list(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heard, "MOST_BYTES", 50 * heard.OF_A_CHANGE)
    said = threading.Event()

    def changes(version: int) -> Iterator[bytes]:
        for n in range(200):
            yield change(pod(f"flood-{n}"), "ADDED") + b"\n"
        said.set()
        yield from server.lines(PODS, version)

    with watched(server) as ears:
        ears.until_watched()
        server.instead = lambda path, query: (
            Answer(changes(int(query["resourceVersion"])))
            if path == PODS and "watch" in query and not said.is_set()
            else None
        )
        server.cut(PODS)
        assert said.wait(30)
        items = ears.until(lambda item: isinstance(item, Listed) and item.why == "behind")
        assert sum(isinstance(item, Changed) for item in items) < 200
        ears.until_watched()
        server.happen("ADDED", pod("b"))
        ears.until(lambda item: "b" in names(item))


def test_a_watch_that_ends_at_once_is_not_opened_again_at_once(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "FIRST_PAUSE", 3600)
    monkeypatch.setattr(watching, "LONGEST_PAUSE", 3600)
    asked: list[str] = []

    def instead(path: str, query: Mapping[str, str]) -> Answer | None:
        if path != PODS or "watch" not in query:
            return None
        asked.append(path)
        return Answer([])

    server.instead = instead
    with watched(server) as ears:
        ears.until_watched()
        for n in range(50):
            server.happen("ADDED", {**pod(f"node-{n}"), "kind": "Node"})
            ears.until_told(f"node-{n}", False)
    assert asked == [PODS]


def test_the_pause_grows_while_watches_are_short_and_ends_with_a_long_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    seconds, pause = [], 0.0
    for _ in range(9):
        pause = pause_after(0.0, pause, has_failed=False)
        seconds.append(pause)
    assert seconds == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert pause_after(20, 30, has_failed=False) == 30
    assert pause_after(31, 30, has_failed=False) == 0
    assert pause_after(31, 30, has_failed=True) == 0.5


def test_a_redirect_is_not_followed(server: MadeServer) -> None:
    asked: list[str] = []

    def instead(path: str, query: Mapping[str, str]) -> Answer | None:
        asked.append(path)
        return Answer([], 302, {"Location": "/elsewhere"}) if path == PODS else None

    server.instead = instead
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert "302 it redirects to /elsewhere, which is not followed" in str(ears.watching.error)
    assert "/elsewhere" not in asked


# ---- what is no list ----


@pytest.mark.parametrize("date", ["", "yesterday", "Thu, 99 Jan 99999 00:00:00 GMT", "5" * 5000])
def test_a_server_may_have_no_time(server: MadeServer, date: str) -> None:
    server.instead = body(b'{"gitVersion": "v1.36.2"}', "/version", Date=date)
    assert identify(None, server.kubeconfig).server_version == "v1.36.2"


@pytest.mark.parametrize(
    ("said", "shown"),
    [("v1.36.2" + "0" * 5000, "v1.36.2" + "0" * 57), ("v1\0\n\t", "v1"), (["v1"], "['v1']")],
)
def test_a_version_is_a_short_line(server: MadeServer, said: object, shown: str) -> None:
    server.instead = body(json.dumps({"gitVersion": said}).encode(), "/version")
    assert identify(None, server.kubeconfig).server_version == shown


@pytest.mark.parametrize("uid", [None, "", [], 5, "a" * 65, "a\0", {"a": "b"}])
def test_a_cluster_without_a_uid_is_waited_for(server: MadeServer, uid: object) -> None:
    server.instead = body(json.dumps({"metadata": {"uid": uid}}).encode(), KUBE_SYSTEM)
    with pytest.raises(Odd, match="kube-system has no uid"):
        identify(None, server.kubeconfig)
    server.instead = body(json.dumps({"metadata": uid}).encode(), KUBE_SYSTEM)
    with pytest.raises(Odd, match="kube-system has no uid"):
        identify(None, server.kubeconfig)


@pytest.mark.parametrize("text", [b"<html>", b"[]", b'{"groups": 5}', b'{"groups": [null, 5, {"name": []}]}'])
def test_following_goes_on_whatever_the_groups_of_the_server_are(server: MadeServer, text: bytes) -> None:
    asked: list[str] = []

    def instead(path: str, query: Mapping[str, str]) -> Answer | None:
        if path != "/apis":
            return None
        asked.append(path)
        return Answer([text])

    server.instead = instead
    with watched(server) as ears:
        ears.until_watched()
        seen = len(asked)
        while len(asked) < seen + 3:
            server.happen("MODIFIED", pod("a"))
            ears.until_told("a", False)
        assert ears.watching.error is None


def test_a_refusal_is_said_in_one_line(server: MadeServer) -> None:
    server.instead = body(json.dumps({"message": "no\0\n" + "x" * 5000}).encode(), KUBE_SYSTEM, 403)
    with pytest.raises(ApiError) as refused:
        identify(None, server.kubeconfig)
    assert str(refused.value) == "403 no  " + "x" * 496
