from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from webui.ground.language.views import catalogue_script

urlpatterns = [
    # Exempt, so that pages need no CSRF cookie: a forged request could change only the language.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("language/<slug:language>/<slug:digest>.js", catalogue_script, name="catalogue"),
]
