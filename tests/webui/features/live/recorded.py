"""What was heard of a real cluster (v1.36.2, made-up kubelets), and a follower that hears it again."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from scheduler_core import keyed_pseudonyms
from webui.features.live.following.follower import Follower
from webui.features.live.following.heard import Changed, Item, Listed
from webui.features.live.following.lease import claim
from webui.features.live.following.store import Store
from webui.features.live.following.tracking import Tracking
from webui.features.live.models import FollowedCluster

RECORDING = Path(__file__).parent / "recording.jsonl.gz"


def recorded(source: Path = RECORDING) -> Iterator[Item]:
    """Yield what was heard."""
    for line in filter(None, gzip.decompress(source.read_bytes()).splitlines()):
        content = orjson.loads(line)
        yield Listed(**content) if "objects" in content else Changed(**content)


def followed(items: Iterable[Item] | None = None, **fields: Any) -> FollowedCluster:
    """Return a cluster that was followed as it was recorded; fields are those of its row, as `open=True`."""
    given = {"name": "prod-eu", "uid": "0", "kubernetes_version": "1.36", "server_version": "v1.36.2"}
    row = FollowedCluster.objects.create(**{**given, **fields})
    cluster = claim(row, "recording")
    assert cluster is not None
    rename = keyed_pseudonyms(b"key") if cluster.pseudonyms else None
    follower = Follower(Store(cluster, cluster.position), Tracking(rename))
    replay(follower, list(recorded() if items is None else items))
    cluster.refresh_from_db()
    return cluster


def replay(follower: Follower, items: list[Item]) -> None:
    """Let a follower hear what was recorded, at the times at which it was heard."""
    first = [item for item in items if isinstance(item, Listed) and item.why == "started"]
    begin = max(item.at for item in first)
    follower.begin(first, begin)
    follower.tick(begin)
    for item in items:
        if item in first:
            continue
        follower.take(item)
        follower.tick(item.at)
    end = items[-1].at
    follower.tick(end + 3)
    while follower.judge.behind:
        follower.tick(end + 3)
    follower.tick(end + 61)
    assert follower.store.flush()
