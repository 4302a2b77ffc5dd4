// A question that a worker answers: asked once, then asked for until it is over, less often as it goes on. It
// rests while nobody looks at the page, and goes on after the server could not be reached.

import { atom } from "../lib/atoms.js";
import { toast } from "../lib/toast.js";
import { ApiError, messageOf } from "./api.js";

const FIRST_MS = 250;
const AWAY = [0, 502, 503, 504]; // not reached, or whoever answers is: it starts anew or is overrun
const ANSWERED = { growth: 1.25, longest: 2_000 };
const UNREACHED = { growth: 2, longest: 8_000 };

/** @typedef {"queued" | "running" | "finished" | "failed" | "cancelled"} Status */

/** Whether an answer is still waited for. @param {{status: Status}} answer */
export const isUnfinished = ({ status }) => status === "queued" || status === "running";

/**
 * @template A
 * @typedef {object} Reader what becomes of the answers
 * @property {(answer: A) => void} take called with each, the last one included
 * @property {(error: Error) => void} fail called once, if the server refuses to answer: it is asked no more
 * @property {(error: ApiError) => void} [unreached] called each time that the server could not be reached
 * @property {(answer: A) => boolean} [unfinished] whether to ask again; without it, the answer's status says
 * @property {() => boolean} [stale] whether nobody waits any more: nothing is asked or called from then on
 * @property {(milliseconds: number) => Promise<void>} [wait]
 */

/**
 * Asks, and asks again until the answer is over. Resolves when there is nothing more to ask.
 * @template A
 * @param {() => Promise<A>} ask repeated until it is answered
 * @param {(answer: A) => Promise<A>} again @param {Reader<A>} reader
 */
export async function follow(ask, again, reader) {
  const {
    take,
    fail,
    unreached,
    unfinished = hasUnfinishedStatus,
    stale = () => false,
    wait = pause,
  } = reader;
  let next = ask;
  let milliseconds = FIRST_MS;
  while (true) {
    const answer = await next().catch(errorOf);
    if (stale()) return;
    const isAway = answer instanceof ApiError && AWAY.includes(answer.status);
    if (isAway) unreached?.(answer);
    else if (answer instanceof Error) return fail(answer);
    else {
      take(answer);
      if (!unfinished(answer)) return;
      next = () => again(answer);
    }
    await wait(milliseconds);
    if (stale()) return;
    const { growth, longest } = isAway ? UNREACHED : ANSWERED;
    milliseconds = Math.min(milliseconds * growth, longest);
  }
}

/**
 * A question of a page and its answer, as atoms: null before there is one. Asking drops the question before.
 * @template {{id: string, status: Status, error?: string | null}} A
 * @param {{get: (id: string) => Promise<A>, cancel: (id: string) => Promise<A>}} of
 */
export function question({ get, cancel }) {
  const answer = atom(/** @type {A | null} */ (null));
  /** Why there is none. */
  const failure = atom(/** @type {Error | null} */ (null));
  let turn = {};

  /** @param {() => Promise<A>} first @param {Partial<Reader<A>>} reader */
  async function listen(first, { take, unreached }) {
    const mine = (turn = {});
    await follow(first, ({ id }) => get(id), {
      take(now) {
        take?.(now);
        answer.set(now);
        if (now.status === "failed") failure.set(new Error(now.error ?? ""));
      },
      fail: (error) => failure.set(new Error(messageOf(error))),
      unreached,
      stale: () => turn !== mine,
    });
  }

  /** @param {() => Promise<A>} start @param {Partial<Reader<A>>} [reader] */
  function ask(start, reader = {}) {
    answer.set(null);
    failure.set(null);
    return listen(start, reader);
  }

  /** Listens no more; what is asked goes on. */
  const rest = () => void (turn = {});

  /** Listens again to what is still asked. @param {Partial<Reader<A>>} [reader] */
  function goOn(reader = {}) {
    const now = answer.peek();
    if (now && isUnfinished(now)) listen(() => get(now.id), reader);
  }

  /** Ends the search; what was found stays. */
  async function stop() {
    const [current, mine] = [answer.peek(), turn];
    if (!current) return;
    try {
      const stopped = await cancel(current.id);
      if (turn === mine) answer.set(stopped);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  return { answer, failure, ask, stop, rest, goOn };
}

/** @param {unknown} answer */
const hasUnfinishedStatus = (answer) => isUnfinished(/** @type {{status: Status}} */ (answer));

/** @param {unknown} error */
const errorOf = (error) => (error instanceof Error ? error : new Error(String(error)));

/** Waits, and goes on waiting while the page is hidden. @param {number} milliseconds */
async function pause(milliseconds) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (document.hidden)
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
