"""Sources for the tests: clusters as a person would write them."""

from __future__ import annotations


def node(name: str, *, zone: str = "a", cpu: str = "4") -> str:
    return f"""\
apiVersion: v1
kind: Node
metadata:
  name: {name}
  labels: {{kubernetes.io/hostname: {name}, zone: {zone}}}
status:
  capacity: {{cpu: "{cpu}", memory: 8Gi, pods: "110"}}
"""


def pod(name: str, *, on: str | None = None, max_skew: int | None = None) -> str:
    """A pod app=web, running on a node or waiting, perhaps with a constraint over the zones."""
    lines = [
        "apiVersion: v1",
        "kind: Pod",
        "metadata:",
        f"  name: {name}",
        "  labels: {app: web}",
        "spec:",
        "  containers:",
        "  - {name: web, image: registry.example.com/web:1, resources: {requests: {cpu: 10m}}}",
    ]
    if on:
        lines.append(f"  nodeName: {on}")
    if max_skew is not None:
        lines += [
            "  topologySpreadConstraints:",
            f"  - maxSkew: {max_skew}",
            "    topologyKey: zone",
            "    whenUnsatisfiable: DoNotSchedule",
            "    labelSelector:",
            "      matchLabels: {app: web}",
        ]
    return "\n".join(lines) + "\n"


def source(*documents: str) -> str:
    return "---\n".join(documents)


# web-1 and web-3 are rejected by the zone that is too full, huge by every node; web-2 finds two equal nodes.
PODS = source(
    node("node1"),
    node("node2", zone="b"),
    pod("web-0", on="node1"),
    pod("web-1", max_skew=1),
    pod("web-2", max_skew=1),
    pod("web-3", max_skew=1),
    pod("huge").replace("cpu: 10m", 'cpu: "64"'),
)
SPREAD = source(
    "# two zones, one replica\n" + node("node1"),
    node("node2", zone="b"),
    pod("web-0", on="node1"),
    pod("web-1", max_skew=1),
)
DEPLOYMENT = """\
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  replicas: 3
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec:
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: zone
        whenUnsatisfiable: DoNotSchedule
        labelSelector: {matchLabels: {app: api}}
      containers: [{name: api, image: registry.example.com/api:1, resources: {requests: {cpu: 100m}}}]
"""
# A Deployment with a constraint over the zones, and its replicas.
WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: %d
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "web:1", resources: {requests: {cpu: 10m}}}]
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
"""
SIDECAR = """\
apiVersion: v1
kind: Pod
metadata: {name: %s}
spec:
  %s
  initContainers: [{name: side, image: side, restartPolicy: Always, ports: [{hostPort: 80}]}]
  containers: [{name: main, image: app}]
"""
# Since v1.34 the host ports of sidecars count, so p finds no room beside the running pod.
PORTS = source(node("node1"), SIDECAR % ("running", "nodeName: node1"), SIDECAR % ("p", "priority: 0"))
BROKEN = SPREAD.replace("maxSkew: 1", "maxSkew: 0")


def many(pods: int, *, nodes: int = 20) -> str:
    """A run that takes a while."""
    return source(
        *(node(f"node-{n}", zone="abc"[n % 3], cpu="64") for n in range(nodes)),
        *(pod(f"web-{n}", max_skew=1) for n in range(pods)),
    )
