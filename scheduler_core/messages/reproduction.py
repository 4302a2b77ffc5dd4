"""A cluster made up so that a message comes out of it, character for character, shown by running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scheduler_core.compare.event_text import Message, parse
from scheduler_core.compare.wordings import SPREAD
from scheduler_core.objects.reading import InvalidInput
from scheduler_core.run.run import simulate
from scheduler_core.run.scenario import load
from scheduler_core.versions import DEFAULT_VERSION, KUBERNETES_VERSIONS, find_version

from .cluster import WAITING, MadeUpCluster
from .plan import Group, NoCluster, groups_of
from .reasons import NEVER, TERMINATING
from .recipes import Recipe, recipe_for

MOST_NODES = 5_000


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A cluster whose waiting pod gets the message; `source` is its manifests as YAML, for `release`.

    `running` is the number of its running pods. `continues`: its message goes on where the text ends, with the part
    about preemption.
    """

    release: str
    source: str
    groups: list[Group]
    running: int
    continues: bool = False


def reproduce(text: str, message: Message) -> Reproduction:
    """Return a cluster that gives a message, which is `text`, under the newest version that can.

    Raises NoCluster with what is in the way.
    """
    if not message.nodes:
        return _without_nodes(text, message)
    if message.is_cut:
        raise NoCluster("cut")
    if message.nodes > MOST_NODES:
        raise NoCluster("many", f"{MOST_NODES:,}")
    groups = groups_of(message)
    begins: Reproduction | None = None
    for release, variant in _candidates(message, groups):
        cluster = _cluster(message, groups, release, variant)
        printed = _message_of(cluster, release) or ""
        found = Reproduction(release, cluster.source(), groups, len(cluster.pods))
        if printed == text:
            return found
        if begins is None and not message.preemption and printed.startswith(f"{text} "):
            begins = replace(found, continues=True)
    if begins is None:
        raise NoCluster("words")
    return begins


@dataclass(frozen=True, slots=True)
class _Variant:
    """What a version or a cluster may need so that the message is the same.

    Without `min_domains` a full zone needs another that is not. `claims`: PostFilter asks for device claims.
    """

    min_domains: str = ""
    claims: bool = True


def _variants(message: Message, groups: Sequence[Group]) -> Iterator[_Variant]:
    spread = any(SPREAD in (*group.reasons, *group.left) for group in groups)
    for claims in (True, False) if message.preemption else (True,):
        for minimum in ("", "9") if spread else ("",):
            yield _Variant(minimum, claims)


def _candidates(message: Message, groups: Sequence[Group]) -> Iterator[tuple[str, _Variant]]:
    """Yield the releases that may give the text, each variant by itself, the default and the recorded ones first.

    Each is tried with a node a group; those with other words are passed over.
    """
    small = [replace(group, size=1) for group in groups]
    words = _words(message)
    for variant in _variants(message, groups):
        for release in sorted(KUBERNETES_VERSIONS, key=_age):
            if _gives(words, _message_of(_cluster(message, small, release, variant), release)):
                yield release, variant


def _gives(words: tuple[frozenset[str], frozenset[str]], printed: str | None) -> bool:
    if printed is None or "nodes are available" not in printed:
        return False
    filters, preemption = _words(parse(printed))
    return filters == words[0] and (not words[1] or preemption == words[1])


def _age(release: str) -> tuple[bool, bool, int]:
    version = KUBERNETES_VERSIONS[release]
    return (release != DEFAULT_VERSION, not version.recorded, -int(release.split(".")[1]))


def _words(message: Message) -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset(clause.reason for clause in message.clauses),
        frozenset(clause.reason for clause in message.preemption),
    )


def _cluster(message: Message, groups: Sequence[Group], release: str, variant: _Variant) -> MadeUpCluster:
    """Return a cluster with these groups of nodes."""
    namespace, _, name = message.pod.rpartition("/")
    cluster = MadeUpCluster(name or WAITING, namespace or "default", release)
    if not variant.claims:
        cluster.disabled.append("DynamicResources")
    recipes = _recipes(groups, variant.min_domains)
    for recipe in recipes.values():
        recipe.ask(cluster)
    for group in groups:
        for _ in range(group.size):
            _add_node(cluster, group, recipes)
    for recipe in recipes.values():
        recipe.finish(cluster)
    _let_preempt(cluster, message)
    return cluster


def _recipes(groups: Sequence[Group], minimum: str) -> dict[str, Recipe]:
    reasons = dict.fromkeys(reason for group in groups for reason in (*group.reasons, *group.left))
    recipes = {}
    for reason in reasons:
        recipe = recipe_for(reason)
        if recipe is None:
            raise NoCluster("unknown", reason)
        if minimum:
            recipe.values = {**recipe.values, "min_domains": minimum}
        recipes[reason] = recipe
    return recipes


def _add_node(cluster: MadeUpCluster, group: Group, recipes: dict[str, Recipe]) -> None:
    node = cluster.add_node()
    has_low = False
    for reason, recipe in recipes.items():
        if reason in group.reasons or reason in group.left:
            low = bool(group.left) and reason not in group.left
            has_low |= low
            recipe.reject(cluster, node, low=low, too_small=group.too_small)
        else:
            recipe.allow(cluster, node)
    if group.left and not has_low:
        cluster.run(node, "idle", low=True)


def _let_preempt(cluster: MadeUpCluster, message: Message) -> None:
    """Let the pod be one that may not preempt, or may not yet, if the message says so."""
    reasons = Counter(clause.reason.rstrip(".") for clause in message.preemption)
    if NEVER in reasons:
        cluster.pod["priorityClassName"] = "made-up-polite"
        cluster.others.append(
            {
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": "made-up-polite"},
                "value": 0,
                "preemptionPolicy": "Never",
            }
        )
    if TERMINATING in reasons and cluster.nodes:
        leaving = cluster.run(cluster.nodes[0], "leaving", low=True)
        leaving["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
        cluster.status["nominatedNodeName"] = cluster.nodes[0]["metadata"]["name"]


def _message_of(cluster: MadeUpCluster, release: str) -> str | None:
    """Return what the waiting pod is told in its first cycle, None if the version cannot read the objects."""
    try:
        scenario = load(cluster.source(), version=find_version(release))
        for event in simulate(scenario):
            if event["kind"] == "cycle.finished" and event["pod"] == f"{cluster.namespace}/{cluster.name}":
                return event["message"]
    except InvalidInput:
        pass
    return None


def _without_nodes(text: str, message: Message) -> Reproduction:
    cluster = _cluster(message, [], DEFAULT_VERSION, _Variant())
    if _message_of(cluster, DEFAULT_VERSION) != text:
        raise NoCluster("words")
    return Reproduction(DEFAULT_VERSION, cluster.source(), [], 0)
