"""What only people read is left out of scripts, and nothing else is changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from webui.ground.bundles.minify import strip, tokens

MODULES = sorted((Path(__file__).parents[4] / "static" / "js").rglob("*.js"))
PARSER = Parser(Language(tree_sitter_javascript.language()))


def meaning(source: str) -> tuple[str, list[str]]:
    """Return the syntax tree and the tokens, both without comments."""
    tree = str(PARSER.parse(source.encode()).root_node)
    return re.sub(r" ?\(comment\)", "", tree), [token for _, token, _ in tokens(source.encode())]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("// a\nconst a = 1; // b\n\n/* c */ let b;\n", "const a=1;let b;"),
        ("f(\n  a,\n  b,\n);\n", "f(a,b,);"),
        ("a = b\nc = d\n", "a=b\nc=d"),
        ("a = b\n++c\n", "a=b\n++c"),
        ("a = b - -c + +d;\n", "a=b- -c+ +d;"),
        ("x = typeof y in z;\n", "x=typeof y in z;"),
        ("return_ = a /* c */ / /d  e/g;\n", "return_=a/ /d  e/g;"),
        ("s = \"a  // b\" + '/* c */';\n", "s=\"a  // b\"+'/* c */';"),
        ('s = `a  ${b ? ` ${c}  // d` : ""}\n  e`;\n', 's=`a  ${b ? ` ${c}  // d` : ""}\n  e`;'),
        ("class A {\n  #a = 1;\n  get b() {}\n}\n", "class A{#a=1;get b(){}}"),
    ],
)
def test_comments_and_white_space_go_unless_they_tell_tokens_apart(source: str, text: str) -> None:
    assert strip(source).text == text


def test_each_piece_is_told_by_its_column_and_its_line() -> None:
    stripped = strip("// a\nconst a = [\n  '…𝄞', b,\n  c];\nfunction f() {}\nd();\n")
    assert stripped.text == "const a=['…𝄞',b,c];function f(){}\nd();"
    assert stripped.lines == (((0, 1), (9, 2), (17, 3), (20, 4)), ((0, 5),))


def test_lines_within_a_template_are_lines_of_the_text() -> None:
    stripped = strip("a = `b\n  c`;\nd();\n")
    assert stripped.text == "a=`b\n  c`;d();"
    assert stripped.lines == (((0, 0),), ((0, 1), (5, 2)))


def test_what_is_no_javascript_is_refused() -> None:
    with pytest.raises(ValueError, match="not JavaScript"):
        strip("const = ;\n")


def test_each_module_of_the_page_means_the_same_without() -> None:
    assert len(MODULES) > 300
    for module in MODULES:
        source = module.read_text(encoding="utf-8")
        assert meaning(strip(source).text) == meaning(source), module
