from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import Group, User
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from webui.core.accounts import oidc, quotas, teams
from webui.core.accounts.forms import MemberForm, SignInForm, SignUpForm, TeamForm
from webui.ground.lib.errors import TooMany

logger = logging.getLogger(__name__)

BACKEND = "django.contrib.auth.backends.ModelBackend"
NEXT_URL_KEY = "accounts.afterwards"  # in the session, while the browser is at the provider


class SignIn(LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm

    def get_context_data(self, **context: Any) -> dict[str, object]:
        return super().get_context_data(**context) | sign_in_options()

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if isinstance(form, SignInForm) and form.retry_after:
            response.status_code = 429
            response["Retry-After"] = str(form.retry_after)
        return response


class ChangePassword(PasswordChangeView):
    template_name = "account/password.html"
    success_url = reverse_lazy("account")


def sign_in_options() -> dict[str, object]:
    return {"may_sign_up": settings.SIGN_UP, "oidc": oidc.is_configured() and settings.OIDC_NAME}


def sign_up(request: HttpRequest) -> HttpResponse:
    if not settings.SIGN_UP:
        raise Http404
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            quotas.spend(quotas.requester_of(request), "accounts")
        except TooMany as problem:
            form.add_error(None, problem.sentence)
            return _sign_up_page(request, form, retry_after=problem.retry_after)
        login(request, form.save(), backend=BACKEND)
        return redirect(_next_url(request, request.POST.get("next", "")))
    return _sign_up_page(request, form)


def _sign_up_page(request: HttpRequest, form: SignUpForm, *, retry_after: int | None = None) -> HttpResponse:
    context = {"form": form, "next": request.GET.get("next", "")}
    response = render(request, "account/sign_up.html", context, status=429 if retry_after else 200)
    if retry_after:
        response["Retry-After"] = str(retry_after)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@require_GET
def oidc_begin(request: HttpRequest) -> HttpResponse:
    if not oidc.is_configured():
        raise Http404
    request.session[NEXT_URL_KEY] = request.GET.get("next", "")
    try:
        return oidc.start_sign_in(request, request.build_absolute_uri(reverse("oidc_back")))
    except oidc.SIGN_IN_ERRORS as error:
        return _sign_in_failed(request, error)


@require_GET
def oidc_back(request: HttpRequest) -> HttpResponse:
    if not oidc.is_configured():
        raise Http404
    next_url = _next_url(request, request.session.pop(NEXT_URL_KEY, ""))
    try:
        user = oidc.finish_sign_in(request)
    except oidc.SIGN_IN_ERRORS as error:
        return _sign_in_failed(request, error)
    if not user.is_active:
        return _sign_in_failed(request, PermissionError("the account is disabled"))
    login(request, user, backend=BACKEND)
    return redirect(next_url)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Render the page of the account: name, password, teams."""
    return _account(request)


@require_POST
@login_required
def new_team(request: HttpRequest) -> HttpResponse:
    _require_local_teams()
    form = TeamForm(request.POST)
    if form.is_valid():
        if teams.create_team(form.cleaned_data["name"], _user(request)):
            return redirect("account")
        form.add_error("name", gettext("A team with this name exists: ask one of its members to invite you."))
    return _account(request, team_form=form)


@require_POST
@login_required
def invite(request: HttpRequest, team_id: int) -> HttpResponse:
    """Invite an account to one of the caller's teams, which it becomes a member of by accepting."""
    _require_local_teams()
    team = _team(request, team_id)
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            quotas.spend(quotas.requester_of(request), "invitations")
        except TooMany as problem:
            form.add_error("username", problem.sentence)
            return _account(request, status=429, member_form=form, of=team)
        if teams.invite(team, form.cleaned_data["username"], _user(request)):
            return redirect("account")
        form.add_error("username", gettext("There is no account with this name."))
    return _account(request, member_form=form, of=team)


@require_POST
@login_required
def accept_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Join the team that invited the caller."""
    return _answered(request, invitation_id, teams.accept)


@require_POST
@login_required
def remove_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Decline an invitation of the caller, or withdraw one to a team of theirs."""
    return _answered(request, invitation_id, teams.remove_invitation)


def _answered(request: HttpRequest, invitation_id: int, answer: Callable[[User, int], bool]) -> HttpResponse:
    _require_local_teams()
    if not answer(_user(request), invitation_id):
        raise Http404
    return redirect("account")


@require_POST
@login_required
def leave_team(request: HttpRequest, team_id: int) -> HttpResponse:
    """Leave a team. The last member's leaving deletes it; drafts shared with it stay with their owners."""
    _require_local_teams()
    teams.remove_member(_team(request, team_id), _user(request).username)
    return redirect("account")


@require_POST
@login_required
def remove_member(request: HttpRequest, team_id: int) -> HttpResponse:
    """Remove a member from one of the caller's teams. Any member may, as any member may invite."""
    _require_local_teams()
    team, form = _team(request, team_id), MemberForm(request.POST)
    if form.is_valid():
        teams.remove_member(team, form.cleaned_data["username"])
    return redirect("account")


def _account(request: HttpRequest, *, status: int = 422, **forms: Any) -> HttpResponse:
    """Render the page, with `status` if it is with a form that was refused."""
    user = _user(request)
    context = {
        "teams": teams.teams_of(user).prefetch_related("user_set", "invitations__user"),
        "invitations": teams.invitations_of(user),
        "team_form": TeamForm(),
        "member_form": MemberForm(),
        "provider_decides": bool(settings.OIDC_TEAMS_CLAIM),
    }
    return render(request, "account/account.html", context | forms, status=status if forms else 200)


def _team(request: HttpRequest, team_id: int) -> Group:
    """Return one of the caller's teams. Raise Http404 for any other team."""
    return get_object_or_404(teams.teams_of(_user(request)), pk=team_id)


def _require_local_teams() -> None:
    if settings.OIDC_TEAMS_CLAIM:
        raise Http404


def _user(request: HttpRequest) -> User:
    return cast("User", request.user)


def _next_url(request: HttpRequest, requested_url: str) -> str:
    """Return the requested URL if it is on this site, else the gallery."""
    is_safe = url_has_allowed_host_and_scheme(
        requested_url, {request.get_host()}, require_https=request.is_secure()
    )
    return requested_url if requested_url and is_safe else reverse("home")


def _sign_in_failed(request: HttpRequest, error: Exception) -> HttpResponse:
    logger.warning("OpenID sign-in failed: %s", error)
    context = {"form": SignInForm(request), "refusal": str(error), **sign_in_options()}
    return render(
        request,
        "account/sign_in.html",
        context,
        status=502 if not isinstance(error, PermissionError) else 403,
    )
