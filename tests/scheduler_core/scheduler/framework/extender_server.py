"""A real extender for tests: an HTTP server in a thread, with given answers, that records its requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[Any], Any]


class ExtenderServer(ThreadingHTTPServer):
    """`answers` by verb: functions from the request's body to the answer's. A verb without one gives 404.

    While `held` is set, handlers wait, so that the caller's timeout expires.
    """

    daemon_threads = True

    def __init__(self, **answers: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.requests: list[tuple[str, Any]] = []
        self.held = False
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/scheduler/"

    def sent(self, verb: str) -> list[Any]:
        """Return the bodies of the requests for a verb."""
        return [body for path, body in self.requests if path == f"/scheduler/{verb}"]


class _Handler(BaseHTTPRequestHandler):
    server: ExtenderServer

    def do_POST(self) -> None:
        assert self.headers["Content-Type"] == "application/json"
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, body))
        if self.server.held:
            self.server.released.wait()
            return
        answer = self.server.answers.get(self.path.rpartition("/")[2])
        if answer is None:
            self.send_error(404)
            return
        result = answer(body)
        data = result if isinstance(result, bytes) else json.dumps(result).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing; tests read `requests`."""


@contextmanager
def serving(**answers: Answer) -> Iterator[ExtenderServer]:
    server = ExtenderServer(**answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
