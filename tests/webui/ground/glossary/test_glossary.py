"""Every word of scheduling that the pages name has one definition, with links that can be followed."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import orjson
import pytest
from django.test import Client

from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, RECORDED
from scheduler_core.scheduler.framework.profile import EXTENSION_POINTS
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.plugins.registry import PLUGINS
from tests.services.folder import ROOT
from webui.ground.glossary.script import script
from webui.ground.glossary.terms import LINES, TAGS, Term, terms
from webui.ground.glossary.views import KINDS

POLICIES = ("volumeBindingMode", "effect", "whenUnsatisfiable", "nodeAffinityPolicy", "nodeTaintsPolicy")
CHOICE = re.compile(r'\.choice\(\s*"(\w+)",\s*\(([^)]*)\)')
each_term = pytest.mark.parametrize("term", terms(), ids=lambda term: term.id)


def policies() -> set[str]:
    """Return the values of the policies that the engine reads from manifests."""
    sources = "\n".join(
        path.read_text() for path in (ROOT / "scheduler_core/kubernetes/objects").glob("*.py")
    )
    values = {key: re.findall(r'"(\w+)"', choices) for key, choices in CHOICE.findall(sources)}
    assert set(POLICIES) <= set(values)
    return {value for key in POLICIES for value in values[key]}


def ids(kind: str) -> set[str]:
    return {term.id for term in terms() if term.kind == kind}


def test_the_engine_names_nothing_without_a_definition() -> None:
    points = {point[0].upper() + point[1:] for point in EXTENSION_POINTS}
    assert set(PLUGINS) == ids("plugin")
    assert points <= ids("point")
    assert {code.label for code in Code} <= ids("status")
    assert policies() <= ids("policy")


def test_each_word_is_defined_once() -> None:
    names = [term.id for term in terms()]
    assert sorted(set(names)) == sorted(names)
    assert {term.kind for term in terms()} == set(KINDS)


@each_term
def test_a_definition_is_one_sentence(term: Term) -> None:
    assert re.fullmatch(r"\w[^\n]{20,190}\.", term.text)
    assert not re.search(r"[.!?] [A-Z]", term.text)


@each_term
def test_its_links_are_well_formed(term: Term) -> None:
    sources = [term.source(release) for release in KUBERNETES_VERSIONS]
    for url in (term.docs, term.kep):
        parts = urlsplit(url or "https://kubernetes.io/docs/")
        assert parts.scheme == "https"
        assert parts.hostname in ("kubernetes.io", "github.com")
        assert re.fullmatch(r"/[\w./-]+", parts.path)
        assert re.fullmatch(r"[\w-]*", parts.fragment)
    assert term.docs is None or re.search(r"/(#|$)", term.docs)
    assert term.kep is None or re.search(r"/\d+-[a-z-]+$", term.kep)
    line = r"#(L[1-9]\d*|:~:text=[\w.%]{6,})"
    source = rf"https://github\.com/kubernetes/kubernetes/blob/v1\.\d+\.\d+/(pkg|staging)/[\w./-]+\.go{line}"
    assert all(re.fullmatch(source, url) for url in sources if url)
    assert list(term.sources) == sorted(term.sources, key=lambda release: int(release.split(".")[1]))


def test_a_source_is_that_of_the_version() -> None:
    by_id = {term.id: term for term in terms()}
    base = "https://github.com/kubernetes/kubernetes/blob"
    queue = by_id["queueStage"]
    text = ":~:text=type%20PriorityQueue%20struct"
    assert queue.source("1.30") == f"{base}/v1.30.1/pkg/scheduler/internal/queue/scheduling_queue.go#{text}"
    assert queue.source("1.36") == f"{base}/v1.36.2/pkg/scheduler/backend/queue/scheduling_queue.go#{text}"
    spread = by_id["PodTopologySpread"]
    path = "pkg/scheduler/framework/plugins/podtopologyspread/filtering.go"
    assert spread.source("1.34") == f"{base}/v1.34.1/{path}#L311"
    assert spread.source("1.35") == f"{base}/v1.35.4/{path}#L314"
    assert spread.source("1.21") == f"{base}/v1.21.4/{path}#L278"
    assert by_id["NodeLabel"].source("1.36") is None
    assert by_id["SchedulingGates"].source("1.20") is None
    assert {TAGS[release] for release in RECORDED} == set(RECORDED.values())
    assert set(LINES) <= set(TAGS.values())
    assert {term for lines in LINES.values() for term in lines} <= set(by_id)
    for release in ("1.34", "1.35"):
        assert set(LINES[TAGS[release]]) == {id for id, term in by_id.items() if term.source(release)}


def test_the_page_has_an_anchor_for_each_word(client: Client) -> None:
    page = client.get("/glossary/").content.decode()
    assert set(re.findall(r'class="glossary-t" id="(\w+)"', page)) == {term.id for term in terms()}
    assert (
        'href="https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/' in page
    )


def test_every_page_links_to_it_and_has_the_words_in_its_language(client: Client) -> None:
    page = client.get("/conformance/", headers={"accept-language": "zh-hans"}).content.decode()
    assert 'href="/glossary/"' in page
    address = re.search(r'<script defer src="(/glossary/zh-hans/\w{16}\.js)">', page)
    assert address
    answer = client.get(address[1])
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    glossary = orjson.loads(answer.content.removeprefix(b"globalThis.glossary=").rstrip(b";\n"))
    assert glossary["terms"]["globalMinimum"]["name"] == "全局最小值"
    assert glossary["terms"]["Error"]["name"] == "Error"  # Kubernetes' identifiers stay
    assert set(glossary["terms"]) == {term.id for term in terms()}


def test_an_old_address_is_answered_but_not_cached(client: Client) -> None:
    answer = client.get("/glossary/en/0123456789abcdef.js")
    assert answer.content == script("en").plain
    assert answer["Cache-Control"] == "no-store"
    assert client.get("/glossary/tlh/0123456789abcdef.js").status_code == 404
