"""What other programs than the scheduler's filters say, explained: who speaks, what it means, where to look."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.explain.compare.event_text import Clause, pod_named_in
from scheduler_core.explain.compare.wordings import recognize

from .contract import ExplainedMessage, Point, TextPart
from .extract import namespace_in
from .meanings import OTHER, Kind, Language, kind_of
from .statements import Said, Spoken

_MOST_CLAUSES = 50


def explain_spoken(spoken: Spoken, line: str, language: Language) -> ExplainedMessage:
    """Explain a statement; `line` is the text that it stands in, which may name the pod."""
    pod = pod_named_in(spoken.head) or pod_named_in(line.partition(spoken.words)[0])
    if pod and "/" not in pod and (namespace := namespace_in(line)):
        pod = f"{namespace}/{pod}"
    points = [_point(number, said, pod, language) for number, said in enumerate(spoken.said, 1)]
    for clause in spoken.clauses[:_MOST_CLAUSES]:
        points.append(_clause_point(len(points) + 1, clause, spoken.counts, pod, language))
    first = spoken.said[0].statement
    return {
        "headline": language.gettext("{speaker} says: {what}").format(
            speaker=spoken.speaker, what=language.gettext(first.title)
        ),
        "speaker": spoken.speaker,
        "message": spoken.words,
        "pod": pod,
        "nodes": 0,
        "is_cut": False,
        "parts": _parts(spoken),
        "points": points,
        "groups": [],
        "follows": "",
        "asides": [],
        "cluster": None,
        "no_cluster": language.gettext("only messages of kube-scheduler's filters can be reproduced"),
        "nearest": None,
        "others": [],
    }


def commands_for(templates: Sequence[str], pod: str) -> list[str]:
    """Return the commands with the pod's name in place of its placeholder."""
    namespace, _, name = pod.rpartition("/")
    return [
        template.replace("{pod}", name or "POD").replace("{namespace}", namespace or "default")
        for template in templates
    ]


def _point(number: int, said: Said, pod: str, language: Language) -> Point:
    statement = said.statement
    return {
        "number": number,
        "kind": statement.name,
        "count": 0,
        "title": language.gettext(statement.title),
        "about": language.gettext(statement.about),
        "plugin": "",
        "eviction": "may",
        "eviction_text": "",
        "time_text": language.gettext(statement.waiting),
        "commands": commands_for(statement.commands, pod),
        "case": None,
    }


def _clause_point(number: int, clause: Clause, counts: str, pod: str, language: Language) -> Point:
    """Return the point of a reason that is counted by nodes or by node groups."""
    kind, values = kind_of(recognize(clause.reason).words)
    about = language.gettext(kind.about)
    return {
        "number": number,
        "kind": kind.name,
        "count": clause.count,
        "title": _clause_title(kind, ", ".join(values.values()), clause.count, counts, language),
        "about": f"{about} “{clause.reason}”" if kind is OTHER else about,
        "plugin": kind.plugin,
        "eviction": "may",
        "eviction_text": "",
        "time_text": language.gettext(kind.waiting),
        "commands": commands_for(kind.commands, pod),
        "case": kind.case,
    }


def _clause_title(kind: Kind, named: str, count: int, counts: str, language: Language) -> str:
    """Return what a reason says of nodes or node groups; kinds of a plugin speak of nodes, so their label is taken."""
    if counts == "node group" and not kind.plugin:
        return kind.title_for(count, named, language)
    if counts == "node group":
        of_what = language.ngettext("{n} node group", "{n} node groups", count)
    else:
        of_what = language.ngettext("{n} node", "{n} nodes", count)
    label = language.gettext(kind.label) + (f" ({named})" if named else "")
    return f"{of_what.format(n=f'{count:,}')}: {label}"


def _parts(spoken: Spoken) -> list[TextPart]:
    """Return the words in pieces, each statement and each counted reason with the number of its point."""
    words = spoken.words
    spans = [(said.start, said.end, number) for number, said in enumerate(spoken.said, 1)]
    at = 0
    for number, clause in enumerate(spoken.clauses[:_MOST_CLAUSES], len(spoken.said) + 1):
        text = f"{clause.count} {clause.reason}"
        place = words.find(text, at)
        if place < 0:
            text = clause.reason
            place = words.find(text, at)
        if place >= 0:
            spans.append((place, place + len(text), number))
            at = place + len(text)
    parts: list[TextPart] = []
    done = 0
    for start, end, number in sorted(spans):
        if start < done:
            continue
        if start > done:
            parts.append({"text": words[done:start], "number": None})
        parts.append({"text": words[start:end], "number": number})
        done = end
    return [*parts, {"text": words[done:], "number": None}] if done < len(words) else parts
