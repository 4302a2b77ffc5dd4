"""A dump as kubectl prints it: what scheduling reads of it is stored, once and compressed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection

from tests.dumps import PASSWORD, kubectl_list
from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor
from webui.core.scenarios import source as sources
from webui.core.snapshots import freeze
from webui.core.snapshots.models import Snapshot


@pytest.fixture
def dump(monkeypatch: pytest.MonkeyPatch) -> str:
    """The text of a dump that counts as large."""
    monkeypatch.setattr(sources, "WRITTEN_MAX", 1000)
    monkeypatch.setattr(freeze, "WRITTEN_MAX", 1000)
    dump = kubectl_list(nodes=2, pods=1, waiting=2)
    dump["items"] += [LEASE, CONFIG, {"expect": EXPECT}]
    return json.dumps(dump, indent=4)


LEASE = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "n1"}}
EXPECT = [{"pod": "shop/web-1", "pending": True}]
CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}


def stored_bytes(table: str, column: str, key: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT LENGTH({column}) FROM {table} WHERE id = %s", [key])
        return int(cursor.fetchone()[0])


def test_only_what_scheduling_reads_is_stored(alice: Visitor, dump: str) -> None:
    draft = alice.draft(dump)
    assert PASSWORD in dump
    assert PASSWORD not in draft["source"]
    assert "managedFields" not in draft["source"]
    assert draft["left_out"]["objects"] == {"Secret": 1, "Lease": 1}
    assert draft["left_out"]["fields"]["metadata.managedFields"] > 0
    assert draft["summary"]["pods"] == 3


def test_the_reduced_dump_runs_as_the_whole(
    alice: Visitor, dump: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reduced = alice.run(alice.draft(dump))
    monkeypatch.setattr(sources, "WRITTEN_MAX", 10**9)
    whole = alice.run(alice.draft(dump))
    runs = [alice.get(f"/api/runs/{run['id']}").json() for run in (reduced, whole)]
    assert runs[0]["placed"] == runs[1]["placed"] == 2
    logs = [alice.get(f"/api/runs/{run['id']}/events").content for run in (reduced, whole)]
    assert logs[0].replace(reduced["id"].encode(), b"") == logs[1].replace(whole["id"].encode(), b"")


def test_the_source_is_kept_once(alice: Visitor, dump: str) -> None:
    draft = alice.draft(dump)
    run = alice.run(draft)
    snapshot = Snapshot.objects.get(pk=run["snapshot"])
    assert snapshot.parsed["source"] is None
    draft_source = alice.get(f"/api/snapshots/{snapshot.pk}").json()["source"]
    assert json.loads(draft_source)["items"][-1] == {"expect": EXPECT}
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["source"] == draft_source
    assert alice.post(f"/api/snapshots/{snapshot.pk}/fork").json()["source"] == draft_source


def test_a_written_source_stays_as_it_is(alice: Visitor) -> None:
    written = f"# my cluster\n{SPREAD}"
    draft = alice.draft(written)
    assert draft["source"] == written
    assert draft["left_out"] == {"fields": {}, "objects": {}}
    run = alice.run(draft)
    assert Snapshot.objects.get(pk=run["snapshot"]).parsed["source"] == written


def test_texts_are_compressed(alice: Visitor) -> None:
    source = SPREAD + "# the same words again and again\n" * 1000
    draft = alice.draft(source)
    run = alice.run(draft)
    key = draft["id"] if connection.vendor == "postgresql" else draft["id"].replace("-", "")
    assert stored_bytes("scenarios_scenario", "source", key) < len(source) / 10
    assert stored_bytes("sharing_snapshot", "document", run["snapshot"]) < len(source) / 10


def test_errors_of_a_large_dump_name_its_lines(alice: Visitor, dump: str) -> None:
    broken = dump.replace('"cpu": "', '"cpu": "x', 1)
    line = broken[: broken.index('"cpu": "x')].count("\n") + 1
    answer = alice.post("/api/scenarios", {"title": "Broken", "source": broken})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["line"] == line


def test_a_client_that_has_the_source_gets_none(alice: Visitor) -> None:
    answer = alice.post("/api/scenarios", {"source": SPREAD}, prefer="return=minimal")
    assert answer["Preference-Applied"] == "return=minimal"
    assert answer.json()["source"] == ""
    assert alice.get(f"/api/scenarios/{answer.json()['id']}").json()["source"] == SPREAD


def test_what_is_stored_has_a_limit(alice: Visitor, dump: str, settings: Any) -> None:
    settings.SCENARIO_MAX_BYTES, settings.REQUEST_MAX_BYTES = 500, 10**6
    answer = alice.post("/api/scenarios", {"source": dump})
    assert answer.status_code == 413
    assert "the input has" in answer.json()["errors"][0]["message"]
