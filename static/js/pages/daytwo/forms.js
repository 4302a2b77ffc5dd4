// The form of an action, to add one or to change one.

import { keptOf } from "../../import/engine.js";
import { atom } from "../../lib/atoms.js";
import { openDialog } from "../../lib/dialog.js";
import { h, island } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { added, replaced } from "../../model/daysteps.js";
import { plainYaml } from "../../model/plainyaml.js";
import { messageOf, post } from "../../net/api.js";
import { change } from "./editing.js";
import { TIMING } from "./fields.js";
import { steps, timeline } from "./state.js";
import { STEPS, stepWords } from "./steps.js";

/** @import { Child } from "../../lib/view.js" */
/** @import { StepKind } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */
/** @import { Field } from "./fields.js" */

const MOST_OFFERS = 2000;

/**
 * @param {StepKind} kind
 * @param {number | null} [at] the step that is changed; null adds one
 * @param {Step} [preset] what a new step begins with
 */
export function openForm(kind, at = null, preset = {}) {
  const before = at === null ? preset : steps.get()[at];
  const { title, fields } = STEPS[kind];
  /** @param {FormData} data */
  const play = async (data) => {
    const step = await stepOf(kind, before, data);
    const list = steps.get();
    change(at === null ? added(list, step) : replaced(list, at, step), stepWords(step));
  };
  const content = [
    h(
      "div",
      { class: fields.length > 1 ? "two" : "dt-form" },
      fields.map((field) => labelled(field, before)),
    ),
    h(
      "details",
      h("summary", t("Timing")),
      h(
        "div.dt-form",
        TIMING.map((field) => labelled(field, before)),
      ),
    ),
  ];
  open(title, content, at === null ? t("Play") : t("Play again"), play);
}

/** All steps as one text. */
export function openText() {
  const text = h("textarea.in", {
    name: "text",
    rows: 16,
    spellcheck: false,
    "aria-label": t("Steps"),
    value: plainYaml({ steps: steps.get() }),
  });
  open(t("All actions as YAML"), text, t("Play again"), async (data) =>
    change(await readText(textIn(data, "text")), t("The actions are being replayed")),
  );
}

/**
 * A form that closes once its text is taken, and else says why not. Nothing in it is drawn twice: what is
 * typed stays.
 * @param {string} title @param {Child} content @param {string} label of its button
 * @param {(data: FormData) => Promise<void>} take
 */
function open(title, content, label, take) {
  const problem = atom("");
  const Problem = () => h("p.note", { role: "alert", hidden: !problem.get() }, problem.get());
  openDialog(
    title,
    (close) =>
      island(
        () =>
          h(
            "form.dt-form",
            {
              onsubmit: async (event) => {
                event.preventDefault();
                try {
                  await take(new FormData(event.currentTarget));
                  close();
                } catch (error) {
                  problem.set(messageOf(error));
                }
              },
            },
            content,
            h(Problem, {}),
            h(
              "div.row",
              h("button.btn.primary", { type: "submit" }, label),
              h("button.btn", { onclick: close }, t("Cancel")),
            ),
          ),
        {},
      ),
    "day-dialog",
  );
}

/** @param {Field} field @param {Step} step what it begins with */
function labelled(field, step) {
  const table = timeline.get();
  const offers = table && field.offers ? field.offers(table).slice(0, MOST_OFFERS) : [];
  const list = offers.length && field.kind !== "choice" ? `offers-${field.name}` : null;
  return [
    h("label", h("span", field.label), inputOf(field, field.display(step), offers, list)),
    list &&
      h(
        "datalist",
        { id: list },
        offers.map((value) => h("option", { value })),
      ),
  ];
}

/** @param {Field} field @param {string} value @param {string[]} offers @param {string | null} list of them */
function inputOf({ name, kind, required, placeholder }, value, offers, list) {
  if (kind === "choice") {
    const options = required ? offers : ["", ...offers];
    const all = value && !options.includes(value) ? [value, ...options] : options;
    return h(
      "select.in",
      { name, required, value: value || undefined },
      all.map((option) => h("option", { value: option }, option || t("as written"))),
    );
  }
  if (kind === "manifest") return h("textarea.in", { name, rows: 10, required, spellcheck: false, value });
  if (kind === "check") return h("input", { type: "checkbox", name, checked: value === "on" });
  return h("input.in", {
    name,
    type: kind,
    value,
    required,
    placeholder,
    min: kind === "number" ? 0 : null,
    list,
    autocomplete: "off",
    spellcheck: false,
  });
}

/**
 * What the form does not ask for stays as it was.
 * @param {StepKind} kind @param {Step} before @param {FormData} data @returns {Promise<Step>}
 */
async function stepOf(kind, before, data) {
  const fields = [...STEPS[kind].fields, ...TIMING];
  /** @type {Step} */
  const step = { ...before };
  for (const { name } of fields) if (name in step) delete step[name];
  if (kind === "rollout") delete step.strategy;
  for (const field of fields) {
    const text = textIn(data, field.name);
    if (text) field.write(text, step);
  }
  if (typeof step[kind] === "string" && (kind === "apply" || kind === "configure"))
    return (await readText(`steps:\n- ${kind}:\n${indented((await keptOf(step[kind])).text)}\n`))[0];
  return step;
}

/** @param {FormData} data @param {string} name */
const textIn = (data, name) => String(data.get(name) ?? "").trim();

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, "    ");

/** The steps of a text, as the server reads it. @param {string} source @returns {Promise<Step[]>} */
async function readText(source) {
  const { steps: list } = await post("/steps", { source });
  return /** @type {Step[]} */ (list);
}
