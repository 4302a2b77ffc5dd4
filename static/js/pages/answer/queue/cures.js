// The smallest changes after which a workload is admitted: each was made, and both halves were run.

import { watch } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { inClauses } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { get, messageOf, post } from "../../../net/api.js";
import { follow, isUnfinished } from "../../../net/question.js";
import { trial } from "../../whatif/trial.js";
import { tryButton } from "../../whatif/tryButton.js";
import { headline, worded } from "./words.js";

/** @import { CuresOut } from "../../../types/api.js" */
/** @import { QueueCure } from "../../../types/engine.js" */

/** @param {string} run @param {string} workload */
export function cureList(run, workload) {
  const body = h("div", { "aria-live": "polite" }, h("p.soft", t("Searching…")));
  /** @type {CuresOut | null} */
  let latest = null;
  follow(
    () => post(`/runs/${run}/cures`, { workload }),
    ({ id }) => get(`/cures/${id}`),
    {
      take(answer) {
        latest = answer;
        draw(body, answer);
      },
      fail: (error) => replace(body, h("p.soft", messageOf(error))),
    },
  );
  watch([trial], () => latest && draw(body, latest));
  return h("section.q-cures", { id: "changes" }, h("h2", t("Smallest changes")), body);
}

/** @param {HTMLElement} body @param {CuresOut} asked */
function draw(body, asked) {
  if (isUnfinished(asked)) return;
  const cures = asked.answer?.cures ?? [];
  replace(
    body,
    cures.length
      ? h(
          "ol.q-list",
          cures.map((cure, i) => line(cure, i, asked.id)),
        )
      : h("p.soft", asked.error ?? t("No change was found that gets it admitted.")),
  );
}

/** @param {QueueCure} cure @param {number} i @param {string} id */
function line(cure, i, id) {
  const words = headline("cures", cure.change);
  const costs = cure.costs.map((cost) => worded("costs", cost));
  const bound = cure.bound === cure.pods;
  return h(
    "li",
    bound ? icon("check", "ic q-pass") : icon("warn", "ic q-reject"),
    h(
      "div",
      h("b", words),
      h(
        "p.soft",
        inClauses(
          bound ? t("admitted, and all pods get a node") : t("admitted, but not all pods get a node"),
          ...costs,
        ),
      ),
    ),
    tryButton(
      { key: `${id} ${i + 1}`, changes: [words], ask: () => post(`/cures/${id}/changes/${i + 1}/try`) },
      "btn small",
    ),
  );
}
