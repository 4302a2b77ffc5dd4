// The fields of a new sweep: an input with a label, a hint and the errors at its place.

import { atom } from "../../../lib/atoms.js";
import { t } from "../../../lib/i18n.js";
import { h } from "../../../lib/view.js";
import { numbersOf } from "../../../model/sweeps/numbers.js";

/** @import { Atom } from "../../../lib/atoms.js" */
/** @import { Attributes, Child } from "../../../lib/view.js" */
/** @import { Problem } from "../../../lib/problems.js" */

/**
 * @typedef {object} Field
 * @property {string} path below the specification, which errors begin with
 * @property {() => Child} View
 * @property {(message: string) => void} complain "" takes the complaint away
 *
 * @typedef {object} Input what is typed or chosen
 * @property {Atom<string>} value
 * @property {(more: Attributes<any>) => Child} draw
 *
 * @typedef {{value: string, text: Child}} Box to check
 */

/** What cannot be read as it is typed, at a field. */
export class Unreadable extends Error {
  /** @param {Field} of @param {string} message */
  constructor(of, message) {
    super(message);
    this.field = of;
  }
}

let count = 0;

/** @param {string} path @param {string} label @param {Input} input @param {Child} [hint] @returns {Field} */
export function field(path, label, input, hint) {
  const id = `sw-error-${(count += 1)}`;
  const complaint = atom("");
  const View = () =>
    h(
      "label.sw-field",
      h("span", label),
      input.draw({ "aria-describedby": id, "aria-invalid": complaint.get() ? "true" : null }),
      hint && h("span.mute", hint),
      h("span.sw-error", { id, role: "alert" }, complaint.get()),
    );
  return { path, View, complain: complaint.set };
}

/**
 * Boxes to check under one title.
 * @param {string} path @param {string} title @param {Box[]} boxes
 * @param {Iterable<string>} first the values that are checked @param {string} [fixed] what always is
 * @returns {Field & {checked: () => string[]}}
 */
export function group(path, title, boxes, first, fixed) {
  const complaint = atom("");
  const chosen = atom(/** @type {ReadonlySet<string>} */ (new Set(first)));
  /** @param {string} value */
  const toggle = (value) =>
    chosen.update((values) => {
      const others = new Set(values);
      if (!others.delete(value)) others.add(value);
      return others;
    });
  /** @param {Attributes<HTMLInputElement>} attributes @param {Child} text */
  const box = (attributes, text) =>
    h("label", h("input", { type: "checkbox", ...attributes }), h("span", text));
  const View = () =>
    h(
      "fieldset.sw-boxes",
      h("legend", title),
      fixed && box({ checked: true, disabled: true }, fixed),
      boxes.map(({ value, text }) =>
        box({ value, checked: chosen.get().has(value), onchange: () => toggle(value) }, text),
      ),
      h("span.sw-error", { role: "alert" }, complaint.get()),
    );
  const checked = () => boxes.map(({ value }) => value).filter((value) => chosen.get().has(value));
  return { path, View, complain: complaint.set, checked };
}

/**
 * @param {"input.in" | "input.in.mono" | "textarea.in"} selector @param {string} initial
 * @param {Attributes<any>} attributes @returns {Input}
 */
export function textInput(selector, initial, attributes) {
  const value = atom(initial);
  const oninput = (/** @type {any} */ { currentTarget }) => value.set(currentTarget.value);
  return { value, draw: (more) => h(selector, { ...attributes, ...more, value: value.get(), oninput }) };
}

/**
 * @param {[value: string, text: string][]} options @param {string} initial
 * @param {(value: string) => void} [chosen] told of what is chosen @returns {Input}
 */
export function choice(options, initial, chosen) {
  const value = atom(initial);
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const onchange = ({ currentTarget }) => {
    value.set(currentTarget.value);
    chosen?.(currentTarget.value);
  };
  const draw = (/** @type {Attributes<any>} */ more) =>
    h(
      "select.in",
      { ...more, value: value.get(), onchange },
      options.map(([name, text]) => h("option", { value: name }, text)),
    );
  return { value, draw };
}

/** @param {number} value @param {number} most */
export const numberInput = (value, most) =>
  textInput("input.in", String(value), { type: "number", min: 1, max: most, step: 1, required: true });

/** @param {number[]} values */
export const listInput = (values) =>
  textInput("input.in.mono", values.join(", "), { required: true, autocomplete: "off", spellcheck: false });

/** @param {Field} of @param {Input} input */
export function readNumbers(of, input) {
  const values = numbersOf(input.value.get());
  if (!values) throw new Unreadable(of, t("Write whole numbers and ranges, such as 0..6, 8"));
  return values;
}

/**
 * Shows errors at the fields that they are about; returns the others.
 * @param {Field[]} fields @param {Problem[]} errors
 */
export function place(fields, errors) {
  return errors.filter(({ path, message }) => {
    const at = path.replace(/^sweep\.?/, "");
    const of = fields.find(
      (candidate) =>
        at === candidate.path || at.startsWith(`${candidate.path}[`) || at.startsWith(`${candidate.path}.`),
    );
    of?.complain(message);
    return !of;
  });
}
