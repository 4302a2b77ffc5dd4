"""Every view of a run leads to every other, for the draft's owner and for whoever has the link."""

from __future__ import annotations

import re

import pytest

from tests.webui.conftest import Visitor
from webui.features.workbench.templatetags import run_views

LABELS = [str(view.label) for view in run_views.VIEWS]
VIEWS = {
    **{view.path: str(view.label) for view in run_views.VIEWS},
    **{"repairs/more/": "Repairs", "upgrade/": "Many runs", "lint/": ""},
}
LINK = re.compile(r'<a href="([^"]+)" (?:data-view="\w+" )?title="[^"]*"( aria-current="page")?>([^<]+)</a>')


def links(page: str) -> list[tuple[str, bool, str]]:
    """Return the address, whether it is here, and the words of each link to a view or a part of one."""
    return [(address, bool(here), words) for address, here, words in LINK.findall(page)]


@pytest.mark.parametrize(("path", "here"), VIEWS.items())
def test_each_view_leads_to_all(alice: Visitor, stranger: Visitor, path: str, here: str) -> None:
    draft = alice.draft()
    snapshot = alice.run(draft)["snapshot"]
    for visitor, base in ((alice, f"/w/{draft['id']}/"), (stranger, f"/x/{snapshot}/")):
        page = visitor.get(base + path)
        assert page.status_code == 200
        leads = links(page.content.decode())
        views = leads[: len(LABELS)]
        assert [words for _, is_here, words in views if is_here] == [here] * bool(here)
        assert [words for _, _, words in views] == LABELS
        for address, _, _ in leads:
            assert address.startswith(base)
            assert visitor.get(address).status_code == 200


@pytest.mark.parametrize("path", VIEWS)
def test_each_view_shares_the_link_of_the_run(alice: Visitor, path: str) -> None:
    draft = alice.draft()
    snapshot = alice.run(draft)["snapshot"]
    page = alice.get(f"/w/{draft['id']}/{path}").content.decode()
    assert f'data-scenario="{draft["id"]}" data-snapshot="{snapshot}"' in page
    assert 'id="share"' in page


@pytest.mark.parametrize("path", ["answer/", "repairs/", "repairs/drop/", "day-two/", "sweeps/", "upgrade/"])
def test_a_view_says_what_to_do_before_the_first_run(alice: Visitor, stranger: Visitor, path: str) -> None:
    draft = alice.draft()
    page = alice.get(f"/w/{draft['id']}/{path}")
    assert "Nothing has run yet" in page.content.decode()
    assert stranger.get(f"/w/{draft['id']}/{path}").status_code == 404


def test_a_comparison_leads_back_to_the_views(alice: Visitor, stranger: Visitor) -> None:
    snapshot = alice.run(alice.draft())["snapshot"]
    page = stranger.get(f"/x/{snapshot}..{snapshot}/").content.decode()
    assert [address for address, _, _ in links(page)][:2] == [f"/x/{snapshot}/answer/", f"/x/{snapshot}/"]
