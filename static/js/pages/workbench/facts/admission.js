// What the API server, its admission plugins and the controllers did before the scheduler saw the objects:
// values that were filled in, objects that would not exist, and what the input leaves open.

import { h, replace } from "../../../lib/dom.js";
import { rich, t } from "../../../lib/i18n.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { admissionParts, countsOf, isEmpty } from "../../../parts/admission.js";
import { note, section } from "../../../parts/panels.js";
import { ask } from "../core/data.js";
import { run, theRun, url } from "../core/state.js";

/** @import { AdmissionReport } from "../../../types/engine.js" */

/** The tab of the whole run. @param {boolean} [quiet] says nothing where nothing was filled in */
export function admissionBody(quiet = false) {
  const body = h("div.admission");
  load(body, (report) => replace(body, isEmpty(report) && quiet ? null : admissionParts(report)));
  return body;
}

/** A line that opens the tab; nothing while there is nothing to say. */
export function admissionLine() {
  const element = h("div");
  redrawWhileMounted(element, () => load(element, (report) => replace(element, line(report))));
  return element;
}

/** @param {HTMLElement} element @param {(report: AdmissionReport) => void} show */
async function load(element, show) {
  if (!run.get()) return;
  /** @type {AdmissionReport | Error} */
  const answer = await ask(`/runs/${theRun().id}/admission`).catch((error) => error);
  if (!(answer instanceof Error)) return show(answer);
  replace(element, note(t("This could not be loaded: {message}", { message: answer.message })));
}

/** @param {AdmissionReport} report */
function line(report) {
  const counts = countsOf(report);
  if (!counts) return null;
  const open = () => url.write({ point: "Run", show: "admission" }, { push: true });
  return section(
    h(
      "p",
      { class: `soft${report.refused.length ? " g-rej" : ""}` },
      rich(t("{label}: {text}"), {
        label: t("Filled in before scheduling"),
        text: h("button.link", { onclick: open }, counts),
      }),
    ),
  );
}
