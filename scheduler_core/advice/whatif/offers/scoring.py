"""Why not here: what makes a node that fits win, and from what value on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scheduler_core.advice.phrases import say
from scheduler_core.advice.whatif.change import Change, Edit, Path
from scheduler_core.advice.whatif.places import CONFIG
from scheduler_core.advice.whatif.situation import Situation
from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.helper import untolerated
from scheduler_core.scheduler.policy import is_policy

from .configuration import COMMANDS, profile_index
from .resources import lower, lowered
from .selectors import labels
from .taints import tolerations

Wins = Callable[[Change], bool]

_MOST_WEIGHT = 100
_PREFERRED = ("spec", "affinity", "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution")
_FACTORS = (0.9, 0.75, 0.5, 0.25, 0.1)


def scoring(situation: Situation, record: CycleRecord, row: int, wins: Wins) -> Iterator[Change]:
    """Yield changes with which the node could have the highest total.

    `wins` tries one of them; it is asked where the value from which on a change helps has to be looked for.
    """
    yield from _pinned(situation, row, wins)
    yield from _labels(situation, row)
    yield from _preferred_taints(situation, row)
    yield from _requests(situation, wins)
    yield from _weights(situation, record, row)


def _pinned(situation: Situation, row: int, wins: Wins) -> Iterator[Change]:
    """Yield the node by name: as a wish with the smallest weight that is enough, and as a demand."""
    name = situation.node(row).labels.get(HOSTNAME)
    if name is None:
        return

    def wish(weight: int) -> Change:
        expression = {"key": HOSTNAME, "operator": "In", "values": [name]}
        entry = {"weight": weight, "preference": {"matchExpressions": [expression]}}
        phrase = say("preferred node affinity", key=HOSTNAME, value=name, weight=weight)
        return Change(phrase, "manifest", ("pin",), (Edit("add", _PREFERRED, entry),), rank=0.1)

    least = _smallest(1, _MOST_WEIGHT, lambda weight: wins(wish(weight)))
    if least is not None:
        yield wish(least)
    edit = Edit("set", ("spec", "nodeSelector", HOSTNAME), name)
    yield Change(say("node selector", key=HOSTNAME, value=name), "manifest", ("pin",), (edit,), rank=0.3)


def _smallest(least: int, most: int, helps: Callable[[int], bool]) -> int | None:
    """Return the smallest number that helps, if all larger ones do; None if the largest does not."""
    if not helps(most):
        return None
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if helps(middle) else (middle + 1, most)
    return least


def _labels(situation: Situation, row: int) -> Iterator[Change]:
    """Yield the labels that the pod prefers and the node lacks."""
    node = situation.node(row)
    for preferred in situation.pod.template.affinity.node.preferred:
        for clause in preferred.term.expressions:
            if not clause.matches(node.labels) and clause.operator in ("In", "Exists"):
                value = clause.values[0] if clause.values else "true"
                yield from labels(situation, node, clause.key, value)


def _preferred_taints(situation: Situation, row: int) -> Iterator[Change]:
    taint = untolerated(situation.node(row).taints, situation.pod.template.tolerations, ("PreferNoSchedule",))
    if taint is not None:
        yield from tolerations(situation, taint, row)


def _requests(situation: Situation, wins: Wins) -> Iterator[Change]:
    """Yield the largest lower request with which the node wins, by resource."""
    for resource in (CPU, MEMORY):
        request = situation.request(resource)

        def change(amount: int, resource: str = resource, request: int = request) -> Change:
            edits = lowered(situation.manifest, resource, amount)
            phrase = lower(resource, request, amount)
            return Change(phrase, "manifest", ("request", resource), edits, request - amount, rank=0.5)

        former = request
        for factor in _FACTORS if request > 1 else ():
            amount = int(request * factor)
            if change(amount).edits and wins(change(amount)):
                yield change(_largest(amount, former, lambda a: wins(change(a))))
                break
            former = amount


def _largest(helps: int, too_much: int, still: Callable[[int], bool]) -> int:
    """Return an amount that helps, close to one that is too much."""
    step = max((too_much - helps) // 64, 1)
    while too_much - helps > step:
        middle = (helps + too_much) // 2
        helps, too_much = (middle, too_much) if still(middle) else (helps, middle)
    return helps


def _weights(situation: Situation, record: CycleRecord, row: int) -> Iterator[Change]:
    """Yield for each plugin the weight nearest to its own with which the node has the highest total."""
    run, config = record.score, situation.cluster.manifests.get(CONFIG)
    if run is None or is_policy(config):
        return
    here = int((run.feasible == row).nonzero()[0][0])
    behind = run.total - run.total[here]
    # Among equal totals the first in nodeOrder wins.
    needed = behind + (run.feasible < row)
    for name, points in run.normalized.items():
        if (weight := _winning_weight(run.weights[name], points[here] - points, needed)) is not None:
            yield Change(
                say("weight", plugin=name, before=run.weights[name], after=weight),
                "configuration",
                ("weight", name),
                tuple(_weight_edits(situation, name, weight)),
                abs(weight - run.weights[name]),
                COMMANDS,
                0.1 + abs(weight - run.weights[name]) / 1000,
            )


def _winning_weight(weight: int, ahead: IntArray, needed: IntArray) -> int | None:
    """Return the nearest weight with which `ahead` points a unit of weight make up for what is `needed`."""
    for distance in range(1, _MOST_WEIGHT):
        for change in (distance, -distance):
            if 1 <= weight + change <= _MOST_WEIGHT and bool((change * ahead >= needed).all()):
                return weight + change
    return None


def _weight_edits(situation: Situation, name: str, weight: int) -> Iterator[Edit]:
    config, profile = situation.cluster.manifests.get(CONFIG), situation.pod.template.scheduler_name
    entry = {"name": name, "weight": weight}
    if config is None:
        version = situation.record.framework.handle.version.config_versions[0]
        yield Edit(
            "create",
            value={
                "apiVersion": f"kubescheduler.config.k8s.io/{version}",
                "kind": CONFIG,
                "profiles": [{"schedulerName": profile, "plugins": {"score": {"enabled": [entry]}}}],
            },
        )
        return
    index = profile_index(config.get("profiles") or [], profile)
    path: Path = ("profiles", index, "plugins", "score", "enabled")
    former = next((e for e in value_at(config, path) or () if e["name"] == name), None)
    if former is not None:
        yield Edit("swap", path, entry, former, object=CONFIG)
    else:
        yield Edit("add", path, entry, object=CONFIG)


def search_all(situation: Situation) -> Iterator[Change]:
    """Yield the search over all nodes: the scheduler stopped before it came to this one."""
    config = situation.cluster.manifests.get(CONFIG)
    phrase, dial = say("percentage", after=100), ("percentage",)
    if config is None:
        version = situation.record.framework.handle.version.config_versions[0]
        manifest = {
            "apiVersion": f"kubescheduler.config.k8s.io/{version}",
            "kind": CONFIG,
            "percentageOfNodesToScore": 100,
        }
        edit = Edit("create", value=manifest)
    else:
        edit = Edit("set", ("percentageOfNodesToScore",), 100, object=CONFIG)
    yield Change(phrase, "configuration", dial, (edit,), commands=COMMANDS)
