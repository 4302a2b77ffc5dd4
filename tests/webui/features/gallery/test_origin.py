"""The sources of cases are links."""

from __future__ import annotations

import re

import pytest

from webui.features.gallery.cases import read_cases
from webui.features.gallery.origin import with_links

ORIGINS = sorted({case.header.origin for case in read_cases() if case.header.origin})
# What is no document: a formula, and what many pages say.
WITHOUT_LINK = {"Formula of PodTopologySpread scoring", "Myth found on several web pages"}


@pytest.mark.parametrize("origin", ORIGINS)
def test_each_source_can_be_followed(origin: str) -> None:
    html = with_links(origin)
    addresses = re.findall(r'<a href="(https://[\w./#-]+)" rel="noopener">', html)
    assert bool(addresses) == (origin not in WITHOUT_LINK)
    assert re.sub(r"<[^>]+>", "", html) == origin


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        (
            "kubernetes/kubernetes issue 116891, KEP-3633",
            "https://github.com/kubernetes/kubernetes/issues/116891",
        ),
        ("kubernetes/kubernetes pull request 91918", "https://github.com/kubernetes/kubernetes/pull/91918"),
        ("KEP-895: Pod Topology Spread", "https://github.com/kubernetes/enhancements/issues/895"),
    ],
)
def test_issues_and_keps_lead_to_github(origin: str, address: str) -> None:
    assert f'href="{address}"' in with_links(origin)


def test_an_origin_cannot_bring_markup() -> None:
    assert with_links("<i>KEP-1") == (
        '&lt;i&gt;<a href="https://github.com/kubernetes/enhancements/issues/1" rel="noopener">KEP-1</a>'
    )
