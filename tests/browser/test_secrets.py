"""What people bring holds secrets. No body and no address that any page sends has one of them."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import SPREAD, Gallery, make_link, open_draft
from tests.browser.test_import import cluster_info_dump, drop

SECRET = "planted-s3cret"
ENCODED = base64.b64encode(SECRET.encode()).decode()
OTHERS = "somebody-elses"  # names of what the explanation does not use
MESSAGE = "0/5 nodes are available: 3 Insufficient cpu, 2 node(s) were unschedulable."
HEADLINE = "No node fits: 3 are full, 2 cordoned"

SECRET_MANIFEST = {
    "apiVersion": "v1",
    "kind": "Secret",
    "metadata": {"name": OTHERS},
    "data": {"key": ENCODED},
    "stringData": {"token": SECRET},
}
CONFIG_MAP = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"name": OTHERS, "annotations": {"kubectl.kubernetes.io/last-applied-configuration": SECRET}},
    "data": {"DB": SECRET, "last": f"0/9 nodes are available: 9 {SECRET}."},
}
ENVIRONMENT: dict[str, Any] = {
    "name": "app",
    "image": "registry.example.com/app:1",
    "args": [f"--password={SECRET}"],
    "env": [{"name": "DB_PASSWORD", "value": SECRET}],
    "resources": {"requests": {"cpu": "500m"}},
}


def event(message: str, reason: str = "FailedScheduling", name: str = "web-1") -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": f"{name}.1", "namespace": "shop", "annotations": {"a": SECRET}},
        "type": "Warning",
        "reason": reason,
        "involvedObject": {"kind": "Pod", "name": name, "namespace": "shop"},
        "message": message,
    }


EVENTS = [
    CONFIG_MAP,
    event(f"Error: couldn't reach https://user:{SECRET}@example.com", "Unhealthy", OTHERS),
    event(MESSAGE),
    SECRET_MANIFEST,
]
EVENTS_JSON = json.dumps({"apiVersion": "v1", "kind": "List", "items": EVENTS})
EVENTS_YAML = yaml.safe_dump_all([{"apiVersion": "v1", "kind": "List", "items": EVENTS}])
DESCRIBED = f"""\
Name:             web-1
Namespace:        shop
Annotations:      token: {SECRET}
Status:           Pending
Containers:
  app:
    Image:      registry.example.com/{OTHERS}
    Args:       --password={SECRET}
    Environment:
      DB_PASSWORD:  {SECRET}
Node-Selectors:  <none>
Events:
  Type     Reason            Age   From               Message
  ----     ------            ----  ----               -------
  Warning  FailedScheduling  4m    default-scheduler  {MESSAGE}
  Warning  Unhealthy         1m    kubelet            Readiness probe failed: {SECRET}
"""
LISTED = f"""\
LAST SEEN   TYPE      REASON             OBJECT           MESSAGE
2m          Normal    Pulled             pod/{OTHERS}     Container image "r.example.com/{SECRET}" already present
1m          Warning   FailedScheduling   pod/shop/web-1   {MESSAGE}
1m          Warning   Failed             pod/{OTHERS}     Error: token {SECRET} is not valid
"""
LOG = f"""\
I0101 12:00:00.1 1 server.go:12] "Flags" token="{SECRET}" pod="{OTHERS}"
I0101 12:00:00.2 1 schedule_one.go:1] "Unable to schedule pod; no fit" pod="shop/web-1" err="{MESSAGE}" key="{SECRET}"
{{"ts": 1, "msg": "Unable to schedule pod", "err": "0/7 nodes are available: 7 Insufficient cpu", "token": "{SECRET}"}}
"""
DEPLOYMENT: dict[str, Any] = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web", "annotations": {"a": SECRET}},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}, "annotations": {"a": SECRET}},
            "spec": {"containers": [ENVIRONMENT]},
        },
    },
}
HELM = (
    f"NAME: web\nSTATUS: pending-install\nUSER-SUPPLIED VALUES:\npassword: {SECRET}\nHOOKS:\nMANIFEST:\n---\n"
    f"# Source: web/templates/web.yaml\n{yaml.safe_dump_all([DEPLOYMENT, SECRET_MANIFEST, CONFIG_MAP])}"
)
PLAIN_NODE = "kind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, pods: 10}}\n"
VALUES_BESIDE = f"password: {SECRET}\n---\n{PLAIN_NODE}"
IN_BETWEEN = (
    json.dumps({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}}, indent=1)
    + f"\n==== START logs for container app ====\n{SECRET}\n"
    + json.dumps({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n2"}}, indent=1)
)
TWICE = (
    f"kind: Pod\nmetadata: {{name: p}}\nspec: {{containers: [{{name: c, env: [{{value: {SECRET}}}]}}]}}\n---\n"
    + ("kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n---\n" + PLAIN_NODE)
)
MISSHAPEN = PLAIN_NODE + (
    f"---\nkind: Pod\nmetadata: {{name: p, annotations: {SECRET}}}\nspec: {{containers: [{{name: c}}]}}\n"
)
HARMLESS_NAMES = f"{PLAIN_NODE}spec: {{metadata: {{annotations: {{a: {SECRET}}}}}}}\n"


def packed(**files: str) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name.replace("_", "."), text)
    return archive.getvalue()


def body_of(request: Request) -> str:
    sent = request.post_data_buffer or b""
    text = (gzip.decompress(sent) if request.headers.get("content-encoding") == "gzip" else sent).decode()
    return f"{request.url} {text}"


@pytest.fixture
def sent(page: Page) -> list[str]:
    """Every address and every body of what the page and its workers send, and each frame of their sockets."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(body_of(request)))
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    return sent


def expect_no_secret(sent: list[str]) -> None:
    for request in sent:
        for planted in (SECRET, ENCODED, OTHERS, "DB_PASSWORD"):
            assert planted not in request, request[max(0, request.find(planted) - 200) :][:400]


def paste(page: Page, text: str) -> None:
    """Paste a text outside of any field."""
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        text,
    )


MESSAGES: dict[str, Callable[[Page, Gallery], None]] = {
    "events, dropped": lambda page, _: drop(page, "events.json", EVENTS_JSON.encode()),
    "events as YAML": lambda _, gallery: gallery.bring_in(EVENTS_YAML),
    "events, packed": lambda page, _: drop(page, "events.zip", packed(events_json=EVENTS_JSON)),
    "events as a table": lambda _, gallery: gallery.bring_in(LISTED),
    "describe": lambda _, gallery: gallery.bring_in(DESCRIBED),
    "describe, from the clipboard": lambda page, _: paste(page, DESCRIBED),
    "a log": lambda page, _: drop(page, "kube-scheduler.log", LOG.encode()),
}


@pytest.mark.parametrize("how", MESSAGES)
def test_of_a_message_only_it_and_its_pod_are_sent(
    gallery: Gallery, page: Page, sent: list[str], how: str
) -> None:
    MESSAGES[how](page, gallery)
    page.get_by_role("button", name="Explain it").click()
    page.wait_for_url("**/message/")
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE)
    expect(page.locator(".msg-points")).to_contain_text("shop")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]+/"))
    expect_no_secret(sent)


CLUSTERS = {
    "a dump": (cluster_info_dump(2, 4, 1), "cluster.zip"),
    "values beside manifests": (VALUES_BESIDE.encode(), "values.yaml"),
    "logs between manifests": (IN_BETWEEN.encode(), "dump.txt"),
    "an object twice": (TWICE.encode(), "twice.yaml"),
    "a field of another shape": (MISSHAPEN.encode(), "shape.yaml"),
    "a field with a harmless name": (HARMLESS_NAMES.encode(), "harmless.yaml"),
    "what helm prints": (HELM.encode(), "helm.yaml"),
}


@pytest.mark.parametrize("what", CLUSTERS)
def test_of_manifests_only_what_scheduling_uses_is_sent(
    gallery: Gallery, page: Page, sent: list[str], what: str
) -> None:
    content, name = CLUSTERS[what]
    drop(page, name, content)
    page.get_by_role("button", name=re.compile("^(Run it|Try it on a cluster|Open)$")).click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]+/"))
    expect(page.locator("#main, main").first).to_be_visible()
    expect_no_secret(sent)


def test_the_page_of_a_message_sends_no_more(page: Page, sent: list[str]) -> None:
    page.goto("/message/")
    field = page.get_by_label("FailedScheduling message")
    field.fill(f"{SECRET}\nhello")
    page.get_by_role("button", name="Explain").click()
    expect(page.get_by_role("alert")).to_contain_text("no message of the scheduler")
    expect(field).to_have_value(f"{SECRET}\nhello")
    field.fill(DESCRIBED)
    page.get_by_role("button", name="Explain").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADLINE)
    field.fill(LISTED)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]+/"))
    expect_no_secret(sent)


def test_an_event_beside_a_run_is_sent_alone(gallery: Gallery, page: Page, sent: list[str]) -> None:
    page.goto(gallery.first_run())
    expect(page.get_by_role("combobox", name="Pod")).to_be_visible()
    paste(page, DESCRIBED)
    dialog = page.get_by_role("dialog", name="Compare with an event from your cluster")
    expect(dialog.get_by_role("status")).to_contain_text("Your cluster has 5 nodes")
    expect_no_secret(sent)


def test_what_is_pasted_into_the_editor_of_a_draft_is_filtered(page: Page, sent: list[str]) -> None:
    open_draft(page)
    editor = page.locator(".ace_text-input")
    editor.focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("---\n")
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            document.querySelector(".ace_text-input").dispatchEvent(pasted);
        }""",
        yaml.safe_dump_all([DEPLOYMENT, SECRET_MANIFEST]),
    )
    expect(
        page.get_by_role("status").filter(has_text="Not pasted, because scheduling does not use it")
    ).to_be_visible()
    expect(page.locator(".ace_content")).to_contain_text("replicas")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("status").filter(has_text=re.compile("^Saved$"))).to_be_attached()
    expect_no_secret(sent)


def test_nodes_are_filtered_however_soon_the_form_is_sent(
    gallery: Gallery, page: Page, sent: list[str]
) -> None:
    gallery.bring_in(yaml.safe_dump(DEPLOYMENT))
    page.get_by_role("button", name="Try it on a cluster").click()
    node = {**yaml.safe_load(PLAIN_NODE), "metadata": {"name": "n1", "annotations": {"a": SECRET}}}
    page.get_by_role("textbox", name="Nodes as YAML or JSON").fill(yaml.safe_dump(node))
    page.get_by_role("button", name=re.compile("^Open on")).click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/(\?|$)"))
    expect_no_secret(sent)


def test_a_manifest_of_day_two_is_filtered(page: Page, sent: list[str]) -> None:
    page.goto(f"/x/{make_link(page, SPREAD)}/day-two/")
    page.locator("#more-actions").click()
    page.get_by_role("menuitem", name="Apply a manifest").click()
    form = page.get_by_role("dialog", name="Apply a manifest")
    form.get_by_label("A Kubernetes object, as YAML").fill(yaml.safe_dump(DEPLOYMENT))
    form.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Final state: ")
    expect_no_secret(sent)
