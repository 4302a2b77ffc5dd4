// The server's errors inside Ace: a sign in the gutter and a tinted line.

/** @param {import("../types/ace.js").Ace} ace @param {import("../types/ace.js").AceEditor} editor */
export function errorMarkers(ace, editor) {
  const { Range } = ace.require("ace/range");
  /** @type {number[]} */
  let markers = [];

  /** @param {import("../lib/problems.js").Problem[]} errors */
  return (errors) => {
    const { session } = editor;
    markers.forEach((id) => session.removeMarker(id));
    const placed = errors.flatMap((error) => (error.line ? [{ ...error, line: error.line }] : []));
    session.setAnnotations(
      placed.map((error) => ({
        row: error.line - 1,
        column: 0,
        type: "error",
        text: error.path ? `${error.path}: ${error.message}` : error.message,
      })),
    );
    markers = [...new Set(placed.map((error) => error.line - 1))].map((row) =>
      session.addMarker(new Range(row, 0, row, 1), "ed-bad", "fullLine"),
    );
  };
}
