// Fuzzy finding: the letters of the query in their order; those in a row and at the start of a word count
// most.

/**
 * @param {string} query lower case
 * @param {string} text
 * @returns {number} 0 when it does not match; larger is better
 */
export function fuzzy(query, text) {
  const lower = text.toLowerCase();
  let score = 1;
  for (const word of query.split(/\s+/).filter(Boolean)) {
    const wordScore = scoreOf(word, lower, text);
    if (!wordScore) return 0;
    score += wordScore;
  }
  return score - lower.length / 1000; // among equals the shorter
}

/** @param {string} word @param {string} lower @param {string} text */
function scoreOf(word, lower, text) {
  const whole = lower.indexOf(word);
  if (whole >= 0) return word.length * 4 + (startsWord(text, whole) ? 6 : 0) + (whole === 0 ? 2 : 0);
  let score = 0;
  let from = 0;
  for (const letter of word) {
    const at = lower.indexOf(letter, from);
    if (at < 0) return 0;
    score += at === from && at > 0 ? 2 : startsWord(text, at) ? 1.5 : 0.5;
    from = at + 1;
  }
  return score;
}

/**
 * "nodeResourcesFit", "node-12", "Next step": words start at the beginning, behind a sign and at a capital.
 * @param {string} text @param {number} at
 */
const startsWord = (text, at) =>
  at === 0 ||
  /[^a-z0-9]/i.test(text[at - 1]) ||
  (/[A-Z]/.test(text[at]) && /[a-z]/.test(text[at - 1])) ||
  (/\d/.test(text[at]) && !/\d/.test(text[at - 1]));
