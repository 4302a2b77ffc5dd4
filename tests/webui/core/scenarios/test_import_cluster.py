"""`manage.py import_cluster` against a server that speaks the list endpoints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from django.core.management import CommandError, call_command

from tests.dumps import PASSWORD, dumped_node, dumped_pod
from tests.webui.conftest import Visitor, compute
from webui.core.runs.models import Run

TOKEN = "the-token-of-the-kubeconfig"


@dataclass
class ApiServer:
    """A Kubernetes API server, as far as reading lists needs one: pages, a token, and what may not be read."""

    lists: dict[str, list[dict[str, Any]]]
    forbidden: tuple[str, ...] = ()
    page: int = 2
    paths: list[str] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str, query: dict[str, list[str]], authorization: str | None) -> tuple[int, Any]:
        self.paths.append(path)
        if authorization != f"Bearer {TOKEN}":
            return 401, {"kind": "Status", "message": "Unauthorized"}
        if path in self.forbidden:
            return 403, {"kind": "Status", "message": "Forbidden"}
        if path not in self.lists:
            return 404, {"kind": "Status", "message": "the server could not find the requested resource"}
        items, start = self.lists[path], int(query.get("continue", ["0"])[0])
        metadata = {"continue": str(start + self.page)} if start + self.page < len(items) else {}
        _, _, *version = path.split("/")[: 3 if path.startswith("/api/") else 4]
        return 200, {
            "apiVersion": "/".join(version),
            "metadata": metadata,
            "items": items[start : start + self.page],
        }


@contextmanager
def serving(server: ApiServer) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            status, body = server.answer(url.path, parse_qs(url.query), self.headers.get("Authorization"))
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.url = f"http://127.0.0.1:{http.server_port}"
        thread = Thread(target=http.serve_forever, daemon=True)
        thread.start()
        yield
        http.shutdown()
        thread.join()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ApiServer]:
    """With a kubeconfig that names it as context "lab"."""
    nodes = [dumped_node(f"node-{i}", zone="ab"[i % 2]) for i in range(5)]
    pods = [dumped_pod(f"web-{i}", on=f"node-{i}") for i in range(3)] + [dumped_pod("web-9")]
    server = ApiServer({"/api/v1/nodes": nodes, "/api/v1/pods": pods, "/api/v1/namespaces": []})
    with serving(server):
        config = tmp_path / "kubeconfig"
        config.write_text(
            yaml.safe_dump(
                {
                    "apiVersion": "v1",
                    "kind": "Config",
                    "clusters": [{"name": "c", "cluster": {"server": server.url}}],
                    "users": [{"name": "u", "user": {"token": TOKEN}}],
                    "contexts": [{"name": "lab", "context": {"cluster": "c", "user": "u"}}],
                    "current-context": "lab",
                }
            )
        )
        monkeypatch.setattr("kubernetes.config.kube_config.KUBE_CONFIG_DEFAULT_LOCATION", str(config))
        yield server


def import_cluster(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_cluster", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_cluster_becomes_a_link_that_runs(server: ApiServer, alice: Visitor) -> None:
    out, err = import_cluster("--context", "lab", "--title", "Lab")
    assert "kept: 5 Node, 4 Pod" in err
    assert "left out: poddisruptionbudgets (404" in err
    assert "workloads" not in err, "most clusters have no Kueue"
    snapshot = alice.get(f"/api/snapshots/{out.strip().split('/')[2]}").json()
    assert snapshot["title"] == "Lab"
    assert PASSWORD not in snapshot["source"]
    assert "managedFields" not in snapshot["source"]
    run = compute(str(Run.objects.get(snapshot_id=snapshot["id"]).pk))
    assert (run.placed, run.pending) == (1, 0)


def test_the_manifests_can_be_had_as_a_file_and_one_namespace_alone(
    server: ApiServer, tmp_path: Path
) -> None:
    server.lists["/api/v1/namespaces/shop/pods"] = [dumped_pod("shop-0")]
    target = tmp_path / "cluster.yaml"
    import_cluster("--namespace", "shop", "--output", str(target))
    names = [document["metadata"]["name"] for document in yaml.safe_load_all(target.read_text())]
    assert names == [*(f"node-{i}" for i in range(5)), "shop-0"]
    assert "/api/v1/pods" not in server.paths


def test_devices_are_listed_by_the_newest_version_that_the_server_has_and_groups_too(
    server: ApiServer, tmp_path: Path
) -> None:
    device = {"name": "gpu-0", "basic": {"capacity": {"memory": {"value": "80Gi"}}}}
    server.lists["/apis/resource.k8s.io/v1beta1/resourceslices"] = [
        {"metadata": {"name": "s"}, "spec": {"driver": "gpu.example.com", "devices": [device]}}
    ]
    server.lists["/apis/resource.k8s.io/v1/resourceclaims"] = []
    group = {"metadata": {"name": "g"}, "spec": {"schedulingPolicy": {"gang": {"minCount": 2}}}}
    server.lists["/apis/scheduling.k8s.io/v1alpha2/podgroups"] = [group]
    target = tmp_path / "cluster.yaml"
    _, err = import_cluster("--output", str(target))
    by_kind = {manifest["kind"]: manifest for manifest in yaml.safe_load_all(target.read_text())}
    assert by_kind["ResourceSlice"]["spec"]["devices"] == [device]
    assert by_kind["PodGroup"]["spec"] == group["spec"]
    assert "resourceslices" not in err
    assert "left out: deviceclasses (404" in err
    assert "/apis/resource.k8s.io/v1beta1/resourceclaims" not in server.paths


def test_what_cannot_be_read_is_said(server: ApiServer) -> None:
    server.forbidden = ("/api/v1/nodes",)
    with pytest.raises(CommandError, match=r"nodes cannot be listed: 403 Forbidden"):
        import_cluster()
    with pytest.raises(CommandError, match=r"nowhere"):
        import_cluster("--context", "nowhere")
