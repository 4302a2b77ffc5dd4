// The facts that can be opened, by kind. Each has a short title and says what stands behind its number.

import { AFFINITY_FACTS } from "./facts/affinity.js";
import { FILTER_FACTS } from "./facts/filter.js";
import { OBJECT_FACTS } from "./facts/objects.js";
import { POINT_FACTS } from "./facts/points.js";
import { PREEMPTION_FACTS } from "./facts/preemption.js";
import { QUEUE_FACTS } from "./facts/queue.js";
import { REMEDY_FACTS } from "./facts/remedies.js";
import { RESOURCE_FACTS } from "./facts/resources.js";
import { SCORE_FACTS } from "./facts/scores.js";
import { SPREAD_FACTS } from "./facts/spread.js";

/**
 * @typedef {object} Fact
 * @property {boolean} [remote] the server has its operands; otherwise the cycle's view does
 * @property {(args: string[], now: any) => string} title
 * @property {(args: string[], now: any, data?: any) => any} render null when there is no such thing
 */

/** @type {Record<string, Fact>} */
export const FACTS = { ...AFFINITY_FACTS, ...FILTER_FACTS, ...OBJECT_FACTS, ...POINT_FACTS, ...PREEMPTION_FACTS, ...QUEUE_FACTS, ...REMEDY_FACTS, ...RESOURCE_FACTS, ...SCORE_FACTS, ...SPREAD_FACTS };
