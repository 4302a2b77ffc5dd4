"""What this process counts, and the port at which Prometheus reads it."""

from __future__ import annotations

import logging

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.registry import Collector

logger = logging.getLogger(__name__)

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

REQUESTS = Counter(
    "schedscope_http_requests_total", "Requests by route and status.", ["method", "route", "status"]
)
REQUEST_SECONDS = Histogram(
    "schedscope_http_request_seconds", "Time until the response begins.", ["route"], buckets=SECONDS
)
VIEWERS = Gauge("schedscope_viewers", "Open websockets of runs in this process.")


def serve(host: str, port: int, *collectors: Collector) -> None:
    """Answer Prometheus on a port of its own, so that it is never reached through the site's address.

    One that cannot be opened is an error in the log: the site works without its figures.
    """
    for collector in collectors:
        REGISTRY.register(collector)
    try:
        start_http_server(port, host)
    except OSError as error:
        logger.error(
            "no metrics at %s port %d: %s. METRICS_HOST must be an address of this machine, and METRICS_PORT free "
            "there: another one for each web server.",
            host,
            port,
            error.strerror,
        )
