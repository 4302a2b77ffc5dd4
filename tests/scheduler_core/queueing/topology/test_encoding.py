"""Assignments in the compressed form of the API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.queueing.objects.placement import (
    DomainCount,
    TopologyAssignment,
    read_topology_assignment,
)
from scheduler_core.queueing.topology import encoding
from scheduler_core.queueing.topology.encoding import compressed

HOST = "kubernetes.io/hostname"


def on_hosts(pods: Iterable[tuple[str, int]]) -> TopologyAssignment:
    return TopologyAssignment((HOST,), tuple(DomainCount((host,), count) for host, count in pods))


def values(form: dict[str, Any]) -> list[Any]:
    return [part["valuesPerLevel"][0] for part in form["slices"]]


def test_what_all_domains_have_in_common_is_written_once() -> None:
    form = compressed(on_hosts([("pool-1.lan", 2), ("pool-22.lan", 2)]))
    individual = {"prefix": "pool-", "suffix": ".lan", "roots": ["1", "22"]}
    assert form["slices"] == [
        {
            "domainCount": 2,
            "valuesPerLevel": [{"individual": individual}],
            "podCounts": {"universal": 2},
        }
    ]


def test_one_domain_and_none() -> None:
    assert values(compressed(on_hosts([("x", 3)]))) == [{"universal": "x"}]
    assert compressed(on_hosts([])) == {"levels": [HOST]}


def test_prefix_and_suffix_do_not_overlap() -> None:
    individual = values(compressed(on_hosts([("ababa", 1), ("aba", 2)])))[0]["individual"]
    assert individual == {"suffix": "aba", "roots": ["ab", ""]}


def test_pools_of_hosts_are_parts_of_their_own_when_that_is_shorter() -> None:
    pools = [(f"{pool}-with-a-long-name-{n}", 1) for pool in ("east", "west") for n in range(20)]
    form = compressed(on_hosts(pools))
    assert [value["individual"]["prefix"] for value in values(form)] == [
        "east-with-a-long-name-",
        "west-with-a-long-name-",
    ]
    assert len(compressed(on_hosts([*pools[:2], pools[-1]]))["slices"]) == 1


def test_no_part_has_more_domains_than_the_api_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "MAX_DOMAINS", 3)
    form = compressed(on_hosts((f"n{i}", 1) for i in range(7)))
    assert [part["domainCount"] for part in form["slices"]] == [3, 3, 1]


def test_prefixes_are_shorter_where_there_would_be_more_parts_than_the_api_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(encoding, "MAX_PARTS", 2)
    racks = [
        (f"{pool}-with-a-long-name-r{rack}-{n}", 1) for pool in "ew" for rack in "1234" for n in range(20)
    ]
    prefixes = [value["individual"]["prefix"] for value in values(compressed(on_hosts(racks)))]
    assert prefixes == ["e-with-a-long-name-r", "w-with-a-long-name-r"]


def test_it_is_read_back_as_it_was() -> None:
    levels = ("cloud/block", "cloud/rack")
    racks = [DomainCount((f"b{i % 2}", f"r{i}"), i + 1) for i in range(7)]
    assignment = TopologyAssignment(levels, tuple(racks))
    assert read_topology_assignment(ManifestField(compressed(assignment), "", Problems())) == assignment
