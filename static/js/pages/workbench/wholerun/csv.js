// Tables as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is preceded by an apostrophe,
// as `webui/ground/lib/csv_text.py` does for the tables that the server writes.

import { matrixOf } from "../../../model/matrix.js";
import { scoresOf } from "../../../model/scores.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { RunLog } from "../../../model/log.js" */
/** @import { CellState } from "../../../model/matrix.js" */

/** @typedef {string | number | null | undefined} Cell */

/** @param {Cell[][]} rows */
const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";

/** @param {Cell} value */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const isFormula = /^[=+\-@\t\r\n]/.test(value) && !/^-?[0-9]+(\.[0-9]+)?$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row for each attempt, in scheduling order. @param {RunLog} log */
export function placementsCsv(log) {
  const rows = log.cycles.map(({ index, pod, attempt, started, finished }) => [
    index + 1,
    pod,
    attempt,
    started.at,
    started.queue?.priority,
    finished?.node,
    finished?.nominated_node || null,
    (finished?.victims ?? []).join(" "),
    finished?.ties,
    finished?.skipped,
    finished?.message,
  ]);
  return csv([
    [
      "cycle",
      "pod",
      "attempt",
      "at",
      "priority",
      "node",
      "nominated_node",
      "victims",
      "ties",
      "skipped",
      "message",
    ],
    ...rows,
  ]);
}

/**
 * A row for each node: each Filter plugin's verdict, and each Score plugin's raw, normalized and weighted
 * score.
 * @param {CycleView} data
 */
export function cellsCsv(data) {
  const matrix = data.rejects ? matrixOf(data) : null;
  const scores = data.scored ? scoresOf(data) : null;
  const filters = matrix ? matrix.plugins : [];
  const scorers = scores ? scores.plugins : [];
  /** @param {number} node @param {string} plugin */
  const verdict = (node, plugin) => {
    const { state = "unevaluated", reasons = [] } = matrix?.cell(node, plugin) ?? {};
    return [EXPORTED[state] ?? state, ...reasons].join(": ");
  };
  const rows = data.names.map((name, node) => [
    name,
    ...filters.map((plugin) => verdict(node, plugin)),
    ...scorers.flatMap((plugin) =>
      scores?.has(node)
        ? [scores.raw(plugin, node), scores.normalized(plugin, node), scores.weighted(plugin, node)]
        : [null, null, null],
    ),
    ...(scores ? [scores.has(node) ? scores.total(node) : null] : []),
  ]);
  const head = [
    "node",
    ...filters.map((plugin) => `Filter ${plugin}`),
    ...scorers.flatMap((plugin) => [
      `Score ${plugin} raw`,
      `Score ${plugin} normalized`,
      `Score ${plugin} weighted`,
    ]),
    ...(scores ? ["total"] : []),
  ];
  return csv([head, ...rows]);
}

// As the scheduler's codes where it has one: a file is read by programs too.
/** @type {Partial<Record<CellState, string>>} */
const EXPORTED = {
  pass: "Success",
  rejected: "Unschedulable",
  unresolvable: "UnschedulableAndUnresolvable",
  skipped: "Skip",
};
