"""What counts as English on a page that is in another language."""

from __future__ import annotations

import pytest

from tests.webui.english import english_in


@pytest.mark.parametrize(
    ("page", "english"),
    [
        ("<p>Many expect a fourth pod.</p>", ["Many expect a fourth pod"]),
        ("<p>节点 node-a1 上的 Pod 都 Pending</p>", []),
        ("<p>消息写着“node(s) had untolerated taint”</p>", []),
        ("<p>NodeResourcesFit NodeAffinity DynamicResources</p>", []),
        ("<pre>the rule of a pod</pre><code>one of them</code>", []),
        ('<p title="what is not translated">是</p>', ["what is not translated"]),
        ('<button data-why="Not for this pod">否</button>', ["Not for this pod"]),
        ('<script type="application/json">{"a": [{"b": "is this here"}]}</script>', ["is this here"]),
        ("<script>let it = the + one</script>", []),
    ],
)
def test_sentences_are_found_and_names_are_not(page: str, english: list[str]) -> None:
    assert english_in(page) == english
