from __future__ import annotations

from django.urls import include, path

from webui.site.api import api

urlpatterns = [
    path("api/", api.urls),
    path("", include("webui.gallery.urls")),
    path("", include("webui.bundles.urls")),
    path("", include("webui.language.urls")),
    path("", include("webui.glossary.urls")),
    path("", include("webui.conformance.urls")),
    path("", include("webui.accounts.urls")),
    path("", include("webui.comparing.urls")),  # before pages: a..b is no snapshot's id
    path("", include("webui.upgrading.urls")),
    path("", include("webui.repairing.urls")),
    path("", include("webui.daytwo.urls")),
    path("", include("webui.sweeps.urls")),
    path("", include("webui.linting.urls")),
    path("", include("webui.decoding.urls")),
    path("", include("webui.exports.urls")),
    path("", include("webui.trying.urls")),
    path("", include("webui.operating.urls")),
    path("", include("webui.pages.urls")),
]
