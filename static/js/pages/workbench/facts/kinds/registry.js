// The facts that can be opened, by kind. Each has a short title and explains its number.

import { PLUGIN_FACTS } from "../../../../plugins/registry.js";
import { FILTER_FACTS } from "./filter.js";
import { OBJECT_FACTS } from "./objects.js";
import { POINT_FACTS } from "./points.js";
import { REMEDY_FACTS } from "./remedies.js";
import { SCORE_FACTS } from "./scores.js";

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const FACTS = {
  ...PLUGIN_FACTS,
  ...FILTER_FACTS,
  ...OBJECT_FACTS,
  ...POINT_FACTS,
  ...REMEDY_FACTS,
  ...SCORE_FACTS,
};
