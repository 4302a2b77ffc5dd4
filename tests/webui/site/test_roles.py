"""Every route, asked by every role: a new route is red until its row says who gets what.

A row is the method, the route as the resolver has it, and the status for each role:

* `stranger` has nothing but the address; `holder` is the browser that made the draft and shared the link;
* `other` is signed in and has nothing to do with it; `member` is of the team that may see the draft;
* `editor` is of a team that may change it; `keeper` has the recovery code of the link; `staff` runs the site.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from pytest_django import Settings

from tests.webui.clusters import DEPLOYMENT, SPREAD
from tests.webui.conftest import Visitor
from webui.core.accounts.models import Invitation
from webui.core.scenarios.models import Scenario
from webui.features.daytwo.models import Play
from webui.features.lint.models import Lint
from webui.features.live.models import FollowedCluster
from webui.features.notes.models import Note
from webui.features.sweeps.models import Sweep
from webui.features.upgrade.models import Upgrade
from webui.features.whatif.models import Inquiry
from webui.site.api import api

ROLES = ("stranger", "holder", "other", "member", "editor", "keeper", "staff")
SAME = "="  # as for a stranger: asked once, because the answer is slow to make
TABLE = Path(__file__).with_name("roles.txt")
POD = "default/web-1"
BODIES: dict[str, Any] = {
    "POST api/scenarios": {"title": "t", "source": SPREAD},
    "PUT api/scenarios/<uuidstr:scenario_id>": {"title": "new"},
    "PUT api/scenarios/<uuidstr:scenario_id>/team": {"team": None},
    "POST api/validate": {"source": SPREAD},
    "POST api/outline": {"source": SPREAD},
    "POST api/edit": {"source": SPREAD, "operations": []},
    "POST api/messages": {"text": "0/1 nodes are available: 1 Insufficient cpu."},
    "POST api/lint": {"source": SPREAD},
    "POST api/try-on": {"source": DEPLOYMENT},
    "PUT api/snapshots/<snapshot_id>/sharing": {"days": 7},
    "POST api/snapshots/<snapshot_id>/share": {"visibility": "public"},
    "POST api/snapshots/<snapshot_id>/upgrades": {"versions": "1.33..1.34"},
    "POST api/snapshots/<snapshot_id>/jobs": {"kind": "upgrade", "versions": "1.33..1.34"},
    "POST api/snapshots/<snapshot_id>/sweeps": {"sweep": {"kind": "seeds", "seeds": 2}},
    "POST api/snapshots/<snapshot_id>/plays": {"steps": [{"wait": 1}]},
    "POST api/snapshots/<snapshot_id>/notes": {"text": "Why?"},
    "PUT api/snapshots/<snapshot_id>/notes/<uuidstr:note_id>": {"text": "So."},
    "PUT api/live/<uuidstr:cluster_id>/team": {"team": None},
    "POST api/steps": {"source": "steps: [{wait: 1}]"},
    "POST api/runs/<uuidstr:run_id>/inquiries": {"pod": POD},
    "POST api/runs/<uuidstr:run_id>/cures": {"workload": "default/none"},
    "POST api/runs/<uuidstr:run_id>/cycles/<int:n>/event": {"message": "0/1 nodes are available."},
}
OTHER_VALUES = {"api/teams/<int:team_id>/members/<name>": {"name": "editor"}}
QUERIES = {
    "api/scenarios/<uuidstr:scenario_id>/replica": f"?pod={POD}",
    "api/snapshots/<snapshot_id>/second-try": "?pod=default/web-0",
    "api/live/<uuidstr:cluster_id>/moment": "?at=2026-01-01T00:00:00Z",
    "api/compare/<a>..<b>/cycle": f"?pod={POD}",
    "api/runs/<uuidstr:run_id>/explanation": f"?pod={POD}",
    "api/runs/<uuidstr:run_id>/queue/pod": "?pod=default/none",
    "api/runs/<uuidstr:run_id>/queue/workload": "?workload=default/none",
    "api/runs/<uuidstr:run_id>/cycles/<int:n>/explain": "?point=Filter&plugin=NodeName&node=node2",
    "api/runs/<uuidstr:run_id>/cycles/<int:n>/facts": "?of=weight:NodeResourcesFit",
}


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the method and the route of all patterns of the resolver; pages are asked by GET and by POST."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            for method in methods(route):
                yield method, route


@cache
def described() -> dict[str, list[str]]:
    """Return the methods of the API's paths, as its description has them."""
    paths = api.get_openapi_schema()["paths"]
    return {path: [method.upper() for method in operations] for path, operations in paths.items()}


def methods(route: str) -> list[str]:
    """Return the methods of a route: those that the API describes, and GET and POST of everything else."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{route}")
    return described().get(path, ["GET", "POST"])


def table() -> dict[tuple[str, str], dict[str, int]]:
    rows = {}
    for line in TABLE.read_text().splitlines()[1:]:
        method, route, *statuses = line.split()
        columns = {role: int(status) for role, status in zip(ROLES, statuses, strict=True) if status != SAME}
        rows[method, route.removeprefix("/")] = columns
    return rows


@dataclass
class World:
    """Who there is, what the parameters of routes stand for, and the draft with the teams that may see it."""

    visitors: dict[str, Visitor]
    values: dict[str, str]
    key: str

    def status(self, role: str, method: str, route: str) -> int:
        """Return the status of the answer to a role; what it changes is undone."""
        client = self.visitors[role].client
        headers = {"authorization": f"Bearer {self.key}"} if role == "keeper" else {}
        body = b"" if method == "GET" else json.dumps(BODIES.get(f"{method} {route}", {})).encode()
        with transaction.atomic():
            self._share(role)
            cookies = SimpleCookie(client.cookies)
            answer = client.generic(method, self.address(route), body, "application/json", headers=headers)
            client.cookies = cookies
            transaction.set_rollback(True)
        return int(answer.status_code)

    def address(self, route: str) -> str:
        values = self.values | OTHER_VALUES.get(route, {})
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: values[match[1]], route)
        return f"/{path}{QUERIES.get(route, '')}"

    def _share(self, role: str) -> None:
        """Share the draft with the team, whose members may change it if they are asked as editors."""
        team = Group.objects.get(name="team")
        Scenario.objects.filter(pk=self.values["scenario_id"]).update(team=team, team_edits=role == "editor")


def sweep_of(snapshot: str) -> uuid.UUID:
    specification = json.dumps({"kind": "seeds", "seeds": 1})
    return Sweep.objects.create(snapshot_id=snapshot, specification=specification, points=1).pk


def invitation_to(team: Group) -> Invitation:
    users = User.objects.in_bulk(["other", "member"], field_name="username")
    return Invitation.objects.create(team=team, user=users["other"], by=users["member"])


def followed_cluster(team: Group) -> FollowedCluster:
    """Return a cluster of the editor's, which their team sees."""
    owner = User.objects.get(username="editor")
    return FollowedCluster.objects.create(name="prod", uid="1", user=owner, team=team)


@pytest.fixture
def world(alice: Visitor) -> World:
    draft = alice.draft()
    run = alice.run(draft)
    snapshot = run["snapshot"]
    team = Group.objects.create(name="team")
    visitors = {"stranger": Visitor(), "holder": alice, "keeper": Visitor()}
    for role in ("other", "member", "editor", "staff"):
        is_staff = role == "staff"
        user = User.objects.create(username=role, is_staff=is_staff, is_superuser=is_staff)
        user.groups.set([team] if role in ("member", "editor") else [])
        visitors[role] = Visitor()
        visitors[role].client.force_login(user)
    values = {
        "scenario_id": draft["id"],
        "run_id": run["id"],
        **dict.fromkeys(("snapshot_id", "a", "b"), snapshot),
        **dict.fromkeys(("upgrade_id", "job_id"), str(Upgrade.objects.create(snapshot_id=snapshot).pk)),
        "play_id": str(Play.objects.create(snapshot_id=snapshot, steps="[]", seed=1, seeds=0).pk),
        "lint_id": str(Lint.objects.create(digest="x").pk),
        "sweep_id": str(sweep_of(snapshot)),
        "inquiry_id": str(Inquiry.objects.create(run_id=run["id"], pod="default/web-0").pk),
        "trial_id": str(trial_of(run["id"]).pk),
        "cluster_id": str(followed_cluster(team).pk),
        "team_id": str(team.pk),
        "invitation_id": str(invitation_to(team).pk),
        **dict.fromkeys(("n", "number", "point"), "0"),
        "name": "totals",
        "kind": "yaml",
        "note_id": str(Note.objects.create(snapshot_id=snapshot, text="x", created=timezone.now()).pk),
        **dict.fromkeys(("slug", "page", "digest", "rest", "code", "node"), "x"),
        "language": "zh-hans",
    }
    return World(visitors, values, alice.post(f"/api/snapshots/{snapshot}/key").json()["key"])


def trial_of(run: str) -> Inquiry:
    question = json.dumps({"what": "nothing", "operations": []})
    return Inquiry.objects.create(run_id=run, kind=Inquiry.Kind.TRIAL, question=question)


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert set(table()) == set(routes())


def test_each_role_gets_what_its_column_says(world: World) -> None:
    rows = table()
    answers = {
        route: {role: world.status(role, *route) for role in statuses} for route, statuses in rows.items()
    }
    assert answers == rows


def test_the_sockets_of_runs_and_rooms_are_open_to_everybody(settings: Settings) -> None:
    from webui.site.asgi import application, sockets

    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    patterns = [str(pattern.pattern) for pattern in sockets]
    assert patterns == [
        "ws/runs/<uuid:run_id>",
        "ws/runs",
        "ws/rooms/<str:code>",
        "ws/live/<uuid:cluster_id>",
        "",  # refuses
    ]

    async def first_answer() -> str:
        path = "/ws/runs/5f0c1a52-0000-4000-8000-000000000000"
        scope = {"type": "websocket", "path": path, "query_string": b"after=x", "headers": []}
        socket = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
        await socket.send_input({"type": "websocket.connect"})  # type: ignore[no-untyped-call]
        return str((await socket.receive_output())["type"])  # type: ignore[no-untyped-call]

    assert asyncio.run(first_answer()) == "websocket.accept"
