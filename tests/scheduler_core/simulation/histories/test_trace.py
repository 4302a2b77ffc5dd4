"""Reading traces: CSV and JSON, moments, rows that are left out, and what is said of errors."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.simulation.histories import Trace, read_trace
from scheduler_core.simulation.histories.trace import Demand, Shape

FOLDER = Path(__file__).parent
PODS, NODES = (FOLDER / "pods.csv").read_text(), (FOLDER / "nodes.csv").read_text()
HEADER = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time,scheduled_time"


def read(*rows: str, nodes: str = NODES) -> Trace:
    return read_trace("\n".join((HEADER, *rows)), nodes)


def errors(*rows: str, nodes: str = NODES) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read(*rows, nodes=nodes)
    return [str(error) for error in caught.value.errors]


def test_a_trace_has_its_pods_by_creation_and_moments_from_the_first() -> None:
    trace = read_trace(PODS, NODES)
    assert trace.nodes == {
        "gpu-a": Shape(16000, 65536, 2, "A"),
        "gpu-b": Shape(16000, 65536, 2, "B"),
        "plain": Shape(4000, 16384),
    }
    by_name = {pod.name: pod for pod in trace.pods}
    assert (by_name["train-1"].created, by_name["train-1"].scheduled) == (0.0, 10.0)
    assert by_name["train-1"].lifetime == 43190.0
    assert by_name["given-up"].lifetime is None
    assert by_name["serve-1"].demand == Demand(2000, 4096, 1, 600, ("B", "A"))
    assert by_name["batch-0"].demand == Demand(3000, 2048)
    assert trace.end == 172_800.0
    assert (trace.skipped, trace.columns_not_read) == ([], [])


def test_json_lists_and_json_lines_are_read_like_csv() -> None:
    pods = list(csv.DictReader(StringIO(PODS)))
    nodes = list(csv.DictReader(StringIO(NODES)))
    for node in nodes:
        node["gpu"] = int(node["gpu"])
    nodes[2]["model"] = None
    as_lines = "\n".join(map(json.dumps, pods))
    assert read_trace(as_lines, json.dumps(nodes, indent=1)) == read_trace(PODS, NODES)


def test_dates_are_moments_too() -> None:
    (pod,) = read("a,1000,1,0,0,,2023-07-01T08:00:00Z,2023-07-01 12:00:00,2023-07-01T10:00:10+02:00").pods
    assert (pod.created, pod.scheduled, pod.deleted) == (0.0, 10.0, 4 * 3600.0)


def test_empty_cells_and_nan_are_the_same() -> None:
    (pod,) = read("a,1000,1,1,,nan,5,None,").pods
    assert pod.demand == Demand(1000, 1, 1, 1000)
    assert (pod.scheduled, pod.deleted) == (None, None)


def test_rows_that_cannot_be_played_are_counted_and_named() -> None:
    trace = read(
        "a,1000,1,0,0,,5,9,5",
        "a,1000,1,0,0,,6,9,6",
        "b,1000,1,0,0,,,9,6",
        "c,1000,1,0,0,,7,7,7",
        "d,1000,1,0,0,,7,7,7",
        "e,1000,1,0,0,,7,9,6",
        ",1000,1,0,0,,7,9,7",
        nodes=f"{NODES}plain,1,1,0,\n",
    )
    assert [pod.name for pod in trace.pods] == ["a"]
    assert {s["reason"]: (s["table"], s["count"], s["rows"]) for s in trace.skipped} == {
        "repeated-node": ("nodes", 1, [{"line": 5, "name": "plain"}]),
        "repeated-pod": ("pods", 1, [{"line": 3, "name": "a"}]),
        "no-creation-time": ("pods", 1, [{"line": 4, "name": "b"}]),
        "no-lifetime": ("pods", 2, [{"line": 5, "name": "c"}, {"line": 6, "name": "d"}]),
        "scheduled-before-creation": ("pods", 1, [{"line": 7, "name": "e"}]),
        "no-name": ("pods", 1, [{"line": 8, "name": ""}]),
    }


def test_columns_that_nobody_reads_are_named() -> None:
    trace = read_trace("name,cpu_milli,memory_mib,creation_time,team\na,1,1,1,x", NODES)
    assert trace.columns_not_read == ["team"]


@pytest.mark.parametrize(
    ("row", "error"),
    [
        (
            "a,four,1,0,0,,5,9,5",
            "pods: cpu_milli: must be thousandths of a core such as 4000, got 'four': "
            "write a number from 0, without a unit (line 2)",
        ),
        (
            "a,1,-3,0,0,,5,9,5",
            "pods: memory_mib: must be MiB such as 16384, got '-3': write a number from 0, without a unit (line 2)",
        ),
        (
            "a,1,1,1,1500,,5,9,5",
            "pods: gpu_milli: must be 1 to 1000 where num_gpu is 1, got 1500: 1000 is a whole GPU (line 2)",
        ),
        (
            "a,1,1,0,0,,soon,9,5",
            "pods: creation_time: must be seconds such as 9437497, or a date such as 2023-07-01T08:00:00Z; "
            "got 'soon': write one of the two (line 2)",
        ),
        (
            "a,1,1,0,0,,1688198400000,,",
            "pods: creation_time: must be seconds, got '1688198400000': divide milliseconds by 1000 (line 2)",
        ),
        (
            "a,1,1,0,0,,5,2023-07-01,5",
            "pods: deletion_time: must be seconds as above, got '2023-07-01': write all moments alike (line 2)",
        ),
        (
            "a,1,1,0,0,,5,9,5,6",
            "pods: must have 9 cells as the header, got 10: quote cells with a comma (line 2)",
        ),
    ],
)
def test_an_error_says_line_column_expectation_and_fix(row: str, error: str) -> None:
    assert errors(row) == [error]


def test_errors_of_both_tables_come_together() -> None:
    messages = errors("a,x,1,0,0,,5,9,5", nodes="sn,cpu_milli,memory_mib\nn,y,1")
    assert [message.partition(": must")[0] for message in messages] == ["pods: cpu_milli", "nodes: cpu_milli"]


@pytest.mark.parametrize(
    ("pods", "error"),
    [
        (
            "name;cpu",
            "must have the columns name, cpu_milli, memory_mib, creation_time; has no rows: "
            "add name, cpu_milli, memory_mib, creation_time",
        ),
        ("name,cpu_milli\na,1", "has name, cpu_milli: add memory_mib, creation_time"),
        ('[{"name": "a"}, 3]', "must be a JSON list of objects, got 3: write one a row (line 1)"),
        ('[{"name": "a"},\n {"name": }]', "Expecting value at line 2 column 11: correct it (line 2)"),
        ('[{"name": "a"},', "must be a whole JSON list, it ends without ]: send all of it (line 1)"),
        (f"{HEADER}\na,1,1,0,0,,,,", "must have a pod that can be played: all rows were skipped"),
    ],
)
def test_a_table_that_is_none_is_refused(pods: str, error: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_trace(pods, NODES, names=("openb.csv", "nodes.csv"))
    assert error in str(caught.value)
    assert str(caught.value).startswith("openb.csv: ")
