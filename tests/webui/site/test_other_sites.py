"""Pages of other sites cannot make this one change or compute anything, whatever the route."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor
from tests.webui.site.test_refusals import check

EVIL = "https://evil.example"
STATELESS = {
    "/api/validate": {"source": SPREAD},
    "/api/lint": {"source": SPREAD},
    "/api/outline": {"source": SPREAD},
    "/api/edit": {"source": SPREAD, "operations": []},
    "/api/try-on": {"source": SPREAD},
    "/api/steps": {"source": "steps: [{wait: 1}]"},
    "/api/messages": {"text": "0/1 nodes are available: 1 Insufficient cpu."},
}
REFUSED = [
    {"sec-fetch-site": "cross-site", "origin": EVIL},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://testserver:8001"},  # a server on another port
    {"sec-fetch-site": "same-site", "origin": "http://other.testserver"},
    {"origin": "http://testserver:8001"},
    {"origin": EVIL},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://[broken"},
    {"origin": EVIL, "authorization": "Basic dTpw"},  # which a browser adds by itself
    {"origin": EVIL, "authorization": "Bearer "},
]
ACCEPTED = [
    {},
    {"sec-fetch-site": "same-origin", "origin": "http://testserver"},
    {"sec-fetch-site": "none"},
    {"origin": "http://testserver"},
    {"sec-fetch-site": "cross-site", "origin": EVIL, "authorization": "Bearer a-key"},
    {"sec-fetch-site": "same-site", "origin": "https://portal.example"},
    {"sec-fetch-site": "cross-site", "origin": "https://a.trusted.example"},
]


@pytest.fixture(autouse=True)
def trusted(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://portal.example", "https://*.trusted.example"]


@pytest.mark.parametrize("path", STATELESS)
def test_what_stores_nothing_is_refused_too(stranger: Visitor, path: str) -> None:
    assert stranger.post(path, STATELESS[path]).status_code != 403
    for headers in REFUSED:
        check(stranger.post(path, STATELESS[path], **headers), 403)


@pytest.mark.parametrize("headers", ACCEPTED, ids=str)
def test_our_pages_trusted_ones_programs_and_keys_are_let_in(
    stranger: Visitor, headers: dict[str, str]
) -> None:
    assert stranger.post("/api/validate", {"source": SPREAD}, **headers).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://a.trusted.example", "https://trusted.example.evil", "https://portal.example:1"]
)
def test_only_the_very_origin_is_trusted(stranger: Visitor, origin: str) -> None:
    check(stranger.post("/api/validate", {"source": SPREAD}, origin=origin), 403)


@pytest.mark.parametrize("path", ["/message/", "/language/", "/account/sign-in/", "/nothing/"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "BREW"])
def test_a_page_says_what_to_do(stranger: Visitor, path: str, method: str) -> None:
    answer = stranger.client.generic(method, path, headers={"origin": EVIL})
    assert answer.status_code == 403
    assert b"Open the page here" in answer.content


@pytest.mark.parametrize("path", ["/api/nothing", "/api/gallery", "/api/docs"])
def test_no_route_of_the_api_is_left_out(stranger: Visitor, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "BREW"):
        check(stranger.client.generic(method, path, headers={"sec-fetch-site": "same-site"}), 403)


def test_links_from_other_sites_work(stranger: Visitor) -> None:
    for path in ("/", "/message/?text=0/1+nodes+are+available", "/api/gallery"):
        assert stranger.get(path, **{"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1"]
)
@pytest.mark.parametrize("path", ["/", "/api/gallery", "/message/", "/nothing"])
def test_a_name_that_leads_here_is_not_ours(
    stranger: Visitor, settings: Settings, host: str, path: str
) -> None:
    """DNS rebinding: a page of evil.example whose name now has our address is of the same origin, to its browser."""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    headers = {"host": f"{host}:8000", "origin": f"http://{host}:8000", "sec-fetch-site": "same-origin"}
    assert stranger.get(path, **headers).status_code == 400
    assert stranger.post(path, {}, **headers).status_code == 400
