"""A trace of the size of the public one: 1,500 nodes, 8,000 pods that come and go over 149 days."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time

from scheduler_core.kubernetes.versions import DEFAULT_VERSION, find_version
from scheduler_core.simulation.histories import play_history, read_trace
from scheduler_core.simulation.histories.configurations import named_configuration

from .apart import apart, peak_megabytes
from .tables import Row

NODES, PODS, DAYS = 1_500, 8_000, 149
GOAL = 10.0

_DAY = 86_400
_POD_HEADER = (
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time,scheduled_time"
)
# cpu_milli, memory_mib, gpu, model; how many of 100 nodes.
_SHAPES = (
    (32_000, 131_072, 0, "", 25),
    (96_000, 393_216, 0, "", 15),
    (96_000, 393_216, 8, "A", 30),
    (64_000, 262_144, 2, "B", 20),
    (32_000, 131_072, 4, "C", 10),
)
# num_gpu, gpu_milli; how many of 100 pods.
_GPUS = ((0, 0, 14), (1, 1000, 46), (1, 460, 20), (1, 230, 15), (2, 1000, 2), (4, 1000, 1), (8, 1000, 2))


def rows() -> Iterator[Row]:
    """Short stays leave the nodes nearly empty, as in the public trace; long ones fill them, and pods wait."""
    yield apart(_measure, "short stays", 0.1)
    yield apart(_measure, "long stays", 25.0)


def trace(nodes: int, pods: int, days: float, stay_days: float) -> tuple[str, str]:
    """Return the two tables of a trace by fixed rules; pods stay `stay_days` on average."""
    return _pods(pods, days, stay_days), _nodes(nodes)


def _measure(name: str, stay_days: float) -> Row:
    texts = trace(NODES, PODS, DAYS, stay_days)
    configuration = named_configuration("LeastAllocated", find_version(DEFAULT_VERSION))
    start, processor = perf_counter(), process_time()
    history = play_history(read_trace(*texts), {"LeastAllocated": configuration})
    seconds, processor = perf_counter() - start, process_time() - processor
    (run,) = history["runs"]
    return {
        "name": name,
        "nodes": history["nodes"],
        "pods": len(history["pods"]["name"]),
        "days": round(history["span"] / _DAY),
        "gpu_peak_%": round(100 * run["means"]["gpu"]["peak"], 1),
        "most_pending": max(run["pods"]["pending"]),
        "attempts": run["attempts"],
        "seconds": round(seconds, 1),
        "processor_s": round(processor, 1),
        "goal_s": GOAL,
        "peak_mb": peak_megabytes(),
    }


def _nodes(count: int) -> str:
    shapes = [shape[:4] for shape in _SHAPES for _ in range(shape[4])]
    lines = ["sn,cpu_milli,memory_mib,gpu,model"]
    for i in range(count):
        cpu, memory, gpu, model = shapes[i * 37 % 100]
        lines.append(f"node-{i:04d},{cpu},{memory},{gpu},{model}")
    return "\n".join(lines)


def _pods(count: int, days: float, stay_days: float) -> str:
    random = Random(2023)
    gpus = [pair[:2] for pair in _GPUS for _ in range(pair[2])]
    created = sorted(int(random.random() * days * _DAY) for _ in range(count))
    lines = [_POD_HEADER]
    for i, moment in enumerate(created):
        number, share = random.choice(gpus)
        cpu = random.choice((1, 2, 4, 6, 8, 12)) * 1000 * max(number, 1)
        memory = cpu * random.choice((2, 4)) * 1024 // 1000
        model = random.choice(("A", "B", "A|B", "A|C")) if number == 1 and random.random() < 0.33 else ""
        placed = moment + random.choice((0, 0, 1, 2, 30))
        ended = placed + 1 + int(random.expovariate(1 / (stay_days * _DAY)))
        lines.append(f"pod-{i:04d},{cpu},{memory},{number},{share},{model},{moment},{ended},{placed}")
    return "\n".join(lines)
