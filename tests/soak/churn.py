"""What makes the scheduler of a real cluster decide: rollouts, jobs, drains, evictions by priority, a lost zone.

Everything is in one namespace of its own, besides nodes that are cordoned and let in again.
"""

from __future__ import annotations

import contextlib
import random
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import yaml

NAMESPACE = "churn"
ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
MERGE = "application/merge-patch+json"


class Cluster:
    """An API server by its kubeconfig, which has a token. `folder` is that of the made-up kubelets."""

    def __init__(self, kubeconfig: Path) -> None:
        content = yaml.safe_load(kubeconfig.read_text(encoding="utf-8"))
        server, user = content["clusters"][0]["cluster"], content["users"][0]["user"]
        context = ssl.create_default_context(cafile=server["certificate-authority"])
        self.folder = kubeconfig.parent
        self.client = httpx.Client(
            base_url=server["server"],
            headers={"Authorization": f"Bearer {user['token']}"},
            verify=context,
            timeout=30,
            transport=None,
        )

    def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> Any:
        """Send a request, again after one that got no answer; return what is answered, errors too."""
        for pause in (0.5, 2.0, 5.0, 10.0, 30.0):
            with contextlib.suppress(httpx.TransportError):
                answer = self.client.request(method, path, json=body, headers={"Content-Type": kind})
                return answer.json()
            time.sleep(pause)
        raise TimeoutError(f"no answer to {method} {path}")

    def create(self, path: str, manifest: dict[str, Any]) -> None:
        self.ask("POST", path, manifest)

    def bound(self) -> int:
        """Return how many pods of the namespace have a node now."""
        pods = self.ask("GET", f"/api/v1/namespaces/{NAMESPACE}/pods?resourceVersion=0")["items"]
        return sum(bool(pod["spec"].get("nodeName")) for pod in pods)

    def nodes(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = self.ask("GET", "/api/v1/nodes?resourceVersion=0")["items"]
        return items


def _template(name: str, cpu: str, memory: str, spec: dict[str, Any]) -> dict[str, Any]:
    container = {"name": "main", "image": "x", "resources": {"requests": {"cpu": cpu, "memory": memory}}}
    grace = {"terminationGracePeriodSeconds": 1}
    return {
        "metadata": {"labels": {"app": name}},
        "spec": {"containers": [container], **grace, **spec},
    }


def _spread(name: str, key: str, when: str) -> dict[str, Any]:
    selector = {"matchLabels": {"app": name}}
    return {"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}


def _near(name: str, key: str) -> dict[str, Any]:
    return {"labelSelector": {"matchLabels": {"app": name}}, "topologyKey": key}


_ANY = [{"operator": "Exists"}]

DEPLOYMENTS: dict[str, dict[str, Any]] = {
    "web": _template(
        "web", "250m", "256Mi", {"topologySpreadConstraints": [_spread("web", ZONE, "DoNotSchedule")]}
    ),
    "soft": _template(
        "soft", "200m", "512Mi", {"topologySpreadConstraints": [_spread("soft", HOST, "ScheduleAnyway")]}
    ),
    "cart": _template(
        "cart",
        "300m",
        "128Mi",
        {
            "affinity": {
                "podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [_near("cart", HOST)]}
            }
        },
    ),
    "api": _template(
        "api",
        "150m",
        "200Mi",
        {
            "affinity": {
                "podAffinity": {
                    "preferredDuringSchedulingIgnoredDuringExecution": [
                        {"weight": 50, "podAffinityTerm": _near("web", ZONE)}
                    ]
                }
            }
        },
    ),
    "plain": _template("plain", "500m", "1Gi", {}),
    "train": _template("train", "2", "8Gi", {"nodeSelector": {"pool": "gpu"}, "tolerations": _ANY}),
    "spots": _template("spots", "100m", "64Mi", {"nodeSelector": {"pool": "spot"}, "tolerations": _ANY}),
}


class Churn:
    """Does one thing after another, drawn by a seed. `say` tells what is done."""

    def __init__(self, cluster: Cluster, seed: int, say: Callable[[str], None]) -> None:
        self.cluster, self.say = cluster, say
        self.chance = random.Random(seed)
        self.count = 0
        self.cordoned: list[str] = []
        self.size = len(cluster.nodes())

    def prepare(self) -> None:
        """Make the namespace, its priorities and its deployments."""
        self.cluster.create("/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        for name, value in (("churn-low", -10), ("churn-high", 1000)):
            body = {"metadata": {"name": name}, "value": value}
            self.cluster.create("/apis/scheduling.k8s.io/v1/priorityclasses", body)
        for name, template in DEPLOYMENTS.items():
            spec = {"replicas": 0, "selector": {"matchLabels": {"app": name}}, "template": template}
            self.cluster.create(self._apps(), {"metadata": {"name": name}, "spec": spec})
            self.scale(name)
        self.ask_for_what_is_not_there()

    def ask_for_what_is_not_there(self) -> None:
        """Create pods that find no node: of a pool that does not exist, and larger than all nodes."""
        path = f"/api/v1/namespaces/{NAMESPACE}/pods"
        for number in range(3):
            picky = _template("picky", "100m", "64Mi", {"nodeSelector": {"pool": "memory-xl"}})
            metadata = {**picky["metadata"], "name": f"picky-{number}"}
            self.cluster.create(path, {"metadata": metadata, "spec": picky["spec"]})
        huge = _template("huge", "96", "64Mi", {})
        self.cluster.create(path, {"metadata": {**huge["metadata"], "name": "huge-0"}, "spec": huge["spec"]})

    def step(self) -> None:
        """Do one thing."""
        actions = (self.roll_out, self.scale_one, self.job, self.drain, self.let_in, self.press)
        chosen = self.chance.choices(actions, weights=(30, 20, 25, 8, 8, 9))[0]
        chosen()

    def scale_one(self) -> None:
        self.scale(self.chance.choice(list(DEPLOYMENTS)))

    def scale(self, name: str) -> None:
        most = self.size if name == "cart" else min(self.size, 150)
        if name in ("train", "spots"):
            most = max(self.size // 4, 6)
        replicas = self.chance.randint(most // 4, most)
        self.say(f"scale {name} to {replicas}")
        self.cluster.ask("PATCH", f"{self._apps()}/{name}", {"spec": {"replicas": replicas}}, MERGE)

    def roll_out(self) -> None:
        name = self.chance.choice(list(DEPLOYMENTS))
        self.count += 1
        self.say(f"roll out {name}")
        template = {"metadata": {"annotations": {"turn": str(self.count)}}}
        body = {"spec": {"template": template}}
        self.cluster.ask("PATCH", f"{self._apps()}/{name}", body, MERGE)

    def job(self) -> None:
        """Start pods that end by being deleted with their job."""
        self.count += 1
        pods = self.chance.randint(5, 40)
        self.say(f"job of {pods} pods")
        template = _template(
            "job", "100m", "64Mi", {"restartPolicy": "Never", "priorityClassName": "churn-low"}
        )
        spec = {"parallelism": pods, "completions": pods, "template": template, "backoffLimit": 0}
        path = f"/apis/batch/v1/namespaces/{NAMESPACE}/jobs"
        self.cluster.create(path, {"metadata": {"name": f"job-{self.count}"}, "spec": spec})
        if self.count > 4:
            query = "propagationPolicy=Background"
            self.cluster.ask("DELETE", f"{path}/job-{self.chance.randint(1, self.count - 2)}?{query}")

    def drain(self) -> None:
        """Cordon a node and evict its pods."""
        node = self.chance.choice(self.cluster.nodes())["metadata"]["name"]
        self.say(f"drain {node}")
        self.cordoned.append(node)
        self.cluster.ask("PATCH", f"/api/v1/nodes/{node}", {"spec": {"unschedulable": True}}, MERGE)
        query = f"fieldSelector=spec.nodeName={node}"
        for pod in self.cluster.ask("GET", f"/api/v1/namespaces/{NAMESPACE}/pods?{query}")["items"]:
            name = pod["metadata"]["name"]
            body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
            self.cluster.ask("POST", f"/api/v1/namespaces/{NAMESPACE}/pods/{name}/eviction", body)

    def let_in(self) -> None:
        """Let the nodes in again that were drained first."""
        while len(self.cordoned) > 1:
            node = self.cordoned.pop(0)
            self.say(f"let in {node}")
            self.cluster.ask("PATCH", f"/api/v1/nodes/{node}", {"spec": {"unschedulable": False}}, MERGE)

    def press(self) -> None:
        """Ask for large pods of a high priority, for which others have to go, and delete those before."""
        path = f"/api/v1/namespaces/{NAMESPACE}/pods"
        self.cluster.ask("DELETE", f"{path}?labelSelector=app%3Dlarge")
        self.count += 1
        pods = self.chance.randint(2, 8)
        self.say(f"{pods} large pods")
        for number in range(pods):
            spec = {"priorityClassName": "churn-high", "restartPolicy": "Never"}
            template = _template("large", self.chance.choice(("3", "7", "14")), "2Gi", spec)
            metadata = {**template["metadata"], "name": f"large-{self.count}-{number}"}
            self.cluster.create(path, {"metadata": metadata, "spec": template["spec"]})

    def lose_zone(self, seconds: float) -> None:
        """Let the kubelets of a zone fall silent for a while."""
        nodes = self.cluster.nodes()
        zone = self.chance.choice(sorted({n["metadata"]["labels"].get(ZONE, "") for n in nodes}))
        names = [n["metadata"]["name"] for n in nodes if n["metadata"]["labels"].get(ZONE, "") == zone]
        self.say(f"lose zone {zone} with {len(names)} nodes")
        (self.cluster.folder / "lost").write_text("\n".join(names), encoding="utf-8")
        time.sleep(seconds)
        (self.cluster.folder / "lost").write_text("", encoding="utf-8")
        self.say(f"zone {zone} is back")

    def clean(self) -> None:
        """Let all nodes in, and delete the namespace."""
        self.cordoned.append("")
        self.let_in()
        self.cluster.ask("DELETE", f"/api/v1/namespaces/{NAMESPACE}")

    @staticmethod
    def _apps() -> str:
        return f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments"
