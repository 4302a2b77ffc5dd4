from __future__ import annotations

from django.urls import path

from webui.ground.glossary.views import glossary, glossary_script

urlpatterns = [
    path("glossary/", glossary, name="glossary"),
    path("glossary/<slug:language>/<slug:digest>.js", glossary_script, name="glossary_script"),
]
