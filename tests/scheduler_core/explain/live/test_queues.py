"""What Kueue decides in a running cluster: heard of change by change, with our causes."""

from __future__ import annotations

from typing import Any

from scheduler_core import LiveQueues, live_queued

API = {"apiVersion": "kueue.x-k8s.io/v1beta2"}


def queue(cpu: dict[str, int], name: str = "ml", **spec: Any) -> dict[str, Any]:
    """Return a ClusterQueue with so much cpu of each flavor."""
    flavors = [
        {"name": flavor, "resources": [{"name": "cpu", "nominalQuota": str(amount)}]}
        for flavor, amount in cpu.items()
    ]
    groups = [{"coveredResources": ["cpu"], "flavors": flavors}]
    return {
        **API,
        "kind": "ClusterQueue",
        "metadata": {"name": name},
        "spec": {"namespaceSelector": {}, "resourceGroups": groups, **spec},
    }


def workload(name: str, cpu: int, *, flavor: str = "", queue: str = "ml", **status: Any) -> dict[str, Any]:
    """Return a Workload for one pod; with a flavor it is admitted."""
    container = {"name": "main", "resources": {"requests": {"cpu": str(cpu)}}}
    pod_set = {"name": "main", "count": 1, "template": {"spec": {"containers": [container]}}}
    meta = {
        "name": name,
        "namespace": "a",
        "creationTimestamp": "1970-01-01T00:01:30Z",
        "ownerReferences": [{"kind": "Job", "name": name, "controller": True}],
    }
    if flavor:
        given = {"name": "main", "flavors": {"cpu": flavor}, "resourceUsage": {"cpu": str(cpu)}, "count": 1}
        status = {
            "conditions": [{"type": t, "status": "True", "reason": t} for t in ("QuotaReserved", "Admitted")],
            "admission": {"clusterQueue": queue, "podSetAssignments": [given]},
            **status,
        }
    spec = {"queueName": queue, "podSets": [pod_set], "priority": 0, "active": True}
    return {**API, "kind": "Workload", "metadata": meta, "spec": spec, "status": status}


def named(manifest: dict[str, Any]) -> str:
    meta = manifest["metadata"]
    return f"{manifest['kind']} {'/'.join(filter(None, (meta.get('namespace'), meta['name'])))}"


class Heard:
    """Queues that hear a change a second."""

    def __init__(self, *manifests: dict[str, Any]) -> None:
        self.queues, self.at = LiveQueues(), 100.0
        flavors = [
            {**API, "kind": "ResourceFlavor", "metadata": {"name": name}} for name in ("spot", "fixed")
        ]
        local = {**API, "kind": "LocalQueue", "metadata": {"name": "ml", "namespace": "a"}}
        for manifest in (*flavors, {**local, "spec": {"clusterQueue": "ml"}}, *manifests):
            self.queues.hear(named(manifest), manifest, self.at, 0, missed=True)
        self.queues.begin(self.at)

    def hear(self, *manifests: dict[str, Any], gone: bool = False) -> list[Any]:
        """Hear of changes at once, and return what is told of them within five seconds."""
        for manifest in manifests:
            self.queues.hear(named(manifest), None if gone else manifest, self.at, int(self.at))
        turns = [turn for seconds in (0, 1, 3, 5) for turn in self.queues.due(self.at + seconds)]
        self.at += 10
        return turns


def test_who_waits_is_told_once_with_the_cause_and_admitted_when_there_is_quota() -> None:
    heard = Heard(queue({"spot": 4}), workload("first", 3, flavor="spot"))
    waits = heard.hear(workload("second", 3))
    assert [(t["outcome"], t["workload"], t["job"], t["queue"]) for t in waits] == [
        ("pending", "a/second", "Job a/second", "ml")
    ]
    assert waits[0]["cause"]["text"] == "it needs 2 more cpu in flavor spot of ml"
    said = {
        "type": "QuotaReserved",
        "status": "False",
        "reason": "Pending",
        "message": "couldn't assign flavors",
    }
    assert heard.hear(workload("second", 3, conditions=[said])) == []
    queued = heard.queues.now()
    assert queued is not None
    assert (queued["pending"], queued["admitted"]) == (1, 1)
    assert [cause["queue"]["cause"]["text"] for cause in queued["causes"]] == [
        "1 workload waits for quota of ml"
    ]

    ended = workload("first", 3, flavor="spot")
    ended["status"]["conditions"].append({"type": "Finished", "status": "True", "reason": "Succeeded"})
    assert heard.hear(ended) == []
    admitted = heard.hear(workload("second", 3, flavor="spot"))
    assert [(t["outcome"], t["agreement"], t["flavors"]) for t in admitted] == [
        ("admitted", "equal", {"main": {"cpu": "spot"}})
    ]
    assert admitted[0]["reason"]["text"] == "ml has quota for it, flavor spot"
    assert admitted[0]["waited"] == 40.0
    queued = heard.queues.now()
    assert queued is not None
    assert (queued["pending"], queued["admitted"], queued["causes"]) == (0, 1, [])
    assert queued["agreement"] == {"equal": 1}


def test_an_admission_differs_if_its_flavor_is_another_one_or_if_it_would_wait() -> None:
    heard = Heard(queue({"spot": 4, "fixed": 4}))
    other = heard.hear(workload("one", 3, flavor="fixed"))
    assert other[0]["agreement"] == "unjudged"  # it was not heard of before it was admitted
    assert heard.hear(workload("two", 3))[0]["cause"]["kind"] == "untried"
    different = heard.hear(workload("two", 3, flavor="fixed"))
    assert (different[0]["agreement"], different[0]["own_flavors"]) == (
        "different",
        {"main": {"cpu": "spot"}},
    )
    assert different[0]["why"]["text"] == "here it gets flavor spot, but Kueue assigned fixed"
    heard.hear(workload("three", 9))
    waits = heard.hear(workload("three", 9, flavor="spot"))
    assert waits[0]["agreement"] == "different"
    assert waits[0]["why"]["text"].startswith("here it would wait: it requests 9 cpu")


def test_admissions_of_one_cycle_may_be_heard_of_in_any_order() -> None:
    heard = Heard(queue({"spot": 4, "fixed": 4}), workload("one", 3), workload("two", 3))
    turns = heard.hear(workload("two", 3, flavor="fixed"), workload("one", 3, flavor="spot"))
    assert [(t["workload"], t["agreement"]) for t in turns] == [("a/two", "undetermined"), ("a/one", "equal")]
    assert turns[0]["why"]["operands"] == {"n": "1"}


def test_an_eviction_names_who_preempts_and_the_evicted_waits_again() -> None:
    policy = {"withinClusterQueue": "LowerPriority"}
    urgent = workload("urgent", 3)
    urgent["spec"]["priority"] = 10
    heard = Heard(queue({"spot": 4}, preemption=policy), workload("first", 3, flavor="spot"), urgent)
    evicted = workload("first", 3, flavor="spot")
    evicted["status"]["conditions"].append(
        {"type": "Evicted", "status": "True", "reason": "Preempted", "message": "to make room"}
    )
    turns = heard.hear(evicted)
    assert [(t["outcome"], t["message"]) for t in turns] == [("evicted", "to make room")]
    assert turns[0]["reason"]["text"] == "Its quota went to Job a/urgent"
    released: Any = {"conditions": [{"type": "QuotaReserved", "status": "False", "reason": "Pending"}]}
    again = heard.hear(workload("urgent", 3, flavor="spot"), workload("first", 3, **released))
    assert [(t["outcome"], t["workload"]) for t in again] == [
        ("admitted", "a/urgent"),
        ("pending", "a/first"),
    ]


def test_a_moment_has_the_same_causes_and_a_cluster_without_queues_none() -> None:
    manifests = [
        {**API, "kind": "ResourceFlavor", "metadata": {"name": "spot"}},
        queue({"spot": 4}, stopPolicy="Hold"),
        {
            **API,
            "kind": "LocalQueue",
            "metadata": {"name": "ml", "namespace": "a"},
            "spec": {"clusterQueue": "ml"},
        },
        workload("first", 3),
        {**workload("broken", 1), "spec": {"podSets": 7}},
        {**API, "kind": "Topology", "metadata": {"name": "without-levels"}, "spec": {"levels": []}},
    ]
    queued = live_queued(manifests)
    assert queued is not None
    assert [(c["queue"]["kind"], c["queue"]["workload_count"], c["since"]) for c in queued["causes"]] == [
        ("suspended", 1, None)
    ]
    assert live_queued([{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}}]) is None
