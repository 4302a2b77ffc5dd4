from __future__ import annotations

from django.urls import path

from webui.ground.bundles.views import page_script, source_map

urlpatterns = [
    path("scripts/<path:name>-<slug:digest>.js", page_script, name="bundle"),
    path("scripts/<path:name>-<slug:digest>.js.map", source_map, name="source_map"),
]
