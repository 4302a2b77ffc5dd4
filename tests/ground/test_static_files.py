"""Static files: kept by browsers for good under the address of today, never under another."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest

from tests.ground.launcher import Launcher
from tests.services import http
from webui.config.environment import contents

STATIC = Path(__file__).resolve().parents[2] / "static"
STYLE = r'href="(/static/[0-9a-f]{12}/css/base\.css)"'
SCRIPT = r'src="(/scripts/home-[0-9a-f]{16}\.js)"'


@pytest.mark.parametrize("address", [STYLE, SCRIPT])
def test_the_addresses_of_a_page_are_kept_for_good(up: Launcher, address: str) -> None:
    match = re.search(address, http.get(f"{up.url}/").text)
    assert match
    answer = http.get(up.url + match[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    again = http.get(up.url + match[1], headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_page_from_before_an_update_gets_the_file_and_asks_again(up: Launcher) -> None:
    for path in ("/static/0123456789ab/js/lib/shell.js", "/static/js/lib/shell.js"):
        answer = http.get(up.url + path)
        assert answer.status_code == 200, path
        assert "max-age=0" in answer.headers["cache-control"], path


def test_what_is_not_there_is_not_kept(up: Launcher) -> None:
    answer = http.get(f"{up.url}/static/0123456789ab/js/nothing.js")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("cache-control", "")


@pytest.mark.parametrize("path", ["vendor/plotly/plotly.min.js", "css/base.css"])
def test_texts_are_compressed_for_those_who_take_it(up: Launcher, path: str) -> None:
    plain = http.get(f"{up.url}/static/{path}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", f"{up.url}/static/{path}", headers={"accept-encoding": "gzip"}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(sent) < len(plain.content) / 2
    assert gzip.decompress(sent) == plain.content
    assert "accept-encoding" in answer.headers["vary"].lower()


@pytest.mark.parametrize(("path", "most"), [("/", 8_000), ("/cases/", 60_000), ("/api/gallery", 60_000)])
def test_pages_and_answers_are_compressed_for_those_who_take_it(up: Launcher, path: str, most: int) -> None:
    plain = http.get(up.url + path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", up.url + path, headers={"accept-encoding": "gzip"}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert len(sent) < most
    assert len(gzip.decompress(sent)) == len(plain.content)


def test_style_sheets_use_only_properties_that_are_set() -> None:
    styles = "".join(path.read_text() for path in (STATIC / "css").glob("*.css"))
    scripts = "".join(path.read_text() for path in (STATIC / "js").rglob("*.js"))
    templates = "".join(path.read_text() for path in (STATIC.parent / "webui").rglob("*.html"))
    used = set(re.findall(r"var\((--[\w-]+)\)", styles))
    assert used
    for name in used:
        assert re.search(rf"{name}[\"']?:", styles + scripts + templates) or f'"{name}"' in scripts, name


def test_the_version_follows_the_contents(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    page = tmp_path / "js" / "page.js"
    page.write_text("one")
    before = contents(tmp_path)
    assert contents(tmp_path) == before
    page.write_text("two")
    assert contents(tmp_path) != before
