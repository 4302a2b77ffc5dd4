"""What is computed for a client that has left stops."""

from __future__ import annotations

import asyncio
import json

import pytest
from prometheus_client import REGISTRY
from pytest_django.fixtures import Settings

from tests.services.waiting import wait_for
from webui.lib.asgi import Message, Scope

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


def stopped() -> float:
    labels = {"method": "POST", "route": "api/lint", "status": "499"}
    return REGISTRY.get_sample_value("schedscope_http_requests_total", labels) or 0.0


@pytest.mark.django_db(transaction=True)
def test_a_request_whose_client_has_left_is_not_computed_to_its_end(settings: Settings) -> None:
    from webui.site.asgi import application

    settings.REQUEST_SECONDS = 600
    before, sent = stopped(), list[Message]()

    async def leave_after_asking() -> None:
        messages = [{"type": "http.request", "body": BODY, "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> Message:
            return messages.pop(0) if messages else await asyncio.Event().wait() or {}

        async def send(message: Message) -> None:
            sent.append(message)

        await application(SCOPE, receive, send)

    asyncio.run(leave_after_asking())
    wait_for(lambda: stopped() > before, "the view ends without an answer")
    assert sent == []
