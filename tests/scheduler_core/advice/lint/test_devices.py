"""Findings in selectors stand where the error is; runs of workloads with claims take devices."""

from __future__ import annotations

import pytest

from scheduler_core.advice.lint import lint
from tests.scheduler_core.advice.lint.cases import claiming
from tests.scheduler_core.advice.lint.test_rules import findings, text_of

HEAD = """apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec:
  selectors:
"""


@pytest.mark.parametrize(
    ("selector", "line", "column", "text"),
    [
        ("  - cel: {expression: device.driver == nothing}", 6, 40, "nothing"),
        ("  - cel: {expression: 'device.driver == ''a'' && nothing'}", 6, 50, "nothing'"),
        ('  - cel: {expression: "device.driver == \\"a\\" && nothing"}', 6, 50, 'nothing"'),
        (
            "  - cel:\n      expression: >-\n        true &&\n        nothing ||\n        false",
            9,
            9,
            "nothing ||",
        ),
        ("  - cel:\n      expression: |\n        true &&\n          nothing\n", 9, 11, "nothing"),
        ('  - cel: {expression: "true \\u0026& nothing"}', 6, 23, '"true \\u0026& nothing"'),
    ],
)
def test_an_error_of_an_expression_stands_at_its_place_in_the_text(
    selector: str, line: int, column: int, text: str
) -> None:
    source = HEAD + selector
    (finding,) = findings("device-selector-invalid", source)
    assert "undeclared reference to 'nothing' (in container '')" in finding["message"]
    assert (finding["line"], finding["end_line"]) == (line, line)
    begin, end = finding["column"], finding["end_column"]
    assert begin is not None and end is not None
    assert source.splitlines()[line - 1][begin - 1 : end - 1] == text
    assert begin == column


def test_a_workload_with_claims_is_run_and_each_pod_takes_a_device() -> None:
    manifests = claiming("true")
    template = manifests[-1]["spec"]["template"]["spec"]
    manifests[-1]["spec"]["replicas"] = 2
    template["topologySpreadConstraints"] = [
        {
            "maxSkew": 1,
            "topologyKey": "kubernetes.io/hostname",
            "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": {"matchLabels": {"app": "trian"}},
        }
    ]
    (finding,) = findings("selector-misses-own-pods", text_of(manifests))
    assert finding["consequence"] is not None
    assert finding["consequence"]["written"]["placed"] == 1
    assert finding["consequence"]["written"]["pending"] == 1


def test_without_any_device_in_the_input_nothing_is_said_to_be_missing() -> None:
    deployment = claiming("true")[-1]
    assert lint([text_of([deployment])])["findings"] == []
