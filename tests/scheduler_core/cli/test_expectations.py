"""`simulate` with expectations: its exit codes, its text, its JUnit file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from scheduler_core.__main__ import main
from tests.builders import make_node, make_pod

OBJECTS = [make_node("n1"), make_pod("small"), make_pod("big", requests={"cpu": "9"})]
GOOD = {"pod": "small", "node": "n1"}
WAITS = {"pod": "big", "pending": True, "reason": "Insufficient cpu"}
WRONG = {"pod": "big", "node": "n1"}


@pytest.fixture
def objects(tmp_path: Path) -> str:
    return write_json(tmp_path / "objects.json", {"kind": "List", "items": OBJECTS})


def write_json(path: Path, content: Any) -> str:
    path.write_text(json.dumps(content))
    return str(path)


def test_pending_pods_are_no_failure_if_expected(
    objects: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", objects]) == 1
    facts = write_json(tmp_path / "expect.json", {"expect": [GOOD, WAITS]})
    assert main(["simulate", objects, "--expect", facts]) == 0
    assert "2 of 2 expectations hold" in capsys.readouterr().out


def test_one_file_may_contain_objects_and_expectations(tmp_path: Path) -> None:
    both = write_json(tmp_path / "both.json", {"kind": "List", "items": OBJECTS, "expect": [GOOD]})
    assert main(["simulate", "--expect", both]) == 0
    assert main(["simulate", both]) == 0


def test_a_failure_is_reported_as_text_and_in_junit(
    objects: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = write_json(tmp_path / "expect.json", {"expect": [GOOD, WRONG]})
    report = tmp_path / "out.xml"
    assert main(["simulate", objects, "--expect", facts, "--junit", str(report)]) == 1
    output = capsys.readouterr().out
    assert "holds  small on n1" in output
    assert "FAILS  big on n1\n       actual: Pending  [default/big, attempt 1, Result]" in output
    root = ElementTree.parse(report).getroot()
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["small on n1", "big on n1"]
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.get("message") == "actual: Pending"
    assert cases[0].find("failure") is None


def test_characters_that_xml_does_not_allow_are_replaced(objects: str, tmp_path: Path) -> None:
    facts = write_json(tmp_path / "expect.json", {"expect": [{"pod": "small", "node": "n\u0001"}]})
    report = tmp_path / "out.xml"
    assert main(["simulate", objects, "--expect", facts, "--junit", str(report)]) == 1
    assert "small on n\ufffd" in report.read_text(encoding="utf-8")
    ElementTree.parse(report)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({"expect": [{"pod": "small"}]}, "expect[0]: must state one fact"),
        ({"expect": []}, "expect: must be present"),
    ],
)
def test_the_exit_code_for_invalid_input_is_two(
    objects: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: Any, error: str
) -> None:
    assert main(["simulate", objects, "--expect", write_json(tmp_path / "expect.json", content)]) == 2
    assert error in capsys.readouterr().err


def test_the_exit_code_without_a_file_is_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate"]) == 2
    assert "name at least one FILE" in capsys.readouterr().err


def test_the_exit_code_for_another_encoding_is_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dump.yaml"
    file.write_text("kind: Node\n", encoding="utf-16")
    assert main(["simulate", str(file)]) == 2
    assert "dump.yaml must be UTF-8: save it in this encoding" in capsys.readouterr().err
