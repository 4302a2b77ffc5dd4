"""Limit password guessing."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from webui.accounts.models import FailedSignIn

MAX_FAILURES = 10
FAILURE_WINDOW = timedelta(minutes=10)


def is_locked_out(request: HttpRequest, name: str) -> bool:
    """Return whether there were too many wrong passwords for this name from this address."""
    window_start = timezone.now() - FAILURE_WINDOW
    return (
        FailedSignIn.objects.filter(who=_guesser_hash(request, name), at__gt=window_start).count()
        >= MAX_FAILURES
    )


def record_failure(request: HttpRequest, name: str) -> None:
    """Store a wrong password, and delete those that no longer count."""
    FailedSignIn.objects.filter(at__lte=timezone.now() - FAILURE_WINDOW).delete()
    FailedSignIn.objects.create(who=_guesser_hash(request, name))


def _guesser_hash(request: HttpRequest, name: str) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    return hashlib.sha256(f"{name.strip().lower()}\0{address}".encode()).hexdigest()
