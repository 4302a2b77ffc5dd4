"""The addresses of all pages. They never change."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from webui.core.accounts import views as accounts
from webui.features.byhand import views as byhand
from webui.features.compare.views import comparison
from webui.features.conformance.views import conformance
from webui.features.daytwo import views as daytwo
from webui.features.exports import views as exports
from webui.features.gallery import views as gallery
from webui.features.learn import views as learn
from webui.features.lint import views as lint
from webui.features.live import views as live
from webui.features.messages.views import message
from webui.features.present.views import room
from webui.features.samples.views import try_on
from webui.features.sweeps import views as sweeps
from webui.features.upgrade import views as upgrade
from webui.features.whatif import views as whatif
from webui.features.workbench.guard import View
from webui.features.workbench.views import draft, draft_answer, snapshot, snapshot_answer
from webui.ground.bundles import views as bundles
from webui.ground.glossary import views as glossary
from webui.ground.language.views import catalogue_script
from webui.site.api import api
from webui.site.operating import views as operating


def of_run(
    below: str, of_link: View, of_draft: View, link_name: str, draft_name: str, **fixed: str
) -> list[URLPattern]:
    """Return the addresses of a view of a run, below those of its link and of its draft, with their names."""
    return [
        path(f"w/<uuid:scenario_id>/{below}", of_draft, fixed, name=draft_name),
        path(f"x/<str:snapshot_id>/{below}", of_link, fixed, name=link_name),
    ]


urlpatterns = [
    path("api/", api.urls),
    path("", gallery.home, name="home"),
    path("cases/", gallery.cases, name="cases"),
    path("examples/<slug:slug>/", gallery.example, name="example"),
    path("scripts/<path:name>-<slug:digest>.js", bundles.page_script, name="bundle"),
    path("scripts/<path:name>-<slug:digest>.js.map", bundles.source_map, name="source_map"),
    # Exempt, so that pages need no CSRF cookie: a forged request could change only the language.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("language/<slug:language>/<slug:digest>.js", catalogue_script, name="catalogue"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("glossary/<slug:language>/<slug:digest>.js", glossary.glossary_script, name="glossary_script"),
    path("conformance/", conformance, name="conformance"),
    path("learn/", learn.path, name="learn"),
    path("learn/by-hand/", learn.hand, name="learn_by_hand"),
    path("learn/course/", learn.course, name="course"),
    path("learn/<slug:slug>/", learn.lesson, name="lesson"),
    path("learn/<slug:slug>/moments/<int:number>/", learn.step, name="lesson_step"),
    path("j/<str:code>/", room, name="room"),
    path("live/", live.live_clusters, name="live"),
    path("live/<uuid:cluster_id>/", live.live_cluster, name="live_cluster"),
    path("live/<uuid:cluster_id>/nodes/<str:node>/", live.live_node, name="live_node"),
    # Exempt, so that the page needs no CSRF cookie: nothing is stored.
    path("message/", csrf_exempt(message), name="message"),
    path("x/<str:a>..<str:b>/", comparison, name="comparison"),  # before links: a..b is no snapshot's id
    path("x/<slug:snapshot_id>.<slug:kind>", exports.export, name="export"),
    path("e/<str:snapshot_id>/", exports.embed, name="embed"),
    path("w/<uuid:scenario_id>/try-on/", try_on, name="try_on"),
    path("x/<str:snapshot_id>/day-two/offline/", daytwo.offline_day_two, name="offline_day_two"),
    *of_run("", snapshot, draft, "snapshot", "draft"),
    *of_run("answer/", snapshot_answer, draft_answer, "snapshot_answer", "draft_answer"),
    *of_run("by-hand/", byhand.snapshot_by_hand, byhand.draft_by_hand, "snapshot_by_hand", "draft_by_hand"),
    *of_run("day-two/", daytwo.snapshot_day_two, daytwo.draft_day_two, "snapshot_day_two", "draft_day_two"),
    *of_run("lint/", lint.snapshot_lint, lint.draft_lint, "snapshot_lint", "draft_lint"),
    *of_run("repairs/", whatif.snapshot_repairs, whatif.draft_repairs, "snapshot_repairs", "draft_repairs"),
    *(
        pattern
        for question in ("run", "more", "drop")
        for pattern in of_run(
            f"repairs/{question}/",
            whatif.snapshot_repairs,
            whatif.draft_repairs,
            f"snapshot_repairs_{question}",
            f"draft_repairs_{question}",
            question=question,
        )
    ),
    *of_run("sweeps/", sweeps.snapshot_sweeps, sweeps.draft_sweeps, "snapshot_sweeps", "draft_sweeps"),
    *of_run("upgrade/", upgrade.snapshot_upgrade, upgrade.draft_upgrade, "upgrade", "draft_upgrade"),
    path("account/", accounts.account, name="account"),
    path("account/sign-in/", accounts.SignIn.as_view(), name="sign_in"),
    path("account/sign-up/", accounts.sign_up, name="sign_up"),
    path("account/sign-out/", accounts.sign_out, name="sign_out"),
    path("account/password/", accounts.ChangePassword.as_view(), name="change_password"),
    path("account/openid/", accounts.oidc_begin, name="oidc"),
    path("account/openid/back/", accounts.oidc_back, name="oidc_back"),
    path("account/teams/", accounts.new_team, name="new_team"),
    path("account/teams/<int:team_id>/invitations/", accounts.invite, name="invite"),
    path(
        "account/invitations/<int:invitation_id>/accept/",
        accounts.accept_invitation,
        name="accept_invitation",
    ),
    path(
        "account/invitations/<int:invitation_id>/remove/",
        accounts.remove_invitation,
        name="remove_invitation",
    ),
    path("account/teams/<int:team_id>/members/remove/", accounts.remove_member, name="remove_member"),
    path("account/teams/<int:team_id>/leave/", accounts.leave_team, name="leave_team"),
    path("operator/", operating.operator, name="operator"),
    path("operator/runs/<uuid:run_id>/cancel/", operating.cancel_run, name="operator_cancel"),
    path("operator/<str:kind>/<uuid:job_id>/cancel/", operating.cancel_job, name="operator_cancel_job"),
]
