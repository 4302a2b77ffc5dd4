// Every atom of the page Lint, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { laidOut } from "../../lib/jsonlayout.js";
import { urlState } from "../../lib/urlstate.js";
import { get, post } from "../../net/api.js";
import { isUnfinished, question } from "../../net/question.js";

/** @import { LintTaskOut } from "../../types/api.js" */
/** @import { LintFinding, LintReport } from "../../types/engine.js" */

/**
 * @typedef {object} Boot
 * @property {string} title
 * @property {string | null} source null if it is too large to be linted while somebody waits
 * @property {{id: string, updated: string} | null} draft null where nothing can be changed
 */

/** @typedef {{source: string, label: string}} Past a text before a fix, and what the fix said */

export const boot = /** @type {Boot} */ (bootData());

/** The address: the number of the chosen finding from 1, and whether errors alone are listed. */
export const url = urlState(["finding", "only"]);

/** The text, as the server has it; JSON in long lines is laid out, and a fix saves it so. */
export const source = atom(laidOut(boot.source ?? ""));

/** The report about that text; null until it is here. */
export const report = atom(/** @type {LintReport | null} */ (null));

const asked = question({
  get: (id) => get(`/lints/${id}`),
  cancel: (id) => post(`/lints/${id}/cancel`),
});

/** How far a worker is, or null if none is needed. */
export const task = computed(() => {
  const answer = asked.answer.get();
  return answer && isUnfinished(answer) ? answer : null;
});

/** Why there is no report. */
export const failure = computed(
  () =>
    asked.failure.get() ??
    (asked.answer.get()?.status === "cancelled" ? new Error(t("It was stopped.")) : null),
);

/** Ends the task of the worker. */
export const stop = asked.stop;

/** Asks what the present text says; the report before stays until there is another. */
export const lint = () => asked.ask(start, { take: (answer) => answer.report && report.set(answer.report) });

/** A short text is answered at once, a long one by a worker. @returns {Promise<LintTaskOut>} */
async function start() {
  if (boot.source === null) throw new Error(t("Too large to lint here: run python -m scheduler_core lint."));
  const answer = await post("/lint", { source: source.get(), later: true });
  if (!("printed" in answer)) return answer;
  return { id: "", status: "finished", error: null, done: 0, rules: 0, report: answer.report };
}

/** The texts before the fixes that were made here, the latest last. */
export const past = atom(/** @type {Past[]} */ ([]));

/** The findings that are listed. @type {import("../../lib/atoms.js").Source<LintFinding[]>} */
export const findings = computed(() => {
  const { only } = url.state.get();
  return (report.get()?.findings ?? []).filter(({ severity }) => only !== "error" || severity === "error");
});

/** The index of the chosen finding, -1 if there is none. */
export const chosen = computed(() =>
  Math.min(Math.max(Number(url.state.get().finding ?? 1) - 1, 0), findings.get().length - 1),
);

/** @param {number} index */
export const choose = (index) => url.write({ finding: index + 1 });

/** What the source is called where files are printed. */
export const fileName =
  `${boot.title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "source"}.yaml`.replace(
    /\.ya?ml\.yaml$/,
    ".yaml",
  );
