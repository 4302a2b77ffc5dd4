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
  if (!now.cluster) return { heading: t("What {pod} asks for is added up", { pod }) };
  if (!listed.length)
    return {
      heading: t("{pod} asks for no cpu and no memory", { pod }),
      text: [t("It needs room for one pod, and nothing else.")],
    };
  const amounts = listed.map(([resource, value]) => `${amount(resource, value)} ${resource}`).join(", ");
  return {
    heading: t("{pod} asks for {amounts}", { pod, amounts }),
    text: [t("The requests of its containers were added up; limits do not count.")],
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
  heading: t("{plugin} counts what {pod} asks for", { plugin, pod: podOf(now.cycle) }),
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
          "{n} node has too little {resources} left",
          "{n} nodes have too little {resources} left",
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
    ? t("Enough is free, but not in one piece")
    : t("Too little {resources} is free for {pod}", { resources: wordsOf(judged), pod });
}

/** @param {Shortfall} shortfall */
const sentences = ({ resources, full, small }) => [
  ...resources.flatMap(({ resource, request, largest }) =>
    resource === "pods"
      ? [t("Nodes that are full run as many pods as they may.")]
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
