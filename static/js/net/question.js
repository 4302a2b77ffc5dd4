// A question that a worker answers: asked once, then asked for until it is over, less often as it goes on. It
// rests while nobody looks at the page, and goes on after the server could not be reached.

import { ApiError } from "./api.js";

const FIRST_MS = 250;
const GROWTH = 1.25;
const LONGEST_MS = 2_000;

/** @typedef {"queued" | "running" | "finished" | "failed" | "cancelled"} Status */

/** Whether an answer is still waited for. @param {{status: Status}} answer */
export const isUnfinished = ({ status }) => status === "queued" || status === "running";

/**
 * @template {{status: Status}} A
 * @typedef {object} Reader what becomes of the answers
 * @property {(answer: A) => void} take called with each, the last one included
 * @property {(error: Error) => void} fail called once, if the question cannot be answered
 * @property {AbortSignal} [signal] ends the asking; nothing is called afterwards
 * @property {(milliseconds: number) => Promise<void>} [wait]
 */

/**
 * Asks, and asks again until the answer is over.
 * @template {{status: Status}} A
 * @param {() => Promise<A>} ask @param {(answer: A) => Promise<A>} again @param {Reader<A>} reader
 */
export async function follow(ask, again, { take, fail, signal, wait = rest }) {
  let next = ask;
  let pause = FIRST_MS;
  while (true) {
    try {
      const answer = await next();
      if (signal?.aborted) return;
      take(answer);
      if (!isUnfinished(answer)) return;
      next = () => again(answer);
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ApiError && error.offline))
        return fail(error instanceof Error ? error : new Error(String(error)));
    }
    await wait(pause);
    if (signal?.aborted) return;
    pause = Math.min(pause * GROWTH, LONGEST_MS);
  }
}

/** Waits, and goes on waiting while the page is hidden. @param {number} milliseconds */
async function rest(milliseconds) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (document.hidden)
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
