"""Small requests that ask for much, over the socket of a real server: each is bounded, and nobody else waits."""

from __future__ import annotations

import gzip
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.builders import make_deployment
from tests.fuzz.inputs import MOST_SECONDS, Fault, sent
from tests.fuzz.mutations import corpus, mutated
from tests.services.live import Live
from tests.services.processes import children, processor_seconds

MOST_MEGABYTES = 200.0  # that the web process grows by for one request
HEALTH_SECONDS = 0.5
NO_HEADERS: Mapping[str, str] = {}
JSON = {"Content-Type": "application/json"}
PATIENCE = 30.0  # seconds of the clock
LIMITS = {
    f"LIMIT_{name}{by}": "none"
    for name in (
        "DRAFTS",
        "UPLOADS",
        "RUNS",
        "VARIANTS",
        "INQUIRIES",
        "UPGRADES",
        "PLAYS",
        "LINTS",
        "COMPUTING",
    )
    for by in ("", "_BY_ADDRESS")
}
NUMBER = re.compile(r"(?<![\w.+-])[0-9]+(?![\w.:-])")
LARGE = (10**3, 10**4, 99_000, 10**5, 10**6, 2**31 - 1, 10**9, 999_999_999, 2**53, 10**18)
HOSTILE = (
    "^(a+)+$",
    "(a|aa)+$",
    "(.*)(.*)(.*)(.*)(.*)x",
    "((((((((((a{1,30}){1,30}){1,30}){1,30})))))))",
    "(?i)(x+x+)+y",
    "[^\\\\]" * 200,
    "(" * 500,
    "a{1000}{1000}",
    "\\\\p{L}*" * 50,
)
WORKLOADS = (Path(__file__).parent / "workloads.yaml").read_text()
SELECTOR = (Path(__file__).parent / "devices.yaml").read_text()
MODEL = 'device.attributes["gpu.example.com"].model'
LISTED = "[1,2,3,4,5,6,7,8,9,10]"


# ---- texts ----


def _multiplied(random: Random, text: str) -> str:
    """Return the text with up to three of its numbers large."""
    for _ in range(random.randint(1, 3)):
        numbers = list(NUMBER.finditer(text))
        if not numbers:
            break
        at = random.choice(numbers)
        text = text[: at.start()] + str(random.choice(LARGE)) + text[at.end() :]
    return text


def _workloads(random: Random) -> str:
    kind = random.choice(("Deployment", "ReplicaSet", "StatefulSet", "Job", "DaemonSet"))
    text = WORKLOADS.replace("kind: Deployment", f"kind: {kind}")
    return text.replace("apps/v1\nkind: Job", "batch/v1\nkind: Job")


def _selector(random: Random) -> str:
    expression = random.choice(
        (
            f"{MODEL}.matches('{random.choice(HOSTILE)}')",
            f"{MODEL}.find('{random.choice(HOSTILE)}') != ''",
            "".join(f"{LISTED}.all(x{i}, " for i in range(12)) + "true" + ")" * 12,
            f"{MODEL}.split('').map(x, {MODEL}.replace('a', {MODEL})).size() > 0",
            "||".join(["true"] * random.choice((10, 1000, 5000))),
            "(" * random.choice((10, 300, 5000)) + "true" + ")" * 300,
        )
    )
    return SELECTOR.replace("EXPRESSION", json.dumps(expression))


def _repeated(random: Random) -> str:
    """Return an object many times, under names of its own."""
    kind = random.choice(
        ("Pod", "Deployment", "Node", "PodDisruptionBudget", "PriorityClass", "ResourceQuota")
    )
    count = random.choice((50, 300, 1500))
    template = "{metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: c}]}}"
    apart = "[{topologyKey: zone, labelSelector: {matchLabels: {a: b}}}]"
    affinity = f"{{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {apart}}}}}"
    body = {
        "Pod": f"spec: {{containers: [{{name: c, image: c}}], affinity: {affinity}}}",
        "Deployment": f"spec: {{replicas: 2, selector: {{matchLabels: {{app: web}}}}, template: {template}}}",
        "PodDisruptionBudget": "spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}",
        "PriorityClass": "value: 1",
        "ResourceQuota": "spec: {hard: {pods: 1}}",
        "Node": "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}",
    }[kind]
    group = {
        "Deployment": "apps/v1",
        "PodDisruptionBudget": "policy/v1",
        "PriorityClass": "scheduling.k8s.io/v1",
    }
    version = group.get(kind, "v1")
    document = "apiVersion: {}\nkind: {}\nmetadata: {{name: x{}, labels: {{a: b, zone: a}}}}\n{}\n"
    return "---\n".join(document.format(version, kind, number, body) for number in range(count))


def _message(random: Random) -> str:
    text = random.choice(
        (
            "0/5 nodes are available: 2 Insufficient cpu, 3 node(s) had untolerated taint {a: b}. "
            "preemption: 0/5 nodes are available: 2 No preemption victims found, 3 Preemption is not helpful.",
            "0/3 nodes are available: 3 Insufficient cpu.",
            "0/9 nodes are available: 4 node(s) didn't match pod topology spread constraints, 5 Too many pods.",
        )
    )
    text = _multiplied(random, text)
    if random.random() < 0.2:
        text = text.replace("Insufficient cpu", "Insufficient cpu, 1 " * random.choice((10, 1000)))
    return text


def _text(random: Random) -> str:
    choose: tuple[Callable[[Random], str], ...] = (
        lambda r: _multiplied(r, _workloads(r)),
        lambda r: _multiplied(r, r.choice(corpus())),
        lambda r: _multiplied(r, mutated(r)),
        _selector,
        _repeated,
    )
    return random.choice(choose)(random)


def _question(random: Random) -> tuple[str, dict[str, Any]]:
    """Return a path that computes, and its body."""
    text = _text(random)
    return random.choice(
        (
            ("/api/lint", {"source": text, "later": random.random() < 0.3}),
            ("/api/lint", {"source": text, "on": random.choice(("", "eks", "three-zones"))}),
            ("/api/try-on", {"source": text}),
            ("/api/validate", {"source": text}),
            ("/api/outline", {"source": text}),
            ("/api/scenarios", {"title": "t", "source": text}),
            (
                "/api/steps",
                {
                    "source": _multiplied(
                        random, "steps: [{scale: web, replicas: 3}, {wait: 7}, {addNodes: 2}]"
                    )
                },
            ),
            ("/api/messages", {"text": _message(random)}),
        )
    )


# ---- requests ----


class Crowd:
    """Visitors of a live site, and somebody beside them who asks all the time whether it is well."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.client = live.client()
        self.pid = _web_process()
        self.slowest_health = 0.0
        world = (Path(__file__).parent / "world.yaml").read_text()
        draft = self.client.post("/api/scenarios", json={"title": "t", "source": world}).json()
        self.run = self.client.post(f"/api/scenarios/{draft['id']}/runs", json={}).json()

    def attempt(self, random: Random) -> None:
        """Send one request, and require that it cost little."""
        way = random.choice((_plain, _plain, _plain, _compressed, _keyed, _foreign, _leaving, _play, _link))
        before, self.slowest_health = processor_seconds(self.pid), 0.0
        _forget_peak(self.pid)
        resident = _status(self.pid, "VmRSS")
        with suppress(httpx.TransportError):
            way(self, random)
        seconds = processor_seconds(self.pid) - before
        grown = _status(self.pid, "VmHWM") - resident
        sent.slowest = max(sent.slowest, seconds)
        if seconds > MOST_SECONDS:
            raise Fault(f"took too long: {seconds:.1f} s")
        if grown > MOST_MEGABYTES:
            raise Fault(f"took {grown:.0f} MB")
        if self.slowest_health > HEALTH_SECONDS:
            raise Fault(f"/healthz waited: {self.slowest_health:.2f} s")

    def post(self, path: str, body: object, headers: Mapping[str, str] = NO_HEADERS) -> httpx.Response:
        """Send a body, as JSON unless it is bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent.text = f"{path} {headers}\n{content[:100_000].decode(errors='replace')}"
        answer = self.client.post(path, content=content, headers={**JSON, **headers}, timeout=PATIENCE)
        self._note(answer)
        return answer

    def _note(self, answer: httpx.Response) -> None:
        sent.answers[str(answer.status_code)] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            raise Fault(f"status {answer.status_code}")
        if answer.status_code >= 400 and answer.request.url.path.startswith("/api/"):
            errors = answer.json()["errors"]
            if not errors or not all(error["message"] for error in errors):
                raise Fault(f"an error without a message: {answer.content[:200]!r}")


def _plain(crowd: Crowd, random: Random) -> None:
    crowd.post(*_question(random))


def _compressed(crowd: Crowd, random: Random) -> None:
    """Send a gzip: of zeros, of many members, cut, with something behind it, or an honest one."""
    path, body = _question(random)
    honest = json.dumps(body).encode()
    zeros = b'{"source": "' + b" " * random.choice((10**5, 10**7, 10**8)) + b'"}'
    whole = random.choice((honest, honest, zeros))
    packed = gzip.compress(whole, mtime=0)
    packed = random.choice((packed, packed, packed * 50, packed[: len(packed) // 2], packed + b"x" * 100))
    crowd.post(path, packed, {"Content-Encoding": "gzip"})


def _keyed(crowd: Crowd, random: Random) -> None:
    """Ask for work of workers as somebody new each time."""
    key = {"Authorization": f"Bearer {random.getrandbits(100):x}"}
    link = crowd.run["snapshot"]
    seeds = random.choice((2, 100, 10**5, 10**9))
    crowd.client.cookies.clear()
    questions: tuple[tuple[str, dict[str, Any]], ...] = (
        (f"/api/snapshots/{link}/sweeps", {"sweep": {"kind": "seeds", "seeds": seeds}}),
        (f"/api/snapshots/{link}/upgrades", {"versions": "1.30..1.36"}),
        (f"/api/runs/{crowd.run['id']}/cluster-inquiries", {"kind": "removal"}),
    )
    path, body = random.choice(questions)
    crowd.post(path, body, key)


def _foreign(crowd: Crowd, random: Random) -> None:
    """Send a request as a page of another site does."""
    headers = random.choice(
        (
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
        )
    )
    path, body = _question(random)
    answer = crowd.post(path, body, headers)
    if answer.status_code not in (403, 413):
        raise Fault(f"another site was let in: {answer.status_code}")


def _leaving(crowd: Crowd, random: Random) -> None:
    """Send a request and leave before the answer."""
    path, body = _question(random)
    sent.text = f"{path}\n{json.dumps(body)[:100_000]}"
    patience = random.choice((0.001, 0.05, 0.3))
    try:
        crowd.client.post(path, content=json.dumps(body), timeout=patience, headers=JSON)
        sent.answers["came at once"] += 1
    except httpx.TimeoutException:
        sent.answers["left"] += 1
        crowd.client.get("/healthz")


def _play(crowd: Crowd, random: Random) -> None:
    steps = [
        random.choice(
            (
                {"scale": "web", "replicas": random.choice(LARGE)},
                {"addNodes": random.choice(LARGE), "shape": {"cpu": "4"}},
                {"wait": random.choice(LARGE)},
                {"apply": make_deployment("large", random.choice(LARGE))},
            )
        )
        for _ in range(random.randint(1, 3))
    ]
    body = {"steps": steps, "seed": random.randrange(10**6), "seeds": random.choice((0, 0, 1000))}
    answer = crowd.post(f"/api/snapshots/{crowd.run['snapshot']}/plays", body)
    if answer.status_code == 202:
        crowd.post(f"/api/plays/{answer.json()['id']}/cancel", {})


def _link(crowd: Crowd, random: Random) -> None:
    """Open an address that computes, as an image of any site does."""
    sent.text = f"/message/?text={_message(random)}"[:8000]
    answer = crowd.client.get("/message/", params={"text": sent.text[15:6000]}, timeout=PATIENCE)
    crowd._note(answer)


# ---- the site ----


@contextmanager
def crowd_of(live: Live) -> Iterator[Callable[[Random], None]]:
    """Yield what sends an input to a live site, whose health is asked for all the while."""
    crowd, ended = Crowd(live), threading.Event()

    def ask() -> None:
        with live.client() as client:
            while not ended.wait(0.1):
                begun = time.monotonic()
                client.get("/healthz")
                crowd.slowest_health = max(crowd.slowest_health, time.monotonic() - begun)

    beside = threading.Thread(target=ask)
    beside.start()
    try:
        yield crowd.attempt
    finally:
        ended.set()
        beside.join()


def _web_process() -> int:
    """Return the process of the web server that this one has started."""
    for pid in children(os.getpid()):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if b"serve" in command or b"webui.site.asgi:application" in command:
            return pid
    raise AssertionError("there is no web server")


def _status(pid: int, name: str) -> float:
    """Return a figure of a process's memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / 1024
    raise KeyError(name)


def _forget_peak(pid: int) -> None:
    Path(f"/proc/{pid}/clear_refs").write_text("5")
