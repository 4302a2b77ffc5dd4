"""The ASGI application: `uvicorn webui.site.asgi:application`."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

import django
from django.conf import settings
from django.urls import path, re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")
sys.setswitchinterval(0.0005)  # seconds: a computing thread must not delay other requests
django.setup(set_prefix=False)  # before any import of a model

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - models are ready only now

import webui.site.urls  # noqa: E402, F401 - with all views: the first visitor must not wait for their import
from webui.core.runs import socket as runs  # noqa: E402
from webui.features.live import socket as live  # noqa: E402
from webui.features.present import socket as rooms  # noqa: E402
from webui.ground.lib.asgi import SynchronousHandler  # noqa: E402
from webui.ground.lib.departure import Departure  # noqa: E402
from webui.ground.lib.entrance import Entrance  # noqa: E402
from webui.ground.lib.origin import SameSiteWebsockets  # noqa: E402
from webui.ground.lib.request_body import RequestBodies  # noqa: E402
from webui.ground.telemetry import metrics  # noqa: E402
from webui.site.health import Alive  # noqa: E402
from webui.site.operating.collector import InstallationCollector  # noqa: E402
from webui.site.shared_responses import SharedResponses  # noqa: E402

addresses: dict[str, Any] = {  # Django's types know views alone
    "ws/runs/<uuid:run_id>": runs.watch,
    "ws/runs": runs.watch,
    "ws/rooms/<str:code>": rooms.sit,
    "ws/live/<uuid:cluster_id>": live.watch,
}
if settings.DEVELOPMENT:
    from webui.ground.dev.consumers import ChangesConsumer

    addresses["ws/changes"] = ChangesConsumer.as_asgi()
refuse: Any = runs.refuse
sockets = [*(path(address, socket) for address, socket in addresses.items()), re_path("", refuse)]

if settings.METRICS_PORT:
    metrics.serve(settings.METRICS_HOST, settings.METRICS_PORT, InstallationCollector())

application = ProtocolTypeRouter(
    {
        "http": Alive(SharedResponses(Departure(RequestBodies(Entrance(SynchronousHandler()))))),
        "websocket": SameSiteWebsockets(URLRouter(sockets)),
    }
)

gc.collect()
gc.freeze()  # code is here to stay: each look for cycles among it would take a tenth of a second
