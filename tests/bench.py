"""`make bench`: tables of what was measured, and bench.json. `python -m tests.bench growth memory` runs two of them."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from urllib.parse import urlencode

import numpy as np
import orjson

from scheduler_core import Inquiry, Recording, Scenario, SearchLimits, Sweep, Trying, load, play, read_sweep
from scheduler_core.cli.bench import bench, expand
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, find_version
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_deployment, make_node, make_pod, spread

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser, Page, WebSocket

    from tests.soak import Installation

Json = dict[str, Any]
Row = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")

WORKLOADS = Path(__file__).parent / "benched"
HOSTNAME, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
APPS = 50  # of a dump
SMALL = {"cpu": "100m", "memory": "200Mi"}


# ---- measuring ---------------------------------------------------------------------------------------


def apart(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a process of its own: its memory is measured from nothing, and given back."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        return process.submit(function, *args, **kwargs).result()


def peak_megabytes() -> int:
    """Return the most memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def middle(values: Sequence[float], digits: int = 1) -> float:
    return round(median(values), digits)


def p95(values: Sequence[float]) -> float:
    return round(quantiles(values, n=20)[-1], 2)


def milliseconds(act: Callable[[Any], Any], over: Sequence[Any]) -> list[float]:
    """Return the processor time of each call in milliseconds."""
    times = []
    for value in over:
        start = process_time()
        act(value)
        times.append((process_time() - start) * 1e3)
    return times


def facts() -> Json:
    """Return where the figures are measured, with a loop that tells how fast the machine is at Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        processor = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor()
    return {
        "cpus": os.cpu_count(),
        "processor": processor,
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "calibration_seconds": round(calibration_seconds(), 4),
    }


def calibration_seconds() -> float:
    """Return the least of three runs of the loop that reference.json describes.

    The real scheduler was measured on another machine, which ran the loop too: ratios can be compared, seconds cannot.
    """

    def loop() -> float:
        start = perf_counter()
        s, d = 0, {}
        for i in range(2_000_000):
            s += i * i % 7
            d[i & 1023] = s
        return perf_counter() - start

    return min(loop() for _ in range(3))


def print_rows(rows: Iterator[Row]) -> list[Row]:
    """Print each row as it arrives, and return all; a row with other columns begins another table."""
    listed: list[Row] = []
    for row in rows:
        if not listed or row.keys() != listed[-1].keys():
            print("\n" + "".join(_cell(name, name) for name in row))
        print("".join(_cell(name, value) for name, value in row.items()), flush=True)
        listed.append(row)
    return listed


def _cell(name: str, value: Any) -> str:
    """Names of things to the left, figures to the right."""
    if name in ("name", "what"):
        return f"{value:<44}"
    text = f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    return f"{text:>{max(len(name), 9) + 2}}"


# ---- clusters ----------------------------------------------------------------------------------------


def workload(name: str) -> Json:
    return dict(json.loads((WORKLOADS / f"{name}.json").read_text(encoding="utf-8")))


def zone_nodes(count: int, zones: int = 10) -> list[Json]:
    labels: list[Any] = [{ZONE: f"zone-{i}"} for i in range(zones)]
    return [make_node(f"node-{i:05d}", cpu="8", memory="32Gi", **labels[i % zones]) for i in range(count)]


def cluster(nodes: int, *, pods: int, waiting: int) -> list[Json]:
    """Nodes in ten zones, running pods, and pods that wait with a zone constraint and a preferred affinity.

    No two share a part, so that one can be changed.
    """
    running = (
        make_pod(f"run-{i:06d}", node=f"node-{i * 7 % nodes:05d}", requests=dict(SMALL), app=f"app-{i % 20}")
        for i in range(pods)
    )
    return [*zone_nodes(nodes), *running, *(_waiting_pod(i) for i in range(waiting))]


def _waiting_pod(number: int) -> Json:
    constraint = spread(ZONE, app="app-1")
    term = {"topologyKey": ZONE, "labelSelector": constraint["labelSelector"]}
    near = [{"weight": 10, "podAffinityTerm": term}]
    affinity = {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": near}}
    name, requests = f"new-{number:02d}", dict(SMALL)
    return make_pod(name, requests=requests, spread=[constraint], affinity=affinity, app="app-1")


def as_list(items: list[Json]) -> str:
    return json.dumps({"kind": "List", "apiVersion": "v1", "items": items})


def empty_cluster(nodes: int, waiting: int) -> str:
    """Return nodes without pods, and pods of one class that wait and ask for nothing but room."""
    pods = (make_pod(f"new-{i:04d}", requests=SMALL, app="app-1") for i in range(waiting))
    return as_list([*zone_nodes(nodes), *pods])


def write_dump(path: Path, *, nodes: int, pods: int) -> None:
    """Write a cluster as `kubectl get nodes,pods -A -o json --show-managed-fields` prints it.

    Most of what an API server says is of no use to a scheduler, and much of it differs between replicas: it is here
    because it has to be read over. The pods are those of 50 ReplicaSets.
    """
    templates = workload("dump")
    node, pod = (
        "\n".join(" " * 8 + line for line in json.dumps(templates[name], indent=4).splitlines())
        for name in ("dump-node", "dump-pod")
    )
    with path.open("w", encoding="utf-8") as file:
        file.write('{\n    "apiVersion": "v1",\n    "items": [\n')
        for i in range(nodes):
            name = f"node-{i:05d}"
            text = (
                node.replace("@zone@", f"zone-{i % 3}").replace("@name@", name).replace("@id@", f"{i:012d}")
            )
            file.write(f"{text},\n")
        for i in range(pods):
            text = pod.replace("@app@", f"app-{i % APPS}").replace("@token@", f"{i * 7919 % 16**5:05x}")
            text = text.replace("@node@", f"node-{i % nodes:05d}").replace("@id@", f"{i:012d}")
            text = text.replace("@time@", f"2025-01-01T{i % 24:02d}:{i % 60:02d}:00Z")
            file.write(text + (",\n" if i < pods - 1 else "\n"))
        file.write(
            '    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n'
        )


def sized(kind: str, *, nodes: int, running: int, classes: int, percentage: int | None) -> Scenario:
    """Return a reference workload with other numbers of nodes, running pods and classes.

    Replicas of the classes take turns, so that between two of one class all others are scheduled.
    """
    resized = workload(kind)
    groups = resized["existing"]
    for i, group in enumerate(groups):
        group |= {"count": running // len(groups), "placement": {"start": i, "step": 1}}
    resized |= {
        "nodes": {**resized["nodes"], "count": nodes},
        "check": None,
    }  # the checksum is of the original
    scenario = expand(resized, percentage=percentage, pods=400)
    waiting = [pod for pod in scenario.objects.pods if not pod.node_name]
    template = waiting[0].template
    made = [replace(template, labels={**template.labels, "class": str(i)}) for i in range(classes)]
    scenario.objects.pods[-len(waiting) :] = [
        replace(pod, template=made[i % classes]) for i, pod in enumerate(waiting)
    ]
    return scenario


# ---- the command -------------------------------------------------------------------------------------


def startup() -> Iterator[Row]:
    """Measure whole processes, with the bytecode that an installation has."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "ten.json")
        objects = [*(make_node(f"n{i}") for i in range(3)), *(make_pod(f"p{i}") for i in range(7))]
        file.write_text(json.dumps(objects), encoding="utf-8")
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for arguments, target in ((["--help"], 0.15), (["simulate", str(file)], 0.5)):
            _command_seconds(arguments, environment)
            seconds = min(_command_seconds(arguments, environment) for _ in range(7))
            yield {"name": arguments[0], "seconds": round(seconds, 3), "target_s": target}


def _command_seconds(arguments: list[str], environment: Mapping[str, str], *, check: bool = True) -> float:
    start = perf_counter()
    command = [sys.executable, "-m", "scheduler_core", *arguments]
    subprocess.run(command, env=environment, check=check, capture_output=True)
    return perf_counter() - start


KUBECTL = """#!/bin/sh
cd "$(dirname "$0")"
case "$1 $2" in
  "api-resources "*) echo "pods nodes namespaces" ;;
  "get --raw=/api/v1/pods") cat Pod ;;
  "get --raw=/api/v1/nodes") cat Node ;;
  "get "*) echo '{"kind": "List", "items": []}' ;;
  *) echo '{}' ;;
esac
"""


def live() -> Iterator[Row]:
    """Ask a kubectl that has the server's answers in files; the pods that wait are too large for any node."""
    for nodes, pods, target in ((1_000, 10_000, 10.0), (5_000, 50_000, 30.0)):
        with TemporaryDirectory() as folder:
            items = cluster(nodes, pods=pods, waiting=10)
            for item in items[-10:]:
                item["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "40"
            for kind in ("Pod", "Node"):
                own = [item for item in items if item["kind"] == kind]
                content = {"kind": f"{kind}List", "apiVersion": "v1", "items": own}
                Path(folder, kind).write_text(json.dumps(content), encoding="utf-8")
            program = Path(folder, "kubectl")
            program.write_text(KUBECTL, encoding="utf-8")
            program.chmod(0o755)
            for asked in ("why new-00 -n default", "why -A"):
                environment = {**os.environ, "KUBECTL": str(program)}
                seconds = _command_seconds(asked.split(), environment, check=False)
                yield {
                    "name": asked, "nodes": nodes, "pods": pods, "seconds": round(seconds, 1), "target_s": target
                }  # fmt: skip


# ---- cycles ------------------------------------------------------------------------------------------

PERCENTAGES = {"default": None, "100": 100}


def workloads() -> Iterator[Row]:
    """Compare with the real scheduler: `ratio` is how many times as many pods per second, the better of two runs."""
    reference = workload("reference")
    for name, figures in sorted(reference["podsPerSecond"].items()):
        for percentage, real in figures.items():
            # The loop runs right before: a machine's speed changes with the hour.
            slower = calibration_seconds() / reference["calibration"]["seconds"]
            path = WORKLOADS / f"{name}.json"
            runs = [bench(path, percentage=PERCENTAGES[percentage], pods=None, trace=False) for _ in range(2)]
            best = max(runs, key=lambda run: run["pods_per_second"])
            goals = {"default": 2, "100": 4} if name.endswith("-500n") else {"default": 5, "100": 20}
            ratio = round(best["pods_per_second"] * slower / real, 2)
            yield {**best, "percentage": percentage, "real": real, "ratio": ratio, "goal": goals[percentage]}


def parts() -> Iterator[Row]:
    """Tell where the time of a cycle goes, and how many calls it is made of."""
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.cycle import cycle
    from scheduler_core.scheduler.framework.memo import CachedScores, CachedVerdicts
    from scheduler_core.scheduler.framework.runtime import Framework
    from scheduler_core.simulation.run.outcome import Outcome

    listed: tuple[tuple[Any, str, str], ...] = (  # a part of a part is indented
        (Simulation, "compute", "a cycle"),
        (Framework, "run_pre_filter", "  PreFilter"),
        (Framework, "run_filter", "  Filter"),
        (CachedVerdicts, "refresh", "    Filter: the changed node asked again"),
        (cycle, "search", "  search"),
        (Framework, "run_pre_score", "  PreScore"),
        (Framework, "run_score", "  Score, NormalizeScore"),
        (CachedScores, "refresh", "    Score: the changed node asked again"),
        (cycle, "_best", "  ties"),
        (cycle, "_bind", "  Reserve to Bind"),
        (Outcome, "of", "outcome"),
        (Simulation, "apply", "applied"),
        (Snapshot, "assume", "  columns and counters"),
    )
    kinds = (
        ("basic-3z-500n", None),
        ("basic-3z", 100),
        ("spread-hard-3z", 100),
        ("anti-affinity-host-3z", 100),
    )
    for kind, percentage in kinds:
        simulation = Simulation(expand(workload(kind), percentage=percentage, pods=600))
        times: dict[str, list[float]] = {part: [] for _, _, part in listed}
        originals = [(owner, name, vars(owner)[name]) for owner, name, _ in listed]
        for owner, name, part in listed:
            setattr(owner, name, _clocked(getattr(owner, name), times[part]))
        _attempt(simulation, 500)
        for owner, name, original in originals:
            setattr(owner, name, original)
        for part, measured in times.items():
            shown = percentage or "default"
            yield {
                "name": part,
                "workload": kind,
                "percentage": shown,
                "us": middle([t * 1e6 for t in measured]),
            }
        yield {"name": kind, **_calls(simulation)}


def _calls(simulation: Simulation) -> Row:
    """Return the calls of Python functions and of built-in ones in a cycle; arithmetic on arrays is neither."""
    counted: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, argument: counted.update((event,)))
    try:
        _attempt(simulation, 100)
    finally:
        sys.setprofile(None)
    return {"python_calls": counted["call"] // 100, "builtin_calls": counted["c_call"] // 100}


def _attempt(simulation: Simulation, count: int) -> None:
    for pod in list(simulation.waiting)[:count]:
        simulation.attempt(pod)


def _clocked(function: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    """Return the function with a clock around it, which takes about 0.1 microseconds."""

    def timed(*args: Any, **kwargs: Any) -> Any:
        start = perf_counter()
        result = function(*args, **kwargs)
        times.append(perf_counter() - start)
        return result

    return timed


def growth() -> Iterator[Row]:
    """Measure how a cycle's cost grows with nodes, running pods and classes; all nodes are scored."""
    kinds = ("basic-3z", "spread-hard-3z", "affinity-zone-3z", "preferred-anti-affinity-host-3z", "mixed-3z")
    series = (
        *((kind, "nodes", (500, 1_000, 5_000, 15_000, 50_000)) for kind in kinds),
        ("basic-3z", "classes", (1, 10, 100)),
        ("mixed-3z", "running", (10_000, 100_000)),
    )
    exponents: list[Row] = []
    for kind, what, sizes in series:
        rows = []
        for size in sizes:
            rows.append(_cycle_cost(kind, **{"nodes": 5_000, "running": 10_000, "classes": 1, what: size}))
            yield rows[-1]
        exponents.append(
            {
                "name": kind,
                "grows_with": what,
                "first_exponent": _exponent(what, "first_ms", rows),
                "cycle_exponent": _exponent(what, "cycle_us", rows),
                "largest_two": _exponent(what, "cycle_us", rows[-2:]),
            }
        )
    yield from exponents


def _cycle_cost(kind: str, **sizes: int) -> Row:
    """Return the first cycle, which counts the cluster, and the middle one."""
    simulation = Simulation(sized(kind, **sizes, percentage=100))
    times = milliseconds(simulation.attempt, list(simulation.waiting))
    return {"name": kind, **sizes, "first_ms": round(times[0], 2), "cycle_us": round(median(times) * 1e3)}


def _exponent(size: str, time_: str, rows: list[Row]) -> float:
    """Return the slope of log(time) over log(size): 1 is proportional, 0 does not grow."""
    sizes, times = ([row[key] for row in rows] for key in (size, time_))
    return round(float(np.polyfit(np.log(sizes), np.log(times), 1)[0]), 2)


def memory() -> Iterator[Row]:
    for nodes, running, classes in ((5_000, 50_000, 10), (15_000, 150_000, 10), (15_000, 150_000, 100)):
        sizes = {"nodes": nodes, "running": running, "classes": classes}
        yield {"name": "mixed-3z", **sizes, "peak_mb": apart(_peak, **sizes), "goal": 1_000}


def _peak(**sizes: int) -> int:
    """Return the most that is held while 400 pods are scheduled with all nodes scored."""
    simulation = Simulation(sized("mixed-3z", **sizes, percentage=100))
    _attempt(simulation, 400)
    return peak_megabytes()


def loading() -> Iterator[Row]:
    for nodes, pods in ((500, 5_000), (5_000, 50_000)):
        with TemporaryDirectory() as folder:
            path = Path(folder, "dump.json")
            write_dump(path, nodes=nodes, pods=pods)
            yield {"name": "kubectl get -o json", "nodes": nodes, "pods": pods, **apart(_loaded, path)}


def _loaded(path: Path) -> Row:
    from scheduler_core.kubernetes.objects.limits import NO_LIMITS

    source = path.read_text(encoding="utf-8")
    start = perf_counter()
    scenario = load(source, NO_LIMITS)
    loaded = perf_counter()
    Simulation(scenario)
    return {
        "megabytes": round(len(source) / 1e6),
        "load_s": round(loaded - start, 2),
        "simulation_s": round(perf_counter() - loaded, 2),
        "classes": len({pod.template for pod in scenario.objects.pods}),
        "peak_mb": peak_megabytes(),
    }


def tracing() -> Iterator[Row]:
    """Measure what recording costs: each cycle's columns as bytes (`--trace full`) beside the same run without."""
    from scheduler_core.explain.view.columns import cycle_columns, encode
    from scheduler_core.scheduler.cycle.cycle import CycleRecord

    def pod_ms(kind: str, percentage: int | None, trace: bool) -> float:
        path = WORKLOADS / f"{kind}.json"
        runs = (bench(path, percentage=percentage, pods=None, trace=trace) for _ in range(2))
        return min(run["seconds"] * 1000 / run["pods"] for run in runs)

    spreads = ("spread-hard-3z", "spread-soft-3z")
    for kind in ("basic-3z", *spreads, "anti-affinity-host-3z", "preferred-affinity-host-3z"):
        for name, percentage in PERCENTAGES.items():
            off, full = (pod_ms(kind, percentage, trace) for trace in (False, True))
            simulation = Simulation(expand(workload(kind), percentage=percentage, pods=50))
            records = [simulation.attempt(pod) for pod in list(simulation.waiting)]
            sizes = [
                len(encode(cycle_columns(record))) for record in records if isinstance(record, CycleRecord)
            ]
            yield {
                "name": kind,
                "percentage": name,
                "off_ms": round(off, 3),
                "full_ms": round(full, 3),
                "times": round(full / off, 2),
                "goal": 3,
                "bytes_a_cycle": sum(sizes) // len(sizes),
            }


def claims() -> Iterator[Row]:
    """Schedule pods with resource claims: every node has 8 devices, and every node is searched."""
    data = workload("claims")
    template = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "gpu"},
    }
    for kind, asked in data["requests"].items():
        for count in (100, 1_000, 5_000):
            objects = [data["class"], {**template, "spec": {"spec": {"devices": asked}}}]
            for i in range(count):
                objects.append(make_node(f"node-{i:05}", cpu="64", memory="256Gi"))
                objects.append(json.loads(json.dumps(data["slice"]).replace("@node@", f"node-{i:05}")))
            for i in range(20):
                pod = make_pod(f"train-{i}", requests={"cpu": "1"})
                pod["spec"]["resourceClaims"] = [{"name": "gpu", "resourceClaimTemplateName": "gpu"}]
                pod["spec"]["containers"][0]["resources"]["claims"] = [{"name": "gpu"}]
                objects.append(pod)
            simulation = Simulation(Scenario.from_content({"objects": objects}))
            # The first cycle gathers pools and evaluates selectors.
            times = milliseconds(simulation.attempt, list(simulation.waiting))
            assert not simulation.waiting, "devices are enough for all pods"
            yield {
                "name": kind,
                "nodes": count,
                "devices": count * len(data["slice"]["spec"]["devices"]),
                "first_ms": round(times[0], 1),
                "cycle_ms": middle(times),
                "goal": 100 if count == 1_000 else "",
            }


def gangs() -> Iterator[Row]:
    """Measure cycles of pod groups, whose members are tried one after the other and bound together."""
    from scheduler_core.scheduler.gang.record import GangRecord

    count, members, version = 10, 500, find_version("1.36")
    gates = ["GenericWorkload", "GangScheduling", "TopologyAwareWorkloadScheduling"]
    for kind in ("fits", "rolled-back", "spread", "in-one-rack"):
        objects = [
            make_node(f"node-{i:05}", cpu="64", memory="256Gi", rack=f"r{i % 10}") for i in range(1_000)
        ]
        for gang in range(count):
            objects += _gang(f"g{gang}", kind, members)
        scenario = Scenario.from_content({"objects": objects, "gates": gates}, version=version)
        simulation = Simulation(scenario, version)
        records: list[Any] = []
        times = milliseconds(
            lambda gang: records.append(simulation.attempt(f"default/g{gang}-0")),  # noqa: B023
            range(count),
        )
        assert all(isinstance(record, GangRecord) for record in records)
        yield {
            "name": kind,
            "gangs": count,
            "members": members,
            "bound": sum(len(record.bound) for record in records),
            "cycle_ms": middle(times),
            "member_ms": round(median(times) / members, 3),
        }


def _gang(name: str, kind: str, members: int) -> Iterator[Json]:
    minimum = members + 1 if kind == "rolled-back" else members
    spec: Json = {"schedulingPolicy": {"gang": {"minCount": minimum}}}
    if kind == "in-one-rack":
        spec["schedulingConstraints"] = {"topology": [{"key": "rack"}]}
    group = {"apiVersion": "scheduling.k8s.io/v1alpha2", "kind": "PodGroup", "metadata": {"name": name}}
    yield {**group, "spec": spec}
    constraints = [spread("rack", app=name)] if kind == "spread" else None
    for i in range(minimum):
        pod = make_pod(f"{name}-{i}", requests={"cpu": "1", "memory": "1Gi"}, spread=constraints, app=name)
        pod["spec"]["schedulingGroup"] = {"podGroupName": name}
        if i == members:  # one that exists, so that the group is tried, and is held back
            pod["spec"]["schedulingGates"] = [{"name": "example.com/wait"}]
        yield pod


def queueing() -> Iterator[Row]:
    """Measure cycles of Kueue: 1,000 workloads wait in 50 queues of 10 cohorts, for 500 nodes with a topology."""
    from scheduler_core.kubernetes.objects.collector import paused_collector
    from scheduler_core.queueing.run.run import QueueingRun
    from scheduler_core.queueing.run.scenario import read_scenario

    for sharing in ("fair", "classical"):
        config: Json = {"fairSharing": {}} if sharing == "fair" else {}
        for collector, context in (("paused", paused_collector()), ("running", nullcontext())):
            run = QueueingRun(read_scenario({"objects": list(_queues(Random(7))), "config": config}))
            times: list[float] = []
            with context:
                for number in range(1, 401):
                    start = process_time()
                    cycle = run.step(number)
                    run.end(number)
                    times.append((process_time() - start) * 1e3)
                    if cycle is None:
                        break
            yield {
                "sharing": sharing,
                "collector": collector,
                "cycles": len(times),
                "median_ms": middle(times),
                "longest_ms": round(max(times), 1),
                "above_50_ms": sum(taken > 50 for taken in times),
                "seconds": round(sum(times) / 1e3, 2),
            }


def _queues(random: Random) -> Iterator[Json]:
    levels = ("example.com/block", "example.com/rack", HOSTNAME)
    flavors = ("reserved", "spot")

    def kueue(kind: str, name: str, spec: Json, **metadata: str) -> Json:
        return {
            "apiVersion": "kueue.x-k8s.io/v1beta2",
            "kind": kind,
            "metadata": {"name": name, **metadata},
            "spec": spec,
        }

    yield kueue("Topology", "hall", {"levels": [{"nodeLabel": level} for level in levels]})
    for name in flavors:
        yield kueue("ResourceFlavor", name, {"nodeLabels": {"pool": name}, "topologyName": "hall"})
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}}
    for i in range(500):
        labels: Any = {levels[0]: f"b{i // 100}", levels[1]: f"r{i // 10}", "pool": flavors[i % 2]}
        node = make_node(f"node-{i:03}", cpu="16", memory="64Gi", **labels)
        node["status"]["conditions"] = [{"type": "Ready", "status": "True"}]
        yield node
    quotas = [{"name": "cpu", "nominalQuota": "80"}, {"name": "memory", "nominalQuota": "320Gi"}]
    resources = [{"name": flavor, "resources": quotas} for flavor in flavors]
    for i in range(50):
        spec = {
            "cohortName": f"c{i % 10}",
            "namespaceSelector": {},
            "queueingStrategy": "BestEffortFIFO",
            "resourceGroups": [{"coveredResources": ["cpu", "memory"], "flavors": resources}],
            "preemption": {"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Any"},
        }
        yield kueue("ClusterQueue", f"q{i:02}", spec)
        yield kueue("LocalQueue", f"q{i:02}", {"clusterQueue": f"q{i:02}"}, namespace="default")
    for i in range(1_000):
        requests = {"cpu": str(random.choice((1, 2, 4, 8))), "memory": f"{random.choice((4, 8, 16))}Gi"}
        level = random.choice(levels[1:])
        pod_set: Json = {
            "name": "main",
            "topologyRequest": random.choice(
                ({"required": level}, {"preferred": level}, {"unconstrained": True})
            ),
            "template": {"spec": {"containers": [{"name": "c", "resources": {"requests": requests}}]}},
        }
        queue, priority = f"q{random.randrange(50):02}", random.choice((0, 0, 0, 100))
        pod_set["count"] = random.choice((1, 2, 4, 8, 16))
        created = f"2029-12-31T{i // 60 % 24:02}:{i % 60:02}:00Z"
        about = {"namespace": "default", "uid": f"u{i:04}", "creationTimestamp": created}
        body = {"queueName": queue, "priority": priority, "podSets": [pod_set]}
        yield kueue("Workload", f"w{i:04}", body, **about)


# ---- whole runs and answers --------------------------------------------------------------------------


def upgrade() -> Iterator[Row]:
    for name in ("alike", "varied", "preempting"):
        yield apart(_upgraded, name)


def _upgraded(name: str) -> Row:
    """Compare the newest versions; the scenario is read before."""
    from scheduler_core.explain.compare.upgrade import upgrade_matrix

    manifests = cluster(5_000, pods=50_000, waiting=1_000)
    if name != "alike":
        _vary(manifests, name)
    scenario = Scenario.from_content({"objects": manifests})
    releases = list(KUBERNETES_VERSIONS)[-12:]
    start = perf_counter()
    matrix = upgrade_matrix(scenario, releases)
    return {
        "name": name,
        "versions": len(releases),
        "nodes": matrix["nodes"],
        "running": matrix["running"],
        "pending": matrix["waiting"],
        "moves": sum(step["moved"] for step in matrix["steps"]),
        "changes": len(matrix["changes"]),
        "seconds": round(perf_counter() - start, 1),
        "goal": 120,
        "peak_mb": peak_megabytes(),
    }


def _vary(manifests: list[Json], name: str) -> None:
    """Give nodes images, and every fifth waiting pod no requests, sidecars, a priority, or more than a node has."""
    for i, manifest in enumerate(manifests):
        if manifest["kind"] == "Node" and i % 3:
            manifest["status"]["images"] = [{"names": ["app:1"], "sizeBytes": 300 << 20}]
    for waiting, spec in enumerate(_waiting(manifests)):
        container, kind = spec["containers"][0], waiting % 5
        if kind == 1:
            container["resources"] = {}
        elif kind == 2:
            del spec["topologySpreadConstraints"]
            container["resources"] = {"requests": {"cpu": "1", "memory": "300Mi"}}
        elif kind == 3:
            del spec["affinity"]
            spec["initContainers"] = [{"name": "side", "image": "side:1", "restartPolicy": "Always"}]
        elif kind == 4:
            container["resources"] = {"requests": {"cpu": "16"}}
            if name == "preempting":
                spec["priority"] = 10


def _waiting(manifests: list[Json]) -> list[Json]:
    return [m["spec"] for m in manifests if m["kind"] == "Pod" and "nodeName" not in m["spec"]]


def pending(nodes: int, running: int) -> Recording:
    """Return a run of a cluster with 40 pods whose demands no node meets.

    In turn: their size, a label, a zone rule and size, pods that exclude them.
    """
    manifests = cluster(nodes, pods=running, waiting=40)
    for i, spec in enumerate(_waiting(manifests)):
        del spec["topologySpreadConstraints"], spec["affinity"]
        container = spec["containers"][0]
        if i % 4 == 0:
            container["resources"] = {"requests": {"cpu": "63", "memory": "1Gi"}}
        elif i % 4 == 1:
            spec["nodeSelector"] = {"disk": "nvme", ZONE: "zone-0"}
        elif i % 4 == 2:
            spec["nodeSelector"] = {ZONE: "zone-9"}
            container["resources"] = {"requests": {"cpu": "40"}}
        else:
            terms = [{"labelSelector": {}, "topologyKey": ZONE}]
            spec["affinity"] = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    return Recording.of(Scenario.from_content({"objects": manifests}))


def whatif() -> Iterator[Row]:
    """Ask what places the pending pods of a large cluster: until the first repair, and until the search ends."""
    yield apart(_asked)


def _asked() -> Row:
    from scheduler_core.advice.whatif.causes import Causes
    from scheduler_core.advice.whatif.search import Search
    from scheduler_core.advice.whatif.trial import Trial

    recording = pending(5_000, 50_000)
    first, whole, tried, searched = list[float](), list[float](), 0, 0.0
    for pod in (event["pod"] for event in recording.finished if not event["node"]):
        start = perf_counter()
        trial = Trial.of(recording, pod)
        Causes(trial).minimal()
        search, begun = Search(trial), perf_counter()
        for i, _ in enumerate(search.repairs()):
            if i == 0:
                first.append(perf_counter() - start)
        whole.append(perf_counter() - start)
        tried, searched = tried + trial.count, searched + perf_counter() - begun
    return {
        "nodes": 5_000,
        "running": 50_000,
        "asked": len(whole),
        "repaired": len(first),
        "first_median_s": middle(first, 2),
        "first_95%_s": p95(first),
        "all_median_s": middle(whole, 2),
        "tried_per_s": round(tried / searched),
        "goal_median_s": 1.0,
        "goal_95%_s": 5.0,
        "peak_mb": peak_megabytes(),
    }


def trying() -> Iterator[Row]:
    """Try repairs: from the press of the button, where the worker has the scenario, to the whole answer."""
    for nodes, running, goal in ((60, 800, 1.0), (1_000, 10_000, 1.0), (5_000, 50_000, 3.0)):
        yield apart(_tried, nodes, running, goal)


def _tried(nodes: int, running: int, goal: float) -> Row:
    recording = pending(nodes, running)
    repairs = []
    for pod in [event["pod"] for event in recording.finished if not event["node"]][:4]:
        *_, answer = Inquiry(recording, pod, limits=SearchLimits(attempts=60, runs=0)).answers()
        repairs += answer["repairs"][:2]
    wall, used = list[float](), list[float]()
    for repair in repairs * 3:
        start, processor = perf_counter(), process_time()
        attempt = Trying(Recording(recording.scenario, recording.finished), repair["operations"])
        for _ in attempt.steps():
            pass
        orjson.dumps(attempt.answer())
        wall.append(perf_counter() - start)
        used.append(process_time() - processor)
    return {
        "nodes": nodes,
        "running": running,
        "repairs": len(repairs),
        "median_s": middle(wall, 2),
        "most_s": round(max(wall), 2),
        "cpu_median_s": middle(used, 2),
        "cpu_most_s": round(max(used), 2),
        "goal_s": goal,
        "peak_mb": peak_megabytes(),
    }


def daytwo() -> Iterator[Row]:
    """Play steps: seconds per play, which includes the scheduling of all that they move."""
    zone = {"key": ZONE, "value": "zone-1"}
    yield apart(_played, "rollout", 3, 5, 100, [{"rollout": "web"}])
    yield apart(_played, "rollout", 100, 300, 2, [{"rollout": "web"}])
    yield apart(_played, "drain", 100, 300, 2, [{"drain": zone}])
    yield apart(_played, "zone lost and restored", 100, 300, 2, [{"lose": zone}, {"restore": zone}])


def _played(name: str, nodes: int, replicas: int, plays: int, steps: list[Json]) -> Row:
    """Play with the seeds from 1; the first state is computed once for all of them, and timed apart."""
    from scheduler_core.simulation.daytwo import prepare

    spec = {
        "containers": [{"name": "main", "image": "web:1", "resources": {"requests": SMALL}}],
        "topologySpreadConstraints": [spread(ZONE, app="web")],
    }
    deployment = make_deployment("web", replicas, spec, namespace="default")
    scenario = Scenario.from_content({"objects": [*zone_nodes(nodes, 3), deployment], "steps": steps})
    begun = perf_counter()
    start = prepare(scenario)
    prepared = perf_counter()
    moments = [len(play(start, seed=seed).timeline()["moments"]) for seed in range(1, plays + 1)]
    return {
        "name": name,
        "nodes": nodes,
        "replicas": replicas,
        "plays": plays,
        "moments": round(sum(moments) / plays),
        "prepare_s": round(prepared - begun, 2),
        "play_s": round((perf_counter() - prepared) / plays, 3),
        "peak_mb": peak_megabytes(),
    }


def sweep() -> Iterator[Row]:
    """Measure a sweep in one process; the first run takes whole cycles, so that more seeds are faster still."""
    for name in ("basic-3z", "spread-hard-3z", "mixed-3z"):
        yield _swept(name, expand(workload(name)), 20)
    small = cluster(12, pods=24, waiting=34)
    yield _swept("small", Scenario.from_content({"objects": small, "config": None}), 200)


def _swept(name: str, scenario: Scenario, seeds: int) -> Row:
    engine = Sweep([scenario], read_sweep({"kind": "seeds", "seeds": seeds}))
    begun, processor = perf_counter(), process_time()
    decisions = engine.evaluate(0, seeds)["decisions"]
    seconds, busy = perf_counter() - begun, process_time() - processor
    return {
        "name": name,
        "nodes": len(scenario.objects.nodes),
        "pods": decisions // seeds,
        "seeds": seeds,
        "decisions_per_second": round(decisions / seconds),
        "per_processor_second": round(decisions / busy),
        "goal": 8_000,
        "seconds_of_1000_seeds": round(seconds / seeds * 1000, 1),
    }


# ---- the product -------------------------------------------------------------------------------------

SWEPT = {"nodes": 500, "waiting": 1_000}
SEEDS = 400
IDLE_SECONDS = 5.0  # in which is counted what an installation says to its broker without work


def sweep_workers() -> Iterator[Row]:
    """Measure a sweep on as many worker processes as there are cores, and up to twice as many.

    PostgreSQL, Valkey, a web server and one worker run as `make run` starts them, all on this machine. The time is
    that from the request to the end: the decoding of the snapshot in each process and the last pieces are in it. `busy`
    is the share of that time in which the processes that evaluate had a core; for the rest they waited.
    """
    cores = os.cpu_count() or 1
    for processes in sorted({1, cores}):
        yield _without_queue(processes)
    one = 0.0
    for processes in sorted({1, 2, cores, 2 * cores}):
        row = _with_workers(processes)
        one = one or row["decisions_s"]
        yield row | {"efficiency": round(row["decisions_s"] / (one * min(processes, cores)), 2)}


def _without_queue(processes: int) -> Row:
    """Evaluate the same points in processes that share nothing: what the machine gives."""
    context = multiprocessing.get_context("spawn")
    edges = [SEEDS * i // processes for i in range(processes + 1)]
    ready = context.Barrier(processes + 1)
    parts = [context.Process(target=_evaluate, args=(ready, *edge)) for edge in pairwise(edges)]
    for part in parts:
        part.start()
    ready.wait()
    begun = time.monotonic()
    for part in parts:
        part.join()
    seconds = time.monotonic() - begun
    rates = {"points_s": round(SEEDS / seconds, 1), "decisions_s": round(SEEDS * SWEPT["waiting"] / seconds)}
    return {
        "name": "without queue and database",
        "processes": processes,
        "seconds": round(seconds, 1),
        **rates,
    }


def _evaluate(ready: Any, start: int, stop: int) -> None:
    engine = Sweep([load(empty_cluster(**SWEPT))], read_sweep({"kind": "seeds", "seeds": SEEDS}))
    ready.wait()
    engine.evaluate(start, stop)


def _with_workers(processes: int) -> Row:
    from tests.services.folder import use_in_settings

    use_in_settings()
    from tests.soak import ENDED, RunningSweep, installation

    with installation(machines=1, WORKERS=str(processes)) as place:
        work = RunningSweep(place, empty_cluster(**SWEPT), SEEDS)
        with place.connection("postgres") as connection:  # every statement is logged, and so counted
            connection.execute("ALTER SYSTEM SET log_statement = 'all'")
            connection.execute("SELECT pg_reload_conf()")
        idle = _costs(place)
        time.sleep(IDLE_SECONDS)
        before, computed = _costs(place), _evaluating_seconds(place)
        begun = time.monotonic()
        work.start()
        while work.state()[0] not in ENDED:
            time.sleep(0.5)
        seconds = time.monotonic() - begun
        after, computed = _costs(place), _evaluating_seconds(place) - computed
        state = work.answer()
    assert state["status"] == "finished", state
    decisions, pieces, idle_share = state["result"]["decisions"], state["pieces_done"], seconds / IDLE_SECONDS
    spent = {name: after[name] - before[name] - idle_share * (before[name] - idle[name]) for name in idle}
    return {
        "name": "{nodes:,} nodes, {waiting:,} pods".format(**SWEPT),
        "processes": processes,
        "seconds": round(seconds, 1),
        "points_s": round(SEEDS / seconds, 1),
        "decisions_s": round(decisions / seconds),
        "decisions_processor_s": round(decisions / computed),
        "busy": round(computed / seconds / min(processes, os.cpu_count() or 1), 2),
        "pieces": pieces,
        **{f"{name}_piece": round(value / pieces, 1) for name, value in spent.items()},
    }


def _evaluating_seconds(place: Installation) -> float:
    """Return how long the processes that evaluate pieces have computed."""
    from tests.services.processes import children, processor_seconds

    return sum(processor_seconds(pid) for worker in place.pools() for pid in children(worker))


def _costs(place: Installation) -> dict[str, float]:
    """Return what database and broker have done so far."""
    import redis

    lines = (place.folder / "postgres.log").read_bytes().splitlines()
    ours = b"SELECT status, evaluated"
    statements = [line for line in lines if b"LOG:  statement:" in line and ours not in line]
    with place.connection("postgres") as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
    assert row is not None
    with redis.Redis.from_url(place.environment["REDIS_URL"]) as client:
        broker: Any = client.info("stats")
    return {
        "statements": len(statements),
        "statement_kb": sum(map(len, statements)) / 1e3,
        "written_kb": float(row[0]) / 1e3,
        "broker_commands": float(broker["total_commands_processed"]),
        "broker_kb": (broker["total_net_input_bytes"] + broker["total_net_output_bytes"]) / 1e3,
    }


@contextmanager
def application() -> Iterator[tuple[httpx.Client, Browser]]:
    """Yield a visitor of the product as its users have it (`make run`'s processes, SQLite), and Chromium."""
    limits = {"SCENARIO_MAX_BYTES": "200000000", "SCENARIO_MAX_OBJECTS": "1000000", "RUN_TIME_LIMIT": "1800"}
    os.environ["TEST_DATABASE"] = "sqlite"  # the services read it when they are imported
    from tests.services.folder import use_in_settings

    use_in_settings()
    from tests.services.chromium import chromium
    from tests.services.live import live_application

    with live_application(limits) as live, live.client() as visitor, chromium() as browser:
        visitor.timeout = 900
        yield visitor, browser


def new_page(visitor: httpx.Client, browser: Browser) -> Page:
    url = str(visitor.base_url)
    size: Any = {"width": 1440, "height": 900}
    page = browser.new_context(base_url=url, viewport=size, bypass_csp=True).new_page()
    page.set_default_timeout(120_000)
    return page


def finished_run(visitor: httpx.Client, source: str) -> Json:
    draft = (
        visitor.post("/api/scenarios", json={"title": "Bench", "source": source}).raise_for_status().json()
    )
    run = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={}).raise_for_status().json()
    while (state := visitor.get(f"/api/runs/{run['id']}").json())["status"] in ("queued", "running"):
        time.sleep(0.1)
    return dict(state)


# A step is measured from the key's own time stamp to the first task after the frame that shows it. Nothing asks for
# frames meanwhile. `frame` is what follows the start of that frame: style, layout, paint.
STEP_TIMES = """() => {
    const times = (globalThis.stepTimes = []);
    const current = "#rail [aria-current], #timeline [aria-current]";
    const panel = () => [...document.querySelectorAll(current)].map((each) => each.textContent).join();
    let before = panel();
    addEventListener("keydown", ({ timeStamp }) => {
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            const frame = performance.now();
            port1.onmessage = () => {
                const now = performance.now();
                times.push({ painted: now - timeStamp, frame: now - frame, stays: panel() === before });
                before = panel();
            };
            port2.postMessage(null);
        });
    }, true);
}"""
# Waits with timers, as waiting with frames would bring the next one nearer or put it off.
STEPPED = """count => new Promise((resolve) => {
    const look = () => (stepTimes.length >= count ? resolve() : setTimeout(look, 5));
    look();
})"""
FIRST_POINT = """() => {
    const rail = document.querySelector("#rail");
    addEventListener("click", ({ timeStamp }) => {
        new MutationObserver((_, observer) => {
            if (!rail.querySelector('.done[data-point="PreFilter"]')) return;
            observer.disconnect();
            requestAnimationFrame(() => (globalThis.firstPoint = performance.now() - timeStamp));
        }).observe(rail, { childList: true, subtree: true, attributes: true });
    }, { capture: true, once: true });
}"""
# Collects the time from frame to frame.
WATCH_FRAMES = """() => {
    const deltas = [];
    let last = 0, on = true;
    const frame = (now) => {
        if (last) deltas.push(now - last);
        last = now;
        if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.frames_ = () => { on = false; return deltas; };
}"""


def product() -> Iterator[Row]:
    """Measure what a reader waits for in Chromium; wall time, nothing else running."""
    large = 5_000
    with application() as (visitor, browser):
        page = new_page(visitor, browser)
        source = as_list(cluster(40, pods=60, waiting=30))
        times = [_run_time(page, source) for _ in range(8)][1:]  # the first finds nothing warm
        yield _figure("Run to first extension point on screen", "ms", 100, [first for first, _ in times])
        yield _figure("Run to last event, 30 pods", "ms", 1000, [last for _, last in times])
        for nodes, goal in ((200, 16), (large, 50)):
            run = finished_run(visitor, as_list(cluster(nodes, pods=nodes * 2, waiting=10)))
            if nodes == large:  # each cycle is asked for once: the server computes it again
                path = f"/api/runs/{run['id']}/cycles"
                answers = [visitor.get(f"{path}/{n}/view?form=columns") for n in range(run["cycles"])]
                sizes = [len(answer.raise_for_status().content) / 1e6 for answer in answers]
                waits = [answer.elapsed.total_seconds() * 1000 for answer in answers]
                yield _figure(f"Columns of a cycle, {large:,} nodes: size", "MB", 0.5, sizes)
                yield _figure(f"Columns of a cycle, {large:,} nodes: first answer", "ms", 100, waits)
            yield _step_times(page, run, nodes, goal)


def _run_time(page: Page, source: str) -> tuple[float, float]:
    """Return the time from pressing Run to the first extension point on screen, and to the last event."""
    from playwright.sync_api import expect

    page.goto("/")
    page.locator("#door").fill(source)
    page.get_by_role("button", name="Review what is sent").click()
    page.get_by_role("button", name="Edit first", exact=True).click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
    button = page.get_by_role("button", name="Run", exact=True)
    expect(button).to_be_enabled()
    page.evaluate(FIRST_POINT)
    ended: list[float] = []

    def look(frame: bytes | str) -> None:
        if "run.finished" in str(frame):
            ended.append(perf_counter())

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", look)

    page.once("websocket", watch)
    start = perf_counter()
    button.click()
    page.wait_for_function("globalThis.firstPoint !== undefined")
    while not ended:
        page.wait_for_timeout(10)
    return page.evaluate("firstPoint"), (ended[0] - start) * 1000


def _step_times(page: Page, run: Json, nodes: int, goal: float) -> Row:
    """Step through a cycle and into the next pod's, and back, three times; the first finds nothing warm."""
    from playwright.sync_api import expect

    walk = ["ArrowRight"] * 24 + ["ArrowLeft"] * 24
    page.goto(f"/x/{run['snapshot']}/")
    expect(page.get_by_role("grid").first).to_be_visible(timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Home")
    expect(page.locator("#rail [aria-current=step]")).to_contain_text("Queue")
    page.evaluate(STEP_TIMES)
    pauses = Random(1)
    for i, key in enumerate(walk * 3):
        page.wait_for_timeout(pauses.uniform(60, 160))
        page.keyboard.press(key)
        page.evaluate(STEPPED, i + 1)
    times = page.evaluate("stepTimes")[len(walk) :]
    row = _figure(f"Step, key to painted, {nodes:,} nodes", "ms", goal, [each["painted"] for each in times])
    stays, moves = ([each["painted"] for each in times if each["stays"] is kind] for kind in (True, False))
    frames = [each["frame"] for each in times]
    return row | {"frame_ms": middle(frames), "stays_ms": middle(stays), "moves_ms": middle(moves)}


def _figure(name: str, unit: str, goal: float, values: list[float]) -> Row:
    return {"name": name, "unit": unit, "goal": goal, "median": middle(values, 2), "p95": p95(values)}


def topology_map() -> Iterator[Row]:
    """Scroll, zoom, hover and step over the map of a large cluster, and tell the time of a frame."""
    dice, nodes, pods = Random(1), 5_000, 50_000
    items = []
    for i in range(nodes):
        labels: Any = {"region": f"region-{i % 2}", "zone": f"zone-{i % 6}", "rack": f"rack-{i % 120}"}
        size = "8" if i % 5 else "4"
        items.append(make_node(f"node-{i}", cpu=size, memory="32Gi", unschedulable=i % 97 == 0, **labels))
    for i in range(pods + 12):
        owner = dice.randrange(40) if i < pods else i % 3
        node = f"node-{dice.randrange(nodes)}" if i < pods else None
        app = f"app-{owner}"
        constraints = None if node else [spread("zone", app=app)]
        name = f"run-{i}" if node else f"new-{i - pods}"
        pod = make_pod(
            name, node=node, requests={"cpu": "100m", "memory": "64Mi"}, spread=constraints, app=app
        )
        controller = {
            "apiVersion": "apps/v1",
            "kind": "ReplicaSet",
            "name": app,
            "uid": app,
            "controller": True,
        }
        pod["metadata"]["ownerReferences"] = [controller]
        items.append(pod)
    with application() as (visitor, browser):
        run = finished_run(visitor, as_list(items))
        first, again = (visitor.get(f"/api/runs/{run['id']}/cluster") for _ in range(2))
        yield {
            "what": "cluster",
            "bytes": len(again.content),
            "wire_bytes": int(again.headers["content-length"]),
            "first_ms": round(first.elapsed.total_seconds() * 1000),
            "again_ms": round(again.elapsed.total_seconds() * 1000),
        }
        page = new_page(visitor, browser)
        query = urlencode({"group": "region,zone,rack", "point": "Filter", "pod": "default/new-3"})
        page.goto(f"/x/{run['snapshot']}/?{query}")
        page.get_by_role("gridcell").first.wait_for()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for name, act in _acts(page):
            yield {"what": name, **_frames(page, session, act)}


def _acts(page: Page) -> list[tuple[str, Callable[[], None]]]:
    box = page.get_by_role("listbox", name="Nodes by domain").bounding_box()
    assert box is not None
    x, y = box["x"] + 150, box["y"] + 300

    def scroll(steps: int = 40, by: int = 60) -> None:
        page.mouse.move(x, y)
        for direction in (1, -1):
            for _ in range(steps):
                page.mouse.wheel(0, by * direction)

    def zoom() -> None:
        page.keyboard.down("Control")
        scroll(25, -20)
        page.keyboard.up("Control")

    def hover() -> None:
        for i in range(60):
            page.mouse.move(x - 120 + (i * 37) % 240, y - 200 + (i * 53) % 400)

    def larger() -> None:
        page.get_by_role("button", name="Zoom in (+)").click()
        scroll()

    def step() -> None:
        page.mouse.move(700, 10)
        for _ in range(20):
            page.keyboard.press("ArrowRight")

    return [("scroll", scroll), ("zoom", zoom), ("hover", hover), ("larger, scroll", larger), ("step", step)]


def _frames(page: Page, session: Any, act: Callable[[], None]) -> Row:
    def computed() -> float:
        """Return the seconds of the page's main thread: unlike frames, much the same on a busy machine."""
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    page.evaluate("() => new Promise((done) => requestIdleCallback(done, {timeout: 5000}))")
    before = computed()
    page.evaluate(WATCH_FRAMES)
    act()
    deltas = sorted(page.evaluate("window.frames_()"))
    return {
        "frames": len(deltas),
        "fps": round(1000 * len(deltas) / sum(deltas), 1),
        "p50_ms": middle(deltas),
        "p95_ms": p95(deltas),
        "worst_ms": round(deltas[-1], 1),
        "late": sum(delta > 17.5 for delta in deltas),
        "cpu_ms": round(1000 * (computed() - before) / len(deltas), 1),
    }


# ---- sections ----------------------------------------------------------------------------------------

SECTIONS: dict[str, tuple[Callable[[], Iterator[Row]], str]] = {
    "startup": (startup, "How soon the command answers"),
    "live": (live, "Asking a large cluster through kubectl"),
    "workloads": (workloads, "Pods per second beside the real scheduler"),
    "parts": (parts, "Where the time of a cycle goes"),
    "growth": (growth, "The cost of a cycle with the size of the cluster"),
    "memory": (memory, "Memory of a cluster"),
    "loading": (loading, "Reading a dump"),
    "tracing": (tracing, "Recording every cycle in full"),
    "upgrade": (upgrade, "The upgrade matrix of a large cluster"),
    "whatif": (whatif, "What it would take to place pods of a large cluster"),
    "trying": (trying, "Trying a repair"),
    "claims": (claims, "Cycles of pods with resource claims"),
    "gangs": (gangs, "Cycles of pod groups"),
    "queueing": (queueing, "Cycles of Kueue"),
    "daytwo": (daytwo, "Steps, played"),
    "sweep": (sweep, "A sweep over seeds in one process"),
    "sweep_workers": (sweep_workers, "A sweep on several worker processes"),
    "product": (product, "The product in Chromium"),
    "map": (topology_map, "The topology map in Chromium"),
}


def measured(name: str) -> list[Row]:
    """Print the rows of a section as they come, and return them."""
    section, about = SECTIONS[name]
    start = perf_counter()
    print(f"\n== {about} ({name})")
    rows = print_rows(section())
    print(f"({perf_counter() - start:.0f} s)", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)}; all without any"
    )
    parser.add_argument("--output", type=Path, default=Path("bench.json"))
    options = parser.parse_args()
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(f"unknown sections: {', '.join(sorted(unknown))}")
    results: Json = {"machine": facts(), "sections": {}}
    print("\n".join(f"{name}: {value}" for name, value in results["machine"].items()), flush=True)
    for name in SECTIONS:
        if name in (options.sections or SECTIONS):
            results["sections"][name] = apart(
                measured, name
            )  # its memory is not that of others, nor its database
            options.output.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
