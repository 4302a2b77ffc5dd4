// A cell of the Filter matrix: its verdict, its steps, what failed first, and what would make it pass.

import { copyText } from "../../../lib/clipboard.js";
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { matrixOf } from "../../../model/matrix.js";
import { tryChange } from "./tryChange.js";
import { verdictChip } from "../../../parts/panels.js";
import { factLink, named } from "../../../parts/factLink.js";
import { sec, title, verdict } from "../../../parts/reasons.js";
import { explained } from "../../../parts/term.js";
import { pluginOf } from "../../../plugins/registry.js";

/** @import { FilterExplanation, FilterStep, StatusStep } from "../../../types/engine.js" */
/** @import { Matrix } from "../../../model/matrix.js" */
/** @import { FilterForm, Viewed } from "../../../plugins/descriptor.js" */

/** @param {Viewed} now @param {FilterExplanation} data of a verdict */
export function filterParts(now, data) {
  const steps = placed(data).map(({ step, place }) => formOf(data.plugin, step).full(step, now, place));
  // what failed comes first
  const order = data.steps
    .map((_, i) => i)
    .sort((a, b) => Number(passed(data.steps[a])) - Number(passed(data.steps[b])));
  return [
    headline(now, data),
    order.map((i) => steps[i]),
    steps.length ? null : h("section.sec", h("p.soft", t("This plugin has nothing to check for this pod."))),
    remedies(now, data),
    (data.reasons ?? []).map((reason) => reasonText(reason)),
  ];
}

/** Each step with its place among those that are numbered together. @param {FilterExplanation} explained */
function placed({ plugin, node, steps }) {
  /** @param {FilterStep} step */
  const family = (step) => formOf(plugin, step).family ?? step.kind;
  /** @type {Map<string, number>} */
  const counts = new Map();
  const indexed = steps.map((step) => {
    const index = counts.get(family(step)) ?? 0;
    counts.set(family(step), index + 1);
    return { step, index };
  });
  return indexed.map(({ step, index }) => ({
    step,
    place: { index, of: counts.get(family(step)) ?? 0, node },
  }));
}

/** @param {string | null} plugin @param {FilterStep} step @returns {Form} */
const formOf = (plugin, step) =>
  /** @type {Form | undefined} */ (pluginOf(plugin).filter?.[step.kind]) ?? /** @type {Form} */ (STATUS);

/** The answer of a plugin without operands. */
const STATUS = {
  family: "status",
  /** @param {StatusStep} step */
  full: (step) =>
    sec(
      title(t("Answer"), verdict(step.code === "Success", step.code)),
      (step.reasons ?? []).map((reason) => h("p.mono.t12", reason)),
    ),
};

/** @param {string} reason */
const reasonText = (reason) =>
  h(
    "section.sec",
    h(
      "div.msg-row",
      h("span.msg.mono.grow", reason),
      h(
        "button.btn.bare.icon",
        {
          "aria-label": t("Copy the message"),
          title: t("Copy"),
          onclick: () => copyText(reason, t("The message")),
        },
        icon("copy"),
      ),
    ),
  );

/** @typedef {Omit<FilterForm<FilterStep>, "finding"> & Partial<FilterForm<FilterStep>>} Form */

/** @param {Viewed} now @param {FilterExplanation} data */
function headline(now, data) {
  const matrix = matrixOf(now.data);
  const node = now.data.indexOf(data.node);
  const { state, counterfactual } = matrix.cell(node, data.plugin, true);
  return h(
    "section.sec",
    h("p.why-t", explained(finding(now, data))),
    h(
      "p.row.wrap-row",
      verdictChip(state),
      data.code !== "Success" ? h("span.chip", data.code) : null,
      h(
        "span.mute.t12",
        state === "unresolvable"
          ? t("preemption cannot help")
          : state === "rejected"
            ? t("preemption may help")
            : "",
      ),
    ),
    counterfactual ? h("p.note.hatched", glyph("unreached"), unrun(matrix, node)) : null,
  );
}

/** @param {Matrix} matrix @param {number} node */
function unrun(matrix, node) {
  const first = matrix.first(node);
  return first
    ? t("kube-scheduler did not run this: {plugin} had already rejected the node.", { plugin: first })
    : t("kube-scheduler did not run this: the search ended with enough feasible nodes.");
}

/** @param {FilterStep} step */
const passed = (step) => (step.kind === "status" ? step.code === "Success" : step.ok);

/**
 * The finding, from a template over the first failing step.
 * @param {Viewed} now @param {FilterExplanation} data
 */
function finding({ cycle }, data) {
  const { node } = data;
  const pod = cycle.pod.split("/")[1];
  const failing = data.steps.find((step) => !passed(step));
  if (!failing || data.code === "Success") return t("{node} passes {plugin}", { node, plugin: data.plugin });
  const { finding: sentence } = formOf(data.plugin, failing);
  return sentence
    ? sentence(failing, pod, node)
    : t("{plugin} rejects {node}", { plugin: data.plugin, node });
}

/** @param {Viewed} now @param {FilterExplanation} data */
function remedies(now, data) {
  const plugin = pluginOf(data.plugin);
  const list = plugin.remedies?.(data.steps, now) ?? [];
  const tried = plugin.tries && matrixOf(now.data).first(now.data.indexOf(data.node)) === data.plugin;
  if (!list.length && !tried) return null;
  return h(
    "section.sec",
    h(
      "h3",
      t("Would pass if"),
      list.length ? h("span.mute", t("any one of these, everything else unchanged")) : null,
    ),
    list.length
      ? h(
          "ul.fix",
          list.map(({ words, change }) => h("li", h("span", words), tryChange(now, change))),
        )
      : null,
    tried
      ? h(
          "p.t12.more-l",
          factLink(t("See the changes that were tried"), named("remedies", data.node), {
            title: t("The result of each change"),
          }),
        )
      : null,
  );
}
