"""Check the source of a draft, and reduce a dump to what is stored of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.utils.translation import gettext

from scheduler_core import (
    ClusterObjects,
    InputError,
    InvalidInput,
    Limits,
    Scenario,
    TooLarge,
    UnknownCluster,
    content_text,
    find_cluster,
    keeps,
    load,
    load_reduced,
    note_lines,
    on_cluster,
    reading_report,
)
from scheduler_core.contract import ScenarioSummary
from webui.ground.lib.errors import Problem, invalid, items
from webui.ground.lib.sentences import spoken

WRITTEN_MAX = 5_000_000  # characters; a longer source was not written by hand, and has no comments to keep
RESULTS_MAX = 4
CACHED_MAX = 5_000_000  # characters of the sources whose results are kept beside the newest


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Either a scenario or the errors in its source."""

    scenario: Scenario | None
    errors: list[InputError]

    @property
    def summary(self) -> ScenarioSummary | None:
        return self.scenario.summary() if self.scenario else None


@dataclass(frozen=True, slots=True)
class StoredSource:
    """What is stored of a source, and what is left out: fields by path and whole objects by kind, each counted."""

    text: str
    result: CheckResult
    dropped: Mapping[str, int]
    ignored: Mapping[str, int]


class _Results:
    """The results of the last checks, as a text is validated while it is typed, then saved, then run."""

    def __init__(self) -> None:
        self._by_source: OrderedDict[tuple[str, Limits], CheckResult] = OrderedDict()
        self._lock = Lock()

    def get(self, source: str, limits: Limits) -> CheckResult | None:
        with self._lock:
            result = self._by_source.get((source, limits))
            if result is not None:
                self._by_source.move_to_end((source, limits))
            return result

    def put(self, source: str, limits: Limits, result: CheckResult) -> None:
        """Keep a result, and of the others as many as fit."""
        with self._lock:
            self._by_source[source, limits] = result
            while len(self._by_source) > RESULTS_MAX or self._others() > CACHED_MAX:
                self._by_source.popitem(last=False)
        keeps(lambda: self._drop((source, limits)))

    def _drop(self, key: tuple[str, Limits]) -> None:
        with self._lock:
            self._by_source.pop(key, None)

    def drop_large(self) -> None:
        """Drop the results of large texts, so that there is room for another one."""
        with self._lock:
            for key in [key for key in self._by_source if len(key[0]) > CACHED_MAX]:
                del self._by_source[key]

    def _others(self) -> int:
        return sum(len(source) for source, _ in self._by_source) - len(next(reversed(self._by_source))[0])


_results = _Results()


def notes(source: str) -> list[str]:
    """Return what was not read of a valid source and what it lacks, each as a sentence in the current
    language; [] if it has errors.
    """
    scenario = check(source).scenario
    return [spoken(line) for line in note_lines(reading_report(scenario, [source]))] if scenario else []


def check(source: str) -> CheckResult:
    """Load a source. Raise Problem (413), without reading it, if it exceeds the limits."""
    limits = source_limits()
    result = _results.get(source, limits)
    if result is None:
        result = _check(source, limits)
        _results.put(source, limits, result)
    return result


def stored_source(source: str) -> StoredSource:
    """Check a source and return what to store of it: of a large one only what scheduling reads.

    A large source with errors stays as it is, with their lines. Raise Problem (413) if it exceeds the limits.
    """
    if len(source) <= WRITTEN_MAX:
        return StoredSource(source, check(source), {}, {})
    _results.drop_large()
    try:
        reduced = load_reduced(source, _limits(settings.REQUEST_MAX_BYTES))
    except TooLarge as error:
        raise Problem(413, items(error.errors)) from error
    except InvalidInput:
        return StoredSource(source, check(source), {}, {})
    text = content_text(reduced.scenario.content())
    limits = source_limits()
    if (size := len(text.encode())) > limits.bytes:
        message = gettext(
            "the input has %(size)s bytes of fields that scheduling uses; the limit is %(limit)s"
        ) % {
            "size": f"{size:,}",
            "limit": f"{limits.bytes:,}",
        }
        raise Problem(413, [{"path": "source", "message": message}])
    _results.put(text, limits, CheckResult(reduced.scenario, []))
    return StoredSource(text, CheckResult(reduced.scenario, []), reduced.dropped, reduced.ignored)


def _limits(size: int) -> Limits:
    return Limits(bytes=size, objects=settings.SCENARIO_MAX_OBJECTS)


def on_sample(source: str, name: str) -> str:
    """Return a source without nodes on a sample cluster. Raise Problem (413, 422)."""
    limits = source_limits()
    try:
        return on_cluster([source], ClusterObjects.of_sample(find_cluster(name)), limits).source
    except UnknownCluster as error:
        raise invalid("on", spoken(error.args[0])) from error
    except TooLarge as error:
        raise Problem(413, items(error.errors)) from error
    except InvalidInput as error:
        raise Problem(422, items(error.errors)) from error


def source_limits() -> Limits:
    """Return the limits of a stored source."""
    return _limits(settings.SCENARIO_MAX_BYTES)


def _check(source: str, limits: Limits) -> CheckResult:
    try:
        return CheckResult(load(source, limits), [])
    except TooLarge as error:
        raise Problem(413, items(error.errors)) from error
    except InvalidInput as error:
        return CheckResult(None, error.errors)
