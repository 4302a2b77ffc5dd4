"""`lsp`: findings, fixes and words for editors, over stdio, by the Language Server Protocol."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument
from pygls.workspace.position_codec import ServerTextPosition, ServerTextRange

from scheduler_core.advice.lint import HELP_PAGES, lint
from scheduler_core.advice.lint.contract import LintFinding, Severity
from scheduler_core.advice.lint.sarif import operations_of
from scheduler_core.advice.lint.words import sentence
from scheduler_core.controlplane.sample_clusters import SampleCluster
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.source import apply_operations
from scheduler_core.kubernetes.versions import Version
from scheduler_core.sentences import verbatim

SOURCE = "schedscope"
_QUIET_FOR = 0.3  # seconds without a change before a text is linted
_SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_KIND = re.compile(r'^\s*(- )?"?kind"?:', re.MULTILINE)
_TEMPLATE = "{{"


@dataclass(frozen=True, slots=True)
class Linting:
    """What a text is linted with: other manifests, such as a cluster's, and the sample cluster without nodes."""

    read: Callable[[], Sequence[str]]
    cluster: SampleCluster | None = None
    version: Version | None = None

    def findings(self, text: str) -> list[LintFinding]:
        """Return the findings in the text; raise InvalidInput and OSError."""
        report = lint([text, *self.read()], self.cluster, version=self.version)
        return [finding for finding in report["findings"] if finding["source"] == 0]


@dataclass(frozen=True, slots=True)
class Marked:
    """A diagnostic, and the edits that remove it, under their title; None where there is no fix."""

    diagnostic: types.Diagnostic
    title: str = ""
    edits: tuple[types.TextEdit, ...] = ()


class Server(LanguageServer):
    """The server, with what it marked in each open text."""

    def __init__(self, linting: Linting) -> None:
        super().__init__(SOURCE, "1", text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.linting = linting
        self.marked: dict[str, list[Marked]] = {}

    async def check(self, uri: str) -> None:
        """Lint a text that is open, and publish what is found unless the text has changed meanwhile."""
        document = self.workspace.get_text_document(uri)
        version, text = document.version, document.source
        marked = await asyncio.to_thread(self._marked, document, text)
        if self.workspace.text_documents.get(uri) is document and document.version == version:
            self.marked[uri] = marked
            self.publish(uri, [mark.diagnostic for mark in marked], version)

    def publish(self, uri: str, diagnostics: list[types.Diagnostic], version: int | None = None) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=version)
        )

    def _marked(self, document: TextDocument, text: str) -> list[Marked]:
        """Return what is to be marked: nothing in a text that is no manifest, or only becomes one."""
        if not _KIND.search(text) or _TEMPLATE in text:
            return []
        try:
            return [_of_finding(finding, document, text) for finding in self.linting.findings(text)]
        except InvalidInput as error:
            return [_of_error(one, document) for one in error.errors]
        except OSError as error:
            return [_of_error(InputError("", verbatim(str(error))), document)]


def _of_finding(finding: LintFinding, document: TextDocument, text: str) -> Marked:
    line, column = finding["line"] or 1, finding["column"] or 1
    end_line, end_column = finding["end_line"] or line, finding["end_column"] or column
    diagnostic = types.Diagnostic(
        range=_range(document, line - 1, column - 1, end_line - 1, end_column - 1),
        message=sentence(finding),
        severity=_SEVERITIES[finding["severity"]],
        code=finding["rule"],
        code_description=types.CodeDescription(href=HELP_PAGES[finding["rule"]]),
        source=SOURCE,
    )
    if finding["fix"] is None:
        return Marked(diagnostic)
    try:
        edits = apply_operations(text, operations_of(finding)).edits
    except InvalidInput:  # the object is in another text
        return Marked(diagnostic)
    changes = tuple(
        types.TextEdit(_range(document, edit.from_line, 0, edit.to_line, 0), edit.text) for edit in edits
    )
    return Marked(diagnostic, finding["fix"]["text"], changes)


def _of_error(error: InputError, document: TextDocument) -> Marked:
    line = (error.line or 1) - 1
    return Marked(
        types.Diagnostic(
            range=_range(document, line, 0, line + 1, 0),
            message=str(error),
            severity=types.DiagnosticSeverity.Error,
            source=SOURCE,
        )
    )


def _range(document: TextDocument, line: int, column: int, end_line: int, end_column: int) -> types.Range:
    """Return the range of lines and columns from 0, which count code points, as the client counts."""
    return document.range_to_client_units(
        ServerTextRange(ServerTextPosition(line, column), ServerTextPosition(end_line, end_column))
    )


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """Return the words of the glossary that are Kubernetes' own, each with its text and its page."""
    loaded: Mapping[str, Mapping[str, str]] = json.loads(
        Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    )
    return loaded


def make_server(linting: Linting) -> Server:
    """Return the server with all that it answers."""
    server = Server(linting)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
        await server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        await asyncio.sleep(_QUIET_FOR)
        document = server.workspace.text_documents.get(uri)
        if document is not None and document.version == version:
            await server.check(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
        server.marked.pop(params.text_document.uri, None)
        server.publish(params.text_document.uri, [])

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def fixes(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, lines = params.text_document.uri, params.range
        return [
            types.CodeAction(
                title=mark.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[mark.diagnostic],
                edit=types.WorkspaceEdit(changes={uri: mark.edits}),
                is_preferred=True,
            )
            for mark in server.marked.get(uri, [])
            if mark.edits and _meets(mark.diagnostic.range, lines)
        ]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
        document = server.workspace.get_text_document(params.text_document.uri)
        name = document.word_at_position(params.position)
        word = words().get(name)
        if word is None:
            return None
        text = f"**{name}**: {word['text']}" + (f"\n\n[Kubernetes]({word['page']})" if word["page"] else "")
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))

    return server


def _meets(one: types.Range, other: types.Range) -> bool:
    return one.start.line <= other.end.line and other.start.line <= one.end.line
