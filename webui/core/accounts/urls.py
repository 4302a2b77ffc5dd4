from __future__ import annotations

from django.urls import path

from webui.core.accounts import views

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("account/sign-up/", views.sign_up, name="sign_up"),
    path("account/sign-out/", views.sign_out, name="sign_out"),
    path("account/password/", views.ChangePassword.as_view(), name="change_password"),
    path("account/openid/", views.oidc_begin, name="oidc"),
    path("account/openid/back/", views.oidc_back, name="oidc_back"),
    path("account/teams/", views.new_team, name="new_team"),
    path("account/teams/<int:team_id>/invitations/", views.invite, name="invite"),
    path(
        "account/invitations/<int:invitation_id>/accept/", views.accept_invitation, name="accept_invitation"
    ),
    path(
        "account/invitations/<int:invitation_id>/remove/", views.remove_invitation, name="remove_invitation"
    ),
    path("account/teams/<int:team_id>/members/remove/", views.remove_member, name="remove_member"),
    path("account/teams/<int:team_id>/leave/", views.leave_team, name="leave_team"),
]
