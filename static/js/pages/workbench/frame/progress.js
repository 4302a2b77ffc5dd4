// How far a run is, with rate and remaining time and Cancel; and when it ended early, how, with Run again.

import { effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { toast } from "../../../lib/toast.js";
import { messageOf, post } from "../../../net/api.js";
import { goRun } from "../core/actions.js";
import { boot, log, pointer, run, streaming, theRun } from "../core/state.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { StreamState } from "../../../net/stream.js" */

/** @typedef {"queued" | "running" | "reconnecting" | "cancelled" | "failed"} State */
/** @typedef {{note: (done: number) => void, says: (total: number) => string}} Rate */

const WINDOW_MS = 5000; // over which the rate is measured
const SETTLED_MS = 1000; // a rate over less is noise

/** @param {HTMLElement} element @param {() => void} again */
export function mountProgress(element, again) {
  const rate = rateOf();
  const text = h("span");
  const bar = h("progress.dk", { max: 1, value: 0, "aria-label": t("Pods scheduled") });
  const cancel = h("button.btn", { onclick: () => stop(cancel) }, icon("stop"), t("Cancel"));
  const rerun = h("button.btn", { onclick: again }, icon("play"), t("Run again"));
  const why = h("button.btn", { onclick: () => pointer.get()?.point !== "Run" && goRun() }, t("Progress"));
  const isDraft = boot.kind === "draft";
  replace(element, text, bar, isDraft ? cancel : null, why, isDraft ? rerun : null);
  effect(() => {
    const events = log.get();
    const is = stateOf(events, run.get(), streaming.get());
    element.hidden = !is;
    if (!is) return;
    element.className = `run-state ${is}`;
    const total = events.started?.pods.length ?? 0;
    rate.note(events.done);
    text.textContent = SAYS[is](events.done, total, rate);
    Object.assign(bar, { max: total || 1, value: events.done });
    bar.hidden = is !== "running";
    cancel.hidden = is === "cancelled" || is === "failed";
    if (is === "cancelled" || is === "failed") cancel.removeAttribute("aria-disabled");
    // Without a step the stage offers it.
    rerun.hidden = !pointer.get() || (is !== "cancelled" && is !== "failed");
    why.hidden = is !== "failed" || !pointer.get();
  });
}

/**
 * @param {RunLog} log @param {{status: string} | null} current @param {StreamState | "idle"} state
 * @returns {State | null}
 */
function stateOf({ started, finished, failed, cancelled }, current, state) {
  if (!current || finished) return null;
  if (failed || state === "failed") return "failed";
  if (cancelled || state === "cancelled") return "cancelled";
  if (state === "polling") return "reconnecting";
  if (started) return "running";
  return current.status === "finished" ? null : "queued";
}

/** @type {Record<State, (done: number, total: number, rate: Rate) => string>} */
const SAYS = {
  queued: () => t("Waiting for a worker"),
  running: (done, total, rate) =>
    [
      t("Scheduling {done} of {total}", { done: integer(done), total: integer(Math.max(total, done)) }),
      rate.says(total),
    ]
      .filter(Boolean)
      .join(" · "),
  reconnecting: (done, total) =>
    t("Reconnecting at {done} of {total}", { done: integer(done), total: integer(total) }),
  cancelled: (done, total) =>
    t("Cancelled after {done} of {total}", { done: integer(done), total: integer(Math.max(total, done)) }),
  failed: (done) => (done ? tn("Failed after {n} pod", "Failed after {n} pods", done) : t("The run failed")),
};

/**
 * Pods per second over the last seconds, and the remaining time from that. Attempts after the first cannot be
 * foreseen.
 * @returns {Rate}
 */
function rateOf() {
  /** @type {{at: number, done: number}[]} */
  let samples = [];
  const perSecond = () => {
    const [first, last] = [samples[0], samples.at(-1)];
    return last && last.at - first.at >= SETTLED_MS
      ? ((last.done - first.done) * 1000) / (last.at - first.at)
      : 0;
  };
  return {
    note(done) {
      const at = performance.now();
      if ((samples.at(-1)?.done ?? 0) > done) samples = [];
      samples = [...samples.filter((sample) => at - sample.at < WINDOW_MS), { at, done }];
    },
    says(total) {
      const rate = perSecond();
      const remaining = total - (samples.at(-1)?.done ?? 0);
      if (!rate) return "";
      const speed = t("{rate} a second", { rate: rate < 10 ? rate.toFixed(1) : integer(Math.round(rate)) });
      return remaining > 0 ? `${speed} · ${t("{time} left", { time: duration(remaining / rate) })}` : speed;
    },
  };
}

/** @param {number} seconds */
const duration = (seconds) =>
  seconds < 90
    ? t("{n} s", { n: Math.max(1, Math.round(seconds)) })
    : t("{n} min", { n: Math.round(seconds / 60) });

/** @param {HTMLElement} button */
async function stop(button) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  try {
    await post(`/runs/${theRun().id}/cancel`);
  } catch (error) {
    toast(t("It could not be cancelled: {message}", { message: messageOf(error) }));
    button.removeAttribute("aria-disabled");
  }
}
