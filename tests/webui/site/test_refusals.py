"""Whatever is sent, the answer is one of the documented ones in the documented shape, and never a 500."""

from __future__ import annotations

import json
import string
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from tests.webui.clusters import SPREAD, many
from tests.webui.conftest import Visitor

DEEP = "[" * 100_000
BODIES = [
    (b"", 422),
    (b"{", 422),
    (b"null", 422),
    (b"[]", 422),
    (b'"text"', 422),
    (b"7", 422),
    (b"\xff\xfe", 422),
    (DEEP.encode(), 422),
    (b'{"title": NaN, "source": "x"}', 422),
    (b'{"title": "t"}', 422),
    (b'{"title": "t", "source": null}', 422),
    (b'{"title": "t", "source": 7}', 422),
    (b'{"title": "t", "source": ["x"]}', 422),
    (b'{"title": null, "source": "x"}', 422),
    (b'{"title": "", "source": "x"}', 422),
    (b'{"title": "   ", "source": "x"}', 422),
    (json.dumps({"title": "t" * 201, "source": SPREAD}).encode(), 422),
    (json.dumps({"title": "a\0b", "source": SPREAD}).encode(), 422),
    (json.dumps({"title": "t", "source": "a\0b"}).encode(), 422),
    (b'{"title": "\\ud800", "source": "x"}', 422),
    (b'{"title": "t", "source": "x", "colour": "red"}', 422),
    (b'{"title": "t", "source": ""}', 422),
    (b'{"title": "t", "source": "{"}', 422),
    (b'{"title": "t", "source": "- 1\\n- 2"}', 422),
    (b'{"title": "t", "source": "just a word"}', 422),
    (json.dumps({"title": "t", "source": DEEP}).encode(), 413),
    (b'{"title": "t", "source": "a: &a [*a]"}', 422),
    (b'{"title": "t", "source": "!!python/object/apply:os.system [ls]"}', 422),
]


def check(answer: Any, *statuses: int) -> None:
    assert answer.status_code in statuses, answer.content[:500]
    if answer.status_code < 400:
        return
    errors = answer.json()["errors"]
    assert errors
    for error in errors:
        assert set(error) <= {"path", "message", "line", "object"}
        assert isinstance(error["path"], str)
        assert isinstance(error["message"], str) and error["message"]
        assert isinstance(error.get("line", 1), int)


@pytest.mark.parametrize(("body", "status"), BODIES, ids=lambda value: repr(value)[:40])
def test_a_senseless_body_is_refused(alice: Visitor, body: bytes, status: int) -> None:
    check(alice.client.post("/api/scenarios", body, content_type="application/json"), status)
    assert alice.get("/api/scenarios").json() == []


@pytest.mark.parametrize("body", [body for body, _ in BODIES], ids=lambda value: repr(value)[:40])
def test_a_senseless_change_changes_nothing(alice: Visitor, body: bytes) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    before = alice.get(path).json()
    answer = alice.client.put(path, body, content_type="application/json")
    check(answer, 200, 413, 422)
    if answer.status_code != 200:
        assert alice.get(path).json() == before


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": 2**70}, "seed"),
        ({"kubernetes_version": "0.1"}, "kubernetes_version"),
        ({"kubernetes_version": 1.34}, "kubernetes_version"),
        ({"speed": 1}, "speed"),
    ],
    ids=str,
)
def test_senseless_options_are_named(alice: Visitor, options: dict[str, Any], path: str) -> None:
    answer = alice.post(f"/api/scenarios/{alice.draft()['id']}/runs", options)
    check(answer, 422)
    assert [error["path"] for error in answer.json()["errors"]] == [path]


def test_a_run_needs_no_body(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}/runs"
    assert alice.client.generic("POST", path).status_code == 202
    assert alice.client.post(path, b"null", content_type="application/json").status_code == 202


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "patch"])
@pytest.mark.parametrize("path", ["nothing", "scenarios/x", "runs/", "runs/7", "scenarios/" + "9" * 3000])
@pytest.mark.django_db
def test_an_unknown_path_is_not_found(method: str, path: str) -> None:
    check(getattr(Visitor().client, method)(f"/api/{path}"), 404)


@pytest.mark.django_db
def test_an_unknown_draft_is_not_found() -> None:
    visitor = Visitor()
    path = f"/api/scenarios/{uuid.uuid4()}"
    check(visitor.get(path), 404)
    check(visitor.put(path, {"title": "x"}), 404)
    check(visitor.delete(path), 404)
    check(visitor.post(f"{path}/runs"), 404)


def test_a_large_source_is_too_large(alice: Visitor, settings: Settings) -> None:
    settings.SCENARIO_MAX_BYTES = len(SPREAD)
    draft = alice.draft()
    larger = SPREAD + "#"
    check(alice.post("/api/scenarios", {"title": "t", "source": larger}), 413)
    check(alice.post("/api/validate", {"source": larger}), 413)
    change = {"source": larger, "allow_errors": True}
    check(alice.put(f"/api/scenarios/{draft['id']}", change), 413)
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["source"] == SPREAD


def test_many_objects_are_too_many(alice: Visitor, settings: Settings) -> None:
    settings.SCENARIO_MAX_OBJECTS = 5
    check(alice.post("/api/scenarios", {"title": "t", "source": many(4, nodes=1)}), 201)
    check(alice.post("/api/scenarios", {"title": "t", "source": many(5, nodes=1)}), 413)


def test_a_large_request_is_too_large(alice: Visitor, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    check(alice.post("/api/scenarios", {"title": "t", "source": "x" * 1000}), 413)


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", "\x00", "ü", '"', "x" * 5000])
def test_a_senseless_cookie_is_nobodys(alice: Visitor, cookie: str) -> None:
    visitor = Visitor()
    visitor.client.cookies["schedscope_holder"] = cookie
    assert visitor.get("/api/scenarios").json() == []
    assert visitor.draft()["title"] == "Spread"


NOTE = {"text": "t", "place": "pod=a\0b"}
DEEPLY = b"[" * 1000 + b'"\\u0000"' + b"]" * 1000


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "at"),
    [
        ("get", "/api/runs/{run}/queue/pod?pod=a%00b", b"", 422, "pod"),
        ("get", "/api/runs/{run}/explanation?pod=%00", b"", 422, "pod"),
        ("get", "/api/snapshots/{link}/second-try?a%00=1", b"", 422, "a"),
        ("get", "/api/rooms/a%00b", b"", 404, ""),
        ("delete", "/api/teams/1/members/a%00b", b"", 404, ""),
        ("post", "/api/snapshots/{link}/notes", json.dumps(NOTE).encode(), 422, "place"),
        ("post", "/api/snapshots/{link}/sweeps", b'{"sweep": {"kind": ["\\u0000"]}}', 422, "sweep.kind.0"),
        ("post", "/api/snapshots/{link}/sweeps", b'{"sweep": {"a\\u0000": 1}}', 422, "sweep.a"),
        ("post", "/api/scenarios", DEEPLY, 422, ".".join("0" * 1000)),
    ],
)
def test_u_0000_is_refused_with_its_place(
    alice: Visitor, method: str, path: str, body: bytes, status: int, at: str
) -> None:
    """The database has no text with it, whatever the field is."""
    run = alice.run(alice.draft())
    address = path.format(run=run["id"], link=run["snapshot"])
    answer = getattr(alice.client, method)(address, body, content_type="application/json")
    check(answer, status)
    assert [error["path"] for error in answer.json()["errors"]] == [at]


@pytest.mark.parametrize(
    ("address", "status"), [("/cases/?find=%00", 200), ("/message/?text=a%00b", 200), ("/a%00b", 404)]
)
def test_a_page_opens_without_a_parameter_with_u_0000(stranger: Visitor, address: str, status: int) -> None:
    assert stranger.get(address).status_code == status


def test_an_address_with_u_0000_names_nothing(stranger: Visitor) -> None:
    page = stranger.get("/x/a%00b/")
    assert page.status_code == 404
    assert "There is nothing here" in page.content.decode()


def test_u_0000_in_the_cookie_of_a_session_is_refused_and_as_text_taken(alice: Visitor) -> None:
    source = SPREAD + "# \\u0000, \\\\u0000"
    draft = alice.draft(source)
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["source"] == source
    alice.client.cookies["sessionid"] = "a" * 20 + "\0"
    check(alice.get("/api/account"), 422)


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic x", "Bearer ü", "Bearer a b", "x" * 5000])
def test_a_senseless_key_opens_nothing(alice: Visitor, stranger: Visitor, header: str) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    check(stranger.get(path, authorization=header), 404)


# ---- and whatever else comes to mind ----------------------------------------------------------------

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=string.printable, max_size=20)
)
names = st.sampled_from(
    [
        *("apiVersion", "kind", "metadata", "spec", "status", "name", "labels", "containers", "nodeName"),
        *(
            "topologySpreadConstraints",
            "maxSkew",
            "affinity",
            "taints",
            "tolerations",
            "allocatable",
            "items",
        ),
    ]
)
values = st.recursive(
    scalars | st.sampled_from(["v1", "Pod", "Node", "List", "default", "1", "100m"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(names | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
kinds = st.sampled_from(["Pod", "Node", "List", "Service", "KubeSchedulerConfiguration", "Namespace"])
objects = st.builds(
    lambda kind, metadata, rest: {"apiVersion": "v1", "kind": kind, "metadata": metadata} | rest,
    kinds,
    st.dictionaries(st.sampled_from(["name", "namespace", "labels"]), values, max_size=3) | values,
    st.dictionaries(st.sampled_from(["spec", "status", "items", "profiles"]), values, max_size=2),
)
sources = (
    st.text()
    | st.text(alphabet="{}[]:-&*!|>#'\" \nab0")
    | objects.map(lambda value: json.dumps(value, allow_nan=True))
)


@pytest.mark.django_db
@hypothesis_settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(source=sources)
def test_any_source_is_taken_or_refused(alice: Visitor, source: str) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    check(alice.post("/api/validate", {"source": source}), 200, 413, 422)
    check(alice.put(path, {"source": source, "allow_errors": True}), 200, 413, 422)
    check(alice.post(f"{path}/runs"), 202, 422)


@pytest.mark.django_db
@hypothesis_settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(body=values, part=st.sampled_from(["", "/{}", "/{}/runs"]))
def test_any_body_is_taken_or_refused(alice: Visitor, body: Any, part: str) -> None:
    text = json.dumps(body)
    path = "/api/scenarios" + part.format(alice.draft()["id"])
    call = alice.client.put if part == "/{}" else alice.client.post
    check(call(path, text, content_type="application/json"), 200, 201, 202, 413, 422)
