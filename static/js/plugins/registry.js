// The plugins that the page knows, one line each. Where several have something to show at a point, they stand
// in this order.

import { t } from "../lib/i18n.js";
import { defaultBinder } from "./defaultbinder.js";
import { defaultPreemption } from "./defaultpreemption/plugin.js";
import { unknown } from "./descriptor.js";
import { dynamicResources } from "./dynamicresources/plugin.js";
import { gangScheduling } from "./gangscheduling.js";
import { imageLocality } from "./imagelocality.js";
import { interPodAffinity } from "./interpodaffinity/plugin.js";
import { nodeAffinity } from "./nodeaffinity.js";
import { nodeDeclaredFeatures } from "./nodedeclaredfeatures.js";
import { nodeLabel } from "./nodelabel.js";
import { nodeName } from "./nodename.js";
import { nodePorts } from "./nodeports.js";
import { nodePreferAvoidPods } from "./nodepreferavoidpods.js";
import {
  balancedAllocation,
  fit,
  leastAllocated,
  mostAllocated,
  requestedToCapacityRatio,
} from "./noderesources.js";
import { nodeUnschedulable } from "./nodeunschedulable.js";
import { azureDiskLimits, ebsLimits, gcePdLimits, nodeVolumeLimits } from "./nodevolumelimits.js";
import { podTopologySpread } from "./podtopologyspread/plugin.js";
import { prioritySort } from "./queuesort/plugin.js";
import { schedulingGates } from "./schedulinggates.js";
import { selectorSpread } from "./selectorspread.js";
import { serviceAffinity } from "./serviceaffinity.js";
import { taintToleration } from "./tainttoleration.js";
import { volumeBinding } from "./volumebinding.js";
import { volumeRestrictions } from "./volumerestrictions.js";
import { volumeZone } from "./volumezone.js";

/** @import { CycleView } from "../model/cycleview.js" */

/** @type {import("./descriptor.js").Plugin[]} */
export const PLUGINS = [
  podTopologySpread,
  interPodAffinity,
  fit,
  balancedAllocation,
  nodeAffinity,
  nodeName,
  nodePorts,
  nodeUnschedulable,
  nodeDeclaredFeatures,
  taintToleration,
  imageLocality,
  volumeBinding,
  volumeRestrictions,
  volumeZone,
  nodeVolumeLimits,
  ebsLimits,
  gcePdLimits,
  azureDiskLimits,
  dynamicResources,
  schedulingGates,
  gangScheduling,
  prioritySort,
  defaultPreemption,
  defaultBinder,
  leastAllocated,
  mostAllocated,
  requestedToCapacityRatio,
  nodePreferAvoidPods,
  selectorSpread,
  nodeLabel,
  serviceAffinity,
];

const BY_NAME = new Map(PLUGINS.map((plugin) => [plugin.name, plugin]));

/**
 * What the page knows of a plugin; of an unknown one, such as an extender, its name.
 * @param {string | null} [name]
 */
export const pluginOf = (name) => BY_NAME.get(name ?? "") ?? unknown(name ?? "");

/** A plugin's name for narrow places. @param {string} name */
export const shortName = (name) => pluginOf(name).short ?? name;

/** A plugin's name where the whole one is too long. @param {string} name */
export const labelOf = (name) => pluginOf(name).label ?? name;

const PARTS = [
  "TaintToleration",
  "PodTopologySpread",
  "InterPodAffinity",
  "NodeResourcesFit",
  "NodeResourcesBalancedAllocation",
  "ImageLocality",
  "NodeAffinity",
];

/**
 * The number of a plugin's colour, which is the same everywhere; 0: one that it shares with rarer plugins.
 * @param {string} plugin
 */
export const partOf = (plugin) => PARTS.indexOf(plugin) + 1;

/** The facts of all plugins, by kind. @type {Record<string, import("./descriptor.js").Fact>} */
export const PLUGIN_FACTS = Object.assign({}, ...PLUGINS.map(({ facts }) => facts));

/** The names of those that show at PreFilter what they count. */
export const COUNTING = PLUGINS.filter(({ panels }) => panels?.PreFilter).map(({ name }) => name);

/**
 * Why a plugin skipped a point: what the pod does not have.
 * @param {"PreFilter" | "PreScore"} point @param {string} name @param {{data: CycleView | null}} now
 */
export const skipReason = (point, name, now) =>
  pluginOf(name).skips?.[point]?.(now) ?? t("It has nothing to check for this pod.");
