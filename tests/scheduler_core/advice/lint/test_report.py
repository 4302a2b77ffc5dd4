"""A report: where findings stand, what is ignored, and how files are read together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from scheduler_core.advice.lint import lint
from scheduler_core.advice.lint.contract import LintFinding
from scheduler_core.advice.lint.similar import similar
from scheduler_core.advice.lint.words import consequence_text
from scheduler_core.controlplane.sample_clusters import find_cluster
from scheduler_core.kubernetes.objects.reading import InvalidInput
from tests.builders import make_node, make_pod

from .cases import ZONE, app, deployment, over, zones

FOLDER = Path(__file__).parent
SHOP, CLUSTER = ((FOLDER / name).read_text(encoding="utf-8") for name in ("shop.yaml", "cluster.yaml"))
MISSED = "labelSelector: {matchLabels: {app: wbe}}"


def rules(text: str) -> list[str]:
    return [finding["rule"] for finding in lint([text])["findings"]]


def place(finding: LintFinding) -> tuple[int, int | None, int | None, int | None]:
    return finding["source"], finding["line"], finding["column"], finding["end_column"]


def test_findings_stand_in_the_order_of_the_texts_with_line_and_columns() -> None:
    report = lint([SHOP, CLUSTER])
    assert [(finding["rule"], place(finding)) for finding in report["findings"]] == [
        ("selector-misses-own-pods", (0, 14, 44, 47)),
        ("rollout-hangs", (0, 21, 13, 14)),
        ("term-without-weight", (0, 45, 13, 87)),
    ]
    assert (report["nodes"], report["objects"], report["cluster"], report["node_rules"]) == (4, 7, "", True)


def test_the_consequence_is_counted_in_pods_by_domain() -> None:
    missed, hangs, refused = lint([SHOP, CLUSTER])["findings"]
    run = missed["consequence"]
    assert run is not None and run["fixed"] is not None
    assert (run["written"]["domains"], run["fixed"]["domains"]) == ({"a": 4, "b": 2}, {"a": 3, "b": 3})
    assert consequence_text(run) == "run: 6 of 6 placed (4/2); fixed: 6 (3/3)"
    assert (
        consequence_text(hangs["consequence"]) == "run: 1 new pending, 3 of 3 stay old; fixed: 3 of 3 are new"
    )
    assert refused["consequence"] is None


def test_without_nodes_consequences_come_from_a_sample_cluster() -> None:
    report = lint([SHOP])
    assert (report["cluster"], report["node_rules"]) == ("three-zones", False)
    assert [finding["rule"] for finding in report["findings"]] == [
        "selector-misses-own-pods",
        "term-without-weight",
    ]
    assert lint([SHOP], find_cluster("eks"))["node_rules"]


def test_a_place_is_found_in_json_and_in_the_items_of_a_list() -> None:
    manifests = [*zones("a", "b"), deployment("web", 2, **over(ZONE, app("wbe")))]
    text = json.dumps({"kind": "List", "apiVersion": "v1", "items": manifests}, indent=1)
    (finding,) = lint([text])["findings"]
    large = json.dumps({"kind": "List", "items": [make_pod("x" * 600_000), *manifests]}, indent=1)
    for source, with_fix in ((text, finding), (large, lint([large])["findings"][-1])):
        assert with_fix["line"] is not None and with_fix["column"] is not None
        line = source.split("\n")[with_fix["line"] - 1]
        assert line[with_fix["column"] - 1 :].startswith('"wbe"')


@pytest.mark.parametrize(
    "text",
    [
        SHOP.replace(MISSED, f"{MISSED}  # lint-ignore"),
        SHOP.replace(MISSED, f"{MISSED}  # lint-ignore: unknown-field, selector-misses-own-pods"),
        SHOP.replace(
            f"        {MISSED}", f"        # lint-ignore: selector-misses-own-pods\n        {MISSED}"
        ),
        SHOP.replace(
            "metadata: {name: web}",
            "metadata: {name: web, annotations: {schedscope/lint-ignore: selector-misses-own-pods}}",
        ),
        SHOP.replace(
            "metadata: {labels: {app: web}}",
            'metadata: {labels: {app: web}, annotations: {schedscope/lint-ignore: "*"}}',
        ),
    ],
)
def test_comments_and_annotations_ignore(text: str) -> None:
    report = lint([text])
    assert [finding["rule"] for finding in report["findings"]] == ["term-without-weight"]
    assert report["ignored"] == 1


@pytest.mark.parametrize(
    "comment",
    [
        "# lint-ignore: unknown-field",
        "# lint-ignore nothing",
        "# ignore",
        "# lint-ignore:" + " " * 100_000 + "!",
    ],
)
def test_other_comments_ignore_nothing(comment: str) -> None:
    assert "selector-misses-own-pods" in rules(SHOP.replace(MISSED, f"{MISSED}  {comment}"))


def test_a_severity_leaves_out_what_is_below_it() -> None:
    assert [finding["rule"] for finding in lint([SHOP], min_severity="error")["findings"]] == [
        "term-without-weight"
    ]


def test_errors_of_pods_that_all_run_are_warnings() -> None:
    running = make_pod("p", node="n-1", requests={"cpu": "9"})
    text = yaml.safe_dump_all([make_node("n-1"), running])
    (finding,) = lint([text])["findings"]
    assert (finding["rule"], finding["severity"]) == ("request-larger-than-any-node", "warning")


@pytest.mark.parametrize("text", ["", "- 5\n", "kind: [", "metadata: {name: x}\n"])
def test_what_is_no_manifest_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidInput):
        lint([text])


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("wbe", ["web", "api"], "web"),
        ("topology.kubernetes.io/Zone", ["topology.kubernetes.io/zone"], "topology.kubernetes.io/zone"),
        ("zone-a1", ["zone-a2"], None),
        ("memory-xl", ["memory", "general"], None),
        ("web", ["web"], None),
        ("cache", ["database"], None),
    ],
)
def test_a_word_is_meant_for_another_only_if_it_is_nearly_the_same(
    word: str, candidates: list[str], meant: str | None
) -> None:
    assert similar(word, candidates) == meant
