// Whether an answer that does not come is still on its way.

import { atom } from "../../lib/atoms.js";
import { get, post } from "../../net/api.js";
import { question } from "../../net/question.js";

/** @import { InquiryOut } from "../../types/api.js" */

const PATIENCE_MS = 10_000; // for a worker to take the question up
const SILENCE_MS = 60_000; // of a worker that has

/**
 * @typedef {"asked" | "unreached" | "unclaimed" | "silent"} Waiting what is told of an answer that is awaited
 */

/** Watches the answers of one question as they come. @param {() => number} now in milliseconds */
export function watchAnswers(now) {
  let [progress, since] = ["", now()];
  /** @param {InquiryOut} inquiry @returns {Waiting} */
  return ({ status, answer }) => {
    const state = `${status} ${answer?.attempts ?? ""} ${answer?.repairs.length ?? ""}`;
    if (state !== progress) [progress, since] = [state, now()];
    const silence = now() - since;
    if (status === "queued" && silence >= PATIENCE_MS) return "unclaimed";
    return status === "running" && silence >= SILENCE_MS ? "silent" : "asked";
  };
}

/** A search for repairs: the question and its answer, and whether that is still on its way. */
export function inquiring() {
  const asked = question({
    get: (/** @type {string} */ id) => get(`/inquiries/${id}`),
    cancel: (id) => post(`/inquiries/${id}/cancel`),
  });
  const waiting = atom(/** @type {Waiting} */ ("asked"));
  /** @param {string} run its id @param {{pod: string, node: string, costs?: Record<string, number>}} body */
  function ask(run, body) {
    const stateOf = watchAnswers(Date.now);
    waiting.set("asked");
    asked.ask(() => post(`/runs/${run}/inquiries`, body), {
      take: (answer) => waiting.set(stateOf(answer)),
      unreached: () => waiting.set("unreached"),
    });
  }
  return { ...asked, waiting, ask };
}
