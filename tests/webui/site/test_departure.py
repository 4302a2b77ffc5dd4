"""What is computed for a client that has left stops."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from scheduler_core.contract import LintReport
from tests.services.waiting import wait_for
from webui.features.lint.check import checked
from webui.ground.lib.asgi import Message, Scope
from webui.ground.lib.departure import ClientLeft

LARGE = """
apiVersion: v1
kind: Node
metadata: {name: node1}
status: {allocatable: {cpu: "8", memory: 16Gi, pods: "110"}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 9000
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
"""
BODY = json.dumps({"source": LARGE}).encode()
SCOPE: Scope = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": "/api/lint",
    "raw_path": b"/api/lint",
    "root_path": "",
    "query_string": b"",
    "headers": [
        (b"host", b"localhost"),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(BODY)).encode()),
    ],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 8000),
}


@pytest.mark.django_db(transaction=True)
def test_a_request_whose_client_has_left_is_not_computed_to_its_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.site.asgi import application

    settings.REQUEST_SECONDS = 600
    sent, begun, ends = list[Message](), threading.Event(), list[str]()

    def observed(*arguments: Any) -> LintReport:
        begun.set()
        try:
            return checked(*arguments)
        except BaseException as error:
            ends.append(type(error).__name__)
            raise

    monkeypatch.setattr("webui.features.lint.api.checked", observed)

    async def leave_when_it_has_begun() -> None:
        body: list[Message] = [{"type": "http.request", "body": BODY, "more_body": False}]

        async def receive() -> Message:
            if body:
                return body.pop()
            await asyncio.to_thread(begun.wait, 30)
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await application(SCOPE, receive, send)

    asyncio.run(leave_when_it_has_begun())
    wait_for(lambda: ends, "the view ends without an answer")
    assert ends == [ClientLeft.__name__]
    assert sent == []
