"""The overlay of the recorder wraps what it names; recording itself needs a source tree, see its README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.recorder.sources import Source, UnknownSource

GO = """package runtime

func (f *frameworkImpl) runScorePlugin(ctx context.Context, pl fwk.ScorePlugin, a, b map[string]int) (int64, *Status) {
	return pl.Score(a, b)
}

func plain() {
}
"""


@pytest.fixture
def source(tmp_path: Path) -> Source:
    (tmp_path / "framework.go").write_text(GO, encoding="utf-8")
    return Source(tmp_path, "framework.go")


def test_a_wrapped_function_keeps_its_signature_and_calls_the_renamed_one(source: Source) -> None:
    function = source.wrap("runScorePlugin")
    source.add(function, f"\treturn {function.upstream}")
    assert "func (f *frameworkImpl) upstream_runScorePlugin(ctx context.Context, pl" in source.text
    assert source.text.endswith(
        "\nfunc (f *frameworkImpl) runScorePlugin(ctx context.Context, pl fwk.ScorePlugin, a map[string]int,"
        " b map[string]int) (int64, *Status) {\n\treturn f.upstream_runScorePlugin(ctx, pl, a, b)\n}\n"
    )


def test_a_function_without_receiver_and_results_is_wrapped(source: Source) -> None:
    function = source.wrap("plain")
    assert function.upstream == "upstream_plain()"
    assert function.results == ()


def test_what_a_tree_lacks_is_named(source: Source) -> None:
    with pytest.raises(UnknownSource, match=r"framework\.go has no function runFilterPlugin"):
        source.wrap("runFilterPlugin")
    with pytest.raises(UnknownSource, match="has no 'go func'"):
        source.replace("go func", "func")
