"""What is handed on of a cluster besides the answer: manifests, an offline page, a link on a server."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from pytest_django.live_server_helper import LiveServer

from tests.dumps import PASSWORD
from webui.core.scenarios.models import Scenario

from .conftest import Recorded
from .fake_kubectl import RECORDED

POD = next(pod for pod in json.loads((RECORDED / "events.json").read_text()) if "/train-" in pod)


def test_what_was_read_is_saved_beside_the_answer(cluster: Recorded, tmp_path: Path) -> None:
    file = tmp_path / "cluster.yaml"
    code, out, _ = cluster.ask("why", POD, "--save", str(file))
    assert (code, out.startswith(f"x {POD} waits")) == (1, True)
    assert {"Pod", "Node"} <= {manifest["kind"] for manifest in yaml.safe_load_all(file.read_text())}


def test_an_offline_page_opens_at_the_pod(cluster: Recorded, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    code, _, err = cluster.ask("why", POD, "--save", str(file))
    assert (code, err) == (1, f"{file}: open it in a browser, it needs no network\n")
    page = file.read_text()
    boot = embedded(page, "boot")
    assert boot["snapshot"]["kubernetes_version"] == "1.36"
    assert boot["still"].endswith(f"?pod={POD.replace('/', '%2F')}")
    views = [path for path in embedded(page, "answers") if path.endswith("/view?form=columns")]
    assert len(views) == boot["run"]["cycles"] == 6
    assert 'id="open"' not in page, "it is on no site"


def embedded(page: str, name: str) -> Any:
    match = re.search(rf'id="{name}"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


@pytest.mark.django_db(transaction=True)
def test_a_link_on_a_server_of_ones_own(cluster: Recorded, live_server: LiveServer) -> None:
    _, _, err = cluster.ask("why", POD, "--to", f"{live_server.url}/")
    match = re.fullmatch(rf"{live_server.url}/x/(\w+)/\?pod=default%2Ftrain-.*\n", err)
    assert match is not None
    stored = httpx.get(f"{live_server.url}/api/snapshots/{match[1]}", timeout=60).json()
    assert (stored["title"], stored["kubernetes_version"]) == (POD.partition("/")[2], "1.36")
    assert stored["summary"]["nodes"] == 6


@pytest.mark.django_db(transaction=True)
def test_nothing_secret_is_sent(
    cluster: Recorded, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    objects = json.loads((RECORDED / "objects.json").read_text())
    for item in objects["items"]:
        item["metadata"].setdefault("annotations", {})["token"] = PASSWORD
        for container in item.get("spec", {}).get("containers", []):
            container |= {"env": [{"name": "TOKEN", "value": PASSWORD}], "args": [PASSWORD]}
    (tmp_path / "objects.json").write_text(json.dumps(objects))
    monkeypatch.setenv("FAKE_OBJECTS", str(tmp_path / "objects.json"))
    cluster.ask("why", POD, "--to", live_server.url)
    sent = Scenario.objects.get()  # so short a source is stored as it was sent
    assert "train-" in sent.source
    assert PASSWORD not in sent.title + sent.source


def test_what_a_server_refuses_or_cannot_be_reached_is_said(cluster: Recorded) -> None:
    code, out, err = cluster.ask("why", POD, "--to", "http://127.0.0.1:9")
    assert (code, out.startswith(f"x {POD} waits")) == (2, True), "the answer is there all the same"
    assert "http://127.0.0.1:9/api/scenarios: " in err
    code, _, err = cluster.ask("why", POD, "--to", "example.com")
    assert (code, err) == (2, "--to: must begin with http:// or https://; got example.com\n")


def test_without_the_web_application_the_extra_is_named(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "webui", None)
    monkeypatch.delitem(sys.modules, "webui.config", raising=False)
    code, _, err = cluster.ask("open")
    assert code == 2
    assert "without a server (--to URL) an offline page needs the web application" in err
    assert "schedscope[server]" in err
