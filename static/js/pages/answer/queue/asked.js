// What Kueue decided, asked for: at once where that is quick, else a worker computes it, and can be stopped.

import { h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { ApiError, get, messageOf, post } from "../../../net/api.js";
import { follow, isUnfinished } from "../../../net/question.js";
import { toast } from "../../../lib/toast.js";

/** @import { QueueAnswer, WaitingWorkload } from "../../../types/engine.js" */
/** @import { QueueAskedOut } from "../../../types/api.js" */

const TOO_LONG = 422; // for a request

/**
 * @param {string} run @param {HTMLElement} page shows how far a worker is
 * @returns {Promise<QueueAnswer | null>}
 */
export const queueOf = (run, page) =>
  get(`/runs/${run}/queue`).then(
    ({ answer }) => answer,
    async (error) => (await byWorker(error, run, "", page)).queue ?? null,
  );

/**
 * @param {string} run @param {string} workload @param {HTMLElement} page shows how far a worker is
 * @returns {Promise<WaitingWorkload>}
 */
export async function workloadOf(run, workload, page) {
  try {
    return await get(`/runs/${run}/queue/workload?${new URLSearchParams({ workload })}`);
  } catch (error) {
    const { workload: found } = await byWorker(error, run, workload, page);
    if (!found) throw error;
    return found;
  }
}

/**
 * @param {unknown} error of the request
 * @param {string} run @param {string} workload @param {HTMLElement} page shows how far a worker is
 * @returns {Promise<NonNullable<QueueAskedOut["answer"]>>}
 */
function byWorker(error, run, workload, page) {
  if (!(error instanceof ApiError) || error.status !== TOO_LONG) throw error;
  const show = progressIn(page);
  return new Promise((resolve, reject) => {
    follow(
      () => post(`/runs/${run}/queues`, { workload }),
      ({ id }) => get(`/queues/${id}`),
      {
        take(asked) {
          if (isUnfinished(asked)) show(asked);
          else if (asked.status === "finished") resolve(asked.answer ?? {});
          else reject(new ApiError(TOO_LONG, [{ path: "", message: asked.error ?? t("It was stopped.") }]));
        },
        fail: reject,
      },
    );
  });
}

/** @param {HTMLElement} page @returns {(asked: QueueAskedOut) => void} */
function progressIn(page) {
  const bar = h("progress", { "aria-labelledby": "queue-progress" });
  const text = h("p.soft", { id: "queue-progress", role: "status" });
  let id = "";
  const stop = () => post(`/queues/${id}/cancel`).catch((error) => toast(messageOf(error)));
  return (asked) => {
    id = asked.id;
    const { done = 0, total = 0 } = asked.answer ?? {};
    if (total) [bar.max, bar.value] = [total, done];
    text.textContent = total
      ? tn("{done} of {n} workload that waits", "{done} of {n} workloads that wait", total, {
          done: integer(done),
        })
      : t("Kueue's cycles are run again for it.");
    if (bar.isConnected) return;
    const button = h("button.btn.small", { onclick: stop }, icon("stop"), t("Stop"));
    replace(page, h("div.running", h("h1", t("Looking at what Kueue decided…")), bar, text, button));
  };
}
