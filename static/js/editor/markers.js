// The server's errors and the linter's findings inside Ace: a sign in the gutter, and a tinted line or an
// underlined value.

import { ended } from "../lib/i18n.js";
import { messageOf, titleOf } from "../parts/lint/words.js";

/** @import { Ace, AceEditor } from "../types/ace.js" */
/** @import { LintFinding } from "../types/engine.js" */
/** @import { Problem } from "../lib/problems.js" */

/** Ace's names of the signs. @type {Record<string, string>} */
const SIGNS = { error: "error", warning: "warning", note: "info" };

/** @param {Ace} ace @param {AceEditor} editor */
export function errorMarkers(ace, editor) {
  const { Range } = ace.require("ace/range");
  /** @type {number[]} */
  let markers = [];

  /** @param {Problem[]} errors @param {LintFinding[]} findings */
  return (errors, findings) => {
    const { session } = editor;
    markers.forEach((id) => session.removeMarker(id));
    const placed = errors.flatMap((error) => (error.line ? [{ ...error, line: error.line }] : []));
    const wrong = new Set(placed.map((error) => error.line));
    const noted = findings.filter(({ line }) => line && !wrong.has(line));
    session.setAnnotations([
      ...placed.map((error) => ({
        row: error.line - 1,
        column: 0,
        type: "error",
        text: error.path ? `${error.path}: ${error.message}` : error.message,
      })),
      ...noted.map((finding) => ({
        row: (finding.line ?? 1) - 1,
        column: (finding.column ?? 1) - 1,
        type: SIGNS[finding.severity],
        text: `${ended(titleOf(finding))} ${messageOf(finding)}`,
      })),
    ]);
    markers = [
      ...[...wrong].map((line) =>
        session.addMarker(new Range(line - 1, 0, line - 1, 1), "ed-bad", "fullLine"),
      ),
      ...noted.flatMap(({ line, column, end_column: end, severity }) =>
        line && column && end
          ? [
              session.addMarker(
                new Range(line - 1, column - 1, line - 1, end - 1),
                `ed-mark ${severity}`,
                "text",
              ),
            ]
          : [],
      ),
    ];
  };
}
