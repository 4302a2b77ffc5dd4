// A canvas context that records SVG: it has the calls that the map uses, so that one drawing routine makes
// both.

/** @param {number} value */
const NUMBER = (value) => String(Math.round(value * 100) / 100);

/** @param {number} x @param {number} y @param {number} w @param {number} h */
const box = (x, y, w, h) => ({ x: NUMBER(x), y: NUMBER(y), width: NUMBER(w), height: NUMBER(h) });

/** Null ones are left out. @typedef {Record<string, string | number | null | undefined>} MarkupAttributes */

/** @param {string} tag @param {MarkupAttributes} attributes @param {string} [content] */
function markup(tag, attributes, content) {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${value}"`],
  );
  return `<${tag}${written.join("")}${content === undefined ? "/>" : `>${content}</${tag}>`}`;
}

/**
 * The style of strokes and texts.
 * @typedef {Pick<SvgContext, "fillStyle" | "strokeStyle" | "lineWidth" | "lineCap" | "lineJoin" | "font" |
 *   "textAlign"
 *   | "textBaseline" | "letterSpacing" | "globalAlpha" | "dash">} State
 */

export class SvgContext {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  font = "10px sans-serif";
  textAlign = "start";
  textBaseline = "alphabetic";
  letterSpacing = "0px";
  globalAlpha = 1;
  /** @type {number[]} */
  dash = [];

  /** @param {OffscreenCanvasRenderingContext2D | null} [measure] measures texts */
  constructor(measure = null) {
    this.measure = measure;
    /** @type {string[]} */
    this.parts = [];
    this.path = "";
    this.clips = 0;
    this.open = 0; // groups of the present state
    /** @type {(State & {open: number})[]} */
    this.stack = [];
  }

  save() {
    this.stack.push({ ...this.state(), open: this.open });
    this.open = 0;
  }

  /** @returns {State} what `save` keeps */
  state() {
    const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, font } = this;
    const { textAlign, textBaseline, letterSpacing, globalAlpha, dash } = this;
    return {
      fillStyle,
      strokeStyle,
      lineWidth,
      lineCap,
      lineJoin,
      font,
      textAlign,
      textBaseline,
      letterSpacing,
      globalAlpha,
      dash,
    };
  }

  restore() {
    this.parts.push("</g>".repeat(this.open));
    Object.assign(this, this.stack.pop());
  }

  /** @param {string} attributes */
  group(attributes) {
    this.parts.push(`<g ${attributes}>`);
    this.open += 1;
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.group(`transform="translate(${NUMBER(x)} ${NUMBER(y)})"`);
  }

  /** @param {number} x @param {number} y */
  scale(x, y) {
    this.group(`transform="scale(${NUMBER(x)} ${NUMBER(y)})"`);
  }

  clip() {
    const id = `c${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.group(`clip-path="url(#${id})"`);
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  beginPath() {
    this.path = "";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.path += `M${NUMBER(x)} ${NUMBER(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.path += `L${NUMBER(x)} ${NUMBER(y)}`;
  }

  /** @param {number} cx @param {number} cy @param {number} x @param {number} y */
  quadraticCurveTo(cx, cy, x, y) {
    this.path += `Q${[cx, cy, x, y].map(NUMBER).join(" ")}`;
  }

  /** A whole circle: the map draws no other arcs. @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    /** @param {number} dx */
    const half = (dx) => `a${NUMBER(r)} ${NUMBER(r)} 0 1 0 ${NUMBER(dx)} 0`;
    this.path += `M${NUMBER(x - r)} ${NUMBER(y)}${half(2 * r)}${half(-2 * r)}`;
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
  roundRect(x, y, w, h, r) {
    /** @param {number} dx @param {number} dy */
    const round = (dx, dy) => `a${NUMBER(r)} ${NUMBER(r)} 0 0 1 ${NUMBER(dx)} ${NUMBER(dy)}`;
    const [across, down] = [w - 2 * r, h - 2 * r];
    this.path += [
      `M${NUMBER(x + r)} ${NUMBER(y)}`,
      `h${NUMBER(across)}${round(r, r)}v${NUMBER(down)}${round(-r, r)}`,
      `h${NUMBER(-across)}${round(-r, -r)}v${NUMBER(-down)}${round(r, -r)}z`,
    ].join("");
  }

  closePath() {
    this.path += "z";
  }

  fill() {
    this.add("path", { d: this.path, fill: this.fillStyle });
  }

  stroke() {
    this.strokePath(this.path);
  }

  /** @param {string} d */
  strokePath(d) {
    this.add("path", {
      d,
      fill: "none",
      stroke: this.strokeStyle,
      "stroke-width": NUMBER(this.lineWidth),
      "stroke-linecap": this.lineCap,
      "stroke-linejoin": this.lineJoin,
      "stroke-dasharray": this.dash.join(" ") || null,
    });
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  fillRect(x, y, w, h) {
    this.add("rect", { ...box(x, y, w, h), fill: this.fillStyle });
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  strokeRect(x, y, w, h) {
    const line = { stroke: this.strokeStyle, "stroke-width": NUMBER(this.lineWidth) };
    this.add("rect", { ...box(x, y, w, h), fill: "none", ...line });
  }

  /** @param {string} text */
  measureText(text) {
    if (!this.measure) throw new Error("nothing measures texts");
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    const anchor = this.textAlign === "center" ? "middle" : this.textAlign === "end" ? "end" : "start";
    const [, weight, size, family] = /^(?:(\d+) )?([\d.]+px) (.*)$/.exec(this.font) ?? [];
    const attributes = {
      x: NUMBER(x),
      y: NUMBER(y),
      fill: this.fillStyle,
      "font-family": escaped(family ?? ""),
      "font-size": size,
      "font-weight": weight ?? 400,
      "text-anchor": anchor,
      "dominant-baseline": this.textBaseline === "middle" ? "central" : "alphabetic",
    };
    this.add("text", attributes, escaped(text));
  }

  /** @param {string} tag @param {MarkupAttributes} attributes @param {string} [content] */
  add(tag, attributes, content) {
    this.parts.push(
      markup(tag, { ...attributes, opacity: this.globalAlpha < 1 ? this.globalAlpha : null }, content),
    );
  }

  /** The picture. @param {number} width @param {number} height @param {string} background */
  document(width, height, background) {
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const back = markup("rect", { width: "100%", height: "100%", fill: background });
    return markup("svg", { xmlns: "http://www.w3.org/2000/svg", ...size }, back + this.parts.join(""));
  }
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
