from __future__ import annotations

from django.urls import path

from webui.ground.bundles.views import page_script, source_map

urlpatterns = [
    path("scripts/<slug:page>-<slug:digest>.js", page_script, name="bundle"),
    path("scripts/<slug:page>-<slug:digest>.js.map", source_map, name="source_map"),
]
