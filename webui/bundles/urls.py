from __future__ import annotations

from django.urls import path

from webui.bundles.views import page_script

urlpatterns = [path("scripts/<slug:page>-<slug:digest>.js", page_script, name="bundle")]
