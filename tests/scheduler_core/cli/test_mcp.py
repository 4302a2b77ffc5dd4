"""`mcp`: the tools as the SDK's own client sees them, once over stdin and stdout of a process."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
import yaml
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver import MCPServer

from scheduler_core.__main__ import main
from scheduler_core.cli.input import read
from scheduler_core.cli.mcp_server import MOST_OF_A_LIST, MOST_OF_A_POD, server
from tests.builders import Manifest, make_node, make_pod, with_labels, with_spec
from tests.dumps import PASSWORD
from tests.scheduler_core.advice.explanation.test_explanation import VALIDATOR
from tests.scheduler_core.autoscaling.clusters import nodepool
from tests.services.folder import ROOT

CLUSTER = [make_node("n1", cpu="1"), make_node("n2", cpu="1"), make_pod("big", requests={"cpu": "2"})]
TOOLS = {
    "explain_pod",
    "list_causes",
    "would_it_fit",
    "what_would_it_take",
    "why_no_new_node",
    "which_nodes_go",
    "upgrade_moves",
    "lint",
}
Body = Callable[[Client], Awaitable[None]]


def text_of(*objects: Manifest) -> str:
    return yaml.safe_dump_all(objects)


def command(file: Path) -> StdioServerParameters:
    arguments = ["-m", "scheduler_core", "mcp", str(file)]
    return StdioServerParameters(command=sys.executable, args=arguments, env={"PYTHONPATH": str(ROOT)})


@pytest.fixture
def cluster(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.yaml"
    path.write_text(text_of(*CLUSTER), encoding="utf-8")
    return path


def tools_of(file: Path) -> MCPServer[Any]:
    return server(lambda: [read(str(file))])


def asked(body: Body, tools: MCPServer[Any] | StdioServerParameters) -> None:
    """Run the body with a client of the tools, which are in this process or the command's."""

    async def run() -> None:
        with anyio.fail_after(120):
            async with Client(tools) as client:
                await body(client)

    anyio.run(run)


async def answer(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer, which follows the output schema that the server lists for the tool."""
    listed = {entry.name: entry for entry in (await client.list_tools()).tools}
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: dict[str, Any] = result.structured_content or pytest.fail("no structured content")
    schema = listed[tool].output_schema
    assert schema is not None
    Draft202012Validator(schema).validate(content)
    return content


async def text(client: Client, tool: str, **arguments: Any) -> str:
    return str((await answer(client, tool, **arguments))["result"])


def test_answers_about_many_pods_are_short(cluster: Path) -> None:
    pods = [make_pod(f"p{i}", requests={"cpu": f"{i + 2}"}) for i in range(60)]
    selecting = [with_spec(pod, nodeSelector={f"label-{i}": "a"}) for i, pod in enumerate(pods)]
    cluster.write_text(text_of(*CLUSTER, *selecting), encoding="utf-8")

    async def body(client: Client) -> None:
        listed = await text(client, "list_causes")
        assert listed.startswith("61 pending, ")
        assert listed.endswith(" more lines: ask with details")
        assert len(listed) <= MOST_OF_A_LIST
        for pod in ("default/p1", "default/big"):
            for tool in ("explain_pod", "what_would_it_take"):
                assert len(await text(client, tool, pod=pod)) <= MOST_OF_A_POD

    asked(body, tools_of(cluster))


def test_the_command_has_all_tools_which_only_read_and_say_what_they_answer(cluster: Path) -> None:
    async def body(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)
            assert tool.description
            assert tool.output_schema is not None
            Draft202012Validator.check_schema(tool.output_schema)

        assert len(str([tool.model_dump() for tool in tools])) < 30_000
        assert "1 pending, 1 cause" in await text(client, "list_causes")

    asked(body, command(cluster))


def test_a_pod_is_explained_in_the_open_form(cluster: Path) -> None:
    async def body(client: Client) -> None:
        assert "needs 2 cores; the largest node has 1 core" in await text(
            client, "explain_pod", pod="default/big"
        )
        explained = json.loads(await text(client, "explain_pod", pod="default/big", details=True))
        VALIDATOR.validate(explained)
        assert [reason["code"] for reason in explained["reasons"]] == ["InsufficientResource"]
        assert explained["repairs"] is None
        taken = await text(client, "what_would_it_take", pod="default/big")
        assert "a larger node instead of n1: cpu 1 → 2 -> n1 (costs money" in taken
        repaired = json.loads(await text(client, "what_would_it_take", pod="default/big", details=True))
        VALIDATOR.validate(repaired)
        assert repaired["repairs"]["found"][0]["verified"]["run"]
        (cause,) = json.loads(await text(client, "list_causes", details=True))["causes"]
        assert cause["workloads"][0]["name"] == "big"

    asked(body, tools_of(cluster))


def test_manifests_are_tried_and_linted_in_the_cluster(cluster: Path) -> None:
    async def body(client: Client) -> None:
        small = text_of(make_pod("small", requests={"cpu": "500m"}))
        fit = await answer(client, "would_it_fit", manifests=small)
        assert (fit["fits"], fit["placements"]) == (True, {"default/small": "n1"})
        large = text_of(make_pod("large", requests={"cpu": "3"}))
        fit = await answer(client, "would_it_fit", manifests=large)
        assert (fit["fits"], fit["pods"], fit["placements"]) == (False, 1, {})
        assert fit["pending"][0].startswith("default/large: 0/2 nodes are available")
        findings = (await answer(client, "lint", manifests=large))["findings"]
        assert {(f["rule"], f["object"]) for f in findings} == {
            ("request-larger-than-any-node", "Pod default/large")
        }

    asked(body, tools_of(cluster))


def test_no_tool_hands_out_what_scheduling_does_not_use(cluster: Path) -> None:
    secret: Manifest = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "s"},
        "stringData": {"a": PASSWORD},
    }
    big = make_pod("big", requests={"cpu": "2"})
    big["metadata"]["annotations"] = {"token": PASSWORD}
    big["spec"]["containers"][0] |= {"env": [{"name": "A", "value": PASSWORD}], "args": [PASSWORD]}
    cluster.write_text(text_of(*CLUSTER[:2], nodepool(), big, secret), encoding="utf-8")

    async def body(client: Client) -> None:
        asked_of = {
            "explain_pod": {"pod": "default/big"},
            "list_causes": {},
            "would_it_fit": {"manifests": text_of({**big, "metadata": {"name": "bigger"}})},
            "what_would_it_take": {"pod": "default/big"},
            "why_no_new_node": {"pod": "default/big"},
            "which_nodes_go": {},
            "upgrade_moves": {"versions": "1.35..1.36"},
            "lint": {"manifests": text_of(big, secret)},
        }
        assert asked_of.keys() == TOOLS
        for tool, arguments in asked_of.items():
            assert PASSWORD not in str(await answer(client, tool, **arguments)), tool

    asked(body, tools_of(cluster))


def test_an_autoscaler_says_why_no_node_comes_and_which_go(cluster: Path) -> None:
    own = {"karpenter.sh/nodepool": "default", "node.kubernetes.io/instance-type": "m5.large"}
    nodes = [with_labels(make_node(name, cpu="1"), own) for name in ("n1", "n2")]
    pool = nodepool(limits={"cpu": "3"})
    cluster.write_text(text_of(*nodes, pool, make_pod("big", requests={"cpu": "2"})), encoding="utf-8")

    async def body(client: Client) -> None:
        (karpenter,) = (await answer(client, "why_no_new_node", pod="default/big"))["new_nodes"]
        (row,) = karpenter["rows"]
        assert (row["pool"], row["text"]) == ("default", "limit: 2 + 2 = 4 > limits.cpu 3")
        going = await answer(client, "which_nodes_go")
        assert (going["done"], going["leaving"][0]["nodes"][0]["text"]) == (2, "it is empty")
        refused = await client.call_tool("why_no_new_node", {"pod": "default/none"})
        assert refused.is_error

    asked(body, tools_of(cluster))


def test_an_upgrade_is_a_matrix(cluster: Path) -> None:
    async def body(client: Client) -> None:
        matrix = await answer(client, "upgrade_moves", versions="1.34..1.36")
        assert [version["release"] for version in matrix["versions"]] == ["1.34", "1.35", "1.36"]

    asked(body, tools_of(cluster))


def test_questions_that_come_together_are_answered_one_by_one(cluster: Path) -> None:
    pods = [make_pod(f"p{i}", requests={"cpu": "300m"}) for i in range(8)]
    cluster.write_text(text_of(*CLUSTER, *pods), encoding="utf-8")
    names = ["default/big", *(f"default/p{i}" for i in range(8))] * 3
    answers: dict[int, dict[str, Any]] = {}

    async def body(client: Client) -> None:
        async def ask(number: int, pod: str) -> None:
            answers[number] = await answer(client, "explain_pod", pod=pod, details=True)

        async with anyio.create_task_group() as group:
            for number, pod in enumerate(names):
                group.start_soon(ask, number, pod)
        for number, pod in enumerate(names):
            assert answers[number] == await answer(client, "explain_pod", pod=pod, details=True), pod

    asked(body, tools_of(cluster))


def test_what_is_wrong_is_told_and_the_files_are_read_anew(cluster: Path) -> None:
    async def body(client: Client) -> None:
        refused = await client.call_tool("explain_pod", {"pod": "default/nobody"})
        assert refused.is_error
        assert "is not in the input" in str(refused.content)
        cluster.write_text(text_of(*CLUSTER, make_node("n3")), encoding="utf-8")
        assert await text(client, "explain_pod", pod="default/big") == "default/big -> n3"
        cluster.write_text("kind: [", encoding="utf-8")
        assert (await client.call_tool("list_causes", {})).is_error

    asked(body, tools_of(cluster))


def test_without_the_package_it_says_what_to_install(
    cluster: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "scheduler_core.cli.mcp_server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp", str(cluster)]) == 2
    assert "pipx install 'schedscope[mcp]'" in capsys.readouterr().err


def test_the_cluster_cannot_come_from_stdin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "-"]) == 2
    assert "name files" in capsys.readouterr().err
