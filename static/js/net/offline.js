// A page on somebody's disk has its answers in itself: what it asks for is looked up there, and nothing goes
// out.

const element = document.getElementById("answers");

export const offline = element !== null;

/** @import { EventsOut } from "../types/api.js" */

/** @type {Record<string, unknown>} by path below /api; a text is bytes in base64 */
const answers = element ? JSON.parse(element.textContent) : {};

/** @param {string} path @returns {unknown} undefined for what the file does not have */
export function kept(path) {
  const [place, query = ""] = path.split("?");
  const answer = answers[path];
  if (!place.endsWith("/events")) return typeof answer === "string" ? bytes(answer) : answer;
  const log = /** @type {EventsOut} */ (answers[place]);
  return query === "after=0" ? log : { events: [], status: log.status };
}

/** @param {string} base64 */
const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;
