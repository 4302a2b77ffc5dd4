// The question, and how far its answer is.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icon.js";
import { boot } from "../state.js";
import { failure, inquiry, isSearching, stop } from "./state.js";

/** @import { ClusterInquiryOut } from "../../../types/api.js" */

/** @type {Record<string, () => string>} */
export const TITLES = {
  run: () => t("Which fix places the most pods?"),
  more: () => t("How many more pods fit?"),
  drop: () => t("Which nodes can be removed?"),
};

export const Head = () => [h("h1.grow", TITLES[boot.question]()), !failure.get() && states(inquiry.get())];

/** @param {ClusterInquiryOut | null} question */
function states(question) {
  if (!question) return null;
  if (isSearching(question))
    return h(
      "div.row",
      { role: "status" },
      h("span.chip.accent", t("searching")),
      progress(question),
      h("button.btn", { onclick: stop }, icon("stop"), t("Stop")),
    );
  return h(
    "div.row",
    { role: "status" },
    question.status === "cancelled"
      ? h("span.chip", icon("warn"), t("stopped, not complete"))
      : h("span.chip.pass", icon("pass", "g g-pass"), t("search complete")),
  );
}

/** @param {ClusterInquiryOut} question */
function progress({ whole_run, capacity, removal, leaving }) {
  const steps = whole_run ?? removal ?? leaving?.[0];
  if (steps)
    return h(
      "span.mute",
      t("{done} of {total}", { done: integer(steps.done), total: integer(steps.total) }),
      " ",
      h("progress", { value: steps.done, max: Math.max(steps.total, 1), "aria-label": t("Progress") }),
    );
  return capacity && h("span.mute", t("{n} placed so far", { n: integer(capacity.capacity.pods) }));
}
