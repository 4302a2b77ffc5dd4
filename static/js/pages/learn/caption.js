// A caption: text with **bold** and `code`, in which {names} are figures of the run, or handles.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";

/** @import { Scene } from "../../types/api.js" */

/**
 * @typedef {{kind: "text" | "code" | "figure", value: string, bold: boolean}} Part
 */

const PIECE = /`([^`]*)`|\{([\w.-]+)\}/g;

/** @param {string} caption @returns {Part[]} */
export const parts = (caption) =>
  caption.split("**").flatMap((text, index) => [...pieces(text, index % 2 === 1)]);

/** @param {string} text @param {boolean} bold @returns {Generator<Part>} */
function* pieces(text, bold) {
  let end = 0;
  for (const match of text.matchAll(PIECE)) {
    if (match.index > end) yield { kind: "text", value: text.slice(end, match.index), bold };
    if (match[1] === undefined) yield { kind: "figure", value: match[2], bold };
    else yield { kind: "code", value: match[1], bold };
    end = match.index + match[0].length;
  }
  if (end < text.length) yield { kind: "text", value: text.slice(end), bold };
}

/**
 * A caption as plain text.
 * @param {string} caption
 * @param {(name: string) => string} figure what stands for a name
 */
export const plain = (caption, figure) =>
  parts(caption)
    .map(({ kind, value }) => (kind === "figure" ? figure(value) : value))
    .join("");

/** A figure as it is read. @param {number | string | undefined} value @param {string} [missing] */
export const written = (value, missing = "…") =>
  typeof value === "number" ? integer(value) : (value ?? missing);

/** A caption's elements with figures in it. @param {string} caption @param {Scene["figures"]} figures */
export const withFigures = (caption, figures) =>
  parts(caption).map(({ kind, value, bold }) => {
    if (kind === "code") return h("code", value);
    const text = kind === "text" ? value : written(figures[value], `{${value}}`);
    return bold ? h("b", text) : text;
  });
