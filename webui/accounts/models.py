from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Identity(models.Model):
    """An account's identity at the OpenID provider. The subject never changes; names and addresses may."""

    issuer = models.CharField(max_length=200)
    subject = models.CharField(max_length=255)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="identities")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="one_user_per_identity")
        ]

    def __str__(self) -> str:
        return f"{self.subject} at {self.issuer}"


class FailedSignIn(models.Model):
    """A wrong password, stored while it counts. `who` is a hash of the account name and the address."""

    who = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.who[:8]} at {self.at}"
