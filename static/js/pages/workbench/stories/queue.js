// Queue: why this pod is next.

import { clock, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { broughtBack } from "../../../model/log.js";
import { lanesAt } from "../../../model/queue.js";
import { podOf } from "../../../model/story.js";
import { eventName } from "../../../parts/queueEvent.js";

/** @import { Cycle } from "../../../model/log.js" */
/** @import { Waiting } from "../../../model/queue.js" */
/** @import { Story, StoryLine } from "../../../model/story.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

const LISTED = 4;

/** @param {Context} now @returns {Story} */
export function queueStory({ cycle, log }) {
  const { active, backoff } = lanesAt(log, cycle);
  const priority = cycle.started.queue?.priority ?? 0;
  return {
    heading: heading(cycle, active, priority),
    text: [...back(cycle, log), order(cycle, active, backoff.length, priority)],
    lines: active.length ? [own(cycle, priority), ...active.slice(0, LISTED).map(lineOf)] : [],
  };
}

/** @param {Cycle} cycle @param {Waiting[]} active @param {number} priority */
function heading(cycle, active, priority) {
  const pod = podOf(cycle);
  if (cycle.finished?.skipped === "Gated") return t("{pod} may not enter the queue yet", { pod });
  if (cycle.started.queue?.from === "backoff") return t("{pod} is taken before its backoff ends", { pod });
  if (!active.length)
    return cycle.attempt > 1
      ? t("{pod} is back, and alone in the queue", { pod })
      : t("{pod} is the only pod that is ready", { pod });
  const equals = active.filter((other) => other.priority === priority).length;
  if (equals < active.length && !equals)
    return t("{pod} has the highest priority, {priority}", { pod, priority: integer(priority) });
  return tn(
    "{pod} is first of {n} with equal priority",
    "{pod} is first of {n} with equal priority",
    equals + 1,
    { pod },
  );
}

/** @param {Cycle} cycle @param {Context["log"]} log */
function back(cycle, log) {
  const brought = broughtBack(cycle, log);
  if (!brought) return [];
  const { move, answer } = brought;
  const values = { event: eventName(move), time: clock(move.at), attempt: cycle.attempt };
  return [
    move.about
      ? t("{event} of {about} at {time} moved it back for attempt {attempt}.", {
          ...values,
          about: move.about,
        })
      : t("{event} at {time} moved it back for attempt {attempt}.", values),
    ...(answer.to === "backoff" && cycle.started.queue?.from === "active"
      ? [t("Its backoff ended at {time}.", { time: clock(answer.ready_at) })]
      : []),
  ];
}

/** @param {Cycle} cycle @param {Waiting[]} active @param {number} backoff @param {number} priority */
function order(cycle, active, backoff, priority) {
  if (cycle.finished?.skipped === "Gated") return t("Pods with scheduling gates stay outside the queue.");
  if (cycle.started.queue?.from === "backoff")
    return t("activeQ is empty, so the scheduler does not wait for the backoff to end.");
  if (!active.length)
    return backoff
      ? tn("{n} pod is in backoff.", "{n} pods are in backoff.", backoff)
      : t("No other pod is waiting.");
  const lower = active.filter((pod) => (pod.priority ?? 0) < priority).length;
  if (lower === active.length)
    return tn("{n} pod with a lower priority waits.", "{n} pods with a lower priority wait.", lower);
  return t("Among pods of the same priority, the oldest in the queue goes first.");
}

/** @param {Cycle} cycle @param {number} priority @returns {StoryLine} */
const own = (cycle, priority) => ({ label: cycle.pod, value: priorityText(priority), why: "key" });

/** @param {Waiting} waiting @returns {StoryLine} */
const lineOf = ({ pod: name, priority }) => ({ label: name, value: priorityText(priority ?? 0) });

/** @param {number} priority */
const priorityText = (priority) => t("priority {priority}", { priority: integer(priority) });
