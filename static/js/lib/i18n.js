// Words in the reader's language. Messages are English sentences; the catalogue, a script before the modules,
// has the others.

/** @import { Phrase } from "../types/engine.js" */

/** The page's language, for Intl; English where there is no page. */
export const language = globalThis.document?.documentElement.lang || "en";

/**
 * What Django's catalogue defines; without one, English.
 * @type {{gettext?: (message: string) => string, ngettext?: (one: string, many: string, n: number) =>
 *   string}}
 */
const catalogue = /** @type {{}} */ (globalThis);

/**
 * @param {string} message a literal, so that `make messages` collects it
 * @param {Record<string, unknown>} [values] for its {names}
 */
export const t = (message, values) => fill(catalogue.gettext?.(message) ?? message, values);

/**
 * The form for a count, which is {n} in both messages, formatted as in the language.
 * @param {string} one @param {string} many @param {number} n @param {Record<string, unknown>} [values]
 */
export function tn(one, many, n, values) {
  return fill(catalogue.ngettext?.(one, many, n) ?? (n === 1 ? one : many), {
    n: numbers.format(n),
    ...values,
  });
}

/** What is said without an end, such as a heading, as a sentence among others. @param {string} said */
export const ended = (said) => t("{said}.", { said });

/**
 * A sentence of the engine (`static/js/wording`, which `make messages` reads); of two forms, that for `n`.
 * @param {string | string[]} template @param {Record<string, unknown>} [operands]
 */
export const sentence = (template, operands) =>
  typeof template === "string"
    ? t(template, operands)
    : tn(template[0], template[1], Number(operands?.n), operands);

/**
 * A sentence of the engine that has one operand at most, whatever its name.
 * @param {string} template @param {string} operand
 */
export const sentenceWith = (template, operand) => t(template).replace(/\{\w+\}/, () => operand);

/**
 * A sentence that an answer has as a template and its operands, some of which are such sentences.
 * @param {Phrase} said @returns {string}
 */
export const phrase = ({ template, operands }) =>
  t(
    template,
    Object.fromEntries(
      Object.entries(operands).map(([name, operand]) => [
        name,
        typeof operand === "string" ? operand : phrase(operand),
      ]),
    ),
  );

const numbers = new Intl.NumberFormat(language);

/** @param {string} text @param {Record<string, unknown>} [values] */
const fill = (text, values) =>
  values
    ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
    : text;

/**
 * A sentence around elements: `rich(t("{pod} took {n} steps", {n}), {pod: h("b", null, "web-0")})`.
 * @template T
 * @param {string} text with {names} @param {Record<string, T>} values
 * @returns {(string | T)[]} children for `h`
 */
export const rich = (text, values) =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : part));
