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
