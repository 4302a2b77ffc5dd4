"""The versions that `1.30..1.37` or `1.30,1.34` selects."""

from __future__ import annotations

from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, minor, release_age, release_named
from scheduler_core.sentences import worded


def select_versions(text: str) -> list[str]:
    """Return the releases of a range ("1.30..1.34") or a list ("1.33,1.33.13"), oldest first.

    A range has its ends, which may be patch releases, and the minor releases between them.

    Raise ValueError for unknown versions, and for fewer than two.
    """
    if ".." in text:
        first, _, last = text.partition("..")
        releases = _range(release_named(first), release_named(last))
    else:
        releases = sorted({release_named(word) for word in text.split(",")}, key=release_age)
    if len(releases) < 2:
        raise ValueError(
            worded(
                "{text} must select at least two versions: write a range, for example 1.30..1.34",
                text=repr(text),
            )
        )
    return releases


def _range(first: str, last: str) -> list[str]:
    if release_age(first) > release_age(last):
        return []
    between = [release for release in KUBERNETES_VERSIONS if minor(first) < minor(release) < minor(last)]
    return list(dict.fromkeys([first, *between, last]))
