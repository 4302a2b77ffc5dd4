"""Looking ahead of the recorded cluster: at its first lists, and again at its end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.webui.features.live.recorded import recorded
from webui.features.live.following.ahead import EVERY_SECONDS, LookingAhead
from webui.features.live.following.follower import Follower
from webui.features.live.following.heard import Listed
from webui.features.live.following.lease import claim
from webui.features.live.following.store import Store
from webui.features.live.following.tracking import Tracking
from webui.features.live.models import Entry, FollowedCluster

LOSS = "without zone eu-west-1c, 7 pods would not fit"


def findings(seconds: float, rounds: int = 1, changes: int | None = None) -> list[Any]:
    """Return the findings of a cluster that was looked at as it began, and so often after changes were heard."""
    row = FollowedCluster.objects.create(name="ahead", uid="0", kubernetes_version="1.36")
    cluster = claim(row, "recording")
    assert cluster is not None
    with ThreadPoolExecutor(1) as pool:
        ahead = LookingAhead(pool, None, "1.36", seconds)
        follower = Follower(Store(cluster, 0), Tracking(), ahead=ahead)
        items = list(recorded())
        first = [item for item in items if isinstance(item, Listed) and item.why == "started"]
        at = max(item.at for item in first)
        follower.begin(first, at)
        follower.tick(at)
        for item in [item for item in items if item not in first][:changes]:
            follower.take(item)
        for count in range(1, rounds + 2):
            pool.submit(int).result()  # one thread: the look before it has ended
            follower.tick(at + count * EVERY_SECONDS)
    assert follower.store.flush()
    return [e.payload for e in Entry.objects.filter(cluster=cluster, kind="finding").order_by("number")]


@pytest.mark.django_db
def test_what_lint_and_losses_find_anew_is_a_line_each() -> None:
    lines = findings(60)
    texts = {(f["rule"], f["severity"], f["subject"], f["sentence"]["text"]) for f in lines}
    assert ("zone", "warning", "Zone eu-west-1c", LOSS) in texts
    assert (
        "selector-matches-no-node",
        "error",
        "Pod churn/picky-0",
        "No node matches pool=memory-xl.",
    ) in texts
    assert len({(f["rule"], f["subject"]) for f in lines}) == len(lines)
    assert all(f["at"] and f["moment"] for f in lines)


@pytest.mark.django_db
def test_a_cluster_that_is_too_large_is_said_once() -> None:
    assert [f["sentence"]["kind"] for f in findings(-60, rounds=2, changes=0)] == [
        "too_large_lint",
        "too_large_zone",
        "too_large_node",
    ]
