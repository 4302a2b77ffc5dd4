"""A cluster made up so that a message comes out of it, character for character, shown by running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scheduler_core.allowance import check
from scheduler_core.explain.compare.event_text import Message, parse
from scheduler_core.explain.compare.wordings import SPREAD
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, KUBERNETES_VERSIONS, find_version
from scheduler_core.simulation.run.run import simulate
from scheduler_core.simulation.run.scenario import Scenario, read_manifests

from .cluster import WAITING, MadeUpCluster
from .plan import Group, NoCluster
from .reasons import CLAIMS, NEVER, TERMINATING
from .recipes import Recipe, recipe_for
from .scaling import frame, of_groups, scaled

MOST_TRIES = 3  # clusters that are made up as large as they are meant to be
DEVICES = "DynamicResources"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A cluster whose waiting pod gets the message; `source` is its manifests as YAML, for `release`.

    `running` is the number of its running pods. `is_scaled`: its counts are smaller than those of the message, in
    proportion. `continues`: its message goes on where the text ends, with the part about preemption.
    """

    release: str
    source: str
    groups: list[Group]
    running: int
    is_scaled: bool = False
    continues: bool = False


def reproduce(text: str, message: Message, groups: Sequence[Group]) -> Reproduction:
    """Return a cluster of such groups that gives a message, which is `text`, under the newest version that can.

    A message of many nodes is given with smaller counts. Raises NoCluster with what is in the way.
    """
    if not message.nodes:
        return _without_nodes(text, message)
    if message.is_cut:
        raise NoCluster("cut")
    sized = scaled(groups)
    is_scaled = sized != groups
    wanted = of_groups(text, message, sized) if is_scaled else text
    tries = 0
    beginning: list[_Candidate] = []
    for candidate in _candidates(text, message, groups):
        if candidate.continues:
            beginning.append(candidate)
        elif tries < MOST_TRIES:
            tries += 1
            if reproduction := _tried(candidate, wanted, message, sized):
                return replace(reproduction, is_scaled=is_scaled)
    for candidate in beginning[:MOST_TRIES]:
        if reproduction := _tried(candidate, wanted, message, sized):
            return replace(reproduction, is_scaled=is_scaled)
    raise NoCluster("words")


@dataclass(frozen=True, slots=True)
class Variant:
    """What a version or a cluster may need so that the message is the same.

    Without `min_domains` a full zone needs another that is not. `claims`: PostFilter asks for device claims.
    """

    min_domains: str = ""
    claims: bool = True


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A release that may give the text; `continues` as in Reproduction."""

    release: str
    variant: Variant
    continues: bool


def _tried(
    candidate: _Candidate, wanted: str, message: Message, groups: Sequence[Group]
) -> Reproduction | None:
    """Return the cluster of a candidate if its message is the wanted one, or begins with it."""
    release = candidate.release
    cluster = made_up_cluster(message, groups, release, candidate.variant)
    scenario = as_scenario(cluster)
    printed = message_under(scenario, cluster, release) if scenario else ""
    if printed != wanted and not (candidate.continues and printed.startswith(f"{wanted} ")):
        return None
    source = cluster.source()
    return Reproduction(release, source, list(groups), len(cluster.pods), continues=printed != wanted)


def variants(text: str, message: Message, groups: Sequence[Group]) -> Iterator[Variant]:
    """Yield the variants of a cluster that may give a text."""
    spread = any(SPREAD in (*group.reasons, *group.left) for group in groups)
    for claims in (True, False) if message.preemption and CLAIMS not in text else (True,):
        for minimum in ("", "9") if spread else ("",):
            yield Variant(minimum, claims)


def _candidates(text: str, message: Message, groups: Sequence[Group]) -> Iterator[_Candidate]:
    """Yield the releases that may give the text, each variant by itself, the default and the recorded ones first.

    Each is tried with a node a group; those with other words are passed over.
    """
    small = [replace(group, size=1) for group in groups]
    wanted = frame(text, message)
    words = _words(message)
    for variant in variants(text, message, groups):
        cluster = made_up_cluster(message, small, DEFAULT_VERSION, variant)
        scenario = as_scenario(cluster)
        if scenario is None:
            continue
        for release in _releases(text, message, variant):
            printed = message_under(scenario, cluster, release)
            if "nodes are available" not in printed:
                continue
            parsed = parse(printed)
            filters, preemption = _words(parsed)
            given = frame(printed, parsed)
            if filters != words[0] or (words[1] and preemption != words[1]):
                continue
            if given == wanted:
                yield _Candidate(release, variant, continues=False)
            elif not message.preemption and given.startswith(f"{wanted} "):
                yield _Candidate(release, variant, continues=True)


def _releases(text: str, message: Message, variant: Variant) -> Iterator[str]:
    """Yield the releases whose PostFilter may say what the text does, if it says anything."""
    for release in sorted(KUBERNETES_VERSIONS, key=by_age):
        version = KUBERNETES_VERSIONS[release]
        asks = DEVICES not in version.absent_plugins
        says_so = asks and variant.claims
        if not message.preemption or (
            not version.preemption_is_silent
            and says_so == (CLAIMS in text)
            and (asks or variant.claims)  # else it is the same as with claims
        ):
            yield release


def as_scenario(cluster: MadeUpCluster) -> Scenario | None:
    """Return the objects of a cluster as a scenario of the default version, None if they are not valid."""
    objects = [manifest for manifest in cluster.manifests() if manifest.get("kind") != CONFIG_KIND]
    scenario, problems = read_manifests(objects, version=find_version(DEFAULT_VERSION))
    return None if problems.entries else scenario


def message_under(scenario: Scenario, cluster: MadeUpCluster, release: str) -> str:
    """Return the pending pod's message under a release; "" if that cannot read the configuration."""
    try:
        scenario = scenario.under(find_version(release))
        for config in cluster.configurations(release):
            scenario = scenario.configured(config)
        return _first_message(scenario, cluster)
    except InvalidInput:
        return ""


def _first_message(scenario: Scenario, cluster: MadeUpCluster) -> str:
    """Return the pending pod's message in its first cycle; "" if there is none."""
    for event in simulate(scenario):
        if event["kind"] == "cycle.finished" and event["pod"] == f"{cluster.namespace}/{cluster.name}":
            return event["message"] or ""
    return ""


def by_age(release: str) -> tuple[bool, bool, bool, int]:
    """Sort releases: the default one, the recorded ones, the newest first, planned ones last."""
    version = KUBERNETES_VERSIONS[release]
    return (release != DEFAULT_VERSION, not version.recorded, version.planned, -int(release.split(".")[1]))


def _words(message: Message) -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset(clause.reason for clause in message.clauses),
        frozenset(clause.reason for clause in message.preemption),
    )


def made_up_cluster(
    message: Message, groups: Sequence[Group], release: str, variant: Variant
) -> MadeUpCluster:
    """Return a cluster with these groups of nodes."""
    namespace, _, name = message.pod.rpartition("/")
    cluster = MadeUpCluster(name or WAITING, namespace or "default", release)
    if not variant.claims:
        cluster.disabled.append(DEVICES)
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
    check()
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


def _without_nodes(text: str, message: Message) -> Reproduction:
    candidate = _Candidate(DEFAULT_VERSION, Variant(), continues=False)
    reproduction = _tried(candidate, text, message, [])
    if reproduction is None:
        raise NoCluster("words")
    return reproduction
