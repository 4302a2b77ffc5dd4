// The question, who asks it and for which node, and how far the search is.

import { h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { ask, failure, inquiry, node, nodeNames, pending, pod, stop, url, waiting } from "./state.js";

/** @import { InquiryOut } from "../../types/api.js" */
/** @import { Waiting } from "./waiting.js" */

export const Head = () => [
  h(Title, { key: "title" }),
  h("div.row.rp-choose", { key: "on" }, h(NodeChooser, {})),
  h("div.rp-progress", { key: "progress" }, h(Progress, {})),
];

function Title() {
  const name = pod.get();
  return h(
    "div.grow",
    h("h1", name ? questionOf(name, node.get()) : nothing()),
    ownWords(inquiry.get()?.answer?.message),
  );
}

/** @param {string | undefined} message */
const ownWords = (message) =>
  message && h("details.rp-message", h("summary.soft", t("The scheduler's message")), h("p", message));

/** @param {string} name @param {string | null} target */
const questionOf = (name, target) =>
  target
    ? t("What would it take to place {pod} on {node}?", { pod: name, node: target })
    : t("What would it take to place {pod}?", { pod: name });

const nothing = () => (pending.get() ? t("No pod is pending") : t("Running…"));

/** Any node, or one by its name. */
function NodeChooser() {
  const [names, target] = [nodeNames.get(), node.get()];
  if (!pod.get()) return null;
  return [
    h(
      "label.rp-on",
      h("span.soft", t("on")),
      h("input.in.mono", {
        list: "rp-nodes",
        value: target ?? "",
        placeholder: t("any node"),
        "aria-label": t("On the node"),
        spellcheck: false,
        autocomplete: "off",
        onchange: ({ currentTarget: input }) => choose(input, names),
      }),
    ),
    h(
      "datalist",
      { id: "rp-nodes" },
      names.map((name) => h("option", { key: name, value: name })),
    ),
    target &&
      h(
        "button.btn",
        { onclick: () => url.write({ node: null, repair: null }, { push: true }) },
        t("Any node"),
      ),
  ];
}

/** @param {HTMLInputElement} input @param {string[]} names */
function choose(input, names) {
  const name = input.value.trim();
  const isNode = !name || names.includes(name);
  input.setCustomValidity(isNode ? "" : t("There is no node with this name."));
  if (input.reportValidity()) url.write({ node: name || null, repair: null }, { push: true });
}

function Progress() {
  const question = inquiry.get();
  const late = waiting.get();
  if (failure.get()) return h("div.row", { role: "status" }, retryButton());
  if (!question && pending.get() && !pod.get()) return null;
  if (!question) return h("span.chip", late === "asked" ? t("requesting") : t("no connection"));
  const { status, answer } = question;
  const attempts = answer ? h("span.mute", tn("{n} cycle tried", "{n} cycles tried", answer.attempts)) : null;
  if (status === "queued" || status === "running")
    return h(
      "div.row",
      { role: "status" },
      late === "asked" ? h("span.chip.accent", t("searching")) : overdue(late),
      attempts,
      h("button.btn", { onclick: stop }, icon("stop"), t("Stop")),
    );
  if (answer?.placed && !answer.target) return h("span.chip.pass", icon("pass", "g g-pass"), t("placed"));
  return h(
    "div.row",
    { role: "status" },
    answer?.complete
      ? h("span.chip.pass", icon("pass", "g g-pass"), t("search complete"))
      : h(
          "span.chip",
          { title: unproven(question) },
          icon("warn"),
          status === "cancelled" ? t("stopped, not proven minimal") : t("not proven minimal"),
        ),
    attempts,
    status === "cancelled" && retryButton(),
  );
}

/** An answer that should have come. @param {Waiting} late */
const overdue = (late) => [
  h(
    "span.chip.reject",
    icon("warn"),
    late === "unclaimed"
      ? t("No worker answers")
      : late === "unreached"
        ? t("The server does not answer")
        : t("No sign of life from the worker for a minute"),
  ),
  late === "unclaimed" && retryButton(),
];

const retryButton = () => h("button.btn", { onclick: ask }, icon("retry"), t("Search again"));

/** @param {InquiryOut} question */
const unproven = ({ answer }) =>
  t("Not every set of up to {n} changes was tried: a cheaper repair is possible.", {
    n: integer(answer?.most_changes ?? 0),
  });
