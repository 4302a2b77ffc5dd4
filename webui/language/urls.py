from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from webui.language.views import catalogue_script

urlpatterns = [
    # Without a token no page has to set a cookie for it; all that a forged request could change is the language.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("language/<slug:language>/<slug:digest>.js", catalogue_script, name="catalogue"),
]
