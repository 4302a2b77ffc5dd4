from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from webui.features.messages.views import message

# Exempt, so that the page needs no CSRF cookie: nothing is stored.
urlpatterns = [path("message/", csrf_exempt(message), name="message")]
