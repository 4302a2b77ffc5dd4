"""The version that a cluster itself suggests: that of its kubelets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, minor, numbers, release_named

_RELEASE = re.compile(r"v?\d+\.\d+(?:\.\d{1,2})?(?!\d)")


class KubeletRelease(TypedDict):
    """The release of the newest kubelets of a cluster, and how many nodes run it."""

    release: str
    """Its shortest name: "1.33.13", or "1.33" for the patch release of it that is followed by that name."""
    nodes: int


def kubelet_release(kubelet_versions: Iterable[str]) -> KubeletRelease | None:
    """Return the release that kubelets such as "v1.33.4-gke.100" suggest, None if there is none that can be followed.

    The control plane is at least as new as the newest kubelet. A newer one than all is followed by the newest.
    """
    counts = Counter(numbers(match[0]) for text in kubelet_versions if (match := _RELEASE.match(text)))
    if not counts:
        return None
    newest = max(counts)
    known = {minor(release): release for release in KUBERNETES_VERSIONS}
    if newest[:2] in known:
        release = release_named("{}.{}.{}".format(*newest))
    elif newest[:2] > max(known):
        release = known[max(known)]
    else:
        return None
    return {"release": release, "nodes": counts[newest]}
