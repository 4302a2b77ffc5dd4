"""A real cluster as it was recorded, followed once for all tests: its decisions, its history, who may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import Group, User
from pytest_django import Settings

from scheduler_core import LiveQueues, Recording, queue_answer
from tests.scheduler_core.explain.live.test_queues import API, queue, workload
from tests.webui.conftest import Visitor
from tests.webui.features.live.recorded import followed, recorded
from webui.core.snapshots.models import Snapshot
from webui.features.live import history
from webui.features.live.following import counted
from webui.features.live.following.follower import Follower
from webui.features.live.following.heard import Alive, Changed, Item, Listed, Silent
from webui.features.live.following.lease import claim
from webui.features.live.following.store import Store
from webui.features.live.following.tracking import Tracking
from webui.features.live.history import Change
from webui.features.live.models import Changes, Entry, FollowedCluster, State
from webui.features.live.retention import prune_live
from webui.ground.lib.errors import Problem
from webui.ground.lib.work import LeaseLost


@pytest.fixture(scope="module")
def cluster(django_db_setup: None, django_db_blocker: Any) -> Iterator[FollowedCluster]:
    with django_db_blocker.unblock():
        made = followed(open=True)
        yield made
        made.delete()


def entries(visitor: Visitor, cluster: FollowedCluster, query: str = "limit=500") -> list[dict[str, Any]]:
    answer = visitor.get(f"/api/live/{cluster.pk}/entries?{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["entries"]
    return found


@pytest.mark.django_db
def test_every_decision_is_one_that_our_scheduler_may_make(cluster: FollowedCluster) -> None:
    bound = {
        f"{item.manifest['metadata']['namespace']}/{item.manifest['metadata']['name']}"
        for item in recorded()
        if isinstance(item, Changed) and item.manifest["kind"] == "Pod"
        if item.manifest["spec"].get("nodeName")
    }
    decisions = [e for e in entries(Visitor(), cluster) if e["kind"] == "decision"]
    assert {d["pod"] for d in decisions if d["outcome"] == "bound"} == bound
    agreement = Counter(d["agreement"] for d in decisions)
    assert not agreement["different"]
    assert agreement["undetermined"] < len(decisions) / 50
    assert cluster.tally == dict(agreement)
    assert all(d["node"] in d["best"] for d in decisions if d["node"] and d["best_count"] <= 10)


@pytest.mark.django_db
def test_pending_pods_are_told_by_cause_with_what_changed_before(cluster: FollowedCluster) -> None:
    now = Visitor().get(f"/api/live/{cluster.pk}").json()["now"]
    causes = {cause["title"]: cause for cause in now["causes"]}
    assert {title: cause["pod_count"] for title, cause in causes.items()} == {
        "no node has pool=memory-xl": 3,
        "not enough cpu": 1,
    }
    assert causes["not enough cpu"]["requested"] == {"cpu": 96000}
    assert "requested" not in causes["no node has pool=memory-xl"]
    turns = {e["cause"]: e for e in entries(Visitor(), cluster, "show=changes") if e["kind"] == "cause"}
    picky = causes["no node has pool=memory-xl"]
    assert turns[picky["key"]]["before"]
    last = entries(Visitor(), cluster, f"after={picky['decision'] - 1}&limit=1")[0]
    assert (last["outcome"], last["cause"]) == ("failed", picky["key"])
    failed = [e for e in entries(Visitor(), cluster) if e["kind"] == "decision" and e["outcome"] == "failed"]
    assert [e["own_message"] for e in failed] == [e["message"] for e in failed]
    assert all(e["message"].startswith("0/36 nodes are available: ") for e in failed)


@pytest.mark.django_db
def test_pending_pods_are_counted_by_cause_and_workload_for_as_long_as_they_wait() -> None:
    cluster = followed(name="counted")
    now = cluster.now
    waiting = {
        (cause["title"], group["name"]): group["pod_count"]
        for cause in now["causes"]
        for group in cause["workloads"]
    }
    assert waiting and series(cluster) == waiting
    shown = counted.PendingPods(cluster)
    shown.show(now["causes"])
    shown.show([])
    assert series(cluster) == {}


def series(cluster: FollowedCluster) -> dict[tuple[str, str], float]:
    """Return how many pods wait by cause and workload, as Prometheus is told."""
    (metric,) = counted.PENDING.collect()
    return {
        (sample.labels["cause"], sample.labels["workload"]): sample.value
        for sample in metric.samples
        if sample.labels["id"] == str(cluster.pk)
    }


@pytest.mark.django_db
def test_where_too_much_is_to_be_computed_a_part_is_shown_and_how_far_it_is_behind() -> None:
    cluster = claim(FollowedCluster.objects.create(name="busy", uid="0", kubernetes_version="1.36"), "busy")
    assert cluster is not None
    follower = Follower(Store(cluster, cluster.position), Tracking())
    items = heard()
    first = [item for item in items if isinstance(item, Listed)]
    follower.begin(first, items[0].at)
    for item in items[len(first) :]:
        follower.take(item)
    end = items[-1].at + 90
    follower.tick(end, lambda: False)
    assert follower.store.flush()
    assert Entry.objects.filter(cluster=cluster, kind="decision").count() == 1
    assert follower.now(end)["delay"] > 60
    while follower.judge.behind:
        follower.tick(end)
    assert follower.now(end)["delay"] == 0


@pytest.mark.django_db
def test_a_cause_is_the_same_one_for_a_process_that_takes_over(cluster: FollowedCluster) -> None:
    kept = [orjson.loads(text) for text in history.objects_at(cluster, cluster.position).values()]
    said = {  # by the scheduler, which is not part of what is kept of a pod
        item.manifest["metadata"]["name"]: item.manifest["status"]
        for item in recorded()
        if isinstance(item, Changed) and item.manifest["kind"] == "Pod"
    }
    waiting = [{**m, "status": said[m["metadata"]["name"]]} if m["kind"] == "Pod" else m for m in kept]
    row = FollowedCluster.objects.create(name="taken over", uid="0", kubernetes_version="1.36")
    claimed = claim(row, "other")
    assert claimed is not None
    follower = Follower(Store(claimed, 0), Tracking())
    kinds = {manifest["kind"] for manifest in kept}
    at = 1_800_000_000.0
    follower.begin([Listed(at, k, k, [m for m in waiting if m["kind"] == k]) for k in kinds], at)
    causes = {cause["key"]: cause["title"] for cause in follower.now(at)["causes"]}
    assert causes == {cause["key"]: cause["title"] for cause in cluster.now["causes"]} != {}


@pytest.mark.django_db
def test_any_decision_opens_as_a_run_that_decides_the_same(cluster: FollowedCluster) -> None:
    decisions = [e for e in entries(Visitor(), cluster) if e["kind"] == "decision"]
    chosen = [d for d in decisions if d["best_count"] == 1 and d["imagined"]["bound"]]
    decision = chosen[len(chosen) // 2]
    answer = Visitor().post(f"/api/live/{cluster.pk}/open", {"decision": decision["number"]})
    assert answer.status_code == 201, answer.content
    snapshot = Snapshot.objects.get(pk=answer.json()["snapshot"])
    first = Recording.of(snapshot.scenario()).finished[0]
    assert (first["pod"], first["node"]) == (decision["pod"], decision["node"])
    assert Visitor().post(f"/api/live/{cluster.pk}/open", {"decision": 10**6}).status_code == 404


@pytest.mark.django_db
def test_the_history_leads_to_the_state_at_its_end(cluster: FollowedCluster) -> None:
    last = history.objects_at(cluster, cluster.position)
    alive: dict[str, bool] = {}
    for item in recorded():
        if isinstance(item, Changed) and item.manifest["kind"] == "Pod":
            alive[item.manifest["metadata"]["name"]] = not item.gone
    kept = {key.rpartition("/")[2] for key in last if key.startswith("Pod churn/")}
    assert kept == {name for name, is_alive in alive.items() if is_alive}
    first = State.objects.get(cluster=cluster)
    assert first.position == 1
    early = Visitor().get(f"/api/live/{cluster.pk}/moment", at="").status_code
    assert early == 422


@pytest.mark.django_db
def test_a_moment_shows_what_was_pending_then(cluster: FollowedCluster) -> None:
    at = Entry.objects.filter(cluster=cluster, payload__isnull=False).latest("number").at
    answer = Visitor().client.get(f"/api/live/{cluster.pk}/moment", {"at": at.isoformat()})
    assert answer.status_code == 200, answer.content
    now = answer.json()["now"]
    assert sorted(cause["pod_count"] for cause in now["causes"]) == [1, 3]
    assert len(answer.json()["nodes"]) == now["nodes"] == 36
    before = {"at": (at - timedelta(days=1)).isoformat()}
    assert Visitor().client.get(f"/api/live/{cluster.pk}/moment", before).status_code == 410


@pytest.mark.django_db
def test_a_moment_without_a_time_zone_is_of_utc_and_one_that_utc_cannot_have_is_refused(
    cluster: FollowedCluster,
) -> None:
    name = (cluster.nodes or [])[0]["name"]
    for path in (f"/api/live/{cluster.pk}/moment", f"/api/live/{cluster.pk}/nodes/{name}"):
        late = [Visitor().client.get(path, {"at": f"2030-01-01T00:00:00{zone}"}) for zone in ("", "Z")]
        assert [answer.status_code for answer in late] == [200, 200]
        assert late[0].json() == late[1].json()
        for never in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):
            assert Visitor().client.get(path, {"at": never}).status_code == 422


@pytest.mark.django_db
def test_a_node_shows_its_pods_and_what_was_decided_about_it(cluster: FollowedCluster) -> None:
    fullest = max(cluster.nodes, key=lambda node: node["pods"])
    path = f"/api/live/{cluster.pk}/nodes/{fullest['name']}"
    found = Visitor().get(path).json()
    amounts = {amount["resource"]: amount for amount in found["view"]["amounts"]}
    assert amounts["pods"]["requested"] == len(found["view"]["pods"]) == fullest["pods"]
    cpu = sum(pod["requests"].get("cpu", 0) for pod in found["view"]["pods"])
    assert amounts["cpu"]["requested"] == cpu
    assert cpu / amounts["cpu"]["allocatable"] == pytest.approx(fullest["cpu"], abs=0.001)

    decisions = {e["number"]: e for e in entries(Visitor(), cluster) if e["kind"] == "decision"}
    mine = [d["number"] for d in decisions.values() if d["node"] == fullest["name"]]
    assert [d["number"] for d in found["chosen"]] == sorted(mine, reverse=True)[:20]
    verdicts = {v["pod"]: v for v in found["verdicts"]}
    assert verdicts["churn/picky-0"]["refuser"] == {"point": "Filter", "plugin": "NodeAffinity"}
    for verdict in found["verdicts"]:
        decision = decisions[verdict["decision"]]
        assert (verdict["outcome"] == "chosen") == (decision["node"] == fullest["name"])
        assert decision["outcome"] == "bound" or verdict["outcome"] == "refused"
    assert {v["outcome"] for v in found["verdicts"]} == {"chosen", "passed", "refused"}

    early = Visitor().client.get(path, {"at": decisions[mine[0]]["at"]}).json()
    assert len(early["chosen"]) <= 1 and not early["verdicts"]
    assert Visitor().get(f"/api/live/{cluster.pk}/nodes/nowhere").status_code == 404


@pytest.mark.django_db
def test_since_when_a_node_is_closed_is_known_if_it_was_heard_of_and_after_a_restart() -> None:
    items = heard()
    at = items[-1].at
    listed = [m for i in items if isinstance(i, Listed) and i.kind == "Node" for m in i.objects]
    before = listed[0]
    meta = {**before["metadata"], "resourceVersion": "99999999"}
    cordoned = {**before, "metadata": meta, "spec": {**before["spec"], "unschedulable": True}}
    cluster = followed([*items, Changed(at + 1, cordoned)], name="cordoned", open=True)

    def since() -> list[Any]:
        cluster.refresh_from_db()
        return next(node["closed"] for node in cluster.nodes if node["name"] == meta["name"])

    known = since()
    assert [c["what"] for c in known] == [""]
    assert datetime.fromisoformat(known[0]["since"]).timestamp() == pytest.approx(at + 1)
    again = [Listed(at + 90, i.kind, i.plural, i.objects, "started") for i in items if isinstance(i, Listed)]
    lists = [i for i in again if i.kind != "Node"]
    nodes = [cordoned, *listed[1:]]
    follower = Follower(Store(cluster, cluster.position), Tracking())
    follower.begin([*lists, Listed(at + 90, "Node", "nodes", nodes, "started")], at + 90)
    follower.tick(at + 90)
    assert follower.store.flush()
    assert since() == known
    answer = Visitor().get(f"/api/live/{cluster.pk}/nodes/{meta['name']}").json()
    assert answer["view"]["node"]["closed"] == known


@pytest.mark.django_db
def test_it_is_seen_as_a_draft_of_a_team_is(cluster: FollowedCluster) -> None:
    team = Group.objects.create(name="team")
    owner, member, other = (User.objects.create(username=name) for name in ("owner", "member", "other"))
    owner.groups.add(team)
    member.groups.add(team)
    private = FollowedCluster.objects.create(name="private", uid="1", user=owner)

    def status(user: User) -> int:
        visitor = Visitor()
        visitor.client.force_login(user)
        return visitor.get(f"/api/live/{private.pk}").status_code

    assert [status(user) for user in (owner, member, other)] == [200, 404, 404]
    visitor = Visitor()
    visitor.client.force_login(owner)
    assert visitor.put(f"/api/live/{private.pk}/team", {"team": team.pk}).status_code == 200
    assert [status(user) for user in (owner, member, other)] == [200, 200, 404]


@pytest.mark.django_db
def test_under_pseudonyms_no_name_is_stored_and_the_same_is_decided(cluster: FollowedCluster) -> None:
    other = followed(heard(1200), name="secret", pseudonyms=True)
    plain = followed(heard(1200), name="plain")
    assert other.tally == plain.tally != {}
    texts = [orjson.dumps(row.payload) for row in Entry.objects.filter(cluster=other)]
    texts += list(history.objects_at(other, other.position).values())
    stored = b" ".join(texts)
    assert stored.count(b"churn") == stored.count(b"general-") == stored.count(b"picky") == 0


# ---- queues ----


@pytest.mark.django_db
def test_queues_of_an_operator_that_comes_later_are_lines_before_the_scheduler() -> None:
    items = heard()
    at = items[-1].at
    local = {**API, "kind": "LocalQueue", "metadata": {"name": "ml", "namespace": "a"}}
    lists = [
        (
            "ResourceFlavor",
            "resourceflavors",
            [{**API, "kind": "ResourceFlavor", "metadata": {"name": "spot"}}],
        ),
        ("ClusterQueue", "clusterqueues", [queue({"spot": 4})]),
        ("LocalQueue", "localqueues", [{**local, "spec": {"clusterQueue": "ml"}}]),
        ("Workload", "workloads", [workload("first", 3, flavor="spot")]),
    ]
    ended = workload("first", 3, flavor="spot")
    ended["status"]["conditions"].append({"type": "Finished", "status": "True", "reason": "Succeeded"})
    changes = [workload("second", 3), ended, workload("second", 3, flavor="spot"), workload("third", 3)]
    for n, manifest in enumerate(changes):
        manifest["metadata"]["resourceVersion"] = str(99999990 + n)
    cluster = followed(
        [
            *items,
            *(Listed(at + 1, kind, plural, objects, "found") for kind, plural, objects in lists),
            *(Changed(at + 10 * n, manifest) for n, manifest in enumerate(changes, 1)),
        ],
        name="queued",
        open=True,
    )
    told = entries(Visitor(), cluster, "show=queues")
    assert [(e["outcome"], e["workload"], e["agreement"]) for e in told] == [
        ("pending", "a/second", None),
        ("admitted", "a/second", "equal"),
        ("pending", "a/third", None),
    ]
    assert told[0]["cause"]["text"] == "it needs 2 more cpu in flavor spot of ml"
    assert not [e for e in entries(Visitor(), cluster, "show=changes") if e["kind"] in ("workload", "gap")]
    queued = Visitor().get(f"/api/live/{cluster.pk}").json()["now"]["queued"]
    assert (queued["pending"], queued["admitted"]) == (1, 1)
    minute = Visitor().get(f"/api/live/{cluster.pk}/hours").json()["minutes"][-1]
    assert minute["queued"] == 1

    then = datetime.fromtimestamp(at + 15, UTC).isoformat()
    early = Visitor().client.get(f"/api/live/{cluster.pk}/moment", {"at": then}).json()["now"]["queued"]
    assert [c["queue"]["workloads"][0]["workload"] for c in early["causes"]] == ["a/second"]
    answer = Visitor().post(f"/api/live/{cluster.pk}/open", {"at": then})
    assert answer.status_code == 201, answer.content
    scenario = Snapshot.objects.get(pk=answer.json()["snapshot"]).scenario()
    rest = queue_answer(scenario)
    assert rest is not None
    assert [c["workloads"][0]["workload"] for c in rest["causes"]] == ["a/second"]


@pytest.mark.django_db
def test_queues_that_fail_are_left_out_and_decisions_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(LiveQueues, "due", fail)
    cluster = followed(heard(120), name="failing")
    assert sum(cluster.tally.values()) > 10
    assert "queued" not in cluster.now


# ---- faults ----


def heard(items: int = 200) -> list[Any]:
    """Return the first lists, and the first changes after them."""
    return list(recorded())[:items]


@pytest.mark.django_db
def test_a_silence_is_a_gap_and_a_new_list_has_no_decisions() -> None:
    items = heard()
    at = items[-1].at
    pods = next(i for i in items if isinstance(i, Listed) and i.kind == "Pod")
    last = {
        i.manifest["metadata"]["uid"]: i.manifest
        for i in recorded()
        if isinstance(i, Changed) and i.manifest["kind"] == "Pod" and not i.gone
    }
    quiet: list[Item] = [Silent(at + 1, "connection refused"), Silent(at + 2, "connection refused", "pods")]
    listed = Listed(at + 60, "Pod", "pods", [*pods.objects, *last.values()], "expired", at)
    unchanged = Listed(at + 61, "Service", "services", services(items), "expired", at)
    cluster = followed([*items, *quiet, Alive(at + 60), listed, unchanged], name="silent")
    told = [e.payload for e in Entry.objects.filter(cluster=cluster).order_by("number")]
    gaps = [e for e in told if e["kind"] == "gap"]
    assert [gap["why"]["kind"] for gap in gaps] == ["silent", "expired"]
    assert all(datetime.fromisoformat(gap["at"]).timestamp() == pytest.approx(at) for gap in gaps)
    assert not [e for e in told if e["kind"] == "decision" and e["number"] > gaps[-1]["number"]]
    assert not cluster.trouble
    kept = history.objects_at(cluster, cluster.position)
    assert {
        orjson.loads(text)["metadata"]["uid"] for key, text in kept.items() if key.startswith("Pod churn/")
    } == {uid for uid, pod in last.items() if pod["metadata"]["namespace"] == "churn"}


ODD = ["a\tb", "a\n", "a\0", "a/b", "..", " ", "\u202e", "", "a" * 5000, "\N{GRINNING FACE}", None, 5, ["a"]]


@pytest.mark.django_db
@pytest.mark.parametrize("pseudonyms", [False, True])
def test_an_odd_object_is_left_out_and_counted_and_all_pages_have_the_others(pseudonyms: bool) -> None:
    items = heard(60)
    at = items[-1].at
    pod = next(i.manifest for i in items if isinstance(i, Changed) and i.manifest["kind"] == "Pod")
    node = next(m for i in items if isinstance(i, Listed) and i.kind == "Node" for m in i.objects)
    meta = {key: value for key, value in pod["metadata"].items() if key != "resourceVersion"}

    def odd() -> Iterator[Any]:
        for name in ODD:
            yield {**pod, "metadata": {**meta, "name": name}}
            yield {**pod, "metadata": {**meta, "namespace": name}}
            yield {**node, "metadata": {"name": name}}
        labels = {f"label-{n}": "value" for n in range(150_000)}
        yield {**pod, "metadata": {**meta, "name": "large", "labels": labels}}
        yield {
            **pod,
            "metadata": {**meta, "name": "unreadable"},
            "spec": {"containers": 5, "nodeName": ["a"]},
        }
        yield {**node, "metadata": {"name": "unreadable"}, "status": {"allocatable": {"cpu": "many"}}}
        yield {**node, "metadata": {"name": "null"}, "spec": None, "status": None}

    changes = [Changed(at + 1, manifest) for manifest in odd()]
    cluster = followed([*items, *changes, *changes], name="odd", open=True, pseudonyms=pseudonyms)
    plain = followed(items, name="plain", open=True)
    assert cluster.now["left_out"] == {"Pod": 2 * len(ODD) + 2, "Node": len(ODD) + 1}
    assert cluster.now["nodes"] == plain.now["nodes"] + 1, "that of null, which has no fields that are needed"
    assert "left_out" not in plain.now
    then = {"at": datetime.fromtimestamp(at + 90, UTC).isoformat()}
    there = Visitor().client.get(f"/api/live/{cluster.pk}/moment", then)
    assert there.status_code == 200, there.content
    assert len(there.json()["nodes"]) == cluster.now["nodes"]
    for one in there.json()["nodes"]:
        assert Visitor().get(f"/api/live/{cluster.pk}/nodes/{one['name']}").status_code == 200
    assert Visitor().post(f"/api/live/{cluster.pk}/open", {}).status_code == 201
    for name in ("a%09b", "a%0A", "%E2%80%AE", "..%2F", "%00"):
        assert Visitor().get(f"/api/live/{cluster.pk}/nodes/{name}").status_code in (400, 404)
        assert Visitor().get(f"/live/{cluster.pk}/nodes/{name}/").status_code in (200, 400, 404)


@pytest.mark.django_db
def test_an_odd_object_is_told_where_nothing_else_happens() -> None:
    row = FollowedCluster.objects.create(name="quiet", uid="0", kubernetes_version="1.36")
    cluster = claim(row, "recording")
    assert cluster is not None
    follower = Follower(Store(cluster, 0), Tracking())
    lists = [item for item in heard() if isinstance(item, Listed)]
    at = lists[-1].at
    follower.begin(lists, at)
    follower.tick(at + 10)
    assert follower.store.flush()
    follower.take(Changed(at + 11, {"kind": "Pod"}))
    follower.tick(at + 20)
    assert follower.store.flush()
    cluster.refresh_from_db()
    assert cluster.now["left_out"] == {"Pod": 1}


@pytest.mark.django_db
def test_an_object_that_can_be_read_again_is_no_longer_left_out() -> None:
    items = heard(60)
    at = items[-1].at
    node = next(m for i in items if isinstance(i, Listed) and i.kind == "Node" for m in i.objects)
    broken = {**node, "status": {"allocatable": {"cpu": "many"}}}
    without = followed([*items, Changed(at + 1, broken)], name="broken")
    assert without.now["left_out"] == {"Node": 1}
    assert without.now["nodes"] == followed(items, name="whole").now["nodes"] - 1
    ends: dict[str, Item] = {
        "repaired": Changed(at + 2, node),
        "gone": Changed(at + 2, broken, gone=True),
        "listed": Listed(at + 2, "Node", "nodes", [node], "expired"),
    }
    for name, last in ends.items():
        cluster = followed([*items, Changed(at + 1, broken), last], name=name)
        assert "left_out" not in cluster.now, name


def services(items: list[Any]) -> list[Any]:
    return [m for i in items if isinstance(i, Listed) and i.kind == "Service" for m in i.objects]


@pytest.mark.django_db
def test_after_a_silence_changes_wait_for_kinds_that_are_heard_later() -> None:
    items = heard(600)
    changes = [item for item in items if isinstance(item, Changed)]
    pods, others = (
        [i for i in changes if (i.manifest["kind"] == "Pod") == is_pod] for is_pod in (True, False)
    )
    at = changes[-1].at
    late = [replace(item, at=at + 3) for item in others]  # before the pods' changes, by their versions
    early = [replace(item, at=at + 1) for item in pods]
    quiet: list[Item] = [
        Silent(at, "reset", "pods"),
        Silent(at, "reset", "replicasets"),
        Alive(at + 0.5, "pods"),
    ]
    lists = [item for item in items if isinstance(item, Listed)]
    cluster = followed([*lists, *quiet, *early, *late, Alive(at + 3, "replicasets")], name="late")
    kept = [change.key for row in Changes.objects.filter(cluster=cluster) for change in unpacked(row)]
    plain = followed(items, name="in order")
    assert kept == [change.key for row in Changes.objects.filter(cluster=plain) for change in unpacked(row)]
    assert not Entry.objects.filter(cluster=cluster, kind="gap").exists()


def unpacked(row: Changes) -> Iterator[Change]:
    return history.unpack_changes(bytes(row.lines))


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [0.5, -0.5])
def test_a_clock_that_is_off_hides_no_gap_and_lengthens_no_wait(hours: float) -> None:
    items = heard()
    lists = [item for item in items if isinstance(item, Listed)]
    waiting = next(i.manifest for i in items if isinstance(i, Changed) and i.manifest["kind"] == "Pod")
    node = next(iter(lists[0].objects))
    created = datetime.fromisoformat(waiting["metadata"]["creationTimestamp"]).timestamp()
    ahead = hours * 3600
    at = created + 20 + ahead
    before = datetime.fromtimestamp(at + 600, UTC)  # by a clock that has been set back since
    row = FollowedCluster.objects.create(name="off", uid="0", kubernetes_version="1.36", heard=before)
    cluster = claim(row, "recording")
    assert cluster is not None
    follower = Follower(Store(cluster, 0), Tracking())
    follower.begin([*lists, Listed(at, "Pod", "pods", [waiting], "started")], at, ahead)
    bound = {**waiting, "spec": {**waiting["spec"], "nodeName": node["metadata"]["name"]}}
    bound["metadata"] = {**waiting["metadata"], "resourceVersion": "99999999"}
    follower.take(Changed(at + 5, bound))
    follower.tick(at + 10)
    assert follower.store.flush()
    gap, decision = (e.payload for e in Entry.objects.filter(cluster=cluster).order_by("number"))
    assert (gap["kind"], gap["at"], gap["until"]) == ("gap", gap["until"], gap["until"])
    assert decision["waited"] == pytest.approx(25, abs=0.01)


@pytest.mark.django_db
def test_one_of_two_followers_works_and_the_other_takes_over() -> None:
    row = FollowedCluster.objects.create(name="prod", uid="1")
    first = claim(row, "one")
    assert first is not None
    assert claim(row, "two") is None
    FollowedCluster.objects.filter(pk=row.pk).update(lease_until=None)
    second = claim(row, "two")
    assert second is not None
    assert Store(second, 0).flush()
    with pytest.raises(LeaseLost):
        Store(first, 0).flush()


@pytest.mark.django_db
def test_what_is_too_old_or_too_much_is_forgotten_and_the_rest_stays_whole(settings: Settings) -> None:
    cluster = followed(heard(), name="old")
    changes = Changes.objects.filter(cluster=cluster)
    assert changes.count() == 1
    last = history.objects_at(cluster, cluster.position)
    at = changes.get().at
    store = Store(cluster, cluster.position)
    for count in range(3):  # three rows, then a whole state, with which they become one
        store.change(Change(at.timestamp(), f"Pod a/{count}", b"{}"))
        assert store.flush()
    assert changes.count() == 4
    store.checkpoint({**last, **{f"Pod a/{n}": b"{}" for n in range(3)}}, at.timestamp())
    assert store.flush()
    assert changes.count() == 1
    assert history.objects_at(cluster, store.position - 1).keys() == {*last, "Pod a/0", "Pod a/1"}
    settings.KEEP_LIVE_HOURS, settings.KEEP_LIVE_MB = 0, 0
    assert prune_live() == 0
    settings.KEEP_LIVE_MB = 0.001
    prune_live()
    assert State.objects.get(cluster=cluster).position == store.position
    assert history.objects_at(cluster, store.position).keys() >= {"Pod a/2"}
    with pytest.raises(Problem):
        history.objects_at(cluster, store.position - 1)


@pytest.mark.django_db
def test_what_could_not_be_kept_while_the_database_was_away_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.features.live.following.store.MOST_CHANGES", 20)
    cluster = followed(heard(), name="away")
    gap = Entry.objects.filter(cluster=cluster, kind="gap").latest("number").payload
    assert gap["why"]["kind"] == "database"
    kept = history.objects_at(cluster, cluster.position)
    assert State.objects.filter(cluster=cluster).latest("position").position <= cluster.position
    assert any(key.startswith("Pod churn/") for key in kept)
