"""The installation's figures for Prometheus. Each web server gives the same ones: take their maximum."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from webui.site.operating.figures import QUANTILES, Figures, figures, quantile


class InstallationCollector(Collector):
    """Reads the database at each scrape; without a database it gives `schedscope_database_up 0` alone.

    A scrape has a thread of its own, with whose end its connection closes, unless `close` is False.
    """

    def __init__(self, *, close: bool = True) -> None:
        self.close = close

    def describe(self) -> list[Metric]:
        return []  # unknown without a database, which need not be there when this is registered

    def collect(self) -> Iterator[Metric]:
        try:
            metrics = [*_metrics(figures())]
        except DatabaseError:
            metrics = []
        finally:
            if self.close:
                connection.close()
        yield GaugeMetricFamily(
            "schedscope_database_up", "Whether the database answers.", value=float(bool(metrics))
        )
        yield from metrics


def _metrics(now: Figures) -> Iterator[Metric]:
    yield GaugeMetricFamily("schedscope_queue_length", "Runs that wait for a worker.", value=now.queued)
    yield GaugeMetricFamily(
        "schedscope_queue_wait_seconds", "How long the oldest run waits.", value=now.longest_wait
    )
    yield GaugeMetricFamily("schedscope_running", "Runs that a worker computes.", value=now.running)
    ended = GaugeMetricFamily(
        "schedscope_recent_runs", "Runs that ended in the last five minutes.", labels=["status"]
    )
    for status in ("finished", "failed", "cancelled"):
        ended.add_metric([status], now.recent[status])
    yield ended
    yield GaugeMetricFamily("schedscope_recent_events", "Events of these runs.", value=now.recent_events)
    yield _quantiles("schedscope_recent_wait_seconds", "From creation to start.", now.recent_waits)
    yield _quantiles("schedscope_recent_run_seconds", "From start to end.", now.recent_times)


def _quantiles(name: str, documentation: str, ascending: list[float]) -> Metric:
    metric = GaugeMetricFamily(name, documentation, labels=["quantile"])
    for share in QUANTILES:
        metric.add_metric([str(share)], quantile(ascending, share))
    return metric
