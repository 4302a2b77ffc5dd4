"""`lint`: what it prints as text, JSON and SARIF, and how it ends."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main
from scheduler_core.advice.lint import RULES

FOLDER = Path(__file__).parent.parent / "advice" / "lint"
SHOP, CLUSTER = str(FOLDER / "shop.yaml"), str(FOLDER / "cluster.yaml")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["lint", *arguments])
    return code, capsys.readouterr().out


def sarif(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(printed(capsys, SHOP, CLUSTER, "--output", "sarif")[1])
    return log


def test_findings_are_lines_with_their_run_and_fix(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, SHOP, CLUSTER)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith(f"{SHOP}:14  warning  selector-misses-own-pods  web: ")
    assert [line.strip() for line in lines[1:3]] == [
        "run: 6 of 6 placed (4/2); fixed: 6 (3/3)",
        "fix: Change to app: web",
    ]
    assert lines[-1] == "3 findings: 2 errors, 1 warning"


def test_clean_files_end_with_0_and_unreadable_ones_with_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert printed(capsys, CLUSTER) == (0, "0 findings\n")
    broken = tmp_path / "broken.yaml"
    broken.write_text("kind: [", encoding="utf-8")
    assert main(["lint", str(broken)]) == 2
    assert main(["lint", str(tmp_path / "absent.yaml")]) == 2


def test_without_nodes_it_says_which_rules_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "rules about nodes were not applied" in printed(capsys, SHOP)[1]
    assert "rules about nodes were not applied" not in printed(capsys, SHOP, "--on", "eks")[1]


def test_json_is_the_report_with_the_names_of_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, SHOP, CLUSTER, "--output", "json", "--min-severity", "error")
    answer = json.loads(out)
    assert (code, answer["files"]) == (1, [SHOP, CLUSTER])
    assert [finding["rule"] for finding in answer["findings"]] == ["rollout-hangs", "term-without-weight"]


def test_sarif_names_rules_and_places(capsys: pytest.CaptureFixture[str]) -> None:
    log = sarif(capsys)
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
    assert {rule["defaultConfiguration"]["level"] for rule in run["tool"]["driver"]["rules"]} <= {
        "error",
        "warning",
        "note",
    }
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == SHOP
        region = place["region"]
        assert 0 < region["startLine"] <= region["endLine"]
        assert 0 < region["startColumn"] < region["endColumn"]


def test_sarif_fixes_are_replacements_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    (fix,) = sarif(capsys)["runs"][0]["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 14, "startColumn": 1, "endLine": 15, "endColumn": 1},
            "insertedContent": {"text": "        labelSelector: {matchLabels: {app: web}}\n"},
        }
    ]


def test_the_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, "--rules")
    assert (code, len(out.splitlines())) == (0, len(RULES))


def test_sarif_names_the_analysis_the_pages_and_what_findings_are_known_by(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (run,) = sarif(capsys)["runs"]
    assert run["automationDetails"]["id"] == "schedscope/lint/"
    assert all(rule["helpUri"].startswith("https://") for rule in run["tool"]["driver"]["rules"])
    known_by = [result["partialFingerprints"]["schedscope/v1"] for result in run["results"]]
    assert len(set(known_by)) == len(known_by) > 1


def test_a_finding_is_known_by_the_same_fingerprint_when_its_line_moves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(Path(SHOP).read_text(encoding="utf-8"), encoding="utf-8")
    before = json.loads(printed(capsys, "shop.yaml", "--output", "gitlab")[1])
    Path("shop.yaml").write_text("# a comment\n" + Path(SHOP).read_text(encoding="utf-8"), encoding="utf-8")
    after = json.loads(printed(capsys, "shop.yaml", "--output", "gitlab")[1])
    assert [issue["fingerprint"] for issue in after] == [issue["fingerprint"] for issue in before]
    lines = [issue["location"]["lines"]["begin"] for issue in before]
    assert [issue["location"]["lines"]["begin"] - 1 for issue in after] == lines


def test_gitlab_gets_a_report_of_code_quality(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, SHOP, CLUSTER, "--output", "gitlab")
    first, *_ = issues = json.loads(out)
    assert (code, len(issues)) == (1, 3)
    assert set(first) == {"check_name", "description", "severity", "fingerprint", "location"}
    assert (first["check_name"], first["severity"]) == ("selector-misses-own-pods", "major")
    assert first["location"] == {"path": SHOP, "lines": {"begin": 14}}


def test_stdin_is_linted_as_templates_are_piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(Path(SHOP).read_text(encoding="utf-8")))
    code, out = printed(capsys, "-", "--on", "three-zones")
    assert (code, out.partition(":")[0]) == (1, "-")
