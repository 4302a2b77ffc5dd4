// Words in the reader's language. Messages are English sentences; the catalogue, a script before the modules, has the others.

/** The page's language, for Intl. */
export const language = document.documentElement.lang || "en";

/**
 * @param {string} message a literal, so that it is found for translation
 * @param {Record<string, unknown>} [values] for its {names}
 */
export const t = (message, values) => fill(globalThis.gettext?.(message) ?? message, values);

/**
 * The form for a count, which is {n} in both messages, written as the language writes numbers.
 * @param {string} one @param {string} many @param {number} n @param {Record<string, unknown>} [values]
 */
export function tn(one, many, n, values) {
  return fill(globalThis.ngettext?.(one, many, n) ?? (n === 1 ? one : many), { n: numbers.format(n), ...values });
}

const numbers = new Intl.NumberFormat(language);
const fill = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text);

/**
 * A sentence around elements: `rich(t("{pod} took {n} steps", {n}), {pod: h("b", null, "web-0")})`.
 * @param {string} text with {names} @param {Record<string, any>} values @returns {any[]} children for `h`
 */
export const rich = (text, values) => text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : part));
