// The facts that can be opened, by kind. Each has a short title and says what stands behind its number.

import { AFFINITY_FACTS } from "./affinity.js";
import { FILTER_FACTS } from "./filter.js";
import { OBJECT_FACTS } from "./objects.js";
import { POINT_FACTS } from "./points.js";
import { PREEMPTION_FACTS } from "./preemption.js";
import { QUEUE_FACTS } from "./queue.js";
import { REMEDY_FACTS } from "./remedies.js";
import { RESOURCE_FACTS } from "./resources.js";
import { SCORE_FACTS } from "./scores.js";
import { SPREAD_FACTS } from "./spread.js";

/** @type {Record<string, import("../../../parts/reasons.js").Fact>} */
export const FACTS = {
  ...AFFINITY_FACTS,
  ...FILTER_FACTS,
  ...OBJECT_FACTS,
  ...POINT_FACTS,
  ...PREEMPTION_FACTS,
  ...QUEUE_FACTS,
  ...REMEDY_FACTS,
  ...RESOURCE_FACTS,
  ...SCORE_FACTS,
  ...SPREAD_FACTS,
};
