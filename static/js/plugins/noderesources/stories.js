// What NodeResourcesFit answers at its steps: what the pod asks for, and in which pieces that is free.

import { t, tn } from "../../lib/i18n.js";
import { amount, requestsOf } from "../../model/amounts.js";
import { podOf } from "../../model/story.js";
import { named } from "../../parts/factLink.js";
import { piecesChart } from "./pieces.js";
import { shortfallOf } from "./shortfall.js";

/** @import { Judged, Story } from "../../model/story.js" */
/** @import { Viewed } from "../descriptor.js" */
/** @import { Shortfall } from "./shortfall.js" */

const TOO_MANY_PODS = "Too many pods";
const INSUFFICIENT = "Insufficient ";
const CHARTS = 2;

// ---- PreFilter and PreScore ----

/** @param {Viewed} now @returns {Story} */
export function atPreFilter(now) {
  const listed = requestsOf(now);
  const pod = podOf(now.cycle);
  if (!now.cluster) return { heading: t("The requests of {pod} are added up", { pod }) };
  if (!listed.length)
    return {
      heading: t("{pod} requests no cpu or memory", { pod }),
      text: [t("It only needs one pod slot.")],
    };
  const amounts = listed.map(([resource, value]) => `${amount(resource, value)} ${resource}`).join(", ");
  return {
    heading: t("{pod} requests {amounts}", { pod, amounts }),
    text: [t("Its containers' requests are added up; limits do not count.")],
    lines: listed.map(([resource, value]) => ({
      label: resource,
      value: amount(resource, value),
      why: named("request", now.cycle.pod, resource),
    })),
  };
}

/** @param {string} plugin @returns {(now: Viewed) => Story} */
export const addedUp = (plugin) => (now) => ({
  ...atPreFilter(now),
  heading: t("{plugin} adds up the requests of {pod}", { plugin, pod: podOf(now.cycle) }),
});

// ---- Filter ----

/** @param {Viewed} now @param {Judged} judged @returns {Partial<Story>} */
export function atFilter(now, judged) {
  const { rejected, left } = judged;
  const pod = podOf(now.cycle);
  if (!rejected.length) return { heading: t("{pod} fits into what is left on every node", { pod }) };
  const shortfall = shortfallOf({ ...now, rest: false });
  return {
    heading: left
      ? tn(
          "{n} node does not have enough {resources}",
          "{n} nodes do not have enough {resources}",
          rejected.length,
          { resources: wordsOf(judged) },
        )
      : nowhere(pod, judged, shortfall),
    text: shortfall ? sentences(shortfall) : [],
    figure: shortfall ? charts(shortfall) : undefined,
  };
}

/** The resources that some node is short of. @param {Judged} judged */
const wordsOf = ({ byReason }) =>
  [...byReason.keys()]
    .map((reason) => (reason === TOO_MANY_PODS ? t("room for pods") : reason.replace(INSUFFICIENT, "")))
    .join(t(" or "));

/**
 * The heading when no node is left.
 * @param {string} pod @param {Judged} judged @param {Shortfall | null} shortfall
 */
function nowhere(pod, judged, shortfall) {
  if (judged.hopeless === judged.rejected.length)
    return t("No node is large enough for {pod}, even when empty", { pod });
  const apart = shortfall?.resources.filter(({ largest, request }) => largest < request);
  if (apart && !apart.length) return t("No node has enough of everything for {pod}", { pod });
  return apart?.every(({ free, request }) => free >= request)
    ? t("Enough is free, but not on one node")
    : t("Not enough {resources} is free for {pod}", { resources: wordsOf(judged), pod });
}

/** @param {Shortfall} shortfall */
const sentences = ({ resources, full, small }) => [
  ...resources.flatMap(({ resource, request, largest }) =>
    resource === "pods"
      ? [t("Full nodes already run their maximum number of pods.")]
      : largest < request
        ? [t("None of them has {wanted} {resource} left.", { wanted: amount(resource, request), resource })]
        : [],
  ),
  ...(small.length && full.length
    ? [
        tn(
          "{n} would be large enough if it were emptier.",
          "{n} would be large enough if they were emptier.",
          full.length,
        ),
      ]
    : []),
];

/** @param {Shortfall} shortfall */
function charts({ resources, full, small }) {
  const count = full.length + small.reduce((sum, rows) => sum + rows.length, 0);
  const drawn = resources
    .flatMap((resource, i) => (resource.resource === "pods" ? [] : [{ resource, i }]))
    .slice(0, CHARTS);
  if (count < 2 || !drawn.length) return undefined;
  return () =>
    drawn.map(({ resource, i }) =>
      piecesChart(
        resource,
        [...full, ...small.flat()].map(({ amounts }) =>
          Math.max(0, amounts[i].allocatable - amounts[i].used),
        ),
      ),
    );
}
