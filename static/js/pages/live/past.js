// The moment at the address: the whole page as it was then.

import { effect } from "../../lib/atoms.js";
import { ApiError, get, messageOf } from "../../net/api.js";
import { boot, past, pastError, url } from "./state.js";

const ENTRIES = 100;

/** Fetches the moment whenever the address names another. */
export function followAddress() {
  /** @type {AbortController | null} */
  let asked = null;
  effect(async () => {
    const { at } = url.state.get();
    if (past.peek()?.at === at) return;
    asked?.abort();
    pastError.set("");
    if (!at) return past.set(null);
    const asking = new AbortController();
    asked = asking;
    try {
      past.set(await read(at, asking.signal));
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      past.set(null);
      pastError.set(messageOf(error));
    }
  });
}

/** @param {string} at @param {AbortSignal} signal */
async function read(at, signal) {
  const moment = await get(`/live/${boot.id}/moment?at=${encodeURIComponent(at)}`, { signal });
  const { entries } = await get(`/live/${boot.id}/entries?before=${moment.entry + 1}&limit=${ENTRIES}`, {
    signal,
  });
  return { at, moment, entries };
}

/** Looks at another moment; null is now. @param {number | null} at milliseconds since 1970 */
export const lookAt = (at) =>
  url.write({ at: at === null ? null : new Date(at).toISOString() }, { push: !url.state.get().at });
