// A page saved to disk contains its answers: requests are looked up there, and none is sent.

const element = document.getElementById("answers");

export const offline = element !== null;

/** @import { EventsOut } from "../types/api.js" */

/** @type {Record<string, unknown>} by path below /api; a text is bytes in base64 */
const answers = element ? JSON.parse(element.textContent) : {};

/** @param {string} path @returns {unknown} undefined if the file has none */
export function storedAnswer(path) {
  const [place, query = ""] = path.split("?");
  const answer = answers[path];
  if (!place.endsWith("/events")) return typeof answer === "string" ? bytes(answer) : answer;
  const log = /** @type {EventsOut} */ (answers[place]);
  return query === "after=0" ? log : { events: [], status: log.status };
}

/** @param {string} base64 */
const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;
