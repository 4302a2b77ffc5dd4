from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.services.pages import Visitors
from tests.webui.conftest import Visitor
from webui.site.api import api

PROMISED = {
    "/api/live": {"get"},
    "/api/live/{cluster_id}": {"get"},
    "/api/live/{cluster_id}/entries": {"get"},
    "/api/live/{cluster_id}/hours": {"get"},
    "/api/live/{cluster_id}/map": {"get"},
    "/api/live/{cluster_id}/moment": {"get"},
    "/api/live/{cluster_id}/nodes/{name}": {"get"},
    "/api/live/{cluster_id}/open": {"post"},
    "/api/live/{cluster_id}/team": {"put"},
    "/api/scenarios": {"get", "post"},
    "/api/scenarios/{scenario_id}": {"get", "put", "delete"},
    "/api/scenarios/{scenario_id}/runs": {"get", "post"},
    "/api/scenarios/{scenario_id}/replica": {"get"},
    "/api/scenarios/{scenario_id}/duplicate": {"post"},
    "/api/validate": {"post"},
    "/api/outline": {"post"},
    "/api/edit": {"post"},
    "/api/plugins": {"get"},
    "/api/import/fields": {"get"},
    "/api/account": {"get"},
    "/api/teams/{team_id}/members/{name}": {"delete"},
    "/api/invitations/{invitation_id}": {"delete"},
    "/api/invitations/{invitation_id}/accept": {"post"},
    "/api/scenarios/{scenario_id}/team": {"get", "put"},
    "/api/snapshots/{snapshot_id}": {"get", "delete"},
    "/api/snapshots/{snapshot_id}/sharing": {"get", "put"},
    "/api/snapshots/{snapshot_id}/key": {"post"},
    "/api/snapshots/{snapshot_id}/share": {"post"},
    "/api/snapshots/{snapshot_id}/second-try": {"get"},
    "/api/snapshots/{snapshot_id}/variants": {"post"},
    "/api/snapshots/{snapshot_id}/jobs": {"post"},
    "/api/jobs/{job_id}": {"get"},
    "/api/jobs/{job_id}/cancel": {"post"},
    "/api/snapshots/{snapshot_id}/upgrades": {"post"},
    "/api/upgrades/{upgrade_id}": {"get"},
    "/api/snapshots/{snapshot_id}/plays": {"post"},
    "/api/upgrades/{upgrade_id}/cancel": {"post"},
    "/api/lints/{lint_id}": {"get"},
    "/api/lints/{lint_id}/cancel": {"post"},
    "/api/plays/{play_id}": {"get"},
    "/api/plays/{play_id}/cancel": {"post"},
    "/api/plays/{play_id}/moments/{number}/open": {"post"},
    "/api/snapshots/{snapshot_id}/sweeps": {"get", "post"},
    "/api/sweeps/{sweep_id}": {"get"},
    "/api/sweeps/{sweep_id}.csv": {"get"},
    "/api/sweeps/{sweep_id}/cancel": {"post"},
    "/api/sweeps/{sweep_id}/points/{point}/open": {"post"},
    "/api/steps": {"post"},
    "/api/compare/{a}..{b}": {"get"},
    "/api/compare/{a}..{b}/cycle": {"get"},
    "/api/compare/{a}..{b}/outcomes": {"get"},
    "/api/snapshots/{snapshot_id}/fork": {"post"},
    "/api/runs/{run_id}": {"get"},
    "/api/runs/{run_id}/cancel": {"post"},
    "/api/runs/{run_id}/events": {"get"},
    "/api/runs/{run_id}/pods": {"get"},
    "/api/runs/{run_id}/causes": {"get"},
    "/api/runs/{run_id}/queue": {"get"},
    "/api/runs/{run_id}/queue/pod": {"get"},
    "/api/runs/{run_id}/queue/workload": {"get"},
    "/api/runs/{run_id}/cures": {"post"},
    "/api/cures/{inquiry_id}": {"get"},
    "/api/cures/{inquiry_id}/cancel": {"post"},
    "/api/cures/{inquiry_id}/changes/{number}/try": {"post"},
    "/api/runs/{run_id}/admission": {"get"},
    "/api/runs/{run_id}/cluster": {"get"},
    "/api/runs/{run_id}/overview": {"get"},
    "/api/runs/{run_id}/expectations": {"get"},
    "/api/runs/{run_id}/cycles/{n}": {"get"},
    "/api/runs/{run_id}/cycles/{n}/gang": {"get"},
    "/api/runs/{run_id}/cycles/{n}/gang/order": {"get"},
    "/api/runs/{run_id}/cycles/{n}/view": {"get"},
    "/api/runs/{run_id}/cycles/{n}/explain": {"get"},
    "/api/runs/{run_id}/cycles/{n}/event": {"post"},
    "/api/runs/{run_id}/cycles/{n}/facts": {"get"},
    "/api/runs/{run_id}/cycles/{n}/figures/{name}": {"get"},
    "/api/gallery": {"get"},
    "/api/lessons/{slug}": {"get"},
    "/api/lessons/{slug}/tries": {"get"},
    "/api/lessons/{slug}/source": {"get"},
    "/api/runs/{run_id}/lesson": {"get"},
    "/api/runs/{run_id}/issue": {"get"},
    "/api/rooms": {"post"},
    "/api/rooms/{code}": {"get"},
    "/api/snapshots/{snapshot_id}/notes": {"get", "post"},
    "/api/snapshots/{snapshot_id}/notes/{note_id}": {"put", "delete"},
    "/api/runs/{run_id}/lesson/tries": {"get"},
    "/api/runs/{run_id}/by-hand": {"get"},
    "/api/clusters": {"get"},
    "/api/messages": {"post"},
    "/api/lint": {"post"},
    "/api/snapshots/{snapshot_id}/findings": {"get"},
    "/api/runs/{run_id}/explanation": {"get"},
    "/api/runs/{run_id}/inquiries": {"post"},
    "/api/runs/{run_id}/changes/try": {"post"},
    "/api/inquiries/{inquiry_id}": {"get"},
    "/api/inquiries/{inquiry_id}/cancel": {"post"},
    "/api/inquiries/{inquiry_id}/repairs/{number}/try": {"post"},
    "/api/trials/{trial_id}": {"get"},
    "/api/trials/{trial_id}/cancel": {"post"},
    "/api/trials/{trial_id}/copy": {"post"},
    "/api/runs/{run_id}/cluster-inquiries": {"post"},
    "/api/cluster-inquiries/{inquiry_id}": {"get"},
    "/api/cluster-inquiries/{inquiry_id}/cancel": {"post"},
    "/api/runs/{run_id}/queues": {"post"},
    "/api/queues/{inquiry_id}": {"get"},
    "/api/queues/{inquiry_id}/cancel": {"post"},
    "/api/try-on": {"post"},
}


def test_it_describes_every_promised_path() -> None:
    paths = api.get_openapi_schema()["paths"]
    assert {path: set(methods) for path, methods in paths.items()} == PROMISED


def test_it_describes_each_kind_of_event() -> None:
    schema = str(api.get_openapi_schema()["components"]["schemas"]["EventsOut"])
    for kind in ("run.started", "cycle.started", "point.finished", "cycle.finished", "run.finished"):
        assert kind in schema


def test_every_refusal_is_described_in_one_shape() -> None:
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    schema = response["content"]["application/json"]["schema"]
                    assert schema["$ref"].endswith("/ErrorsOut"), (method, path, status)


@pytest.mark.django_db
def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = Visitor().get("/api/docs").content.decode()
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or "application/json" in script for script in scripts)


def test_the_page_works_under_our_policy(open_page: Visitors) -> None:
    page = open_page()
    page.goto("/api/docs")
    expect(page.get_by_text("/api/scenarios/{scenario_id}/runs").first).to_be_visible()
