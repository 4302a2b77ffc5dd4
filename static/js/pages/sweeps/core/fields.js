// The fields of a new sweep: an input with a label, a hint and the errors at its place.

import { h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { numbersOf } from "../../../model/sweeps/numbers.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { Problem } from "../../../lib/problems.js" */

/**
 * @typedef {object} Field
 * @property {string} path below the specification, which errors begin with
 * @property {HTMLElement} element
 * @property {(message: string) => void} complain "" takes the complaint away
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

/**
 * @param {string} path
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {Child} [hint]
 * @returns {Field}
 */
export function field(path, label, input, hint) {
  const id = `sw-error-${(count += 1)}`;
  const error = h("span.sw-error", { id, role: "alert" });
  input.setAttribute("aria-describedby", id);
  return {
    path,
    element: h("label.sw-field", h("span", label), input, hint && h("span.mute", hint), error),
    complain: (message) => {
      replace(error, message);
      if (message) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

/**
 * Boxes to check under one title.
 * @param {string} path @param {string} title @param {Child[]} boxes @returns {Field}
 */
export function group(path, title, boxes) {
  const error = h("span.sw-error", { role: "alert" });
  return {
    path,
    element: h("fieldset.sw-boxes", h("legend", title), boxes, error),
    complain: (message) => void replace(error, message),
  };
}

/** @param {string} name @param {string} value @param {boolean} checked @param {Child} text */
export const box = (name, value, checked, text) =>
  h("label", h("input", { type: "checkbox", name, value, checked }), h("span", text));

/** The values that are checked in a group. @param {Field} of */
export const checked = ({ element }) =>
  [...element.querySelectorAll("input")].filter((input) => input.checked).map(({ value }) => value);

/** @param {number} value @param {number} most */
export const numberInput = (value, most) =>
  h("input.in", { type: "number", min: 1, max: most, step: 1, value, required: true });

/** @param {number[]} values */
export const listInput = (values) =>
  h("input.in.mono", { value: values.join(", "), required: true, autocomplete: "off", spellcheck: "false" });

/** @param {Field} of @param {HTMLInputElement} input */
export function readNumbers(of, input) {
  const values = numbersOf(input.value);
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
