"""`python -m tests.soak.hostile [ATTACK …]`: what an API server that lies costs the process that follows it."""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from tests.services.postgres import postgres_server
from tests.services.waiting import wait_for
from tests.soak.live import NAME, Followed  # before the models: it makes the settings
from tests.webui.features.live.apiserver import PATHS, Answer, MadeServer, served
from webui.features.live.models import Entry, FollowedCluster

Attack = Callable[[str, Mapping[str, str]], Answer | None]
PODS = PATHS["Pod"]
MEGABYTE = b" " * 1_000_000


def pod(number: int, size: int = 2_000) -> dict[str, Any]:
    meta = {"name": f"pod-{number}", "namespace": "default", "resourceVersion": str(1000 + number)}
    spec = {"containers": [{"name": "c", "image": "i", "env": [{"name": "x", "value": "x" * size}]}]}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {**meta, "labels": {"n": str(number)}},
        "spec": spec,
    }


def line(found: Any, kind: str = "MODIFIED") -> bytes:
    return json.dumps({"type": kind, "object": found}).encode() + b"\n"


def listed(*items: Any, **meta: Any) -> Answer:
    body = {"apiVersion": "v1", "metadata": {"resourceVersion": "11", **meta}, "items": items}
    return Answer([json.dumps(body).encode()])


def watched(parts: Iterator[bytes] | list[bytes]) -> Attack:
    """Answer each watch of pods with these parts."""
    return lambda path, query: Answer(parts) if path == PODS and "watch" in query else None


def endless_body(path: str, query: Mapping[str, str]) -> Answer | None:
    return Answer(itertools.chain([b'{"items": ['], itertools.repeat(MEGABYTE))) if path == PODS else None


def endless_list(path: str, query: Mapping[str, str]) -> Answer | None:
    if path != PODS or "watch" in query:
        return None
    first = int(query.get("continue", 0))
    return listed(*(pod(n, 500) for n in range(first, first + 500)), **{"continue": str(first + 500)})


def empty_pages(path: str, query: Mapping[str, str]) -> Answer | None:
    return listed(**{"continue": "on"}) if path == PODS and "watch" not in query else None


def expired(path: str, query: Mapping[str, str]) -> Answer | None:
    return Answer([b'{"message": "too old"}'], 410) if path == PODS and "watch" in query else None


def only(where: str, *parts: bytes, **fields: Any) -> Attack:
    """Answer each list of a path with these parts."""
    return lambda path, query: Answer(parts, **fields) if path == where and "watch" not in query else None


def flood(kind: str, name: str, size: int) -> Attack:
    """Answer each watch of pods with changes without end; an N in the name is their number."""
    meta = {"name": name, "namespace": "d", "labels": {"n": "N"}}
    before, *between, after = line({**pod(0, size), "metadata": meta}, kind).split(b"N")
    numbers = itertools.count()

    def lines() -> Iterator[bytes]:
        for number in numbers:
            text = b"%d" % number
            yield before + text + b"".join(part + text for part in between) + after

    def answer(path: str, query: Mapping[str, str]) -> Answer | None:
        return watched(lines())(path, query)

    return answer


@cache
def bomb() -> bytes:
    return gzip.compress(b" " * 500_000_000, 1)


def packed(path: str, query: Mapping[str, str]) -> Answer | None:
    return Answer([bomb()], headers={"Content-Encoding": "gzip"}) if path == PODS else None


def elsewhere(path: str, query: Mapping[str, str]) -> Answer | None:
    """Send whoever lists pods to another place, and answer there."""
    if path == PODS:
        return Answer([], 302, {"Location": "/elsewhere"})
    return listed() if path == "/elsewhere" else None


ODD = {
    "a list that is no JSON": only(PODS, b"<html>"),
    "a list of null": only(PODS, b'{"items": [null], "metadata": {"resourceVersion": "1"}}'),
    "items that are a number": only(PODS, b'{"items": 5}'),
    "an answer that is a list": only(PODS, b"[]"),
    "an object that is null": watched([line(None)]),
    "a line that is no JSON": watched([b"<html>\n"]),
    "a line that is a number": watched([b"5\n"]),
    "a version of 5,000 digits": watched([line({**pod(0), "metadata": {"resourceVersion": "1" * 5000}})]),
    "an error without a number": watched([line({"code": "many"}, "ERROR")]),
    "a name with a tab": watched([line(pod(0) | {"metadata": {"name": "a\tb\n", "namespace": "d"}})]),
    "a name with U+0000": watched([line(pod(0) | {"metadata": {"name": "a\0", "namespace": "d"}})]),
    "a name of 5,000 letters": watched([line(pod(0) | {"metadata": {"name": "a" * 5000, "namespace": "d"}})]),
    "a time that is none": only("/version", b'{"gitVersion": "v1"}', headers={"Date": "yesterday"}),
    "a long version": only("/version", b'{"gitVersion": "v1.36.' + b"2" * 5000 + b'"}'),
    "groups that are null": only("/apis", b'{"groups": [null]}'),
    "a uid that is a list": only("/api/v1/namespaces/kube-system", b'{"metadata": {"uid": []}}'),
}
ATTACKS: dict[str, Attack] = {
    "nothing": lambda path, query: None,
    "an endless body": endless_body,
    "an endless list": endless_list,
    "empty pages for ever": empty_pages,
    "a body that unpacks to 500 MB": packed,
    "a redirect": elsewhere,
    "new pods for ever": flood("ADDED", "pod-N", 2_000),
    "large new pods for ever": flood("ADDED", "pod-N", 500_000),
    "one pod that changes for ever": flood("MODIFIED", "pod", 20_000),
    "an endless line": watched(itertools.repeat(MEGABYTE)),
    "a watch that ends at once": watched([]),
    "a watch that is always too old": expired,
    **ODD,
}


@dataclass
class Counted:
    """An attack, and what it sends."""

    attack: Attack
    answers: Counter[str] = field(default_factory=Counter)
    sent: int = 0

    def __call__(self, path: str, query: Mapping[str, str]) -> Answer | None:
        answer = self.attack(path, query)
        if answer is None:
            return None
        self.answers[
            "watches" if "watch" in query else "redirected" if path == "/elsewhere" else "lists"
        ] += 1
        return Answer(self._parts(answer), answer.status, answer.headers)

    def _parts(self, answer: Answer) -> Iterator[bytes]:
        for part in answer.parts:
            self.sent += len(part)
            yield part


def attack(name: str, seconds: float) -> None:
    """Follow a server that does this for so long, and say what it cost and what the page says."""
    FollowedCluster.objects.all().delete()
    counted = Counted(ATTACKS[name])
    with tempfile.TemporaryDirectory() as folder, served(MadeServer(), Path(folder)) as made:
        made.happen("ADDED", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}})
        made.instead = counted
        followed = Followed(Path(made.kubeconfig))
        followed.start()
        wait_for(lambda: counted.answers or followed.has_ended or _heard(), "it begins", seconds=120)
        followed.look()
        before, end = followed.seconds, time.monotonic() + seconds
        while time.monotonic() < end and not followed.has_ended:
            followed.look()
            time.sleep(0.2)
        status = followed.process.poll() if followed.process else None
        said = _page()
        if not followed.has_ended:
            followed.kill()
    answers = ", ".join(f"{n:,} {what}" for what, n in counted.answers.items())
    print(f"{name}: {counted.sent / 1e6:,.1f} MB sent, {answers or 'no odd answer'}")
    print(
        f"  {followed.seconds - before:.1f} s of the processor, {followed.megabytes:.0f} MB at most, exit {status}"
    )
    print(f"  the page: {said}", flush=True)


def _heard() -> bool:
    return FollowedCluster.objects.filter(name=NAME, heard__isnull=False).exists()


def _page() -> str:
    cluster = FollowedCluster.objects.filter(name=NAME).first()
    if cluster is None:
        return "no cluster"
    now = {k: v for k, v in (cluster.now or {}).items() if k not in ("at", "moment", "causes")}
    gaps = Counter(e.payload["why"]["text"] for e in Entry.objects.filter(cluster=cluster, kind="gap"))
    unread = [unread["resource"] for unread in cluster.unread]
    return f"trouble {cluster.trouble!r}, unread {unread}, now {now}, gaps {dict(gaps)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.hostile", description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"of: {', '.join(ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=25)
    options = parser.parse_args()
    with postgres_server():
        call_command("migrate", verbosity=0)
        for name in options.attacks or ATTACKS:
            attack(name, options.seconds)
        connection.close()


if __name__ == "__main__":
    main()
