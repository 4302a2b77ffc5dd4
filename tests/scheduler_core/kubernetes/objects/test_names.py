"""Names, labels and their values that no API server accepts are refused where texts are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InputError, InvalidInput, Scenario, load
from scheduler_core.kubernetes.objects.names import label_key_error
from tests.builders import make_node, make_pod, make_service, with_spec

SUBDOMAIN = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
QUALIFIED = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


def errors(*manifests: dict[str, Any]) -> list[InputError]:
    """Return what is wrong with manifests as a text."""
    try:
        load(json.dumps(list(manifests)))
    except InvalidInput as invalid:
        return invalid.errors
    return []


def node(name: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}}


def labelled(manifest: dict[str, Any], labels: dict[str, str]) -> dict[str, Any]:
    return {**manifest, "metadata": {**manifest["metadata"], "labels": labels}}


def deployment(labels: dict[str, str]) -> dict[str, Any]:
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "app", "image": "app"}]}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"replicas": 1, "selector": {"matchLabels": labels}, "template": template},
    }


@pytest.mark.parametrize("name", ["Node_1", "=1+1", "a..b", "-a", "a-", "<b>", "a b", "é", "a/b"])
def test_a_name_that_no_object_can_have_is_refused_in_the_api_servers_words(name: str) -> None:
    [error] = errors(node(name))
    assert error.object == f"Node {name}"
    assert (error.path, error.message) == (
        "metadata.name",
        f"must be a valid name, got '{name}': {SUBDOMAIN}",
    )


def test_a_name_may_be_253_characters_long() -> None:
    assert errors(node("a" * 253)) == []
    [error] = errors(node("a" * 254))
    assert error.message.endswith("...: must be no more than 253 bytes")


def test_a_namespace_is_a_label() -> None:
    pod = make_pod("web")
    pod["metadata"]["namespace"] = "team.a"
    [error] = errors(pod)
    assert (error.path, error.message) == (
        "metadata.namespace",
        f"must be a valid name of a namespace, got 'team.a': {LABEL}",
    )
    [error] = errors({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team.a"}})
    assert error.message == f"must be a valid name, got 'team.a': {LABEL}"


def test_the_name_of_a_service_begins_with_a_letter() -> None:
    [error] = errors(make_service("1st", app="web"))
    assert "a DNS-1035 label must consist of" in error.message


@pytest.mark.parametrize(
    ("prefix", "is_valid"), [("web-", True), ("web.", False), ("Web-", False), ("-", False)]
)
def test_a_generated_name_may_begin_with_what_ends_in_a_hyphen(prefix: str, *, is_valid: bool) -> None:
    pod = make_pod("web")
    pod["metadata"] = {"generateName": prefix}
    assert [error.path for error in errors(pod)] == ([] if is_valid else ["metadata.generateName"])


@pytest.mark.parametrize(
    ("manifest", "path"),
    [
        (labelled(node("n"), {"a b": "x"}), "metadata.labels.a b"),
        (labelled(make_pod("p"), {"a b": "x"}), "metadata.labels.a b"),
        (with_spec(make_pod("p"), nodeSelector={"a b": "x"}), "spec.nodeSelector.a b"),
        (deployment({"a b": "x"}), "spec.template.metadata.labels.a b"),
    ],
)
def test_a_label_key_is_checked_where_it_stands(manifest: dict[str, Any], path: str) -> None:
    assert path in [error.path for error in errors(manifest)]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("app", ""),
        ("App_1.x", ""),
        ("example.com/App", ""),
        ("a" * 63, ""),
        ("a" * 64, "name part must be no more than 63 bytes"),
        ("-a", f"name part {QUALIFIED}"),
        ("", f"name part must be non-empty; name part {QUALIFIED}"),
        ("/a", "prefix part must be non-empty"),
        ("Example.com/a", f"prefix part {SUBDOMAIN}"),
        (
            "a/b/c",
            f"a qualified name {QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
        ),
    ],
)
def test_keys_of_labels(key: str, message: str) -> None:
    assert label_key_error(key) == message


def test_a_label_value_begins_and_ends_with_a_letter_or_digit() -> None:
    [error] = errors(make_pod("p", app="-x"))
    assert error.path == "metadata.labels.app"
    assert "a valid label must be an empty string or consist of" in error.message


def test_the_line_of_a_name_is_told() -> None:
    with pytest.raises(InvalidInput) as invalid:
        load("apiVersion: v1\nkind: Node\nmetadata:\n  name: Node_1\n")
    assert [error.line for error in invalid.value.errors] == [4]


def test_what_was_recorded_is_taken_as_it_is() -> None:
    scenario = Scenario.from_content({"objects": [make_node("Node_1", app="-x")]})
    assert [node.name for node in scenario.objects.nodes] == ["Node_1"]
