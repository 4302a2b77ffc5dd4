"""`make fuzz`: many random inputs; none may fail, take long or grow the process.

Hypothesis draws the inputs of each area from a seed and makes one that fails as small as it can; it is saved in
var/fuzz, and printed with the command that repeats it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import os
import re
import socket
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
import hypothesis
import orjson
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scheduler_core import (
    CapacityInquiry,
    Inquiry,
    InvalidInput,
    Limits,
    Recording,
    RemovalInquiry,
    SearchLimits,
    causes,
    lint_report,
    load,
    note_lines,
    overview,
    play,
    read_outline,
    read_steps,
    reading_report,
    repaired_source,
    simulate,
)
from tests.builders import affinity, make_deployment, make_node, make_pod, spread
from tests.mutations import FOLDER, WORDS, corpus, mutated
from tests.services.folder import database_url, use_in_settings
from tests.services.processes import children, processor_seconds

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.services.live import Live
    from webui.ground.lib.work import Work

Attempt = Callable[..., None]
Inputs = st.SearchStrategy[tuple[Any, ...]]
Json = dict[str, Any]

RANDOM: Inputs = st.tuples(st.randoms(use_true_random=False))

MOST_SECONDS = 2.0  # of the processor for one input
MOST_GROWTH = 100  # MB of the process, from the first fifth of an area's inputs to its last
MOST_MEGABYTES = 200.0  # that the web process grows by for one request
HEALTH_SECONDS = 0.5
WAIT = 5.0  # seconds of the clock, on a machine that does other things too
PATIENCE = 30.0  # the same, for an answer
SAVED = Path("var/fuzz")
JUNK: list[Any] = WORDS["junk"]
TEXTS: list[str] = [value for value in JUNK if isinstance(value, str)]
WORLD = (FOLDER / "world.yaml").read_text(encoding="utf-8")
REPAIRS = ("repairs/", "repairs/run/", "repairs/more/", "repairs/drop/")
UNKNOWN_ID = "5f0c1a52-0000-4000-8000-000000000000"


class Fault(Exception):
    """What must not happen, though nothing was raised."""


@dataclass(slots=True)
class Sent:
    """The input under way, to be saved if it fails; of all inputs how often each answer came, and the slowest."""

    text: str = ""
    count: int = 0
    slowest: float = 0  # seconds of the processor
    answers: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)  # MB of this process, now and then

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Fault(what)


sent = Sent()


@contextmanager
def timed() -> Iterator[None]:
    """Raise Fault if the processor is used for longer than an input may."""
    start = time.thread_time()
    yield
    seconds = time.thread_time() - start
    sent.slowest = max(sent.slowest, seconds)
    sent.require(seconds <= MOST_SECONDS, f"took too long: {seconds:.1f} s")


def tried(attempt: Attempt, seed: int, count: int, inputs: Inputs = RANDOM, *, shrink: bool = True) -> None:
    """Try so many inputs of an area; raise what the smallest failing one does."""
    sent.count, sent.slowest = 0, 0
    sent.answers.clear()
    sent.memory.clear()

    @hypothesis.seed(seed)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
    )
    @given(inputs)
    def each(drawn: tuple[Any, ...]) -> None:
        sent.text = ""
        sent.count += 1
        attempt(*drawn)
        if sent.count * 5 % count < 5:  # at every fifth
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            sent.memory.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)

    each()
    grown = sent.memory[-1] - sent.memory[0] if sent.memory else 0
    sent.require(grown <= MOST_GROWTH, f"the process has grown by {grown:.0f} MB")


# ---- manifests: mutated ones are read, run and explained, or refused with a reason -------------------


def manifests(random: Random) -> None:
    text = sent.text = mutated(random)
    with timed():
        try:
            scenario = load(text, Limits(objects=2000))
        except InvalidInput as invalid:
            sent.answers["refused"] += 1
            assert invalid.errors and all(error.message for error in invalid.errors)
        else:
            sent.answers["run"] += 1
            note_lines(reading_report(scenario, [text]))
            events = list(islice(simulate(scenario), 300))
            orjson.dumps([events, scenario.cluster(), scenario.admitted.json(), scenario.summary()])
            recording = Recording(scenario, [event for event in events if event["kind"] == "cycle.finished"])
            for cycle in islice(recording.cycles(), 3):
                orjson.dumps(cycle.view())
                cycle.columns()
            orjson.dumps([causes(recording), overview(recording)])
        read_outline(text)


# ---- plays: random clusters, steps and seeds keep the rules -----------------------------------------


def plays(random: Random) -> None:
    from tests.scheduler_core.simulation.daytwo.clusters import scenario
    from tests.scheduler_core.simulation.daytwo.rules import broken_rules, decides_alike

    objects, steps = _cluster(random), [_step(random) for _ in range(random.randint(1, 4))]
    seed = random.randrange(1000)
    sent.text = repr((objects, steps, seed))
    start, read = scenario(*objects), read_steps(steps)
    try:
        first = play(start, read, seed)
    except InvalidInput:  # a step names a zone that an earlier one has emptied
        return
    timeline = first.timeline()
    sent.require(timeline == play(start, read_steps(steps), seed).timeline(), "two plays of a seed differ")
    for broken in broken_rules(timeline):
        raise Fault(broken)
    cycles = [moment for moment in timeline["moments"] if "seed" in moment]
    for moment in random.sample(cycles, min(3, len(cycles))):
        sent.require(decides_alike(first, moment), f"moment {moment['number']}, opened, decides otherwise")


def _cluster(random: Random) -> list[Json]:
    from tests.scheduler_core.simulation.daytwo import clusters as c

    nodes = [
        c.node(f"node-{i}", random.choice((2, 4, 8)), zone="abc"[i % 3]) for i in range(random.randint(3, 7))
    ]
    honoring = c.spread(c.ZONE, nodeTaintsPolicy="Honor")
    pods: tuple[Json, ...] = ({}, c.spread(c.ZONE), c.spread(c.HOSTNAME), honoring, c.apart())
    rolling = {
        "maxSurge": random.choice((0, 1, 2, "25%", "100%")),
        "maxUnavailable": random.choice((0, 1, 2, "25%", "50%")),
    }
    web = c.workload(
        replicas=random.randint(1, 8),
        pod=random.choice(pods),
        strategy={"rollingUpdate": rolling},
        minReadySeconds=random.choice((0, 0, 5)),
    )
    policy = random.choice(("OrderedReady", "Parallel"))
    db = c.workload("StatefulSet", "db", random.randint(1, 3), podManagementPolicy=policy)
    objects = [*nodes, web, db, c.workload("DaemonSet", "agent"), c.workload("Job", "sum", 1)]
    if random.random() < 0.6:
        bound: Any = {random.choice(("minAvailable", "maxUnavailable")): random.choice((1, 2, "50%"))}
        objects.append(c.budget(**bound))
    return objects


def _step(random: Random) -> Json:
    from tests.scheduler_core.simulation.daytwo.clusters import ZONE
    from tests.scheduler_core.simulation.steps.examples import STEPS

    name, zone = f"node-{random.randrange(3)}", {"key": ZONE, "value": random.choice("abc")}
    name_or_zone: Any = random.choice((name, zone))
    step: Json = random.choice(
        (
            {"rollout": "web", "image": f"web:{random.randrange(3)}"},
            {"rollout": "web", "readySeconds": [1, random.randint(1, 30)]},
            {"rollout": "StatefulSet db", "image": "db:2"},
            {"rollout": "DaemonSet agent", "image": "agent:2"},
            {"scale": "web", "replicas": random.randint(0, 9)},
            {"scale": "StatefulSet db", "replicas": random.randint(0, 4)},
            *({"drain": what} for what in (name, name_or_zone, [f"node-{i}" for i in range(3)])),
            *({kind: name_or_zone} for kind in ("cordon", "uncordon", "lose", "restore")),
            {"taint": name, "key": "hot", "effect": random.choice(("NoSchedule", "NoExecute"))},
            {"untaint": name, "key": "hot"},
            {"label": name, "labels": {ZONE: random.choice("abcd")}},
            {"addNodes": random.randint(1, 3), "like": name},
            {"deletePods": {"app": random.choice(("web", "db"))}} if random.random() < 0.3 else {"wait": 60},
            {"wait": random.randint(0, 400)},
            *STEPS.values(),
        )
    )
    return {**step, "after": random.randint(0, 30)} if random.random() < 0.3 else step


# ---- advice: crowded clusters, their repairs, and all that is asked of what a repair writes ----------

LIMITS = SearchLimits(attempts=100, runs=100)  # so that the whole run of each repair is made
_ZONE, _APPS = "topology.kubernetes.io/zone", ("db", "web", "cache")


def advice(random: Random) -> None:
    source = sent.text = json.dumps({"apiVersion": "v1", "kind": "List", "items": _crowded(random)})
    scenario = load(source)
    recording = Recording.of(scenario)
    pending = [pod.key for pod in scenario.objects.pods if pod.key not in recording.placements]
    for pod in pending[:2]:
        answer = list(Inquiry(recording, pod, limits=LIMITS).answers())[-1]
        orjson.dumps(answer)
        # Those that write a configuration first, for they write most.
        for repair in sorted(
            answer["repairs"], key=lambda r: all(atom["kind"] != "configuration" for atom in r["atoms"])
        )[:2]:
            repaired = sent.text = repaired_source(scenario, repair["operations"], [source])
            node = _ask_all(repaired, pod)
            sent.require(node == repair["node"], f"a repair places {pod} elsewhere: {repair['changes']}")


def _ask_all(source: str, pod: str) -> str | None:
    """Ask what-if, capacity, lint and play of manifests; return where the pod is placed."""
    scenario = load(source)
    recording = Recording.of(scenario)
    orjson.dumps(lint_report([source]))
    for inquiry in (
        CapacityInquiry(recording, [{"pod": pod, "times": 1}], 2, most=20),
        RemovalInquiry(recording),
    ):
        for _ in inquiry.steps():
            pass
        orjson.dumps(inquiry.answer())
    pending = [p.key for p in scenario.objects.pods if not p.node_name and p.key not in recording.placements]
    for waiting in pending[:1]:
        orjson.dumps(list(Inquiry(recording, waiting, limits=LIMITS).answers())[-1])
    try:
        orjson.dumps(play(scenario, read_steps([{"drain": scenario.objects.nodes[0].name}])).timeline())
    except InvalidInput as invalid:
        sent.answers["no play"] += 1
        assert invalid.errors
    return recording.placements.get(pod)


def _crowded(random: Random) -> list[Json]:
    nodes = [make_node(f"n{i}", cpu=str(random.choice((2, 4)))) for i in range(random.randint(1, 3))]
    for i, node in enumerate(nodes):
        node["metadata"]["labels"] |= {_ZONE: "ab"[i % 2], "disktype": random.choice(("ssd", "hdd"))}
    running = [_pod(random, f"run{i}") for i in range(random.randint(0, 3))]
    for pod in running:
        pod["spec"]["nodeName"] = random.choice(nodes)["metadata"]["name"]
        pod["status"] = {"phase": "Running"}
    return [*nodes, *running, *(_pod(random, f"p{i}") for i in range(random.randint(1, 3)))]


def _pod(random: Random, name: str) -> Json:
    pod = make_pod(name, requests={"cpu": str(random.choice((1, 3)))}, app=random.choice(_APPS))
    spec: Json = pod["spec"]
    if random.random() < 0.3:
        spec["nodeSelector"] = {"disktype": "ssd"}
    if random.random() < 0.4:
        spec["topologySpreadConstraints"] = [spread(_ZONE)]
    if random.random() < 0.5:
        spec["affinity"] = affinity(_ZONE, anti=random.random() < 0.5, app=random.choice(_APPS))
    return pod


# ---- the API and the pages, in this process ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class World:
    """What exists while requests come: a client that owns it, and ids by a parameter's name."""

    client: Any
    ids: Mapping[str, list[str]]


@cache
def site() -> None:
    """Set Django up on a database of its own."""
    from tests.services.postgres import create_database

    create_database("fuzz")
    os.environ["DATABASE_URL"] = database_url("fuzz")
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    logging.disable()
    call_command("migrate", verbosity=0)
    call_command("load_gallery", verbosity=0)


def made_world() -> World:
    """Return a new world in the database of the process: two drafts have been run, and questions answered."""
    from tests.webui.conftest import Visitor

    visitor = Visitor()
    visitor.client.raise_request_exception = False
    drafts = [visitor.draft(WORLD), visitor.draft(WORLD.replace("name: p2", "name: p3"))]
    runs = [visitor.run(draft) for draft in drafts]
    snapshots = [run["snapshot"] for run in runs]
    asked = f"/api/runs/{runs[0]['id']}"
    toleration = {"kind": "toleration", "taints": ["x:NoSchedule"]}
    jobs = {
        "inquiry_id": [
            visitor.post(f"{asked}/inquiries", {"pod": "default/large"}),
            visitor.post(f"{asked}/cluster-inquiries", {"kind": "run"}),
            visitor.post(f"{asked}/cluster-inquiries", {"kind": "removal"}),
        ],
        "trial_id": [
            visitor.post(f"{asked}/changes/try", {"pod": "default/large", "change": toleration}),
        ],
        "upgrade_id": [visitor.post(f"/api/snapshots/{snapshots[0]}/upgrades", {"versions": "1.33..1.34"})],
    }
    compute_queued()
    ids = {
        "scenario_id": [draft["id"] for draft in drafts],
        "run_id": [run["id"] for run in runs],
        **{name: [job.json()["id"] for job in started] for name, started in jobs.items()},
        **dict.fromkeys(("snapshot_id", "a", "b"), snapshots),
        "n": ["0", "1", "2", "99", "-1"],
        "number": ["0", "1", "2"],
        "name": ["skew-0", "skew-score-0", "affinity", "heatmap", "totals", "normalize", "use"],
        "of": WORDS["facts"],
    }
    return World(visitor.client, ids)


def inputs_of(area: str) -> Inputs:
    """Return what is drawn for an area: random choices, for the API also requests from its own description.

    Some of these are valid, others are not.
    """
    if area != "api":
        return RANDOM
    import schemathesis
    from schemathesis import GenerationMode

    from webui.site.api import api

    schema = schemathesis.openapi.from_dict(dict(api.get_openapi_schema()))
    operations: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    modes = [
        (operation, mode)
        for operation in operations
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        if mode is GenerationMode.POSITIVE or operation.query or operation.body
    ]

    @st.composite
    def case(draw: st.DrawFn) -> Any:
        operation, mode = draw(st.sampled_from(modes))
        return draw(operation.as_strategy(generation_mode=mode))

    return st.tuples(st.randoms(use_true_random=False), case())


def request_of_the_api(world: World, random: Random, case: Any) -> None:
    """Send a request, mostly with ids that exist and manifests; require an answer of the one form in time."""
    names = {name: _named(world, random, name, value) for name, value in (case.path_parameters or {}).items()}
    path = case.path.format(**{name: quote(str(value), safe="") for name, value in names.items()})
    query = {name: _named(world, random, name, value) for name, value in (case.query or {}).items()}
    address = f"{path}?{urlencode(query, errors='replace')}" if query else path
    if random.random() < 0.03:
        body = random.choice((b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 3000, b'{"title": NaN}', b"7"))
    elif isinstance(case.body, bytes):
        body = case.body
    else:
        has_body = isinstance(case.body, dict | list | str | int | float | None)
        body = json.dumps(_filled(world, random, case.body)).encode() if has_body else b""
    method = case.method if random.random() < 0.97 else random.choice(("PUT", "PATCH", "OPTIONS"))
    _send(world, method, address, body)


def _filled(world: World, random: Random, value: Any, name: str = "") -> Any:
    """Return a body with something real in many of its places."""
    if isinstance(value, dict):
        return {key: _filled(world, random, inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(world, random, inner, name) for inner in value]
    return _named(world, random, name, value) if isinstance(value, str) else value


def _named(world: World, random: Random, name: str, value: Any) -> Any:
    named = {"pod": "default/p2", "node": "n1", "plugin": "NodeResourcesFit", "object": "Pod default/p2"}
    if name in ("source", "manifest", "cluster", "workload", "text"):
        return random.choice((WORLD, mutated(random), mutated(random), value))
    known = [*world.ids.get(name, ()), *([named[name]] if name in named else ())]
    if not known or random.random() < 0.1:
        return random.choice((value, random.choice(JUNK)))
    return random.choice(known)


def page(world: World, random: Random) -> None:
    """Open an address of the pages with any parameters."""
    scenarios, links = world.ids["scenario_id"], world.ids["snapshot_id"]
    kinds = ("yaml", "json", "svg", "png", "html", "md")
    paths = [
        *WORDS["pages"],
        *(f"/w/{id_}/{rest}" for id_ in scenarios for rest in ("", "answer/", "try-on/", *REPAIRS)),
        *(f"/x/{id_}/{rest}" for id_ in links for rest in ("", "answer/", "upgrade/", *REPAIRS)),
        *(f"/x/{id_}.{kind}" for id_ in links for kind in kinds),
        *(f"/x/{a}..{b}/" for a in links for b in links),
        *(f"/e/{id_}/" for id_ in links),
    ]
    path = random.choice(paths)
    if random.random() < 0.1:
        at = random.randrange(len(path))
        path = f"/{path[1:at]}{quote(random.choice(TEXTS), safe='/')}{path[max(at, 1) :]}"
    _send(world, "GET", f"{path}?{_query(random)}", b"")


def _query(random: Random) -> str:
    values = (*TEXTS, *WORDS["facts"], "1", "2", "99", "default/p2", "default/large", "n1", "Filter", "Score")
    names = [random.choice(WORDS["query"]) for _ in range(random.randint(0, 4))]
    return urlencode({name: random.choice(values) for name in names}, errors="replace")


def _send(world: World, method: str, address: str, body: bytes) -> None:
    from django.db import transaction

    sent.text = f"{method} {address}\n\n{body.decode(errors='replace')}"
    with transaction.atomic():
        with timed():
            answer = world.client.generic(method, address, body, content_type="application/json")
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if method != "GET" and answer.status_code < 300:
            compute_queued()
        transaction.set_rollback(True)  # the next input meets the same world
    check_answer(answer.status_code, answer.request["PATH_INFO"], content)


def check_answer(status: int, path: str, content: bytes) -> None:
    """Raise Fault for an internal error, and for an error of the API in any form but its own."""
    sent.answers[str(status)] += 1
    sent.require(status < 500 or status == 503, f"status {status}")
    if status >= 400 and content and path.startswith("/api/"):
        errors = json.loads(content)["errors"]
        has_messages = bool(errors) and all(error["message"] for error in errors)
        sent.require(has_messages, f"an error without a message: {content[:200]!r}")


def compute_queued() -> None:
    """Compute all queued runs and jobs, as a worker does; raise Fault if one fails by a mistake of ours."""
    from webui.core.jobs.kinds import perform
    from webui.core.jobs.models import job_models
    from webui.core.runs import execute as runs
    from webui.core.runs.models import Run
    from webui.features.sweeps.models import Sweep

    for id_ in Run.objects.filter(status=Run.Status.QUEUED).values_list("pk", flat=True):
        if run := runs.claim(id_, owner="fuzz"):
            runs.execute(run, live=False)
            _require_no_fault(run)
    for model in job_models():
        queued = model._default_manager.filter(status=model.Status.QUEUED).values_list("pk", flat=True)
        for id_ in queued if model is not Sweep else ():
            if job := model.claim(id_, owner="fuzz"):
                perform(job)
                _require_no_fault(job)


def _require_no_fault(work: Work) -> None:
    work.refresh_from_db(fields=["status", "error"])
    sent.answers[work.status] += 1
    is_fault = work.status in work.UNFINISHED or "internal error" in work.error
    sent.require(not is_fault, f"{type(work).__name__} {work.status}: {work.error}")


# ---- a live site: websockets, pages in Chromium, and small requests that ask for much ----------------


class Visitors:
    """Visitors of a live site, and somebody beside them who asks all the time whether it is well."""

    def __init__(self, live: Live) -> None:
        from tests.services.waiting import wait_for

        self.live, self.client, self.slowest_health = live, live.client(), 0.0
        self.pid = next(pid for pid in children(os.getpid()) if _is_web(pid))
        self.draft = self.client.post("/api/scenarios", json={"title": "t", "source": WORLD}).json()
        self.run = self.client.post(f"/api/scenarios/{self.draft['id']}/runs", json={}).json()
        path = f"/api/runs/{self.run['id']}"
        wait_for(lambda: self.client.get(path).json()["status"] == "finished", "the run ends", seconds=60)
        self._ended = threading.Event()

    def ask(self) -> None:
        with self.live.client() as client:
            while not self._ended.wait(0.1):
                begun = time.monotonic()
                client.get("/healthz")
                self.slowest_health = max(self.slowest_health, time.monotonic() - begun)

    def __enter__(self) -> Visitors:
        self._beside = threading.Thread(target=self.ask)
        self._beside.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._beside.join()

    def bounded(self, random: Random) -> None:
        """Send one greedy request, and require that it costs little and nobody waits."""
        before, self.slowest_health = processor_seconds(self.pid), 0.0
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")  # forget the most memory
        resident = _memory(self.pid, "VmRSS")
        with suppress(httpx.TransportError):
            random.choice(GREEDY)(self, random)
        seconds = processor_seconds(self.pid) - before
        grown = _memory(self.pid, "VmHWM") - resident
        sent.slowest = max(sent.slowest, seconds)
        sent.require(seconds <= MOST_SECONDS, f"took too long: {seconds:.1f} s")
        sent.require(grown <= MOST_MEGABYTES, f"took {grown:.0f} MB")
        late = self.slowest_health
        sent.require(late <= HEALTH_SECONDS, f"/healthz waited: {late:.2f} s")

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        """Send a body, as JSON unless it is bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent.text = f"{path} {headers}\n{content[:100_000].decode(errors='replace')}"
        headers = {"Content-Type": "application/json", **headers}
        answer = self.client.post(path, content=content, headers=headers, timeout=PATIENCE)
        check_answer(answer.status_code, path, answer.content)
        return answer


def _is_web(pid: int) -> bool:
    return b"webui.site.asgi:application" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _memory(pid: int, name: str) -> float:
    """Return a figure of a process's memory in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{name}:"))


def frames(visitors: Visitors, random: Random) -> None:
    """Send frames of any kind over the socket of a run, or a handshake that is none."""
    random.choice((_frames, _frames, _handshake))(random, visitors.live.url, visitors.run["id"])
    late = visitors.client.get("/healthz").elapsed.total_seconds()
    sent.require(late <= MOST_SECONDS, "the site answers late")


def _socket_path(random: Random, run: str) -> str:
    paths = (
        f"/ws/runs/{run}",
        f"/ws/runs/{run}",
        f"/ws/runs/{UNKNOWN_ID}",
        "/ws/runs/x",
        "/ws/",
        "/",
        "/healthz",
    )
    query = f"?{random.choice(('after', 'x'))}={quote(str(random.choice(JUNK))[:200], errors='replace')}"
    return random.choice(paths) + random.choice(("", query, query))


def _frames(random: Random, url: str, run: str) -> None:
    from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
    from websockets.sync.client import connect

    address = sent.text = url.replace("http", "ws") + _socket_path(random, run)
    try:
        with connect(address, proxy=None, open_timeout=WAIT, close_timeout=1) as connection:
            for _ in range(random.randint(0, 5)):
                text = random.choice(TEXTS)
                noise = random.randbytes(random.choice((0, 10, 1000, 70_000)))
                message = random.choice((text, text.encode(errors="replace"), noise))
                sent.text += f"\n{message!r}"
                random.choice((connection.send, connection.send, lambda m: connection.ping(m[:100])))(message)
            connection.recv(timeout=0.01)
    except InvalidStatus as refused:
        status = refused.response.status_code
        sent.require(status < 500, f"status {status}")
    except (WebSocketException, InvalidHandshake, TimeoutError):
        pass  # closed, as such a connection may be


def _handshake(random: Random, url: str, run: str) -> None:
    """Send a request line and headers with mistakes; the answer, if there is one, is no internal error."""
    address = urlsplit(url)
    lines = [
        f"{random.choice(('GET', 'POST', 'HEAD', 'X'))} {_socket_path(random, run)} HTTP/1.1",
        f"Host: {address.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    for _ in range(random.randint(1, 3)):
        at = random.randrange(1, len(lines) + 1)
        lines[at:] = random.choice(([], [f"X: {random.choice(TEXTS)}", *lines[at:]], lines[at + 1 :]))
    request = ("\r\n".join(lines) + "\r\n\r\n").encode(errors="replace")
    sent.text = request.decode(errors="replace")
    with socket.create_connection((address.hostname or "", address.port or 80), timeout=WAIT) as connection:
        connection.sendall(request + random.randbytes(random.randint(0, 200)))
        connection.settimeout(0.3)
        with suppress(TimeoutError, ConnectionError):
            answer = connection.recv(200)
            sent.require(not answer.startswith(b"HTTP/1.1 5"), f"status {answer[9:12].decode()}")


@contextmanager
def opened_addresses(visitors: Visitors) -> Iterator[Attempt]:
    """Yield what opens an address of a run's pages with any parameters in Chromium: no script fails."""
    from tests.services.chromium import chromium

    own, link = visitors.draft["id"], visitors.run["snapshot"]
    paths = [
        *(f"/x/{link}/{rest}" for rest in ("", "", "", "answer/", "upgrade/", *REPAIRS)),
        *(f"/w/{own}/{rest}" for rest in ("", "", "answer/", *REPAIRS)),
        *(
            f"/x/{link}..{link}/",
            f"/e/{link}/",
            "/cases/",
            "/message/",
            "/glossary/",
            "/conformance/",
            "/learn/",
        ),
    ]
    cookies = [{"name": n, "value": v, "url": visitors.live.url} for n, v in visitors.client.cookies.items()]
    errors: list[str] = []
    with chromium() as browser, browser.new_context(base_url=visitors.live.url) as context:
        context.add_cookies(cookies)  # type: ignore[arg-type]
        tab: Page = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))

        def attempt(random: Random) -> None:
            sent.text = f"{random.choice(paths)}?{_query(random)}"
            errors.clear()
            tab.goto(sent.text, wait_until="networkidle")
            sent.answers[sent.text.split("/")[1]] += 1
            sent.require(not errors, f"{errors[:1]} at {sent.text}")

        yield attempt


NUMBER = re.compile(r"(?<![\w.+-])[0-9]+(?![\w.:-])")
LARGE = (10**3, 10**4, 99_000, 10**5, 10**6, 2**31 - 1, 10**9, 999_999_999, 2**53, 10**18)
MODEL = 'device.attributes["gpu.example.com"].model'


def _multiplied(random: Random, text: str) -> str:
    """Return the text with up to three of its numbers large."""
    for _ in range(random.randint(1, 3)):
        if numbers := list(NUMBER.finditer(text)):
            at = random.choice(numbers)
            text = text[: at.start()] + str(random.choice(LARGE)) + text[at.end() :]
    return text


def _workloads(random: Random) -> str:
    kind = random.choice(("Deployment", "ReplicaSet", "StatefulSet", "Job", "DaemonSet"))
    text = (FOLDER / "workloads.yaml").read_text().replace("kind: Deployment", f"kind: {kind}")
    return text.replace("apps/v1\nkind: Job", "batch/v1\nkind: Job")


def _selector(random: Random) -> str:
    hostile = random.choice(WORDS["hostile patterns"])
    nested = "".join(f"[1,2,3,4,5,6,7,8,9,10].all(x{i}, " for i in range(12)) + "true" + ")" * 12
    expression = random.choice(
        (
            f"{MODEL}.matches('{hostile}')",
            f"{MODEL}.find('{hostile}') != ''",
            nested,
            f"{MODEL}.split('').map(x, {MODEL}.replace('a', {MODEL})).size() > 0",
            "||".join(["true"] * random.choice((10, 1000, 5000))),
            "(" * random.choice((10, 300, 5000)) + "true" + ")" * 300,
        )
    )
    return (FOLDER / "devices.yaml").read_text().replace("EXPRESSION", json.dumps(expression))


def _repeated(random: Random) -> str:
    """Return an object many times, under names of its own."""
    documents = (FOLDER / "repeated.yaml").read_text().split("---\n")
    document, count = random.choice(documents), random.choice((50, 300, 1500))
    return "---\n".join(document.replace("NUMBER", str(number)) for number in range(count))


def _message(random: Random) -> str:
    text = _multiplied(random, random.choice(WORDS["messages"]))
    if random.random() < 0.2:
        text = text.replace("Insufficient cpu", "Insufficient cpu, 1 " * random.choice((10, 1000)))
    return text


def _question(random: Random) -> tuple[str, Json]:
    """Return a path that computes, and its body."""
    makers: tuple[Callable[[], str], ...] = (
        lambda: _multiplied(random, _workloads(random)),
        lambda: _multiplied(random, random.choice(corpus())),
        lambda: _multiplied(random, mutated(random)),
        lambda: _selector(random),
        lambda: _repeated(random),
    )
    text = random.choice(makers)()
    steps = _multiplied(random, "steps: [{scale: web, replicas: 3}, {wait: 7}, {addNodes: 2}]")
    questions: tuple[tuple[str, Json], ...] = (
        ("/api/lint", {"source": text, "later": random.random() < 0.3}),
        ("/api/lint", {"source": text, "on": random.choice(("", "eks", "three-zones"))}),
        *((f"/api/{path}", {"source": text}) for path in ("try-on", "validate", "outline")),
        ("/api/scenarios", {"title": "t", "source": text}),
        ("/api/steps", {"source": steps}),
        ("/api/messages", {"text": _message(random)}),
    )
    return random.choice(questions)


def _plain(visitors: Visitors, random: Random) -> None:
    visitors.post(*_question(random))


def _compressed(visitors: Visitors, random: Random) -> None:
    """Send a gzip: of zeros, of many members, cut, with something behind it, or an honest one."""
    path, body = _question(random)
    honest = json.dumps(body).encode()
    zeros = b'{"source": "' + b" " * random.choice((10**5, 10**7, 10**8)) + b'"}'
    packed = gzip.compress(random.choice((honest, honest, zeros)), mtime=0)
    packed = random.choice((packed, packed, packed * 50, packed[: len(packed) // 2], packed + b"x" * 100))
    visitors.post(path, packed, **{"Content-Encoding": "gzip"})


def _keyed(visitors: Visitors, random: Random) -> None:
    """Ask for work of workers as somebody new each time."""
    link, run = visitors.run["snapshot"], visitors.run["id"]
    visitors.client.cookies.clear()
    questions: tuple[tuple[str, Json], ...] = (
        (
            f"/api/snapshots/{link}/sweeps",
            {"sweep": {"kind": "seeds", "seeds": random.choice((2, 100, 10**5, 10**9))}},
        ),
        (f"/api/snapshots/{link}/upgrades", {"versions": "1.30..1.36"}),
        (f"/api/runs/{run}/cluster-inquiries", {"kind": "removal"}),
    )
    visitors.post(*random.choice(questions), Authorization=f"Bearer {random.getrandbits(100):x}")


def _foreign(visitors: Visitors, random: Random) -> None:
    """Send a request as a page of another site does."""
    headers = random.choice(
        (
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
        )
    )
    status = visitors.post(*_question(random), **headers).status_code
    sent.require(status in (403, 413), f"another site was let in: {status}")


def _leaving(visitors: Visitors, random: Random) -> None:
    """Send a request and leave before the answer."""
    path, body = _question(random)
    sent.text = f"{path}\n{json.dumps(body)[:100_000]}"
    try:
        visitors.client.post(path, json=body, timeout=random.choice((0.001, 0.05, 0.3)))
        sent.answers["came at once"] += 1
    except httpx.TimeoutException:
        sent.answers["left"] += 1
        visitors.client.get("/healthz")


def _play(visitors: Visitors, random: Random) -> None:
    def step() -> Json:
        large = random.choice(LARGE)
        steps: tuple[Json, ...] = (
            {"scale": "web", "replicas": large},
            {"addNodes": large, "shape": {"cpu": "4"}},
            {"wait": large},
            {"apply": make_deployment("large", large)},
        )
        return random.choice(steps)

    body = {"steps": [step() for _ in range(random.randint(1, 3))], "seeds": random.choice((0, 0, 1000))}
    answer = visitors.post(f"/api/snapshots/{visitors.run['snapshot']}/plays", body)
    if answer.status_code == 202:
        visitors.post(f"/api/plays/{answer.json()['id']}/cancel", {})


def _link(visitors: Visitors, random: Random) -> None:
    """Open an address that computes, as an image of any site does."""
    text = _message(random)[:6000]
    sent.text = f"/message/?text={text}"
    answer = visitors.client.get("/message/", params={"text": text}, timeout=PATIENCE)
    check_answer(answer.status_code, "/message/", answer.content)


GREEDY: tuple[Callable[[Visitors, Random], None], ...] = (
    *(_plain, _plain, _plain, _compressed, _keyed, _foreign, _leaving, _play, _link),
)
GREEDY_LIMITS = {
    f"LIMIT_{name}{by}": "none"
    for name in (
        *("DRAFTS", "UPLOADS", "RUNS", "VARIANTS", "INQUIRIES", "UPGRADES", "PLAYS", "LINTS", "COMPUTING"),
    )
    for by in ("", "_BY_ADDRESS")
}


# ---- areas -------------------------------------------------------------------------------------------


@contextmanager
def _in_this_process(attempt: Callable[..., None]) -> Iterator[Attempt]:
    site()
    yield partial(attempt, made_world())


@contextmanager
def _on_a_live_site(
    attempt: Callable[[Visitors, Random], None], limits: Mapping[str, str] | None = None
) -> Iterator[Attempt]:
    from tests.services.live import LIMITS, live_application

    with live_application(limits or LIMITS) as live, Visitors(live) as visitors:
        yield partial(attempt, visitors)


@contextmanager
def _in_chromium() -> Iterator[Attempt]:
    from tests.services.live import live_application

    with live_application() as live, Visitors(live) as visitors, opened_addresses(visitors) as attempt:
        yield attempt


AREAS: dict[str, tuple[float, Callable[[], AbstractContextManager[Attempt]]]] = {
    "manifests": (0.435, lambda: nullcontext(manifests)),
    "plays": (0.01, lambda: nullcontext(plays)),
    "advice": (0.005, lambda: nullcontext(advice)),
    "api": (0.35, lambda: _in_this_process(request_of_the_api)),
    "pages": (0.1395, lambda: _in_this_process(page)),
    "sockets": (0.01, lambda: _on_a_live_site(frames)),
    "greedy": (0.05, lambda: _on_a_live_site(Visitors.bounded, GREEDY_LIMITS)),
    "browser": (0.0005, _in_chromium),
}
"""The areas with their shares of all inputs, and what tries an input."""
WITHOUT_SERVICES = {"manifests", "plays", "advice"}


def tried_area(name: str, seed: int, count: int) -> bool:
    """Try inputs of an area, print what became of them, and save one that fails; return whether none did."""
    start, failed = time.perf_counter(), False
    with AREAS[name][1]() as attempt:
        try:
            # What has happened on a live site stays, so that a failure there is not made smaller.
            tried(attempt, seed, count, inputs_of(name), shrink=name in {*WITHOUT_SERVICES, "api", "pages"})
        except Exception as error:  # whatever it is, it must not happen
            failed = True
            SAVED.mkdir(parents=True, exist_ok=True)
            file = SAVED / f"{name}-{seed}.txt"
            file.write_text(sent.text, encoding="utf-8", errors="surrogatepass")
            print(f"FAULT {type(error).__name__}: {error}\n  {file}")
            print(f"  python -m tests.fuzz --only {name} --seed {seed} --count {count}", flush=True)
            traceback.print_exception(error, limit=-4)
    memory = f"{sent.memory[0]:.0f} to {sent.memory[-1]:.0f} MB" if sent.memory else ""
    answers = ", ".join(f"{answer}: {number:,}" for answer, number in sorted(sent.answers.items()))
    print(
        f"{name:10} {sent.count:7,} inputs {time.perf_counter() - start:6.0f} s  slowest {sent.slowest:4.1f} s  "
        f"{memory:16} {answers}",
        flush=True,
    )
    return not failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="of all inputs, or of those of --only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("", *AREAS), default="", help="an area")
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    use_in_settings()
    os.environ["DJANGO_SETTINGS_MODULE"] = "webui.config.settings"
    from tests.services.postgres import postgres_server

    areas = [name for name in AREAS if options.only in ("", name)]
    with postgres_server() if {*areas} - WITHOUT_SERVICES else nullcontext():
        good = [
            tried_area(
                name, options.seed, options.count if options.only else max(1, round(options.count * share))
            )
            for name, (share, _) in AREAS.items()
            if name in areas
        ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
