from __future__ import annotations

from django.urls import include, path

from webui.api import api

urlpatterns = [
    path("api/", api.urls),
    path("", include("webui.gallery.urls")),
    path("", include("webui.conformance.urls")),
    path("", include("webui.scenarios.urls")),
    path("", include("webui.sharing.urls")),
]
