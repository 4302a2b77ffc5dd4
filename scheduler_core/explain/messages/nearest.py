"""The cluster whose message comes nearest to one that no cluster gives exactly, and how the two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scheduler_core.explain.compare.event_text import Clause, Message, parse
from scheduler_core.explain.compare.wordings import recognize
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, KUBERNETES_VERSIONS

from .plan import Group, NoCluster, groups_of
from .reasons import is_resource
from .recipes import recipe_for
from .reproduction import Reproduction, Variant, as_scenario, by_age, made_up_cluster, message_under, variants
from .scaling import scaled

MOST_RELEASES = 6  # that are tried with a node a group: the default one, then recorded ones
MOST_BUILT = 3  # of these, in full size


@dataclass(frozen=True, slots=True)
class Nearest:
    """A cluster with a message that is not quite the wanted one.

    `parts` are the pieces of its message, each with whether the wanted one has it too; `lacks` are the clauses
    of the wanted one that it does not have. Where nothing is foreign and nothing lacks, the two differ in the
    order of clauses or the words around them alone.
    """

    reproduction: Reproduction
    message: str
    parts: list[tuple[str, bool]]
    lacks: list[str]


def nearest_to(text: str, message: Message) -> Nearest | None:
    """Return the cluster whose message shares most clauses with `text`; None if none can be made up."""
    for asked, groups in _plans(message):
        small = [replace(group, size=1) for group in groups]
        tried = [
            (_distance(nearest), i, release, variant)
            for i, (release, variant) in enumerate(_places(text, asked, groups))
            if (nearest := _tried(message, asked, small, release, variant))
        ]
        likely = sorted(tried, key=lambda attempt: attempt[:2])[:MOST_BUILT]
        whole = [_tried(message, asked, groups, release, variant) for _, _, release, variant in likely]
        if built := [nearest for nearest in whole if nearest]:
            return min(built, key=_distance)
    return None


def _plans(message: Message) -> Iterator[tuple[Message, list[Group]]]:
    """Yield less and less of the message: all, without preemption, the known reasons alone."""
    without = replace(message, preemption=())
    known = tuple(clause for clause in message.clauses if recipe_for(recognize(clause.reason).words))
    resources = [clause.count for clause in known if is_resource(recognize(clause.reason).words)]
    nodes = sum(clause.count for clause in known) - sum(resources) + max(resources, default=0)
    for asked in (message, without, replace(without, clauses=known, nodes=nodes)):
        try:
            groups = scaled(groups_of(asked))
        except NoCluster:
            continue
        if groups and all(recipe_for(reason) for group in groups for reason in (*group.reasons, *group.left)):
            yield asked, groups


def _places(text: str, message: Message, groups: Sequence[Group]) -> Iterator[tuple[str, Variant]]:
    releases = sorted(KUBERNETES_VERSIONS, key=by_age)[:MOST_RELEASES]
    for variant in variants(text, message, groups):
        for release in releases if variant == Variant() else (DEFAULT_VERSION,):
            yield release, variant


def _tried(
    wanted: Message, asked: Message, groups: Sequence[Group], release: str, variant: Variant
) -> Nearest | None:
    """Return the cluster of a release with its message, None if its pod is not rejected there."""
    cluster = made_up_cluster(asked, groups, release, variant)
    scenario = as_scenario(cluster)
    printed = message_under(scenario, cluster, release) if scenario else ""
    if "nodes are available" not in printed:
        return None
    is_scaled = sum(group.size for group in groups) < asked.nodes
    given = parse(printed)
    parts, lacks = _differences(printed, given, wanted, with_counts=not is_scaled)
    reproduction = Reproduction(
        release, cluster.source(), list(groups), len(cluster.pods), is_scaled=is_scaled
    )
    return Nearest(reproduction, printed, parts, lacks)


def _distance(nearest: Nearest) -> int:
    return len(nearest.lacks) + sum(not is_shared for _, is_shared in nearest.parts)


def _differences(
    printed: str, given: Message, wanted: Message, *, with_counts: bool
) -> tuple[list[tuple[str, bool]], list[str]]:
    """Return the pieces of the printed message, and the clauses that only the wanted one has."""

    def key(clause: Clause) -> tuple[int, str]:
        return (clause.count if with_counts else 0, clause.reason.rstrip("."))

    clauses = (*wanted.clauses, *wanted.preemption)
    unmatched = Counter(map(key, clauses))
    head = f"0/{given.nodes} nodes"
    is_other_size = with_counts and given.nodes != wanted.nodes and printed.startswith(head)
    parts = [(head, False)] if is_other_size else []
    start = len(head) if is_other_size else 0
    for clause in (*given.clauses, *(given.preemption if wanted.preemption else ())):
        is_shared = unmatched[key(clause)] > 0
        unmatched[key(clause)] -= is_shared
        text = f"{clause.count} {clause.reason}"
        at = printed.find(text, start)
        if not is_shared and at >= 0:
            parts += [(printed[start:at], True), (text, False)]
            start = at + len(text)
    parts.append((printed[start:], True))
    lacks = []
    for clause in clauses:
        if unmatched[key(clause)] > 0:
            unmatched[key(clause)] -= 1
            lacks.append(f"{clause.count} {clause.reason}")
    return [part for part in parts if part[0]], lacks
