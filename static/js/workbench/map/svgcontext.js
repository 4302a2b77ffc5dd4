// What is drawn on a canvas, as SVG: a recorder of the calls that the map uses, so that one drawing makes both.

const NUMBER = (value) => String(Math.round(value * 100) / 100);

export class SvgContext {
  /** @param {CanvasRenderingContext2D | null} [measure] measures texts */
  constructor(measure = null) {
    this.measure = measure;
    /** @type {string[]} */
    this.parts = [];
    this.path = "";
    this.clips = 0;
    this.open = 0; // groups of the present state
    this.stack = [];
    Object.assign(this, {
      fillStyle: "#000",
      strokeStyle: "#000",
      lineWidth: 1,
      lineCap: "butt",
      lineJoin: "miter",
      font: "10px sans-serif",
      textAlign: "start",
      textBaseline: "alphabetic",
      letterSpacing: "0px",
      globalAlpha: 1,
      dash: [],
    });
  }

  save() {
    const {
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
      open,
    } = this;
    this.stack.push({
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
      open,
    });
    this.open = 0;
  }

  restore() {
    this.parts.push("</g>".repeat(this.open));
    Object.assign(this, this.stack.pop());
  }

  group(attributes) {
    this.parts.push(`<g ${attributes}>`);
    this.open += 1;
  }

  translate(x, y) {
    this.group(`transform="translate(${NUMBER(x)} ${NUMBER(y)})"`);
  }

  scale(x, y) {
    this.group(`transform="scale(${NUMBER(x)} ${NUMBER(y)})"`);
  }

  clip() {
    const id = `c${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.group(`clip-path="url(#${id})"`);
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  beginPath() {
    this.path = "";
  }

  moveTo(x, y) {
    this.path += `M${NUMBER(x)} ${NUMBER(y)}`;
  }

  lineTo(x, y) {
    this.path += `L${NUMBER(x)} ${NUMBER(y)}`;
  }

  quadraticCurveTo(cx, cy, x, y) {
    this.path += `Q${[cx, cy, x, y].map(NUMBER).join(" ")}`;
  }

  /** A whole circle: the map draws no other arcs. */
  arc(x, y, r) {
    this.path += `M${NUMBER(x - r)} ${NUMBER(y)}a${NUMBER(r)} ${NUMBER(r)} 0 1 0 ${NUMBER(2 * r)} 0a${NUMBER(r)} ${NUMBER(r)} 0 1 0 ${NUMBER(-2 * r)} 0`;
  }

  roundRect(x, y, w, h, r) {
    const round = (dx, dy) => `a${NUMBER(r)} ${NUMBER(r)} 0 0 1 ${NUMBER(dx)} ${NUMBER(dy)}`;
    this.path += `M${NUMBER(x + r)} ${NUMBER(y)}h${NUMBER(w - 2 * r)}${round(r, r)}v${NUMBER(h - 2 * r)}${round(-r, r)}h${NUMBER(2 * r - w)}${round(-r, -r)}v${NUMBER(2 * r - h)}${round(r, -r)}z`;
  }

  closePath() {
    this.path += "z";
  }

  fill() {
    this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.alpha()}/>`);
  }

  stroke() {
    this.strokePath(this.path);
  }

  strokePath(d) {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    this.parts.push(
      `<path d="${d}" fill="none" stroke="${this.strokeStyle}" stroke-width="${NUMBER(this.lineWidth)}" stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"${dash}${this.alpha()}/>`,
    );
  }

  fillRect(x, y, w, h) {
    this.parts.push(
      `<rect x="${NUMBER(x)}" y="${NUMBER(y)}" width="${NUMBER(w)}" height="${NUMBER(h)}" fill="${this.fillStyle}"${this.alpha()}/>`,
    );
  }

  strokeRect(x, y, w, h) {
    this.parts.push(
      `<rect x="${NUMBER(x)}" y="${NUMBER(y)}" width="${NUMBER(w)}" height="${NUMBER(h)}" fill="none" stroke="${this.strokeStyle}" stroke-width="${NUMBER(this.lineWidth)}"${this.alpha()}/>`,
    );
  }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  fillText(text, x, y) {
    const anchor = { center: "middle", end: "end" }[this.textAlign] ?? "start";
    const [, weight, size, family] = /^(?:(\d+) )?([\d.]+px) (.*)$/.exec(this.font);
    this.parts.push(
      `<text x="${NUMBER(x)}" y="${NUMBER(y)}" fill="${this.fillStyle}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight ?? 400}" text-anchor="${anchor}" dominant-baseline="${this.textBaseline === "middle" ? "central" : "alphabetic"}"${this.alpha()}>${escaped(text)}</text>`,
    );
  }

  alpha() {
    return this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : "";
  }

  /** The picture. */
  document(width, height, background) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${background}"/>${this.parts.join("")}</svg>`;
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
