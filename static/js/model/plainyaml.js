// Plain values as YAML, in the form in which people write manifests.

// A text that no reader of YAML takes for something else.
const PLAIN = /^[A-Za-z_./][\w./-]*(?: [\w./()-]+)*$/;
const WORDS = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"]);

/** @param {unknown} value @param {string} [indent] of every line @returns {string} lines, each ended */
export function plainYaml(value, indent = "") {
  if (Array.isArray(value) && value.length)
    return value.map((item) => `${indent}- ${inPlace(item, `${indent}  `)}`).join("");
  if (isMap(value) && Object.keys(value).length)
    return Object.entries(value)
      .map(([key, entry]) => `${indent}${scalar(key)}:${after(entry, indent)}`)
      .join("");
  return `${indent}${scalar(value)}\n`;
}

/**
 * The value of a list's entry: its first line follows the hyphen.
 * @param {unknown} value @param {string} indent
 */
const inPlace = (value, indent) => plainYaml(value, indent).slice(indent.length);

/** The value of a key. @param {unknown} value @param {string} indent */
function after(value, indent) {
  if (Array.isArray(value) && value.length) return `\n${plainYaml(value, indent)}`;
  if (isMap(value) && Object.keys(value).length) return `\n${plainYaml(value, `${indent}  `)}`;
  return ` ${scalar(value)}\n`;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
function scalar(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  return PLAIN.test(value) && !WORDS.has(value.toLowerCase()) ? value : JSON.stringify(value);
}

const SEPARATOR = /^---(?:[ \t].*)?$/m;

/**
 * A source with another document of this key; one that it has is replaced, an empty value removes it.
 * @param {string} source documents parted by "---" @param {string} key @param {unknown[]} value
 */
export function withDocument(source, key, value) {
  const documents = source.split(SEPARATOR);
  const starts = new RegExp(`^${key}:`, "m");
  const others = documents.filter((text) => !starts.test(firstLine(text)));
  const rest = others.length === documents.length ? source : others.join("---");
  if (!value.length) return rest;
  const before = rest.trim() ? `${rest.replace(/\n*$/, "\n")}---\n` : "";
  return `${before}${plainYaml({ [key]: value })}`;
}

/** The first line with a key, after comments. @param {string} text */
const firstLine = (text) => text.split("\n").find((line) => line.trim() && !line.startsWith("#")) ?? "";
