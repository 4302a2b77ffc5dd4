"""A course: a list of links of this site in an address. What of it is done is in the reader's browser."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext

from webui.core.snapshots.models import Snapshot
from webui.features.gallery.models import GalleryCase
from webui.features.learn.lessons import lessons
from webui.ground.lib.public_address import public

MOST_LINKS = 40
MOST_TITLE = 120  # characters
_PAGE = re.compile(r"/(x|examples|learn)/([\w-]+)/")


@dataclass(frozen=True, slots=True)
class Stop:
    """A link of a course, with the title that its author gives it, or else that of its page."""

    address: str
    title: str


@dataclass(frozen=True, slots=True)
class Course:
    """A course, and what is wrong with its links: the path, what is expected, and the fix."""

    title: str
    stops: list[Stop]
    problems: list[str]


def course_of(title: str, written: Iterable[str], host: str) -> Course:
    """Return the course of an address: one link a line, with a title behind it where the author gives one."""
    lines = [line.strip() for link in written for line in link.splitlines() if line.strip()]
    problems: list[str] = []
    if len(lines) > MOST_LINKS:
        message = gettext("link: must be at most %(most)s links, got %(n)s: make two courses")
        problems.append(message % {"most": MOST_LINKS, "n": len(lines)})
    links: list[tuple[str, str]] = []
    for number, line in enumerate(lines[:MOST_LINKS], 1):
        link, _, name = line.partition(" ")
        try:
            links.append((public(_path_of(link, host)), name.strip()[:MOST_TITLE]))
        except ValueError:
            message = gettext(
                "link %(n)s: must be the address of a run, a lesson or a case on this site, such as "
                "/learn/three-one-zero/; got %(link)s"
            )
            problems.append(message % {"n": number, "link": link[:MOST_TITLE]})
    return Course(title.strip()[:MOST_TITLE], _titled(links), problems)


def _path_of(link: str, host: str) -> str:
    """Return the address below this site; of another site the link as it is, which is refused."""
    parts = urlsplit(link)
    if parts.netloc != host:
        return link
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _titled(links: list[tuple[str, str]]) -> list[Stop]:
    pages = [_PAGE.match(address) for address, _ in links]
    snapshots = {page[2] for page in pages if page and page[1] == "x"}
    cases = {page[2] for page in pages if page and page[1] == "examples"}
    titles = dict(Snapshot.objects.filter(pk__in=snapshots).values_list("pk", "title"))
    titles |= {
        slug: gettext(title)
        for slug, title in GalleryCase.objects.filter(slug__in=cases).values_list("slug", "title")
    }
    titles |= {slug: gettext(lesson.header.title) for slug, lesson in lessons().items()}
    return [
        Stop(address, name or (titles.get(page[2], "") if page else "") or address)
        for (address, name), page in zip(links, pages, strict=True)
    ]
