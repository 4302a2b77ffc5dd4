"""Every status that the site gives is whole HTTP, read from the socket of the real server."""

from __future__ import annotations

import gzip
import json
import socket
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from tests.services import http
from tests.services.folder import FOLDER, ON_SQLITE, database_url
from tests.services.live import REQUEST_MAX_BYTES, Live, free_port, manage, running
from tests.services.postgres import create_database
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD
from webui.site.processes import commands

UNKNOWN_ID = "5f0c1a52-0000-4000-8000-000000000000"
JSON = "application/json"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def exchange(
    url: str, method: str, path: str, body: bytes = b"", *, version: str = "1.1", **headers: str
) -> Answer:
    """Send a request over a connection of its own; return what came until the server closed it."""
    address = urlsplit(url)
    fields = {"host": address.netloc, "connection": "close", "content-length": str(len(body))} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    lines = [f"{method} {path} HTTP/{version}", *(f"{name}: {value}" for name, value in fields.items())]
    with socket.create_connection((address.hostname or "", address.port or 80), timeout=30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, content = received.partition(b"\r\n\r\n")
    status, *sent = head.decode().split("\r\n")
    pairs = (line.partition(": ") for line in sent)
    answer = Answer(int(status.split()[1]), {name.lower(): value for name, _, value in pairs}, content)
    return answer if method == "HEAD" or answer.status in (204, 304) else whole(answer)


def whole(answer: Answer) -> Answer:
    """Return the answer without chunks; fail unless its body is as long as it says."""
    if answer.headers.get("transfer-encoding") == "chunked":
        content, rest = b"", answer.body
        while size := int(rest.partition(b"\r\n")[0], 16):
            at = rest.index(b"\r\n") + 2
            content, rest = content + rest[at : at + size], rest[at + size + 2 :]
        assert rest == b"0\r\n\r\n"
        return Answer(answer.status, answer.headers, content)
    declared = answer.headers.get("content-length", str(len(answer.body)))  # in HTTP 1.0 the end may tell it
    assert declared == str(len(answer.body)), answer
    return answer


def check(answer: Answer, status: int, *, api: bool = True) -> None:
    """Require a status and, of an error of the API, the one form."""
    assert answer.status == status, answer
    if api and status >= 400:
        assert answer.headers["content-type"].startswith(JSON)
        errors = json.loads(answer.body)["errors"]
        assert errors and all(error["message"] for error in errors)


@pytest.fixture(scope="module")
def deleted(live: Live) -> str:
    """A link that is gone."""
    with live.client() as visitor:
        draft = visitor.post("/api/scenarios", json={"title": "Gone", "source": SPREAD}).json()["id"]
        link = visitor.post(f"/api/scenarios/{draft}/runs", json={}).json()["snapshot"]
        visitor.delete(f"/api/snapshots/{link}").raise_for_status()
    return str(link)


def test_what_is_found(live: Live) -> None:
    for path in ("/api/gallery", "/api/docs", "/api/openapi.json", "/", "/message/", "/healthz", "/readyz"):
        check(exchange(live.url, "GET", path), 200)


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "headers"),
    [
        (400, "GET", "/api/gallery", b"", {"host": "evil.example"}),
        (400, "GET", "/api/nothing", b"", {"host": "evil.example"}),
        (400, "POST", "/api/validate", b"no gzip", {"content_encoding": "gzip", "content_type": JSON}),
        (403, "POST", "/api/validate", b"{}", {"origin": "http://evil.example", "content_type": JSON}),
        (404, "GET", "/api/nothing", b"", {}),
        (404, "GET", "/api/docs/nothing", b"", {}),
        (404, "GET", "/api/runs/" + "9" * 3000, b"", {}),
        (404, "GET", "/api/runs/%ff%00/x?a=%ff", b"", {}),
        (404, "GET", f"/api/runs/{UNKNOWN_ID}", b"", {}),
        (404, "POST", "/api//", b"{}", {}),
        (405, "PUT", "/api/gallery", b"{}", {}),
        (405, "OPTIONS", "/api/gallery", b"", {}),
        (405, "TRACE", "/api/gallery", b"", {}),
        (405, "BREW", "/api/validate", b"", {}),
        (413, "POST", "/api/validate", b"", {"content_length": str(REQUEST_MAX_BYTES + 1)}),
        (413, "POST", "/api/validate", gzip.compress(bytes(2_000_000)), {"content_encoding": "gzip"}),
        (415, "POST", "/api/validate", b"{}", {"content_encoding": "br"}),
        (422, "POST", "/api/validate", b"{", {"content_type": JSON}),
        (422, "POST", "/api/validate", b"\xff", {"content_type": "text/plain; charset=nothing"}),
    ],
)  # fmt: skip
def test_an_error_of_the_api(
    live: Live, status: int, method: str, path: str, body: bytes, headers: dict[str, str]
) -> None:
    for version in ("1.1", "1.0"):
        check(exchange(live.url, method, path, body, version=version, **headers), status)


@pytest.mark.parametrize("path", ["/api/snapshots/{}", "/x/{}/"])
def test_what_is_gone(live: Live, deleted: str, path: str) -> None:
    check(exchange(live.url, "GET", path.format(deleted)), 410, api=path.startswith("/api/"))


@pytest.mark.parametrize(
    ("status", "method", "path", "headers"),
    [
        (400, "GET", "/", {"host": "evil.example"}),
        (403, "POST", "/message/", {"origin": "http://evil.example"}),
        (403, "POST", "/account/sign-in/", {}),
        (404, "GET", "/nothing", {}),
        (404, "OPTIONS", "/nothing/", {}),
        (405, "PUT", "/message/", {}),
        (405, "OPTIONS", "/message/", {}),
    ],
)
def test_an_error_of_a_page(live: Live, status: int, method: str, path: str, headers: dict[str, str]) -> None:
    check(exchange(live.url, method, path, b"", **headers), status, api=False)


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/api/gallery", "/api/nothing", "/api/docs/nothing", "/nothing"]
)
def test_head_has_no_body(live: Live, path: str) -> None:
    answer = exchange(live.url, "HEAD", path)
    assert answer.status in (200, 404, 405)
    assert answer.body == b""


def test_what_the_browser_has_is_not_sent_again(live: Live) -> None:
    page = exchange(live.url, "GET", "/").body.decode()
    script = page.partition("/scripts/")[2].partition('"')[0]
    path = f"/scripts/{script}"
    tag = exchange(live.url, "GET", path).headers["etag"]
    answer = exchange(live.url, "GET", path, if_none_match=tag)
    assert (answer.status, answer.body) == (304, b"")


def test_no_content_is_none(live: Live) -> None:
    with live.client() as visitor:
        draft = visitor.post("/api/scenarios", json={"title": "t", "source": SPREAD}).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    answer = exchange(live.url, "DELETE", f"/api/scenarios/{draft}", cookie=cookie)
    assert (answer.status, answer.body) == (204, b"")


# ---- a site that fails ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failing:
    url: str
    database: str
    log: Path

    def execute(self, statement: str) -> None:
        if ON_SQLITE:
            with sqlite3.connect(urlsplit(database_url(self.database)).path) as sqlite:
                sqlite.execute(statement)
        else:
            with psycopg.connect(dbname=self.database, user="postgres", host=str(FOLDER)) as postgres:
                postgres.execute(statement.encode())

    def lose_database(self) -> None:
        """Let every question to the database end with an OperationalError."""
        if ON_SQLITE:
            self.execute("DROP TABLE scenarios_scenario")
            return
        with psycopg.connect(
            dbname="postgres", user="postgres", host=str(FOLDER), autocommit=True
        ) as postgres:
            postgres.execute(f'ALTER DATABASE "{self.database}" ALLOW_CONNECTIONS false'.encode())
            postgres.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [self.database]
            )


@pytest.fixture
def failing(postgres: None) -> Iterator[Failing]:
    """A web server alone, whose database may be broken; a browser may make one draft in an hour."""
    folder = Path(tempfile.mkdtemp(prefix="failing-", dir=FOLDER))
    environment = {
        "DATABASE_URL": database_url(folder.name),
        "REDIS_URL": f"unix://{folder}/nobody.sock",
        "DATA_DIR": str(folder),
        "LIMIT_DRAFTS": "1/hour",
    }
    if not ON_SQLITE:
        create_database(folder.name)
    manage(environment, "migrate", "--verbosity", "0")
    port = free_port()
    site = Failing(f"http://127.0.0.1:{port}", folder.name, folder / "web.log")

    def is_up() -> bool:
        try:
            return http.get(f"{site.url}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    with running(commands.web("127.0.0.1", port), environment, site.log):
        wait_for(is_up, "the web server answers", seconds=60)
        yield site


def test_limits_faults_and_a_lost_database(failing: Failing) -> None:
    with http.client(base_url=failing.url) as visitor:
        new = {"title": "t", "source": SPREAD}
        draft = visitor.post("/api/scenarios", json=new).raise_for_status().json()["id"]
        visitor.post("/api/scenarios", json=new).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    body = json.dumps(new).encode()
    refused = exchange(failing.url, "POST", "/api/scenarios", body, content_type=JSON, cookie=cookie)
    check(refused, 429)
    assert int(refused.headers["retry-after"]) > 0
    assert exchange(failing.url, "GET", "/readyz").status == 503
    check(exchange(failing.url, "GET", "/readyz"), 503, api=False)
    assert "Traceback" not in failing.log.read_text()

    failing.execute("UPDATE scenarios_scenario SET source = 'no zlib'")
    check(exchange(failing.url, "GET", f"/api/scenarios/{draft}", cookie=cookie), 500)
    check(exchange(failing.url, "GET", f"/w/{draft}/", cookie=cookie), 500, api=False)
    assert "zlib.error" in failing.log.read_text()

    failing.lose_database()
    for path in (f"/api/scenarios/{draft}", f"/w/{draft}/"):
        lost = exchange(failing.url, "GET", path, cookie=cookie)
        check(lost, 503, api=path.startswith("/api/"))
        assert int(lost.headers["retry-after"]) > 0
    assert "LocalProtocolError" not in failing.log.read_text()
