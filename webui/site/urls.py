from __future__ import annotations

from django.urls import include, path

from webui.site.api import api

urlpatterns = [
    path("api/", api.urls),
    path("", include("webui.features.gallery.urls")),
    path("", include("webui.ground.bundles.urls")),
    path("", include("webui.ground.language.urls")),
    path("", include("webui.ground.glossary.urls")),
    path("", include("webui.features.conformance.urls")),
    path("", include("webui.features.learn.urls")),
    path("", include("webui.features.present.urls")),
    path("", include("webui.features.byhand.urls")),
    path("", include("webui.core.accounts.urls")),
    path("", include("webui.features.compare.urls")),  # before pages: a..b is no snapshot's id
    path("", include("webui.features.upgrade.urls")),
    path("", include("webui.features.whatif.urls")),
    path("", include("webui.features.daytwo.urls")),
    path("", include("webui.features.live.urls")),
    path("", include("webui.features.sweeps.urls")),
    path("", include("webui.features.lint.urls")),
    path("", include("webui.features.messages.urls")),
    path("", include("webui.features.exports.urls")),
    path("", include("webui.features.samples.urls")),
    path("", include("webui.site.operating.urls")),
    path("", include("webui.features.workbench.urls")),
]
