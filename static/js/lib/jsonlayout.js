// JSON as a program wrote it, laid out for reading: a line for each field.

/** Strings, punctuation, and whatever else is a token of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const LONG = 240; // characters of a line that nobody reads to its end
const MOST = 1_000_000; // characters; laid out, larger ones might be more than a page may lint
const DEEPEST = 100; // of what is nested deeper the indents would be most

/**
 * The text itself unless it is JSON with long lines; then each token as it was, indented by depth.
 * @param {string} text
 */
export function laidOut(text) {
  if (
    text.length > MOST ||
    !/^\s*[{[]/.test(text) ||
    !text.split("\n").some(({ length }) => length > LONG) ||
    !isJson(text)
  )
    return text;
  const tokens = text.match(TOKEN) ?? [];
  if (depthOf(tokens) > DEEPEST) return text;
  let depth = 0;
  /** @param {number} by */
  const line = (by) => `\n${"  ".repeat((depth += by))}`;
  return `${tokens
    .map((token, i) => {
      const empty = "]}".includes(tokens[i + 1]) && "[{".includes(token);
      if (token === ":") return ": ";
      if (token === ",") return `,${line(0)}`;
      if (token === "{" || token === "[") return empty ? token : token + line(1);
      if (token === "}" || token === "]") return "{[".includes(tokens[i - 1]) ? token : line(-1) + token;
      return token;
    })
    .join("")}\n`;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} tokens */
function depthOf(tokens) {
  let [depth, deepest] = [0, 0];
  for (const token of tokens) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, (depth += 1));
    else if (token === "}" || token === "]") depth -= 1;
  }
  return deepest;
}
