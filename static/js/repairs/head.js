// The question, who asks it, and how far the search is.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { stop } from "./data.js";
import { failure, inquiry, pending, pod, url } from "./state.js";

/** @import { InquiryOut } from "../types/api.js" */
/** @import { PodGroup } from "../types/engine.js" */

/** @param {HTMLElement} element */
export function mountHead(element) {
  effect([pod, pending, inquiry, failure], () => {
    const name = pod.get();
    replace(
      element,
      h(
        "div",
        { class: "grow" },
        h("h1", null, name ? t("What would it take to place {pod}?", { pod: name }) : nothing()),
        h("p", { class: "soft rp-message" }, inquiry.get()?.answer?.message),
      ),
      name && chooser(pending.get() ?? [], name),
      states(inquiry.get()),
    );
    document.title = name ? `${t("Repairs")}: ${name} · SchedScope` : `${t("Repairs")} · SchedScope`;
  });
}

const nothing = () => (pending.get() ? t("No pod is pending") : t("Running…"));

/** @param {PodGroup[]} groups @param {string} name */
function chooser(groups, name) {
  const names = groups.flatMap(({ namespace, pods }) => pods.map((each) => `${namespace}/${each}`));
  if (!names.includes(name)) names.unshift(name);
  if (names.length < 2) return null;
  const select = h(
    "select",
    {
      class: "in",
      "aria-label": t("Pod"),
      onchange: () => url.write({ pod: select.value, repair: null }, { push: true }),
    },
    names.map((each) => h("option", { value: each, selected: each === name }, each)),
  );
  return select;
}

/** @param {InquiryOut | null} question */
function states(question) {
  if (failure.get()) return null;
  if (!question) return h("span", { class: "chip" }, t("asking"));
  const { status, answer } = question;
  const attempts = answer
    ? h("span", { class: "mute" }, tn("{n} cycle tried", "{n} cycles tried", answer.attempts))
    : null;
  if (status === "queued" || status === "running")
    return h(
      "div",
      { class: "row", role: "status" },
      h("span", { class: "chip accent" }, t("searching")),
      attempts,
      h("button", { class: "btn", type: "button", onclick: stop }, icon("stop"), t("Stop")),
    );
  if (answer?.placed) return h("span", { class: "chip pass" }, icon("pass", "g g-pass"), t("placed"));
  return h(
    "div",
    { class: "row", role: "status" },
    answer?.complete
      ? h("span", { class: "chip pass" }, icon("pass", "g g-pass"), t("search complete"))
      : h(
          "span",
          { class: "chip", title: unproven(question) },
          icon("warn"),
          status === "cancelled" ? t("stopped, not proven minimal") : t("not proven minimal"),
        ),
    attempts,
  );
}

/** @param {InquiryOut} question */
const unproven = ({ answer }) =>
  t("Not every set of up to {n} changes was tried: a cheaper repair is possible.", {
    n: integer(answer?.most_changes ?? 0),
  });
