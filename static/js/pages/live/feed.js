// What happens in a followed cluster, in the order of its entries. The socket only says that there is
// something to look at; everything is asked for by number, so that nothing is missed or taken twice.

import { ApiError, get, messageOf } from "../../net/api.js";
import { boot, cluster, entries, hours, nodesNow, polling, span, trouble } from "./state.js";

/** @import { LiveEntry } from "../../types/engine.js" */

const KEPT = 600; // entries, of those that came last
const FIRST = 300; // entries
const PAGE = 500;
const POLL_MS = 3000; // where there is no socket
const QUIET_MS = 15_000; // with one, since its last message may be lost
const STATE_MS = 2000; // between two looks at the cluster as it is
const HOURS_MS = 20_000;
const RETRY_MS = 500;
const RETRY_MAX_MS = 10_000;

let last = 0; // the newest entry that is here
let announced = 0; // the newest that there is, as the socket says
let attempts = 0;
/** @type {WebSocket | null} */
let socket = null;
/** @type {Promise<void> | null} */
let asking = null;
let stateAt = 0;
let hoursAt = 0;
let heardAt = Date.now();

/** Begins to tell; ends with the page. */
export async function begin() {
  await look();
  connect();
  setInterval(tend, 1000);
}

/** Asks for what is new, once at a time. */
function look() {
  asking ??= ask()
    .then(() => trouble.set(""))
    .catch(tell)
    .finally(() => (asking = null));
  return asking;
}

/** @param {unknown} error of the server; anything else is a fault */
function tell(error) {
  if (!(error instanceof ApiError)) throw error;
  trouble.set(messageOf(error));
}

async function ask() {
  const before = announced;
  if (!last) take((await get(`/live/${boot.id}/entries?limit=${FIRST}`)).entries);
  else {
    for (;;) {
      const { entries: more } = await get(`/live/${boot.id}/entries?after=${last}&limit=${PAGE}`);
      take(more);
      if (more.length < PAGE) break;
    }
  }
  heardAt = Date.now();
  if (heardAt - stateAt >= STATE_MS) await askState();
  if (heardAt - hoursAt >= HOURS_MS) await askHours();
  if (announced > before) await ask(); // more came meanwhile
}

/** @param {LiveEntry[]} more */
function take(more) {
  const fresh = more.filter(({ number }) => number > last);
  if (!fresh.length) return;
  last = fresh[fresh.length - 1].number;
  entries.update((known) => [...known, ...fresh].slice(-KEPT));
}

async function askState() {
  stateAt = Date.now();
  const [out, map] = await Promise.all([get(`/live/${boot.id}`), get(`/live/${boot.id}/map`)]);
  cluster.set(out);
  nodesNow.set(map.nodes);
}

/** Asks for the lanes. */
export async function askHours() {
  hoursAt = Date.now();
  hours.set(await get(`/live/${boot.id}/hours?hours=${span.get()}`));
}

/** Looks where nothing said so: without a socket, and for what came during the last look. */
function tend() {
  if (document.hidden) return;
  const now = Date.now();
  const isOpen = socket?.readyState === WebSocket.OPEN;
  const due = now - heardAt >= (isOpen ? QUIET_MS : POLL_MS) || now - hoursAt >= HOURS_MS;
  if (due || (cluster.get()?.last ?? 0) < last) look();
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(`${scheme}//${location.host}/ws/live/${boot.id}`);
  socket = opened;
  opened.onopen = () => {
    attempts = 0;
    polling.set(false);
  };
  opened.onmessage = ({ data }) => {
    announced = JSON.parse(data).look;
    if (!document.hidden) look();
  };
  opened.onclose = () => {
    attempts += 1;
    polling.set(true);
    setTimeout(connect, Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** attempts) * (0.75 + Math.random() / 2));
  };
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
