// Every atom of the page Lint, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { laidOut } from "../../lib/jsonlayout.js";
import { urlState } from "../../lib/urlstate.js";

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

/** How far a worker is with a text that takes long; null if none is needed. */
export const task = atom(/** @type {import("../../types/api.js").LintTaskOut | null} */ (null));

/** Why there is no report. */
export const failure = atom(/** @type {Error | null} */ (null));

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
