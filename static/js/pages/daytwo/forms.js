// The form of an action, to add one or to change one.

import { keptOf } from "../../import/engine.js";
import { openDialog } from "../../lib/dialog.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { added, replaced } from "../../model/daysteps.js";
import { plainYaml } from "../../model/plainyaml.js";
import { messageOf, post } from "../../net/api.js";
import { change } from "./editing.js";
import { TIMING } from "./fields.js";
import { steps, timeline } from "./state.js";
import { STEPS, stepWords } from "./steps.js";

/** @import { StepKind } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */
/** @import { Field } from "./fields.js" */

/**
 * @param {StepKind} kind
 * @param {number | null} [at] the step that is changed; null adds one
 * @param {Step} [preset] what a new step begins with
 */
export function openForm(kind, at = null, preset = {}) {
  const before = at === null ? preset : steps.get()[at];
  const { title, fields } = STEPS[kind];
  openDialog(
    title,
    (close) => {
      const inputs = new Map([...fields, ...TIMING].map((field) => [field, inputOf(field, before)]));
      const problem = h("p.note", { role: "alert", hidden: true });
      /** @param {Event} event */
      const onsubmit = async (event) => {
        event.preventDefault();
        try {
          const step = await stepOf(kind, before, inputs);
          const list = steps.get();
          change(at === null ? added(list, step) : replaced(list, at, step), stepWords(step));
          close();
        } catch (error) {
          problem.hidden = false;
          replace(problem, messageOf(error));
        }
      };
      const own = fields.map((field) => labelled(field, inputs));
      const timing = TIMING.map((field) => labelled(field, inputs));
      return h(
        "form.dt-form",
        { onsubmit },
        h("div", { class: fields.length > 1 ? "two" : "dt-form" }, own),
        h("details", h("summary", t("Timing")), h("div.dt-form", timing)),
        problem,
        h(
          "div.row",
          h("button.btn.primary", { type: "submit" }, at === null ? t("Play") : t("Play again")),
          h("button.btn", { onclick: close }, t("Cancel")),
        ),
      );
    },
    "day-dialog",
  );
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input */

/** @param {Field} field @param {Step} step @returns {Input} */
function inputOf(field, step) {
  const table = timeline.get();
  const offers = table && field.offers ? field.offers(table).slice(0, 2000) : [];
  const value = field.display(step);
  const { name, required, placeholder } = field;
  if (field.kind === "choice") {
    const options = required ? offers : ["", ...offers];
    const all = value && !options.includes(value) ? [value, ...options] : options;
    return h(
      "select.in",
      { name, required },
      all.map((option) =>
        h("option", { value: option, selected: option === value }, option || t("as written")),
      ),
    );
  }
  if (field.kind === "manifest")
    return h("textarea.in", { name, rows: 10, required, spellcheck: "false" }, value);
  if (field.kind === "check") return h("input", { type: "checkbox", name, checked: value === "on" });
  return h("input.in", {
    name,
    type: field.kind,
    value,
    required,
    placeholder,
    min: field.kind === "number" ? 0 : null,
    list: offers.length ? `offers-${name}` : null,
    autocomplete: "off",
    spellcheck: "false",
  });
}

/** @param {Field} field @param {Map<Field, Input>} inputs */
function labelled(field, inputs) {
  const input = /** @type {Input} */ (inputs.get(field));
  const table = timeline.get();
  const list = input.getAttribute("list");
  return [
    h("label", h("span", field.label), input),
    list &&
      table &&
      h(
        "datalist",
        { id: list },
        field
          .offers?.(table)
          .slice(0, 2000)
          .map((value) => h("option", { value })),
      ),
  ];
}

/**
 * What the form does not ask for stays as it was.
 * @param {StepKind} kind @param {Step} before @param {Map<Field, Input>} inputs @returns {Promise<Step>}
 */
async function stepOf(kind, before, inputs) {
  /** @type {Step} */
  const step = { ...before };
  for (const { name } of inputs.keys()) if (name in step) delete step[name];
  if (kind === "rollout") delete step.strategy;
  for (const [field, input] of inputs) {
    const isOn = !(input instanceof HTMLInputElement && input.type === "checkbox") || input.checked;
    if (isOn && input.value.trim()) field.write(input.value.trim(), step);
  }
  if (typeof step[kind] === "string" && (kind === "apply" || kind === "configure"))
    return (await readText(`steps:\n- ${kind}:\n${indented((await keptOf(step[kind])).text)}\n`))[0];
  return step;
}

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, "    ");

/** The steps of a text, as the server reads it. @param {string} source @returns {Promise<Step[]>} */
async function readText(source) {
  const { steps: list } = await post("/steps", { source });
  return /** @type {Step[]} */ (list);
}

/** All steps as one text. */
export function openText() {
  openDialog(
    t("All actions as YAML"),
    (close) => {
      const text = h("textarea.in", {
        rows: 16,
        spellcheck: "false",
        "aria-label": t("Steps"),
        value: plainYaml({ steps: steps.get() }),
      });
      const problem = h("p.note", { role: "alert", hidden: true });
      /** @param {Event} event */
      const onsubmit = async (event) => {
        event.preventDefault();
        try {
          change(await readText(text.value), t("The actions are being replayed"));
          close();
        } catch (error) {
          problem.hidden = false;
          replace(problem, messageOf(error));
        }
      };
      return h(
        "form.dt-form",
        { onsubmit },
        text,
        problem,
        h("div.row", h("button.btn.primary", { type: "submit" }, t("Play again"))),
      );
    },
    "day-dialog",
  );
}
