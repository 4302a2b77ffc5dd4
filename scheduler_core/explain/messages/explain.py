"""A message in plain words: point by point, what follows from the counts, and a cluster that gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import yaml

from scheduler_core.explain.compare.event_text import Clause, Message, parse
from scheduler_core.explain.compare.wordings import AFFINITY, AFFINITY_RULES, NO_VICTIMS, recognize
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS

from .contract import (
    ExplainedMessage,
    NearestCluster,
    NodeGroup,
    OtherMessage,
    Point,
    ReproducedCluster,
    TextPart,
)
from .extract import flat, message_in, namespace_in, texts_of_messages, unquoted
from .meanings import ENGLISH, KINDS, OTHER, Kind, Language, kind_of
from .nearest import Nearest, nearest_to
from .plan import Group, NoCluster, groups_of
from .reasons import CLAIMS, NEVER, NOT_HELPFUL, PLACED, TERMINATING, helps, is_resource
from .reproduction import Reproduction, reproduce
from .spoken import commands_for, explain_spoken
from .statements import spoken_in, spoken_in_lines

_PATH: Final = Path(__file__).with_name("taints.yaml")


def cause_of(taint: str) -> str:
    """Return the cause of a taint as messages write it, `{key: value}`; "" if its key has no well-known one."""
    key = taint.strip("{} ").partition(":")[0]
    return next((cause for pattern, cause in _causes() if _fits(pattern, key)), "")


@cache
def _causes() -> Sequence[tuple[str, str]]:
    rows = yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return [(row["key"], row["cause"]) for row in rows]


def _fits(pattern: str, key: str) -> bool:
    if pattern.startswith("*"):
        return key.endswith(pattern[1:])
    return key.startswith(pattern[:-1]) if pattern.endswith("*") else key == pattern


DEALLOCATED = "deallocation of ResourceClaim completed"
STILL_WAITING = "still not schedulable"
SCHEDULER = "kube-scheduler"
_MOST_OTHERS = 20
_MOST_LINES = 500
_MOST_PARTS = 200  # clauses that have the number of their point
_MOST_LISTED = 50  # taints, resources or unknown reasons of one point
_PREEMPTION_COMMANDS = (
    "kubectl get priorityclasses",
    "kubectl get pod {pod} -n {namespace} -o jsonpath='{.spec.priority} {.spec.preemptionPolicy}'",
)


@dataclass(frozen=True, slots=True)
class _KindCounts:
    """A kind of reasons in a message: nodes by reason, and the values of its placeholders by reason."""

    kind: Kind
    counts: Counter[str]
    values: dict[str, str]


def explain_message(text: str, language: Language = ENGLISH) -> ExplainedMessage:
    """Explain the first message of the scheduler in a text of any version, without one the first of another program.

    Raise InvalidInput if there is none.
    """
    line = flat(text)
    if not message_in(line) and (spoken := spoken_in(unquoted(text))):
        return explain_spoken(spoken, line, language)
    message = parse(line)
    if message.pod and "/" not in message.pod and (namespace := namespace_in(line)):
        message = replace(message, pod=f"{namespace}/{message.pod}")
    words = message_in(line)
    kinds = _kinds(message)
    groups, cluster, why_not, nearest = _cluster(words, message, language)
    follows = ""
    too_small = sum(group.size for group in groups if group.too_small)
    if too_small and cluster and not KUBERNETES_VERSIONS[cluster["release"]].excess_is_unresolvable:
        too_small = 0
    sizes = _sizes(kinds, groups)
    points = [
        _point(number, kind_counts, message, sizes[kind_counts.kind.name], too_small, language)
        for number, kind_counts in enumerate(kinds, 1)
    ]
    if preemption := _preemption_point(message, len(points) + 1, language):
        points.append(preemption)
    if too_small:
        follows = _what_follows(message, too_small, language)
    return {
        "headline": _headline(message, kinds, points, sizes, too_small, language),
        "speaker": SCHEDULER,
        "message": words,
        "pod": message.pod,
        "nodes": message.nodes,
        "is_cut": message.is_cut,
        "parts": _parts(words, message, kinds, len(points)),
        "points": points,
        "groups": _node_groups(kinds, groups, too_small, language),
        "follows": follows,
        "asides": _asides(words, language),
        "cluster": cluster,
        "no_cluster": why_not,
        "nearest": nearest,
        "others": _others(text, line, words),
    }


def _others(source: str, line: str, words: str) -> list[OtherMessage]:
    """Return the other messages of a text, each once: the scheduler's, then those of other programs."""
    others: dict[str, OtherMessage] = {}
    for text in texts_of_messages(line):
        message = message_in(text)
        if message != words:
            others.setdefault(message, {"pod": parse(text).pod, "message": message, "text": text})
        if len(others) == _MOST_OTHERS:
            break
    lines = [row for row in unquoted(source).splitlines() if not message_in(flat(row))]
    for spoken in islice(spoken_in_lines(lines[:_MOST_LINES]), _MOST_OTHERS):
        if spoken.words not in others and len(others) < _MOST_OTHERS:
            others[spoken.words] = {"pod": "", "message": spoken.words, "text": spoken.head + spoken.words}
    return list(others.values())


def _kinds(message: Message) -> list[_KindCounts]:
    """Return the kinds of a message's reasons in the order in which the scheduler checks."""
    kinds: dict[str, _KindCounts] = {}
    for reason, count in _counts(message.clauses).items():
        kind, values = kind_of(reason)
        kind_counts = kinds.setdefault(kind.name, _KindCounts(kind, Counter(), {}))
        kind_counts.counts[reason] += count
        kind_counts.values[reason] = next(iter(values.values()), "")
    order = [kind.name for kind in (*KINDS, OTHER)]
    return sorted(kinds.values(), key=lambda kind_counts: order.index(kind_counts.kind.name))


def _counts(clauses: Sequence[Clause]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for clause in clauses:
        counts[recognize(clause.reason).words.rstrip(".")] += clause.count
    if not AFFINITY_RULES.isdisjoint(counts):
        counts.pop(AFFINITY, None)
    return counts


def _sizes(kinds: Sequence[_KindCounts], groups: Sequence[Group]) -> dict[str, int]:
    """Return the number of nodes by kind: a node may lack several resources, and counts once."""
    names = {reason: kind_counts.kind.name for kind_counts in kinds for reason in kind_counts.counts}
    sizes: Counter[str] = Counter()
    for group in groups:
        for name in {names[reason] for reason in group.reasons if reason in names}:
            sizes[name] += group.size
    return {
        kind_counts.kind.name: sizes[kind_counts.kind.name] or max(kind_counts.counts.values())
        for kind_counts in kinds
    }


def _point(
    number: int,
    kind_counts: _KindCounts,
    message: Message,
    count: int,
    too_small: int,
    language: Language,
) -> Point:
    kind = kind_counts.kind
    too_small = too_small if kind.name in ("resources", "pods") else 0
    hopeless = not any(map(helps, kind_counts.counts)) or too_small >= count
    return {
        "number": number,
        "kind": kind.name,
        "count": count,
        "title": kind.title_for(count, _resources(kind_counts, count, language), language),
        "about": _about(kind_counts, language),
        "plugin": kind.plugin,
        "eviction": "no" if hopeless else "some" if too_small else "may",
        "eviction_text": _eviction(0 if hopeless else count - too_small, count, language),
        "time_text": language.gettext(kind.waiting),
        "commands": commands_for(kind.commands, message.pod),
        "case": kind.case,
    }


def _listed(items: Iterable[str], total: int, language: Language) -> str:
    """Return items with commas between them, the first ones if there are too many to be read."""
    listed = ", ".join(islice(items, _MOST_LISTED))
    if total <= _MOST_LISTED:
        return listed
    more = total - _MOST_LISTED
    return language.ngettext("{items}, and {n} more", "{items}, and {n} more", more).format(
        items=listed, n=f"{more:,}"
    )


def _resources(kind_counts: _KindCounts, count: int, language: Language) -> str:
    """Return the resources of a kind: "cpu, memory", with their numbers of nodes where these differ."""
    alike = all(nodes == count for nodes in kind_counts.counts.values())
    named = (
        kind_counts.values[reason] if alike else f"{kind_counts.values[reason]} ({nodes:,})"
        for reason, nodes in kind_counts.counts.items()
    )
    return _listed(named, len(kind_counts.counts), language)


def _about(kind_counts: _KindCounts, language: Language) -> str:
    text = language.gettext(kind_counts.kind.about)
    if kind_counts.kind.name == "tainted":
        named = [
            f"{count:,} × {kind_counts.values[reason]}"
            for reason, count in kind_counts.counts.items()
            if kind_counts.values[reason]
        ]
        causes = dict.fromkeys(
            language.gettext("{taint}: {cause}.").format(
                taint=kind_counts.values[reason].strip("{}").partition(":")[0], cause=language.gettext(cause)
            )
            for reason in islice(kind_counts.counts, _MOST_LISTED)
            if (cause := cause_of(kind_counts.values[reason]))
        )
        counted = _listed(named, len(named), language)
        listed = [language.gettext("{counted}.").format(counted=counted)] if named else []
        return " ".join([text, *listed, *causes])
    if kind_counts.kind.group == "other" or kind_counts.kind.name == "claims":
        return f"{text} “{_listed(kind_counts.counts, len(kind_counts.counts), language)}”"
    return text


def _eviction(helped: int, count: int, language: Language) -> str:
    if not helped:
        return language.gettext("preemption cannot help")
    if helped < count:
        text = language.ngettext("preemption could help on {n}", "preemption could help on {n}", helped)
        return text.format(n=f"{helped:,}")
    return language.gettext("preempting pods of lower priority could help")


def _preemption_point(message: Message, number: int, language: Language) -> Point | None:
    reasons = _counts(message.preemption)
    if not reasons:
        return None
    gettext, ngettext = language.gettext, language.ngettext
    unhelpful, without = reasons[NOT_HELPFUL], reasons[NO_VICTIMS]
    others = {reason: count for reason, count in reasons.items() if reason not in (NOT_HELPFUL, NO_VICTIMS)}
    case: str | None = "preemption-three-cpu"
    helped = gettext("helps only with a higher priority")
    if placed := next((reason for reason in others if reason.startswith(PLACED)), None):
        heading = gettext("Preemption is making room: pods are being removed")
        meaning = gettext(
            "The scheduler said: “{words}”. The pod is tried again once the victims are gone."
        ).format(words=placed)
        helped, others = gettext("wait until the pods are gone"), {}
    elif NEVER in reasons:
        heading, case = gettext("The pod may not preempt others"), "preemption-policy-never"
        meaning = gettext("Its preemptionPolicy is Never, so preemption was not tried.")
        helped = gettext("helps only with another priority class")
    elif TERMINATING in reasons:
        heading = gettext("Preemption is in progress")
        meaning = gettext(
            "A pod on its nominated node is terminating; this pod is tried again once that one is gone."
        )
        helped = gettext("wait until the pod is gone")
    elif unhelpful >= message.nodes:
        heading = gettext("Preemption was ruled out on every node")
        meaning = gettext("Removing pods would not change any of the reasons.")
        helped = gettext("preemption cannot help")
        case = None
    else:
        heading = gettext("Preemption was tried, but found no victims")
        meaning = ngettext(
            "On {n} node, no pods of lower priority would free enough.",
            "On {n} nodes, no pods of lower priority would free enough.",
            without,
        ).format(n=f"{without:,}")
    if others and NEVER not in others and TERMINATING not in others:
        named = (f"{count:,} {reason}" for reason, count in others.items())
        listed = _listed(named, len(others), language)
        meaning = gettext("Even without all pods of lower priority these reasons remain: {reasons}.").format(
            reasons=listed
        )
    return {
        "number": number,
        "kind": "preemption",
        "count": message.nodes,
        "title": heading,
        "about": meaning,
        "plugin": "DefaultPreemption",
        "eviction": "no" if unhelpful >= message.nodes else "may",
        "eviction_text": helped,
        "time_text": gettext("A higher priority helps at the next attempt."),
        "commands": commands_for(_PREEMPTION_COMMANDS, message.pod),
        "case": case,
    }


def _what_follows(message: Message, too_small: int, language: Language) -> str:
    unhelpful = _counts(message.preemption)[NOT_HELPFUL]
    closed = unhelpful - too_small
    if not closed:
        return language.ngettext(
            "The message does not say it, but since v1.34 it follows: preemption is not helpful on {all} "
            "node, so this one is too small even when empty.",
            "The message does not say it, but since v1.34 it follows: preemption is not helpful on {all} "
            "nodes, so these are too small even when empty.",
            unhelpful,
        ).format(all=f"{unhelpful:,}")
    return language.gettext(
        "The message does not mention {small}. Since v1.34 it follows: preemption is not helpful on {all} "
        "nodes, {closed} of them are excluded by other rules, and {all} − {closed} = {small} are too "
        "small even when empty."
    ).format(all=f"{unhelpful:,}", closed=f"{closed:,}", small=f"{too_small:,}")


def _node_groups(
    kinds: Sequence[_KindCounts], groups: Sequence[Group], too_small: int, language: Language
) -> list[NodeGroup]:
    """Return the parts of all nodes, in the order of the points; none if the counts do not add up."""
    if not groups:
        return []
    parts: list[NodeGroup] = []
    for kind_counts in kinds:
        count = sum(
            group.size
            for group in groups
            if not kind_counts.counts.keys().isdisjoint(group.reasons) and not (group.too_small and too_small)
        )
        if not count:
            continue
        text = language.gettext(kind_counts.kind.label)
        if kind_counts.kind.name == "resources" and too_small:
            text = language.gettext("large enough, but in use")
        parts.append({"kind": kind_counts.kind.name, "count": count, "label": text})
    if too_small:
        small: NodeGroup = {
            "kind": "small",
            "count": too_small,
            "label": language.gettext("too small, even if empty"),
        }
        parts.insert(sum(part["kind"] != "resources" for part in parts), small)
    return parts if sum(part["count"] for part in parts) == sum(group.size for group in groups) else []


def _headline(
    message: Message,
    kinds: Sequence[_KindCounts],
    points: Sequence[Point],
    sizes: Mapping[str, int],
    too_small: int,
    language: Language,
) -> str:
    if not message.nodes and not points:
        return language.gettext("The cluster has no node")
    is_known = [kind_counts.kind.group for kind_counts in kinds] == ["other"] and kinds[0].kind is not OTHER
    if not message.nodes or is_known:
        return points[0]["title"]
    sums: Counter[str] = Counter()
    members: dict[str, list[_KindCounts]] = {}
    for kind_counts in kinds:
        group = kind_counts.kind.group
        sums[group] += sizes[kind_counts.kind.name]
        members.setdefault(group, []).append(kind_counts)
    sums["busy"] -= too_small
    texts = {group: _group_text(group, members[group], sums[group], language) for group in members}
    sums["small"] = too_small
    texts["small"] = language.ngettext("{n} is too small", "{n} are too small", too_small)
    largest = sorted(texts, key=lambda group: -sums[group])
    listed = [texts[group].format(n=f"{sums[group]:,}") for group in largest if sums[group] > 0]
    return language.gettext("No node fits: {parts}").format(parts=", ".join(listed))


_NAMED_ALONE = ("closed", "rules")
"""Groups whose kinds have a label that can be said of nodes, as "3 tainted"."""


def _group_text(group: str, members: Sequence[_KindCounts], count: int, language: Language) -> str:
    """Return what is wrong with the nodes of a group, by its only kind where it has one."""
    ngettext, kinds = language.ngettext, {member.kind.name for member in members}
    if len(kinds) == 1 and group in _NAMED_ALONE:
        return "{n} " + language.gettext(members[0].kind.label)
    if kinds <= {"resources", "pods"}:
        return ngettext("{n} is full", "{n} are full", count)
    if kinds == {"volume-place"}:
        return ngettext("{n} cannot reach its volume", "{n} cannot reach its volume", count)
    return {
        "closed": ngettext("{n} does not accept it", "{n} do not accept it", count),
        "busy": ngettext("{n} lacks what it needs", "{n} lack what it needs", count),
        "storage": ngettext("{n} cannot give it its storage", "{n} cannot give it its storage", count),
        "rules": ngettext("{n} would break a placement rule", "{n} would break placement rules", count),
        "other": ngettext("{n} gives another reason", "{n} give other reasons", count),
    }[group]


def _parts(words: str, message: Message, kinds: Sequence[_KindCounts], points: int) -> list[TextPart]:
    """Return the message in pieces, each clause with the number of its point; the last is the rest of a long one."""
    numbers = {reason: number for number, kind_counts in enumerate(kinds, 1) for reason in kind_counts.counts}
    parts: list[TextPart] = []
    start = 0
    clauses = [
        (clause, numbers.get(recognize(clause.reason).words)) for clause in message.clauses[:_MOST_PARTS]
    ]
    clauses += [(clause, points) for clause in message.preemption[: _MOST_PARTS - len(clauses)]]
    for clause, number in clauses:
        text = f"{clause.count} {clause.reason}"
        at = words.find(text, start)
        if at < 0:
            text = clause.reason
            at = words.find(text, start)
        if at < 0:
            continue
        if at > start:
            parts.append({"text": words[start:at], "number": None})
        parts.append({"text": text, "number": number})
        start = at + len(text)
    return [*parts, {"text": words[start:], "number": None}] if start < len(words) else parts


def _asides(words: str, language: Language) -> list[str]:
    asides = {
        CLAIMS: language.gettext(
            "“no new claims to deallocate” is about resource claims. It is irrelevant unless the pod has one."
        ),
        DEALLOCATED: language.gettext(
            "The scheduler deallocated a claim that no other pod uses: the next attempt may find other "
            "devices."
        ),
        STILL_WAITING: language.gettext(
            "“still not schedulable”: no claim of the pod could be deallocated. Preemption never frees "
            "devices."
        ),
    }
    return [text for phrase, text in asides.items() if phrase in words]


def _cluster(
    words: str, message: Message, language: Language
) -> tuple[list[Group], ReproducedCluster | None, str, NearestCluster | None]:
    """Return the groups of nodes, none if the counts do not add up, and a cluster or why there is none.

    Where there is none, the last is the one that comes nearest.
    """
    groups: list[Group] = []
    try:
        groups = groups_of(message)
        return groups, _as_cluster(reproduce(words, message, groups), language), "", None
    except NoCluster as reason:
        nearest = None if reason.obstacle == "many" or not message.nodes else nearest_to(words, message)
        obstacle = NoCluster("cut") if message.is_cut else reason
        return groups, None, _why_not(obstacle, message, language), _as_nearest(nearest, language)


def _as_nearest(nearest: Nearest | None, language: Language) -> NearestCluster | None:
    if nearest is None:
        return None
    return {
        "cluster": _as_cluster(nearest.reproduction, language),
        "pieces": [{"text": text, "is_shared": is_shared} for text, is_shared in nearest.parts],
        "lacks": nearest.lacks,
    }


def _why_not(reason: NoCluster, message: Message, language: Language) -> str:
    gettext = language.gettext
    if reason.obstacle == "counts":
        return _what_does_not_add_up(message, language)
    return {
        "words": gettext("no version uses exactly this wording"),
        "unknown": gettext("we do not know how to produce “{value}”"),
        "cut": gettext("the text ends in the middle of the message"),
        "many": gettext("it has too many different reasons"),
    }[reason.obstacle].format(value=reason.value)


def _what_does_not_add_up(message: Message, language: Language) -> str:
    """Return by how much the counts miss the nodes: a node has one reason, or lacks several resources."""
    counts = _counts(message.clauses)
    resources = [count for reason, count in counts.items() if is_resource(reason)]
    most = counts.total()
    least = most - sum(resources) + max(resources, default=0)
    gettext = language.gettext
    if most < message.nodes:
        text = gettext("its reasons account for at most {counted} of its nodes, {nodes} in all")
        return text.format(counted=f"{most:,}", nodes=f"{message.nodes:,}")
    if least > message.nodes:
        text = gettext("its reasons need at least {counted} nodes, but it mentions {nodes}")
        return text.format(counted=f"{least:,}", nodes=f"{message.nodes:,}")
    return gettext("its part about preemption does not add up to the number of its nodes, {nodes}").format(
        nodes=f"{message.nodes:,}"
    )


def _as_cluster(made_up: Reproduction, language: Language) -> ReproducedCluster:
    nodes: list[NodeGroup] = []
    for group in made_up.groups:
        kind, _ = kind_of(group.reasons[0])
        text = language.gettext(kind.label)
        name = "small" if group.too_small else kind.name
        nodes.append({"kind": name, "count": group.size, "label": text})
    return {
        "release": made_up.release,
        "source": made_up.source,
        "nodes": nodes,
        "running": made_up.running,
        "is_scaled": made_up.is_scaled,
        "continues": made_up.continues,
    }
