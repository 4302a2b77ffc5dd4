"""Who is told over the socket when there is something to look at."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import User
from django.test import Client

from webui.features.live.models import FollowedCluster

PATIENCE = 30.0  # seconds, for a machine that is busy


def told(cluster_id: uuid.UUID, user: User | None) -> dict[str, Any]:
    """Return the first message after the socket is open."""
    from webui.site.asgi import application

    client = Client()
    if user is not None:
        client.force_login(user)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode())]
    scope = {"type": "websocket", "path": f"/ws/live/{cluster_id}", "query_string": b"", "headers": headers}

    async def first() -> dict[str, Any]:
        socket = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
        await socket.send_input({"type": "websocket.connect"})  # type: ignore[no-untyped-call]
        assert (await socket.receive_output(PATIENCE))["type"] == "websocket.accept"  # type: ignore[no-untyped-call]
        message: dict[str, Any] = await socket.receive_output(PATIENCE)  # type: ignore[no-untyped-call]
        await socket.send_input({"type": "websocket.disconnect"})  # type: ignore[no-untyped-call]
        await socket.wait(PATIENCE)  # type: ignore[no-untyped-call]
        return message

    return async_to_sync(first)()  # in this thread, which has the test's connection to the database


@pytest.mark.django_db
def test_it_tells_whoever_sees_the_page_and_is_closed_for_others_as_if_there_were_no_such_cluster() -> None:
    owner, other = (User.objects.create_user(name) for name in ("owner", "other"))
    private = FollowedCluster.objects.create(name="private", uid="1", user=owner, last=17).pk
    everybodys = FollowedCluster.objects.create(name="open", uid="2", open=True, last=5).pk
    closed = {"type": "websocket.close", "code": 4404}
    assert told(private, owner)["text"] == '{"look":17,"state":"stopped"}'
    assert [told(private, user) for user in (other, None)] == [closed, closed]
    assert told(everybodys, None)["text"] == '{"look":5,"state":"stopped"}'
    assert told(uuid.uuid4(), owner) == closed
