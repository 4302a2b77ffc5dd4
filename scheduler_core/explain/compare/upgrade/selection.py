"""The versions that `1.30..1.37` or `1.30,1.34` selects."""

from __future__ import annotations

from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, find_version, minor


def select_versions(text: str) -> list[str]:
    """Return the releases of a range ("1.30..1.34") or a list ("1.30,1.34"), oldest first.

    Raise ValueError for unknown versions, and for fewer than two.
    """
    if ".." in text:
        first, _, last = text.partition("..")
        low, high = minor(_release(first)), minor(_release(last))
        releases = [release for release in KUBERNETES_VERSIONS if low <= minor(release) <= high]
    else:
        releases = sorted({_release(word) for word in text.split(",")}, key=minor)
    if len(releases) < 2:
        raise ValueError(f"{text!r} must select at least two versions: write a range, for example 1.30..1.34")
    return releases


def _release(text: str) -> str:
    """Return "1.34" for "1.34", "v1.34" or "v1.34.1"; raise ValueError for an unknown version."""
    find_version(text.strip())
    return ".".join(text.strip().removeprefix("v").split(".")[:2])
