"""The port at which Prometheus reads: where it is open, and what is said where it cannot be."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys

import pytest

from tests.services.folder import ROOT
from webui.ground.telemetry import metrics

SHOW = "from webui.config import settings; print(settings.METRICS_PORT, settings.METRICS_HOST)"


@pytest.mark.parametrize(
    ("port", "host", "meant"),
    [("0", "", "0 127.0.0.1"), ("", "", "0 127.0.0.1"), ("9100", "::", "9100 ::")],
)
def test_zero_and_empty_are_nowhere(port: str, host: str, meant: str) -> None:
    environment = {**os.environ, "METRICS_PORT": port, "METRICS_HOST": host}
    done = subprocess.run(
        [sys.executable, "-c", SHOW], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == (meant, "")


def test_a_port_that_is_taken_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, caplog.at_level(logging.ERROR):
        port = listener.getsockname()[1]
        metrics.serve("127.0.0.1", port)
    (message,) = [record.message for record in caplog.records if record.name == metrics.__name__]
    assert message.startswith(f"no metrics at 127.0.0.1 port {port}: Address already in use. ")
    assert "another one for each web server" in message


def test_an_address_of_no_machine_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        metrics.serve("no address", 9100)
    (message,) = [record.message for record in caplog.records if record.name == metrics.__name__]
    assert message.startswith("no metrics at no address port 9100: ")
    assert "METRICS_HOST must be an address of this machine" in message
