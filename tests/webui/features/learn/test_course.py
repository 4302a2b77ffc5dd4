"""A list of links is a course."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.webui.conftest import Visitor


def page(visitor: Visitor, *links: str, title: str = "Spread in an hour") -> str:
    query = urlencode([("title", title), *(("link", link) for link in links)])
    return visitor.get(f"/learn/course/?{query}").content.decode()


def test_links_have_the_titles_of_their_pages_or_their_own(alice: Visitor, stranger: Visitor) -> None:
    link = alice.run(alice.draft(title="Rollout skew"))["snapshot"]
    markup = page(
        stranger,
        "/learn/three-one-zero/",
        f"http://testserver/x/{link}/?pod=default/web-3",
        "/learn/who-pays/?moment=2 Who is evicted",
    )
    assert "<h1>Spread in an hour</h1>" in markup
    for title in ("<b>3/1/0</b>", "<b>Rollout skew</b>", "<b>Who is evicted</b>"):
        assert title in markup
    assert f'<a href="/x/{link}/?pod=default/web-3">' in markup
    assert markup.count("data-stop=") == 3
    lines = "/learn/three-one-zero/\n/learn/who-pays/"  # as the form of the page sends them
    assert page(stranger, lines).count("data-stop=") == 2


def test_a_link_elsewhere_is_named_with_what_is_expected(stranger: Visitor) -> None:
    markup = page(stranger, "/learn/three-one-zero/", "https://evil.example/x/", "javascript:alert(1)")
    assert "link 2: must be the address of a run, a lesson or a case on this site" in markup
    assert "link 3: must be" in markup
    assert 'href="https://evil' not in markup
    assert 'href="javascript' not in markup
    assert "at most 40 links, got 41" in page(stranger, *["/learn/"] * 41)


def test_without_links_the_page_offers_to_make_one(stranger: Visitor) -> None:
    assert 'name="link"' in stranger.get("/learn/course/").content.decode()
