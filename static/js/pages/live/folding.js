// Alike decisions as one row: a rollout of forty pods is one thing that happened.

/** @import { LiveDecision, LiveEntry, LiveWorkloadTurn } from "../../types/engine.js" */

const WINDOW_MS = 60_000; // from the first of a row to its last, but for attempts that fail again and again

/**
 * Alike decisions of the scheduler or of Kueue, the newest first, or another entry alone.
 * @typedef {{key: string, decisions: LiveDecision[], turns?: undefined, entry?: undefined}
 *   | {key: string, turns: LiveWorkloadTurn[], decisions?: undefined, entry?: undefined}
 *   | {key: string, entry: Exclude<LiveEntry, LiveDecision | LiveWorkloadTurn>, decisions?: undefined,
 *     turns?: undefined}} Row
 */

/**
 * The rows of a stream, that with the newest entry first.
 * @param {LiveEntry[]} entries the oldest first
 * @returns {Row[]}
 */
export function fold(entries) {
  /** @type {Row[]} */
  const rows = [];
  const decided = growing(
    (decisions) => rows.push({ key: "", decisions }),
    likenessOf,
    ({ outcome }) => outcome === "failed",
  );
  const queued = growing((turns) => rows.push({ key: "", turns }), likenessOfTurn);
  for (const entry of [...entries].reverse()) {
    if (entry.kind === "decision") decided.take(entry);
    else if (entry.kind === "workload") queued.take(entry);
    else rows.push({ key: `${entry.kind} ${entry.number}`, entry });
    if (entry.kind === "gap") [decided, queued].forEach(({ end }) => end());
  }
  for (const row of rows) {
    const oldest = (row.decisions ?? row.turns)?.at(-1);
    if (oldest) row.key = `${oldest.kind} ${oldest.number}`;
  }
  return rows;
}

/**
 * Rows that grow by what is alike.
 * @template {LiveDecision | LiveWorkloadTurn} E
 * @param {(entries: E[]) => void} add a row @param {(entry: E) => string} likeness
 * @param {(entry: E) => boolean} [lasts] whether a row grows however long it takes
 */
function growing(add, likeness, lasts = () => false) {
  /** @type {Map<string, E[]>} by likeness */
  const rows = new Map();
  return {
    /** @param {E} entry */
    take(entry) {
      const alike = likeness(entry);
      const row = rows.get(alike);
      if (row && (lasts(entry) || Date.parse(row[0].at) - Date.parse(entry.at) <= WINDOW_MS))
        return void row.push(entry);
      const entries = [entry];
      add(entries);
      if (alike) rows.set(alike, entries);
    },
    end: () => rows.clear(),
  };
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

/** The same of what Kueue decided. @param {LiveWorkloadTurn} turn */
function likenessOfTurn({ agreement, outcome, queue, cause, reason }) {
  if (agreement === "different" || agreement === "undetermined") return "";
  return [outcome, agreement, queue, cause?.kind, reason?.kind].join(" ");
}

/** Whether an attempt failed for what it had failed for before. @param {LiveEntry} entry */
export const isRepeated = (entry) =>
  entry.kind === "decision" &&
  entry.outcome === "failed" &&
  entry.waited_for !== null &&
  entry.waited_for === entry.cause &&
  ["equal", "unjudged"].includes(entry.agreement);

/** The nodes of a row. @param {LiveDecision[]} decisions */
export const nodesOf = (decisions) => [...new Set(decisions.flatMap(({ node }) => node ?? []))];

/** Its pods. @param {LiveDecision[]} decisions */
export const podsOf = (decisions) => [...new Set(decisions.map(({ pod }) => pod))];
