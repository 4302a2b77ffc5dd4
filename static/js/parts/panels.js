// What panels are made of: headings, chips, tables.

import { h } from "../lib/dom.js";
import { whenIdle } from "../lib/frame.js";
import { decimal } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { GLYPHS } from "../lib/glyphs.js";
import { glyph, icon } from "../lib/icons.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { CellState } from "../model/matrix.js" */

/** @param {Child} title @param {Child} [mute] @param {...Child} more */
export const heading = (title, mute, ...more) =>
  h("h2.h3", title, mute ? h("span.mute", mute) : null, ...more);

/** @param {...Child} children */
export const section = (...children) => h("section.sec", ...children);
/** @param {Child} text @param {string} [kind] @param {CellState | null} [glyphName] */
export const chip = (text, kind = "", glyphName = null) =>
  h("span", { class: `chip ${kind}` }, glyphName ? glyph(glyphName) : null, text);
/** @param {...Child} children */
export const note = (...children) => h("p.note", icon("info"), h("span", ...children));
/** @param {Child} text @param {string} [extra] */
export const mono = (text, extra = "") => h("span", { class: `mono ${extra}` }, text);
export const grow = () => h("span.grow");
/** @param {...Child} children */
export const scroller = (...children) => h("div.scroll", { tabindex: "0" }, ...children);

/** @type {Partial<Record<CellState, [string, string]>>} */
const VERDICT = {
  pass: ["pass", t("passes")],
  rejected: ["reject", t("rejected")],
  unresolvable: ["unres", t("unresolvable")],
  error: ["error", t("error")],
};

/** The chip of a cell state, in words. @param {CellState} state */
export function verdictChip(state) {
  const [kind, word] = VERDICT[state] ?? ["", GLYPHS[state].word];
  return chip(word, kind, state);
}

/**
 * @typedef {string | HTMLElement | [text: string | HTMLElement, kind: string]} Header of a column, which is
 *   of the kind "num" where it holds numbers
 */

/** Table headers; a column without a name has none. @param {...Header} names */
export const headers = (...names) =>
  h(
    "thead",
    h(
      "tr",
      names.map((name) =>
        Array.isArray(name)
          ? h("th", { class: name[1], scope: "col" }, name[0])
          : name === ""
            ? h("td")
            : h("th", { scope: "col" }, name),
      ),
    ),
  );

const CHUNK = 120;
const AT_ONCE = 24; // rows: those in sight; the others follow when the browser is idle

/**
 * Adds the first rows of a long table; the button that it returns adds more.
 * @template T
 * @param {HTMLElement} body @param {T[]} rows @param {(row: T, index: number) => HTMLElement} make
 */
export function rowsUpTo(body, rows, make) {
  let [listed, rowCount] = [0, 0];
  /** @type {HTMLElement | null} */
  let last = null;
  const add = () => {
    for (const end = Math.min(rowCount + AT_ONCE, listed); rowCount < end; rowCount += 1) {
      const row = make(rows[rowCount], rowCount);
      if (last) last.after(row);
      else body.append(row);
      last = row;
    }
    if (rowCount < listed) whenIdle(() => body.isConnected && add());
  };
  const more = () => {
    listed = Math.min(listed + CHUNK, rows.length);
    button.hidden = listed === rows.length;
    button.textContent = tn("Show more: {n} node left", "Show more: {n} nodes left", rows.length - listed);
    add();
  };
  const button = h("button.btn.more", { onclick: more });
  more();
  return button;
}

/** "ns/name" pods as a short list. @param {string[]} pods */
export const podNames = (pods, most = 3) =>
  pods.length > most
    ? t("{pods} and {n} more", { pods: pods.slice(0, most).join(", "), n: pods.length - most })
    : pods.join(", ");

/** A number in a table cell. @param {Child} value @param {{class?: string}} [attrs] */
export const num = (value, attrs = {}) =>
  h("td", { class: "num", ...attrs }, typeof value === "number" ? decimal(value) : value);
