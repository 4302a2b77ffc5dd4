"""From `expect:` to expectations; every error has the path and the fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems, quoted
from scheduler_core.kubernetes.objects.statements import check_fields, is_statement, read_entries
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, release_named
from scheduler_core.sentences import worded
from scheduler_core.simulation.steps.reading import KINDS as STEP_KINDS

from .cluster_facts import Counts, Matching, Skew
from .cycle_facts import Feasible, PluginSkipped, Rejected, Scored, Totals, Violations
from .expectation import Expectation, Fact, SameWinner
from .outcome_facts import ZONE, Admitted, InDomain, OnNode, Pending, SamePlacement, Victims
from .play_facts import Available, CountsAfter, Finishes, Heals, Outcome, PlayFact, SkewAfter, Stuck

KEY = "expect"
MAX_SEEDS = 100
CONFIG = "config"
_END = "end"
_SPEC_FIELDS = (
    *("affinity", "nodeName", "nodeSelector", "preemptionPolicy", "priority", "priorityClassName"),
    *("schedulerName", "schedulingGates", "tolerations", "topologySpreadConstraints", "volumes"),
)


def is_expectations(manifest: Any) -> bool:
    """Return whether a document contains expectations and not a Kubernetes object."""
    return is_statement(manifest, KEY)


def read_expectations(manifest: Manifest, index: int, problems: Problems) -> list[Expectation]:
    """Return the expectations of one document, which is the input's object `index`."""
    entries = read_entries(manifest, KEY, index, problems)
    return [expectation for entry in entries if (expectation := _read(entry)) is not None]


def _read(at: ManifestField) -> Expectation | None:
    kinds = [key for key in _READERS if key in at.value]
    if len(kinds) != 1:
        rule = (
            worded("must state one fact")
            if not kinds
            else worded("states {count} facts ({kinds})", count=len(kinds), kinds=", ".join(kinds))
        )
        at.problem(
            "",
            worded(
                "{rule}: write an entry for each, with one of {names}",
                rule=rule,
                names=", ".join(_READERS),
            ),
        )
        return None
    kind = kinds[0]
    read, modifiers = _READERS[kind]
    check_fields(at, kind, {*modifiers, *_MODIFIERS} - _REFUSED.get(kind, set()))
    fact = read(at)
    seeds = _seeds(at, "stable" if kind == "stable" else "seeds")
    return Expectation(fact, dict(at.value), seeds, _without(at), _version(at, fact))


def _seeds(at: ManifestField, key: str) -> int:
    seeds = at.integer(key, 0)
    if at.has(key) and not 1 <= seeds <= MAX_SEEDS:
        at.problem(
            key,
            worded(
                "must be the number of seeds to try, from 1 to {most}, got {value}",
                most=MAX_SEEDS,
                value=seeds,
            ),
        )
        return 0
    return seeds


def _without(at: ManifestField) -> str:
    if not at.has("control"):
        return ""
    control = at.child("control")
    field = control.name("without")
    if field and field.split(".")[0] not in (*_SPEC_FIELDS, CONFIG):
        control.problem(
            "without",
            worded(
                "must be {config} or a field of the pod spec, one of {names}; got {value}",
                config=CONFIG,
                names=", ".join(_SPEC_FIELDS),
                value=quoted(field),
            ),
        )
    return field


def _version(at: ManifestField, fact: Fact | PlayFact) -> str:
    if not at.has("version"):
        return ""
    if isinstance(fact, PlayFact):
        at.problem(
            "version", worded("is for facts about the run; the steps are played by one version: leave it out")
        )
        return ""
    return _release(at, "version")


def _attempt(at: ManifestField) -> int | None:
    attempt = at.optional_integer("attempt")
    if attempt is not None and attempt < 1:
        at.problem(
            "attempt",
            worded("must be at least 1, which is the first attempt, got {value}", value=attempt),
        )
        return None
    return attempt


def _on_node(at: ManifestField) -> Fact:
    return OnNode(at.name("pod"), at.name("node"), _attempt(at))


def _in_zone(at: ManifestField) -> Fact:
    return InDomain(at.name("pod"), ZONE, at.name("zone"), _attempt(at))


def _in_domain(at: ManifestField) -> Fact:
    domain = at.string_map("domain")
    if len(domain) != 1:
        at.problem("domain", worded("must have one label key with its value, for example {rack: rack-1}"))
    key, value = next(iter(domain.items()), ("", ""))
    return InDomain(at.name("pod"), key, value, _attempt(at))


def _pending(at: ManifestField) -> Fact:
    return Pending(at.name("pod"), at.flag("pending"), at.text("reason"), _attempt(at))


def _admitted(at: ManifestField) -> Fact:
    return Admitted(at.name("workload"), at.flag("admitted"), at.text("reason"))


def _stable(at: ManifestField) -> Fact:
    return SameWinner(at.name("pod"))


def _feasible(at: ManifestField) -> Fact:
    return Feasible(at.name("pod"), at.texts("feasible"), _attempt(at))


def _rejected(at: ManifestField) -> Fact:
    return Rejected(at.name("pod"), at.name("rejectedNode"), at.text("reason"), _attempt(at))


def _scored(at: ManifestField) -> Fact:
    score = at.child("score")
    raw, normalized = _integers(score, "raw"), _integers(score, "normalized")
    if not raw and not normalized:
        score.problem("", worded("must have raw or normalized, with the score of at least one node"))
    return Scored(at.name("pod"), score.name("plugin"), raw, normalized, _attempt(at))


def _totals(at: ManifestField) -> Fact:
    return Totals(at.name("pod"), _integers(at, "total"), _attempt(at))


def _victims(at: ManifestField) -> Fact:
    return Victims(at.name("pod"), at.texts("victims"), at.text("nominatedNode"), _attempt(at))


def _violations(at: ManifestField) -> Fact:
    return Violations(at.name("pod"), _integers(at, "pdbViolations"), _attempt(at))


def _skipped(at: ManifestField) -> Fact:
    return PluginSkipped(at.name("pod"), at.name("pluginSkipped"), _attempt(at))


def _skew(at: ManifestField) -> Fact | PlayFact:
    skew = at.child("skew")
    limit = skew.integer("max", 0)
    if not skew.has("max") or limit < 0:
        skew.problem("max", worded("must be the largest skew that is accepted, 0 or more"))
    if at.has("after"):
        return SkewAfter(_matching(skew), limit, _step(at, "after"))
    return Skew(_matching(skew), limit)


def _counts(at: ManifestField) -> Fact | PlayFact:
    counts = at.child("counts")
    values = _integers(counts, "values")
    if not values:
        counts.problem("values", worded("must have a count for at least one value, for example {zone-a: 2}"))
    if at.has("after"):
        return CountsAfter(_matching(counts), values, _step(at, "after"))
    return Counts(_matching(counts), values)


def _same_placement(at: ManifestField) -> Fact:
    versions = at.child("samePlacement")
    for key in versions.value.keys() - {"from", "to"}:
        versions.problem(str(key), worded("is not a known field: use from, to"))
    before = _release(versions, "from") if versions.has("from") else ""
    return SamePlacement(_release(versions, "to"), before, at.text("pod"))


def _heals(at: ManifestField) -> PlayFact:
    return Heals(at.name("heals"), at.text("key"), _step(at, "after"))


def _finishes(at: ManifestField) -> PlayFact:
    return Finishes(at.name("finishes"), _step(at, "after"))


def _stuck(at: ManifestField) -> PlayFact:
    return Stuck(at.name("stuck"), at.text("reason"), _step(at, "after"))


def _available(at: ManifestField) -> PlayFact:
    least, most = at.integer("min", 0), at.optional_integer("max")
    if not at.has("min") and most is None:
        at.problem("", worded("must have min or max: the range in which the fewest available pods are"))
    return Available(at.name("available"), least, most, _step(at, "during"))


def _outcome(at: ManifestField) -> PlayFact:
    among = at.texts("among")
    if not among or any(not part.isdigit() for end in among for part in end.split("/")):
        at.problem(
            "among",
            worded("must list pods by domain, in the order of the domains, for example [3/1/1, 3/2/0]"),
        )
    return Outcome(at.name("outcome"), at.name("key"), among)


def _step(at: ManifestField, key: str) -> str:
    """Return a step by kind or number; `end`, the end of the play, is ""."""
    value = at.raw(key)
    if value in (None, _END):
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return str(value)
    if isinstance(value, str) and value in STEP_KINDS:
        return value
    expected = worded(
        "must be {end}, the number of a step from 1, or its kind, one of {names}",
        end=_END,
        names=", ".join(STEP_KINDS),
    )
    at.problem(key, worded("{expected}; got {value}", expected=expected, value=quoted(value)))
    return ""


def _release(at: ManifestField, key: str) -> str:
    """Return a release ("1.30", "1.33.13"); YAML reads 1.30 as a number without its last 0 unless it is in quotes."""
    value = at.raw(key)
    release = f"{value:.2f}" if isinstance(value, float) else str(value)
    try:
        return release_named(release)
    except ValueError:
        at.problem(
            key,
            worded(
                "must be one of {names}; got {value}",
                names=", ".join(KUBERNETES_VERSIONS),
                value=quoted(value),
            ),
        )
        return ""


def _matching(at: ManifestField) -> Matching:
    return Matching(at.name("key"), at.string_map("selector"), at.text("namespace"))


def _integers(at: ManifestField, key: str) -> dict[str, int]:
    place = at.child(key)
    return {str(name): place.integer(name, 0) for name in place.value}


_MODIFIERS = ("seeds", "control", "version")
_REFUSED = {"stable": {"seeds", "control"}, "samePlacement": {"version"}}  # of these, by fact
_POD = ("pod", "attempt")
_READERS: dict[str, tuple[Callable[[ManifestField], Fact | PlayFact], tuple[str, ...]]] = {
    "node": (_on_node, _POD),
    "zone": (_in_zone, _POD),
    "domain": (_in_domain, _POD),
    "pending": (_pending, (*_POD, "reason")),
    "admitted": (_admitted, ("workload", "reason")),
    "stable": (_stable, ("pod",)),
    "feasible": (_feasible, _POD),
    "rejectedNode": (_rejected, (*_POD, "reason")),
    "score": (_scored, _POD),
    "total": (_totals, _POD),
    "victims": (_victims, (*_POD, "nominatedNode")),
    "pdbViolations": (_violations, _POD),
    "pluginSkipped": (_skipped, _POD),
    "skew": (_skew, ("after",)),
    "counts": (_counts, ("after",)),
    "samePlacement": (_same_placement, ("pod",)),
    "heals": (_heals, ("key", "after")),
    "finishes": (_finishes, ("after",)),
    "stuck": (_stuck, ("reason", "after")),
    "available": (_available, ("min", "max", "during")),
    "outcome": (_outcome, ("key", "among")),
}
