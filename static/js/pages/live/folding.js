// Alike decisions as one row: a rollout of forty pods is one thing that happened.

/** @import { LiveDecision, LiveEntry } from "../../types/engine.js" */

const WINDOW_MS = 60_000; // from the first of a row to its last

/**
 * Alike decisions, the newest first, or another entry alone.
 * @typedef {{key: string, decisions: LiveDecision[], entry?: undefined}
 *   | {key: string, decisions?: undefined, entry: Exclude<LiveEntry, LiveDecision>}} Row
 */

/**
 * The rows of a stream, that with the newest entry first.
 * @param {LiveEntry[]} entries the oldest first
 * @returns {Row[]}
 */
export function fold(entries) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Map<string, LiveDecision[]>} by likeness, the rows that may grow */
  const growing = new Map();
  for (const entry of [...entries].reverse()) {
    if (entry.kind !== "decision") {
      rows.push({ key: `${entry.kind} ${entry.number}`, entry });
      if (entry.kind === "gap") growing.clear();
      continue;
    }
    const likeness = likenessOf(entry);
    const row = growing.get(likeness);
    if (row && Date.parse(row[0].at) - Date.parse(entry.at) <= WINDOW_MS) row.push(entry);
    else {
      const decisions = [entry];
      rows.push({ key: "", decisions });
      if (likeness) growing.set(likeness, decisions);
    }
  }
  for (const row of rows) if (row.decisions) row.key = `decision ${row.decisions.at(-1)?.number}`;
  return rows;
}

// Which of these it is differs from pod to pod.
const CHOSEN = ["best", "tied", "only", "only_refused", "hinted"];

/**
 * Decisions that are the same thing have the same; "" of one that stands alone.
 * @param {LiveDecision} decision
 */
function likenessOf({ agreement, workload, outcome, reason, cause }) {
  if (agreement === "different" || agreement === "undetermined") return "";
  const { kind, namespace, name } = workload;
  const how = CHOSEN.includes(reason.kind) ? "" : reason.kind;
  return [kind, namespace, name, outcome, agreement, how, cause].join(" ");
}

/** The nodes of a row. @param {LiveDecision[]} decisions */
export const nodesOf = (decisions) => [...new Set(decisions.flatMap(({ node }) => node ?? []))];

/** Its pods. @param {LiveDecision[]} decisions */
export const podsOf = (decisions) => [...new Set(decisions.map(({ pod }) => pod))];
