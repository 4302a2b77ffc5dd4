from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = []
if find_spec("webui.api"):
    urlpatterns.append(path("api/", import_module("webui.api").api.urls))
for app in ("gallery", "scenarios", "sharing", "runs"):
    if find_spec(f"webui.{app}.urls"):
        urlpatterns.append(path("", include(f"webui.{app}.urls")))
