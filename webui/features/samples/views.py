"""The page on which a draft without nodes is tried on clusters, and opened on one of them. It needs no script."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from scheduler_core import InvalidInput
from webui.core.accounts.quotas import requester_of
from webui.core.scenarios import drafts
from webui.core.scenarios.access import scenario_for
from webui.core.scenarios.models import Scenario
from webui.features.samples import words
from webui.features.samples.choices import PASTED, Choice, choice_of, last_cluster, pasted, samples
from webui.features.samples.schemas import TrialOut
from webui.features.samples.trial import MAX_PODS, facts, joined, trial, trials
from webui.ground.lib.errors import ErrorItem, Problem, TooMany, items

MAX_WORKLOADS = 6  # described; the others are counted


@never_cache
def try_on(request: HttpRequest, scenario_id: uuid.UUID) -> HttpResponse:
    """Show where the pods of a draft without nodes would land; on POST open it on the chosen cluster, and run it."""
    try:
        scenario = scenario_for(request, scenario_id, "see")
    except Problem as problem:
        raise Http404 from problem
    if scenario.errors or not scenario.summary or scenario.summary["nodes"]:
        return redirect("draft", scenario_id)
    if request.method != "POST":
        return _page(request, scenario)
    nodes = request.POST.get("nodes", "")
    chosen = request.POST.get("cluster", "")
    choice = pasted(nodes) if chosen == PASTED else choice_of(request, scenario, chosen)
    if choice is None or (chosen == PASTED and not nodes.strip()):
        return _page(request, scenario, errors=[{"path": "", "message": gettext("Choose a cluster.")}])
    try:
        return _open(request, scenario, choice)
    except (InvalidInput, Problem) as error:
        return _refused(request, scenario, error, nodes)


def _refused(
    request: HttpRequest, scenario: Scenario, error: InvalidInput | Problem, nodes: str
) -> HttpResponse:
    """Return the page with what is wrong with the nodes, or with when to try again."""
    if not isinstance(error, TooMany):
        errors = items(error.errors) if isinstance(error, InvalidInput) else error.errors
        return _page(request, scenario, errors=errors, nodes=nodes)
    sentence: ErrorItem = {"path": "", "message": error.sentence}
    response = _page(request, scenario, errors=[sentence], nodes=nodes, status=error.status)
    response["Retry-After"] = str(error.retry_after)
    return response


def _open(request: HttpRequest, scenario: Scenario, choice: Choice) -> HttpResponse:
    """Make a draft of the workload on the cluster and run it; raise InvalidInput or Problem."""
    source = joined(scenario.source, choice.objects())
    name = choice.title or gettext("pasted nodes")
    title = gettext("%(workload)s on %(cluster)s") % {"workload": scenario.title, "cluster": name}
    response = HttpResponseRedirect("/")
    draft = drafts.create(request, response, title=title[:200], source=source).scenario
    drafts.run(draft, requester_of(request), kubernetes_version=None, seed=None)
    # The answer groups what stays pending; without that the steps are what there is to see.
    is_small = draft.summary is not None and draft.summary["pending"] <= MAX_PODS
    page = "draft" if is_small and trial(scenario.source, choice).all_placed else "draft_answer"
    response["Location"] = reverse(page, args=[draft.pk])
    return response


def _page(
    request: HttpRequest,
    scenario: Scenario,
    *,
    errors: list[ErrorItem] | None = None,
    nodes: str = "",
    status: int = 422,
) -> HttpResponse:
    tried = list(_trials(request, scenario))
    workloads = facts(scenario.source, next(samples()))
    context = {
        "title": scenario.title,
        "scenario": scenario,
        "heading": words.heading(workloads),
        "workloads": [words.recognised(workload) for workload in workloads[:MAX_WORKLOADS]],
        "others": max(0, len(workloads) - MAX_WORKLOADS),
        "assumed": words.assumed(tried),
        "trials": tried,
        "chosen": PASTED if nodes else tried[0].cluster,
        "nodes": nodes,
        "errors": errors or [],
        "noindex": True,
    }
    return render(request, "try_on.html", context, status=status if errors else 200)


def _trials(request: HttpRequest, scenario: Scenario) -> Iterator[TrialOut]:
    """Yield the trials on the samples and on the cluster that the caller used last, if that can be read."""
    yield from trials(scenario.source, samples())
    last = last_cluster(request, scenario)
    if last is None:
        return
    try:
        yield trial(scenario.source, last)
    except InvalidInput:
        return
