"""The operator's page and the figures for Prometheus."""

from __future__ import annotations

from django.contrib.auth.models import Permission, User
from django.test import Client
from prometheus_client import generate_latest
from prometheus_client.registry import CollectorRegistry

from tests.webui.conftest import Visitor
from webui.core.runs.models import Run
from webui.site.operating.collector import InstallationCollector


def operator(*permissions: str) -> Client:
    user = User.objects.create_user("operator")
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def queued_run(visitor: Visitor) -> Run:
    draft = visitor.draft()
    return Run.objects.get(pk=visitor.post(f"/api/scenarios/{draft['id']}/runs").json()["id"])


def test_who_may_not_see_it_does_not_learn_of_it(alice: Visitor) -> None:
    run = queued_run(alice)
    for client in (alice.client, operator()):
        assert client.get("/operator/").status_code == 404
        assert client.post(f"/operator/runs/{run.pk}/cancel/").status_code == 404
    run.refresh_from_db()
    assert run.status == Run.Status.QUEUED


def test_the_account_leads_to_it(alice: Visitor) -> None:
    assert 'href="/operator/"' in operator("view_run").get("/account/").content.decode()
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    assert "/operator/" not in client.get("/account/").content.decode()


def test_it_shows_what_waits_and_ends_it(alice: Visitor) -> None:
    run = queued_run(alice)
    client = operator("view_run", "change_run")
    page = client.get("/operator/").content.decode()
    assert "<b>1</b> run is waiting" in page
    assert str(run.pk) in page
    assert client.post(f"/operator/runs/{run.pk}/cancel/").status_code == 302
    run.refresh_from_db()
    assert run.status == Run.Status.CANCELLED


def test_who_may_only_look_has_no_button(alice: Visitor) -> None:
    run = queued_run(alice)
    client = operator("view_run")
    assert "Cancel</button>" not in client.get("/operator/").content.decode()
    assert client.post(f"/operator/runs/{run.pk}/cancel/").status_code == 404


def test_a_failed_run_has_its_error(alice: Visitor) -> None:
    run = Run.objects.get(pk=alice.run(alice.draft())["id"])
    run.status, run.error = Run.Status.FAILED, "the disk is full"
    run.save()
    assert "the disk is full" in operator("view_run").get("/operator/").content.decode()


def test_metrics_have_the_queue_and_recent_runs(alice: Visitor) -> None:
    alice.run(alice.draft())
    queued_run(alice)
    registry = CollectorRegistry()
    registry.register(InstallationCollector(close=False))
    lines = generate_latest(registry).decode().splitlines()
    assert "schedscope_database_up 1.0" in lines
    assert "schedscope_queue_length 1.0" in lines
    assert 'schedscope_recent_runs{status="finished"} 1.0' in lines
    assert any(line.startswith('schedscope_recent_run_seconds{quantile="0.95"} 0.') for line in lines)


def test_it_ends_other_work_too(alice: Visitor) -> None:
    link = alice.run(alice.draft())["snapshot"]
    upgrade = alice.post(f"/api/snapshots/{link}/upgrades", {"versions": "1.33..1.34"}).json()
    sweep = alice.post(f"/api/snapshots/{link}/sweeps", {"sweep": {"kind": "seeds", "seeds": 9}}).json()
    client = operator("view_run", "change_run")
    page = client.get("/operator/").content.decode()
    assert upgrade["id"] in page and sweep["id"] in page
    for kind, job in (("upgrade", upgrade), ("sweep", sweep)):
        assert alice.client.post(f"/operator/{kind}/{job['id']}/cancel/").status_code == 404
        assert client.post(f"/operator/{kind}/{job['id']}/cancel/").status_code == 302
        assert alice.get(f"/api/{kind}s/{job['id']}").json()["status"] == "cancelled"
    assert client.post(f"/operator/nothing/{upgrade['id']}/cancel/").status_code == 404
    assert upgrade["id"] not in client.get("/operator/").content.decode()
