// Families by names alone, where no label says the pool: names of one shape begin with the same words, and
// differ in numbers and in what was drawn at random.

const SEPARATOR = /[-_]/;
const WORD = /^[a-z]+\d?$/i; // "userpool1"; a longer number is that of a rack or a machine
const LETTERS = /^[a-z]+(?=\d)/i;
const LEAST = 2; // nodes of a family
const MOST_WORDS = 3;

/**
 * The family of each name: the words that its names begin with; none where too few names have its shape.
 * @param {string[]} names @returns {Map<string, string>}
 */
export function familiesByShape(names) {
  /** @type {Map<string, string[]>} */
  const byShape = new Map();
  for (const name of names) {
    const shape = shapeOf(name);
    const alike = byShape.get(shape);
    if (alike) alike.push(name);
    else byShape.set(shape, [name]);
  }
  const shapes = [...byShape].filter(([shape, alike]) => shape && alike.length >= LEAST);
  const texts = distinctTexts(shapes.map(([shape]) => shape));
  return new Map(shapes.flatMap(([, alike], i) => alike.map((name) => [name, texts[i]])));
}

/**
 * A name without what makes it one of many: "dc1-rack07-db-012" is "dc1-#-db", "node01" is "node"; "" where
 * no word is left.
 * @param {string} name
 */
function shapeOf(name) {
  const [host] = name.split(".");
  const words = host.split(SEPARATOR);
  if (words.length === 1) return LETTERS.exec(host)?.[0] ?? "";
  const before = words.slice(0, -1);
  return before.some((word) => WORD.test(word))
    ? before.map((word) => (WORD.test(word) ? word : "#")).join("-")
    : "";
}

/**
 * The last word of each shape, and as many before it as tell the shapes apart.
 * @param {string[]} shapes @returns {string[]}
 */
function distinctTexts(shapes) {
  const all = shapes.map((shape) => shape.split("-").filter((word) => WORD.test(word)));
  for (let count = 1; count <= MOST_WORDS; count += 1) {
    const texts = all.map((words) => words.slice(-count).join("-"));
    if (texts.every(Boolean) && new Set(texts).size === texts.length) return texts;
  }
  return shapes;
}
