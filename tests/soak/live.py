"""`python -m tests.soak.live --kubeconfig F`: follow a real cluster under churn, and report how decisions agree.

The kubeconfig is that of a control plane on this machine with made-up kubelets, in whose folder a file `lost` makes
nodes silent. With `--seconds` nothing is changed: `tests.soak.fleet` does that by itself.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import django

from tests.services.folder import use_in_settings

use_in_settings()
os.environ["DJANGO_SETTINGS_MODULE"] = "webui.config.settings"
django.setup()

from django.core.management import call_command  # noqa: E402 - the settings come first
from django.db import connection  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.db.models.functions import Length  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.services.postgres import postgres_server  # noqa: E402
from tests.soak.churn import Churn, Cluster  # noqa: E402
from webui.features.live.models import Changes, Entry, FollowedCluster, Minute, State  # noqa: E402

NAME = "soak"
EVERY = 0.05  # seconds between two looks at the stream


class Followed:
    """The process that follows, and what it costs."""

    def __init__(self, kubeconfig: Path) -> None:
        self.command = [sys.executable, "manage.py", "follow", "--kubeconfig", str(kubeconfig)]
        self.command += ["--name", NAME, "--open"]
        self.process: subprocess.Popen[bytes] | None = None
        self.seconds = self.ended_seconds = 0.0
        self.megabytes = self.ahead_megabytes = 0.0  # of the process, and of that which looks ahead

    def start(self) -> None:
        self.process = subprocess.Popen(self.command)

    def kill(self) -> None:
        """Kill it, as the machine would when it runs out of memory."""
        assert self.process is not None
        self.look()
        self.ended_seconds += self.seconds
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process is not None and self.process.poll() is not None

    def look(self) -> None:
        """Note its memory, and the processor time that it has taken."""
        assert self.process is not None
        if self.has_ended:
            return
        folder = Path(f"/proc/{self.process.pid}")
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        self.seconds = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # with those that have ended
        self.megabytes = max(self.megabytes, _peak(folder))
        children = [pid for path in folder.glob("task/*/children") for pid in path.read_text().split()]
        self.ahead_megabytes = max(
            self.ahead_megabytes, *(_peak(Path("/proc") / pid) for pid in children), 0.0
        )

    def stop(self) -> None:
        assert self.process is not None
        self.look()
        self.process.terminate()
        self.process.wait(30)


def _peak(folder: Path) -> float:
    """Return the megabytes that a process had at most, 0 if it has ended."""
    with contextlib.suppress(OSError):
        for line in (folder / "status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return 0.0


class Viewer(threading.Thread):
    """Reads the stream as it grows, and notes how long after it was heard of each binding is there."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.delays: list[float] = []
        self.over = threading.Event()

    def run(self) -> None:
        number = Entry.objects.filter(cluster__name=NAME).order_by("-number").values_list("number", flat=True)
        after = number.first() or 0
        while not self.over.wait(EVERY):
            rows = Entry.objects.filter(cluster__name=NAME, number__gt=after, kind="decision").order_by(
                "number"
            )
            now = timezone.now()
            for row in rows.only("number", "at"):
                after = row.number
                self.delays.append((now - row.at).total_seconds())
        connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.live", description=__doc__)
    parser.add_argument("--kubeconfig", type=Path, required=True)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two things that are done")
    parser.add_argument("--kills", type=int, default=0, help="kill the follower so often")
    parser.add_argument(
        "--silence", type=int, default=0, metavar="PID", help="stop this API server for a minute"
    )
    parser.add_argument("--lose-zone", action="store_true", help="let the kubelets of a zone be silent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="change nothing, and follow for so long")
    options = parser.parse_args()
    with postgres_server():
        call_command("migrate", verbosity=0)
        soak(options)
        connection.close()


def soak(options: argparse.Namespace) -> None:
    """Follow the cluster while it is changed, and report."""
    followed, viewer = Followed(options.kubeconfig), Viewer()
    followed.start()
    _wait_for(lambda: FollowedCluster.objects.filter(name=NAME, heard__isnull=False).exists())
    viewer.start()
    began = time.monotonic()
    if options.seconds:
        while time.monotonic() < began + options.seconds:
            followed.look()
            time.sleep(1)
    else:
        _churn(options, followed)
    taken = time.monotonic() - began
    followed.stop()
    viewer.over.set()
    _report(taken, followed, viewer)


def _churn(options: argparse.Namespace, followed: Followed) -> None:
    """Change the cluster until so many decisions are made, and let bad things happen meanwhile."""
    chance = random.Random(options.seed)
    churn = Churn(Cluster(options.kubeconfig), options.seed, lambda _: None)
    churn.prepare()
    kills = sorted(chance.sample(range(options.decisions), options.kills))
    halfway = options.decisions // 2
    while (made := _decisions()) < options.decisions:
        if followed.has_ended:
            followed.start()
        churn.step()
        followed.look()
        if kills and made >= kills[0]:
            kills.pop(0)
            followed.kill()
            followed.start()
        if options.silence and made >= halfway:
            _silence(options.silence, 60)
            options.silence = 0
        if options.lose_zone and made >= halfway:
            churn.lose_zone(75)
            options.lose_zone = False
        time.sleep(options.pause * chance.uniform(0.5, 1.5))
    time.sleep(3)
    followed.look()
    churn.clean()


def _silence(pid: int, seconds: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(pid, signal.SIGCONT)


def _decisions() -> int:
    return Entry.objects.filter(cluster__name=NAME, kind="decision").count()


def _wait_for(true: Any, seconds: int = 300) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the follower does not begin")
        time.sleep(0.2)


def _report(taken: float, followed: Followed, viewer: Viewer) -> None:
    cluster = FollowedCluster.objects.get(name=NAME)
    rows = Entry.objects.filter(cluster=cluster)
    decisions = [row.payload for row in rows.filter(kind="decision")]
    agreement = Counter(decision["agreement"] for decision in decisions)
    outcomes = Counter(decision["outcome"] for decision in decisions)
    shares = ", ".join(f"{n} {name} ({n / len(decisions):.2%})" for name, n in agreement.most_common())
    print(f"{len(decisions)} decisions in {taken:.0f} s ({dict(outcomes)}): {shares}")
    for decision in decisions:
        if decision["agreement"] in ("different", "unjudged"):
            why = decision["why"]["text"] if decision["why"] else ""
            print(f"  {decision['agreement']} {decision['number']} {decision['pod']}: {why}")
    moved = Counter(d["why"]["kind"] for d in decisions if d["agreement"] == "undetermined")
    print(f"undetermined: {dict(moved)}")
    gaps = [row.payload for row in rows.filter(kind="gap").order_by("number")]
    print(f"gaps: {dict(Counter(gap['why']['kind'] for gap in gaps))}")
    delays = sorted(viewer.delays)
    if delays:
        p95 = delays[len(delays) * 95 // 100]
        print(f"seconds until it is in the stream: median {statistics.median(delays):.2f}, p95 {p95:.2f}")
    spent = followed.ended_seconds + followed.seconds
    print(f"processor: {spent:.1f} s, {spent / taken:.1%} of a core, with looks ahead")
    ahead = followed.ahead_megabytes
    print(f"memory: {followed.megabytes:.0f} MB at most, and {ahead:.0f} MB in the process that looks ahead")
    print(f"stored: {_stored(cluster)}")


def _stored(cluster: FollowedCluster) -> str:
    """Return what the history takes, in bytes of its columns."""
    sizes = {
        "states": State.objects.filter(cluster=cluster).aggregate(n=Sum(Length("objects_text")))["n"],
        "changes": Changes.objects.filter(cluster=cluster).aggregate(n=Sum(Length("lines")))["n"],
        "entries": Entry.objects.filter(cluster=cluster).aggregate(n=Sum(Length("payload")))["n"],
        "minutes": Minute.objects.filter(cluster=cluster).aggregate(n=Sum(Length("lanes")))["n"],
    }
    return ", ".join(f"{name} {(size or 0) / 1e6:.2f} MB" for name, size in sizes.items())


if __name__ == "__main__":
    main()
