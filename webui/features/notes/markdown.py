"""Markdown of people as HTML that can do nothing: no HTML of theirs, no pictures, no scripts."""

from __future__ import annotations

from functools import cache

import nh3
from markdown_it import MarkdownIt

TAGS = frozenset(
    ("a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong", "ul")
)
SCHEMES = frozenset(("http", "https", "mailto"))


def as_html(text: str) -> str:
    """Return Markdown as HTML. HTML in it is shown as text; links open elsewhere and pass nothing on."""
    return nh3.clean(
        _parser().render(text),
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes=set(SCHEMES),
        link_rel="nofollow noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(
        ["image", "html_block", "html_inline"]
    )
