"""The version that a cluster itself suggests: that of its kubelets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, minor

_RELEASE = re.compile(r"v?\d+\.\d+")


class KubeletRelease(TypedDict):
    """The release of the newest kubelets of a cluster, and how many nodes run it."""

    release: str
    """As in the list of versions: "1.33"."""
    nodes: int


def kubelet_release(kubelet_versions: Iterable[str]) -> KubeletRelease | None:
    """Return the release that kubelets such as "v1.33.4-gke.100" suggest, None if there is none that can be followed.

    The control plane is at least as new as the newest kubelet. A newer one than all is followed by the newest.
    """
    counts = Counter(minor(match[0]) for text in kubelet_versions if (match := _RELEASE.match(text)))
    if not counts:
        return None
    newest = max(counts)
    known = {minor(release): release for release in KUBERNETES_VERSIONS}
    release = known.get(min(newest, max(known)))
    return {"release": release, "nodes": counts[newest]} if release else None
