// Expectations as text: the fact that a step shows, its short form, and a source with one more of them.

import { t } from "../../../lib/i18n.js";
import { clausesOf, matrixOf } from "../../../model/matrix.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */

/**
 * An expectation as in a scenario's source.
 * @typedef {object} Fact
 * @property {string} pod
 * @property {number} [attempt]
 * @property {string} [node]
 * @property {string} [rejectedNode]
 * @property {boolean} [pending]
 * @property {string} [reason]
 */

/**
 * The fact that the page shows: a rejected node that is selected, else the outcome of the pod.
 * @param {{pointer: Pointer, cycle: Cycle, data: CycleView | null}} now
 * @returns {Fact | null}
 */
export function factOf({ pointer: at, cycle, data }) {
  const { finished } = cycle;
  if (!finished || finished.skipped) return null;
  const named = {
    pod: cycle.pod.replace(/^default\//, ""),
    ...(cycle.attempt > 1 ? { attempt: cycle.attempt } : {}),
  };
  const matrix = data && matrixOf(data);
  const node = data ? data.indexOf(at.node) : -1;
  const first = matrix?.first(node);
  if (matrix && first && at.node)
    return { ...named, rejectedNode: at.node, reason: reasonOf(matrix.cell(node, first).reasons[0]) };
  if (finished.node) return { ...named, node: finished.node };
  const [most] = data ? [...clausesOf(data)].sort((a, b) => b.count - a.count) : [];
  return { ...named, pending: true, ...(most ? { reason: `${most.count} ${most.reason}` } : {}) };
}

/** @param {string} [text] */
const reasonOf = (text = "") => text.replace(/^node\(s\) /, "");

/** In short, as the server writes it. @param {Fact} fact */
export function shortOf({ pod, attempt, node, rejectedNode, reason }) {
  const name = attempt ? t("{pod} (attempt {number})", { pod, number: attempt }) : pod;
  if (node) return t("{pod} on {node}", { pod: name, node });
  const because = reason ? `: ${reason}` : "";
  const said = rejectedNode
    ? t("{node} rejects {pod}", { node: rejectedNode, pod: name })
    : `${name} Pending`;
  return said + because;
}

/**
 * The source with the fact after those that it has; all else stays as it is.
 * @param {string} source @param {Fact} fact
 */
export function withFact(source, fact) {
  const lines = source.split("\n");
  const end = lastEntry(lines);
  if (end) {
    lines.splice(end.line + 1, 0, `${end.indent}- ${flow(fact)}`);
    return lines.join("\n");
  }
  return `${source.replace(/\s*$/, "")}\n---\nexpect:\n- ${flow(fact)}\n`;
}

/** The last line of the last list of expectations in block style. @param {string[]} lines */
function lastEntry(lines) {
  const start = lines.findLastIndex((line) => /^expect:\s*(#.*)?$/.test(line));
  if (start < 0) return null;
  /** @type {{indent: string, line: number} | null} */
  let last = null;
  for (let i = start + 1; i < lines.length && !/^(---|\.\.\.|[^\s#-])/.test(lines[i]); i += 1) {
    const entry = /^(\s*)-\s/.exec(lines[i]);
    if (entry && (!last || entry[1] === last.indent)) last = { indent: entry[1], line: i };
    else if (last && lines[i].trim() && !lines[i].trim().startsWith("#")) last.line = i;
  }
  return last;
}

const PLAIN = /^[A-Za-z][\w./-]*$/;
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** @param {unknown} value @returns {string} */
function flow(value) {
  if (typeof value === "string")
    return PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([key, entry]) => `${key}: ${flow(entry)}`)
    .join(", ")}}`;
}
