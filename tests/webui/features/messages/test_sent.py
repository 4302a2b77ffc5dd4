"""What the page sends of a text is explained as the whole text would be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from scheduler_core import explain_message, spoken_wordings
from scheduler_core.contract import ExplainedMessage
from tests.services.node import call

SAID = Path("tests/scheduler_core/explain/messages/said.yaml")
MESSAGES = [
    "0/27 nodes are available: 3 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }, 15 node(s) "
    "didn't match Pod's node affinity/selector, 4 Insufficient memory, 5 node(s) didn't match pod topology spread "
    "constraints. preemption: 0/27 nodes are available: 18 Preemption is not helpful for scheduling, 9 No preemption "
    "victims found for incoming pod.",
    "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu. no new claims to deallocate, "
    "preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful "
    "for scheduling.",
    '0/3 nodes are available: persistentvolumeclaim "data" not found. preemption: not eligible due to '
    "preemptionPolicy=Never.",
    "no nodes available to schedule pods.",
    "0/1200 nodes are available: 800 node(s) didn't match Pod's node affinity/selector, 400 node(s) had untolerated...",
    "pod has unbound immediate PersistentVolumeClaims (repeated 2 times)",
]
AROUND = [
    "{message}",
    "Name:   web-0\nNamespace:  shop\nEvents:\n  Warning  FailedScheduling  5m  default-scheduler  {message}\n",
    'I1 1 schedule_one.go:1] "Unable to schedule pod" pod="shop/web-0" err="{quoted}"\n',
    "Type     Reason            Age   From               Message\n"
    "Warning  FailedScheduling  5m    default-scheduler  {message}\n"
    "Normal  NotTriggerScaleUp  4m  cluster-autoscaler  pod didn't trigger scale-up: 2 max node group size reached",
    "message: '{doubled}'\n",
]


def said(explained: ExplainedMessage) -> dict[str, Any]:
    """Return what a page says of a message; the words of a log around them are no matter."""
    parts = ("headline", "speaker", "nodes", "points", "groups", "follows", "asides", "cluster", "no_cluster")
    shown = {part: value for part, value in explained.items() if part in parts}
    return shown | {"others": len(explained["others"])}


def test_the_explanation_is_that_of_the_whole_text() -> None:
    texts = [row["text"] for row in yaml.safe_load(SAID.read_text(encoding="utf-8"))]
    for message in MESSAGES:
        spelt = {
            "message": message,
            "quoted": message.replace('"', '\\"'),
            "doubled": message.replace("'", "''"),
        }
        texts += [around.format(**spelt) for around in AROUND]
    reads = [{"manifests": [], "others": [{"name": "", "text": text}]} for text in texts]
    sent = call("import/messages.js", "messagesOf", *([read, spoken_wordings()] for read in reads))
    for text, part in zip(texts, sent, strict=True):
        assert said(explain_message(part)) == said(explain_message(text)), text
