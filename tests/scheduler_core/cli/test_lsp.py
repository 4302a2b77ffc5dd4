"""`lsp`: what an editor gets over stdin and stdout of a process, asked by pygls' own client."""

from __future__ import annotations

import asyncio
import os
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from scheduler_core.__main__ import main
from scheduler_core.advice.lint import lint
from tests.services.folder import ROOT

SHOP = (Path(__file__).parent.parent / "advice" / "lint" / "shop.yaml").read_text(encoding="utf-8")
RULE = "selector-misses-own-pods"


class Editor(LanguageClient):
    """A client that keeps what is published."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.uri = ""
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def publish(_: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

    def open(self, text: str) -> None:
        self.uri = f"file:///{uuid.uuid4()}.yaml"
        item = types.TextDocumentItem(uri=self.uri, language_id="yaml", version=1, text=text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str, version: int) -> None:
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=self.uri, version=version),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def marked(self) -> list[types.Diagnostic]:
        return list((await self.published.get()).diagnostics)


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[Editor]:
    editor = Editor()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    await editor.start_io(sys.executable, "-m", "scheduler_core", "lsp", *arguments, env=environment)
    await editor.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    editor.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()  # type: ignore[no-untyped-call]


Body = Callable[[Editor], Awaitable[None]]
Edited = Callable[[Body], None]


@contextmanager
def running(*arguments: str) -> Iterator[Edited]:
    """Start the command, and yield what runs a body with its editor."""
    with asyncio.Runner() as runner:
        session = started(*arguments)
        editor = runner.run(session.__aenter__())
        try:
            yield lambda body: runner.run(asyncio.wait_for(body(editor), 120))
        finally:
            runner.run(session.__aexit__(None, None, None))


@pytest.fixture(scope="module")
def edited() -> Iterator[Edited]:
    """Run a body with an editor; all of them share one process of the command."""
    with running() as run:
        yield run


def line_of(text: str, part: str) -> int:
    return next(i for i, line in enumerate(text.splitlines()) if part in line)


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text after edits of whole lines."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda edit: -edit.range.start.line):
        lines[edit.range.start.line : edit.range.end.line] = [edit.new_text]
    return "".join(lines)


def test_a_finding_is_marked_with_a_link_and_its_fix_removes_it(edited: Edited) -> None:
    async def body(editor: Editor) -> None:
        editor.open(SHOP)
        (finding,) = [d for d in await editor.marked() if d.code == RULE]
        assert finding.severity is types.DiagnosticSeverity.Warning
        assert finding.range.start.line == line_of(SHOP, "app: wbe")
        assert finding.code_description is not None
        assert finding.code_description.href.startswith("https://kubernetes.io/docs/")
        actions = await editor.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(editor.uri),
                finding.range,
                types.CodeActionContext(diagnostics=[finding]),
            )
        )
        (action,) = actions or []
        assert isinstance(action, types.CodeAction)
        assert (action.title, action.kind) == ("Change to app: web", types.CodeActionKind.QuickFix)
        assert action.edit is not None
        assert action.edit.changes is not None
        editor.change(applied(SHOP, list(action.edit.changes[editor.uri])), 2)
        assert RULE not in [d.code for d in await editor.marked()]

    edited(body)


def test_columns_are_those_that_the_editor_counts(edited: Edited) -> None:
    """Editors count UTF-16, in which what is beyond the first plane is two."""
    metadata = "metadata: {name: p, annotations: {a: 😀}, lables: {}}"
    text = f"apiVersion: v1\nkind: Pod\n{metadata}\nspec: {{containers: [{{name: c}}]}}\n"
    (column,) = [f["column"] for f in lint([text])["findings"] if f["rule"] == "unknown-field"]

    async def body(editor: Editor) -> None:
        editor.open(text)
        (finding,) = [d for d in await editor.marked() if d.code == "unknown-field"]
        assert finding.range.start == types.Position(2, column or 0)

    edited(body)


def test_what_is_no_manifest_yet_is_left_alone_and_what_cannot_be_read_is_marked(edited: Edited) -> None:
    async def body(editor: Editor) -> None:
        editor.open("replicaCount: 2\n")
        assert await editor.marked() == []
        editor.change("kind: Pod\nmetadata: {name: {{ .Release.Name }}}\n", 2)
        assert await editor.marked() == []
        editor.change("apiVersion: v1\nkind: Pod\nspec: [\n", 3)
        (error,) = await editor.marked()
        assert error.severity is types.DiagnosticSeverity.Error

    edited(body)


def test_rules_about_nodes_apply_with_a_sample_cluster() -> None:
    spec = "{nodeSelector: {disk: fast}, containers: [{name: c, image: a}]}"
    far = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {spec}\n"

    async def body(editor: Editor) -> None:
        editor.open(far)
        assert "selector-matches-no-node" in [d.code for d in await editor.marked()]

    with running("--on", "three-zones") as edited:
        edited(body)


def test_a_field_is_explained_in_the_words_of_the_glossary(edited: Edited) -> None:
    async def body(editor: Editor) -> None:
        editor.open(SHOP)
        line = line_of(SHOP, "maxSkew")
        column = SHOP.splitlines()[line].index("maxSkew") + 2
        at = types.HoverParams(types.TextDocumentIdentifier(editor.uri), types.Position(line, column))
        hover = await editor.text_document_hover_async(at)
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.value.startswith(
            "**maxSkew**: How many more matching pods than the global minimum"
        )
        assert "https://kubernetes.io/docs/" in hover.contents.value
        nothing = types.HoverParams(types.TextDocumentIdentifier(editor.uri), types.Position(0, 0))
        assert await editor.text_document_hover_async(nothing) is None

    edited(body)


def test_without_the_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "scheduler_core.cli.lsp_server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    assert main(["lsp"]) == 2
    assert "pipx install 'schedscope[lsp]'" in capsys.readouterr().err
