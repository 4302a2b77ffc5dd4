from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from webui.accounts import limits


class SignInForm(AuthenticationForm):
    """Django's form, with a limit on wrong passwords."""

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username") or ""
        if self.request is not None and limits.is_locked_out(self.request, name):
            raise ValidationError(gettext("Too many wrong passwords. Try again in ten minutes."))
        return super().clean()

    def get_invalid_login_error(self) -> ValidationError:
        if self.request is not None:
            limits.record_failure(self.request, self.cleaned_data.get("username") or "")
        return super().get_invalid_login_error()


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]  # generic only in its stubs
    class Meta:
        model = User
        fields = ("username",)


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Team name"), max_length=150)


class MemberForm(forms.Form):
    username = forms.CharField(label=_("Account name"), max_length=150)
