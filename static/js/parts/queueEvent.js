// The name of an event of the queue, as upstream has it.

import { t } from "../lib/i18n.js";

/** @import { QueueMoved } from "../types/engine.js" */

/** @param {Pick<QueueMoved, "event" | "of_nomination">} move */
export const eventName = ({ event, of_nomination: ofNomination }) =>
  ofNomination ? t("{event}, of a nomination", { event }) : event;
