from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from webui.core.accounts import quotas
from webui.ground.lib.errors import TooMany


class SignInForm(AuthenticationForm):
    """Django's form, with a limit on wrong passwords."""

    retry_after: int | None = None  # seconds, once there were too many wrong passwords

    def clean(self) -> dict[str, object]:
        try:
            if self.request is not None:
                quotas.require_attempt(self.request, self.cleaned_data.get("username") or "")
        except TooMany as problem:
            self.retry_after = problem.retry_after
            raise ValidationError(_too_many_passwords(problem.retry_after)) from problem
        return super().clean()

    def get_invalid_login_error(self) -> ValidationError:
        if self.request is not None:
            quotas.record_wrong_password(self.request, self.cleaned_data.get("username") or "")
        return super().get_invalid_login_error()


def _too_many_passwords(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong passwords. Try again in %(minutes)s minute.",
        "Too many wrong passwords. Try again in %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]  # generic only in its stubs
    class Meta:
        model = User
        fields = ("username",)


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Team name"), max_length=150)


class MemberForm(forms.Form):
    username = forms.CharField(label=_("Account name"), max_length=150)
