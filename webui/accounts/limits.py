"""Slowing down those who guess passwords."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from webui.accounts.models import FailedSignIn

MOST_FAILURES = 10
WITHIN = timedelta(minutes=10)


def refused(request: HttpRequest, name: str) -> bool:
    """Too many wrong passwords for this name from this address."""
    since = timezone.now() - WITHIN
    return FailedSignIn.objects.filter(who=_who(request, name), at__gt=since).count() >= MOST_FAILURES


def failed(request: HttpRequest, name: str) -> None:
    FailedSignIn.objects.filter(at__lte=timezone.now() - WITHIN).delete()
    FailedSignIn.objects.create(who=_who(request, name))


def _who(request: HttpRequest, name: str) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    return hashlib.sha256(f"{name.strip().lower()}\0{address}".encode()).hexdigest()
